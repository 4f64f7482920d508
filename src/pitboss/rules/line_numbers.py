"""Where the values of a sheet stand in its text, so that a defect can be shown with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitboss.errors import Defect

__all__ = ["Place", "comment_in", "line_of", "lines_of", "places_of"]

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\s*{_KEY}\s*\]")
_VALUE = re.compile(rf"\s*{_KEY}\s*=(?!=)")
_AT_LINE = re.compile(r"\(at line (\d+)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value or the header of a table stands: its path, its lines, and the table that it is written in."""

    path: str
    first: int
    last: int
    table: str
    is_table: bool = False


def places_of(text: str) -> list[Place]:
    """Every value and table of a TOML text in order, lines counted from 1; lines inside of lists and texts are no keys.

    >>> places_of('[double]\\ntotals = [\\n  9,\\n]\\n')[1]
    Place(path='double.totals', first=2, last=4, table='double', is_table=False)
    """
    return list(_places(text))


def _places(text: str) -> Iterator[Place]:
    table, open_brackets, quotes = "", 0, ""
    value: Place | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not (open_brackets or quotes):
            if header := _TABLE.match(line):
                table = _path(header.group())
                yield Place(table, number, number, table, is_table=True)
                continue
            found = _VALUE.match(line)
            value = Place(f"{table}.{_path(found.group())}".lstrip("."), number, number, table) if found else None
        open_brackets, quotes = _after(line, open_brackets, quotes)
        if value is not None and not (open_brackets or quotes):
            yield replace(value, last=number)
            value = None
    if value is not None:  # a list or a text without its end
        yield replace(value, last=len(text.splitlines()))


def lines_of(text: str) -> Mapping[str, int]:
    """The line of every value and table of a TOML text, by dotted path.

    >>> lines_of('name = "x"\\n[dealer]\\nsoft_17 = "hit"\\n')
    {'name': 1, 'dealer': 2, 'dealer.soft_17': 3}
    >>> lines_of('name = "a text without its end')
    {'name': 1}
    """
    found: dict[str, int] = {}
    for place in _places(text):
        found.setdefault(place.path, place.first)
    return found


def _path(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in re.findall(_PART, key))


def _after(line: str, open_brackets: int, quotes: str) -> tuple[int, str]:
    """How many lists and tables are open at the end of a line, and which quotes of a long text."""
    _, open_brackets, quotes = _walked(line, open_brackets, quotes)
    return open_brackets, quotes


def comment_in(line: str) -> str:
    """The comment at the end of a line with the space before it; empty where there is none.

    >>> comment_in('"#1"  # ours')
    '  # ours'
    """
    end, *_ = _walked(line, 0, "")
    return line[len(line[:end].rstrip()) :].rstrip() if end < len(line) else ""


def _walked(line: str, open_brackets: int, quotes: str) -> tuple[int, int, str]:
    """Where the values of a line end, how many lists and tables are open then, and which quotes of a long text."""
    at = 0
    while at < len(line):
        if quotes:
            end = line.find(quotes, at)
            if end < 0:
                return len(line), open_brackets, quotes
            at, quotes = end + len(quotes), ""
            continue
        char = line[at]
        if char == "#":
            break
        if char in "\"'":
            quotes = char * 3 if line.startswith(char * 3, at) else char
            at += len(quotes)
            if len(quotes) == 1:  # a text on one line, its escapes passed over
                while at < len(line) and line[at] != char:
                    at += 2 if line[at] == "\\" and char == '"' else 1
                at, quotes = at + 1, ""
            continue
        open_brackets += (char in "[{") - (char in "]}")
        at += 1
    return at, max(open_brackets, 0), quotes


def line_of(defect: Defect, lines: Mapping[str, int]) -> int | None:
    """The line that a defect is about: its value's, else that of the table around it; None where the text has neither.

    >>> line_of(Defect("dealer.soft_17", "is missing"), {"dealer": 4})
    4
    """
    told = _AT_LINE.search(defect.problem)
    if told:
        return int(told[1])
    place = defect.place
    while place:
        if place in lines:
            return lines[place]
        place = place.rpartition(".")[0]
    return None
