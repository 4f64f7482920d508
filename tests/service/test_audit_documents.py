"""The audit looks at every document: who may change rows of a database cannot bring one in unseen."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.service.audit_floor import PlayedFloor
from tests.service.test_audit_people import Known

from pitboss.rules import load
from pitboss.service.accounting import Books, floor_totals
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.stream_names import sheet_stream, table_stream
from pitboss.service.people.accounts import People
from pitboss.service.tables.bookmarks import KIND as BOOKMARK
from pitboss.service.tables.bookmarks import put_bookmark
from pitboss.store import MemoryStore

TABLE = "catfish-blackjack-1"
STREAM = table_stream(TABLE)


@pytest.fixture
def known() -> Known:
    pit = Known()
    assert pit.found() == []
    return pit


@pytest.fixture
def played() -> PlayedFloor:
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    floor.play(2)
    return floor


def _found(floor: PlayedFloor) -> list[str]:
    return [str(one) for one in verify(floor.store, floor.keys).findings]


def test_a_document_of_no_known_kind_is_found(known: Known) -> None:
    known.store.put("backdoor", "x", {"open": True})
    assert known.found() == ["documents backdoor x: is of a kind that no program of this version keeps"]


def test_a_session_of_nobody_is_found_and_everybody_s_own_are_not(known: Known) -> None:
    known.people.guest()
    mine = known.people.find("Ann")
    assert mine is not None
    known.people.session_for(mine)
    known.store.put("session", "0" * 64, {"person": "Nobody", "csrf": "", "until": 2**60})
    (found,) = (one for one in known.found() if "session" in one)
    assert "is of Nobody, who has no account" in found


def test_a_name_that_was_led_to_somebody_else_s_account_is_found(known: Known) -> None:
    marked = People(known.store, clock=lambda: known.now, pseudonyms=lambda octets: b"key" + octets)
    person = marked.add_by_pseudonym("Mallory", "a password of mine").name
    known.person(person, c.Hello())
    assert known.found() == []
    ((key, _),) = known.store.documents("sign_in_name")
    known.store.put("sign_in_name", key, {"person": "Ada"})
    assert known.found() == [f"documents sign_in_name {key}: leads to Ada, who signs in by another name"]


def test_a_link_for_a_further_first_administrator_is_found(known: Known) -> None:
    known.store.put("setup", "administrator", {"hash": ""})
    assert known.found() == []
    known.store.put("setup", "administrator", {"hash": "f" * 64})
    assert known.found() == ["documents setup administrator: opens the floor to a further first administrator"]
    known.store.put("setup", "administrator", {})
    assert "cannot be read" in known.found()[0]


def test_sums_that_were_changed_are_found_before_a_report_goes_on_from_them(
    played: PlayedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor_totals, "WORTH_KEEPING", 1)
    books = Books(played.store)
    for _ in range(3):
        books.update()
        assert _found(played) == []
        played.play(1)
    kept = played.store.get(floor_totals.DOCUMENT, STREAM)
    assert kept is not None
    sums: dict[str, Any] = json.loads(kept[0]["sums"])
    day = next(time for time in sums["cells"]["sums"] if len(time) == 10)
    cell = next(iter(sums["cells"]["sums"][day].values()))
    cell[next(iter(cell))] += 100_000
    played.store.put(floor_totals.DOCUMENT, STREAM, {**kept[0], "sums": json.dumps(sums)})
    assert _found(played) == [f"documents books {STREAM}: has other sums than the log gives"]


def test_a_table_that_was_put_down_with_other_cards_is_found_before_a_server_takes_it_up(played: PlayedFloor) -> None:
    """The house seals a bookmark with its own key: the entry is the log's, the table is not."""
    held = played.floor.table(TABLE)
    (entry,) = played.store.read(STREAM, after=held.version - 1)
    put_bookmark(played.store, played.keys, STREAM, entry, held.live)
    assert _found(played) == []
    forged = msgspec.structs.replace(entry)
    played.play(1)
    put_bookmark(played.store, played.keys, STREAM, forged, played.floor.table(TABLE).live)
    (found,) = _found(played)
    assert found == f"documents bookmark {STREAM} {entry.version}: is not the state that replaying gives"
    played.store.put(BOOKMARK, STREAM, {"version": 1})
    assert any("cannot be read" in one for one in _found(played))


def test_an_approved_sheet_whose_text_is_another_is_found(played: PlayedFloor) -> None:
    """The house takes the text out of the log, or keeps another one in its place."""
    text = sheet_stream(load("catfish-blackjack").text_hash)
    store = played.store
    assert isinstance(store, MemoryStore)
    (kept,) = store.read(text)
    other = load("blackjack-v5").content
    entries: list[Any] = store._entries
    at = entries.index(kept)
    forged = c.encode(c.KeepSheet(content=other)).decode()
    entries[at] = msgspec.structs.replace(kept, command=forged)
    assert any("approves catfish-blackjack with a text that the log does not keep" in one for one in _found(played))
