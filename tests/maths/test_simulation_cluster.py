"""A run on a real cluster of worker processes, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pitboss.errors import NotationError
from pitboss.extras import MissingExtra
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.simulation.cluster import Cluster, ClusterError
from pitboss.maths.simulation.holdem import HoldemGame
from pitboss.maths.simulation.run import SMALLEST_SHARD, Done, Plan, simulate
from pitboss.rules import load

pytest.importorskip("distributed", reason="dask.distributed is an optional extra")

ROUNDS = 40 * SMALLEST_SHARD
START_SECONDS = 90


def started(*command: str, folder: Path) -> subprocess.Popen[bytes]:
    """A process of the cluster on this machine, whose remarks go to a file."""
    number = len(list(folder.glob("*.log")))
    with (folder / f"{number}.log").open("wb") as log:
        return subprocess.Popen([sys.executable, "-m", *command], cwd=folder, stdout=log, stderr=subprocess.STDOUT)


def worker(address: str, folder: Path) -> subprocess.Popen[bytes]:
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", "--memory-limit", "0"]
    return started("distributed.cli.dask_worker", address, *options, folder=folder)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own, on the loopback."""
    folder = tmp_path_factory.mktemp("cluster")
    place = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place)]
    scheduler = started("distributed.cli.dask_scheduler", *options, folder=folder)
    processes = [scheduler]
    try:
        address = scheduler_address(place, scheduler)
        processes += [worker(address, folder), worker(address, folder)]
        wait_for_workers(address, 2)
        yield address, processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def scheduler_address(place: Path, scheduler: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        assert scheduler.poll() is None, "the scheduler ended"
        if place.exists() and place.stat().st_size:
            return str(json.loads(place.read_text())["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler did not start")


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=START_SECONDS)


@pytest.fixture(scope="module")
def game() -> HoldemGame:
    anything = np.full(1326, 4, dtype=np.uint8)
    nothing = np.zeros((1755, 21), dtype=np.uint64), np.zeros((134_459, 21), dtype=np.uint64)
    sheet = load("ultimate-texas-holdem")
    return HoldemGame(sheet, stakes={"main": 500, "trips": 100}, playbook=BestPlay(anything, *nothing))


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(game: HoldemGame, address: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    place, processes = address
    victim = processes[-1]

    def progress(done: Done, plan: Plan) -> None:
        if len(done.shards) == 3:
            os.kill(victim.pid, signal.SIGKILL)

    with Cluster(place) as crew:
        assert crew.workers == 2
        found = simulate(game, ROUNDS, seed=5, crew=crew, progress=progress)
    assert victim.wait() == -signal.SIGKILL
    assert not found.stopped
    assert found.tally == simulate(game, ROUNDS, seed=5, workers=1).tally


def test_a_cluster_that_does_not_answer_is_said_within_seconds() -> None:
    before = time.monotonic()
    with pytest.raises(ClusterError, match=r"no cluster answers at tcp://127\.0\.0\.1:9"), Cluster("tcp://127.0.0.1:9"):
        pass
    assert time.monotonic() - before < 30  # four seconds, on a machine that has others to do as well


@pytest.mark.parametrize("address", ["nonsense://x:1", "tcp://", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises((NotationError, ClusterError), match=r"^[^\n]+$"), Cluster(address):
        pass


def test_without_dask_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtra, match=r"extra cluster .*pip install \"\.\[cluster\]\""),
        Cluster("tcp://127.0.0.1:9"),
    ):
        pass
