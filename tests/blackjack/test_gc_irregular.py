"""Games of Chance Blackjack: a dropped card, and a shoe that runs out."""

from __future__ import annotations

import pytest
from tests.blackjack.table import act, check_conserved, dealt, happened, options, order, play, refused, settled

from pitboss.cards import parse_cards
from pitboss.games import events as e
from pitboss.games.actions import Deal, Declare, Reshuffled

SHEET = "games-of-chance-blackjack"
CARDS = "Tc 9c 5h 8d 6s Kd 2h 3h"


@pytest.mark.clause("GC-DROP-1")
def test_a_dropped_card_stops_play_until_the_floor_manager_is_called() -> None:
    round_ = play(SHEET, CARDS, bets={1: 400}, answers=["go", "hit", "declare dropped_card"], manual=True)
    assert happened(round_, e.IrregularityDeclared) == [
        e.IrregularityDeclared(kind="dropped_card", spot=1, clause="GC-DROP-1")
    ]
    assert round_.question is not None
    assert (round_.question.kind, round_.question.role) == ("call", "dealer")
    for blocked in ("proceed", "take", "refuse", "hit", "stand", "declare dropped_card", "1: rule keep"):
        refused(round_, blocked)
    act(round_, "call")
    assert [called.role for called in happened(round_, e.SupervisorCalled)] == ["floor_manager"]


@pytest.mark.clause("GC-DROP-2")
def test_the_player_keeps_the_card_or_takes_the_next() -> None:
    kept = play(SHEET, CARDS, bets={1: 400}, answers=["go", "hit", "declare dropped_card", "call"], manual=True)
    assert options(kept) == {"TakeCard", "RefuseCard"}
    assert kept.question is not None
    assert (kept.question.role, kept.question.spot) == ("player", 1)
    refused(kept, "1: rule keep", role="floor_manager")
    refused(kept, "take", role="dealer", says="only the player")
    refused(kept, "2: take", clause="GC-DROP-2")
    act(kept, "take")
    assert dealt(kept, "hit") == [(1, "6s")]
    act(kept, "stand", "go")
    assert settled(kept) == [(1, 0, "main", 400, "win", 400)]
    check_conserved(kept)


@pytest.mark.clause("GC-DROP-2", "GC-DROP-3")
def test_a_refused_card_is_discarded_and_the_next_one_dealt() -> None:
    round_ = play(
        SHEET, CARDS, bets={1: 400}, answers=["go", "hit", "declare dropped_card", "call", "refuse"], manual=True
    )
    (mucked,) = happened(round_, e.CardsDiscarded)
    assert (mucked.cards, mucked.clause) == (parse_cards("6s"), "GC-DROP-3")
    assert order(round_, e.CardExposed, e.CardOffered, e.CardsDiscarded) == [
        "CardExposed",
        "CardOffered",
        "CardsDiscarded",
    ]
    act(round_, "go")
    assert dealt(round_, "hit") == [(1, "Kd")]
    assert settled(round_) == [(1, 0, "main", 400, "lose", -400)]  # 25: the game has gone on
    check_conserved(round_)


@pytest.mark.clause("GC-DROP-2")
def test_a_card_dropped_in_the_deal_is_offered_to_its_player() -> None:
    round_ = play(
        SHEET, CARDS, bets={1: 400}, answers=["go 2", "declare dropped_card", "call", "refuse", "go"], manual=True
    )
    assert dealt(round_) == [(1, "Tc"), (0, "9c"), (1, "8d"), (0, "6s")]


@pytest.mark.clause("GC-DROP-2")
@pytest.mark.parametrize(("ruling", "hole"), [("keep", "8d"), ("next", "6s")])
def test_a_dropped_dealers_card_is_for_the_floor_manager_to_decide(ruling: str, hole: str) -> None:
    round_ = play(SHEET, CARDS, bets={1: 400}, answers=["go 3", "declare dropped_card", "call"], manual=True)
    assert round_.question is not None
    assert (round_.question.kind, round_.question.role) == ("ruling", "floor_manager")
    assert [offer.action.choice for offer in round_.offers()] == ["keep", "next"]  # type: ignore[attr-defined]
    for role in ("player", "dealer", "supervisor", "floor"):
        refused(round_, f"rule {ruling}", role=role, clause="GC-DROP-1", says="only the floor manager")
    refused(round_, "rule misdeal", role="floor_manager", clause="GC-DROP-2")
    act(round_, f"rule {ruling}", role="floor_manager")
    act(round_, "go")
    (ruled,) = happened(round_, e.Ruled)
    assert (ruled.choice, ruled.role, ruled.clause) == (ruling, "floor_manager", "GC-DROP-2")
    assert round_.hole.text == hole
    act(round_, "stand", "go")
    check_conserved(round_)


