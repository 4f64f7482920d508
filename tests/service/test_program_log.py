"""The log names every program that has opened the floor, by a hash of its files."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.service.test_floor import Pit

from pitboss.extras import program_hash
from pitboss.service.audit.audit import verify
from pitboss.service.audit.significant_events import significant_events
from pitboss.service.floor.running import Running
from pitboss.service.operations.program_log import note_program


def test_a_program_is_noted_when_it_opens_the_floor_and_again_only_after_another() -> None:
    pit = Pit()
    running = Running(pit.floor)

    async def go() -> None:
        for hash_ in ("aaa", "aaa", "bbb", "bbb", "aaa"):
            await note_program(running, hash_)
        await running.stop()

    asyncio.run(go())
    found = significant_events(pit.store, kinds=("program",))
    assert [(one.before, one.after, one.who) for one in found] == [
        ("", "aaa", "house"),
        ("aaa", "bbb", "house"),
        ("bbb", "aaa", "house"),
    ]
    assert verify(pit.store, pit.keys()).good


def test_any_file_that_is_changed_moved_or_added_makes_another_program(tmp_path: Path) -> None:
    def installed(name: str, **files: str) -> str:
        place = tmp_path / name
        for file, text in files.items():
            path = place / file.replace("_in_", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return program_hash(place)

    one = installed("one", a="x", web_in_page="y")
    assert one == installed("copy", a="x", web_in_page="y", __pycache___in_a="compiled")
    others = {
        installed("changed", a="x", web_in_page="z"), installed("moved", a="x", page="y"),
        installed("added", a="x", web_in_page="y", b=""), installed("joined", a="xy", web_in_page=""),
    }  # fmt: skip
    assert len(others | {one}) == 5
