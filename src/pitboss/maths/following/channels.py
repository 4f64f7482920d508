"""The ways in which somebody can follow the count: bets, sitting out, plays, side bets; each with its two models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.following import habits as h
from pitboss.maths.following.ratio import Choices, Followers
from pitboss.maths.following.visits import Visit

__all__ = ["COUNTS", "LAGS", "THRESHOLDS", "Channel", "bets_by", "channels_of"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

COUNTS: Final[dict[str, float]] = {
    "hi-lo": 0.4, "ko": 0.12, "omega-2": 0.1, "zen": 0.08, "halves": 0.08, "hi-opt-1": 0.06, "red-7": 0.06,
    "ace-five": 0.1,
}  # fmt: skip
"""The counts that somebody may be following, with their weights; the columns of a visit's leads are in this order."""
LAGS: Final[dict[int, float]] = {0: 0.8, 1: 0.2}
"""How many rounds behind the count the bets may be: none, or one."""
THRESHOLDS: Final[dict[int, float]] = {1: 0.3, 2: 0.4, 3: 0.3}
"""The leads from which on they may be raised."""
SHARES: Final = (0.25, 0.5, 0.75, 0.95)
"""The part of the rounds that go by the count; the others go by a habit."""
PRESSING: Final = ((0.03, 0.03), (0.17, 0.28), (0.3, 0.5), (0.3, 0.15))
"""How often somebody is above the usual bet without the count: after other rounds, and after a win."""
SITTING: Final = ((0.1, 0.1), (0.5, 0.5), (0.95, 0.95))
PLAYING: Final = ((0.02,), (0.2,), (0.5,))
SIDE: Final = ((0.02, 0.02), (0.2, 0.3))


@dataclass(frozen=True)
class Channel:
    """One kind of choice in a visit, and who may be behind it."""

    name: str
    choices: Choices
    rounds: I64
    """The round of each choice, by its place in the visit."""
    followers: Followers
    weight: float
    """The part of the stake that is put on this channel."""


def channels_of(visit: Visit) -> Iterator[Channel]:
    """The channels in which a visit has choices to look at."""
    yield _bets(visit)
    yield _sitting(visit)
    if len(visit.plays.rounds):
        yield _plays(visit)
    for name in sorted(visit.side_bets):
        yield _side_bet(visit, name)


def signals_of(leads: F64, shoes: I64) -> U8:
    """What each count says at each lag and threshold: a row for each round, a column for each signal."""
    same = h.shifted(shoes, -1) == shoes
    before = np.zeros_like(leads)
    before[1:] = leads[:-1] * same[1:, None]  # a new shoe is level
    by_lag = np.stack([before if lag else leads for lag in LAGS], axis=2)
    says = by_lag[..., None] >= np.array(list(THRESHOLDS))
    return says.reshape(len(leads), leads.shape[1] * len(LAGS) * len(THRESHOLDS)).astype(np.uint8)


def signal_weights(counts: dict[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(
        (f"{count} from {threshold:+d}" + ", a round late" * lag, counts[count] * LAGS[lag] * THRESHOLDS[threshold])
        for count, lag, threshold in product(counts, LAGS, THRESHOLDS)
    )


BETTORS: Final = Followers(signal_weights(COUNTS), SHARES, PRESSING)
SITTERS: Final = Followers(signal_weights(COUNTS), SHARES, SITTING)
PLAYERS: Final = Followers(tuple(COUNTS.items()), SHARES, PLAYING)
SIDE_BETTORS: Final = Followers(signal_weights({"best": 0.5, "hi-lo": 0.5}), SHARES, SIDE)


def _bets(visit: Visit) -> Channel:
    """Whether a bet is above the usual one."""
    played = visit.bets > 0
    usual = visit.usual
    up = visit.bets > usual
    at = np.flatnonzero(played & (usual > 0))
    own = _of_own_rounds(visit, up)
    return Channel(
        "bets", _choices(up, own, visit, at, signals_of(visit.leads, visit.shoes)), at, BETTORS, weight=0.8
    )  # fmt: skip


def bets_by(visit: Visit) -> dict[str, Channel]:
    """The channel of bets for each count by itself."""
    found: dict[str, Channel] = {}
    for column, name in enumerate(COUNTS):
        alone = replace(visit, leads=visit.leads[:, column : column + 1])
        found[name] = replace(_bets(alone), followers=Followers(signal_weights({name: 1.0}), SHARES, PRESSING))
    return found


def _sitting(visit: Visit) -> Channel:
    """Whether a round is played at all: one is seated, and may sit out; looked at once that has happened."""
    played = visit.bets > 0
    own = _of_own_rounds(visit, played)
    at = _after_first(~played)
    signals = signals_of(visit.leads, visit.shoes)
    return Channel("sitting out", _choices(played, own, visit, at, signals), at, SITTERS, weight=0.3)


def _plays(visit: Visit) -> Channel:
    """Whether a play is made that is right from a count on; each situation has its own rate, by the bet as well."""
    plays = visit.plays
    up = (visit.bets > visit.usual)[plays.rounds]
    strata = np.stack([plays.situations, 2 * plays.situations + up], axis=1)
    says = (plays.leads >= plays.indices[:, None]).astype(np.uint8)
    moods = np.zeros(len(plays.rounds), dtype=np.uint8)
    return Channel("plays", Choices(plays.taken, moods, strata, says), plays.rounds, PLAYERS, weight=0.3)


def _side_bet(visit: Visit, name: str) -> Channel:
    """Whether a side bet is placed; looked at once it has been."""
    placed, lead = visit.side_bets[name]
    at = _after_first(placed > 0)
    at = at[visit.bets[at] > 0]
    leads = np.stack([lead, visit.leads[:, 0]], axis=1)
    own = _of_own_rounds(visit, placed > 0)
    return Channel(
        name, _choices(placed > 0, own, visit, at, signals_of(leads, visit.shoes)), at, SIDE_BETTORS, weight=0.3
    )  # fmt: skip


def _after_first(happened: NDArray[np.bool_]) -> I64:
    """The places after the first at which something happened."""
    return np.arange(int(happened.argmax()) + 1 if happened.any() else len(happened), len(happened))


def _choices(taken: NDArray[np.bool_], strata: I64, visit: Visit, at: I64, signals: U8) -> Choices:
    won = (h.last_results(visit.nets) == h.WON).astype(np.uint8)
    return Choices(taken[at].astype(np.uint8), won[at], strata[at], signals[at])


def _of_own_rounds(visit: Visit, taken: NDArray[np.bool_]) -> I64:
    """The classes of guests, a column each: by streaks, by the depth of the shoe, by spells of the visit.

    In each it counts, too, whether the choice was taken the round before: people keep doing what they do.
    """
    before = h.shifted(taken)
    won = h.last_results(visit.nets) == h.WON
    columns = (
        h.streaks(visit.nets),
        2 * h.depth_third(visit.depths) + won,
        h.spell(len(visit)),
    )
    return np.stack([2 * column + before for column in columns], axis=1)
