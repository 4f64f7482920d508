"""Side bets of a blackjack sheet as their counters see them: what they take, how deep, and what a house can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from typing import Final

import numpy as np

from pitboss.bets.catalogue import names
from pitboss.cards import DECK, Card
from pitboss.errors import NotationError, SheetError
from pitboss.games.blackjack.state import SideBet, terms_of
from pitboss.maths import sidebets
from pitboss.maths.analysis.rule_changes import with_values
from pitboss.maths.counting import Count
from pitboss.maths.counting.protection import Depth, Exposure, Remedy
from pitboss.maths.sidebets.blackjack.by_depth import CounterByDepth, Gain, bet_by_depth
from pitboss.maths.sidebets.blackjack.countability import LONGEST, decided_by_play
from pitboss.maths.sidebets.countability import Counting
from pitboss.money import Odds
from pitboss.rules import Sheet
from pitboss.rules.catalogue_sheets import pay_tables
from pitboss.rules.wager_words import wager_title

__all__ = ["SideBetCounter", "stops_at"]

FEWEST: Final = LONGEST
"""Side bets are looked at with this number of cards behind the cut at least; other cuts below it are left out."""
SHOES: Final = 10_000
"""Random shoes by which side bets are looked at."""
_DEPTHS: Final = 20


def stops_at(depths: Sequence[Depth]) -> int | None:
    """Return the first cut from which on the counter is stopped; None where the last one leaves that open."""
    ahead = [one.cut for one in depths if not one.stopped]
    rest = [one.cut for one in depths if not ahead or one.cut > max(ahead)]
    return rest[0] if rest else None


@dataclass(frozen=True)
class SideBetCounter:
    """Who counts side bets: at the sheet's cut and at others, so many rounds an hour, beside the main bet's count."""

    cut: int
    cuts: tuple[int, ...]
    per_hour: int
    count: Count
    seed: int | str = 1

    @property
    def own(self) -> int:
        """The cut that is asked for, as far as side bets can be looked at."""
        return max(self.cut, FEWEST)

    def looked_at(self, sheet: Sheet, wager: str) -> tuple[Exposure, list[Remedy]]:
        """Return what a side bet at its maximum loses to its best counter, and what a house can do about it."""
        edge, best, same = self._counted(sheet, wager)
        side = _side_of(sheet, wager)
        stake = side.rules.max
        now, *others = self._depths(best, stake)
        depths = tuple(sorted([now, *others], key=lambda one: one.cut))
        found = Exposure(
            wager=wager, title=wager_title(sheet, wager), house_edge=float(edge), counter=best.title, tags=best.tags,
            correlation=best.correlation, stake=stake, bets=best.gains[0].bets, per_hour=now.per_hour,
            error=now.error, same_count=None if same is None else max(self._depths(same, stake)[0].per_hour, 0.0),
            depths=depths, stops_at=stops_at(depths), exact=same is not None,
        )  # fmt: skip
        return found, sorted(self._remedies(sheet, side, found, edge), key=lambda one: one.order)

    def _depths(self, who: CounterByDepth, stake: int) -> list[Depth]:
        """By cut, the sheet's own first; less than nothing where bets that effects of removal chose were lost."""
        times = stake * self.per_hour / 100
        return [Depth(one.cut, one.per_hundred * times, one.error * times) for one in who.gains]

    def _counted(self, sheet: Sheet, wager: str) -> tuple[Fraction, CounterByDepth, CounterByDepth | None]:
        """The edge at the maximum, its best counter, and somebody with the main bet's count where results tell that."""
        side, terms, decks = _side_of(sheet, wager), terms_of(sheet), sheet.rules.cards.decks
        edge = sidebets.bet_figures(sheet, wager, stake_cents=side.rules.max).exact_edge
        effects = sidebets.effects_of_removal(sheet, wager, stake_cents=side.rules.max)
        cuts = [self.own, *(one for one in self.cuts if one >= FEWEST and one != self.own)]
        if decided_by_play(side):
            return edge, _by_effects(effects, float(edge), decks, cuts, _number(self.seed)), None
        counting = Counting(decks, min(cuts), None, None, SHOES, _number(self.seed))
        return edge, *bet_by_depth(side, terms.dealer, effects, float(edge), counting, cuts, self.count)

    # what a house can do

    def _remedies(self, sheet: Sheet, side: SideBet, found: Exposure, edge: Fraction) -> Iterator[Remedy]:
        if not found.beaten:
            return
        for one in found.depths:
            if one.cut > self.own:
                yield Remedy(side.wager, "cut", str(one.cut), one.per_hour, one.error, 0.0)
        rules = side.rules
        for most in sorted(_limits(rules.min, rules.max, rules.step), reverse=True):
            part = most / rules.max
            yield Remedy(side.wager, "limit", f"{most / 100:g}", part * found.per_hour, part * found.error, 0.0)
        for name, other in _other_tables(sheet, side):
            now, best, _ = self._counted(other, side.wager)
            depth = self._depths(best, rules.max)[0]
            yield Remedy(side.wager, "pays", name, depth.per_hour, depth.error, float(now - edge))
        yield Remedy(side.wager, "off", "", 0.0, 0.0, 0.0)


def _number(seed: int | str) -> int:
    """A seed as random numbers of shoes take it."""
    if isinstance(seed, int) and seed >= 0:
        return seed
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8], "big")


def _limits(least: int, most: int, step: int) -> set[int]:
    """Lower maxima that are tried: a quarter in whole chips, and the minimum."""
    return {least, max(most // 4 // step * step, least)} - {most}


def _side_of(sheet: Sheet, wager: str) -> SideBet:
    return next(bet for bet in terms_of(sheet).bets if bet.wager == wager)


def _other_tables(sheet: Sheet, side: SideBet) -> Iterator[tuple[str, Sheet]]:
    """The sheet with each other pay table of the very same lines that the catalogue has for a bet."""
    section = side.bet.section
    if section not in names():
        return
    begins = f"bets.{section}.pays."
    lines = {path for path in sheet.values if path.startswith(begins)}
    for name, pays in pay_tables(section).items():
        values = {begins + line: Odds.parse(odds) for line, odds in pays.items()}
        if set(values) != lines:
            continue
        try:
            other = with_values(sheet, values)
        except (SheetError, NotationError):
            continue
        if other.hash != sheet.hash:
            yield name, other


def _by_effects(
    effects: Mapping[Card, Fraction], edge: float, decks: int, cuts: Sequence[int], seed: int
) -> CounterByDepth:
    """Somebody who bets when all effects of removal together are ahead: the most that can be won."""
    gains = np.array([-float(effects[card]) for card in DECK])
    found = []
    for cut in cuts:
        random, cards = np.random.default_rng(seed), 52 * decks
        means = []
        for gone in np.linspace(0, cards - cut, _DEPTHS).astype(int):
            taken = random.multivariate_hypergeometric([decks] * len(DECK), gone, size=SHOES // _DEPTHS)
            ahead = -edge + (taken @ (gains - gains.mean())) * (cards - 1) / (cards - gone)
            means.append(np.maximum(ahead, 0.0))
        every = np.concatenate(means)
        error = 100 * float(every.std()) / sqrt(len(every))
        found.append(Gain(cut, 100 * float(every.mean()), error, float((every > 0).mean())))
    return CounterByDepth("every card's effect of removal", "", 1.0, tuple(found))
