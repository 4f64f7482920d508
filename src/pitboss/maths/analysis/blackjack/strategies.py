"""Strategies of blackjack for the page: what each costs, and the best by totals as a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pitboss.maths.analysis.analysis import ChartBlock, Strategy
from pitboss.maths.blackjack.record import UNSPLIT

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Solution
    from pitboss.maths.blackjack.playbook import Playbook

__all__ = ["KEY", "chart_of", "gain_notes", "strategies_of"]

UPS = (*range(1, 10), 0)
"""Up cards as indices, from the two to the ace."""
COLUMNS = tuple("23456789TA")
ROUNDING = 1e-12
"""What a sum of floating-point numbers may be off by."""
LETTERS = "SHDLPR"
"""By move: stand, hit, double, double for less, split, surrender."""
KEY = (
    "In the charts: S stand, H hit, D double, L double for less, P split, R surrender; "
    "hands that may not do so stand where a small s follows, and otherwise are hit."
)


def strategies_of(solution: Solution) -> tuple[tuple[Strategy, ...], Playbook]:
    """The best play by totals and by two cards with what they cost, and the first of the two."""
    from pitboss.maths.blackjack.evaluate import evaluate
    from pitboss.maths.blackjack.strategies import both

    totals, cards = both(solution)
    named = (
        ("best", "every card of the hand counts (best play)", None),
        ("two-card", "the first two cards, then totals", cards),
        ("total", "totals only", totals),
    )
    found = []
    for name, title, book in named:
        edge = solution.house_edge if book is None else -evaluate(solution.record, book, shoe=solution.shoe)
        found.append(Strategy(name, title, edge, edge - solution.house_edge))
    return tuple(found), totals


def gain_notes(strategies: Iterable[Strategy]) -> Iterator[str]:
    """Say it where a simpler strategy does better, as it can where pairs are split."""
    for strategy in strategies:
        if strategy.cost < -ROUNDING:
            yield (
                f"“{strategy.title.capitalize()}” does better than best play by {-strategy.cost * 100:.6f} %: best "
                "play has split hands played as is best for a hand alone, and this strategy is chosen for how often "
                "they come about."
            )


def chart_of(book: Playbook) -> tuple[ChartBlock, ...]:
    """The best play by totals: hard hands, soft hands and pairs against every up card."""
    hard = tuple((str(total), _row(book, *_hard(total))) for total in range(19, 4, -1))
    soft = tuple((f"A {low + 1}", _row(book, 0, low)) for low in range(8, 0, -1))
    pairs = tuple((f"{name} {name}", _row(book, low, low)) for name, low in zip("AT98765432", _PAIRS, strict=True))
    return (
        ChartBlock("Hard totals", COLUMNS, hard),
        ChartBlock("Soft hands", COLUMNS, soft),
        ChartBlock("Pairs", COLUMNS, pairs),
    )


_PAIRS = (0, *range(9, 0, -1))


def _hard(total: int) -> tuple[int, int]:
    """Two cards of a total that are no pair and no ace, as indices.

    >>> _hard(5), _hard(12), _hard(19)
    ((2, 1), (9, 1), (9, 8))
    """
    high = min(total - 3, 9)
    return high, total - 2 - high


def _row(book: Playbook, a: int, b: int) -> tuple[str, ...]:
    return tuple(_cell(book, up, a, b) for up in UPS)


def _cell(book: Playbook, up: int, a: int, b: int) -> str:
    """The letter of two cards, with an s where more cards with the same total stand."""
    from pitboss.maths.blackjack.playbook import Move

    move = int(book.first[UNSPLIT, up, a, b])
    total, soft = a + b + 2 + 10 * (0 in (a, b)), int(0 in (a, b))
    later = int(book.later[UNSPLIT, up, soft, total])
    alone = move in (Move.STAND, Move.HIT, Move.SPLIT) or later != Move.STAND
    return LETTERS[move] + ("" if alone else "s")
