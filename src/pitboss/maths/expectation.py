"""What wagers should have brought, and how unusual it is that they brought something else.

A wager's edge and deviation are exact. Boxes of one round share the dealer's cards, so their results go together; how
much is measured once per sheet by dealing a million rounds to two boxes.

>>> even = Expectation("main", "Main bet", 0.01, 1.0, 0.0, 0.0, 500, "an example")
>>> found = judge(even, Stakes(wagers=10_000, handle=5_000_000, squares=2_500_000_000, round_squares=2_500_000_000),
...               win=0)
>>> found.expected, found.deviation, found.z
(50000.0, 50000.0, -1.0)
>>> unusual(found, "night")
'A night this bad for the house or worse comes once in 6.3 nights.'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pitboss.maths import results
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis import Analysis
    from pitboss.maths.figures import WagerFigures
    from pitboss.maths.simulation.tally import Tally

__all__ = [
    "AtMeters", "Expectation", "Judgement", "Linked", "Sharing", "Stakes", "edge_at", "expectations", "judge",
    "known_expectations", "summed", "unusual",
]  # fmt: skip

ROUNDS: Final = 1_000_000
"""Rounds from which it is measured how far two boxes win and lose together."""
LEAN: Final = 0.3
"""How much of a wager's skewness may be left in the sum before the normal curve no longer tells how rare it is."""
FEWEST: Final = 30
"""The fewest wagers of one size for which odds are given."""
RAREST: Final = 1e-6
"""Below this probability the normal curve is not used."""
KIND: Final = "expectation"


@dataclass(frozen=True, slots=True)
class Sharing:
    """A progressive for one of N bettors: what it returns per unit, and how that grows with each meter."""

    constant: float
    major: float
    minor: float


@dataclass(frozen=True, slots=True)
class Linked:
    """How a progressive's return depends on its meters, which stand elsewhere at every wager."""

    wager: int
    major_chance: float
    minor_chance: float
    major_seed: int
    minor_seed: int
    by_bettors: tuple[Sharing, ...]
    """For one bettor at the table, for two, and so on."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A wager per unit of its initial stake: what the house keeps, and how far results lie apart."""

    wager: str
    title: str
    house_edge: float
    standard_deviation: float
    skewness: float | None
    """Of one wager, for the house; None where only edge and deviation are known."""
    shared: float
    """The covariance of two boxes of the same round."""
    stake: int
    """The stake in cents that the figures are for."""
    basis: str
    linked: Linked | None = None


SHAPES: Final = (Expectation, Linked, Sharing)


class Stakes(NamedTuple):
    """What was staked on a wager over some time, in cents and cents squared."""

    wagers: int
    handle: int
    squares: int
    """The sum of the squares of single stakes."""
    round_squares: int
    """The sum of the squares of what lay on the wager in a round, all boxes together."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A win of the house beside what it should have been; money in cents."""

    win: int
    expected: float
    variance: float
    enough: bool
    """Whether there were wagers enough for the normal curve."""
    needed: int | None
    """About how many wagers like these it takes; None where that is not known."""

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def z(self) -> float | None:
        return (self.win - self.expected) / self.deviation if self.variance else None

    @property
    def chance(self) -> float | None:
        """That a result lies as far out on this side, or further."""
        return None if self.z is None else erfc(abs(self.z) / sqrt(2)) / 2


def judge(
    expectation: Expectation, stakes: Stakes, *, win: int, edge: float | None = None, deviation: float | None = None
) -> Judgement:
    """A win against its expectation; ``edge`` and ``deviation`` where they were others than the sheet's own."""
    edge = expectation.house_edge if edge is None else edge
    spread = expectation.standard_deviation if deviation is None else deviation
    pairs = stakes.round_squares - stakes.squares
    variance = max(stakes.squares * spread**2 + pairs * expectation.shared, 0.0)
    alike = stakes.handle**2 * spread**2 / variance if variance else 0.0
    lean = expectation.skewness
    needed = None if lean is None else max((lean / LEAN) ** 2, FEWEST)
    enough = needed is not None and alike >= needed
    per_wager = stakes.wagers / alike if alike else 1.0
    return Judgement(
        win, stakes.handle * edge, variance, enough, None if needed is None else int(needed * per_wager) + 1
    )


def summed(parts: list[Judgement]) -> Judgement:
    """Several wagers together, taken as independent of each other."""
    return Judgement(
        sum(part.win for part in parts),
        sum(part.expected for part in parts),
        sum(part.variance for part in parts),
        all(part.enough or part.variance < 0.02 * sum(each.variance for each in parts) for part in parts),
        None,
    )


def unusual(found: Judgement, span: str) -> str:
    """Return in words how often such a result happens; ``span`` is the period, a night or a month."""
    if found.z is None or found.chance is None:
        return ""
    side = "good" if found.z > 0 else "bad"
    more = "better" if found.z > 0 else "worse"
    if not found.enough:
        few = f"; it takes about {found.needed:,}" if found.needed else ""
        return f"Too few wagers to say how unusual that is{few}."
    if found.chance < RAREST:
        return f"A {span} this {side} for the house or {more} comes less than once in a million {span}s."
    times = 1 / found.chance
    text = f"{times:.1f}" if times < 9.95 else f"{times:,.0f}"
    return f"A {span} this {side} for the house or {more} comes once in {text} {span}s."


# --- the figures of a sheet ---------------------------------------------------------------------------------


def known_expectations(sheet: Sheet) -> dict[str, Expectation] | None:
    """The expectations of a sheet's wagers where they were worked out before."""
    found = results.recall(KIND, _key(sheet), shapes=SHAPES)
    return found if isinstance(found, dict) else None


