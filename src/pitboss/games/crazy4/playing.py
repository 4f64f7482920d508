"""The deal, the one decision, and the dealer's hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.games.actions import Action, Fold, PlayBet
from pitboss.games.events import DealerShown
from pitboss.games.poker.dealing import packets
from pitboss.games.poker.offers import fold_offer, play_bets
from pitboss.games.poker.settling import dealer_face_asked
from pitboss.games.poker.state import Seat
from pitboss.games.round import Offer
from pitboss.hands.four_cards import ACES, KING_HIGH, describe_strength, evaluate

if TYPE_CHECKING:
    from pitboss.games.crazy4.round import Crazy4Round

__all__ = ["DECIDE", "deal", "decisions", "multiple_value", "multiples", "show_dealer", "timeout_answer"]

DECIDE = "fold_or_play"
"""The question that every player answers once."""


def deal(r: Crazy4Round) -> None:
    """Plan the deal: packets of five clockwise, dealer last (C4-DEAL-1, C4-DEAL-2, C4-DEAL-5)."""
    r.plan(*packets(r), ("end_of_deal",))


def multiples(r: Crazy4Round, seat: Seat) -> tuple[int, ...]:
    """How many times the Ante the Play bet may be: more than one from a pair of aces up (C4-PLAY-3, C4-PLAY-5).

    Cards that only their player has seen cannot be told apart here: a declared deal takes the player's word, and the
    hand is looked at when it is opened.
    """
    play = r.t.play
    known = all(card.known for card in seat.cards)
    good = not known or evaluate(seat.cards) >= ACES
    return tuple(range(play.multiple, (play.aces_multiple if good else play.multiple) + 1))


def multiple_value(r: Crazy4Round, multiple: int) -> str:
    """The value of the sheet that a Play bet is made by."""
    return "play.multiple" if multiple == r.t.play.multiple else "play.aces_multiple"


def decisions(r: Crazy4Round, box: int) -> Iterator[Offer]:
    """The Play bets, the largest first, and the fold."""
    yield from play_bets(r, DECIDE, box)
    yield fold_offer(r, box)


def timeout_answer(r: Crazy4Round) -> Action | None:
    """What a player who does not answer in time has answered, as the sheet says."""
    question = r.question
    if question is None or question.kind != DECIDE:
        return None
    box = question.spot or r.waiting[0]
    bets = [offer.action for offer in decisions(r, box) if isinstance(offer.action, PlayBet)]
    return bets[-1] if bets and r.t.rules.timeout.decision == "bet" else Fold(spot=box)


def show_dealer(r: Crazy4Round) -> None:
    """The dealer turns five cards, plays the best four, and opens or not (C4-SET-1)."""
    if dealer_face_asked(r):
        return
    r.dealer_strength = evaluate(r.dealer)
    r.qualifies = r.t.dealer.opens == "any" or r.dealer_strength >= KING_HIGH
    hand = describe_strength(r.dealer_strength)
    clause = r.cites["dealer.opens"]
    r.emit(DealerShown(cards=r.dealer, hand=hand, forward=(), qualifies=r.qualifies, clause=clause))
