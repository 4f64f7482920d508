"""Blackjack where one card, one cent or one hand more or less makes the difference."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import (
    BJ,
    act,
    check_conserved,
    happened,
    open_round,
    options,
    order,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.cards import UNKNOWN, Card, cards_text
from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.accounts import card_places
from pitboss.games.actions import (
    Action,
    Choose,
    CloseInsurance,
    Deal,
    DeclineInsurance,
    DoubleDown,
    Hit,
    Insure,
    PlaceBet,
    Split,
    Stand,
    TakeCard,
)
from pitboss.games.blackjack import GAME, BlackjackRound
from pitboss.games.blackjack.views import Viewer, seen_by
from pitboss.rules import load

FB, GC, V5 = "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5"


def test_a_dropped_card_of_the_dealers_is_kept_where_a_face_up_one_would_be_burned() -> None:
    cards = "Tc 9c 5h 8d 6s 4s"
    sets = ["dropped_dealer_card=keep", "faceup_card_dealer=burn"]
    answers = ["go 3", "declare dropped_card", "call", "go"]
    round_ = play(GC, cards, bets={1: 400}, answers=answers, manual=True, sets=sets)
    assert round_.hole.text == "8d"


def test_an_overlooked_blackjack_that_counts_as_21_is_rounded_as_any_other_hand() -> None:
    cards = shoe("Ah Kd", dealer="6h Tc", then="4c")
    sets = ["irregularity.missed_blackjack=counts_21", "payouts.win=6:5", "blackjack.rounding=0.50"]
    round_ = play(BJ, cards, bets={1: 700}, manual=True, sets=sets, answers=["go 4", "overlook 1", "go"])
    assert settled(round_) == [(1, 0, "main", 700, "win", 840)]  # a blackjack's $8.40 would be $8.00


def test_an_exposed_hole_card_that_is_typed_in_is_asked_of_the_dealer_as_his_own() -> None:
    round_ = play(BJ, None, bets={1: 1000})
    for card in ("Th", "7h", "6d"):
        act(round_, f"card {card}")
    act(round_, "declare hole_exposed")
    assert round_.question == ("card", "dealer", 0, 0)


def test_a_hole_card_that_is_typed_in_is_asked_of_the_dealer_as_his_own() -> None:
    round_ = play(BJ, None, bets={1: 1000})
    act(round_, "card Th", "card 7h", "card 6d", "stand")
    assert round_.question == ("card", "dealer", 0, 0)


def test_the_dealer_is_asked_for_each_step_at_the_spot_it_is_for() -> None:
    round_ = play(BJ, shoe("Th 6d", "9h 9d", dealer="7h Tc"), bets={1: 1000, 2: 1000}, manual=True)
    asked = []
    while round_.question is not None:
        asked.append((round_.question.kind, round_.question.spot))
        act(round_, "stand" if round_.question.kind == "play" else "proceed")
    assert [spot for kind, spot in asked if kind == "proceed"] == [1, 2, 0, 1, 2, 0, 0, 2, 1]


def test_the_two_answers_to_a_peek_are_told_apart() -> None:
    round_ = play(BJ, None, bets={1: 1000})
    act(round_, "card Th", "card Ah", "card 6d", "1: decline")
    assert {offer.text: offer.action.blackjack for offer in round_.offers()} == {  # type: ignore[attr-defined]
        "blackjack": True,
        "no blackjack": False,
    }


def test_an_exposed_card_goes_on_from_the_spot_that_refused_it() -> None:
    """Spot 1 waits for its turn to come back, and spot 2 stands on the first of two hands."""
    cards = shoe("Th 6d", "8h 8c", "5d 6s", dealer="7h Tc", then="2d 3h 4s 5c 9d")
    answers = ["declare exposed_card", "call", "refuse", "refuse", "take", "split", "stand"]
    sets = ["exposed_card_offers=all"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, answers=answers, sets=sets)
    assert round_.question == ("play", "player", 2, 1)
    act(round_, "declare exposed_card", "call", "refuse")
    assert [offer.spot for offer in happened(round_, e.CardOffered)] == [1, 2, 3, 2, 3]


def test_a_second_card_dealt_face_up_is_the_hole_card() -> None:
    round_ = play(BJ, "Th 7h 6d Tc 5s", bets={1: 1000}, manual=True, answers=["go 3", Deal(0)])
    assert round_.hole.text == "Tc"


def test_a_double_that_makes_21_may_be_doubled_again_where_the_sheet_says_so() -> None:
    cards = shoe("5h 6d", dealer="7h Tc", then="Ts 9d")
    round_ = play(BJ, cards, bets={1: 1000}, sets=["double.redouble=true"], answers=["double"])
    assert round_.question == ("play", "player", 1, 0)


@pytest.mark.parametrize(("hand", "word"), [("5h 6d", "double 0.01"), ("8h 8d", "split 0.01")])
def test_a_single_cent_is_money_of_ones_own(hand: str, word: str) -> None:
    round_ = play(FB, shoe(hand, dealer="7h Tc", then="2d 2s 2h"), bets={1: 1000}, sets=["free.decline_free=false"])
    refused(round_, word)


def test_a_toke_that_was_lost_before_counts_when_a_blackjack_is_found_late() -> None:
    cards = shoe("8h 8d", dealer="Kh Ac", then="Ts 9s Tc")
    sets = ("irregularity.late_blackjack_broken_extra=kept",)
    round_ = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, sets=sets, manual=True, answers=["go", "peek no", "go"])
    act(round_, "split toke 2", "go", "hit", "go", "go", "stand", "go")
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (1, 0, "toke:main", 200, "lose", -200)]
    act(round_, "call", "go")
    assert settled(round_)[2:] == [(1, 1, "main", 1000, "push", 0), (1, 1, "toke:main", 200, "push", 0)]
    assert [s.owner for s in round_.settlements] == ["player", "dealers"] * 2
    check_conserved(round_)


def test_a_card_nobody_saw_is_among_the_discards_only_where_cards_are_typed_in() -> None:
    sets = ["shoe_exhausted=reshuffle_discards"]
    dealt_out = play(GC, "Th 9c Kh Td", bets={1: 400}, answers=["hit"], sets=sets)
    refused(dealt_out, "reshuffled ??", clause="GC-EQUIP-2")
    typed = play(GC, None, bets={1: 400}, sets=sets)
    act(typed, "card Th", "card 9c", "card 5h", "hit", "declare shoe_exhausted", "reshuffled ??")
    assert typed.question == ("card", "dealer", 1, 0)


def test_a_card_that_went_back_into_the_shoe_comes_out_of_it_again() -> None:
    """Of a single deck the king broke the first hand, was reshuffled with its discards, and breaks the second."""
    single = ["decks=1", "cut_minimum_cards=8", "cut_card_depth=16"]
    sets = ["shoe_exhausted=reshuffle_discards", *single]
    round_ = play(GC, None, bets={1: 400, 2: 400}, sets=sets)
    act(round_, "card Th", "card 8h", "card 9c", "card 6h", "card 7d", "hit", "card Ks", "hit")
    refused(round_, "card Ks", says="as often as the decks hold it")
    act(round_, "declare shoe_exhausted", "reshuffled Th 6h Ks", "card Ks")
    assert [broke.spot for broke in happened(round_, e.HandBroke)] == [1, 2]


@pytest.mark.parametrize("sheet", [BJ, FB, GC, V5])
def test_standing_is_offered_by_the_clause_that_it_is_logged_with(sheet: str) -> None:
    round_ = play(sheet, shoe("Th 9d", dealer="7h Tc"), bets={1: 400 if sheet == GC else 1000})
    clause = next(offer.clause for offer in round_.offers() if offer.text == "stand")
    act(round_, "stand")
    assert [stood.clause for stood in happened(round_, e.HandStood)] == [clause]


def test_of_a_void_hand_only_the_card_dealt_face_down_stays_unknown() -> None:
    cards = shoe("5h 6d", "9h 2d", dealer="7h Tc", then="Ts")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["double face down", "hit"])
    seen = {event.spot: event.cards for event in seen_by(round_.events) if isinstance(event, e.CardsDiscarded)}
    assert cards_text(seen[1]) == "5h 6d ??"
    assert cards_text(seen[2]) == "9h 2d"
    assert cards_text(seen[0]) == "7h ??"


def test_cards_are_backed_up_again_when_the_next_one_passes_the_spot_over() -> None:
    cards = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh"
    bets = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    round_ = play(
        BJ, cards, bets=bets, manual=True, answers=["go 1", Deal(3), "declare back_up", "call", "rule back_up"]
    )
    assert round_.question == ("proceed", "dealer", 3, 0)
    act(round_, Deal(4), "declare back_up", "call", "rule back_up", "go 2")
    assert [[c.text for c in spot.hands[0].cards] for spot in round_.spots.values()] == [["2h"], ["3h"], ["4h"], ["5h"]]
    assert [c.text for c in round_.dealer.cards] == ["6h"]


@pytest.mark.parametrize(("dealer", "point"), [("Th 6c", "dealer.draws_to"), ("Ah 6c", "dealer.soft_17")])
def test_a_card_the_dealer_draws_names_why_he_must(dealer: str, point: str) -> None:
    round_ = play(BJ, shoe("Th 9d", dealer=dealer, then="2s 9c"), bets={1: 1000})
    act(round_, *(["1: decline"] if round_.question.kind == "insurance" else []), "stand")
    drawn = [card.clause for card in happened(round_, e.CardDealt) if card.why == "dealer"]
    assert drawn[0] == round_.sheet.cite(point)
    assert round_.sheet.cite("dealer.draws_to") != round_.sheet.cite("dealer.soft_17")


def test_a_cut_card_that_was_not_reached_is_gone_after_a_reshuffle() -> None:
    sets = ["shoe_exhausted=reshuffle_discards"]
    round_ = play(GC, "Th 9c 2h Td", bets={1: 400}, answers=["hit"], sets=sets, cut_card=5)
    act(round_, "reshuffled 2c 3c 4c 5c")
    assert round_.next_card == 5
    act(round_, "hit")
    assert round_.next_card == 6
    assert happened(round_, e.CutCardOut) == []


def test_a_cut_card_that_came_out_is_remembered_through_a_reshuffle() -> None:
    sets = ["shoe_exhausted=reshuffle_discards"]
    round_ = play(GC, "Th 9c 2h Td", bets={1: 400}, answers=["hit"], sets=sets, cut_card=2)
    assert [out.spot for out in happened(round_, e.CutCardOut)] == [1]
    act(round_, "reshuffled 2c 3c 4c 5c")
    assert (round_.cut_card, round_.cut_card_spot) == (2, 1)


@pytest.mark.parametrize(("hand", "kind"), [("8h 8d", Split), ("5h 6d", DoubleDown)])
def test_what_is_free_may_be_paid_where_the_house_says_so(hand: str, kind: type) -> None:
    for choice in (True, False):
        sets = [f"free.decline_free={str(choice).lower()}"]
        round_ = play(FB, shoe(hand, dealer="7h Tc"), bets={1: 1000}, sets=sets)
        offered = [offer for offer in round_.offers() if isinstance(offer.action, kind)]
        assert [offer.action.paid for offer in offered] == [False, True][: 1 + choice]  # type: ignore[attr-defined]
        assert ["free" in offer.text for offer in offered] == [True, False][: 1 + choice]


def test_a_hand_dealt_face_down_is_its_owners_alone() -> None:
    round_ = play(BJ, shoe("Th 9d", "8h 9c", dealer="7h Tc"), bets={1: 1000, 2: 1000}, sets=["player_cards=face_down"])

    def seen(player: str | None) -> dict[int, str]:
        cards = [event for event in seen_by(round_.events, player) if isinstance(event, e.CardDealt)]
        return {spot: cards_text([card.card for card in cards if card.spot == spot]) for spot in (0, 1, 2)}

    assert seen("P1") == {0: "7h ??", 1: "Th 9d", 2: "?? ??"}
    assert seen("P2") == {0: "7h ??", 1: "?? ??", 2: "8h 9c"}
    assert seen(None) == seen("") == seen("Bo") == {0: "7h ??", 1: "?? ??", 2: "?? ??"}


def test_a_blackjack_that_waited_is_checked_before_it_is_paid_on_the_dealers_break() -> None:
    for drawn, checked in (("6s", 1), ("5s", 0), ("Ts", 1)):
        cards = shoe("Ah Kd", "Th 9d", dealer="6h Tc", then=drawn)
        round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, sets=["blackjack.payment=end_of_round"], answers=["stand"])
        verified = [hand for hand in happened(round_, e.HandVerified) if hand.spot == 1]
        assert len(verified) == checked
        assert round_.net()[1] == 1500


@pytest.mark.parametrize("kind", ["faceup_card", "missed_hit"])
def test_while_a_hand_is_on_turn_no_card_of_another_is_due(kind: str) -> None:
    cards = shoe("8h 8d", dealer="7h Tc", then="2d 3s")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go", "split", "go"])
    assert round_.question == ("play", "player", 1, 0)
    assert round_.agenda[-1][0] == "draw"
    refused(round_, f"1: declare {kind}")


@pytest.mark.parametrize(("cents", "offered"), [(500, True), (600, False)])
def test_a_double_for_less_is_offered_where_it_is_less(cents: int, offered: bool) -> None:
    sets = [f"double.less_minimum={cents // 100}.00"]
    round_ = play(BJ, shoe("5h 6d", dealer="7h Tc"), bets={1: 600}, sets=sets)
    assert any(offer.text.startswith("double for less") for offer in round_.offers()) is offered


def test_awards_paid_earlier_in_the_round_leave_less_of_the_limit() -> None:
    """TriLux is paid after the deal, King's Bounty at the end; each would win $50 or more alone."""
    bets = {1: {"main": 1000, "trilux": 1000, "kings_bounty": 1000}}
    sets = ["aggregate.pays_from=5:1", "aggregate.limit=60.00"]
    cards = shoe("Kh Qh", dealer="7h Tc")
    round_ = play(BJ, cards, bets=bets, sets=sets, answers=["stand"])
    assert [(s.wager, s.pays) for s in happened(round_, e.WagerSettled) if s.wager != "main"] == [
        ("trilux", 5000),
        ("kings_bounty", 1000),
    ]
    spent = play(BJ, cards, bets=bets, sets=[sets[0], "aggregate.limit=50.00"], answers=["stand"])
    assert [s.pays for s in happened(spent, e.WagerSettled) if s.wager == "kings_bounty"] == [0]


