"""What a house may lose to counters, as data for programs and spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from pitboss.rules.differences import change_words

if TYPE_CHECKING:
    from pitboss.maths.counting.protection import Exposure, Protection, Remedy
    from pitboss.reports.parquet import Kinds
    from pitboss.rules import Sheet

__all__ = [
    "BET_COLUMNS",
    "CHANGE_COLUMNS",
    "PROTECT_KINDS",
    "bet_rows",
    "change_rows",
    "protection_json",
    "remedy_words",
]

BET_COLUMNS: Final = (
    "wager", "title", "house_edge", "counter", "tags", "correlation", "stake", "bets", "cut", "per_hour", "error",
    "stops_at", "exact",
)  # fmt: skip
CHANGE_COLUMNS: Final = ("wager", "kind", "change", "per_hour", "error", "honest_cost", "stops", "state", "value")
PROTECT_KINDS: Final[Kinds] = {
    "house_edge": "share", "correlation": "share", "bets": "share", "cut": "count", "per_hour": "share",
    "error": "share", "stops_at": "count", "honest_cost": "share",
}  # fmt: skip
_MONEY: Final = ("stake", "per_hour", "error")


def protection_json(sheet: Sheet, found: Protection) -> dict[str, Any]:
    """All of it; money in cents."""
    return {
        "sheet": sheet.name, "hash": sheet.hash, "count": found.count, "cut": found.cut,
        "decks": sheet.rules.cards.decks, "rounds_per_hour": found.rounds_per_hour, "spread": found.spread,
        "note": found.note,
        "bets": [_bet(sheet, found, one) for one in found.exposures],
    }  # fmt: skip


def remedy_words(sheet: Sheet, remedy: Remedy) -> str:
    """What a house changes, in words; a rule by its sentence on the placard."""
    return change_words(sheet, remedy.value) if remedy.kind == "rule" else remedy.change


def _bet(sheet: Sheet, found: Protection, one: Exposure) -> dict[str, Any]:
    least = found.least(one.wager)
    changes = [
        {**asdict(remedy), "change": remedy_words(sheet, remedy), "stops": remedy.stops, "state": remedy.state}
        for remedy in found.changes(one.wager)
    ]
    told = {**asdict(one), "beaten": one.beaten, "state": one.state, "changes": changes}
    return {**told, "least": None if least is None else remedy_words(sheet, least)}


def bet_rows(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each bet and cut of what :func:`protection_json` tells; money in dollars."""
    return [_in_dollars({**bet, **depth}, BET_COLUMNS) for bet in told["bets"] for depth in bet["depths"]]


def change_rows(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each change that was tried; money in dollars."""
    return [_in_dollars(change, CHANGE_COLUMNS) for bet in told["bets"] for change in bet["changes"]]


def _in_dollars(row: Mapping[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    return {name: row[name] / 100 if name in _MONEY else row[name] for name in columns}
