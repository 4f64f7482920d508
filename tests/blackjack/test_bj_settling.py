"""Catfish Bend Blackjack: the dealer's hand, take and pay, and the side bets."""

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
    order,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.games.actions import StartDeal
from pitboss.games.events import (
    Called,
    CardDealt,
    HandVerified,
    HoleTurned,
    InsuranceDeclined,
    Peeked,
    PushMarked,
    WagerSettled,
)

# the dealer


@pytest.mark.clause("BJ-DEAL-18", "BJ-DEAL-19", "BJ-DEAL-20")
@pytest.mark.parametrize(
    ("dealer", "then", "drawn"),
    [
        ("6h Tc", "2c 9s", 1),  # 16 draws, hard 18 stands
        ("2h 2c", "2d 2s 2h 7c", 4),  # 4, 6, 8, 10 and hard 17
        ("7h Tc", "2c", 0),  # hard 17
        ("Th Tc", "2c", 0),
        ("6h Ac", "2c 5s", 1),  # soft 17 draws, soft 19 stands
        ("6h Ac", "Kc 2s", 1),  # soft 17 draws, hard 17 stands
        ("7h Ac", "2c", 0),  # soft 18
        ("9h Ac", "2c", 0),  # soft 20
        ("5h Ac", "5s 2c", 1),  # soft 16 draws, soft 21 stands
        ("2h Ac", "4c 9s Tc", 3),  # soft 13, soft 17, hard 16, 26
    ],
)
def test_the_dealer_draws_to_16_and_on_soft_17(dealer: str, then: str, drawn: int) -> None:
    round_ = play(BJ, shoe("Th 8d", dealer=dealer, then=then), bets={1: 1000}, answers=["stand"])
    assert len(dealt(round_, "dealer")) == drawn
    check_conserved(round_)


@pytest.mark.clause("BJ-DEAL-20")
def test_a_sheet_may_have_the_dealer_stand_on_soft_17() -> None:
    cards = shoe("Th 8d", dealer="6h Ac", then="4c")
    assert play(BJ, cards, bets={1: 1000}, answers=["stand"]).net() == {1: -1000}
    stands = play(BJ, cards, bets={1: 1000}, answers=["stand"], sets=["dealer.soft_17=stand"])
    assert stands.net() == {1: 1000}


@pytest.mark.clause("BJ-DEAL-21c")
def test_the_dealer_calls_every_total() -> None:
    round_ = play(BJ, shoe("Th 8d", dealer="5h 7c", then="2c Ac 5s"), bets={1: 1000}, answers=["stand"])
    assert calls(round_) == ["12", "14", "15", "20"]
    turned = order(round_).index("HoleTurned")
    assert order(round_)[turned : turned + 4] == ["HoleTurned", "Called", "CardDealt", "Called"]
    assert happened(round_, Called)[0].clause == "BJ-DEAL-21c"


@pytest.mark.clause("BJ-S3")
def test_the_dealer_does_not_draw_when_no_hand_is_left() -> None:
    cards = shoe("Th 6d", "Ah Kd", dealer="5h 7c", then="Kc 9s")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["hit"])
    assert (len(happened(round_, HoleTurned)), dealt(round_, "dealer")) == (1, [])
    check_conserved(round_)
    plays_out = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["hit"], sets=["dealer.draws_without_hands=true"])
    assert dealt(plays_out, "dealer") == [(0, "9s")]


# take and pay


@pytest.mark.clause("BJ-INTRO-1", "BJ-INTRO-5", "BJ-INTRO-11", "BJ-PAY-5a")
@pytest.mark.parametrize(
    ("hand", "result", "pays"),
    [("Th Td", "win", 1000), ("Th 9d", "push", 0), ("Th 8d", "lose", -1000)],
)
def test_higher_wins_equal_pushes_lower_loses(hand: str, result: str, pays: int) -> None:
    round_ = play(BJ, shoe(hand, dealer="9h Tc"), bets={1: 1000}, answers=["stand"])
    assert settled(round_) == [(1, 0, "main", 1000, result, pays)]
    check_conserved(round_)


