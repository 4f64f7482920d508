"""A hold'em sheet analysed: the game, Trips, the progressive under that play, and what is odd about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from pitboss.maths import ahead
from pitboss.maths.analysis.analysis import Analysis, ChartBlock, Strategy
from pitboss.maths.analysis.findings import at_other_stakes, percent, player_edges, rounding_costs
from pitboss.maths.analysis.poker import check_link, edges_by_stake, every_edge, every_wager, main_game, two_strategies
from pitboss.maths.analysis.progress import Steps, knowing
from pitboss.maths.analysis.progressive_notes import LinkBasis, link_notes
from pitboss.maths.analysis.rule_changes import with_values
from pitboss.maths.figures import WagerFigures
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.holdem import HoldemRecord, HoldemSolution, RankedBoards
    from pitboss.maths.progressive import ProgressiveFigures

__all__ = ["analyze_holdem", "holdem_edges"]

AHEAD = tuple(
    f"pitboss.maths._kernels.{name}"
    for name in (
        "poker_batch.evaluate_all", "holdem_tally.tally_sorts", "holdem_lines.tally_lines", "holdem_outs.bet_by_outs",
        "holdem_tally.plays_by_sorts", "holdem_tally.plays_alike", "holdem_lines.weigh_lines",
    )
)  # fmt: skip
"""Kernels that are compiled while others count hands, and rank and weigh the boards."""

EXACTLY_PAID = {"blind.rounding": "none"}
"""The values of a sheet that never rounds down."""

RANKS = "AKQJT98765432"
WORDS = {"win": "rounds won", "tie": "rounds tied", "lose": "rounds lost after a bet", "fold": "rounds folded"}


def analyze_holdem(sheet: Sheet, stakes: Mapping[str, int], basis: LinkBasis, progress: Steps) -> Analysis:
    """Everything of a hold'em sheet, its link as it stands."""
    ahead.start(*AHEAD)
    record = _record(sheet, stakes["main"])  # refuses at once what cannot be solved
    check_link(sheet, basis)
    with progress(13) as step:  # shares as they were measured
        step("ranking every board", 2)
        _boards()
        step("best play over all deals", 4)
        solution = _solved(record, sheet, stakes["main"])
        step = knowing(step, float(solution.house_edge))
        step("a play to remember", 3.8)
        strategies = _strategies(sheet, solution)
        step("optional bets", 0.1)
        link = _progressive(sheet, solution, basis) if "progressive" in stakes else None
        wagers = every_wager(sheet, stakes, solution.figures(), link.figures if link else None)
        step("playing for the progressive, too", 3)
        notes = (*link_notes(sheet, link, basis), _joint_note(sheet, solution, link, _boards())) if link else ()
        step("findings", 0.1)
        findings = tuple(_findings(sheet, stakes, solution, wagers))
    game = main_game(solution, WORDS, strategies, (_chart(solution),), notes)
    return Analysis(
        sheet.name, sheet.title, sheet.hash, stakes, solution.record.basis, "one deck", wagers, game, findings
    )


