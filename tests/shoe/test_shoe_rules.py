"""Rules that make no sense are refused, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.errors import SheetError
from pitboss.rules import load
from pitboss.shoe import ShuffleRules, shuffle_rules


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"procedure": "juggle"}, "procedure"),
        ({"burn": "often"}, "burn"),
        ({"decks": 0}, "decks"),
        ({"grabs_min": 8}, "grabs_max"),
        ({"strip_min": 11}, "strip_max"),
        ({"clumpiness": 100}, "clumpiness"),
        ({"wash_strength": 101}, "wash_strength"),
        ({"cut_card_depth": 313}, "cut_card_depth"),
        ({"cut_minimum_cards": 157}, "cut_minimum_cards"),
        ({"clauses": {"cut_minium": "X"}}, "clauses.cut_minium"),
    ],
)
def test_a_defect_is_named_with_its_place(wrong: dict[str, Any], place: str) -> None:
    values: dict[str, Any] = {"decks": 6, "procedure": "two_stacks"} | wrong
    with pytest.raises(SheetError) as error:
        ShuffleRules(**values)
    assert place in [defect.place for defect in error.value.defects]


def test_all_defects_are_found_at_once() -> None:
    with pytest.raises(SheetError) as error:
        ShuffleRules(decks=6, procedure="two_stacks", clumpiness=-1, grabs_min=0, cut_card_depth=-1)
    assert len(error.value.defects) == 3


def test_rules_are_values() -> None:
    clauses = {"burn": "X"}
    rules = ShuffleRules(decks=6, procedure="two_stacks", clauses=clauses)
    clauses["burn"] = "Y"
    assert rules.clause("burn") == "X"
    assert rules == ShuffleRules(decks=6, procedure="two_stacks", clauses={"burn": "X"})
    assert hash(rules) == hash(ShuffleRules(decks=6, procedure="two_stacks"))


def test_of_single_decks_the_dealer_alone_cuts_and_nothing_is_called_or_burned() -> None:
    rules = shuffle_rules(load("ultimate-texas-holdem"))
    assert (rules.shuffle_call, rules.offers_cut, rules.supervisor_acknowledges, rules.burn) == (
        "",
        False,
        False,
        "none",
    )
    assert (rules.cut_card_depth, rules.decks, rules.procedure) == (0, 1, "riffle_strip")


LEAST = {
    "decks": 1, "decks_in_rotation": 1, "grabs_min": 1, "grab_wobble": 0, "grab_cards": 1, "strip_min": 1,
    "cut_minimum_cards": 0, "cut_card_depth": 0, "clumpiness": 0, "wash_strength": 0,
}  # fmt: skip
MOST = {"clumpiness": 99, "wash_strength": 100, "grabs_min": 7, "strip_min": 10, "cut_card_depth": 104}
MOST |= {"cut_minimum_cards": 52}


@pytest.mark.parametrize(("name", "value", "step"), [
    *((name, value, -1) for name, value in LEAST.items()), *((name, value, 1) for name, value in MOST.items()),
])  # fmt: skip
def test_a_number_of_the_shuffle_has_its_ends(name: str, value: int, step: int) -> None:
    given: dict[str, Any] = {"decks": 2, "procedure": "two_stacks", "cut_minimum_cards": 10}
    if name == "decks":
        given["cut_card_depth"] = 0
    assert getattr(ShuffleRules(**given | {name: value}), name) == value
    with pytest.raises(SheetError, match=name.removesuffix("_min")):
        ShuffleRules(**given | {name: value + step})


def test_a_game_without_a_cut_needs_no_place_for_it() -> None:
    assert not ShuffleRules(decks=1, procedure="riffle_strip", cut_minimum_cards=39, offers_cut=False).offers_cut
    with pytest.raises(SheetError, match="no place to cut"):
        ShuffleRules(decks=1, procedure="riffle_strip", cut_minimum_cards=39)
