"""The felt of a hold'em table: the player's two cards, the board as it is turned, and the dealer's hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from pitboss.cards import Card
from pitboss.cli.play.felt import Felt, Paint, Tellers
from pitboss.games import events as e
from pitboss.hands.poker import describe
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["HoldemFelt"]

_CALLED: Final = {"progressive_award": "progressive"}


class HoldemFelt(Felt):
    """The board, and the hands that the player may see."""

    place: ClassVar[str] = "Seat"
    main: ClassVar[str] = "ante"
    shoe_words: ClassVar[Mapping[str, str]] = {
        "deck_brought": "A deck with {back} backs is brought to the table.",
        "dealt_from": "The game is dealt from the {mode}.",
        "discards_taken": "The dealer takes the {deck} deck from the discard rack.",
        "riffle": "The dealer riffles the deck.",
        "to_shuffler": "The deck goes in the shuffler.",
    }

    def __init__(self, paint: Paint, sheet: Sheet) -> None:
        super().__init__(paint, sheet)
        self.board: tuple[Card, ...] = ()
        self.hands: dict[int, tuple[Card, ...]] = {}

    # what lies there

    def lines(self) -> list[str]:
        """The board as far as it is turned, and each hand the player knows."""
        board = self.paint.cards(self.board) or "five cards face down"
        hands = [f"  {self.paint('bold', self.name(box))}  {self.hand(box, self.paint)}" for box in sorted(self.hands)]
        return [f"  {self.paint('bold', 'Board')}   {board}", *hands]

    def hand(self, box: int, paint: Paint) -> str:
        """The two cards of a hand and, from the flop on, what they make with the board."""
        cards = self.hands[box]
        if not self.board:
            return paint.cards(cards)
        return f"{paint.cards(cards)} + {paint.cards(self.board)} = {describe((*cards, *self.board))}"

    # what happens

    def _looked(self, event: e.HoleCardsSeen) -> list[str]:
        if not all(card.known for card in event.cards):
            return []
        self.hands[event.spot] = event.cards
        return [f"  {self.name(event.spot)} looks: {self.paint.cards(event.cards)}{self.paint.clause(event.clause)}"]

    def _flop(self, event: e.FlopTurned) -> list[str]:
        self.board = event.cards
        return [f"  {self.paint('bold', 'Flop')}  {self.paint.cards(event.cards)}{self.paint.clause(event.clause)}"]

    def _turn_river(self, event: e.TurnRiverTurned) -> list[str]:
        self.board += event.cards
        title = self.paint("bold", "Turn and river")
        return [f"  {title}  {self.paint.cards(event.cards)}{self.paint.clause(event.clause)}"]

    def _checked(self, event: e.Checked) -> list[str]:
        return [f"  {self.name(event.spot)} checks.{self.paint.clause(event.clause)}"]

    def _bets(self, event: e.PlayBetMade) -> list[str]:
        bet = f"{event.multiple}x the Ante: {dollars(event.cents)}"
        return [f"  {self.name(event.spot)} bets {bet}.{self.paint.clause(event.clause)}"]

    def _folded(self, event: e.HandFolded) -> list[str]:
        how = ", the cards tucked under Trips" if event.tucked else ""
        return [f"  {self.name(event.spot)} folds{how}.{self.paint.clause(event.clause)}"]

    def _key(self, event: e.KeyPressed) -> list[str]:
        return [f"  The dealer presses {event.key}.{self.paint.clause(event.clause)}"]

    def _dealer(self, event: e.DealerShown) -> list[str]:
        """The dealer's hand by name, with the community cards that complete it."""
        with_board = f", with {self.paint.cards(event.forward)} of the board" if event.forward else ""
        shown = f"  Dealer shows {self.paint.cards(event.cards)}: {event.hand}{with_board}."
        lines = [f"{shown}{self.paint.clause(event.clause)}"]
        return lines if event.qualifies else [*lines, "  The dealer does not qualify."]

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
        e.FlopTurned: _flop,
        e.TurnRiverTurned: _turn_river,
        e.Checked: _checked,
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
