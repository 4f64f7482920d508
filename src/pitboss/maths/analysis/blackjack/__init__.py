"""A blackjack sheet analysed: main bet, side bets, strategies, and what is odd about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.bets import Bet, bets_in
from pitboss.cards import Card
from pitboss.games.blackjack.state import terms_of
from pitboss.maths import ahead
from pitboss.maths.analysis.analysis import Analysis, MainGame
from pitboss.maths.analysis.findings import at_other_stakes, percent, player_edges, rounding_costs
from pitboss.maths.analysis.progress import Step, Steps, knowing
from pitboss.maths.analysis.rule_changes import with_values
from pitboss.maths.analysis.stakes import telling_stakes
from pitboss.maths.blackjack.record import BlackjackRecord, compile_record
from pitboss.maths.figures import WagerFigures
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Solution, Spread

__all__ = ["analyze_blackjack"]

AHEAD = tuple(
    f"pitboss.maths.blackjack.{name}"
    for name in (
        "grids.number_sums", "grids.in_order", "grids.newton", "grids._evaluate", "grids._weigh", "grids._sums",
        "grids._join", "spreads.lone_results", "strategies.pass_on", "strategies.follow_chains",
        "strategies.weigh_chains",
    )
)  # fmt: skip
"""Kernels that are compiled while others find the best play."""

EXACTLY_PAID = {"blackjack.rounding": "none", "payouts.other_rounding": "none"}
"""The values of a sheet that never rounds down."""


def analyze_blackjack(
    sheet: Sheet, stakes: Mapping[str, int], cards: tuple[Card, ...] | None, progress: Steps
) -> Analysis:
    """Everything of a blackjack sheet, the quick refusals first."""
    from pitboss.maths.blackjack import full_shoe
    from pitboss.maths.blackjack.shoe import read_shoe
    from pitboss.maths.blackjack.solver import remembered

    ahead.start(*AHEAD)
    decks = sheet.rules.cards.decks
    shoe = full_shoe(decks) if cards is None else read_shoe(cards)
    with progress(5 + len(stakes) / 2) as step:  # shares as they were measured
        step("best play", 0.5)
        solution = remembered(compile_record(sheet, stake_cents=stakes["main"]), shoe)
        step = knowing(step, solution.house_edge)
        wagers: dict[str, WagerFigures] = {}
        for wager in stakes:
            if wager != "main":
                step(wager.replace("_", " "), 0.5)
                wagers[wager] = _side_bet(sheet, wager, stakes, cards)
        own, game = _main(sheet, solution, tuple(_joint(sheet, stakes, cards)), step)
        step("findings", 0.5)
        wagers = {"main": own["main"], **wagers}
        findings = tuple(_findings(sheet, stakes, cards, solution, wagers))
    if "insurance" in own:
        wagers["insurance"] = own["insurance"]
        stakes = {**stakes, "insurance": solution.record.insurance_stake}
        findings = (*player_edges([own["insurance"]], stakes), *findings)
    words = f"{decks} deck{'s' * (decks > 1)}" if cards is None else f"a shoe of {len(cards)} cards"
    return Analysis(sheet.name, sheet.title, sheet.hash, stakes, solution.basis, words, wagers, game, findings)


def _side_bet(sheet: Sheet, wager: str, stakes: Mapping[str, int], cards: tuple[Card, ...] | None) -> WagerFigures:
    from pitboss.maths.sidebets import bet_figures

    return bet_figures(sheet, wager, shoe=cards, stake_cents=stakes[wager], main_cents=stakes["main"])


def _joint(sheet: Sheet, stakes: Mapping[str, int], cards: tuple[Card, ...] | None) -> Iterator[str]:
    """What changes when a bet on the third card and the main bet are played for together."""
    from pitboss.maths.sidebets import joint_figures

    for wager in (bet.wager for bet in bets_in(sheet.rules.bets) if "third" in bet.needs and _drawn(sheet, bet)):
        if wager in stakes:
            found = joint_figures(sheet, wager, shoe=cards, stake_cents=stakes[wager], main_cents=stakes["main"])
            if not found.changes:
                yield f"Best play of the main bet is best for it and {found.side.title} together."
                continue
            yield (
                f"Played for both bets together, {found.side.title} has an edge of {percent(found.side.house_edge)}, "
                f"and the main bet gives up {percent(found.main_cost)}."
            )


def _drawn(sheet: Sheet, bet: Bet) -> bool:
    """Whether the third card comes only if the hand draws it, so that the play counts."""
    return getattr(bet.section_in(sheet.rules.bets), "third_card", "") != "always_dealt"


def _main(
    sheet: Sheet, solution: Solution, notes: tuple[str, ...], step: Step
) -> tuple[Mapping[str, WagerFigures], MainGame]:
    """The main bet and insurance, and the game in detail."""
    from pitboss.maths.analysis.blackjack.strategies import KEY, chart_of, gain_notes, strategies_of
    from pitboss.maths.blackjack import figures

    step("spread of results", 3)
    found = figures(sheet, shoe=solution.shoe, stake_cents=solution.record.stake)
    step("strategies", 1.5)
    strategies, totals = strategies_of(solution)
    spread, stake = found.spread, solution.record.stake
    results = {Fraction(cents, stake): chance for cents, chance in sorted(spread.distribution.items())}
    game = MainGame(
        average_bet=found.average_bet,
        element_of_risk=found.element_of_risk,
        outcomes=_outcomes(spread, results),
        distribution=results,
        distribution_basis=f"its mean meets the edge to {abs(spread.mean - solution.expectation) + 1e-16:.0e}",
        strategies=strategies,
        chart=chart_of(totals),
        notes=(*gain_notes(strategies), *notes),
        chart_key=KEY,
    )
    return found.wagers, game


def _outcomes(spreads: Spread, results: Mapping[Fraction, float]) -> dict[str, float]:
    """How often a round ends ahead, even and behind, and how often in each way."""
    from pitboss.maths.blackjack.spreads import ENDINGS

    found = {
        "rounds won": sum(chance for units, chance in results.items() if units > 0),
        "rounds even": sum(chance for units, chance in results.items() if units == 0),
        "rounds lost": sum(chance for units, chance in results.items() if units < 0),
    }
    ways = {words: spreads.frequency(name) for name, words in ENDINGS.items()}
    return found | {words: chance for words, chance in ways.items() if chance}


# --- findings ---------------------------------------------------------------------------------------------


def _findings(
    sheet: Sheet,
    stakes: Mapping[str, int],
    cards: tuple[Card, ...] | None,
    solution: Solution,
    wagers: Mapping[str, WagerFigures],
) -> Iterator[str]:
    from pitboss.maths.analysis.blackjack.unused import unused_options
    from pitboss.maths.sidebets import pay_table_findings

    yield from player_edges(wagers.values(), stakes)
    paid_exactly = with_values(sheet, EXACTLY_PAID)
    for wager, figures in wagers.items():
        edges, exact = (_edges(each, wager, stakes, cards, solution) for each in (sheet, paid_exactly))
        name = "the main bet" if wager == "main" else figures.title
        yield from at_other_stakes(name, edges, stakes[wager])
        yield from rounding_costs(name, edges, exact, stakes[wager])
    yield from unused_options(solution)
    if cards is None:
        yield from pay_table_findings(sheet)


def _edges(
    sheet: Sheet, wager: str, stakes: Mapping[str, int], cards: tuple[Card, ...] | None, solution: Solution
) -> dict[int, float]:
    """The edge of a wager at every stake that can change it."""
    if wager == "main":
        return _main_edges(sheet, solution)
    return {
        cents: _side_bet(sheet, wager, {**stakes, wager: cents}, cards).house_edge
        for cents in telling_stakes(sheet, wager, stakes[wager])
    }


def _main_edges(sheet: Sheet, solution: Solution) -> dict[int, float]:
    """The edge of the main bet at every stake that can change it; stakes that pay alike are solved once."""
    from pitboss.maths.blackjack.solver import solve_record

    any_size = terms_of(sheet).double.stake == "up_to_bet"
    known = {_per_unit(solution.record, any_size): solution.house_edge}
    found: dict[int, float] = {}
    for cents in telling_stakes(sheet, "main", solution.record.stake):
        record = compile_record(sheet, stake_cents=cents)
        alike = _per_unit(record, any_size)
        if alike not in known:
            known[alike] = solve_record(record, solution.shoe).house_edge
        found[cents] = known[alike]
    return found


def _per_unit(record: BlackjackRecord, any_size: bool) -> tuple[object, ...]:
    """A record by what it pays per unit of the bet.

    The least double of a sheet that allows any is left out: it is another share of every bet, and never better than a
    hit where one is allowed.
    """
    from pitboss.maths.blackjack import play as k
    from pitboss.maths.blackjack.kernel_terms import terms_row

    rows = [terms_row(record, kind) for kind in range(len(record.kinds))]
    for row in rows:
        if any_size:
            row[[k.LESS_WIN, k.LESS_LOSE, k.MAY_LESS]] = 0.0
    amounts = (record.early_loss, record.natural_pays, record.tie_against_ten, record.tie_against_ace)
    insured = (record.even_money or 0, record.insurance_stake, record.insurance_pays)
    bonuses = [prize.win for prizes in record.bonuses for prize in prizes]
    per_unit = tuple(cents / record.stake for cents in (*amounts, *insured, *bonuses))
    return (*(tuple(row.tolist()) for row in rows), per_unit, record.most_hands)
