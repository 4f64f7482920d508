"""From a sheet to its strategy card: solve the game, take the play that was asked for, write the card."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from pitboss.errors import NotationError
from pitboss.reports.look import felt
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis, Strategy
    from pitboss.maths.blackjack.playbook import Playbook
    from pitboss.maths.blackjack.solver import Solution
    from pitboss.maths.record import Record
    from pitboss.reports.charts import Chart

__all__ = ["Style", "blackjack_play", "in_short", "strategy_chart"]


class Style(StrEnum):
    """How much a player looks at."""

    BEST = "best"
    TWO_CARD = "two-card"
    TOTAL = "total"


_TITLES: Final = {
    Style.BEST: "Best play",
    Style.TWO_CARD: "Best play by two cards",
    Style.TOTAL: "Best play by totals",
}
_LOOKS_AT: Final = {
    Style.BEST: "The edge is that of a player who looks at every card of the hand; here the first two cards are shown "
    "so, and totals of three or more cards by what is best for the total.",
    Style.TWO_CARD: "The player looks at both first cards, and from the third card on at the total only.",
    Style.TOTAL: "The player looks at the total only, whether it is soft, and at pairs.",
}
_RANKS: Final = "A23456789T"


def strategy_chart(sheet: Sheet, style: Style = Style.BEST, *, analysis: Analysis | None = None) -> Chart:
    """The card of a sheet for one style of play, at the stake of an analysis where there is one at hand."""
    if isinstance(sheet.rules, BlackjackRules):
        return _blackjack(sheet, style, analysis.stakes["main"] if analysis else None)
    return _holdem(sheet, style, analysis)


# blackjack


def _blackjack(sheet: Sheet, style: Style, stake_cents: int | None) -> Chart:
    from pitboss.maths.blackjack.solver import solve
    from pitboss.reports import numbers
    from pitboss.reports.blackjack_chart import blackjack_chart

    solution = solve(sheet, stake_cents=stake_cents)
    book, edge = blackjack_play(solution, style)
    record = solution.record
    return blackjack_chart(
        book,
        record,
        title=f"{_TITLES[style]}, {sheet.title}",
        subtitle=f"{in_short(record)}. Columns are the dealer's up card.",
        felt=felt(sheet.name, *sheet.extends),
        edge=numbers.percent(edge),
        basis=f"{_LOOKS_AT[style]} {_stakes(record)}",
    )


def blackjack_play(solution: Solution, style: Style) -> tuple[Playbook, float]:
    """The playbook of a style and the house edge against it."""
    from pitboss.maths.blackjack.evaluate import evaluate
    from pitboss.maths.blackjack.strategies import best_total_dependent, two_card

    book = best_total_dependent(solution) if style is Style.TOTAL else two_card(solution)
    if style is Style.BEST:
        return _by_the_cards(solution, book), solution.house_edge
    return book, -evaluate(solution.record, book, shoe=solution.shoe)


def _by_the_cards(solution: Solution, book: Playbook) -> Playbook:
    """A playbook whose first two cards are played as is best for just these."""
    from pitboss.maths.record import UNSPLIT

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


def in_short(record: Record) -> str:
    """The rules that a player asks for first.

    >>> from pitboss.maths.record import compile_record
    >>> from pitboss.rules import load
    >>> in_short(compile_record(load("catfish-blackjack")))
    '6 decks, dealer hits soft 17, double after split, no surrender'
    """
    from pitboss.maths.record import SPLIT, UNSPLIT

    surrender = record.kinds[UNSPLIT].surrender is not None
    said = [
        "1 deck" if record.decks == 1 else f"{record.decks} decks",
        f"dealer {'hits' if record.hit_soft_17 else 'stands on'} soft 17",
        f"{'' if record.kinds[SPLIT].doubles else 'no '}double after split",
        ("early surrender" if record.early_surrender else "surrender") if surrender else "no surrender",
    ]
    return ", ".join(said)


def _stakes(record: Record) -> str:
    from pitboss.money import dollars

    return f"Worked out for the first round of a full shoe at a stake of {dollars(record.stake)}."


# hold'em


def _holdem(sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
    """The raises before the flop from the analysis, which is kept on disk, and its sentences for the later streets."""
    from pitboss.reports import numbers
    from pitboss.reports.holdem_chart import holdem_chart, holdem_class

    if style is not Style.BEST:
        raise NotationError(f'"{style}" is a way to play blackjack', expected=f"--play best for {sheet.name}")
    if analysis is None:
        from pitboss.maths.analysis.analysis import analyze

        analysis = analyze(sheet)
    rows = analysis.main.chart[0].rows
    return holdem_chart(
        {
            holdem_class(row, column): choice.replace(".", "check")
            for row, (_, choices) in enumerate(rows)
            for column, choice in enumerate(choices)
        },
        title=f"{_TITLES[style]}, {sheet.title}",
        subtitle="The first bet, on two cards",
        felt=felt(sheet.name, *sheet.extends),
        rules=[line for strategy in analysis.main.strategies for line in _told(strategy)],
        edge=numbers.percent(analysis.wagers["main"].house_edge),
        basis=_sentence(analysis.wagers["main"].basis),
    )


def _told(strategy: Strategy) -> tuple[str, ...]:
    """A strategy that can be said in sentences, and what it costs."""
    from pitboss.reports import numbers

    if not strategy.rules:
        return ()
    return (f"{strategy.title} (costs {numbers.percent(strategy.cost)} of the ante):", *strategy.rules)


def _sentence(text: str) -> str:
    """Words as a sentence.

    >>> _sentence("a stake of $5")
    'A stake of $5.'
    """
    return text[:1].upper() + text[1:].rstrip(".") + "."
