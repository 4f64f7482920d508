"""The decisions: check or raise before the flop and on it, raise or fold at the end."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.events import CardsDiscarded, Checked, DealerShown, HandFolded, PlayBetMade, TokePlaced
from pitboss.games.holdem.state import Seat
from pitboss.games.holdem.wagers import check_toke
from pitboss.games.round import check_role
from pitboss.hands.poker import Category, best_five, category, describe_strength, evaluate

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = ["ask", "ask_street", "check", "fold", "hand_name", "multiples", "play_bet", "show_dealer"]

STREETS = ("preflop", "flop", "river")


def ask_street(r: HoldemRound, street: str) -> None:
    """Everybody without a Play bet decides: one after another from the dealer's left, or in any order (UTH-S4)."""
    waiting = tuple(box for box, seat in r.seats.items() if seat.undecided)
    if r.t.table.decision_order == "any_order":
        r.waiting = waiting
        r.plan(("ask_any", street))
    else:
        r.plan(*(("ask", street, box) for box in waiting))


def ask(r: HoldemRound, street: str, box: int) -> None:
    if r.seats[box].undecided:
        r.ask(street, spot=box)


def ask_any(r: HoldemRound, street: str) -> None:
    """While somebody has not answered, any of them may."""
    r.waiting = tuple(box for box in r.waiting if r.seats[box].undecided)
    if r.waiting:
        r.ask(street)


def on_turn(r: HoldemRound, spot: int, role: str) -> tuple[Seat, str]:
    """The seat that decides and the street: the one on turn, or any that has not answered yet."""
    question = r.check_question(*STREETS, code="turn.nobody", clause=r.cites["out_of_turn"])
    check_role(role, "player")
    box = spot or question.spot
    seat = r.seats.get(box)
    if seat is not None and seat.play:  # UTH-DEAL-10c
        raise IllegalAction("play.made", r.cites["one_play_bet"])
    if seat is not None and seat.folded:  # UTH-DEAL-14a
        raise IllegalAction("hand.folded", r.cites["fold_or_bet"])
    if seat is None or (question.spot and box != question.spot) or (not question.spot and box not in r.waiting):
        raise NotNow("turn.other_place", r.cites["out_of_turn"], spot=box, place="seat")
    return seat, question.kind


def _answered(r: HoldemRound, seat: Seat, street: str) -> None:
    r.question = None
    if r.t.table.decision_order == "any_order":
        r.waiting = tuple(box for box in r.waiting if box != seat.box)
        r.plan(("ask_any", street))


def check(r: HoldemRound, action: Check, role: str) -> None:
    """Put up nothing; not an answer after the river (UTH-DEAL-10a, UTH-DEAL-12a, UTH-SUM-4)."""
    seat, street = on_turn(r, action.spot, role)
    if street == "river":
        raise IllegalAction("play.bet_or_fold", r.cites["fold_or_bet"])
    _answered(r, seat, street)
    r.emit(Checked(spot=seat.box, street=street, clause=r.cites[f"check_{street}"]))


def multiples(r: HoldemRound, street: str) -> tuple[int, ...]:
    """How many times the Ante a Play bet may be on a street."""
    play = r.t.play
    return {"preflop": play.preflop_multiples, "flop": (play.flop_multiple,), "river": (play.river_multiple,)}[street]


MULTIPLE_VALUE = {"preflop": "play.preflop_multiples", "flop": "play.flop_multiple", "river": "play.river_multiple"}


def check_play_bet(r: HoldemRound, seat: Seat, street: str, action: PlayBet) -> int:
    """The multiple of a Play bet, if it is one of those offered (UTH-DEAL-10b, UTH-DEAL-12b, UTH-DEAL-14b)."""
    offered = multiples(r, street)
    multiple = action.multiple or (action.cents // seat.ante if action.cents % seat.ante == 0 else 0)
    if not action.multiple and not action.cents:
        multiple = offered[-1]
    if multiple not in offered or (action.cents and action.cents != multiple * seat.ante):
        amounts = [times * seat.ante for times in offered]
        raise IllegalAction("play.other_amount", r.cites[MULTIPLE_VALUE[street]], amounts=amounts)
    if r.t.play.play_bet_capped and multiple * seat.ante > r.t.table.maximum:
        raise IllegalAction("play.above_maximum", r.stated("play.play_bet_capped"), maximum=r.t.table.maximum)
    return multiple


def play_bet(r: HoldemRound, action: PlayBet, role: str) -> None:
    """The one Play bet of a hand (UTH-DEAL-10c)."""
    seat, street = on_turn(r, action.spot, role)
    multiple = check_play_bet(r, seat, street, action)
    if action.toke_cents:
        check_toke(r, "play", multiple * seat.ante, action.toke_cents)
    _answered(r, seat, street)
    seat.play = multiple
    seat.wagers["play"] = multiple * seat.ante
    clause = r.cites[MULTIPLE_VALUE[street]]
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


def check_fold(r: HoldemRound, street: str) -> None:
    if street != "river" and not r.t.play.fold_early:  # UTH-DEAL-14a, UTH-S14
        raise IllegalAction("play.fold_later", r.stated("play.fold_early"))


def fold(r: HoldemRound, action: Fold, role: str) -> None:
    """Ante and Blind are given up; tucked under a Trips bet the hand stays in for it (UTH-TRIPS-3a, UTH-TRIPS-3b)."""
    seat, street = on_turn(r, action.spot, role)
    check_fold(r, street)
    wants = r.t.play.fold_tucks_automatically if action.tuck is None else action.tuck
    _answered(r, seat, street)
    seat.folded = True
    seat.tucked = wants and "trips" in seat.wagers
    r.emit(
        HandFolded(
            spot=seat.box, street=street, tucked=seat.tucked, clause=r.cites["tucked" if seat.tucked else "fold_or_bet"]
        )
    )
    if r.t.play.fold_collect == "at_fold":
        collect_folded(r, seat)
    if not seat.tucked:
        _give_up_trips(r, seat)
        discard_hand(r, seat)


def collect_folded(r: HoldemRound, seat: Seat) -> None:
    """Ante and Blind of a folded hand are lost, and tokes beside them (UTH-S3)."""
    for wager in ("ante", "blind"):
        if wager not in seat.settled:
            r.take(seat, wager, clause=r.cites["folded_lost" if seat.tucked else "fold_or_bet"])


def _give_up_trips(r: HoldemRound, seat: Seat) -> None:
    if "trips" in seat.wagers:
        r.take(seat, "trips", clause=r.cites["play.fold_tucks_automatically"])


def discard_hand(r: HoldemRound, seat: Seat) -> None:
    """A hand that is decided goes to the rack at once (UTH-NOQ-3)."""
    if seat.cards:
        r.emit(CardsDiscarded(spot=seat.box, hand=0, cards=seat.cards, clause=r.cites["decided_hand_cleared"]))
        r.discarded += seat.cards
        seat.cards = ()


hand_name = cache(describe_strength)
"""What a strength is called; there are a few thousand of them."""


def show_dealer(r: HoldemRound) -> None:
    """The dealer turns two cards and makes the best five (UTH-DEAL-15a, UTH-DEAL-15b)."""
    unknown = next((i for i, card in enumerate(r.dealer) if not card.known), None)
    if unknown is not None:
        r.ask_face("dealer_card", 0, unknown)
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


def dealer_card(r: HoldemRound, box: int, position: int, card: Card) -> None:
    """A dealer's card of a declared deal shows its face."""
    r.dealer = (*r.dealer[:position], card, *r.dealer[position + 1 :])
    show_dealer(r)
