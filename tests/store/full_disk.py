"""Fill a small disk with a store, see it refuse clearly, make room, see it work again; in a process of its own.

python full_disk.py FOLDER
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.store.floor import check, commit, moving

from pitboss.store import Appended, StoreError, open_store
from pitboss.store.sqlite import SqliteStore

CLONE_NEWNS, MS_PRIVATE, MS_REC = 0x20000, 1 << 18, 1 << 14
DISK = b"size=1m,mode=700"


def mounted(folder: Path) -> bool:
    """Mount a disk of one megabyte that only this process sees and that goes with it; not everybody may."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) or libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None):
        return False
    return not libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, DISK)


def fill(store: SqliteStore) -> str:
    """Append until it is refused; gives what was said then."""
    for _ in range(10_000):
        wanted = moving(store, {"house": -1, "player:Ann": 1}, sealed=b"x" * 5000)
        try:
            assert isinstance(store.append([wanted])[0], Appended)
        except StoreError as error:
            return str(error)
    raise AssertionError("the disk is not full yet")


def main(folder: Path) -> None:
    on_disk = mounted(folder)
    ballast = folder / "ballast"
    ballast.write_bytes(b"x" * 300_000)
    store = open_store(str(folder / "floor.db"))
    assert isinstance(store, SqliteStore)
    store.append([commit(moving(store, {}).entries[0])])
    if not on_disk:
        store._writer.execute("PRAGMA max_page_count = 60")
    line = fill(store)
    assert line == f"the disk of {store.path} is full, and nothing was written: make room and try again", line
    check(store)
    version, _ = store.head("table:1")
    assert version > 20
    assert fill(store) == line
    check(store)
    if on_disk:
        ballast.unlink()
    else:
        store._writer.execute("PRAGMA max_page_count = 1000")
    assert isinstance(store.append([moving(store, {"house": -1, "player:Ann": 1})])[0], Appended)
    assert store.head("table:1")[0] > version
    check(store)
    store.close()
    print("on a disk of its own" if on_disk else "in a file that may not grow")
    print("works again")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
