"""Does a visit follow the count? The ratio of the two models round by round, and the rounds that speak for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

from msgspec import Struct

from pitboss.cards import Card
from pitboss.hands.totals import POINTS, is_ace_ten, total
from pitboss.rules import Sheet
from pitboss.service.ratings.visits import BoxPlayed, Dealt, LogEvent, Visit, VisitRound
from pitboss.shoe import shuffle_rules
from pitboss.words import wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.maths import following as maths
    from pitboss.maths.following.index_plays import IndexBook

    F64 = NDArray[np.float64]

__all__ = ["Evidence", "Followed", "Watched", "followed", "visit_figures", "watched"]

SPEAKS: Final = 1.5
"""From this factor on a round is listed as evidence."""
HIGH: Final = 2
"""The count from which on a bet that stays low speaks against it."""


class Evidence(Struct, frozen=True):
    """A round that speaks for it: what the count was, what was bet, after what, and by how much it moved the ratio."""

    round: int
    time: int
    count: float
    bet: int
    after: str
    factor: float
    by: str
    """The channel that moved most: bets, sitting out, plays, or a side bet."""


class Followed(Struct, frozen=True, kw_only=True):
    """How far a visit follows the count; money in cents, times in milliseconds since 1970."""

    ratio: float
    path: list[float]
    """The ratio after each round that was played, as its logarithm to base 10."""
    counts: list[float]
    """The count before each of these bets."""
    rounds: list[int]
    count: str
    """The count that fits best; those columns are by it."""
    alarm: int
    crossed: int | None
    """The round at which the ratio reached the alarm first."""
    took: int | None
    """How many rounds that took."""
    evidence: list[Evidence]
    """The latest first."""
    channels: dict[str, float]
    """The logarithm to base 10 of each channel's own ratio at the end."""
    against: str
    models: str
    false_alarm: str


@dataclass(frozen=True)
class Figures:
    """A visit as the mathematics takes it, with the rounds behind its rows; None where the guest sat out."""

    visit: maths.Visit
    rounds: tuple[VisitRound | None, ...]


class Watched(NamedTuple):
    """A visit among others: how far it follows the count."""

    ratio: float
    crossed: int | None
    """The round at which the ratio reached the alarm first."""


_WATCHED: Final[WeakKeyDictionary[Visit, tuple[object, Watched | None]]] = WeakKeyDictionary()


def watched(visit: Visit, indices: IndexBook | None = None) -> Watched | None:
    """How far a visit follows the count, as :func:`followed` tells it; kept until something happens in the visit."""
    from pitboss.maths import following as maths
    from pitboss.maths.following.index_plays import PUBLISHED

    state = (visit.last, len(visit.counted), len(visit.sat_out), visit.corrected, indices)
    kept = _WATCHED.get(visit)
    if kept is not None and kept[0] == state:
        return kept[1]
    figures, made = visit_figures(visit, indices or PUBLISHED), None
    if figures is not None:
        found = maths.following(figures.visit)
        crossed = found.crossed()
        made = Watched(found.ratio, None if crossed is None else _number(figures, crossed))
    _WATCHED[visit] = (state, made)
    return made


def followed(visit: Visit, indices: IndexBook | None = None) -> Followed | None:
    """Return how far a visit follows the count; None where no card was seen before any bet.

    Plays are judged by the indices of the sheet where they are known, else by published ones; which, is said.
    """
    from pitboss.maths import following as maths
    from pitboss.maths.following.index_plays import PUBLISHED

    book = PUBLISHED if indices is None else indices
    figures = visit_figures(visit, book)
    if figures is None:
        return None

    found = maths.following(figures.visit)
    count = maths.best_count(figures.visit)
    leads = figures.visit.leads[:, maths.COLUMNS[count]]
    played = [at for at, one in enumerate(figures.rounds) if one is not None]
    crossed = found.crossed()
    return Followed(
        ratio=found.ratio,
        path=[round(float(found.path[at]), 4) for at in played],
        counts=[round(float(leads[at]), 2) for at in played],
        rounds=[one.number for one in figures.rounds if one is not None],
        count=count,
        alarm=maths.ALARM,
        crossed=None if crossed is None else _number(figures, crossed),
        took=None if crossed is None else crossed + 1,
        evidence=list(_evidence(visit, figures, found, leads)),
        channels={name: round(float(path[-1]), 4) for name, path in found.channels.items()},
        against=_against(figures, leads),
        models=_models(maths.NAMED[count].title, book),
        false_alarm=wording("following.false_alarm", {"alarm": f"{maths.ALARM:,}"}),
    )


