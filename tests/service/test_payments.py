"""The progressive at staffed tables: sensors, COIN IN, and a win on its way to the player, step by step."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.service.shift import (
    FULL_HOUSE,
    NOTHING,
    ROYAL,
    STAFF,
    STRAIGHT_FLUSH,
    TRAY,
    Shift,
    event,
    names,
    refused,
)

from pitboss.games import actions as a
from pitboss.ledger import CAGE, HOUSE, RESERVE, meter, tray
from pitboss.service.audit.audit import verify
from pitboss.service.audit.checkpoints import Checkpoints
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.tables.live_table import PaymentUnderWay

MINOR = 150_000
STAKES = 6000
"""Ante, Blind and a Play bet of four times the Ante."""


def hit(shift: Shift, table: str = "t", *, hand: tuple[str, str] = STRAIGHT_FLUSH, others: int = 1) -> None:
    """A round in which seat 1 hits the Minor, or what the hand gives, and the others nothing."""
    shift.holdem([hand[0], *["4s 9c", "4d 9s"][:others]], hand[1], on=(1,), table=table)


def seated(shift: Shift, *tables: str) -> Shift:
    for table, dealer in zip(tables or ("t",), ("Dora", "Don"), strict=False):
        shift.open(table=table, dealer=dealer)
        shift.seat("Ann", "Ben", table=table)
    return shift


# --- the steps --------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-PWIN-3a", "UTH-PWIN-4d")
def test_a_meter_is_paid_step_by_step_in_chips_and_by_check(shift: Shift) -> None:
    seated(shift)
    hit(shift)
    before, cage = shift.chips("Ann"), shift.balance(CAGE)
    (payment,) = shift.live().payments
    assert payment == PaymentUnderWay(seat=1, player="Ann@t", hand="straight_flush", award=0, meter="minor")
    done = [
        shift.step("Dora", 1, "press_hand"),
        shift.step("Dora", 1, "call_supervisor"),
        shift.step("Mia", 1, "do_paperwork"),
        shift.step("Mia", 1, "check_offsets", found="$12 child support"),
        shift.step("Gus", 1, "confirm_guard"),
        shift.step("Mia", 1, "pay", chips=100_000, check=MINOR + 40 - 100_000),
        shift.step("Flo", 1, "swipe_card"),
        shift.step("Dora", 1, "end_game"),
    ]
    steps = [event(answer, "JackpotStep") for answer in done]
    assert [(step.step, step.by, step.clause) for step in steps] == [
        ("hand_pressed", "Dora", "UTH-PWIN-3a"),
        ("supervisor_called", "Dora", "UTH-PWIN-4a"),
        ("paperwork_done", "Mia", "UTH-PWIN-4b"),
        ("offsets_checked", "Mia", "UTH-PWIN-4b"),
        ("guard_present", "Gus", "UTH-PWIN-4c"),
        ("paid", "Mia", "UTH-PWIN-4d"),
        ("card_swiped", "Flo", "UTH-PWIN-5a"),
        ("game_ended", "Dora", "UTH-PWIN-5b"),
    ]
    assert steps[3].detail == "$12 child support"
    assert {step.cents for step in steps[2:]} == {MINOR + 40}
    assert names(done[2]) == ["JackpotStep", "JackpotAwarded", "MeterReset"]
    assert shift.chips("Ann") == before + 100_000
    assert shift.balance(CAGE) == cage + MINOR + 40 - 100_000
    assert shift.balance(meter("minor")) == shift.meters.minor == MINOR
    assert shift.live().payments == ()
    shift.end()
    shift.check()


def test_the_award_passes_the_tray_and_leaves_it_as_it_was(shift: Shift) -> None:
    """It comes out of the vault: only the house and the meter are the poorer."""
    seated(shift)
    hit(shift, others=0)
    before, house = shift.balance(tray("t")), shift.balance(HOUSE)
    shift.call(1)
    award = shift.paperwork(1)
    assert shift.balance(tray("t")) == before + award
    shift.step("Mia", 1, "pay", check=award)
    assert shift.balance(tray("t")) == before
    assert shift.balance(HOUSE) == house - MINOR


@pytest.mark.clause("UTH-PWIN-5b")
@pytest.mark.parametrize(("step", "key"), [("end_game", "END GAME"), ("game_over", "GAME OVER")])
def test_no_bets_before_the_game_is_ended_on_the_keypad(shift: Shift, step: str, key: str) -> None:
    seated(shift)
    hit(shift, hand=FULL_HOUSE)
    start = c.StartRound(sheet_hash=shift.live().sheet.hash)
    shift.end()
    shift.call(1)
    shift.step("Dora", 1, "pay", chips=25_000)
    for until in (lambda: shift.step("Flo", 1, "swipe_card"), lambda: shift.step("Dora", 1, step)):
        refusal = refused(shift, "Dora", start)
        assert refusal.clause == "UTH-PWIN-5b"
        assert "seat 1" in refusal.reason
        answer = until()
    assert event(answer, "JackpotStep").key == key
    assert event(answer, "JackpotStep").clause == "UTH-PWIN-5b"
    shift.start()
    shift.bet(1, ante=1000, blind=1000)
    shift.check()


@pytest.mark.clause("UTH-PWIN-2", "UTH-PWIN-4a")
def test_a_fixed_line_needs_a_supervisor_and_neither_paperwork_nor_guard(shift: Shift) -> None:
    seated(shift)
    hit(shift, hand=FULL_HOUSE)
    (payment,) = shift.live().payments
    assert (payment.hand, payment.award, payment.meter) == ("full_house", 25_000, "")
    assert refused(shift, "Dora", c.Jackpot(seat=1, step="pay", chips=25_000)).clause == "UTH-PWIN-4a"
    shift.call(1)
    before, minor = shift.chips("Ann"), shift.meters.minor
    shift.step("Dora", 1, "pay", chips=20_000, check=5_000)
    assert shift.chips("Ann") == before - 5_000
    shift.finish(1)
    assert shift.meters.minor == minor
    shift.end()
    shift.check()


@pytest.mark.parametrize(
    ("actor", "step", "clause"),
    [
        ("Flo", "press_hand", "UTH-PWIN-3a"),
        ("Dora", "do_paperwork", "UTH-PWIN-4b"),
        ("Flo", "check_offsets", "UTH-PWIN-4b"),
        ("Mia", "confirm_guard", "UTH-PWIN-4c"),
        ("Dora", "pay", "UTH-PWIN-4c"),
        ("Flo", "pay", "UTH-PWIN-4c"),
        ("Dora", "swipe_card", "UTH-PWIN-5a"),
        ("Mia", "end_game", "UTH-PWIN-5b"),
    ],
)
def test_each_step_is_for_whom_the_clause_names(actor: str, step: Any, clause: str) -> None:
    shift = seated(Shift())
    hit(shift)
    assert refused(shift, actor, c.Jackpot(seat=1, step=step)).clause == clause


@pytest.mark.clause("UTH-PWIN-4a", "UTH-PWIN-4b", "UTH-PWIN-4c", "UTH-PWIN-5a")
def test_no_step_is_left_out_and_none_done_twice() -> None:
    shift = seated(Shift())
    hit(shift)
    assert "first: hand pressed" in refused(shift, "Dora", c.Jackpot(seat=1, step="call_supervisor")).reason
    assert "first: supervisor called" in refused(shift, "Mia", c.Jackpot(seat=1, step="do_paperwork")).reason
    shift.call(1)
    shift.step("Mia", 1, "do_paperwork")
    assert "paperwork done already" in refused(shift, "Mia", c.Jackpot(seat=1, step="do_paperwork")).reason
    shift.step("Gus", 1, "confirm_guard")
    assert "first: offsets checked" in refused(shift, "Mia", c.Jackpot(seat=1, step="pay", check=150_040)).reason
    assert "first: paid" in refused(shift, "Flo", c.Jackpot(seat=1, step="swipe_card")).reason
    assert "first: card swiped" in refused(shift, "Dora", c.Jackpot(seat=1, step="end_game")).reason
    assert "no progressive win" in refused(shift, "Dora", c.Jackpot(seat=2, step="press_hand")).reason


@pytest.mark.clause("UTH-PWIN-4d")
def test_the_parts_make_the_award_and_chips_are_whole(shift: Shift) -> None:
    seated(shift)
    hit(shift)
    shift.call(1)
    award = shift.paperwork(1)
    for chips, check in ((award, 0), (100_000, 0), (100_000, award), (-50, award + 50)):
        assert refused(shift, "Mia", c.Jackpot(seat=1, step="pay", chips=chips, check=check)).clause == "UTH-PWIN-4d"
    shift.step("Mia", 1, "pay", chips=award - 40, check=40)
    shift.check()


@pytest.mark.clause("UTH-PWIN-3b")
def test_the_hand_button_pressed_again_goes_off() -> None:
    shift = seated(Shift())
    hit(shift)
    assert event(shift.step("Dora", 1, "press_hand"), "JackpotStep").key == "HAND"
    off = event(shift.step("Dora", 1, "press_hand"), "JackpotStep")
    assert (off.step, off.detail, off.clause) == ("hand_button_off", "straight_flush", "UTH-PWIN-3b")
    assert shift.live().payments[0].steps == ()


def test_only_the_dealer_of_the_table_presses_its_keys() -> None:
    shift = seated(Shift())
    hit(shift)
    assert "Dora deals at this table" in refused(shift, "Don", c.Jackpot(seat=1, step="press_hand")).reason


def test_calling_the_supervisor_calls_the_floor() -> None:
    shift = seated(Shift())
    hit(shift)
    shift.step("Dora", 1, "press_hand")
    shift.step("Dora", 1, "call_supervisor")
    assert shift.live().calls == ("seat 1: straight flush on the progressive",)


def test_what_the_link_gives_is_not_for_anybody_to_say(shift: Shift) -> None:
    """The award in a command is filled in; a jackpot is no action of the round's own."""
    seated(shift)
    hit(shift)
    shift.call(1)
    shift.do("Mia", r.Jackpot(seat=1, step="do_paperwork", award=9_999_900))
    assert shift.live().payments[0].award == MINOR + 40
    told = a.JackpotPaid(spot=1, meter="minor", cents=9_999_900)
    for actor in ("Dora", "Mia", "Flo"):
        assert refused(shift, actor, c.Act(action=told)).reason
    shift.check()


