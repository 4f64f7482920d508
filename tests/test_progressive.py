"""The link and the payment of a progressive win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.engine import engine_of
from pitboss.errors import IllegalAction
from pitboss.progressive import Link, Payment
from pitboss.progressive.events import (
    AwardReturned,
    Contributed,
    ContributionVoided,
    MeterLowered,
    MeterReset,
    MeterRestored,
)
from pitboss.rules import load

UTH = "ultimate-texas-holdem"


@pytest.fixture
def link() -> Link:
    return Link.of(load(UTH))


def coin_in(link: Link, id: str, wagers: int = 1, *, table: str = "1", game: str = UTH) -> Contributed:
    return link.contribute(id, table=table, game=game, wagers=wagers)


def hit(link: Link, id: str, meter: str = "minor", *, table: str = "1", seat: int = 1, dealt: int = 1) -> None:
    link.hit(id, meter=meter, table=table, game=UTH, seat=seat, dealt=dealt)  # type: ignore[arg-type]


@pytest.mark.clause("UTH-PTAB-8a", "UTH-PTAB-8b")
def test_a_new_link_stands_at_its_seeds(link: Link) -> None:
    assert (link.major, link.minor, link.reserve) == (20_000_00, 1_500_00, 0)
    assert link.house_seed == 21_500_00


@pytest.mark.clause("UTH-PTAB-10a", "UTH-PTAB-10b", "UTH-PTAB-10c")
def test_a_wager_gives_70_cents_to_the_major_40_to_the_minor_and_10_to_the_reserve(link: Link) -> None:
    entry = coin_in(link, "r1")
    assert (entry.major, entry.minor, entry.reserve) == (70, 40, 10)
    assert entry.major + entry.minor + entry.reserve == 120
    assert entry.house == 380
    assert (link.major, link.minor, link.reserve) == (20_000_70, 1_500_40, 10)


@pytest.mark.clause("UTH-PROG-0c")
def test_another_game_raises_the_same_meters(link: Link) -> None:
    coin_in(link, "r1", 2)
    coin_in(link, "c4p-1", 3, table="9", game="crazy-4-poker")
    assert (link.major, link.minor) == (20_000_00 + 5 * 70, 1_500_00 + 5 * 40)


@pytest.mark.clause("UTH-PWIN-1", "UTH-PTAB-11", "UTH-PTAB-2a")
def test_a_hit_takes_the_whole_meter_which_starts_again_at_its_seed(link: Link) -> None:
    coin_in(link, "r1", 1000)
    hit(link, "h1")
    (award,) = link.award("minor")
    assert award.cents == 1_500_00 + 1000 * 40
    assert link.minor == 1_500_00
    assert link.major == 20_000_00 + 1000 * 70


@pytest.mark.clause("UTH-PTAB-1a", "UTH-PTAB-11")
def test_the_major_reset_draws_on_the_reserve_first_and_the_house_for_the_rest(link: Link) -> None:
    coin_in(link, "r1", 1000)
    hit(link, "h1", "major")
    (award,) = link.award("major")
    assert award.cents == 20_700_00
    assert (link.major, link.reserve) == (20_000_00, 0)
    reset = link.log[-1]
    assert isinstance(reset, MeterReset)
    assert (reset.from_reserve, reset.from_house) == (100_00, 19_900_00)


@pytest.mark.clause("UTH-PTAB-11")
def test_a_reserve_larger_than_the_seed_stays_or_starts_the_meter_as_the_sheet_says() -> None:
    other = ["meter_reset=greater_of_seed_and_reserve"]
    for sets, start, left in (([], 20_000_00, 1_000_00), (other, 21_000_00, 0)):
        link = Link.of(load(UTH, sets=sets))
        coin_in(link, "r1", 210_000)
        hit(link, "h1", "major")
        link.award("major")
        assert (link.major, link.reserve) == (start, left)
        assert link.difference() == 0


@pytest.mark.clause("UTH-PMULT-1a", "UTH-PMULT-1b")
def test_two_winners_at_one_table_share_evenly_in_the_order_of_the_deal(link: Link) -> None:
    coin_in(link, "r1", 3750)
    assert link.minor == 3_000_00
    hit(link, "b", seat=4, dealt=12)
    hit(link, "a", seat=2, dealt=11)
    assert [(award.hit.seat, award.cents) for award in link.award("minor")] == [(2, 1_500_00), (4, 1_500_00)]


def test_a_hit_of_another_game_shares_like_any_other(link: Link) -> None:
    coin_in(link, "r1", 1)
    coin_in(link, "c1", 1, table="9", game="crazy-4-poker")
    hit(link, "ours", dealt=2)
    link.hit("theirs", meter="minor", table="9", game="crazy-4-poker", seat=3, dealt=1)
    awards = link.award("minor")
    assert [(award.hit.game, award.cents) for award in awards] == [("crazy-4-poker", 75_040), (UTH, 75_040)]


def test_a_hit_made_before_the_link_failed_is_reported_and_paid_all_the_same(link: Link) -> None:
    coin_in(link, "r1", 1)
    link.go_down("cable")
    hit(link, "h1")
    assert link.award("minor")[0].cents == 1_500_40


@pytest.mark.clause("UTH-PMULT-2a", "UTH-PMULT-2b")
def test_winners_at_two_tables_share_by_the_time_their_hands_were_dealt(link: Link) -> None:
    coin_in(link, "r1", 1)
    hit(link, "later", table="2", dealt=9)
    hit(link, "earlier", table="5", dealt=7)
    awards = link.award("minor")
    assert [award.hit.table for award in awards] == ["5", "2"]
    assert [award.cents for award in awards] == [75_020, 75_020]
    hit(link, "after the reset", table="3", dealt=8)
    assert [award.cents for award in link.award("minor")] == [1_500_00], "which is no longer at the same time"


def test_an_odd_cent_goes_to_the_first_paid(link: Link) -> None:
    link.minor += 1
    link.house_seed += 1
    hit(link, "a", dealt=1)
    hit(link, "b", dealt=2)
    assert [award.cents for award in link.award("minor")] == [75_001, 75_000]


def test_first_takes_meter_gives_the_next_winner_the_seed() -> None:
    link = Link.of(load(UTH, sets=["jackpot_tie=first_takes_meter"]))
    coin_in(link, "r1", 3750)
    hit(link, "a", dealt=1)
    hit(link, "b", dealt=2)
    assert [award.cents for award in link.award("minor")] == [3_000_00, 1_500_00]
    assert link.difference() == 0


@pytest.mark.clause("UTH-PMULT-4")
def test_a_link_that_is_down_takes_no_wagers_and_comes_back_as_it_was(link: Link) -> None:
    coin_in(link, "r1")
    before = (link.major, link.minor, link.reserve)
    link.go_down("cable")
    with pytest.raises(IllegalAction, match="out of order") as refusal:
        coin_in(link, "r2")
    assert refusal.value.clause == "UTH-PMULT-4"
    link.come_up()
    assert link.up
    assert (link.major, link.minor, link.reserve) == before


def test_a_contribution_counts_once_and_never_with_other_facts(link: Link) -> None:
    first = coin_in(link, "r1", 2)
    assert coin_in(link, "r1", 2) is first
    assert link.wagered == 10_00
    with pytest.raises(IllegalAction, match="made before"):
        coin_in(link, "r1", 3)
    assert link.wagered == 10_00


def test_a_void_after_another_tables_hit_is_borne_by_the_house(link: Link) -> None:
    coin_in(link, "r1", 10)
    hit(link, "h1", table="2")
    link.award("minor")
    share = link.house_share
    gone = link.void("r1")
    assert isinstance(gone, ContributionVoided)
    assert (gone.major, gone.minor, gone.reserve) == (700, 0, 100)
    assert link.minor == 1_500_00
    assert link.house_share == share - (50_00 - 700 - 100)
    assert link.difference() == 0
    assert link.void("r1") == gone


def test_awards_are_refused_without_a_hit_and_hits_with_changed_facts(link: Link) -> None:
    with pytest.raises(IllegalAction, match="nobody has hit"):
        link.award("major")
    hit(link, "h1")
    hit(link, "h1")
    with pytest.raises(IllegalAction, match="other facts"):
        hit(link, "h1", seat=3)
    link.withdraw("h1", "wrong button")
    with pytest.raises(IllegalAction, match="no open hit"):
        link.withdraw("h1", "again")


# --- what a void takes back ---------------------------------------------------------------------------------


def at(link: Link, *, major: int = 0, minor: int = 0) -> Link:
    """The link with meters that the house has put there."""
    for meter, to in (("major", major), ("minor", minor)):
        if to:
            link.raise_meter(meter, to, "p1", "as the sign has it")  # type: ignore[arg-type]
    return link


def pots(link: Link) -> tuple[int, int, int]:
    assert link.difference() == 0
    return link.major, link.minor, link.reserve


TAKEN_BACK: list[tuple[str, ...]] = [("withdraw", "void"), ("void", "withdraw")]


@pytest.mark.clause("UTH-IRR-1", "UTH-PTAB-11")
@pytest.mark.parametrize("order", TAKEN_BACK)
@pytest.mark.parametrize("meter", ["major", "minor"])
def test_a_void_after_an_award_puts_meter_reserve_and_seed_money_back(
    link: Link, meter: str, order: tuple[str, ...]
) -> None:
    at(link, major=21_000_00, minor=3_000_00)
    coin_in(link, "0", 100, table="9")
    before, seed_money = pots(link), link.house_seed
    coin_in(link, "r1")
    hit(link, "h1", meter)
    link.award(meter)  # type: ignore[arg-type]
    for step in order:
        if step == "void":
            link.void("r1")
        else:
            link.withdraw("h1", "wrong_count")
    assert pots(link) == before
    assert (link.house_seed, link.house_share, link.awarded, link.wagered) == (seed_money, 380_00, 0, 500_00)


def test_what_is_restored_is_said(link: Link) -> None:
    at(link, major=21_000_00)
    coin_in(link, "r1")
    hit(link, "h1", "major")
    link.award("major")
    link.withdraw("h1", "wrong_count")
    returned, restored = link.log[-2:]
    assert isinstance(returned, AwardReturned)
    assert (returned.cents, returned.reason) == (21_000_70, "wrong_count")
    assert isinstance(restored, MeterRestored)
    assert (restored.before, restored.after) == (41_000_70, 21_000_70)
    assert (restored.to_reserve, restored.to_house) == (10, 19_999_90)
    assert restored.clause == returned.clause == "UTH-IRR-1"


def test_what_other_tables_put_in_since_the_reset_stays(link: Link) -> None:
    coin_in(link, "a", 1000)
    hit(link, "h1")
    link.award("minor")
    coin_in(link, "b", 5, table="2")
    link.withdraw("h1", "wrong_count")
    link.void("a")
    assert pots(link) == (20_000_00 + 5 * 70, 1_500_00 + 5 * 40, 5 * 10)


def test_a_void_takes_no_step_that_came_in_after_its_own_was_paid_out(link: Link) -> None:
    """Tables a and b play, b wins the Minor, c plays, and then the round at a is void."""
    coin_in(link, "a/1", table="a")
    coin_in(link, "b/1", table="b")
    hit(link, "b/1/2", table="b")
    link.award("minor")
    coin_in(link, "c/1", table="c")
    gone = link.void("a/1")
    assert (gone.major, gone.minor, gone.reserve, gone.house) == (70, 0, 10, 420)
    assert pots(link) == (20_001_40, 1_500_40, 20)


def test_a_void_takes_nothing_from_the_reserve_that_came_in_after_the_major_was_won(link: Link) -> None:
    coin_in(link, "a/1", table="a")
    hit(link, "b/1/2", "major", table="b")
    link.award("major")
    coin_in(link, "c/1", table="c")
    gone = link.void("a/1")
    assert (gone.major, gone.minor, gone.reserve) == (0, 40, 0)
    assert pots(link) == (20_000_70, 1_500_40, 10)


def test_what_the_reserve_gave_to_a_higher_start_is_no_step_of_a_void_round() -> None:
    link = Link.of(load(UTH, sets=["meter_reset=greater_of_seed_and_reserve"]))
    coin_in(link, "0", 210_000, table="9")
    coin_in(link, "a/1", table="a")
    hit(link, "b/1/2", "major", table="b")
    link.award("major")
    assert (link.major, link.reserve) == (21_000_10, 0)
    gone = link.void("a/1")
    assert (gone.major, gone.reserve) == (0, 0)
    assert link.major == 21_000_10


def test_a_reserve_that_fed_a_start_which_was_won_again_is_made_good_by_the_house() -> None:
    """The meter cannot give it: it stands at its seed after another table's hit."""
    link = Link.of(load(UTH, sets=["meter_reset=greater_of_seed_and_reserve", "bets.progressive.major.rate=1%"]))
    coin_in(link, "0", 210_000, table="9")
    shown, reserve, share = link.major, link.reserve, link.house_share
    assert (shown, reserve) == (30_500_00, 21_000_00)
    link.lower_meter("major", 20_500_00, "p1", "the sign was wrong")
    hit(link, "a", "major", table="a")
    link.award("major")
    hit(link, "b", "major", table="b")
    link.award("major")
    link.withdraw("a", "wrong_count")
    assert (link.major, link.reserve) == (20_000_00, 21_000_00)
    restored = link.log[-1]
    assert isinstance(restored, MeterRestored)
    assert (restored.to_reserve, restored.to_house) == (21_000_00, -500_00)
    assert link.house_share == share - 500_00
    assert link.difference() == 0


