"""The seven irregularities: when they may be declared, who rules, and what goes back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from tests.holdem.table import (
    ACES,
    BOARD,
    HIGH,
    LOW,
    PAIR,
    UTH,
    act,
    bet,
    check_conserved,
    clauses,
    deck,
    go,
    happened,
    money,
    open_round,
    order,
    play,
    refused,
    results,
    seated,
    steps,
)

from pitboss.cards import DECK, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.actions import (
    CardIs,
    Declare,
    JackpotPaid,
    Look,
    PlaceBet,
    PlayBet,
    Proceed,
    Reshuffled,
    Rule,
    StartDeal,
)
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.poker.views import seen_by
from pitboss.progressive import Link
from pitboss.rules import load

TWO = {1: ACES, 2: LOW}
ALL_BETS: Any = {
    "bets": {1: {"trips": 500, "progressive": 500}},
    "tokes": {1: {"ante": 100, "trips": 100}, 2: {"blind": 200}},
}


def dealing(done: int = 3, **more: Any) -> HoldemRound:
    """A staffed table with all kinds of bets after COIN IN and so many steps of the deal."""
    r = seated(TWO, manual=True, **{**ALL_BETS, **more}).act(StartDeal())
    return steps(r, 1 + done)


def assert_void(r: HoldemRound, why: str, clause: str) -> None:
    """Everything went back, all cards are together again, and the next thing is a shuffle."""
    voided = happened(r, e.RoundVoided)[0]
    assert (voided.why, voided.clause) == (why, clause)
    assert r.over
    assert r.net() == dict.fromkeys(r.seats, 0)
    assert money(r)["players"] == money(r)["dealers"] == money(r)["house"] == 0
    standing = {(s.spot, s.wager): s for s in r.settlements}
    assert {s.result for s in standing.values()} == {"void"}
    assert {name for spot, name in standing if spot == 1} >= {"ante", "blind", "trips", "progressive", "toke:ante"}
    ended = r.events[-1]
    assert isinstance(ended, e.RoundEnded)
    assert ended.shuffle_due
    check_conserved(r)


# --- 1, 3, 6: void ----------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-IRR-1")
@pytest.mark.parametrize("done", [1, 5, 7, 8])
def test_a_card_found_face_up_while_dealing_voids_the_round(done: int) -> None:
    r = act(dealing(done), Declare("faceup_card", note="in the shuffler"), role="dealer")
    said = happened(r, e.IrregularityDeclared)[0]
    assert (said.kind, said.note, said.clause) == ("faceup_card", "in the shuffler", "UTH-IRR-1")
    assert_void(r, "faceup_card", "UTH-IRR-1")


@pytest.mark.clause("UTH-IRR-1")
def test_before_and_after_the_deal_no_card_is_found_face_up_in_it() -> None:
    r = seated(TWO, manual=True).act(StartDeal())
    refused(steps(r, 1), Declare("faceup_card"), clause="UTH-IRR-1", says="no cards are being dealt")
    refused(play(TWO, plans={1: ""}), Declare("faceup_card"), clause="UTH-IRR-1")
    refused(seated(TWO), Declare("faceup_card"), clause="UTH-IRR-1")


@pytest.mark.clause("UTH-IRR-1")
def test_a_void_round_returns_the_progressive_wager_and_the_meter_step_or_keeps_both() -> None:
    link = Link.of(load(UTH))
    before = (link.major, link.minor, link.reserve)
    r = dealing()
    link.contribute("r1", table="1", game=UTH, wagers=len(happened(r, e.ProgressiveLocked)[0].spots))
    act(r, Declare("faceup_card"))
    reversed_ = happened(r, e.SettlementReversed)
    assert [(x.spot, x.wager, x.pays, x.clause) for x in reversed_] == [(1, "progressive", -500, "UTH-IRR-1")]
    link.void("r1")
    assert (link.major, link.minor, link.reserve) == before
    kept = act(dealing(sets=["void_returns_progressive=false"]), Declare("faceup_card"))
    assert kept.net() == {1: -500, 2: 0}
    assert not happened(kept, e.SettlementReversed)
    check_conserved(kept)


@pytest.mark.clause("UTH-IRR-3")
@pytest.mark.parametrize("late", [False, True])
def test_a_wrong_number_of_cards_voids_the_round_whenever_it_is_found(late: bool) -> None:
    r = go(dealing(8), {1: "check", 2: "3x"}) if late else dealing(7)
    act(r, Declare("wrong_count", spot=2), role="floor")
    assert happened(r, e.IrregularityDeclared)[0].spot == 2
    assert_void(r, "wrong_count", "UTH-IRR-3")


@pytest.mark.clause("UTH-IRR-3")
def test_a_round_voided_in_its_settlement_reverses_what_was_paid() -> None:
    r = go(dealing(8), {1: "4x", 2: "check check fold"})  # both are settled but for the end
    assert r.over
    r = seated(TWO, manual=True, **ALL_BETS).act(StartDeal())
    while r.agenda[-1] != ("settle_seat", 1):
        go_one(r, {1: "4x", 2: "4x"})
    assert results(r, 2)["play"] == ("lose", -4000)
    act(r, Declare("wrong_count"))
    lost = [(x.spot, x.wager, x.pays) for x in happened(r, e.SettlementReversed)]
    assert (2, "play", -4000) in lost
    assert (2, "toke:blind", -200) in lost
    assert_void(r, "wrong_count", "UTH-IRR-3")


def go_one(r: HoldemRound, plans: dict[int, str]) -> None:
    """One step of the dealer or one decision."""
    assert r.question is not None
    if r.question.kind == "proceed":
        steps(r, 1)
    else:
        act(r, f"{r.question.spot}: {plans[r.question.spot]}")


@pytest.mark.clause("UTH-IRR-3")
def test_no_wrong_count_before_a_card_is_out() -> None:
    refused(dealing(0), Declare("wrong_count"), clause="UTH-IRR-3", says="no card of this round")


@pytest.mark.clause("UTH-IRR-6a", "UTH-IRR-6b")
def test_a_jam_while_dealing_voids_the_round_and_all_52_cards_come_together() -> None:
    r = act(dealing(6), Declare("dealing_jam"))
    assert_void(r, "dealing_jam", "UTH-IRR-6a")
    rest = happened(r, e.StubDiscarded)[0]
    assert (rest.count, rest.clause) == (52 - 5 - 2, "UTH-IRR-6b")
    assert rest.count + sum(len(x.cards) for x in happened(r, e.CardsDiscarded)) == 52
    refused(play(TWO, plans={1: ""}), Declare("dealing_jam"), clause="UTH-IRR-6a", says="no cards are being dealt")
    refused(dealing(3, by_hand=True), Declare("dealing_jam"), clause="UTH-IRR-6a", says="by hand")


@pytest.mark.clause("UTH-IRR-6a", "UTH-IRR-6b")
def test_a_device_that_fails_to_give_the_first_card_voids_the_round() -> None:
    r = seated(TWO, manual=True, **ALL_BETS).act(StartDeal())
    refused(r, Declare("dealing_jam"), clause="UTH-IRR-6a", says="no cards are being dealt")
    act(steps(r, 1), Declare("dealing_jam"))
    assert_void(r, "dealing_jam", "UTH-IRR-6a")
    assert [(rest.count, rest.clause) for rest in happened(r, e.StubDiscarded)] == [(52, "UTH-IRR-6b")]


def test_cards_of_a_void_round_are_cleared_unseen() -> None:
    r = act(dealing(8), Declare("wrong_count"))
    for player in ("P1", "P2", None):
        cleared = [event for event in seen_by(r.events, player) if isinstance(event, e.CardsDiscarded)]
        assert {card.text for event in cleared for card in event.cards} == {"??"}


# --- 2: used as the next card -----------------------------------------------------------------------------


@pytest.mark.clause("UTH-IRR-2")
def test_an_unseen_card_drawn_in_error_is_the_next_card() -> None:
    r = act(dealing(3), Declare("card_drawn_in_error"))
    said, used = r.events[-2:]
    assert (said.clause, used.clause) == ("UTH-IRR-2", "UTH-IRR-2")
    assert isinstance(used, e.UnseenCardUsed)
    go(r)
    assert r.net() == play(TWO, **ALL_BETS).net()
    assert [b.card.text for b in happened(r, e.BoardCardDealt)] == BOARD.split()
    assert r.burned == []
    refused(play(TWO, plans={1: ""}), Declare("card_drawn_in_error"), clause="UTH-IRR-2", says="being dealt")


# --- 4: the dealer's cards, and the board -----------------------------------------------------------------


@pytest.mark.clause("UTH-IRR-4")
@pytest.mark.parametrize("plans", [{1: ""}, {1: "4x", 2: ""}, {1: "check", 2: "4x"}, {1: "check check", 2: "4x"}])
def test_a_dealers_card_seen_before_the_last_decision_voids_the_round(plans: dict[int, str]) -> None:
    r = act(play(TWO, plans=plans, **ALL_BETS), Declare("dealer_card_exposed"))
    assert_void(r, "dealer_card_exposed", "UTH-IRR-4")


@pytest.mark.clause("UTH-IRR-4")
def test_a_dealers_card_seen_after_the_last_decision_changes_nothing() -> None:
    r = go(dealing(9), {1: "4x", 2: ""})
    act(r, "2: 3x")
    assert r.question is not None
    assert r.question.kind == "proceed"
    act(r, Declare("dealer_card_exposed"))
    assert r.events[-1].clause == "UTH-IRR-4"
    go(r)
    assert not happened(r, e.RoundVoided)
    assert r.net() == play(TWO, plans={2: "3x"}, **ALL_BETS).net()
    refused(dealing(5), Declare("dealer_card_exposed"), clause="UTH-IRR-4", says="no cards yet")


@pytest.mark.clause("UTH-IRR-4")
def test_a_community_card_turned_early_is_the_supervisors_to_rule_on() -> None:
    r = act(play(TWO, plans={1: "check", 2: ""}), Declare("early_board_card"))
    assert r.question is not None
    assert (r.question.kind, r.question.role) == ("ruling", "supervisor")
    refused(r, "2: check", clause="UTH-S4")
    refused(r, Declare("wrong_count"), clause="UTH-IRR-4", says="another case")
    refused(r, Rule("go_on"), role="dealer", clause="UTH-IRR-4", says="only the supervisor")
    refused(r, Rule("misdeal"), role="supervisor", clause="UTH-IRR-4", says="go_on, void")
    assert [offer.action for offer in r.offers()] == [Rule("go_on"), Rule("void")]
    on = act(r.copy(), Rule("go_on"), role="supervisor")
    ruled = happened(on, e.Ruled)[0]
    assert (ruled.kind, ruled.choice, ruled.role) == ("early_board_card", "go_on", "supervisor")
    assert on.question is not None
    assert (on.question.kind, on.question.spot) == ("preflop", 2)
    go(on, {1: "2x", 2: "4x"})
    assert on.net() == play(TWO, plans={1: "check 2x"}).net()
    void = act(r, Rule("void"), role="floor")
    assert void.net() == {1: 0, 2: 0}
    assert happened(void, e.RoundVoided)[0].clause == "UTH-IRR-4"


@pytest.mark.clause("UTH-IRR-4")
def test_a_house_may_void_the_round_for_an_early_community_card() -> None:
    r = act(play(TWO, plans={1: ""}, sets=["early_board_exposure=void"]), Declare("early_board_card"))
    assert r.over
    assert r.net() == {1: 0, 2: 0}
    assert not happened(r, e.Ruled)
    river = play(TWO, plans={1: "check check", 2: "check check"})
    refused(river, Declare("early_board_card"), clause="UTH-IRR-4", says="no community card lies face down")
    refused(seated(TWO), Declare("early_board_card"), clause="UTH-IRR-4")


def test_a_ruling_during_the_deal_and_while_a_card_is_due_asks_again_what_was_asked() -> None:
    r = act(dealing(3), Declare("early_board_card"), Rule("go_on"))
    assert r.question is not None
    assert (r.question.kind, len(r.board)) == ("proceed", 3)
    declared = play(TWO, declared=True)
    act(declared, CardIs(parse_cards("2c")[0]), Declare("early_board_card"), Rule("go_on"))
    assert declared.question is not None
    assert (declared.question.kind, declared.question.spot) == ("card", 0)
    act(declared, *told("7d 9h Js Kd"), *told(PAIR), *told("Tc"))
    act(declared, Declare("information_shared", spot=1, note="verbal"), Rule("no_action"))
    assert (declared.question.kind, declared.question.spot) == ("card", 2)
    act(declared, *told("3d As Ah"))
    assert declared.net() == play(TWO).net()


def test_the_faces_of_a_hand_that_was_forfeited_are_not_asked_for() -> None:
    r = play(TWO, declared=True)
    act(r, *told(f"{BOARD} {PAIR} Tc"), shared(2), Rule("void_and_forfeit"))
    assert r.question is not None
    assert (r.question.kind, r.question.spot) == ("card", 1)
    act(r, *told(ACES))
    assert r.net() == {1: 5000, 2: -6000}
    check_conserved(r)


def told(cards: str) -> Iterable[CardIs]:
    return (CardIs(card) for card in parse_cards(cards))


# --- 5: the shuffler --------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-IRR-5")
def test_after_a_failed_shuffle_the_cards_are_shuffled_again_and_the_bets_stand() -> None:
    r = seated({1: LOW, 2: ACES}, manual=True, **ALL_BETS)
    bets = {box: dict(seat.wagers) for box, seat in r.seats.items()}
    act(r, StartDeal(), Declare("shuffler_jam"))
    assert happened(r, e.IrregularityDeclared)[0].clause == "UTH-IRR-5"
    assert r.question is not None
    assert (r.question.kind, r.question.role) == ("reshuffle", "dealer")
    again = Reshuffled(parse_cards(deck(TWO)))
    refused(r, again, role="player", says="only the dealer")
    refused(r, Reshuffled(()), says="order of the deck")
    refused(r, Reshuffled((DECK[0], DECK[0])), says="every card once")
    act(r, again, role="dealer")
    assert r.events[-1] == e.CardsReshuffled(count=5 + 3 * 2, clause="UTH-IRR-5")
    assert {box: dict(seat.wagers) for box, seat in r.seats.items()} == bets
    go(r)
    assert r.net() == play(TWO, **ALL_BETS).net(), "dealt from the new shuffle"


@pytest.mark.clause("UTH-IRR-5")
def test_a_jam_while_bets_are_taken_leaves_the_betting_open() -> None:
    r = act(bet(open_round(), 1), Declare("shuffler_jam"))
    refused(r, StartDeal(), says="under way")
    assert [offer.action for offer in r.offers()] == [Reshuffled(())]
    act(r, Reshuffled(()))
    assert r.events[-1] == e.CardsReshuffled(count=52, clause="UTH-IRR-5")
    act(r, PlaceBet(spot=1, cents=500, wager="trips", player="P1"), StartDeal())


@pytest.mark.clause("UTH-IRR-5")
def test_a_house_may_return_the_bets_after_a_failed_shuffle() -> None:
    r = seated(TWO, sets=["shuffler_jam_bets=returned"], **ALL_BETS)
    act(r, Declare("shuffler_jam"))
    assert_void(r, "shuffler_jam", "UTH-IRR-5")
    assert [x.state for x in happened(r, e.SensorLit)] == ["detected", "off"]


@pytest.mark.clause("UTH-IRR-5")
def test_the_shuffler_cannot_jam_in_a_shuffle_when_cards_are_out_or_the_game_is_dealt_by_hand() -> None:
    refused(dealing(1), Declare("shuffler_jam"), clause="UTH-IRR-6a", says="failure while dealing")
    refused(seated(TWO, by_hand=True), Declare("shuffler_jam"), clause="UTH-IRR-5", says="by hand")
    refused(seated(TWO), Reshuffled(()), clause="UTH-IRR-5", says="no reshuffle is due")


# --- 7: information ---------------------------------------------------------------------------------------


def shared(seat: int, ground: str = "showing") -> Declare:
    return Declare("information_shared", spot=seat, note=ground)


@pytest.mark.clause("UTH-IRR-7a")
def test_sharing_information_may_cost_the_hand_and_all_wagers() -> None:
    r = act(play(TWO, plans={1: ""}, **ALL_BETS), shared(1), role="dealer")
    assert r.question is not None
    assert (r.question.kind, r.question.role, r.question.spot) == ("ruling", "supervisor", 1)
    for role in ("dealer", "player"):
        refused(r, Rule("void_and_forfeit"), role=role, clause="UTH-IRR-7a", says="only the supervisor")
    refused(r, Rule("void"), role="supervisor", clause="UTH-IRR-7a", says="no_action, void_and_forfeit")
    act(r, Rule("void_and_forfeit", note="told seat 2"), role="supervisor")
    ruled = happened(r, e.Ruled)[0]
    assert (ruled.choice, ruled.role, ruled.spot, ruled.note) == ("void_and_forfeit", "supervisor", 1, "told seat 2")
    assert results(r, 1) == {
        "progressive": ("taken", -500), "ante": ("lose", -1000), "toke:ante": ("lose", -100),
        "blind": ("lose", -1000), "trips": ("lose", -500), "toke:trips": ("lose", -100),
        "progressive_award": ("lose", 0),
    }  # fmt: skip
    assert set(clauses(r, 1).values()) == {"UTH-PROG-2c", "UTH-IRR-7a", "UTH-S6"}
    assert isinstance(r.events[-1], e.CardsDiscarded), "the hand is void"
    assert r.question is not None
    assert r.question.spot == 2, "the others play on"
    refused(r, PlayBet(4, spot=1), clause="UTH-S4")
    go(r)
    assert r.net() == {1: -3000, 2: -6000}
    assert {x.spot for x in happened(r, e.HandExposed)} == {2}
    check_conserved(r)


@pytest.mark.clause("UTH-IRR-7a")
@pytest.mark.parametrize("dealer", [PAIR, HIGH])
@pytest.mark.parametrize("push", ["returned", "stays"])
def test_a_forfeit_takes_back_what_was_returned_and_paid_before(dealer: str, push: str) -> None:
    """Seat 2 has been settled, and the Ante of seat 1 too where the dealer does not qualify."""
    hands, bets = {1: ACES, 2: "9c 9d"}, {seat: {"trips": 500, "progressive": 500} for seat in (1, 2)}
    tokes = {seat: {"ante": 100, "blind": 100} for seat in (1, 2)}
    r = seated(hands, dealer=dealer, manual=True, bets=bets, tokes=tokes, sets=[f"toke_push={push}"]).act(StartDeal())
    while r.agenda[-1] != ("settle_seat", 1):
        go_one(r, {1: "4x", 2: "4x"})
    assert results(r, 2)["progressive_award"] == ("win", 45_00)
    act(r, shared(1), Rule("void_and_forfeit"), shared(2), Rule("void_and_forfeit"))
    lost = {"ante": 1000, "toke:ante": 100, "blind": 1000, "toke:blind": 100, "play": 4000, "trips": 500}
    for seat in (1, 2):
        standing = {s.wager: (s.result, s.pays) for s in r.settlements if s.spot == seat}
        assert standing == {
            "progressive": ("taken", -500), "progressive_award": ("lose", 0),
            **{wager: ("lose", -cents) for wager, cents in lost.items()},
        }  # fmt: skip
    assert {x.clause for x in happened(r, e.SettlementReversed)} == {"UTH-IRR-7a"}
    go(r)
    assert r.net() == {1: -70_00, 2: -70_00}
    check_conserved(r)


@pytest.mark.clause("UTH-IRR-7a", "UTH-PMULT-1b")
def test_a_hand_forfeited_after_its_share_of_the_meter_was_paid_leaves_it_to_the_other() -> None:
    hands, bets = {1: "3s 4s", 2: "8s 9s"}, {seat: {"progressive": 500} for seat in (1, 2)}
    r = play(hands, "5s 6s 7s Kd 2c", "Kh 3c", bets=bets, meters={"minor": 3_000_00}, manual=True)
    act(r, JackpotPaid(1, "minor", 1_500_00), shared(1), Rule("void_and_forfeit"))
    act(r, JackpotPaid(2, "minor", 3_000_00))
    assert r.net() == {1: -65_00, 2: 40_00 + 10_00 + 500_00 - 5_00 + 3_000_00}
    check_conserved(r)


@pytest.mark.clause("UTH-IRR-7a")
def test_the_ruling_may_be_no_action_and_is_recorded() -> None:
    r = go(act(play(TWO, plans={1: ""}), shared(1), Rule("no_action"), role="supervisor"))
    assert happened(r, e.Ruled)[0].choice == "no_action"
    assert r.net() == play(TWO).net()


@pytest.mark.clause("UTH-IRR-7a")
def test_a_house_may_leave_the_ruling_to_the_shift_manager() -> None:
    r = act(play(TWO, plans={1: ""}, sets=["collusion_ruling_role=shift_manager"]), shared(2))
    assert r.question is not None
    assert r.question.role == "shift_manager"
    refused(r, Rule("no_action"), role="supervisor", clause="UTH-IRR-7a", says="only the shift manager")
    act(r, Rule("no_action"), role="shift_manager")
    assert happened(r, e.Ruled)[0].role == "shift_manager"


@pytest.mark.clause("UTH-IRR-7b")
def test_the_ruling_needs_a_ground() -> None:
    r = play(TWO, plans={1: ""})
    for ground in ("showing", "verbal", "looking", "other"):
        act(r.copy(), shared(1, ground))
    for ground in ("", "winking"):
        refused(r, shared(1, ground), clause="UTH-IRR-7b", says="showing, verbal, looking, other")


@pytest.mark.clause("UTH-IRR-7a")
def test_there_must_be_a_hand_to_know_about() -> None:
    refused(seated(TWO), shared(1), clause="UTH-IRR-7a", says="no hand to know about")
    refused(dealing(5), shared(1), clause="UTH-IRR-7a")
    refused(play(TWO, plans={1: ""}), shared(3), clause="", says="seat 3 is not in the round")
    r = act(play(TWO, plans={1: ""}), shared(1), Rule("void_and_forfeit"))
    refused(r, shared(1), clause="UTH-IRR-7a")
    refused(r, Look(1), says="cleared")


def test_a_hand_forfeited_before_the_deal_is_ended_is_not_counted_in_the_stub() -> None:
    r = go(act(dealing(8), shared(1), Rule("void_and_forfeit")))
    assert happened(r, e.StubDiscarded)[0].count == 52 - 5 - 3 * 2
    check_conserved(r)


def test_in_any_order_a_seat_that_forfeited_is_not_waited_for() -> None:
    r = play(TWO, plans={1: "", 2: ""}, sets=["decision_order=any_order"])
    act(r, shared(1), Rule("void_and_forfeit"))
    assert r.waiting == (2,)
    refused(r, "1: check", clause="UTH-S4")
    act(r, "2: check")
    assert r.question is not None
    assert r.question.kind == "flop"
    act(r, shared(2), Rule("void_and_forfeit"))
    assert r.over
    assert r.net() == {1: -2000, 2: -2000}
    check_conserved(r)


def test_a_forfeited_hand_takes_no_part_in_returned_antes_jackpots_or_envy() -> None:
    hands, bets = {1: ACES, 2: "8s 9s", 3: LOW}, {seat: {"progressive": 500} for seat in (1, 2, 3)}
    r = play(hands, "5s 6s 7s Kd 2c", "Kh 3c", bets=bets, plans={1: "", 2: ""})
    act(r, shared(1), Rule("void_and_forfeit"), "2: 4x", "3: 4x")
    assert r.question is not None
    assert r.question.kind == "jackpot"
    held = act(r.copy(), shared(2), Rule("no_action"))
    assert held.question == r.question, "the jackpot still waits"
    act(held, JackpotPaid(2, "minor", 1_500_00))
    assert [s.spot for s in happened(held, e.WagerSettled) if s.wager == "envy"] == [3]
    check_conserved(held)
    act(r, shared(2), Rule("void_and_forfeit"))
    assert r.over
    assert not [s for s in happened(r, e.WagerSettled) if s.wager == "envy" or s.line == "minor"]
    assert r.net()[2] == -65_00, "nor does it keep what Play, Ante and Blind had won"
    check_conserved(r)
    low = play(TWO, dealer=HIGH, plans={1: ""})
    go(act(low, shared(1), Rule("void_and_forfeit")))
    assert results(low, wager="ante") == {1: ("lose", -1000), 2: ("push", 0)}


# --- who and which ----------------------------------------------------------------------------------------


def test_irregularities_are_declared_by_staff_and_only_those_the_sheet_knows() -> None:
    r = play(TWO, plans={1: ""})
    refused(r, Declare("wrong_count"), role="player", says="only the dealer or supervisor")
    refused(r, Declare("dropped_card"), clause="", says="no ruling on dropped card")
    without = play(TWO, plans={1: ""}, sets=["irregularity.kinds=faceup_card"])
    refused(without, Declare("wrong_count"), says="no ruling on wrong count")
    refused(r, Rule("void"), says="nothing to rule on")


def test_a_voided_round_is_over() -> None:
    r = act(play(TWO, plans={1: ""}), Declare("wrong_count"))
    assert order(r)[-1] == "RoundEnded"
    refused(r, Declare("wrong_count"), says="over")


SHORT = "2c 7d 9h Js Kd As"


@pytest.mark.clause("UTH-S9")
def test_a_round_from_a_deck_that_is_short_is_void_and_the_bets_go_back() -> None:
    r = bet(open_round(SHORT), 1)
    r.act(StartDeal())
    assert r.over
    assert r.net() == {1: 0}
    assert [event.result for event in r.settlements] == ["void", "void"]
    assert not happened(r, e.Ruled), "without anybody's ruling"
    assert not happened(r, e.StubDiscarded), "no stub is left"


@pytest.mark.clause("UTH-S9")
def test_where_the_sheet_leaves_a_short_deck_to_the_supervisor_he_alone_declares_the_round_void() -> None:
    sets = ["deal.bad_deck=supervisor"]
    r = bet(open_round(SHORT, sets=sets, manual=True), 1).act(StartDeal())
    while r.question is not None and r.question.kind == "proceed":
        r.act(Proceed())
    assert r.question is not None
    assert (r.question.kind, r.question.role) == ("ruling", "supervisor")
    before = r.key()
    with pytest.raises(IllegalAction) as refusal:
        r.act(Rule("void"), role="dealer")
    assert refusal.value.clause == "UTH-S9"
    assert r.key() == before
    r.act(Rule("void"), role="supervisor")
    assert (r.over, r.net()) == (True, {1: 0})
    automatic = bet(open_round(SHORT, sets=sets), 1).act(StartDeal())
    assert [event.role for event in automatic.events if isinstance(event, e.Ruled)] == ["policy"]
    assert automatic.over
