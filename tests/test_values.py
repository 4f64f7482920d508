"""What engines hand out are values: nobody changes one that somebody else holds."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass

import msgspec

from pitboss import bets, games, hands, ledger, progressive, rules, shoe, table
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
    remembers = {Link, Sheet}
    assert {each for each in values if "__slots__" not in vars(each)} == remembers


def test_an_entry_of_a_log_is_frozen_and_says_what_it_is() -> None:
    entries = [each for each in classes() if issubclass(each, msgspec.Struct)]
    assert len(entries) > 90
    assert [each for each in entries if not each.__struct_config__.frozen] == []
    assert [each for each in entries if each.__struct_config__.tag != each.__name__] == []