@pytest.mark.clause("BJ-INTRO-5", "BJ-DEAL-17")
def test_each_push_is_patted_before_the_next_hand() -> None:
    cards = shoe("Th 9d", "Td 8s", "9s Tc", dealer="9h Tc")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, answers=["stand"] * 3)
    log = [(type(ev).__name__, ev.spot) for ev in happened(round_, PushMarked, WagerSettled)]
    assert log == [
        ("PushMarked", 3), ("WagerSettled", 3), ("WagerSettled", 2), ("PushMarked", 1), ("WagerSettled", 1),
    ]  # fmt: skip
    assert happened(round_, PushMarked)[0].clause == "BJ-DEAL-17"
    assert all(spot.hands[0].settled for spot in round_.spots.values())


@pytest.mark.clause("BJ-INTRO-12", "BJ-PAY-2")
def test_a_dealer_who_breaks_pays_every_hand_after_checking_it() -> None:
    cards = shoe("Th 6d", "Td 2s", "9s Tc", dealer="6h 8c", then="Kc Kd")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, answers=["hit", "stand", "stand"])
    assert calls(round_) == ["14", "24"]
    log = [(type(ev).__name__, ev.spot) for ev in happened(round_, HandVerified, WagerSettled)]
    assert log == [
        ("WagerSettled", 1), ("HandVerified", 3), ("WagerSettled", 3), ("HandVerified", 2), ("WagerSettled", 2),
    ]  # fmt: skip
    assert [(v.total, v.clause) for v in happened(round_, HandVerified)] == [(19, "BJ-PAY-2"), (12, "BJ-PAY-2")]
    assert round_.net() == {1: -1000, 2: 1000, 3: 1000}
    assert happened(round_, WagerSettled)[-1].clause == "BJ-INTRO-12"


@pytest.mark.clause("BJ-INTRO-12")
def test_a_dealer_22_breaks_like_any_other_total() -> None:
    round_ = play(BJ, shoe("Th 9s", dealer="6h Tc", then="6c"), bets={1: 1000}, answers=["stand"])
    assert calls(round_) == ["16", "22"]
    assert round_.net() == {1: 1000}


@pytest.mark.clause("BJ-PAY-2")
def test_an_overlooked_blackjack_is_checked_too() -> None:
    cards = shoe("Ah Kd", dealer="6h Tc", then="Kc")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go 4", "overlook 1", "go"])
    assert order(round_, HandVerified, WagerSettled) == ["HandVerified", "WagerSettled"]
    assert round_.net() == {1: 1500}


@pytest.mark.clause("BJ-DEAL-23")
def test_payment_runs_from_the_last_box_to_the_first() -> None:
    cards = shoe(*["Th 9d"] * 7, dealer="8h Tc")
    round_ = play(BJ, cards, bets=dict.fromkeys(range(1, 8), 500), answers=["stand"] * 7)
    assert [row[0] for row in settled(round_)] == [7, 6, 5, 4, 3, 2, 1]
    check_conserved(round_)
    other = play(
        BJ, cards, bets=dict.fromkeys(range(1, 8), 500), answers=["stand"] * 7, sets=["deal.pay_order=left_to_right"]
    )
    assert [row[0] for row in settled(other)] == [1, 2, 3, 4, 5, 6, 7]


# TriLux


@pytest.mark.clause("BJ-TRI-0", "BJ-TRI-3")
def test_trilux_looks_at_three_cards_only() -> None:
    cards = shoe("5h 6h", "5s 6d", dealer="7h Tc", then="7d 2c")
    bets = {1: {"main": 1000, "trilux": 500}, 2: {"main": 1000, "trilux": 500}}
    round_ = play(BJ, cards, bets=bets)
    assert settled(round_) == [(2, 0, "trilux", 500, "win", 5000), (1, 0, "trilux", 500, "win", 15000)]
    none = play(BJ, shoe("5h 6d", dealer="8h 7c", then="4c"), bets={1: {"main": 1000, "trilux": 500}})
    assert settled(none) == [(1, 0, "trilux", 500, "lose", -500)]
    assert happened(none, WagerSettled)[0].clause == "BJ-TRI-3"


