"""A blackjack sheet as a flat, hashable record of numbers: all that solvers and kernels see of it.

Amounts are cents at one stake, so that every rounding the sheet asks for is in them.

>>> from pitboss.rules import load
>>> record = compile_record(load("catfish-blackjack"))
>>> record.stake, record.natural_pays, record.hit_soft_17, record.most_hands
(500, 750, True, (2, 4, 4, 4, 4, 4, 4, 4, 4, 4))
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from pitboss.errors import NotationError
from pitboss.games.blackjack.state import Terms, terms_of
from pitboss.maths.blackjack.bonuses import BLACKJACK, NO_BONUS, Bonuses, bonuses_of
from pitboss.money import Odds, cents_text, dollars, pay
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

__all__ = [
    "ACE_LAMMER",
    "KINDS",
    "LAMMER",
    "MOST_AGAIN",
    "NO_CHARLIE",
    "RAISES",
    "SOFT",
    "SPLIT",
    "SPLIT_ACE",
    "TIES",
    "UNSPLIT",
    "BlackjackRecord",
    "HandTerms",
    "compile_record",
]

EVEN_MONEY = Odds(1, 1)
KINDS = ("unsplit", "split", "lammer", "split ace", "ace on a lammer")
"""The kinds of hand that are played differently: by what lies on them and what is allowed."""
UNSPLIT, SPLIT, LAMMER, SPLIT_ACE, ACE_LAMMER = range(5)
SOFT = 32
"""Added to the total of a soft hand, where hands are told apart by one number."""
TIES = ("push", "dealer_wins", "21_wins")
"""What equal totals may be, as kernels number them."""
NO_CHARLIE = 99
RAISES = ("full", "for less", "free")
"""The ways to begin doubling, of which each may be doubled again."""
MOST_AGAIN = 4
"""How often a doubled hand is doubled again at most."""


class Double(NamedTuple):
    """One way to double: its name, what the hand then wins and loses, and the same each time it is doubled again."""

    name: str
    win: int
    lose: int
    again: tuple[tuple[int, int], ...] = ()


class HandTerms(NamedTuple):
    """What one kind of hand wins and loses, and what may be done with it."""

    win: int
    lose: int
    hit: bool
    surrender: int | None
    """The loss of a surrendered hand, or None where it may not be surrendered."""
    doubles: tuple[Double, ...]
    """The doubles with the player's money, the full one first."""
    free_double: Double | None
    natural_pays: int
    """What an ace with a ten-value card is paid where it counts as a blackjack."""
    natural_ties: int
    """What it is paid against a dealer's blackjack that nobody looked for, with a ten-value card up ..."""
    natural_ties_ace: int
    """... and with an ace up."""
    natural_doubles: bool

    def raises(self) -> tuple[Double | None, ...]:
        """The doubles in the order of :data:`RAISES`: the full one, the one for less, the free one."""
        return (*(*self.doubles, None, None)[:2], self.free_double)


