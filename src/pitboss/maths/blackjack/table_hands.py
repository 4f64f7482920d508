"""A hand on the table as the mathematics names it."""

from __future__ import annotations

from pitboss.games.blackjack.state import Hand

__all__ = ["kind_of", "raised_of"]


def kind_of(hand: Hand) -> int:
    """Return which kind of hand of a record it is."""
    from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT

    if not hand.split:
        return UNSPLIT
    own, lammer = (SPLIT_ACE, ACE_LAMMER) if hand.aces else (SPLIT, LAMMER)
    return own if hand.stake else lammer


def raised_of(hand: Hand) -> tuple[int, int, bool] | None:
    """Return what lies on a doubled hand, how often it was doubled again and whether free; None before any double."""
    if not hand.doubled:
        return None
    return hand.stake + hand.extra, hand.doubled - 1, "double" in hand.lammers
