"""Is the shoe what it should be? The cards that were seen, held against every shoe with one card wrong.

Of a shoe of N cards, each face in it D times, n cards were seen, a face n_f times. How likely that is under another
shoe, as a multiple of how likely it is under the right one, is exact:

* a card of the face is missing: (D - n_f) / D * N / (N - n);
* one too many of it: (D + 1) / (D + 1 - n_f) * (N + 1 - n) / (N + 1);
* one replaced by a card of another face g: (D - n_f) / D * (D + 1) / (D + 1 - n_g).

Every shuffle multiplies these odds. Weighted and added up over all single-card defects they are a fair game against a
right shoe: the chance that they ever reach 100 is at most one in a hundred, however often one looks (Wald, Ville). So a
shoe is called defective when they do. A face that comes out more often than the decks hold it is proof at once.

>>> census = Census(decks=1)
>>> for _ in range(8):
...     census.add(seen_of(card for card in DECK if card.text != "As"))
>>> found = census.finding()
>>> found.verdict, found.likely.text
('defective', 'As is missing')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, erf, exp, inf, log, log1p, sqrt
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card

__all__ = ["CERTAINTY", "KINDS", "Census", "Defect", "Finding", "ShufflesToFind", "needed", "seen_of"]

CERTAINTY: Final = 0.99
Kind = Literal["missing", "extra", "replaced"]
KINDS: Final[tuple[Kind, ...]] = ("missing", "extra", "replaced")
Verdict = Literal["proof", "defective", "whole", "open"]
FACES: Final = len(DECK)
WEIGHTS: Final = {"missing": 1 / (3 * FACES), "extra": 1 / (3 * FACES), "replaced": 1 / (3 * FACES * (FACES - 1))}
"""Each kind of defect is as likely as the others beforehand, and so is each card of a kind."""
LEVEL: Final = log(1 / (1 - CERTAINTY))

Counts = NDArray[np.int64]
Logs = NDArray[np.float64]


def seen_of(cards: Iterable[Card]) -> Counts:
    """How often each face was seen; cards that nobody saw do not count."""
    counts = np.zeros(FACES, dtype=np.int64)
    for card in cards:
        if card.known:
            counts[int(card)] += 1
    return counts


class Defect(NamedTuple):
    """One way in which a shoe can be wrong by a single card."""

    kind: Kind
    card: Card
    by: Card | None = None
    """What stands in its place, where it was replaced."""

    @property
    def text(self) -> str:
        if self.kind == "replaced":
            assert self.by is not None
            return f"{self.card.text} is replaced by {self.by.text}"
        return f"{self.card.text} is missing" if self.kind == "missing" else f"there is one {self.card.text} too many"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the cards say so far."""

    verdict: Verdict
    shuffles: int
    seen: int
    """Cards whose faces were seen, over all shuffles."""
    odds: float
    """For some single-card defect against a right shoe."""
    likely: Defect
    likely_odds: float
    """For this defect against a right shoe."""
    share: float
    """Of this defect among all, if there is one."""
    excluded: int
    """Defects that would have shown by now with the certainty asked for."""
    defects: int
    proof: tuple[Card, ...] = ()
    """Faces that came out more often than the decks hold them."""


