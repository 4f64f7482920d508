"""The catalogue: declarations of side bets that come with Pitboss, each a small file."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal

import tomli

from pitboss.bets.declaration import Bet, Choice, Declaration, DeclaredLine
from pitboss.options import Cents, Option

__all__ = ["BETS", "SHIPPED", "declared", "in_catalogue", "lines_of", "names", "usual"]

SHIPPED: Final = ("trilux", "kings_bounty", "match", "super7", "overunder", "perfect_pair", "push22")
"""The bets of the five documents: their declarations are fixed, and what a house may choose in them has clauses."""


@cache
def names() -> tuple[str, ...]:
    """Every bet of the catalogue, those of the documents first."""
    folder = resources.files("pitboss.sheets").joinpath("bets")
    found = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return (*SHIPPED, *(name for name in found if name not in SHIPPED))


@cache
def in_catalogue(name: str) -> Mapping[str, Any]:
    """The tables of a bet's file."""
    text = resources.files("pitboss.sheets").joinpath("bets", f"{name}.toml").read_text(encoding="utf-8")
    return MappingProxyType(tomli.loads(text))


@cache
def declared(name: str) -> Declaration:
    """The declaration of a bet of the documents."""
    tables = in_catalogue(name)
    optional = tables.get("optional", ())
    return Declaration(
        name,
        tables["title"],
        tables["cards"],
        lines_of(tables["lines"], tables["titles"], optional),
        lines_of(tables.get("loses", {}), {}),
        tuple(_choice(key, dict(table)) for key, table in tables.get("options", {}).items()),
        tuple(tables.get("wagers", {}).items()),
        tables.get("every_line", ""),
        tuple(tables["titles"]),
        written=False,
    )


@cache
def usual(name: str) -> Mapping[str, Any]:
    """The values of a catalogue bet for a house that changes none of them."""
    tables = in_catalogue(name)
    found = {"offered": True, **tables["usual"], "pays": tables["pays"]}
    if name not in SHIPPED:
        found |= {key: tables[key] for key in ("title", "cards", "every_line", "lines", "titles") if key in tables}
    return MappingProxyType(found)


def lines_of(
    patterns: Mapping[str, str], titles: Mapping[str, str], optional: tuple[str, ...] = ()
) -> tuple[DeclaredLine, ...]:
    """The lines of a declaration in the order of their patterns, best first."""
    return tuple(
        DeclaredLine(name, titles.get(name, name.replace("_", " ").capitalize()), pattern, name in optional)
        for name, pattern in patterns.items()
    )


def _choice(name: str, table: dict[str, Any]) -> Choice:
    """What a house may choose: an amount, a number within bounds, yes or no, or one of several words."""
    touches = table.pop("touches", "settlement figures")
    default = table.pop("default", dataclasses.MISSING)
    if "amount" in table:
        return Choice(name, Cents | None, Option(touches, table["amount"]), None if default == "none" else default)
    if "number" in table:
        return Choice(name, int, Option(touches, table["number"], table["from"], table["to"]), default)
    if "true" in table:
        return Choice(name, bool, Option(touches, {True: table["true"], False: table["false"]}), default)
    return Choice(name, Literal[tuple(table)], Option(touches, table), default)


BETS: Final[Mapping[str, Bet]] = MappingProxyType({bet.wager: bet for name in SHIPPED for bet in declared(name).bets})
"""The side bets of the five documents by the name of their wager."""
