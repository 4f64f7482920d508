"""The meters of a link as kernels take them: how they move, and where they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.errors import NotationError
from pitboss.maths._kernels.link import Link
from pitboss.rules.progressive import Progressive

__all__ = ["LARGEST", "link_of", "opening_meters"]

LARGEST: Final = 3_000_000_000
"""The largest amount, in cents, whose product with another stays within 64 bits."""


def link_of(rules: Progressive | None, *, live: bool) -> Link:
    """How the meters move, by the rules of :class:`pitboss.progressive.Link`."""
    if rules is None:
        return Link(*([0] * len(Link._fields)))._replace(major_per=1, minor_per=1)
    return Link(
        live=int(live),
        major_step=int(rules.major.rate * rules.wager),
        minor_step=int(rules.minor.rate * rules.wager),
        reserve_step=int((rules.major.reseed + rules.minor.reseed) * rules.wager),
        major_pays=rules.major.share.numerator,
        major_per=rules.major.share.denominator,
        minor_pays=rules.minor.share.numerator,
        minor_per=rules.minor.share.denominator,
        major_seed=rules.major.seed,
        minor_seed=rules.minor.seed,
        starts_at_reserve=int(rules.meter_reset == "greater_of_seed_and_reserve"),
    )


def opening_meters(rules: Progressive | None, meters: Mapping[str, int] | None = None) -> tuple[int, int, int, int]:
    """Major, Minor, reserve and what the house has put up."""
    if rules is None:
        return 0, 0, 0, 0
    seeds = {"major": rules.major.seed, "minor": rules.minor.seed}
    unknown = [name for name in meters or () if name not in seeds]
    if unknown:
        raise NotationError(f"there is no meter called {unknown[0]}", expected="major or minor")
    values: dict[str, int] = {**seeds, **(meters or {})}
    return values["major"], values["minor"], 0, sum(seeds.values())
