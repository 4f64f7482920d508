"""The folder that a server works in, and those that killed servers left behind.

A server keeps the lock of its folder while it lives; the system gives the lock back however the process ends. So a
folder whose lock can be had belongs to nobody any more, and nobody has to guess by a time or by a process's number.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

__all__ = ["WorkingFolder", "sweep", "sweep_all"]

PREFIX: Final = "pitboss-"
LOCK: Final = "held"


class WorkingFolder:
    """A folder for its owner alone, with a name short enough for sockets; it is this process's until it ends."""

    def __init__(self, place: Path | None = None) -> None:
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
            held = _locked(self.path, os.O_CREAT | os.O_EXCL)
            if held is not None:  # or somebody who sweeps came between, and takes it away
                self._held = held
                return

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._held)


def sweep(folder: Path) -> None:
    """Remove a working folder whose process is gone; one that somebody holds, or that is not ours, stays."""
    try:
        found = folder.lstat()
    except OSError:
        return
    if not (folder.name.startswith(PREFIX) and stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()):
        return
    held = _locked(folder)
    if held is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def sweep_all(place: Path | None = None) -> None:
    """Remove every working folder of this machine whose process is gone."""
    for folder in Path(place or tempfile.gettempdir()).glob(PREFIX + "*"):
        sweep(folder)


def _locked(folder: Path, flags: int = 0) -> int | None:
    """The open lock of a folder; None where it has none, or somebody else has it."""
    import fcntl  # not where no server runs: those who only read a log there need not have it

    try:
        held = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | flags, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(held), (folder / LOCK).lstat()):
            return held
    except OSError:
        pass
    os.close(held)
    return None
