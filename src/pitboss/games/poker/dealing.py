"""Packets of cards, from the dealer's left, the dealer last; the stub, and the players' look at their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Deal, Look
from pitboss.games.events import HoleCardsSeen, KeyPressed, PacketDealt, StubDiscarded
from pitboss.games.round import StepTuple, box_in, check_role

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = ["deal_packet", "deal_to", "end_of_deal", "extra_card", "look", "packet_card", "packets", "undealt"]


def packets(r: PokerRound) -> list[StepTuple]:
    """The steps that give every hand its cards: in one packet, or one by one in as many passes."""
    boxes, cards = [*r.seats, 0], r.t.poker.deal.hole_cards
    if r.by_single_cards:
        return [("deal_packet", box, 1) for box in boxes * cards]
    return [("deal_packet", box, cards) for box in boxes]


def deal_packet(r: PokerRound, box: int, count: int) -> None:
    """Cards face down for a player or the dealer, all at a time or one by one (UTH-DEAL-6a, UTH-DEAL-6b, C4-DEAL-1)."""
    if r.order is None:
        for left in range(count - 1, -1, -1):
            packet_card(r, box, count, left, UNKNOWN)
    else:
        r.want_card("packet_card", box, count, count - 1)


def packet_card(r: PokerRound, box: int, count: int, left: int, card: Card) -> None:
    """One card of a packet; with the dealer's last one the players may look (UTH-DEAL-8)."""
    hand = r.dealer if box == 0 else r.seats[box].cards
    hand += (card,)
    if box:
        r.seats[box].cards = hand
    else:
        r.dealer = hand
    if left:
        if r.order is not None:
            r.want_card("packet_card", box, count, left - 1)
        return
    r.emit(PacketDealt(spot=box, cards=hand[-count:], clause=r.cites["dealer_last" if box == 0 else "packets"]))
    r.may_look = box == 0 and len(hand) == r.t.poker.deal.hole_cards


def deal_to(r: PokerRound, action: Deal, role: str) -> None:
    """The dealer gives a seat its cards or, where none are due there, one too many (UTH-IRR-3)."""
    r.check_question("proceed", code="deal.no_card_due")
    check_role(role, "dealer")
    if not r.dealing:
        raise NotNow("deal.no_card_due")
    if action.spot and action.spot not in r.seats:
        raise IllegalAction("deal.not_in_round", spot=action.spot)
    r.question = None
    step = r.agenda[-1]
    if step[0] == "deal_packet" and box_in(step) == action.spot:
        r.STEPS["deal_packet"](r, *r.agenda.pop()[1:])
    elif r.order is None:
        extra_card(r, action.spot, UNKNOWN)
    else:
        r.want_card("extra_card", action.spot)


def extra_card(r: PokerRound, box: int, card: Card) -> None:
    """A card that was not due lies with a hand."""
    if box:
        r.seats[box].cards += (card,)
    else:
        r.dealer += (card,)
    r.emit(PacketDealt(spot=box, cards=(card,)))


def undealt(r: PokerRound) -> int:
    """How many cards of the deck have not been dealt."""
    held = sum(len(seat.cards) for seat in r.seats.values())
    return 52 - held - len(r.common) - len(r.burned) - len(r.dealer) - len(r.discarded)


def end_of_deal(r: PokerRound) -> None:
    """The dealer ends the deal: the stub leaves unseen (UTH-DEAL-9a, UTH-DEAL-9b)."""
    if not r.by_hand:
        r.emit(KeyPressed(key="END OF DEAL", clause=r.cites["end_of_deal"]))
    r.emit(StubDiscarded(count=undealt(r), clause=r.cites["stub"]))
    hands = {box: seat.cards for box, seat in r.seats.items() if not seat.out} | {0: r.dealer}
    wrong = [box for box, cards in hands.items() if len(cards) != r.t.poker.deal.hole_cards]
    if wrong:
        r.wrong_count(wrong[0])
    elif r.automatic:
        for seat in r.seats.values():
            _looked(r, seat.box)


def look(r: PokerRound, action: Look, role: str) -> None:
    """A player may look at their cards once the dealer has some, too (UTH-DEAL-8, C4-DEAL-3)."""
    check_role(role, "player")
    seat = r.seats.get(action.spot)
    if seat is None:
        raise IllegalAction("deal.not_in_round", spot=action.spot)
    if not r.may_look:
        raise NotNow("look.too_early", r.cites["may_look"])
    if not seat.cards:
        raise IllegalAction("hand.cleared", r.cites["decided_hand_cleared"])
    if not seat.looked:
        _looked(r, action.spot)


def _looked(r: PokerRound, box: int) -> None:
    seat = r.seats[box]
    seat.looked = True
    r.emit(HoleCardsSeen(spot=box, cards=seat.cards, clause=r.cites["may_look"]))
