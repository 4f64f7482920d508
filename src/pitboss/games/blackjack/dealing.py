"""The deal: two passes from the dealer's left, the dealer's first card up and the second down; and every later card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.games.blackjack.state import Hand
from pitboss.games.events import Called, CardDealt, CardsDiscarded, Visibility

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = ["call_blackjacks", "draw", "drawn", "is_natural", "look_at_hands", "passes"]

_TO_PLAYERS = {"hit": "deal.signals", "double": "one_card_on_double", "split": "split_card", "offered": "card_taken"}
_TO_DEALER = {"hole": "hole_face_down", "dealer": "dealer.draws_to"}
"""The point of the sheet behind a card, by why it was drawn; the rest belong to the deal itself."""


def passes(r: BlackjackRound) -> None:
    """Plan both passes: one card to each box with a bet, then the dealer (BJ-DEAL-6a, GC-DEAL-3, V5-DECK-2b)."""
    spots = [("draw", box, 0, "deal") for box in r.boxes_in_turn()]
    up, hole = ("draw", 0, 0, "deal"), ("draw", 0, 0, "hole")
    first, second = (up, hole) if r.t.deal.dealer_up_card == "first" else (hole, up)
    later = [second] if r.t.takes_hole_card else []
    r.plan(*spots, first, *spots, *later, ("check_counts",), ("look_at_hands",))


def draw(r: BlackjackRound, box: int, hand_id: int, why: str) -> None:
    """A card for a hand; the hole card of a declared shoe is dealt unseen (BJ-DEAL-9b)."""
    if why == "hole" and r.order is None:
        drawn(r, box, hand_id, why, UNKNOWN)
    else:
        r.want_card("drawn", box, hand_id, why)


def drawn(r: BlackjackRound, box: int, hand_id: int, why: str, card: Card) -> None:
    """A card has reached a hand; what follows depends on why it was drawn."""
    if box == 0:
        _to_dealer(r, why, card)
    else:
        hand = r.spots[box].hands[hand_id]
        seen: Visibility = "nobody" if hand.hidden == len(hand.cards) else r.face
        hand.add(card)
        clause = r.cites[_TO_PLAYERS.get(why, "")] or r.cites["deal.start"]
        r.emit(CardDealt(spot=box, hand=hand_id, card=card, seen=seen, why=why, clause=clause))
    if why in r.AFTER_CARD:
        r.AFTER_CARD[why](r, box, hand_id)


def _to_dealer(r: BlackjackRound, why: str, card: Card) -> None:
    point = "dealer.soft_17" if why == "dealer" and r.dealer.total == 17 else _TO_DEALER.get(why, "")
    if why == "hole":
        r.hole, r.hole_dealt = card, True
    else:
        if why == "deal":
            r.up = card
        r.dealer.add(card)
    seen: Visibility = "nobody" if why == "hole" else "all"
    clause = r.cites[point] or r.cites["deal.dealer_up_card"]
    r.emit(CardDealt(spot=0, hand=0, card=card, seen=seen, why=why, clause=clause))


def draw_for_bet(r: BlackjackRound, box: int) -> None:
    """The third card that two sevens always get, where the sheet says so."""
    r.want_card("drawn_for_bet", box)


def drawn_for_bet(r: BlackjackRound, box: int, card: Card) -> None:
    spot = r.spots[box]
    spot.third = card
    r.discarded.append(card)
    clause = r.cites["bets.super7.third_card"]
    r.emit(CardDealt(spot=box, hand=0, card=card, seen="all", why="side_bet", clause=clause))
    r.emit(CardsDiscarded(spot=box, hand=0, cards=(card,), clause=clause))
    r.end_hand_bets(spot)


def look_at_hands(r: BlackjackRound) -> None:
    """The two cards of each hand, and which of them are naturals."""
    for spot in r.spots.values():
        if spot.out:
            continue
        hand = spot.dealt_hand
        spot.first = tuple(hand.cards)
        hand.natural = is_natural(hand)
    call_blackjacks(r)


def call_blackjacks(r: BlackjackRound) -> None:
    """Against a ten-value card every blackjack is announced (BJ-PAY-4-1)."""
    if not (r.ten_up and r.t.calls.blackjack):
        return
    for spot in r.spots.values():
        if not spot.out and spot.dealt_hand.natural:
            r.emit(Called(text=r.t.calls.blackjack, spot=spot.box, clause=r.cites["calls.blackjack"]))


def is_natural(hand: Hand) -> bool:
    """An ace and a ten-value card as the first two cards (BJ-INTRO-6)."""
    return hand.ace and hand.points == 11 and len(hand.cards) == 2
