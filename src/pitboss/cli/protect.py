"""`pitboss protect`: which bets of a sheet counters can beat, by how much, and what stops them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Csv, Json, Sets, SheetName, check_one_form, print_json, write_csv
from pitboss.cli.math_pages import page, plain, shown_progress, table
from pitboss.cli.simulate import read_rounds, read_seed
from pitboss.rules import load

if TYPE_CHECKING:
    from pitboss.maths.counting.protection import Exposure, Protection
    from pitboss.rules import Sheet

__all__ = ["protect"]

COLUMNS = ("wager", "title", "counter", "stake", "cut", "per_hour", "error", "stops_at", "exact")


def protect(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    cut: Annotated[
        int | None, typer.Option("--cut", metavar="CARDS", help="Cards behind the cut card; default: the sheet's.")
    ] = None,
    spread: Annotated[
        int, typer.Option("--spread", metavar="N", min=2, help="The counter's largest bet, in minimum bets.")
    ] = 12,
    hour: Annotated[int, typer.Option("--rounds-per-hour", metavar="R", min=1, help="Rounds in an hour.")] = 70,
    rounds: Annotated[
        str, typer.Option("--rounds", "-n", metavar="N", help="Rounds played for each cut and change.")
    ] = "4M",
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed gives the same cards.")] = "1",
    json: Json = False,
    csv: Csv = "",
) -> None:
    """Which bets of a sheet counters can beat, by how much an hour, at which cut that stops, and what stops it.

    Changes are listed by what they cost people who do not count, those that stop the counter of the main bet first.

    Examples: `pitboss protect catfish-blackjack`, `pitboss protect blackjack-v5 --cut 104 --spread 8`,
    `pitboss protect catfish-blackjack --json`
    """
    from pitboss.maths.games import GAME_MATHS

    check_one_form(json=json, csv=csv)
    loaded = load(sheet, sets=set)
    found = GAME_MATHS[loaded.game].protect(
        loaded, cut=cut, spread=spread, per_hour=hour, rounds=read_rounds(rounds), seed=read_seed(seed),
        progress=shown_progress,
    )  # fmt: skip
    if csv:
        from pitboss.reports.as_csv import csv_text

        write_csv(csv, csv_text(COLUMNS, [row for one in found.exposures for row in _rows(one)]))
    if json:
        print_json(_as_json(loaded, found))
    elif csv != "-":
        _show(loaded, found)


def _rows(exposure: Exposure) -> list[dict[str, Any]]:
    about = {name: value for name, value in asdict(exposure).items() if name in COLUMNS}
    about["stake"] = exposure.stake / 100
    return [
        {**about, "cut": one.cut, "per_hour": one.per_hour / 100, "error": one.error / 100} for one in exposure.depths
    ]


def _as_json(sheet: Sheet, found: Protection) -> dict[str, Any]:
    return {
        "sheet": sheet.name, "hash": sheet.hash, "cut": found.cut, "rounds_per_hour": found.rounds_per_hour,
        "spread": found.spread, "note": found.note,
        "bets": [{**asdict(one), "beaten": one.beaten} for one in found.exposures],
        "changes": [{**asdict(one), "stops": one.stops} for one in found.remedies],
        "least": None if found.least is None else found.least.change,
    }  # fmt: skip


def _show(sheet: Sheet, found: Protection) -> None:
    out = page()
    out.print(
        f"[bold]{plain(sheet.title)}[/], {found.cut} cards behind the cut, {found.rounds_per_hour} rounds an hour"
    )
    if found.note:
        out.print(found.note)
        return
    bets = table(
        "bet", "loses an hour", "±", "largest bet", "stops at a cut of", "to somebody with", right=(1, 2, 3, 4)
    )
    for one in found.exposures:
        lost = f"${one.per_hour / 100:,.2f}" if one.beaten else "nothing"
        stops = "none tried" if one.stops_at is None else f"{one.stops_at}"
        bets.add_row(plain(one.title), lost, f"{one.error / 100:,.2f}", f"${one.stake / 100:,.0f}", stops, one.counter)
    out.print(bets)
    changes = table("change", "then loses an hour", "±", "costs the honest", title="Main bet", right=(1, 2, 3))
    for remedy in found.remedies:
        lost = "nothing" if remedy.stops else f"${remedy.per_hour / 100:,.2f}"
        cost = f"{100 * remedy.honest_cost:+.3f} %" if remedy.honest_cost else "nothing"
        changes.add_row(plain(remedy.change), lost, f"{remedy.error / 100:,.2f}", cost)
    out.print(changes)
    said = (
        "No change that was tried stops the counter." if found.least is None else f"Least cost: {found.least.change}."
    )
    out.print(plain(said))
