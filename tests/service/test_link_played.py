"""The link, played by two games: tables of hold'em and of Crazy 4 Poker, one Major and one Minor."""

from __future__ import annotations

import pytest
from tests.service.shift import NOTHING, ROYAL, STRAIGHT_FLUSH, UTH, Shift

from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.maths.simulation.jackpots import Floor, hit_chances, mixed_chances, simulate_years
from pitboss.rules import load
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Unknown

C4 = "crazy-4-poker"
RUN, LOW, DEALER = "5s 6s 7s 8s 9s", "Jc Th 8d 6c 4d", "Kc Kd 7c 4h 3d"


def two_games() -> Shift:
    """A table of hold'em and one of Crazy 4 Poker, with two guests each."""
    shift = Shift()
    for table, sheet, dealer in (("h1", UTH, "Dora"), ("c1", C4, "Don")):
        shift.open(sheet, table, dealer=dealer)
        shift.seat("Ann", "Ben", table=table)
    return shift


def crazy4(shift: Shift, hands: tuple[str, ...], *, on: tuple[int, ...] = (1,), table: str = "c1") -> None:
    """A round of Crazy 4 Poker up to a jackpot or its end: every hand plays once the Ante."""
    who = shift.live(table).table.dealer
    shift.start(table)
    for box in range(1, len(hands) + 1):
        shift.bet(box, table, ante=1000, super_bonus=1000, **({"progressive": 500} if box in on else {}))
    if on:
        shift.do(who, c.CoinIn(chips=len(on)), table)
    else:
        shift.act(who, a.StartDeal(), table)
    while (question := shift.live(table).question) is not None and question.kind != "jackpot":
        if question.kind == "proceed":
            action: a.Action = a.Proceed()
        elif question.kind == "card":
            step, box, *rest = shift.live(table).round.pending  # type: ignore[union-attr,misc]
            cards = DEALER if step == "dealer_card" else hands[box - 1]
            action = a.CardIs(parse_cards(cards)[rest[-1]])
        else:
            action = a.PlayBet(1, spot=question.spot)
        shift.act(who, action, table)


@pytest.mark.clause("UTH-PROG-0c", "C4-PROG-1")
def test_the_wagers_of_both_games_move_the_same_meters() -> None:
    shift = two_games()
    shift.holdem([NOTHING], "2c 7d 9h Js Kd", table="h1")
    assert (shift.meters.major, shift.meters.minor) == (2_000_070, 150_040)
    crazy4(shift, (LOW, "2h 2s Ks Jh 8c"), on=(1, 2))
    assert (shift.meters.major, shift.meters.minor) == (2_000_210, 150_120)
    assert {one.game for one in shift.meters.contributions.values()} == {UTH, C4}


@pytest.mark.clause("UTH-PTAB-2a", "C4-PROG-6")
def test_a_hit_at_one_game_resets_the_meter_of_the_other() -> None:
    shift = two_games()
    shift.holdem([NOTHING], "2c 7d 9h Js Kd", table="h1")
    crazy4(shift, (RUN, LOW), on=(1, 2))
    shift.call(1, "c1", "Don")
    award = shift.paperwork(1, "c1")
    assert award == 150_000 + 3 * 40
    assert shift.meters.minor == 150_000
    assert shift.meters.major == 2_000_000 + 3 * 70


@pytest.mark.clause("UTH-PMULT-2a", "UTH-PMULT-2b")
def test_hits_at_both_games_before_the_meter_starts_again_share_it() -> None:
    shift = two_games()
    shift.holdem([STRAIGHT_FLUSH[0]], STRAIGHT_FLUSH[1], table="h1")
    crazy4(shift, (RUN,))
    shift.call(1, "h1", "Dora")
    first = shift.paperwork(1, "h1")
    shift.call(1, "c1", "Don")
    second = shift.paperwork(1, "c1")
    assert first + second == 150_000 + 2 * 40
    assert first - second in (0, 1)


@pytest.mark.clause("UTH-PTAB-1a", "C4-PROG-6")
def test_major_and_minor_are_won_at_one_game_each() -> None:
    shift = two_games()
    shift.holdem([ROYAL[0]], ROYAL[1], table="h1")
    crazy4(shift, (RUN,))
    shift.call(1, "h1", "Dora")
    shift.call(1, "c1", "Don")
    assert (shift.paperwork(1, "h1"), shift.paperwork(1, "c1")) == (2_000_000 + 2 * 70, 150_000 + 2 * 40)


@pytest.mark.clause("UTH-PMULT-4", "C4-PROG-1")
def test_while_the_link_is_down_both_games_go_on_without_it() -> None:
    shift = two_games()
    shift.link(c.LinkDown(reason="cable"))
    shift.start("c1")
    shift.bet(1, "c1", ante=1000, super_bonus=1000)
    with pytest.raises(IllegalAction, match="out of order"):
        shift.bet(1, "c1", progressive=500)
    shift.link(c.LinkUp())


