"""What the page says about a linked progressive beside its lines: meters, hits, envy, reserve, and joint play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pitboss.maths.analysis.findings import percent
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.holdem import HoldemSolution, RankedBoards
    from pitboss.maths.progressive import ProgressiveFigures

__all__ = ["joint_note", "link_notes"]

TABLES, ROUNDS_PER_HOUR, BETTORS = 10, 30, 4
"""The floor that times between hits are told for."""
THOUSAND: Final = 100_000
"""A thousand dollars, in cents."""


def link_notes(sheet: Sheet, link: ProgressiveFigures) -> Iterator[str]:
    """The progressive as a function of its meters, how often they are won, and who pays for the new start."""
    for meter in link.prizes:
        yield _worth(link, meter)
    yield _envy(sheet, link)
    for meter in link.prizes:
        yield _next_hit(sheet, link, meter)
    yield _reserve(sheet, link)


def _worth(link: ProgressiveFigures, meter: str) -> str:
    amount = dollars(-int(-link.break_even(meter) // 1))
    more = percent(float(link.slope(meter) * THOUSAND))
    name = meter.capitalize()
    return (
        f"Each $1,000 more on the {name} returns {more} of the progressive wager; it favours the player from a {name} "
        f"of {amount} on, the other meter at its seed."
    )


def _envy(sheet: Sheet, link: ProgressiveFigures) -> str:
    """What envy returns to each bettor, by how many there are."""
    seats = range(2, getattr(sheet.rules.table, "seats", 6) + 1)
    shares = ", ".join(f"{bettors}: {percent(float(_with(sheet, link, bettors).envy))}" for bettors in seats)
    return f"Envy returns to each bettor, by the number of bettors at the table, {shares}."


def _with(sheet: Sheet, link: ProgressiveFigures, bettors: int) -> ProgressiveFigures:
    from pitboss.maths.progressive import progressive_figures

    return progressive_figures(sheet, bettors=bettors, players=bettors, not_folded=dict(link.chances))


def _next_hit(sheet: Sheet, link: ProgressiveFigures, meter: str) -> str:
    from pitboss.maths.progressive import meter_at_hit

    hit = meter_at_hit(_with(sheet, link, BETTORS), meter)
    days = float(hit.hours(tables=TABLES, rounds_per_hour=ROUNDS_PER_HOUR)) / 24
    seen = ", ".join(f"{share} % below {dollars(hit.quantile(share / 100))}" for share in (50, 95))
    return (
        f"The {meter.capitalize()} is won every {days:,.1f} days on average at {TABLES} tables of {BETTORS} bettors "
        f"and {ROUNDS_PER_HOUR} rounds an hour, and then stands at {dollars(int(hit.mean_cents))} on average ({seen})."
    )


def _reserve(sheet: Sheet, link: ProgressiveFigures) -> str:
    from pitboss.maths.progressive import reserve_at_hit

    found = reserve_at_hit(_with(sheet, link, BETTORS))
    return (
        f"From an empty reserve the Major's next hit finds it short with a chance of {percent(found.chance_short)}; "
        f"the house then puts up {dollars(int(found.expected_house_cents))} on average over all hits."
    )


def joint_note(sheet: Sheet, solution: HoldemSolution, boards: RankedBoards) -> str:
    """What changes when the game is played for the progressive, too."""
    from pitboss.maths.progressive import joint_progressive

    found = joint_progressive(sheet, solution, boards=boards)
    return (
        f"Played for both together, meters at their seeds, the progressive has an edge of "
        f"{percent(found.progressive.house_edge)}, and the main bets give up {percent(float(found.main_cost))} of the "
        "Ante."
    )
