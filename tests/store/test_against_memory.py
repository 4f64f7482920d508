"""The store on SQLite against the one in memory: whatever is asked of both, they answer alike."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.store.floor import entry

from pitboss.store import Appended, Commit, Entry, MemoryStore, Round, Snapshot, Store, open_store

STREAMS = ["table:1", "table:2", "link"]
ACCOUNTS = ["player:Ann", "player:Bea", "house", "tray:1"]
ACTORS = ["Ann", "Bea"]

cents = st.sampled_from([-100, -5, 0, 5, 5, 100])
documents = st.none() | st.dictionaries(st.sampled_from("ab"), st.integers(0, 3) | st.text(max_size=3), max_size=2)


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """A commit before it is known where the streams stand: how far off it is, and what it carries."""
    streams = draw(st.lists(st.sampled_from(STREAMS), min_size=1, max_size=3, unique=True))
    return {
        "streams": [(stream, draw(st.sampled_from([0, 0, 0, 0, 1, -1]))) for stream in streams],
        "actor": draw(st.sampled_from(ACTORS)),
        "client": draw(st.sampled_from(["", "", "1", "2", "3", "4", "5", "6"])),
        "moves": draw(st.dictionaries(st.sampled_from(ACCOUNTS), cents, max_size=4)),
        "seen": draw(st.just({}) | st.dictionaries(st.sampled_from(STREAMS), st.integers(0, 3), max_size=2)),
        "players": draw(st.none() | st.lists(st.sampled_from(ACTORS), max_size=3)),
        "sealed": draw(st.binary(max_size=4)),
    }


class Alike(RuleBasedStateMachine):
    furnished: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.url = str(shutil.copy(self.furnished, Path(self.folder.name) / "floor.db"))
        self.memory = MemoryStore()
        self.sqlite: Store = open_store(self.url)
        self.rounds = 0

    @initialize()
    def buy_in(self) -> None:
        self.both(lambda store: store.append([Commit(entries=(entry("cage"),), moves={"player:Ann": 50})]))

    def both(self, ask: Any) -> Any:
        expected, found = ask(self.memory), ask(self.sqlite)
        assert found == expected
        return expected

    def commit(self, plan: dict[str, Any], heads: dict[str, tuple[int, str]]) -> Commit:
        """The commit of a plan on what a writer believes, which is then what the next of its batch believes."""
        entries: list[Entry] = []
        for place, (stream, off) in enumerate(plan["streams"]):
            version, previous = heads.get(stream) or self.memory.head(stream)
            client = plan["client"] if place == 0 else ""
            entries.append(entry(stream, version + 1 + off, previous, actor=plan["actor"], client=client))
        first = entries[0]
        heads.update({new.stream: (new.version, new.hash) for new in entries})
        self.rounds += 1
        players = plan["players"]
        round_ = Round(stream=first.stream, number=self.rounds, first=1, last=2, players=tuple(players or ()))
        snapshot = Snapshot(stream=first.stream, version=first.version, sealed=plan["sealed"])
        return Commit(
            entries=tuple(entries),
            moves=plan["moves"],
            seen=plan["seen"],
            rounds=() if players is None else (round_,),
            snapshots=(snapshot,) if plan["sealed"] else (),
        )

    @rule(batch=st.lists(plans(), min_size=1, max_size=4))
    def append(self, batch: list[dict[str, Any]]) -> None:
        heads: dict[str, tuple[int, str]] = {}
        commits = [self.commit(plan, heads) for plan in batch]
        for commit, outcome in zip(commits, self.both(lambda store: store.append(commits)), strict=True):
            if isinstance(outcome, Appended):
                for new in commit.entries:
                    assert self.sqlite.read(new.stream, after=new.version - 1, upto=new.version) == [new]

    @rule(key=st.sampled_from("xyz"), value=documents, expected=st.none() | st.integers(0, 3))
    def put(self, key: str, value: dict[str, Any] | None, expected: int | None) -> None:
        self.both(lambda store: store.put("kind", key, value, expected=expected))
        self.both(lambda store: store.get("kind", key))

    @rule()
    def open_again(self) -> None:
        self.sqlite.close()
        self.sqlite = open_store(self.url)

    @rule(stream=st.sampled_from(STREAMS), upto=st.none() | st.integers(0, 6), after=st.integers(0, 6))
    def look(self, stream: str, upto: int | None, after: int) -> None:
        self.both(lambda store: store.read(stream, after=after, upto=upto))
        self.both(lambda store: store.snapshot(stream, upto=upto))
        self.both(lambda store: store.rounds(stream=stream, number=upto))

    @rule(actor=st.sampled_from(ACTORS), limit=st.integers(1, 3))
    def look_for(self, actor: str, limit: int) -> None:
        self.both(lambda store: store.rounds(player=actor, limit=limit))
        for client in "123456":
            self.both(lambda store, client=client: store.find(actor, client))

    @invariant()
    def stand_alike(self) -> None:
        self.both(lambda store: store.heads())
        self.both(lambda store: store.balances())
        self.both(lambda store: store.balances(["player:Bea", "nobody"]))
        self.both(lambda store: store.documents("kind"))

    def teardown(self) -> None:
        self.both(lambda store: {stream: store.read(stream) for stream in store.heads()})
        self.both(lambda store: store.rounds())
        self.sqlite.close()
        self.folder.cleanup()


@pytest.mark.slow
def test_sqlite_and_memory_are_alike(furnished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Alike, "furnished", furnished, raising=False)
    run_state_machine_as_test(Alike, settings=settings(max_examples=40, stateful_step_count=20))