def _models(name: str, book: IndexBook) -> str:
    """The two models in words, and by which indices plays were judged."""
    indices = wording("following.indices_of_sheet" if book.of_sheet else "following.indices_published", {})
    return f"{wording('following.models', {'name': name})} {indices}"


def _number(figures: Figures, at: int) -> int:
    """The number of a round, or of the last one before it that was played."""
    return next(one.number for one in reversed(figures.rounds[: at + 1]) if one is not None)


def _evidence(visit: Visit, figures: Figures, found: maths.Following, leads: F64) -> Iterator[Evidence]:
    for at in range(len(figures.rounds) - 1, -1, -1):
        one = figures.rounds[at]
        if one is None or found.factors[at] < SPEAKS:
            continue
        steps = {name: path[at] - (path[at - 1] if at else 0.0) for name, path in found.channels.items()}
        yield Evidence(
            round=one.number, time=one.at, count=round(float(leads[at]), 1), bet=one.bets.get(visit.main, 0),
            after=one.after, factor=round(float(found.factors[at]), 2), by=max(steps, key=lambda name: steps[name]),
        )  # fmt: skip


def _against(figures: Figures, leads: F64) -> str:
    """How often the bet was not what a counter's would be."""
    visit = figures.visit
    usual = visit.usual
    counted = (visit.bets > 0) & (usual > 0)
    high, up = leads >= HIGH, visit.bets > usual
    return wording(
        "following.against",
        {
            "from": HIGH,
            "low": int((counted & high & ~up).sum()),
            "high": int((counted & high).sum()),
            "raised": int((counted & ~high & up).sum()),
            "below": int((counted & ~high).sum()),
        },
    )


# a visit as figures


def visit_figures(visit: Visit, indices: IndexBook | None = None) -> Figures | None:
    """Return a visit as the mathematics takes it; None where no card was seen before any bet."""
    import numpy as np

    from pitboss.maths import following as maths
    from pitboss.maths.following.index_plays import PUBLISHED

    rounds = sorted([*visit.counted], key=lambda one: one.at)
    out = [dealt for dealt in visit.sat_out if dealt.over and rounds and dealt.at > rounds[0].at]
    rows: list[tuple[Dealt, VisitRound | None]] = sorted(
        [*((one.dealt, one) for one in rounds), *((dealt, None) for dealt in out)], key=lambda row: row[0].at
    )
    if not any(dealt.seen for dealt, _ in rows):
        return None
    played = tuple(one for _, one in rows)
    decks = shuffle_rules(visit.sheet).decks
    bets = np.array([0 if one is None else one.bets.get(visit.main, 0) for one in played], dtype=np.int64)
    figures = maths.Visit(
        bets=bets,
        nets=np.array([0 if one is None else one.result for one in played], dtype=np.int64),
        depths=np.array([dealt.seen / (52 * decks) for dealt, _ in rows]),
        shoes=np.array([dealt.shoe.number for dealt, _ in rows], dtype=np.int64),
        leads=_leads([dealt.shoe.cards[: dealt.seen] for dealt, _ in rows], decks),
        side_bets=_side_bets(visit, rows, decks),
        plays=_plays(played, decks, indices or PUBLISHED),
    )
    return Figures(figures, played)


def _leads(seen: Sequence[Sequence[Card]], decks: int) -> F64:
    """The lead of every count after the cards of each row."""
    import numpy as np

    from pitboss.maths.following.leads import TAGS, leads_of

    sums = np.zeros((len(seen), TAGS.shape[1]))
    for row, cards in enumerate(seen):
        if cards:
            sums[row] = TAGS[np.array(cards)].sum(axis=0)
    return leads_of(sums, np.array([len(cards) for cards in seen]), decks=decks)


