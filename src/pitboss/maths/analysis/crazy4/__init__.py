"""A sheet of Crazy 4 Poker analysed: the game, Queens Up, the progressive, and what is odd about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.maths import ahead
from pitboss.maths.analysis.analysis import Analysis, ChartBlock
from pitboss.maths.analysis.findings import at_other_stakes, player_edges
from pitboss.maths.analysis.poker import check_link, edges_by_stake, every_edge, every_wager, main_game, two_strategies
from pitboss.maths.analysis.progress import Steps, knowing
from pitboss.maths.analysis.progressive_notes import LinkBasis, link_notes
from pitboss.maths.figures import WagerFigures
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.crazy4 import Crazy4Record, Crazy4Solution
    from pitboss.maths.crazy4.simple import SimplePlay
    from pitboss.maths.progressive import ProgressiveFigures

__all__ = ["analyze_crazy4", "crazy4_edges"]

WORDS = {
    "win": "rounds won", "not open": "rounds in which the dealer did not open", "tie": "rounds tied",
    "lose": "rounds lost after a bet", "fold": "rounds folded",
}  # fmt: skip
SHOWN_EXCEPTIONS = 24


def analyze_crazy4(sheet: Sheet, stakes: Mapping[str, int], basis: LinkBasis, progress: Steps) -> Analysis:
    """Return everything of a sheet, its link as it stands."""
    from pitboss.maths.crazy4 import compile_crazy4
    from pitboss.maths.crazy4.simple import simple_cost

    ahead.start("pitboss.maths._kernels.crazy4_hands.face_all")  # while others count and rank hands
    compile_crazy4(sheet, stake_cents=stakes["main"])  # refuses at once what cannot be solved
    check_link(sheet, basis)
    with progress(4) as step:
        step("best play over all deals", 2)
        solution = _solved(sheet, stakes["main"])
        step = knowing(step, float(solution.house_edge))
        step("a play to remember", 1)
        simple = simple_cost(sheet, solution)
        step("optional bets", 0.5)
        link = _progressive(sheet, basis) if "progressive" in stakes else None
        wagers = every_wager(sheet, stakes, solution.figures(), link.figures if link else None)
        notes = tuple(link_notes(sheet, link, basis)) if link else ()
        step("findings", 0.5)
        findings = tuple(_findings(sheet, stakes, solution, wagers))
    strategies = two_strategies(solution, simple.solution, simple.cost, simple.lines)
    game = main_game(solution, WORDS, strategies, _charts(solution), notes, exceptions=_exceptions(simple))
    return Analysis(
        sheet.name, sheet.title, sheet.hash, stakes, solution.record.basis, "one deck", wagers, game, findings
    )


def crazy4_edges(sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
    """Return the edge of every wager; the progressive with its meters at their seeds and one bettor."""
    solution = _solved(sheet, stakes["main"])
    return every_edge(sheet, stakes, solution, lambda: _progressive(sheet, LinkBasis()).figures)


def _solved(sheet: Sheet, stake: int) -> Crazy4Solution:
    from pitboss.maths.crazy4 import solve

    return solve(sheet, stake_cents=stake)


def _progressive(sheet: Sheet, basis: LinkBasis) -> ProgressiveFigures:
    """The progressive of one bettor with its meters as they stand; best play folds no hand that wins it."""
    from pitboss.maths.progressive import progressive_figures

    return progressive_figures(sheet, meters=basis.meters)


def _exceptions(simple: SimplePlay) -> tuple[str, ...]:
    """Where best play decides otherwise than the rule, by five ranks; letters alike are cards of one suit."""
    if not simple.exceptions:
        return ()
    shown = [f"{one.text}." for one in simple.exceptions[:SHOWN_EXCEPTIONS]]
    more = len(simple.exceptions) - len(shown)
    heading = "Exceptions, by the fifth card and the suits in this order (equal letters are one suit):"
    return (heading, *shown, *([f"And {more} more sets of ranks."] if more else ()))


def _charts(solution: Crazy4Solution) -> Iterator[ChartBlock]:
    """What is best by what the hand is, then by the first two of high cards, then by all four where that depends."""
    from pitboss.maths.crazy4 import kinds as k
    from pitboss.maths.crazy4.showdowns import faced

    hands = faced(solution.record.opens)
    rows = tuple((name, (k.letter_of(solution, hands, mask),)) for name, mask in k.kinds(hands))
    yield ChartBlock("By what the hand is", ("bet",), rows)
    two = {name: k.letter_of(solution, hands, mask) for name, mask in k.first_two(hands).items()}
    yield _block("High cards: the highest (row) and the second", two, 1)
    for name, letter in two.items():
        if letter == k.DEPENDS:
            yield _by_four(solution, hands, name)


def _by_four(solution: Crazy4Solution, hands: object, two: str) -> ChartBlock:
    from pitboss.maths.crazy4 import kinds as k
    from pitboss.maths.crazy4.showdowns import FacedHands

    assert isinstance(hands, FacedHands)
    four = {name: k.letter_of(solution, hands, mask) for name, mask in k.four_ranks(hands, two).items()}
    title = f"{two[0]} {two[1]} high: with the third card (row) and the fourth; * by the fifth card and suits"
    return _block(title, four, len(two) + 1)


def _block(title: str, letters: Mapping[str, str], named: int) -> ChartBlock:
    """A square of hands by their ranks: ``named`` of them name the row, the last the column; none is empty."""
    from pitboss.cards import RANKS

    rows = dict.fromkeys(name[:named] for name in letters)
    columns = tuple(rank for rank in reversed(RANKS) if any(name[named:] == rank for name in letters))
    return ChartBlock(
        title, columns, tuple((row, tuple(letters.get(row + rank, "") for rank in columns)) for row in rows)
    )


# --- findings ---------------------------------------------------------------------------------------------


def _findings(
    sheet: Sheet, stakes: Mapping[str, int], solution: Crazy4Solution, wagers: Mapping[str, WagerFigures]
) -> Iterator[str]:
    from pitboss.maths.sidebets import pay_table_findings

    yield from player_edges(wagers.values(), stakes)
    yield from at_other_stakes("the main bets", _edges_by_stake(sheet, stakes["main"]), stakes["main"])
    made = {decision for decision, count in solution.frequencies.items() if count}
    for bet in solution.record.bets:
        if f"{bet.multiple}x" not in made:
            yield f"Best play never bets {bet.multiple}x."
    if "fold" not in made:
        yield "Best play never folds."
    yield from pay_table_findings(sheet)


def _edges_by_stake(sheet: Sheet, stake: int) -> dict[int, float]:
    from pitboss.maths.crazy4 import compile_crazy4

    return edges_by_stake(
        sheet,
        stake,
        per_unit=lambda cents: _per_unit(compile_crazy4(sheet, stake_cents=cents)),
        edge=lambda cents: _solved(sheet, cents).house_edge,
        known={},
    )


def _per_unit(record: Crazy4Record) -> tuple[object, ...]:
    """A record by what it pays per unit of the Ante."""
    bets = tuple(
        (bet.multiple, Fraction(bet.win, record.stake), Fraction(bet.lose, record.stake)) for bet in record.bets
    )
    bonus = tuple((line, Fraction(cents, record.stake)) for line, cents in record.bonus_lines)
    return bets, bonus, Fraction(record.ante_win, record.stake), record.opens