def test_a_meter_that_was_won_again_keeps_what_came_back_above_its_new_start(link: Link) -> None:
    """The second winner took the seed and what had grown; the first one's money waits for the next."""
    at(link, minor=3_000_00)
    hit(link, "a", table="a")
    link.award("minor")
    coin_in(link, "r1", table="b")
    hit(link, "b", table="b")
    assert link.award("minor")[0].cents == 1_500_40
    link.withdraw("a", "wrong_count")
    assert pots(link)[1] == 3_000_00


@pytest.mark.clause("UTH-PMULT-1b")
def test_the_share_of_a_winner_whose_round_was_void_is_on_the_meter_for_the_next(link: Link) -> None:
    """The other keeps the share that was awarded, and the house keeps nothing of either."""
    at(link, minor=3_000_00)
    hit(link, "a", table="a")
    hit(link, "b", table="b")
    link.award("minor")
    seed_money = link.house_seed
    link.withdraw("a", "wrong_count")
    assert (pots(link)[1], link.awarded, link.house_seed) == (3_000_00, 1_500_00, seed_money)
    link.withdraw("b", "wrong_count")
    assert (pots(link)[1], link.awarded, link.house_seed) == (3_000_00, 0, seed_money - 1_500_00)


@pytest.mark.parametrize(("first", "left"), [("a", 3_000_00), ("b", 1_500_00)])
def test_where_the_first_takes_the_meter_each_return_undoes_its_own_start(first: str, left: int) -> None:
    link = at(Link.of(load(UTH, sets=["jackpot_tie=first_takes_meter"])), minor=3_000_00)
    hit(link, "a", dealt=1)
    hit(link, "b", dealt=2)
    seed_money = link.house_seed
    link.award("minor")
    link.withdraw(first, "wrong_count")
    assert pots(link)[1] == left
    link.withdraw("b" if first == "a" else "a", "wrong_count")
    assert (pots(link)[1], link.house_seed) == (3_000_00, seed_money)


