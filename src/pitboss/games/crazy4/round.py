"""A round of Crazy 4 Poker, in the order of the house's rules.

>>> from pitboss.cards import parse_cards
>>> from pitboss.games.actions import PlaceBet, PlayBet, StartDeal
>>> from pitboss.rules import load
>>> cards = parse_cards("Ah Ad 7c 4d 2s  Kc Kh Qs 9d 3c")
>>> r = Crazy4Round(load("crazy-4-poker"), cards)
>>> _ = r.act(PlaceBet(spot=1, cents=1000, wager="ante")).act(PlaceBet(spot=1, cents=1000, wager="super_bonus"))
>>> _ = r.act(StartDeal()).act(PlayBet(3))
>>> r.net()
{1: 4000}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.crazy4 import playing, settling
from pitboss.games.crazy4.state import Terms, terms_of
from pitboss.games.poker.round import PokerRound
from pitboss.games.poker.state import Seat
from pitboss.games.round import Offer, StepTuple
from pitboss.hands.four_cards import describe_strength, evaluate
from pitboss.rules import Sheet

__all__ = ["Crazy4Round"]


class Crazy4Round(PokerRound):
    """One round on a sheet of Crazy 4 Poker: place bets, start the deal, answer the questions."""

    __slots__ = ()

    ROUND: ClassVar[tuple[StepTuple, ...]] = (
        ("take_wagers",),
        ("coin_in",),
        ("deal",),
        ("ask_street", playing.DECIDE),
        ("show_dealer",),
        ("settle",),
    )
    DECISIONS: ClassVar[tuple[str, ...]] = (playing.DECIDE,)
    DEALER_STEPS: ClassVar[frozenset[str]] = frozenset(
        {"coin_in", "deal_packet", "end_of_deal", "show_dealer", "settle_seat"}
    )
    STEPS: ClassVar[Mapping[str, Callable[..., None]]] = {
        **PokerRound.STEPS,
        "deal": playing.deal,
        "show_dealer": playing.show_dealer,
    }

    t: Terms

    def terms(self, sheet: Sheet) -> Terms:
        return terms_of(sheet)

    def timeout_answer(self) -> a.Action | None:
        return playing.timeout_answer(self)

    def decisions(self, question: str, box: int) -> Iterator[Offer]:
        return playing.decisions(self, box)

    def multiples(self, seat: Seat, question: str) -> tuple[int, ...]:
        return playing.multiples(self, seat)

    def multiple_value(self, question: str, multiple: int) -> str:
        return playing.multiple_value(self, multiple)

    def tucks(self, asked: bool | None) -> bool:
        return self.t.play.fold_keeps_queens_up and asked is not False

    def strength_of(self, seat: Seat) -> int:
        return evaluate(seat.cards)

    def hand_name(self, strength: int) -> str:
        return describe_strength(strength)

    def compare(self, seat: Seat, strength: int) -> None:
        settling.compare(self, seat, strength)

    def side_line(self, strength: int) -> str:
        return settling.queens_up_line(strength)

    def progressive_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The player's five cards (C4-PROG-6)."""
        return seat.cards

    @property
    def cards_out(self) -> bool:
        return bool(self.dealer or self.discarded or any(seat.cards for seat in self.seats.values()))