def test_the_wager_goes_back_with_the_award_where_the_sheet_says_so(shift: Shift) -> None:
    shift.open(sets=("bets.progressive.returns_wager=true",))
    shift.seat("Ann")
    hit(shift, others=0)
    shift.call(1)
    assert shift.paperwork(1) == MINOR + 40 + 500
    before = shift.chips("Ann")
    shift.step("Mia", 1, "pay", chips=MINOR + 500, check=40)
    assert shift.chips("Ann") == before + MINOR + 500
    shift.finish(1)
    shift.check()


def test_a_guest_does_not_leave_before_the_win_is_paid() -> None:
    shift = seated(Shift())
    hit(shift, hand=FULL_HOUSE)
    shift.end()
    assert "still being paid" in refused(shift, "Dora", c.UnseatVisitor(box=1)).reason


def test_a_payment_goes_on_after_a_restart_and_with_another_dealer(shift: Shift) -> None:
    seated(shift)
    hit(shift)
    shift.call(1)
    award = shift.paperwork(1)
    shift.check()
    shift.floor = shift.another()
    shift.step("Mia", 1, "pay", check=award)
    shift.do("Dora", c.EndRound())
    assert "the award has been paid" in refused(shift, "Mia", c.Jackpot(seat=1, step="pay", check=award)).reason
    assert "paperwork done already" in refused(shift, "Mia", c.Jackpot(seat=1, step="do_paperwork")).reason
    shift.do("Dora", c.TapOut())
    shift.do("Don", c.TapIn())
    shift.finish(1, dealer="Don")
    shift.check()


