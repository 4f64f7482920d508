"""The plots: the spread of results, the hold over many rounds, bankrolls over time.

A panel is plain data that knows how to draw itself; :func:`pitboss.reports.pictures.picture` makes a file of one or
more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from math import floor, log10
from typing import TYPE_CHECKING, Final, Protocol

from pitboss.reports.look import ACCENT, EDGE, FELTS, HAIRLINE, TEXT
from pitboss.reports.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pitboss.reports.hold import Hold

__all__ = ["Bankrolls", "ByCount", "ByCut", "Compared", "HoldBands", "Panel", "Results", "bankrolls_of"]

INK: Final = FELTS["river"]
MANY: Final = 60
"""More different results than this are gathered into classes of equal width."""
FAR: Final = 150
"""Results that lie this number of gaps apart are drawn on an axis that shrinks what is far out."""
_MARKS: Final = (-100, -10, -5, 0, 5, *(10**power for power in range(1, 9)))
LINES: Final = ("-", "--", ":", "-.")
SHOWN: Final = 40
"""Bankrolls are drawn singly up to this number; the bands speak for the rest."""


class Panel(Protocol):
    """Something that can be drawn on axes of matplotlib."""

    @property
    def title(self) -> str: ...

    def draw(self, axes: Axes) -> None: ...


@dataclass(frozen=True)
class Results:
    """How often each result of a bet comes; the chances of a solver or the counts of a simulation alike."""

    results: Mapping[float, float]
    title: str = "Result of one round"
    unit: str = "units won or lost by the player"

    def draw(self, axes: Axes) -> None:
        places, shares, width, gathered = _classes(self.results)
        far = not gathered and places[-1] - places[0] > FAR * _gap(places)
        colours = [INK if place >= 0 else EDGE for place in places]
        rarest = min(share for share in shares if share > 0)
        by_powers = rarest < 1e-2 and not gathered
        if by_powers:
            axes.set_yscale("log")
            axes.set_ylim(bottom=rarest / 3, top=max(shares) * (max(shares) / rarest) ** 0.15)
        else:
            axes.set_ylim(top=1.15 * max(shares))
        if far:
            axes.vlines(places, rarest / 3 if by_powers else 0, shares, colors=colours, linewidth=2.5)
            axes.set_xscale("symlog", linthresh=10, linscale=2)
            marks = [mark for mark in _MARKS if places[0] <= mark <= places[-1]]
            axes.set_xticks(marks, [f"{mark:,}".replace("-", "−") for mark in marks])
        else:
            axes.bar(places, shares, width=width, color=colours, linewidth=0)
        axes.set_ylabel("share, log scale" if by_powers else "share")
        axes.set_xlabel(self.unit + (f", in classes of {_plain(width / 0.9)}" if gathered else ""))
        if not far and places[-1] >= 1000:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}".replace("-", "−"))
        self._mark_mean(axes, signed=places[0] < 0)

    def _mark_mean(self, axes: Axes, *, signed: bool) -> None:
        mean = sum(result * share for result, share in _shares(self.results).items())
        axes.axvline(mean, color=ACCENT, linewidth=1.2)
        said = _signed(mean) if signed else _plain(mean)
        axes.annotate(
            f"mean {said}", (mean, 1), xycoords=("data", "axes fraction"), xytext=(4, -9),
            textcoords="offset points", color=ACCENT, fontsize=8,
        )  # fmt: skip


def _shares(results: Mapping[float, float]) -> dict[float, float]:
    whole = sum(results.values())
    return {float(result): float(count) / whole for result, count in sorted(results.items())}


def _classes(results: Mapping[float, float]) -> tuple[list[float], list[float], float, bool]:
    """Bars for single results where there are few, for classes where there are many."""
    shares = _shares(results)
    places = list(shares)
    if len(places) <= MANY:
        reach = places[-1] - places[0]
        return places, list(shares.values()), max(min(0.9 * _gap(places), reach / 40), reach / 150), False
    width = _round_up((places[-1] - places[0]) / MANY)
    found: dict[int, float] = {}
    for place, share in shares.items():
        found[round(place / width)] = found.get(round(place / width), 0.0) + share
    return [number * width for number in found], list(found.values()), 0.9 * width, True


def _gap(places: Sequence[float]) -> float:
    return min((b - a for a, b in pairwise(places)), default=1.0)


def _round_up(width: float) -> float:
    """The next width that people count in.

    >>> _round_up(5.62), _round_up(0.013), _round_up(200)
    (10.0, 0.02, 200.0)
    """
    power = 10.0 ** floor(log10(width))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width * (1 - 1e-9))


@dataclass(frozen=True)
class ByCount:
    """The player's edge at each count with its error, how often rounds begin at it, and what is bet there."""

    counts: Sequence[int]
    shares: Sequence[float]
    edges: Sequence[float]
    errors: Sequence[float]
    bets: Sequence[float]
    title: str = "Edge, rounds and bets by count"

    def draw(self, axes: Axes) -> None:
        edges, errors = [100 * edge for edge in self.edges], [196 * error for error in self.errors]
        axes.errorbar(self.counts, edges, yerr=errors, color=ACCENT, fmt="o", markersize=3.5, linewidth=1.2)
        axes.axhline(0, color=TEXT, linewidth=0.6)
        axes.set_xlabel("count before the round")
        axes.set_ylabel("player's edge, % of the bet", color=ACCENT)
        beside = axes.twinx()
        beside.bar(
            self.counts, [100 * share for share in self.shares], width=0.8, color=HAIRLINE, linewidth=0, zorder=0
        )
        most = max(self.bets, default=0) or 1
        top = 100 * max(self.shares, default=1.0)
        beside.step(self.counts, [top * bet / most for bet in self.bets], where="mid", color=INK, linewidth=1.2)
        beside.annotate(
            f"bets, up to ${most:,.0f}", (0, 1), xycoords="axes fraction", xytext=(4, -10),
            textcoords="offset points", color=INK, fontsize=8,
        )  # fmt: skip
        beside.set_ylabel("share of rounds, %")
        beside.grid(visible=False)
        axes.set_zorder(beside.get_zorder() + 1)
        axes.patch.set_visible(False)


