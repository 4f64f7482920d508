"""What a ruling at hold'em is worth: any hand that could lie there.

A hand is known to its player alone, and what it is worth would tell whoever rules what it is. So it is weighed as any
hand that could lie there: by the solver's value before its decision and by the showdown after it. Progressive and tokes
are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.games import actions as a
from pitboss.games.holdem import HoldemRound
from pitboss.games.poker.state import Seat
from pitboss.games.round import Offer
from pitboss.hands.poker import evaluate, line_of
from pitboss.money import Rounding, pay
from pitboss.service.advice.ruling_values import SeatWorth, mean
from pitboss.shoe.chance import SeededChance

__all__ = ["weigh"]

HANDS: Final = 120
_WEIGHED_WAGERS: Final = ("ante", "blind", "play", "trips")


def weigh(
    round_: HoldemRound, rack: Sequence[Card], offers: Sequence[Offer], trials: int, seed: str
) -> list[list[SeatWorth]]:
    """Every answer, for each seat."""
    return [_seats(round_, offer) for offer in offers]


def _seats(round_: HoldemRound, offer: Offer) -> list[SeatWorth]:
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


def _held(round_: HoldemRound, seat: Seat, offer: Offer) -> SeatWorth:
    """Ante, Blind, Play and Trips of a hand that nobody else has seen: any hand could be there."""
    if seat.out or len(seat.cards) != 2:
        return SeatWorth(spot=seat.box, cents=None)
    weigh = _undecided if seat.undecided else _shown_down
    return mean(seat.box, [weigh(round_, seat, offer, f"any hand/{trial}") for trial in range(HANDS)])


def _undecided(round_: HoldemRound, seat: Seat, offer: Offer, seed: str) -> float:
    """What some hand would be worth here at best play, with Trips on some board."""
    from pitboss.maths.holdem.live import value

    board = round_.board[: round_.turned]
    left = [card for card in SeededChance(seed).shuffled(DECK) if card not in board]
    hole, rest = tuple(left[:2]), left[2 : 2 + 5 - len(board)]
    units = max(value(round_.sheet, hole, board, stake_cents=seat.ante).choices.values())
    return float(units) * seat.ante + _trips_pays(round_, (*hole, *board, *rest), seat.wagers.get("trips", 0))


def _shown_down(round_: HoldemRound, seat: Seat, offer: Offer, seed: str) -> float:
    """The round played on for a seat that has decided, with every card that lies face down drawn anew."""
    twin = round_.copy()
    twin.automatic = True
    seen = round_.board[: round_.turned]
    left = [card for card in SeededChance(seed).shuffled(DECK) if card not in seen]
    twin.board = (*seen, *(left.pop() for _ in round_.board[round_.turned :]))
    twin.dealer = tuple(left.pop() for _ in round_.dealer)
    for other in twin.seats.values():
        other.cards = tuple(left.pop() for _ in other.cards)
    twin.act(offer.action)
    while not twin.over and (answer := _usual(twin)) is not None:
        twin.act(answer)
    return sum(done.pays for done in twin.settlements if done.spot == seat.box and done.wager in _WEIGHED_WAGERS)


def _usual(round_: HoldemRound) -> a.Action | None:
    """What the others answer does not matter to this seat; the meters are left out of it."""
    question = round_.question
    assert question is not None
    return None if question.kind == "jackpot" else round_.timeout_answer()


def _trips_pays(round_: HoldemRound, cards: Sequence[Card], stake: int) -> int:
    if not stake or round_.t.trips is None:
        return 0
    odds = getattr(round_.t.trips.pays, line_of(evaluate(cards)), None)
    return -stake if odds is None else pay(stake, odds, rounding=Rounding.EXACT_CENT)
