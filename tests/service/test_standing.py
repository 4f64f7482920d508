"""People's limits, self-exclusion and conduct: what bites when, and that every process knows."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.staffed_floor import StaffedPit
from tests.service.test_floor import Pit, bet, refusal
from tests.service.test_running import SLOW, Night, at, bet_of, bets_open, night, until
from tests.waiting import PATIENCE_SECONDS

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.service.audit.audit import verify
from pitboss.service.audit.significant_events import significant_events
from pitboss.service.floor import commands as c
from pitboss.service.floor import events as e
from pitboss.service.floor.running import Running
from pitboss.service.floor.streams import Answer
from pitboss.service.people.player_limits import (
    DAY_MS,
    PAUSE_MS,
    DailyPlay,
    Limit,
    Played,
    PlayerStatus,
    Standing,
    Standings,
)
from pitboss.service.tables.on_duty import visitor_standing
from pitboss.shoe.chance import SeededChance
from pitboss.store import MemoryStore, Store, open_store

HOUR, MINUTE = 3_600_000, 60_000
GC = "games-of-chance-blackjack"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    found = open_store(str(tmp_path / "floor.sqlite3"))
    yield found
    found.close()


PATIENT = c.Pace(betting=1000, decision=1000, cut=10, result=10, patience=1000, idle=100 * DAY_MS)


def seated(store: Store | None = None, sheet: str = "catfish-blackjack", **terms: Any) -> Pit:
    """Ann in box 1 with bets open, shortly after a midnight."""
    pit = Pit(store)
    pit.now = (pit.now // DAY_MS) * DAY_MS + HOUR
    pit.open_link()
    pit.open(sheet, pace=PATIENT, **terms)
    pit.hello("Ann", chips=1_000_000)
    pit.do(c.Sit(box=1), "Ann")
    pit.bets_open()
    return pit


def rule(pit: Pit, ruling: Any, reason: str = "loud words", table: str = "t", role: str = "floor") -> Answer:
    command = c.Conduct(ruling=ruling, reason=reason, table=table)
    return pit.floor.do(lambda: pit.floor.plan_person("Ann", command, actor="Flo", role=role))


def place(pit: Pit, cents: int = 500, **named: Any) -> Answer:
    return pit.act(a.PlaceBet(spot=1, cents=cents), "Ann", **named)


def standing(pit: Pit) -> Standing:
    return pit.floor.standing("Ann").standing


def lose(pit: Pit, cents: int) -> int:
    """Rounds of one bet until Ann has lost something on the day; gives how much."""
    start = pit.balance("Ann")
    while pit.balance("Ann") >= start:
        pit.bets_open()
        place(pit, cents)
        pit.over()
    pit.bets_open()
    return start - pit.balance("Ann")


# --- limits -----------------------------------------------------------------------------------------------


def test_a_tighter_limit_counts_at_once_and_a_wider_one_after_a_day() -> None:
    limit = Limit().set(100, at=0)
    assert limit.at(0) == 100
    limit = limit.set(50, at=10)
    assert (limit.at(10), limit.at(10 * DAY_MS)) == (50, 50)
    limit = limit.set(80, at=20)
    assert (limit.at(20), limit.at(20 + DAY_MS - 1), limit.at(20 + DAY_MS)) == (50, 50, 80)
    assert limit.set(80, at=30) == limit, "asking again does not put it off"
    assert limit.set(50, at=30) == Limit(50), "what was asked for can be taken back"
    assert limit.set(60, at=30).at(29 + DAY_MS) == 50
    gone = limit.set(0, at=20 + DAY_MS)
    assert (gone.at(20 + DAY_MS), gone.at(20 + 2 * DAY_MS)) == (80, 0), "no limit is the widest"


def test_limits_are_logged_with_before_and_after() -> None:
    pit = Pit()
    pit.hello("Ann")
    answer = pit.person("Ann", c.SetLimits(loss_cents=5000, session_minutes=60))
    assert {(event.limit, event.before, event.after, event.since) for event in answer.changes[0].events} == {
        ("loss_cents", 0, 5000, pit.now),
        ("session_minutes", 0, 60, pit.now),
    }
    answer = pit.person("Ann", c.SetLimits(loss_cents=9000, session_minutes=60))
    (event,) = answer.changes[0].events
    assert event == e.LimitSet(by="Ann", limit="loss_cents", before=5000, after=9000, since=pit.now + DAY_MS)
    assert pit.person("Ann", c.SetLimits(loss_cents=9000, session_minutes=60)).changes[0].events == ()
    assert standing(pit).limits(pit.now) == {
        "session_minutes": 60, "loss_cents": 5000, "reminder_minutes": 0, "deposit_cents": 0,
    }  # fmt: skip
    for wrong in (c.SetLimits(loss_cents=-1), c.SetLimits(session_minutes=1441)):
        assert "is a number from 0" in refusal(pit, lambda wrong=wrong: pit.person("Ann", wrong)).reason
    assert verify(pit.store, pit.keys()).good


def test_a_limit_on_what_is_paid_in_holds_for_any_24_hours() -> None:
    pit = Pit()
    pit.hello("Ann")
    pit.person("Ann", c.BuyIn(cents=2000))
    pit.now += HOUR
    pit.person("Ann", c.SetLimits(deposit_cents=5000))  # what was paid in before counts
    refused = refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=3001)))
    assert refused.reason == "your limit is to pay in $50 in 24 hours; with $20 paid in, that is too much"
    pit.person("Ann", c.BuyIn(cents=3000))
    pit.person("Ann", c.CashOut(cents=5000))
    refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=1)))  # paying out makes no room
    pit.person("Ann", c.SetLimits())  # wider after a day only
    refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=1)))
    pit.now += 23 * HOUR
    pit.person("Ann", c.BuyIn(cents=2000))
    refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=1)))
    pit.now += HOUR
    pit.person("Ann", c.BuyIn(cents=100_000))
    assert verify(pit.store, pit.keys()).good


def test_nobody_else_sets_a_limit() -> None:
    pit = Pit()
    pit.hello("Ann")
    for role in ("floor", "administrator", "dealer"):
        command = c.SetLimits(loss_cents=1)
        with pytest.raises(IllegalAction, match="for the player"):
            pit.floor.plan_person("Ann", command, actor="Flo", role=role)


def test_a_loss_limit_refuses_the_bet_that_could_go_beyond_it(store: Store) -> None:
    pit = seated(store)
    pit.person("Ann", c.SetLimits(loss_cents=3000))
    lost = lose(pit, 1000)
    assert pit.floor.standing("Ann").played.result == -lost
    refused = refusal(pit, lambda: place(pit, 2500))
    assert refused.reason == f"your limit is to lose $30 a day; with ${lost // 100} lost today, that is too much"
    place(pit, 3000 - lost)
    assert pit.floor.standing("Ann").played.result == -3000, "what lies on the layout may be lost"
    refusal(pit, lambda: pit.act(a.PlaceBet(spot=1, cents=500, wager="trilux"), "Ann"))
    refusal(pit, lambda: pit.act(a.PlaceToke(spot=1, cents=500), "Ann"))
    place(pit, 500)
    place(pit, 3000 - lost)
    pit.over()
    assert verify(store, pit.keys()).good
    pit.inspect()


def test_a_new_day_begins_at_midnight() -> None:
    pit = seated()
    pit.person("Ann", c.SetLimits(loss_cents=1000))
    lost = lose(pit, 1000)
    assert lost == 1000
    refusal(pit, lambda: place(pit))
    pit.do(c.Leave(), "Ann")
    assert "$10 a day" in refusal(pit, lambda: pit.do(c.Sit(box=1), "Ann")).reason
    assert "$10 a day" in refusal(pit, lambda: pit.do(c.Wait(), "Ann")).reason
    pit.now += 23 * HOUR
    pit.do(c.Sit(box=1), "Ann")
    pit.bets_open()
    place(pit, 1000)


def test_a_round_that_has_begun_is_played_to_its_end() -> None:
    for seed in range(40):
        pit = Pit(seed=f"double {seed}")
        pit.open()
        pit.hello("Ann")
        pit.do(c.Sit(box=1), "Ann")
        pit.bets_open()
        pit.person("Ann", c.SetLimits(loss_cents=1000, session_minutes=1))
        place(pit, 1000)
        pit.until(lambda live: not live.table.bets_open)
        question = pit.live().question
        if question is None or (question.kind, question.role) != ("play", "player"):
            continue
        pit.person("Ann", c.Exclude(until=0))
        pit.now += 2 * MINUTE
        before = pit.balance("Ann")
        pit.act(a.DoubleDown(cents=1000), "Ann")
        assert pit.balance("Ann") == before - 1000
        pit.over()
        pit.bets_open()
        assert "excluded yourself" in refusal(pit, lambda pit=pit: place(pit)).reason
        return
    raise AssertionError("nobody could double")


def test_a_session_is_from_the_first_bet_after_a_pause() -> None:
    pit = seated()
    pit.person("Ann", c.SetLimits(session_minutes=60))
    for minutes in (0, 29, 29):
        pit.now += minutes * MINUTE
        pit.bets_open()
        place(pit)
        pit.over()
        pit.bets_open()
    assert pit.floor.standing("Ann").played.minutes == 58
    pit.now += 3 * MINUTE
    refused = refusal(pit, lambda: place(pit))
    assert refused.reason == "you have played for 61 minutes, and your limit is 60: take a break of half an hour"
    pit.now += PAUSE_MS - 4 * MINUTE
    refusal(pit, lambda: place(pit))
    pit.now += 2 * MINUTE
    assert pit.floor.standing("Ann").played.minutes == 0
    place(pit)


def test_a_session_goes_on_over_midnight_and_at_every_table() -> None:
    pit = seated()
    pit.open("blackjack-v5", table="u", pace=PATIENT)
    pit.now += 22 * HOUR + 50 * MINUTE
    place(pit)
    pit.over()
    pit.do(c.Sit(box=1), "Ann", table="u")
    pit.bets_open("u")
    pit.now += 20 * MINUTE
    pit.act(a.PlaceBet(spot=1, cents=200), "Ann", table="u")
    played = DailyPlay(pit.store).look("Ann", pit.now)
    assert played == Played(20, -200), "the result is today's, the session yesterday's"


def test_lowering_a_bet_is_never_refused() -> None:
    pit = seated()
    place(pit, 1000)
    pit.person("Ann", c.Exclude(until=0))
    refusal(pit, lambda: place(pit, 1500))
    place(pit, 500)
    pit.act(a.TakeBackBet(spot=1), "Ann")


# --- exclusion --------------------------------------------------------------------------------------------


def test_nobody_takes_an_exclusion_back(store: Store) -> None:
    pit = seated(store)
    until = pit.now + 7 * DAY_MS
    answer = pit.person("Ann", c.Exclude(until=until))
    assert answer.changes[0].events == (e.PersonExcluded(by="Ann", before=None, until=until),)
    for shorter in (until - 1, until):
        refused = refusal(pit, lambda shorter=shorter: pit.person("Ann", c.Exclude(until=shorter)))
        assert "nobody can make that shorter" in refused.reason
    assert "neither barred" in refusal(pit, lambda: rule(pit, "readmitted")).reason
    assert "in the future" in refusal(pit, lambda: pit.person("Ann", c.Exclude(until=pit.now))).reason
    pit.person("Ann", c.Exclude(until=0))
    refusal(pit, lambda: pit.person("Ann", c.Exclude(until=pit.now + 1000 * DAY_MS)))
    pit.now += 1000 * DAY_MS
    assert "for good" in refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=100))).reason
    assert verify(store, pit.keys()).good


def test_an_excluded_person_neither_sits_nor_bets_nor_buys_and_cashes_out_all_the_same() -> None:
    pit = seated()
    pit.person("Ann", c.Exclude(until=pit.now + DAY_MS))
    for wanted in (
        lambda: place(pit),
        lambda: pit.do(c.Sit(box=2), "Ann"),
        lambda: pit.person("Ann", c.BuyIn(cents=100)),
    ):
        refused = refusal(pit, wanted)
        assert refused.reason.startswith("you have excluded yourself from play for 24 hours more")
    pit.do(c.Leave(), "Ann")
    refusal(pit, lambda: pit.do(c.Wait(), "Ann"))
    pit.person("Ann", c.CashOut(cents=pit.balance("Ann")))
    assert pit.balance("Ann") == 0
    pit.now += DAY_MS
    pit.person("Ann", c.BuyIn(cents=1000))
    pit.do(c.Sit(box=1), "Ann")


def test_nobody_excludes_somebody_else() -> None:
    pit = Pit()
    pit.hello("Ann")
    with pytest.raises(IllegalAction, match="for the player"):
        pit.floor.plan_person("Ann", c.Exclude(until=0), actor="Flo", role="floor")


# --- conduct ----------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-RULE-20")
def test_a_ruling_on_conduct_is_logged_with_its_reason_against_the_account(store: Store) -> None:
    pit = seated(store, GC)
    rule(pit, "warned")
    place(pit, 100)
    pit.over()
    answer = rule(pit, "barred", "threw the cards")
    assert answer.stream == "person:Ann"
    (entry,) = store.read("person:Ann", after=answer.version - 1)
    assert (entry.actor, entry.role) == ("Flo", "floor")
    (event,) = answer.changes[0].events
    assert event == e.ConductRuled(
        by="Flo", before="warned", after="barred", why="threw the cards", table="t", clause="GC-RULE-20"
    )
    pit.bets_open()
    refused = refusal(pit, lambda: place(pit, 100))
    assert refused.reason == "the house has barred you from play: threw the cards"
    assert refused.clause == "GC-RULE-20"
    refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=100)))
    pit.person("Ann", c.CashOut(cents=100))
    pit.now += 100 * DAY_MS
    refusal(pit, lambda: place(pit, 100))
    rule(pit, "readmitted", "has apologised")
    place(pit, 100)
    assert verify(store, pit.keys()).good


def test_who_is_asked_to_leave_may_come_back_after_a_day() -> None:
    pit = seated()
    answer = rule(pit, "asked_to_leave")
    assert answer.changes[0].events[0].clause == "", "this house's document says nothing about conduct"
    assert "asked you to leave for a day: loud words" in refusal(pit, lambda: place(pit)).reason
    assert "readmitted first" in refusal(pit, lambda: rule(pit, "warned")).reason
    pit.now += DAY_MS
    place(pit)
    assert "neither barred" in refusal(pit, lambda: rule(pit, "readmitted")).reason


def test_conduct_is_for_the_floor_with_a_reason_and_a_table_that_is_there() -> None:
    pit = seated()
    assert "say why" in refusal(pit, lambda: rule(pit, "warned", "  ")).reason
    for role in ("dealer", "player", "surveillance", "administrator"):
        assert "for the floor or shift manager" in refusal(pit, lambda role=role: rule(pit, "warned", role=role)).reason
    with pytest.raises(Exception, match="there is no table nowhere"):
        rule(pit, "warned", table="nowhere")
    rule(pit, "warned", table="", role="shift_manager")


# --- guests at a real table -----------------------------------------------------------------------------------


def ruled_on_guest(pit: StaffedPit, ruling: Any, name: str = "Ann", reason: str = "threw a glass") -> Answer:
    command = c.Conduct(ruling=ruling, reason=reason, table="t")
    return pit.floor.do(
        lambda: pit.floor.plan_person(visitor_standing(name), command, actor="Flo", role="floor")
    )  # fmt: skip


@pytest.mark.clause("GC-RULE-20")
def test_the_floor_bars_a_guest_by_name_at_every_real_table(store: Store) -> None:
    pit = StaffedPit(GC, store=store)
    pit.guest(1, "Ann")
    ruled_on_guest(pit, "barred")
    pit.ready().start()
    for command in (
        c.Act(action=a.PlaceBet(spot=1, cents=200)), c.VisitorBuysIn(box=1, cents=1000),
        c.SeatVisitor(box=2, name="ANN"),
    ):  # fmt: skip
        found = refusal(pit, lambda: pit.dealer(command))  # noqa: B023
        assert (found.clause, "threw a glass" in found.reason) == ("GC-RULE-20", True), found.reason
    pit.guest(2, "Annabel")
    (said,) = [one for one in significant_events(pit.store) if one.kind == "conduct"]
    assert (said.what, said.after, said.why) == ("the conduct of ann, a guest at the tables", "barred", "threw a glass")
    ruled_on_guest(pit, "readmitted")
    pit.bet(1, 200)
    pit.check()


def test_a_guest_is_not_seated_under_the_name_of_an_account_that_does_not_play() -> None:
    """The account's own wish, or the house's word against it, is not left at the door."""
    pit = StaffedPit()
    pit.hello("Ann")
    pit.store.put("person", "ann", {"name": "Ann"})
    pit.guest(1, "Ann")
    pit.dealer(c.UnseatVisitor(box=1))
    pit.person("Ann", c.Exclude(until=pit.now + DAY_MS))
    found = refusal(pit, lambda: pit.dealer(c.SeatVisitor(box=1, name="ann")))
    assert found.reason == (
        "somebody of the name ann has an account and has excluded themselves from play: seat nobody under that name"
    )
    pit.now += DAY_MS
    pit.guest(1, "ann")
    rule(pit, "barred")
    assert "is kept by the house" in refusal(pit, lambda: pit.dealer(c.SeatVisitor(box=2, name="Ann"))).reason


def test_an_exclusion_made_while_a_guest_sits_down_is_seen(store: Store) -> None:
    """The seat rests on how the account stood: whoever excludes themselves in between is not seated."""
    pit = StaffedPit(store=store)
    pit.hello("Ann")
    pit.store.put("person", "ann", {"name": "Ann"})
    seat = c.SeatVisitor(box=1, name="Ann")
    proposal = pit.floor.plan("t", seat, actor="Dora", role="dealer")
    pit.person("Ann", c.Exclude(until=0))
    assert pit.floor.take_over(proposal, pit.store.append([proposal.commit])[0]) is None
    assert "excluded" in refusal(pit, lambda: pit.dealer(seat)).reason


def test_only_a_guest_is_ruled_on_without_being_known() -> None:
    pit = StaffedPit()
    command = c.Conduct(ruling="barred", reason="x", table="t")
    with pytest.raises(IllegalAction, match="nobody knows Zoe"):
        pit.floor.plan_person("Zoe", command, actor="Flo", role="floor")
    with pytest.raises(IllegalAction, match="nobody knows zoe@"):
        pit.floor.plan_person("zoe@", c.BuyIn(cents=100), actor="Zoe", role="player")


# --- several processes ------------------------------------------------------------------------------------


def test_what_is_known_of_a_person_follows_the_stream() -> None:
    pit = Pit()
    pit.hello("Ann")
    one, other = Standings(pit.store), Standings(pit.store)
    assert one.look("Ann", pit.now) == other.look("Ann", pit.now)
    pit.person("Ann", c.Exclude(until=0))
    assert one.look("Ann", pit.now).standing.excluded(pit.now)
    assert other.look("Ann", pit.now).standing.excluded(pit.now)


async def two_servers(evening: Night) -> tuple[Running, Running]:
    """Two processes over one floor at which Ann plays; the second hears nothing of what the first appends."""
    evening.furnish("catfish-blackjack", "Ann")
    one, _ = await evening.server()
    other, deaf = await evening.server()
    await bets_open(other)
    deaf.deaf = True
    return one, other


def test_a_limit_set_in_one_process_bites_in_another_that_has_not_heard() -> None:
    async def play(evening: Night) -> None:
        one, other = await two_servers(evening)
        await at(other, bet_of(500))
        await one.person_command("Ann", c.SetLimits(loss_cents=800), actor="Ann")
        with pytest.raises(IllegalAction, match=r"lose \$8 a day"):
            await at(other, bet_of(1000))
        await one.person_command("Ann", c.Exclude(until=0), actor="Ann")
        with pytest.raises(IllegalAction, match="excluded yourself"):
            await at(other, bet_of(700))
        with pytest.raises(IllegalAction, match="excluded yourself"):
            await at(other, c.Sit(box=3))

    night(play, SLOW)


def test_an_exclusion_that_is_over_for_another_process_is_over_here_that_has_not_heard() -> None:
    async def play(evening: Night) -> None:
        one, other = await two_servers(evening)
        barred = c.Conduct(ruling="barred", reason="counts the dealer's chips")
        await one.person_command("Ann", barred, actor="Sue", role="floor")
        with pytest.raises(IllegalAction, match="barred you from play"):
            await at(other, bet_of(500))
        back = c.Conduct(ruling="readmitted", reason="has said sorry")
        await one.person_command("Ann", back, actor="Sue", role="floor")
        await at(other, bet_of(500))
        assert other.floor.remembered_standing("Ann") is not None

    night(play, SLOW)


def test_bets_at_two_tables_at_once_are_held_against_one_limit() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        pit = evening.pit()
        pit.open("blackjack-v5", table="u", pace=evening.pace)
        pit.do(c.Sit(box=1), "Ann", table="u")
        pit.person("Ann", c.SetLimits(loss_cents=700))
        running, _ = await evening.server()
        await bets_open(running)
        await until(lambda: running.floor.table("u").live.table.bets_open)
        bets = (running.command(table, bet_of(500), actor="Ann") for table in ("t", "u"))
        done = await asyncio.gather(*bets, return_exceptions=True)
        assert sum(isinstance(one, IllegalAction) for one in done) == 1

    night(play, SLOW)


def test_a_bet_that_was_taken_is_answered_again_after_the_limit_is_reached() -> None:
    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        first = await at(running, bet_of(), client="b1")
        await running.person_command("Ann", c.Exclude(until=0), actor="Ann")
        assert (await at(running, bet_of(), client="b1")).version == first.version

    night(play, SLOW)


def test_the_diary_reads_on_where_it_stopped() -> None:
    pit = seated()
    diary = DailyPlay(pit.store)
    assert diary.look("Ann", pit.now) == Played()
    place(pit, 700)
    assert diary.look("Ann", pit.now) == Played(0, -700)
    pit.now += 5 * MINUTE
    place(pit, 500)
    bet(pit, "Ann", 1, 600)
    assert diary.look("Ann", pit.now) == DailyPlay(pit.store).look("Ann", pit.now) == Played(5, -600)
    assert diary.look("Ben", pit.now) == Played()
    pit.now += 3 * DAY_MS
    assert diary.look("Ann", pit.now) == Played()


def test_a_bet_against_a_limit_reads_no_log_but_after_a_pause_and_on_a_new_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was won since the log was last read is told by the chips: all streams were looked at for each bet."""
    pit = seated()
    pit.person("Ann", c.SetLimits(loss_cents=1_000_000, session_minutes=600, deposit_cents=100_000))
    asked: list[object] = []
    real = pit.store.heads

    def heads(streams: Any = None, *, prefix: str = "") -> Any:
        assert streams is not None or prefix, "everybody who was ever here is looked through"
        asked.extend([streams] if streams is None else [])
        return real(streams, prefix=prefix)

    monkeypatch.setattr(pit.store, "heads", heads)

    def read_by_a_bet(cents: int) -> bool:
        asked.clear()
        place(pit, cents)
        return bool(asked)

    assert read_by_a_bet(500), "the first one"
    assert read_by_a_bet(600), "it did not know of the session"
    for cents in (700, 800, 900):
        pit.now += 29 * MINUTE // 3
        assert not read_by_a_bet(cents)
    pit.now += PAUSE_MS
    assert read_by_a_bet(1000)
    pit.person("Ann", c.SetLimits(loss_cents=1_000_000, deposit_cents=100_000))
    pit.now += DAY_MS
    assert pit.floor.standing("Ann").played.result == 0
    pit.now += PAUSE_MS
    assert not read_by_a_bet(1100), "a loss alone does not ask how long"