def _side_bets(
    visit: Visit, rows: Sequence[tuple[Dealt, VisitRound | None]], decks: int
) -> dict[str, tuple[NDArray[np.uint8], F64]]:
    """Each wager beside the main one that was ever placed, with the lead of the count that is best for it."""
    import numpy as np

    names = sorted({name for _, one in rows if one is not None for name in one.bets} - {visit.main})
    found = {}
    for name in names:
        placed = np.array([one is not None and name in one.bets for _, one in rows], dtype=np.uint8)
        tags = side_tags(visit.sheet, name)
        sums = np.array([sum(tags[card] for card in dealt.shoe.cards[: dealt.seen]) for dealt, _ in rows])
        left = np.array([max(decks - dealt.seen / 52, 0.25) for dealt, _ in rows])
        found[name] = (placed, sums / left)
    return found


@lru_cache(maxsize=64)
def side_tags(sheet: Sheet, wager: str) -> tuple[float, ...]:
    """The tags of the best count for a side bet, by card, scaled as those of Hi-Lo: effects of removal, exact.

    All 0 where the bet has none: the progressive, or one that no card changes.
    """
    import numpy as np

    from pitboss.maths import sidebets
    from pitboss.maths.following.leads import HI_LO

    if wager not in sidebets.side_wagers(sheet):
        return (0.0,) * 52
    effects = sidebets.effects_of_removal(sheet, wager)
    tags = np.array([-float(effects.get(Card(card), 0)) for card in range(52)])
    spread = tags.std()
    return tuple(((tags - tags.mean()) * HI_LO / spread).tolist()) if spread > 0 else (0.0,) * 52


# plays


@dataclass(frozen=True, slots=True)
class Play:
    """A decision that has an index."""

    at: int
    situation: int
    taken: bool
    index: int
    cards: tuple[Card, ...]
    """What lay open then."""


def _plays(rounds: Sequence[VisitRound | None], decks: int, book: IndexBook) -> maths.Plays:
    import numpy as np

    from pitboss.maths import following as maths

    found = [
        play
        for at, one in enumerate(rounds)
        if one is not None and not one.dealt.unclear
        for box in one.boxes
        for play in _of_box(at, one.dealt, box, book)
    ]
    return maths.Plays(
        rounds=np.array([play.at for play in found], dtype=np.int64),
        taken=np.array([play.taken for play in found], dtype=np.uint8),
        situations=np.array([play.situation for play in found], dtype=np.int64),
        indices=np.array([play.index for play in found], dtype=float),
        leads=_leads([play.cards for play in found], decks),
    )


_TAKES: Final = {"HandStood": False, "HandHit": False, "HandDoubled": True}
"""The decisions on a hand, and whether each is a double."""
_INSURES: Final = {"InsuranceBet": True, "EvenMoneyTaken": True, "InsuranceDeclined": False}


def _of_box(at: int, dealt: Dealt, box: BoxPlayed, book: IndexBook) -> Iterator[Play]:
    """The decisions of a box that have an index, until its hand is split: insurance, standing, doubling."""
    up = next(
        (Card.parse(event.card) for event in dealt.shown if event.type == "CardDealt" and event.card != "??"), None
    )
    if up is None:
        return
    open_then = tuple(dealt.shoe.cards[: dealt.seen + 2 * dealt.boxes + 1])
    hand: list[Card] = []
    for event in box.events:
        if event.type == "HandSplit":
            return
        if event.type == "CardDealt" and event.card != "??":
            hand.append(Card.parse(event.card))
        elif event.type in _INSURES:
            kind = 0 if is_ace_ten(hand) else 1 if total(hand).points == 20 else 2
            yield Play(at, kind, _INSURES[event.type], book.insurance, open_then)
        elif event.type in _TAKES:
            yield from _on_hand(at, hand, up, event, open_then, book)


def _on_hand(
    at: int, hand: Sequence[Card], up: Card, event: LogEvent, open_then: tuple[Card, ...], book: IndexBook
) -> Iterator[Play]:
    points, soft = total(hand)
    for situation, play in enumerate(book.plays, 3):
        if not soft and (play.total, play.up) == (points, POINTS[up]) and (len(hand) == 2 or not play.doubles):
            doubles = _TAKES[event.type]
            taken = doubles if play.doubles else event.type == "HandStood"
            yield Play(at, situation, taken, play.holds_from, open_then + tuple(hand[2:]))
