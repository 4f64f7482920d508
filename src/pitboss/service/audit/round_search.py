"""Finding rounds: by table, player, wager, amount or irregularity, the latest first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.service.floor.stream_names import table_named, table_stream
from pitboss.store import Store
from pitboss.store.contract import Round

__all__ = ["FoundRound", "RoundQuery", "search"]

MOST_READ: Final = 2000
"""Rounds that are looked into for one answer."""


@dataclass(frozen=True, slots=True)
class RoundQuery:
    """What a round must have; what is empty may be anything."""

    table: str = ""
    player: str = ""
    wager: str = ""
    at_least: int = 0
    """The least that a wager was won or lost by, in cents."""
    irregularity: str = ""
    since: int = 0
    until: int | None = None
    before: int | None = None
    """Only rounds of the table with a smaller number: where an earlier answer ended."""


@dataclass(slots=True)
class FoundRound:
    """A finished round in a few words."""

    table: str
    number: int
    at: int
    players: tuple[str, ...]
    wagers: dict[str, int] = field(default_factory=dict)
    """The net result of each wager, in cents."""
    largest: int = 0
    irregularities: list[str] = field(default_factory=list)
    void: bool = False


def search(store: Store, sought: RoundQuery, *, limit: int = 50) -> list[FoundRound]:
    """The latest rounds that have what is sought, at most ``limit`` of them, out of the last :data:`MOST_READ`."""
    found = (one for round_ in _rounds(store, sought) if _fits(one := _read(store, round_, sought.wager), sought))
    return [one for _, one in zip(range(limit), found, strict=False)]


def _rounds(store: Store, sought: RoundQuery) -> Iterator[Round]:
    stream = table_stream(sought.table) if sought.table else ""
    for round_ in store.rounds(stream=stream, player=sought.player, limit=MOST_READ):
        if sought.before is None or round_.number < sought.before:
            yield round_


def _read(store: Store, round_: Round, wager: str) -> FoundRound:
    entries = store.read(round_.stream, after=round_.first - 1, upto=round_.last)
    found = FoundRound(table_named(round_.stream), round_.number, entries[0].at, round_.players)
    for entry in entries:
        for event in json.loads(entry.events):
            _note(found, event, wager)
    return found


def _note(found: FoundRound, event: dict[str, Any], wager: str) -> None:
    match event["type"]:
        case "WagerSettled":
            found.wagers[event["wager"]] = found.wagers.get(event["wager"], 0) + event["pays"]
            if not wager or event["wager"] == wager:
                found.largest = max(found.largest, abs(event["pays"]))
        case "IrregularityDeclared":
            found.irregularities.append(event["kind"])
        case "RoundVoided":
            found.void = True


def _fits(found: FoundRound, sought: RoundQuery) -> bool:
    return (
        found.at >= sought.since
        and (sought.until is None or found.at < sought.until)
        and (not sought.wager or sought.wager in found.wagers)
        and found.largest >= sought.at_least
        and (not sought.irregularity or sought.irregularity in found.irregularities)
    )