def test_who_limits_only_what_they_pay_in_is_remembered_like_anybody() -> None:
    pit = seated()
    pit.person("Ann", c.SetLimits(deposit_cents=100_000, reminder_minutes=30))
    assert pit.floor.standing("Ann").balance is None
    assert pit.floor.remembered_standing("Ann") is not None
    pit.person("Ann", c.SetLimits(deposit_cents=100_000, reminder_minutes=30, loss_cents=2000))
    assert pit.floor.remembered_standing("Ann") is None


@pytest.mark.parametrize("seed", range(6))
def test_what_is_carried_on_is_what_the_log_says(seed: int) -> None:
    """Bets, rounds, cage, pauses, midnights and another server, at random: chips tell the same as all entries."""
    pit, chance = seated(), SeededChance(f"carried {seed}")
    pit.person("Ann", c.SetLimits(loss_cents=10**9, session_minutes=1440))
    carried = 0
    for _ in range(80):
        roll = chance.below(10)
        if roll < 5 and pit.live().table.bets_open:
            place(pit, chance.between(5, 20) * 100)
        elif roll < 7:
            if pit.live().table.bets_open:
                place(pit, 700)
            pit.over()
            pit.bets_open()
        elif roll == 7:
            pit.person("Ann", chance.choice((c.BuyIn(cents=900), c.CashOut(cents=700))))
        elif roll == 8:
            pit.now += chance.choice((MINUTE, 10 * MINUTE, 40 * MINUTE, 7 * HOUR))
        else:
            elsewhere = pit.another()
            if elsewhere.table("t").live.table.bets_open:
                act: Any = c.Act(action=a.PlaceBet(spot=1, cents=600))
                elsewhere.do(lambda floor=elsewhere, act=act: floor.plan("t", act, actor="Ann", role="player"))
                pit.floor.refresh(pit.floor.table("t"))
        known = pit.floor.standing("Ann")
        afresh = Standings(pit.store).look("Ann", pit.now)
        assert known == afresh
        carried += (
            pit.floor._standings._carried["Ann"].page != Standings(pit.store)._diary.pages(["Ann"], pit.now)["Ann"]
        )
    assert carried > 20


