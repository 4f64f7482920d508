"""The thread that writes: people who act at once share its transactions, and somebody alone is never kept waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pitboss.service.floor.writer import APART, Writer
from pitboss.store import Appended, Commit, MemoryStore, Outcome


class Counted(MemoryStore):
    """A store that takes everything and notes how many commits came in each transaction."""

    def __init__(self) -> None:
        super().__init__()
        self.transactions: list[int] = []

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        self.transactions.append(len(commits))
        return [Appended({})] * len(commits)


class Pauses:
    """A sleep that only notes for how long, and lets everybody else go first."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def test_somebody_who_acts_alone_never_waits() -> None:
    store, pauses = Counted(), Pauses()

    async def act() -> None:
        writer = Writer(store, pauses)
        for _ in range(40):
            await writer.append(Commit(entries=()))
        await writer.close()

    asyncio.run(act())
    assert store.transactions == [1] * 40
    assert pauses.seconds == []


def test_people_who_act_at_once_share_transactions_that_begin_a_moment_apart() -> None:
    store, pauses = Counted(), Pauses()

    async def act() -> None:
        writer = Writer(store, pauses)
        for _ in range(40):
            await asyncio.gather(*(writer.append(Commit(entries=())) for _ in range(8)))
        await writer.close()

    asyncio.run(act())
    assert sum(store.transactions) == 40 * 8
    assert max(store.transactions) == 8
    assert pauses.seconds
    assert all(0 < seconds <= APART for seconds in pauses.seconds)


def test_once_they_have_gone_nobody_waits_any_more() -> None:
    store, pauses = Counted(), Pauses()

    async def act() -> None:
        writer = Writer(store, pauses)
        for _ in range(40):
            await asyncio.gather(*(writer.append(Commit(entries=())) for _ in range(8)))
        for _ in range(40):
            await writer.append(Commit(entries=()))
        pauses.seconds.clear()
        for _ in range(40):
            await writer.append(Commit(entries=()))
        await writer.close()

    asyncio.run(act())
    assert pauses.seconds == []
