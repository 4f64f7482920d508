"""How long the ratings of 10,000 rounds take: the log read into visits, and what the house expected of every one.

Beside it how long it takes to say how far these visits follow the count, which is kept until something happens in one.

An evening at a blackjack table is played into a real log (SQLite), and its entries are written again until there are
rounds enough. Tables of values are warm, as they are after the first look. The yardstick is Python's own `json` on
the same entries, events alone, in the same run.

python3 benchmarks/ratings.py [ROUNDS]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import msgspec

from pitboss.games import actions as a
from pitboss.rules import Sheet, load
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.house import Signature, signed_by_the_house
from pitboss.service.operations.keys import Keys
from pitboss.service.ratings import Visit, VisitBook
from pitboss.service.ratings.following import watched
from pitboss.service.ratings.theo import visit_theo
from pitboss.service.tables.table_commands import due
from pitboss.service.tables.views import offers_to
from pitboss.shoe.chance import SeededChance
from pitboss.store import Commit, MemoryStore, Store, chained, open_store

SHEET, TABLE, PLAYED, BEST_OF = "catfish-blackjack", "t", 100, 3


class Evening:
    """One person at one table, who answers at random, round after round."""

    def __init__(self, store: Store) -> None:
        self.store, self.now, self.chance = store, 1_700_000_000_000, SeededChance("ratings")
        self.floor = Floor(store, Keys.fresh(), clock=lambda: self.now)
        pace = c.Pace(betting=1000, decision=2000, cut=500, result=100, patience=100, idle=10**9)
        sheet = load(SHEET)
        for signed in signed_by_the_house(sheet):
            self._sign(signed, sheet)
        opened = c.OpenTable(title="t", sheet=SHEET, sheet_hash=sheet.hash, tray=10**9, pace=pace)
        self.floor.do(lambda: self.floor.plan(TABLE, opened, actor="house", role="administrator"))
        hello = c.Hello(chips=10**9)
        self.floor.do(lambda: self.floor.plan_person("Ann", hello, actor="Ann", role="player"))
        self._do(c.Sit(box=3))

    def _sign(self, signed: Signature, sheet: Sheet) -> None:
        self.floor.do(
            lambda: self.floor.plan_house(
                signed.command, actor=signed.actor, role="house", client=signed.client, content=sheet.content
            )
        )

    def _do(self, command: object, role: str = "player") -> None:
        actor = "house" if role == "house" else "Ann"
        self.floor.do(lambda: self.floor.plan(TABLE, command, actor=actor, role=role))  # type: ignore[arg-type]

    def play(self, rounds: int) -> None:
        while (live := self.floor.table(TABLE).live).table.rounds <= rounds:
            offers = [] if live.question is None else offers_to(live, "Ann")
            if live.question is not None and live.question.kind == "wagers" and not live.table.spots:
                self._do(c.Act(action=a.PlaceBet(spot=3, cents=500 * self.chance.between(1, 4))))
                self._do(c.Ready())
            elif offers and live.question is not None and live.question.kind != "wagers":
                self._do(c.Act(action=self.chance.choice(offers).action))  # type: ignore[arg-type]
            else:
                next_ = due(live)
                assert next_ is not None
                self.now = max(self.now + 1, next_.at)
                self._do(next_.command, "house")


def written(store: Store, rounds: int) -> int:
    """Write the evening into a store, again and again; returns how many entries that are."""
    memory = MemoryStore()
    evening = Evening(memory)
    evening.play(PLAYED)
    stream = f"table:{TABLE}"
    for name in memory.heads():
        if name != stream:
            store.append([Commit(entries=(entry,)) for entry in memory.read(name)])
    first, *again = memory.read(stream)
    version, hash_ = 1, ""
    entries = [first]
    for _ in range(-(-rounds // PLAYED)):
        entries += again
    commits = []
    for version, entry in enumerate(entries, 1):
        previous = hash_ or entry.previous
        made = chained(msgspec.structs.replace(entry, version=version, previous=previous, client=""))
        hash_ = made.hash
        commits.append(Commit(entries=(made,)))
    for at in range(0, len(commits), 5000):
        store.append(commits[at : at + 5000])
    return version


def best(do: Callable[[], object]) -> float:
    """The best of several runs: the machine's other work only ever adds."""
    found = []
    for _ in range(BEST_OF):
        began = process_time()
        do()
        found.append(process_time() - began)
    return min(found)


def visits(store: Store) -> list[Visit]:
    book = VisitBook(store)
    book.update()
    return book.visits()


def rated(store: Store) -> int:
    return sum(len(visit_theo(visit).rounds) for visit in visits(store))


def read_and_watched(store: Store) -> None:
    for visit in visits(store):
        watched(visit)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'floor.db'}")
        entries = written(store, rounds)
        count = rated(store)
        seconds = best(lambda: rated(store))
        reading = best(lambda: visits(store))
        following = best(lambda: read_and_watched(store)) - reading
        texts = [entry.events for entry in store.read(f"table:{TABLE}")]
        yardstick = best(lambda: [json.loads(text) for text in texts])
        store.close()
    print(f"{count:,} rounds, {entries:,} entries: {seconds:.2f} s, {seconds / count * 10_000:.2f} s for 10,000 rounds")
    print(f"whether they follow the count: {following / count * 10_000:.2f} s for 10,000 rounds")
    print(f"json.loads of the same events: {yardstick:.2f} s; ratings take {seconds / yardstick:.1f} times that")


if __name__ == "__main__":
    main()
