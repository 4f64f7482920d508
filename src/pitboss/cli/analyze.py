"""`pitboss analyze`: everything the mathematics has to say of a sheet, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cards import RANKS
from pitboss.cli.common import Csv, Json, Sets, SheetName, check_one_form, load, print_json, write_csv
from pitboss.cli.math_pages import Fresh, Stakes, edge_text, page, plain, read_stakes, shown_progress, table
from pitboss.money import dollars
from pitboss.reports.as_csv import analysis_csv
from pitboss.reports.as_json import analysis_json, exact_text
from pitboss.reports.numbers import for_one

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.maths.analysis import Analysis, ChartBlock, MainGame
    from pitboss.maths.analysis.removal import Effects
    from pitboss.maths.figures import LineFigure, WagerFigures

__all__ = ["analyze"]

MOST_RESULTS = 36
"""A page has room for this number of results of a round; the JSON has all."""
WHOLE_UNITS = 12
"""Where there are more, whole units up to here are told apart."""


def analyze(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    stake: Stakes = [],  # noqa: B006
    shoe: Annotated[
        str, typer.Option("--shoe", metavar="CARDS", help="The cards of the shoe, if not the sheet's decks.")
    ] = "",
    no_cache: Fresh = False,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="Take pay tables that pay better hands less than worse ones.")
    ] = False,
    removal: Annotated[
        bool, typer.Option("--removal", help="Also by how much each edge changes when one card is gone.")
    ] = False,
    meter: Annotated[
        list[str],
        typer.Option("--meter", metavar="NAME=AMOUNT", help="Where a meter stands, if not at its seed: major=250000."),
    ] = [],  # noqa: B006
    tables: Annotated[
        int | None, typer.Option("--tables", metavar="T", help="Tables on the link of a progressive; default 10.")
    ] = None,
    bettors: Annotated[
        int | None, typer.Option("--bettors", metavar="B", help="Progressive wagers at each; default 4.")
    ] = None,
    hands_per_hour: Annotated[
        int | None, typer.Option("--hands-per-hour", metavar="H", help="How fast each deals; default 30.")
    ] = None,
    json: Json = False,
    csv: Csv = "",
) -> None:
    """Work out every wager of a sheet: edge, deviation, lines, best play, and findings in plain words.

    Examples: `pitboss analyze catfish-blackjack`, `pitboss analyze games-of-chance-blackjack --stake match=4`,
    `pitboss analyze ultimate-texas-holdem --set bets.trips.pays.full_house=9:1 --json`,
    `pitboss analyze ultimate-texas-holdem --meter major=900000 --tables 12 --bettors 5 --hands-per-hour 40`,
    `pitboss analyze blackjack-v5 --csv figures.csv`
    """
    check_one_form(json=json, csv=csv)
    loaded = load(sheet, sets=set)
    from pitboss.maths import analysis

    floor = {"tables": tables, "bettors": bettors, "rounds_per_hour": hands_per_hour}
    asked = {name: number for name, number in floor.items() if number is not None}
    link = analysis.LinkBasis(read_stakes(meter), **asked) if meter or asked else None
    found = analysis.analyze(
        loaded, stakes=read_stakes(stake), shoe=shoe or None, cache=not no_cache, any_order=any_order,
        link=link, progress=shown_progress,
    )  # fmt: skip
    effects = analysis.effects_of_removal(loaded, stakes=read_stakes(stake), shoe=shoe or None) if removal else {}
    if csv:
        write_csv(csv, analysis_csv(found))
    if json:
        print_json(analysis_json(found) | ({"removal": _effects_json(effects)} if removal else {}))
    elif csv != "-":
        _show(found)
        if removal:
            page().print(_effects(effects))


# --- for other programs -----------------------------------------------------------------------------------


def _effects_json(effects: Effects) -> dict[str, Any]:
    return {wager: {card.text: float(change) for card, change in by.items()} for wager, by in effects.items()}


# --- for people -------------------------------------------------------------------------------------------


def _show(found: Analysis) -> None:
    out = page()
    out.print(f"[bold]{plain(found.title)}[/bold]  {plain(found.sheet)}, {found.cards}")
    out.print(f"Played: {plain(found.play)}.")
    out.print(_findings(found.findings))
    out.print(_wagers(found))
    for wager, figures in found.wagers.items():
        if figures.lines and wager != "main":
            out.print(_lines(figures))
    _show_main(out, found)


def _findings(findings: tuple[str, ...]) -> Any:
    from rich.padding import Padding
    from rich.table import Table

    rows = Table.grid(padding=(0, 1))
    for finding in findings or ("Nothing out of the ordinary.",):
        rows.add_row("-", finding)
    return Padding(rows, (1, 0, 0, 0))


def _effects(effects: Effects) -> Any:
    """The change of every edge by the rank that is gone, suits taken together; the JSON has every card."""
    rows = table("gone", *effects, title="Change of the house edge, one card gone", right=range(1, len(effects) + 1))
    for rank in reversed(RANKS):
        changes = ([float(change) for card, change in by.items() if card.rank == rank] for by in effects.values())
        rows.add_row(rank, *(edge_text(sum(each) / len(each)) if each else "" for each in changes))
    return rows


def _wagers(found: Analysis) -> Any:
    rows = table("wager", "stake", "house edge", "deviation", "exact edge", title="Wagers", right=(1, 2, 3))
    for wager, figures in found.wagers.items():
        exact = exact_text(figures.exact) or "-"
        rows.add_row(
            figures.title, dollars(found.stakes[wager]), edge_text(figures.house_edge),
            f"{figures.standard_deviation:.4f}", exact if len(exact) <= 40 else "see --json",
        )  # fmt: skip
    return rows


def _lines(figures: WagerFigures) -> Any:
    rows = table("line", "pays", "chance", "one in", title=figures.title, right=(1, 2, 3))
    for line in figures.lines:
        rows.add_row(line.title, _pays(line) + for_one(figures.wager, line.pays), *_chance(float(line.probability)))
    return rows


def _pays(line: LineFigure) -> str:
    if line.pays <= 0:
        return "push" if line.pays == 0 else "lost" if line.pays == -1 else f"{float(line.pays):g}"
    return (
        f"{line.pays.numerator:,} to {line.pays.denominator:,}"
        if line.pays.denominator < 100
        else f"{float(line.pays):.4f}"
    )


def _chance(chance: float) -> tuple[str, str]:
    return f"{chance * 100:.6f} %", f"{1 / chance:,.1f}" if chance else "never"


def _show_main(out: Console, found: Analysis) -> None:
    main = found.main
    facts = table("", "", title="The main game", right=(1,))
    facts.show_header = False
    if main.average_bet is not None:
        facts.add_row("staked in a round, in initial bets", f"{main.average_bet:.6f}")
    if main.element_of_risk is not None:
        facts.add_row("edge by all that is staked (element of risk)", edge_text(main.element_of_risk))
    for name, chance in main.outcomes.items():
        facts.add_row(name, f"{float(chance) * 100:.4f} %")
    out.print(facts)
    if main.bets:
        out.print(_bets(main.bets))
    if main.strategies:
        out.print(_strategies(main))
    for block in main.chart:
        out.print(_block(block))
    for note in (main.chart_key, *main.notes, *main.chart_exceptions):
        if note:
            out.print(note)
    if main.distribution is not None:
        out.print(_distribution(main.distribution, main.distribution_basis))


def _bets(bets: Mapping[str, Fraction]) -> Any:
    rows = table("bet", "its share of the edge", title="By bet, per unit of the Ante", right=(1,))
    for bet, edge in bets.items():
        rows.add_row(bet, edge_text(float(edge)))
    return rows


def _strategies(main: MainGame) -> Any:
    rows = table("strategy", "house edge", "costs", title="Strategies", right=(1, 2))
    for strategy in main.strategies:
        rows.add_row(strategy.title, edge_text(strategy.house_edge), edge_text(strategy.cost))
        for rule in strategy.rules:
            rows.add_row(f"  {rule}", "", "")
    return rows


def _block(block: ChartBlock) -> Any:
    rows = table("", *block.columns, title=block.title)
    for name, cells in block.rows:
        rows.add_row(name, *cells)
    return rows


def _distribution(distribution: Mapping[Fraction, Fraction | float], basis: str) -> Any:
    title = f"Result of a round, in initial bets ({basis})"
    rows = table("result", "chance", "one in", title=title, right=(0, 1, 2))
    for name, chance in _gathered(distribution):
        rows.add_row(name, *_chance(chance))
    return rows


def _gathered(distribution: Mapping[Fraction, Fraction | float]) -> Iterator[tuple[str, float]]:
    """Every result where there are few of them, otherwise whole units together."""
    if len(distribution) <= MOST_RESULTS:
        for result, chance in sorted(distribution.items()):
            yield f"{float(result):+g}" if result else "0", float(chance)
        return
    whole: dict[int, float] = {}
    for result, chance in distribution.items():
        whole[round(result)] = whole.get(round(result), 0.0) + float(chance)
    ordered = sorted(whole)
    low, high = ordered[0], ordered[-1]
    inner = [n for n in ordered if abs(n) <= WHOLE_UNITS]
    if low < inner[0]:
        yield f"{low:+d} to {inner[0] - 1:+d}", sum(whole[n] for n in ordered if n < inner[0])
    for n in inner:
        yield f"about {n:+d}" if n else "about 0", whole[n]
    if high > inner[-1]:
        yield f"{inner[-1] + 1:+d} to {high:+d}", sum(whole[n] for n in ordered if n > inner[-1])