# --- several at once ----------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-PMULT-2a", "UTH-PMULT-2b")
def test_hits_at_two_tables_share_by_the_order_of_the_deal_whoever_is_settled_first(shift: Shift) -> None:
    """The first table is dealt first and settled last."""
    seated(shift, "t", "u")
    shift.start("t")
    shift.bet(1, "t", ante=1000, blind=1000, progressive=500)
    shift.do("Dora", c.CoinIn(chips=1), "t")
    hit(shift, "u")
    shift.play(STRAIGHT_FLUSH[:1], STRAIGHT_FLUSH[1], table="t")
    assert [(one.table, one.meter) for one in shift.meters.hits.values()] == [("u", "minor"), ("t", "minor")]
    shift.call(1, "u", "Don")
    assert shift.paperwork(1, "u") == (MINOR + 80) // 2
    assert shift.meters.minor == MINOR
    assert list(shift.meters.paid) == ["t/1/1", "u/1/1"]
    shift.call(1, "t")
    answer = shift.step("Mia", 1, "do_paperwork", "t")
    assert [change.entry.stream for change in answer.changes] == ["table:t"]
    assert shift.live("t").payments[0].award == (MINOR + 80) // 2
    for table, dealer in (("t", "Dora"), ("u", "Don")):
        if table == "t":
            shift.step("Mia", 1, "check_offsets", table)
            shift.step("Gus", 1, "confirm_guard", table)
        shift.step("Mia", 1, "pay", table, chips=75_000, check=40)
        shift.finish(1, table, dealer)
        shift.end(table)
    assert shift.meters.difference() == 0
    shift.check()


