"""The optional bet of poker against the dealer that needs only the player's own hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError, Refusal
from pitboss.maths.counting import Count
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.countability import BetByCount, Countability, Counting
from pitboss.maths.sidebets.game import JointFigures, PlayName, SideBetStakes
from pitboss.maths.sidebets.money import Chances, Lines, check_stake, paid_lines, paid_on, titles_of, wager_figures
from pitboss.money import Rounding, dollars
from pitboss.rules import Sheet
from pitboss.rules.game import Rules, bet_title

__all__ = ["OwnHandBet"]


class OwnHandBet:
    """A bet that pays by the line of the player's hand, dealt from one deck or what is left of it."""

    wager: ClassVar[str]
    hand_cards: ClassVar[int]
    """The cards that make the hand."""
    table_cards: ClassVar[int]
    """The cards of a round with one player."""

    def line_counts(self, deck: CardShoe) -> Counter[str]:
        """Return how many of all hands are of each line."""
        raise NotImplementedError

    def lines_without(self, deck: CardShoe, card: Card) -> Counter[str]:
        """Return the same once a card is gone."""
        return self.line_counts(deck.without(card))

    def folded(self, rules: Any) -> str:
        """Return what becomes of the bet of a hand that folds, in words."""
        raise NotImplementedError

    def wagers(self, sheet: Sheet) -> tuple[str, ...]:
        offered = _bet(sheet.rules, self.wager) is not None and self.wager in sheet.rules.table.side_bets
        return (self.wager,) if offered else ()

    def figures(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName) -> WagerFigures:
        from pitboss.maths.sidebets.poker import check_deck

        check_deck(cards, self.table_cards)
        return self._figures(sheet, cards, self.line_counts(cards), stakes[0])

    def effects(
        self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName
    ) -> dict[Card, Fraction]:
        """Where all suits hold the same ranks they can change places, so one suit tells for all."""
        whole = self.figures(sheet, wager, cards, stakes, play).exact_edge
        alike = all(len(set(cards.counts[rank : rank + 4])) == 1 for rank in range(0, 52, 4))
        found: dict[Card, Fraction] = {}
        for card in (card for card in DECK if cards.counts[card]):
            if alike and card & 3:
                found[card] = found[Card(card & ~3)]
                continue
            left = self._figures(sheet, cards.without(card), self.lines_without(cards, card), stakes[0])
            found[card] = left.exact_edge - whole
        return found

    def joint(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes) -> JointFigures:
        raise NotationError(f"{wager} does not depend on how the main game is played")

    def stakes_that_matter(self, sheet: Sheet, wager: str) -> list[SideBetStakes]:
        return [(None, None)]

    def countability(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting) -> Countability:
        raise Refusal("figures.nothing_to_count", wager=wager)

    def by_count(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting, count: Count) -> BetByCount:
        raise Refusal("figures.nothing_to_count", wager=wager)

    def _figures(self, sheet: Sheet, deck: CardShoe, counts: Counter[str], stake_cents: int | None) -> WagerFigures:
        from pitboss.maths.sidebets.poker import shares

        bet, title = _bet(sheet.rules, self.wager), bet_title(sheet.game, sheet.rules, self.wager)
        stake = bet.min if stake_cents is None else stake_cents
        check_stake(title, stake, low=bet.min, high=bet.max, step=bet.step)
        titles = titles_of(bet.pays)
        odds = {line: getattr(bet.pays, line) for line in titles}
        chances: Chances = {}
        for line, chance in shares(counts, deck.cards, self.hand_cards).items():
            lines = (line,) if line in titles else ()
            chances[lines] = chances.get(lines, Fraction(0)) + chance
        ends: list[Lines] = [(), *((line,) for line in titles)]
        paid = {lines: Fraction(paid_on(lines, stake, odds, rounding=Rounding.EXACT_CENT), stake) for lines in ends}
        basis = f"a stake of {dollars(stake)}, {deck.words}; a hand that folds {self.folded(sheet.rules)}"
        return wager_figures(self.wager, title, paid_lines(chances, paid, titles), basis)


def _bet(rules: Rules, wager: str) -> Any:
    return getattr(rules.bets, wager)
