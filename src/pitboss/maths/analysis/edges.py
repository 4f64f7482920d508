"""The house edge of every wager of a sheet, and nothing else: what a comparison needs, quickly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from pitboss.maths import results
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

if TYPE_CHECKING:
    from pitboss.maths.record import Record

__all__ = ["house_edges"]


def house_edges(sheet: Sheet, stakes: Mapping[str, int], *, cache: bool = True) -> dict[str, float]:
    """The edge of every wager at these stakes, in cents; the progressive with its meters at their seeds."""
    key = {"sheet": sheet.hash, "stakes": dict(stakes)}
    found = results.recall("edges", key, shapes=()) if cache else None
    if found is None:
        found = _fresh(sheet, stakes)
        if cache:
            results.keep("edges", key, found)
    return dict(found)


def _fresh(sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
    if isinstance(sheet.rules, HoldemRules):
        from pitboss.maths.analysis.holdem import holdem_edges

        return holdem_edges(sheet, stakes)
    from pitboss.maths.record import compile_record
    from pitboss.maths.sidebets import bet_figures

    main = stakes["main"]
    found = {"main": _solved(compile_record(sheet, stake_cents=main))}
    for wager in stakes:
        if wager != "main":
            found[wager] = bet_figures(sheet, wager, stake_cents=stakes[wager], main_cents=main).house_edge
    return found


@lru_cache(maxsize=256)
def _solved(record: Record) -> float:
    """By the record, as most rules of a sheet do not touch the main bet."""
    from pitboss.maths.blackjack.shoe import full_shoe
    from pitboss.maths.blackjack.solver import solve_record

    return solve_record(record, full_shoe(record.decks)).house_edge