def test_two_servers_that_do_the_paperwork_at_once_share_the_meter_once(shift: Shift) -> None:
    """The other one has not heard of the award, and is told by the store that it is too late."""
    seated(shift, "t", "u")
    for table, dealer in (("t", "Dora"), ("u", "Don")):
        hit(shift, table)
        shift.call(1, table, dealer)
    here, there = shift.floor, shift.another()
    there.link(), there.table("u")
    assert shift.paperwork(1, "t") == (MINOR + 80) // 2
    shift.floor = there
    assert shift.paperwork(1, "u") == (MINOR + 80) // 2
    shift.step("Mia", 1, "pay", "u", chips=75_000, check=40)
    shift.floor = here
    shift.step("Mia", 1, "pay", "t", chips=75_000, check=40)
    here.refresh(here.table("u"))
    shift.check()


def test_where_the_first_takes_the_meter_the_first_dealt_does(shift: Shift) -> None:
    shift.open(sets=("bets.progressive.jackpot_tie=first_takes_meter",))
    shift.open(table="u", dealer="Don", sets=("bets.progressive.jackpot_tie=first_takes_meter",))
    for table in ("t", "u"):
        shift.seat("Ann", table=table)
    shift.start("t")
    shift.bet(1, "t", ante=1000, blind=1000, progressive=500)
    shift.do("Dora", c.CoinIn(chips=1), "t")
    hit(shift, "u", others=0)
    shift.play(STRAIGHT_FLUSH[:1], STRAIGHT_FLUSH[1], table="t")
    for table, dealer, award in (("u", "Don", MINOR), ("t", "Dora", MINOR + 80)):
        shift.call(1, table, dealer)
        assert shift.paperwork(1, table) == award
    shift.check()


@pytest.mark.clause("UTH-PMULT-1a", "UTH-PMULT-1b")
def test_two_winners_at_one_table_are_paid_from_the_first_dealt(shift: Shift) -> None:
    seated(shift)
    shift.holdem(["8h 9h", "3h 4h"], "7h 6h 5h 2c 3d", on=(1, 2))
    for seat in (1, 2):
        shift.call(seat)
        assert shift.paperwork(seat) == (MINOR + 80) // 2
    early = refused(shift, "Mia", c.Jackpot(seat=2, step="pay", chips=75_000, check=40))
    assert "the minor of seat 1" in early.reason
    for seat in (1, 2):
        shift.step("Mia", seat, "pay", chips=75_000, check=40)
        shift.finish(seat)
    shift.end()
    shift.check()


