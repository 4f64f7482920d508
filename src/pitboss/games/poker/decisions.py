"""Whose decision it is, the Play bet as it is made, and a hand that is folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Fold, PlayBet
from pitboss.games.events import CardsDiscarded, HandFolded, PlayBetMade, TokePlaced
from pitboss.games.poker.state import Seat
from pitboss.games.poker.wagers import check_toke
from pitboss.games.round import check_role

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = [
    "answered", "ask", "ask_any", "ask_street", "check_play_bet", "collect_folded", "discard_hand", "fold",
    "multiple_named", "on_turn", "play_bet",
]  # fmt: skip


def ask_street(r: PokerRound, street: str) -> None:
    """Everybody without a Play bet decides: clockwise from the dealer's left, or in any order (UTH-S4, C4-PLAY-1)."""
    waiting = tuple(box for box, seat in r.seats.items() if seat.undecided)
    if r.t.poker.table.decision_order == "any_order":
        r.waiting = waiting
        r.plan(("ask_any", street))
    else:
        r.plan(*(("ask", street, box) for box in waiting))


def ask(r: PokerRound, street: str, box: int) -> None:
    if r.seats[box].undecided:
        r.ask(street, spot=box)


def ask_any(r: PokerRound, street: str) -> None:
    """While somebody has not answered, any of them may."""
    r.waiting = tuple(box for box in r.waiting if r.seats[box].undecided)
    if r.waiting:
        r.ask(street)


def on_turn(r: PokerRound, spot: int, role: str) -> tuple[Seat, str]:
    """The seat that decides and the street: the one on turn, or any that has not answered yet."""
    question = r.check_question(*r.DECISIONS, code="turn.nobody", clause=r.cites["out_of_turn"])
    check_role(role, "player")
    box = spot or question.spot
    seat = r.seats.get(box)
    if seat is not None and seat.play:  # UTH-DEAL-10c, C4-PLAY-4
        raise IllegalAction("play.made", r.cites["one_play_bet"])
    if seat is not None and seat.folded:  # UTH-DEAL-14a, C4-PLAY-4
        raise IllegalAction("hand.folded", r.cites["fold_or_bet"])
    if seat is None or (question.spot and box != question.spot) or (not question.spot and box not in r.waiting):
        raise NotNow("turn.other_place", r.cites["out_of_turn"], spot=box, place="seat")
    return seat, question.kind


def answered(r: PokerRound, seat: Seat, street: str) -> None:
    r.question = None
    if r.t.poker.table.decision_order == "any_order":
        r.waiting = tuple(box for box in r.waiting if box != seat.box)
        r.plan(("ask_any", street))


def multiple_named(action: PlayBet, ante: int, offered: Sequence[int]) -> int | None:
    """Return the multiple that a Play bet names in times or cents, the largest where it names none.

    It is None where that one is not offered, or where times and cents are two different amounts.
    """
    cents = action.cents or (action.multiple or offered[-1]) * ante
    multiple = {times * ante: times for times in offered}.get(cents)
    return multiple if action.multiple in (0, multiple) else None


def check_play_bet(r: PokerRound, seat: Seat, street: str, action: PlayBet) -> int:
    """Return the multiple of a Play bet; refuse one that is not offered.

    (UTH-DEAL-10b, UTH-DEAL-12b, UTH-DEAL-14b, C4-PLAY-3, C4-PLAY-5)
    """
    offered = r.multiples(seat, street)
    multiple = multiple_named(action, seat.ante, offered)
    if multiple is None:
        amounts = [times * seat.ante for times in offered]
        raise IllegalAction("play.other_amount", r.cites[r.multiple_value(street, offered[-1])], amounts=amounts)
    maximum = r.t.poker.table.maximum
    if r.t.poker.play.play_bet_capped and multiple * seat.ante > maximum:
        raise IllegalAction("play.above_maximum", r.stated("play.play_bet_capped"), maximum=maximum)
    return multiple


def play_bet(r: PokerRound, action: PlayBet, role: str) -> None:
    """The one Play bet of a hand (UTH-DEAL-10c, C4-PLAY-4)."""
    seat, street = on_turn(r, action.spot, role)
    multiple = check_play_bet(r, seat, street, action)
    if action.toke_cents:
        check_toke(r, "play", multiple * seat.ante, action.toke_cents)
    answered(r, seat, street)
    seat.play = multiple
    seat.wagers["play"] = multiple * seat.ante
    clause = r.cites[r.multiple_value(street, multiple)]
    r.emit(PlayBetMade(spot=seat.box, multiple=multiple, cents=multiple * seat.ante, street=street, clause=clause))
    if action.toke_cents:
        seat.tokes["play"] = action.toke_cents
        r.emit(
            TokePlaced(
                spot=seat.box,
                hand=0,
                wager="play",
                cents=action.toke_cents,
                position="adjacent",
                clause=r.cites["toke_on"],
            )
        )


def fold(r: PokerRound, action: Fold, role: str) -> None:
    """Ante and its equal are given up; tucked under the optional bet the hand may stay in for that.

    (UTH-TRIPS-3a, UTH-TRIPS-3b, C4-PLAY-2, C4-QU-3)
    """
    seat, street = on_turn(r, action.spot, role)
    r.check_fold(street)
    answered(r, seat, street)
    seat.folded = True
    seat.tucked = r.tucks(action.tuck) and r.t.SIDE in seat.wagers
    r.emit(
        HandFolded(
            spot=seat.box, street=street, tucked=seat.tucked, clause=r.cites["tucked" if seat.tucked else "fold_or_bet"]
        )
    )
    if r.t.poker.play.fold_collect == "at_fold":
        collect_folded(r, seat)
    if not seat.tucked:
        _give_up_side_bet(r, seat)
        discard_hand(r, seat)


def collect_folded(r: PokerRound, seat: Seat) -> None:
    """Ante and its equal of a folded hand are lost, and tokes beside them (UTH-S3, C4-PLAY-2)."""
    for wager in ("ante", r.t.EQUAL):
        if wager not in seat.settled:
            r.take(seat, wager, clause=r.cites["folded_lost" if seat.tucked else "fold_or_bet"])


def _give_up_side_bet(r: PokerRound, seat: Seat) -> None:
    if r.t.SIDE in seat.wagers:
        r.take(seat, r.t.SIDE, clause=r.cites[r.t.TUCKED_BY])


def discard_hand(r: PokerRound, seat: Seat) -> None:
    """A hand that is decided goes to the rack at once (UTH-NOQ-3, C4-SET-8)."""
    if seat.cards:
        r.emit(CardsDiscarded(spot=seat.box, hand=0, cards=seat.cards, clause=r.cites["decided_hand_cleared"]))
        r.discarded += seat.cards
        seat.cards = ()
