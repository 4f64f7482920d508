"""Counts as data: published tags, where a shoe starts, division, rounding, aces aside, and their text."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, parse_cards
from pitboss.errors import NotationError
from pitboss.maths.counting import COUNTS, DIVISIONS, ROUNDINGS, Count, read_count

BALANCED = {
    "hi-lo": "-1 1 1 1 1 1 0 0 0 -1",
    "hi-opt-1": "0 0 1 1 1 1 0 0 0 -1",
    "hi-opt-2": "0 1 1 2 2 1 1 0 0 -2",
    "omega-2": "0 1 1 2 2 2 1 0 -1 -2",
    "zen": "-1 1 1 2 2 2 1 0 0 -2",
    "halves": "-1 1/2 1 1 3/2 1 1/2 0 -1/2 -1",
    "uston-apc": "0 1 2 2 3 2 2 1 -1 -3",
    "revere-point": "-2 1 2 2 2 2 1 0 0 -2",
    "revere-14": "0 2 2 3 4 2 1 0 -2 -3",
    "silver-fox": "-1 1 1 1 1 1 1 0 -1 -1",
    "mentor": "-1 1 2 2 2 2 1 0 -1 -2",
}
"""Tags from ace to ten, by the table of systems at qfit.com/card-counting-systems.htm."""


@pytest.mark.parametrize("name", BALANCED)
def test_balanced_counts_have_their_published_tags(name: str) -> None:
    count = COUNTS[name]
    assert count.by_value == tuple(map(Fraction, BALANCED[name].split()))
    assert (count.unbalance, count.initial(6), count.is_divided) == (0, 0, True)


@pytest.mark.parametrize(
    ("name", "decks", "start"),
    [("ko", 1, 0), ("ko", 2, -4), ("ko", 6, -20), ("ko", 8, -28), ("red-7", 6, -12), ("red-7", 1, -2),
     ("ace-five", 6, 0)],
)  # fmt: skip
def test_counts_that_are_not_divided_start_where_their_authors_say(name: str, decks: int, start: int) -> None:
    """KO: four less four a deck (Vancura and Fuchs); Red 7: two less a deck (Snyder)."""
    count = COUNTS[name]
    assert count.running([], decks=decks) == start
    assert count.true_count(start, 52 * decks) == count.true_count(start, 60) == start, "no deck divides it"


def test_a_whole_shoe_ends_at_the_pivot() -> None:
    assert COUNTS["ko"].running(DECK * 6, decks=6) == 4
    assert COUNTS["red-7"].running(DECK * 6, decks=6) == 0
    assert all(count.running(DECK * 2, decks=2) == 0 for count in COUNTS.values() if count.is_divided)


def test_red_sevens_count_and_black_ones_do_not() -> None:
    count = COUNTS["red-7"]
    assert [count.tag(card) for card in parse_cards("7h 7d 7c 7s ??")] == [1, 1, 0, 0, 0]
    assert count.looks_at_suits
    assert not COUNTS["ko"].looks_at_suits
    assert count.by_rank["7"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("count", "running", "left", "found"),
    [
        ("hi-lo", 7, 156, 2), ("hi-lo", -7, 156, -3), ("hi-lo; round toward zero", -7, 156, -2),
        ("hi-lo; round nearest", 7, 130, 3), ("hi-lo; round nearest", -7, 130, -3),
        ("hi-lo; divide decks", 7, 130, 2), ("hi-lo; divide half decks", 7, 135, 2),
        ("hi-lo; divide quarter decks", 7, 110, 3), ("hi-lo; divide decks", 3, 5, 3), ("halves", 7, 156, 1),
    ],
)  # fmt: skip
def test_true_counts_as_people_find_them(count: str, running: int, left: int, found: int) -> None:
    assert read_count(count).true_count(running, left) == found


def test_aces_aside_change_bets_and_not_plays() -> None:
    """Two aces too many among 104 cards are worth two points to Hi-Opt I."""
    count = COUNTS["hi-opt-1-aces"]
    seen = [card for card in DECK * 4 if card.rank in "2789"][:64] + [card for card in DECK if card.rank in "JQK"] * 3
    seen += [card for card in DECK if card.rank in "456"] * 3
    left = 52 * 4 - len(seen)
    aces_more = 16 - Fraction(left, 13)
    assert count.true_count(count.running(seen, decks=4), left) == 0
    bets = count.betting
    assert bets.exact_count(bets.running(seen, decks=4), left) == aces_more * Fraction(52, left)
    assert COUNTS["hi-opt-1"].betting is COUNTS["hi-opt-1"]


@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_counts_with_an_ace_aside_stay_balanced_and_every_count_names_its_source(count: Count) -> None:
    assert (
        count.betting.initial(6) + 6 * count.betting.unbalance
        == count.betting.unit * (count.initial(6) + 6 * count.unbalance) // count.unit
    )
    assert count.source
    assert count.title
    assert read_count(count.text) is count


POINTS = sorted({Fraction(part, whole) for whole in (1, 2, 3, 4) for part in range(-3 * whole, 3 * whole + 1)})
"""Every tag from -3 to 3 in whole parts, halves, thirds and quarters."""
TAGS = st.lists(st.sampled_from(POINTS), min_size=52, max_size=52)


@given(TAGS, st.integers(-30, 30), st.integers(-8, 8), st.sampled_from(ROUNDINGS), st.integers(0, 3))
def test_texts_of_counts_round_trip(points: list[Fraction], start: int, deck: int, rounding: str, aces: int) -> None:
    words = " ".join(f"{card.text}={tag}" for card, tag in zip(DECK, points, strict=True))
    count = read_count(f"{words}; start {start}{deck:+d}d; divide nothing; round {rounding}; aces {aces}")
    assert read_count(count.text) == count
    assert (count.start, count.start_per_deck, count.rounding, count.aces) == (start, deck, rounding, aces)
    assert [Fraction(tag, count.unit) for tag in count.tags] == points


@pytest.mark.parametrize("divide_by", DIVISIONS)
def test_ways_to_divide_round_trip(divide_by: str) -> None:
    count = read_count(f"hi-lo; divide {divide_by}")
    assert (count.divide_by, read_count(count.text)) == (divide_by, count)


def test_tags_of_ones_own() -> None:
    count = read_count("2-6=1 T-A=-1")
    assert count.tags == COUNTS["hi-lo"].tags
    assert read_count("5=4 T-K=-1").by_rank["5"] == 4
    assert read_count("2=.5 3=1/2 K=-1").unit == 2
    shoe = Random(1).sample(DECK, 20)
    assert count.running(shoe, decks=1) == COUNTS["hi-lo"].running(shoe, decks=1)


def test_an_unbalanced_count_may_be_divided_where_its_start_makes_up_for_it() -> None:
    """KO by decks, from four below for each deck: it then says as much of the rest as a balanced count."""
    count = read_count("2-7=1 T-A=-1; start -4d")
    gone = [card for card in DECK if card.rank in "89"]
    assert count.exact_count(count.running(gone, decks=2), 104 - len(gone)) == Fraction(-8 * 52, 104 - len(gone))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no-such", "no count"), ("1=1", "cannot read a tag"), ("A=1000", "too large"), ("A-2=1", "in the order"),
        ("5=1 6=1 K=-1", "these tags is unbalanced"), ("ko; divide half decks", "unbalanced"), ("2=1/0", "tag"),
        ("hi-lo; divide thirds", "cannot read"), ("hi-lo; start here", "starts"), ("hi-lo; shout", "cannot read"),
        ("hi-lo; round up", "cannot read"), ("hi-lo; aces -1", "aside"), ("hi-lo; start", "starts"),
    ],
)  # fmt: skip
def test_counts_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read_count(text)