def holdem_edges(sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
    """The edge of every wager; the progressive with its meters at their seeds and one bettor."""
    solution = _solved(_record(sheet, stakes["main"]), sheet, stakes["main"])
    return every_edge(sheet, stakes, solution, lambda: _progressive(sheet, solution, LinkBasis()).figures)


@lru_cache(maxsize=1)
def _boards() -> RankedBoards:
    from pitboss.maths.holdem import rank_all

    return rank_all()


def _record(sheet: Sheet, stake: int) -> HoldemRecord:
    from pitboss.maths.holdem import compile_holdem

    return compile_holdem(sheet, stake_cents=stake)


_SOLVED: dict[HoldemRecord, HoldemSolution] = {}


def _solved(record: HoldemRecord, sheet: Sheet, stake: int) -> HoldemSolution:
    """The solution by its record, as most rules of a sheet do not touch the game; the last few are remembered."""
    from pitboss.maths.holdem import solve

    if record not in _SOLVED:
        while len(_SOLVED) >= 2:
            del _SOLVED[next(iter(_SOLVED))]
        _SOLVED[record] = solve(sheet, stake_cents=stake, boards=_boards())
    return _SOLVED[record]


def _progressive(sheet: Sheet, solution: HoldemSolution, basis: LinkBasis) -> ProgressiveFigures:
    """The progressive of one bettor with its meters as they stand, hands folded as the game is played."""
    from pitboss.maths.holdem import progressive_under_play
    from pitboss.maths.progressive import progressive_figures

    return progressive_figures(sheet, meters=basis.meters, not_folded=progressive_under_play(solution))


def _strategies(sheet: Sheet, solution: HoldemSolution) -> tuple[Strategy, ...]:
    from pitboss.maths.holdem.simple import simple_cost

    found = simple_cost(sheet, best=solution, stake_cents=solution.record.stake, boards=_boards())
    return two_strategies(solution, found.simple, found.cost, found.rules.lines())


def _chart(solution: HoldemSolution) -> ChartBlock:
    """The best choice before the flop for every kind of hole cards, suited ones right of the pairs."""

    def cell(row: int, column: int) -> str:
        high, low = sorted((row, column))
        kind = "" if row == column else "s" if row < column else "o"
        return solution.choice(f"{RANKS[high]}{RANKS[low]}{kind}").replace("check", ".")

    rows = tuple((rank, tuple(cell(i, j) for j in range(13))) for i, rank in enumerate(RANKS))
    return ChartBlock("Before the flop (suited right of the pairs, a dot is a check)", tuple(RANKS), rows)


# --- findings ---------------------------------------------------------------------------------------------


def _findings(
    sheet: Sheet, stakes: Mapping[str, int], solution: HoldemSolution, wagers: Mapping[str, WagerFigures]
) -> Iterator[str]:
    from pitboss.maths.sidebets import pay_table_findings

    yield from player_edges(wagers.values(), stakes)
    edges, exact = (
        _edges_by_stake(each, stakes["main"], solution) for each in (sheet, with_values(sheet, EXACTLY_PAID))
    )
    yield from at_other_stakes("the main bets", edges, stakes["main"])
    yield from rounding_costs("the main bets", edges, exact, stakes["main"])
    yield from _unused(solution)
    yield from pay_table_findings(sheet)


def _unused(solution: HoldemSolution) -> Iterator[str]:
    """Choices that are offered and never best."""
    offered = {choice: None for values in solution.hands.values() for choice in values}
    taken = {solution.choice(hand) for hand in solution.hands}
    for choice in offered:
        if choice not in taken:
            did = "folds" if choice == "fold" else "checks" if choice == "check" else f"bets {choice}"
            yield f"Best play never {did} before the flop."
    bet = {decision.split()[0] for decision, count in solution.frequencies.items() if count}
    for street, terms in (("flop", solution.record.flop), ("river", solution.record.river)):
        if terms is not None and street not in bet:
            yield f"Best play never bets on the {street}."
    if "fold" not in bet:
        yield "Best play never folds."


def _edges_by_stake(sheet: Sheet, stake: int, solution: HoldemSolution) -> dict[int, float]:
    return edges_by_stake(
        sheet,
        stake,
        per_unit=lambda cents: _per_unit(_record(sheet, cents)),
        edge=lambda cents: _solved(_record(sheet, cents), sheet, cents).house_edge,
        known={_per_unit(solution.record): solution.house_edge},
    )


def _per_unit(record: HoldemRecord) -> tuple[object, ...]:
    """A record by what it pays per unit of the Ante."""
    bets = tuple(
        None if bet is None else (bet.multiple, Fraction(bet.win, record.stake), Fraction(bet.lose, record.stake))
        for bet in (*record.preflop, record.flop, record.river)
    )
    amounts = tuple(Fraction(cents, record.stake) for cents in (record.ante_win, *record.blind_pays))
    return bets, amounts


def _joint_note(sheet: Sheet, solution: HoldemSolution, link: ProgressiveFigures, boards: RankedBoards) -> str:
    """What changes when the game is played for the progressive, too."""
    from pitboss.maths.holdem.joint_progressive import joint_progressive

    found = joint_progressive(sheet, solution, meters=link.meters, boards=boards)
    shown = " and ".join(f"a {name.capitalize()} of {dollars(cents)}" for name, cents in link.meters.items())
    return (
        f"Played for both together, with {shown}, the progressive has an edge of "
        f"{percent(found.progressive.house_edge)}, and the main bets give up {percent(float(found.main_cost))} of the "
        "Ante."
    )
