"""Findings that no single visit shows: bets that go with another guest's, tracked shuffles, guests called in.

A finding is something to look at, never a verdict. Each ratio keeps its rate by itself: of N pairs that are looked at,
at most N in a thousand reach the alarm by chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from pitboss.service.ratings.following import Figures, visit_figures
from pitboss.service.ratings.visits import Visit
from pitboss.words import wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    F64 = NDArray[np.float64]

__all__ = ["Finding", "findings"]

FindingKind = Literal["moves_together", "tracks_shuffle", "called_in"]
FEWEST: Final = 20
"""Rounds that two guests must have played together before their bets are compared."""
LARGEST: Final = 15.0
"""Powers of ten beyond which a ratio is not told."""


class Finding(Struct, frozen=True):
    """Something to look at: who, where, how strong, and the rounds behind it."""

    kind: FindingKind
    person: str
    other: str
    """Whose bets they go with; empty for other kinds."""
    table: str
    visits: list[str]
    ratio: float
    alarm: int
    crossed: int | None
    """The round at which the ratio reached the alarm first; None where it is not of one table."""
    said: str


def findings(visits: Sequence[Visit]) -> list[Finding]:
    """Return what reaches the alarm among some visits, the strongest first."""
    figures = {visit.id: made for visit in visits if (made := visit_figures(visit)) is not None}
    looked = [visit for visit in visits if visit.id in figures]
    found = [*_pairs(looked, figures), *_tracked(looked, figures), *_called_in(looked, figures)]
    return sorted(found, key=lambda one: -one.ratio)


def _pairs(visits: Sequence[Visit], figures: dict[str, Figures]) -> Iterator[Finding]:
    """Every guest of a table beside every other who played with them."""
    import numpy as np

    from pitboss.maths.following.together import moves_together

    for one, other in permutations(visits, 2):
        if one.table != other.table or one.person == other.person or one.first > other.last or other.first > one.last:
            continue
        mine, theirs = figures[one.id], figures[other.id]
        raised = {
            played.number: bool(up)
            for played, up in zip(theirs.rounds, theirs.visit.bets > theirs.visit.usual, strict=True)
            if played is not None
        }
        up = [0 if played is None else raised.get(played.number, False) for played in mine.rounds]
        if sum(played is not None and played.number in raised for played in mine.rounds) >= FEWEST:
            path = moves_together(mine.visit, np.array(up, dtype=np.uint8))
            yield from _told("moves_together", one, mine, path, other.name)


def _tracked(visits: Sequence[Visit], figures: dict[str, Figures]) -> Iterator[Finding]:
    from pitboss.maths.following.together import tracks_the_shuffle

    for one in visits:
        mine = figures[one.id]
        yield from _told("tracks_shuffle", one, mine, tracks_the_shuffle(mine.visit, _ahead(mine)))


def _ahead(figures: Figures) -> F64:
    """How rich the cards were that came after each bet, in standard deviations; not a number where too few came."""
    import numpy as np

    from pitboss.maths.following.leads import HI_LO, TAGS
    from pitboss.maths.following.together import AHEAD

    found = np.full(len(figures.rounds), np.nan)
    for row, played in enumerate(figures.rounds):
        if played is not None:
            seen = played.dealt.seen
            cards = played.dealt.shoe.cards[seen : seen + AHEAD]
            if len(cards) == AHEAD:
                found[row] = -TAGS[np.array(cards), 0].sum() / (HI_LO * np.sqrt(AHEAD))
    return found


def _called_in(visits: Sequence[Visit], figures: dict[str, Figures]) -> Iterator[Finding]:
    """Who sits down in the middle of shoes, at high counts, again and again."""
    import numpy as np

    from pitboss.maths.following import ALARM
    from pitboss.maths.following.together import arrivals_ratio

    by_person: defaultdict[str, list[Visit]] = defaultdict(list)
    for one in visits:
        if figures[one.id].visit.depths[0] > 0:
            by_person[one.person].append(one)
    for sat in by_person.values():
        ratio = arrivals_ratio(np.array([figures[one.id].visit.leads[0, 0] for one in sat]))
        if ratio >= ALARM:
            high = sum(figures[one.id].visit.leads[0, 0] >= 1 for one in sat)
            said = wording("following.called_in", {"person": sat[0].name, "high": int(high), "visits": len(sat)})
            yield Finding(
                "called_in", sat[0].name, "", sat[0].table, [one.id for one in sat], round(ratio, 1), ALARM, None, said
            )  # fmt: skip


def _told(kind: FindingKind, one: Visit, figures: Figures, path: F64, other: str = "") -> Iterator[Finding]:
    import numpy as np

    from pitboss.maths.following import ALARM

    over = np.flatnonzero(path >= np.log(ALARM))
    if not len(over):
        return
    crossed = next(played.number for played in reversed(figures.rounds[: over[0] + 1]) if played is not None)
    alarm = f"{ALARM:,}"
    if other:
        text = wording("following.together", {"person": one.name, "other": other, "round": crossed, "alarm": alarm})
    else:
        text = wording("following.tracked", {"person": one.name, "round": crossed, "alarm": alarm})
    ratio = float(f"{10 ** min(path[-1] / np.log(10), LARGEST):.4g}")
    yield Finding(kind, one.name, other, one.table, [one.id], ratio, ALARM, crossed, text)
