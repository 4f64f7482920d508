"""Blackjack by whole shoes: the results of a table of one to seven seats, with every bet, toke and cut card.

>>> from pitboss.rules import load
>>> game = BlackjackGame(load("catfish-blackjack"), stakes={"main": 500, "trilux": 100})
>>> game.wagers
('main', 'trilux')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.errors import NotationError
from pitboss.games.actions import PlaceBet, PlaceToke
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Terms, terms_of
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths.blackjack.evaluate import check_playbook
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import BlackjackRecord, compile_record
from pitboss.maths.simulation.blackjack import kernel_arrays as f
from pitboss.maths.simulation.blackjack.compiled_table import CompiledTable
from pitboss.maths.simulation.blackjack.counting import HIGHEST, LOWEST, Counting
from pitboss.maths.simulation.blackjack.side_bets import SideWager, side_wagers
from pitboss.maths.simulation.tally import Tally
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules
from pitboss.shoe import shuffle_rules

__all__ = ["BlackjackGame"]


@dataclass(frozen=True)
class BlackjackGame:
    """A blackjack table for simulation: the same stakes on every seat, one way to play, a cut card.

    ``stakes`` and ``tokes`` are cents by wager, ``cut`` is how many cards lie behind the cut card (as the sheet says
    where nothing is), ``counting`` makes the last seat a counter's. It can be sent to other processes; what kernels
    read is made when it is first played.
    """

    sheet: Sheet
    seats: int = field(default=1, kw_only=True)
    stakes: Mapping[str, int] | None = field(default=None, kw_only=True)
    tokes: Mapping[str, int] | None = field(default=None, kw_only=True)
    playbook: Playbook | None = field(default=None, kw_only=True)
    cut: int | None = field(default=None, kw_only=True)
    counting: Counting | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        rules = self.sheet.rules_as(BlackjackRules)
        object.__setattr__(self, "stakes", {"main": rules.table.minimum} | dict(self.stakes or {}))
        object.__setattr__(self, "tokes", dict(self.tokes or {}))
        if not 1 <= self.seats <= rules.table.boxes:
            raise NotationError(f"there are no {self.seats} seats", expected=f"1 to {rules.table.boxes} seats")
        if self.cut is not None and not 0 <= self.cut <= 52 * rules.cards.decks:
            raise NotationError(f"the cut card cannot lie {self.cut} cards from the back")
        self._check_bets()
        if self.counting is not None:
            self._check_spread()

    def __reduce__(self) -> tuple[Any, ...]:
        """What is sent to other processes is the compiled table, which plays the same."""
        return _as_it_is, (self.compiled,)

    def _check_bets(self) -> None:
        """Every bet and toke is laid on a box once, so that the table itself says what it does not take."""
        round_ = BlackjackRound(self.sheet, ())
        for wager, cents in self.made.items():
            round_.act(PlaceBet(spot=1, cents=cents, wager=wager, player="1"))
        for wager, cents in self.given.items():
            round_.act(PlaceToke(spot=1, cents=cents, wager=wager))

    def _check_spread(self) -> None:
        assert self.counting is not None
        decks = self.record.decks
        count = self.counting.bet_count(self.counting.count.betting.initial(decks), 52 * decks)
        if self.seats == 1 and not self.counting.stake_at(count, self.record.stake):
            raise NotationError(
                "a counter alone at the table who sits out a new shoe never plays",
                expected="a bet at the count of a new shoe, or more seats",
            )

    @property
    def made(self) -> dict[str, int]:
        """The bets of a seat in cents, the main bet first."""
        return {wager: cents for wager, cents in (self.stakes or {}).items() if cents}

    @property
    def given(self) -> dict[str, int]:
        """The tokes of a seat in cents."""
        return {wager: cents for wager, cents in (self.tokes or {}).items() if cents}

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that are made in every round."""
        return (*self.made, *(f"toke:{wager}" for wager in self.given))

    # what kernels read

    @cached_property
    def terms(self) -> Terms:
        return terms_of(self.sheet)

    @cached_property
    def record(self) -> BlackjackRecord:
        return compile_record(self.sheet, stake_cents=self.made["main"])

    @cached_property
    def records(self) -> tuple[BlackjackRecord, ...]:
        """The record at the stake of all seats, and then at every stake of the counter's, which are told apart."""
        stakes = [self.record.stake]
        if self.counting is not None:
            stakes += dict.fromkeys((self.record.stake, *(cents for _, cents in self.counting.bets if cents)))
        if len(stakes) > b.MOST_LEVELS:
            raise NotationError(f"a bet spread may have {b.MOST_LEVELS - 1} different bets at most")
        found = tuple(compile_record(self.sheet, stake_cents=cents) for cents in stakes)
        if any(record.most_hands != self.record.most_hands for record in found):
            raise NotationError("a bet spread cannot be simulated whose bets may not all be split alike")
        if len({_most_raises(record) for record in found}) > 1:
            raise NotationError("a bet spread cannot be simulated whose bets may not all be doubled again alike")
        return found

    @cached_property
    def book(self) -> Playbook:
        """How seats are played: by the best play that looks at totals only where nothing else is said."""
        return self.playbook or best_book(self.sheet, self.record)

    @cached_property
    def books(self) -> tuple[Playbook, ...]:
        """The book of all seats, then the counter's for every true count."""
        if self.counting is None:
            return (self.book,)
        counts = range(LOWEST, HIGHEST + 1)
        return (self.book, *(self.counting.book_at(count, self.book, self.record) for count in counts))

    @cached_property
    def side_wagers(self) -> tuple[SideWager, ...]:
        stakes = [record.stake for record in self.records]
        return tuple(side_wagers(self.terms, self.made, self.given, stakes))

    @cached_property
    def compiled(self) -> CompiledTable:
        """The table as arrays."""
        for record in self.records if self.playbook is not None or len(self.records) > 1 else ():
            check_playbook(record, self.book)
        levels, toke = len(self.records), self.given.get("main", 0)
        amounts = f.amounts_of(self.records, self.terms, toke=toke, less=any(map(doubles_for_less, self.books)))
        rules = f.rules_of(self.record, self.terms, self.side_wagers, seats=self.seats, cut=self.cut_depth)
        rules[b.TOKES] = levels if toke else 0
        rules[b.ASKS] = self.terms.insurance is not None and any(book.insure or book.even_money for book in self.books)
        books, dealer = f.books_of(self.books, self.record), f.dealer_of(self.record)
        rules[b.NATURALS_FIRST] &= any(map(doubles_blackjacks, self.books))
        tables = f.tables_of(rules, books, dealer, amounts, self.side_wagers, levels)
        if self.counting is not None:
            f.count_in(tables.values, self.counting, self._spread(self.counting))
        return CompiledTable(
            self.seats, self.records, toke, self.side_wagers, self.terms.aggregate, amounts, tables
        )  # fmt: skip

    @property
    def cut_depth(self) -> int:
        """How many cards lie behind the cut card."""
        return shuffle_rules(self.sheet).cut_card_depth if self.cut is None else self.cut

    def _spread(self, counting: Counting) -> list[int]:
        """Which of the counter's stakes is bet at each true count, -1 where they sit out."""
        stakes = {record.stake: level for level, record in enumerate(self.records) if level} | {0: -1}
        return [stakes[counting.stake_at(count, self.record.stake)] for count in range(LOWEST, HIGHEST + 1)]

    def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
        """Play N rounds with the random numbers of this shard, from a new shoe on."""
        return self.compiled.run(seed, shard, rounds)


