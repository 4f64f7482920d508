"""A server for the tests of the client, as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.seeding import chance
from tests.waiting import PATIENCE_SECONDS, eventually

START = """
import sys
from pathlib import Path
from pitboss.service.floor.commands import Pace
from pitboss.shoe import SeededChance
from pitboss.web.serving import serve
from pitboss.web.settings import Settings

pace = Pace(betting=2000, decision=5000, cut=1000, result=0, patience=3, idle=60_000)
settings = Settings.of({}, home=Path(sys.argv[1]), port=0, pace=pace)
serve(settings, started=lambda address: print(address, flush=True), chance=SeededChance(sys.argv[2]).octets)
"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a floor with a table of each sheet, at which nobody has to wait long."""
    home: Path = tmp_path_factory.mktemp("floor")
    with (home / "log").open("wb") as log:
        command = [sys.executable, "-c", START, str(home), chance.seed]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, (home / "log").read_text()
        eventually(lambda: _answers(address), "the server does not come up")
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
        process.stdout.close()


def _answers(address: str) -> bool:
    try:
        httpx.get(f"{address}/api/meters", trust_env=False)
    except httpx.TransportError:
        return False
    return True
