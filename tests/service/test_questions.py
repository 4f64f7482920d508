"""An answer names its question: what comes late is refused, what is sent again is done once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.service.staffed_floor import DORA, StaffedPit
from tests.service.test_floor import PATIENT, Pit

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.service.floor import commands as c
from pitboss.service.floor.running import Running
from pitboss.service.floor.streams import Answer
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.views import table_view

STALE = "question.stale"


class TwoTabs(Pit):
    """A player with two boxes and two tabs; each tab sends what it was offered, and names the question or does not."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed=seed)
        self.open(pace=PATIENT)
        self.hello("Ann", "Ben", chips=1_000_000)
        self.do(c.Sit(box=1), "Ann")
        self.do(c.Sit(box=2), "Ann")
        self.until(lambda live: live.table.bets_open)
        for box in (1, 2):
            self.act(a.PlaceBet(spot=box, cents=1000), "Ann")
        self.do(c.Ready(), "Ann")
        self.until(lambda live: live.round is not None and live.round.next_card > live.round.start)

    def sends(self, action: Any, question: int | None, client: str, actor: str = "Ann") -> Answer:
        floor, command = self.floor, c.Act(action=action)
        return floor.do(lambda: floor.plan("t", command, actor=actor, role="player", client=client, question=question))

    def refused(self, action: Any, question: int | None, client: str, actor: str = "Ann") -> str:
        before = self.live()
        with pytest.raises(IllegalAction) as refusal:
            self.sends(action, question, client, actor)
        assert self.live() == before
        return refusal.value.code

    def offered(self, kind: str) -> Any:
        """An answer as the message to the player has it."""
        view = table_view(self.live(), 1, person="Ann", balance=0, link=None)
        return next((one["action"] for one in view["you"]["offers"] if one["kind"] == kind), None)


def _with_a_double() -> TwoTabs:
    """A round in which box 1 is asked first and may double, and box 2 is asked after it."""
    for number in range(200):
        tabs = TwoTabs(f"two tabs {number}")
        live = tabs.live()
        asked = live.question
        if asked is None or asked.kind != "play" or asked.spot != 1 or tabs.offered("double_down") is None:
            continue
        twin = tabs.live().round
        assert twin is not None
        after = twin.copy().act(a.DoubleDown(spot=1))
        if after.question is not None and after.question.spot == 2 and after.question.kind == "play":
            return tabs
    raise AssertionError("no such round")


def test_the_double_of_box_1_sent_by_two_tabs_never_doubles_box_2() -> None:
    tabs = _with_a_double()
    question, double = tabs.live().asked, tabs.offered("double_down")
    assert (double.spot, double.hand) == (1, 0), "an offer says whose it is"
    open_ended = a.DoubleDown()
    tabs.sends(open_ended, question, "tab-1")
    staked = tabs.live().table.spots[2].wagers
    assert tabs.refused(open_ended, question, "tab-2") == STALE
    assert tabs.refused(double, question, "tab-2") == STALE
    assert tabs.refused(double, None, "an old program") == "turn.other_place"
    assert tabs.live().table.spots[2].wagers == staked


def test_an_answer_that_is_sent_again_is_done_once_and_says_so() -> None:
    tabs = _with_a_double()
    question = tabs.live().asked

    async def twice() -> list[int]:
        running = Running(tabs.floor)
        await running.start()
        double: Any = c.Act(action=a.DoubleDown())
        try:
            return [(await running.command("t", double, actor="Ann", client="tab-1", question=question)).version
                    for _ in range(2)]  # fmt: skip
        finally:
            await running.stop()

    first, again = asyncio.run(twice())
    assert first == again == tabs.live().asked


def test_a_second_hit_is_a_second_question() -> None:
    for number in range(100):
        tabs = TwoTabs(f"hits {number}")
        asked = tabs.live().question
        if asked is None or asked.kind != "play" or tabs.offered("hit") is None:
            continue
        question = tabs.live().asked
        tabs.sends(tabs.offered("hit"), question, "one")
        if tabs.live().question == asked:
            assert tabs.live().asked != question
            assert tabs.refused(a.Hit(), question, "two") == STALE
            tabs.sends(a.Hit(), tabs.live().asked, "three")
            return
    raise AssertionError("nobody could hit twice")


def test_what_several_answer_in_any_order_stays_one_question() -> None:
    pit = Pit()
    pit.open(pace=PATIENT)
    pit.hello("Ann", "Ben")
    for box, name in ((1, "Ann"), (2, "Ben")):
        pit.do(c.Sit(box=box), name)
    pit.until(lambda live: live.table.bets_open)
    question = pit.live().asked
    for box, name in ((1, "Ann"), (2, "Ben"), (1, "Ann")):
        bet: Any = c.Act(action=a.PlaceBet(spot=box, cents=1000))
        pit.floor.do(lambda: pit.floor.plan("t", bet, actor=name, role="player", question=question))  # noqa: B023
    assert pit.live().asked == question
    pit.until(lambda live: live.round is None)
    pit.until(lambda live: live.table.bets_open)
    late: Any = c.Act(action=a.PlaceBet(spot=1, cents=1000))
    with pytest.raises(IllegalAction) as refusal:
        pit.floor.plan("t", late, actor="Ann", role="player", question=question)
    assert refusal.value.code == STALE, "a bet for the last round is not one for the next"


def test_two_consoles_of_the_dealer_do_a_step_once() -> None:
    pit = StaffedPit().ready()
    pit.guest(1)
    pit.start()
    pit.bets(1)
    pit.deals(a.StartDeal())
    question, step = pit.live().asked, c.Act(action=a.Proceed())
    pit.floor.do(lambda: pit.floor.plan("t", step, actor=DORA, role="dealer", question=question))
    with pytest.raises(IllegalAction) as refusal:
        pit.floor.plan("t", step, actor=DORA, role="dealer", question=question)
    assert refusal.value.code == STALE
    pit.check()


def test_the_name_of_a_question_is_the_same_after_a_restart_and_not_kept_between_rounds() -> None:
    tabs = _with_a_double()
    assert tabs.another().table("t").live.asked == tabs.live().asked > 0

    def over(live: Live) -> bool:
        return live.round is None

    assert tabs.until(over).asked == 0


def test_a_seat_is_taken_whatever_is_asked_meanwhile() -> None:
    tabs = _with_a_double()
    floor, old = tabs.floor, tabs.live().asked - 1
    floor.do(lambda: floor.plan("t", c.Sit(box=3), actor="Ben", role="player", question=old))
    assert tabs.live().table.holder(3) == "Ben"
