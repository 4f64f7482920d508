"""Hold'em where one card, one cent or one seat more or less makes the difference."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.test_bj_edges import changed, slots_of
from tests.holdem.table import ACES, HIGH, LOW, UTH, act, check_conserved, happened, open_round, play, refused, seated

from pitboss.cards import cards_text, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games.actions import (
    Action,
    Check,
    Declare,
    Fold,
    Look,
    PlaceBet,
    PlayBet,
    Proceed,
    Reshuffled,
    Rule,
    StartDeal,
)
from pitboss.games.events import PacketDealt, RoundEnded, Ruled, SupervisorNotified, WagerSettled
from pitboss.games.holdem import GAME, HoldemRound
from pitboss.games.poker.views import seen_by
from pitboss.rules import load


def test_rounds_on_other_cards_or_further_on_are_other_rounds() -> None:
    one = seated({1: ACES})
    assert one == seated({1: ACES}) == one.copy()
    assert hash(one) == hash(seated({1: ACES}))
    other = seated({1: ACES}, dealer="Kh 3h")
    assert one != other
    assert one != seated({1: ACES}, declared=True)
    assert seated({1: ACES}, declared=True) == seated({1: ACES}, declared=True)
    before = one.copy()
    one.act(StartDeal())
    assert one != before
    assert one.order == parse_cards("2c 7d 9h Js Kd As Ah Kh 3s")


@pytest.mark.parametrize("cents", [1500, 999, 500])
def test_a_play_bet_in_money_is_a_whole_multiple_of_the_ante(cents: int) -> None:
    r = play({1: ACES}, plans={1: "check check"})
    refused(r, PlayBet(cents=cents))
    act(r, PlayBet(cents=1000))
    assert r.over


def notices(amount: str, how: str) -> list[tuple[str, int]]:
    """Who wins $50 in all, $40 of it on Play."""
    r = play({1: ACES}, sets=[f"notice.amount={amount}", f"notice.supervisor_notice={how}"])
    return [(told.wager, told.cents) for told in happened(r, SupervisorNotified)]


def test_a_supervisor_is_told_from_the_amount_on() -> None:
    assert notices("40.00", "per_wager") == [("play", 4000)]
    assert notices("40.01", "per_wager") == []
    assert notices("50.00", "per_player_total") == [("all", 5000)]
    assert notices("50.01", "per_player_total") == []


def test_a_progressive_wager_that_is_lost_already_is_not_lost_again_by_a_forfeit() -> None:
    r = seated({1: LOW, 2: "5c 4d"}, manual=True, bets={2: {"progressive": 500}}).act(StartDeal())
    while "play" not in (done.wager for done in r.settlements):
        assert r.question is not None
        r.act(PlayBet(4, spot=r.question.spot) if r.question.kind == "preflop" else Proceed())
    act(r, Declare("information_shared", spot=2, note="verbal"), Rule("void_and_forfeit"))
    lost = [done for done in happened(r, WagerSettled) if done.wager == "progressive_award"]
    assert [done.result for done in lost] == ["lose"]


def test_awards_of_the_progressive_belong_to_the_one_hand_of_a_seat() -> None:
    r = play({1: "Kh Kc", 2: ACES}, board="Kd Ks 9h 2c 7d", dealer="3c 4d", bets={1: {"progressive": 500}})
    awards = [done for done in happened(r, WagerSettled) if done.wager == "progressive_award"]
    assert [(done.spot, done.hand, done.result) for done in awards] == [(1, 0, "win")]


@pytest.mark.parametrize(("refunds", "net"), [("true", -1000), ("false", -2000)])
def test_an_ante_that_was_folded_comes_back_where_the_dealer_does_not_qualify(refunds: str, net: int) -> None:
    r = play({1: LOW}, dealer=HIGH, plans={1: "check check fold"}, sets=[f"dealer.refund_folded_ante={refunds}"])
    assert r.net() == {1: net}
    check_conserved(r)


def shared(hands: dict[int, str], plans: dict[int, str]) -> dict[int, int]:
    """What each Blind of $10 wins at 50 to 1 with $300 to share."""
    sets = ["aggregate.pays_from=50:1", "aggregate.limit=300.00"]
    r = play(hands, board="5h 6h 7h 8h 9h", dealer="2c 3d", sets=sets, plans=plans)
    return {done.spot: done.pays for done in happened(r, WagerSettled) if done.wager == "blind"}


def test_only_blinds_that_win_share_the_limit() -> None:
    assert shared({1: "Th 2d", 2: "4c 4d"}, {}) == {1: 30_000, 2: 0}  # a straight flush on the board ties
    assert shared({1: "Th 2d", 2: "4h 4d"}, {2: "check check fold"}) == {1: 30_000, 2: -1000}
    both = shared({1: "Th 2d", 2: "Jh Qs"}, {})
    assert both == {1: 30_000, 2: 0}


def test_an_open_case_names_its_kind_and_its_seat() -> None:
    r = seated({1: LOW, 2: "5c 4d"}, manual=True).act(StartDeal())
    assert r.open_case is None
    assert (r.hands_of(1), r.unanswered()) == (1, ())
    while r.question is not None and r.question.kind == "proceed":
        r.act(Proceed())
    act(r, Declare("information_shared", spot=2, note="verbal"))
    assert r.open_case == ("information_shared", 2, 0)


def test_a_deck_that_ends_too_early_is_no_seats_case() -> None:
    r = seated({1: ACES, 2: LOW}, sets=["deal.bad_deck=supervisor"])
    assert r.order is not None
    r.order = r.order[:6]
    r.act(StartDeal())
    (ruled,) = happened(r, Ruled)
    assert (ruled.kind, ruled.choice, ruled.role, ruled.spot, ruled.note) == ("short_deck", "void", "policy", 0, "")
    assert r.net() == {1: 0, 2: 0}


def test_the_slots_that_somebody_has_seen_are_those_of_faces_they_saw() -> None:
    r = seated({1: ACES, 2: LOW}).act(StartDeal())
    assert cards_text(GAME.dealt(r)) == "2c 7d 9h Js Kd As Ah Tc 3d Kh 3s"
    assert GAME.seen_slots(r, seen_by(r.events, "P1")) == [5, 6]
    assert GAME.seen_slots(r, seen_by(r.events, "P2")) == [7, 8]
    assert GAME.seen_slots(r, seen_by(r.events)) == []
    act(r, "1: 4x", "2: check")
    assert GAME.seen_slots(r, seen_by(r.events)) == [0, 1, 2]
    assert not GAME.hands_lie_open(r.sheet)


# what a round tells whoever asks it


def offered(r: HoldemRound) -> list[tuple[str, Action]]:
    return [(offer.text, offer.action) for offer in r.offers()]


def test_each_street_has_its_answers() -> None:
    r = seated({1: ACES, 2: LOW}, bets={2: {"trips": 500}}).act(StartDeal())
    assert offered(r) == [
        ("check", Check(spot=1)), ("bet 4x: $40", PlayBet(4, spot=1)), ("bet 3x: $30", PlayBet(3, spot=1)),
    ]  # fmt: skip
    assert r.timeout_answer() == Check(spot=1)
    act(r, "1: check", "2: check")
    assert offered(r) == [("check", Check(spot=1)), ("bet 2x: $20", PlayBet(2, spot=1))]
    assert r.timeout_answer() == Check(spot=1)
    act(r, "1: check", "2: check")
    assert offered(r) == [("bet 1x: $10", PlayBet(1, spot=1)), ("fold", Fold(spot=1))]
    assert r.timeout_answer() == Fold(spot=1)
    act(r, "1: fold")
    assert offered(r) == [("bet 1x: $10", PlayBet(1, spot=2)), ("fold, cards tucked for Trips", Fold(spot=2))]


def test_in_any_order_everybody_who_waits_has_answers_and_silence_is_the_firsts() -> None:
    r = seated({1: ACES, 2: LOW, 4: "5c 4d"}, sets=["decision_order=any_order"]).act(StartDeal())
    act(r, "1: check")
    assert [action.spot for _, action in offered(r)] == [2, 2, 2, 4, 4, 4]  # type: ignore[attr-defined]
    assert r.timeout_answer() == Check(spot=2)


@pytest.mark.parametrize(("decision", "answer"), [("check_fold", Fold(spot=1)), ("check_bet", PlayBet(1, spot=1))])
def test_silence_at_the_end_folds_or_bets_as_the_sheet_says(decision: str, answer: Action) -> None:
    r = play({1: ACES}, plans={1: "check check"}, sets=[f"timeout.decision={decision}"])
    assert r.timeout_answer() == answer


def test_the_deal_is_offered_once_ante_and_blind_are_equal() -> None:
    r = open_round("2c")
    assert (offered(r), r.timeout_answer()) == ([], None)
    r.act(PlaceBet(spot=1, cents=1000, wager="ante", player="P1"))
    assert offered(r) == []
    r.act(PlaceBet(spot=1, cents=1000, wager="blind", player="P1"))
    assert offered(r) == [("no more bets: deal", StartDeal())]


def test_who_has_not_looked_is_named_once_the_dealer_has_his_cards() -> None:
    r = seated({1: ACES, 3: LOW}, manual=True).act(StartDeal())
    while r.question is not None and r.question.kind == "proceed":
        assert r.yet_to_look() == ((1, 3) if r.dealer else ())
        r.act(Proceed())
    r.act(Look(1))
    assert r.yet_to_look() == (3,)
    act(r, "1: 4x", "3: check")
    r.act(Look(3))
    assert r.yet_to_look() == ()


def test_a_deck_of_declared_cards_is_offered_shuffled_again() -> None:
    r = seated({1: ACES}, declared=True, manual=True).act(StartDeal())
    act(r, Declare("shuffler_jam"))
    assert offered(r) == [("the deck is shuffled again", Reshuffled(()))]
    act(r, Reshuffled(()))
    assert r.question is not None
    assert r.question.kind == "proceed"


ALWAYS_THE_SAME = {
    "seat": set(),
    "round": {
        "burned", "cites", "cut_card", "cut_card_spot", "dealer_strength", "engine", "events", "inputs", "qualifies",
        "seats", "seen", "settlements", "sheet", "start", "t",
    },
}  # fmt: skip
"""What is told by the rest of a round, or does not decide how it goes on."""


@pytest.mark.parametrize("part", ["round", "seat"])
def test_rounds_that_differ_in_one_thing_are_different(part: str) -> None:
    r = seated({1: ACES}, meters={"major": 2_000_000}).act(StartDeal())

    def owner(of: HoldemRound) -> Any:
        return {"round": of, "seat": of.seats[1]}[part]

    for name in sorted(slots_of(owner(r)) - ALWAYS_THE_SAME[part]):
        twin = r.copy()
        assert twin.key() == r.key()
        setattr(owner(twin), name, changed(getattr(owner(twin), name)))
        assert twin.key() != r.key(), name


@pytest.mark.parametrize("kind", ["faceup_card", "wrong_count"])
def test_what_goes_back_from_a_void_round_belongs_to_the_one_hand_of_a_seat(kind: str) -> None:
    bets = {1: {"trips": 500, "progressive": 500}}
    r = seated({1: ACES, 2: LOW}, manual=True, bets=bets, tokes={1: {"ante": 100}}).act(StartDeal())
    for _ in range(8):
        r.act(Proceed())
    act(r, Declare(kind))
    back = [done for done in happened(r, WagerSettled) if done.result == "void"]
    assert {done.hand for done in back} == {0}
    assert r.net() == {1: 0, 2: 0}
    (ended,) = happened(r, RoundEnded)
    assert ended.shuffle_due
    check_conserved(r)


def test_seats_are_dealt_in_their_order_whoever_bets_first() -> None:
    r = seated({3: LOW, 1: ACES, 2: "5c 4d"}).act(StartDeal())
    assert [packet.spot for packet in happened(r, PacketDealt)] == [1, 2, 3, 0]


def test_wagers_at_the_edges_of_their_limits() -> None:
    table, trips = load(UTH).rules.table, load(UTH).rules.bets.trips  # type: ignore[attr-defined]
    for wager, low, high, step in (
        ("ante", table.minimum, table.maximum, table.bet_step),
        ("trips", trips.min, trips.max, trips.step),
    ):
        for cents, code in (
            (low, ""), (high, ""), (low + step, ""), (low - step, "bets.below_minimum"),
            (high + step, "bets.above_maximum"), (low + step // 2, "bets.step"),
        ):  # fmt: skip
            r = open_round("2c") if wager == "ante" else seated({1: ACES})
            assert refusal(r, PlaceBet(spot=1, cents=cents, wager=wager, player="P1")) == code, (wager, cents)


def refusal(r: HoldemRound, action: Action) -> str:
    """The code by which an action is refused; empty where it is not."""
    try:
        r.act(action)
    except IllegalAction as error:
        return error.code
    return ""


def test_a_seat_there_is_is_bet_on_by_who_holds_it() -> None:
    def bet(spot: int, player: str = "P1") -> PlaceBet:
        return PlaceBet(spot=spot, cents=1000, wager="ante", player=player)

    seats = load(UTH).rules.table.seats  # type: ignore[attr-defined]
    assert [refusal(open_round("2c"), bet(spot)) for spot in (0, 1, seats, seats + 1)] == [
        "place.none", "", "", "place.none",
    ]  # fmt: skip
    r = seated({1: ACES})
    assert refusal(r, bet(1, "P2")) == "place.taken"
    assert refusal(r, PlaceBet(spot=2, cents=500, wager="trips", player="P2")) == "bets.regular_first"


@pytest.mark.parametrize(("inside", "blind", "toke"), [("true", 27_273, 2727), ("false", 30_000, 5000)])
def test_a_toke_beside_the_blind_shares_the_limit_or_is_paid_in_full(inside: str, blind: int, toke: int) -> None:
    """$10 and $1 at 50 to 1 with $300 to share."""
    sets = ["aggregate.pays_from=50:1", "aggregate.limit=300.00", f"aggregate.tokes_in_aggregate={inside}"]
    r = play({1: "Th 2d"}, board="5h 6h 7h 8h 9h", dealer="2c 3d", sets=sets, tokes={1: {"blind": 100}})
    paid = {done.wager: done.pays for done in happened(r, WagerSettled)}
    assert (paid["blind"], paid["toke:blind"]) == (blind, toke)
