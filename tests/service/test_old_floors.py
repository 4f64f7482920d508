"""A floor that an earlier version left behind is opened, played on and verified."""

from __future__ import annotations

import asyncio
import gzip
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import NOW
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import CardDealt
from pitboss.ledger import meter
from pitboss.progressive.link import Link
from pitboss.service.audit.audit import verify
from pitboss.service.audit.recall import recall
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import HOUSE_ACTOR, Floor
from pitboss.service.floor.running import Running
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.table_commands import due
from pitboss.shoe.chance import SeededChance
from pitboss.store import Store, open_store

FLOORS = Path(__file__).parents[1] / "floors"
BETS = "catfish-blackjack-1"
"""The table whose bets are open."""


class OldFloor:
    """A copy of an old floor, and this program over it."""

    def __init__(self, version: str, folder: Path) -> None:
        path = folder / "floor.sqlite"
        path.write_bytes(gzip.decompress((FLOORS / f"{version}.sqlite.gz").read_bytes()))
        self.store: Store = open_store(f"sqlite:///{path}")
        self.keys = Keys.fresh(SeededChance("an old floor/keys").octets)
        self._times = count(1_800_000_000_000, 1000)
        self.floor = Floor(
            self.store, self.keys, clock=lambda: next(self._times), chance=SeededChance("a newer program").octets
        )

    def do(self, table: str, command: c.TableCommand, actor: str, role: str) -> None:
        self.floor.do(lambda: self.floor.plan(table, command, actor=actor, role=role))

    def deals(self, action: a.Action) -> None:
        self.do("pairs", c.Act(action=action), "Dora", "dealer")

    def house(self, table: str) -> None:
        next_ = due(self.floor.table(table).live)
        assert next_ is not None
        self.do(table, next_.command, HOUSE_ACTOR, "house")

    def check(self) -> None:
        audit = verify(self.store, self.keys)
        assert audit.good, audit.findings[:5]


@pytest.fixture
def old(tmp_path: Path) -> OldFloor:
    return OldFloor("0.1.0", tmp_path)


def finish_by_hand(old: OldFloor, faces: str) -> BlackjackRound:
    """Everybody stands, and the dealer's cards come out as told."""
    cards = iter(parse_cards(faces))
    while (question := old.floor.table("pairs").live.question) is not None:
        if question.kind == "card":
            old.deals(a.CardIs(next(cards)))
        else:
            old.deals(a.Stand() if question.kind == "play" else a.Proceed())
    round_ = old.floor.table("pairs").live.round
    assert isinstance(round_, BlackjackRound)
    return round_


def test_it_verifies_as_it_was_left(old: OldFloor) -> None:
    old.check()


def test_every_table_of_it_wakes_up(old: OldFloor) -> None:
    async def woken() -> set[str]:
        running = Running(old.floor)
        await running.start()
        try:
            return running.asleep
        finally:
            await running.stop()

    assert asyncio.run(woken()) == set()


def test_a_round_left_open_is_finished_as_it_was_begun(old: OldFloor) -> None:
    """Its hands keep the numbers that they have in the log; those of the next round lie in order."""
    round_ = finish_by_hand(old, "9s 2s Th Ts")
    assert round_.over
    dealt = [(one.hand, one.card.text) for one in round_.events if isinstance(one, CardDealt) and one.spot == 1]
    assert dealt[-3:] == [(2, "Jc"), (3, "9s"), (1, "2s")]
    assert round_.net() == {1: 4000, 2: 1000}
    old.do("pairs", c.EndRound(), "Dora", "dealer")
    old.do("pairs", c.StartRound(sheet_hash=old.floor.table("pairs").live.sheet.hash), "Dora", "dealer")
    begun = old.floor.table("pairs").live.round
    assert begun is not None
    assert begun.engine == NOW
    old.check()


def test_a_meter_that_the_old_program_doubled_is_put_right_by_two_people(old: OldFloor) -> None:
    """The round of a Major that was awarded became void: it came on top of the new start."""
    link = old.floor.link().state
    assert isinstance(link, Link)
    assert (link.major, link.minor) == (4_001_260, 310_000)
    change = c.MeterChange(meter="major", to=2_001_260)
    for actor, command in (
        ("Ada", c.Propose(proposal="right", change=change, reason="a void had doubled it")),
        ("Mia", c.Approve(proposal="right")),
        ("Ada", c.Apply(proposal="right")),
    ):
        old.floor.do(partial(old.floor.plan_house, command, actor=actor, role="administrator"))
    assert old.store.balances([meter("major")]) == {meter("major"): 2_001_260}
    old.check()


def test_its_open_bets_are_dealt_and_its_rounds_recalled(old: OldFloor) -> None:
    rounds = old.floor.table(BETS).live.table.rounds
    while old.floor.table(BETS).live.round is not None:
        old.house(BETS)
    assert recall(old.floor, BETS, rounds).record()
    assert recall(old.floor, "pairs", 1).record()
    old.check()
