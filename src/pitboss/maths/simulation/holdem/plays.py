"""Ways to play hold'em, kept on disk once they are worked out: tables of decisions with what they are worth.

Best play takes some seconds of work for each sheet and stake, its tables 24 MB. They are kept under the hash of the
game's record and of all sources that have a part in them, so that an edit never shows old decisions.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np

from pitboss.errors import NotationError
from pitboss.maths.cache import caches, source_hash
from pitboss.maths.holdem import (
    BestPlay,
    HoldemSolution,
    compile_holdem,
    evaluate_play,
    progressive_under_play,
    rank_all,
    solve,
)
from pitboss.maths.holdem.simple import simple_play
from pitboss.rules import Sheet

__all__ = ["PLAYS", "WayToPlay", "way_to_play"]

KEPT: Final = 8
"""How many ways to play are kept; what was not used for the longest goes first."""


def _best(sheet: Sheet, stake: int) -> HoldemSolution:
    return solve(sheet, stake_cents=stake)


def _simple(sheet: Sheet, stake: int) -> HoldemSolution:
    boards = rank_all()
    tables = simple_play(compile_holdem(sheet, stake_cents=stake), boards=boards)
    return evaluate_play(sheet, tables, stake_cents=stake, boards=boards)


PLAYS: Final[dict[str, Callable[[Sheet, int], HoldemSolution]]] = {"best": _best, "simple": _simple}


@dataclass(frozen=True)
class WayToPlay:
    """The decisions, and exactly what they are worth."""

    name: str
    tables: BestPlay
    house_edge: float
    not_folded: Mapping[str, Fraction]
    """The chance of each progressive line in a hand that is not folded."""


def way_to_play(sheet: Sheet, name: str = "best", *, stake_cents: int | None = None) -> WayToPlay:
    """A way to play by its name, from the disk or worked out and kept there."""
    if name not in PLAYS:
        raise NotationError(f'there is no way to play hold\'em called "{name}"', expected=" or ".join(PLAYS))
    record = compile_holdem(sheet, stake_cents=stake_cents)
    place = _place(name, repr(record))
    found = _read(place, name) if place is not None else None
    if found is None:
        found = _worked_out(name, PLAYS[name](sheet, record.stake))
        if place is not None:
            _keep(place, found)
    return found


def _worked_out(name: str, solution: HoldemSolution) -> WayToPlay:
    return WayToPlay(name, solution.play, float(solution.house_edge), progressive_under_play(solution))


@lru_cache(maxsize=1)
def _version() -> str:
    return source_hash()


def _place(name: str, record: str) -> Path | None:
    """The file of a strategy; None for a user without a home."""
    key = hashlib.sha256(f"{_version()} {name} {record}".encode()).hexdigest()[:40]
    with suppress(RuntimeError):
        return caches() / "plays" / f"{key}.npz"
    return None


def _read(place: Path, name: str) -> WayToPlay | None:
    with suppress(OSError, ValueError, KeyError, BadZipFile), np.load(place) as kept:
        tables = BestPlay(kept["preflop"], kept["flop"], kept["river"])
        lines = dict(zip(kept["lines"].tolist(), map(Fraction, kept["chances"].tolist()), strict=True))
        os.utime(place)
        return WayToPlay(name, tables, float(kept["edge"]), lines)
    return None


def _keep(place: Path, found: WayToPlay) -> None:
    """Write it completely or not at all; where the folder cannot be written to, do not keep it."""
    tables, lines = found.tables, found.not_folded
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=".new-", suffix=".npz")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(
                    file, preflop=tables.preflop, flop=tables.flop, river=tables.river, edge=found.house_edge,
                    lines=list(lines), chances=[str(chance) for chance in lines.values()],
                )  # fmt: skip
            os.replace(name, place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        kept = sorted(place.parent.glob("*.npz"), key=lambda file: file.stat().st_mtime)
        for old in kept[:-KEPT]:
            old.unlink(missing_ok=True)
