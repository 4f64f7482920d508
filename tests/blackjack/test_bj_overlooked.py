"""Mistakes that are dealt and not declared: a hand passed over, a card too many; and clauses that carry a refusal."""

from __future__ import annotations

import pytest
from tests.blackjack.table import act, happened, open_round, play, refused

from pitboss.cards import parse_cards
from pitboss.engine import engine_of
from pitboss.games import events as e
from pitboss.games.actions import Deal, Declare, Overlook, PlaceBet, StartDeal
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import SHIPPED, load
from pitboss.rules.register import clause

BJ, FB, GC, V5 = "catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5"


def dealt(sheet: str, cards: str, boxes: int = 1, **wagers: int) -> BlackjackRound:
    """A round by a dealer, until somebody else than the dealer is asked."""
    round_ = BlackjackRound(load(sheet), parse_cards(cards), automatic=False)
    for box in range(1, boxes + 1):
        round_.act(PlaceBet(box, load(sheet).rules.table.minimum))
        for wager, cents in wagers.items():
            round_.act(PlaceBet(box, cents, wager))
    return act(round_.act(StartDeal()), "go")


@pytest.mark.clause("BJ-IRR-5a")
def test_a_hand_that_was_passed_over_has_not_stood() -> None:
    round_ = act(dealt(BJ, "Th 9h 6c 4d 9d Td 7s 5c", boxes=2), "overlook 1")
    assert round_.question is not None
    assert round_.question.spot == 2
    assert not happened(round_, e.HandStood)
    act(
        round_,
        Declare("missed_hit", spot=1),
        "call",
        "1: choose draw_later",
        "2: stand",
        "1: hit",
        "go",
        "1: stand",
        "go",
    )
    assert [hit.spot for hit in happened(round_, e.HandHit)] == [1]
    assert [stood.spot for stood in happened(round_, e.HandStood)] == [2, 1]
    assert round_.net() == {1: 0, 2: -500}


def test_who_may_pass_a_hand_over_and_when() -> None:
    round_ = dealt(BJ, "Th 9h 6c 4d 9d Td 7s 5c", boxes=2)
    refused(round_, Overlook(2), clause="BJ-INTRO-8", says="not the turn of spot 2")
    refused(round_, Overlook(1), role="player", says="only the dealer")
    refused(dealt(GC, "Th 6c 4d Td 7s 5c"), Overlook(1), clause="", says="no ruling")
    refused(play(BJ, "Th 6c 4d Td 7s 5c", bets={1: 500}), Overlook(1), clause="", says="where the program deals")


@pytest.mark.clause("BJ-IRR-9a", "BJ-IRR-9b")
def test_a_third_card_after_the_hole_card_opens_the_case_before_anybody_acts() -> None:
    round_ = act(dealt(BJ, "Th 6c 9d Td 3s 2c"), Deal(0))
    assert [card.why for card in happened(round_, e.CardDealt)] == ["deal", "deal", "deal", "hole", "extra"]
    assert [case.kind for case in happened(round_, e.IrregularityDeclared)] == ["dealer_wrong_count"]
    act(round_, "call", "1: choose play", "rule go_on")
    assert [(burned.card.text, burned.why) for burned in happened(round_, e.CardBurned)] == [
        ("3s", "dealer_wrong_count")
    ]
    act(round_, "1: stand", "go")
    assert [card.text for card in round_.dealer_cards()] == ["6c", "Td", "2c"]
    assert round_.net() == {1: 500}


@pytest.mark.clause("BJ-IRR-9b")
def test_side_bets_that_were_settled_on_such_a_deal_wait_for_the_ruling() -> None:
    """A straight flush is paid, the dealer takes a third card: who folds has the bets back, who plays is paid again."""
    for choice, won in (("fold", 0), ("play", 15_000)):
        round_ = dealt(BJ, "7h 6h 8h Td 3s 4c", trilux=500)
        assert [done.pays for done in round_.settlements] == [15_000]
        act(round_, Deal(0))
        assert round_.settlements == []
        act(round_, "call", f"1: choose {choice}", "rule go_on", "go")
        assert sum(done.pays for done in round_.settlements if done.wager == "trilux") == won


