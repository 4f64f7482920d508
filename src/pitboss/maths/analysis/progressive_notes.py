"""What the page says about a linked progressive beside its lines: meters, hits, envy, reserve, and joint play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.errors import NotationError
from pitboss.maths.analysis.findings import percent
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.progressive import ProgressiveFigures

__all__ = ["LinkBasis", "link_notes"]

TABLES, ROUNDS_PER_HOUR, BETTORS = 10, 30, 4
"""The floor that times between hits are told for."""
THOUSAND: Final = 100_000
"""A thousand dollars, in cents."""


@dataclass(frozen=True, slots=True)
class LinkBasis:
    """Where the meters of a link stand, in cents, and the floor that plays it; a meter not named is at its seed."""

    meters: Mapping[str, int] = field(default_factory=dict)
    tables: int = TABLES
    bettors: int = BETTORS
    """At each table."""
    rounds_per_hour: int = ROUNDS_PER_HOUR

    def __post_init__(self) -> None:
        for name in ("tables", "bettors", "rounds_per_hour"):
            if getattr(self, name) < 1:
                raise NotationError(
                    f"there cannot be {getattr(self, name)} {name.replace('_', ' ')}", expected="1 or more"
                )

    @property
    def key(self) -> list[object]:
        """What changes the figures."""
        return [sorted(self.meters.items()), self.tables, self.bettors, self.rounds_per_hour]

    @property
    def floor(self) -> str:
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        bettors = "1 bettor" if self.bettors == 1 else f"{self.bettors} bettors"
        return f"{tables} of {bettors} and {self.rounds_per_hour} rounds an hour"


def link_notes(sheet: Sheet, link: ProgressiveFigures, basis: LinkBasis | None = None) -> Iterator[str]:
    """The progressive as a function of its meters, how often they are won, and who pays for the new start."""
    basis = basis or LinkBasis()
    for meter in link.prizes:
        yield _worth(link, meter)
    yield _envy(sheet, link)
    table = _with(sheet, link, basis.bettors)
    for meter in link.prizes:
        yield _next_hit(table, meter, basis)
    yield _reserve(table)


def _worth(link: ProgressiveFigures, meter: str) -> str:
    amount = dollars(-int(-link.break_even(meter) // 1))
    more = percent(float(link.slope(meter) * THOUSAND))
    name = meter.capitalize()
    (other,) = (each for each in link.meters if each != meter)
    return (
        f"Each $1,000 more on the {name} returns {more} of the progressive wager; it favours the player from a {name} "
        f"of {amount} on, the {other.capitalize()} at {dollars(link.meters[other])}."
    )


def _envy(sheet: Sheet, link: ProgressiveFigures) -> str:
    """What envy returns to each bettor, by how many there are."""
    if not link.rules.envy_to_folded:
        return "A hand that folds gives envy up on this sheet; what envy returns is then a matter for a simulation."
    seats = range(2, getattr(sheet.rules.table, "seats", 6) + 1)
    shares = ", ".join(f"{bettors}: {percent(float(_with(sheet, link, bettors).envy))}" for bettors in seats)
    return f"Envy returns to each bettor, by the number of bettors at the table, {shares}."


def _with(sheet: Sheet, link: ProgressiveFigures, bettors: int) -> ProgressiveFigures:
    """The same for one of N bettors; without envy where folding gives it up, which nobody here asks for."""
    from pitboss.maths.progressive import progressive_figures

    return progressive_figures(
        sheet, meters=link.meters, bettors=bettors, players=bettors, not_folded=dict(link.chances),
        envied=None if link.rules.envy_to_folded else dict.fromkeys(link.prizes, Fraction(0)),
    )  # fmt: skip


def _next_hit(table: ProgressiveFigures, meter: str, basis: LinkBasis) -> str:
    from pitboss.maths.progressive import meter_at_hit

    hit = meter_at_hit(table, meter)
    days = float(hit.hours(tables=basis.tables, rounds_per_hour=basis.rounds_per_hour)) / 24
    seen = ", ".join(f"{share} % below {dollars(hit.quantile(share / 100))}" for share in (50, 95))
    return (
        f"The {meter.capitalize()} is won every {days:,.1f} days on average at {basis.floor}, and from "
        f"{dollars(hit.start)} on then stands at {dollars(int(hit.mean_cents))} on average ({seen})."
    )


def _reserve(table: ProgressiveFigures) -> str:
    from pitboss.maths.progressive import reserve_at_hit

    found = reserve_at_hit(table)
    return (
        f"From an empty reserve the Major's next hit finds it short with a chance of {percent(found.chance_short)}; "
        f"the house then puts up {dollars(int(found.expected_house_cents))} on average over all hits."
    )
