"""The felt of a blackjack table: hands, totals, and what happens to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.cards import UNKNOWN, Card
from pitboss.cli.play.felt import Felt, Paint, Tellers
from pitboss.games import events as e
from pitboss.games.hand_numbers import renumbered
from pitboss.hands.totals import is_ace_ten, total
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["BlackjackFelt"]


class BlackjackFelt(Felt):
    """Hands in their boxes, and the dealer's."""

    shoe_words: ClassVar[Mapping[str, str]] = {
        "decks_brought": "{decks} new decks are brought to the table.",
        "decks_verified": "Each deck is spread and verified.",
        "announced": "“{words}”",
        "supervisor_ack": "The supervisor acknowledges the shuffle.",
        "standard_shuffle": "The dealer shuffles: {procedure}.",
        "cut_passed_to_dealer": "Nobody cuts: the dealer does.",
        "brick_not_cut": "Nobody cuts, and the brick stays as it is.",
        "cards_cut": "Cut with {at} cards in front.",
        "cut_card_placed": "The cut card goes in after {position} cards.",
        "burn": "One card is burned.",
        "cut_card_out": "The cut card is out: the cards are shuffled before the next round.",
        "last_hand": "This is the last round of the shoe.",
    }

    def __init__(self, paint: Paint, sheet: Sheet) -> None:
        super().__init__(paint, sheet)
        self.hands: dict[tuple[int, int], list[Card]] = {}
        self.stakes: dict[tuple[int, int], int] = {}
        self.shown = False

    # what lies there

    def lines(self) -> list[str]:
        """The dealer's cards, and each hand that is on the table."""
        rows = [
            (key, self.name(*key), f"  {dollars(self.stakes.get(key, 0))}" if key[0] else "")
            for key, cards in sorted(self.hands.items())
            if cards
        ]
        wide = max((len(name) for _, name, _ in rows), default=0)
        return [
            f"  {self.paint('bold', name.ljust(wide))}  {self.hand(*key)}" + (self.paint("dim", stake) if stake else "")
            for key, name, stake in rows
        ]

    def hand(self, box: int, hand: int = 0, paint: Paint | None = None) -> str:
        """The cards of a hand and their total, as far as they can be seen."""
        cards = self.hands.get((box, hand), [])
        seen = [card for card in cards if card is not UNKNOWN]
        text = (paint or self.paint).cards(cards)
        if len(seen) < 2:
            return text
        natural = is_ace_ten(cards) and (box, 1) not in self.stakes
        return f"{text} = {'blackjack' if natural else total(seen).text}" + " and one card" * (len(seen) < len(cards))

    def name(self, box: int, hand: int = 0) -> str:
        several = (box, 1) in self.stakes
        return super().name(box) + (f" hand {hand + 1}" if several else "")

    # what happens

    def tell(self, event: e.Event) -> list[str]:
        """Take an event in, and say it."""
        dealing = isinstance(event, e.CardDealt) and event.why in ("deal", "hole")
        before = [] if dealing else self.tell_deal()
        return [*before, *super().tell(event)]

    def tell_deal(self) -> list[str]:
        """The deal is shown whole, once, when all its cards are out."""
        if self.shown or not self.hands:
            return []
        self.shown = True
        return self.lines()

    def _dealt(self, event: e.CardDealt) -> list[str]:
        key = (event.spot, event.hand)
        self.hands.setdefault(key, []).append(event.card)
        if event.why in ("deal", "hole"):
            return []
        if event.why == "side_bet":
            self.hands[key].pop()
            return [f"  A third card for the side bet of spot {event.spot}: {self.paint.cards([event.card])}"]
        gets = {"dealer": "draws", "split": "gets"}.get(event.why, "draws")
        return [f"  {self.name(*key)} {gets} {self.paint.cards([event.card])}: {self.hand(*key)}"]

    def _bet(self, event: e.BetPlaced) -> list[str]:
        if event.wager == "main":
            self.stakes[(event.spot, 0)] = event.cents
        return []

    def _changed(self, event: e.BetChanged) -> list[str]:
        if event.wager == "main":
            self.stakes[(event.spot, 0)] = event.cents
        return []

    def _taken_back(self, event: e.BetTakenBack) -> list[str]:
        if event.wager == "main":
            self.stakes.pop((event.spot, 0), None)
        return []

    def _no_bet(self, event: e.NoBet) -> list[str]:
        return [f"  Chips outside the box are no bet.{self.paint.clause(event.clause)}"]

    def _called(self, event: e.Called) -> list[str]:
        if event.text.isdigit():
            return []  # the total stands beside the cards
        whom = "" if event.to == "table" else f" (to the {event.to})"
        return [f"  {self.paint('yellow', f'“{event.text}”')}{whom}{self.paint.clause(event.clause)}"]

    def _peeked(self, event: e.Peeked) -> list[str]:
        found = "blackjack!" if event.blackjack else "no blackjack."
        return [f"  The dealer looks at the hole card: {found}{self.paint.clause(event.clause)}"]

    def _turned(self, event: e.HoleTurned) -> list[str]:
        cards = self.hands.setdefault((0, 0), [])
        if UNKNOWN in cards:
            cards[cards.index(UNKNOWN)] = event.card
        return [f"  Dealer turns {self.paint.cards([event.card])}: {self.hand(0)}"]

    def _double_turned(self, event: e.DoubleCardTurned) -> list[str]:
        key = (event.spot, event.hand)
        cards = self.hands[key]
        cards[cards.index(UNKNOWN)] = event.card
        return [f"  {self.name(*key)} turns {self.paint.cards([event.card])}: {self.hand(*key)}"]

    def _doubled(self, event: e.HandDoubled) -> list[str]:
        key = (event.spot, event.hand)
        self.stakes[key] = self.stakes.get(key, 0) + event.cents
        how = "free, on a lammer" if event.free else f"for {dollars(event.cents)}"
        return [f"  {self.name(*key)} doubles {how}.{self.paint.clause(event.clause)}"]

    def _split(self, event: e.HandSplit) -> list[str]:
        key, new = (event.spot, event.hand), (event.spot, event.new_hand)
        self.hands = renumbered(self.hands, spot=event.spot, new_hand=event.new_hand)
        self.stakes = renumbered(self.stakes, spot=event.spot, new_hand=event.new_hand)
        self.hands[new] = [self.hands[key].pop()]
        self.stakes[new] = event.cents
        how = "free, on a lammer" if event.free else f"for {dollars(event.cents)}"
        return [f"  Spot {event.spot} splits {how}.{self.paint.clause(event.clause)}"]

    def _broke(self, event: e.HandBroke) -> list[str]:
        return [f"  {self.name(event.spot, event.hand)} breaks with {event.total}.{self.paint.clause(event.clause)}"]

    def _tucked(self, event: e.HandTucked) -> list[str]:
        return [f"  Its cards are tucked under the bet until the free hands are over.{self.paint.clause(event.clause)}"]

    def _cut_card(self, event: e.CutCardOut) -> list[str]:
        return [f"  {self.paint('yellow', 'The cut card comes out.')}{self.paint.clause(event.clause)}"]

    def _discarded(self, event: e.CardsDiscarded) -> list[str]:
        self.hands.pop((event.spot, event.hand), None)
        return []

    TELLERS: ClassVar[Tellers] = {
        **Felt.TELLERS,
        e.BetPlaced: _bet,
        e.BetChanged: _changed,
        e.BetTakenBack: _taken_back,
        e.NoBet: _no_bet,
        e.Called: _called,
        e.CardDealt: _dealt,
        e.Peeked: _peeked,
        e.HoleTurned: _turned,
        e.DoubleCardTurned: _double_turned,
        e.HandDoubled: _doubled,
        e.HandSplit: _split,
        e.HandBroke: _broke,
        e.HandTucked: _tucked,
        e.CutCardOut: _cut_card,
        e.CardsDiscarded: _discarded,
    }
