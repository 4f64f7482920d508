"""Bonuses for rare hands: what the engine deals over every draw of small shoes is what the solver says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.harness.every_draw import enumerate_round
from tests.solver.following import by_the_book
from tests.solver.test_small_shoes import CLOSE, without_splits

from pitboss.cards import parse_cards
from pitboss.maths.blackjack import Move, best_total_dependent, evaluate, solve, spread_of
from pitboss.maths.blackjack.bonuses import SIX_SEVEN_EIGHT, TRIPLE_SEVEN, mean_of
from pitboss.maths.blackjack.card_counts import plays_by_cards
from pitboss.maths.blackjack.record import UNSPLIT, compile_record
from pitboss.rules import Sheet, load

PLAIN = ("insurance.even_money=false", "double.stake=full", "split.max_hands=2")
CARDS = ("bonus.five_card_21=3:2", "bonus.six_card_21=2:1", "bonus.seven_card_21=5:1")
SUITS = (
    "bonus.suited_blackjack=3:1", "bonus.six_seven_eight=3:2", "bonus.six_seven_eight_suited=10:1",
    "bonus.six_seven_eight_spades=40:1", "bonus.triple_seven=2:1", "bonus.triple_seven_suited=20:1",
)  # fmt: skip


def house(*sets: str, decks: int = 1) -> Sheet:
    cut = ("shuffle.cut_minimum_cards=10", "shuffle.cut_card_depth=20")
    return load("catfish-blackjack", sets=[f"cards.decks={decks}", *cut, *PLAIN, *sets])


def four_of(ranks: str) -> str:
    """Every suit of some ranks: cards of a rank are then of any suit alike."""
    return " ".join(f"{rank}{suit}" for rank in ranks for suit in "cdhs")


@pytest.mark.parametrize(
    ("cards", "more"),
    [
        ("As Ah 2s 2h 3c 4d 5c 5h 6s 7d Tc", ()),
        ("2s 2h 3c 3h 4d 5c 6s Tc 9d Td 8c", ("payouts.charlie=7",)),
        ("2s 2h 3c 3h 4d 4c 5c Tc 8d Ts", ("payouts.win=6:5", "double.cards=any", "dealer.push_22=true")),
    ],
)
def test_the_best_play_of_21_with_many_cards_is_worth_what_the_engine_deals(cards: str, more: tuple[str, ...]) -> None:
    sheet = house(*CARDS, *more)
    shoe = list(parse_cards(cards))
    solution = solve(sheet, shoe=shoe, splits=False)
    found = enumerate_round(sheet, shoe, consider=without_splits(insurance=solution.insurance is not None))
    worth = solution.expectation + (solution.insurance or 0.0)
    assert worth == pytest.approx(float(found.expectation), abs=CLOSE)
    assert solve(house(*more), shoe=shoe, splits=False).expectation < solution.expectation


@pytest.mark.parametrize("ranks", ["678", "A6T"])
def test_a_book_is_worth_what_the_engine_deals_by_the_suits(ranks: str) -> None:
    sheet, shoe = house(*SUITS), list(parse_cards(four_of(ranks)))
    solution = solve(sheet, shoe=shoe, splits=False)
    book = replace(best_total_dependent(solution), insure=False)
    found = enumerate_round(sheet, shoe, choose=by_the_book(book, solution.record))
    assert evaluate(sheet, book, shoe=shoe) == pytest.approx(float(found.expectation), abs=CLOSE)
    spread = spread_of(sheet, book, shoe=shoe)
    assert spread.distribution == pytest.approx({c: float(n) for c, n in found.distribution.items() if n}, abs=CLOSE)


def test_three_sevens_of_one_suit_are_as_frequent_as_in_all_decks() -> None:
    """Three decks: 12 sevens of which three lie in one suit, in 4 of the 220 ways to take three of them."""
    sheet = house(*SUITS, decks=3)
    record = compile_record(sheet)
    assert record.bonuses[TRIPLE_SEVEN][1].share + record.bonuses[TRIPLE_SEVEN][2].share == Fraction(4, 220)
    shoe = list(parse_cards(" ".join([four_of("7")] * 3 + ["Tc"])))
    solution = solve(sheet, shoe=shoe, splits=False)
    book = best_total_dependent(solution)
    found = enumerate_round(sheet, shoe, choose=by_the_book(book, record))
    assert evaluate(sheet, book, shoe=shoe) == pytest.approx(float(found.expectation), abs=CLOSE)
    assert any(cents == 20 * record.stake for cents in found.distribution)


SPLIT_TOO = "bonus.split_hands=true"


@pytest.mark.parametrize("more", [(), (SPLIT_TOO,), (SPLIT_TOO, "payouts.tie=21_wins")])
def test_split_hands_are_worth_what_the_engine_deals(more: tuple[str, ...]) -> None:
    """Sevens that are split and drawn to: three of them, and five cards, are paid where the house says so."""
    sheet = house("bonus.triple_seven=5:1", "bonus.five_card_21=3:1", *more, decks=6)
    shoe = list(parse_cards(" ".join(["7s"] * 6 + ["3s"] * 6 + ["Ts"] * 6)))
    solution = solve(sheet, shoe=shoe)
    book = best_total_dependent(solution)
    book = replace(book, insure=False, first=book.first.copy())
    book.first[UNSPLIT, :, 6, 6] = Move.SPLIT
    found = enumerate_round(sheet, shoe, choose=by_the_book(book, solution.record))
    assert evaluate(sheet, book, shoe=shoe) == pytest.approx(float(found.expectation), abs=CLOSE)
    spread = spread_of(sheet, book, shoe=shoe)
    assert spread.distribution == pytest.approx({c: float(n) for c, n in found.distribution.items() if n}, abs=CLOSE)


def test_suits_of_split_hands_are_worth_what_the_engine_deals() -> None:
    """Sevens alone, and a ten: each of two split hands becomes three sevens, now and then of one suit."""
    sheet = house("bonus.triple_seven=2:1", "bonus.triple_seven_suited=20:1", SPLIT_TOO, decks=3)
    shoe = list(parse_cards(" ".join([four_of("7")] * 3 + ["Tc"])))
    solution = solve(sheet, shoe=shoe)
    book = best_total_dependent(solution)
    book = replace(book, insure=False, first=book.first.copy())
    book.first[UNSPLIT, :, 6, 6] = Move.SPLIT
    found = enumerate_round(sheet, shoe, choose=by_the_book(book, solution.record))
    assert evaluate(sheet, book, shoe=shoe) == pytest.approx(float(found.expectation), abs=CLOSE)
    assert any(cents > 20 * solution.record.stake for cents in found.distribution)


def test_a_hand_whose_suits_are_seen_is_worth_more() -> None:
    """Two of three spades, and the eights that are left: one of four where none of them is up."""
    sheet = house("bonus.six_seven_eight_spades=40:1")
    solution = solve(sheet)
    plain, spades = (solution.values(hand, "Tc", suits=True)["hit"] for hand in ("6s 7h", "6s 7s"))
    mean = float(mean_of(solution.record.bonuses[SIX_SEVEN_EIGHT])) / solution.record.stake
    win = solution.kinds[0].win[solution.row("6s 7s 8s"), 9]
    eights, no_blackjack = 4 / 49, 1 - 4 / 49
    assert spades - plain == pytest.approx(eights * win * (1 + (40 - 1) / 4 - 1) / no_blackjack)
    assert mean == pytest.approx(1 + 39 / 64)


def test_a_blackjack_of_one_suit_is_worth_its_odds() -> None:
    solution = solve(house("bonus.suited_blackjack=2:1"))
    assert solution.values("As Ks", "6c", suits=True)["go on"] == pytest.approx(2.0)
    assert solution.values("As Kh", "6c", suits=True)["go on"] == pytest.approx(1.5)
    assert "whatever their suits" in solution.basis


def test_charts_tell_how_many_cards_make_a_difference() -> None:
    """Four cards before a Charlie of five: soft hands cannot break, and a hard 17 draws against a ten."""
    solution = solve(load("catfish-blackjack", sets=["payouts.charlie=5"]))
    found = {one[:4]: one.move for one in plays_by_cards(solution, best_total_dependent(solution))}
    assert {found[4, 1, total, up] for total in (20, 21) for up in range(10)} == {Move.HIT}
    assert found[4, 0, 17, 9] is Move.HIT
    plain = solve(load("catfish-blackjack"))
    assert not list(plays_by_cards(plain, best_total_dependent(plain)))
