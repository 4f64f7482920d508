"""Visits at a blackjack table of real shoes: the rounds that a guest could bet on, dealt by the simulation's kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds import play_rounds
from pitboss.maths._kernels.blackjack_rounds_shoe import EVERY_SEAT
from pitboss.maths.following.index_plays import PUBLISHED, IndexBook
from pitboss.maths.following.leads import TAGS, leads_of
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.rules import Sheet

__all__ = ["Dealt", "dealt_visits"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

CODES: Final = np.array([b.card_code(card) for card in DECK], dtype=np.uint8)


@dataclass(frozen=True)
class Dealt:
    """The rounds of one visit as they were dealt, whatever is bet on them: by round, for a bet of 1."""

    nets: I64
    depths: F64
    shoes: I64
    leads: F64
    """Before the bet."""
    leads_then: F64
    """After the deal, when the guest decides, by all cards that lie open."""
    ahead: F64
    """The Hi-Lo points of the shoe's first deck, which nobody at the table can know at its beginning."""
    totals: I64
    """The total of the guest's first two cards, 0 for a soft hand or a pair."""
    ups: I64
    book: IndexBook = PUBLISHED
    """The index plays that the visit is judged by."""

    def __len__(self) -> int:
        return len(self.nets)

    @cached_property
    def hi_lo(self) -> F64:
        found: F64 = self.leads[:, 0]
        return found


def dealt_visits(
    sheet: Sheet, *, visits: Iterable[int], rounds: int, seed: int, seats: int = 3, cut: int | None = None,
    book: IndexBook = PUBLISHED,
) -> Iterator[Dealt]:  # fmt: skip
    """The visits of these numbers, each of N rounds at a table of its own where everybody plays basic strategy."""
    game = BlackjackGame(sheet, seats=seats, cut=cut)
    for visit in visits:
        chance = np.random.default_rng([seed, visit])
        yield _joined(game, chance, rounds, book)


def _joined(game: BlackjackGame, chance: np.random.Generator, rounds: int, book: IndexBook) -> Dealt:
    shoes: list[Dealt] = []
    while sum(map(len, shoes)) < rounds:
        shoes.append(_shoe(game, chance, len(shoes)))
    names = ("nets", "depths", "shoes", "leads", "leads_then", "ahead", "totals", "ups")
    joined = {name: np.concatenate([getattr(shoe, name) for shoe in shoes])[:rounds] for name in names}
    return Dealt(**joined, book=book)


def _shoe(game: BlackjackGame, chance: np.random.Generator, number: int) -> Dealt:
    """One shoe to its cut card."""
    decks, seats = game.record.decks, game.seats
    cards = chance.permutation(np.tile(np.arange(len(DECK)), decks))
    run = game.compiled.tables.new_run(log_rounds=len(cards) // 4)
    run.values[b.GIVEN] = 1
    run.shoe[: len(cards)] = CODES[cards]
    run.work[b.AT], run.work[b.SINCE], run.work[b.FRESH] = 0, 0, 1
    played = play_rounds(run, len(cards) // 4)
    log = run.log.reshape(-1, EVERY_SEAT, b.LOG)[:played, 0]
    burn = int(run.values[b.BURN_FIRST])
    starts = np.concatenate([[burn], log[:-1, b.SHOE_AT]])
    sums = np.concatenate([np.zeros((1, TAGS.shape[1])), np.cumsum(TAGS[cards[burn:]], axis=0)])
    begins = starts + int(run.values[b.BURN_EACH]) * (starts > burn)
    up, hole = begins + seats, begins + 2 * seats + 1
    if run.values[b.UP_SECOND]:
        up, hole = hole, up
    after = np.minimum(begins + 2 * seats + 2, len(cards))
    return Dealt(
        nets=log[:, b.MAIN_NET].copy(),
        depths=starts / len(cards),
        shoes=np.full(played, number),
        leads=leads_of(sums[starts - burn], starts - burn, decks=decks),
        leads_then=leads_of(sums[after - burn] - TAGS[cards[hole]], after - burn - 1, decks=decks),
        ahead=np.full(played, -sums[len(DECK), 0]),
        totals=_totals(run.shoe[begins], run.shoe[begins + seats + 1]),
        ups=(run.shoe[up] & 15).astype(np.int64) + 1,
    )


def _totals(first: U8, second: U8) -> I64:
    """The hard total of two cards, 0 where one is an ace or they are a pair."""
    one, two = (first & 15).astype(np.int64) + 1, (second & 15).astype(np.int64) + 1
    return np.where((one == 1) | (two == 1) | (one == two), 0, one + two)