def test_a_meter_and_a_fixed_line_in_one_round_are_two_payments(shift: Shift) -> None:
    seated(shift)
    shift.holdem([ROYAL[0], "Qs Qd"], ROYAL[1], on=(1, 2))
    paid = {one.seat: (one.hand, one.award, one.meter) for one in shift.live().payments}
    assert paid == {1: ("royal_flush", 0, "major"), 2: ("three_of_a_kind", 4500, "")}
    shift.call(2)
    shift.step("Flo", 2, "pay", chips=4500)
    shift.finish(2)
    assert refused(shift, "Dora", c.EndRound()).reason == "the round is not over"
    shift.call(1)
    award = shift.paperwork(1)
    assert award == 2_000_140
    shift.step("Mia", 1, "pay", check=award)
    shift.finish(1)
    shift.end()
    shift.check()


# --- COIN IN, and the link ------------------------------------------------------------------------------------


def bets_down(shift: Shift) -> None:
    """Two progressive wagers lie on their sensors."""
    seated(shift)
    shift.start()
    for box in (1, 2):
        shift.bet(box, ante=1000, blind=1000, progressive=500)


@pytest.mark.clause("UTH-PROG-2a", "UTH-PROG-2b")
def test_chips_are_counted_against_the_lit_sensors_before_any_card(shift: Shift) -> None:
    bets_down(shift)
    assert refused(shift, "Dora", c.Act(action=a.StartDeal())).clause == "UTH-PROG-2a"
    answer = shift.do("Dora", c.CoinIn(chips=2))
    assert event(answer, "ProgressiveLocked").spots == (1, 2)
    assert [
        one.spot for change in answer.changes for one in change.events if getattr(one, "state", "") == "locked"
    ] == [
        1,
        2,
    ]
    assert shift.meters.wagered == 1000
    assert shift.balance(tray("t")) == TRAY - 200_000 + 1000
    shift.check()


def test_where_chips_and_sensors_differ_the_deal_waits_for_the_floor(shift: Shift) -> None:
    bets_down(shift)
    differ = event(shift.do("Dora", c.CoinIn(chips=1)), "SensorsDiffer")
    assert (differ.lit, differ.counted, differ.by, differ.clause) == ((1, 2), 1, "Dora", "UTH-PROG-2b")
    assert shift.live().calls == ("chips and sensors differ",)
    assert "the floor comes first" in refused(shift, "Dora", c.CoinIn(chips=2)).reason
    assert "not less than nothing" in refused(shift, "Dora", c.CoinIn(chips=-1)).reason
    assert "the floor comes first" in refused(shift, "Dora", c.CoinIn(chips=1)).reason
    shift.do("Flo", c.AnswerCall(note="a chip of seat 2 lay beside the sensor"))
    shift.act("Dora", a.TakeBackBet(spot=2, wager="progressive"))
    answer = shift.do("Dora", c.CoinIn(chips=1))
    assert event(answer, "ProgressiveLocked").spots == (1,)
    shift.check()


@pytest.mark.clause("UTH-PMULT-4")
def test_a_link_that_goes_down_before_coin_in_gives_the_wagers_back_and_the_game_goes_on(shift: Shift) -> None:
    bets_down(shift)
    before = shift.chips("Ann")
    shift.link(c.LinkDown(reason="a cable"))
    answer = shift.do("Dora", c.CoinIn(chips=2))
    assert names(answer).count("BetTakenBack") == 2
    assert "ProgressiveLocked" not in names(answer)
    assert shift.chips("Ann") == before + 500
    shift.play((NOTHING, "4d 9s"), FULL_HOUSE[1])
    shift.end()
    shift.start()
    refusal = refused(shift, "Dora", c.Act(action=a.PlaceBet(spot=1, cents=500, wager="progressive")))
    assert refusal.clause == "UTH-PMULT-4"
    shift.link(c.LinkUp())
    shift.check()


