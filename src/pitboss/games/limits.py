"""The size of a wager and of a toke: limits, steps, chips and caps are the same checks in every game."""

from __future__ import annotations

from typing import Any

from pitboss.errors import IllegalAction
from pitboss.games.round import Round
from pitboss.rules.common import Toke

__all__ = ["check_amount", "check_chips", "check_toke_cap", "check_toke_on", "check_toke_size"]


def check_amount(r: Round, section: str, rules: Any, cents: int) -> None:
    """Refuse a wager outside the limits and steps that a section of the sheet states."""
    low, high, step = ("minimum", "maximum", "bet_step") if section == "table" else ("min", "max", "step")
    minimum, maximum, unit = getattr(rules, low), getattr(rules, high), getattr(rules, step)
    if cents < minimum:
        raise IllegalAction("bets.below_minimum", r.stated(f"{section}.{low}"), cents=cents, minimum=minimum)
    if cents > maximum:
        raise IllegalAction("bets.above_maximum", r.stated(f"{section}.{high}"), cents=cents, maximum=maximum)
    if cents % unit:
        raise IllegalAction("bets.step", r.stated(f"{section}.{step}"), step=unit)


def check_chips(r: Round, cents: int) -> None:
    """Refuse what cannot be laid in chips."""
    smallest = min(r.sheet.rules.chips.denominations)
    if cents % smallest:
        raise IllegalAction("bets.smallest_chip", r.stated("chips.denominations"), smallest=smallest)


def check_toke_on(toke: Toke | None, wager: str) -> Toke:
    """Return the rules of tokes; refuse one on a wager that takes none."""
    if toke is None or wager not in toke.wagers:
        raise IllegalAction("toke.not_on", wager=wager)
    return toke


def check_toke_size(r: Round, toke: Toke, cents: int) -> None:
    """Refuse a toke outside its own range and steps."""
    if not toke.minimum <= cents <= toke.maximum:
        raise IllegalAction("toke.range", r.stated("toke.minimum"), minimum=toke.minimum, maximum=toke.maximum)
    if cents % toke.step:
        raise IllegalAction("toke.step", r.stated("toke.step"), step=toke.step)


def check_toke_cap(r: Round, toke: Toke, together: int, *, maximum: int, point: str = "") -> None:
    """Refuse a toke and its bet that are more together than a share of the bet's maximum, or more than that over it."""
    share = toke.cap_share if toke.cap == "share_of_maximum" else 1 + toke.cap_share
    if together > maximum * share:
        clause = (r.cite(point) if point else "") or r.stated("toke.cap")
        raise IllegalAction("toke.cap", clause, most=int(maximum * share))
