"""A count studied on a sheet: correlations by exact effects of removal, and index plays by shoes solved exactly."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.maths.analysis.progress import Steps, silent
from pitboss.maths.blackjack.record import compile_record
from pitboss.maths.counting.blackjack.decisions import Scene
from pitboss.maths.counting.blackjack.fitted import Fit, fit
from pitboss.maths.counting.blackjack.indices import index_plays
from pitboss.maths.counting.blackjack.met import meet
from pitboss.maths.counting.blackjack.solved import Asked, Solved, solve_shoes
from pitboss.maths.counting.counts import Count
from pitboss.maths.counting.efficiency import correlation, insurance_effects
from pitboss.maths.counting.studies import CountStudy, IndexPlay, Plays
from pitboss.maths.results import keep, recall
from pitboss.maths.simulation.blackjack import best_book
from pitboss.rules import Sheet
from pitboss.shoe import shuffle_rules

__all__ = ["kept_study", "study_count"]

SHOES: Final = 120
"""Shoes that are solved exactly."""
MET: Final = 16_000
"""Random shoes over which values are averaged."""


def study_count(
    sheet: Sheet, count: Count, *, cut: int | None = None, stake: int | None = None, seed: int = 1,
    shoes: int | None = None, met: int = MET, progress: Steps = silent,
) -> CountStudy:  # fmt: skip
    """Return the correlations, the efficiency and the index plays of a count on a sheet."""
    depth = checked_cut(sheet, cut)
    number = SHOES if shoes is None else shoes
    cents = sheet.rules.table.minimum if stake is None else stake
    key = {"sheet": sheet.hash, "count": repr(count), "cut": depth, "stake": cents, "seed": seed, "n": [number, met]}
    kept = _recalled(key)
    if kept is not None:
        return kept
    with progress(1.0) as step:
        step("effects of removal", 0.15)
        effects = main_effects(sheet, cents)
        step("shoes solved exactly", 0.5)
        record = compile_record(sheet, stake_cents=cents)
        book = best_book(sheet, record)
        fitted = fitted_shoes(Asked(record, book, depth, number, seed))
        step("index plays", 0.35)
        seen = meet(count, decks=record.decks, cut=depth, number=met, seed=seed)
        plays = index_plays(Scene(record, book, fitted, seen))
    found = CountStudy(
        count.text, count.title or count.text, record.decks, depth, by_rank(effects),
        correlation(count.betting, effects), correlation(count, insurance_effects()), plays.efficiency, plays,
        number, met, seed,
    )  # fmt: skip
    keep("count", key, found)
    return found


def kept_study(sheet: Sheet, count: Count) -> CountStudy | None:
    """Return the study of a count with the sheet's cut and the smallest bet where it was made before; else None."""
    depth, cents = checked_cut(sheet, None), sheet.rules.table.minimum
    return _recalled(
        {"sheet": sheet.hash, "count": repr(count), "cut": depth, "stake": cents, "seed": 1, "n": [SHOES, MET]}
    )


def _recalled(key: Mapping[str, Any]) -> CountStudy | None:
    kept: CountStudy | None = recall("count", key, shapes=(CountStudy, Plays, IndexPlay))
    return kept


def checked_cut(sheet: Sheet, cut: int | None) -> int:
    """How many cards lie behind the cut card; raises NotationError where that cannot be."""
    cards = 52 * sheet.rules.cards.decks
    found = shuffle_rules(sheet).cut_card_depth if cut is None else cut
    if not 0 <= found < cards:
        raise NotationError(f"{found} cards cannot lie behind the cut", expected=f"0 to {cards - 1}")
    return found


def main_effects(sheet: Sheet, stake: int) -> dict[Card, float]:
    """By how much the player's return changes for each card that is gone, by exact solves."""
    from pitboss.maths.games import GAME_MATHS

    key = {"sheet": sheet.hash, "stake": stake}
    kept: dict[str, float] | None = recall("effects", key, shapes=())
    if kept is None:
        found = GAME_MATHS[sheet.game].main_effects(sheet, stake, None)
        assert found is not None
        kept = {card.text: -float(effect) for card, effect in found.items()}
        keep("effects", key, kept)
    return {Card.parse(card): effect for card, effect in kept.items()}


def by_rank(effects: Mapping[Card, float]) -> dict[str, float]:
    return {card.rank: effect for card, effect in effects.items()}


NAMES: Final = ("shoes", "first", "later", "held", "share", "expectations")


def fitted_shoes(asked: Asked) -> Fit:
    """The fit to exact values, which serves every count; kept, as it takes most of the time."""
    key = {"record": repr(asked.record), "cut": asked.cut, "shoes": asked.shoes, "seed": asked.seed}
    kept: tuple[tuple[tuple[int, ...], str], ...] | None = recall("solved", key, shapes=())
    if kept is None:
        solved = solve_shoes(asked)
        keep("solved", key, [_packed(getattr(solved, name)) for name in NAMES])
        return fit(solved)
    return fit(Solved(**{name: _unpacked(*part) for name, part in zip(NAMES, kept, strict=True)}))


def _packed(array: NDArray[Any]) -> tuple[tuple[int, ...], str]:
    data = zlib.compress(np.ascontiguousarray(array, dtype=np.float64).tobytes(), 6)
    return array.shape, b64encode(data).decode("ascii")


def _unpacked(shape: tuple[int, ...], text: str) -> NDArray[Any]:
    return np.frombuffer(zlib.decompress(b64decode(text)), dtype=np.float64).reshape(shape).copy()