# --- nobody waits while the log of all tables is read ------------------------------------------------------


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The log of all tables is read by any thread but the one in which all tables are decided; how often, by whom."""
    here, real, threads = threading.get_ident(), DailyPlay._follow, list[int]()

    def follow(diary: DailyPlay, at: int) -> None:
        assert threading.get_ident() != here, "all tables wait for it"
        threads.append(threading.get_ident())
        real(diary, at)

    monkeypatch.setattr(DailyPlay, "_follow", follow)
    return threads


def test_what_somebody_has_played_is_not_read_for_a_guest_of_the_same_name(elsewhere: list[int]) -> None:
    pit = StaffedPit().ready()
    pit.hello("Zoe")
    pit.store.put("person", "zoe", {"name": "Zoe"})
    pit.person("Zoe", c.SetLimits(reminder_minutes=30, loss_cents=500))
    pit.guest(1, "Zoe")
    pit.start()
    pit.bet(1, 1000)
    assert not elsewhere


def test_whoever_has_moved_on_since_they_were_looked_up_is_looked_up_again_while_other_tables_go_on(
    elsewhere: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They pay in between the look and the bet: the second look reads the log, which only the first one may have."""

    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        running, _ = await evening.server()
        await bets_open(running)
        await running.person_command("Ann", c.SetLimits(loss_cents=2000), actor="Ann")
        real, looks = running._standing, list[str]()

        async def slow(name: str) -> PlayerStatus:
            known = await real(name)
            looks.append(name)
            if len(looks) == 1:
                await running.person_command("Ann", c.BuyIn(cents=700), actor="Ann")
            return known

        monkeypatch.setattr(running, "_standing", slow)
        await at(running, bet_of(500))
        assert looks == ["Ann", "Ann"]

    night(play, SLOW)
    assert elsewhere


def test_many_whose_play_is_being_read_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look after a start reads two days: the threads that everything else needs are not spent on it."""
    read = threading.Event()
    names = [f"Careful {number}" for number in range(40)]

    async def play(evening: Night) -> None:
        evening.furnish("catfish-blackjack", "Ann")
        pit = evening.pit()
        pit.hello(*names)
        for name in names:
            pit.person(name, c.SetLimits(loss_cents=2000))
        running, _ = await evening.server()
        await bets_open(running)
        monkeypatch.setattr(DailyPlay, "_follow", lambda diary, at: read.wait(PATIENCE_SECONDS) and None)
        careful = [asyncio.ensure_future(at(running, c.Sit(box=2), name)) for name in names]
        try:
            while running._diaries._work_queue.qsize() < len(names) - 1:
                await asyncio.sleep(0.01)
            await at(running, bet_of(500))
            assert not any(one.done() for one in careful)
        finally:
            read.set()
        done = await asyncio.gather(*careful, return_exceptions=True)
        assert sum(isinstance(one, Answer) for one in done) == 1

    night(play, SLOW)