@pytest.mark.clause("UTH-IRR-1", "C4-IRR-3")
def test_a_void_after_an_award_puts_the_meter_back_for_both_games() -> None:
    shift = two_games()
    crazy4(shift, (RUN,))
    shift.call(1, "c1", "Don")
    shift.paperwork(1, "c1")
    assert shift.meters.minor == 150_000
    shift.holdem([NOTHING], "2c 7d 9h Js Kd", table="h1")
    shift.act("Don", a.Declare("wrong_count", spot=1), "c1")
    assert shift.meters.minor == 150_000 + 40
    assert shift.meters.major == 2_000_000 + 70
    shift.check()


@pytest.mark.clause("C4-PROG-1", "UTH-PROG-0c")
@pytest.mark.parametrize(
    ("sheet", "sets", "clause"),
    [
        (C4, ("jackpot_tie=first_takes_meter",), "UTH-PMULT-1b"),
        (C4, ("meter_reset=greater_of_seed_and_reserve",), "UTH-PTAB-11"),
        (UTH, ("envy_to_folded=false",), "UTH-ENVY-1b"),
    ],
)
def test_a_table_with_another_progressive_than_the_links_is_refused(
    sheet: str, sets: tuple[str, ...], clause: str
) -> None:
    shift = two_games()
    with pytest.raises(IllegalAction) as refusal:
        shift.open(sheet, "x1", dealer="Dee", sets=sets)
    assert (refusal.value.code, refusal.value.clause) == ("link.other_progressive", clause)
    assert refusal.value.params["value"] == "bets.progressive." + sets[0].partition("=")[0]
    with pytest.raises(Unknown):
        shift.floor.table("x1")


def several_tables() -> Shift:
    """Two tables of each game, with a guest each."""
    shift = Shift()
    for table, sheet, dealer in (("h1", UTH, "Dora"), ("h2", UTH, "Dan"), ("c1", C4, "Don"), ("c2", C4, "Deb")):
        shift.open(sheet, table, dealer=dealer)
        shift.seat("Ann", table=table)
    return shift


@pytest.mark.clause("UTH-PMULT-2b", "C4-PROG-1", "UTH-IRR-1")
def test_a_void_after_an_award_that_three_tables_shared_leaves_it_to_the_others() -> None:
    """One table of hold'em and both of Crazy 4 Poker hit the Minor at once; then a round of one of them is void."""
    shift = several_tables()
    shift.holdem([NOTHING], "2c 7d 9h Js Kd", table="h2")
    shift.holdem([STRAIGHT_FLUSH[0]], STRAIGHT_FLUSH[1], table="h1")
    for table in ("c1", "c2"):
        crazy4(shift, (RUN,), table=table)
    awards = []
    for table, dealer in (("h1", "Dora"), ("c1", "Don"), ("c2", "Deb")):
        shift.call(1, table, dealer)
        awards.append(shift.paperwork(1, table))
    assert sum(awards) == 150_000 + 4 * 40
    assert max(awards) - min(awards) <= 1
    assert shift.meters.minor == 150_000
    shift.act("Don", a.Declare("wrong_count", spot=1), "c1")
    assert shift.meters.minor == 150_000 + awards[1] - 40
    assert shift.meters.major == 2_000_000 + 3 * 70
    shift.check()


@pytest.mark.clause("UTH-PMULT-4", "C4-PROG-1")
def test_after_the_link_is_up_again_the_next_rounds_of_both_games_go_on_from_the_same_meters() -> None:
    shift = several_tables()
    crazy4(shift, (LOW,), table="c1")
    shift.link(c.LinkDown(reason="cable"))
    crazy4(shift, (LOW,), on=(), table="c2")
    shift.end("c2")
    assert (shift.meters.major, shift.meters.minor) == (2_000_070, 150_040)
    shift.link(c.LinkUp())
    shift.holdem([NOTHING], "2c 7d 9h Js Kd", table="h1")
    crazy4(shift, (LOW,), table="c2")
    assert (shift.meters.major, shift.meters.minor) == (2_000_210, 150_120)
    shift.check()


def test_the_years_of_a_link_with_both_games() -> None:
    """A round of Crazy 4 Poker hits as often as one of hold'em, for five cards are five cards; only sharing differs."""
    uth, c4 = load(UTH), load(C4)
    floor = Floor(12, 2, 30)
    mixed = mixed_chances(uth, floor, [(c4, 4)])
    for outcome in ((0, 2), (0, 1)):
        parts = hit_chances(uth, 2)[outcome] * 8 + hit_chances(c4, 2)[outcome] * 4
        assert mixed[outcome] == parts / 12
    found = simulate_years(uth, floor, years=3, histories=20, also=[(c4, 4)])
    minor = found.meters["minor"]
    hits = minor.value_at_hit.count
    expected = minor.expected_hits_per_year * 60
    assert abs(hits - expected) < 5 * expected**0.5
    with pytest.raises(NotationError, match="another progressive"):
        mixed_chances(uth, floor, [(load(C4, sets=["jackpot_tie=first_takes_meter"]), 4)])
    with pytest.raises(NotationError, match="fewer tables"):
        mixed_chances(uth, floor, [(c4, 12)])