@dataclass(frozen=True)
class Compared:
    """One figure of several games, one bar each."""

    figures: Mapping[str, float]
    unit: str
    title: str

    def draw(self, axes: Axes) -> None:
        names = list(self.figures)[::-1]
        bars = axes.barh(names, [self.figures[name] for name in names], color=INK, height=0.6)
        axes.bar_label(bars, fmt="%.2f", padding=3, fontsize=8, color=TEXT)
        axes.set_xlim(right=1.12 * max(self.figures.values(), default=1.0) or 1.0)
        axes.set_xlabel(self.unit)
        axes.grid(visible=False, axis="y")


@dataclass(frozen=True)
class ByCut:
    """What bets lose in an hour by the number of cards behind the cut, with two standard errors; a line for each."""

    losses: Mapping[str, Sequence[tuple[int, float, float]]]
    title: str = "What counters take by the cut"

    def draw(self, axes: Axes) -> None:
        for (name, told), style in zip(self.losses.items(), cycle(LINES), strict=False):
            cuts, losses, errors = zip(*told, strict=True)
            bars = [2 * error for error in errors]
            axes.errorbar(cuts, losses, yerr=bars, label=name, color=INK, linestyle=style, marker="o", markersize=3)
        axes.axhline(0, color=TEXT, linewidth=0.6)
        axes.set_xlabel("cards behind the cut")
        axes.set_ylabel("dollars lost in an hour")
        axes.legend(frameon=False, fontsize=8)


@dataclass(frozen=True)
class HoldBands:
    """The share of all stakes that the house keeps, against the number of rounds."""

    holds: Sequence[Hold]
    house_edge: float
    title: str = "Hold over many rounds"

    def draw(self, axes: Axes) -> None:
        rounds = [hold.rounds for hold in self.holds]
        for number, (tint, share) in enumerate(((HAIRLINE, "99 %"), ("#A9B6AF", "95 %"))):
            band = [hold.bands[1 - number] for hold in self.holds]
            low = [100 * one.low / n for one, n in zip(band, rounds, strict=True)]
            high = [100 * one.high / n for one, n in zip(band, rounds, strict=True)]
            axes.fill_between(rounds, low, high, color=tint, linewidth=0, label=f"{share} of all runs")
        axes.axhline(100 * self.house_edge, color=ACCENT, linewidth=1.2, label=f"edge {percent(self.house_edge)}")
        axes.axhline(0, color=TEXT, linewidth=0.6)
        axes.set_xscale("log")
        marks = [n for n in rounds if _is_power_of_ten(n)]
        axes.set_xticks(marks, [f"{n:,}" for n in marks])
        axes.minorticks_off()
        axes.set_xlim(rounds[0], rounds[-1])
        axes.set_xlabel("rounds")
        axes.set_ylabel("hold, % of initial stakes")
        above = 100 * self.house_edge > sum(axes.get_ylim()) / 2  # the other half is free where the bands are narrow
        axes.legend(frameon=False, fontsize=8, loc="lower right" if above else "upper right")


def _is_power_of_ten(number: int) -> bool:
    return str(number).strip("0") == "1"


@dataclass(frozen=True)
class Bankrolls:
    """Bankrolls over time: one row per player, one column per point in time, in dollars."""

    paths: Sequence[Sequence[float]]
    rounds: Sequence[int]
    """The number of rounds played at each point."""
    title: str = "Bankrolls"
    unit: str = "dollars won or lost"

    def draw(self, axes: Axes) -> None:
        import numpy as np

        paths = np.asarray(self.paths, dtype=float)
        if len(paths) > 1:
            for low, high, tint in ((2.5, 97.5, HAIRLINE), (25, 75, "#B9C4BC")):
                band = np.percentile(paths, [low, high], axis=0)
                label = f"{high - low:.0f} % of {len(paths):,} players"
                axes.fill_between(self.rounds, band[0], band[1], color=tint, linewidth=0, label=label)
        for path in paths[:SHOWN]:
            axes.plot(self.rounds, path, color=INK, linewidth=0.6, alpha=0.55 if len(paths) > 1 else 1)
        axes.plot(self.rounds, paths.mean(axis=0), color=ACCENT, linewidth=1.6, label="mean")
        axes.axhline(0, color=TEXT, linewidth=0.6)
        axes.set_xlim(self.rounds[0], self.rounds[-1])
        axes.set_xlabel("rounds")
        axes.set_ylabel(self.unit)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}".replace("-", "−"))
        axes.legend(frameon=False, fontsize=8, loc="best")


def bankrolls_of(paths: Sequence[Sequence[int]], rounds: Sequence[int], *, title: str = "Bankrolls") -> Bankrolls:
    """Bankrolls from running results in cents, each row starting with the first point of `rounds`."""
    return Bankrolls([[cents / 100 for cents in path] for path in paths], rounds, title)


def _plain(value: float) -> str:
    """A number as people write it.

    >>> _plain(0.25), _plain(12.604), _plain(474_818.4)
    ('0.25', '12.6', '474,818')
    """
    return (f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}").replace("-", "−")


def _signed(value: float) -> str:
    """A number with its sign.

    >>> _signed(-0.00618), _signed(0.25)
    ('−0.00618', '+0.25')
    """
    return "+" * (value >= 0) + _plain(value)
