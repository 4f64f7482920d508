"""The limits of an open table: told before they hold, kept for earlier players, and by two people where it is asked."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from tests.service.audit_floor import PlayedFloor
from tests.service.test_coach import act, dealt
from tests.service.test_house_sheets import BOSS, SHIFT, decided

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.money import cents_text
from pitboss.records import read, settle
from pitboss.rules import load
from pitboss.service.audit.audit import verify
from pitboss.service.audit.recall import recall
from pitboss.service.audit.significant_events import significant_events
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.table_limits import limited, limits_now, limits_of, posted_sheet
from pitboss.service.tables.views import OpenAnswers, offers_to, state_of, you
from pitboss.store import MemoryStore

SHEET, FLO = "catfish-blackjack", ("Flo", "floor")
TABLE = f"{SHEET}-1"


@pytest.fixture
def floor() -> PlayedFloor:
    return PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))


def live(floor: PlayedFloor) -> Live:
    return floor.floor.table(TABLE).live


def change(floor: PlayedFloor, minimum: int, **other: Any) -> None:
    given = {"minimum": minimum, "maximum": 1_000_000, "reason": "a busier night", **other}
    floor.do(TABLE, c.ChangeLimits(**given), *FLO)


def bet(floor: PlayedFloor, person: str, box: int, cents: int) -> None:
    floor.do(TABLE, c.Act(action=a.PlaceBet(spot=box, cents=cents, wager="main")), person)


def open_bets(floor: PlayedFloor) -> None:
    while not live(floor).table.bets_open:
        floor._house(TABLE)


def test_other_limits_are_told_at_once_and_hold_from_the_next_round_on(floor: PlayedFloor) -> None:
    open_bets(floor)
    change(floor, 1000)
    told = state_of(live(floor))
    assert (told["limits"], told["notice"].minimum, told["notice"].at) == ((500, 1_000_000), 1000, 0)
    bet(floor, "Ann", 1, 500)  # this round is at the limits that it began with
    for person in ("Ann", "Béla O'Neill"):
        if person in live(floor).owners().values():
            floor.do(TABLE, c.Ready(), person)
    while live(floor).table.rounds == 1:
        floor._step(TABLE, floor.floor.table(TABLE)) if live(floor).bet_at == 0 else floor._house(TABLE)
    open_bets(floor)
    told = state_of(live(floor))
    assert (told["limits"], told["notice"]) == ((1000, 1_000_000), None)
    assert posted_sheet(live(floor)).rules.table.minimum == 1000
    with pytest.raises(IllegalAction, match=r"\$5 is below the minimum \$10"):
        bet(floor, "Ann", 1, 500)
    bet(floor, "Ann", 1, 1000)
    floor.play(1)
    assert verify(floor.store, floor.keys).good
    kinds = [one.what for one in significant_events(floor.store, kinds=["limit"])]
    assert kinds == ["other limits are announced", "other limits hold"]


def test_they_may_hold_from_a_time_on(floor: PlayedFloor) -> None:
    at = floor.now + 3_600_000
    change(floor, 2500, at=at)
    floor.play(1)
    assert limits_now(live(floor)) == (500, 1_000_000)
    floor.now = at
    floor.play(1)
    assert limits_now(live(floor)) == (2500, 1_000_000)
    assert verify(floor.store, floor.keys).good
    record = read(recall(floor.floor, TABLE, 2).record())
    assert "table.minimum=25.00" in record.set
    assert settle(record).record.sheet == "catfish-blackjack"


def test_earlier_players_keep_theirs_where_it_is_said(floor: PlayedFloor) -> None:
    change(floor, 2500, keeps_earlier=True)
    open_bets(floor)
    floor._hello("Zoe")
    floor.do(TABLE, c.Sit(box=3), "Zoe")
    assert (limits_of(live(floor), "Ann"), limits_of(live(floor), "Zoe")) == ((500, 1_000_000), (2500, 1_000_000))
    mine = you(OpenAnswers(live(floor)), "Ann", 0)
    assert mine is not None
    assert mine["limits"] == (500, 1_000_000)
    bet(floor, "Ann", 1, 500)
    with pytest.raises(IllegalAction, match=r"\$5 is below the minimum \$25"):
        bet(floor, "Zoe", 3, 500)
    bet(floor, "Zoe", 3, 2500)
    assert posted_sheet(live(floor)).rules.table.minimum == 2500
    twin = Floor(floor.store, floor.keys, clock=floor.clock)
    assert twin.table(TABLE).live == live(floor)
    floor.do(TABLE, c.Ready(), "Ann")
    floor.do(TABLE, c.Ready(), "Zoe")
    while live(floor).round is not None:
        floor._house(TABLE)
    floor.do(TABLE, c.Leave(), "Ann")  # and with the seat goes what was kept
    floor._hello("Ann again")
    assert limits_of(live(floor), "Ann") == (2500, 1_000_000)
    assert verify(floor.store, floor.keys).good


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"minimum": 500}, "table_limits.same"),
        ({"minimum": 3000}, "table_limits.depart"),
        ({"minimum": 1000, "maximum": 5000}, "table_limits.depart"),
        ({"minimum": 1000, "at": 1}, "table_limits.time"),
        ({"minimum": 1000, "reason": " "}, "request.say_why"),
    ],
)
def test_limits_that_cannot_be(floor: PlayedFloor, given: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        change(floor, **given)
    assert caught.value.code == code


def test_two_people_decide_where_the_house_asks_for_it(floor: PlayedFloor) -> None:
    rule = c.LimitsRule(two_people=True)
    for command, who in (
        (c.Propose(proposal="rule", change=rule, reason="a new policy"), BOSS),
        (c.Approve(proposal="rule"), SHIFT),
        (c.Apply(proposal="rule"), BOSS),
    ):
        decided(floor, command, who)
    with pytest.raises(IllegalAction, match="asks for a second person"):
        change(floor, 1000)
    wanted = c.LimitsChange(table=TABLE, minimum=1000, maximum=1_000_000)
    decided(floor, c.Propose(proposal="ten", change=wanted, reason="a busier night"), BOSS)
    with pytest.raises(IllegalAction, match="nobody approves what they have proposed"):
        decided(floor, c.Approve(proposal="ten"), BOSS)
    decided(floor, c.Approve(proposal="ten"), SHIFT)
    assert live(floor).notice is None
    decided(floor, c.Apply(proposal="ten"), BOSS)
    assert live(floor).notice is not None
    floor.play(1)
    assert limits_now(live(floor)) == (1000, 1_000_000)
    assert verify(floor.store, floor.keys).good


def test_only_the_floor_changes_limits(floor: PlayedFloor) -> None:
    command = c.ChangeLimits(minimum=1000, maximum=1_000_000, reason="x")
    for role in ("player", "dealer", "administrator"):
        with pytest.raises(IllegalAction) as caught:
            floor.floor.do(partial(floor.floor.plan, TABLE, command, actor="Flo", role=role))
        assert caught.value.code == "role.not_yours"


def test_a_snapshot_keeps_changed_limits(floor: PlayedFloor) -> None:
    change(floor, 1500)
    floor.play(8)  # a snapshot is made with every eighth round
    twin = Floor(floor.store, floor.keys, clock=floor.clock)
    assert twin.table(TABLE).live == live(floor)
    assert limits_now(twin.table(TABLE).live) == (1500, 1_000_000)
    assert verify(floor.store, floor.keys).good


def test_doubles_are_held_to_the_limits_of_whoever_makes_them() -> None:
    """A bet at its player's own maximum is not doubled, though others keep a higher one."""
    dealt_ = dealt("catfish-blackjack", "6s 5d", "9c", then="2h", sets=("double.double_at_maximum=false",))
    assert dealt_.round is not None
    stake = dealt_.round.places[1].wagers["main"]
    kept = replace(dealt_, limits=(500, 1_000_000), earlier=(("Ann", (500, stake)),))
    assert any(isinstance(offer.action, a.DoubleDown) for offer in offers_to(dealt_, "Ann"))
    assert not any(isinstance(offer.action, a.DoubleDown) for offer in offers_to(kept, "Ann"))
    with pytest.raises(IllegalAction, match="maximum"):
        act(kept, a.DoubleDown())
    higher = replace(kept, limits=(500, stake), earlier=(("Ann", (500, 1_000_000)),))
    assert any(isinstance(offer.action, a.DoubleDown) for offer in offers_to(higher, "Ann"))
    assert act(higher, a.DoubleDown()).round is not None


def test_sheets_that_play_alike_keep_their_own_texts_at_other_limits() -> None:
    """A table of one house is not dealt by the text of another's, because that one had these limits before."""
    plain = load(SHEET)
    other = load(
        SHEET, sets=[f"table.minimum={cents_text(plain.rules.table.minimum)}", "shuffle.cut_card=finish_round"]
    )
    assert other == plain, "they play alike"
    assert [limited(one, (1000, 1_000_000)).content.sets for one in (other, plain)] == [
        ("shuffle.cut_card=finish_round", "table.minimum=10.00", "table.maximum=10000.00"),
        ("table.minimum=10.00", "table.maximum=10000.00"),
    ]
