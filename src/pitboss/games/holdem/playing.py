"""The decisions: check or raise before the flop and on it, raise or fold at the end."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games.actions import Check
from pitboss.games.events import Checked, DealerShown
from pitboss.games.poker.decisions import answered, on_turn
from pitboss.games.poker.settling import dealer_face_asked
from pitboss.hands.poker import Category, best_five, category, describe_strength, evaluate

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = [
    "MULTIPLE_VALUE",
    "STREETS",
    "check",
    "check_fold",
    "hand_name",
    "multiples",
    "show_dealer",
]

STREETS = ("preflop", "flop", "river")


def check(r: HoldemRound, action: Check, role: str) -> None:
    """Check: no bet now; not an answer after the river (UTH-DEAL-10a, UTH-DEAL-12a, UTH-SUM-4)."""
    seat, street = on_turn(r, action.spot, role)
    if street == "river":
        raise IllegalAction("play.bet_or_fold", r.cites["fold_or_bet"])
    answered(r, seat, street)
    r.emit(Checked(spot=seat.box, street=street, clause=r.cites[f"check_{street}"]))


def multiples(r: HoldemRound, street: str) -> tuple[int, ...]:
    """How many times the Ante a Play bet may be on a street."""
    play = r.t.play
    return {"preflop": play.preflop_multiples, "flop": (play.flop_multiple,), "river": (play.river_multiple,)}[street]


MULTIPLE_VALUE = {"preflop": "play.preflop_multiples", "flop": "play.flop_multiple", "river": "play.river_multiple"}


def check_fold(r: HoldemRound, street: str) -> None:
    if street != "river" and not r.t.play.fold_early:  # UTH-DEAL-14a, UTH-S14
        raise IllegalAction("play.fold_later", r.stated("play.fold_early"))


hand_name = cache(describe_strength)
"""What a strength is called; there are a few thousand of them."""


def show_dealer(r: HoldemRound) -> None:
    """The dealer turns two cards and makes the best five (UTH-DEAL-15a, UTH-DEAL-15b)."""
    if dealer_face_asked(r):
        return
    seven = (*r.dealer, *r.board)
    r.dealer_strength = evaluate(seven)
    r.qualifies = r.t.dealer.qualifies == "any" or category(r.dealer_strength) > Category.HIGH_CARD
    five = best_five(seven)
    forward = tuple(card for card in r.board if card in five)
    hand = hand_name(r.dealer_strength)
    r.emit(
        DealerShown(
            cards=r.dealer, hand=hand, forward=forward, qualifies=r.qualifies, clause=r.cites["dealer.qualifies"]
        )
    )
