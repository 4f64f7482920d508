"""`pitboss chart`: the strategy card of a sheet."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Json, Sets, SheetName, load, print_json, say, write_file
from pitboss.reports.as_json import chart_json
from pitboss.reports.output_files import form_of
from pitboss.reports.strategy import Style, strategy_chart

__all__ = ["chart"]


def chart(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a .png, .svg or .html file instead of showing it.")
    ] = None,
    play: Annotated[
        Style, typer.Option("--play", help="What the player looks at: every card, the first two, or totals.")
    ] = Style.BEST,
    json: Json = False,
) -> None:
    """Show how a game is best played, as a card in colour.

    Examples: `pitboss chart catfish-blackjack`, `pitboss chart blackjack-v5 --play total -o card.png`,
    `pitboss chart ultimate-texas-holdem -o card.html`, `pitboss chart blackjack-v5 --json`
    """
    from pitboss.reports.cards import CARD_FORMS, card, card_text

    form = form_of(output, CARD_FORMS) if output else None
    loaded = load(sheet, sets=set)
    made = strategy_chart(loaded, play)
    if output and form:
        write_file(output, card(made, form))
    if json:
        print_json({"sheet": loaded.name, "hash": loaded.hash, "play": play.value, **chart_json(made)})
        return
    if output:
        say(f"wrote {output}")
        return
    from rich.console import Console

    width = shutil.get_terminal_size((100, 24)).columns
    console = Console(width=width, highlight=False)
    for part in card_text(made, width=width):
        console.print(part)
