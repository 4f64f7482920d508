"""A floor that serves: answers after the write, the dealer's clock, several processes, and a store that goes away."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, cast

import pytest
from tests.service.test_floor import Pit
from tests.waiting import PATIENCE_SECONDS

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.service.floor import commands as c
from pitboss.service.floor import dealers_clock as module
from pitboss.service.floor.floor import Unknown
from pitboss.service.floor.running import Running, Unsure, Watcher
from pitboss.service.tables.live_table import Live
from pitboss.store import Commit, MemoryStore, Outcome, Store, StoreError

QUICK = c.Pace(betting=50, decision=60, cut=30, result=10, patience=100, idle=60_000)
SLOW = c.Pace(betting=60_000, decision=60_000, cut=30, result=10, patience=100, idle=600_000)


class Faulty:
    """A store that fails when it is told to: before it has written, after, or altogether."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.fails = ""
        self.failed = 0
        """How often somebody was told that it failed."""
        self.deaf = False

    def __getattr__(self, name: str) -> Any:
        if self.fails == "away":
            self.failed += 1
            raise StoreError("the database does not answer")
        return getattr(self._store, name)

    def append(self, commits: list[Commit]) -> list[Outcome]:
        self.failed += bool(self.fails)
        if self.fails in ("before", "away"):
            raise StoreError("the disk is full")
        outcomes = self._store.append(commits)
        if self.fails == "after":
            raise StoreError("the connection broke", in_doubt=True)
        return outcomes

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        return self._store.watch(lambda stream, version: None if self.deaf else heard(stream, version))


class Night:
    """Servers over one store in one event loop, with the real clock."""

    def __init__(self, pace: c.Pace) -> None:
        self.memory = MemoryStore()
        self.pace = pace
        self.servers: list[Running] = []

    def pit(self) -> Pit:
        from time import time_ns

        pit = Pit(self.memory)
        pit.floor.clock = lambda: time_ns() // 1_000_000
        return pit

    async def server(self) -> tuple[Running, Faulty]:
        store = Faulty(self.memory)
        floor = self.pit().another()
        floor.store, floor.clock = cast("Store", store), self.pit().floor.clock
        running = Running(floor)
        await running.start()
        self.servers.append(running)
        return running, store

    async def close(self) -> None:
        while self.servers:
            await self.servers.pop().stop()

    async def inspect(self) -> None:
        """Close the servers, since nobody may write while the log is gone through, and go through it."""
        await self.close()
        self.pit().inspect()

    def furnish(self, sheet: str = "catfish-blackjack", *names: str) -> None:
        pit = self.pit()
        pit.open_link()
        pit.open(sheet, pace=self.pace)
        pit.hello(*names)
        for box, name in enumerate(names, 1):
            pit.do(c.Sit(box=box), name)


def night(play: Callable[[Night], Coroutine[Any, Any, None]], pace: c.Pace = QUICK) -> None:
    """Run an evening and close its servers."""

    async def whole() -> None:
        evening = Night(pace)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await play(evening)
        finally:
            await evening.close()

    asyncio.run(whole())


async def until(wanted: Callable[[], Any]) -> None:
    while not wanted():
        await asyncio.sleep(0.005)


def live(running: Running) -> Live:
    held = running.floor.known("table:t")
    assert held is not None
    return held.live


def at(running: Running, command: Any, actor: str = "Ann", client: str = "") -> Awaitable[Any]:
    return running.command("t", command, actor=actor, client=client)


def bet_of(cents: int = 500) -> c.Act:
    return c.Act(action=a.PlaceBet(spot=1, cents=cents))


async def bets_open(running: Running) -> None:
    await until(lambda: running.floor.known("table:t") is not None and live(running).table.bets_open)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_AFTER", 0.02)
    logging.getLogger("pitboss.service.floor").setLevel(logging.ERROR)


def test_the_dealer_takes_a_round_from_the_bet_to_the_end() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        await at(running, bet_of())
        await until(lambda: evening.memory.rounds(stream="table:t"))

    night(play)


def test_an_answer_is_durable_and_the_same_when_asked_again() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        first = await at(running, bet_of(), client="n1")
        assert evening.memory.find("Ann", "n1").version == first.version  # type: ignore[union-attr]
        await until(lambda: evening.memory.rounds(stream="table:t"))
        late = await at(running, bet_of(), client="n1")  # long illegal by now, were it not done
        assert (late.version, late.changes) == (first.version, ())

    night(play)


def test_many_at_once_are_done_one_after_another() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        answers = await asyncio.gather(*(at(running, bet_of(500 + 100 * n), client=f"n{n}") for n in range(20)))
        assert len({answer.version for answer in answers}) == 20
        await evening.inspect()

    night(play, SLOW)


