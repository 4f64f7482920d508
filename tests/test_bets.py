"""Every pay line of every side bet, by the rules of the shipped sheets, and counts with known totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

import pytest

from pitboss.bets import BETS, SpotFacts
from pitboss.cards import DECK, Card, parse_cards
from pitboss.money import Odds, Rounding, pay
from pitboss.options import fields_of
from pitboss.rules import load
from pitboss.rules.blackjack.sections import Bets

BJ, GC, FB, V5 = "catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5"


def seen(text: str, *, dealer_blackjack: bool = False, stake: int = 0, main: int = 0) -> SpotFacts:
    """First two cards, then after `/` the up card, after `+` a third card, after `|` the dealer's hand."""
    text, _, dealer = text.partition("|")
    text, _, third = text.partition("+")
    text, _, up = text.partition("/")
    first, second = parse_cards(text or "2c 3d")
    return SpotFacts(
        (first, second),
        Card.parse(up or "2s"),
        Card.parse(third) if third else None,
        parse_cards(dealer),
        dealer_blackjack,
        stake,
        main,
    )


def rules_of(sheet: str, wager: str, *sets: str) -> Any:
    return getattr(load(sheet, sets=sets).rules.bets, BETS[wager].section)


def lines(sheet: str, wager: str, facts: SpotFacts, *sets: str) -> tuple[str, ...]:
    return BETS[wager].lines(facts, rules_of(sheet, wager, *sets))


def won(sheet: str, wager: str, facts: SpotFacts, stake: int, *sets: str) -> int:
    """Cents won on top of the stake, or the stake lost: the sheet's odds of the lines that the cards make."""
    rules = rules_of(sheet, wager, *sets)
    made = BETS[wager].lines(facts._replace(stake_cents=stake), rules)
    odds: list[Odds] = [getattr(rules.pays, line) for line in made]
    return sum(pay(stake, each, rounding=Rounding.EXACT_CENT) for each in odds) if odds else -stake


# --- TriLux -----------------------------------------------------------------------------------------------


@pytest.mark.clause("BJ-TRIPAY-2")
def test_trilux_straight_flush_pays_30_to_1() -> None:
    assert won(BJ, "trilux", seen("5h 6h/7h"), 1000) == 30_000
    assert won(BJ, "trilux", seen("7h 5h/6h"), 1000) == 30_000
    assert won(BJ, "trilux", seen("3c As/2c"), 1000) != 30_000


@pytest.mark.clause("BJ-TRIPAY-3")
def test_trilux_three_of_a_kind_pays_20_to_1_suited_too() -> None:
    assert won(BJ, "trilux", seen("5h 5d/5s"), 1000) == 20_000
    assert won(BJ, "trilux", seen("5h 5h/5h"), 1000) == 20_000


@pytest.mark.clause("BJ-TRIPAY-4")
def test_trilux_straight_pays_10_to_1_with_the_ace_high_or_low() -> None:
    for cards in ("5h 6d/7s", "As Kd/Qs", "As 2d/3s", "3d 2s/Ah"):
        assert won(BJ, "trilux", seen(cards), 1000) == 10_000
    assert won(BJ, "trilux", seen("Ks Ad/2s"), 1000) == -1000
    assert won(BJ, "trilux", seen("As 2d/3s"), 1000, "trilux_ace_low=false") == -1000
    assert won(BJ, "trilux", seen("As Kd/Qs"), 1000, "trilux_ace_low=false") == 10_000


@pytest.mark.clause("BJ-TRIPAY-5")
def test_trilux_flush_pays_5_to_1() -> None:
    assert won(BJ, "trilux", seen("2h 9h/Kh"), 1000) == 5000
    assert won(BJ, "trilux", seen("2h 9h/Kd"), 1000) == -1000
    assert won(BJ, "trilux", seen("Kh Ah/2h"), 1000) == 5000


@pytest.mark.clause("BJ-TRIPAY-1")
def test_trilux_mini_royal_is_a_straight_flush_unless_it_pays_nothing() -> None:
    assert won(BJ, "trilux", seen("Ah Kh/Qh"), 1000) == 30_000
    assert won(BJ, "trilux", seen("Ah Kh/Qh"), 1000, "trilux_mini_royal=no_pay") == -1000
    assert won(BJ, "trilux", seen("Ah Kh/Qd"), 1000, "trilux_mini_royal=no_pay") == 10_000
    assert won(BJ, "trilux", seen("Jh Kh/Qh"), 1000, "trilux_mini_royal=no_pay") == 30_000