def test_a_third_card_that_sevens_always_get_is_cleared_from_their_hand() -> None:
    bets = {1: {"main": 400, "super7": 100}}
    cards = shoe("7h 7d", dealer="9h Tc", then="2s")
    round_ = play(GC, cards, bets=bets, sets=["bets.super7.third_card=always_dealt"], answers=["stand"])
    (drawn,) = [card for card in happened(round_, e.CardDealt) if card.why == "side_bet"]
    assert (drawn.spot, drawn.hand, drawn.card.text) == (1, 0, "2s")
    assert next((d.spot, d.hand) for d in happened(round_, e.CardsDiscarded)) == (1, 0)


def test_a_double_that_broke_leaves_nothing_more_to_lose_when_a_blackjack_is_found_late() -> None:
    cards = shoe("8h 8d", dealer="Kh Ac", then="6s Tc 9s")
    sets = ("irregularity.late_blackjack_broken_extra=kept",)
    round_ = play(BJ, cards, bets={1: 1000}, sets=sets, manual=True, answers=["go", "peek no", "go", "split", "go"])
    act(round_, "double", "go", "stand", "go", "call", "go")
    assert settled(round_) == [(1, 0, "main", 2000, "lose", -2000), (1, 1, "main", 1000, "push", 0)]
    check_conserved(round_)


