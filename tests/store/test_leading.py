"""Several servers over one store: who is there, who leads a stream, and what the deposed may no longer write."""

from __future__ import annotations

import shutil
import sqlite3
from functools import partial
from pathlib import Path

from tests.store.conftest import Open
from tests.store.floor import append, commit, grow, upcoming
from tests.store.test_contract import together
from tests.waiting import eventually

from pitboss.store import (
    Appended,
    Commit,
    Conflict,
    Deposed,
    Lapsed,
    Lead,
    Outcome,
    Repeated,
    Server,
    Store,
    open_store,
)

LONG = 60.0
SHORT = 0.05


def _append(store: Store, wanted: Commit, outcomes: list[Outcome]) -> None:
    outcomes += store.append([wanted])


def there(store: Store, *names: str) -> None:
    for name in names:
        store.attend(name, f"{name}.sock", seconds=LONG)


def test_servers_are_there_for_as_long_as_they_said(store: Store) -> None:
    there(store, "b")
    assert store.attend("a", "a.sock", seconds=SHORT) == [Server("a", "a.sock", 0), Server("b", "b.sock", 0)]
    eventually(lambda: store.attend("b", "b.sock", seconds=LONG) == [Server("b", "b.sock", 0)], "a is still there")
    store.retire("b")
    assert [one.name for one in store.attend("c", "", seconds=LONG)] == ["c"]
    assert store.servers() == [Server("c", "", 0)]


def test_a_stream_is_led_by_one_server(store: Store) -> None:
    grow(store, 1, "table:1")
    grow(store, 1, "table:2")
    grow(store, 1, "house")
    there(store, "a", "b")
    assert store.lead("a", ["table:1", "table:9"]) == {"table:1": 1}, "nobody leads what is not there"
    assert store.lead("b", ["table:1", "table:2"]) == {"table:2": 1}
    assert store.leads("table:") == {"table:1": Lead("a", 1), "table:2": Lead("b", 1)}
    assert [one.turn for one in store.attend("a", "", seconds=LONG)] == [1, 1], "the others see that something changed"


def test_who_is_not_there_leads_nothing(store: Store) -> None:
    grow(store, 1)
    assert store.lead("a", ["table:1"]) == {}
    assert store.leads("table:") == {"table:1": Lead("", 0)}


def test_a_stream_is_taken_over_from_whoever_is_gone_or_resigns(store: Store) -> None:
    grow(store, 1)
    there(store, "a", "b", "c")
    assert store.lead("a", ["table:1"]) == {"table:1": 1}
    assert store.lead("b", ["table:1"]) == {}
    store.retire("a")
    assert store.lead("b", ["table:1"]) == {"table:1": 2}
    store.resign("a", ["table:1"])
    assert store.leads("table:") == {"table:1": Lead("b", 2)}, "who does not lead it cannot give it up"
    store.resign("b", ["table:1"])
    assert store.leads("table:") == {"table:1": Lead("", 2)}
    assert store.lead("c", ["table:1"]) == {"table:1": 3}


def test_a_lease_that_ran_out_is_taken_by_the_store_s_time(store: Store) -> None:
    grow(store, 1)
    there(store, "b")
    store.attend("a", "", seconds=SHORT)
    assert store.lead("a", ["table:1"]) == {"table:1": 1}
    eventually(lambda: store.lead("b", ["table:1"]) == {"table:1": 2}, "the lease does not run out")


def test_a_commit_with_an_epoch_of_before_is_refused(open_another: Open) -> None:
    old, new = open_another(), open_another()
    grow(old, 1)
    there(old, "old", "new")
    (epoch,) = old.lead("old", ["table:1"]).values()
    first = commit(upcoming(old, client="1"), epochs={"table:1": epoch})
    assert append(old, first) == [Appended({})]
    decided = commit(upcoming(old, client="2"), epochs={"table:1": epoch})
    old.retire("old")
    (later,) = new.lead("new", ["table:1"]).values()
    assert append(old, decided) == [Deposed("table:1")]
    assert append(old, first) == [Repeated(first.entries[0])], "what was done is still said to be done"
    assert append(new, commit(upcoming(new), epochs={"table:1": later})) == [Appended({})]
    assert new.head("table:1")[0] == 3


