"""A sheet back as TOML text, which loads to the same sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pitboss.rules.read import HEAD
from pitboss.rules.sheet import Sheet

__all__ = ["sheet_text"]


def sheet_text(sheet: Sheet) -> str:
    """The whole sheet, whatever it extends: every value with its clauses and what a house may choose.

    >>> from pitboss.rules import load, parse_sheet
    >>> v5 = load("blackjack-v5")
    >>> parse_sheet(sheet_text(v5)) == v5
    True
    """
    return "\n".join(_lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    for key in HEAD:
        if key != "extends":
            yield f"{key} = {_toml(getattr(sheet, key))}"
    section = ""
    for path in sheet.values:
        here, _, key = path.rpartition(".")
        if here != section:
            section = here
            yield f"\n[{section}]"
        yield f"{key} = {_entry(sheet, path)}"


def _entry(sheet: Sheet, path: str) -> str:
    source = sheet.sources.get(path)
    value = _toml(sheet.written(path))
    if source is None or (not source.clauses and source.may == "any"):
        return value
    may = "" if source.may is None else f", may = {_toml(source.may)}"
    return f"{{ is = {value}, by = {_toml(list(source.clauses))}{may} }}"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
