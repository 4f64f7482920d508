"""Blackjack Version 5: wagers, the deal, turns, the dealer's hand, taking and paying, dropped cards."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    act,
    check_conserved,
    dealt,
    happened,
    open_round,
    options,
    order,
    play,
    refused,
    settled,
)

from pitboss.cards import DECK, Card, parse_cards
from pitboss.games import events as e
from pitboss.games.actions import CardIs, Hit, PlaceBet, Signal, Stand
from pitboss.games.blackjack.views import seen_by
from pitboss.rules import load

SHEET = "blackjack-v5"


# --- wagers -----------------------------------------------------------------------------------------------


@pytest.mark.clause("V5-BET-1", "V5-MTD-3")
def test_a_bet_is_two_four_six_eight_or_ten_dollars() -> None:
    round_ = open_round(SHEET)
    for cents in (300, 500, 1200, 100, 50, 0, 250):
        refused(round_, PlaceBet(spot=1, cents=cents), clause="V5-BET-1")
    for cents in (200, 400, 600, 800, 1000):
        round_.act(PlaceBet(spot=1, cents=cents))
    round_.act(PlaceBet(spot=1, cents=300, wager="match"))
    refused(round_, PlaceBet(spot=1, cents=300), clause="V5-BET-1")  # a match bet beside it changes nothing


@pytest.mark.clause("V5-BET-2")
def test_the_bet_lies_in_the_circle() -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=200, position="circle"))
    (placed,) = happened(round_, e.BetPlaced)
    assert (placed.position, placed.clause) == ("circle", "V5-BET-2")
    for outside in ("rail", "match", "between"):
        round_.act(PlaceBet(spot=2, cents=200, position=outside))
    assert [no.clause for no in happened(round_, e.NoBet)] == ["V5-BET-2"] * 3
    assert list(round_.spots) == [1]


@pytest.mark.clause("V5-BET-5", "V5-HANDS-1", "V5-HANDS-2")
def test_a_player_plays_two_hands_and_no_more() -> None:
    round_ = open_round(SHEET)
    for box in (1, 2):
        round_.act(PlaceBet(spot=box, cents=200, player="Ann"))
    refused(round_, PlaceBet(spot=3, cents=200, player="Ann"), clause="V5-BET-5", says="2 spots are the most")
    assert [spot.player for spot in round_.spots.values()] == ["Ann", "Ann"]


@pytest.mark.clause("V5-S8")
def test_there_are_seven_boxes() -> None:
    round_ = open_round(SHEET)
    for box in range(1, 8):
        round_.act(PlaceBet(spot=box, cents=200, player=f"P{box}"))
    refused(round_, PlaceBet(spot=8, cents=200, player="P8"), clause="V5-S8")
    refused(open_round(SHEET, sets=["boxes=6"]), PlaceBet(spot=7, cents=200), clause="V5-S8")


# --- cards and the deal -----------------------------------------------------------------------------------


@pytest.mark.clause("V5-DECK-1", "V5-SHUF-1", "V5-S13")
@pytest.mark.parametrize(("decks", "sets"), [(6, []), (8, ["decks=8"])])
def test_no_card_comes_more_often_than_six_or_eight_decks_hold_it(decks: int, sets: list[str]) -> None:
    assert load(SHEET, sets=sets).departures == ()
    round_ = play(SHEET, None, bets=dict.fromkeys(range(1, 8), 200), sets=sets)
    ace = CardIs(Card.parse("As"))
    for _ in range(decks):
        round_.act(ace)
    refused(round_, ace, clause="V5-DECK-1", says=f"has come out {decks} times")
    round_.act(CardIs(Card.parse("Ad")))


@pytest.mark.clause("V5-DECK-1", "V5-S13")
def test_another_number_of_decks_departs_from_the_document() -> None:
    assert load(SHEET).rules.cards.decks * len(DECK) == 312
    assert load(SHEET, sets=["decks=8"]).rules.cards.decks * len(DECK) == 416
    (departure,) = load(SHEET, sets=["decks=4"]).departures
    assert departure.clauses[0] == "V5-DECK-1"


@pytest.mark.clause("V5-DEAL-1", "V5-DECK-2", "V5-DEAL-2", "V5-DECK-2b")
def test_player_cards_lie_open_and_the_dealer_has_one_up_and_one_down() -> None:
    cards = "2c 3c 9c 4c 5c Td"
    round_ = play(SHEET, cards, bets={1: 200, 6: 200})
    assert dealt(round_) == [(1, "2c"), (6, "3c"), (0, "9c"), (1, "4c"), (6, "5c"), (0, "Td")]
    seen = [c.card.text for c in seen_by(round_.events) if isinstance(c, e.CardDealt)]
    assert seen == [*cards.split()[:5], "??"]
    act(round_, "stand", "stand")
    assert [c.card.text for c in seen_by(round_.events) if isinstance(c, e.HoleTurned)] == ["Td"]


@pytest.mark.clause("V5-DEAL-2", "V5-DECK-2b")
def test_a_house_may_deal_the_dealers_first_card_down() -> None:
    round_ = play(SHEET, "9h Ac 9d Kd", bets={1: 200}, sets=["dealer_up_card=second"])
    assert [(c.card.text, c.seen) for c in happened(round_, e.CardDealt) if c.spot == 0] == [
        ("Ac", "nobody"),
        ("Kd", "all"),
    ]
    assert (round_.up.text, round_.over) == ("Kd", True)  # a king up: the ace below is found by the check
    assert settled(round_) == [(1, 0, "main", 200, "lose", -200)]


@pytest.mark.clause("V5-OBJ-2")
@pytest.mark.parametrize(
    ("cards", "blackjack"),
    [("Ah Tc", True), ("Jh Ac", True), ("Ah Qc", True), ("Kh Ac", True), ("Ah 9c", False), ("Kh Qc", False)],
)
def test_a_blackjack_is_an_ace_and_a_ten_value_card(cards: str, blackjack: bool) -> None:
    first, second = cards.split()
    round_ = play(SHEET, f"{first} 7c {second} Td", bets={1: 200})
    assert round_.spots[1].hands[0].natural is blackjack
    three = play(SHEET, "5h 7c 6c Td Kh", bets={1: 200}, answers=["hit", "stand"])
    assert settled(three) == [(1, 0, "main", 200, "win", 200)]


@pytest.mark.clause("V5-DECK-3")
def test_the_question_lists_every_legal_choice_and_a_bonus_is_told() -> None:
    round_ = play(SHEET, "8h 8c 8d Td", bets={1: {"main": 400, "match": 100}})
    assert options(round_) == {"Stand", "Hit", "DoubleDown", "Split", "Surrender"}
    assert [offer.text for offer in round_.offers() if "double" in offer.text] == [
        "double: $4 more, one card",
        "double for half: $2 more, one card",
    ]
    for offer in round_.offers():
        round_.copy().act(offer.action)
    (bonus,) = happened(round_, e.WagerSettled)
    assert (bonus.wager, bonus.line, bonus.pays) == ("match", "two_unsuited", 1000)
    assert options(play(SHEET, "8h 8c 9d Td 2s", bets={1: 400}, answers=["hit"])) == {"Stand", "Hit"}


@pytest.mark.clause("V5-TEN-5")
def test_turns_run_from_first_base_to_third() -> None:
    round_ = play(SHEET, "2c 3c 4h 9c 4c 5c 6h Td", bets={1: 200, 3: 200, 7: 200})
    refused(round_, "7: stand", clause="V5-TEN-5")
    turns = []
    while round_.question is not None:
        turns.append(round_.question.spot)
        act(round_, "stand")
    assert turns == [1, 3, 7]


@pytest.mark.clause("V5-S3")
def test_hand_or_voice_will_do_and_the_hand_wins() -> None:
    cards = "2c 9c 4c Td 5h"
    stood = play(SHEET, cards, bets={1: 200}, answers=[Signal(hand="stand", voice="hit")])
    assert [(s.signal, s.said) for s in happened(stood, e.HandStood)] == [("hand", "hit")]
    assert dealt(stood, "hit") == []
    assert dealt(play(SHEET, cards, bets={1: 200}, answers=[Hit(signal="voice")]), "hit") == [(1, "5h")]
    by_hand = play(SHEET, cards, bets={1: 200}, sets=["signals=hand_only"])
    refused(by_hand, Hit(signal="voice"), says="hand signal")
    refused(by_hand, Stand(signal="voice"))
    act(by_hand, "hit")


# --- hands against the dealer -----------------------------------------------------------------------------


@pytest.mark.clause("V5-OBJ-1")
def test_the_hand_nearer_to_21_wins() -> None:
    for cards, answers, net in (
        ("Tc 9c Jh Td", ["stand"], 1000),
        ("Tc 9c 8h Td", ["stand"], -1000),
        ("Tc 9c 5h Td 7h", ["hit"], -1000),
        ("Tc 6c 5h Td Kh", ["stand"], 1000),
    ):
        round_ = play(SHEET, cards, bets={1: 1000}, answers=answers)
        assert round_.net() == {1: net}
    assert [s.clause for s in happened(round_, e.WagerSettled)] == ["V5-OBJ-1"]


@pytest.mark.clause("V5-S5")
def test_a_broken_hand_is_taken_at_once() -> None:
    round_ = play(SHEET, "Tc Th 9c 5h 5c Td 7h", bets={1: 400, 2: 400}, answers=["hit"])
    assert order(round_)[-3:] == ["HandBroke", "WagerSettled", "CardsDiscarded"]
    assert settled(round_) == [(1, 0, "main", 400, "lose", -400)]
    assert happened(round_, e.WagerSettled)[0].clause == "V5-S5"


@pytest.mark.clause("V5-S5")
def test_a_house_may_wait_with_broken_hands_until_the_end() -> None:
    round_ = play(SHEET, "Tc Th 9c 5h 9d Td 7h", bets={1: 400, 2: 400}, answers=["hit"], sets=["broken=end_of_round"])
    assert order(round_)[-1] == "HandBroke"
    assert settled(round_) == []
    act(round_, "stand")
    assert settled(round_) == [(2, 0, "main", 400, "push", 0), (1, 0, "main", 400, "lose", -400)]
    check_conserved(round_)


@pytest.mark.clause("V5-S9")
def test_equal_totals_push_or_in_some_houses_lose() -> None:
    cards = "Tc 9c 9h Td"
    assert settled(play(SHEET, cards, bets={1: 400}, answers=["stand"])) == [(1, 0, "main", 400, "push", 0)]
    house = ["payouts_tie=dealer_wins"]
    lost = play(SHEET, cards, bets={1: 400}, answers=["stand"], sets=house)
    assert settled(lost) == [(1, 0, "main", 400, "lose", -400)]
    assert happened(lost, e.WagerSettled)[0].clause == "V5-S9"
    blackjacks = play(SHEET, "Ah Kc Kh Ad", bets={1: 400}, sets=house)
    assert settled(blackjacks) == [(1, 0, "main", 400, "push", 0)]


@pytest.mark.clause("V5-HOUSE-1")
@pytest.mark.parametrize(
    ("dealer", "draws"), [("7c Td", 0), ("7c Ad", 0), ("8c Ad", 0), ("6c Td 2s", 1), ("2c Td 4s 2h", 2)]
)
def test_the_dealer_draws_to_sixteen_and_stands_on_hard_17(dealer: str, draws: int) -> None:
    up, hole, *rest = dealer.split()
    cards = f"Tc {up} 9h {hole} {' '.join(rest)} 2d 2h"  # with more in the shoe than he needs
    round_ = play(SHEET, cards, bets={1: 200}, answers=["stand"])
    assert len(dealt(round_, "dealer")) == draws


@pytest.mark.clause("V5-HOUSE-2")
def test_the_dealer_draws_on_soft_17() -> None:
    cards = "Tc 6c 9h Ad Kh 4s"
    assert dealt(play(SHEET, cards, bets={1: 200}, answers=["stand"]), "dealer") == [(0, "Kh")]
    stands = play(SHEET, cards, bets={1: 200}, answers=["stand"], sets=["soft_17=stand"])
    assert dealt(stands, "dealer") == []


@pytest.mark.clause("V5-S11")
def test_the_dealer_does_not_draw_for_nobody() -> None:
    cards = "Tc 2c 5h Td Kh 9s"
    assert dealt(play(SHEET, cards, bets={1: 200}, answers=["hit"]), "dealer") == []
    out = play(SHEET, cards, bets={1: 200}, answers=["hit"], sets=["dealer_draws_without_hands=true"])
    assert dealt(out, "dealer") == [(0, "9s")]


@pytest.mark.clause("V5-S4")
@pytest.mark.parametrize(("sets", "boxes"), [([], [7, 4, 1]), (["pay_order=left_to_right"], [1, 4, 7])])
def test_bets_are_settled_from_the_dealers_right(sets: list[str], boxes: list[int]) -> None:
    bets = {1: 200, 4: 200, 7: 200}
    round_ = play(SHEET, "Tc Th Ts 9c Jc 9h 8s Td", bets=bets, answers=["stand"] * 3, sets=sets)
    assert [s[0] for s in settled(round_)] == boxes


# --- a dropped card ---------------------------------------------------------------------------------------


CARDS = "Tc 9c 5h 8d 6s Kd 2h 3h"


@pytest.mark.clause("V5-DROP-1")
def test_a_dropped_card_stops_play_until_the_floor_manager_is_called() -> None:
    round_ = play(SHEET, CARDS, bets={1: 400}, answers=["go", "hit", "declare dropped_card"], manual=True)
    assert [i.clause for i in happened(round_, e.IrregularityDeclared)] == ["V5-DROP-1"]
    for blocked in ("proceed", "take", "refuse", "hit", "stand"):
        refused(round_, blocked)
    act(round_, "call")
    assert [called.role for called in happened(round_, e.SupervisorCalled)] == ["floor_manager"]


@pytest.mark.clause("V5-DROP-2", "V5-DROP-3")
@pytest.mark.parametrize(("choice", "card", "mucked"), [("take", "6s", []), ("refuse", "Kd", ["6s"])])
def test_the_player_keeps_the_card_or_takes_the_next(choice: str, card: str, mucked: list[str]) -> None:
    round_ = play(SHEET, CARDS, bets={1: 400}, answers=["go", "hit", "declare dropped_card", "call"], manual=True)
    assert options(round_) == {"TakeCard", "RefuseCard"}
    assert round_.question is not None
    assert (round_.question.role, round_.question.spot) == ("player", 1)
    act(round_, choice)
    gone = [d for d in happened(round_, e.CardsDiscarded) if d.clause == "V5-DROP-3"]
    assert [d.cards for d in gone] == [parse_cards(text) for text in mucked]
    act(round_, "go")
    assert dealt(round_, "hit") == [(1, card)]
    act(round_, *(["stand", "go"] if not round_.over else []))
    check_conserved(round_)


@pytest.mark.clause("V5-DROP-2")
@pytest.mark.parametrize(("ruling", "hole"), [("keep", "8d"), ("next", "6s")])
def test_a_dropped_dealers_card_is_for_the_floor_manager_to_decide(ruling: str, hole: str) -> None:
    round_ = play(SHEET, CARDS, bets={1: 400}, answers=["go 3", "declare dropped_card", "call"], manual=True)
    refused(round_, f"rule {ruling}", role="supervisor", clause="V5-DROP-1")
    act(round_, f"rule {ruling}", role="floor_manager")
    act(round_, "go")
    assert [(r.choice, r.role, r.clause) for r in happened(round_, e.Ruled)] == [(ruling, "floor_manager", "V5-DROP-2")]
    assert round_.hole.text == hole
    kept = play(
        SHEET, CARDS, bets={1: 400}, answers=["go 3", "declare dropped_card", "call", "go"], manual=True,
        sets=["dropped_dealer_card=keep"],
    )  # fmt: skip
    assert (kept.hole.text, happened(kept, e.Ruled)) == ("8d", [])


def test_a_shoe_that_runs_out_gives_every_bet_back() -> None:
    """The document is silent; a round that cannot be finished is void as everywhere in the house."""
    round_ = play(SHEET, "9h 9c 2h Td", bets={1: {"main": 400, "match": 100}}, answers=["hit"])
    assert happened(round_, e.RoundVoided)
    assert round_.net() == {1: 0}
    check_conserved(round_)