@dataclass(frozen=True, slots=True)
class BlackjackRecord:
    """The rules of the main bet and of insurance, in numbers."""

    stake: int
    decks: int
    draws_to: int
    hit_soft_17: bool
    push_22: bool
    ties: int
    """What equal totals are: a push, the dealer's, or a push but for a 21, which wins."""
    checked: tuple[bool, ...]
    """For each value of the up card: whether it is certain, before hands act, that the dealer has no blackjack."""
    takes_hole_card: bool
    original_bets: bool
    """Whether a blackjack that comes out late takes no more than the original bet."""
    charlie: int
    """How many cards win a hand unbroken, more than any hand holds where none do."""
    match_rank: bool
    most_hands: tuple[int, ...]
    """For pairs of each value from the ace on: how many hands splitting makes at most, 1 where it is not allowed."""
    free_pairs: tuple[bool, ...]
    """For each value: whether the new hand of a split stands on a lammer."""
    free_totals: tuple[int, ...]
    double_any: bool
    double_on: tuple[bool, ...]
    """Which hands may be doubled with the player's money, by their total, soft ones from 32 on."""
    surrender_against: tuple[bool, ...]
    """For each value of the up card."""
    early_surrender: bool
    early_loss: int
    split_natural: bool
    natural_pays: int
    tie_against_ten: int
    tie_against_ace: int
    even_money: int | None
    insurance_stake: int
    insurance_pays: int
    insure_natural: bool
    draws_without_hands: bool
    void_when_exhausted: bool
    bonuses: Bonuses
    """What winning hands of some shapes are paid that are not doubled."""
    split_bonuses: bool
    """Whether split hands are paid them too."""
    kinds: tuple[HandTerms, ...]

    def bonuses_for(self, kind: int) -> Bonuses:
        """What winning hands of a kind are paid: none stands on a lammer, and a split blackjack is none as dealt."""
        if kind == UNSPLIT:
            return self.bonuses
        if self.split_bonuses and kind in (SPLIT, SPLIT_ACE):
            return (*self.bonuses[:BLACKJACK], ())
        return NO_BONUS

    def opened(self, up: int) -> bool:
        """Whether a blackjack can still come out against an up card (0 is the ace) and take all that lies there."""
        return not (self.checked[up] or self.original_bets)

    def surrenders_early(self, up: int) -> bool:
        """Whether first cards are given up before the dealer's check against an up card (0 is the ace)."""
        return self.early_surrender and up in (0, 9) and self.surrender_against[up]

    def may_double(self, total: int, *, soft: bool) -> bool:
        """Whether a hand of this total may be doubled with the player's money."""
        return self.double_on[total + SOFT * soft]

    @property
    def redoubles(self) -> bool:
        """Whether any doubled hand may be doubled again."""
        return any(raised is not None and raised.again for terms in self.kinds for raised in terms.raises())

    def basis(self, *, splits: bool = True) -> str:
        """What the figures are for, in words."""
        played = "no hand is split"
        if splits:
            played = "split hands are played as is best for a hand of their kind alone, and split again if allowed"
        stake = f"a stake of {dollars(self.stake)}, the first round of the shoe"
        suits = ", whatever their suits" if any(len(prizes) > 1 for prizes in self.bonuses) else ""
        return f"{stake}, best play by the hand's cards{suits}; {played}"


def compile_record(sheet: Sheet, *, stake_cents: int | None = None) -> BlackjackRecord:
    """The record of a sheet at a stake, by default the table's minimum."""
    minimum = sheet.rules_as(BlackjackRules).table.minimum
    return _compiled(sheet, minimum if stake_cents is None else stake_cents)


@lru_cache(maxsize=256)
def _compiled(sheet: Sheet, stake: int) -> BlackjackRecord:
    terms = terms_of(sheet)
    _check_stake(terms, stake)
    _check_options(terms, stake)
    rules, free = terms.rules, terms.free
    insurance = terms.insurance
    insured = 0 if insurance is None else int(stake * insurance.share) // insurance.step * insurance.step
    tie = 0 if terms.blackjack.tie == "push" else pay(stake, EVEN_MONEY, rounding=terms.other_rounding)
    even_money = insurance is not None and insurance.even_money
    free_pairs = tuple(
        free is not None and (free.split_pairs == "all" or (free.split_pairs == "all_but_tens" and value != 10))
        for value in range(1, 11)
    )
    return BlackjackRecord(
        stake=stake,
        decks=rules.cards.decks,
        draws_to=terms.dealer.draws_to,
        hit_soft_17=terms.dealer.soft_17 == "hit",
        push_22=terms.dealer.push_22,
        ties=TIES.index(terms.payouts.tie),
        checked=tuple(value not in (1, 10) or terms.checks(value) for value in range(1, 11)),
        takes_hole_card=terms.takes_hole_card,
        original_bets=terms.deal.blackjack_takes == "original_bets",
        charlie=terms.charlie or NO_CHARLIE,
        match_rank=terms.split.match == "rank",
        most_hands=tuple(_most_hands(terms, stake, value, free=free_pairs[value - 1]) for value in range(1, 11)),
        free_pairs=free_pairs,
        free_totals=tuple(free.double_totals) if free is not None else (),
        double_any=terms.double.cards == "any",
        double_on=tuple(_double_on(terms, code % SOFT, soft=code >= SOFT) for code in range(2 * SOFT)),
        surrender_against=tuple(
            terms.surrender is not None and terms.surrender.open_against(value) for value in range(1, 11)
        ),
        early_surrender=terms.surrender is not None and terms.surrender.timing == "early",
        early_loss=int(stake * terms.surrender.loss) if terms.surrender is not None else 0,
        split_natural=terms.split.split_blackjack,
        natural_pays=pay(stake, terms.blackjack.pays, rounding=terms.blackjack_rounding),
        tie_against_ten=tie,
        tie_against_ace=tie if insurance is None else 0,
        even_money=pay(stake, EVEN_MONEY, rounding=terms.other_rounding) if even_money else None,
        insurance_stake=insured,
        insurance_pays=pay(insured, insurance.pays, rounding=terms.other_rounding) if insurance is not None else 0,
        insure_natural=insurance is not None and insurance.insure_blackjack,
        draws_without_hands=terms.dealer.draws_without_hands,
        void_when_exhausted=_void_when_exhausted(terms),
        bonuses=bonuses_of(terms, stake),
        split_bonuses=terms.bonus.split_hands,
        kinds=tuple(_hand_terms(terms, stake, kind) for kind in range(5)),
    )


