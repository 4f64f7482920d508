"""Floors on which somebody follows the count: by bets, and by the bets of another guest."""

from __future__ import annotations

from functools import cached_property

from tests.service.audit_floor import PlayedFloor

from pitboss.games import actions as a
from pitboss.maths.counting import read_count
from pitboss.service.floor import commands as c
from pitboss.service.operations.keys import Keys
from pitboss.service.ratings import Visit, VisitBook
from pitboss.service.tables.live_table import Live
from pitboss.store import Store

__all__ = ["COUNTER", "PRESSER", "CopyingFloor", "CountedFloor", "WatchedFloor"]

COUNTER, PRESSER = "Ann", "Béla O'Neill"


class CountedFloor(PlayedFloor):
    """One guest bets 1 to 8 by Hi-Lo, and the side bet from +2 on; the other presses after wins."""

    out: tuple[str, ...] = ()
    """Who bets nothing."""

    @cached_property
    def book(self) -> VisitBook:
        return VisitBook(self.store)

    def _bet(self, table: str, box: int, person: str, live: Live) -> None:
        book, hilo = self.book, read_count("hi-lo")
        book.update()
        visit = book.visits(person=person)[0]
        seen = book.shoe(table).cards
        count = hilo.true_count(hilo.running(seen, decks=6), left=312 - len(seen))
        if person in self.out:
            return
        units = 1 + min(max(count, 0), 7) if person == COUNTER else self._pressed(visit)
        self.do(table, c.Act(action=a.PlaceBet(spot=box, cents=500 * units, wager="main")), person)

    @staticmethod
    def _pressed(visit: Visit) -> int:
        if not visit.rounds:
            return 1
        last = visit.rounds[-1]
        return min(2 * last.bets["main"] // 500, 8) if last.outcome == "win" else 1


class CopyingFloor(CountedFloor):
    """One guest raises by chance, and the other when they do."""

    def _bet(self, table: str, box: int, person: str, live: Live) -> None:
        if person == COUNTER:
            self.raised = self.chance.below(3) == 0
        self.do(
            table, c.Act(action=a.PlaceBet(spot=box, cents=2000 if self.raised else 500, wager="main")), person
        )  # fmt: skip


class WatchedFloor(CopyingFloor):
    """A hundred rounds at two tables: at one a guest counts and is seen, at the other one raises with the other."""

    COUNTED, COPIED = "catfish-blackjack", "free-bet-blackjack"

    def __init__(self, store: Store, *, keys: Keys | None = None) -> None:
        super().__init__(store, "a watched night 8", sheets=(self.COUNTED, self.COPIED), keys=keys)
        self.play(100)
        self.book.update()

    def _bet(self, table: str, box: int, person: str, live: Live) -> None:
        by = CountedFloor if table.startswith(self.COUNTED) else CopyingFloor
        by._bet(self, table, box, person, live)
