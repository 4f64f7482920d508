"""Two servers over one store decide at the same moment: limits, duty and roles hold all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.staffed_floor import DORA, StaffedPit
from tests.service.test_floor import PATIENT, Pit

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.ledger import player as player_account
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.running import Running
from pitboss.store import Appended, Conflict, MemoryStore, Store, open_store


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    found = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    yield found
    found.close()


class TwoTables(Pit):
    """Ann sits at two tables, one led by each of two servers, and may lose $20 today."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.hello("Ann", chips=1_000_000)
        for table in ("t", "u"):
            self.open(table=table, pace=PATIENT)
            self.do(c.Sit(box=1), "Ann", table=table)
            self.until(lambda live: live.table.bets_open, table)
        self.person("Ann", c.SetLimits(loss_cents=2000))
        self.other = self.another()
        for table in ("t", "u"):
            self.other.table(table)

    def bet(self, floor: Floor, table: str, cents: int) -> Any:
        command: Any = c.Act(action=a.PlaceBet(spot=1, cents=cents))
        return floor.plan(table, command, actor="Ann", role="player")


@pytest.mark.parametrize("number", range(12))
def test_a_loss_limit_is_not_passed_by_bets_through_two_servers_at_once(store: Store, number: int) -> None:
    pit = TwoTables(store)
    plans = [pit.bet(pit.floor, "t", 1500), pit.bet(pit.other, "u", 1500)]
    if number % 2:
        plans.reverse()
    outcomes = [store.append([plan.commit])[0] for plan in plans]
    assert isinstance(outcomes[0], Appended)
    assert outcomes[1] == Conflict(player_account("Ann"))
    last = pit.other if plans[1].changes[0].entry.stream == "table:u" else pit.floor
    with pytest.raises(IllegalAction) as refusal:
        pit.bet(last, "u" if last is pit.other else "t", 1500)
    assert refusal.value.code == "limits.loss"


def test_both_servers_go_on_within_the_limit(store: Store) -> None:
    """A conflict is no refusal: what the limit leaves room for is done at the second try."""
    pit = TwoTables(store)

    async def both() -> list[Any]:
        servers = [Running(pit.floor), Running(pit.other)]
        for server in servers:
            await server.start()
        small: Any = c.Act(action=a.PlaceBet(spot=1, cents=1000))
        done = await asyncio.gather(
            *(server.command(table, small, actor="Ann") for server, table in zip(servers, ("t", "u"), strict=True)),
            return_exceptions=True,
        )
        for server in servers:
            await server.stop()
        return done

    assert [type(one).__name__ for one in asyncio.run(both())] == ["Answer", "Answer"]
    assert store.balances([player_account("Ann")]) == {player_account("Ann"): 1_000_000 - 2000}


def test_a_dealer_taps_in_at_one_table_only(store: Store) -> None:
    pit = StaffedPit(store=store, tapped=False)
    pit.open(table="u", dealer="staffed")
    other = pit.another()
    other.table("t")
    other.table("u")
    plans = [
        floor.plan(table, c.TapIn(), actor=DORA, role="dealer") for floor, table in ((pit.floor, "t"), (other, "u"))
    ]
    outcomes = [store.append([plan.commit])[0] for plan in plans]
    assert isinstance(outcomes[0], Appended)
    assert isinstance(outcomes[1], Conflict)
    with pytest.raises(IllegalAction) as refusal:
        other.do(lambda: _caught_up(other).plan("u", c.TapIn(), actor=DORA, role="dealer"))
    assert refusal.value.code == "dealer.deals_elsewhere"


def _caught_up(floor: Floor) -> Floor:
    for table in ("t", "u"):
        floor.refresh(floor.table(table))
    return floor


