"""The strategy card of a blackjack sheet."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from pitboss.reports.look import FELTS
from pitboss.reports.strategy import TITLES, Style
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.maths.blackjack.playbook import Playbook
    from pitboss.maths.blackjack.record import BlackjackRecord
    from pitboss.maths.blackjack.solver import Solution
    from pitboss.reports.charts import Chart

__all__ = ["GAME", "in_short", "play_of"]

_LOOKS_AT: Final = {
    Style.BEST: "The edge is that of a player who looks at every card of the hand; here the first two cards are shown "
    "so, and totals of three or more cards by what is best for the total.",
    Style.TWO_CARD: "The player looks at both first cards, and from the third card on at the total only.",
    Style.TOTAL: "The player looks at the total only, whether it is soft, and at pairs.",
}
_RANKS: Final = "A23456789T"


class _Blackjack:
    def chart(self, sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
        return _chart(sheet, style, analysis)


def _chart(sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
    from pitboss.maths.blackjack.card_counts import plays_by_cards
    from pitboss.maths.blackjack.solver import solve
    from pitboss.reports import numbers
    from pitboss.reports.strategy.blackjack_chart import blackjack_chart

    solution = solve(sheet, stake_cents=analysis.stakes["main"] if analysis else None)
    book, edge = play_of(solution, style)
    record = solution.record
    return blackjack_chart(
        book,
        record,
        title=f"{TITLES[style]}, {sheet.title}",
        subtitle=f"{in_short(record)}. Columns are the dealer's up card.",
        felt=FELTS[sheet.felt],
        edge=numbers.percent(edge),
        basis=f"{_LOOKS_AT[style]} {_stakes(record)}",
        by_cards=tuple(plays_by_cards(solution, book)),
    )


def play_of(solution: Solution, style: Style) -> tuple[Playbook, float]:
    """The playbook of a style and the house edge against it."""
    from pitboss.maths.blackjack.evaluate import evaluate
    from pitboss.maths.blackjack.strategies import best_total_dependent, two_card

    book = best_total_dependent(solution) if style is Style.TOTAL else two_card(solution)
    if style is Style.BEST:
        return _by_the_cards(solution, book), solution.house_edge
    return book, -evaluate(solution.record, book, shoe=solution.shoe)


def _by_the_cards(solution: Solution, book: Playbook) -> Playbook:
    """A playbook whose first two cards are played as is best for just these."""
    from pitboss.maths.blackjack.record import UNSPLIT

    first, unsplit = book.first.copy(), book.unsplit.copy()
    for a, b in combinations_with_replacement(range(10), 2):
        for up in range(10):
            values = solution.values(f"{_RANKS[a]}s {_RANKS[b]}s", f"{_RANKS[up]}s")
            first[UNSPLIT, up, a, b] = first[UNSPLIT, up, b, a] = _best(values)
            if a == b:
                values.pop("split", None)
                unsplit[UNSPLIT, up, a] = _best(values)
    return replace(book, first=first, unsplit=unsplit)


def _best(values: dict[str, float]) -> int:
    from pitboss.maths.blackjack.playbook import Move

    name = max(values, key=lambda choice: values[choice])
    if name.startswith("double "):
        return Move.DOUBLE_LESS
    return Move.STAND if name == "go on" else Move[name.upper()]


def in_short(record: BlackjackRecord) -> str:
    """The rules that a player asks for first.

    >>> from pitboss.maths.blackjack.record import compile_record
    >>> from pitboss.rules import load
    >>> in_short(compile_record(load("catfish-blackjack")))
    '6 decks, dealer hits soft 17, double after split, no surrender'
    >>> in_short(compile_record(load("blackjack-v5", sets=["payouts.tie=21_wins"])))
    '6 decks, dealer hits soft 17, double after split, surrender, 21 wins ties'
    """
    from pitboss.maths.blackjack.record import NO_CHARLIE, SPLIT, TIES, UNSPLIT

    surrender = record.kinds[UNSPLIT].surrender is not None
    said = [
        "1 deck" if record.decks == 1 else f"{record.decks} decks",
        f"dealer {'hits' if record.hit_soft_17 else 'stands on'} soft 17",
        f"{'' if record.kinds[SPLIT].doubles else 'no '}double after split",
        ("early surrender" if record.early_surrender else "surrender") if surrender else "no surrender",
    ]
    said += ["no hole card"] * (not record.takes_hole_card)
    said += [f"{record.charlie}-card Charlie"] * (record.charlie < NO_CHARLIE)
    said += {"dealer_wins": ["dealer wins ties"], "21_wins": ["21 wins ties"]}.get(TIES[record.ties], [])
    said += ["bonuses"] * any(record.bonuses)
    return ", ".join(said)


def _stakes(record: BlackjackRecord) -> str:
    from pitboss.money import dollars

    return f"Worked out for the first round of a full shoe at a stake of {dollars(record.stake)}."


GAME: Final = _Blackjack()
