"""A house's own strategy chart: a TOML file with a row for every hand, read into a playbook for a sheet.

The columns are the dealer's up cards ``2 3 4 5 6 7 8 9 T A``; a row is named by a total or by several (``"5-8"``)::

    insurance = false
    [hard]
    "4-8" = "H H H H H H H H H H"
    9 = "H D D D D H H H H H"
    [soft]
    18 = "Ds Ds Ds Ds Ds S S H H H"
    [pairs]
    A = "P P P P P P P P P P"

What an entry asks for is done where the sheet allows it, otherwise what it names second: ``D`` doubles or hits, ``Ds``
doubles or stands, ``R``, ``Rs`` and ``Rp`` surrender or hit, stand or split. A pair without a row, or with ``-``, is
played by its total.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from pitboss.errors import NotationError
from pitboss.maths.blackjack.moves import first_moves, is_natural, later_moves, total_of
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.record import KINDS, Record

__all__ = ["parse_chart", "read_chart"]

Chain = tuple[Move, ...]
Rows = dict[int, tuple[Chain, ...]]
"""By total, or by value of a pair: the line of preferences against each up card from the ace on."""

CODES: Final[Mapping[str, Chain]] = {
    "H": (Move.HIT,),
    "S": (Move.STAND,),
    "D": (Move.DOUBLE, Move.HIT),
    "Ds": (Move.DOUBLE, Move.STAND),
    "R": (Move.SURRENDER, Move.HIT),
    "Rs": (Move.SURRENDER, Move.STAND),
}
PAIR_CODES: Final[Mapping[str, Chain]] = {
    **CODES,
    "P": (Move.SPLIT,),
    "Rp": (Move.SURRENDER, Move.SPLIT),
    "-": (),
}
COLUMNS: Final = "23456789TA"
VALUES: Final = "A23456789T"
TOTALS: Final = {"hard": range(4, 22), "soft": range(12, 22)}
SAID: Final = {"hard": {21: "S"}, "soft": {12: "H", 21: "S"}}
"""Rows that may be left out, as everybody plays them alike."""


def read_chart(path: Path, record: Record) -> Playbook:
    """The playbook of a chart file, for the game of a record."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f'cannot read "{path}": {getattr(error, "strerror", None) or "it is no text"}') from None
    return parse_chart(text, record, name=str(path))


def parse_chart(text: str, record: Record, *, name: str = "chart") -> Playbook:
    """The playbook of a chart's text."""
    try:
        chart = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f'"{name}" is no chart: {error}') from None
    defects: list[str] = []
    hard, soft = (_rows(chart, section, defects) for section in ("hard", "soft"))
    pairs = _pairs(chart, defects)
    flags = _flags(chart, defects)
    if defects:
        many = "1 defect" if len(defects) == 1 else f"{len(defects)} defects"
        more = "; ..." if len(defects) > 5 else ""
        raise NotationError(f'the chart "{name}" has {many}: {"; ".join(defects[:5])}{more}')
    return _playbook(record, (hard, soft), pairs, flags)


def _flags(chart: dict[str, Any], defects: list[str]) -> dict[str, bool]:
    """Whether to insure and to take even money; anything else that is there has no place."""
    flags = {name: chart.get(name, False) for name in ("insurance", "even_money")}
    defects += [f"{name} is true or false" for name, value in flags.items() if not isinstance(value, bool)]
    known = {"hard", "soft", "pairs", *flags}
    defects += [f"{name} is no part of a chart" for name in chart if name not in known]
    return flags


def _section(chart: dict[str, Any], name: str, defects: list[str]) -> dict[str, Any]:
    found = chart.get(name, {})
    if isinstance(found, dict):
        return found
    defects.append(f"{name} is no table")
    return {}


def _rows(chart: dict[str, Any], section: str, defects: list[str]) -> Rows:
    """The rows of totals; every total has one."""
    found: Rows = {}
    written = _section(chart, section, defects)
    for key, cells in written.items():
        for total in _totals(key, section, defects):
            if total in found:
                defects.append(f"{section} {total} has two rows")
            found[total] = _cells(f"{section} {key}", cells, CODES, defects)
    for total, code in SAID[section].items():
        found.setdefault(total, (CODES[code],) * 10)
    missing = [str(total) for total in TOTALS[section] if total not in found]
    if missing:
        defects.append(f"there is no row for {section} {', '.join(missing)}")
    return found


def _totals(key: str, section: str, defects: list[str]) -> Iterator[int]:
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", key, re.ASCII)
    span = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
    if not span or span[0] not in TOTALS[section] or span[-1] not in TOTALS[section]:
        defects.append(f"{section} {key} is no total")
        return
    yield from span


def _pairs(chart: dict[str, Any], defects: list[str]) -> Rows:
    found: Rows = {}
    for key, cells in _section(chart, "pairs", defects).items():
        ranks = key.strip().upper().replace("10", "T")
        if not ranks or ranks[0] not in VALUES or ranks not in (ranks[0], ranks[0] * 2):
            defects.append(f"pairs {key} is no pair")
            continue
        found[VALUES.index(ranks[0])] = _cells(f"pairs {key}", cells, PAIR_CODES, defects)
    return found


def _cells(row: str, cells: object, codes: Mapping[str, Chain], defects: list[str]) -> tuple[Chain, ...]:
    """The entries of a row, from the ace on."""
    words = cells.split() if isinstance(cells, str) else []
    unknown = [word for word in words if word not in codes]
    if len(words) != 10 or unknown:
        what = f'"{unknown[0]}" is none of {" ".join(codes)}' if unknown else f"{len(words)} entries, not 10"
        defects.append(f"{row}: {what}")
        return ((Move.STAND,),) * 10
    by_column = dict(zip(COLUMNS, words, strict=True))
    return tuple(codes[by_column[value]] for value in VALUES)


def _playbook(record: Record, totals: tuple[Rows, Rows], pairs: Rows, flags: Mapping[str, bool]) -> Playbook:
    """The entries as tables, each with the first preference that is allowed there."""
    kinds = len(KINDS)
    first, unsplit = np.zeros((kinds, 10, 10, 10), dtype=np.uint8), np.zeros((kinds, 10, 10), dtype=np.uint8)
    later = np.zeros((kinds, 10, 2, 22), dtype=np.uint8)
    for kind, up, a, b in product(range(kinds), range(10), range(10), range(10)):
        total, soft = total_of(a, b)
        by_total = totals[soft][total][up]
        allowed = first_moves(record, kind, up, a, b)
        natural = is_natural(record, kind, a, b)
        chain = pairs[a][up] + by_total if a == b and a in pairs else by_total
        first[kind, up, a, b] = Move.STAND if natural else _follow(chain, allowed)
        if a == b:
            alone = tuple(move for move in allowed if move != Move.SPLIT)
            unsplit[kind, up, a] = _follow(chain, alone)
    for kind, up, soft in product(range(kinds), range(10), (False, True)):
        for total in TOTALS["soft" if soft else "hard"]:
            later[kind, up, int(soft), total] = _follow(totals[soft][total][up], later_moves(record, kind))
    return Playbook(first, unsplit, later, flags["insurance"], flags["even_money"])


def _follow(chain: Chain, allowed: tuple[Move, ...]) -> Move:
    """The first preference that is allowed; a hit that is not ends in standing."""
    return next((move for move in chain if move in allowed), Move.STAND)
