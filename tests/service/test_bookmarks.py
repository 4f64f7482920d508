"""A table is taken up again at the same cost whatever its round and its log, and bets are not fiddled with for ever."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.service.staffed_floor import StaffedPit
from tests.service.test_floor import PATIENT, Pit
from tests.service.test_staffed_random import Evening

from pitboss.rules import SHIPPED
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.operations.keys import Keys
from pitboss.service.tables import bookmarks
from pitboss.service.tables.bookmarks import EVERY, KIND, bookmarked, put_bookmark

STREAM = table_stream("t")


def keep(pit: Pit) -> None:
    """A bookmark of the table as it stands."""
    held = pit.floor.table("t")
    (entry,) = pit.store.read(STREAM, after=held.version - 1)
    put_bookmark(pit.store, pit.keys(), STREAM, entry, held.live)


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_bookmark_at_any_moment_is_the_table_as_it_stands(sheet: str, cards: str) -> None:
    """Every few steps of an evening with mistakes: what a bookmark gives equals what replaying the whole log gives."""
    evening = Evening(sheet, cards, f"bookmarks {sheet} {cards}")
    pit = evening.pit
    for _ in range(40):
        evening.step()
        keep(pit)
        held = pit.floor.table("t")
        found = bookmarked(pit.store, pit.keys(), STREAM, after=0, sheets=pit.floor.sheets.of)
        assert found is not None
        assert found == (held.version, held.hash, held.live)
        again = pit.another().table("t")
        assert again.live == held.live
        assert again.kept == held.version, "nothing was replayed"
    pit.floor = pit.another()  # what goes on from a bookmark is what would have gone on
    for _ in range(10):
        evening.step()
    pit.store.put(KIND, STREAM, None)
    pit.check()


def test_what_is_changed_of_another_key_table_or_program_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    pit = StaffedPit().ready()
    keep(pit)
    document: Any = pit.store.get(KIND, STREAM)
    facts = document[0]
    assert bookmarked(pit.store, pit.keys(), STREAM, after=0, sheets=pit.floor.sheets.of) is not None
    assert bookmarked(pit.store, Keys.fresh(), STREAM, after=0, sheets=pit.floor.sheets.of) is None
    for change in ({"version": facts["version"] - 1}, {"hash": "0" * 64}, {"sealed": "00" + facts["sealed"][2:]}):
        pit.store.put(KIND, STREAM, {**facts, **change})
        assert bookmarked(pit.store, pit.keys(), STREAM, after=0, sheets=pit.floor.sheets.of) is None
        assert pit.another().table("t").live == pit.live()
    pit.store.put(KIND, STREAM, facts)
    monkeypatch.setattr(bookmarks, "_program", lambda: "another")
    assert bookmarked(pit.store, pit.keys(), STREAM, after=0, sheets=pit.floor.sheets.of) is None
    pit.check()


def test_nothing_but_a_table_is_ever_put_together() -> None:
    import pickle

    for evil in (print, __import__("os").system):
        with pytest.raises(pickle.UnpicklingError):
            bookmarks._unpickled(pickle.dumps(evil), StaffedPit().live().sheet)


def test_a_server_that_comes_back_replays_no_more_than_since_the_last_bookmark() -> None:
    """However long the round: the entries that are read again are bounded."""
    pit = Pit()
    pit.open(pace=PATIENT)
    people = [f"Guest {number}" for number in range(4)]
    pit.hello("Ann", "Ben", *people, chips=1_000_000)
    for box, name in ((1, "Ann"), (2, "Ben")):
        pit.do(c.Sit(box=box), name)
    pit.until(lambda live: live.table.bets_open)

    async def fiddle() -> None:
        running = Running(pit.floor)
        await running.start()
        for number in range(4 * EVERY):
            command: Any = c.Sit(box=3) if number % 2 == 0 else c.Leave(box=3)
            await running.command("t", command, actor=people[number // 2 % len(people)])
        await running.stop()

    asyncio.run(fiddle())
    again = pit.another().table("t")
    assert again.live == pit.live()
    assert again.version - again.kept < EVERY
    assert verify(pit.store, pit.keys()).good
