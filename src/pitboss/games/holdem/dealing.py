"""The deal: five community cards, then two cards each from the dealer's left, the dealer last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.games.events import BoardCardDealt, CardBurned, FlopTurned, TurnRiverTurned
from pitboss.games.poker.dealing import packets
from pitboss.games.round import StepTuple

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = [
    "board_card", "board_turned", "burn_board", "burned_for_board", "deal", "deal_board", "turn_flop", "turn_river",
]  # fmt: skip


def deal(r: HoldemRound) -> None:
    """Plan the deal: board first, packets of two clockwise, dealer last, by hand as by the shuffler.

    (UTH-DEAL-5a, UTH-DEAL-5b, UTH-DEAL-6a, UTH-DEAL-6c, UTH-DEAL-7, UTH-HAND-1, UTH-HAND-2a, UTH-HAND-2b)
    """
    burn: list[StepTuple] = [("burn_board", 0)] if r.t.deal.burn_board else []
    flop: list[StepTuple] = [("deal_board", 0)] * r.t.deal.flop_cards
    last: list[StepTuple] = [("deal_board", 0)] * (r.t.deal.board_cards - r.t.deal.flop_cards)
    r.plan(*burn, *flop, *burn, *last, *packets(r), ("end_of_deal",))


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
