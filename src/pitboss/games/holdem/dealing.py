"""The deal: five community cards, then two cards each from the dealer's left, the dealer last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Deal, Look
from pitboss.games.events import (
    BoardCardDealt,
    CardBurned,
    FlopTurned,
    HoleCardsSeen,
    KeyPressed,
    PacketDealt,
    StubDiscarded,
    TurnRiverTurned,
)
from pitboss.games.round import StepTuple, box_in, check_role

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = [
    "board_card",
    "deal",
    "deal_board",
    "deal_packet",
    "deal_to",
    "end_of_deal",
    "extra_card",
    "look",
    "packet_card",
    "turn_flop",
    "turn_river",
    "undealt",
]


def deal(r: HoldemRound) -> None:
    """Plan the deal: board first, packets of two clockwise, dealer last, by hand as by the shuffler.

    (UTH-DEAL-5a, UTH-DEAL-5b, UTH-DEAL-6a, UTH-DEAL-6c, UTH-DEAL-7, UTH-HAND-1, UTH-HAND-2a, UTH-HAND-2b)
    """
    burn: list[StepTuple] = [("burn_board", 0)] if r.t.deal.burn_board else []
    flop: list[StepTuple] = [("deal_board", 0)] * r.t.deal.flop_cards
    last: list[StepTuple] = [("deal_board", 0)] * (r.t.deal.board_cards - r.t.deal.flop_cards)
    boxes = [*r.seats, 0]
    singly = r.by_hand and r.t.deal.hand_deal_packets == "one"
    packets = [("deal_packet", box, 1) for box in boxes * 2] if singly else [("deal_packet", box, 2) for box in boxes]
    r.plan(*burn, *flop, *burn, *last, *packets, ("end_of_deal",))


def deal_board(r: HoldemRound, box: int) -> None:
    """A community card face down; where cards are declared its face is not known yet."""
    if r.order is None:
        board_card(r, box, UNKNOWN)
    else:
        r.want_card("board_card", box)


def burn_board(r: HoldemRound, box: int) -> None:
    """Where the sheet says so, a card is burned before the flop and before the last two (UTH-S8)."""
    if r.order is None:
        burned_for_board(r, box, UNKNOWN)
    else:
        r.want_card("burned_for_board", box)


def burned_for_board(r: HoldemRound, box: int, card: Card) -> None:
    r.burned.append(card)
    r.emit(CardBurned(card=card, why="board", clause=r.cites["deal.burn_board"]))


def board_card(r: HoldemRound, box: int, card: Card) -> None:
    r.board += (card,)
    side = "left" if r.by_hand else "right"
    r.emit(BoardCardDealt(position=len(r.board), card=card, side=side, clause=r.cites[f"board_from_{side}"]))  # type: ignore[arg-type]


def deal_packet(r: HoldemRound, box: int, count: int) -> None:
    """Cards face down for a player or the dealer, two at a time (UTH-DEAL-6a, UTH-DEAL-6b)."""
    if r.order is None:
        for left in range(count - 1, -1, -1):
            packet_card(r, box, count, left, UNKNOWN)
    else:
        r.want_card("packet_card", box, count, count - 1)


def packet_card(r: HoldemRound, box: int, count: int, left: int, card: Card) -> None:
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
    r.may_look = box == 0 and len(hand) == r.t.deal.hole_cards


def deal_to(r: HoldemRound, action: Deal, role: str) -> None:
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


def extra_card(r: HoldemRound, box: int, card: Card) -> None:
    """A card that was not due lies with a hand."""
    if box:
        r.seats[box].cards += (card,)
    else:
        r.dealer += (card,)
    r.emit(PacketDealt(spot=box, cards=(card,)))


def undealt(r: HoldemRound) -> int:
    """How many cards of the deck have not been dealt."""
    held = sum(len(seat.cards) for seat in r.seats.values())
    return 52 - held - len(r.board) - len(r.burned) - len(r.dealer) - len(r.discarded)


def end_of_deal(r: HoldemRound) -> None:
    """The dealer ends the deal: the stub leaves unseen (UTH-DEAL-9a, UTH-DEAL-9b)."""
    if not r.by_hand:
        r.emit(KeyPressed(key="END OF DEAL", clause=r.cites["end_of_deal"]))
    r.emit(StubDiscarded(count=undealt(r), clause=r.cites["stub"]))
    hands = {box: seat.cards for box, seat in r.seats.items() if not seat.out} | {0: r.dealer}
    wrong = [box for box, cards in hands.items() if len(cards) != r.t.deal.hole_cards]
    if wrong:
        r.wrong_count(wrong[0])
    elif r.automatic:
        for seat in r.seats.values():
            _looked(r, seat.box)


def look(r: HoldemRound, action: Look, role: str) -> None:
    """A player may look at their cards once the dealer has some, too (UTH-DEAL-8)."""
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


def _looked(r: HoldemRound, box: int) -> None:
    seat = r.seats[box]
    seat.looked = True
    r.emit(HoleCardsSeen(spot=box, cards=seat.cards, clause=r.cites["may_look"]))


def turn_flop(r: HoldemRound) -> None:
    """The first three community cards are turned."""
    _turn(r, 0, r.t.deal.flop_cards)


def turn_river(r: HoldemRound) -> None:
    """Turn and river are turned together."""
    _turn(r, r.t.deal.flop_cards, r.t.deal.board_cards)


def _turn(r: HoldemRound, start: int, end: int) -> None:
    """Turn community cards, all of a street together (UTH-DEAL-11, UTH-DEAL-13)."""
    unknown = next((i for i in range(start, end) if not r.board[i].known), None)
    if unknown is not None:
        r.ask_face("board_turned", 0, start, end, unknown)
        return
    r.turned = end
    cards = r.board[start:end]
    if start == 0:
        r.emit(FlopTurned(cards=cards, clause=r.cites["flop"]))
    else:
        r.emit(TurnRiverTurned(cards=cards, clause=r.cites["turn_river"]))


def board_turned(r: HoldemRound, box: int, start: int, end: int, position: int, card: Card) -> None:
    """A community card of a declared deal shows its face."""
    r.board = (*r.board[:position], card, *r.board[position + 1 :])
    _turn(r, start, end)
