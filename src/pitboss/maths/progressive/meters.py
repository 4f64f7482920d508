"""What a meter stands at when it is won, how long that takes, and whether the reserve then pays for the new start.

Rounds at a table are alike and independent, so the rounds up to a hit are geometric, however many tables there are and
in whatever order they play. A round with N bettors raises a meter by N steps, its own among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp, expm1, log1p

import numpy as np

from pitboss.errors import NotationError
from pitboss.maths.progressive.figures import ProgressiveFigures, step
from pitboss.maths.progressive.hands import METERS
from pitboss.money import dollars
from pitboss.rules.progressive import Meter

__all__ = ["MeterAtHit", "ReserveAtHit", "meter_at_hit", "reserve_at_hit"]

DIGITS = 60
"""Enough to tell on which side of a whole number of rounds a quantile lies ..."""
A_WHOLE = Decimal("1e-40")
"""... and what is closer to it than this is that number."""


@dataclass(frozen=True, slots=True)
class MeterAtHit:
    """The next hit of a meter: the rounds up to it, and what the meter then shows, in cents."""

    meter: str
    start: int
    step: int
    """What a round adds."""
    chance: Fraction
    """That a round has a hit."""
    wagers: int
    """Wagers in a round."""

    @property
    def mean_rounds(self) -> Fraction:
        return 1 / self.chance

    @property
    def mean_cents(self) -> Fraction:
        """The expected meter at the hit."""
        return self.start + self.step * self.mean_rounds

    def rounds_by(self, level: float | Fraction) -> int:
        """The fewest rounds within which the hit comes with at least this chance."""
        if not 0 < level < 1:
            raise NotationError(f"a chance of {level} is reached by no number of rounds", expected="between 0 and 1")
        with localcontext() as context:
            context.prec = DIGITS
            rounds = (1 - _decimal(Fraction(level))).ln() / (1 - _decimal(self.chance)).ln()
            return int(rounds.quantize(A_WHOLE).to_integral_value(rounding="ROUND_CEILING"))

    def quantile(self, level: float | Fraction) -> int:
        """What the meter does not pass at the hit with this chance."""
        return self.start + self.step * self.rounds_by(level)

    def chance_of_at_least(self, cents: int) -> float:
        """The chance that the meter shows this amount or more when it is hit."""
        rounds = -((self.start - cents) // self.step) if cents > self.start else 0
        return exp(_log_none(self.chance, max(rounds - 1, 0)))

    def hours(self, *, tables: int, rounds_per_hour: int | Fraction) -> Fraction:
        """The expected time to a hit at N tables, each with this many bettors and rounds in an hour."""
        if tables < 1 or rounds_per_hour <= 0:
            raise NotationError("no hit comes where nobody deals", expected="at least one table and one round")
        return self.mean_rounds / (tables * Fraction(rounds_per_hour))

    def hours_by(self, level: float | Fraction, *, tables: int, rounds_per_hour: int | Fraction) -> Fraction:
        """The time within which the hit comes with at least this chance."""
        return self.rounds_by(level) * self.chance * self.hours(tables=tables, rounds_per_hour=rounds_per_hour)


@dataclass(frozen=True, slots=True)
class ReserveAtHit:
    """Whether the reserve pays for the Major's new start at its next hit."""

    rounds_needed: int
    """The fewest rounds, that of the hit among them, after which the reserve is enough."""
    wagers_needed: int
    chance_short: float
    """The chance that the hit comes before: one less the chance of no hit in the rounds that are too few."""
    expected_house_cents: float
    """What the house puts up on average at the hit."""


def _decimal(share: Fraction) -> Decimal:
    return Decimal(share.numerator) / Decimal(share.denominator)


def _log_none(chance: Fraction, rounds: int) -> float:
    """The logarithm of the chance of no hit in N rounds."""
    return rounds * log1p(-float(chance)) if rounds else 0.0


def meter_at_hit(figures: ProgressiveFigures, meter: str, *, start_cents: int | None = None) -> MeterAtHit:
    """The next hit of a meter that shows its amount in the figures, or the one given, at tables with their bettors."""
    if meter not in METERS:
        raise NotationError(f"there is no meter called {meter}", expected=" or ".join(METERS))
    if not figures.prizes[meter].chance:
        raise NotationError(f"the {meter} can never be won")
    start = figures.meters[meter] if start_cents is None else start_cents
    if start < 0:
        raise NotationError(f"the {meter} cannot stand at {dollars(start)}", expected="an amount from zero up")
    added = step(figures.rules, meter) * figures.bettors
    return MeterAtHit(meter, start, added, _round_chance(figures, meter), figures.bettors)


def _round_chance(figures: ProgressiveFigures, meter: str) -> Fraction:
    """That at least one of a round's bettors wins the meter: one alone, or N of them together."""
    prize = figures.prizes[meter]
    return figures.bettors * (prize.chance - prize.others)


def reserve_at_hit(
    figures: ProgressiveFigures, *, reserve_cents: int = 0, start_cents: int | None = None
) -> ReserveAtHit:
    """The chance that the reserve falls short when the Major is next won, and what the house then bears."""
    if reserve_cents < 0:
        raise NotationError(f"a reserve cannot be {dollars(reserve_cents)}", expected="an amount from zero up")
    hit = meter_at_hit(figures, "major", start_cents=start_cents)
    rules = figures.rules
    added = int((rules.major.reseed + rules.minor.reseed) * rules.wager) * figures.bettors
    few = _too_few(rules.major, hit, reserve_cents, added)
    if few is None:
        raise NotationError("nothing goes into the reserve, so it falls short at every hit", expected="a reseed share")
    short, needed = -expm1(_log_none(hit.chance, few)), few + 1
    borne = _borne(rules.major, hit, reserve_cents, added, few)
    return ReserveAtHit(needed, needed * figures.bettors, short, borne)


def _missing(major: Meter, hit: MeterAtHit, reserve: int, added: int, rounds: int) -> int:
    """What the reserve lacks at a hit in that round; a share that stays on the meter counts towards the new start."""
    shown = hit.start + hit.step * rounds
    left = shown - int(shown * major.share)
    return max(max(left, major.seed) - left - reserve - added * rounds, 0)


def _too_few(major: Meter, hit: MeterAtHit, reserve: int, added: int) -> int | None:
    """The most rounds after which the reserve still lacks something."""
    if not _missing(major, hit, reserve, added, 1):
        return 0
    grows = added or (hit.step and major.share < 1)
    if not grows:
        return None
    low, high = 1, 2
    while _missing(major, hit, reserve, added, high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _missing(major, hit, reserve, added, middle) else (low, middle)
    return low


def _borne(major: Meter, hit: MeterAtHit, reserve: int, added: int, few: int) -> float:
    """What the house bears, over every round that the hit can come too early in."""
    rounds = np.arange(1, few + 1)
    chances = float(hit.chance) * np.exp((rounds - 1) * log1p(-float(hit.chance)))
    if major.share == 1:
        lacking = major.seed - reserve - added * rounds
    else:
        lacking = np.array([_missing(major, hit, reserve, added, int(r)) for r in rounds])
    return float((chances * lacking).sum())
