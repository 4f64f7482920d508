"""`pitboss count`: what a count is good for on a sheet, and its index plays."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pitboss.cli.common import Csv, Json, Sets, SheetName, check_one_form, load, print_json, write_csv
from pitboss.cli.math_pages import page, plain, shown_progress, table
from pitboss.cli.simulate import given
from pitboss.errors import NotationError
from pitboss.money import parse_cents

if TYPE_CHECKING:
    from pitboss.maths.counting.studies import CountStudy, IndexPlay
    from pitboss.rules import Sheet

__all__ = ["count"]

ILLUSTRIOUS = 18
OF_MAIN: Final = {
    "stake": "--stake", "top": "--top", "rounds": "--rounds", "seats": "--seats", "hands": "--hands", "bank": "--bank",
    "risk": "--risk", "least": "--min", "most": "--max", "chips": "--chips", "back_count": "--back-count",
    "vary": "--vary", "seed": "--seed", "save": "--save", "resume": "--resume", "plot": "--plot", "pdf": "--pdf",
}  # fmt: skip
"""Options that say nothing of side bets."""


def count(
    context: typer.Context,
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    count: Annotated[
        str, typer.Option("--count", metavar="COUNT", help='hi-lo, ko, zen, or tags such as "2-6=1 T-A=-1".')
    ] = "hi-lo",
    cut: Annotated[
        int | None, typer.Option("--cut", metavar="CARDS", help="Cards behind the cut card; default: the sheet's.")
    ] = None,
    wager: Annotated[
        str, typer.Option("--wager", metavar="WAGER", help="A side bet by the count, or all of them: all.")
    ] = "main",
    stake: Annotated[str, typer.Option("--stake", metavar="AMOUNT", help="The bet; default: the minimum.")] = "",
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, help="How many index plays to show, by value; 0 for all.")
    ] = ILLUSTRIOUS,
    rounds: Annotated[
        str, typer.Option("--rounds", "-n", metavar="N", help="Play this number of rounds by the count: 20M.")
    ] = "",
    seats: Annotated[int, typer.Option("--seats", metavar="K", help="Seats in play, the counter's the last.")] = 1,
    hands: Annotated[int, typer.Option("--hands", metavar="H", help="Spots that the counter bets on.")] = 1,
    bank: Annotated[str, typer.Option("--bank", metavar="AMOUNT", help="What the counter can lose.")] = "10000",
    risk: Annotated[float, typer.Option("--risk", metavar="R", help="The risk of ruin that is accepted.")] = 0.05,
    least: Annotated[str, typer.Option("--min", metavar="AMOUNT", help="The smallest bet; default: the table's.")] = "",
    most: Annotated[str, typer.Option("--max", metavar="AMOUNT", help="The largest bet; default: the table's.")] = "",
    chips: Annotated[str, typer.Option("--chips", metavar="AMOUNT", help="Bets are whole numbers of these.")] = "",
    back_count: Annotated[bool, typer.Option("--back-count", help="Sit out rounds without an edge.")] = False,
    vary: Annotated[
        list[str],
        typer.Option("--vary", metavar="WHAT=VALUES", help='What else could be: "cut=52 104", "cards.decks=2 8".'),
    ] = [],  # noqa: B006
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed gives the same cards.")] = "1",
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep what is played there.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved run.")] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw edge and bets by count: .png, .svg or .html.")
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", metavar="FILE", help="Write all of it on paper; needs --rounds.")
    ] = None,
    json: Json = False,
    csv: Csv = "",
) -> int:
    """What a count is good for on a sheet: betting, playing and insurance, and the plays that change with it.

    With --rounds it is played: edge, deviation and frequency by count, the best bets for a bank and a risk, what they
    win, risk of ruin, N0 and SCORE; with --vary beside other cuts, decks, spreads and rules.

    With --wager a side bet is looked at by the count: its edge at each count, and what betting it when ahead brings.

    Examples: `pitboss count catfish-blackjack`, `pitboss count blackjack-v5 --count ko --top 0`,
    `pitboss count catfish-blackjack --count zen --wager trilux`,
    `pitboss count catfish-blackjack --count "2-6=1 T-A=-1; divide half decks; round nearest" --cut 78 --csv -`,
    `pitboss count catfish-blackjack -n 20M --bank 20000 --risk 0.05 --max 200 --vary "cut=52 104" --vary "spread=8 12"`
    """
    from pitboss.maths.counting import read_count
    from pitboss.maths.counting.risk import Bettor
    from pitboss.maths.games import GAME_MATHS
    from pitboss.reports.as_csv import csv_text
    from pitboss.reports.counts import COUNT_KINDS, PLAY_COLUMNS, study_json

    check_one_form(json=json, csv=csv)
    loaded, counted = load(sheet, sets=set), read_count(count)
    if wager != "main":
        from pitboss.cli.count_bets import show_bets

        _check_options(context)
        show_bets(loaded, counted, wager, cut=cut, json=json, csv=csv)
        return 0
    cents = parse_cents(stake) if stake else None
    bettor = None
    if rounds or resume is not None or vary:
        from pitboss.cli.count_worth import Paper, Played, check_worth, show_worth

        table = loaded.rules.table
        bettor = Bettor(
            parse_cents(bank), risk, parse_cents(least) if least else table.minimum,
            parse_cents(most) if most else table.maximum, parse_cents(chips) if chips else table.bet_step, hands,
            play_all=not back_count,
        )  # fmt: skip
        played = Played(loaded, counted, (), cut, seats, cents, rounds, seed, save, resume, sheet, tuple(set))
        check_worth(played, vary, plot=plot, pdf=pdf)
    elif pdf is not None:
        raise NotationError("on paper stands what is played by the count", expected="--rounds, such as -n 20M")
    study = GAME_MATHS[loaded.game].study_count(loaded, counted, cut=cut, stake=cents, progress=shown_progress)
    plays = study.plays.by_value(top or len(study.plays.plays))
    if bettor is not None:
        played = replace(played, plays=tuple(study.plays.texts(plays)))
        paper = None if pdf is None else Paper(pdf, study_json(loaded, study, plays))
        return show_worth(played, bettor, vary, plot=plot, paper=paper, json=json, csv=csv)
    if csv:
        write_csv(csv, csv_text(PLAY_COLUMNS, [asdict(one) for one in plays]), COUNT_KINDS)
    if json:
        print_json(study_json(loaded, study, plays))
    elif csv != "-":
        _show(loaded, study, plays)
    return 0


def _check_options(context: typer.Context) -> None:
    """Refuse options that a look at side bets ignores."""
    for option, name in OF_MAIN.items():
        if given(context, option):
            raise NotationError(f"{name} does not go with --wager", expected="--count, --cut, --set, --json or --csv")


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