@pytest.mark.clause("BJ-TRIPAY-1", "BJ-TRIPAY-2", "BJ-TRIPAY-3", "BJ-TRIPAY-4", "BJ-TRIPAY-5")
@pytest.mark.parametrize(
    ("hand", "up", "pays", "clause"),
    [
        ("5h 6h", "7h", 30000, "BJ-TRIPAY-2"),
        ("Ah Kh", "Qh", 30000, "BJ-TRIPAY-2"),
        ("9h 9h", "9h", 20000, "BJ-TRIPAY-3"),
        ("9h 9d", "9c", 20000, "BJ-TRIPAY-3"),
        ("5h 6d", "7h", 10000, "BJ-TRIPAY-4"),
        ("Ah 2d", "3h", 10000, "BJ-TRIPAY-4"),
        ("Ah Kd", "Qh", 10000, "BJ-TRIPAY-4"),
        ("2h 9h", "Jh", 5000, "BJ-TRIPAY-5"),
        ("Kh Ad", "2h", -1000, "BJ-TRI-3"),
    ],
)
def test_trilux_lines(hand: str, up: str, pays: int, clause: str) -> None:
    round_ = play(BJ, shoe(hand, dealer=f"{up} 5c"), bets={1: {"main": 1000, "trilux": 1000}})
    first = happened(round_, WagerSettled)[0]
    assert (first.wager, first.pays, first.clause) == ("trilux", pays, clause)


@pytest.mark.clause("BJ-TRIPAY-1", "BJ-TRIPAY-4")
def test_trilux_options() -> None:
    bets = {1: {"main": 1000, "trilux": 1000}}
    royal = play(BJ, shoe("Ah Kh", dealer="Qh 5c"), bets=bets, sets=["bets.trilux.mini_royal=no_pay"])
    assert settled(royal)[0] == (1, 0, "trilux", 1000, "lose", -1000)
    low = play(BJ, shoe("Ah 2d", dealer="3h 5c"), bets=bets, sets=["bets.trilux.ace_low=false"])
    assert settled(low)[0] == (1, 0, "trilux", 1000, "lose", -1000)


@pytest.mark.clause("BJ-TRI-6", "BJ-TRI-6a1", "BJ-TRI-6a2", "BJ-TRI-6a3")
def test_trilux_is_settled_right_after_the_deal_box_by_box() -> None:
    cards = shoe("5h 6h", "Th 9d", "Jh Tc", dealer="Ah 5c")
    bets = {box: {"main": 1000, "trilux": 500} for box in (1, 2, 3)}
    round_ = play(BJ, cards, bets=bets)
    assert settled(round_) == [
        (3, 0, "trilux", 500, "lose", -500),
        (2, 0, "trilux", 500, "lose", -500),
        (1, 0, "trilux", 500, "win", 2500),
    ]
    act(round_, "1: decline", "2: decline", "3: decline")
    log = order(round_, CardDealt, WagerSettled, Called, InsuranceDeclined, Peeked)
    assert log == [
        *["CardDealt"] * 8, *["WagerSettled"] * 3, "Called", *["InsuranceDeclined"] * 3, "Called", "Peeked",
    ]  # fmt: skip
    assert round_.question.kind == "play"


@pytest.mark.clause("BJ-TRI-6")
def test_trilux_may_be_settled_at_the_end() -> None:
    cards = shoe("5h 6h", dealer="7h Tc", then="Td")
    bets = {1: {"main": 1000, "trilux": 500}}
    sets = ["bets.trilux.settlement=end_of_round"]
    round_ = play(BJ, cards, bets=bets, sets=sets)
    assert settled(round_) == []
    act(round_, "hit", "stand")
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000), (1, 0, "trilux", 500, "win", 15000)]


@pytest.mark.clause("BJ-S7")
def test_side_bets_are_paid_to_the_cent() -> None:
    sets = ["toke.step=0.25", "toke.minimum=0.25", "chips.denominations=0.25, 1.00, 5.00, 25.00, 100.00"]
    bets = {1: {"main": 1000, "trilux": 100}}
    round_ = play(BJ, shoe("2h 9h", dealer="Jh 5c"), bets=bets, tokes={1: {"trilux": 75}}, sets=sets)
    assert settled(round_, "toke:trilux") == [(1, 0, "toke:trilux", 75, "win", 375)]


