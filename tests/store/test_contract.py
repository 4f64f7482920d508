"""What every store promises, tried on memory, SQLite and PostgreSQL alike."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.store.conftest import Open
from tests.store.floor import append, check, commit, entry, following, grow, insist, moving, upcoming
from tests.waiting import eventually

from pitboss.store import (
    GENESIS,
    Appended,
    Conflict,
    MemoryStore,
    Overdrawn,
    Repeated,
    Round,
    Snapshot,
    Store,
    StoreError,
)

ODD = 'it\'s "odd"; DROP TABLE entries; -- <b>♠ \U0001f0a1</b> %s ? {} \\'


def hears(seen: list[tuple[str, int]], wanted: list[tuple[str, int]]) -> None:
    """Wait until all of it is heard."""
    eventually(lambda: set(wanted) <= set(seen), "not all of it is heard")


def together(*works: Callable[[], object]) -> None:
    """Do all of it at once, each in a thread; what goes wrong in one goes wrong here."""
    barrier = threading.Barrier(len(works))

    def begin(work: Callable[[], object]) -> object:
        barrier.wait(20)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        for done in [threads.submit(begin, work) for work in works]:
            done.result()


# --- streams ----------------------------------------------------------------------------------------------


def test_a_new_store_has_nothing(store: Store) -> None:
    assert store.heads() == {}
    assert store.head("table:1") == (0, GENESIS)
    assert store.read("table:1") == []
    assert store.find("Ann", "1") is None
    assert store.balances() == {}
    assert store.balances(["cage"]) == {"cage": 0}
    assert store.snapshot("table:1") is None
    assert store.rounds() == []
    assert store.get("person", "Ann") is None
    assert store.documents("person") == []
    assert store.append([]) == []


def test_an_entry_comes_back_as_it_was(store: Store, open_another: Open) -> None:
    odd = entry(
        ODD, at=2**53 + 1, actor=ODD, role=ODD, client=ODD, command=ODD, events=ODD * 500, postings="[]",
        sealed=bytes(range(256)) * 40, engine=ODD, schema=2**31 - 1,
    )  # fmt: skip
    assert append(store, commit(odd, moves={ODD: 2**62})) == [Appended({ODD: 2**62})]
    other = open_another()
    assert other.read(ODD) == [odd]
    assert other.find(ODD, ODD) == odd
    assert other.head(ODD) == (1, odd.hash)
    assert other.balances([ODD]) == {ODD: 2**62}


def test_versions_have_no_gap(store: Store) -> None:
    first, second = grow(store, 12, "table:1"), grow(store, 3, "table:2")
    assert [e.version for e in store.read("table:1")] == list(range(1, 13))
    assert store.read("table:1") == first
    assert store.read("table:1", after=4, upto=7) == first[4:7]
    assert store.read("table:1", after=12) == []
    assert store.read("table:1", upto=2) == first[:2]
    assert store.heads() == {"table:1": (12, first[-1].hash), "table:2": (3, second[-1].hash)}
    check(store)


@pytest.mark.parametrize(
    ("version", "previous"), [(2, "right"), (4, "right"), (3, GENESIS), (3, "f" * 64), (1, GENESIS), (0, GENESIS)]
)
def test_another_place_than_the_head_is_a_conflict(store: Store, version: int, previous: str) -> None:
    kept = grow(store, 2)
    wrong = entry("table:1", version, kept[-1].hash if previous == "right" else previous, client="1")
    assert append(store, commit(wrong, moves={"house": 1})) == [Conflict("table:1")]
    assert store.read("table:1") == kept
    assert store.find("Ann", "1") is None
    assert store.balances() == {}


def test_a_commit_of_several_streams_is_taken_whole_or_not_at_all(store: Store) -> None:
    (link,) = grow(store, 1, "link")
    table, stale, good = entry("table:1", client="1"), entry("link"), following(link)
    beside = {
        "moves": {"meter:major": 70, "player:Ann": 1},
        "rounds": (Round(stream="table:1", number=1, first=1, last=1, players=("Ann",)),),
        "snapshots": (Snapshot(stream="table:1", version=1, sealed=b"s"),),
    }
    assert append(store, commit(table, stale, **beside)) == [Conflict("link")]
    assert append(store, commit(stale, table, **beside)) == [Conflict("link")]
    assert store.heads() == {"link": (1, link.hash)}
    assert (store.balances(), store.rounds(), store.snapshot("table:1")) == ({}, [], None)
    assert append(store, commit(table, good, **beside)) == [Appended({"meter:major": 70, "player:Ann": 1})]
    assert store.heads() == {"link": (2, good.hash), "table:1": (1, table.hash)}
    assert store.rounds() == [*beside["rounds"]]


def test_what_a_decision_rests_on_must_still_stand(store: Store, open_another: Open) -> None:
    kept = grow(store, 2, "person:Ann")
    bet = entry("table:1")
    for version in (0, 1, 3):
        assert append(store, commit(bet, seen={"person:Ann": version}, moves={"house": 1})) == [Conflict("person:Ann")]
    assert append(store, commit(bet, seen={"person:Ann": 2, "person:Bob": 1})) == [Conflict("person:Bob")]
    assert (store.read("table:1"), store.balances()) == ([], {})
    assert append(store, commit(bet, seen={"person:Ann": 2, "person:Bob": 0})) == [Appended({})]
    append(open_another(), commit(following(kept[-1])))
    assert append(store, commit(following(bet), seen={"person:Ann": 2})) == [Conflict("person:Ann")]


def test_what_an_account_held_when_it_was_looked_at_is_part_of_the_decision(store: Store) -> None:
    """Two commits that rest on the same balance: the first one moves it, and the second is decided again."""
    first, other = entry("table:a"), entry("table:b")
    held = {"player:Ann": 0}
    gains = {"player:Ann": 500, "cage": -500}
    assert append(store, commit(first, moves=gains, held={"player:Ann": 1})) == [Conflict("player:Ann")]
    outcomes = append(store, commit(first, moves=gains, held=held), commit(other, moves=gains, held=held))
    assert outcomes == [Appended(gains), Conflict("player:Ann")]
    assert append(store, commit(other, moves=gains, held={"player:Ann": 500})) != [Conflict("player:Ann")]


def test_what_a_decision_rests_on_is_looked_at_commit_by_commit(store: Store) -> None:
    first, second = entry("table:1"), entry("table:2")
    limit = commit(entry("person:Ann"))
    before, after = commit(first, seen={"person:Ann": 0}), commit(second, seen={"person:Ann": 0})
    assert append(store, before, limit, after) == [Appended({}), Appended({}), Conflict("person:Ann")]
    assert store.heads(["table:1", "table:2", "person:Bob"]) == {"table:1": (1, first.hash)}
    assert store.heads([]) == store.heads(prefix="tab_e:") == {}
    assert store.heads(prefix="table:") == {"table:1": (1, first.hash)}
    many = [f"person:{number}" for number in range(1000)]
    assert store.heads(["table:1", *many]) == {"table:1": (1, first.hash)}


# --- commands ---------------------------------------------------------------------------------------------


def test_the_same_command_again_is_repeated(store: Store, open_another: Open) -> None:
    (first,) = grow(store, 1, client="7", command='{"do":"double"}')
    for again in (upcoming(store, client="7"), entry("table:2", client="7", command="{}")):
        assert append(store, commit(again, moves={"house": 1})) == [Repeated(first)]
        assert append(open_another(), commit(again)) == [Repeated(first)]
    assert store.find("Ann", "7") == first
    assert store.heads() == {"table:1": (1, first.hash)}
    assert store.balances() == {}


def test_a_name_counts_for_its_sender_only_and_no_name_for_nobody(store: Store) -> None:
    grow(store, 1, client="7", actor="Ann")
    grow(store, 1, client="7", actor="Bea")
    grow(store, 3, client="", actor="Ann")
    assert store.head("table:1")[0] == 5
    assert store.find("Ann", "") is None


def test_repeated_goes_before_conflict_and_conflict_before_overdrawn(store: Store) -> None:
    (first,) = grow(store, 1, client="7")
    too_much = {"player:Ann": -1}
    assert append(store, commit(entry("table:1", client="7"), moves=too_much)) == [Repeated(first)]
    assert append(store, commit(entry("table:1", client="8"), moves=too_much)) == [Conflict("table:1")]
    assert append(store, commit(following(first, client="8"), moves=too_much)) == [Overdrawn("player:Ann", 0)]


# --- money ------------------------------------------------------------------------------------------------


def test_a_player_never_falls_below_nothing(store: Store) -> None:
    assert append(store, moving(store, {"cage": -500, "player:Ann": 500})) == [
        Appended({"cage": -500, "player:Ann": 500})
    ]
    assert append(store, moving(store, {"player:Ann": -501, "layout:1": 501})) == [Overdrawn("player:Ann", 500)]
    assert store.head("table:1")[0] == 1
    assert append(store, moving(store, {"player:Ann": -500, "layout:1": 500})) == [
        Appended({"player:Ann": 0, "layout:1": 500})
    ]
    assert store.balances() == {"cage": -500, "layout:1": 500, "player:Ann": 0}
    assert store.balances(["player:Ann", "player:Bea"]) == {"player:Ann": 0, "player:Bea": 0}
    check(store)


def test_all_others_may(store: Store) -> None:
    assert append(store, moving(store, {"tray:1": -100, "house": 100})) == [Appended({"tray:1": -100, "house": 100})]


def test_what_is_refused_leaves_no_trace(store: Store) -> None:
    assert append(store, moving(store, {"player:Ann": -1, "tray:1": 1})) == [Overdrawn("player:Ann", 0)]
    assert append(store, commit(entry("table:2", 2), moves={"tray:2": 1})) == [Conflict("table:2")]
    assert (store.heads(), store.balances()) == ({}, {})


def test_more_accounts_than_a_statement_takes(store: Store) -> None:
    moves = {f"player:{number}": number for number in range(1200)}
    assert append(store, moving(store, moves)) == [Appended(moves)]
    assert store.balances(moves) == moves
    assert store.balances(f"player:{number}" for number in (3, 1)) == {"player:3": 3, "player:1": 1}
    check(store)


# --- batches ----------------------------------------------------------------------------------------------


def test_commits_of_a_batch_stand_on_those_before(store: Store) -> None:
    first = entry("table:1", client="1", postings='[["player:Ann",10,"t"],["cage",-10,"t"]]')
    second = following(first, postings='[["player:Ann",-10,"t"],["layout:1",10,"t"]]')
    outcomes = append(
        store,
        commit(first, moves={"player:Ann": 10, "cage": -10}),
        commit(entry("table:2", client="1")),
        commit(entry("table:1")),
        commit(second, moves={"player:Ann": -10, "layout:1": 10}),
        commit(entry("table:3"), moves={"player:Ann": -1}),
        commit(entry("table:4")),
    )
    assert outcomes == [
        Appended({"player:Ann": 10, "cage": -10}),
        Repeated(first),
        Conflict("table:1"),
        Appended({"player:Ann": 0, "layout:1": 10}),
        Overdrawn("player:Ann", 0),
        Appended({}),
    ]
    assert sorted(store.heads()) == ["table:1", "table:4"]
    check(store)


# --- beside the streams -----------------------------------------------------------------------------------


def test_rounds_are_found_the_latest_first(store: Store) -> None:
    made = [
        Round(stream=stream, number=number, first=number, last=number + 4, players=players)
        for number in range(1, 5)
        for stream, players in (("table:1", ("Bea", "Ann", "Bea")), ("table:2", ("Cy",)), ("table:3", ()))
    ]
    for round_ in made:
        assert append(store, commit(upcoming(store, round_.stream), rounds=(round_,))) == [Appended({})]
    made.reverse()
    assert store.rounds() == made
    assert store.rounds(limit=4) == made[:4]
    assert store.rounds(stream="table:2") == [r for r in made if r.stream == "table:2"]
    assert store.rounds(player="Ann", limit=2) == [r for r in made if "Ann" in r.players][:2]
    assert store.rounds(player="Bea", stream="table:1", number=3) == [r for r in made if "Bea" in r.players][1:2]
    assert store.rounds(number=2) == [r for r in made if r.number == 2]
    assert store.rounds(player="Dee") == []


def test_the_latest_snapshot_counts(store: Store) -> None:
    for version in (1, 2, 3):
        snapshot = Snapshot(stream="table:1", version=version, sealed=b"\0state" * version)
        assert append(store, commit(upcoming(store), snapshots=(snapshot,) if version != 2 else ())) == [Appended({})]
    assert store.snapshot("table:1") == Snapshot(stream="table:1", version=3, sealed=b"\0state" * 3)
    assert store.snapshot("table:1", upto=2) == Snapshot(stream="table:1", version=1, sealed=b"\0state")
    assert store.snapshot("table:1", upto=0) is None
    assert store.snapshot("table:2") is None


def test_documents_are_kept_with_their_version(store: Store, open_another: Open) -> None:
    ann = {"name": ODD, "roles": ["player"], "chips": 2**40, "nested": {"none": None, "yes": True}}
    assert store.put("person", "ann", {}) == 1
    assert store.put("person", "ann", ann) == 2
    assert open_another().get("person", "ann") == (ann, 2)
    assert store.put("person", "ann", {"x": 1}, expected=1) == -1
    assert store.put("person", "new", {"x": 1}, expected=1) == -1
    assert store.put("person", "ann", {"x": 1}, expected=2) == 3
    assert store.put("person", "ann", {"x": 1}, expected=0) == -1
    assert store.put("session", "ann", {"y": 1}, expected=0) == 1
    assert store.put("person", "ann", None, expected=2) == -1
    assert store.put("person", "ann", None, expected=3) == 0
    assert store.get("person", "ann") is None
    assert store.put("person", "ann", None) == 0
    assert store.put("person", "ann", {"back": True}, expected=0) == 1


def test_documents_are_listed_by_key(store: Store) -> None:
    keys = ["b", "B", "a", "É", "Z", "_", "ä", "10", "9", "\U0001f0a1", "￼"]
    for key in keys:
        store.put("person", key, {"key": key})
    store.put("session", "a", {})
    assert store.documents("person") == [(key, {"key": key}) for key in sorted(keys)]


# --- several at once --------------------------------------------------------------------------------------


def test_two_threads_on_one_stream_take_turns(open_another: Open) -> None:
    stores = [open_another(), open_another()]
    won: list[list[int]] = [[], []]

    def write(number: int) -> None:
        for _ in range(25):
            won[number].append(insist(stores[number], {"house": -1, f"player:{number}": 1}))

    together(lambda: write(0), lambda: write(1))
    assert sorted(won[0] + won[1]) == list(range(1, 51))
    assert stores[0].balances() == {"house": -50, "player:0": 25, "player:1": 25}
    check(stores[0])


def test_two_threads_in_one_store_take_turns(store: Store) -> None:
    works = [lambda: [insist(store, {"house": -1, "player:Ann": 1}) for _ in range(15)] for _ in range(2)]
    together(*works)
    assert store.head("table:1")[0] == 30
    check(store)


def test_a_purse_is_not_spent_twice(open_another: Open) -> None:
    first, second = open_another(), open_another()
    append(first, moving(first, {"cage": -10, "player:Ann": 10}, "cage"))
    outcomes: list[object] = []

    def spend(store: Store, table: str) -> None:
        for _ in range(10):
            outcomes.extend(append(store, moving(store, {"player:Ann": -1, f"layout:{table}": 1}, table)))

    together(lambda: spend(first, "table:1"), lambda: spend(second, "table:2"))
    assert [outcome for outcome in outcomes if isinstance(outcome, Overdrawn)] == [Overdrawn("player:Ann", 0)] * 10
    assert first.balances(["player:Ann"]) == {"player:Ann": 0}
    check(first)


def test_one_command_sent_to_two_servers_is_done_once(open_another: Open) -> None:
    stores = [open_another(), open_another()]
    for number in range(12):
        outcomes: list[object] = []

        def send(which: int, name: str = str(number), outcomes: list[object] = outcomes) -> None:
            new = upcoming(stores[which], f"table:{which}", client=name)
            outcomes.extend(append(stores[which], commit(new)))

        together(lambda send=send: send(0), lambda send=send: send(1))
        first = stores[0].find("Ann", str(number))
        assert first is not None
        assert sorted(outcomes, key=repr) == [Appended({}), Repeated(first)]
    check(stores[0])


def test_nobody_waits_for_each_other_for_ever(open_another: Open) -> None:
    """Two writers that name streams and accounts in opposite order, new ones among them."""
    stores = [open_another(), open_another()]

    def write(which: int) -> None:
        for number in range(20):
            names = [f"table:{number}", f"table:{number + 1}", "link"][:: 1 - 2 * which]
            moves = dict.fromkeys([f"tray:{number}", "house", f"tray:{number + 1}", "cage"][:: 1 - 2 * which], 0)
            while True:
                new = [upcoming(stores[which], name) for name in names]
                (outcome,) = append(stores[which], commit(*new, moves=moves))
                if isinstance(outcome, Appended):
                    break

    together(lambda: write(0), lambda: write(1))
    assert stores[0].head("link")[0] == 40
    assert sum(len(stores[0].read(stream)) for stream in stores[0].heads()) == 120


def test_readers_see_whole_commits_only(open_another: Open) -> None:
    writer, reader = open_another(), open_another()
    done = threading.Event()

    def write() -> None:
        for _ in range(30):
            append(writer, commit(upcoming(writer, "a"), upcoming(writer, "b"), moves={"x": 1, "y": -1}))
        done.set()

    def read() -> None:
        while not done.is_set():
            heads, balances = reader.heads(), reader.balances()
            assert heads.get("a", (0, ""))[0] == heads.get("b", (0, ""))[0]
            assert sum(balances.values()) == 0
            entries = reader.read("a")
            assert [e.version for e in entries] == list(range(1, len(entries) + 1))

    together(write, read, read)


def test_only_one_of_two_writers_of_a_document_wins(open_another: Open) -> None:
    stores = [open_another(), open_another()]
    won: list[int] = []

    def count(store: Store) -> None:
        for _ in range(10):
            while True:
                found = store.get("count", "it")
                value, version = (found[0]["value"], found[1]) if found else (0, 0)
                if store.put("count", "it", {"value": value + 1}, expected=version) > 0:
                    won.append(value + 1)
                    break

    together(lambda: count(stores[0]), lambda: count(stores[1]))
    assert sorted(won) == list(range(1, 21))
    assert stores[0].get("count", "it") == ({"value": 20}, 20)


def test_only_one_of_two_makers_of_a_document_wins(open_another: Open) -> None:
    stores = [open_another(), open_another()]
    for number in range(20):
        versions: dict[int, int] = {}

        def make(which: int, key: str = str(number), versions: dict[int, int] = versions) -> None:
            versions[which] = stores[which].put("person", key, {"by": which}, expected=0)

        together(lambda make=make: make(0), lambda make=make: make(1))
        winner = next(which for which, version in versions.items() if version == 1)
        assert versions == {winner: 1, 1 - winner: -1}
        assert stores[0].get("person", str(number)) == ({"by": winner}, 1)


# --- watching ---------------------------------------------------------------------------------------------


def test_what_another_store_appends_is_heard_once_and_in_order(open_another: Open) -> None:
    mine, other = open_another(), open_another()
    grow(other, 2)
    heard: list[tuple[str, int]] = []
    end = mine.watch(lambda stream, version: heard.append((stream, version)))
    grow(other, 3)
    append(other, commit(upcoming(other, "table:1"), upcoming(other, "link")), commit(entry("table:1")))
    wanted = [("table:1", 3), ("table:1", 4), ("table:1", 5), ("table:1", 6), ("link", 1)]
    hears(heard, wanted)
    end()
    grow(other, 1)
    assert heard == wanted


def test_own_entries_are_not_taken_for_those_of_others(open_another: Open) -> None:
    mine, other = open_another(), open_another()
    heard: list[tuple[str, int]] = []
    mine.watch(lambda stream, version: heard.append((stream, version)))
    for _ in range(5):
        grow(mine, 1, "mine")
        append(mine, commit(entry("mine")))
        grow(other, 1, "theirs")
    hears(heard, [("theirs", version) for version in range(1, 6)])
    own = [] if mine is not other else [("mine", version) for version in range(1, 6)]
    assert sorted(heard) == sorted(own + [("theirs", version) for version in range(1, 6)])


def test_a_watcher_that_fails_goes_on_hearing(open_another: Open, caplog: pytest.LogCaptureFixture) -> None:
    mine, other = open_another(), open_another()
    if isinstance(mine, MemoryStore):
        return  # there a watcher is called by the writer, and fails in front of it
    heard: list[tuple[str, int]] = []

    def hear(stream: str, version: int) -> None:
        heard.append((stream, version))
        if version == 1:
            raise ValueError("not ready")

    mine.watch(hear)
    grow(other, 2)
    hears(heard, [("table:1", 2)])
    assert "a watcher failed on table:1 1" in caplog.text


# --- the end ----------------------------------------------------------------------------------------------


def test_closed_is_closed_and_what_was_kept_is_there_again(open_another: Open) -> None:
    store = open_another()
    kept = grow(store, 3)
    store.watch(lambda stream, version: None)
    store.close()
    store.close()
    if not isinstance(store, MemoryStore):
        with pytest.raises(StoreError, match=r"^the store is closed: open it again$"):
            append(store, commit(following(kept[-1])))
        with pytest.raises(StoreError, match=r"^the store is closed: open it again$"):
            store.heads()
    assert open_another().read("table:1") == kept