def test_a_dealer_who_taps_in_through_two_servers_at_once_deals_at_one(store: Store) -> None:
    pit = StaffedPit(store=store, tapped=False)
    pit.open(table="u", dealer="staffed")

    async def both() -> list[Any]:
        servers = [Running(pit.floor), Running(pit.another())]
        for server in servers:
            await server.start()
        done = await asyncio.gather(
            *(server.command(table, c.TapIn(), actor=DORA, role="dealer")
              for server, table in zip(servers, ("t", "u"), strict=True)),
            return_exceptions=True,
        )  # fmt: skip
        for server in servers:
            await server.stop()
        return done

    done = asyncio.run(both())
    refused = [one for one in done if isinstance(one, IllegalAction)]
    assert [one.code for one in refused] == ["dealer.deals_elsewhere"]
    fresh = pit.another()
    assert [fresh.table(table).live.table.dealer for table in ("t", "u")].count(DORA) == 1


def test_what_a_demoted_dealer_does_through_another_server_is_refused_from_the_commit_on(store: Store) -> None:
    pit = StaffedPit(store=store).ready()
    other = pit.another()
    start = c.StartRound(sheet_hash=other.table("t").live.sheet.hash)
    other.stream("house")
    before = other.plan("t", start, actor=DORA, role="dealer")
    note = c.NoteRole(person=DORA, before="dealer", after="player")
    pit.floor.do(lambda: pit.floor.plan_house(note, actor="Ada", role="administrator"))
    assert store.append([before.commit]) == [Conflict("house")], "it was decided before and comes after"
    with pytest.raises(IllegalAction) as refusal:
        other.do(lambda: other.plan("t", start, actor=DORA, role="dealer"))
    assert refusal.value.code == "role.another_now"


BOSS, SHIFT = ("Ada", "administrator"), ("Sheila", "shift_manager")
NIGHT = c.Propose(proposal="night", change=c.GamingDay(zone="UTC", starts="06:00"), reason="we close at five")


def test_an_approval_by_somebody_who_is_demoted_meanwhile_is_not_taken(store: Store) -> None:
    """It was decided while they still were a manager, at a server that had not heard; it comes after and is refused."""
    pit = Pit(store)
    pit.floor.do(lambda: pit.floor.plan_house(NIGHT, actor=BOSS[0], role=BOSS[1]))
    other = pit.another()
    other.stream("house")
    approval = other.plan_house(c.Approve(proposal="night"), actor=SHIFT[0], role=SHIFT[1])
    note = c.NoteRole(person=SHIFT[0], before=SHIFT[1], after="player", reason="has left us")
    pit.floor.do(lambda: pit.floor.plan_house(note, actor=BOSS[0], role=BOSS[1]))
    assert store.append([approval.commit]) == [Conflict("house")]
    other.refresh(other.stream("house"))
    with pytest.raises(IllegalAction) as refusal:
        other.plan_house(c.Approve(proposal="night"), actor=SHIFT[0], role=SHIFT[1])
    assert refusal.value.code == "role.another_now"


def test_a_change_that_two_apply_at_once_takes_effect_once(store: Store) -> None:
    pit = Pit(store)
    for command, who in ((NIGHT, BOSS), (c.Approve(proposal="night"), SHIFT)):
        pit.floor.do(lambda command=command, who=who: pit.floor.plan_house(command, actor=who[0], role=who[1]))  # type: ignore[misc]

    async def both() -> list[Any]:
        servers = [Running(pit.floor), Running(pit.another())]
        for server in servers:
            await server.start()
        done = await asyncio.gather(
            *(server.house_command(c.Apply(proposal="night"), actor=who, role=role)
              for server, (who, role) in zip(servers, (BOSS, SHIFT), strict=True)),
            return_exceptions=True,
        )  # fmt: skip
        for server in servers:
            await server.stop()
        return done

    done = asyncio.run(both())
    assert [one.code for one in done if isinstance(one, IllegalAction)] == ["proposal.decided"]
    assert sum('"Apply"' in entry.command for entry in store.read("house")) == 1
