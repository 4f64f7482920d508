"""A supervisor is told of payouts of the notice amount and more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.events import SupervisorNotified
from pitboss.games.poker.state import Seat

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = ["late_notice", "notice", "notice_total"]


def notice(r: PokerRound, seat: Seat, wager: str, cents: int) -> None:
    """A supervisor is told before a payout of the notice amount is made (UTH-PAY-1)."""
    rule = r.t.poker.notice
    if rule.supervisor_notice == "per_wager" and cents >= rule.amount:
        r.emit(SupervisorNotified(spot=seat.box, wager=wager, cents=cents, clause=r.cites["notice.amount"]))


def notice_total(r: PokerRound, seat: Seat, place: int, more: int = 0) -> None:
    """Where a player's payouts count together, those of all their hands, the notice comes before a hand's first."""
    rule = r.t.poker.notice
    if rule.supervisor_notice != "per_player_total":
        return
    paid = [done for done in r.settlements if (done.result, done.owner) == ("win", "player")]
    total = sum(done.pays for done in paid if r.seats[done.spot].player == seat.player) + more
    if total >= rule.amount and (more or any(done.spot == seat.box for done in paid)):
        told = SupervisorNotified(spot=seat.box, wager="all", cents=total, clause=r.cites["notice.supervisor_notice"])
        r.events.insert(place, told)


def late_notice(r: PokerRound, seat: Seat, wager: str, cents: int) -> None:
    """The notice of a payout that follows after the seat's own settlement."""
    notice(r, seat, wager, cents)
    notice_total(r, seat, len(r.events), cents)
