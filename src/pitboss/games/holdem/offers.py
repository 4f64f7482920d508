"""The answers of a hold'em player, each with the clause that allows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.holdem.playing import MULTIPLE_VALUE, STREETS, check_fold, check_play_bet, multiples
from pitboss.games.round import Offer
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = ["decisions", "timeout_answer"]


def decisions(r: HoldemRound, street: str, box: int) -> Iterator[Offer]:
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
    bets = [offer.action for offer in decisions(r, "river", box) if isinstance(offer.action, PlayBet)]
    return bets[0] if bets and r.t.rules.timeout.decision == "check_bet" else Fold(spot=box)