def test_a_share_below_the_whole_comes_back_to_what_was_left() -> None:
    link = at(Link.of(load(UTH, sets=["bets.progressive.minor.share=50%"])), minor=4_000_00)
    coin_in(link, "r1")
    hit(link, "a")
    assert link.award("minor")[0].cents == 2_000_20
    assert link.minor == 2_000_20
    link.withdraw("a", "information_shared")
    assert pots(link)[1] == 4_000_40
    link.void("r1")
    assert pots(link)[1] == 4_000_00


def test_old_rounds_take_no_room_and_what_they_did_stays_done(link: Link) -> None:
    """A table's last round is open; all that others have done since is one fact beside it."""
    coin_in(link, "slow/1", table="slow")
    for number in range(1, 300):
        for table in "abc":
            link.forget(table)
            coin_in(link, f"{table}/{number}", table=table)
        if number % 50 == 0:
            hit(link, f"a/{number}/1", "major", table="a")
            link.award("major")
    assert len(link.facts) <= 2 * (len(link.contributions) + len(link.paid))
    gone = link.void("slow/1")
    assert (gone.major, gone.minor, gone.reserve) == (0, 40, 0)
    assert pots(link) == (20_000_00 + 70 * (3 * 299 - 3 * 250), 1_500_00 + 40 * 3 * 299, 10 * (3 * 299 - 3 * 250))