def _void_when_exhausted(terms: Terms) -> bool:
    ruling = terms.irregularity
    return ruling.shoe_exhausted == "void" and ruling.misdeal_scope == "round"


def _check_stake(terms: Terms, stake: int) -> None:
    table = terms.table
    chip = min(terms.rules.chips.denominations)
    if not table.minimum <= stake <= table.maximum or stake % table.bet_step or stake % chip:
        limits = f"{dollars(table.minimum)} to {dollars(table.maximum)} in steps of {dollars(table.bet_step)}"
        raise NotationError(f"a stake of {dollars(stake)} cannot be bet", expected=limits)


def _check_options(terms: Terms, stake: int) -> None:
    """Say at once which combinations of options the solver does not treat."""
    free, split = terms.free, terms.split
    exact = all(pay(cents, EVEN_MONEY, rounding=terms.other_rounding) == cents for cents in (1, stake))
    even = exact and terms.payouts.win.ratio == 1
    unchecked = not all(terms.checks(value) for value in (1, 10))
    if unchecked and terms.deal.blackjack_takes == "original_bets":
        _check_original_bets(terms)
    if free is not None and free.decline_free and (not even or split.split_blackjack):
        raise NotationError(
            "free.decline_free cannot be solved with winnings other than even money, rounded winnings "
            "or split.split_blackjack"
        )
    if terms.double.stake == "up_to_bet" and _redoubles_stop_short(terms, stake):
        raise NotationError(
            "doubles for less (double.stake) cannot be solved where the maximum keeps a full one from being doubled "
            "again as often as a smaller one"
        )
    if terms.double.stake == "up_to_bet" and not even and (terms.payouts.win.per != 1 or not exact):
        raise NotationError("doubles for less (double.stake) cannot be solved with rounded winnings")


def _redoubles_stop_short(terms: Terms, stake: int) -> bool:
    double = terms.double
    most = stake * 2 ** (double.redoubles + 1)
    return double.redouble and not double.double_at_maximum and most > terms.table.maximum


def _check_original_bets(terms: Terms) -> None:
    """What a late blackjack takes must not depend on how the hands of a spot have ended."""
    early = terms.surrender is not None and terms.surrender.timing == "early" and terms.surrender.after_split
    if terms.split.split_blackjack or early:
        raise NotationError(
            "original bets only (deal.blackjack_takes) cannot be solved with split.split_blackjack, "
            "or where split hands are surrendered before the dealer's second card"
        )


def _double_on(terms: Terms, total: int, *, soft: bool) -> bool:
    double = terms.double
    return (not double.totals or total in double.totals) and (double.soft_hands or not soft)


