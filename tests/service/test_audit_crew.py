"""Several processes find what one finds, in its order, while the floor goes on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tests.service.audit_floor import PlayedFloor
from tests.store.server import Server

from pitboss.errors import PitbossError
from pitboss.service.audit import audit as audits
from pitboss.service.audit import crew
from pitboss.service.audit.audit import Audit, verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.operations.keys import Keys
from pitboss.store import Store, open_store

pytestmark = pytest.mark.slow

SHEETS = ("blackjack-v5", "catfish-blackjack", "ultimate-texas-holdem")


@pytest.fixture(autouse=True)
def _small_logs_are_shared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "WORTH_A_PROCESS", 1)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Keys]:
    path = tmp_path_factory.mktemp("crew") / "floor.db"
    with closing(open_store(str(path))) as store:
        floor = PlayedFloor(store, sheets=SHEETS)
        floor.play(9)
    return path, floor.keys


@pytest.fixture
def copied(played: tuple[Path, Keys], tmp_path: Path) -> Path:
    return Path(shutil.copy(played[0], tmp_path / "copy.db"))


def _by(path: Path, keys: Keys, jobs: int, **given: Any) -> Audit:
    with closing(open_store(str(path))) as store:
        return verify(store, keys, jobs=jobs, **given)


def _forge(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement


def test_an_honest_floor_is_good_by_any_number_and_all_of_it_was_looked_at(played: tuple[Path, Keys]) -> None:
    told: list[tuple[str, int, int]] = []
    alone, shared = _by(*played, 1), _by(*played, 3, progress=lambda *one: told.append(one))
    assert alone.good
    assert asdict(shared) == asdict(alone)
    assert {what for what, _, _ in told} == {"replaying", "checkpoints"}
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[-1][1:] == (alone.entries, alone.entries)


def test_forgeries_in_many_places_are_found_in_the_same_order(played: tuple[Path, Keys], copied: Path) -> None:
    """A changed actor, raised postings, a stream without its head, heads without a stream, a cut tail, a balance."""
    keys = played[1]
    _forge(
        copied,
        "UPDATE entries SET actor = 'Eve' WHERE stream = 'table:blackjack-v5-1' AND version = 9",
        "UPDATE entries SET postings = replace(postings, '500', '501') "
        "WHERE stream = 'table:catfish-blackjack-1' AND version > 20",
        "DELETE FROM streams WHERE stream = 'person:Ann'",
        "INSERT INTO streams (stream, version, hash) VALUES ('table:ghost', 3, 'x'), ('a ghost', 2, 'y')",
        "DELETE FROM entries WHERE stream = 'link' AND version = (SELECT version FROM streams WHERE stream = 'link')",
        "UPDATE balances SET cents = cents + 100000 WHERE account = 'player:Ann'",
        "INSERT INTO snapshots VALUES ('table:ghost', 3, x'00')",
        "UPDATE documents SET value = replace(value, '\"at\":', '\"at\":1') WHERE kind = 'checkpoint'",
    )
    alone = _by(copied, keys, 1)
    assert {one.table for one in alone.findings} >= {"entries", "streams", "balances", "snapshots", "documents"}
    for jobs in (2, 5):
        assert asdict(_by(copied, keys, jobs)) == asdict(alone), jobs


def test_all_read_at_the_same_moment_though_the_floor_goes_on(
    played: tuple[Path, Keys], copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody writes the very moment after the processes have begun to read."""
    keys = played[1]
    begun = crew._runs_of
    with closing(open_store(str(copied))) as store, closing(open_store(str(copied))) as writers:

        def goes_on(rows: Any, jobs: int) -> Any:
            _buy(writers, keys)
            return begun(rows, jobs)

        monkeypatch.setattr(crew, "_runs_of", goes_on)
        before = sum(version for version, _ in store.heads().values())
        found = verify(store, keys, jobs=2)
        assert (found.findings, found.entries) == ([], before)
        assert sum(version for version, _ in store.heads().values()) == before + 1


def _buy(store: Store, keys: Keys) -> None:
    floor = Floor(store, keys, clock=lambda: 1_790_000_900_000)
    floor.do(lambda: floor.plan_person("Ann", c.BuyIn(cents=100), actor="Ann", role="player"))


def test_a_process_that_dies_is_told_and_nothing_is_called_good(
    played: tuple[Path, Keys], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(self: Any, progress: Any) -> Any:
        for end in self._ends:
            end.send("no work at all")
        return shared(self, progress)

    shared = crew.Crew.work
    monkeypatch.setattr(crew.Crew, "work", killed)
    with pytest.raises(PitbossError, match="has ended before its work"):
        _by(*played, 2)


def test_processes_share_a_floor_on_postgresql() -> None:
    server = Server()
    try:
        server.start()
        with closing(open_store(server.new_database())) as store:
            floor = PlayedFloor(store, sheets=SHEETS)
            floor.play(2)
            alone = verify(store, floor.keys)
            assert alone.good
            assert asdict(verify(store, floor.keys, jobs=2)) == asdict(alone)
    finally:
        server.remove()