@pytest.mark.parametrize(("meter", "doubled"), [("major", 41_000_00), ("minor", 4_500_00)])
def test_an_entry_of_an_earlier_engine_is_decided_as_it_was(link: Link, meter: Any, doubled: int) -> None:
    """The award came on top of the new start, and a void took whatever lay above the seeds."""
    earlier = engine_of("0.1.0")
    at(link, major=21_000_00, minor=3_000_00)
    coin_in(link, "r1")
    hit(link, "h1", meter)
    link.award(meter)
    link.withdraw("h1", "wrong_count", engine=earlier)
    link.void("r1", engine=earlier)
    assert getattr(link, meter) == doubled
    assert not any(isinstance(event, MeterRestored) for event in link.log)
    coin_in(link, "r2", table="2")
    link.void("r2")
    assert getattr(link, meter) == doubled, "and the engines after it go on from there"
    assert link.difference() == 0


def test_an_earlier_engine_took_the_step_of_a_third_table(link: Link) -> None:
    coin_in(link, "a/1", table="a")
    coin_in(link, "b/1", table="b")
    hit(link, "b/1/2", table="b")
    link.award("minor")
    coin_in(link, "c/1", table="c")
    assert link.void("a/1", engine=engine_of("0.1.0")).minor == 40
    assert pots(link)[1] == 1_500_00