@pytest.mark.clause("BJ-TRI-0")
def test_trilux_looks_at_two_cards_and_the_up_card_only() -> None:
    assert BETS["trilux"].needs == ("first", "up")
    plain = seen("5h 6h/7h")
    for facts in (plain, seen("5h 6h/7h+9c|7h Ts"), plain._replace(dealer_blackjack=True)):
        assert lines(BJ, "trilux", facts) == ("straight_flush",)
    assert lines(BJ, "trilux", seen("5h 6h/9c+7h|9c 7h")) == ()


@pytest.mark.clause("BJ-TRI-3")
def test_trilux_wins_on_listed_hands_and_loses_on_all_others() -> None:
    paid = {line: won(BJ, "trilux", seen(cards), 1000) for line, cards in TRILUX_HANDS.items()}
    assert all(amount > 0 for amount in paid.values())
    assert set(paid) == set(fields_of(type(rules_of(BJ, "trilux").pays)))
    for cards in ("5h 5d/6s", "5h 6d/8s", "2h 2d/Ah", "Qs Ad/2s"):
        assert won(BJ, "trilux", seen(cards), 1000) == -1000


TRILUX_HANDS = {
    "straight_flush": "9s Ts/Js",
    "three_of_a_kind": "9s 9d/9c",
    "straight": "9s Td/Jc",
    "flush": "9s 2s/Js",
}


def three_card_classes(decks: int) -> Iterator[tuple[tuple[Card, Card, Card], int]]:
    """Every three cards of the shoe as kinds of card, with the number of hands that look so."""
    for hand in combinations_with_replacement(DECK, 3):
        ways = 1
        for count in Counter(hand).values():
            ways *= comb(decks, count)
        yield hand, ways


def count_trilux(decks: int, *sets: str) -> Counter[str]:
    rules = rules_of(BJ, "trilux", *sets)
    found: Counter[str] = Counter()
    for (first, second, up), ways in three_card_classes(decks):
        made = BETS["trilux"].lines(SpotFacts((first, second), up), rules)
        found["".join(made) or "nothing"] += ways
    return found


def test_trilux_counts_of_six_decks() -> None:
    found = count_trilux(6)
    assert found.total() == comb(312, 3) == 5_013_320
    assert found == {
        "straight_flush": 10_368,
        "three_of_a_kind": 26_312,
        "straight": 155_520,
        "flush": 292_896,
        "nothing": 5_013_320 - 10_368 - 26_312 - 155_520 - 292_896,
    }


def test_trilux_options_move_the_counts() -> None:
    base, high, no_royal = (count_trilux(6, *sets) for sets in ([], ["ace_low=false"], ["mini_royal=no_pay"]))
    assert base["straight"] - high["straight"] == 6**3 * (4**3 - 4)  # ace, two, three in mixed suits
    assert high["flush"] - base["flush"] == base["straight_flush"] - high["straight_flush"] == 6**3 * 4
    assert base["straight_flush"] - no_royal["straight_flush"] == no_royal["nothing"] - base["nothing"] == 6**3 * 4


def test_trilux_counts_of_one_deck() -> None:
    assert count_trilux(1) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "nothing": 22_100 - 48 - 52 - 720 - 1096,
    }


# --- King's Bounty ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer_blackjack", "stake", "paid"),
    [
        pytest.param("Ks Ks", True, 2500, 2_500_000, marks=pytest.mark.clause("BJ-KBPAY-1")),
        pytest.param("Ks Ks", False, 2500, 250_000, marks=pytest.mark.clause("BJ-KBPAY-2", "BJ-KB-0b")),
        pytest.param("Kh Kh", False, 1000, 30_000, marks=pytest.mark.clause("BJ-KBPAY-3")),
        pytest.param("Kh Kh", True, 1000, 30_000, marks=pytest.mark.clause("BJ-KBPAY-3")),
        pytest.param("Qh Qh", False, 1000, 20_000, marks=pytest.mark.clause("BJ-KBPAY-4")),
        pytest.param("Ts Ts", True, 1000, 20_000, marks=pytest.mark.clause("BJ-KBPAY-4")),
        pytest.param("Kh Qh", False, 1000, 9000, marks=pytest.mark.clause("BJ-KBPAY-5")),
        pytest.param("Ah 9h", False, 1000, 9000, marks=pytest.mark.clause("BJ-KBPAY-5")),
        pytest.param("Kh Ks", False, 1000, 6000, marks=pytest.mark.clause("BJ-KBPAY-6")),
        pytest.param("Kh Qs", False, 1000, 4000, marks=pytest.mark.clause("BJ-KBPAY-7")),
        pytest.param("Ah 9s", False, 1000, 4000, marks=pytest.mark.clause("BJ-KBPAY-7")),
        pytest.param("Qh Qs", False, 1000, 4000, marks=pytest.mark.clause("BJ-KBPAY-7")),
    ],
)
def test_kings_bounty_pays_its_table(cards: str, dealer_blackjack: bool, stake: int, paid: int) -> None:
    assert won(BJ, "kings_bounty", seen(cards, dealer_blackjack=dealer_blackjack), stake) == paid


