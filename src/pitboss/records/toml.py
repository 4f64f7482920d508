"""TOML at the speed that thousands of records ask for.

Records are written with few forms: plain strings, whole numbers, lists and inline tables. A scanner of regular
expressions reads these about five times as fast as the standard library's reader; whatever else a file holds, and
every defect, is left to that one, so both always say the same.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from pitboss.errors import Defect
from pitboss.records.record import RecordError

__all__ = ["MOST_CHARACTERS", "parse_toml", "quick"]

MOST_CHARACTERS = 1_000_000

_TEXT = r'"([^"\\\x00-\x08\x0a-\x1f\x7f]*)"(?!")'
_END = r"[ \t]*(?:#[^\x00-\x08\x0a-\x1f\x7f]*)?(?:\r?\n|\Z)"
_KEY = r'(?:([A-Za-z0-9_-]+)|"([^"\\\x00-\x08\x0a-\x1f\x7f]+)")[ \t]*=[ \t]*'
_SIMPLE = rf"{_TEXT}|(-?(?:0|[1-9][0-9]{{0,15}}))(?=[ \t\r\n,\]}}#]|\Z)|(true|false)(?=[ \t\r\n,\]}}#]|\Z)"
_line = re.compile(rf"[ \t]*(?:{_KEY}(?:(?:{_SIMPLE}){_END}|(?=([\[{{])))|(\[\[?)([A-Za-z0-9_-]+)(\]\]?){_END})").match
_empty = re.compile(_END).match
_end = re.compile(_END).match
_key = re.compile(rf"[ \t]*{_KEY}").match
_value = re.compile(rf"{_SIMPLE}|([\[{{])").match
_blank = re.compile(r"(?:[ \t]|\r?\n|#[^\x00-\x08\x0a-\x1f\x7f]*)*").match
_space = re.compile(r"[ \t]*").match


class _Unusual(Exception):
    """Something that only the standard library's reader knows."""


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of a TOML text; whatever is wrong with it becomes one clear line."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(name, [Defect("file", f"is longer than {MOST_CHARACTERS:,} characters")])
    try:
        return quick(text)
    except (_Unusual, RecursionError):
        pass
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(name, [Defect("file", f"is not TOML: {error}")]) from None
    except RecursionError:
        raise RecordError(name, [Defect("file", "is nested too deeply")]) from None
    except ValueError:
        raise RecordError(name, [Defect("file", "holds a number or a date that is out of range")]) from None


def quick(text: str) -> dict[str, Any]:
    """The tables of a text that is written with the usual forms only."""
    tables: dict[str, Any] = {}
    here, at, end = tables, 0, len(text)
    while at < end:
        line = _line(text, at)
        if line is None:
            line = _empty(text, at)
            if line is None or line.end() == at:
                raise _Unusual
            at = line.end()
            continue
        bare, quoted, words, number, truth, nested, opening, header, closing = line.groups()
        at = line.end()
        if opening is not None:
            here = _open(tables, opening, header, closing)
            continue
        key = bare or quoted
        if key in here:
            raise _Unusual
        if nested is not None:
            here[key], at = _nested(text, at)
            ending = _end(text, at)
            if ending is None:
                raise _Unusual
            at = ending.end()
        elif words is not None:
            here[key] = words
        else:
            here[key] = truth == "true" if number is None else int(number)
    return tables


def _open(tables: dict[str, Any], opening: str, header: str, closing: str) -> dict[str, Any]:
    """The table that a header opens: a new one, or a further one of its list."""
    if len(opening) != len(closing):
        raise _Unusual
    new: dict[str, Any] = {}
    if opening == "[":
        if header in tables:
            raise _Unusual
        tables[header] = new
        return new
    known = tables.setdefault(header, _Tables())
    if type(known) is not _Tables:
        raise _Unusual
    known.append(new)
    return new


class _Tables(list[Any]):
    """A list that headers made, which only headers may add to."""


def _nested(text: str, at: int) -> tuple[Any, int]:
    """A list or an inline table, and where it ends."""
    return _list(text, at + 1) if text[at] == "[" else _inline(text, at + 1)


def _one(text: str, at: int) -> tuple[Any, int]:
    match = _value(text, at)
    if match is None:
        raise _Unusual
    words, number, truth, nested = match.groups()
    if nested is not None:
        return _nested(text, at)
    if words is not None:
        return words, match.end()
    return (truth == "true" if number is None else int(number)), match.end()


def _list(text: str, at: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    at = _blank(text, at).end()  # type: ignore[union-attr]
    while text[at : at + 1] != "]":
        value, at = _one(text, at)
        values.append(value)
        at = _blank(text, at).end()  # type: ignore[union-attr]
        if text[at : at + 1] == ",":
            at = _blank(text, at + 1).end()  # type: ignore[union-attr]
        elif text[at : at + 1] != "]":
            raise _Unusual
    return values, at + 1


def _inline(text: str, at: int) -> tuple[dict[str, Any], int]:
    values: dict[str, Any] = {}
    at = _space(text, at).end()  # type: ignore[union-attr]
    if text[at : at + 1] == "}":
        return values, at + 1
    while True:
        match = _key(text, at)
        if match is None:
            raise _Unusual
        key = match[1] or match[2]
        if key in values:
            raise _Unusual
        values[key], at = _one(text, match.end())
        at = _space(text, at).end()  # type: ignore[union-attr]
        if text[at : at + 1] == "}":
            return values, at + 1
        if text[at : at + 1] != ",":
            raise _Unusual
        at += 1
