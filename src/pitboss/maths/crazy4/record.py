"""A sheet of Crazy 4 Poker as a flat, hashable record of numbers: all that solver and kernels see of it.

Amounts are cents at one stake, so that every rounding of the sheet is in them.

>>> from pitboss.rules import load
>>> record = compile_crazy4(load("crazy-4-poker"))
>>> record.bets
(Raise(multiple=1, win=500, lose=500), Raise(multiple=2, win=1000, lose=1000), Raise(multiple=3, win=1500, lose=1500))
>>> record.bonus
{'four_aces': 100000, 'four_of_a_kind': 15000, 'straight_flush': 7500, 'three_of_a_kind': 1000, 'flush': 750, \
'straight': 500}
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

from pitboss.games.crazy4.state import terms_of
from pitboss.hands.four_cards import KING_HIGH
from pitboss.maths.poker.record import Raise, check_solvable, play_bet
from pitboss.money import Rounding, dollars, pay
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["Crazy4Record", "compile_crazy4"]


@dataclass(frozen=True, slots=True)
class Crazy4Record:
    """The rules of Ante, Super Bonus and Play, in numbers."""

    stake: int
    """Ante and Super Bonus, each."""
    bets: tuple[Raise, ...]
    """The Play bets, the smallest first; none where the table maximum forbids them."""
    any_hand: int
    """The largest multiple of the Ante for a hand below a pair of aces."""
    ante_win: int
    bonus_lines: tuple[tuple[str, int], ...]
    opens: int
    """The least strength with which the dealer opens."""

    @property
    def bonus(self) -> dict[str, int]:
        """What the Super Bonus pays, by line."""
        return dict(self.bonus_lines)

    @property
    def basis(self) -> str:
        """What the figures are for, in words."""
        return f"an Ante of {dollars(self.stake)}, one hand at the table, play by the player's own cards"


def compile_crazy4(sheet: Sheet, *, stake_cents: int | None = None) -> Crazy4Record:
    """Return the record of a sheet at a stake for Ante and Super Bonus, by default the table's minimum."""
    minimum = sheet.rules_as(Crazy4Rules).table.minimum
    return _compiled(sheet, minimum if stake_cents is None else stake_cents)


@lru_cache(maxsize=256)
def _compiled(sheet: Sheet, stake: int) -> Crazy4Record:
    terms = terms_of(sheet)
    check_solvable(terms, stake)
    play, pays = terms.play, terms.super_bonus.pays
    multiples = range(play.multiple, play.aces_multiple + 1)
    lines = [line.name for line in fields(pays)]
    return Crazy4Record(
        stake=stake,
        bets=tuple(bet for times in multiples if (bet := play_bet(terms, stake, times))),
        any_hand=play.multiple,
        ante_win=pay(stake, play.win, rounding=Rounding.EXACT_CENT),
        bonus_lines=tuple((line, pay(stake, getattr(pays, line), rounding=Rounding.EXACT_CENT)) for line in lines),
        opens=0 if terms.dealer.opens == "any" else KING_HIGH,
    )
