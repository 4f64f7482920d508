"""The pages of a simulation: for people, for other programs, and as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from math import sqrt
from typing import TYPE_CHECKING, Any

from pitboss.cli.math_pages import edge_text, page, plain, table
from pitboss.money import cents_text, dollars
from pitboss.rules.wager_words import line_title, wager_title

if TYPE_CHECKING:
    from pitboss.maths.simulation.figures import SimulatedWager
    from pitboss.maths.simulation.run import Result
    from pitboss.maths.simulation.setup import Setup
    from pitboss.reports.pictures import PictureForm
    from pitboss.rules import Sheet

__all__ = ["COLUMNS", "as_csv", "as_json", "drawn", "show"]

PLAYERS, POINTS, ROUNDS_EACH = 24, 25, 40
"""Bankrolls that are drawn: how many, at how many points, how many rounds apart."""


# --- for other programs -----------------------------------------------------------------------------------


def as_json(setup: Setup, result: Result, edges: Mapping[str, float], *, shift: int) -> dict[str, Any]:
    """The run as other programs read it."""
    return {
        "sheet": setup.sheet.name,
        "rounds": result.rounds,
        "asked": result.plan.rounds,
        "stopped": result.stopped,
        "seconds": round(result.seconds, 3),
        "rounds_per_second": round(result.rounds_per_second),
        "workers": result.workers,
        "seed": result.plan.seed,
        "seats": setup.seats,
        "basis": setup.about,
        "wagers": {
            name: _wager(result, name, wager, edges.get(name), shift=shift) for name, wager in result.wagers.items()
        },
        "counts": dict(sorted(result.tally.counts.items())),
        "counter": None if setup.counting is None else _counter_json(result),
        "by_count": {count: asdict(rounds) for count, rounds in sorted(result.tally.by_count.items())},
    }


COLUMNS = (
    "sheet", "seed", "rounds", "seats", "wager", "bets", "staked", "won", "house_edge", "standard_error", "low", "high",
    "standard_deviation", "element_of_risk", "exact_edge", "z_score", "worst", "best", "shift_rounds", "shift_hold",
    "shift_low", "shift_high", "shift_house_loses",
)  # fmt: skip


def as_csv(setup: Setup, result: Result, edges: Mapping[str, float], *, shift: int) -> str:
    """The run for a spreadsheet: one row for each wager."""
    from pitboss.reports.as_csv import csv_text

    told = as_json(setup, result, edges, shift=shift)
    run = {name: told[name] for name in ("sheet", "seed", "rounds", "seats")}
    rows = []
    for wager, figures in told["wagers"].items():
        low, high = figures["interval"]
        over = {f"shift_{name}": value for name, value in figures["shift"].items()}
        own = {name: value for name, value in figures.items() if name in COLUMNS}
        rows.append({**run, "wager": wager, **own, "low": low, "high": high, **over})
    return csv_text(COLUMNS, rows)


def _counter_json(result: Result) -> dict[str, Any]:
    """What a counter earns in a hundred rounds of the table, in dollars."""
    main, insurance = _of_counter(result)
    return {
        "won_per_100_rounds": main.won / result.rounds,
        "standard_error": main.spread_of_round / sqrt(result.rounds),
        "won_by_insurance": 0.0 if insurance is None else insurance.won / result.rounds,
        "average_bet": main.staked / main.bets / 100,
    }


def _of_counter(result: Result) -> tuple[SimulatedWager, SimulatedWager | None]:
    """The counter's main bets, and the insurance that they take."""
    wagers = result.wagers
    return wagers.get("counter") or wagers["main"], wagers.get("insurance")


def _wager(result: Result, name: str, wager: SimulatedWager, exact: float | None, *, shift: int) -> dict[str, Any]:
    over = wager.shift(shift)
    return {
        "house_edge": wager.house_edge,
        "standard_error": wager.standard_error,
        "interval": list(wager.interval),
        "standard_deviation": wager.standard_deviation,
        "element_of_risk": wager.element_of_risk,
        "exact_edge": exact,
        "z_score": None if exact is None else wager.z_score(exact),
        "bets": wager.bets,
        "staked": cents_text(wager.staked),
        "won": cents_text(wager.won),
        "worst": cents_text(wager.worst),
        "best": cents_text(wager.best),
        "shift": {
            "rounds": shift,
            "hold": over.hold,
            "low": over.low,
            "high": over.high,
            "house_loses": over.house_loses,
        },
        "lines": dict(sorted(result.tally.wagers[name].lines.items())),
    }


# --- for people -------------------------------------------------------------------------------------------


def show(setup: Setup, result: Result, edges: Mapping[str, float], *, shift: int) -> None:
    """The run on the terminal."""
    out = page()
    out.print(f"[bold]{plain(setup.sheet.title)}[/bold]  {plain(setup.sheet.name)}")
    seats = "1 seat" if setup.seats == 1 else f"{setup.seats} seats"
    workers = "1 worker" if result.workers == 1 else f"{result.workers} workers"
    out.print(
        f"{result.rounds:,} rounds, {seats}, seed {result.plan.seed}: {result.seconds:.2f} s with {workers}, "
        f"{result.rounds_per_second:,.0f} rounds per second"
    )
    if not result.rounds:
        return
    basis = setup.about
    said = [
        f"{name} {basis[name]}" for name in ("stakes", "tokes", "play", "cut card", "count", "meters") if name in basis
    ]
    out.print(f"Played: {plain('; '.join(said))}.")
    out.print(_edges(setup.sheet, result, edges))
    if edges and setup.maths.from_shoe:
        out.print(_about_exact(setup))
    if setup.counting is not None:
        out.print(_counter(result))
    out.print(_extremes(setup.sheet, result, shift))
    for name, tally in result.tally.wagers.items():
        if tally.lines:
            out.print(_lines(setup.sheet, name, tally.lines, tally.bets))
    if result.tally.counts:
        out.print(_counts(setup, result))


