"""A hold'em sheet as a flat, hashable record of numbers: all that solver and kernels see of it.

Amounts are cents at one stake, for one hand at the table, so that every rounding and limit of the sheet is in them.

>>> from pitboss.rules import load
>>> record = compile_holdem(load("ultimate-texas-holdem"))
>>> record.preflop, record.flop, record.river
((Raise(multiple=3, win=1500, lose=1500), Raise(multiple=4, win=2000, lose=2000)), Raise(multiple=2, win=1000, \
lose=1000), Raise(multiple=1, win=500, lose=500))
>>> record.blind_pays
(0, 0, 0, 0, 500, 750, 1500, 5000, 25000, 250000)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Final

from pitboss.errors import NotationError
from pitboss.games.holdem.state import Terms, terms_of
from pitboss.hands.poker import Category
from pitboss.maths.poker.record import Raise, check_solvable, play_bet
from pitboss.money import Rounding, dollars, pay, pro_rata
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

__all__ = ["HoldemRecord", "Raise", "compile_holdem"]

LARGEST: Final = 10**7
"""Amounts, over what all of them have in common, are up to this: sums over all outcomes then fit 64 bits."""


@dataclass(frozen=True, slots=True)
class HoldemRecord:
    """The rules of Ante, Blind and Play, in numbers."""

    stake: int
    """Ante and Blind, each."""
    preflop: tuple[Raise, ...]
    """The Play bets before the flop, the smallest first; none where the table maximum forbids them."""
    flop: Raise | None
    river: Raise | None
    ante_win: int
    blind_pays: tuple[int, ...]
    """What a winning Blind is paid, by category from high card to royal flush."""
    needs_pair: bool
    """Whether the Ante goes back when the dealer has less than a pair."""
    refunds_folded: bool
    """Whether it goes back to a hand that was folded as well."""
    fold_early: bool
    """Whether a fold is offered before the river; it is never better than a check."""

    @property
    def unit(self) -> int:
        """The largest amount that all others are multiples of."""
        raises = [amount for bet in self.bets for amount in (bet.win, bet.lose)]
        return gcd(self.stake, self.ante_win, *self.blind_pays, *raises)

    @property
    def bets(self) -> tuple[Raise, ...]:
        """All Play bets that can be made, from the river back."""
        return tuple(bet for bet in (self.river, self.flop, *self.preflop) if bet is not None)

    def amounts(self, bet: Raise, kind: int, *, won: bool, qualified: bool) -> tuple[int, int, int]:
        """What Ante, Blind and Play bring to a hand of a category that was won or lost."""
        ante_counts = qualified or not self.needs_pair
        if won:
            return self.ante_win * ante_counts, self.blind_pays[kind - 1], bet.win
        return -self.stake * ante_counts, -self.stake, -bet.lose

    def folded(self, *, qualified: bool) -> tuple[int, int]:
        """What Ante and Blind bring to a folded hand."""
        refunded = self.refunds_folded and self.needs_pair and not qualified
        return -self.stake * (not refunded), -self.stake

    @property
    def basis(self) -> str:
        """What the figures are for, in words."""
        return f"an Ante of {dollars(self.stake)}, one hand at the table, play by the player's own cards and the board"


def compile_holdem(sheet: Sheet, *, stake_cents: int | None = None) -> HoldemRecord:
    """The record of a sheet at a stake for Ante and Blind, by default the table's minimum."""
    minimum = sheet.rules_as(HoldemRules).table.minimum
    return _compiled(sheet, minimum if stake_cents is None else stake_cents)


@lru_cache(maxsize=256)
def _compiled(sheet: Sheet, stake: int) -> HoldemRecord:
    terms = terms_of(sheet)
    check_solvable(terms, stake)
    play = terms.play
    record = HoldemRecord(
        stake=stake,
        preflop=tuple(bet for times in sorted(set(play.preflop_multiples)) if (bet := play_bet(terms, stake, times))),
        flop=play_bet(terms, stake, play.flop_multiple),
        river=play_bet(terms, stake, play.river_multiple),
        ante_win=pay(stake, play.win, rounding=Rounding.EXACT_CENT),
        blind_pays=tuple(_blind(terms, stake, kind) for kind in Category),
        needs_pair=terms.dealer.qualifies == "pair",
        refunds_folded=terms.dealer.refund_folded_ante,
        fold_early=play.fold_early,
    )
    _check_size(record)
    return record


def _blind(terms: Terms, stake: int, kind: Category) -> int:
    """What a winning Blind is paid, held to the aggregate limit as the only such award of the round."""
    odds = getattr(terms.blind.pays, kind.line, None)
    if odds is None:
        return 0
    award = pay(stake, odds, rounding=terms.blind_rounding)
    limit = terms.aggregate
    if limit is None or odds.ratio < limit.pays_from.ratio:
        return award
    return pro_rata([award], limit_cents=limit.limit, exact_total=limit.rounding == "nearest_cent").shares_cents[0]


def _check_size(record: HoldemRecord) -> None:
    largest = max(record.ante_win, *record.blind_pays, *(bet.win for bet in record.bets), 0)
    if largest > LARGEST * record.unit:
        what = f"a payout of {dollars(largest)} for {dollars(record.stake)} is too large to be solved exactly"
        raise NotationError(what, expected="smaller odds, or a stake that they divide evenly")
