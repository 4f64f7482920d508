"""A server that hangs and still holds its lease: whoever asks for its tables is answered in time, and honestly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.service.test_leading import NAMES, House, SixTables, bet, run, until

from pitboss.service.floor import private_way, running
from pitboss.service.floor.floor import Busy
from pitboss.service.floor.running import Unsure
from pitboss.store import Store, open_store

ROOT = Path(__file__).parents[2]
LEADER = """
import asyncio, sys
from pathlib import Path
from tests.service.test_leading import House, Pit
from pitboss.service.floor import leading
from pitboss.store import open_store

leading.LEASE_SECONDS = 3600.0  # it is there for all others, whether its beat goes on or not

async def lead():
    pit = Pit(open_store(sys.argv[1]))
    await House(pit, pit.store, Path(sys.argv[2]), "leader").open()
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(lead())
"""


class Leader:
    """A server in a process of its own, which can be stopped in the middle of anything and go on."""

    def __init__(self, url: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", LEADER, url, str(folder)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n"

    def hang(self) -> None:
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pb") as found:
        yield Path(found)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = open_store(_url(tmp_path))
    yield found
    found.close()


def _url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.db'}"


@pytest.fixture
def floor(store: Store, tmp_path: Path, folder: Path) -> Iterator[tuple[SixTables, Leader]]:
    pit = SixTables(store)
    leader = Leader(_url(tmp_path), folder)
    yield pit, leader
    leader.kill()


@asynccontextmanager
async def front_of(pit: SixTables, folder: Path) -> AsyncIterator[tuple[House, str, str]]:
    """A second server, a table that the first one leads, and one that the second does."""
    front = await House(pit, pit.store, folder, "front").open()
    theirs, ours = (
        next(name for name in NAMES if front.leading._falls_to(f"table:{name}") == who) for who in ("leader", "front")
    )
    try:
        await until(lambda: front.leading.here(f"table:{ours}"), "it is not shared out")
        yield front, theirs, ours
    finally:
        await front.close()


def test_what_a_hung_leader_may_have_done_is_not_called_refused_and_done_once(
    floor: tuple[SixTables, Leader], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit, leader = floor

    async def evening() -> None:
        async with front_of(pit, folder) as (front, theirs, ours):
            await front.do(theirs, bet(1000), "Ann", client="before")
            leader.hang()
            with monkeypatch.context() as impatient:
                impatient.setattr(running, "LEADER_PATIENCE", 0.5)
                for name in ("one", ""):
                    with pytest.raises(Unsure) as unsure:
                        await front.do(theirs, bet(2000), "Ann", client=name)
                    assert unsure.value.code == "server.unsure"
            await front.do(ours, bet(1000), "Ann")  # its own tables go on
            leader.go_on()
            answer = await front.do(theirs, bet(2000), "Ann", client="one")
            again = await front.do(theirs, bet(2000), "Ann", client="one")
            assert (answer.stream, answer.version) == (again.stream, again.version)
            entries = pit.store.read(f"table:{theirs}")
            assert [one.version for one in entries if one.client == "one"] == [answer.version]

    run(evening())


def test_what_a_hung_leader_has_not_heard_is_not_done(
    floor: tuple[SixTables, Leader], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hung before a line to it was open: then nothing can have been done, and that is said."""
    pit, leader = floor
    monkeypatch.setattr(private_way, "GREETING_SECONDS", 0.2)

    async def evening() -> None:
        async with front_of(pit, folder) as (front, theirs, _):
            front.leading._callers.pop("leader").close()
            leader.hang()
            before = pit.store.head(f"table:{theirs}")
            with monkeypatch.context() as impatient:
                impatient.setattr(running, "LEADER_PATIENCE", 1.0)
                for name in ("one", ""):
                    with pytest.raises(Busy):
                        await front.do(theirs, bet(2000), "Ann", client=name)
            leader.go_on()
            assert pit.store.head(f"table:{theirs}") == before

    run(evening())


def test_a_hung_leader_is_not_sent_more_than_it_may_ever_read(
    floor: tuple[SixTables, Leader], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit, leader = floor
    monkeypatch.setattr(running, "LEADER_PATIENCE", 0.01)
    monkeypatch.setattr(private_way, "MOST_OCTETS", 1)

    async def evening() -> None:
        async with front_of(pit, folder) as (front, theirs, _):
            await until(lambda: "leader" in front.leading._callers, "no line is open")
            await front.leading._callers["leader"].open()
            line = front.leading._callers["leader"]._line
            assert line is not None
            leader.hang()
            while not line.unsent:
                with pytest.raises(Unsure):
                    await front.do(theirs, bet(2000), "x" * 10_000, client="one")
            waits = line.unsent
            with pytest.raises(Busy):
                await front.do(theirs, bet(2000), "Ann", client="two")
            assert line.unsent == waits
            leader.go_on()

    run(evening())
