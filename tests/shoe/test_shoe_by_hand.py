"""Shuffles without chance, followed card by card: what a riffle lays on what, which pile is taken next, and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from pitboss.shoe import SeededChance, ShuffleRules
from pitboss.shoe.events import Step
from pitboss.shoe.moves import riffle, strip, wash
from pitboss.shoe.procedures import PROCEDURES, perform

T = TypeVar("T")


class Still(SeededChance):
    """The least of what may be drawn: the second packet of a riffle comes to lie on the first as it is."""

    def __init__(self) -> None:
        super().__init__("still")
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return 0

    def heads(self, coins: int) -> int:
        return coins // 2

    def shuffled(self, items: Iterable[T]) -> list[T]:
        return list(items)[::-1]


def shuffled(name: str, cards: str, **values: Any) -> tuple[str, list[str]]:
    """The new order, and the steps in words."""
    procedure: Any = "two_stacks" if name == "machine" else name
    rules = ShuffleRules(decks=1, procedure=procedure, cut_minimum_cards=1, **values)
    order, steps = perform(PROCEDURES[name](cards, Still(), rules))
    return "".join(order), [step.text for step in steps]


def test_two_stacks_are_grabbed_evenly_and_the_last_grab_takes_the_odd_card() -> None:
    assert shuffled("two_stacks", "012345678", grabs_min=2, grabs_max=3, grab_wobble=0) == (
        "678234501",
        [
            "split: left 4, right 5",
            "riffle 2 + 2: left 2, right 3, centre 4",
            "riffle 2 + 3: left 0, right 0, centre 9",
        ],
    )


@pytest.mark.parametrize(
    ("cards", "grabs", "wobble", "sizes"),
    [
        (24, 3, 0, [4, 4, 4]),
        (24, 3, 1, [3, 3, 6]),  # each a card short of its share, and the last takes what is left
        (24, 3, 4, [1, 1, 10]),
        (26, 3, 0, [4, 4, 5]),
        (6, 3, 0, [1, 1, 1]),
        (4, 5, 0, [1, 1]),  # no grab is empty
    ],
)
def test_a_grab_is_an_even_share_of_what_is_left_less_the_wobble(
    cards: int, grabs: int, wobble: int, sizes: list[int]
) -> None:
    _, steps = shuffled("two_stacks", "x" * cards, grabs_min=grabs, grabs_max=grabs, grab_wobble=wobble)
    assert [text.partition(":")[0] for text in steps[1:]] == [f"riffle {size} + {size}" for size in sizes]


def test_half_decks_go_into_the_middle_from_right_and_left_in_turn() -> None:
    assert shuffled("half_decks", "01234567", grab_cards=2, wash="never") == (
        "23450167",
        [
            "split: left 4, right 4",
            "riffle 2 + 2: left 2, right 2, middle 4",
            "riffle right 2 + 2: left 2, right 0, middle 6",
            "riffle left 2 + 2: left 0, right 0, middle 8",
            "split: left 4, right 4",
            "riffle 2 + 2: left 2, right 2, middle 4",
            "riffle 2 + 2: left 0, right 0, middle 8",
        ],
    )


def test_of_an_odd_brick_the_right_half_is_the_larger_and_ends_the_turns() -> None:
    _, steps = shuffled("half_decks", "012345678", grab_cards=2, wash="never")
    assert [text.partition(":")[0] for text in steps] == [
        "split", "riffle 2 + 2", "riffle right 2 + 2", "riffle left 2 + 2", "riffle right 1 + 2",
        "split", "riffle 2 + 2", "riffle 2 + 2", "riffle 1 + 0",
    ]  # fmt: skip


def test_a_wash_comes_before_the_half_decks() -> None:
    washed, steps = shuffled("half_decks", "01234567", grab_cards=2, wash="every_shuffle", wash_strength=100)
    assert steps[0] == "wash: brick 8"
    assert washed == "54327610"  # what an unwashed brick would be, from the other end


def test_riffle_strip_riffle_strip_riffle_and_the_dealers_cut() -> None:
    assert shuffled("riffle_strip", "01234567", strip_min=3, strip_max=4) == (
        "70623145",
        ["riffle 8: deck 8", "strip 3 + 3 + 2: deck 8"] * 2 + ["riffle 8: deck 8", "dealer cut 4: deck 8"],
    )


def test_the_shuffler_gets_the_cards_after_one_riffle() -> None:
    assert shuffled("machine", "01234567") == ("32107654", ["riffle 8: deck 8", "to shuffler 8: shuffler 8"])


def test_clumps_are_asked_for_in_hundredths_once_a_card_has_fallen() -> None:
    chance = Still()
    assert riffle("01", "23", chance, clumpiness=1) == ("2", "3", "0", "1")
    assert chance.asked == [4, 100]  # the first card by the packets' sizes; below 1 in a hundred it falls again


def test_a_card_leaves_its_place_in_the_wash_by_hundredths() -> None:
    chance = Still()
    assert wash("0123", chance, strength=1) == ("3", "2", "1", "0")
    assert chance.asked == [100] * 4
    assert wash("0123", Still(), strength=0) == ("0", "1", "2", "3")


def test_strips_leave_the_last_packet_what_is_left() -> None:
    assert strip("01234567", Still(), smallest=3, largest=5) == (tuple("67345012"), (3, 3, 2))


def test_a_step_is_logged_with_its_first_clause_and_the_others_beside_it() -> None:
    step = Step("riffle", "riffle 26 + 26", ("A-1", "A-2", "A-3"), (26, 26), (("left", 0), ("centre", 52)))
    assert (step.event.clause, step.event.details["also"]) == ("A-1", ("A-2", "A-3"))
    assert step.event.details["piles"] == ("left 0", "centre 52")
    one = Step("riffle", "riffle", ("A-1",)).event
    assert (one.clause, "also" in one.details) == ("A-1", False)
    assert Step("riffle", "riffle").event.clause == ""
    assert (step.pile("centre"), step.pile("right")) == (52, 0)