def _as_it_is(table: CompiledTable) -> CompiledTable:
    return table


def _most_raises(record: BlackjackRecord) -> tuple[int, ...]:
    """How often each double may be doubled again."""
    return tuple(len(raised.again) for kind in record.kinds for raised in kind.raises() if raised is not None)


def doubles_for_less(book: Playbook) -> bool:
    """Whether anybody who plays by a book doubles for less."""
    return any(bool((table == Move.DOUBLE_LESS).any()) for table in (book.first, book.unsplit, book.later))


def doubles_blackjacks(book: Playbook) -> bool:
    """Whether anybody who plays by a book doubles a blackjack."""
    natural = np.concatenate([book.first[:, :, b.ACE, b.TEN], book.first[:, :, b.TEN, b.ACE]])
    return bool(np.isin(natural, (Move.DOUBLE, Move.DOUBLE_LESS)).any())


def best_book(sheet: Sheet, record: BlackjackRecord) -> Playbook:
    """The best play by totals; it takes seconds to find, so it is kept."""
    from pitboss.maths.blackjack import solve
    from pitboss.maths.blackjack.strategies import best_total_dependent
    from pitboss.maths.results import keep, recall

    key = {"record": repr(record)}
    kept = recall("playbook", key, shapes=())
    shapes = ((5, 10, 10, 10), (5, 10, 10), (5, 10, 2, 22), (5, 10, 2, 22))
    if kept is None:
        book = best_total_dependent(solve(sheet, stake_cents=record.stake))
        arrays = (book.first, book.unsplit, book.later, book.again)
        tables = [np.ascontiguousarray(table).tobytes().hex() for table in arrays]
        keep("playbook", key, [tables, book.insure, book.even_money])
        return book
    tables, insure, even_money = kept
    first, unsplit, later, again = (
        np.frombuffer(bytes.fromhex(table), dtype=np.uint8).reshape(shape)
        for table, shape in zip(tables, shapes, strict=True)
    )
    return Playbook(first, unsplit, later, bool(insure), bool(even_money), again)