@pytest.mark.parametrize(("card", "net"), [("Ts", 2000), ("Js", -2000)])
def test_a_double_card_face_down_may_break_the_hand_by_one(card: str, net: int) -> None:
    hand = "5h 6d" if net > 0 else "5h 7d"
    round_ = play(BJ, shoe(hand, dealer="7h Tc", then=card), bets={1: 1000}, answers=["double face down"])
    assert round_.net() == {1: net}
    assert len(happened(round_, e.HandBroke)) == (net < 0)


def test_a_toke_that_is_pushed_goes_back_by_its_own_clause_and_a_void_one_with_its_bet() -> None:
    push = play(BJ, shoe("Th 7d", dealer="7h Tc"), bets={1: 1000}, tokes={1: 200}, answers=["stand"])
    main, toke = happened(push, e.WagerSettled)
    assert (main.clause, toke.clause) == (push.sheet.cite("payouts.tie"), push.sheet.cite("toke.push"))
    void = play(BJ, "Th 7d 7h", bets={1: 1000}, tokes={1: 200})
    assert {done.result for done in void.settlements} == {"void"}
    assert len({done.clause for done in void.settlements}) == 1


def test_a_bet_that_went_back_is_not_taken_back_again_by_a_misdeal() -> None:
    cards = "Th 8h 5d 7h 6d 6s Tc"
    answers = ["go 5", Deal(3), "go", "call", "choose sit_out", "rule sit_out", "go"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, manual=True, answers=answers)
    assert [(done.spot, done.result) for done in round_.settlements] == [(2, "void")]
    act(round_, "hit", "go 1", "call", "rule misdeal", "go")
    assert round_.over
    assert happened(round_, e.SettlementReversed) == []
    assert sorted(done.spot for done in happened(round_, e.WagerSettled)) == [1, 2, 3]
    check_conserved(round_)


