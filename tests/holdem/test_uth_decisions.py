"""Check, raise, fold: when, by how much, in what order, and what a fold costs."""

from __future__ import annotations

import pytest
from tests.holdem.table import (
    ACES,
    HIGH,
    LOW,
    act,
    check_conserved,
    clauses,
    go,
    happened,
    order,
    play,
    refused,
    results,
    where,
)

from pitboss.games import events as e
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.holdem.round import HoldemRound


def offered(r: HoldemRound) -> list[tuple[str, int, str]]:
    """Each answer with its multiple and the clause that allows it."""
    return [(type(o.action).__name__, getattr(o.action, "multiple", 0), o.clause) for o in r.offers()]


def on(street: str, **more: object) -> HoldemRound:
    """A round of one seat with an Ante of $10 that is asked on this street."""
    words = {"preflop": "", "flop": "check", "river": "check check"}[street]
    return play({1: ACES}, plans={1: words}, **more)  # type: ignore[arg-type]


@pytest.mark.clause("UTH-SUM-2", "UTH-DEAL-10b")
@pytest.mark.parametrize("multiple", [3, 4])
def test_before_the_flop_three_or_four_times_the_ante(multiple: int) -> None:
    r = act(on("preflop"), PlayBet(multiple))
    made = happened(r, e.PlayBetMade)[0]
    assert (made.multiple, made.cents, made.street, made.clause) == (multiple, multiple * 1000, "preflop", "UTH-SUM-2")
    assert act(on("preflop"), PlayBet(cents=multiple * 1000)).events == r.events


@pytest.mark.clause("UTH-SUM-2", "UTH-DEAL-10b")
@pytest.mark.parametrize("cents", [1000, 2000, 3500, 5000, 3001, 999, -3000])
def test_before_the_flop_no_other_amount(cents: int) -> None:
    refused(on("preflop"), PlayBet(cents=cents), clause="UTH-SUM-2", says=r"\$30 or \$40")


@pytest.mark.clause("UTH-SUM-2")
def test_before_the_flop_check_three_or_four_times_are_offered() -> None:
    assert offered(on("preflop")) == [
        ("Check", 0, "UTH-DEAL-10a"), ("PlayBet", 4, "UTH-SUM-2"), ("PlayBet", 3, "UTH-SUM-2"),
    ]  # fmt: skip
    for wrong in (PlayBet(1), PlayBet(2), PlayBet(5), PlayBet(-4), PlayBet(3, cents=4000)):
        refused(on("preflop"), wrong, clause="UTH-SUM-2")
    only_four = on("preflop", sets=["preflop_multiples=4"])
    refused(only_four, PlayBet(3), clause="UTH-SUM-2", says=r"the Play bet is \$40 here")
    assert act(only_four, PlayBet()).seats[1].play == 4, "a Play bet without a figure is the largest"


@pytest.mark.clause("UTH-DEAL-10a")
def test_a_check_puts_up_nothing() -> None:
    r = act(on("preflop"), "check")
    assert (r.seats[1].play, r.seats[1].wagers) == (0, {"ante": 1000, "blind": 1000})
    checked = happened(r, e.Checked)[0]
    assert (checked.street, checked.clause) == ("preflop", "UTH-DEAL-10a")


@pytest.mark.clause("UTH-DEAL-10c")
def test_there_is_one_play_bet_and_it_is_not_changed() -> None:
    r = play({1: ACES, 2: LOW}, plans={1: "4x", 2: ""})
    for again in (PlayBet(4, spot=1), PlayBet(3, spot=1)):
        refused(r, again, clause="UTH-DEAL-10c", says="made and cannot be added to or changed")
    refused(r, Check(spot=1), clause="UTH-DEAL-10c")
    act(r, "2: check")
    assert r.question is not None
    assert r.question.spot == 2, "who has bet is not asked again"
    refused(r, PlayBet(2, spot=1), clause="UTH-DEAL-10c")
    go(r, {2: "check 1x"})
    assert [made.spot for made in happened(r, e.PlayBetMade)] == [1, 2]


