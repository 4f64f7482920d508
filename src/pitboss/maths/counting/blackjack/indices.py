"""Index plays: for every decision the count at which the best play changes, how sure that is, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.counting.blackjack.decisions import PLAYS, VALUES, ByCount, Decision, Scene, decisions_of
from pitboss.maths.counting.blackjack.solved import DOUBLE, HIT, STAND, SURRENDER
from pitboss.maths.counting.studies import IndexPlay, Plays

__all__ = ["index_plays"]

F64 = NDArray[np.float64]

RARE: Final = 2e-4
"""Counts that come up less often than this share of a decision are not told apart."""
SMOOTH: Final = 2
"""What a choice is worth by count is smoothed by a curve of this degree."""
EVERY_COUNT: Final = -40
TIE: Final = 1e-9


def index_plays(scene: Scene) -> Plays:
    """Return every index play of a scene."""
    found: list[IndexPlay] = []
    kept: list[str] = []
    gain = perfect = 0.0
    totals: dict[tuple[str, int], bool] = {}
    for decision in decisions_of(scene.record, scene.book, scene.fit):
        by_count = scene.by_count(decision)
        plays = list(_of_decision(scene, by_count))
        found += plays
        if decision.kind == "total":
            totals[decision.hand, decision.up] = bool(plays)
        elif (
            decision.kind == "first"
            and decision.book in (DOUBLE, SURRENDER)
            and totals.get((decision.hand, decision.up))
        ):
            kept.append(f"{decision.hand} {VALUES[decision.up]} {EVERY_COUNT} {PLAYS[decision.book]}")
        if decision.kind != "insurance":
            gain += _gain_by_count(by_count)
            perfect += _gain_by_cards(scene, decision)
    return Plays(tuple(found), tuple(kept), 100 * gain, 100 * perfect)


# one decision


def _curves(by_count: ByCount, book: int) -> F64:
    """What each choice is worth more than the book's, a hand, as a smooth function of the count: coefficients."""
    gains = (by_count.worth - by_count.worth[:, [book]]) / by_count.share[:, None]
    weights = np.sqrt(by_count.share)
    degree = min(SMOOTH, len(weights) - 1)
    found: F64 = np.polyfit(by_count.mean, gains, degree, w=weights)
    return found


def _of_decision(scene: Scene, by_count: ByCount) -> Iterator[IndexPlay]:
    decision = by_count.decision
    if decision.book not in decision.choices:
        return
    book = decision.choices.index(decision.book)
    common = by_count.share > RARE * by_count.share.sum()
    if common.sum() < 3:
        return
    curves = _curves(by_count, book)
    worth = np.array([np.polyval(curves[:, place], by_count.mean) for place in range(len(decision.choices))]).T
    best = _best(decision, worth)
    rows = np.flatnonzero(common)
    for start, end, choice in _segments(best[rows]):
        if choice == book:
            continue
        first, last = rows[start], rows[end - 1]
        if end == len(rows):
            yield _index(scene, by_count, curves, choice, book, first - 1, first, below=False, upto=None)
        elif start == 0:
            yield _index(scene, by_count, curves, choice, book, last + 1, last, below=True, upto=None)
        else:
            yield _index(scene, by_count, curves, choice, book, first - 1, first, below=False, upto=last)


def _best(decision: Decision, worth: F64) -> NDArray[np.int64]:
    """The best choice at each count; what is no more than a tie with the book stays with the book.

    Whether first two cards hit or stand is told by their total, with hands of any number of cards: of them only other
    choices are told here, where they beat both.
    """
    gains, book = worth.copy(), decision.choices.index(decision.book)
    plain = [place for place, choice in enumerate(decision.choices) if choice in (STAND, HIT)]
    if decision.kind == "first" and decision.book in (STAND, HIT):
        gains -= gains[:, plain].max(axis=1, keepdims=True)
        gains[:, plain] = -np.inf
        gains[:, book] = 0.0
    gains[:, book] += TIE
    best: NDArray[np.int64] = gains.argmax(axis=1)
    return best


def _segments(best: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
    """Neighbours of one choice: from, to before, and the choice."""
    start = 0
    for place in range(1, len(best) + 1):
        if place == len(best) or best[place] != best[start]:
            yield start, place, int(best[start])
            start = place


def _index(
    scene: Scene, by_count: ByCount, curves: F64, choice: int, book: int, before: int, at: int, *, below: bool,
    upto: int | None,
) -> IndexPlay:  # fmt: skip
    """The index of a choice that is best on one side of a count; ``at`` is the nearest row where it is."""
    decision, counts = by_count.decision, by_count.counts
    whole = not 0 <= before < len(counts) or (before < at and at == 0)
    other = at if whole else before
    count = int(counts[max(at, other) if below else at]) if not whole else EVERY_COUNT
    holds = (counts < count) if below else (counts >= count)
    if upto is not None:
        holds &= counts <= counts[upto]
    gain = (by_count.worth[:, choice] - by_count.worth[:, book])[holds].sum()
    bet_gain = (by_count.bet_worth[:, choice] - by_count.bet_worth[:, book])[holds].sum()
    threshold, error = _threshold(scene, by_count, curves[:, choice], (choice, book), other, at)
    return IndexPlay(
        decision.hand, VALUES[decision.up], PLAYS[decision.choices[choice]], count, below,
        PLAYS[decision.choices[book]], threshold, error, 100 * float(gain), 100 * float(bet_gain),
    )  # fmt: skip


def _threshold(
    scene: Scene, by_count: ByCount, curve: F64, pair: tuple[int, int], before: int, at: int
) -> tuple[float, float]:
    """Where a curve is nothing, between two counts, and how sure that is."""
    low, high = by_count.mean[before], by_count.mean[at]
    found = [float(root.real) for root in np.roots(curve) if abs(root.imag) < 1e-9]
    middle = (low + high) / 2
    threshold = min(found, key=lambda root: abs(root - middle), default=middle)
    slope = abs(float(np.polyval(np.polyder(curve), threshold)))
    fitted = scene.fit.error(by_count.at[at], by_count.left_over[:, pair[0]] - by_count.left_over[:, pair[1]])
    met = scene.scatter(by_count.decision, int(by_count.counts[at]), *pair) / np.sqrt(SMOOTH + 1)
    return threshold, float(np.hypot(fitted, met) / slope) if slope else float("inf")


# how much of it a count finds


def _gain_by_count(by_count: ByCount) -> float:
    """What the best play at each count adds to the book's, in bets a round."""
    decision = by_count.decision
    if decision.book not in decision.choices or len(by_count.counts) < 3:
        return 0.0
    book = decision.choices.index(decision.book)
    curves = _curves(by_count, book)
    gains = np.array([np.polyval(curves[:, place], by_count.mean) for place in range(len(decision.choices))])
    return float((np.maximum(gains.max(axis=0), 0.0) * by_count.share).sum())


def _gain_by_cards(scene: Scene, decision: Decision) -> float:
    """What the best play for the very cards left would add."""
    if decision.book not in decision.choices:
        return 0.0
    book = decision.choices.index(decision.book)
    gains = np.zeros((scene.met.number, len(decision.choices)))
    for hand in scene.hands(decision):
        gains += hand.weights[:, None] * (scene.features @ (hand.coefficients - hand.coefficients[book]).T)
    return float(gains.max(axis=1).mean())
