"""Blackjack as counters see it: the main bet by simulation of one who spreads, side bets by their exact results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from pitboss.cards import DECK
from pitboss.errors import NotationError, SheetError
from pitboss.games.blackjack.state import terms_of
from pitboss.maths import sidebets
from pitboss.maths.analysis.progress import Steps, silent
from pitboss.maths.analysis.rule_changes import with_values
from pitboss.maths.counting import COUNTS
from pitboss.maths.counting.blackjack.study import checked_cut, study_count
from pitboss.maths.counting.protection import Depth, Exposure, Protection, Remedy
from pitboss.maths.counting.risk import AtCount, Bettor, outcome, smoothed
from pitboss.maths.counting.worth import at_counts, counter_setup, mean_edge
from pitboss.maths.sidebets.bets import countability
from pitboss.maths.simulation.run import simulate
from pitboss.money import Odds
from pitboss.rules import Sheet
from pitboss.rules.wager_words import wager_title
from pitboss.rules.write import set_text

__all__ = ["protect"]

COUNT: Final = "hi-lo"
PLAYS: Final = 18
PARTS: Final = (0.083, 0.17, 0.25, 0.33, 0.42, 0.5, 0.67)
"""Parts of the shoe behind the cut that are tried beside the sheet's own."""
CHANGES: Final[Mapping[str, object]] = {
    "dealer.soft_17": "hit", "cards.decks": 8, "double.after_split": False, "split.resplit_aces": False,
    "surrender.offered": False, "blackjack.pays": Odds(6, 5),
}  # fmt: skip
"""Rules that a house may change; those that a sheet has already are left out."""
SPREADS: Final = (8, 4, 2)
FEWEST: Final = 26
"""Side bets are looked at with this number of cards behind the cut at least."""
SHOES: Final = 2000
"""Random shoes by which side bets are looked at."""


@dataclass(frozen=True)
class _Asked:
    """What the counter of the main bet does, and for how long it is played."""

    plays: tuple[str, ...]
    spread: int
    per_hour: int
    rounds: int
    seed: int | str

    def exposed(self, sheet: Sheet, cut: int, spread: int) -> tuple[float, float, float]:
        """What the main bet loses in an hour to somebody with a spread, its error, and the edge of flat bets."""
        setup = counter_setup(sheet, COUNTS[COUNT], plays=self.plays, cut=cut)
        tally = simulate(setup.game, self.rounds, self.seed).tally
        rows = at_counts(tally.by_count, setup.all_stakes["main"])
        return *self.taken(sheet, rows, spread), -mean_edge(rows)

    def taken(self, sheet: Sheet, rows: Sequence[AtCount], spread: int) -> tuple[float, float]:
        """What bets of one and of the whole spread take, the latter wherever the count is ahead."""
        table = sheet.rules.table
        most = min(table.maximum, spread * table.minimum)
        told = smoothed(rows)
        bettor = Bettor(10**9, 0.5, table.minimum, most, table.bet_step)
        found = outcome(told, bettor, lambda row: most if row.mean > 0 else table.minimum)
        return found.win * self.per_hour / 100, found.win_error * self.per_hour / 100


def protect(
    sheet: Sheet, *, cut: int | None = None, spread: int = 12, per_hour: int = 70, rounds: int = 4_000_000,
    seed: int | str = 1, progress: Steps = silent,
) -> Protection:  # fmt: skip
    """Return which bets of a sheet can be beaten, by how much an hour, where that stops, and which change stops it."""
    depth = checked_cut(sheet, cut)
    study = study_count(sheet, COUNTS[COUNT], cut=depth, progress=progress)
    asked = _Asked(tuple(study.plays.texts(study.plays.by_value(PLAYS))), spread, per_hour, rounds, seed)
    wagers = sidebets.side_wagers(sheet)
    with progress(4.0 + len(wagers)) as step:
        step("main bet at every cut", 2.0)
        main, edge = _main(sheet, depth, asked)
        step("changes", 2.0)
        remedies = sorted(_remedies(sheet, depth, asked, edge, main), key=lambda one: (not one.stops, one.honest_cost))
        exposures = [main]
        for wager in wagers:
            step(wager_title(sheet, wager))
            exposures.append(_side_bet(sheet, wager, depth, per_hour))
    exposures.sort(key=lambda one: -one.per_hour)
    return Protection(tuple(exposures), tuple(remedies), per_hour, spread, depth)


# the main bet


def _cuts(sheet: Sheet, depth: int) -> list[int]:
    cards = 52 * sheet.rules.cards.decks
    return sorted({depth, *(round(part * cards) for part in PARTS)})


