"""The answers of a hold'em player, each with the clause that allows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.holdem.playing import STREETS, check_fold
from pitboss.games.poker.offers import fold_offer, play_bets
from pitboss.games.round import Offer

if TYPE_CHECKING:
    from pitboss.games.holdem.round import HoldemRound

__all__ = ["decisions", "timeout_answer"]


def decisions(r: HoldemRound, street: str, box: int) -> Iterator[Offer]:
    if street != "river":
        yield Offer(Check(spot=box), r.cites[f"check_{street}"], "check")
    yield from play_bets(r, street, box)
    try:
        check_fold(r, street)
    except IllegalAction:
        return
    yield fold_offer(r, box)


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
