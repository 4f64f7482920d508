"""The legal answers to the open question, each with the clause that allows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.holdem.irregular import CHOICES
from pitboss.games.holdem.playing import MULTIPLE_VALUE, STREETS, check_fold, check_play_bet, multiples
from pitboss.games.holdem.settling import jackpot_due
from pitboss.games.holdem.wagers import bets_stand
from pitboss.games.round import Offer
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = ["offers", "timeout_answer"]


def offers(r: HoldemRound) -> list[Offer]:
    """Every answer the open question takes."""
    question = r.question
    if question is None:
        return []
    if question.kind in STREETS:
        boxes = (question.spot,) if question.spot else r.waiting
        return [offer for box in boxes for offer in _street(r, question.kind, box)]
    if question.kind == "wagers":
        return [Offer(a.StartDeal(), r.cites["equal_bets"], "no more bets: deal")] if bets_stand(r) else []
    if question.kind == "ruling":
        clause = r.cites[f"irregular_{r.case[0]}"]
        return [Offer(a.Rule(choice), clause, choice.replace("_", " ")) for choice in CHOICES[r.case[0]]]
    if question.kind == "jackpot" and (due := jackpot_due(r, question.spot)) is not None:
        return [Offer(due, r.cites["jackpot_by_shift_manager"], f"{due.meter} paid: {dollars(due.cents)}")]
    if question.kind == "reshuffle" and r.order is None:
        return [Offer(a.Reshuffled(()), r.cites["irregular_shuffler_jam"], "the deck is shuffled again")]
    if question.kind == "proceed":
        return [Offer(a.Proceed(), "", f"go on: {r.agenda[-1][0].replace('_', ' ')}")]
    return []


def _street(r: HoldemRound, street: str, box: int) -> Iterator[Offer]:
    seat = r.seats[box]
    if street != "river":
        yield Offer(Check(spot=box), r.cites[f"check_{street}"], "check")
    for multiple in reversed(multiples(r, street)):
        action = PlayBet(multiple, spot=box)
        try:
            check_play_bet(r, seat, street, action)
        except IllegalAction:
            continue
        cents = multiple * seat.ante
        yield Offer(action, r.cites[MULTIPLE_VALUE[street]], f"bet {multiple}x: {dollars(cents)}", cents=cents)
    try:
        check_fold(r, street)
    except IllegalAction:
        return
    tucks = r.t.play.fold_tucks_automatically and "trips" in seat.wagers
    words, variety = ("fold, cards tucked for Trips", "fold_and_tuck") if tucks else ("fold", "")
    yield Offer(Fold(spot=box), r.cites["fold_or_bet"], words, variety)


def timeout_answer(r: HoldemRound) -> a.Action | None:
    """What a player who does not answer in time has answered, as the sheet says."""
    question = r.question
    if question is None or question.kind not in STREETS:
        return None
    box = question.spot or r.waiting[0]
    if question.kind != "river":
        return Check(spot=box)
    bets = [offer.action for offer in _street(r, "river", box) if isinstance(offer.action, PlayBet)]
    return bets[0] if bets and r.t.rules.timeout.decision == "check_bet" else Fold(spot=box)