# --- what two people of the house decide --------------------------------------------------------------------


def test_a_meter_is_lowered_with_its_reason_and_the_money_is_the_houses_again(link: Link) -> None:
    at(link, major=41_000_00)
    link.lower_meter("major", 21_000_00, "p2", "a void had doubled it")
    lowered = link.log[-1]
    assert isinstance(lowered, MeterLowered)
    assert (lowered.before, lowered.after, lowered.reason) == (41_000_00, 21_000_00, "a void had doubled it")
    assert (link.major, link.house_seed) == (21_000_00, 22_500_00)
    assert link.difference() == 0


@pytest.mark.clause("UTH-PTAB-8a", "UTH-PTAB-8b")
@pytest.mark.parametrize(
    ("meter", "seed", "clause"), [("major", 20_000_00, "UTH-PTAB-8a"), ("minor", 1_500_00, "UTH-PTAB-8b")]
)
def test_no_meter_is_lowered_below_its_seed(link: Link, meter: Any, seed: int, clause: str) -> None:
    at(link, major=30_000_00, minor=3_000_00)
    with pytest.raises(IllegalAction, match="never below its seed") as refusal:
        link.lower_meter(meter, seed - 1, "p2", "too far")
    assert refusal.value.clause == clause
    link.lower_meter(meter, seed, "p2", "just so far")
    assert getattr(link, meter) == seed


def test_a_change_that_is_none_or_of_a_meter_that_was_won_is_refused(link: Link) -> None:
    at(link, minor=3_000_00)
    with pytest.raises(IllegalAction, match=r"stands at \$3,000, which is no less"):
        link.raise_meter("minor", 3_000_00, "p2", "the same")
    with pytest.raises(IllegalAction, match=r"stands at \$3,000, which is no more"):
        link.lower_meter("minor", 3_000_00, "p2", "the same")
    hit(link, "h1")
    with pytest.raises(IllegalAction, match="was hit and is not yet paid"):
        link.lower_meter("minor", 2_000_00, "p2", "too late")
    assert link.difference() == 0


def test_a_step_that_was_taken_off_a_meter_is_not_taken_off_it_again(link: Link) -> None:
    coin_in(link, "a/1", table="a")
    link.lower_meter("minor", 1_500_00, "p1", "the round was none")
    coin_in(link, "b/1", table="b")
    assert link.void("a/1").minor == 0
    assert pots(link)[1] == 1_500_40


def jackpot(meter: str = "minor") -> Payment:
    return Payment(load(UTH), seat=3, hand="straight flush", award_cents=2_000_00, meter=meter)


Step = Callable[[Payment], Payment]

PAPERS: list[tuple[str, Step]] = [
    ("UTH-PWIN-3a", lambda p: p.press_hand("dealer")),
    ("UTH-PWIN-4a", lambda p: p.call_supervisor("dealer")),
    ("UTH-PWIN-4b", lambda p: p.do_paperwork("shift_manager")),
    ("UTH-PWIN-4b", lambda p: p.check_offsets("shift_manager")),
    ("UTH-PWIN-4c", lambda p: p.confirm_guard("security")),
    ("UTH-PWIN-4d", lambda p: p.pay("shift_manager", chips_cents=500_00, check_cents=1_500_00)),
    ("UTH-PWIN-5a", lambda p: p.swipe_card("supervisor")),
    ("UTH-PWIN-5b", lambda p: p.end_game("dealer")),
]


def through(payment: Payment, steps: int) -> Payment:
    for _, step in PAPERS[:steps]:
        payment = step(payment)
    return payment


@pytest.mark.clause("UTH-PWIN-3a", "UTH-PWIN-4a", "UTH-PWIN-4b", "UTH-PWIN-4c", "UTH-PWIN-4d", "UTH-PWIN-5a")
def test_a_jackpot_is_paid_step_by_step_and_each_step_names_its_clause() -> None:
    done = through(jackpot(), len(PAPERS))
    assert done.done
    assert [event.clause for event in done.log] == [clause for clause, _ in PAPERS]
    assert "from the vault" in done.log[5].detail
    assert not through(jackpot(), 7).done