@dataclass
class Census:
    """The evidence of all shuffles of the same cards, and the one under way."""

    decks: int
    shuffles: int = 0
    seen: int = 0
    fewer: Logs = field(default_factory=lambda: np.zeros(FACES))
    """Log odds for a card less of each face, but for the size of the shoe."""
    more: Logs = field(default_factory=lambda: np.zeros(FACES))
    """The same for a card more."""
    smaller: float = 0.0
    larger: float = 0.0
    """Log odds for a shoe of one card less, and one more."""
    proof: frozenset[Card] = frozenset()
    flagged: bool = False
    """Whether the odds have ever reached the level: what was found once stays found."""

    def __post_init__(self) -> None:
        self._open = np.zeros(FACES, dtype=np.int64)

    @property
    def cards(self) -> int:
        return FACES * self.decks

    @property
    def open_counts(self) -> Counts:
        """The faces that were seen of the shuffle under way."""
        return self._open.copy()

    # evidence

    def add(self, counts: Counts) -> None:
        """A shuffle whose cards are all back together."""
        self.see(counts)
        self.close()

    def see(self, counts: Counts) -> None:
        """Further cards of the shuffle under way."""
        self._open = self._open + counts
        self.proof |= {DECK[at] for at in np.flatnonzero(self._open > self.decks)}
        self.flagged = self.flagged or self.log_odds() >= LEVEL

    def prove(self, card: Card) -> None:
        """A face came out once more than the decks hold it."""
        self.proof |= {card}

    def withdraw(self, card: Card) -> None:
        """Take that back: somebody had misread the face."""
        self.proof -= {card}

    def close(self) -> None:
        """The cards of this shuffle go back, and the next one begins."""
        if self._open.any():
            self.fewer, self.more, self.smaller, self.larger = self._sums()
            self.shuffles += 1
            self.seen += int(self._open.sum())
        self._open = np.zeros(FACES, dtype=np.int64)

    def _sums(self) -> tuple[Logs, Logs, float, float]:
        """The evidence with the shuffle under way."""
        counts, decks, cards = np.minimum(self._open, self.decks), self.decks, self.cards
        number = int(counts.sum())
        with np.errstate(divide="ignore"):
            fewer = self.fewer + np.log((decks - counts) / decks)
        more = self.more + np.log((decks + 1) / (decks + 1 - counts))
        smaller = self.smaller + (log(cards / (cards - number)) if number < cards else -inf)
        larger = self.larger + log1p(-number / (cards + 1))
        return fewer, more, smaller, larger

    # what it says

    def log_odds_of(self, kind: Kind) -> Logs:
        """The log odds for each defect of a kind, by face; of a replaced card by what stands for it, too."""
        return self._log_odds()[kind]

    def _log_odds(self) -> dict[Kind, Logs]:
        fewer, more, smaller, larger = self._sums() if self._open.any() else self._closed()
        replaced = fewer[:, None] + more[None, :]
        np.fill_diagonal(replaced, -inf)
        return {"missing": fewer + smaller, "extra": more + larger, "replaced": replaced}

    def _closed(self) -> tuple[Logs, Logs, float, float]:
        return self.fewer, self.more, self.smaller, self.larger

    def log_odds(self) -> float:
        """For some defect against a right shoe, each weighted as it is likely beforehand."""
        parts = [np.logaddexp.reduce(odds.ravel()) + log(WEIGHTS[kind]) for kind, odds in self._log_odds().items()]
        return float(np.logaddexp.reduce(parts))

    def finding(self) -> Finding:
        """What is known by now."""
        odds, total = self._log_odds(), self.log_odds()
        best = max(KINDS, key=lambda kind: float(odds[kind].max()) + log(WEIGHTS[kind]))
        at = np.unravel_index(int(odds[best].argmax()), odds[best].shape)
        likely = Defect(best, DECK[int(at[0])], DECK[int(at[1])] if best == "replaced" else None)
        top = float(odds[best].max())
        excluded = sum(int((one <= -LEVEL).sum()) for one in odds.values()) - FACES  # no card stands for itself
        defects = 2 * FACES + FACES * (FACES - 1)
        whole = excluded == defects
        verdict: Verdict = "proof" if self.proof else "defective" if self.flagged else "whole" if whole else "open"
        return Finding(
            verdict=verdict,
            shuffles=self.shuffles + bool(self._open.any()),
            seen=self.seen + int(self._open.sum()),
            odds=_number(total),
            likely=likely,
            likely_odds=_number(top),
            share=exp(top + log(WEIGHTS[best]) - total) if total > -inf else 0.0,
            excluded=excluded,
            defects=defects,
            proof=tuple(sorted(self.proof)),
        )


def _number(logarithm: float) -> float:
    """Odds from their logarithm; beyond what a number can hold they are as large as one can be."""
    return exp(min(logarithm, 700.0))


# --- how long it takes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShufflesToFind:
    """Shuffles until a defect is found."""

    mean: float
    half: int
    """By then it is found in one of two cases."""
    nearly_always: int | None
    """By then in 99 of 100; None where that takes too long to be worked out."""


MOST_STEPS: Final = 20_000
SLOW: Final = 700
"""Beyond this mean number of shuffles the log odds drift so slowly that they are taken to flow, which is close."""
OVERSHOOT: Final = 0.583
"""By how many deviations of a step the goal is passed in the mean (Siegmund's correction)."""
FINEST: Final = 1e-3


@lru_cache(maxsize=512)
def needed(kind: Kind, *, decks: int, seen: int) -> ShufflesToFind | None:
    """How many shuffles it takes to find a defect, with N cards seen of each; None where none are.

    The odds for the defect itself, weighted as in the census, are followed from shuffle to shuffle by their exact
    distribution, or where that would take very many by the flow that they come near to. What the odds for other
    defects add, and what shows within a shuffle, can only make it sooner.
    """
    if seen <= 0:
        return None
    steps = list(_steps(kind, decks, seen))
    gain = sum(chance * step for step, chance in steps if step < inf)
    sure = sum(chance for step, chance in steps if step == inf)
    if gain <= 0 and not sure:
        return None
    goal = LEVEL - log(WEIGHTS[kind])
    if gain > 0 and goal / gain > SLOW:
        return _flown(steps, goal, gain, sure)
    return _found(steps, goal, max(gain / 20, FINEST))