def test_a_link_that_goes_down_within_a_round_still_pays_what_was_locked(shift: Shift) -> None:
    seated(shift)
    shift.start()
    shift.bet(1, ante=1000, blind=1000, progressive=500)
    shift.do("Dora", c.CoinIn(chips=1))
    shift.link(c.LinkDown(reason="a cable"))
    shift.play(STRAIGHT_FLUSH[:1], STRAIGHT_FLUSH[1])
    shift.link(c.LinkUp())
    shift.call(1)
    award = shift.paperwork(1)
    shift.step("Mia", 1, "pay", check=award)
    shift.finish(1)
    shift.end()
    assert shift.meters.up
    shift.check()


# --- a round that becomes void --------------------------------------------------------------------------------


def test_a_hit_of_a_void_round_is_withdrawn(shift: Shift) -> None:
    seated(shift)
    hit(shift)
    assert list(shift.meters.hits) == ["t/1/1"]
    answer = shift.act("Dora", a.Declare(kind="wrong_count", spot=2))
    assert event(answer, "HitWithdrawn").id == "t/1/1"
    assert (shift.meters.hits, shift.meters.wagered, shift.meters.minor) == ({}, 0, MINOR)
    assert shift.live().payments == ()
    assert shift.chips("Ann") == shift.chips("Ben") == 100_000
    shift.end()
    shift.check()


