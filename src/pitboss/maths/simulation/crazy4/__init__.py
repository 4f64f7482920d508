"""Crazy 4 Poker by the million rounds: a sheet, seats and stakes compiled to amounts for the kernels that play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.games.crazy4.round import Crazy4Round
from pitboss.games.crazy4.state import Terms as RoundTerms
from pitboss.hands.four_cards import KING_HIGH, QUEENS, FourCards
from pitboss.hands.poker import Category
from pitboss.maths._kernels import crazy4_rounds as k
from pitboss.maths._kernels.link import Link
from pitboss.maths._kernels.poker_rounds import COLUMNS
from pitboss.maths.crazy4 import Crazy4Solution, evaluate_play, solve
from pitboss.maths.crazy4.simple import simple_play
from pitboss.maths.simulation.meters import link_of, opening_meters
from pitboss.maths.simulation.poker.shards import Counts, PokerSimulation
from pitboss.maths.simulation.poker.tables import (
    SeatBets,
    check_seats,
    check_size,
    hand_places,
    kernel_terms,
    lay_bets,
    named_stakes,
    pay_rows,
    stake_columns,
)
from pitboss.maths.simulation.streams import stream
from pitboss.money import Odds
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["PLAYS", "Crazy4Game", "Crazy4Table", "SeatBets", "compile_table", "settle", "way_to_play"]

I64 = NDArray[np.int64]
PLAYS = ("best", "simple")


@dataclass(frozen=True, slots=True)
class Crazy4Table:
    """A sheet at given seats and stakes, as the kernels read it; all of it can be sent to another machine."""

    seats: int
    terms: k.Terms
    link: Link
    stakes: I64
    pays: I64
    places: I64
    """Where in the deck every seat's cards and the dealer's lie."""
    meters: I64
    tucks: bool


def compile_table(
    sheet: Sheet, seats: Sequence[SeatBets], *, meters: Mapping[str, int] | None = None, by_hand: bool = False
) -> Crazy4Table:
    """Compile a sheet for these seats; ``meters`` hold the meters at these values, otherwise they are played."""
    terms = lay_bets(Crazy4Round(sheet), seats).t
    stakes = stake_columns(terms, seats)
    bonus, side = _by_line(terms.super_bonus.pays), _by_line(terms.queens_up and terms.queens_up.pays)
    pays = np.stack([pay_rows(terms, bets, bonus, side) for bets in seats], axis=1)
    check_size(terms, stakes, pays, meters)
    return Crazy4Table(
        seats=len(seats),
        terms=_terms(terms),
        link=link_of(terms.progressive, live=meters is None),
        stakes=stakes,
        pays=pays,
        places=np.array(hand_places(terms.deal, len(seats), by_hand=by_hand), dtype=np.int64),
        meters=np.array(opening_meters(terms.progressive, meters), dtype=np.int64),
        tucks=terms.play.fold_keeps_queens_up,
    )


def _by_line(lines: Any) -> list[Odds | None]:
    """A pay table by the lines of four cards, from none up, then queens or better and four aces."""
    found: list[Odds | None] = [None, *(getattr(lines, kind.line, None) for kind in FourCards)]
    return [*found, getattr(lines, "queens_or_better", None), getattr(lines, "four_aces", None)]


def _terms(terms: RoundTerms) -> k.Terms:
    return k.Terms(
        opens=0 if terms.dealer.opens == "any" else KING_HIGH,
        queens=QUEENS,
        four_aces=FourCards.FOUR_OF_A_KIND << 12 | 12,
        **kernel_terms(terms),
    )


def settle(table: Crazy4Table, decks: NDArray[np.uint8], plays: I64, tucked: I64, meters: I64) -> I64:
    """Return what every seat is paid in rounds whose cards and choices are known, by wager (``PAID``)."""
    paid = np.zeros((len(plays), table.seats, COLUMNS), dtype=np.int64)
    k.settle_rounds(
        decks, table.places, plays, tucked, table.stakes, table.pays, table.terms, table.link, meters, paid
    )  # fmt: skip
    return paid


@lru_cache(maxsize=4)
def way_to_play(sheet: Sheet, name: str, stake_cents: int) -> Crazy4Solution:
    """Return a way to play by its name, with what it is worth."""
    if name not in PLAYS:
        raise NotationError(f'there is no way to play Crazy 4 Poker called "{name}"', expected=" or ".join(PLAYS))
    if name == "best":
        return solve(sheet, stake_cents=stake_cents)
    return evaluate_play(sheet, simple_play(sheet, stake_cents), stake_cents=stake_cents)


class Crazy4Game(PokerSimulation):
    """Crazy 4 Poker with N seats that all bet and play alike.

    ``stakes`` and ``tokes`` are cents by wager (main is the Ante, and the Super Bonus beside it). The meters begin at
    their seeds, grow and are won from shard to shard; ``meters`` holds them at given values instead. ``playbook`` names
    a way to play, or has the multiple of the Ante for every hand by its number.
    """

    GAME: ClassVar[str] = "crazy4"
    EQUAL: ClassVar[str] = "super_bonus"
    GROUPS: ClassVar[tuple[str, ...]] = k.GROUPS
    COUNTED: ClassVar[tuple[str, ...]] = k.COUNTED
    LINES: ClassVar[int] = k.LINES

    def __init__(
        self,
        sheet: Sheet,
        *,
        seats: int = 1,
        stakes: Mapping[str, int] | None = None,
        tokes: Mapping[str, int] | None = None,
        playbook: NDArray[np.uint8] | str = "best",
        meters: Mapping[str, int] | None = None,
    ) -> None:
        table = sheet.rules_as(Crazy4Rules).table
        check_seats(seats, table.seats)
        self.bets = SeatBets(*named_stakes(stakes or {}, "queens_up", table.minimum), dict(tokes or {}))
        self.table: Crazy4Table = compile_table(sheet, [self.bets] * seats, meters=meters)
        self.way: Crazy4Solution | None = None
        """What the way to play is worth exactly, where it was named."""
        if isinstance(playbook, str):
            self.way = way_to_play(sheet, playbook, self.bets.ante)
            playbook = self.way.play
        self.playbook = playbook

    def play(self, seed: int | str, shard: int, rounds: int, counts: Counts) -> tuple[int, int]:
        table = self.table
        lost, noted = k.play_rounds(
            stream(seed, shard), rounds, table.places, self.playbook, int(table.tucks), table.stakes, table.pays,
            table.terms, table.link, table.meters.copy(), *counts,
        )  # fmt: skip
        return lost, noted

    def named_lines(self, lines: I64) -> dict[str, dict[str, int]]:
        four = ["", *(kind.line for kind in FourCards), "queens_or_better", "four_aces"]
        five = ["", *(kind.line for kind in Category)]
        named = {"main": four, "queens_up": four, "progressive": five}
        return {
            wager: {names[at]: int(row[at]) for at in range(1, len(names)) if row[at]}
            for (wager, names), row in zip(named.items(), lines, strict=True)
        }