def _about_exact(setup: Setup) -> str:
    """What exact figures are for, and why a long run may differ from them."""
    cards = 52 * setup.sheet.rules.cards.decks
    if setup.cut == cards:
        return "Exact figures are for the first round of a shoe, which is what was played."
    return (
        "Exact figures are for the first round of a shoe. Behind a cut card the mean round is a little different, so "
        f"in a long run z grows by more than luck; --cut {cards} plays first rounds only."
    )


def _counter(result: Result) -> str:
    found = _counter_json(result)
    won, error = found["won_per_100_rounds"], found["standard_error"]
    insured = found["won_by_insurance"]
    more = f", and {'wins' if insured >= 0 else 'loses'} ${abs(insured):,.2f} more by insurance" if insured else ""
    return (
        f"The counter {'wins' if won >= 0 else 'loses'} ${abs(won):,.2f} in 100 rounds of the table on average "
        f"(standard error ${error:,.2f}), betting ${found['average_bet']:,.2f} a round that they play{more}."
    )


def _edges(sheet: Sheet, result: Result, edges: Mapping[str, float]) -> Any:
    headings = ("wager", "house edge", "95 % interval", "deviation", "exact", "z")
    rows = table(*headings, title="Edges, per unit of the initial stake", right=(1, 2, 3, 4, 5))
    for name, wager in result.wagers.items():
        low, high = wager.interval
        exact = edges.get(name)
        score = None if exact is None else wager.z_score(exact)
        rows.add_row(
            wager_title(sheet, name), edge_text(wager.house_edge), f"{low * 100:+.4f} to {high * 100:+.4f} %",
            f"{wager.standard_deviation:.4f}", "-" if exact is None else edge_text(exact),
            "-" if score is None else f"{score:+.2f}",
        )  # fmt: skip
    return rows


def _extremes(sheet: Sheet, result: Result, shift: int) -> Any:
    headings = ("wager", "staked", "worst", "best", "hold", "19 of 20 shifts", "house loses")
    rows = table(*headings, title=f"Single bets, and the hold over a shift of {shift:,} rounds", right=range(1, 7))
    for name, wager in result.wagers.items():
        over = wager.shift(shift)
        rows.add_row(
            wager_title(sheet, name), dollars(wager.staked), dollars(wager.worst), dollars(wager.best),
            f"{over.hold * 100:.2f} %", f"{over.low * 100:.1f} to {over.high * 100:.1f} %",
            f"{over.house_loses * 100:.1f} %",
        )  # fmt: skip
    return rows


def _lines(sheet: Sheet, name: str, lines: Mapping[str, int], bets: int) -> Any:
    rows = table("line", "times", "one in", title=f"Lines of {wager_title(sheet, name)}", right=(1, 2))
    for line, times in sorted(lines.items(), key=lambda item: item[1]):
        rows.add_row(line_title(sheet, name, line), f"{times:,}", f"{bets / times:,.1f}")
    return rows


def _counts(setup: Setup, result: Result) -> Any:
    rows = table("counted", "times", title="Counted", right=(1,))
    for name, times in sorted(result.tally.counts.items()):
        amount = "meter" in name or "reserve" in name or "house" in name
        rows.add_row(name, dollars(times) if amount and not setup.maths.from_shoe else f"{times:,}")
    return rows


# --- pictures ---------------------------------------------------------------------------------------------


def drawn(setup: Setup, result: Result, form: PictureForm) -> bytes:
    """Bankrolls of some players, and the distribution of every wager's results."""
    from pitboss.reports.panels import Results, bankrolls_of
    from pitboss.reports.pictures import picture

    rounds = [point * ROUNDS_EACH for point in range(POINTS + 1)]
    who = "one seat each" if setup.seats == 1 else f"{setup.seats} seats together"
    panels: list[Any] = [bankrolls_of(list(_bankrolls(setup, result)), rounds, title=f"Bankrolls, {who}")]
    for name, tally in result.tally.wagers.items():
        stake = tally.staked / tally.bets
        units = {cents / stake: float(times) for cents, times in sorted(tally.results.items())}
        panels.append(Results(units, title=f"Results of {wager_title(setup.sheet, name)}"))
    return picture(panels, form, title=f"{setup.sheet.title}: {result.rounds:,} rounds, seed {result.plan.seed}")


def _bankrolls(setup: Setup, result: Result) -> Iterator[list[int]]:
    """Running results in cents of players whose cards are their own, beside those of the run."""
    from pitboss.maths.simulation.tally import Tally

    for player in range(PLAYERS):
        seed, played, path = f"{result.plan.seed}, bankroll {player + 1}", Tally(), [0]
        for point in range(POINTS):
            played += setup.game.run(seed, point, ROUNDS_EACH)
            wagers = played.closed().wagers
            path.append(sum(tally.won for name, tally in wagers.items() if not name.startswith("toke")))
        yield path
