"""Games of Chance Blackjack: wagers, the deal, turns and signals, the dealer's hand, taking and paying."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    act,
    check_conserved,
    dealt,
    happened,
    open_round,
    options,
    play,
    refused,
    settled,
)

from pitboss.cards import Card
from pitboss.games import events as e
from pitboss.games.actions import CardIs, Deal, Hit, Insure, PlaceBet, Proceed, Signal, Stand
from pitboss.games.blackjack.views import seen_by
from pitboss.rules import load

SHEET = "games-of-chance-blackjack"


# --- wagers -----------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-LIM-1")
@pytest.mark.parametrize("cents", [50, 500, 150, 0, -100])
@pytest.mark.parametrize("wager", ["main", "match", "super7", "over", "under", "perfect_pair"])
def test_bets_are_one_to_four_whole_dollars(wager: str, cents: int) -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=200))
    refused(round_, PlaceBet(spot=1, cents=cents, wager=wager), clause="GC-LIM-1")
    for good in (100, 200, 300, 400):
        round_.act(PlaceBet(spot=1, cents=good, wager=wager))


@pytest.mark.clause("GC-LIM-1")
def test_a_house_may_set_other_steps_and_limits_of_side_bets() -> None:
    sets = ["bet_step=0.50", "match_min=2.00", "match_max=10.00", "super7_max=5.00", "overunder_max=5.00"]
    sets += ["super7_min=2.00", "overunder_min=2.00", "perfect_pair_min=2.00", "perfect_pair_max=5.00"]
    round_ = open_round(SHEET, sets=sets)
    round_.act(PlaceBet(spot=1, cents=150))
    round_.act(PlaceBet(spot=1, cents=1000, wager="match"))
    for wager in ("match", "super7", "over", "under", "perfect_pair"):
        refused(round_, PlaceBet(spot=1, cents=100, wager=wager), clause="GC-LIM-1")
    for wager in ("super7", "over", "under", "perfect_pair"):
        round_.act(PlaceBet(spot=1, cents=500, wager=wager))


@pytest.mark.clause("GC-EQUIP-3")
def test_what_no_chip_makes_is_not_bet() -> None:
    round_ = open_round(SHEET)
    refused(round_, PlaceBet(spot=1, cents=125))
    fine = open_round(SHEET, sets=["bet_step=0.25"])
    refused(fine, PlaceBet(spot=1, cents=125), clause="GC-EQUIP-3", says="the smallest chip is ")
    fine.act(PlaceBet(spot=1, cents=150))
    insured = play(SHEET, "Th Ac 6c 9d", bets={1: 300}, sets=["insurance_step=0.25"])
    refused(insured, Insure(spot=1, cents=75), clause="GC-EQUIP-3")
    quarters = "chips.denominations=0.25,1.00"
    open_round(SHEET, sets=["bet_step=0.25", quarters]).act(PlaceBet(spot=1, cents=125))
    assert load(SHEET, sets=[quarters]).departures == ()


@pytest.mark.clause("GC-EQUIP-3")
@pytest.mark.parametrize("bet", [100, 200, 300, 400])
def test_every_payment_is_in_half_dollar_chips(bet: int) -> None:
    blackjack = play(SHEET, "Ah 7c Kh Td", bets={1: bet}, answers=["go on"])
    surrendered = play(SHEET, "Th 7c 6h Td", bets={1: bet}, answers=["surrender"])
    insured = play(SHEET, "Th Ac 6h 9d", bets={1: bet}, answers=[Insure(spot=1, cents=bet // 2), "stand"])
    paid = [s.pays for round_ in (blackjack, surrendered, insured) for s in happened(round_, e.WagerSettled)]
    assert paid == [bet * 3 // 2, -bet // 2, -bet // 2, -bet]
    assert all(cents % 50 == 0 for cents in paid)


@pytest.mark.clause("GC-ANTE-1")
def test_a_box_without_an_ante_gets_no_cards() -> None:
    round_ = play(SHEET, "2c 3c 9c 4c 5c Td", bets={2: 100, 5: 100})
    assert [spot for spot, _ in dealt(round_)] == [2, 5, 0, 2, 5, 0]
    staffed = play(SHEET, "2c 3c 9c 4c 5c Td", bets={2: 100, 5: 100}, manual=True)
    refused(staffed, Deal(spot=3), clause="GC-ANTE-1", says="has no bet")
    for wager in ("match", "super7", "over", "perfect_pair"):
        refused(open_round(SHEET), PlaceBet(spot=1, cents=100, wager=wager), clause="GC-ANTE-1")
    refused(open_round(SHEET), "start", clause="GC-ANTE-1", says="nobody has bet")


@pytest.mark.clause("GC-ANTE-1")
def test_the_ante_lies_in_the_marked_position() -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=100, position="position"))
    assert happened(round_, e.BetPlaced)[0].position == "position"
    round_.act(PlaceBet(spot=2, cents=100, position="rail"))
    assert happened(round_, e.NoBet) == [e.NoBet(spot=2, cents=100, position="rail", clause="GC-ANTE-1")]
    assert list(round_.spots) == [1]


@pytest.mark.clause("GC-S5")
def test_there_are_seven_boxes() -> None:
    round_ = open_round(SHEET)
    for box in range(1, 8):
        round_.act(PlaceBet(spot=box, cents=100, player=f"P{box}"))
    for box in (0, 8):
        refused(round_, PlaceBet(spot=box, cents=100, player="new"), clause="GC-S5")
    refused(open_round(SHEET, sets=["boxes=5"]), PlaceBet(spot=6, cents=100), clause="GC-S5")


@pytest.mark.clause("GC-RULE-6")
def test_one_player_bets_on_two_hands_at_most() -> None:
    round_ = (
        open_round(SHEET).act(PlaceBet(spot=1, cents=100, player="Ann")).act(PlaceBet(spot=2, cents=100, player="Ann"))
    )
    refused(round_, PlaceBet(spot=3, cents=100, player="Ann"), clause="GC-RULE-6", says="2 spots are the most")
    round_.act(PlaceBet(spot=3, cents=100, player="Bob"))


@pytest.mark.clause("GC-RULE-19")
def test_nobody_bets_against_another_seat() -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=100)).act(PlaceBet(spot=2, cents=100))
    for wager in ("against:2", "spot 2"):
        refused(round_, PlaceBet(spot=1, cents=100, wager=wager), clause="GC-RULE-19", says="is not offered")


def test_a_bet_of_another_game_is_refused_by_no_clause_of_this_one() -> None:
    for sheet in (SHEET, "catfish-blackjack", "blackjack-v5"):
        round_ = open_round(sheet).act(PlaceBet(spot=1, cents=load(sheet).rules.table.minimum))
        refused(round_, PlaceBet(spot=1, cents=100, wager="push22"), clause="", says="is not offered")


@pytest.mark.clause("GC-DEAL-12")
def test_side_bets_close_before_the_deal_and_an_ace_opens_insurance_and_even_money() -> None:
    round_ = play(SHEET, "Ah Th Ac Kh 6c 9d", bets={1: 200, 2: 200})
    assert round_.question is not None
    assert round_.question.kind == "insurance"
    assert options(round_) == {"Insure", "DeclineInsurance", "TakeEvenMoney"}
    refused(round_, PlaceBet(spot=1, cents=100, wager="match", player="P1"), clause="GC-DEAL-12")
    refused(round_, PlaceBet(spot=3, cents=100), clause="GC-DEAL-12", says="bets are locked")
    ten = play(SHEET, "9h Kc 9c 9d", bets={1: 200})
    assert ten.question is not None
    assert ten.question.kind == "play"
    refused(ten, "1: insure 1.00", clause="GC-DEAL-12")


# --- the deal ---------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-DEAL-2", "GC-DEAL-3", "GC-DEAL-4", "GC-S1", "GC-EQUIP-4")
def test_two_passes_from_the_dealers_left_with_the_hole_card_down() -> None:
    cards = "2c 3c 9c 4c 5c Td"
    round_ = play(SHEET, cards, bets={6: 100, 1: 100})
    assert dealt(round_) == [(1, "2c"), (6, "3c"), (0, "9c"), (1, "4c"), (6, "5c"), (0, "Td")]
    assert [c.seen for c in happened(round_, e.CardDealt)] == ["all"] * 5 + ["nobody"]
    assert [c.card.text for c in seen_by(round_.events) if isinstance(c, e.CardDealt)] == [*cards.split()[:5], "??"]
    assert (round_.up.text, round_.hole.text, round_.hole_dealt) == ("9c", "Td", True)
    assert [c.clause for c in happened(round_, e.CardDealt)] == ["GC-DEAL-2", "GC-DEAL-2", "GC-DEAL-4"] * 2


@pytest.mark.clause("GC-DEAL-2")
def test_a_house_elsewhere_may_start_at_the_right() -> None:
    round_ = play(SHEET, "2c 3c 9c 4c 5c Td", bets={1: 100, 6: 100}, sets=["deal.start=dealer_right"])
    assert [spot for spot, _ in dealt(round_)] == [6, 1, 0, 6, 1, 0]
    assert round_.question is not None
    assert round_.question.spot == 6


@pytest.mark.clause("GC-DEAL-4")
def test_the_hole_card_is_seen_when_it_is_turned() -> None:
    round_ = play(SHEET, "Tc 9c 9h Td", bets={1: 100}, answers=["stand"])
    assert [type(x).__name__ for x in seen_by(round_.events) if getattr(x, "card", None) is round_.hole] == [
        "HoleTurned"
    ]


@pytest.mark.clause("GC-S1")
def test_player_cards_face_down_are_their_owners_alone() -> None:
    round_ = play(SHEET, "2c 9c 4c Td", bets={1: 100}, sets=["player_cards=face_down"])
    assert [c.seen for c in happened(round_, e.CardDealt)] == ["owner", "all", "owner", "nobody"]
    seen = [c.card.text for c in seen_by(round_.events, "P2") if isinstance(c, e.CardDealt)]
    assert seen == ["??", "9c", "??", "??"]


@pytest.mark.clause("GC-RULE-9", "GC-DEAL-5")
def test_play_goes_round_from_the_dealers_left_and_all_wait_their_turn() -> None:
    round_ = play(SHEET, "2c 3c 9c 4c 5c Td 2d 2h", bets={1: 100, 6: 100})
    refused(round_, "6: hit", clause="GC-RULE-9", says="not the turn of spot 6")
    refused(round_, "6: stand", clause="GC-RULE-9")
    turns = []
    while round_.question is not None:
        turns.append(round_.question.spot)
        act(round_, "stand")
    assert turns == [1, 6]


@pytest.mark.clause("GC-RULE-10")
def test_players_do_not_touch_the_cards() -> None:
    staffed = play(SHEET, "2c 9c 4c Td", bets={1: 100}, manual=True)
    for handling in (Proceed(), Deal(spot=1)):
        refused(staffed, handling, role="player", clause="GC-RULE-10", says="only the dealer")
    declared = play(SHEET, None, bets={1: 100})
    refused(declared, CardIs(Card.parse("2c")), role="player", clause="GC-RULE-10")
    declared.act(CardIs(Card.parse("2c")), role="dealer")


# --- signals ----------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-DEAL-6")
@pytest.mark.parametrize(
    "signal", [Hit(), Hit(signal="voice"), Signal(hand="hit"), Signal(voice="hit"), Signal(hand="hit", voice="hit")]
)
def test_a_hit_is_asked_by_hand_or_voice(signal: Hit | Signal) -> None:
    round_ = play(SHEET, "2c 9c 4c Td 5h", bets={1: 100}, answers=[signal])
    assert [h.clause for h in happened(round_, e.HandHit)] == ["GC-DEAL-6"]
    assert dealt(round_, "hit") == [(1, "5h")]


@pytest.mark.clause("GC-DEAL-7")
@pytest.mark.parametrize("signal", [Stand(), Stand(signal="voice"), Signal(hand="stand"), Signal(voice="stand")])
def test_a_stand_is_shown_by_hand_or_voice(signal: Stand | Signal) -> None:
    round_ = play(SHEET, "2c 9c 4c Td 5h", bets={1: 100}, answers=[signal])
    assert [s.clause for s in happened(round_, e.HandStood)] == ["GC-DEAL-7"]
    assert round_.over


@pytest.mark.clause("GC-DEAL-8")
def test_the_hand_overrules_the_voice() -> None:
    stood = play(SHEET, "2c 9c 4c Td 5h", bets={1: 100}, answers=[Signal(hand="stand", voice="hit")])
    assert [(s.signal, s.said) for s in happened(stood, e.HandStood)] == [("hand", "hit")]
    assert (happened(stood, e.HandHit), dealt(stood, "hit")) == ([], [])
    hit = play(SHEET, "2c 9c 4c Td 5h", bets={1: 100}, answers=[Signal(hand="hit", voice="stand")])
    assert [(h.signal, h.said) for h in happened(hit, e.HandHit)] == [("hand", "stand")]
    refused(hit, Signal(), says="neither a signal nor a word")
    refused(hit, Signal(voice="double"), says="a double is asked for as one")
    shown = play(SHEET, "2c 9c 4c Td 5h", bets={1: 100}, answers=[Signal(hand="stand", voice="double")])
    assert [(s.signal, s.said) for s in happened(shown, e.HandStood)] == [("hand", "double")]


# --- hands against the dealer -----------------------------------------------------------------------------


@pytest.mark.clause("GC-RULE-1", "GC-RULE-2", "GC-RULE-3", "GC-RULE-4", "GC-RULE-5")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("Ah 6d", 17, True), ("Ah 6d Kc", 17, False), ("Ah 5d", 16, True), ("Ah 5d Kc", 16, False),
        ("Ah Ad 9c", 21, True), ("Ah Ad 9c Kc", 21, False), ("2h 9d", 11, False), ("3h 8d", 11, False),
        ("5h 4d", 9, False), ("7h 6d", 13, False), ("Jh Qd", 20, False), ("Th Kd", 20, False),
    ],
)  # fmt: skip
def test_a_hand_counts_as_its_cards_say(cards: str, total: int, soft: bool) -> None:
    first, second, *drawn = cards.split()
    round_ = play(SHEET, f"{first} 7c {second} Td {' '.join(drawn)}", bets={1: 100}, answers=["hit"] * len(drawn))
    hand = round_.spots[1].hands[0]
    assert (hand.total, hand.soft) == (total, soft)


@pytest.mark.clause("GC-OBJ-1", "GC-PAY-2")
def test_the_hand_nearer_to_21_wins_even_money() -> None:
    won = play(SHEET, "Tc 9c Jh Td", bets={1: 400}, answers=["stand"])
    assert settled(won) == [(1, 0, "main", 400, "win", 400)]
    assert happened(won, e.WagerSettled)[0].clause == "GC-PAY-2"
    lost = play(SHEET, "Tc 9c 8h Td", bets={1: 400}, answers=["stand"])
    assert settled(lost) == [(1, 0, "main", 400, "lose", -400)]
    dealer_broke = play(SHEET, "Tc 6c 8h Td Kd", bets={1: 400}, answers=["stand"])
    assert settled(dealer_broke) == [(1, 0, "main", 400, "win", 400)]


@pytest.mark.clause("GC-OBJ-1", "GC-DEAL-10", "GC-DEAL-11")
def test_a_broken_hand_is_taken_at_once_and_its_cards_go_face_down() -> None:
    round_ = play(SHEET, "Tc Th 9c 5h 5c Td 7h", bets={1: 400, 2: 100}, answers=["hit"])
    broke, lost, cleared = round_.events[-3:]
    assert isinstance(broke, e.HandBroke)
    assert broke.total == 22
    assert (lost, lost.clause) == (
        e.WagerSettled(spot=1, hand=0, wager="main", stake=400, result="lose", pays=-400, clause="GC-DEAL-10"),
        "GC-DEAL-10",
    )
    assert isinstance(cleared, e.CardsDiscarded)
    assert (cleared.face_down, cleared.clause, len(cleared.cards)) == (True, "GC-DEAL-11", 3)
    assert round_.question is not None
    assert round_.question.spot == 2


@pytest.mark.clause("GC-RULE-13")
def test_a_tie_is_a_push() -> None:
    round_ = play(SHEET, "Tc 9c 9h Td", bets={1: 400}, answers=["stand"])
    assert settled(round_) == [(1, 0, "main", 400, "push", 0)]
    assert happened(round_, e.WagerSettled)[0].clause == "GC-RULE-13"


@pytest.mark.clause("GC-RULE-11")
@pytest.mark.parametrize(
    ("dealer", "draws"),
    [("7c Td", 0), ("7c Ad", 0), ("8c Ad", 0), ("8c Td", 0), ("6c Td 2s", 1), ("2c Td 4s 2h", 2), ("Ac 5d Ks Kh", 2)],
)
def test_the_dealer_draws_to_sixteen_and_stands_on_hard_17(dealer: str, draws: int) -> None:
    up, hole, *rest = dealer.split()
    insurance = ["1: decline"] if up == "Ac" else []
    cards = f"Tc {up} 9h {hole} {' '.join(rest)} 2d 2h"  # with more in the shoe than he needs
    round_ = play(SHEET, cards, bets={1: 100}, answers=[*insurance, "stand"])
    assert len(dealt(round_, "dealer")) == draws


@pytest.mark.clause("GC-RULE-12")
def test_the_dealer_draws_on_soft_17() -> None:
    drew = play(SHEET, "Tc 6c 9h Ad Kh 4s", bets={1: 100}, answers=["stand"])
    assert dealt(drew, "dealer") == [(0, "Kh")]  # ace and six, then a hard 17
    three = play(SHEET, "Tc 2c 9h Ad 4h 4s 3d", bets={1: 100}, answers=["stand"])
    assert dealt(three, "dealer") == [(0, "4h"), (0, "4s")]  # a soft 17 in three cards, then 21
    stood = play(SHEET, "Tc 6c 9h Ad Kh 4s", bets={1: 100}, answers=["stand"], sets=["soft_17=stand"])
    assert dealt(stood, "dealer") == []


@pytest.mark.clause("GC-S11")
def test_the_dealer_does_not_draw_for_nobody() -> None:
    round_ = play(SHEET, "Tc 2c 5h Td Kh 9s", bets={1: 100}, answers=["hit"])
    assert dealt(round_, "dealer") == []
    played_out = play(
        SHEET, "Tc 2c 5h Td Kh 9s", bets={1: 100}, answers=["hit"], sets=["dealer_draws_without_hands=true"]
    )
    assert dealt(played_out, "dealer") == [(0, "9s")]


@pytest.mark.clause("GC-DEAL-9")
@pytest.mark.parametrize(("sets", "boxes"), [([], [7, 4, 1]), (["pay_order=left_to_right"], [1, 4, 7])])
def test_bets_are_settled_position_by_position(sets: list[str], boxes: list[int]) -> None:
    bets = {1: 100, 4: 100, 7: 100}
    round_ = play(SHEET, "Tc Th Ts 9c Jc 9h 8s Td", bets=bets, answers=["stand"] * 3, sets=sets)
    assert [s[0] for s in settled(round_)] == boxes
    assert {s[0]: s[5] for s in settled(round_)} == {1: 100, 4: 0, 7: -100}
    check_conserved(round_)


@pytest.mark.clause("GC-OBJ-2")
@pytest.mark.parametrize(
    ("cards", "blackjack"),
    [("Ah Th", True), ("Kh Ac", True), ("Jh Ac", True), ("Ah Qc", True), ("Ah 9c", False), ("Th Jc", False)],
)
def test_a_blackjack_is_an_ace_and_a_ten_value_card(cards: str, blackjack: bool) -> None:
    first, second = cards.split()
    round_ = play(SHEET, f"{first} 7c {second} Td", bets={1: 100})
    assert round_.spots[1].hands[0].natural is blackjack
    three = play(SHEET, "5h 7c 6c Td Kh", bets={1: 100}, answers=["hit", "stand"])
    assert settled(three) == [(1, 0, "main", 100, "win", 100)]
