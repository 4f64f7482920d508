"""Hold'em by the million rounds: a sheet, seats and stakes compiled to amounts, and the kernels that play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import IllegalAction
from pitboss.games.actions import PlayBet
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.holdem.state import Terms as RoundTerms
from pitboss.games.poker.decisions import check_play_bet
from pitboss.hands.poker import Category
from pitboss.maths._kernels import holdem_rounds as k
from pitboss.maths._kernels.holdem_rounds_play import COUNTED, GROUPS, play_rounds
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.simulation.holdem.plays import WayToPlay, way_to_play
from pitboss.maths.simulation.meters import link_of, opening_meters
from pitboss.maths.simulation.poker.shards import Counts, PokerSimulation
from pitboss.maths.simulation.poker.tables import (
    SeatBets,
    by_category,
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
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

__all__ = ["HoldemGame", "HoldemTable", "SeatBets", "compile_table", "settle"]

I64 = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HoldemTable:
    """A sheet at given seats and stakes, as the kernels read it; all of it can be sent to another machine."""

    seats: int
    terms: k.Terms
    link: k.Link
    stakes: I64
    pays: I64
    limited: I64
    places: I64
    """Where in the deck the board, every seat's cards and the dealer's lie."""
    meters: I64
    multiples: tuple[tuple[int, ...], int, int]
    """The Play bets that may be made before the flop, on it and at the end, 0 where none may."""
    tucks: bool


def compile_table(
    sheet: Sheet, seats: Sequence[SeatBets], *, meters: Mapping[str, int] | None = None, by_hand: bool = False
) -> HoldemTable:
    """Compile a sheet for these seats; ``meters`` hold the meters at these values, otherwise they are played."""
    round_ = lay_bets(HoldemRound(sheet), seats)
    terms, limit = round_.t, round_.t.aggregate
    stakes = stake_columns(terms, seats)
    blind, trips = by_category(terms.blind.pays), by_category(terms.trips and terms.trips.pays)
    rounding = terms.blind_rounding
    pays = np.stack([pay_rows(terms, bets, blind, trips, rounding=rounding) for bets in seats], axis=1)
    check_size(terms, stakes, pays, meters, limit.limit if limit is not None else 0)
    limited = [limit is not None and odds is not None and odds.ratio >= limit.pays_from.ratio for odds in blind]
    return HoldemTable(
        seats=len(seats),
        terms=_terms(terms),
        link=link_of(terms.progressive, live=meters is None),
        stakes=stakes,
        pays=pays,
        limited=np.array(limited, dtype=np.int64),
        places=np.array(_places(terms, len(seats), by_hand=by_hand), dtype=np.int64),
        meters=np.array(opening_meters(terms.progressive, meters), dtype=np.int64),
        multiples=_multiples(round_),
        tucks=terms.play.fold_tucks_automatically,
    )


def _terms(terms: RoundTerms) -> k.Terms:
    follow = terms.toke is None or terms.toke.follows_wager
    limit = terms.aggregate
    return k.Terms(
        qualifies_any=int(terms.dealer.qualifies == "any"),
        refund_folded=int(terms.dealer.refund_folded_ante),
        limit=-1 if limit is None else limit.limit,
        limit_exact=int(limit is not None and limit.rounding == "nearest_cent"),
        limit_tokes=int(limit is not None and limit.tokes_in_aggregate and follow),
        limit_from_last=int(
            limit is not None and limit.tie == "pay_order" and terms.table.pay_order == "right_to_left"
        ),
        **kernel_terms(terms),
    )


def _places(terms: RoundTerms, seats: int, *, by_hand: bool) -> list[int]:
    """Board, seats and dealer in the order in which the round deals them."""
    burns = int(terms.deal.burn_board)
    board = [burns, burns + 1, burns + 2, 2 * burns + 3, 2 * burns + 4]
    return board + hand_places(terms.deal, seats, first=5 + 2 * burns, by_hand=by_hand)


def _multiples(round_: HoldemRound) -> tuple[tuple[int, ...], int, int]:
    """The Play bets every seat may make; what the maximum forbids is not among them."""
    play = round_.t.play

    def allowed(street: str, multiple: int) -> bool:
        try:
            for seat in round_.seats.values():
                check_play_bet(round_, seat, street, PlayBet(multiple))
        except IllegalAction:
            return False
        return True

    return (
        tuple(multiple for multiple in play.preflop_multiples if allowed("preflop", multiple)),
        play.flop_multiple * allowed("flop", play.flop_multiple),
        play.river_multiple * allowed("river", play.river_multiple),
    )


def settle(table: HoldemTable, decks: NDArray[np.uint8], plays: I64, tucked: I64, meters: I64) -> I64:
    """What every seat is paid in rounds whose cards and choices are known, by wager (``PAID``)."""
    paid = np.zeros((len(plays), table.seats, len(k.PAID)), dtype=np.int64)
    k.settle_rounds(
        decks, table.places, plays, tucked, table.stakes, table.pays, table.limited, table.terms, table.link, meters,
        paid,
    )  # fmt: skip
    return paid


class HoldemGame(PokerSimulation):
    """Hold'em with N seats that all bet and play alike.

    ``stakes`` and ``tokes`` are cents by wager (main is the Ante, and the Blind beside it). The meters begin at their
    seeds, grow and are won from shard to shard; ``meters`` holds them at given values instead. ``playbook`` names a way
    to play, or is one.
    """

    GAME: ClassVar[str] = "holdem"
    EQUAL: ClassVar[str] = "blind"
    GROUPS: ClassVar[tuple[str, ...]] = GROUPS
    COUNTED: ClassVar[tuple[str, ...]] = COUNTED
    LINES: ClassVar[int] = k.CATEGORIES

    def __init__(
        self,
        sheet: Sheet,
        *,
        seats: int = 1,
        stakes: Mapping[str, int] | None = None,
        tokes: Mapping[str, int] | None = None,
        playbook: BestPlay | str = "best",
        meters: Mapping[str, int] | None = None,
    ) -> None:
        table = sheet.rules_as(HoldemRules).table
        check_seats(seats, table.seats)
        self.bets = SeatBets(*named_stakes(stakes or {}, "trips", table.minimum), dict(tokes or {}))
        self.table: HoldemTable = compile_table(sheet, [self.bets] * seats, meters=meters)
        self.way: WayToPlay | None = None
        """What the way to play is worth exactly, where it was named."""
        if isinstance(playbook, str):
            self.way = way_to_play(sheet, playbook, stake_cents=self.bets.ante)
            playbook = self.way.tables
        self.playbook = playbook

    def play(self, seed: int | str, shard: int, rounds: int, counts: Counts) -> tuple[int, int]:
        table, book = self.table, self.playbook
        _, on_flop, on_river = table.multiples
        lost, noted = play_rounds(
            stream(seed, shard), rounds, table.places, book.preflop, book.flop, book.river, on_flop, on_river,
            int(table.tucks), table.stakes, table.pays, table.limited, table.terms, table.link, table.meters.copy(),
            *counts,
        )  # fmt: skip
        return lost, noted

    def named_lines(self, lines: I64) -> dict[str, dict[str, int]]:
        return {
            wager: {kind.line: int(row[kind]) for kind in Category if row[kind]}
            for wager, row in zip(("main", "trips", "progressive"), lines, strict=True)
        }