@pytest.mark.clause("BJ-S7")
@pytest.mark.parametrize(("unit", "pays", "insurance"), [("none", 750, 450), ("1.00", 700, 400)])
def test_other_winnings_are_exact_or_rounded(unit: str, pays: int, insurance: int) -> None:
    cards = shoe("2h 9h", dealer="Jh 5c")
    bets = {1: {"main": 1000, "trilux": 100}}
    sets = [f"payouts.other_rounding={unit}"]
    round_ = play(BJ, cards, bets=bets, tokes={1: {"trilux": 150}}, sets=sets)
    assert settled(round_, "toke:trilux") == [(1, 0, "toke:trilux", 150, "win", pays)]
    sets += ["insurance.step=0.25", "chips.denominations=0.25, 1.00, 5.00, 25.00, 100.00"]
    insured = play(BJ, shoe("Th 9d", dealer="Ah Kc"), bets={1: 500}, answers=["1: insure 2.25"], sets=sets)
    assert settled(insured, "insurance") == [(1, 0, "insurance", 225, "win", insurance)]


# King's Bounty


@pytest.mark.clause("BJ-KB-0a", "BJ-KB-0b", "BJ-KB-6", "BJ-KB-7", "BJ-KBPAY-2", "BJ-KBPAY-3", "BJ-KBPAY-4")
@pytest.mark.clause("BJ-KBPAY-5", "BJ-KBPAY-6", "BJ-KBPAY-7")
@pytest.mark.parametrize(
    ("hand", "pays", "clause"),
    [
        ("Ks Ks", 100000, "BJ-KBPAY-2"),
        ("Kh Kh", 30000, "BJ-KBPAY-3"),
        ("Qh Qh", 20000, "BJ-KBPAY-4"),
        ("Jd Jd", 20000, "BJ-KBPAY-4"),
        ("Th Th", 20000, "BJ-KBPAY-4"),
        ("Qh Jh", 9000, "BJ-KBPAY-5"),
        ("Kh Qh", 9000, "BJ-KBPAY-5"),
        ("Ah 9h", 9000, "BJ-KBPAY-5"),
        ("Kh Ks", 6000, "BJ-KBPAY-6"),
        ("Kh Qs", 4000, "BJ-KBPAY-7"),
        ("Ah 9d", 4000, "BJ-KBPAY-7"),
        ("Kh 9h", -1000, "BJ-KB-6"),
        ("Ah Kh", -1000, "BJ-KB-6"),
    ],
)
def test_kings_bounty_pays_its_best_line(hand: str, pays: int, clause: str) -> None:
    answers = [] if hand == "Ah Kh" else ["stand"]
    round_ = play(
        BJ, shoe(hand, dealer="6h 9c", then="Tc"), bets={1: {"main": 500, "kings_bounty": 1000}}, answers=answers
    )
    last = happened(round_, WagerSettled)[-1]
    assert (last.wager, last.stake, last.pays, last.clause) == ("kings_bounty", 1000, pays, clause)


@pytest.mark.clause("BJ-KB-6")
def test_a_soft_20_may_be_left_out() -> None:
    cards = shoe("Ah 9h", dealer="6h 9c", then="Tc")
    bets = {1: {"main": 500, "kings_bounty": 1000}}
    round_ = play(BJ, cards, bets=bets, answers=["stand"], sets=["bets.kings_bounty.soft20=false"])
    assert settled(round_)[-1] == (1, 0, "kings_bounty", 1000, "lose", -1000)