def test_a_refusal_reaches_its_sender_and_an_unknown_table_makes_no_room() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, _ = await evening.server()
        with pytest.raises(IllegalAction, match="box 1 is Ann's"):
            await at(running, c.Sit(box=1), "Ben")
        with pytest.raises(Unknown):
            await running.command("nowhere", c.Sit(box=1), actor="Ben")
        assert [table.id for table in running.tables()] == ["t"]

    night(play, SLOW)


# --- the link ---------------------------------------------------------------------------------------------


def test_a_server_that_starts_anew_takes_progressive_wagers_at_once() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("ultimate-texas-holdem", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        for wager in ("ante", "blind", "progressive"):
            await at(running, c.Act(action=a.PlaceBet(spot=1, cents=500, wager=wager)))
        await until(lambda: evening.memory.head("link")[0] == 2)

    night(play)


def test_a_link_that_goes_down_while_bets_are_open_does_not_stop_the_table() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("ultimate-texas-holdem", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        for wager in ("ante", "blind", "progressive"):
            await at(running, c.Act(action=a.PlaceBet(spot=1, cents=500, wager=wager)))
        await running.link_command(c.LinkDown(reason="cable"), actor="f", role="floor")
        await until(lambda: evening.memory.rounds(stream="table:t"))
        await evening.inspect()

    night(play)


# --- a store in trouble -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["before", "after", "away"])
def test_after_a_failed_write_the_sender_asks_again_and_the_table_goes_on(fault: str) -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, store = await evening.server()
        await bets_open(running)
        store.fails = fault
        with pytest.raises(Unsure):
            await at(running, bet_of(), client="n1")
        store.fails = ""
        answer = await at(running, bet_of(), client="n1")
        assert evening.memory.find("Ann", "n1").version == answer.version  # type: ignore[union-attr]
        await until(lambda: evening.memory.rounds(stream="table:t"))
        await evening.inspect()

    night(play)


@pytest.mark.parametrize("fault", ["before", "after", "away"])
def test_the_dealer_goes_on_by_himself_when_the_store_is_back(fault: str) -> None:
    """Nobody sends anything more: what was interrupted must end by the clock alone."""

    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, store = await evening.server()
        await bets_open(running)
        await at(running, bet_of())
        store.fails = fault
        if fault != "after":  # a player in the middle of it, who then gives up
            with pytest.raises((Unsure, StoreError)):
                await at(running, bet_of(1000))
        before = store.failed
        await until(lambda: store.failed > before)
        store.fails = ""
        await until(lambda: evening.memory.rounds(stream="table:t"))
        await evening.inspect()

    night(play)


# --- several processes ------------------------------------------------------------------------------------


def test_two_servers_with_the_same_timers_time_nobody_out_twice() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("ultimate-texas-holdem", "Ann")
        one, store = await evening.server()
        two, other = await evening.server()
        await bets_open(one)
        for wager in ("ante", "blind"):
            await at(one, c.Act(action=a.PlaceBet(spot=1, cents=500, wager=wager)))
        await until(lambda: all(live(server).round and not live(server).table.bets_open for server in (one, two)))
        store.deaf = other.deaf = True  # both have the same timer now, and hear of each other by conflict only
        await until(lambda: evening.memory.rounds(stream="table:t"))
        await evening.inspect()  # the inspector knows when each time-out was due

    night(play, c.Pace(betting=100, decision=250, cut=30, result=10, patience=100, idle=60_000))


def test_what_another_server_did_is_seen_and_told() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        one, _ = await evening.server()
        two, _ = await evening.server()
        await bets_open(one)
        told: list[Any] = []
        two.watch("t", Watcher("Ann", lambda octets: told.append(json.loads(octets))))
        answer = await at(one, bet_of())
        await until(lambda: told and told[-1]["version"] == answer.version)
        assert [event["type"] for event in told[-1]["events"]] == ["BetPlaced"]

    night(play, SLOW)


def test_a_server_that_has_not_heard_yet_looks_before_it_refuses() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        one, _ = await evening.server()
        two, deaf = await evening.server()
        await bets_open(one)
        deaf.deaf = True
        await at(one, bet_of())
        answer = await at(two, c.Ready())
        assert answer.version > 0

    night(play, SLOW)


def test_a_refusal_after_a_conflict_leaves_the_timer_where_the_table_is() -> None:
    """The other server is gone; this one learned of its entry by a conflict only, and must deal all the same."""

    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        one, _ = await evening.server()
        two, deaf = await evening.server()
        await bets_open(one)
        await bets_open(two)
        deaf.deaf = True
        await at(one, c.Sit(box=2), "Ben")
        await at(one, bet_of())
        await one.stop()
        evening.servers.remove(one)
        with pytest.raises(IllegalAction):
            await at(two, c.Sit(box=2), "Cat")
        await until(lambda: evening.memory.rounds(stream="table:t"))

    night(play, c.Pace(betting=300, decision=60, cut=30, result=10, patience=100, idle=60_000))
