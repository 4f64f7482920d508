"""`pitboss protect`: which bets of a sheet counters can beat, by how much, and what stops them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Csv, Json, Sets, SheetName, check_one_form, load, print_json, write_csv, write_file
from pitboss.cli.math_pages import page, plain, shown_progress, table
from pitboss.cli.simulate import read_rounds, read_seed

if TYPE_CHECKING:
    from pitboss.maths.counting.protection import Exposure, Protection, State
    from pitboss.rules import Sheet

__all__ = ["protect"]


def protect(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    count: Annotated[
        str, typer.Option("--count", metavar="COUNT", help="The count of the main bet: a name or tags.")
    ] = "hi-lo",
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
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="FILE", help="Write all of it on paper.")] = None,
    json: Json = False,
    csv: Csv = "",
) -> None:
    """Which bets of a sheet counters can beat, by how much an hour, at which cut that stops, and what stops it.

    The main bet is counted by `--count`, each side bet by its own best count. Changes are listed for every bet that is
    beaten, by what they cost people who do not count, those that are sure to stop the counter first. It is kept.

    Examples: `pitboss protect catfish-blackjack`, `pitboss protect blackjack-v5 --cut 104 --spread 8`,
    `pitboss protect catfish-blackjack --count ko --json`, `pitboss protect catfish-blackjack --pdf counters.pdf`
    """
    from pitboss.maths.counting import read_count
    from pitboss.maths.games import GAME_MATHS
    from pitboss.maths.simulation.run import Plan
    from pitboss.reports.output_files import form_of
    from pitboss.reports.protection import BET_COLUMNS, PROTECT_KINDS, bet_rows, protection_json

    check_one_form(json=json, csv=csv)
    if pdf is not None:
        form_of(pdf, ("pdf",))
    loaded, plan = load(sheet, sets=set), Plan(read_rounds(rounds), read_seed(seed))
    found = GAME_MATHS[loaded.game].protect(
        loaded, read_count(count), cut=cut, spread=spread, per_hour=hour, rounds=plan.rounds,
        seed=plan.seed, progress=shown_progress,
    )  # fmt: skip
    told = protection_json(loaded, found)
    if pdf is not None:
        from pitboss.reports.protection_paper import protection_pdf

        write_file(pdf, protection_pdf(loaded, told))
    if csv:
        from pitboss.reports.as_csv import csv_text

        write_csv(csv, csv_text(BET_COLUMNS, bet_rows(told)), PROTECT_KINDS)
    if json:
        print_json(told)
    elif csv != "-":
        _show(loaded, found)


def _show(sheet: Sheet, found: Protection) -> None:
    out = page()
    out.print(
        f"[bold]{plain(sheet.title)}[/], {found.cut} cards behind the cut, {found.rounds_per_hour} rounds an hour"
    )
    if found.note:
        out.print(found.note)
        return
    heads = ("bet", "edge", "loses an hour", "±", "largest bet", "rounds", "stops at a cut of", "to somebody with")
    bets = table(*heads, right=range(1, 7))
    for one in found.exposures:
        stops = "none tried" if one.stops_at is None else f"{one.stops_at} cards"
        bets.add_row(
            plain(one.title), f"{one.house_edge:.2%}", _lost(one.per_hour, one.state), f"{one.error / 100:,.2f}",
            f"${one.stake / 100:,.0f}", f"{one.bets:.1%}", stops, plain(_counter(one)),
        )  # fmt: skip
    out.print(bets)
    for one in found.exposures:
        _show_changes(out, sheet, one, found)
    out.print(
        "In brackets: open, chance could make it or hide it. A counter is stopped who wins nothing even with two "
        "standard errors more; costs are off the top of the shoe."
    )


def _counter(one: Exposure) -> str:
    from pitboss.maths.counting.protection import MAIN

    return f"{one.counter}: {one.tags}" if one.tags and one.wager != MAIN else one.counter


def _lost(cents: float, state: State) -> str:
    """What is lost; in brackets where chance could make it, or hide it."""
    said = f"${cents / 100:,.2f}" if cents > 0 else "nothing"
    return f"({said})" if state == "open" else said


def _show_changes(out: Any, sheet: Sheet, bet: Exposure, found: Protection) -> None:
    """What was tried against the counter of a bet; of one that is not beaten nothing was."""
    from pitboss.reports.protection import remedy_words

    tried = found.changes(bet.wager)
    if not tried:
        return
    changes = table("change", "then loses an hour", "±", "costs the honest", title=plain(bet.title), right=(1, 2, 3))
    for remedy in tried:
        cost = f"{100 * remedy.honest_cost:+.3f} %" if remedy.honest_cost else "nothing"
        cost = "the bet is gone" if remedy.kind == "off" else cost
        lost = _lost(remedy.per_hour, remedy.state)
        typed = f"\n--set {plain(remedy.value)}" if remedy.kind == "rule" else ""
        changes.add_row(plain(remedy_words(sheet, remedy)) + typed, lost, f"{remedy.error / 100:,.2f}", cost)
    out.print(changes)
    least = found.least(bet.wager)
    if least is None:
        out.print("No change that was tried is sure to stop the counter.")
    else:
        out.print(plain(f"Least cost: {remedy_words(sheet, least)}."))
