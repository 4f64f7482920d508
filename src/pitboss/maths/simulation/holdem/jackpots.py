"""Years of the linked progressive: where the meters stand when they are hit, how long it takes, what the house adds.

Nothing happens to a meter between two hits but that it grows by the same step each round, so a history goes from hit
to hit. The chance of a hit is exact: hole cards and flop make a royal or a straight flush, several seats of a table
share the flop, and a hand that good is never folded by anybody who plays to win. Awards and new starts follow
:class:`pitboss.progressive.Link` to the cent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.games.holdem.state import Terms, terms_of
from pitboss.hands.poker import Category, category, evaluate
from pitboss.maths._kernels.holdem_rounds import MAJOR, MINOR, RESERVE
from pitboss.maths._kernels.holdem_rounds_link import HIT, play_years
from pitboss.maths.simulation.holdem import LARGEST, link_of, opening_meters
from pitboss.maths.simulation.streams import stream
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.rules.progressive import Progressive

__all__ = ["Floor", "MeterYears", "Spread", "Years", "hit_chances", "simulate_years"]

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
    """What the years came to."""

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
    """What envy costs the tray in a year, in cents."""
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
    """The exact chance of each way in which a round of so many wagers hits the meters.

    >>> from pitboss.rules import load
    >>> hit_chances(load("ultimate-texas-holdem"), 1)
    {(0, 1): Fraction(3, 216580), (1, 0): Fraction(1, 649740)}
    """
    progressive = _rules(sheet)
    one = Fraction(bettors, comb(49, 2))
    two = Fraction(bettors * (bettors - 1), comb(49, 2) * comb(47, 2))
    chances: dict[Outcome, Fraction] = {}
    for ways in _completions(progressive.major.hand, progressive.minor.hand):
        both = [(p, q) for p, q in combinations(ways, 2) if not p[0] & q[0]]
        for pair, hit in ways:
            alone = one - two * sum(pair in (p[0], q[0]) for p, q in both)
            outcome = (int(hit == MAJOR), int(hit == MINOR))
            chances[outcome] = chances.get(outcome, Fraction()) + alone / comb(52, 3)
        for p, q in both:
            outcome = ((p[1] == MAJOR) + (q[1] == MAJOR), (p[1] == MINOR) + (q[1] == MINOR))
            chances[outcome] = chances.get(outcome, Fraction()) + two / comb(52, 3)
    return {outcome: chance for outcome, chance in sorted(chances.items()) if chance}


Way = tuple[frozenset[Card], int]
"""Two cards that complete a flop to a hand that hits a meter, and the meter."""


@lru_cache(maxsize=8)
def _completions(major: str, minor: str) -> tuple[tuple[Way, ...], ...]:
    """For every flop that can be completed, the hole cards that do it; of these no three can be dealt at once."""
    meters = {Category[major.upper()]: MAJOR, Category[minor.upper()]: MINOR}
    found = []
    for suit in range(4):
        suited = [card for card in DECK if card % 4 == suit]
        for flop in combinations(suited, 3):
            pairs = combinations([card for card in suited if card not in flop], 2)
            ways = tuple(
                (frozenset(pair), meters[hand])
                for pair in pairs
                if (hand := category(evaluate((*flop, *pair)))) in meters
            )
            assert not any(not (p[0] & q[0] or q[0] & r[0] or p[0] & r[0]) for p, q, r in combinations(ways, 3))
            found += [ways] if ways else []
    return tuple(found)


def _rules(sheet: Sheet) -> Progressive:
    progressive = sheet.rules.bets.progressive if "progressive" in sheet.rules.table.side_bets else None
    if progressive is None:
        raise NotationError(f'"{sheet.name}" has no progressive', expected="a sheet with a linked progressive")
    assert isinstance(progressive, Progressive)
    return progressive


def simulate_years(
    sheet: Sheet,
    floor: Floor,
    *,
    years: int,
    histories: int = 200,
    seed: int | str = 1,
    meters: Mapping[str, int] | None = None,
) -> Years:
    """Play the link of a floor over so many years, again and again; ``meters`` says where they begin, in cents."""
    progressive = _rules(sheet)
    for name, value, most in (("years", years, 1000), ("histories", histories, 1_000_000)):
        if not 1 <= value <= most:
            raise NotationError(f"cannot play {value} {name}", expected=f"1 to {most:,} {name}")
    terms = terms_of(sheet)
    chances = hit_chances(sheet, floor.bettors)
    rounds = floor.rounds_per_day * DAYS * years
    opening = opening_meters(terms, meters)
    _check_opening(progressive, dict(zip(METERS, opening, strict=False)))
    hits, closing = _played(terms, chances, rounds, floor.bettors, histories, seed, opening)
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
    terms: Terms, chances: Mapping[Outcome, Fraction], rounds: int, wagers: int, histories: int, seed: int | str,
    opening: Sequence[int],
) -> tuple[I64, I64]:  # fmt: skip
    """Every hit of every history, and the links as they end; with room for far more hits than ever come."""
    chance = sum(chances.values(), Fraction())
    expected = float(chance) * rounds * histories
    if expected > MOST_HITS:
        most = int(histories * MOST_HITS / expected)
        raise NotationError(f"{histories} histories have too many hits to keep", expected=f"at most {most} histories")
    assert terms.progressive is not None
    shares = [float(total / chance) for total in accumulate(chances.values())]
    shares[-1] = 1.0
    room = int(expected + 12 * sqrt(expected) + 64)
    hits = np.empty((room, len(HIT)), dtype=np.int64)
    closing = np.empty((histories, 4), dtype=np.int64)
    found = play_years(
        stream(seed, 0), histories, rounds, wagers, float(chance), np.array(shares),
        np.array(list(chances), dtype=np.int64), int(terms.progressive.jackpot_tie == "split_evenly"),
        link_of(terms, live=True), np.array(opening, dtype=np.int64), hits, closing,
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
