"""What is said before any long work: a pay table that pays a better hand less than a worse one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pitboss.bets import section_named
from pitboss.errors import NotationError
from pitboss.money import Odds
from pitboss.options import fields_of
from pitboss.rules import Sheet
from pitboss.rules.game import GAME_RULES

__all__ = ["check_pay_tables"]


def check_pay_tables(sheet: Sheet) -> None:
    """Refuse a table whose lines, best hand first, pay more further down: mostly two figures were exchanged."""
    for name, pays in _tables(sheet):
        section: type = type(pays)
        fields = fields_of(section)
        lines = [(fields[field.name], getattr(pays, field.name)) for field in dataclasses.fields(pays)]
        ranked = [(field.sentence(odds), odds) for field, odds in lines if field.required and isinstance(odds, Odds)]
        for (better, less), (worse, more) in pairwise(ranked):
            if less.ratio < more.ratio:
                raise NotationError(
                    f"{name} is out of order: {better} pays {less.words}, {worse} pays {more.words}",
                    expected="better hands to pay at least as much, or --any-order if it is meant",
                )


def _tables(sheet: Sheet) -> Iterator[tuple[str, Any]]:
    """The pay tables whose lines stand in the order of the hands."""
    for part in dataclasses.fields(sheet.rules):  # type: ignore[arg-type]
        pays = getattr(getattr(sheet.rules, part.name), "pays", None)
        if dataclasses.is_dataclass(pays) and not isinstance(pays, Odds):
            yield f"{part.name}.pays", pays
    sections = [wager.section for wager in GAME_RULES[sheet.game].wagers(sheet.rules)]
    for section in sheet.rules.table.side_bets:
        if sections.count(section) <= 1:  # lines of several wagers: none is better than another
            yield f"bets.{section}.pays", section_named(sheet.rules.bets, section).pays