def expectations(sheet: Sheet, *, cache: bool = True) -> dict[str, Expectation]:
    """What to expect of every wager of a sheet; takes some seconds where it is not known yet."""
    found = known_expectations(sheet) if cache else None
    if found is None:
        found = _fresh(sheet, cache)
        if cache:
            results.keep(KIND, _key(sheet), found)
    return found


def _key(sheet: Sheet) -> dict[str, Any]:
    return {"sheet": sheet.hash}


def _fresh(sheet: Sheet, cache: bool) -> dict[str, Expectation]:
    from pitboss.maths.analysis import analyze
    from pitboss.maths.analysis.stakes import stakes_of

    analysis = analyze(sheet, cache=cache)
    stakes = stakes_of(sheet)
    together = _two_boxes(sheet, stakes)
    return {
        wager: _expectation(sheet, analysis, wager, _covariance(together, figures))
        for wager, figures in analysis.wagers.items()
    }


def _expectation(sheet: Sheet, analysis: Analysis, wager: str, shared: float) -> Expectation:
    figures = analysis.wagers[wager]
    spread: Mapping[Fraction, Fraction | float] | None = analysis.main.distribution if wager == "main" else None
    return Expectation(
        wager=wager,
        title=figures.title,
        house_edge=figures.house_edge,
        standard_deviation=figures.standard_deviation,
        skewness=_skewness(figures, spread),
        shared=shared,
        stake=analysis.stakes[wager],
        basis=figures.basis,
        linked=_linked(sheet, figures) if wager == "progressive" else None,
    )


def _two_boxes(sheet: Sheet, stakes: Mapping[str, int]) -> Tally:
    """Two boxes with every bet on them, played by the book; meters held at their seeds."""
    from pitboss.maths.simulation.setup import Setup

    setup = Setup(sheet, seats=2, stakes=stakes, meters={} if "progressive" in sheet.rules.table.side_bets else None)
    return setup.game.run("two boxes", 0, ROUNDS)


def _covariance(tally: Tally, figures: WagerFigures) -> float:
    """How far two boxes go together; insurance, which the book never takes, is won or lost by all boxes alike."""
    if figures.wager == "insurance":
        return figures.standard_deviation**2
    found = tally.wagers.get(figures.wager)
    if found is None or not found.bets:
        return 0.0
    unit, mean = found.staked / found.bets, found.won / found.bets
    single = found.squares / found.bets - mean**2
    both = found.round_squares / tally.rounds - (found.won / tally.rounds) ** 2
    return (both - 2 * single) / 2 / unit**2


def _skewness(figures: WagerFigures, spread: Mapping[Fraction, Fraction | float] | None) -> float | None:
    """The third moment of the house's result, where all its lines are known."""
    chances: dict[float, float] = {}
    for units, chance in spread.items() if spread else ((line.pays, line.probability) for line in figures.lines):
        chances[-float(units)] = chances.get(-float(units), 0.0) + float(chance)
    if abs(sum(chances.values()) - 1) > 1e-6 or not figures.standard_deviation:
        return None
    mean = sum(result * chance for result, chance in chances.items())
    third = sum((result - mean) ** 3 * chance for result, chance in chances.items())
    return third / figures.standard_deviation**3


def _linked(sheet: Sheet, figures: WagerFigures) -> Linked:
    from pitboss.maths.progressive import progressive_figures

    chances = {line.line: Fraction(line.probability) for line in figures.lines}
    shares = []
    for bettors in range(1, sheet.values["table.seats"] + 1):
        found = progressive_figures(sheet, bettors=bettors, players=bettors, not_folded=chances)
        shares.append(Sharing(float(found.constant), float(found.slope("major")), float(found.slope("minor"))))
    alone = progressive_figures(sheet, not_folded=chances)
    return Linked(
        wager=alone.rules.wager,
        major_chance=float(alone.prizes["major"].chance),
        minor_chance=float(alone.prizes["minor"].chance),
        major_seed=alone.meters["major"],
        minor_seed=alone.meters["minor"],
        by_bettors=tuple(shares),
    )


# --- a progressive at the meters that it was played for -------------------------------------------------------


class AtMeters(NamedTuple):
    """Progressive wagers of N bettors at a table, and the sum over them of what the meters stood at."""

    bettors: int
    wagers: int
    major: int
    minor: int


def edge_at(expectation: Expectation, played: list[AtMeters]) -> tuple[float, float]:
    """Edge and deviation over wagers that were made at different meters: the return is linear in them."""
    linked = expectation.linked
    assert linked is not None
    total = sum(each.wagers for each in played)
    returned = 0.0
    for each in played:
        share = linked.by_bettors[min(each.bettors, len(linked.by_bettors)) - 1]
        returned += each.wagers * share.constant + each.major * share.major + each.minor * share.minor
    major = sum(each.major for each in played) / total
    minor = sum(each.minor for each in played) / total
    return 1 - returned / total, _deviation_at(expectation, linked, major, minor)


def _deviation_at(expectation: Expectation, linked: Linked, major: float, minor: float) -> float:
    """The deviation of one bettor's own awards with the meters elsewhere than at their seeds."""
    first = 1 - expectation.house_edge
    second = expectation.standard_deviation**2 + first**2
    for chance, seed, meter in (
        (linked.major_chance, linked.major_seed, major),
        (linked.minor_chance, linked.minor_seed, minor),
    ):
        second += chance * (meter**2 - seed**2) / linked.wager**2
        first += chance * (meter - seed) / linked.wager
    return sqrt(max(second - first**2, 0.0))
