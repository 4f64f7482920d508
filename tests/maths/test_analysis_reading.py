"""Situations as people write them, and what is said of those that cannot be read."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK, cards_text
from pitboss.errors import NotationError
from pitboss.maths.analysis.blackjack.notation import read_situation as read_blackjack
from pitboss.maths.analysis.holdem.notation import read_situation as read_holdem
from pitboss.maths.analysis.situation_notation import read_removed


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("8 8 against T", "8 8 against T"),
        ("88 vs 10", "8 8 against T"),
        ("8,8 v 10", "8 8 against T"),
        ("8-8 versus t", "8 8 against T"),
        ("A7 facing a 6", "A 7 against 6"),
        ("a 7 x 6", "A 7 against 6"),
        ("A A against A", "A A against A"),
        ("T 6 against an A", "T 6 against A"),
        ("10h 4d 2c against Ts", "Th 4d 2c against Ts"),
        ("8♥8♠ against T♦", "8h 8s against Td"),
        ("A 7 against 6 after a split", "A 7 against 6, split"),
        ("A 7 against 6 split", "A 7 against 6, split"),
        ("A 7 against 6 split aces", "A 7 against 6, split ace"),
        ("5 3 vs 6 on a lammer", "5 3 against 6, lammer"),
        ("A 3 vs 6 ace on a lammer", "A 3 against 6, ace on a lammer"),
        ("T 6 against A, insurance?", "T 6 against A"),
        ("A K against A even money", "A K against A"),
        ("16 vs T", "hard 16 as T 6 or 9 7 against T"),
        ("a hard 16 against the dealer's ten", "hard 16 as T 6 or 9 7 against T"),
        ("9 vs 6", "hard 9 as 7 2 or 6 3 or 5 4 against 6"),
        ("10 vs 9", "hard 10 as 8 2 or 7 3 or 6 4 against 9"),
        ("4 vs 5", "hard 4 as 2 2 against 5"),
        ("20 vs 6", "hard 20 as T T against 6"),
        ("22 vs 6", "2 2 against 6"),
        ("soft 18 vs 9", "soft 18 as A 7 against 9"),
        ("soft 12 vs 6", "soft 12 as A A against 6"),
        ("soft 21 vs ace", "soft 21 as A T against A"),
        ("pair of 8s vs T", "8 8 against T"),
        ("a pair of aces against six", "A A against 6"),
        ("pair of sixes vs 7", "6 6 against 7"),
        ("A A vs 6 after a split", "A A against 6, split ace"),
        ("soft 12 vs 6 after a split", "soft 12 as A A against 6, split ace"),
        ("A A vs 6 on a lammer", "A A against 6, ace on a lammer"),
        ("5 A A vs 6 after a split", "5 A A against 6, split"),
        ("16 vs T after a split", "hard 16 as T 6 or 9 7 against T, split"),
    ],
)
def test_a_situation_of_blackjack_is_read_however_it_is_written(written: str, read: str) -> None:
    assert read_blackjack(written).text == read


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "a hand against an up card"),
        ("8 8", "a hand against an up card"),
        ("8 8 against T against 9", "a hand against an up card"),
        ("K against T", "two cards or more"),
        ("8s against T", "two cards or more"),
        ("3 against T", "no two cards are a hard 3"),
        ("21 against T", "no two cards are a hard 21"),
        ("soft 11 against T", "no two cards are a soft 11"),
        ("hard 22 against T", "no two cards are a hard 22"),
        ("8 8 against", "one card"),
        ("8 8 against T 9", "one card"),
        ("8 1 against T", 'a card from "1"'),
        ("sixteen against T", "sixteen"),
    ],
)
def test_what_is_no_situation_of_blackjack_is_said_in_one_line(written: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_blackjack(written)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Kh4h", "K4s"),
        ("4d Kh", "K4o"),
        ("K4s", "K4s"),
        ("k 4 o", "K4o"),
        ("K4 suited", "K4s"),
        ("K4 offsuit", "K4o"),
        ("10 10", "TT"),
        ("KK", "KK"),
        ("Kh4h on Ks 4d 2c", "Kh 4h on Ks 4d 2c"),
        ("kh,4h on Ks4d2c9s9h", "Kh 4h on Ks 4d 2c 9s 9h"),
        ("Kh4h | Ks 4d 2c", "Kh 4h on Ks 4d 2c"),
        ("K♥4♥ flop K♠ 4♦ 2♣", "Kh 4h on Ks 4d 2c"),
    ],
)
def test_a_situation_of_holdem_is_read_however_it_is_written(written: str, read: str) -> None:
    assert read_holdem(written).text == read


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "two hole cards"),
        ("K4", "need their suits"),
        ("KKs", "a pair has two suits"),
        ("KKo", "a pair has two suits"),
        ("Kh 4", "every card needs its suit"),
        ("Kh4h on Ks 4d", "0, 3 or 5 on the board"),
        ("Kh4h on Ks 4d 2c 3c 4c 5c", "0, 3 or 5 on the board"),
        ("Kh4h on Kh 4d 2c", "only one king of hearts"),
        ("K4s on Ks 4d 2c", "needs its suit"),
        ("Kh4h on Ks 4d 2x", 'a card from "x"'),
    ],
)
def test_what_is_no_situation_of_holdem_is_said_in_one_line(written: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_holdem(written)
    assert says in str(refused.value)
    assert "against" not in str(refused.value)


def test_seen_cards_leave_the_shoe_by_suit_or_by_rank() -> None:
    left = read_removed("8h 8 8", DECK)
    assert [left[card] for card in DECK if card.rank == "8"].count(0) == 3
    assert left.total() == 49
    assert cards_text(left.elements()).split().count("8h") == 0
    with pytest.raises(NotationError, match="holds too few 8h"):
        read_removed("8h 8h", DECK)
    with pytest.raises(NotationError, match="holds too few 8 in"):
        read_removed("8 8 8 8 8", DECK)