@pytest.mark.clause("UTH-SUM-3", "UTH-DEAL-12a", "UTH-DEAL-12b")
def test_on_the_flop_check_or_twice_the_ante() -> None:
    assert offered(on("flop")) == [("Check", 0, "UTH-DEAL-12a"), ("PlayBet", 2, "UTH-SUM-3")]
    for cents in (1000, 3000, 4000, 1500, 2001):
        refused(on("flop"), PlayBet(cents=cents), clause="UTH-SUM-3", says=r"the Play bet is \$20 here")
    made = happened(act(on("flop"), "2x"), e.PlayBetMade)[0]
    assert (made.cents, made.street, made.clause) == (2000, "flop", "UTH-SUM-3")
    assert happened(act(on("flop"), "check"), e.Checked)[-1].clause == "UTH-DEAL-12a"


@pytest.mark.clause("UTH-SUM-4", "UTH-DEAL-14a", "UTH-DEAL-14b")
def test_after_the_river_fold_or_the_ante_once() -> None:
    assert offered(on("river")) == [("PlayBet", 1, "UTH-SUM-4"), ("Fold", 0, "UTH-DEAL-14a")]
    refused(on("river"), "check", clause="UTH-DEAL-14a", says="only a bet or a fold")
    for cents in (2000, 3000, 4000, 500, 1001):
        refused(on("river"), PlayBet(cents=cents), clause="UTH-SUM-4", says=r"the Play bet is \$10 here")
    made = happened(act(on("river"), "1x"), e.PlayBetMade)[0]
    assert (made.cents, made.street, made.clause) == (1000, "river", "UTH-SUM-4")
    folded = act(on("river"), "fold")
    assert results(folded, 1) == {"ante": ("lose", -1000), "blind": ("lose", -1000)}
    assert clauses(folded, 1) == {"ante": "UTH-DEAL-14a", "blind": "UTH-DEAL-14a"}
    assert folded.net() == {1: -2000}


@pytest.mark.clause("UTH-DEAL-14a")
def test_no_raise_after_a_fold() -> None:
    r = play({1: ACES, 2: LOW}, plans={1: "check check fold", 2: "check check"})
    for late in (PlayBet(1, spot=1), Fold(spot=1), Check(spot=1)):
        refused(r, late, clause="UTH-DEAL-14a", says="the hand was folded")


@pytest.mark.clause("UTH-S14")
def test_folding_early_is_not_offered_unless_the_sheet_says_so() -> None:
    for street in ("preflop", "flop"):
        refused(on(street), "fold", clause="UTH-S14", says="only after turn and river")
        early = on(street, sets=["fold_early=true"])
        assert offered(early)[-1] == ("Fold", 0, "UTH-DEAL-14a")
        act(early, "fold")
        assert happened(early, e.HandFolded)[0].street == street
        assert early.net() == {1: -2000}
        check_conserved(early)


@pytest.mark.clause("UTH-S3")
def test_the_bets_of_a_folded_hand_are_taken_at_once_and_its_cards_cleared() -> None:
    r = play({1: ACES, 2: LOW}, plans={1: "4x", 2: "check check fold"})
    fold, shown = where(r, e.HandFolded), where(r, e.DealerShown)
    assert [(s.wager, s.result) for s in r.events[fold + 1 : fold + 3]] == [("ante", "lose"), ("blind", "lose")]
    cleared = r.events[fold + 3]
    assert isinstance(cleared, e.CardsDiscarded)
    assert fold + 3 < shown
    discards = [(event.spot, event.hand, len(event.cards)) for event in happened(r, e.CardsDiscarded)]
    assert discards == [(2, 0, 2), (1, 0, 2), (0, 0, 7)], "at the end the dealer's with the board"
    late = play({1: ACES, 2: LOW}, plans={1: "4x", 2: "check check fold"}, sets=["fold_collect=at_settlement"])
    assert where(late, e.DealerShown) < where(late, e.WagerSettled, spot=2, wager="ante")
    assert where(late, e.CardsDiscarded, spot=2) < where(late, e.DealerShown)
    assert late.net() == r.net()
    check_conserved(late)


