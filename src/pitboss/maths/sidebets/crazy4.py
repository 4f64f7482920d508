"""The side bet of Crazy 4 Poker that needs nothing but the cards: Queens Up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError, Refusal
from pitboss.games.crazy4.settling import queens_up_line
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.countability import Countability, Counting
from pitboss.maths.sidebets.game import JointFigures, PlayName, SideBetStakes
from pitboss.maths.sidebets.money import Chances, Lines, check_stake, paid_lines, paid_on, titles_of, wager_figures
from pitboss.money import Rounding, dollars
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["GAME"]

TABLE_CARDS = 10
"""One player and the dealer."""


class _Crazy4:
    def wagers(self, sheet: Sheet) -> tuple[str, ...]:
        rules = _rules(sheet)
        return ("queens_up",) if rules.bets.queens_up is not None and "queens_up" in rules.table.side_bets else ()

    def figures(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName) -> WagerFigures:
        return _queens_up(_rules(sheet), cards, stakes[0])

    def effects(
        self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName
    ) -> dict[Card, Fraction]:
        """Where all suits hold the same ranks they can change places, so one suit tells for all."""
        rules = _rules(sheet)
        whole = _queens_up(rules, cards, stakes[0]).exact_edge
        alike = all(len(set(cards.counts[rank : rank + 4])) == 1 for rank in range(0, 52, 4))
        found: dict[Card, Fraction] = {}
        for card in (card for card in DECK if cards.counts[card]):
            if alike and card & 3:
                found[card] = found[Card(card & ~3)]
            else:
                found[card] = _queens_up(rules, cards.without(card), stakes[0]).exact_edge - whole
        return found

    def joint(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes) -> JointFigures:
        raise NotationError(f"{wager} does not depend on how the main game is played")

    def stakes_that_matter(self, sheet: Sheet, wager: str) -> list[SideBetStakes]:
        return [(None, None)]

    def countability(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting) -> Countability:
        raise Refusal("figures.nothing_to_count", wager=wager)


def _rules(sheet: Sheet) -> Crazy4Rules:
    assert isinstance(sheet.rules, Crazy4Rules)
    return sheet.rules


@lru_cache(maxsize=64)
def _line_counts(counts: tuple[int, ...]) -> Counter[str]:
    """How many of all hands of five cards are of each line, by the function that names it at the table."""
    from pitboss.maths._kernels.crazy4_hands import STRENGTHS, count_strengths

    strengths = np.zeros(STRENGTHS, np.int64)
    count_strengths(np.flatnonzero(np.array(counts)).astype(np.int64), strengths)
    found: Counter[str] = Counter()
    for strength in np.flatnonzero(strengths).tolist():
        found[queens_up_line(strength)] += int(strengths[strength])
    return found


def _queens_up(rules: Crazy4Rules, deck: CardShoe, stake_cents: int | None) -> WagerFigures:
    from pitboss.maths.sidebets.poker import check_deck

    check_deck(deck, TABLE_CARDS)
    bet = rules.bets.queens_up
    assert bet is not None
    stake = bet.min if stake_cents is None else stake_cents
    check_stake("Queens Up", stake, low=bet.min, high=bet.max, step=bet.step)
    titles = titles_of(bet.pays)
    odds = {line: getattr(bet.pays, line) for line in titles}
    chances: Chances = {}
    for line, times in _line_counts(deck.counts).items():
        lines = (line,) if line in titles else ()
        chances[lines] = chances.get(lines, Fraction(0)) + Fraction(times, comb(deck.cards, 5))
    ends: list[Lines] = [(), *((line,) for line in titles)]
    paid = {lines: Fraction(paid_on(lines, stake, odds, rounding=Rounding.EXACT_CENT), stake) for lines in ends}
    kept = "stays in for Queens Up" if rules.play.fold_keeps_queens_up else "loses it; none that pays is folded at best"
    basis = f"a stake of {dollars(stake)}, {deck.words}; a hand that folds {kept}"
    return wager_figures("queens_up", "Queens Up", paid_lines(chances, paid, titles), basis)


GAME: Final = _Crazy4()
