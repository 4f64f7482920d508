"""Fiddle with bets and boxes at many tables in one round, kill the server, and see what coming back costs.

python scripts/attack_restart.py --tables 200 --changes 300 --long 20000

Everybody at every table changes their bets and boxes as often as is wanted within one round, and at one table far more
often; a change that the floor refuses is counted. The process that did it is killed, and a server starts anew over it.
Prints the time until every table has answered, by the clock and of the processor, beside that of a start without
tables, and the largest view.
Ends with status 1 where the whole start took five seconds of processor time or more.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.attack_reads import serving
from tests.service.test_floor import PACE, Pit

from pitboss.errors import PitbossError
from pitboss.games import actions as a
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.running import Running
from pitboss.service.operations.keys import Keys
from pitboss.store import open_store

SLOW = msgspec.structs.replace(PACE, betting=86_400_000, idle=86_400_000, patience=100)
PEOPLE = 6
MOST_SECONDS = 5.0


class Fiddlers(Pit):
    """A floor in a folder, with tables at which bets are open and everybody is seated."""

    def __init__(self, home: Path) -> None:
        self._keys = Keys.kept_in(home / "keys")
        super().__init__(open_store(str(home / "floor.sqlite3")))
        self.now = time.time_ns() // 1_000_000

    def keys(self) -> Keys:
        return self._keys

    def seat(self, table: str) -> None:
        self.open(table=table, pace=SLOW)
        for box in range(1, PEOPLE + 1):
            self.hello(name := f"{table} {box}", chips=1_000_000)
            self.do(c.Sit(box=box), name, table=table)
        self.bets_open(table)


async def fiddle(running: Running, table: str, changes: int, done: Counter[str]) -> None:
    """Bets are placed and taken back; the last player also takes and leaves the box that is free."""
    for number in range(changes):
        box = number % PEOPLE + 1
        step: c.TableCommand
        if number // PEOPLE % 2 == 0:
            step = c.Act(action=a.PlaceBet(spot=box, cents=1000))
        else:
            step = c.Act(action=a.TakeBackBet(spot=box))
        try:
            await running.command(table, step, actor=f"{table} {box}")
            done["changes"] += 1
        except PitbossError:
            done["refused"] += 1
            step = c.Sit(box=PEOPLE + 1) if done[table] % 2 == 0 else c.Leave(box=PEOPLE + 1)
            with suppress(PitbossError):  # a seat is taken only so often, too
                await running.command(table, step, actor=f"{table} {PEOPLE}")
                done["changes"] += 1
                done[table] += 1


def make(home: Path, asked: argparse.Namespace) -> None:
    """Fiddle, tell how much was done, and wait to be killed."""
    pit, done = Fiddlers(home), Counter[str]()
    tables = [f"t{number}" for number in range(asked.tables)]
    for table in tables:
        pit.seat(table)

    async def go() -> None:
        running = Running(Floor(pit.store, pit.keys(), clock=lambda: time.time_ns() // 1_000_000))
        await running.start()
        await asyncio.gather(
            *(fiddle(running, table, asked.long if table == "t0" else asked.changes, done) for table in tables)
        )
        print(f"{done['changes']:,} changes at {asked.tables} tables, {done['refused']:,} refused", flush=True)
        await asyncio.sleep(3600)

    asyncio.run(go())


def worked(process: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(home: Path, tables: list[str]) -> tuple[float, float, list[int]]:
    """Seconds by the clock and of the processor until each of these tables has answered, and each answer's bytes."""
    began = time.monotonic()
    with serving(home) as (address, process), httpx.Client(base_url=address, timeout=600) as client:
        sizes = [len(client.get(f"/api/tables/{table}").raise_for_status().content) for table in tables]
        return time.monotonic() - began, worked(process), sizes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--changes", type=int, default=300, help="at each table")
    parser.add_argument("--long", type=int, default=20_000, help="at the first")
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.make:
        make(asked.make, asked)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as empty:
        home = Path(folder)
        words = [sys.executable, __file__, "--make", folder, "--tables", str(asked.tables)]
        words += ["--changes", str(asked.changes), "--long", str(asked.long)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as maker:
            assert maker.stdout is not None
            said = maker.stdout.readline()
            maker.send_signal(signal.SIGKILL)
        print(said.strip() or "the fiddlers did not get through")
        clock, seconds, sizes = start(home, [f"t{number}" for number in range(asked.tables)])
        clock_alone, alone, _ = start(Path(empty), [])
    print(f"until all tables answered: {clock:.2f} s, {seconds:.2f} s of them of processor time")
    print(f"without any table: {clock_alone:.2f} s, {alone:.2f} s of them of processor time")
    print(f"the largest view has {max(sizes):,} bytes, the smallest {min(sizes):,}")
    return 0 if said and seconds < MOST_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
