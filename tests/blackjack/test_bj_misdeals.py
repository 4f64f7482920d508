"""Catfish Bend Blackjack: irregularities of the deal (6 to 11)."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    BJ,
    act,
    calls,
    check_conserved,
    happened,
    options,
    order,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.cards import parse_cards
from pitboss.engine import NOW, Engine, engine_of
from pitboss.games.actions import CardIs, Deal, Overlook
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import (
    Called,
    CardBurned,
    CardMoved,
    ChoiceNamed,
    DoubleCardTurned,
    HoleTurned,
    IrregularityDeclared,
    PlayDeclined,
    RoundVoided,
    Ruled,
    SettlementReversed,
    SupervisorCalled,
    WagerSettled,
)

BETS = {1: 1000, 2: 1000, 3: 1000}


def choices(round_: BlackjackRound) -> list[str]:
    return [offer.action.choice for offer in round_.offers()]  # type: ignore[attr-defined]


def staffed(
    cards: str | None, *answers: object, bets: object = BETS, sets: tuple[str, ...] = (), engine: Engine = NOW
) -> BlackjackRound:
    """A table where the dealer is asked for every step, so that he can go wrong."""
    return play(BJ, cards, bets=bets, manual=True, sets=sets, answers=answers, engine=engine)  # type: ignore[arg-type]


# 6: cards backed up one spot


@pytest.mark.clause("BJ-IRR-6a", "BJ-IRR-6b")
def test_cards_are_backed_up_one_spot_after_the_supervisor_was_called() -> None:
    round_ = staffed("2h 3h 4h 7h 5h 6h 8h Th", "go 1", Deal(3), "declare back_up")
    assert round_.question.kind == "call"
    assert [case.spot for case in happened(round_, IrregularityDeclared)] == [2], "the spot that was passed over"
    refused(round_, "rule back_up")
    refused(round_, "proceed")
    act(round_, "call")
    refused(round_, "rule back_up", role="dealer", clause="BJ-IRR-6b", says="only the supervisor")
    refused(round_, "rule misdeal", role="supervisor", says="the rulings are back_up")
    act(round_, "rule back_up", role="supervisor")
    (moved,) = happened(round_, CardMoved)
    assert (moved.card.text, moved.from_spot, moved.to_spot, moved.clause) == ("3h", 3, 2, "BJ-IRR-6a")
    refused(round_, "declare back_up", clause="BJ-IRR-6a")
    act(round_, "go")
    assert [[c.text for c in spot.hands[0].cards] for spot in round_.spots.values()] == [
        ["2h", "5h"], ["3h", "6h"], ["4h", "8h"],
    ]  # fmt: skip
    assert (round_.up.text, round_.hole.text) == ("7h", "Th")
    check_conserved(act(round_, "stand", "stand", "stand", "go"))


@pytest.mark.clause("BJ-IRR-6a")
def test_cards_are_not_backed_up_two_spots() -> None:
    round_ = staffed("2h 3h 4h 7h 5h 6h 8h Th", Deal(3))
    refused(round_, "declare back_up", clause="BJ-IRR-6a", says="one spot only")


@pytest.mark.clause("BJ-IRR-6a")
def test_cards_are_not_backed_up_once_the_dealer_has_his_first_card() -> None:
    second_pass = staffed("2h 3h 4h 7h 5h 6h 8h Th", "go 5", Deal(3))
    refused(second_pass, "declare back_up", clause="BJ-IRR-6a", says="has their first card")
    onto_the_dealer = staffed("2h 3h 4h 7h 5h 6h 8h Th", "go 2", Deal(0))
    refused(onto_the_dealer, "declare back_up", clause="BJ-IRR-6a", says="has their first card")
    no_mistake = staffed("2h 3h 4h 7h 5h 6h 8h Th", "go 2")
    refused(no_mistake, "declare back_up", clause="BJ-IRR-6a", says="did not pass a spot over")


@pytest.mark.clause("BJ-IRR-6a")
def test_typed_cards_are_backed_up_too() -> None:
    round_ = staffed(None, "go 1", "card 2h", Deal(3))
    refused(round_, "declare back_up")
    act(round_, "card 3h", "declare back_up", "call", "rule back_up", "go 1", "card 4h")
    assert [[c.text for c in spot.hands[0].cards] for spot in round_.spots.values()] == [["2h"], ["3h"], ["4h"]]


# 7: one card, or more than two


def one_card(*answers: object, sets: tuple[str, ...] = ()) -> BlackjackRound:
    """Spot 2 was passed over in the second pass."""
    cards = "Th 8h 5d 7h 6d 6s Tc 9c Js"
    return staffed(cards, "go 5", Deal(3), "go", *answers, sets=sets)


def three_cards(*answers: object, sets: tuple[str, ...] = ()) -> BlackjackRound:
    """Spot 1 was dealt two cards in the first pass."""
    cards = "Th 4h 8h 5d 7h 6d 6s 9d Tc 9c Js"
    return staffed(cards, "go 1", Deal(1), "go", *answers, sets=sets)


@pytest.mark.clause("BJ-IRR-7a")
@pytest.mark.parametrize("mistake", [one_card, three_cards])
def test_a_wrong_number_of_cards_stops_play_until_a_supervisor_is_called(mistake) -> None:  # type: ignore[no-untyped-def]
    round_ = mistake()
    (declared,) = happened(round_, IrregularityDeclared)
    assert (declared.kind, declared.clause) == ("wrong_count", "BJ-IRR-7a")
    assert declared.spot == (2 if mistake is one_card else 1)
    for answer in ("proceed", "hit", "choose keep", "rule keep"):
        refused(round_, answer)
    act(round_, "call")
    assert happened(round_, SupervisorCalled)[0].role == "supervisor"


@pytest.mark.clause("BJ-IRR-7b", "BJ-IRR-7c")
def test_the_player_names_one_of_three_choices_and_the_supervisor_decides() -> None:
    round_ = one_card("call")
    assert choices(round_) == ["sit_out", "misdeal", "keep"]
    refused(round_, "choose fold", clause="BJ-IRR-7b", says="sit_out, misdeal, keep")
    refused(round_, "1: choose keep")
    act(round_, "choose keep")
    assert happened(round_, ChoiceNamed)[0].clause == "BJ-IRR-7b"
    assert (round_.question.role, choices(round_)) == ("supervisor", ["sit_out", "misdeal", "keep"])
    for role in ("dealer", "player"):
        refused(round_, "rule keep", role=role, clause="BJ-IRR-7a", says="only the supervisor")
    refused(round_, "rule play", role="supervisor", clause="BJ-IRR-7b")
    act(round_, "rule sit_out: the hand was seen", role="supervisor")
    (ruled,) = happened(round_, Ruled)
    assert (ruled.choice, ruled.role, ruled.spot, ruled.note, ruled.clause) == (
        "sit_out", "supervisor", 2, "the hand was seen", "BJ-IRR-7c",
    )  # fmt: skip
    refused(round_, "rule keep", role="supervisor", clause="", says="nothing to rule on")


@pytest.mark.clause("BJ-IRR-7c")
def test_by_option_the_players_choice_decides() -> None:
    round_ = one_card("call", "choose sit_out", sets=("irregularity.final_say=player",))
    assert (happened(round_, Ruled), round_.spots[2].out) == ([], True)
    assert round_.question == ("play", "player", 1, 0)


@pytest.mark.clause("BJ-IRR-7b")
def test_sitting_out_returns_the_bet_and_burns_the_card() -> None:
    round_ = one_card("call", "choose sit_out", "rule sit_out")
    assert settled(round_) == [(2, 0, "main", 1000, "void", 0)]
    assert happened(round_, WagerSettled)[0].clause == "BJ-IRR-7b"
    assert [(b.card.text, b.clause) for b in happened(round_, CardBurned)] == [("8h", "BJ-IRR-7b")]
    act(round_, "1: stand", "3: stand", "go")
    assert round_.net() == {1: -1000, 2: 0, 3: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-7b")
def test_keeping_the_hand_brings_the_card_that_was_due() -> None:
    round_ = one_card("call", "choose keep", "rule keep", "go")
    assert [c.text for c in round_.spots[2].hands[0].cards] == ["8h", "9c"]
    act(round_, "stand", "stand", "stand", "go")
    assert round_.net() == {1: -1000, 2: 0, 3: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-7b")
def test_keeping_a_hand_of_three_cards_burns_the_one_too_many() -> None:
    round_ = three_cards("call", "choose keep", "rule keep")
    assert [c.text for c in round_.spots[1].hands[0].cards] == ["Th", "6d"]
    assert [(b.card.text, b.clause) for b in happened(round_, CardBurned)] == [("4h", "BJ-IRR-7b")]
    act(round_, "go", "stand", "stand", "stand", "go")
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-7b")
@pytest.mark.parametrize(
    ("sets", "engine", "second", "third"),
    [
        ((), "0.2.0", "Th 6d burned 4h", "Th 6d burned 4h"),
        (("kept_cards=first_two",), "0.2.0", "Th 4h burned 6d", "Th 6d burned 4h"),
        ((), "0.1.0", "Th 4h burned 6d", "Th 6d burned 4h"),
    ],
)
def test_the_card_out_of_turn_is_burned_whichever_place_it_has(
    sets: tuple[str, ...], engine: str, second: str, third: str
) -> None:
    """It was the second of three cards, or the third; a house, as an earlier engine did, may keep the first two."""
    orders = ("Th 4h 8h 5d 7h 6d 6s 9d Tc 9c Js", 1, second), ("Th 8h 5d 7h 6d 4h 6s 9d Tc 9c Js", 5, third)
    for cards, due, kept in orders:
        answers = (f"go {due}", Deal(1), "go", "call", "choose keep", "rule keep")
        round_ = staffed(cards, *answers, sets=sets, engine=engine_of(engine))
        burned = [event.card.text for event in happened(round_, CardBurned)]
        assert " ".join([*(card.text for card in round_.spots[1].hands[0].cards), "burned", *burned]) == kept


@pytest.mark.clause("BJ-IRR-7b")
def test_a_misdeal_voids_the_round_or_the_hand() -> None:
    whole = one_card("call", "choose misdeal", "rule misdeal")
    assert whole.over
    assert sorted(settled(whole)) == [(box, 0, "main", 1000, "void", 0) for box in (1, 2, 3)]
    assert happened(whole, RoundVoided)[0].clause == "BJ-IRR-7b"
    check_conserved(whole)
    sets = ("irregularity.misdeal_scope=hand",)
    hand = one_card("call", "choose misdeal", "rule misdeal", sets=sets)
    assert (hand.over, settled(hand)) == (False, [(2, 0, "main", 1000, "void", 0)])
    check_conserved(act(hand, "stand", "stand", "go"))


@pytest.mark.clause("BJ-IRR-7a", "BJ-IRR-8a")
def test_two_spots_with_wrong_counts_are_ruled_on_one_after_the_other() -> None:
    # spot 1 gets both its cards in the first pass and one more, spot 2 none at all
    cards = "Th 4h 5d 7h 6d 6s Tc 9c Js"
    round_ = staffed(cards, "go 1", Deal(1), Deal(3), "go 2", Deal(3), "go")
    assert [(d.kind, d.spot) for d in happened(round_, IrregularityDeclared)] == [("wrong_count", 1)]
    act(round_, "call", "choose keep", "rule keep")
    assert [(d.kind, d.spot) for d in happened(round_, IrregularityDeclared)] == [("wrong_count", 1), ("no_cards", 2)]
    act(round_, "call", "go")
    assert round_.question == ("play", "player", 1, 0)
    assert [b.card.text for b in happened(round_, CardBurned)] == ["4h"]
    act(round_, "stand", "stand", "go")
    assert round_.net() == {1: -1000, 2: 0, 3: -1000}
    check_conserved(round_)


# 8: no cards


@pytest.mark.clause("BJ-IRR-8a", "BJ-IRR-8b")
def test_a_player_without_cards_has_no_hand() -> None:
    cards = "Th 5d 7h 6d 6s Tc 9c"
    bets = {1: 1000, 2: {"main": 1000, "trilux": 500, "kings_bounty": 500}, 3: 1000}
    round_ = staffed(cards, "go 1", Deal(3), "go 2", Deal(3), "go", bets=bets)
    (declared,) = happened(round_, IrregularityDeclared)
    assert (declared.kind, declared.spot, declared.clause) == ("no_cards", 2, "BJ-IRR-8a")
    refused(round_, "proceed")
    act(round_, "call")
    assert happened(round_, SupervisorCalled)[0].clause == "BJ-IRR-8a"
    assert settled(round_) == [
        (2, 0, "main", 1000, "void", 0), (2, 0, "trilux", 500, "void", 0), (2, 0, "kings_bounty", 500, "void", 0),
    ]  # fmt: skip
    assert [(d.spot, d.clause) for d in happened(round_, PlayDeclined)] == [(2, "BJ-IRR-8b")]
    act(round_, "1: stand", "3: stand", "go")
    assert round_.net()[2] == 0
    check_conserved(round_)


# 9: the dealer with a wrong number of cards


def dealer_with(count: int, *answers: object, sets: tuple[str, ...] = ()) -> BlackjackRound:
    bets = {1: {"main": 1000, "kings_bounty": 500}, 2: 1000}
    if count == 1:
        return staffed("Th 8h 7h Td 9s Tc 5c", "go 5", Overlook(0), *answers, bets=bets, sets=sets)
    return staffed("Th 8h 7h 2d Td 9s Tc 5c", "go 3", Deal(0), "go", *answers, bets=bets, sets=sets)


@pytest.mark.clause("BJ-IRR-9a")
@pytest.mark.parametrize("count", [1, 3])
def test_a_dealer_with_a_wrong_number_of_cards_calls_a_supervisor(count: int) -> None:
    round_ = dealer_with(count)
    assert len(round_.dealer.cards) + round_.hole_dealt == count
    (declared,) = happened(round_, IrregularityDeclared)
    assert (declared.kind, declared.clause) == ("dealer_wrong_count", "BJ-IRR-9a")
    for answer in ("proceed", "hit", "1: choose play", "rule misdeal"):
        refused(round_, answer)
    act(round_, "call")
    assert round_.question.kind == "choice"


@pytest.mark.clause("BJ-IRR-9b")
@pytest.mark.parametrize("count", [1, 3])
def test_each_player_plays_on_or_folds_with_his_money_back(count: int) -> None:
    round_ = dealer_with(count, "call")
    assert choices(round_) == ["play", "fold"]
    refused(round_, "1: choose misdeal", clause="BJ-IRR-9b")
    act(round_, "1: choose fold", "2: choose play")
    assert [(c.spot, c.choice) for c in happened(round_, ChoiceNamed)] == [(1, "fold"), (2, "play")]
    assert settled(round_) == [(1, 0, "main", 1000, "void", 0), (1, 0, "kings_bounty", 500, "void", 0)]
    assert (round_.question.role, choices(round_)) == ("supervisor", ["go_on", "misdeal"])
    assert {b.clause for b in happened(round_, CardBurned)} == {"BJ-IRR-9b"}
    refused(round_, "rule go_on", role="dealer", clause="BJ-IRR-9a")
    act(round_, "rule go_on", "go")
    assert (round_.up.text, round_.hole.text) == ("7h", "Tc")
    assert round_.question == ("play", "player", 2, 0)
    act(round_, "stand", "go")
    assert settled(round_)[2:] == [(2, 0, "main", 1000, "push", 0)]
    surplus = [b.card.text for b in happened(round_, CardBurned) if b.why == "dealer_wrong_count"]
    assert surplus == (["2d"] if count == 3 else [])
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-9b")
@pytest.mark.parametrize("scope", ["round", "hand"])
def test_the_supervisor_may_call_a_misdeal(scope: str) -> None:
    sets = (f"irregularity.misdeal_scope={scope}",)
    round_ = dealer_with(3, "call", "1: choose play", "2: choose play", "rule misdeal", sets=sets)
    assert round_.over
    assert sorted(settled(round_)) == [
        (1, 0, "kings_bounty", 500, "void", 0), (1, 0, "main", 1000, "void", 0), (2, 0, "main", 1000, "void", 0),
    ]  # fmt: skip
    assert {event.clause for event in happened(round_, Ruled, RoundVoided, WagerSettled)} == {"BJ-IRR-9b"}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-9b")
def test_when_all_fold_the_round_ends_with_nothing_won_or_lost() -> None:
    round_ = dealer_with(1, "call", "1: choose fold", "2: choose fold", "rule go_on", "go")
    assert round_.over
    assert round_.net() == {1: 0, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-9a")
def test_the_dealer_may_have_only_a_hole_card() -> None:
    round_ = staffed("Th 8h Td 9s Tc 7h 5c", "go 2", Overlook(0), "go", bets={1: 1000, 2: 1000})
    act(round_, "call", "1: choose play", "2: choose play", "rule go_on", "go")
    assert (round_.up.text, round_.hole.text) == ("7h", "Tc")
    act(round_, "stand", "stand", "go")
    assert round_.net() == {1: 1000, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-3a", "BJ-IRR-9a")
def test_a_second_card_dealt_face_up_is_an_exposed_hole_card() -> None:
    round_ = staffed("Th 8h 7h Tc Td 9s 5c", "go 3", Deal(0), "go 2", Overlook(0), bets={1: 1000, 2: 1000})
    assert [(d.kind, d.clause) for d in happened(round_, IrregularityDeclared)] == [("hole_exposed", "BJ-IRR-3a")]
    refused(round_, "hit")
    act(round_, "call")
    assert (round_.up.text, round_.hole.text, round_.hole_exposed) == ("7h", "Tc", True)
    act(round_, "stand", "stand", "go")
    assert round_.net() == {1: 1000, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-9b")
def test_three_open_cards_and_no_hole_card() -> None:
    round_ = staffed("Th 8h 7h 2d 3d Td 9s Tc", "go 3", Deal(0), Deal(0), "go 2", Overlook(0), bets={1: 1000, 2: 1000})
    act(round_, "call", "1: choose play", "2: choose play", "rule go_on", "go")
    assert [b.card.text for b in happened(round_, CardBurned)] == ["2d", "3d"]
    act(round_, "stand", "stand", "go")
    assert (round_.dealer.total, round_.net()) == (17, {1: 1000, 2: 0})
    check_conserved(round_)


# 10: the dealer forgot himself


def forgotten(cards: str, *answers: object, bets: object, sets: tuple[str, ...] = ()) -> BlackjackRound:
    boxes = len(bets)  # type: ignore[arg-type]
    deal = [f"go {boxes}", Overlook(0), f"go {boxes}", Overlook(0)]
    return staffed(cards, *deal, *answers, bets=bets, sets=sets)


@pytest.mark.clause("BJ-IRR-10-1", "BJ-IRR-10A")
def test_a_dealer_who_forgot_himself_gets_his_cards_and_players_may_withdraw() -> None:
    cards = "Th 8h 6d 9s 5c 7h Tc"
    round_ = forgotten(cards, "hit", "go", "declare dealer_no_cards", bets={1: 1000, 2: 1000})
    (declared,) = happened(round_, IrregularityDeclared)
    assert (declared.kind, declared.clause) == ("dealer_no_cards", "BJ-IRR-10-1")
    for answer in ("hit", "stand", "proceed", "rule deal_dealer"):
        refused(round_, answer)
    act(round_, "call", "rule deal_dealer", "go")
    assert (round_.up.text, round_.hole.text) == ("7h", "Tc")
    assert choices(round_) == ["play", "not_play"]
    refused(round_, "1: choose fold", clause="BJ-IRR-10A")
    act(round_, "1: choose play", "2: choose not_play")
    assert settled(round_) == [(2, 0, "main", 1000, "void", 0)]
    assert round_.question == ("play", "player", 1, 0)
    act(round_, "stand", "go")
    assert round_.net() == {1: 1000, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10-1")
def test_the_missing_cards_are_noticed_at_the_dealers_turn_at_the_latest() -> None:
    cards = "Th 8h 6d 9s Kd 7h Tc"
    round_ = forgotten(cards, "hit", "go", "stand", bets={1: 1000, 2: 1000})
    assert happened(round_, IrregularityDeclared)[0].kind == "dealer_no_cards"
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000)]
    act(round_, "call", "rule deal_dealer", "go")
    assert round_.question == ("choice", "player", 2, 0)  # spot 1 has broken and is not asked
    act(round_, "choose play", "go")
    assert round_.net() == {1: -1000, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10A")
def test_who_withdraws_gets_no_card_that_was_on_its_way() -> None:
    round_ = forgotten("8h Th 8d 9s 3c 7h Tc 9c", "split", "go 1", "double", bets={1: 1000, 2: 1000})
    act(round_, "declare dealer_no_cards", "call", "rule deal_dealer", "go", "1: choose not_play", "2: choose play")
    assert settled(round_) == [(1, 0, "main", 2000, "void", 0), (1, 1, "main", 1000, "void", 0)]
    assert round_.question == ("play", "player", 2, 0)
    act(round_, "stand", "go")
    assert round_.net() == {1: 0, 2: 1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10A")
def test_late_cards_for_the_dealer_go_to_nobody_else() -> None:
    bets = {1: 1000, 2: 1000}
    round_ = forgotten("Th 8h 6d 9s 7h Tc", "declare dealer_no_cards", "call", "rule deal_dealer", bets=bets)
    refused(round_, Deal(1), clause="BJ-IRR-10-1", says="for the dealer")
    refused(round_, Overlook(0))


@pytest.mark.clause("BJ-IRR-10B")
def test_any_other_ruling_is_the_supervisors_with_a_note() -> None:
    bets = {1: 1000, 2: 1000}
    round_ = forgotten("Th 8h 6d 9s 7h Tc", "declare dealer_no_cards", "call", bets=bets)
    assert choices(round_) == ["deal_dealer", "misdeal"]
    for role in ("dealer", "player"):
        refused(round_, "rule deal_dealer", role=role, clause="BJ-IRR-10B", says="only the supervisor")
    refused(round_, "rule misdeal", role="supervisor", clause="BJ-IRR-10B", says="needs a note")
    act(round_, "rule misdeal: both players asked for it", role="supervisor")
    (ruled,) = happened(round_, Ruled)
    assert (ruled.choice, ruled.role, ruled.note) == ("misdeal", "supervisor", "both players asked for it")
    assert {event.clause for event in happened(round_, Ruled, RoundVoided, WagerSettled)} == {"BJ-IRR-10B"}
    assert round_.net() == {1: 0, 2: 0}
    check_conserved(round_)
    sets = ("irregularity.free_ruling=false",)
    bound = forgotten("Th 8h 6d 9s 7h Tc", "declare dealer_no_cards", "call", bets=bets, sets=sets)
    assert choices(bound) == ["deal_dealer"]
    refused(bound, "rule misdeal: both asked", role="supervisor")


@pytest.mark.clause("BJ-IRR-10A")
def test_bets_on_the_dealers_card_wait_until_he_has_it() -> None:
    # 5c 6c would be a flush with any club; the up card is 7h
    bets = {1: {"main": 1000, "trilux": 500}, 2: {"main": 1000, "trilux": 500}}
    round_ = forgotten("5c Ah 6c Kd 7h Tc", bets=bets)
    assert (settled(round_), round_.question.spot) == ([], 1)
    act(round_, "declare dealer_no_cards", "call", "rule deal_dealer", "go", "1: choose play", "2: choose play")
    assert settled(round_) == [(2, 0, "trilux", 500, "lose", -500), (1, 0, "trilux", 500, "win", 5000)]
    act(round_, "go")
    assert settled(round_)[2:] == [(2, 0, "main", 1000, "win", 1500)]
    act(round_, "stand", "go")
    assert round_.net() == {1: 4000, 2: 1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10A", "BJ-INS-1")
def test_an_ace_dealt_late_opens_insurance_and_the_peek() -> None:
    round_ = forgotten("Th Ac 8d Kd Ah Kc", bets={1: 1000, 2: 1000})
    assert settled(round_) == []  # nobody knows yet whether the blackjack wins
    act(round_, "declare dealer_no_cards", "call", "rule deal_dealer", "go", "1: choose play", "2: choose play")
    assert (round_.question.kind, calls(round_)) == ("insurance", ["Insurance open"])
    act(round_, "1: insure 5", "2: decline", "close", "peek yes", "go")
    assert round_.net() == {1: 0, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10A")
@pytest.mark.parametrize(("choice", "net"), [("play", -2000), ("not_play", 0)])
def test_a_blackjack_dealt_late_is_a_blackjack_for_those_who_play(choice: str, net: int) -> None:
    round_ = forgotten("5h Th 6d 9s Ts Ah Kc", "double", "go", "stand", bets={1: 1000, 2: 1000})
    act(round_, "call", "rule deal_dealer", "go", f"1: choose {choice}", "2: choose play")
    act(round_, *(["1: decline"] if choice == "play" else []), "2: insure 5", "close", "peek yes", "go")
    assert [d.kind for d in happened(round_, IrregularityDeclared)] == ["dealer_no_cards"]
    assert round_.net() == {1: net, 2: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10A", "BJ-PAY-4-1")
def test_against_a_ten_dealt_late_a_blackjack_is_announced() -> None:
    round_ = forgotten("Th Ac 8d Kd Jh 9c", bets={1: 1000, 2: 1000})
    assert calls(round_) == []
    act(round_, "declare dealer_no_cards", "call", "rule deal_dealer", "go", "1: choose play", "2: choose play")
    (call,) = happened(round_, Called)
    assert (call.text, call.spot, call.clause) == ("Blackjack", 2, "BJ-PAY-4-1")


@pytest.mark.clause("BJ-IRR-10A", "BJ-DBL-6a")
def test_a_card_doubled_face_down_is_turned_for_a_blackjack_dealt_late() -> None:
    round_ = forgotten("5h 6d Ts Kh Ac", "double face down", "go", bets={1: 1000})
    act(round_, "call", "rule deal_dealer", "go", "1: choose play", "peek yes", "go")
    assert order(round_, HoleTurned, DoubleCardTurned, WagerSettled) == [
        "HoleTurned", "DoubleCardTurned", "WagerSettled",
    ]  # fmt: skip
    assert settled(round_) == [(1, 0, "main", 2000, "lose", -2000)]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10A", "BJ-INS-3B")
def test_an_ace_dealt_late_is_insured_on_a_spot_whose_first_hand_has_broken() -> None:
    answers = ("split", "go", "hit", "go")
    round_ = forgotten("8h Th 8d 9s Td Kd 3c Ah Kc", *answers, bets={1: 1000, 2: 1000})
    assert round_.question == ("play", "player", 1, 1)
    act(round_, "declare dealer_no_cards", "call", "rule deal_dealer", "go", "1: choose play", "2: choose play")
    act(round_, "2: decline")
    refused(round_, "close", clause="BJ-INS-3B", says="not yet answered: spot 1")
    act(round_, "1: insure 5", "close", "peek yes", "go")
    assert round_.net() == {1: -2000 + 1000, 2: -1000}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-10-1")
def test_a_dealer_with_cards_has_not_forgotten_himself() -> None:
    round_ = staffed(shoe("Th 8d", dealer="7h Tc"), "go", bets={1: 1000})
    refused(round_, "declare dealer_no_cards", clause="BJ-IRR-10-1")
    refused(round_, Overlook(0))
    early = staffed(shoe("Th 8d", dealer="7h Tc"), "go 1", bets={1: 1000})
    refused(early, "declare dealer_no_cards", clause="BJ-IRR-10-1", says="still under way")
    refused(early, Overlook(0), role="player")


# 11: the shoe runs out


FULL = {1: {"main": 1000, "trilux": 500, "kings_bounty": 500}, 2: 1000}
TOKES = {1: {"main": 200, "trilux": 100}}


@pytest.mark.clause("BJ-IRR-11a", "BJ-IRR-11b")
@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("8h Th", []),  # in the first pass
        ("8h Th 7h 8d 9s", []),  # before the hole card
        ("8h Th 7h 8d 9s Tc", ["hit"]),  # on a hit
        ("8h Th 7h 8d 9s Tc", ["split"]),  # on the first card of a split
        ("8h Th 7h 8d 9s Tc 3c", ["split", "stand"]),  # on the second hand of a split
        ("8h Th 7h 8d 9s Tc 3c", ["split", "double"]),  # on a double
        ("8h Th 6h 8d 9s Tc", ["stand", "stand"]),  # on the dealer's draw
        ("8h Th 6h 8d 9s Tc Kc", ["hit", "stand"]),  # after a hand has broken
        ("8h Ah 7h 8d Ks Tc", ["hit"]),  # after a blackjack was paid
        ("8h Th Ah 8d 9s 8c", ["1: insure 5", "2: decline", "hit"]),  # after insurance was lost
    ],
)
def test_too_few_cards_make_the_round_void(cards: str, answers: list[str]) -> None:
    round_ = play(BJ, cards, bets=FULL, tokes=TOKES, answers=answers)  # type: ignore[arg-type]
    assert round_.over
    assert happened(round_, IrregularityDeclared)[-1].kind == "shoe_exhausted"
    assert order(round_, IrregularityDeclared, SupervisorCalled, Ruled, RoundVoided)[-4:] == [
        "IrregularityDeclared", "SupervisorCalled", "Ruled", "RoundVoided",
    ]  # fmt: skip
    assert round_.net() == {1: 0, 2: 0}
    money_back = [event for event in happened(round_, WagerSettled) if event.result == "void"]
    assert {event.clause for event in money_back} == {"BJ-IRR-11b"}
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-11a", "BJ-IRR-11b")
def test_at_a_staffed_table_the_supervisor_calls_the_misdeal() -> None:
    round_ = staffed("8h Th 6h 8d 9s Tc", "go", "stand", "stand", "go", bets={1: 1000, 2: 1000})
    assert round_.question.kind == "call"
    refused(round_, "proceed")
    act(round_, "call")
    assert happened(round_, SupervisorCalled)[0].clause == "BJ-IRR-11a"
    assert choices(round_) == ["misdeal"]
    refused(round_, "rule misdeal", role="dealer", clause="BJ-IRR-11a")
    refused(round_, "rule reshuffle", role="supervisor")
    act(round_, "rule misdeal", role="supervisor")
    assert (round_.over, round_.net()) == (True, {1: 0, 2: 0})
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-11b")
@pytest.mark.parametrize(("option", "net"), [("reversed", 0), ("stand", 10000 - 1000)])
def test_what_was_settled_before_is_reversed_or_stands(option: str, net: int) -> None:
    sets = [f"irregularity.misdeal_settled={option}"]
    cards = "8h Th 8c 8d 9s Tc Kc"
    round_ = play(BJ, cards, bets=FULL, sets=sets, answers=["hit", "hit"])  # type: ignore[arg-type]
    assert round_.net() == {1: net, 2: 0}
    assert len(happened(round_, SettlementReversed)) == (2 if option == "reversed" else 0)
    assert settled(round_, "kings_bounty") == [(1, 0, "kings_bounty", 500, "void", 0)]
    check_conserved(round_)


@pytest.mark.clause("BJ-IRR-11a")
def test_where_cards_are_typed_in_the_dealer_says_that_none_is_left() -> None:
    round_ = staffed(None, "go", "card Th", "go", "card 6h", "go", "card 8d", "go", bets={1: 1000})
    act(round_, "stand", "go", "card Tc", "go")
    assert round_.question.kind == "card"
    refused(round_, "declare exposed_card")
    act(round_, "declare shoe_exhausted")
    refused(round_, CardIs(parse_cards("5d")[0]))
    act(round_, "call", "rule misdeal")
    assert round_.net() == {1: 0}
    early = play(BJ, shoe("Th 8d", dealer="7h Tc"), bets={1: 1000})
    refused(early, "declare shoe_exhausted", clause="BJ-IRR-11a", says="no card is due")


@pytest.mark.clause("BJ-IRR-11a", "BJ-IRR-11b")
def test_the_shoe_may_run_out_on_cards_that_are_dealt_late() -> None:
    dealing = ("go", "card Th", Overlook(0), "go", "card 8d", Overlook(0))
    round_ = staffed(None, *dealing, "stand", "call", "rule deal_dealer", "go", "card Kh", bets={1: 1000})
    act(round_, "go")
    assert round_.question.kind == "choice"
    other = staffed(None, *dealing, "stand", "call", "rule deal_dealer", "go", bets={1: 1000})
    refused(other, "declare hole_exposed", clause="BJ-IRR-10-1", says="still open")
    act(other, "declare shoe_exhausted", "call", "rule misdeal")
    assert (other.over, other.net()) == (True, {1: 0})
    check_conserved(other)


@pytest.mark.clause("BJ-IRR-11a")
def test_a_hole_card_to_be_named_is_not_a_card_that_is_missing() -> None:
    round_ = staffed(None, "go", "card Th", "go", "card 6h", "go", "card 8d", "go", "stand", "go", bets={1: 1000})
    assert round_.question.kind == "card"
    refused(round_, "declare shoe_exhausted", clause="BJ-IRR-11a", says="has left the shoe")


@pytest.mark.clause("BJ-IRR-11a")
def test_the_log_names_the_spot_that_was_due_a_card() -> None:
    cards = shoe("Th 6d", "5h 6c", dealer="7h Tc")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["stand", "hit"])
    (declared,) = happened(round_, IrregularityDeclared)
    assert (declared.kind, declared.spot, declared.clause) == ("shoe_exhausted", 2, "BJ-IRR-11a")


@pytest.mark.clause("BJ-IRR-11b")
def test_the_shoe_may_run_out_on_an_exposed_card() -> None:
    round_ = play(BJ, shoe("Th 6d", dealer="7h Tc"), bets={1: 1000}, answers=["declare exposed_card"])
    assert (round_.over, round_.net()) == (True, {1: 0})
    check_conserved(round_)


def test_the_choices_of_a_closed_case_are_gone() -> None:
    round_ = one_card("call", "choose keep", "rule keep", "go")
    for answer in ("choose sit_out", "rule misdeal", "call"):
        refused(round_, answer)
    assert options(round_) == {"Stand", "Hit", "DoubleDown"}