def test_a_takeover_and_a_commit_at_once_are_one_after_the_other(open_another: Open) -> None:
    """The old leader's commit comes before the takeover, or not at all: never after what the new leader has read."""
    old, new = open_another(), open_another()
    grow(old, 1)
    for _ in range(10):
        there(old, "old", "new")
        assert old.lead("old", ["table:1"]), "given up before"
        epoch = old.leads("table:")["table:1"].epoch
        decided = commit(upcoming(old), epochs={"table:1": epoch})
        outcomes: list[Outcome] = []
        heads: list[tuple[int, str]] = []

        def take_over(heads: list[tuple[int, str]] = heads) -> None:
            new.retire("old")
            assert new.lead("new", ["table:1"])
            heads.append(new.head("table:1"))

        together(partial(_append, old, decided, outcomes), take_over)
        assert outcomes[0] in (Appended({}), Deposed("table:1"))
        assert heads[0] == new.head("table:1"), "nothing of the old leader came after the new one had looked"
        new.resign("new", ["table:1"])


def test_two_that_each_read_what_the_other_changes_are_not_both_taken(open_another: Open) -> None:
    """One dealer taps in at two tables at once: each commit rests on the other table as it was."""
    stores = open_another(), open_another()
    grow(stores[0], 1, "table:1")
    grow(stores[0], 1, "table:2")
    for _ in range(15):
        plans = [
            commit(upcoming(store, mine), seen={other: stores[0].head(other)[0]})
            for store, mine, other in zip(stores, ("table:1", "table:2"), ("table:2", "table:1"), strict=True)
        ]
        outcomes: list[Outcome] = []
        both = [partial(_append, *given, outcomes) for given in zip(stores, plans, strict=True)]
        together(*both)
        assert sorted(type(one).__name__ for one in outcomes) == ["Appended", "Conflict"]
        assert Conflict("table:1") in outcomes or Conflict("table:2") in outcomes


def test_a_copy_that_may_not_be_written_is_read_as_an_earlier_program_left_it(tmp_path: Path, furnished: Path) -> None:
    path = Path(shutil.copy(furnished, tmp_path / "floor.db"))
    store = open_store(str(path))
    kept = grow(store, 2)
    store.close()
    connection = sqlite3.connect(path)
    for column in ("leader", "epoch"):
        connection.execute(f"ALTER TABLE streams DROP COLUMN {column}")
    connection.execute("DROP TABLE servers")
    connection.execute("UPDATE pitboss_schema SET version_num = '0001'")
    connection.commit()
    connection.close()
    copy = open_store(str(path), read_only=True)
    assert copy.read("table:1") == kept
    assert copy.heads() == {"table:1": (2, kept[-1].hash)}
    with copy.rows() as rows:
        assert [row["version"] for row in rows.walk("streams", ("stream",))] == [2]
    copy.close()
    again = open_store(str(path))
    assert again.leads("table:") == {"table:1": Lead("", 0)}
    again.close()


def test_a_commit_rests_on_the_session_that_it_was_asked_by(open_another: Open) -> None:
    here, there = open_another(), open_another()
    grow(here, 1)
    here.put("session", "ann", {"person": "Ann"})
    here.put("session", "bea", {"person": "Bea"})
    ann, bea = ((("session", name),) for name in ("ann", "bea"))
    first = commit(upcoming(here, client="1"), papers=ann)
    assert append(here, first) == [Appended({})]
    there.put("session", "ann", None)
    refused = commit(upcoming(here, client="2"), papers=ann, moves={"house": 1})
    taken = commit(upcoming(here, client="3"), papers=bea)
    assert append(here, refused, taken) == [Lapsed("session", "ann"), Appended({})]
    assert append(here, first) == [Repeated(first.entries[0])], "what was done is still said to be done"
    assert (there.head("table:1")[0], there.balances(), there.find("Ann", "2")) == (3, {}, None)


def test_a_sign_out_and_a_commit_at_once_are_one_after_the_other(open_another: Open) -> None:
    """What is asked by a session is done before its end, or not at all: whoever has signed out sees no more of it."""
    here, there = open_another(), open_another()
    grow(here, 1)
    for number in range(15):
        key = f"session {number}"
        here.put("session", key, {"person": "Ann"})
        decided = commit(upcoming(here), papers=(("session", key),))
        outcomes: list[Outcome] = []
        heads: list[tuple[int, str]] = []

        def sign_out(key: str = key, heads: list[tuple[int, str]] = heads) -> None:
            there.put("session", key, None)
            heads.append(there.head("table:1"))

        together(partial(_append, here, decided, outcomes), sign_out)
        assert outcomes[0] in (Appended({}), Lapsed("session", key))
        assert heads[0] == there.head("table:1"), "nothing came after the session had ended"
