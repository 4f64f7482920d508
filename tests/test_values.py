"""What engines hand out are values: nobody changes one that somebody else holds."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from pitboss import bets, games, hands, ledger, progressive, rules, shoe, table
from pitboss.bets.declaration import Declaration
from pitboss.progressive import Link
from pitboss.rules import Sheet


def classes() -> Iterator[type]:
    """Every class of the engines, where it is defined."""
    for package in (bets, games, hands, ledger, progressive, rules, shoe, table):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            yield from (
                each for each in vars(module).values() if isinstance(each, type) and each.__module__ == found.name
            )


def test_a_value_is_frozen_and_has_no_place_for_more() -> None:
    values = [each for each in classes() if is_dataclass(each)]
    assert len(values) > 80
    assert {each for each in values if not each.__dataclass_params__.frozen} == {Link}  # type: ignore[attr-defined]
    remembers = {Link, Sheet, Declaration}
    assert {each for each in values if "__slots__" not in vars(each)} == remembers


def test_an_entry_of_a_log_is_frozen_and_says_what_it_is() -> None:
    entries = [each for each in classes() if issubclass(each, msgspec.Struct)]
    assert len(entries) > 90
    assert [each for each in entries if not each.__struct_config__.frozen] == []
    sheet = {"Content", "Text"}  # parts of the entry that keeps a sheet: nothing else can stand in their place
    table = {"Table", "Seating", "Dealing", "CardHandling", "State"}  # what the entries of a table's log lead to
    assert {each.__name__ for each in entries if each.__struct_config__.tag != each.__name__} == sheet | table


WHOEVER_IS_ON_TURN = ("PlaceToke", "Hit", "Stand", "DoubleDown", "Split", "Surrender", "Declare")
STANDS_AT = {
    **{f"{action}.hand": -1 for action in WHOEVER_IS_ON_TURN},
    "KeyPressed.on": True,
    "Link.up": True,
    "DeckRotation.shuffler_works": True,
    "Places.midshoe_entry": True,
    "Leaf.in_document": True,
    "Declaration.written": True,
    "Fact.value": 1,
    "Feature.cap": 22,
    "ShuffleRules.grabs_min": 5,
    "ShuffleRules.grabs_max": 7,
    "ShuffleRules.grab_wobble": 2,
    "ShuffleRules.grab_cards": 26,
    "ShuffleRules.strip_min": 4,
    "ShuffleRules.strip_max": 10,
    "ShuffleRules.wash_strength": 100,
    "ShuffleRules.supervisor_acknowledges": True,
    "ShuffleRules.offers_cut": True,
    "ShuffleRules.cut_minimum_cards": 39,
    "ShuffleRules.cut_card_depth": 52,
    "ShuffleRules.decks_in_rotation": 1,
}
"""Numbers and switches that stand at something when they are left out."""

OPTIONS = tuple(f"pitboss.{module}" for module in ("rules.blackjack", "rules.holdem", "rules.poker", "rules.common"))
"""What may be left out of a sheet is told by the tests of the sheets."""


def left_out(value: type) -> dict[str, Any]:
    """What the fields of a value or an entry are when they are left out."""
    if is_dataclass(value):
        return {field.name: field.default for field in fields(value)}
    if issubclass(value, msgspec.Struct):
        return {field.name: field.default for field in msgspec.structs.fields(value)}
    return getattr(value, "_field_defaults", {})


def test_a_number_that_is_left_out_is_zero_and_a_switch_is_off() -> None:
    """A stored log is read by this: an entry that is older than a field lacks it."""
    found = {
        f"{each.__name__}.{name}": default
        for each in classes()
        if not each.__module__.startswith(OPTIONS)
        for name, default in left_out(each).items()
        if type(default) in (int, bool)
    }
    assert len(found) > 100
    assert {name: default for name, default in found.items() if default} == STANDS_AT
