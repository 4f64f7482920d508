"""Years of the linked progressive: where the meters stand when they are hit, how long it takes, what the house adds.

Nothing happens to a meter between two hits but that it grows by the same step each round, so a history goes from hit
to hit. The chance of a hit is exact, and a hand that good is never folded by anybody who plays to win. Awards and new
starts follow :class:`pitboss.progressive.Link` to the cent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths._kernels.link import HIT, MAJOR, MINOR, RESERVE, play_years
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.simulation.meters import LARGEST, link_of, opening_meters
from pitboss.maths.simulation.streams import stream
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.rules.progressive import Progressive, progressive_of

__all__ = ["Floor", "MeterYears", "Spread", "Years", "hit_chances", "mixed_chances", "simulate_years"]

I64 = NDArray[np.int64]
DAYS: Final = 365
MOST_HITS: Final = 4_000_000
"""What is kept in memory at most: a quarter of a gigabyte."""
METERS: Final = ("major", "minor")


@dataclass(frozen=True, slots=True)
class Floor:
    """The tables of a link: how many, how many of the progressive wagers each, how fast, how long a day."""

    tables: int
    bettors: int
    hands_per_hour: int
    hours_per_day: int = 24

    def __post_init__(self) -> None:
        bounds = {"tables": 10_000, "bettors": 7, "hands_per_hour": 1000, "hours_per_day": 24}
        for name, most in bounds.items():
            if not 1 <= getattr(self, name) <= most:
                raise NotationError(
                    f"{getattr(self, name)} cannot be the {name.replace('_', ' ')}", expected=f"1 to {most}"
                )

    @property
    def rounds_per_day(self) -> int:
        return self.tables * self.hands_per_hour * self.hours_per_day


@dataclass(frozen=True, slots=True)
class Spread:
    """How a quantity is spread over all histories."""

    count: int
    mean: float
    deviation: float
    quantiles: Mapping[str, float]
    """The least, the shares of 5, 25, 50, 75 and 95 in a hundred, the most."""

    @classmethod
    def of(cls, values: NDArray[np.number]) -> Spread:
        shares = {"least": 0.0, "5%": 0.05, "25%": 0.25, "50%": 0.5, "75%": 0.75, "95%": 0.95, "most": 1.0}
        if not len(values):
            return cls(0, 0.0, 0.0, {})
        found = np.quantile(values, list(shares.values()))
        names = dict(zip(shares, map(float, found), strict=True))
        return cls(len(values), float(np.mean(values)), float(np.std(values)), names)


@dataclass(frozen=True, slots=True)
class MeterYears:
    """One meter over the years; amounts in cents."""

    value_at_hit: Spread
    days_between: Spread
    from_house: Spread
    """What the house added to a new start, beyond the reserve: its shortfall."""
    hits_per_year: float
    expected_hits_per_year: float
    shared: int
    """Hits with more than one winner."""


@dataclass(frozen=True, slots=True)
class Years:
    """The results of the years."""

    floor: Floor
    years: int
    histories: int
    seed: int | str
    opening: Mapping[str, int]
    """What the meters show when the first year begins."""
    meters: Mapping[str, MeterYears]
    shortfall: Spread
    """What the house put up for new starts in one history, in all."""
    reserve_left: Spread
    envy_per_year: float
    """What envy pays cost the tray in a year, in cents."""
    hits: I64
    """Every hit, by the columns of ``HIT``."""

    def of_hits(self, meter: str) -> tuple[list[float], list[float]]:
        """Every hit of a meter: what it showed, in dollars, and the days since the one before."""
        own = _own(self.hits, METERS.index(meter))
        days = _gaps(own) / self.floor.rounds_per_day
        return (own[:, HIT.index("value")] / 100).tolist(), days.tolist()


Outcome = tuple[int, int]
"""How many win the Major and the Minor in a round."""


def hit_chances(sheet: Sheet, bettors: int) -> Mapping[Outcome, Fraction]:
    """Return the exact chance of each way in which a round with this number of wagers hits the meters.

    >>> from pitboss.rules import load
    >>> hit_chances(load("ultimate-texas-holdem"), 1)
    {(0, 1): Fraction(3, 216580), (1, 0): Fraction(1, 649740)}
    """
    return GAME_MATHS[sheet.game].hit_chances(_rules(sheet), bettors)


def _rules(sheet: Sheet) -> Progressive:
    progressive = progressive_of(sheet.rules) if "progressive" in sheet.rules.table.side_bets else None
    if progressive is None:
        raise NotationError(f'"{sheet.name}" has no progressive', expected="a sheet with a linked progressive")
    return progressive


def mixed_chances(sheet: Sheet, floor: Floor, also: Sequence[tuple[Sheet, int]]) -> dict[Outcome, Fraction]:
    """Return the chance of each outcome in a round of any table of a link, of which some are of other games.

    Tables deal alike fast, so that a round is of a game as often as tables are. Raises NotationError where a sheet
    takes other wagers for the meters or shares them in another way: one link has one set of rules.
    """
    others = sum(tables for _, tables in also)
    if others >= floor.tables or any(tables < 1 for _, tables in also):
        raise NotationError(f"{others} of {floor.tables} tables cannot be of other games", expected="fewer tables")
    own, found = _rules(sheet), dict[Outcome, Fraction]()
    for one, tables in ((sheet, floor.tables - others), *also):
        if _rules(one) != own:
            raise NotationError(
                f'"{one.name}" has another progressive than "{sheet.name}"', expected="sheets of one link"
            )
        for outcome, chance in hit_chances(one, floor.bettors).items():
            found[outcome] = found.get(outcome, Fraction()) + chance * Fraction(tables, floor.tables)
    return dict(sorted(found.items()))


def simulate_years(
    sheet: Sheet,
    floor: Floor,
    *,
    years: int,
    histories: int = 200,
    seed: int | str = 1,
    meters: Mapping[str, int] | None = None,
    also: Sequence[tuple[Sheet, int]] = (),
) -> Years:
    """Play the link of a floor over N years, again and again; ``meters`` says where they begin, in cents.

    ``also`` says how many of the tables are of other games on the link.
    """
    progressive = _rules(sheet)
    for name, value, most in (("years", years, 1000), ("histories", histories, 1_000_000)):
        if not 1 <= value <= most:
            raise NotationError(f"cannot play {value} {name}", expected=f"1 to {most:,} {name}")
    chances = mixed_chances(sheet, floor, also)
    rounds = floor.rounds_per_day * DAYS * years
    opening = opening_meters(progressive, meters)
    _check_opening(progressive, dict(zip(METERS, opening, strict=False)))
    hits, closing = _played(progressive, chances, rounds, floor.bettors, histories, seed, opening)
    made = hits[:, HIT.index("from_house")]
    total = np.bincount(hits[:, 0], weights=made, minlength=histories) if len(hits) else np.zeros(histories)
    winners = [hits[hits[:, 2] == meter, 3].sum() for meter in (MAJOR, MINOR)]
    envy = sum(int(n) * getattr(progressive, name).envy for n, name in zip(winners, METERS, strict=True))
    return Years(
        floor=floor,
        years=years,
        histories=histories,
        seed=seed,
        opening=dict(zip(METERS, opening, strict=False)),
        meters={name: _meter(hits, meter, chances, floor, years * histories) for meter, name in enumerate(METERS)},
        shortfall=Spread.of(total),
        reserve_left=Spread.of(closing[:, RESERVE]),
        envy_per_year=envy * (floor.bettors - 1) / (years * histories),
        hits=hits,
    )


def _check_opening(rules: Progressive, meters: Mapping[str, int]) -> None:
    """A meter never stands below its seed."""
    for name, cents in meters.items():
        seed = getattr(rules, name).seed
        if not seed <= cents <= LARGEST:
            raise NotationError(
                f"the {name} cannot begin at {dollars(cents)}", expected=f"{dollars(seed)}, its seed, or more"
            )


def _played(
    progressive: Progressive, chances: Mapping[Outcome, Fraction], rounds: int, wagers: int, histories: int,
    seed: int | str, opening: Sequence[int],
) -> tuple[I64, I64]:  # fmt: skip
    """Every hit of every history, and the links as they end; with room for far more hits than ever come."""
    chance = sum(chances.values(), Fraction())
    expected = float(chance) * rounds * histories
    if expected > MOST_HITS:
        most = int(histories * MOST_HITS / expected)
        raise NotationError(f"{histories} histories have too many hits to keep", expected=f"at most {most} histories")
    shares = [float(total / chance) for total in accumulate(chances.values())]
    shares[-1] = 1.0
    room = int(expected + 12 * sqrt(expected) + 64)
    hits = np.empty((room, len(HIT)), dtype=np.int64)
    closing = np.empty((histories, 4), dtype=np.int64)
    found = play_years(
        stream(seed, 0), histories, rounds, wagers, float(chance), np.array(shares),
        np.array(list(chances), dtype=np.int64), int(progressive.jackpot_tie == "split_evenly"),
        link_of(progressive, live=True), np.array(opening, dtype=np.int64), hits, closing,
    )  # fmt: skip
    assert found <= room, f"{found} hits, where {expected:.0f} were expected"
    return hits[:found], closing


def _own(hits: I64, meter: int) -> I64:
    own: I64 = hits[hits[:, HIT.index("meter")] == meter]
    return own


def _gaps(own: I64) -> I64:
    """The rounds from hit to hit of one meter, from the start of a history to its first."""
    history, at = own[:, HIT.index("history")], own[:, HIT.index("round")]
    gaps: I64 = np.diff(at, prepend=0)
    first = np.diff(history, prepend=-1) > 0
    gaps[first] = at[first]
    return gaps


def _meter(hits: I64, meter: int, chances: Mapping[Outcome, Fraction], floor: Floor, years: int) -> MeterYears:
    own = _own(hits, meter)
    chance = sum((chance for outcome, chance in chances.items() if outcome[meter]), Fraction())
    return MeterYears(
        value_at_hit=Spread.of(own[:, HIT.index("value")]),
        days_between=Spread.of(_gaps(own) / floor.rounds_per_day),
        from_house=Spread.of(own[:, HIT.index("from_house")]),
        hits_per_year=len(own) / years,
        expected_hits_per_year=float(chance * floor.rounds_per_day * DAYS),
        shared=int((own[:, HIT.index("winners")] > 1).sum()),
    )
