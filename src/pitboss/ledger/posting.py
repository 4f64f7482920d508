"""Postings: what an account gains or loses, and why; those of one entry add up to zero.

>>> moved(transfer("cage", "player:Ann", 5000, "buy-in"))
{'cage': -5000, 'player:Ann': 5000}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from pitboss.errors import IllegalAction

__all__ = ["RETRACTED", "TAKEN_BACK", "Posting", "balances", "moved", "needed", "transfer"]

TAKEN_BACK: Final = "SettlementReversed"
"""Why a settlement that a round takes back moves money."""
RETRACTED: Final = "EntryRetracted"
"""Why a mis-keyed entry that is taken back moves money."""


class Posting(NamedTuple):
    """One line of an entry."""

    account: str
    cents: int
    why: str


def transfer(source: str, target: str, cents: int, why: str) -> tuple[Posting, ...]:
    """Money goes from one account to another."""
    if cents <= 0:
        raise IllegalAction("posting.not_positive")
    return Posting(source, -cents, why), Posting(target, cents, why)


def moved(postings: Iterable[Posting]) -> dict[str, int]:
    """What each account gains or loses in all; refused by an assertion where money would be made or lost."""
    sums: dict[str, int] = {}
    for account, cents, _ in postings:
        sums[account] = sums.get(account, 0) + cents
    assert sum(sums.values()) == 0, "an entry makes or loses money"
    return {account: cents for account, cents in sorted(sums.items()) if cents}


def needed(postings: Iterable[Posting]) -> dict[str, int]:
    """What each account must hold beforehand: a stake is laid before what it wins comes in.

    What is taken back comes last, out of what the same entry gives back, too.

    >>> needed([*transfer("player:Ann", "layout:t", 500, "a double"), *transfer("tray:t", "player:Ann", 1000, "won")])
    {'layout:t': 0, 'player:Ann': 500, 'tray:t': 1000}
    """
    sums: dict[str, int] = {}
    least: dict[str, int] = {}
    for account, cents, _ in sorted(postings, key=_comes_last):
        sums[account] = sums.get(account, 0) + cents
        least[account] = max(least.get(account, 0), -sums[account])
    return dict(sorted(least.items()))


def _comes_last(line: Posting) -> bool:
    return line.cents < 0 and line.why in (TAKEN_BACK, RETRACTED)


def balances(before: Mapping[str, int], postings: Iterable[Posting]) -> dict[str, int]:
    """The accounts after these postings."""
    after = dict(before)
    for account, cents in moved(postings).items():
        after[account] = after.get(account, 0) + cents
    return after