@pytest.mark.clause("UTH-S4")
def test_seats_decide_from_the_dealers_left() -> None:
    r = play({2: ACES, 3: LOW, 5: "Qd 8d"}, plans={2: ""})
    refused(r, Check(spot=3), clause="UTH-S4", says="not the turn of seat 3")
    refused(r, PlayBet(4, spot=5), clause="UTH-S4")
    refused(r, Check(spot=1), clause="UTH-S4")
    act(r, "2: check")
    refused(r, Check(spot=2), clause="UTH-S4")
    act(r, "3: check", "5: check")
    assert [c.spot for c in happened(r, e.Checked)] == [2, 3, 5]
    assert r.question is not None
    assert (r.question.kind, r.question.spot) == ("flop", 2), "and from the left again on the flop"


@pytest.mark.clause("UTH-S4")
def test_where_the_sheet_lets_them_seats_decide_in_any_order() -> None:
    r = play({2: ACES, 3: LOW, 5: "Qd 8d"}, plans={2: "", 3: "", 5: ""}, sets=["decision_order=any_order"])
    act(r, "5: check", "2: 4x")
    refused(r, Check(spot=5), clause="UTH-S4", says="not the turn of seat 5")
    refused(r, Check(), clause="UTH-S4")
    refused(r, PlayBet(4, spot=2), clause="UTH-DEAL-10c")
    assert {offer.action.spot for offer in r.offers()} == {3}  # type: ignore[attr-defined]
    act(r, "3: check", "5: 2x", "3: check", "3: fold")
    assert r.over
    check_conserved(r)


def test_decisions_are_the_players() -> None:
    for word in ("check", "4x"):
        refused(on("preflop"), word, role="dealer", says="only the player")
    refused(on("river"), "fold", role="supervisor", says="only the player")


# --- tucked for Trips -------------------------------------------------------------------------------------

STRAIGHT = "Tc 8s"  # seven to jack on the board


@pytest.mark.clause("UTH-TRIPS-3a", "UTH-TRIPS-3b")
def test_a_folding_player_with_trips_tucks_his_cards_and_stays_in_for_trips() -> None:
    r = play({1: STRAIGHT}, plans={1: "check check fold"}, bets={1: {"trips": 500}})
    folded = happened(r, e.HandFolded)[0]
    assert (folded.tucked, folded.clause) == (True, "UTH-TRIPS-3a")
    assert results(r, 1) == {"ante": ("lose", -1000), "blind": ("lose", -1000), "trips": ("win", 2000)}
    assert clauses(r, 1) == {"ante": "UTH-TRIPS-3b", "blind": "UTH-TRIPS-3b", "trips": "UTH-TRIPS-9"}
    assert where(r, e.WagerSettled, wager="blind") < where(r, e.DealerShown), "collected at the fold"
    assert where(r, e.HandExposed) < where(r, e.WagerSettled, wager="trips") < where(r, e.CardsDiscarded, spot=1)
    assert where(r, e.DealerShown) < where(r, e.HandExposed)