def _main(sheet: Sheet, depth: int, asked: _Asked) -> tuple[Exposure, float]:
    """The main bet at every cut; also the edge of flat bets at the sheet's own."""
    found = {cut: asked.exposed(sheet, cut, asked.spread) for cut in _cuts(sheet, depth)}
    depths = tuple(Depth(cut, taken, error) for cut, (taken, error, _) in found.items())
    table = sheet.rules.table
    stake = min(table.maximum, asked.spread * table.minimum)
    taken, error, edge = found[depth]
    words = f"{COUNTS[COUNT].title}, {len(asked.plays)} index plays, bets of 1 to {asked.spread}"
    return Exposure("main", "Main bet", words, stake, taken, error, depths, _stops(depths), exact=True), edge


def _stops(depths: Sequence[Depth]) -> int | None:
    """The first cut from which on nothing is beaten any more."""
    ahead = [one.cut for one in depths if one.per_hour > 2 * one.error]
    rest = [one.cut for one in depths if not ahead or one.cut > max(ahead)]
    return rest[0] if rest else None


def _remedies(sheet: Sheet, depth: int, asked: _Asked, edge: float, main: Exposure) -> Iterator[Remedy]:
    """Cuts and spreads cost the honest player nothing; rules do."""
    for one in main.depths:
        if one.cut > depth:
            yield Remedy(f"{one.cut} cards behind the cut", one.per_hour, one.error, 0.0)
    for spread in SPREADS:
        if spread < asked.spread:
            taken, error, _ = asked.exposed(sheet, depth, spread)
            yield Remedy(f"no bet above {spread} times the minimum", taken, error, 0.0)
    for path, value in CHANGES.items():
        other = _changed(sheet, path, value)
        if other is not None:
            behind = depth * other.rules.cards.decks // sheet.rules.cards.decks
            taken, error, now = asked.exposed(other, behind, asked.spread)
            yield Remedy(f"{path}={set_text(other.written(path))}", taken, error, now - edge)


def _changed(sheet: Sheet, path: str, value: object) -> Sheet | None:
    """The sheet with one rule changed; None where it cannot be, or is so already."""
    if getattr(sheet.rules, path.partition(".")[0]) is None:
        return None
    try:
        other = with_values(sheet, {path: value})
    except (SheetError, NotationError):
        return None
    return None if other.hash == sheet.hash else other


# side bets


def _side_bet(sheet: Sheet, wager: str, depth: int, per_hour: int) -> Exposure:
    """A side bet at its maximum: at the sheet's cut, and with more and more cards behind it while it is beaten."""
    rules = next(bet.rules for bet in terms_of(sheet).bets if bet.wager == wager)
    times = rules.max * per_hour / 100
    found: list[tuple[Depth, str, bool]] = []
    for cut in (one for one in _cuts(sheet, depth) if one >= depth):
        gain, error, words, exact = _counted(sheet, wager, max(cut, FEWEST))
        found.append((Depth(cut, max(gain, 0.0) * times, error * times), words, exact))
        if gain <= 2 * error:
            break
    (now, words, exact), depths = found[0], tuple(one for one, _, _ in found)
    title = wager_title(sheet, wager)
    return Exposure(wager, title, words, rules.max, now.per_hour, now.error, depths, _stops(depths), exact)


def _counted(sheet: Sheet, wager: str, cut: int) -> tuple[float, float, str, bool]:
    """What a counter gains in 100 rounds, in stakes; its error, in words by which count, and whether it is exact."""
    try:
        found = countability(sheet, wager, decks=sheet.rules.cards.decks, cut=cut, shoes=SHOES)
    except NotationError:
        return *_by_effects(sheet, wager, cut), "every card's effect of removal", False
    best = max((who for who in found.counters if who.trigger is not None), key=lambda who: who.per_hundred)
    return best.per_hundred, best.error, best.words, True


def _by_effects(sheet: Sheet, wager: str, cut: int) -> tuple[float, float]:
    """What somebody gains in 100 rounds who bets when all effects of removal together are ahead, and its error."""
    decks = sheet.rules.cards.decks
    edge = sidebets.bet_figures(sheet, wager).house_edge
    effects = sidebets.effects_of_removal(sheet, wager)
    gains = np.array([-float(effects[card]) for card in DECK])
    random, cards = np.random.default_rng(1), 52 * decks
    means = []
    for gone in np.linspace(0, cards - cut, 20).astype(int):
        taken = random.multivariate_hypergeometric([decks] * len(DECK), gone, size=SHOES // 20)
        ahead = -edge + (taken @ (gains - gains.mean())) * (cards - 1) / (cards - gone)
        means.append(np.maximum(ahead, 0.0))
    every = np.concatenate(means)
    return 100 * float(every.mean()), 100 * float(every.std()) / sqrt(len(every))
