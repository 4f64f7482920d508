"""Catfish Bend Blackjack: irregularities while hands are played (1 to 5 and 12)."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    BJ,
    act,
    calls,
    check_conserved,
    dealt,
    happened,
    money,
    options,
    order,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.games.actions import CardIs, PlaceBet, TakeBackBet
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.views import seen_by
from pitboss.games.events import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardOffered,
    ChoiceNamed,
    HoleExposed,
    HoleTurned,
    IrregularityDeclared,
    SettlementReversed,
    SupervisorCalled,
    WagerSettled,
)

# 1: a card exposed by error

EXPOSED = shoe("Th 6d", "8h 4c", "5d 6s", dealer="7h Tc", then="3d 9s 2c 4s")
BETS = {1: 1000, 2: 1000, 3: 1000}


def exposed(*answers: str, cards: str = EXPOSED, sets: tuple[str, ...] = ()) -> BlackjackRound:
    return play(BJ, cards, bets=BETS, sets=sets, answers=["declare exposed_card", *answers])


@pytest.mark.clause("BJ-IRR-1a")
def test_an_exposed_card_stops_play_until_a_supervisor_is_called() -> None:
    round_ = exposed()
    assert order(round_)[-2:] == ["IrregularityDeclared", "CardExposed"]
    assert (happened(round_, CardExposed)[0].card.text, round_.question.kind) == ("3d", "call")
    for answer in ("hit", "stand", "1: take", "declare hole_exposed", "rule burn"):
        refused(round_, answer)
    refused(round_, "call", role="player")
    act(round_, "call", role="dealer")
    (called,) = happened(round_, SupervisorCalled)
    assert (called.role, called.clause) == ("supervisor", "BJ-IRR-1a")
    refused(play(BJ, EXPOSED, bets=BETS), "declare exposed_card", role="player")


@pytest.mark.clause("BJ-IRR-1A1")
def test_the_card_is_offered_to_the_player_concerned() -> None:
    round_ = exposed("call")
    (offer,) = happened(round_, CardOffered)
    assert (offer.card.text, offer.spot, offer.clause) == ("3d", 1, "BJ-IRR-1A1")
    assert (round_.question.kind, options(round_)) == ("offer_card", {"TakeCard", "RefuseCard"})
    refused(round_, "2: take", clause="BJ-IRR-1A1", says="offered to spot 1")
    refused(round_, "take", role="dealer")
    refused(round_, "hit")
    act(round_, "1: take")
    assert round_.spots[1].hands[0].total == 19
    assert round_.question == ("play", "player", 1, 0)
    act(round_, "stand", "stand", "stand")
    assert round_.net() == {1: 1000, 2: -1000, 3: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-1A2", "BJ-IRR-1A3")
def test_refused_it_is_offered_to_one_more_player_then_burned() -> None:
    round_ = exposed("call", "refuse", "refuse")
    assert [offer.spot for offer in happened(round_, CardOffered)] == [1, 2]
    (burned,) = happened(round_, CardBurned)
    assert (burned.card.text, burned.clause) == ("3d", "BJ-IRR-1A3")
    assert round_.question == ("play", "player", 1, 0)
    act(round_, "hit", "stand", "stand")
    assert dealt(round_, "hit") == [(1, "9s")]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-1A2")
def test_by_option_every_following_player_is_offered_the_card() -> None:
    sets = ("irregularity.exposed_card_offers=all",)
    round_ = exposed("call", "refuse", "refuse", "refuse", sets=sets)
    assert [offer.spot for offer in happened(round_, CardOffered)] == [1, 2, 3]
    assert [b.card.text for b in happened(round_, CardBurned)] == ["3d"]
    taken = exposed("call", "refuse", "refuse", "take", sets=sets)
    assert dealt(taken)[-1] == (3, "3d")
    assert taken.question.spot == 2


@pytest.mark.parametrize(("card", "broken"), [("9d", False), ("Td", True)])
def test_a_card_taken_out_of_turn_breaks_the_hand_at_once_with_22(card: str, broken: bool) -> None:
    cards = EXPOSED.replace("3d", card)
    round_ = exposed("call", "refuse", "take", cards=cards)
    assert round_.spots[2].hands[0].total == (22 if broken else 21)
    assert [(one.spot, one.wager) for one in happened(round_, WagerSettled)] == ([(2, "main")] if broken else [])
    assert round_.question.spot == (3 if broken else 2)


@pytest.mark.clause("BJ-IRR-1A2")
def test_without_a_next_player_the_card_is_burned() -> None:
    round_ = play(BJ, EXPOSED, bets=BETS, answers=["stand", "stand", "declare exposed_card", "call", "refuse"])
    assert [offer.spot for offer in happened(round_, CardOffered)] == [3]
    assert len(happened(round_, CardBurned)) == 1
    assert round_.question.spot == 3


@pytest.mark.clause("BJ-IRR-1A2")
def test_a_spot_without_a_live_hand_is_passed_by() -> None:
    cards = shoe("Th 6d", "Ah Kd", "5d 6s", dealer="7h Tc", then="3d")
    round_ = exposed("call", "refuse", cards=cards)
    assert [offer.spot for offer in happened(round_, CardOffered)] == [1, 3]


@pytest.mark.clause("BJ-IRR-1B")
def test_when_the_second_player_took_it_play_comes_back_to_the_first() -> None:
    round_ = exposed("call", "refuse", "2: take")
    assert dealt(round_)[-1] == (2, "3d")
    turns = []
    while round_.question is not None:
        turns.append(round_.question.spot)
        act(round_, "hit" if turns == [2, 3, 1] else "stand")
    assert turns == [2, 3, 1]
    assert dealt(round_, "hit") == [(1, "9s")]
    assert order(round_, CardDealt, HoleTurned)[-2:] == ["CardDealt", "HoleTurned"]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-1B")
def test_the_card_may_break_the_second_player() -> None:
    cards = shoe("Th 6d", "8h 6c", "5d 6s", dealer="7h Tc", then="Kd")
    round_ = exposed("call", "refuse", "take", cards=cards)
    assert settled(round_) == [(2, 0, "main", 1000, "lose", -1000)]
    assert round_.question.spot == 3
    act(round_, "stand", "stand")
    assert round_.net() == {1: -1000, 2: -1000, 3: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-1B", "BJ-SPLIT-2c")
def test_a_split_hand_that_waits_is_still_finished_before_its_second() -> None:
    cards = shoe("8d 8s", "8h 4c", dealer="7h Tc", then="2d 3d 9s Tc")
    answers = ["split", "declare exposed_card", "call", "refuse", "take"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=answers)
    assert round_.question == ("play", "player", 2, 0)
    act(round_, "stand")
    assert round_.question == ("play", "player", 1, 0)
    assert [len(hand.cards) for hand in round_.spots[1].hands] == [2, 1]
    act(round_, "hit", "stand")
    assert round_.question == ("play", "player", 1, 1)
    act(round_, "stand")
    assert round_.net() == {1: 2000, 2: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-1a")
def test_where_cards_are_typed_in_the_exposed_one_is_named() -> None:
    round_ = play(BJ, None, bets={1: 1000, 2: 1000})
    for card in ("Th", "8h", "7h", "6d", "4c"):
        act(round_, f"card {card}")
    act(round_, "declare exposed_card")
    assert round_.question.kind == "card"
    act(round_, "card 3d", "call", "take", "stand", "stand", "card Tc")
    assert round_.net() == {1: 1000, 2: -1000}
    check_conserved(round_)


# 2: the dealer hits hard 17 or more


@pytest.mark.clause("BJ-IRR-2a", "BJ-IRR-2b", "BJ-IRR-2c")
def test_a_card_the_dealer_drew_on_17_is_burned() -> None:
    cards = shoe("Th 8d", dealer="7h Tc", then="4c")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go", "stand"])
    refused(round_, "declare dealer_overdraw", clause="BJ-IRR-2a")
    act(round_, "go 1", "declare dealer_overdraw")
    assert round_.question.kind == "call"
    refused(round_, "proceed")
    act(round_, "call")
    assert [(b.card.text, b.clause) for b in happened(round_, CardBurned)] == [("4c", "BJ-IRR-2b")]
    assert (round_.dealer.total, round_.question.kind) == (17, "proceed")
    act(round_, "go")
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000)]
    assert order(round_, SupervisorCalled, CardBurned) == ["SupervisorCalled", "CardBurned"]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-2a")
def test_a_dealer_who_must_draw_has_not_drawn_too_much() -> None:
    cards = shoe("Th 8d", dealer="6h Tc", then="4c 5c")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go", "stand", "go 1"])
    refused(round_, "declare dealer_overdraw", clause="BJ-IRR-2a", says="does not stand")
    act(round_, "go 1", "declare dealer_overdraw", "call", "go")
    assert round_.net() == {1: -1000}


# 3: the hole card exposed


@pytest.mark.clause("BJ-IRR-3a", "BJ-IRR-3b")
def test_an_exposed_hole_card_is_known_to_all_and_play_goes_on() -> None:
    cards = shoe("8d 8s", dealer="7h Tc", then="Ts Js")
    round_ = play(BJ, cards, bets={1: 1000})
    before = options(round_)
    refused(play(BJ, cards, bets={1: 1000}, manual=True), "declare hole_exposed", clause="BJ-IRR-3a")
    act(round_, "declare hole_exposed")
    assert round_.question.kind == "call"
    refused(round_, "hit")
    act(round_, "call")
    assert [type(event).__name__ for event in round_.events[-3:]] == [
        "IrregularityDeclared", "HoleExposed", "SupervisorCalled",
    ]  # fmt: skip
    shown = [event.card.text for event in seen_by(round_.events) if isinstance(event, HoleExposed)]
    assert shown == ["Tc"]
    assert options(round_) == before
    refused(round_, TakeBackBet(1), clause="BJ-DEAL-2a")
    refused(round_, PlaceBet(1, 2000), clause="BJ-DEAL-2a")
    refused(round_, "declare hole_exposed", clause="BJ-IRR-3a")
    act(round_, "split", "stand", "stand")
    assert round_.net() == {1: 2000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-3b")
def test_insurance_with_a_known_hole_card() -> None:
    cards = shoe("Th 8d", "Ac Kd", dealer="Ah Kc")
    bets = {1: 1000, 2: 1000}
    round_ = play(BJ, cards, bets=bets, answers=["declare hole_exposed", "call", "1: insure 5", "2: even money"])
    assert round_.net() == {1: 0, 2: 1000}
    sets = ["irregularity.insurance_with_exposed_hole=false"]
    closed = play(BJ, cards, bets=bets, sets=sets, answers=["declare hole_exposed", "call"])
    assert options(closed) == {"DeclineInsurance"}
    for answer in ("1: insure 5", "2: even money"):
        refused(closed, answer, clause="BJ-IRR-3b", says="hole card is known")
    act(closed, "1: decline", "2: decline")
    assert closed.net() == {1: -1000, 2: 0}


@pytest.mark.clause("BJ-IRR-3a")
def test_where_cards_are_typed_in_the_exposed_hole_card_is_named_once() -> None:
    round_ = play(BJ, None, bets={1: 1000})
    act(round_, "card Th", "card 7h", "card 8d", "declare hole_exposed", "card Tc", "call", "stand")
    assert (round_.net(), round_.dealer.total) == ({1: 1000}, 17)
    check_conserved(round_)


# 4: the dealer's own blackjack found late


def late(cards: str, *answers: str, bets: dict[int, object], tokes: object = None, sets: tuple[str, ...] = ()):  # type: ignore[no-untyped-def]
    """The dealer looks, sees no blackjack where there is one, and the hands are played."""
    round_ = play(BJ, cards, bets=bets, tokes=tokes or {}, sets=sets, manual=True, answers=["go"])  # type: ignore[arg-type]
    for answer in (*answers, "go"):
        act(round_, answer, "go")
    return round_


@pytest.mark.clause("BJ-IRR-4a")
def test_a_blackjack_found_late_stops_the_settlement() -> None:
    round_ = late(shoe("Th 8d", dealer="Kh Ac"), "peek no", "stand", bets={1: 1000})
    assert (round_.question.kind, settled(round_)) == ("call", [])
    (declared,) = happened(round_, IrregularityDeclared)
    assert (declared.kind, declared.clause) == ("late_dealer_blackjack", "BJ-IRR-4a")
    refused(round_, "proceed")
    act(round_, "call")
    assert round_.over
    assert round_.net() == {1: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4b")
def test_a_blackjack_found_late_counts_as_21() -> None:
    cards = shoe("7h 7d", "Ah Kd", "Th 9d", dealer="Kh Ac", then="7c")
    round_ = late(cards, "peek no", "hit", "stand", "stand", bets={1: 1000, 2: 1000, 3: 1000})
    act(round_, "call")
    assert settled(round_) == [
        (2, 0, "main", 1000, "win", 1500),
        (3, 0, "main", 1000, "lose", -1000),
        (1, 0, "main", 1000, "push", 0),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4b", "BJ-DEAL-16b")
@pytest.mark.parametrize(("option", "row"), [("pays_3_2", ("win", 1500)), ("counts_21", ("push", 0))])
def test_an_overlooked_blackjack_meets_one_found_late(option: str, row: tuple[str, int]) -> None:
    sets = [f"irregularity.missed_blackjack={option}"]
    cards = shoe("Ah Kd", dealer="Kh Ac")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, sets=sets)
    act(round_, "go", "peek no", "overlook 1", "go", "call")
    assert settled(round_) == [(1, 0, "main", 1000, *row)]


@pytest.mark.clause("BJ-IRR-4b")
@pytest.mark.parametrize(("option", "insurance", "bounty"), [("as_21", -500, 100000), ("as_blackjack", 1000, 1000000)])
def test_side_bets_when_the_blackjack_is_found_late(option: str, insurance: int, bounty: int) -> None:
    sets = (f"irregularity.late_blackjack_side_bets={option}",)
    bets: dict[int, object] = {1: {"main": 1000, "kings_bounty": 1000}}
    cards = shoe("Ks Ks", dealer="Ah Kc")
    round_ = late(cards, "1: insure 5", "close", "peek no", "stand", bets=bets, sets=sets)
    act(round_, "call")
    assert round_.net() == {1: -1000 + insurance + bounty}
    assert len(happened(round_, SettlementReversed)) == (option == "as_blackjack")
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4b")
def test_insurance_sees_21_only_unless_the_house_says_otherwise() -> None:
    round_ = late(shoe("Th 8d", dealer="Ah Kc"), "1: insure 5", "close", "peek no", "stand", bets={1: 1000})
    act(round_, "call")
    assert settled(round_) == [(1, 0, "insurance", 500, "lose", -500), (1, 0, "main", 1000, "lose", -1000)]


@pytest.mark.clause("BJ-IRR-4c")
def test_a_doubled_hand_loses_its_first_stake_only() -> None:
    cards = shoe("5h 6d", dealer="Kh Ac", then="9s")
    round_ = late(cards, "peek no", "double toke 2", bets={1: 1000}, tokes={1: 200})
    act(round_, "call")
    assert settled(round_) == [
        (1, 0, "main", 1000, "push", 0),
        (1, 0, "toke:main", 200, "push", 0),
        (1, 0, "main", 1000, "lose", -1000),
        (1, 0, "toke:main", 200, "lose", -200),
    ]
    assert [event.clause for event in happened(round_, WagerSettled)[:2]] == ["BJ-IRR-4c"] * 2
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4c")
@pytest.mark.parametrize(("option", "main", "toke"), [("returned", -1000, -200), ("kept", -2000, -400)])
def test_a_double_that_broke_before(option: str, main: int, toke: int) -> None:
    cards = shoe("Th 6d", "Th 9d", dealer="Kh Ac", then="9s")
    sets = (f"irregularity.late_blackjack_broken_extra={option}",)
    round_ = late(cards, "peek no", "double toke 2", "stand", bets={1: 1000, 2: 1000}, tokes={1: 200}, sets=sets)
    assert settled(round_) == [(1, 0, "main", 2000, "lose", -2000), (1, 0, "toke:main", 400, "lose", -400)]
    act(round_, "call")
    assert round_.net() == {1: main, 2: -1000}
    assert money(round_) == {
        "players": main + toke - 1000,
        "dealers": 0,
        "house": 1000 - main - toke,
        "layout": 0,
        "stays": 0,
    }
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4d")
def test_a_split_spot_loses_its_first_stake_only() -> None:
    cards = shoe("8h 8d", dealer="Kh Ac", then="Ts 9s")
    round_ = late(cards, "peek no", "split", "stand", "stand", bets={1: 1000})
    act(round_, "call")
    assert settled(round_) == [
        (1, 0, "main", 1000, "lose", -1000),
        (1, 1, "main", 1000, "push", 0),
    ]
    assert [event.clause for event in happened(round_, WagerSettled)] == ["BJ-IRR-4b", "BJ-IRR-4d"]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4c", "BJ-IRR-4d")
def test_splits_doubles_tokes_and_a_broken_hand_together() -> None:
    cards = shoe("8h 8d", dealer="Kh Ac", then="8s 3s Ts 6s 9c 9d")
    bets: dict[int, object] = {1: 1000}
    answers = ["peek no", "split", "split", "double", "double", "stand"]
    round_ = late(cards, *answers, bets=bets, tokes={1: 200})
    # hand 1: 8 3 T = 21, doubled; hand 2: 8 6 9 = 23, doubled and broken; hand 3: 8 9 = 17
    assert settled(round_) == [(1, 1, "main", 2000, "lose", -2000)]
    act(round_, "call")
    assert round_.net() == {1: -1000}
    assert settled(round_)[1:] == [
        (1, 0, "main", 2000, "push", 0),
        (1, 0, "toke:main", 200, "push", 0),
        (1, 1, "main", 1000, "push", 0),
        (1, 1, "main", 1000, "lose", -1000),
        (1, 2, "main", 1000, "push", 0),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-4a")
def test_where_cards_are_typed_in_the_blackjack_shows_itself_at_the_end() -> None:
    round_ = play(BJ, None, bets={1: 1000})
    act(round_, "card Th", "card Kh", "card 8d", "peek no", "stand", "card Ac", "call")
    assert round_.net() == {1: -1000}
    found = play(BJ, None, bets={1: 1000})
    act(found, "card Th", "card Kh", "card 8d", "peek yes")
    refused(found, "card 9c", clause="", says="found a blackjack")
    assert act(found, "card Ac").net() == {1: -1000}


def test_a_blackjack_that_is_not_there_cannot_be_found() -> None:
    round_ = play(BJ, shoe("Th 8d", dealer="Kh 9c"), bets={1: 1000}, manual=True, answers=["go"])
    refused(round_, "peek yes", clause="", says="makes no blackjack")
    typed = play(BJ, None, bets={1: 1000}, manual=True)
    act(typed, "go", "card Th", "go", "card Kh", "go", "card 8d", "go", "peek yes", "declare hole_exposed")
    refused(typed, "card 9c", clause="", says="found a blackjack")
    assert act(typed, "card Ac", "call", "go").net() == {1: -1000}


# 5: a player who missed a hit


def missed(*answers: str, sets: tuple[str, ...] = ()) -> BlackjackRound:
    cards = shoe("Th 6d", "8h 4c", dealer="7h Tc", then="5d 9s")
    return play(BJ, cards, bets={1: 1000, 2: 1000}, tokes={1: 200}, sets=sets, answers=["stand", *answers])


@pytest.mark.clause("BJ-IRR-5a")
def test_a_missed_hit_stops_play_until_the_supervisor_is_there() -> None:
    round_ = missed("1: declare missed_hit")
    assert round_.question.kind == "call"
    for answer in ("hit", "stand", "1: choose dead_hand"):
        refused(round_, answer)
    act(round_, "call")
    assert round_.question == ("choice", "player", 1, 0)
    refused(round_, "2: stand")


@pytest.mark.clause("BJ-IRR-5a")
def test_the_hole_card_stays_down_until_a_missed_hit_is_settled() -> None:
    cards = shoe("Th 6d", dealer="7h Tc", then="5d 9s")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go", "stand", "1: declare missed_hit"])
    refused(round_, "proceed")
    act(round_, "call")
    refused(round_, "proceed")
    act(round_, "choose draw_later")
    assert round_.question == ("play", "player", 1, 0)
    act(round_, "hit", "go", "stand", "go 1")
    assert order(round_, CardDealt, HoleTurned)[-2:] == ["CardDealt", "HoleTurned"]
    refused(round_, "1: declare missed_hit", clause="BJ-IRR-5a")
    act(round_, "go")
    assert round_.net() == {1: 1000}


@pytest.mark.clause("BJ-IRR-5b")
def test_the_player_chooses_a_dead_hand_or_a_card_after_all_players() -> None:
    round_ = missed("1: declare missed_hit", "call")
    assert {offer.action.choice for offer in round_.offers()} == {"dead_hand", "draw_later"}
    refused(round_, "1: choose misdeal", clause="BJ-IRR-5b", says="dead_hand, draw_later")
    refused(round_, "2: choose dead_hand")
    refused(round_, "1: choose dead_hand", role="dealer")
    act(round_, "1: choose draw_later")
    (named,) = happened(round_, ChoiceNamed)
    assert (named.kind, named.choice, named.spot, named.clause) == ("missed_hit", "draw_later", 1, "BJ-IRR-5b")
    assert round_.question.spot == 2
    act(round_, "stand")
    assert round_.question.spot == 1
    act(round_, "hit", "stand")
    assert dealt(round_, "hit") == [(1, "5d")]
    assert order(round_, HoleTurned, CardDealt)[-1] == "HoleTurned"
    assert round_.net() == {1: 1000, 2: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-5b")
@pytest.mark.parametrize(("option", "result", "pays"), [("returned", "void", 0), ("lost", "lose", 1)])
def test_the_bet_of_a_dead_hand(option: str, result: str, pays: int) -> None:
    sets = (f"irregularity.dead_hand_bet={option}",)
    round_ = missed("1: declare missed_hit", "call", "1: choose dead_hand", "stand", sets=sets)
    assert settled(round_)[:2] == [
        (1, 0, "main", 1000, result, -1000 * pays),
        (1, 0, "toke:main", 200, result, -200 * pays),
    ]
    assert round_.net() == {1: -1000 * pays, 2: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-5a")
def test_hands_that_could_not_be_hit_cannot_have_missed_a_hit() -> None:
    doubled = play(BJ, shoe("5h 6d", "8h 4c", dealer="7h Tc", then="5d"), bets={1: 1000, 2: 1000}, answers=["double"])
    aces = play(BJ, shoe("Ah Ad", "8h 4c", dealer="7h Tc", then="5d 6d"), bets={1: 1000, 2: 1000}, answers=["split"])
    for round_ in (doubled, aces):
        for box in (1, 2, 3):
            refused(round_, f"{box}: declare missed_hit", clause="BJ-IRR-5a")


@pytest.mark.clause("BJ-IRR-5b")
@pytest.mark.parametrize(("words", "hand"), [("missed_hit", 0), ("missed_hit hand 1", 0), ("missed_hit hand 2", 1)])
def test_of_a_split_spot_the_hand_that_was_passed_over_is_named(words: str, hand: int) -> None:
    cards = shoe("8h 8d", "Th 9d", dealer="6h Tc", then="4s 3s 9c Td")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["split", "stand", "stand"])
    refused(round_, "1: declare missed_hit hand 3", clause="BJ-IRR-5a", says="passed over")
    act(round_, f"1: declare {words}", "call")
    assert happened(round_, IrregularityDeclared)[0].hand == hand
    assert round_.question == ("choice", "player", 1, hand)
    act(round_, "choose draw_later", "stand")
    assert round_.question == ("play", "player", 1, hand)
    act(round_, "hit", "stand")
    assert dealt(round_, "hit") == [(1, "9c")]
    assert [len(each.cards) for each in round_.spots[1].hands] == [0, 0]
    assert settled(round_, "main")[1:] == [(1, 0, "main", 1000, "win", 1000), (1, 1, "main", 1000, "win", 1000)]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-5b", "BJ-PAY-4-2")
def test_a_blackjack_that_waits_for_all_hands_waits_for_the_late_one_too() -> None:
    cards = shoe("Th 6d", "Ah Kd", "8h 4c", dealer="Kh 9c", then="5d")
    sets = ["blackjack.vs_ten_payment=after_all_hands"]
    answers = ["stand", "1: declare missed_hit", "call", "choose draw_later", "stand"]
    round_ = play(BJ, cards, bets=BETS, sets=sets, answers=answers)
    assert (round_.question.spot, settled(round_)) == (1, [])
    act(round_, "hit", "stand")
    assert settled(round_)[0] == (2, 0, "main", 1000, "win", 1500)
    check_conserved(round_)


# 12: a card face up in the shoe


def face_up(*answers: str, cards: str, bets: dict[int, int], sets: tuple[str, ...] = ()) -> BlackjackRound:
    return play(BJ, cards, bets=bets, manual=True, sets=sets, answers=answers)


@pytest.mark.clause("BJ-IRR-12")
@pytest.mark.parametrize("wanted", [True, False])
def test_a_face_up_card_is_the_players_if_he_wants_it(wanted: bool) -> None:
    cards = shoe("Th 6d", dealer="7h Tc", then="5d 9s")
    round_ = face_up("go", "hit", "declare faceup_card", cards=cards, bets={1: 1000})
    (offer,) = happened(round_, CardOffered)
    assert (offer.card.text, offer.spot, offer.clause) == ("5d", 1, "BJ-IRR-12")
    assert options(round_) == {"TakeCard", "RefuseCard"}
    refused(round_, "proceed")
    if wanted:
        act(round_, "take", "stand", "go")
        assert (dealt(round_, "hit"), happened(round_, CardBurned)) == ([(1, "5d")], [])
        assert round_.net() == {1: 1000}
    else:
        act(round_, "refuse", "go")
        assert dealt(round_, "hit") == [(1, "9s")]
        assert [(b.card.text, b.clause) for b in happened(round_, CardBurned)] == [("5d", "BJ-IRR-12")]
    check_conserved(act(round_, *(["go"] if not round_.over else [])))


@pytest.mark.clause("BJ-IRR-12")
def test_a_first_card_is_offered_in_the_same_way() -> None:
    cards = "Th 5h 7h 6d Tc 2s"
    kept = face_up("declare faceup_card", "take", "go", cards=cards, bets={1: 1000})
    assert dealt(kept) == [(1, "Th"), (0, "5h"), (1, "7h"), (0, "6d")]
    burned = face_up("declare faceup_card", "refuse", "go", cards=cards, bets={1: 1000})
    assert dealt(burned) == [(1, "5h"), (0, "7h"), (1, "6d"), (0, "Tc")]
    refused(burned, "declare faceup_card", clause="BJ-IRR-12", says="no card is due")


@pytest.mark.clause("BJ-IRR-12")
@pytest.mark.parametrize(("option", "drawn"), [("use", "5d"), ("burn", "9s")])
def test_a_face_up_card_due_to_the_dealer(option: str, drawn: str) -> None:
    cards = shoe("Th 9d", dealer="6h Tc", then="5d 9s")
    sets = (f"irregularity.faceup_card_dealer={option}",)
    round_ = face_up("go", "stand", "go 1", "declare faceup_card", "go", cards=cards, bets={1: 1000}, sets=sets)
    assert dealt(round_, "dealer") == [(0, drawn)]
    assert [b.card.text for b in happened(round_, CardBurned)] == (["5d"] if option == "burn" else [])
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-12", "BJ-IRR-3b")
def test_a_face_up_card_used_as_the_hole_card_is_known_to_all() -> None:
    cards = shoe("Th 9d", dealer="Ah 9c")
    sets = ("irregularity.insurance_with_exposed_hole=false",)
    round_ = face_up("go 3", "declare faceup_card", cards=cards, bets={1: 1000}, sets=sets)
    assert [c.card.text for c in seen_by(round_.events) if isinstance(c, CardExposed)] == ["9c"]
    assert (round_.question.kind, calls(round_)) == ("peek", [])
    assert act(round_, "peek no", "stand", "go").net() == {1: -1000}


def test_unknown_irregularities_are_refused() -> None:
    round_ = play(BJ, EXPOSED, bets=BETS)
    refused(round_, "declare dropped_card", says="no ruling on dropped card")
    refused(round_, "declare nonsense", says="no ruling on nonsense")
    refused(round_, CardIs(round_.up), says="no card is due")
