"""Rules that make no sense are refused, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.errors import SheetError
from pitboss.shoe import ShuffleRules


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
