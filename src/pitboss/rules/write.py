"""A sheet back as TOML text, which loads to the same sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from pitboss.rules.read import HEAD, PROCEDURE
from pitboss.rules.sheet import Sheet

__all__ = ["key_text", "set_text", "sheet_text", "toml_text"]

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_INHERITED: Final = ("title", "game", "felt", "document", "version")


def sheet_text(sheet: Sheet) -> str:
    """A document's sheet with the clauses of every value; a house's as what it changes in that.

    What a sheet stands on is named and not repeated, so departures stay departures.

    >>> from pitboss.rules import load, parse_sheet
    >>> v5 = load("blackjack-v5")
    >>> parse_sheet(sheet_text(v5)) == v5
    True
    """
    below = sheet.base
    house = below is not None and below.document == sheet.document
    return "\n".join([*_head(sheet, below), *_body(sheet, below, house), *_points(sheet, below)]) + "\n"


def _head(sheet: Sheet, below: Sheet | None) -> Iterator[str]:
    if below is not None:
        yield f"extends = {toml_text(sheet.stands_on)}"
    for key in HEAD:
        inherited = getattr(below, key, "") if key in _INHERITED else ""
        if key != "extends" and getattr(sheet, key) != inherited:
            yield f"{key} = {toml_text(getattr(sheet, key))}"


def _body(sheet: Sheet, below: Sheet | None, house: bool) -> Iterator[str]:
    sections: dict[str, list[str]] = {}
    for path in sheet.values:
        if _differs(sheet, below, path, house):
            section, _, key = path.rpartition(".")
            value = toml_text(sheet.written(path)) if house else _entry(sheet, path)
            sections.setdefault(section, []).append(f"{key} = {value}")
    for section, lines in sections.items():
        yield f"\n[{'.'.join(map(key_text, section.split('.')))}]"
        yield from lines


def _differs(sheet: Sheet, below: Sheet | None, path: str, house: bool) -> bool:
    """Whether the sheet itself states this value, rather than inheriting it or its default."""
    if below is None:
        return path in sheet.sources
    if house:
        return bool(below.values.get(path) != sheet.values[path])
    here, there = ((one.values.get(path), one.sources.get(path)) for one in (sheet, below))
    return path in sheet.sources and here != there


def _points(sheet: Sheet, below: Sheet | None) -> Iterator[str]:
    inherited = below.points if below is not None else {}
    own = {point: clauses for point, clauses in sheet.points.items() if inherited.get(point) != clauses}
    if own:
        yield f"\n[{PROCEDURE}]"
    for point, clauses in own.items():
        yield f"{toml_text(point)} = {toml_text(list(clauses))}"


def key_text(name: str) -> str:
    """A key as TOML writes it, in quotes where it needs them."""
    return name if _BARE.fullmatch(name) else toml_text(name)


def _entry(sheet: Sheet, path: str) -> str:
    source, value = sheet.sources[path], toml_text(sheet.written(path))
    if not source.clauses and source.may == "any":
        return value
    may = "" if source.may is None else f", may = {toml_text(source.may)}"
    return f"{{ is = {value}, by = {toml_text(list(source.clauses))}{may} }}"


def toml_text(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_text(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # which TOML does not take as it is


def set_text(written: Any) -> str:
    """A value as it is set on a sheet.

    >>> set_text(["trilux", "kings_bounty"]), set_text(True), set_text("3:2")
    ('trilux,kings_bounty', 'true', '3:2')
    """
    if isinstance(written, list):
        return ",".join(map(str, written))
    return str(written).lower() if isinstance(written, bool) else str(written)
