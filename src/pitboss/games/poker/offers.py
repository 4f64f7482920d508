"""The legal answers to the open question, each with the clause that allows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.poker.decisions import check_play_bet
from pitboss.games.poker.progressive import jackpot_due
from pitboss.games.poker.wagers import bets_stand
from pitboss.games.round import Offer
from pitboss.money import dollars
from pitboss.rules.game import bet_title

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = ["fold_offer", "offers", "play_bets"]


def offers(r: PokerRound) -> list[Offer]:
    """Every answer the open question takes."""
    question = r.question
    if question is None:
        return []
    if question.kind in r.DECISIONS:
        boxes = (question.spot,) if question.spot else r.waiting
        return [offer for box in boxes for offer in r.decisions(question.kind, box)]
    if question.kind == "wagers":
        return [Offer(a.StartDeal(), r.cites["equal_bets"], "no more bets: deal")] if bets_stand(r) else []
    if question.kind == "ruling":
        clause = r.cites[f"irregular_{r.case[0]}"]
        return [Offer(a.Rule(choice), clause, choice.replace("_", " ")) for choice in r.CHOICES[r.case[0]]]
    if question.kind == "jackpot" and (due := jackpot_due(r, question.spot)) is not None:
        return [Offer(due, r.cites["jackpot_by_shift_manager"], f"{due.meter} paid: {dollars(due.cents)}")]
    if question.kind == "reshuffle" and r.order is None:
        return [Offer(a.Reshuffled(()), r.cites["irregular_shuffler_jam"], "the deck is shuffled again")]
    if question.kind == "proceed":
        return [Offer(a.Proceed(), "", f"go on: {r.agenda[-1][0].replace('_', ' ')}")]
    return []


def play_bets(r: PokerRound, question: str, box: int) -> Iterator[Offer]:
    """The Play bets open to a seat, the largest first."""
    seat = r.seats[box]
    for multiple in reversed(r.multiples(seat, question)):
        action = a.PlayBet(multiple, spot=box)
        try:
            check_play_bet(r, seat, question, action)
        except IllegalAction:
            continue
        cents = multiple * seat.ante
        clause = r.cites[r.multiple_value(question, multiple)]
        yield Offer(action, clause, f"bet {multiple}x: {dollars(cents)}", cents=cents)


def fold_offer(r: PokerRound, box: int) -> Offer:
    """The fold, and whether the cards are tucked under the optional bet."""
    words, variety = "fold", ""
    if r.tucks(None) and r.t.SIDE in r.seats[box].wagers:
        words, variety = f"fold, cards tucked for {bet_title(r.sheet.game, r.sheet.rules, r.t.SIDE)}", "fold_and_tuck"
    return Offer(a.Fold(spot=box), r.cites["fold_or_bet"], words, variety)