@pytest.mark.parametrize("question", ["insurance", "peek", "play"])
def test_the_question_that_was_open_is_asked_again(question: str) -> None:
    up = {"insurance": "Ac", "peek": "Kc", "play": "6c"}[question]
    round_ = dealt(BJ, f"Th {up} 9d 7d 3s 2c 4c")
    assert round_.question is not None
    before = round_.question
    assert before.kind == question
    act(round_, Deal(0), "call", "1: choose play", "rule go_on")
    assert round_.question == before


def test_a_third_card_is_dealt_to_the_dealer_once_and_before_anybody_acts() -> None:
    round_ = dealt(BJ, "Th 6c 2d Td 3s 2c 4c 5c")
    refused(act(round_, "1: hit", "go"), Deal(0), says="no card of the deal is due")
    mended = act(dealt(BJ, "Th 6c 9d Td 3s 2c"), Deal(0), "call", "1: choose play", "rule go_on")
    refused(mended, Deal(0), says="no card of the deal is due")
    void = act(dealt(GC, "Th 6c 9d Td 3s"), Deal(0), "go")
    assert [gone.why for gone in happened(void, e.RoundVoided)] == ["dealer_wrong_count"]
    assert void.net() == {1: 0}


@pytest.mark.clause("BJ-IRR-4c")
def test_a_hand_that_broke_before_a_late_blackjack_is_lost_by_the_clause_of_broken_hands() -> None:
    """The double goes back, the bet stays lost because the hand broke; an earlier engine cited the late blackjack."""
    cited = {}
    for engine in (engine_of("0.1.0"), engine_of("0.2.0")):
        round_ = BlackjackRound(load(BJ), parse_cards("Th Kc 6d Ad Ts"), automatic=False, engine=engine)
        round_.act(PlaceBet(1, 1000)).act(StartDeal())
        act(round_, "go", "peek no", "1: double", "go", "call", "go")
        (lost,) = [done for done in round_.settlements if done.result == "lose"]
        assert lost.pays == -1000
        cited[engine.version] = lost.clause
    assert cited == {"0.1.0": "BJ-IRR-4b", "0.2.0": load(BJ).cite("broken_lost")}
    assert "break" in clause(cited["0.2.0"]).text.lower()  # type: ignore[union-attr]


# --- a clause that is cited says what the refusal says --------------------------------------------------------


@pytest.mark.parametrize("sheet", [name for name in SHIPPED if load(name).game == "blackjack"])
def test_what_no_document_knows_is_refused_by_no_clause(sheet: str) -> None:
    round_ = dealt(sheet, "Th 6c 9d Td 3s 2c")
    refused(round_, Declare("earthquake"), clause="", says="no ruling on earthquake")


def test_a_side_bet_that_is_not_offered_is_refused_by_the_clause_that_says_so_or_by_none() -> None:
    for sheet, wager, by in (
        (BJ, "match", ""), (BJ, "push22", ""), (V5, "trilux", ""), (FB, "trilux", "FB-S7"), (FB, "match", ""),
    ):  # fmt: skip
        round_ = open_round(sheet).act(PlaceBet(1, load(sheet).rules.table.minimum))
        refused(round_, PlaceBet(1, 100, wager), clause=by, says="not offered on this sheet")


def test_a_value_that_departs_from_its_clause_is_not_told_as_the_clauses() -> None:
    """The document lets any two first cards be doubled up to $10,000; a house that does not is not backed by it."""
    plain = open_round(BJ)
    refused(plain, PlaceBet(1, 2_000_000), clause="BJ-LIM-1b", says="above the maximum")
    dearer = open_round(BJ, sets=["table.maximum=20000"])
    refused(dearer, PlaceBet(1, 3_000_000), clause="", says="above the maximum")