def _steps(kind: Kind, decks: int, seen: int) -> Iterator[tuple[float, float]]:
    """What one shuffle adds to the log odds if the defect is there, and how likely; proof is beyond all bounds."""
    cards = FACES * decks
    if kind == "missing":
        size = min(seen, cards - 1)
        for found in range(decks):
            chance = _drawn(cards - 1, (decks - 1,), size, (found,))
            yield log((decks - found) / decks) + log(cards / (cards - size)), chance
    elif kind == "extra":
        size = min(seen, cards)
        for found in range(decks + 2):
            chance = _drawn(cards + 1, (decks + 1,), size, (found,))
            gain = log((decks + 1) / (decks + 1 - found)) + log1p(-size / (cards + 1)) if found <= decks else inf
            yield gain, chance
    else:
        size = min(seen, cards)
        for gone in range(decks):
            for there in range(decks + 2):
                chance = _drawn(cards, (decks - 1, decks + 1), size, (gone, there))
                over = log((decks + 1) / (decks + 1 - there)) if there <= decks else inf
                yield log((decks - gone) / decks) + over, chance


def _drawn(cards: int, faces: tuple[int, ...], size: int, found: tuple[int, ...]) -> float:
    """The chance to see these numbers of each of some faces among N cards."""
    rest = size - sum(found)
    if rest < 0 or rest > cards - sum(faces):
        return 0.0
    ways = comb(cards - sum(faces), rest)
    for there, out in zip(faces, found, strict=True):
        ways *= comb(there, out)
    return ways / comb(cards, size)


def _flown(steps: list[tuple[float, float]], goal: float, gain: float, sure: float) -> ShufflesToFind:
    """A slow drift towards the goal: the time is that of a Brownian motion, unless proof comes before."""
    spread = sum(chance * (step - gain) ** 2 for step, chance in steps if step < inf)
    goal += OVERSHOOT * sqrt(spread)
    mean, shape = goal / gain, goal * goal / spread
    times = np.linspace(1.0, 12 * mean, 40_000)
    reach = np.sqrt(shape / times)
    early = np.array([_normal(value) for value in reach * (times / mean - 1)])
    late = np.array([_normal(value) for value in -reach * (times / mean + 1)])
    left = (1 - np.minimum(early + np.exp(2 * shape / mean) * late, 1)) * (1 - sure) ** times
    average = 1 + float(np.sum((left[1:] + left[:-1]) / 2 * np.diff(times)))
    half, nearly = (int(times[int(np.argmax(left <= share))]) for share in (0.5, 1 - CERTAINTY))
    return ShufflesToFind(average, half, nearly)


def _normal(value: float) -> float:
    return (1 + erf(value / sqrt(2))) / 2


def _found(steps: list[tuple[float, float]], goal: float, width: float) -> ShufflesToFind:
    """Shuffle by shuffle: where the log odds stand, and how many cases have reached the goal."""
    lowest = 3 * goal
    places = np.zeros(int((goal + lowest) / width) + 2)
    zero = int(lowest / width)
    places[zero] = 1.0
    shifts = [(int(np.floor(step / width)), chance) for step, chance in steps if step < inf and chance > 0]
    left, mean, half = 1.0, 0.0, 0
    for number in range(1, MOST_STEPS + 1):
        mean += left
        after = np.zeros_like(places)
        for shift, chance in shifts:
            _moved(places, after, shift, chance)
        places, left = after, float(after.sum())
        if not half and left <= 0.5:
            half = number
        if left <= 1 - CERTAINTY:
            tail = left / max(1 - left, 1e-9)
            return ShufflesToFind(mean + tail, half, number)
    return ShufflesToFind(mean, half or MOST_STEPS, None)


def _moved(places: Logs, after: Logs, shift: int, chance: float) -> None:
    """Everybody goes up or down by N places; who passes the top has arrived, nobody falls below the bottom."""
    size = len(places)
    if shift >= 0:
        if shift < size:
            after[shift:] += chance * places[: size - shift]
    else:
        down = min(-shift, size)
        after[: size - down] += chance * places[down:]
        after[0] += chance * places[:down].sum()
