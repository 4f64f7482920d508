"""The commands of `pitboss`: one small module each, imported when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final

import typer

from pitboss import __version__
from pitboss.cli.help_pages import PlainCommand, PlainGroup, spread

__all__ = ["COMMANDS", "app_with", "outline"]

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
    app = _bare()
    for name in commands:
        made = getattr(import_module(f"pitboss.cli.{_MODULES.get(name, name)}"), name)
        if isinstance(made, typer.Typer):
            app.add_typer(made)
        else:
            app.command(cls=PlainCommand, help=spread(made.__doc__ or ""))(made)
    return app


def outline() -> typer.Typer:
    """The program with the names of all commands and what each is for, none of which is imported or can be run."""
    app = _bare()
    for name in COMMANDS:
        source = Path(__file__).with_name(f"{_MODULES.get(name, name)}.py").read_text(encoding="utf-8")
        found = re.search(rf'^(?:def {name}\(|{name} = typer\.Typer\().*?"""(.*?)"""', source, re.MULTILINE | re.DOTALL)
        assert found is not None, name
        app.command(name, cls=PlainCommand, help=spread(found[1]))(_not_run)
    return app


def _not_run() -> None:
    raise AssertionError("a command was run of which only the name is here")


def _bare() -> typer.Typer:
    app = typer.Typer(
        name="pitboss",
        cls=PlainGroup,
        help="Casino table games from one rule sheet.",
        epilog="Start with `pitboss games`, then `pitboss rules catfish-blackjack`.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    )
    app.callback(invoke_without_command=True)(_root)
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