@pytest.mark.clause("BJ-KB-5")
def test_kings_bounty_is_settled_with_the_main_bet_also_for_a_broken_hand() -> None:
    cards = shoe("Kh Qh", "Th 9d", dealer="7h Tc", then="5c")
    bets = {1: {"main": 500, "kings_bounty": 1000}, 2: {"main": 500, "kings_bounty": 1000}}
    round_ = play(BJ, cards, bets=bets, answers=["hit"])
    assert settled(round_) == [(1, 0, "main", 500, "lose", -500)]
    act(round_, "stand")
    assert settled(round_)[1:] == [
        (2, 0, "main", 500, "win", 500),
        (2, 0, "kings_bounty", 1000, "lose", -1000),
        (1, 0, "kings_bounty", 1000, "win", 9000),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-KB-5")
def test_kings_bounty_may_be_settled_when_the_players_hand_is_over() -> None:
    cards = shoe("Kh Qh", "Th 9d", dealer="7h Tc", then="5c")
    bets = {1: {"main": 500, "kings_bounty": 1000}, 2: {"main": 500, "kings_bounty": 1000}}
    sets = ["bets.kings_bounty.settlement=end_of_player_hand"]
    round_ = play(BJ, cards, bets=bets, answers=["hit"], sets=sets)
    assert settled(round_) == [(1, 0, "main", 500, "lose", -500), (1, 0, "kings_bounty", 1000, "win", 9000)]
    act(round_, "stand")
    assert settled(round_)[2:] == [(2, 0, "kings_bounty", 1000, "lose", -1000), (2, 0, "main", 500, "win", 500)]


@pytest.mark.clause("BJ-TRI-0", "BJ-KB-0a", "BJ-KB-5")
@pytest.mark.parametrize("breaks", [False, True])
def test_side_bets_stand_on_the_first_two_cards_of_a_pair_that_is_split(breaks: bool) -> None:
    cards = shoe("Ks Ks", dealer="Qs 7d", then="5c 9d 6c 8d" if breaks else "9d 8d")
    bets = {1: {"main": 500, "trilux": 500, "kings_bounty": 2500}}
    answers = ["split", "hit", "hit"] if breaks else ["split", "stand", "stand"]
    round_ = play(BJ, cards, bets=bets, tokes={1: {"kings_bounty": 100}}, answers=answers)
    assert settled(round_)[0] == (1, 0, "trilux", 500, "win", 2500)  # three spades, and not three of a kind
    assert settled(round_)[-2:] == [
        (1, 0, "kings_bounty", 2500, "win", 250000),
        (1, 0, "toke:kings_bounty", 100, "win", 10000),
    ]
    assert [row[-1] for row in settled(round_, "main")] == ([-500, -500] if breaks else [500, 500])
    check_conserved(round_)


@pytest.mark.clause("BJ-KBPAY-1", "BJ-KB-5")
def test_two_kings_of_spades_with_a_dealer_blackjack() -> None:
    round_ = play(BJ, shoe("Ks Ks", dealer="Th Ac"), bets={1: {"main": 500, "kings_bounty": 2500}})
    assert settled(round_) == [(1, 0, "main", 500, "lose", -500), (1, 0, "kings_bounty", 2500, "win", 2500000)]
    assert happened(round_, WagerSettled)[-1].clause == "BJ-KBPAY-1"
    check_conserved(round_)


# the aggregate limit

KINGS = "Ks Ks"


@pytest.mark.clause("BJ-KBLIM-2a", "BJ-KBLIM-2b", "BJ-KBLIM-2c", "BJ-KBLIM-2d", "BJ-KBLIM-3a", "BJ-KBLIM-3b")
def test_the_documents_example_in_a_round() -> None:
    cards = shoe(KINGS, KINGS, KINGS, "Kh Kh", dealer="Th Ac")
    stakes = {1: 2500, 2: 2000, 3: 1000, 4: 2500}
    bets = {box: {"main": 500, "kings_bounty": cents} for box, cents in stakes.items()}
    round_ = play(BJ, cards, bets=bets)
    assert settled(round_, "kings_bounty") == [
        (4, 0, "kings_bounty", 2500, "win", 75000),
        (3, 0, "kings_bounty", 1000, "win", 454545),
        (2, 0, "kings_bounty", 2000, "win", 909091),
        (1, 0, "kings_bounty", 2500, "win", 1136364),
    ]
    assert 454545 + 909091 + 1136364 == 2500000
    check_conserved(round_)


@pytest.mark.clause("BJ-KBLIM-2c")
def test_a_sum_within_the_limit_is_paid_in_full() -> None:
    bets = {1: {"main": 500, "kings_bounty": 1500}, 2: {"main": 500, "kings_bounty": 1000}}
    round_ = play(BJ, shoe(KINGS, KINGS, dealer="Th Ac"), bets=bets)
    assert [row[-1] for row in settled(round_, "kings_bounty")] == [1000000, 1500000]


@pytest.mark.clause("BJ-KBLIM-2b")
def test_lines_below_the_limits_odds_are_paid_in_full() -> None:
    bets = {box: {"main": 500, "kings_bounty": 2500} for box in range(1, 8)}
    cards = shoe(*[KINGS] * 7, dealer="6h Tc", then="Td")
    round_ = play(BJ, cards, bets=bets, answers=["stand"] * 7)
    assert [row[-1] for row in settled(round_, "kings_bounty")] == [250000] * 7


@pytest.mark.clause("BJ-KBLIM-2a", "BJ-KBLIM-2b")
@pytest.mark.parametrize(("odds", "pays"), [("124:1", 310000), ("125:1", 100000)])
def test_the_limit_begins_at_125_to_1(odds: str, pays: int) -> None:
    sets = ["aggregate.limit=1000.00", f"bets.kings_bounty.pays.spade_kings={odds}"]
    bets = {1: {"main": 500, "kings_bounty": 2500}}
    round_ = play(BJ, shoe(KINGS, dealer="6h Tc", then="Td"), bets=bets, sets=sets, answers=["stand"])
    assert settled(round_, "kings_bounty") == [(1, 0, "kings_bounty", 2500, "win", pays)]


@pytest.mark.clause("BJ-KBLIM-2d")
def test_shares_add_up_exactly_or_are_rounded_down() -> None:
    bets = {box: {"main": 500, "kings_bounty": 2500} for box in (1, 2, 3)}
    cards = shoe(KINGS, KINGS, KINGS, dealer="Th Ac")
    exact = play(BJ, cards, bets=bets)
    assert [row[-1] for row in settled(exact, "kings_bounty")] == [833333, 833333, 833334]  # box 1 was dealt first
    down = play(BJ, cards, bets=bets, sets=["aggregate.rounding=down"])
    assert [row[-1] for row in settled(down, "kings_bounty")] == [833333, 833333, 833333]
    right = play(BJ, cards, bets=bets, sets=["deal.start=dealer_right"])
    assert [row[-1] for row in settled(right, "kings_bounty")] == [833334, 833333, 833333]


@pytest.mark.clause("BJ-S12", "BJ-KBTOKE-2")
def test_toke_awards_share_in_the_limit() -> None:
    cards = shoe(KINGS, dealer="Th Ac")
    bets = {1: {"main": 500, "kings_bounty": 2500}}
    round_ = play(BJ, cards, bets=bets, tokes={1: {"kings_bounty": 250}})
    assert settled(round_)[1:] == [
        (1, 0, "kings_bounty", 2500, "win", 2272727),
        (1, 0, "toke:kings_bounty", 250, "win", 227273),
    ]
    assert money(round_)["dealers"] == 227273 + 250
    sets = ["aggregate.tokes_in_aggregate=false", "aggregate.limit=20000.00"]
    outside = play(BJ, cards, bets=bets, tokes={1: {"kings_bounty": 250}}, sets=sets)
    assert [row[-1] for row in settled(outside)[1:]] == [2000000, 250000]
    flat = play(BJ, cards, bets=bets, tokes={1: {"kings_bounty": 250}}, sets=["toke.follows_wager=false"])
    assert [row[-1] for row in settled(flat)[1:]] == [2500000, 250]
    check_conserved(round_)


def test_a_round_can_be_copied_between_two_payments() -> None:
    cards = shoe("Kh Qh", "Th 9d", dealer="7h Tc")
    bets = {1: {"main": 500, "kings_bounty": 1000}, 2: {"main": 500, "kings_bounty": 1000}}
    round_ = play(BJ, cards, bets=bets, manual=True, answers=["go", "stand", "stand", "go 2"])
    twin = round_.copy()
    assert twin == round_
    act(round_, "go")
    act(twin, "go")
    assert twin.events == round_.events
    check_conserved(twin)


def test_nothing_is_accepted_after_the_end() -> None:
    round_ = play(BJ, shoe("Th 9d", dealer="7h Tc"), bets={1: 500}, answers=["stand"])
    for answer in ("hit", "proceed", StartDeal(), "declare exposed_card"):
        refused(round_, answer, says="round is over")