@pytest.mark.parametrize(("stake", "room"), [(80_000, 20_000), (99_950, 0), (99_800, 200)])
def test_a_double_may_be_what_the_maximum_leaves(stake: int, room: int) -> None:
    sets = ["table.maximum=1000.00", "table.bet_step=0.50", "double.double_at_maximum=false"]
    round_ = play(BJ, shoe("5h 6d", dealer="7h Tc"), bets={1: stake}, sets=sets)
    doubles = [offer.action.cents for offer in round_.offers() if isinstance(offer.action, DoubleDown)]
    assert doubles[:1] == ([room] if room else [])


@pytest.mark.parametrize(("maximum", "doubles"), [(1200, [0]), (1199, [])])
def test_what_a_double_took_of_the_maximum_is_not_there_for_the_next(maximum: int, doubles: list[int]) -> None:
    """A hand is doubled again for all that lies on it: $300 and $300 leave room for $600, or it is not offered."""
    sets = [f"table.maximum={maximum}.00", "double.double_at_maximum=false", "double.redouble=true"]
    round_ = play(BJ, shoe("2h 3d", dealer="7h Tc", then="4c"), bets={1: 30_000}, answers=["double"], sets=sets)
    assert [offer.action.cents for offer in round_.offers() if isinstance(offer.action, DoubleDown)] == doubles


