"""Settlement of Crazy 4 Poker: Ante and Play against the dealer, Super Bonus by its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.events import BetChanged
from pitboss.games.poker.state import Seat
from pitboss.hands.four_cards import ACES, QUEENS, FourCards, category, line_of

if TYPE_CHECKING:
    from pitboss.games.crazy4.round import Crazy4Round

__all__ = ["bonus_line", "compare", "queens_up_line"]

_FOUR_ACES = FourCards.FOUR_OF_A_KIND << 12 | 12


def bonus_line(strength: int) -> str:
    """Return the line of a hand in the pay table of the Super Bonus: four aces have their own (C4-SB-2)."""
    return "four_aces" if strength == _FOUR_ACES else line_of(strength)


def queens_up_line(strength: int) -> str:
    """Return the line of a hand in the pay table of Queens Up: a pair counts from queens on (C4-QU-2, C4-QU-10)."""
    if category(strength) == FourCards.PAIR:
        return "queens_or_better" if strength >= QUEENS else "pair"
    return line_of(strength)


def compare(r: Crazy4Round, seat: Seat, strength: int) -> None:
    """Play and Ante by the dealer's hand, then the Super Bonus (C4-SET-2 to 5)."""
    _hold_to_limit(r, seat, strength)
    if not r.qualifies:
        r.win(seat, "play", r.t.play.win, clause=r.cites["not_open"])
        r.push(seat, "ante", clause=r.cites["not_open"])
    elif strength > r.dealer_strength:
        for wager in ("play", "ante"):
            r.win(seat, wager, r.t.play.win, clause=r.cites["play.win"])
    elif strength < r.dealer_strength:
        for wager in ("play", "ante"):
            r.take(seat, wager, clause=r.cites["lower_loses"])
    else:
        for wager in ("play", "ante"):
            r.push(seat, wager, clause=r.cites["tie_pushes"])
    _super_bonus(r, seat, strength)


def _hold_to_limit(r: Crazy4Round, seat: Seat, strength: int) -> None:
    """A Play bet that the opened hand does not allow counts as once the Ante; the rest goes back (C4-PLAY-7)."""
    most = r.t.play.multiple if strength < ACES else r.t.play.aces_multiple
    if seat.play > most:
        before, seat.play = seat.wagers["play"], most
        seat.wagers["play"] = most * seat.ante
        r.emit(BetChanged(spot=seat.box, wager="play", before=before, cents=seat.wagers["play"]))


def _super_bonus(r: Crazy4Round, seat: Seat, strength: int) -> None:
    """Paid from a straight up whatever the dealer has; below it pushes unless it is beaten (C4-SB-1, C4-SB-8)."""
    line = bonus_line(strength)
    odds = getattr(r.t.super_bonus.pays, line, None)
    if odds is not None:
        r.win(seat, "super_bonus", odds, clause=r.cites[f"super_bonus.pays.{line}"], line=line)
    elif r.qualifies and strength < r.dealer_strength:  # C4-SB-9
        r.take(seat, "super_bonus", clause=r.cites["super_bonus_loses"])
    else:
        r.push(seat, "super_bonus", clause=r.cites["super_bonus_pushes"])