def test_an_award_of_a_void_round_is_on_the_meter_again(shift: Shift) -> None:
    """Another table's paperwork had awarded it; nobody was paid yet."""
    seated(shift, "t", "u")
    hit(shift, "t")
    hit(shift, "u")
    shift.call(1, "u", "Don")
    shift.paperwork(1, "u")
    answer = shift.act("Dora", a.Declare(kind="wrong_count", spot=2), "t")
    returned = event(answer, "AwardReturned")
    assert (returned.id, returned.cents, returned.reason) == ("t/1/1", (MINOR + 80) // 2, "wrong_count")
    assert shift.meters.minor == MINOR + (MINOR + 80) // 2 - 40
    assert shift.balance(meter("minor")) == shift.meters.minor
    assert shift.balance(tray("t")) == TRAY - 200_000
    shift.check()


HOUSES = [HOUSE, meter("major"), meter("minor"), RESERVE, tray("t")]


def put_at(shift: Shift, pot: Any, to: int) -> None:
    """Two people of the house put a meter there."""
    for actor, command in (
        ("Ada", c.Propose(proposal=pot, change=c.MeterChange(meter=pot, to=to), reason="as the sign has it")),
        ("Mia", c.Approve(proposal=pot)),
        ("Ada", c.Apply(proposal=pot)),
    ):
        proposed = partial(shift.floor.plan_house, command, actor=actor, role=STAFF[actor])
        shift.floor.do(proposed)


def signed(shift: Shift) -> None:
    """A checkpoint is signed, and the audit finds the log as it was signed."""
    assert Checkpoints(shift.store, shift.keys, clock=lambda: 0).sign() is not None
    audit = verify(shift.store, shift.keys)
    assert (audit.findings, audit.checkpoints > 0, audit.unsigned) == ([], True, 0)


@pytest.mark.clause("UTH-IRR-1", "UTH-IRR-3")
@pytest.mark.parametrize(("hand", "pot", "to"), [(ROYAL, "major", 2_100_000), (STRAIGHT_FLUSH, "minor", 300_000)])
def test_a_round_that_is_void_after_its_jackpot_was_awarded_leaves_the_house_as_it_was(
    shift: Shift, hand: tuple[str, str], pot: str, to: int
) -> None:
    """The Major at $21,000, COIN IN, a royal flush, paperwork, the meter starts again, and a hand has three cards."""
    seated(shift)
    put_at(shift, pot, to)
    before = shift.store.balances(HOUSES)
    hit(shift, hand=hand)
    shift.call(1)
    award = shift.paperwork(1)
    step = {"major": 70, "minor": 40}[pot]
    assert (award, getattr(shift.meters, pot)) == (to + step, {"major": 2_000_000, "minor": MINOR}[pot])
    answer = shift.act("Dora", a.Declare(kind="wrong_count", spot=2))
    assert names(answer)[-3:] == ["AwardReturned", "MeterRestored", "ContributionVoided"]
    restored = event(answer, "MeterRestored")
    assert (restored.after, restored.clause) == (to + step, "UTH-IRR-1")
    assert restored.to_reserve == (10 if pot == "major" else 0)
    assert getattr(shift.meters, pot) == to
    assert shift.store.balances(HOUSES) == before
    assert shift.chips("Ann") == shift.chips("Ben") == 100_000
    shift.end()
    signed(shift)
    shift.check()
    hit(shift, hand=hand)
    shift.call(1)
    assert shift.paperwork(1) == to + step, "the next winner is paid what the meter showed"


def test_what_another_table_put_in_after_the_reset_stays_on_a_restored_meter(shift: Shift) -> None:
    seated(shift, "t", "u")
    put_at(shift, "major", 2_100_000)
    hit(shift, hand=ROYAL)
    shift.call(1)
    shift.paperwork(1)
    hit(shift, "u", hand=FULL_HOUSE)
    shift.act("Dora", a.Declare(kind="wrong_count", spot=2))
    assert (shift.meters.major, shift.meters.minor, shift.meters.reserve) == (2_100_070, MINOR + 40, 10)
    assert shift.balance(meter("major")) == 2_100_070
    shift.end()
    signed(shift)
    shift.check()


@pytest.mark.clause("UTH-IRR-6a")
def test_a_step_that_another_table_has_won_is_borne_by_the_house_when_its_round_is_void(shift: Shift) -> None:
    """What the other table puts in after its win stays on the meter."""
    seated(shift, "t", "u")
    shift.start()
    shift.bet(1, ante=1000, blind=1000, progressive=500)
    shift.do("Dora", c.CoinIn(chips=1))
    hit(shift, "u")
    shift.call(1, "u", "Don")
    award = shift.paperwork(1, "u")
    assert award == MINOR + 80
    shift.step("Mia", 1, "pay", "u", check=award)
    shift.finish(1, "u", "Don")
    shift.end("u")
    hit(shift, "u", hand=FULL_HOUSE)
    house = shift.balance(HOUSE)
    answer = shift.act("Dora", a.Declare(kind="dealing_jam"))
    gone = event(answer, "ContributionVoided")
    assert (gone.major, gone.minor, gone.reserve, gone.house) == (70, 0, 10, 420)
    assert (shift.meters.major, shift.meters.minor, shift.meters.reserve) == (2_000_140, MINOR + 40, 20)
    assert shift.balance(HOUSE) == house + 80
    assert shift.chips("Ann") == 100_000
    shift.end()
    signed(shift)
    shift.check()


@pytest.mark.clause("UTH-IRR-7a")
def test_a_forfeited_jackpot_is_as_if_it_had_not_been_hit_and_the_wager_stays(shift: Shift) -> None:
    seated(shift)
    put_at(shift, "major", 2_100_000)
    house = shift.balance(HOUSE)
    hit(shift, hand=ROYAL)
    shift.call(1)
    shift.paperwork(1)
    shift.act("Dora", a.Declare(kind="information_shared", spot=1, note="showing"))
    answer = shift.act("Mia", a.Rule(choice="void_and_forfeit"))
    assert event(answer, "MeterRestored").to_house == 1_999_990
    assert (shift.meters.major, shift.meters.reserve) == (2_100_070, 10)
    assert shift.balance(HOUSE) == house - 120, "the parts of the wager"
    shift.end()
    signed(shift)
    shift.check()


def test_what_was_paid_from_a_meter_comes_back_when_the_round_is_void(shift: Shift) -> None:
    """Two winners: one is paid, the other waits, and a hand with three cards is found."""
    seated(shift)
    shift.holdem(["8h 9h", "3h 4h"], "7h 6h 5h 2c 3d", on=(1, 2))
    shift.call(1)
    shift.paperwork(1)
    shift.step("Mia", 1, "pay", chips=75_000, check=40)
    shift.act("Dora", a.Declare(kind="wrong_count", spot=2))
    assert shift.chips("Ann") == 100_000 - 40
    assert (shift.meters.minor, shift.meters.awarded, shift.meters.difference()) == (MINOR, 0, 0)
    assert shift.live().payments == ()
    shift.end()
    shift.check()


def test_a_hand_that_is_forfeited_wins_no_meter(shift: Shift) -> None:
    seated(shift)
    hit(shift)
    shift.act("Dora", a.Declare(kind="information_shared", spot=1, note="showing"))
    answer = shift.act("Mia", a.Rule(choice="void_and_forfeit"))
    assert event(answer, "HitWithdrawn").reason == "information_shared"
    assert shift.live().payments == ()
    shift.end()
    shift.check()


@pytest.mark.clause("UTH-IRR-7a")
def test_a_forfeited_hand_gives_back_what_it_was_paid_from_a_meter(shift: Shift) -> None:
    """Two winners: one is paid, the other waits, and the paid one's cards turn out to have been shown."""
    seated(shift)
    shift.holdem(["8h 9h", "3h 4h"], "7h 6h 5h 2c 3d", on=(1, 2))
    shift.call(1)
    shift.paperwork(1)
    shift.step("Mia", 1, "pay", chips=75_000, check=40)
    shift.act("Dora", a.Declare(kind="information_shared", spot=1, note="showing"))
    answer = shift.act("Mia", a.Rule(choice="void_and_forfeit"))
    returned = event(answer, "AwardReturned")
    assert (returned.id, returned.cents, returned.reason) == ("t/1/1", (MINOR + 80) // 2, "information_shared")
    assert shift.meters.minor == MINOR + (MINOR + 80) // 2
    assert [payment.seat for payment in shift.live().payments] == [2]
    assert shift.chips("Ann") == 100_000 - STAKES - 500 - 40, "all wagers, and the check is to be had back"
    shift.call(2)
    shift.paperwork(2)
    shift.step("Mia", 2, "pay", chips=75_000, check=40)
    shift.finish(2)
    shift.end()
    shift.check()


@pytest.mark.clause("UTH-IRR-7a")
@pytest.mark.parametrize("paid", [False, True])
def test_a_forfeited_hand_keeps_no_fixed_line_whether_it_was_handed_over_or_not(shift: Shift, paid: bool) -> None:
    seated(shift)
    shift.holdem(["8h 9h", "8c 9c"], "7h 6h 5h 2c 3d", on=(1, 2))
    assert [(one.seat, one.hand, one.award) for one in shift.live().payments][:1] == [(2, "straight", 15_000)]
    if paid:
        shift.call(2)
        shift.step("Dora", 2, "pay", chips=10_000, check=5_000)
    shift.act("Dora", a.Declare(kind="information_shared", spot=2, note="looking"))
    shift.act("Mia", a.Rule(choice="void_and_forfeit"))
    assert [one.seat for one in shift.live().payments] == [1]
    assert shift.chips("Ben") == 100_000 - STAKES - 500 - 5_000 * paid
    shift.check()


def test_a_round_is_void_after_one_of_its_hits_was_forfeited(shift: Shift) -> None:
    """The hit that is gone is not withdrawn once more, and the other one is."""
    seated(shift)
    shift.holdem(["8h 9h", "3h 4h"], "7h 6h 5h 2c 3d", on=(1, 2))
    shift.act("Dora", a.Declare(kind="information_shared", spot=1, note="showing"))
    shift.act("Mia", a.Rule(choice="void_and_forfeit"))
    assert list(shift.meters.hits) == ["t/1/2"]
    answer = shift.act("Dora", a.Declare(kind="wrong_count", spot=2))
    assert event(answer, "HitWithdrawn").id == "t/1/2"
    assert (shift.meters.hits, shift.meters.wagered, shift.live().payments) == ({}, 0, ())
    shift.end()
    shift.check()
