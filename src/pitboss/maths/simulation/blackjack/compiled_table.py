"""A compiled blackjack table: it plays shoes by the shard and adds up the results of every wager.

It holds numbers and names only, so it can be sent to any machine that has the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds import Run, play_rounds
from pitboss.maths.blackjack.record import BlackjackRecord
from pitboss.maths.simulation.blackjack.kernel_arrays import Amounts, Tables
from pitboss.maths.simulation.blackjack.side_bets import SideWager
from pitboss.maths.simulation.streams import stream
from pitboss.maths.simulation.tally import CountTally, Tally, WagerTally
from pitboss.money import pro_rata
from pitboss.rules.common import Aggregate

__all__ = ["COUNTER", "CompiledTable", "line_name"]

I64 = NDArray[np.int64]

COUNTED: Final = {
    b.SHOES: "shoes", b.HANDS: "hands", b.SPLITS: "splits", b.DOUBLES: "doubles", b.SURRENDERED: "surrendered hands",
    b.BROKE: "broken hands", b.DEALER_BLACKJACKS: "dealer blackjacks", b.VOID: "rounds out of cards",
    b.SAT_OUT: "rounds sat out",
}  # fmt: skip
COUNTER: Final = "counter"
"""The main bets of a counter, where there are other seats beside theirs."""
EARLY, AFTER_INSURANCE, IN_TURN, LAST = 1, 20, 30, 100
"""When awards are paid, as far as their order matters; those after the deal come at 0."""


@dataclass(frozen=True)
class CompiledTable:
    """Rules, seats, stakes and books as arrays, and what is needed to name their results."""

    seats: int
    records: tuple[BlackjackRecord, ...]
    """The game at each stake of the main bet."""
    toke: int
    wagers: tuple[SideWager, ...]
    limit: Aggregate | None
    amounts: Amounts
    tables: Tables

    @property
    def counts(self) -> bool:
        """Whether the last seat is a counter's."""
        return len(self.records) > 1

    def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
        """Play N rounds with the random numbers of this shard, from a new shoe on."""
        run = self.tables.new_run()
        run.words[:4] = stream(seed, shard)
        found = Tally(wagers={name: WagerTally() for name in ("main", *(wager.name for wager in self.wagers))})
        while found.rounds < rounds:
            found.rounds += play_rounds(run, rounds - found.rounds)
            self._add_awards(run, found)
        self._add_ends(run)
        self._add_main(run, found)
        self.add_by_count(run, found)
        self._add_tokes(run, found)
        self._add_insurance(run, found)
        for place, wager in enumerate(self.wagers):
            self._add_side(run, place, wager, found)
        found.counts.update({name: int(run.sums[place]) for place, name in COUNTED.items() if run.sums[place]})
        return found

    def _add_ends(self, run: Run) -> None:
        """The hands that took their turn by states, which the kernel counts by the state they ended in."""
        ends = run.values[b.ENDS_AT : b.ENDS_AT + b.STATES - b.ENDED].tolist()
        for end, count in zip(ends, run.sums[b.ENDED_AT : b.ENDED_AT + len(ends)].tolist(), strict=True):
            total, bet = end & b.TOTAL, end >> b.PENDING_BET
            run.sums[b.HANDS] += count
            if bet == b.CLASSES:
                run.sums[b.SURRENDERED] += count
            elif total == b.OVER_21:
                run.sums[b.BROKE] += count
            if bet in (b.FULL, b.FREE):
                plain, raised = run.values[b.TERMS_AT], run.values[b.TERMS_AT + 3 * bet]
                run.sums[b.DOUBLES] += count
                run.sums[b.ACTION] += count * int(plain - raised)

    def _add_main(self, run: Run, found: Tally) -> None:
        """The main bets; a counter's are told apart from those of the other seats."""
        amounts, unit = self.amounts, self.amounts.unit
        main = found.wagers.setdefault("main", WagerTally())
        counter = found.wagers.setdefault(COUNTER, WagerTally()) if self.counts and self.seats > 1 else main
        for level, record in enumerate(self.records):
            at, tally = b.RESULTS_AT + level * amounts.width, counter if level else main
            bets = _count(tally, run.sums[at : at + amounts.width], unit, amounts.nil)
            tally.staked += bets * record.stake
            tally.action += bets * record.stake
        main.action += int(run.sums[b.ACTION]) * unit
        counter.action += int(run.sums[b.COUNTER_ACTION]) * unit
        main.round_squares += int(run.sums[b.SQUARES]) * unit**2

    def add_by_count(self, run: Run, found: Tally) -> None:
        """A counter's rounds by the count that was bet by."""
        rows = run.sums[b.BY_COUNT_AT : b.RESULTS_AT].reshape(-1, b.BY_COUNT).tolist()
        for count, (begun, played, net, squares) in enumerate(rows, int(run.values[b.LOWEST])):
            if begun:
                unit = self.amounts.unit
                found.by_count[count] = CountTally(begun, played, net * unit, squares * unit**2)

    def _add_tokes(self, run: Run, found: Tally) -> None:
        if self.toke:
            amounts, tally = self.amounts, found.wagers.setdefault("toke:main", WagerTally())
            results = run.sums[run.values[b.TOKES_AT] :]
            bets = _count(tally, results, amounts.toke_unit, amounts.toke_nil)
            tally.staked += bets * self.toke
            tally.action += bets * self.toke
            tally.round_squares += int(run.sums[b.TOKE_SQUARES]) * amounts.toke_unit**2

    def _add_insurance(self, run: Run, found: Tally) -> None:
        counts = run.sums[b.INSURANCES_AT : b.INSURANCES_AT + 2 * len(self.records)].reshape(-1, 2)
        if not counts.any():
            return
        tally = found.wagers.setdefault("insurance", WagerTally())
        for record, (lost, won) in zip(self.records, counts.tolist(), strict=True):
            _add(tally, -record.insurance_stake, lost, record.insurance_stake)
            _add(tally, record.insurance_pays, won, record.insurance_stake)
        tally.round_squares += int(run.sums[b.INSURANCE_SQUARES]) * self.amounts.unit**2

    def _add_side(self, run: Run, place: int, wager: SideWager, found: Tally) -> None:
        tally = found.wagers.setdefault(wager.name, WagerTally())
        at = b.LINES_AT + place * b.MOST_LINES
        counts = run.sums[at : at + b.MOST_LINES].tolist()
        for line, cents, count in zip(wager.lines, wager.pays, counts, strict=False):
            _add(tally, cents, count, wager.stake, line_name(line))
        _add(tally, 0, counts[b.VOID_LINE], wager.stake, "void")
        tally.round_squares += int(run.sums[b.SIDE_SQUARES + place]) * wager.unit**2

    # awards under an aggregate limit

    def _add_awards(self, run: Run, found: Tally) -> None:
        """Awards that the limit is about, each round's shared out as the table does it."""
        of_rounds: dict[int, list[list[int]]] = {}
        for event in self.events(run):
            of_rounds.setdefault(event[b.EVENT_ROUND], []).append(event)
        for events in of_rounds.values():
            paid: Counter[int] = Counter()
            for award, cents in self.shares(events):
                wager = self.wagers[award[b.EVENT_WAGER]]
                tally = found.wagers.setdefault(wager.name, WagerTally())
                _add(tally, cents, 1, wager.stake, line_name(wager.lines[award[b.EVENT_LINE]]))
                paid[award[b.EVENT_WAGER]] += cents
            for event in events:
                if event[b.EVENT_SEAT] == b.NO_SEAT and self.seats > 1:
                    wager = self.wagers[event[b.EVENT_WAGER]]
                    total = event[b.EVENT_LINE] * wager.unit + paid[event[b.EVENT_WAGER]]
                    found.wagers[wager.name].round_squares += total * total
        run.sums[b.EVENTS] = 0

    def events(self, run: Run) -> list[list[int]]:
        """The awards that a run has left to be shared out."""
        rows: list[list[int]] = run.events[b.EVENTS_AT :][: run.sums[b.EVENTS] * b.EVENT].reshape(-1, b.EVENT).tolist()
        return rows

    def shares(self, events: Sequence[Sequence[int]]) -> list[tuple[Sequence[int], int]]:
        """What each award of one round under the limit is paid, in the order of time (BJ-KBLIM-2a to 2d)."""
        limit = self.limit
        assert limit is not None
        found: list[tuple[Sequence[int], int]] = []
        paid = 0
        awards = sorted((event for event in events if event[b.EVENT_SEAT] != b.NO_SEAT), key=self._order)
        for time in dict.fromkeys(map(self._time, awards)):
            together = [event for event in awards if self._time(event) == time]
            shared = pro_rata(
                [self.wagers[event[b.EVENT_WAGER]].pays[event[b.EVENT_LINE]] for event in together],
                limit_cents=max(limit.limit - paid, 0),
                exact_total=limit.rounding == "nearest_cent",
            ).shares_cents
            paid += sum(shared)
            found += zip(together, shared, strict=True)
        return found

    def _time(self, event: Sequence[int]) -> int:
        """When an award is paid: with others of its time it shares what is left of the limit."""
        when, seat, ended = self.wagers[event[b.EVENT_WAGER]].when, event[b.EVENT_SEAT], event[b.EVENT_TIME]
        if when == b.AT_ROUND_END or (when == b.AT_HAND_END and ended == b.ENDS_LAST):
            return LAST
        if when == b.AT_HAND_END and ended == b.ENDED_EARLY:
            return EARLY + (self.seats - seat if self.tables.values[b.BOXES_BACKWARDS] else seat)
        return {b.AFTER_DEAL: 0, b.AFTER_INSURANCE: AFTER_INSURANCE, b.AT_HAND_END: IN_TURN + seat}[when]

    def _order(self, event: Sequence[int]) -> tuple[int, int, int]:
        """Time, then the seats as they are dealt to or paid, then the bets as they are settled."""
        assert self.limit is not None
        seat = event[b.EVENT_SEAT]
        backwards = self.limit.tie != "deal_order" and bool(self.tables.values[b.PAID_BACKWARDS])
        return self._time(event), -seat if backwards else seat, event[b.EVENT_WAGER]


def line_name(lines: tuple[str, ...]) -> str:
    return "+".join(lines) or "lost"


def _count(tally: WagerTally, results: I64, unit: int, nil: int) -> int:
    """Add results counted by unit; returns how many they were."""
    for place in np.flatnonzero(results).tolist():
        _add(tally, (place - nil) * unit, int(results[place]))
    return int(results.sum())


def _add(tally: WagerTally, cents: int, count: int, stake: int = 0, line: str = "") -> None:
    """Add N bets with one result."""
    if not count:
        return
    tally.bets += count
    tally.staked += stake * count
    tally.action += stake * count
    tally.won += cents * count
    tally.squares += cents * cents * count
    tally.results[cents] += count
    if line:
        tally.lines[line] += count