@pytest.mark.clause("UTH-PWIN-3b")
def test_the_hand_button_pressed_again_goes_off() -> None:
    off = jackpot().press_hand("dealer").press_hand("dealer")
    assert "hand_pressed" not in off.steps
    assert [event.clause for event in off.log] == ["UTH-PWIN-3a", "UTH-PWIN-3b"]
    with pytest.raises(IllegalAction, match="first: hand pressed"):
        off.call_supervisor("dealer")


@pytest.mark.clause("UTH-PWIN-3a", "UTH-PWIN-5a")
@pytest.mark.parametrize("missing", range(1, len(PAPERS)))
def test_no_step_before_the_one_it_stands_on(missing: int) -> None:
    """The dealer ends the game only after the card was swiped, and so on back to the hand button."""
    needs = {1: 0, 2: 1, 3: 1, 4: 1, 5: 4, 6: 5, 7: 6}[missing]
    lacking = jackpot()
    for place, (_, step) in enumerate(PAPERS[:missing]):
        lacking = step(lacking) if place < needs else lacking
    with pytest.raises(IllegalAction, match="first:"):
        PAPERS[missing][1](lacking)


@pytest.mark.clause("UTH-PWIN-4a")
def test_no_payment_before_the_supervisor_was_called() -> None:
    pressed = jackpot(meter="").press_hand("dealer")
    with pytest.raises(IllegalAction, match="supervisor called") as refusal:
        pressed.pay("dealer", chips_cents=2_000_00)
    assert refusal.value.clause == "UTH-PWIN-4a"
    paid = pressed.call_supervisor("dealer").pay("dealer", chips_cents=2_000_00)
    assert "from the tray" in paid.log[-1].detail


@pytest.mark.clause("UTH-PWIN-4b", "UTH-PWIN-4c")
@pytest.mark.parametrize("missing", ["paperwork_done", "offsets_checked", "guard_present"])
def test_a_meter_needs_paperwork_offsets_and_guard(missing: str) -> None:
    ready = through(jackpot(), 5)
    lacking = Payment(
        ready.sheet,
        ready.seat,
        ready.hand,
        ready.award_cents,
        ready.meter,
        tuple(s for s in ready.steps if s != missing),
    )
    with pytest.raises(IllegalAction, match=missing.replace("_", " ")):
        lacking.pay("shift_manager", chips_cents=2_000_00)
    assert ready.pay("shift_manager", chips_cents=2_000_00).steps[-1] == "paid"


@pytest.mark.clause("UTH-PWIN-4b", "UTH-PWIN-4c", "UTH-PWIN-5a")
@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        (0, lambda p: p.press_hand("player")),
        (2, lambda p: p.do_paperwork("supervisor")),
        (2, lambda p: p.check_offsets("dealer")),
        (2, lambda p: p.confirm_guard("dealer")),
        (5, lambda p: p.pay("supervisor", chips_cents=2_000_00)),
        (6, lambda p: p.swipe_card("dealer")),
        (7, lambda p: p.end_game("player")),
    ],
)
def test_only_the_role_the_clause_names(steps: int, wrong: Step) -> None:
    with pytest.raises(IllegalAction, match="only the"):
        wrong(through(jackpot(), steps))


@pytest.mark.clause("UTH-PWIN-4d")
@pytest.mark.parametrize("parts", [(2_000_00, 1), (0, 0), (2_500_00, -500_00), (1_999_99, 0)])
def test_the_parts_of_a_payment_must_add_up(parts: tuple[int, int]) -> None:
    with pytest.raises(IllegalAction, match=r"add up|award is"):
        through(jackpot(), 5).pay("shift_manager", chips_cents=parts[0], check_cents=parts[1])


@pytest.mark.clause("UTH-PWIN-4d")
@pytest.mark.parametrize("parts", [(2_000_00, 0), (0, 2_000_00), (1, 1_999_99)])
def test_chips_check_or_both(parts: tuple[int, int]) -> None:
    paid = through(jackpot(), 5).pay("shift_manager", chips_cents=parts[0], check_cents=parts[1])
    with pytest.raises(IllegalAction, match="has been paid"):
        paid.pay("shift_manager", chips_cents=2_000_00)
