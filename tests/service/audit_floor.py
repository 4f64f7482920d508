"""A floor that was played on: all five games, the progressive, two people at every table, by one seed."""

from __future__ import annotations

from typing import Any

from tests.service.approving import approve, approve_sheet

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import PlayBet
from pitboss.games.game import ENGINES
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.rules.holdem import HoldemRules
from pitboss.rules.progressive import progressive_of
from pitboss.service.audit.checkpoints import Checkpoints
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import HOUSE_ACTOR, Floor
from pitboss.service.floor.streams import TableStream
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.table_commands import due
from pitboss.service.tables.views import offers_to
from pitboss.shoe.chance import SeededChance
from pitboss.store import Store

PEOPLE = ("Ann", "Béla O'Neill")
PROGRESSIVE = "ultimate-texas-holdem"
STRAIGHT_FLUSH = 17709
"""Chance whose first deck gives seat 3 of six a straight flush with the flop; found by search."""


class PlayedFloor:
    """Plays rounds on a store, command after command, with a clock of its own."""

    def __init__(
        self,
        store: Store,
        seed: str = "an audited night",
        sheets: tuple[str, ...] = tuple(SHIPPED),
        keys: Keys | None = None,
    ) -> None:
        self.store, self.chance = store, SeededChance(seed)
        self.keys = keys or Keys.fresh(SeededChance(f"{seed}/keys").octets)
        self.now = 1_790_000_000_000
        self._secrets = SeededChance(f"{seed}/secrets").octets
        self.floor = Floor(store, self.keys, clock=self.clock, chance=lambda count: self._secrets(count))
        self.checkpoints = Checkpoints(store, self.keys, clock=self.clock)
        self.tables = [f"{name}-1" for name in sheets]
        for name in PEOPLE:
            self._hello(name)
        for name in sheets:
            self.open(load(name))

    def clock(self) -> int:
        self.now += 7
        return self.now

    def _hello(self, name: str) -> None:
        hello = c.Hello(chips=5_000_000)
        self.floor.do(lambda: self.floor.plan_person(name, hello, actor=name, role="player"))

    def open(self, sheet: Sheet) -> None:
        """A table on a sheet that the program signs for, with everybody seated."""
        name = sheet.name
        if isinstance(sheet.rules, HoldemRules):
            link = c.OpenLink(sheet=name, sheet_hash=sheet.hash)
            self.floor.do(lambda: self.floor.plan_link(link, actor="house", role="administrator"))
        approve_sheet(self.floor, sheet)
        opening = c.OpenTable(title=sheet.title, sheet=name, sheet_hash=sheet.hash, tray=5_000_000)
        self.do(f"{name}-1", opening, "house", "administrator")
        for box, person in enumerate(PEOPLE, 1):
            self.do(f"{name}-1", c.Sit(box=box), person)

    def do(self, table: str, command: Any, actor: str, role: str = "player") -> None:
        client = f"{actor} {self.now}" if role == "player" else ""
        self.floor.do(lambda: self.floor.plan(table, command, actor=actor, role=role, client=client))

    def play(self, rounds: int) -> None:
        """So many more rounds at every table, with a checkpoint after each round of tables."""
        for _ in range(rounds):
            for table in self.tables:
                self._round(table)
            self.checkpoints.sign()

    def _round(self, table: str) -> None:
        before = self.floor.table(table).live.table.rounds
        while True:
            held = self.floor.table(table)
            if held.live.table.rounds > before and held.live.round is None:
                return
            self._step(table, held)

    def _step(self, table: str, held: TableStream) -> None:
        live = held.live
        if live.table.bets_open and not live.bet_at:
            for box, person in enumerate(PEOPLE, 1):
                self._bet(table, box, person, live)
                self.do(table, c.Ready(), person)
            return
        for person in PEOPLE:
            offers = offers_to(live, person)
            if offers and live.question is not None and live.question.kind != "wagers":
                try:
                    self.do(table, c.Act(action=self.chance.choice(offers).action), person)
                except IllegalAction:
                    continue
                return
        self._house(table)

    def _bet(self, table: str, box: int, person: str, live: Live) -> None:
        rules = live.sheet.rules
        least = rules.table.minimum
        wagers = dict.fromkeys(ENGINES[live.sheet.game].main_wagers, least)
        if (progressive := progressive_of(rules)) is not None:
            wagers["progressive"] = progressive.wager
        for wager, cents in wagers.items():
            self.do(table, c.Act(action=a.PlaceBet(spot=box, cents=cents, wager=wager)), person)

    def hit_the_minor(self, table: str = "jackpot") -> None:
        """A round of six at which seat 3 gets a straight flush with the flop."""
        sheet, people = load(PROGRESSIVE), [f"Player {box}" for box in range(1, 7)]
        approve(self.floor, PROGRESSIVE)
        opening = c.OpenTable(title=sheet.title, sheet=PROGRESSIVE, sheet_hash=sheet.hash, tray=5_000_000)
        self.do(table, opening, "house", "administrator")
        for box, person in enumerate(people, 1):
            self._hello(person)
            self.do(table, c.Sit(box=box), person)
        self._secrets, kept = (lambda count: STRAIGHT_FLUSH.to_bytes(count, "big")), self._secrets
        self._house(table)
        self._secrets = kept
        while not self.floor.table(table).live.table.bets_open:
            self._house(table)
        for box, person in enumerate(people, 1):
            for wager in ("ante", "blind", *(("progressive",) if box in (3, 4) else ())):
                self.do(table, c.Act(action=a.PlaceBet(spot=box, cents=500, wager=wager)), person)
        while (live := self.floor.table(table).live).round is not None:
            if live.question is not None and (live.question.role, live.question.spot) == ("player", 3):
                self.do(table, c.Act(action=PlayBet(multiple=4)), "Player 3")
            else:
                self._house(table)

    def _house(self, table: str) -> None:
        """The dealer does what is due, when it is due."""
        next_ = due(self.floor.table(table).live)
        assert next_ is not None
        self.now = max(self.now, next_.at)
        self.do(table, next_.command, HOUSE_ACTOR, "house")