def _most_hands(terms: Terms, stake: int, value: int, *, free: bool) -> int:
    split = terms.split
    most = split.most_of(value)
    if value == 1 and most > 1:
        most = 1 if split.split_aces == "never" else most if split.resplit_aces else min(most, 2)
    if not free and not split.split_at_maximum:
        most = min(most, terms.table.maximum // stake)
    return most


def _hand_terms(terms: Terms, stake: int, kind: int) -> HandTerms:
    """What a kind of hand wins, loses and may do, by the rules of `games/blackjack/playing.py`."""
    split, aces, lammer = kind != UNSPLIT, kind in (SPLIT_ACE, ACE_LAMMER), kind in (LAMMER, ACE_LAMMER)
    own = 0 if lammer else stake
    free = terms.free
    marker = pay(stake, EVEN_MONEY, rounding=terms.other_rounding)
    doubled = (not split or terms.double.after_split) and (not aces or terms.double.double_split_aces)
    paid = doubled and not (lammer and free is not None and not free.paid_double_on_lammer)
    may_free = doubled and free is not None and (free.lammer_stack or not lammer)
    natural = pay(own, terms.blackjack.pays, rounding=terms.blackjack_rounding) + marker * lammer
    tie = 0 if terms.blackjack.tie == "push" else _win(terms, own, EVEN_MONEY) + marker * lammer
    return HandTerms(
        win=_win(terms, own) + marker * lammer,
        lose=own,
        hit=not aces or terms.split.hit_split_aces,
        surrender=_surrender(terms, own, split=split, aces=aces),
        doubles=tuple(_doubles(terms, stake, own, marker * lammer)) if paid else (),
        free_double=_free_double(terms, stake, own, marker * (1 + lammer)) if may_free else None,
        natural_pays=natural,
        natural_ties=tie,
        natural_ties_ace=tie if terms.insurance is None else 0,
        natural_doubles=doubled and terms.double.blackjack,
    )


def _win(terms: Terms, cents: int, odds: Odds | None = None) -> int:
    return pay(cents, odds or terms.payouts.win, rounding=terms.other_rounding) if cents else 0


def _surrender(terms: Terms, own: int, *, split: bool, aces: bool) -> int | None:
    surrender = terms.surrender
    if surrender is None or (split and not surrender.after_split) or (aces and not surrender.surrender_split_aces):
        return None
    if aces and not terms.split.hit_split_aces and not terms.double.double_split_aces:
        return None  # they end with their one card and are not asked
    return int(own * surrender.loss)


def _doubles(terms: Terms, stake: int, own: int, marker: int) -> list[Double]:
    """The full double, half of it or the smallest one: what lies between is never better than both ends."""
    double = terms.double
    chip = min(terms.rules.chips.denominations)
    amounts, room = [stake], terms.table.maximum - own
    if double.stake == "full_or_half" and stake % 2 == 0 and stake // 2 % chip == 0:
        amounts += [stake // 2] * (double.half_only_on in (None, stake))
    if double.stake == "up_to_bet":
        step = lcm(double.less_step, chip)
        least = -(-double.less_minimum // step) * step
        fits = room // step * step
        amounts += [fits] * (not double.double_at_maximum and least < fits and room < stake) + [least] * (least < stake)
    if not double.double_at_maximum:
        amounts = [cents for cents in amounts if cents <= room]
    return [
        _double(terms, stake, own, cents, marker, "double" if cents == stake else f"double {cents_text(cents)}")
        for cents in amounts
    ]


def _free_double(terms: Terms, stake: int, own: int, marker: int) -> Double:
    """A double on a lammer, doubled again with money where the hand takes any."""
    double = _double(terms, stake, own, 0, marker, "double")
    takes_money = own or (terms.free is not None and terms.free.paid_double_on_lammer)
    return double if takes_money else double._replace(again=())


def _double(terms: Terms, stake: int, own: int, cents: int, marker: int, name: str) -> Double:
    """A hand raised by an amount, and raised again for all that then lies on it as often as the sheet allows."""
    again: list[tuple[int, int]] = []
    raised = cents
    for _ in range(terms.double.redoubles if terms.double.redouble else 0):
        raised += stake + raised
        if not terms.double.double_at_maximum and own + raised > terms.table.maximum:
            break
        again.append((_win(terms, own + raised) + marker, own + raised))
    return Double(name, _win(terms, own + cents) + marker, own + cents, tuple(again))
