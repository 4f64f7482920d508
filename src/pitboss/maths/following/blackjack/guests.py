"""Guests of a table, made up: those who take no notice of the count, and those who do.

Each says what it bets on the rounds of a visit; it sees its own results, and a counter the count before the bet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.following.blackjack.dealing import Dealt
from pitboss.maths.following.channels import COUNTS
from pitboss.maths.following.index_plays import PUBLISHED
from pitboss.maths.following.visits import Plays, Visit

__all__ = ["COUNTERS", "GUESTS", "OUTSIDE", "Guest", "visit_of"]

I64 = NDArray[np.int64]
Chance = np.random.Generator
Guest = Callable[[Dealt, Chance], Visit]
Next = Callable[[int, int, int, Chance], int]
"""The next bet in units, by the bet before it, its result (1, 0, -1), the place of the round, and chance."""

UNIT: Final = 2500
MOST_UNITS: Final = 20
COLUMN: Final = {name: column for column, name in enumerate(COUNTS)}


def visit_of(dealt: Dealt, units: I64, plays: Plays | None = None, side: dict[str, I64] | None = None) -> Visit:
    """A visit in which so many units were bet on each round."""
    placed = {name: (taken.astype(np.uint8), dealt.hi_lo) for name, taken in (side or {}).items()}
    more = {} if plays is None else {"plays": plays}
    return Visit(
        bets=units * UNIT, nets=dealt.nets * (units > 0), depths=dealt.depths, shoes=dealt.shoes, leads=dealt.leads,
        side_bets=placed, **more,
    )  # fmt: skip


# who takes no notice of the count


def by_own_past(step: Next, errors: float = 0.0) -> Guest:
    """A guest whose next bet goes by the bet before and its result; ``errors`` is how often a play goes astray."""

    def guest(dealt: Dealt, chance: Chance) -> Visit:
        units = np.ones(len(dealt), dtype=np.int64)
        results = np.sign(dealt.nets).tolist()
        for at in range(1, len(dealt)):
            units[at] = min(max(step(int(units[at - 1]), results[at - 1], at, chance), 1), MOST_UNITS)
        return visit_of(dealt, units, played(dealt, chance, errors=errors))

    return guest


def presser(after_win: float, otherwise: float) -> Next:
    """Somebody who raises in these parts of the rounds, and else goes back to the unit; a push stays where it is."""

    def step(bet: int, result: int, at: int, chance: Chance) -> int:
        raises = chance.random() < (after_win if result > 0 else otherwise)
        return 2 * bet if raises else bet if result == 0 else 1

    return step


def chaser(bet: int, result: int, at: int, chance: Chance) -> int:
    """Somebody who raises after most losses."""
    return 2 * bet if result < 0 and chance.random() < 0.6 else bet if result == 0 else 1


def martingale(bet: int, result: int, at: int, chance: Chance) -> int:
    """Doubles after every loss, up to the limit."""
    return (2 * bet if bet < 16 else 1) if result < 0 else bet if result == 0 else 1


def paroli(bet: int, result: int, at: int, chance: Chance) -> int:
    """Doubles after a win, twice at most."""
    return (2 * bet if bet < 4 else 1) if result > 0 else bet if result == 0 else 1


def d_alembert(bet: int, result: int, at: int, chance: Chance) -> int:
    """One more after a loss, one less after a win."""
    return bet - result


def moody(bet: int, result: int, at: int, chance: Chance) -> int:
    """Bets high for a while, then low for a while, for no reason."""
    if chance.random() < 0.93:
        return bet
    return int(chance.integers(1, 5))


def bolder(bet: int, result: int, at: int, chance: Chance) -> int:
    """Raises ever more often as the evening goes on."""
    return int(chance.integers(2, 6)) if chance.random() < min(0.05 + at / 500, 0.7) else 1


def random_bets(bet: int, result: int, at: int, chance: Chance) -> int:
    return int(chance.choice([1, 1, 1, 2, 2, 3, 4]))


def late_raiser(dealt: Dealt, chance: Chance) -> Visit:
    """Raises towards the end of the shoe, where counts are far from 0 either way."""
    raised = chance.random(len(dealt)) < dealt.depths * 0.7
    return visit_of(dealt, np.where(raised, 4, 1), played(dealt, chance))


def by_the_bankroll(dealt: Dealt, chance: Chance) -> Visit:
    """Bets more when ahead in the visit, less when behind: a past longer than two rounds."""
    units = np.ones(len(dealt), dtype=np.int64)
    ahead = 0
    for at in range(1, len(dealt)):
        ahead += int(np.sign(dealt.nets[at - 1]))
        units[at] = min(max(2 + ahead // 3, 1), 8)
    return visit_of(dealt, units, played(dealt, chance))


def by_the_shoe(dealt: Dealt, chance: Chance) -> Visit:
    """Bets more while ahead in this shoe."""
    units = np.ones(len(dealt), dtype=np.int64)
    ahead = 0
    for at in range(1, len(dealt)):
        ahead = ahead + int(np.sign(dealt.nets[at - 1])) if dealt.shoes[at] == dealt.shoes[at - 1] else 0
        units[at] = 4 if ahead >= 2 else 1
    return visit_of(dealt, units, played(dealt, chance))


def by_the_up_card(dealt: Dealt, chance: Chance) -> Visit:
    """Raises after the dealer showed a small card: a count of one card, though not meant as one."""
    small = (dealt.ups >= 4) & (dealt.ups <= 6)
    raised = np.concatenate([[False], small[:-1]]) & (chance.random(len(dealt)) < 0.8)
    return visit_of(dealt, np.where(raised, 4, 1), played(dealt, chance))


# who follows the count


def spread(lead: NDArray[np.float64], most: int) -> I64:
    """Units by the lead: one below +1, all of them from +4 on, in even steps between."""
    steps = np.clip(np.floor(lead), 0, 4)
    return np.round(1 + (most - 1) * steps / 4).astype(np.int64)


def counter(most: int, count: str = "hi-lo", *, plays: bool = True, late: int = 0) -> Guest:
    """Bets 1 to N units by a count, with index plays or without."""

    def guest(dealt: Dealt, chance: Chance) -> Visit:
        lead = dealt.leads[:, COLUMN[count]]
        if late:
            lead = np.concatenate([np.zeros(late), lead[:-late]])
        return visit_of(dealt, spread(lead, most), played(dealt, chance, by_count=count if plays else ""))

    return guest


def camouflaged(most: int, share: float) -> Guest:
    """Bets by Hi-Lo in a part of the rounds, and else as a presser does; plays as everybody does."""

    def guest(dealt: Dealt, chance: Chance) -> Visit:
        units, press = np.ones(len(dealt), dtype=np.int64), presser(0.5, 0.2)
        by_count = spread(dealt.hi_lo, most)
        results = np.sign(dealt.nets).tolist()
        for at in range(1, len(dealt)):
            own = min(press(int(units[at - 1]), results[at - 1], at, chance), most)
            units[at] = by_count[at] if chance.random() < share else own
        return visit_of(dealt, units, played(dealt, chance))

    return guest


def wonger(dealt: Dealt, chance: Chance) -> Visit:
    """Plays from +1 on, always the same bet, and sits out below."""
    return visit_of(dealt, np.where(dealt.hi_lo >= 1, 4, 0), played(dealt, chance))


def index_player(dealt: Dealt, chance: Chance) -> Visit:
    """Bets flat, and plays and insures by the count."""
    return visit_of(dealt, np.ones(len(dealt), dtype=np.int64), played(dealt, chance, by_count="hi-lo"))


def side_counter(dealt: Dealt, chance: Chance) -> Visit:
    """Bets flat, and places a side bet at high counts alone."""
    flat = np.ones(len(dealt), dtype=np.int64)
    placed = (dealt.hi_lo >= 2).astype(np.int64)
    return visit_of(dealt, flat, played(dealt, chance), {"a side bet": placed})


def side_bettor(rate: float) -> Guest:
    """Bets flat, and places a side bet now and then, more often after a win."""

    def guest(dealt: Dealt, chance: Chance) -> Visit:
        won = np.concatenate([[False], dealt.nets[:-1] > 0])
        placed = chance.random(len(dealt)) < np.where(won, 1.5 * rate, rate)
        return visit_of(
            dealt, np.ones(len(dealt), dtype=np.int64), played(dealt, chance), {"a side bet": placed.astype(np.int64)}
        )  # fmt: skip

    return guest


# plays


def played(dealt: Dealt, chance: Chance, *, by_count: str = "", errors: float = 0.0) -> Plays:
    """The decisions that a visit is judged by: made by a count, or as everybody plays, some of them going astray.

    A counter goes by the published indices, as people do, whichever indices judge them; a play that has no published
    one is made as everybody makes it.
    """
    book, known = dealt.book, {(play.total, play.up): play.holds_from for play in PUBLISHED.plays}
    insured = float(book.insurance), float(PUBLISHED.insurance), False
    rows = [(at, 0, *insured) for at in np.flatnonzero(dealt.ups == 1).tolist()]
    for number, play in enumerate(book.plays, 1):
        found = np.flatnonzero((dealt.totals == play.total) & (dealt.ups == play.up)).tolist()
        own = known.get((play.total, play.up), -np.inf if play.usual else np.inf)
        rows += [(at, number, float(play.holds_from), own, play.usual) for at in found]
    rows.sort()
    table = np.array(rows, dtype=np.float64).reshape(-1, 5)
    places, situations = table[:, 0].astype(np.int64), table[:, 1].astype(np.int64)
    indices, own_indices, as_usual = table[:, 2:].T
    leads = dealt.leads_then[places]
    taken = leads[:, COLUMN[by_count]] >= own_indices if by_count else as_usual > 0
    taken = taken ^ (chance.random(len(places)) < errors)
    return Plays(places, taken.astype(np.uint8), situations, indices, leads)


GUESTS: Final[Mapping[str, Guest]] = {
    "basic, flat bets": by_own_past(lambda bet, result, at, chance: 1),
    "poor, any bets": by_own_past(random_bets, errors=0.25),
    "presses after 28 % of wins, 17 % of others": by_own_past(presser(0.28, 0.17), errors=0.05),
    "presses after 60 % of wins": by_own_past(presser(0.6, 0.05), errors=0.1),
    "chases losses": by_own_past(chaser, errors=0.1),
    "martingale": by_own_past(martingale),
    "paroli": by_own_past(paroli),
    "moody": by_own_past(moody, errors=0.1),
    "raises late in the shoe": late_raiser,
    "side bets after wins": side_bettor(0.3),
}
"""Those who take no notice of the count, and whom the classes of guests describe or nearly do."""

OUTSIDE: Final[Mapping[str, Guest]] = {
    "d'Alembert": by_own_past(d_alembert),
    "bolder by the hour": by_own_past(bolder, errors=0.1),
    "bets by the bankroll": by_the_bankroll,
    "bets while ahead in the shoe": by_the_shoe,
    "raises after a small up card": by_the_up_card,
}
"""Those who take no notice of the count either, with a longer memory than the classes have, or another one."""

COUNTERS: Final[Mapping[str, Guest]] = {
    "Hi-Lo 1-4": counter(4),
    "Hi-Lo 1-8": counter(8),
    "Hi-Lo 1-12": counter(12),
    "Hi-Lo 1-8, basic plays": counter(8, plays=False),
    "Hi-Lo 1-8, a round late": counter(8, late=1, plays=False),
    "KO 1-8": counter(8, "ko"),
    "Omega II 1-8": counter(8, "omega-2"),
    "Zen 1-8": counter(8, "zen"),
    "ace-five 1-8": counter(8, "ace-five", plays=False),
    "Hi-Lo 1-8, two rounds in three by the count": camouflaged(8, 0.67),
    "Hi-Lo 1-8, one round in three by the count": camouflaged(8, 0.33),
    "sits out below +1": wonger,
    "flat bets, index plays": index_player,
    "side bet from +2": side_counter,
}