@pytest.mark.clause("UTH-TRIPS-3a")
@pytest.mark.parametrize(
    ("word", "sets", "tucked"),
    [
        ("tuck", [], True),
        ("muck", [], False),
        ("fold", ["fold_tucks_automatically=false"], False),
        ("tuck", ["fold_tucks_automatically=false"], True),
    ],
)
def test_a_fold_without_tucking_gives_trips_up(word: str, sets: list[str], tucked: bool) -> None:
    r = play({1: STRAIGHT}, plans={1: f"check check {word}"}, bets={1: {"trips": 500}}, sets=sets)
    assert results(r, 1)["trips"] == (("win", 2000) if tucked else ("lose", -500))
    assert clauses(r, 1)["trips"] == ("UTH-TRIPS-9" if tucked else "UTH-TRIPS-3a")
    assert (where(r, e.CardsDiscarded, spot=1) < where(r, e.DealerShown)) is not tucked
    assert bool(happened(r, e.HandExposed)) is tucked
    check_conserved(r)


def test_there_is_nothing_to_tuck_for_without_trips() -> None:
    r = play({1: STRAIGHT}, plans={1: "check check tuck"})
    assert not happened(r, e.HandFolded)[0].tucked
    assert not happened(r, e.HandExposed)


@pytest.mark.parametrize("collect", ["at_fold", "at_settlement"])
def test_a_tucked_hand_is_collected_when_the_sheet_says(collect: str) -> None:
    sets = [f"fold_collect={collect}"]
    r = play({1: STRAIGHT}, plans={1: "check check fold"}, bets={1: {"trips": 500}}, sets=sets)
    assert r.net() == {1: 0}
    assert (where(r, e.WagerSettled, wager="ante") < where(r, e.DealerShown)) is (collect == "at_fold")


# --- silence ----------------------------------------------------------------------------------------------


def test_silence_is_a_check_and_at_the_end_a_fold_or_the_last_bet() -> None:
    for decision, last in (("check_fold", Fold(spot=1)), ("check_bet", PlayBet(1, spot=1))):
        r = on("preflop", sets=[f"timeout.decision={decision}"])
        answers = []
        while not r.over:
            answer = r.timeout_answer()
            assert answer is not None
            answers.append(answer)
            r.act(answer)
        assert answers == [Check(spot=1), Check(spot=1), last]
        assert r.timeout_answer() is None
    capped = on("river", ante=5000, sets=["timeout.decision=check_bet", "play_bet_capped=true", "river_multiple=2"])
    assert capped.timeout_answer() == Fold(spot=1), "a bet that is not allowed is no answer"
    anybody = play({2: ACES, 3: LOW}, plans={2: "", 3: ""}, sets=["decision_order=any_order"])
    assert anybody.timeout_answer() == Check(spot=2)


@pytest.mark.clause("UTH-DEAL-14a", "UTH-NOQ-1a")
@pytest.mark.parametrize("collect", ["at_fold", "at_settlement"])
def test_a_folded_ante_comes_back_only_where_the_sheet_says_so(collect: str) -> None:
    plans, tokes = {1: "4x", 2: "check check fold"}, {2: {"ante": 200}}
    lost = play({1: ACES, 2: LOW}, dealer=HIGH, plans=plans, tokes=tokes, sets=[f"fold_collect={collect}"])
    assert results(lost, wager="ante") == {2: ("lose", -1000), 1: ("push", 0)}
    sets = [f"fold_collect={collect}", "refund_folded_ante=true"]
    r = play({1: ACES, 2: LOW}, dealer=HIGH, plans=plans, tokes=tokes, sets=sets)
    assert results(r, wager="ante") == {2: ("push", 0), 1: ("push", 0)}
    assert results(r, 2) == {"ante": ("push", 0), "toke:ante": ("push", 0), "blind": ("lose", -1000)}
    reversed_ = [(x.wager, x.pays, x.clause) for x in happened(r, e.SettlementReversed)]
    assert reversed_ == (
        [("ante", -1000, "UTH-NOQ-1a"), ("toke:ante", -200, "UTH-NOQ-1a")] if collect == "at_fold" else []
    )
    assert r.net() == {1: 4000, 2: -1000}
    assert order(r, e.DealerShown, e.HandExposed)[0] == "DealerShown"
    check_conserved(r)
    check_conserved(lost)
