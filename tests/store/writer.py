"""A process that writes to a store until it is killed or has done enough: every version that was taken is said at once.

python writer.py ADDRESS STREAM HOW_MANY SIZE: so many batches of SIZE commits, each to STREAM and to one of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.store.floor import following, upcoming

from pitboss.store import Appended, Commit, open_store

POSTINGS = '[["house",-5,"test"],["player:Ann",5,"test"]]'


def batch(first: Commit, size: int) -> list[Commit]:
    """Commits on one another, each of the shared stream and of the writer's own."""
    commits = [first]
    while len(commits) < size:
        shared, own = commits[-1].entries
        entries = (following(shared, postings=POSTINGS), following(own))
        commits.append(Commit(entries=entries, moves=first.moves))
    return commits


def main(address: str, stream: str, how_many: int, size: int) -> None:
    store = open_store(address)
    own = f"{stream}/{size}"
    print("ready", flush=True)
    while how_many:
        first = (upcoming(store, stream, postings=POSTINGS), upcoming(store, own))
        commits = batch(Commit(entries=first, moves={"house": -5, "player:Ann": 5}), size)
        outcomes = store.append(commits)
        taken = [c.entries[0].version for c, o in zip(commits, outcomes, strict=True) if isinstance(o, Appended)]
        if taken:
            print(*taken, flush=True)
            how_many -= 1
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
