"""Somebody who does one thing again and again: a round, and what is shown of it, stay of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from tests.service.test_floor import PATIENT, Pit, at_table, refusal

from pitboss.errors import PitbossError
from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.service.floor import commands as c
from pitboss.service.tables.fiddling import (
    MOST_CHANGES,
    MOST_COUNTED,
    MOST_LOOKS,
    MOST_SEATINGS,
    MOST_WAITING,
    SEATINGS_COUNT,
)
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.views import table_view

UNHURRIED = msgspec.structs.replace(PATIENT, betting=86_400_000, decision=86_400_000, idle=86_400_000)
PEOPLE = ("Ann", "Ben", "Cat")


def whatever_is_said(live: Live) -> Iterator[Any]:
    """What a player may say at any time, beside answers that bring the round on."""
    least = live.sheet.rules.table.minimum
    for box in (1, 2, 4):
        yield from (c.Sit(box=box), c.Leave(box=box), c.Act(action=a.Look(spot=box)))
        for wager in ENGINES[live.sheet.game].main_wagers:
            for action in (a.PlaceBet, a.PlaceToke):
                yield c.Act(action=action(spot=box, cents=least, wager=wager))  # type: ignore[arg-type]
            yield c.Act(action=a.TakeBackBet(spot=box, wager=wager))  # type: ignore[arg-type]
    yield from (c.Leave(), c.Wait(), c.StopWaiting(), c.Ready())


@pytest.mark.parametrize("phase", ["betting", "playing", "between rounds"])
@pytest.mark.parametrize("sheet", ["catfish-blackjack", "ultimate-texas-holdem"])
def test_nothing_that_a_player_says_is_taken_without_end(sheet: str, phase: str) -> None:
    pit = at_table(*PEOPLE, sheet=sheet, pace=UNHURRIED)
    for box, name in enumerate(PEOPLE, 1):
        for wager in ENGINES[pit.live().sheet.game].main_wagers:
            pit.act(a.PlaceBet(spot=box, cents=pit.live().sheet.rules.table.minimum, wager=wager), name)
    if phase != "betting":
        pit.until(lambda live: not live.table.bets_open)
    if phase == "between rounds":
        pit.over()
    number = pit.live().table.rounds
    taken = [_said(pit) for _ in range(MOST_CHANGES + 10)]
    assert pit.live().table.rounds == number
    assert not any(taken[-5:]), taken
    assert pit.another().table("t").live == pit.live(), "a restart forgets nothing"


def _said(pit: Pit) -> int:
    """How much is taken of what three people say one after the other."""
    before = pit.floor.table("t").version
    for name in PEOPLE:
        for command in whatever_is_said(pit.live()):
            try:
                pit.do(command, name)
            except PitbossError:
                continue
    return pit.floor.table("t").version - before


def test_who_has_looked_often_or_is_ready_is_told_so() -> None:
    pit = at_table("Ann", "Ben", sheet="ultimate-texas-holdem", pace=UNHURRIED)
    for wager in ("ante", "blind"):
        pit.act(a.PlaceBet(spot=1, cents=1000, wager=wager), "Ann")
    pit.do(c.Ready(), "Ann")
    assert refusal(pit, lambda: pit.do(c.Ready(), "Ann")).code == "deal.ready_already"
    pit.until(lambda live: not live.table.bets_open)
    for _ in range(MOST_LOOKS):
        pit.act(a.Look(spot=1), "Ann")
    assert refusal(pit, lambda: pit.act(a.Look(spot=1), "Ann")).code == "look.too_often"


def test_a_line_is_only_so_long_and_goes_on_when_somebody_leaves_it() -> None:
    """All who look at the table are told who waits."""
    pit = at_table("Ann", pace=UNHURRIED)
    names = [f"Guest {number:07d}" for number in range(MOST_WAITING + 2)]
    pit.hello(*names)
    for name in names[:MOST_WAITING]:
        pit.do(c.Wait(), name)
    assert refusal(pit, lambda: pit.do(c.Wait(), names[-1])).code == "waiting.full"
    assert len(c.encode(table_view(pit.live(), 1, person="Ann", balance=0, link=None))) < 6_000
    pit.do(c.StopWaiting(), names[0])
    pit.do(c.Wait(), names[-1])


def test_bets_are_changed_only_so_often_and_the_last_one_stays() -> None:
    pit = Pit()
    pit.open(pace=PATIENT)
    pit.hello("Ann", "Ben", chips=1_000_000)
    pit.do(c.Sit(box=1), "Ann")
    pit.do(c.Sit(box=2), "Ben")
    pit.until(lambda live: live.table.bets_open)
    done = 0
    while done < MOST_CHANGES:
        step: Any = a.TakeBackBet(spot=1) if done % 2 else a.PlaceBet(spot=1, cents=1000)
        if done == MOST_CHANGES - 1:
            assert refusal(pit, lambda: pit.act(a.TakeBackBet(spot=1), "Ann")).code == "bets.too_many_changes"
            step = a.PlaceBet(spot=1, cents=2000)
        pit.act(step, "Ann")
        done += 1
    more = refusal(pit, lambda: pit.act(a.PlaceBet(spot=1, cents=1000), "Ann"))
    assert more.code == "bets.too_many_changes"
    assert pit.live().table.spots[1].wagers == {"main": 2000}
    pit.act(a.PlaceBet(spot=2, cents=1000), "Ben")
    view = table_view(pit.live(), 1, person="Ann", balance=0, link=None)
    assert len(c.encode(view)) < 200 * (MOST_CHANGES + 20)
    pit.until(lambda live: live.round is None)
    pit.until(lambda live: live.table.bets_open)
    pit.act(a.PlaceBet(spot=1, cents=1000), "Ann")


def test_a_seat_is_taken_only_so_often_in_a_round_and_nobody_is_kept_from_getting_up() -> None:
    pit = Pit()
    pit.open(pace=PATIENT)
    pit.hello("Ann", "Ben", chips=1_000_000)
    pit.do(c.Sit(box=1), "Ann")
    pit.until(lambda live: live.table.bets_open)
    for number in range(MOST_SEATINGS):
        pit.do(c.Sit(box=2 + number % 2), "Ben")
        if number < MOST_SEATINGS - 1:
            pit.do(c.Leave(), "Ben")
    refused: Any = lambda: refusal(pit, lambda: pit.do(c.Sit(box=4), "Ben")).code  # noqa: E731
    assert refused() == "place.too_many_changes", "a second box counts, too"
    pit.do(c.Leave(), "Ben")
    before = pit.floor.table("t").version
    for step in (c.Sit(box=2), c.Sit(box=3), c.Wait()):
        assert refusal(pit, lambda: pit.do(step, "Ben")).code == "place.too_many_changes"  # noqa: B023
    assert pit.floor.table("t").version == before, "nothing is written of what is refused"
    assert pit.another().table("t").live == pit.live(), "a restart forgets nothing"
    pit.do(c.Sit(box=2), "Ann")
    pit.act(a.PlaceBet(spot=1, cents=1000), "Ann")
    pit.until(lambda live: live.round is None)
    pit.until(lambda live: live.table.bets_open)
    pit.do(c.Sit(box=3), "Ben")


def test_what_is_counted_of_seats_does_not_grow_with_every_guest_who_was_there() -> None:
    """They are made at will, and where nobody bets, no round begins that counts anew."""
    pit = Pit()
    pit.open(pace=PATIENT)
    for number in range(MOST_COUNTED + 20):
        for step in (c.Sit(box=1), c.Leave()):
            pit.do(step, f"Guest@{number}")
    assert len(pit.live().seatings) == MOST_COUNTED
    assert pit.live().seatings[-1][0] == f"Guest@{MOST_COUNTED + 19}"


def test_who_is_alone_at_a_table_may_sit_down_again_after_an_hour() -> None:
    """Without a bet the next round does not come."""
    pit = Pit()
    pit.open(pace=PATIENT)
    pit.hello("Ann")
    for _ in range(MOST_SEATINGS):
        pit.do(c.Sit(box=1), "Ann")
        pit.do(c.Leave(), "Ann")
    assert refusal(pit, lambda: pit.do(c.Sit(box=1), "Ann")).code == "place.too_many_changes"
    pit.now += SEATINGS_COUNT
    pit.do(c.Sit(box=1), "Ann")
    assert pit.another().table("t").live == pit.live()