@pytest.mark.clause("BJ-KB-0a", "BJ-KB-6")
def test_kings_bounty_wins_on_two_cards_of_20_and_on_nothing_else() -> None:
    assert BETS["kings_bounty"].needs == ("first", "dealer_blackjack")
    assert won(BJ, "kings_bounty", seen("Kd 9d"), 1000) == -1000
    assert won(BJ, "kings_bounty", seen("Kd Qc"), 1000) > 0
    assert won(BJ, "kings_bounty", seen("Ad Kd"), 1000) == -1000
    assert won(BJ, "kings_bounty", seen("5d 5c+Tc"), 1000) == -1000
    assert won(BJ, "kings_bounty", seen("Kd Qc+2d"), 1000) > 0
    assert won(BJ, "kings_bounty", seen("Ah 9h"), 1000, "kings_bounty_soft20=false") == -1000
    assert won(BJ, "kings_bounty", seen("Ah 9h"), 1000) == 9000


@pytest.mark.clause("BJ-KB-7")
def test_kings_bounty_pays_the_best_line_only() -> None:
    rules = rules_of(BJ, "kings_bounty")
    for hand in combinations_with_replacement(DECK, 2):
        for dealer_blackjack in (False, True):
            facts = SpotFacts(hand, DECK[0], dealer_blackjack=dealer_blackjack)
            assert len(BETS["kings_bounty"].lines(facts, rules)) <= 1
    assert lines(BJ, "kings_bounty", seen("Ks Ks", dealer_blackjack=True)) == ("spade_kings_dealer_blackjack",)


def two_card_counts(sheet: str, wager: str, decks: int, *sets: str) -> Counter[str]:
    """How many two-card hands of the shoe make each line."""
    rules = rules_of(sheet, wager, *sets)
    found: Counter[str] = Counter()
    for hand in combinations_with_replacement(DECK, 2):
        ways = comb(decks, 2) if hand[0] is hand[1] else decks * decks
        found["+".join(BETS[wager].lines(SpotFacts(hand, DECK[0]), rules)) or "nothing"] += ways
    return found


def test_kings_bounty_counts_of_six_decks() -> None:
    pair, mixed = comb(6, 2), 36
    found = two_card_counts(BJ, "kings_bounty", 6)
    assert found.pop("nothing") + found.total() == comb(312, 2)
    assert found == {
        "spade_kings": pair,
        "suited_kings": 3 * pair,
        "suited_tens": 12 * pair,
        "suited_20": 4 * (comb(4, 2) + 1) * mixed,
        "kings": comb(4, 2) * mixed,
        "unsuited_20": (comb(16, 2) + 16 - 4 * comb(4, 2) - comb(4, 2) - 4) * mixed,
    }


# --- Match the Dealer -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "gc", "v5"),
    [
        pytest.param("Ks 4d/Kh", 1200, 3000, marks=pytest.mark.clause("GC-PAY-10", "V5-MTDPAY-1", "V5-MTDW-1")),
        pytest.param("Kh 4d/Kh", 3200, 7000, marks=pytest.mark.clause("GC-PAY-11", "V5-MTDPAY-2")),
        pytest.param("Ks Kd/Kh", 4000, 10_000, marks=pytest.mark.clause("GC-PAY-12", "V5-MTDPAY-3")),
        pytest.param("Ks Ks/Kh", 4000, 10_000, marks=pytest.mark.clause("GC-PAY-12", "V5-MTDPAY-3")),
        pytest.param("Kh Kd/Kh", 6000, 14_000, marks=pytest.mark.clause("GC-PAY-13", "V5-MTDPAY-4")),
        pytest.param("Kd Kh/Kh", 6000, 14_000, marks=pytest.mark.clause("GC-PAY-13", "V5-MTDPAY-4")),
        pytest.param("Kh Kh/Kh", 8000, 20_000, marks=pytest.mark.clause("GC-PAY-14", "V5-MTDPAY-5")),
        pytest.param("Qh Th/Kh", -400, -1000, marks=pytest.mark.clause("GC-MATCH-1", "V5-MTDW-2")),
    ],
)
def test_match_pays_its_table(cards: str, gc: int, v5: int) -> None:
    assert won(GC, "match", seen(cards), 400) == gc
    assert won(V5, "match", seen(cards), 1000) == v5


