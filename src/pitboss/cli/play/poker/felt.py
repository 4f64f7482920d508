"""The felt of poker against the dealer: the hands that the player may see, what is decided, and what is won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from pitboss.cards import Card
from pitboss.cli.play.felt import Felt, Paint, Tellers
from pitboss.games import events as e
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["PokerFelt"]

_CALLED: Final = {"progressive_award": "progressive"}


class PokerFelt(Felt):
    """The hands that the player knows, and the dealer's when it is shown."""

    place: ClassVar[str] = "Seat"
    main: ClassVar[str] = "ante"
    tucked_under: ClassVar[str]
    """The title of the bet that a folded hand is tucked under."""
    not_good_enough: ClassVar[str]
    """What is said of a dealer whose hand is too low."""
    shoe_words: ClassVar[Mapping[str, str]] = {
        "deck_brought": "A deck with {back} backs is brought to the table.",
        "dealt_from": "The game is dealt from the {mode}.",
        "discards_taken": "The dealer takes the {deck} deck from the discard rack.",
        "riffle": "The dealer riffles the deck.",
        "to_shuffler": "The deck goes in the shuffler.",
    }

    def __init__(self, paint: Paint, sheet: Sheet) -> None:
        super().__init__(paint, sheet)
        self.hands: dict[int, tuple[Card, ...]] = {}

    def lines(self) -> list[str]:
        """Each hand the player knows."""
        return [f"  {self.paint('bold', self.name(box))}  {self.hand(box, self.paint)}" for box in sorted(self.hands)]

    def hand(self, box: int, paint: Paint) -> str:
        """The cards of a hand and what they make."""
        raise NotImplementedError

    # what happens

    def _looked(self, event: e.HoleCardsSeen) -> list[str]:
        if not all(card.known for card in event.cards):
            return []
        self.hands[event.spot] = event.cards
        return [f"  {self.name(event.spot)} looks: {self.paint.cards(event.cards)}{self.paint.clause(event.clause)}"]

    def _bets(self, event: e.PlayBetMade) -> list[str]:
        bet = f"{event.multiple}x the Ante: {dollars(event.cents)}"
        return [f"  {self.name(event.spot)} bets {bet}.{self.paint.clause(event.clause)}"]

    def _folded(self, event: e.HandFolded) -> list[str]:
        how = f", the cards tucked under {self.tucked_under}" if event.tucked else ""
        return [f"  {self.name(event.spot)} folds{how}.{self.paint.clause(event.clause)}"]

    def _key(self, event: e.KeyPressed) -> list[str]:
        return [f"  The dealer presses {event.key}.{self.paint.clause(event.clause)}"]

    def _dealer(self, event: e.DealerShown) -> list[str]:
        """The dealer's hand by name, with the community cards that complete it."""
        with_board = f", with {self.paint.cards(event.forward)} of the board" if event.forward else ""
        shown = f"  Dealer shows {self.paint.cards(event.cards)}: {event.hand}{with_board}."
        lines = [f"{shown}{self.paint.clause(event.clause)}"]
        return lines if event.qualifies else [*lines, f"  {self.not_good_enough}"]

    def _exposed(self, event: e.HandExposed) -> list[str]:
        cards = self.paint.cards(event.cards)
        return [f"  {self.name(event.spot)} shows {cards}: {event.hand}.{self.paint.clause(event.clause)}"]

    def _notified(self, event: e.SupervisorNotified) -> list[str]:
        payout = f"{_CALLED.get(event.wager, event.wager)}, {dollars(event.cents)}"
        return [f"  A supervisor is told of the payout ({payout}).{self.paint.clause(event.clause)}"]

    def _hit(self, event: e.JackpotHit) -> list[str]:
        won = self.paint("yellow", f"{self.name(event.spot)} hits the {event.meter.capitalize()}!")
        return [f"  {won}{self.paint.clause(event.clause)}"]

    def _left_for_envy(self, event: e.HandLeftForEnvy) -> list[str]:
        return [f"  The hand of {self.name(event.spot).lower()} stays face up.{self.paint.clause(event.clause)}"]

    def _discarded(self, event: e.CardsDiscarded) -> list[str]:
        self.hands.pop(event.spot, None)
        return []

    def settled_bet(self, event: e.WagerSettled) -> str:
        """The progressive is taken before the deal, and wins or not at the end."""
        name = _CALLED.get(event.wager)
        return name if name is not None else super().settled_bet(event)

    TELLERS: ClassVar[Tellers] = {
        **Felt.TELLERS,
        e.HoleCardsSeen: _looked,
        e.PlayBetMade: _bets,
        e.HandFolded: _folded,
        e.KeyPressed: _key,
        e.DealerShown: _dealer,
        e.HandExposed: _exposed,
        e.SupervisorNotified: _notified,
        e.JackpotHit: _hit,
        e.HandLeftForEnvy: _left_for_envy,
        e.CardsDiscarded: _discarded,
    }
