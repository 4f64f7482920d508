"""The commands of `pitboss`: one small module each, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Final

import typer

from pitboss import __version__
from pitboss.cli.help_pages import PlainCommand, PlainGroup, spread

__all__ = ["COMMANDS", "app_with"]

COMMANDS: Final = (
    "games", "rules", "clauses", "deal", "school", "exam", "settle", "shuffle", "value", "analyze", "compare",
    "simulate", "count", "protect", "report", "chart", "bets", "design", "serve", "bots", "money", "cash", "ratings",
    "books", "backup", "restore", "doctor", "audit", "sheet",
)  # fmt: skip
"""All of them, in the order of the help."""
_MODULES: Final = {"restore": "backup"}
"""Where a command stands that has no module of its name."""


def app_with(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with these commands; what each of them needs is imported now."""
    app = typer.Typer(
        name="pitboss",
        cls=PlainGroup,
        help="Casino table games from one rule sheet.",
        epilog="Start with `pitboss games`, then `pitboss rules catfish-blackjack`.",
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_root)
    for name in commands:
        made = getattr(import_module(f"pitboss.cli.{_MODULES.get(name, name)}"), name)
        if isinstance(made, typer.Typer):
            app.add_typer(made)
        else:
            app.command(cls=PlainCommand, help=spread(made.__doc__ or ""))(made)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from pitboss.rules import SHIPPED, load

        print(f"pitboss {__version__}")
        for name in SHIPPED:
            sheet = load(name)
            print(f"  {name} version {sheet.version}, hash {sheet.hash[:12]}")
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version of Pitboss and its sheets."),
    ] = False,
) -> None:
    """Runs, settles, solves and proves casino table games from one rule sheet."""
    if context.invoked_subcommand is None:
        print(context.get_help())
