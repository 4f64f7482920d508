"""The link as a floor keeps it: every order of what can happen, what is saved of it, and what was saved before."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from tests.service.link_orders import UTH, Orders
from tests.service.shift import STRAIGHT_FLUSH, Shift

from pitboss.engine import NOW
from pitboss.games import actions as a
from pitboss.progressive.link import Link
from pitboss.rules import load
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor import streams
from pitboss.service.floor.link import decide_link, is_saved, opened_link, restore_link, save_link
from pitboss.service.floor.sheets import Sheets

TestOrders = Orders.TestCase
TestOrders.settings = settings(max_examples=120, stateful_step_count=40, deadline=None, derandomize=True)

OPENED = c.OpenLink(sheet=UTH, sheet_hash=load(UTH).hash)
SHEETS = Sheets()


def saved_before(terms: c.OpenLink, link: Link) -> bytes:
    """What an engine saved that kept no facts."""
    kept = msgspec.msgpack.decode(save_link(terms, link))
    later = ("base", "facts", "sheet_hash", "text")
    return msgspec.msgpack.encode({name: value for name, value in kept.items() if name not in later})


def after(link: Link, *commands: Any) -> Link:
    for command in commands:
        link, _ = decide_link(link, command, NOW)
    return link


def test_what_an_earlier_engine_saved_is_read_as_far_as_it_tells() -> None:
    link = after(opened_link(OPENED, load(UTH))[0], c.Contribute(id="a/1", table="a", game=UTH, wagers=3))
    old, new = saved_before(OPENED, link), save_link(OPENED, link)
    assert (restore_link(old, SHEETS.of), restore_link(new, SHEETS.of)) == (None, (OPENED, link))
    assert is_saved(old, link, SHEETS.of)
    assert is_saved(new, link, SHEETS.of)
    up = c.RaiseMeter(meter="minor", to=link.minor + 1, proposal="p1")
    raised = after(link, up)
    assert not is_saved(old, raised, SHEETS.of)
    back = after(raised, c.LowerMeter(meter="minor", to=link.minor, proposal="p2", reason="and back"))
    assert is_saved(old, back, SHEETS.of)
    assert not is_saved(new, back, SHEETS.of), "what has happened is held against each other, too"


def test_a_floor_whose_link_was_saved_before_reads_it_from_its_first_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A void then still finds what an award before the snapshot had done."""
    monkeypatch.setattr(streams, "LINK_SNAPSHOT_EVERY", 2)
    monkeypatch.setattr(streams, "save_link", saved_before)
    shift = Shift()
    shift.open()
    shift.seat("Ann", "Ben")
    shift.holdem([STRAIGHT_FLUSH[0], "4s 9c"], STRAIGHT_FLUSH[1], on=(1,))
    shift.call(1)
    shift.paperwork(1)
    snapshot = shift.store.snapshot("link")
    assert snapshot is not None
    assert snapshot.version == shift.floor.link().version
    shift.check()
    shift.floor = shift.another()
    shift.act("Dora", a.Declare(kind="wrong_count", spot=2))
    assert (shift.meters.major, shift.meters.minor, shift.meters.reserve) == (2_000_000, 150_000, 0)
    shift.end()
    shift.check()


def test_a_snapshot_of_the_link_that_says_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(terms: c.OpenLink, link: Link) -> bytes:
        kept: dict[str, Any] = msgspec.msgpack.decode(save_link(terms, link))
        return msgspec.msgpack.encode({**kept, "facts": []})

    monkeypatch.setattr(streams, "LINK_SNAPSHOT_EVERY", 2)
    monkeypatch.setattr(streams, "save_link", wrong)
    shift = Shift()
    shift.open()
    shift.seat("Ann")
    shift.holdem([STRAIGHT_FLUSH[0]], STRAIGHT_FLUSH[1], on=(1,))
    findings = [str(finding) for finding in verify(shift.store, shift.keys).findings]
    assert findings == ["snapshots link 2: is not the state that replaying gives"]
