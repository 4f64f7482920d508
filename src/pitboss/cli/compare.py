"""`pitboss compare`: the difference between two sheets, rule by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, Sets, SheetName, full_name, load, print_json
from pitboss.cli.math_pages import Fresh, Stakes, edge_text, page, plain, read_stakes, shown_progress, table
from pitboss.cli.shell_completion import sheet_names
from pitboss.errors import NotationError
from pitboss.reports.as_json import comparison_json, sheet_with

if TYPE_CHECKING:
    from pitboss.maths.analysis import Comparison

__all__ = ["compare"]


def compare(
    a: SheetName,
    b: Annotated[
        str,
        typer.Argument(
            metavar="OTHER",
            help="The sheet to hold against it; without one, see --set.",
            autocompletion=sheet_names,
            callback=full_name,
        ),
    ] = "",
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    stake: Stakes = [],  # noqa: B006
    no_cache: Fresh = False,
    json: Json = False,
) -> None:
    """Say what each rule that differs does to the edge of every wager, alone and all together.

    With `--set` the second sheet has these values; without a second sheet it is the first one with them.

    Examples: `pitboss compare catfish-blackjack blackjack-v5`,
    `pitboss compare catfish-blackjack --set soft_17=stand --set decks=8`
    """
    if not b and not set:
        raise NotationError("there is nothing to compare with", expected="a second sheet or --set key=value")
    one, other = load(a), load(b or a, sets=set)
    from pitboss.maths import analysis

    found = analysis.compare(one, other, stakes=read_stakes(stake), cache=not no_cache, progress=shown_progress)
    if json:
        print_json(comparison_json(found, set))
    else:
        _show(found, set)


def _show(found: Comparison, sets: list[str]) -> None:
    out = page()
    out.print(f"[bold]{plain(found.a.name)}[/bold] against [bold]{plain(sheet_with(found.b, sets))}[/bold]")
    rows = table("wager", "first", "second", "difference", right=(1, 2, 3), title="House edge")
    for wager in {**found.edges_a, **found.edges_b}:
        cells = [found.edges_a.get(wager), found.edges_b.get(wager), found.moved.get(wager)]
        rows.add_row(_title(found, wager), *("-" if cell is None else edge_text(cell) for cell in cells))
    out.print(rows)
    if found.effects:
        _show_effects(out, found)
    if found.neutral:
        out.print(f"Differ too, and move none of these figures: {', '.join(c.name for c in found.neutral)}.")
    for effect in found.refused:
        out.print(f"Not solved: {effect.change.name} alone: {effect.refused}.")
    if found.refused_b:
        out.print(f"Not solved: all together: {found.refused_b}.")
    for departure in found.b.departures:
        out.print(f"The second sheet leaves its document: {departure}.")


def _title(found: Comparison, wager: str) -> str:
    """A wager by its name on the layout of a sheet that has it."""
    from pitboss.rules.wager_words import wager_title

    return wager_title(found.a if wager in found.edges_a else found.b, wager)


def _show_effects(out: Any, found: Comparison) -> None:
    rows = table(
        "rule", "first", "second", "wager", "edge with it", "moves by", right=(4, 5), title="Each change alone"
    )
    for effect in found.effects:
        moved = sorted(effect.moved.items(), key=lambda item: -abs(item[1]))
        cells = [effect.change.name, effect.change.before, effect.change.after]
        for wager, by in moved:
            if abs(by) > 1e-12:
                rows.add_row(*cells, _title(found, wager), edge_text(effect.edges[wager]), edge_text(by))
                cells = ["", "", ""]
    for wager, beyond in found.together.items():
        if len(found.effects) > 1 and abs(beyond) > 1e-12:
            rows.add_row("together, beyond the sum", "", "", _title(found, wager), "", edge_text(beyond))
    out.print(rows)
