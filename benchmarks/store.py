"""What it costs to append to a store: processor milliseconds a batch, and milliseconds by the clock.

A commit is one entry and six accounts, as a wager at a table is. The same batches go to the store in memory, to SQLite,
to SQLite through SQLAlchemy's own execution (which the store leaves out where it writes), and to any address given; to
SQLite and the addresses once more with the session of each player, which must not have ended.

python3 benchmarks/store.py [ADDRESS ...]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time
from uuid import uuid4

import msgspec
from sqlalchemy import insert, select, tuple_
from sqlalchemy.dialects.sqlite import insert as insert_or

from pitboss.store import Appended, Commit, Entry, MemoryStore, Outcome, Store, chained, open_store, schema
from pitboss.store.sql import Standing, entry_of
from pitboss.store.sqlite import SqliteStore

SIZES = (1, 20, 100)
BATCHES = 60
ROUNDS = 3
GOAL_MS = 5.0
BY_SESSIONS = ", with sessions"
EVENTS = '[["CardDealt",{"spot":1,"hand":0,"card":"As"}],["Asked",{"spot":1,"options":["hit","stand","double"]}]]'
POSTINGS = '[["player:1",-500,"wager"],["layout:1",500,"wager"]]'


class ThroughCore(SqliteStore):
    """The same store with every statement executed by SQLAlchemy, for comparison."""

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        with self._lock, self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            entries = [entry for commit in commits for entry in commit.entries]
            streams, balances, commands = schema.streams.c, schema.balances.c, schema.entries.c
            heads = connection.execute(select(schema.streams).where(streams.stream.in_({e.stream for e in entries})))
            accounts = {account for commit in commits for account in commit.moves}
            before = connection.execute(select(schema.balances).where(balances.account.in_(accounts)))
            named = tuple_(commands.actor, commands.client).in_([(e.actor, e.client) for e in entries])
            known = connection.execute(select(*schema.ENTRY_FIELDS).where(named, commands.client != ""))
            standing = Standing(
                {row.stream: (row.version, row.hash) for row in heads},
                {},
                {row.account: row.cents for row in before},
                [entry_of(row) for row in known],
            )
            outcomes = [standing.take(commit) for commit in commits]
            connection.execute(insert(schema.entries), [msgspec.structs.asdict(e) for e in standing.entries])
            moved = {name: standing.heads[name] for name in {e.stream for e in standing.entries}}
            head, balance = insert_or(schema.streams), insert_or(schema.balances)
            connection.execute(
                head.on_conflict_do_update(
                    index_elements=["stream"], set_={"version": head.excluded.version, "hash": head.excluded.hash}
                ),
                [{"stream": name, "version": version, "hash": hash_} for name, (version, hash_) in moved.items()],
            )
            connection.execute(
                balance.on_conflict_do_update(index_elements=["account"], set_={"cents": balance.excluded.cents}),
                [{"account": name, "cents": standing.balances[name]} for name in sorted(standing.moved)],
            )
            connection.exec_driver_sql("COMMIT")
            return outcomes


def batches(store: Store, size: int, name: str, *, sessions: bool) -> list[list[Commit]]:
    """Batches of wagers at as many tables, on what the store has, made before the clock starts."""
    heads = {table: store.head(f"table:{table}") for table in range(size)}
    made = []
    for number in range(BATCHES):
        batch = []
        for table in range(size):
            version, previous = heads[table]
            entry = chained(
                Entry(
                    stream=f"table:{table}", version=version + 1, at=1_700_000_000_000 + number, actor=f"seat {table}",
                    role="player", client=f"{name}-{size}-{number}", command='{"do":"bet","spot":1,"cents":500}',
                    events=EVENTS * 4, postings=POSTINGS, sealed=b"", engine="1.0.0", schema=1, previous=previous,
                )
            )  # fmt: skip
            heads[table] = (entry.version, entry.hash)
            moves = {f"player:{table}": 95, f"layout:{table}": 5, f"tray:{table}": -90, f"tokes:{table}": 1}
            papers = (("session", f"{table:064d}"),) if sessions else ()
            batch.append(Commit(entries=(entry,), moves={**moves, "house": -10, "meter:major": -1}, papers=papers))
        made.append(batch)
    return made


def cost(store: Store, size: int, *, sessions: bool) -> tuple[float, float]:
    """Milliseconds a batch of the processor and by the clock; the best of several runs, as other work only adds."""
    best = (float("inf"), float("inf"))
    for _ in range(ROUNDS):
        work = batches(store, size, uuid4().hex, sessions=sessions)
        used, began = process_time(), perf_counter()
        for batch in work:
            outcomes = store.append(batch)
            assert all(isinstance(outcome, Appended) for outcome in outcomes)
        best = min(best, ((process_time() - used) * 1000 / BATCHES, (perf_counter() - began) * 1000 / BATCHES))
    return best


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stores: dict[str, Callable[[], Store]] = {
            "memory": MemoryStore,
            "SQLite": lambda: open_store(f"{folder}/raw.db"),
            "SQLite through SQLAlchemy": lambda: ThroughCore(Path(folder) / "core.db"),
        }
        for number, address in enumerate(sys.argv[1:], 1):
            stores[f"address {number}"] = lambda address=address: open_store(address)  # type: ignore[misc]
        for name in [name for name in stores if name == "SQLite" or name.startswith("address")]:
            stores[f"{name}{BY_SESSIONS}"] = stores[name]
        found = {}
        for name, opened in stores.items():
            store, sessions = opened(), name.endswith(BY_SESSIONS)
            for table in range(max(SIZES) if sessions else 0):
                store.put("session", f"{table:064d}", {"person": f"seat {table}"})
            for size in SIZES:
                found[name, size] = cost(store, size, sessions=sessions)
            store.close()
    for size in SIZES:
        print(f"batches of {size}:")
        for name in stores:
            used, clock = found[name, size]
            print(f"  {name:28} {used:8.3f} ms of the processor   {clock:8.3f} ms by the clock")
        ratio = found["SQLite through SQLAlchemy", size][0] / found["SQLite", size][0]
        print(f"  SQLAlchemy's execution costs {ratio:.1f} times as much")
    used = found["SQLite", 20][0]
    verdict = "met" if used < GOAL_MS else "MISSED"
    print(f"\n20 commits on SQLite cost {used:.2f} ms of the processor; the goal is under {GOAL_MS:g} ms: {verdict}")


if __name__ == "__main__":
    main()