@pytest.mark.clause("GC-PAY-15")
def test_three_suited_aces_pay_the_bonus_on_a_four_dollar_wager_only() -> None:
    aces = seen("Ah Ah/Ah")
    assert won(GC, "match", aces, 400) == 50_000
    assert won(GC, "match", aces, 300) == 6000
    assert won(GC, "match", seen("Ah Ah/As"), 400) == 4000
    assert won(GC, "match", seen("Ah As/Ah"), 400) == 6000
    by_ante = "three_aces_wager=ante"
    assert won(GC, "match", aces._replace(main_cents=400), 300, by_ante) == 37_500
    assert won(GC, "match", aces._replace(main_cents=300), 400, by_ante) == 8000


def test_three_aces_are_two_suited_matches_where_there_is_no_bonus() -> None:
    assert lines(V5, "match", seen("Ah Ah/Ah", stake=400, main=400)) == ("two_suited",)


# --- Super 7's --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "paid", "line"),
    [
        pytest.param("7h 9d", 1200, "first_seven", marks=pytest.mark.clause("GC-PAY-4")),
        pytest.param("7h 7d", 10_000, "two_unsuited", marks=pytest.mark.clause("GC-PAY-5")),
        pytest.param("7h 7h", 20_000, "two_suited", marks=pytest.mark.clause("GC-PAY-6")),
        pytest.param("7h 7d+7h", 40_000, "three_unsuited", marks=pytest.mark.clause("GC-PAY-7")),
        pytest.param("7h 7h+7d", 40_000, "three_unsuited", marks=pytest.mark.clause("GC-PAY-7")),
        pytest.param("7h 7h+7h", 100_000, "three_suited", marks=pytest.mark.clause("GC-PAY-8")),
        ("7h 7h+8h", 20_000, "two_suited"),
        ("7h 7d+8h", 10_000, "two_unsuited"),
        ("7h 8d+7h", 1200, "first_seven"),
        ("9d 7h+7h", -400, ""),
        ("9d 8h", -400, ""),
    ],
)
def test_super_sevens_pay_their_table(cards: str, paid: int, line: str) -> None:
    assert won(GC, "super7", seen(cards), 400) == paid
    assert "".join(lines(GC, "super7", seen(cards))) == line


def test_super_sevens_pay_every_line_reached_where_lines_stack() -> None:
    stack = "super7_stack=true"
    assert lines(GC, "super7", seen("7h 7h+7h"), stack) == ("first_seven", "two_suited", "three_suited")
    assert won(GC, "super7", seen("7h 7h+7h"), 400, stack) == 1200 + 20_000 + 100_000
    assert won(GC, "super7", seen("7h 7d+8h"), 400, stack) == 1200 + 10_000
    assert won(GC, "super7", seen("8h 7d+7h"), 400, stack) == -400


# --- Over and Under ---------------------------------------------------------------------------------------


@pytest.mark.clause("GC-PAY-9")
def test_over_and_under_pay_even_money() -> None:
    assert won(GC, "over", seen("7h 7d"), 400) == won(GC, "under", seen("6h 6d"), 400) == 400
    assert won(GC, "over", seen("6h 6d"), 400) == won(GC, "under", seen("7h 7d"), 400) == -400


@pytest.mark.clause("GC-OU-2")
def test_exactly_13_loses_both() -> None:
    assert won(GC, "over", seen("6h 7d"), 400) == won(GC, "under", seen("6h 7d"), 400) == -400
    moved = "overunder.point=14"
    assert won(GC, "under", seen("6h 7d"), 400, moved) == 400
    assert won(GC, "over", seen("7h 7d"), 400, moved) == -400


@pytest.mark.clause("GC-OU-3")
def test_an_ace_counts_eleven_each_time() -> None:
    for wager in ("over", "under"):
        assert won(GC, wager, seen("Ah 2d"), 400) == -400
    assert won(GC, "over", seen("Ah Ad"), 400) == 400
    assert won(GC, "under", seen("Ah Ad"), 400, "overunder_ace=1") == 400
    assert won(GC, "under", seen("Ah 2d"), 400, "overunder_ace=1") == 400


# --- Perfect Pair -----------------------------------------------------------------------------------------


@pytest.mark.clause("GC-PAY-16")
def test_a_pair_of_one_suit_pays_20_to_1() -> None:
    assert won(GC, "perfect_pair", seen("8h 8h"), 400) == 8000