@pytest.mark.parametrize(("maximum", "doubles"), [(8, [0, 200]), (6, [200]), (5, [])])
def test_half_a_double_is_offered_beside_the_whole_and_once_where_the_maximum_leaves_no_more(
    maximum: int, doubles: list[int]
) -> None:
    sets = [f"table.maximum={maximum}.00", "double.double_at_maximum=false"]
    round_ = play(GC, shoe("5h 6d", dealer="7h Tc"), bets={1: 400}, sets=sets)
    assert [offer.action.cents for offer in round_.offers() if isinstance(offer.action, DoubleDown)] == doubles


@pytest.mark.parametrize("answers", [["hit"], ["stand"]])
def test_a_hole_card_lies_on_the_table_once_turned_or_not(answers: list[str]) -> None:
    """Six decks hold six of it: five may be among the discards."""
    sets = ["shoe_exhausted=reshuffle_discards"]
    round_ = play(GC, "Th 2c 2h Td", bets={1: 400}, answers=answers, sets=sets)
    refused(round_, "reshuffled Td Td Td Td Td Td", clause="GC-EQUIP-2")
    act(round_, "reshuffled Td Td Td Td Td")
    assert happened(round_, e.CardsReshuffled)


def test_the_players_turn_is_over_when_they_withdraw_from_it() -> None:
    """The dealer forgot himself, and the player on turn does not play on."""
    round_ = play(BJ, "Th 8h 9d 7d 6s Tc 5c 5d", bets={1: 1000, 2: 1000}, manual=True)
    act(round_, "go 2", "overlook 0", "go 2", "overlook 0")
    assert round_.question == ("play", "player", 1, 0)
    act(round_, "declare dealer_no_cards", "call", "rule deal_dealer", "go", "1: choose not_play", "2: choose play")
    assert round_.question == ("play", "player", 2, 0)


