"""Whole evenings with faults in them: nothing lost, nothing twice, every round finished; the same again by the seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.harness.log_inspector import Broken, Inspector
from tests.harness.simulated_floor import Evening

from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import encode
from pitboss.service.operations.keys import Keys
from pitboss.shoe.chance import SeededChance
from pitboss.store import MemoryStore, chained

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.slow
def test_an_evening_with_faults_loses_nothing_and_ends(seed: str) -> None:
    report = Evening(seed, rounds=100).run()
    assert report.rounds >= 100
    assert report.deaths > 0
    assert report.acknowledged > 300
    assert {"dies before", "dies after", "fails before", "fails after"} & report.faults.keys()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_evening_in_another_process() -> None:
    """Another process has other addresses and other hashes of texts: neither may matter."""
    evening = "Evening('again', rounds=15, tables_each=1, guests=6)"
    script = f"from tests.harness.simulated_floor import Evening; print({evening}.run().heads)"
    said = [
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert "table:catfish-blackjack-1" in said[0]


def test_another_seed_gives_another_evening() -> None:
    one, two = (Evening(seed, rounds=5, tables_each=1, guests=5).run() for seed in ("a", "b"))
    assert one.heads != two.heads


# --- the inspector finds what is wrong --------------------------------------------------------------------


def an_evening() -> Evening:
    evening = Evening("inspected", rounds=6, tables_each=1, guests=5)
    evening.run()
    return evening


@pytest.fixture(scope="module")
def evening() -> Evening:
    return an_evening()


def copied(store: MemoryStore) -> MemoryStore:
    """A store with the same in it, to be tampered with."""
    twin = MemoryStore()
    twin._streams = {stream: list(entries) for stream, entries in store._streams.items()}
    twin._balances = dict(store._balances)
    twin._commands = dict(store._commands)
    return twin


def inspected(evening: Evening, store: MemoryStore) -> None:
    Inspector(store, evening.keys_with(SeededChance("x").octets)).follow()


def rechained(store: MemoryStore, stream: str, place: int, **changed: object) -> None:
    """Change one entry, and make the chain good again behind it, as somebody with the whole file could."""
    entries = store._streams[stream]
    entries[place] = chained(msgspec.structs.replace(entries[place], **changed))
    for later in range(place + 1, len(entries)):
        entries[later] = chained(msgspec.structs.replace(entries[later], previous=entries[later - 1].hash))


def last_with_money(store: MemoryStore) -> tuple[str, int]:
    return next(
        (stream, at)
        for stream, entries in store._streams.items()
        for at, entry in enumerate(entries)
        if stream.startswith("table:") and at and entry.postings != "[]"
    )


def test_an_untouched_floor_passes(evening: Evening) -> None:
    inspected(evening, copied(evening.store))


def test_a_changed_entry_is_found(evening: Evening) -> None:
    store = copied(evening.store)
    stream, at = last_with_money(store)
    store._streams[stream][at] = msgspec.structs.replace(store._streams[stream][at], actor="Mallory")
    with pytest.raises(Broken, match="was changed"):
        inspected(evening, store)


def test_a_missing_entry_is_found(evening: Evening) -> None:
    store = copied(evening.store)
    del store._streams["table:blackjack-v5-1"][3]
    with pytest.raises(Broken, match="breaks the chain"):
        inspected(evening, store)


def test_other_events_than_the_replay_gives_are_found(evening: Evening) -> None:
    store = copied(evening.store)
    stream, at = last_with_money(store)
    rechained(store, stream, at, events="[]")
    with pytest.raises(Broken, match="replays to other events"):
        inspected(evening, store)


def test_other_money_than_the_events_move_is_found(evening: Evening) -> None:
    store = copied(evening.store)
    stream, at = last_with_money(store)
    rechained(store, stream, at, postings='[["house",-5,"x"],["player:Guest 0",5,"x"]]')
    with pytest.raises(Broken, match="moves other money"):
        inspected(evening, store)
    rechained(store, stream, at, postings='[["player:Guest 0",5,"x"]]')
    with pytest.raises(Broken, match="makes or loses money"):
        inspected(evening, store)


def test_a_command_done_twice_is_found(evening: Evening) -> None:
    store = copied(evening.store)
    stream = "person:Guest 0"
    hello = store._streams[stream][0]
    again = chained(
        msgspec.structs.replace(hello, version=len(store._streams[stream]) + 1, previous=store.head(stream)[1])
    )
    store._streams[stream].append(again)
    with pytest.raises(Broken, match="was done before"):
        inspected(evening, store)


def test_a_wrong_balance_is_found(evening: Evening) -> None:
    store = copied(evening.store)
    store._balances["player:Guest 0"] += 100
    with pytest.raises(Broken, match="balances differ"):
        inspected(evening, store)


def test_a_dealer_before_his_time_is_found(evening: Evening) -> None:
    store = copied(evening.store)
    found = (
        (stream, at)
        for stream, entries in store._streams.items()
        for at, entry in enumerate(entries)
        if '"StartRound"' in entry.command and '"EndRound"' in entries[at - 1].command
    )
    stream, at = next(found)
    rechained(store, stream, at, at=store._streams[stream][at - 1].at)
    with pytest.raises(Broken, match="ms early"):
        inspected(evening, store)


def test_what_was_acknowledged_and_is_not_there_is_found(evening: Evening) -> None:
    inspector = Inspector(evening.store, evening.keys_with(SeededChance("x").octets))
    guest = next(guest for guest in evening.guests if guest.acknowledged)
    name, (stream, version) = next(iter(guest.acknowledged.items()))
    inspector.acknowledged(guest.name, name, stream, version)
    with pytest.raises(Broken, match="another place"):
        inspector.acknowledged(guest.name, name, stream, version + 1)
    with pytest.raises(Broken, match="the log does not have it"):
        inspector.acknowledged(guest.name, "never", stream, version)


def test_a_broken_evening_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that answers before it has written: the log lacks what was acknowledged."""
    from pitboss.service.floor.floor import Floor
    from pitboss.store import Appended

    take_over = Floor.take_over

    def careless(self: Floor, plan: object, outcome: object) -> object:
        return take_over(self, plan, Appended({}))  # type: ignore[arg-type]

    monkeypatch.setattr(Floor, "take_over", careless)
    with pytest.raises(Broken, match="seed careless"):
        Evening("careless", rounds=50, tables_each=1, guests=8).run()


def test_keys_of_another_floor_do_not_replay_it(evening: Evening) -> None:
    with pytest.raises(Exception, match="cannot be unsealed"):
        Inspector(evening.store, Keys.fresh()).follow()
    assert b"Hello" in encode(c.Hello())
