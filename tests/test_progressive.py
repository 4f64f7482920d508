"""The link and the payment of a progressive win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pitboss.errors import IllegalAction
from pitboss.progressive import Link, Payment
from pitboss.progressive.events import Contributed, ContributionVoided, JackpotAwarded, MeterReset
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


class Links(RuleBasedStateMachine):
    """Tables, hits, failures and retries in any order: the books always balance."""

    def __init__(self) -> None:
        super().__init__()
        self.link = Link.of(load(UTH))
        self.count = 0
        self.logged = 0
        self.meters = (self.link.major, self.link.minor)

    @rule(table=st.sampled_from("123"), wagers=st.integers(1, 6), twice=st.booleans())
    def contributes(self, table: str, wagers: int, twice: bool) -> None:
        self.count += 1
        if not self.link.up:
            with pytest.raises(IllegalAction):
                coin_in(self.link, f"c{self.count}", wagers, table=table)
            return
        coin_in(self.link, f"c{self.count}", wagers, table=table)
        if twice:
            coin_in(self.link, f"c{self.count}", wagers, table=table)

    @rule(which=st.integers(0, 200), twice=st.booleans())
    def voids(self, which: int, twice: bool) -> None:
        ids = list(self.link.contributions)
        if ids:
            self.link.void(ids[which % len(ids)])
            if twice:
                self.link.void(ids[which % len(ids)])

    @rule(
        meter=st.sampled_from(["major", "minor"]),
        table=st.sampled_from("123"),
        game=st.sampled_from([UTH, "crazy-4-poker"]),
        dealt=st.integers(0, 50),
        twice=st.booleans(),
    )
    def hits(self, meter: Any, table: str, game: str, dealt: int, twice: bool) -> None:
        self.count += 1
        for _ in range(1 + twice):
            self.link.hit(f"h{self.count}", meter=meter, table=table, game=game, seat=1, dealt=dealt)

    @rule(which=st.integers(0, 50))
    def withdraws(self, which: int) -> None:
        ids = list(self.link.hits)
        if ids:
            self.link.withdraw(ids[which % len(ids)], "wrong button")

    @rule(id=st.sampled_from(["c999999", "x"]))
    def voids_what_was_never_made(self, id: str) -> None:
        with pytest.raises(IllegalAction):
            self.link.void(id)

    @rule(meter=st.sampled_from(["major", "minor"]))
    def pays(self, meter: Any) -> None:
        open_hits = [found for found in self.link.hits.values() if found.meter == meter]
        if not open_hits:
            with pytest.raises(IllegalAction):
                self.link.award(meter)
            return
        value = getattr(self.link, meter)
        awards = self.link.award(meter)
        assert sum(award.cents for award in awards) == value
        assert [a.hit.dealt for a in awards] == sorted(found.dealt for found in open_hits)

    @rule()
    def fails(self) -> None:
        self.link.go_down("power")

    @rule()
    def returns(self) -> None:
        self.link.come_up()

    @invariant()
    def books_balance(self) -> None:
        assert self.link.difference() == 0
        assert self.link.major >= 20_000_00
        assert self.link.minor >= 1_500_00
        assert self.link.reserve >= 0

    @invariant()
    def a_meter_falls_only_for_a_recorded_reason(self) -> None:
        new = self.link.log[self.logged :]
        for meter, before in zip(("major", "minor"), self.meters, strict=True):
            after = getattr(self.link, meter)
            raised = sum(getattr(e, meter) for e in new if isinstance(e, Contributed))
            returned = sum(getattr(e, meter) for e in new if isinstance(e, ContributionVoided))
            fell = sum(e.before - e.after for e in new if isinstance(e, MeterReset) and e.meter == meter)
            assert after == before + raised - returned - fell
        self.logged = len(self.link.log)
        self.meters = (self.link.major, self.link.minor)

    @invariant()
    def nobody_is_paid_twice(self) -> None:
        paid = [e.id for e in self.link.log if isinstance(e, JackpotAwarded)]
        assert len(paid) == len(set(paid))


TestLinks = Links.TestCase
TestLinks.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


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
