"""`pitboss count`: what a count is good for on a sheet, and its index plays."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Csv, Json, Sets, SheetName, check_one_form, print_json, write_csv
from pitboss.cli.math_pages import page, plain, shown_progress, table
from pitboss.money import parse_cents
from pitboss.rules import load

if TYPE_CHECKING:
    from pitboss.maths.counting.studies import CountStudy, IndexPlay
    from pitboss.rules import Sheet

__all__ = ["count"]

ILLUSTRIOUS = 18
COLUMNS = ("hand", "up", "play", "count", "below", "instead", "threshold", "error", "gain", "spread_gain")


def count(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    count: Annotated[
        str, typer.Option("--count", metavar="COUNT", help='hi-lo, ko, zen, or tags such as "2-6=1 T-A=-1".')
    ] = "hi-lo",
    cut: Annotated[
        int | None, typer.Option("--cut", metavar="CARDS", help="Cards behind the cut card; default: the sheet's.")
    ] = None,
    stake: Annotated[str, typer.Option("--stake", metavar="AMOUNT", help="The bet; default: the minimum.")] = "",
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, help="How many index plays to show, by value; 0 for all.")
    ] = ILLUSTRIOUS,
    json: Json = False,
    csv: Csv = "",
) -> None:
    """What a count is good for on a sheet: betting, playing and insurance, and the plays that change with it.

    Examples: `pitboss count catfish-blackjack`, `pitboss count blackjack-v5 --count ko --top 0`,
    `pitboss count catfish-blackjack --count "2-6=1 T-A=-1; divide half decks; round nearest" --cut 78 --csv -`
    """
    from pitboss.maths.counting import read_count
    from pitboss.maths.games import GAME_MATHS
    from pitboss.reports.as_csv import csv_text

    check_one_form(json=json, csv=csv)
    loaded, counted = load(sheet, sets=set), read_count(count)
    cents = parse_cents(stake) if stake else None
    study = GAME_MATHS[loaded.game].study_count(loaded, counted, cut=cut, stake=cents, progress=shown_progress)
    plays = study.plays.by_value(top or len(study.plays.plays))
    if csv:
        write_csv(csv, csv_text(COLUMNS, [asdict(one) for one in plays]))
    if json:
        print_json(_as_json(loaded, study, plays))
    elif csv != "-":
        _show(loaded, study, plays)


def _as_json(sheet: Sheet, study: CountStudy, plays: tuple[IndexPlay, ...]) -> dict[str, Any]:
    found = {name: value for name, value in asdict(study).items() if name != "plays"}
    said = [{**asdict(one), "text": one.text} for one in plays]
    return {"sheet": sheet.name, "hash": sheet.hash, **found, "plays": said, "texts": study.plays.texts(plays)}


def _show(sheet: Sheet, study: CountStudy, plays: tuple[IndexPlay, ...]) -> None:
    out = page()
    out.print(f"[bold]{plain(study.title)}[/] on {plain(sheet.title)}, {study.cut} cards behind the cut")
    out.print(
        f"Betting correlation {study.betting_correlation:.3f}, playing efficiency {study.playing_efficiency:.2f}, "
        f"insurance correlation {study.insurance_correlation:.3f}."
    )
    gone = "  ".join(f"{rank} {100 * effect:+.3f}" for rank, effect in study.effects.items() if rank not in "JQK")
    out.print(f"A card that is gone changes the player's return by, in %: {gone}")
    rows = table(
        "play", "instead of", "changes at", "±", "flat bets", "1 to 8", title="Index plays by value",
        right=(2, 3, 4, 5),
    )  # fmt: skip
    for one in plays:
        figures = f"{one.threshold:+.2f}", f"{one.error:.2f}", f"{one.gain:.4f}", f"{one.spread_gain:.4f}"
        rows.add_row(one.text, one.instead, *figures)
    out.print(rows)
    out.print(
        f"Values in bets in 100 rounds; averaged over {study.met:,} random shoes by exact values of {study.shoes}. "
        "The second is for bets of one to eight units that follow the edge."
    )