@pytest.mark.parametrize("face", ["face_up", "face_down"])
def test_what_was_turned_is_seen_when_it_is_cleared(face: str) -> None:
    sets = [f"player_cards={face}"]
    round_ = play(BJ, shoe("Th 9d", dealer="7h Tc"), bets={1: 1000}, sets=sets, answers=["stand"])
    cleared = [event for event in seen_by(round_.events, "P1") if isinstance(event, e.CardsDiscarded)]
    assert cleared == happened(round_, e.CardsDiscarded)


# what a round tells whoever asks it


def test_an_open_case_names_its_kind_its_spot_and_its_hand() -> None:
    cards = shoe("Th 6d", "8h 8c", dealer="7h Tc", then="8s Ts 9s 5d")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["stand", "split", "split", "stand", "stand"])
    assert (round_.hands_of(1), round_.hands_of(2)) == (1, 3)
    assert round_.open_case is None
    act(round_, "2: declare missed_hit hand 2")
    assert round_.open_case == ("missed_hit", 2, 1)


def test_who_has_not_answered_on_insurance_is_named_until_it_is_closed() -> None:
    cards = shoe("Th 9d", "9h 9c", "Tc 9s", dealer="Ah 7c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, manual=True)
    assert round_.unanswered() == ()
    act(round_, "go", "2: decline")
    assert round_.unanswered() == (1, 3)
    act(round_, "1: decline", "3: insure 5.00")
    assert round_.unanswered() == ()
    act(round_, "close", "peek no")
    assert round_.unanswered() == ()


def test_the_slots_that_somebody_has_seen_are_those_of_open_cards() -> None:
    cards = "2c 2d " + shoe("Th 9d", dealer="7h Tc")
    round_ = play(BJ, cards, bets={1: 1000}, start=2)
    assert GAME.seen_slots(round_, seen_by(round_.events, "P1")) == [2, 3, 4]
    act(round_, "stand")
    assert GAME.seen_slots(round_, seen_by(round_.events, "P1")) == [2, 3, 4, 5]
    assert cards_text(GAME.dealt(round_)) == "Th 9d 7h Tc"


def test_an_exposed_card_has_its_slot_whatever_becomes_of_it() -> None:
    """Burned or taken, it came out of the shoe once; the hole card behind it is where it was."""
    round_ = play(BJ, shoe("Th 6d", dealer="7h Tc", then="5d 2c"), bets={1: 1000})
    act(round_, "declare exposed_card", "call")
    assert GAME.seen_slots(round_, seen_by(round_.events)) == [0, 1, 2, 4]
    act(round_, "refuse", "stand")
    assert round_.over
    assert GAME.seen_slots(round_, seen_by(round_.events)) == list(range(round_.next_card))


@pytest.mark.parametrize(("face", "open_"), [("face_up", True), ("face_down", False)])
def test_hands_lie_open_where_the_sheet_deals_them_face_up(face: str, open_: bool) -> None:
    assert GAME.hands_lie_open(load(BJ, sets=[f"player_cards={face}"])) is open_


def test_a_card_that_is_backed_up_lies_on_the_spot_before() -> None:
    answers = ["go 1", Deal(3), "declare back_up", "call", "rule back_up"]
    round_ = play(BJ, "2h 3h 4h 5h 6h 7h 8h", bets={1: 1000, 2: 1000, 3: 1000}, manual=True, answers=answers)
    lie = {place: cards_text(cards) for place, cards in card_places(round_.events).hands.items() if cards}
    assert lie == {(1, 0): "2h", (2, 0): "3h"}


@pytest.mark.parametrize(
    ("hand", "decision", "answer"),
    [
        ("5h 6d", "never_bust", Hit()),
        ("5h 7d", "never_bust", Stand()),
        ("Ah 5d", "never_bust", Stand()),
        ("5h 6d", "stand", Stand()),
    ],
)
def test_silence_takes_a_card_only_where_none_can_break_the_hand(hand: str, decision: str, answer: Action) -> None:
    round_ = play(BJ, shoe(hand, dealer="7h Tc"), bets={1: 1000}, sets=[f"timeout.decision={decision}"])
    assert round_.timeout_answer() == answer


def test_an_answer_is_due_from_players_only() -> None:
    """Silence of the dealer means nothing; of a player in a case, what the clause lists first."""
    round_ = play(BJ, shoe("Th 6d", "9h 8c", dealer="7h Tc", then="2c 3c"), bets={1: 1000, 2: 1000}, answers=["stand"])
    act(round_, "1: declare missed_hit")
    assert round_.question is not None
    assert (round_.question.kind, round_.timeout_answer()) == ("call", None)
    act(round_, "call")
    assert round_.timeout_answer() == Choose("dead_hand")


def test_chips_that_are_no_bet_are_at_least_a_cent() -> None:
    round_ = open_round(BJ)
    refused(round_, PlaceBet(spot=1, cents=0, position="on the rail"), says="how much lies where")
    act(round_, PlaceBet(spot=1, cents=1, position="on the rail"))
    assert [(none.spot, none.cents, none.position) for none in happened(round_, e.NoBet)] == [(1, 1, "on the rail")]


# rounds as values


def changed(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return Card(int(value) ^ 1) if isinstance(value, Card) else value + 1
        case str():
            return value + "!"
        case tuple():
            return (*value, "more")
        case list():
            return [*value, UNKNOWN]
        case dict():
            return {**value, "more": 1}
    return ("something",)


def slots_of(value: object) -> set[str]:
    """The names of all that it holds."""
    return {name for each in type(value).__mro__ for name in getattr(each, "__slots__", ())}


ALWAYS_THE_SAME = {
    "spot": {"player"},  # who plays it changes no card and no chip
    "hand": set(),
    "round": {
        "awarded", "burned", "cites", "discarded", "events", "face", "inputs", "sheet", "spot_limits", "spots", "seen",
        "settlements", "dealer", "t", "waits_for_hand", "waits_for_third", "engine", "start", "cut_card_spot",
    },
}  # fmt: skip
"""What is told by the rest of a round, or does not decide how it goes on."""


@pytest.mark.parametrize("part", ["round", "spot", "hand"])
def test_rounds_that_differ_in_one_thing_are_different(part: str) -> None:
    round_ = play(BJ, shoe("8h 8c", dealer="7h Tc", then="Ts 9s"), bets={1: 1000}, answers=["split"])

    def owner(of: BlackjackRound) -> Any:
        return {"round": of, "spot": of.spots[1], "hand": of.spots[1].hands[1]}[part]

    for name in sorted(slots_of(owner(round_)) - ALWAYS_THE_SAME[part] - {"hands"}):
        twin = round_.copy()
        assert twin.key() == round_.key()
        setattr(owner(twin), name, changed(getattr(owner(twin), name)))
        assert twin.key() != round_.key(), name


@pytest.mark.parametrize("face", ["face_up", "face_down"])
def test_who_joins_somebody_that_watches_sees_the_same_from_there_on(face: str) -> None:
    sets = [f"player_cards={face}", "double.face_down=true"]
    cards = shoe("5h 6d", "8h 8c", dealer="7h Tc", then="9d 3s 2s Ts 9s")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, sets=sets, answers=["double face down", "split"])
    act(round_, "double face down", "stand")
    for player in ("P1", "P2", None):
        whole = list(seen_by(round_.events, player))
        for place in range(len(round_.events)):
            viewer = Viewer(player)
            before = [viewer.see(event) for event in round_.events[:place]]
            twin = viewer.copy()
            assert [*before, *map(twin.see, round_.events[place:])] == whole


def test_a_blackjack_round_has_nobody_who_must_still_look() -> None:
    assert play(BJ, shoe("Th 9d", dealer="7h Tc"), bets={1: 1000}).yet_to_look() == ()


# why not


def reason(round_: BlackjackRound, answer: Action) -> tuple[str, dict[str, Any]]:
    """The code of a refusal, and what it names."""
    with pytest.raises(IllegalAction) as refusal:
        round_.copy().act(answer)
    return refusal.value.code, dict(refusal.value.params)


@pytest.mark.parametrize(
    ("sets", "amounts"),
    [
        (["double.stake=full"], [400]),
        (["double.stake=full_or_half", "double.half_only_on=4.00"], [400, 200]),
        (["double.stake=full_or_half", "double.half_only_on=2.00"], [400]),
    ],
)
def test_a_double_of_another_amount_is_told_those_that_there_are(sets: list[str], amounts: list[int]) -> None:
    round_ = play(GC, shoe("5h 6d", dealer="7h Tc", then="9d"), bets={1: 400}, sets=sets)
    assert reason(round_, DoubleDown(cents=300)) == ("double.other_amount", {"amounts": amounts})
    if amounts == [400, 200]:
        assert act(round_.copy(), DoubleDown(cents=200)).spots[1].hands[0].extra == 200
    elif len(sets) == 2:
        assert reason(round_, DoubleDown(cents=200)) == ("double.half_only_on", {"bet": 200})


def test_who_has_answered_on_insurance_is_told_what_they_answered() -> None:
    cards = shoe("Th 9d", "9h 9c", dealer="Ah 7c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, manual=True, answers=["go", "1: insure 5.00"])
    assert reason(round_, Insure(1, 500)) == ("insurance.made", {})
    assert reason(round_, CloseInsurance()) == ("insurance.unanswered", {"spots": [2]})
    act(round_, "2: decline")
    assert reason(round_, DeclineInsurance(2)) == ("insurance.answered", {})
    assert reason(round_, Insure(3, 500)) == ("insurance.no_hand", {"spot": 3})


def test_a_hand_that_is_not_on_turn_is_named_as_people_count() -> None:
    cards = shoe("8h 8c", dealer="7h Tc", then="Ts 9s")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["split"])
    assert reason(round_, Hit(hand=1)) == ("turn.other_hand", {"hand": 2, "open": 1})
    assert reason(round_, Hit(spot=2)) == ("turn.other_place", {"spot": 2, "place": "spot"})


def test_an_exposed_card_cannot_be_taken_by_a_hand_that_gets_one_card_only() -> None:
    """Two split aces may be split again; otherwise the hand is over."""
    cards = shoe("Ah Ac", dealer="7h Tc", then="Ad 5s 2c 3c 4c")
    sets = ["split.resplit_aces=true", "split.hit_split_aces=false"]
    round_ = play(BJ, cards, bets={1: 1000}, sets=sets, answers=["split", "declare exposed_card", "call"])
    assert options(round_) == {"RefuseCard"}
    assert reason(round_, TakeCard())[0] == "split.aces_one_card"
    other = play(BJ, shoe("Th 2d", dealer="7h Tc", then="5s"), bets={1: 1000}, answers=["declare exposed_card", "call"])
    assert options(other) == {"TakeCard", "RefuseCard"}


def test_a_blackjack_of_split_aces_is_paid_at_once_where_it_cannot_be_doubled() -> None:
    cards = shoe("Ah Ac", dealer="7h Tc", then="Kd 5s")
    round_ = play(BJ, cards, bets={1: 1000}, sets=["split.split_blackjack=true"], answers=["split"])
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1500), (1, 1, "main", 1000, "lose", -1000)]
    assert order(round_, e.WagerSettled, e.HoleTurned) == ["WagerSettled", "HoleTurned", "WagerSettled"]


def test_a_card_that_the_dealer_draws_too_many_is_exposed_as_his_own() -> None:
    cards = shoe("Th 9d", dealer="7h Tc", then="5d")
    answers = ["go", "stand", "go 1", "declare dealer_overdraw"]
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=answers)
    assert [(shown.card.text, shown.spot) for shown in happened(round_, e.CardExposed)] == [("5d", 0)]