@pytest.mark.clause("GC-PAY-17")
def test_a_pair_of_one_colour_pays_10_to_1() -> None:
    assert won(GC, "perfect_pair", seen("8h 8d"), 400) == won(GC, "perfect_pair", seen("8c 8s"), 400) == 4000


@pytest.mark.clause("GC-PAY-18")
def test_a_red_and_black_pair_pays_5_to_1() -> None:
    assert won(GC, "perfect_pair", seen("8h 8s"), 400) == won(GC, "perfect_pair", seen("8c 8d"), 400) == 2000


@pytest.mark.clause("GC-PP-1")
def test_a_pair_is_two_cards_of_one_rank() -> None:
    assert won(GC, "perfect_pair", seen("8h 9h"), 400) == -400
    assert won(GC, "perfect_pair", seen("Kh Qh"), 400) == -400
    found = two_card_counts(GC, "perfect_pair", 6)
    mixed = 13 * 36
    assert found == {
        "perfect": 52 * comb(6, 2),
        "coloured": 2 * mixed,
        "red_and_black": 4 * mixed,
        "nothing": comb(312, 2) - 52 * comb(6, 2) - 6 * mixed,
    }


# --- Push 22 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "paid"),
    [
        pytest.param("9h 3h Th", 25_000, marks=pytest.mark.clause("FB-P22PAY-1")),
        pytest.param("9h 3d Th", 10_000, marks=pytest.mark.clause("FB-P22PAY-2")),
        pytest.param("9s 3c Ts", 10_000, marks=pytest.mark.clause("FB-P22PAY-2")),
        pytest.param("9s 3c Th", 3500, marks=pytest.mark.clause("FB-P22PAY-3")),
        pytest.param("2h 3h 4h 3s Th", 3500, marks=pytest.mark.clause("FB-P22PAY-3")),
    ],
)
def test_push_22_pays_its_table(dealer: str, paid: int) -> None:
    assert won(FB, "push22", seen(f"|{dealer}"), 500) == paid


@pytest.mark.clause("FB-P22-2")
def test_push_22_wins_on_22_and_loses_on_everything_else() -> None:
    assert won(FB, "push22", seen("|9h 3h Th"), 500) > 0
    for dealer in ("9h 3h 9d", "9h 4h Th", "Ah Kh", "Th 7h", "Ah Ad"):
        assert won(FB, "push22", seen(f"|{dealer}"), 500) == -500
    assert won(FB, "push22", seen("|Ah 9h 2h Th"), 500) == 25_000


def test_push_22_pays_another_figure_where_the_house_says_so() -> None:
    assert won(FB, "push22", seen("|9s 3c Th"), 500, "push22_pays_other=8:1") == 4000


# --- all of them ------------------------------------------------------------------------------------------


OFFERED = [
    (sheet, wager)
    for sheet, wager in product((BJ, GC, FB, V5), BETS)
    if BETS[wager].section in load(sheet).rules.table.side_bets
]


@pytest.mark.parametrize(("sheet", "wager"), OFFERED)
def test_every_line_of_the_table_can_be_made_and_no_other(sheet: str, wager: str) -> None:
    rules, bet = rules_of(sheet, wager), BETS[wager]
    every = {name for name in fields_of(type(rules.pays)) if getattr(rules.pays, name) is not None}
    wanted = {"over": {"over"}, "under": {"under"}}.get(wager, every)
    few = parse_cards("7h 7d 7s Ah As Ks Kh Qs 9h 9s 3h 3d 3s Th")
    firsts = list(product(few, repeat=2))
    made = {
        line
        for first, up, third in product(firsts, few, (None, *few[:3]) if "third" in bet.needs else (None,))
        for dealer, blackjack in (((first[0], first[1], up), False), ((), True))
        for line in bet.lines(SpotFacts(first, up, third, dealer, blackjack, 400, 400), rules)
    }
    assert made == wanted


def test_every_section_of_side_bets_has_its_bet() -> None:
    assert {bet.section for bet in BETS.values()} == set(fields_of(Bets))
    assert all(wager == bet.wager for wager, bet in BETS.items())


def test_house_edge_of_perfect_pair_is_what_its_counts_say() -> None:
    counts, pays = two_card_counts(GC, "perfect_pair", 6), rules_of(GC, "perfect_pair").pays
    total = counts.total()
    expected = sum(
        Fraction(ways, total) * (getattr(pays, line).ratio if line != "nothing" else -1)
        for line, ways in counts.items()
    )
    assert -1 < expected < 0
    assert expected == Fraction(20 * 780 + 10 * 936 + 5 * 1872 - (48_516 - 780 - 936 - 1872), 48_516)
