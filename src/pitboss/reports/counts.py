"""A count as figures to hand on: what it is good for, its index plays, and what bets by it bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from pitboss.reports.parquet import Kinds
from pitboss.rules.differences import change_words

if TYPE_CHECKING:
    from pitboss.maths.counting.risk import AtCount, Outcome
    from pitboss.maths.counting.studies import CountStudy, IndexPlay
    from pitboss.rules import Sheet

__all__ = [
    "COUNT_COLUMNS", "COUNT_KINDS", "PLAY_COLUMNS", "bet_at", "count_rows", "outcome_json", "study_json",
    "varied_words",
]  # fmt: skip

PLAY_COLUMNS: Final = (
    "hand", "up", "play", "count", "below", "instead", "threshold", "error", "gain", "spread_gain",
)  # fmt: skip
COUNT_KINDS: Final[Kinds] = {
    "count": "count", "deviation": "share", "share": "share", "mean": "share", "error": "share", "bet": "amount",
    "threshold": "share", "gain": "share", "spread_gain": "share",
}  # fmt: skip
"""The kinds of the columns of both tables."""
COUNT_COLUMNS: Final = ("count", "share", "mean", "error", "deviation", "bet")


def study_json(sheet: Sheet, study: CountStudy, plays: Sequence[IndexPlay]) -> dict[str, Any]:
    """A study with some of its index plays; `texts` are those that a simulation reads."""
    found = {name: value for name, value in asdict(study).items() if name != "plays"}
    said = [{**asdict(one), "text": one.text} for one in plays]
    return {"sheet": sheet.name, "hash": sheet.hash, **found, "plays": said, "texts": study.plays.texts(plays)}


def varied_words(sheet: Sheet, change: str) -> str:
    """What is varied, in words: a rule by its sentence on the placard.

    >>> from pitboss.rules import load
    >>> varied_words(load("catfish-blackjack"), "cut 104"), varied_words(load("catfish-blackjack"), "cards.decks 8")
    ('104 cards behind the cut', 'Decks of 52 cards in play: eight')
    """
    what, _, value = change.partition(" ")
    if what == "cut":
        return f"{value} cards behind the cut"
    return f"bets of {value}" if what == "spread" else change_words(sheet, f"{what}={value}")


def bet_at(best: Outcome, count: int) -> int:
    """The bet at a count, in cents."""
    return next((cents for least, cents in reversed(best.bets) if count >= least), 0)


def count_rows(rows: Sequence[AtCount], best: Outcome) -> list[dict[str, Any]]:
    """Edge, frequency and deviation by count, with the bet in dollars."""
    return [
        {"count": row.count, "share": row.share, "mean": row.mean, "error": row.error, "deviation": row.deviation,
         "bet": bet_at(best, row.count) / 100}
        for row in rows
    ]  # fmt: skip


def outcome_json(outcome: Outcome) -> Mapping[str, Any]:
    """What bets bring; None for what never comes."""
    return {name: _finite(value) if isinstance(value, float) else value for name, value in asdict(outcome).items()}


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
