"""Working folders: a killed server's is taken away by whoever starts next, and nobody else's ever is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.service.floor.working_folders import WorkingFolder, sweep, sweep_all

SERVER = """
import signal, sys
from pathlib import Path
from pitboss.service.floor.working_folders import WorkingFolder

folder = WorkingFolder(Path(sys.argv[1]))
(folder.path / "way.sock").touch()
(folder.path / "deeper").mkdir()
(folder.path / "deeper" / "evidence.zip").touch()
print(folder.path, flush=True)
signal.pause()
"""


class Process:
    """A server that has a working folder and does nothing more."""

    def __init__(self, place: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(place)], stdout=subprocess.PIPE, text=True
        )  # fmt: skip
        assert self.process.stdout is not None
        self.folder = Path(self.process.stdout.readline().strip())

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    found = Process(tmp_path)
    yield found
    found.kill()
    assert found.process.stdout is not None
    found.process.stdout.close()


def test_what_a_killed_server_left_is_gone_after_the_next_start(tmp_path: Path, server: Process) -> None:
    sweep_all(tmp_path)
    sweep(server.folder)
    assert (server.folder / "deeper" / "evidence.zip").exists(), "it lives"
    server.kill()
    assert server.folder.exists()
    sweep_all(tmp_path)
    assert list(tmp_path.iterdir()) == []
    sweep(server.folder)


def test_ones_own_stays_until_it_is_removed(tmp_path: Path) -> None:
    own = WorkingFolder(tmp_path)
    sweep_all(tmp_path)
    assert own.path.stat().st_mode & 0o777 == 0o700
    own.remove()
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_working_folder_stays(tmp_path: Path) -> None:
    """One without a lock, as another version makes it or as it is just being made; a way elsewhere; another name."""
    (tmp_path / "pitboss-kernels-x").mkdir()
    elsewhere = tmp_path / "valuable"
    elsewhere.mkdir()
    (elsewhere / "held").touch()
    (tmp_path / "pitboss-link").symlink_to(elsewhere)
    (tmp_path / "pitboss-file").touch()
    tricked = tmp_path / "pitboss-tricked"
    tricked.mkdir()
    (tricked / "held").symlink_to(elsewhere / "held")
    before = sorted(tmp_path.rglob("*"))
    sweep_all(tmp_path)
    sweep(elsewhere)
    sweep(Path())
    assert sorted(tmp_path.rglob("*")) == before


def test_somebody_elses_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / "pitboss-left"
    left.mkdir()
    (left / "held").touch()
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    sweep_all(tmp_path)
    assert left.exists()
    monkeypatch.undo()
    sweep_all(tmp_path)
    assert not left.exists()


def test_who_sweeps_while_a_folder_is_made_only_costs_another_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is there and not yet taken: whoever sweeps then has it, and the folder goes."""
    real, swept = os.open, []

    def opened(path: Path, flags: int, *more: int, **named: int) -> int:
        found = real(path, flags, *more, **named)
        if flags & os.O_EXCL and not swept:
            swept.append(path)
            sweep_all(tmp_path)
        return found

    monkeypatch.setattr(os, "open", opened)
    own = WorkingFolder(tmp_path)
    assert swept
    assert not swept[0].exists()
    sweep_all(tmp_path)
    assert list(tmp_path.iterdir()) == [own.path]
    own.remove()
