"""What a reader of the figures should know, in plain words; every sentence follows from the figures, none is fixed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pitboss.maths.figures import WagerFigures
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["about_sheet", "at_other_stakes", "percent", "player_edges", "rounding_costs"]

NOTHING = 1e-9
"""Edges closer than this are the same."""


def percent(share: float | Fraction) -> str:
    """A share as people read it.

    >>> percent(0.0061538912), percent(Fraction(-1, 4))
    ('0.6154 %', '-25.0000 %')
    """
    return f"{float(share) * 100:.4f} %"


def player_edges(wagers: Iterable[WagerFigures], stakes: Mapping[str, int]) -> Iterator[str]:
    """The wagers on which the player has the edge."""
    for figures in wagers:
        if figures.house_edge < -NOTHING:
            yield (
                f"{_named(figures)} favours the player by {percent(-figures.house_edge)} "
                f"at a stake of {dollars(stakes[figures.wager])}."
            )


def at_other_stakes(name: str, edges: Mapping[int, float], stake: int) -> Iterator[str]:
    """Where a wager's edge is another at other stakes, because of rounding or of lines that ask for a stake."""
    other = {cents: edge for cents, edge in edges.items() if abs(edge - edges[stake]) > NOTHING}
    if not other:
        return
    told = ", ".join(
        f"{percent(abs(edge))} {'for the player' if edge < 0 else 'for the house'} at {dollars(cents)}"
        for cents, edge in other.items()
    )
    yield f"The edge of {name} depends on the stake: it is {told}."


def rounding_costs(name: str, edges: Mapping[int, float], exact: Mapping[int, float], stake: int) -> Iterator[str]:
    """What a wager loses because winnings are rounded down: at its stake, and where that costs most."""
    costs = {cents: edge - exact[cents] for cents, edge in edges.items() if edge - exact[cents] > NOTHING}
    if not costs:
        return
    told = [cents for cents in dict.fromkeys((stake, max(costs, key=lambda cents: costs[cents]))) if cents in costs]
    words = " and ".join(f"{percent(costs[cents])} at {dollars(cents)}" for cents in told)
    yield f"Winnings that are rounded down cost the player of {name} {words}."


def about_sheet(sheet: Sheet) -> Iterator[str]:
    """What is to be said of the sheet and its document rather than of the figures."""
    from pitboss.maths.analysis.examples import example_findings

    yield from example_findings(sheet)
    for departure in sheet.departures:
        yield f"The sheet leaves its document: {departure}."


def _named(figures: WagerFigures) -> str:
    return "The main bet" if figures.wager == "main" else figures.title
