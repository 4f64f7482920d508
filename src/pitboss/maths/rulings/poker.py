"""What a ruling at poker against the dealer is worth: any hand that could lie there.

A hand is known to its player alone, and what it is worth would tell whoever rules what it is. So it is weighed as any
hand that could lie there: by the best answer before its decision and by the showdown after it. Progressive and tokes
are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from pitboss.cards import DECK, Card
from pitboss.games import actions as a
from pitboss.games.poker.round import PokerRound
from pitboss.games.poker.state import Seat
from pitboss.games.round import Offer
from pitboss.maths.rulings.seats import SeatWorth, mean
from pitboss.money import Rounding, pay
from pitboss.shoe.chance import SeededChance

__all__ = ["PokerRulings"]

R = TypeVar("R", bound=PokerRound)


class PokerRulings(Generic[R]):
    """Weighs every answer to an irregularity for each seat."""

    hands: ClassVar[int]
    """How many hands are drawn for one that nobody has seen."""

    def best_answer(self, round_: R, seat: Seat, cards: list[Card]) -> tuple[float, int]:
        """Return what a hand drawn from these cards is worth at best play, in units, and its strength."""
        raise NotImplementedError

    def turned(self, round_: R) -> tuple[Card, ...]:
        """Return the common cards that everybody sees."""
        return ()

    def redraw_common(self, twin: R, cards: list[Card]) -> None:
        """Draw the common cards that still lie face down."""

    def weigh(
        self, round_: R, rack: Sequence[Card], offers: Sequence[Offer], trials: int, seed: str
    ) -> list[list[SeatWorth]]:
        """Return the worth of every answer, for each seat."""
        return [self._seats(round_, offer) for offer in offers]

    def _seats(self, round_: R, offer: Offer) -> list[SeatWorth]:
        """The result of each seat after an answer: 0 in a void round, all wagers lost where forfeited, or its value."""
        choice = getattr(offer.action, "choice", "")
        assert round_.question is not None
        concerned = round_.question.spot
        if choice == "void":
            return [SeatWorth(spot=box, cents=0.0, exact=True) for box in round_.seats]
        return [
            _forfeited(seat)
            if choice == "void_and_forfeit" and seat.box == concerned
            else self._held(round_, seat, offer)
            for seat in round_.seats.values()
        ]

    def _held(self, round_: R, seat: Seat, offer: Offer) -> SeatWorth:
        """Ante, its equal, Play and the optional bet of a hand that nobody else has seen: any hand could be there."""
        if seat.out or len(seat.cards) != round_.t.poker.deal.hole_cards:
            return SeatWorth(spot=seat.box, cents=None)
        seen, results = self.turned(round_), []
        for trial in range(self.hands):
            cards = [card for card in SeededChance(f"any hand/{trial}").shuffled(DECK) if card not in seen]
            results.append(
                self._undecided(round_, seat, cards) if seat.undecided else self._shown_down(round_, seat, offer, cards)
            )
        return mean(seat.box, results)

    def _undecided(self, round_: R, seat: Seat, cards: list[Card]) -> float:
        """What some hand would be worth here at best play, the optional bet with it."""
        units, strength = self.best_answer(round_, seat, cards)
        stake = seat.wagers.get(round_.t.SIDE, 0)
        if not stake:
            return units * seat.ante
        odds = getattr(round_.side_pays, round_.side_line(strength), None)
        return units * seat.ante + (-stake if odds is None else pay(stake, odds, rounding=Rounding.EXACT_CENT))

    def _shown_down(self, round_: R, seat: Seat, offer: Offer, cards: list[Card]) -> float:
        """The round played on for a seat that has decided, with every card that lies face down drawn anew."""
        twin = round_.copy()
        twin.automatic = True
        self.redraw_common(twin, cards)
        twin.dealer = tuple(cards.pop() for _ in round_.dealer)
        for other in twin.seats.values():
            other.cards = tuple(cards.pop() for _ in other.cards)
        twin.act(offer.action)
        while not twin.over and (answer := _usual(twin)) is not None:
            twin.act(answer)
        weighed = ("ante", round_.t.EQUAL, "play", round_.t.SIDE)
        return sum(done.pays for done in twin.settlements if done.spot == seat.box and done.wager in weighed)


def _forfeited(seat: Seat) -> SeatWorth:
    lost = sum(cents for wager, cents in seat.wagers.items() if wager != "progressive")
    return SeatWorth(spot=seat.box, cents=-float(lost), exact=True)


def _usual(round_: PokerRound) -> a.Action | None:
    """What the others answer does not matter to this seat; the meters are left out of it."""
    question = round_.question
    assert question is not None
    return None if question.kind == "jackpot" else round_.timeout_answer()
