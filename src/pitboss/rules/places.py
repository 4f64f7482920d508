"""Where the values of a sheet stand in its text, so that a defect can be shown with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pitboss.errors import Defect

__all__ = ["line_of", "lines_of"]

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\s*({_KEY})\s*\]")
_VALUE = re.compile(rf"\s*({_KEY})\s*=(?!=)")
_AT_LINE = re.compile(r"\(at line (\d+)")


def lines_of(text: str) -> Mapping[str, int]:
    """The line of every value and table of a TOML text, by dotted path; lines inside of lists and texts are no keys.

    >>> lines_of('name = "x"\\n[dealer]\\nsoft_17 = "hit"\\n')
    {'name': 1, 'dealer': 2, 'dealer.soft_17': 3}
    >>> lines_of('name = "a text without its end')
    {'name': 1}
    """
    found: dict[str, int] = {}
    table, open_brackets, quotes = "", 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if not (open_brackets or quotes):
            if header := _TABLE.match(line):
                table = _path(header[1])
                found.setdefault(table, number)
                continue
            if value := _VALUE.match(line):
                found.setdefault(f"{table}.{_path(value[1])}".lstrip("."), number)
        open_brackets, quotes = _after(line, open_brackets, quotes)
    return found


def _path(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in re.findall(_PART, key))


def _after(line: str, open_brackets: int, quotes: str) -> tuple[int, str]:
    """How many lists and tables are open at the end of a line, and which quotes of a long text."""
    at = 0
    while at < len(line):
        if quotes:
            end = line.find(quotes, at)
            if end < 0:
                return open_brackets, quotes
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
    return max(open_brackets, 0), quotes


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
