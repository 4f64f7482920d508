"""The side bet of hold'em that needs nothing but the cards: Trips."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError, Refusal
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.countability import Countability, Counting
from pitboss.maths.sidebets.game import JointFigures, PlayName, SideBetStakes
from pitboss.maths.sidebets.money import Chances, Lines, check_stake, paid_lines, paid_on, titles_of, wager_figures
from pitboss.money import Rounding, dollars
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

__all__ = ["GAME"]

TABLE_CARDS = 9
"""Board, one player and the dealer."""


class _Holdem:
    def wagers(self, sheet: Sheet) -> tuple[str, ...]:
        return ("trips",) if _offers_trips(_rules(sheet)) else ()

    def figures(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName) -> WagerFigures:
        return _trips(_rules(sheet), cards, stakes[0])

    def effects(
        self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName
    ) -> dict[Card, Fraction]:
        return _trips_effects(_rules(sheet), cards, stakes[0])

    def joint(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes) -> JointFigures:
        raise NotationError(f"{wager} does not depend on how the main game is played")

    def stakes_that_matter(self, sheet: Sheet, wager: str) -> list[SideBetStakes]:
        return [(None, None)]

    def countability(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting) -> Countability:
        raise Refusal("figures.nothing_to_count", wager=wager)


def _rules(sheet: Sheet) -> HoldemRules:
    assert isinstance(sheet.rules, HoldemRules)
    return sheet.rules


def _offers_trips(rules: HoldemRules) -> bool:
    return rules.bets.trips is not None and "trips" in rules.table.side_bets


def _trips(rules: HoldemRules, deck: CardShoe, stake_cents: int | None) -> WagerFigures:
    from pitboss.maths.sidebets.poker import check_deck, line_counts

    check_deck(deck, TABLE_CARDS)
    return _trips_of(rules, deck, line_counts(deck.counts, 7), stake_cents)


def _trips_of(rules: HoldemRules, deck: CardShoe, counts: Counter[str], stake_cents: int | None) -> WagerFigures:
    from pitboss.maths.sidebets.poker import shares

    trips = rules.bets.trips
    assert trips is not None
    stake = trips.min if stake_cents is None else stake_cents
    check_stake("Trips", stake, low=trips.min, high=trips.max, step=trips.step)
    titles = titles_of(trips.pays)
    odds = {line: getattr(trips.pays, line) for line in titles}
    chances: Chances = {}
    for line, chance in shares(counts, deck.cards, 7).items():
        lines = (line,) if line in titles else ()
        chances[lines] = chances.get(lines, Fraction(0)) + chance
    ends: list[Lines] = [(), *((line,) for line in titles)]
    paid = {lines: Fraction(paid_on(lines, stake, odds, rounding=Rounding.EXACT_CENT), stake) for lines in ends}
    basis = f"a stake of {dollars(stake)}, {deck.words}; a hand that folds is tucked and stays in for Trips"
    return wager_figures("trips", "Trips", paid_lines(chances, paid, titles), basis)


def _trips_effects(rules: HoldemRules, deck: CardShoe, stake_cents: int | None) -> dict[Card, Fraction]:
    """Where all suits hold the same ranks they can change places, so one suit tells for all."""
    from pitboss.maths.sidebets.poker import lines_without

    whole = _trips(rules, deck, stake_cents).exact_edge
    alike = all(len(set(deck.counts[rank : rank + 4])) == 1 for rank in range(0, 52, 4))
    found: dict[Card, Fraction] = {}
    for card in (card for card in DECK if deck.counts[card]):
        if alike and card & 3:
            found[card] = found[Card(card & ~3)]
            continue
        left = lines_without(deck.counts, 7, card)
        found[card] = _trips_of(rules, deck.without(card), left, stake_cents).exact_edge - whole
    return found


GAME: Final = _Holdem()