@pytest.mark.clause("GC-DROP-2")
def test_a_house_may_always_keep_a_dropped_dealers_card() -> None:
    round_ = play(
        SHEET, CARDS, bets={1: 400}, answers=["go 3", "declare dropped_card", "call", "go"], manual=True,
        sets=["dropped_dealer_card=keep"],
    )  # fmt: skip
    assert round_.hole.text == "8d"
    assert not happened(round_, e.Ruled)


@pytest.mark.clause("GC-DROP-1")
def test_a_card_can_be_dropped_only_when_one_is_due() -> None:
    automatic = play(SHEET, CARDS, bets={1: 400})
    refused(automatic, "declare dropped_card", clause="GC-DROP-1", says="no card is due")
    empty = play(SHEET, "Tc 9c 5h 8d", bets={1: 400}, answers=["go", "hit"], manual=True)
    refused(empty, "declare dropped_card", clause="GC-DROP-1", says="the shoe is empty")
    for kind in ("exposed_card", "missed_hit", "back_up", "something"):
        refused(automatic, Declare(kind), clause="", says="no ruling")


def test_a_mistake_of_the_deal_that_no_clause_speaks_of_gives_every_bet_back() -> None:
    bets = {1: {"main": 400, "match": 100}, 2: 400}
    round_ = play(SHEET, "9h 9d 9c 9s 5c", bets=bets, answers=[Deal(spot=2), "go"], manual=True)
    assert [(v.why, v.clause) for v in happened(round_, e.RoundVoided)] == [("wrong_count", "")]
    assert round_.net() == {1: 0, 2: 0}
    check_conserved(round_)


# --- the shoe runs out ------------------------------------------------------------------------------------


@pytest.mark.clause("GC-S10")
def test_a_shoe_that_runs_out_gives_every_bet_back() -> None:
    """Spot 1 has surrendered and spot 2 has won its match when a card is asked for that is not there."""
    bets = {1: {"main": 400, "super7": 100}, 2: {"main": 400, "match": 100}}
    round_ = play(SHEET, "9h 9d 9c 2h 5c Td", bets=bets, answers=["surrender", "hit"])
    assert [v.clause for v in happened(round_, e.RoundVoided)] == ["GC-S10"]
    assert round_.over
    assert round_.net() == {1: 0, 2: 0}
    assert {(s.wager, s.result) for s in happened(round_, e.WagerSettled)[-4:]} == {
        ("main", "void"), ("match", "void"), ("super7", "void"),
    }  # fmt: skip
    check_conserved(round_)


@pytest.mark.clause("GC-S10")
def test_insurance_and_doubles_come_back_too() -> None:
    round_ = play(SHEET, "6h Ac 4h 9d", bets={1: 400}, answers=["1: insure 2.00", "double"])
    assert round_.net() == {1: 0}
    assert [(s[2], s[3], s[5]) for s in settled(round_) if s[4] == "void"] == [("insurance", 200, 0), ("main", 800, 0)]
    check_conserved(round_)


@pytest.mark.clause("GC-S10")
def test_a_house_may_finish_from_the_reshuffled_discards() -> None:
    sets = ["shoe_exhausted=reshuffle_discards"]
    round_ = play(SHEET, "Th 6h 9c Kh 5c Td Ks", bets={1: 400, 2: 400}, answers=["stand", "hit", "hit"], sets=sets)
    assert round_.question is not None
    assert (round_.question.kind, round_.question.role) == ("reshuffle", "dealer")
    refused(round_, Reshuffled(()), says="no cards")
    refused(round_, Reshuffled(parse_cards("2c 2c 2c 2c 2c 2c 2c")), clause="GC-EQUIP-2")
    refused(
        round_, Reshuffled(parse_cards("Th Th Th Th Th Th")), clause="GC-EQUIP-2", says="cannot be among the discards"
    )
    refused(round_, Reshuffled(parse_cards("2c")), role="player")
    round_.act(Reshuffled(parse_cards("2c 5s")))
    assert [(c.count, c.clause) for c in happened(round_, e.CardsReshuffled)] == [(2, "GC-S10")]
    assert dealt(round_, "hit") == [(2, "Ks"), (2, "2c")]
    assert settled(round_) == [(2, 0, "main", 400, "lose", -400), (1, 0, "main", 400, "win", 400)]
    check_conserved(round_)
