"""What a ruling at Crazy 4 Poker is worth: any hand that could lie there.

A hand is known to its player alone, and what it is worth would tell whoever rules what it is. So it is weighed as any
hand that could lie there: by the best answer before its decision and by the showdown after it. Progressive and tokes
are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.games import actions as a
from pitboss.games.crazy4 import Crazy4Round
from pitboss.games.crazy4.settling import queens_up_line
from pitboss.games.poker.state import Seat
from pitboss.games.round import Offer
from pitboss.hands.four_cards import evaluate
from pitboss.money import Rounding, pay
from pitboss.service.advice.ruling_values import SeatWorth, mean
from pitboss.shoe.chance import SeededChance

__all__ = ["weigh"]

HANDS: Final = 60
_WEIGHED_WAGERS: Final = ("ante", "super_bonus", "play", "queens_up")


def weigh(
    round_: Crazy4Round, rack: Sequence[Card], offers: Sequence[Offer], trials: int, seed: str
) -> list[list[SeatWorth]]:
    """Every answer, for each seat."""
    return [_seats(round_, offer) for offer in offers]


def _seats(round_: Crazy4Round, offer: Offer) -> list[SeatWorth]:
    """The result of each seat after an answer: 0 in a void round, minus all wagers where forfeited, else its value."""
    choice = getattr(offer.action, "choice", "")
    assert round_.question is not None
    concerned = round_.question.spot
    if choice == "void":
        return [SeatWorth(spot=box, cents=0.0, exact=True) for box in round_.seats]
    return [
        _forfeited(seat) if choice == "void_and_forfeit" and seat.box == concerned else _held(round_, seat, offer)
        for seat in round_.seats.values()
    ]


def _forfeited(seat: Seat) -> SeatWorth:
    lost = sum(cents for wager, cents in seat.wagers.items() if wager != "progressive")
    return SeatWorth(spot=seat.box, cents=-float(lost), exact=True)


def _held(round_: Crazy4Round, seat: Seat, offer: Offer) -> SeatWorth:
    """Ante, Super Bonus, Play and Queens Up of a hand that nobody else has seen: any hand could be there."""
    if seat.out or len(seat.cards) != round_.t.deal.hole_cards:
        return SeatWorth(spot=seat.box, cents=None)
    weigh = _undecided if seat.undecided else _shown_down
    return mean(seat.box, [weigh(round_, seat, offer, f"any hand/{trial}") for trial in range(HANDS)])


def _undecided(round_: Crazy4Round, seat: Seat, offer: Offer, seed: str) -> float:
    """What some hand would be worth here at best play, Queens Up with it."""
    from pitboss.maths.crazy4.live import value

    hand = tuple(SeededChance(seed).shuffled(DECK)[:5])
    units = max(value(round_.sheet, hand, stake_cents=seat.ante).values())
    return float(units) * seat.ante + _queens_up_pays(round_, hand, seat.wagers.get("queens_up", 0))


def _shown_down(round_: Crazy4Round, seat: Seat, offer: Offer, seed: str) -> float:
    """The round played on for a seat that has decided, with every card that lies face down drawn anew.

    A hand that was bet for more than once the Ante is one of those that may be.
    """
    twin = round_.copy()
    twin.automatic = True
    left = SeededChance(seed).shuffled(DECK)
    for other in twin.seats.values():
        other.cards = tuple(left.pop() for _ in other.cards)
    twin.dealer = tuple(left.pop() for _ in round_.dealer)
    twin.act(offer.action)
    while not twin.over and (answer := _usual(twin)) is not None:
        twin.act(answer)
    return sum(done.pays for done in twin.settlements if done.spot == seat.box and done.wager in _WEIGHED_WAGERS)


def _usual(round_: Crazy4Round) -> a.Action | None:
    """What the others answer does not matter to this seat; the meters are left out of it."""
    question = round_.question
    assert question is not None
    return None if question.kind == "jackpot" else round_.timeout_answer()


def _queens_up_pays(round_: Crazy4Round, cards: Sequence[Card], stake: int) -> int:
    if not stake or round_.t.queens_up is None:
        return 0
    odds = getattr(round_.t.queens_up.pays, queens_up_line(evaluate(cards)), None)
    return -stake if odds is None else pay(stake, odds, rounding=Rounding.EXACT_CENT)
