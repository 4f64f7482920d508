"""Settlement: seat by seat in the order of payment, all wagers of a seat together, and the end of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.games.events import CardsDiscarded, HandExposed, HandLeftForEnvy, KeyPressed, RoundEnded, SensorLit
from pitboss.games.poker.decisions import collect_folded, discard_hand
from pitboss.games.poker.notices import notice_total
from pitboss.games.poker.progressive import lose_progressive, settle_progressive
from pitboss.games.poker.state import Seat

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = [
    "clear_seat", "dealer_card", "dealer_face_asked", "end_round", "expose", "hidden_seats", "seat_card", "settle",
    "settle_seat",
]  # fmt: skip


def dealer_face_asked(r: PokerRound) -> bool:
    """Ask for the first of the dealer's cards that is not known yet; return whether there is one."""
    unknown = next((at for at, card in enumerate(r.dealer) if not card.known), None)
    if unknown is None:
        return False
    r.ask_face("dealer_card", 0, unknown)
    return True


def dealer_card(r: PokerRound, box: int, position: int, card: Card) -> None:
    """A dealer's card of a declared deal shows its face."""
    r.dealer = (*r.dealer[:position], card, *r.dealer[position + 1 :])
    r.STEPS["show_dealer"](r)


def settle(r: PokerRound) -> None:
    """Hand by hand in the order of payment, meters when all are known, envy at the end (UTH-ENVY-3a, C4-SET-7)."""
    steps = ("expose", "settle_seat") if hidden_seats(r) else ("settle_seat",)
    seats = [(step, seat.box) for seat in r.seats_in_pay_order() for step in steps]
    r.plan(*seats, ("pay_jackpots",), ("pay_envy",), ("end_round",))


def hidden_seats(r: PokerRound) -> list[int]:
    """The seats, in the order of payment, whose cards have not shown their faces."""
    return [seat.box for seat in r.seats_in_pay_order() if UNKNOWN in seat.cards and not seat.out]


def expose(r: PokerRound, box: int) -> None:
    """A player's cards of a declared deal show their faces when the hand is opened.

    An award that shares the limit needs all hands open before it can be worked out.
    """
    seat = r.seats[box]
    if UNKNOWN in seat.cards and not seat.out:
        r.ask_face("seat_card", box, seat.cards.index(UNKNOWN))
    elif r.needs_all_open(seat):
        r.plan(*(("expose", other) for other in hidden_seats(r)))


def seat_card(r: PokerRound, box: int, position: int, card: Card) -> None:
    seat = r.seats[box]
    seat.cards = (*seat.cards[:position], card, *seat.cards[position + 1 :])
    expose(r, box)


def settle_seat(r: PokerRound, box: int) -> None:
    """One player's wagers in one block: exposed, decided, and the cards cleared (UTH-PROG-3a, UTH-NOQ-2, UTH-NOQ-3)."""
    seat = r.seats[box]
    if seat.out:
        return
    if seat.folded and not seat.tucked:
        collect_folded(r, seat)
        lose_progressive(r, seat)
        return
    strength = r.strength_of(seat)
    r.emit(HandExposed(spot=box, cards=seat.cards, hand=r.hand_name(strength), clause=r.cites["hands_exposed"]))
    exposed = len(r.events)
    if seat.folded:
        collect_folded(r, seat)
    else:
        r.compare(seat, strength)  # nobody's hand but the dealer's counts (UTH-SUM-1, C4-GAME-1)
    if r.t.SIDE in seat.wagers:
        _side_bet(r, seat, strength)
    settle_progressive(r, seat)
    notice_total(r, seat, exposed)
    r.plan(("clear_seat", box))


def _side_bet(r: PokerRound, seat: Seat, strength: int) -> None:
    """The optional bet is decided by the player's hand alone, whatever the dealer has.

    (UTH-QUAL-6, UTH-TRIPS-2a, UTH-TRIPS-2b, C4-QU-2)
    """
    line = r.side_line(strength)
    odds = getattr(r.side_pays, line, None)
    if odds is None:
        r.take(seat, r.t.SIDE, clause=r.cites[f"{r.t.SIDE}_lost"])
    else:
        r.win(seat, r.t.SIDE, odds, clause=r.cites[f"bets.{r.t.SIDE}.pays.{line}"], line=line)


def clear_seat(r: PokerRound, box: int) -> None:
    """A hand that brings envy stays face up, any other goes to the rack (UTH-ENVY-2a, UTH-ENVY-2b)."""
    if any(box == hit for hit, _ in r.envy_hands):
        r.emit(HandLeftForEnvy(spot=box, clause=r.cites["envy_hand_stays"]))
    else:
        discard_hand(r, r.seats[box])


def end_round(r: PokerRound) -> None:
    """GAME OVER: sensors off, all cards back together for the shuffle (UTH-PMULT-3, UTH-NOQ-4a)."""
    for seat in r.seats_in_pay_order():
        discard_hand(r, seat)
    rest = (*r.dealer, *r.common)
    if rest:
        r.emit(CardsDiscarded(spot=0, hand=0, cards=rest, clause=r.cites["decided_hand_cleared"]))
        r.discarded += rest
    lit = [box for box, seat in r.seats.items() if "progressive" in seat.wagers]
    if lit:
        r.emit(KeyPressed(key="GAME OVER", clause=r.cites["game_over"]))
        for box in lit:
            r.emit(SensorLit(spot=box, state="off", clause=r.cites["game_over"]))
    r.over = True
    r.emit(RoundEnded(shuffle_due=True, clause=r.cites["shuffle_each_round"]))
