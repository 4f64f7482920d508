"""Blackjack as counters see it: the main bet by simulation of one who spreads, side bets by their exact results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.maths import sidebets
from pitboss.maths.analysis.progress import Step, Steps, part_of, silent
from pitboss.maths.counting import COUNTS, Count
from pitboss.maths.counting.blackjack import protect_bets, study
from pitboss.maths.counting.blackjack.protect_bets import SideBetCounter, stops_at
from pitboss.maths.counting.blackjack.study import checked_cut, study_count
from pitboss.maths.counting.blackjack.variations import changed
from pitboss.maths.counting.protection import MAIN, Depth, Exposure, Protection, Remedy
from pitboss.maths.counting.risk import AtCount, Bettor, outcome, smoothed
from pitboss.maths.counting.worth import played_by_count
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.results import keep, recall
from pitboss.money import Odds
from pitboss.rules import Sheet
from pitboss.rules.wager_words import wager_title
from pitboss.rules.write import set_text

__all__ = ["protect"]

PLAYS: Final = 18
PARTS: Final = (0.083, 0.17, 0.25, 0.33, 0.42, 0.5, 0.67)
"""Parts of the shoe behind the cut that are tried beside the sheet's own."""
CHANGES: Final[Mapping[str, object]] = {
    "dealer.soft_17": "hit", "cards.decks": 8, "double.after_split": False, "split.resplit_aces": False,
    "surrender.offered": False, "blackjack.pays": Odds(6, 5),
}  # fmt: skip
"""Rules that a house may change; those that a sheet has already are left out."""
NEAR: Final = 6
"""Cards by which another cut differs at least."""
SPREADS: Final = (8, 4, 2)
SHAPES: Final = (Protection, Exposure, Depth, Remedy)


@dataclass(frozen=True)
class _Main:
    """The counter of the main bet: what they know and do, and for how long it is played."""

    count: Count
    plays: tuple[str, ...]
    correlation: float
    spread: int
    per_hour: int
    rounds: int
    seed: int | str

    def taken(self, sheet: Sheet, cut: int, spread: int) -> tuple[Depth, float]:
        """What is taken in an hour by bets of one and of the whole spread, the latter wherever the count is ahead.

        Also the share of rounds in which that is.
        """
        rows: Sequence[AtCount] = played_by_count(
            sheet, self.count, plays=self.plays, cut=cut, rounds=self.rounds, seed=self.seed
        )
        table = sheet.rules.table
        most = min(table.maximum, spread * table.minimum)
        ahead = _ahead(smoothed(rows), high=self.correlation >= 0)
        bettor = Bettor(10**9, 0.5, table.minimum, most, table.bet_step)
        found = outcome(rows, bettor, lambda row: most if row.count in ahead else table.minimum)
        hours = self.per_hour / 100
        share = sum(row.share for row in rows if row.count in ahead)
        return Depth(cut, found.win * hours, found.win_error * hours), share


def _ahead(told: Sequence[AtCount], *, high: bool) -> frozenset[int]:
    """The counts from one on, or down to it, at which larger bets bring most by their curve.

    They begin at the end where the count says that the player is ahead, so a curve that bends up at its other end
    adds none.
    """
    found, best, total = 0, 0.0, 0.0
    ordered = sorted(told, key=lambda row: row.count, reverse=high)
    for number, row in enumerate(ordered, 1):
        total += row.share * row.mean
        if total > best:
            found, best = number, total
    return frozenset(row.count for row in ordered[:found])


def protect(
    sheet: Sheet, *, count: Count = COUNTS["hi-lo"], cut: int | None = None, spread: int = 12, per_hour: int = 70,
    rounds: int = 4_000_000, seed: int | str = 1, shoes: int | None = None, progress: Steps = silent,
) -> Protection:  # fmt: skip
    """Return which bets of a sheet can be beaten, by how much an hour, where that stops, and which change stops it.

    ``shoes`` are solved exactly for the index plays, the usual number where it is not said. The result is kept.
    """
    depth = checked_cut(sheet, cut)
    key = {
        "sheet": sheet.hash, "count": repr(count), "cut": depth, "spread": spread, "hour": per_hour,
        "n": [rounds, seed, study.SHOES if shoes is None else shoes, protect_bets.SHOES],
        "tried": [list(PARTS), list(SPREADS), sorted(CHANGES)],
    }  # fmt: skip
    kept: Protection | None = recall("protect", key, shapes=SHAPES)
    if kept is not None:
        return kept
    with progress(1.0) as step:
        studied = study_count(sheet, count, cut=depth, shoes=shoes, progress=part_of(step, 0.4))
        plays = tuple(studied.plays.texts(studied.plays.by_value(PLAYS)))
        who = _Main(count, plays, studied.betting_correlation, spread, per_hour, rounds, seed)
        main, remedies = _main_bet(sheet, depth, who, step)
        exposures = [main]
        wagers = sidebets.side_wagers(sheet)
        counter = SideBetCounter(depth, tuple(_cuts(sheet, depth)), per_hour, count, seed)
        for wager in wagers:
            step(wager_title(sheet, wager), 0.2 / len(wagers))
            bet, changes = counter.looked_at(sheet, wager)
            exposures.append(bet)
            remedies += changes
    exposures.sort(key=lambda one: -one.per_hour)
    found = Protection(tuple(exposures), tuple(remedies), per_hour, spread, depth, count.text)
    keep("protect", key, found)
    return found


def _cuts(sheet: Sheet, depth: int) -> list[int]:
    """The sheet's own, and others that differ from it by more than a few cards."""
    cards = 52 * sheet.rules.cards.decks
    others = {round(part * cards) for part in PARTS}
    return sorted({depth, *(cut for cut in others if abs(cut - depth) > NEAR)})


# the main bet


def _main_bet(sheet: Sheet, depth: int, who: _Main, step: Step) -> tuple[Exposure, list[Remedy]]:
    """The main bet at every cut, and what a house can do."""
    cuts = _cuts(sheet, depth)
    found = {}
    for cut in cuts:
        step(f"main bet, {cut} cards behind the cut", 0.2 / len(cuts))
        found[cut] = who.taken(sheet, cut, who.spread)
    now, share = found[depth]
    depths = tuple(one for one, _ in found.values())
    table = sheet.rules.table
    main = Exposure(
        wager=MAIN, title="Main bet", house_edge=_edge(sheet), counter=_words(who), tags=who.count.text,
        correlation=who.correlation, stake=min(table.maximum, who.spread * table.minimum), bets=share,
        per_hour=now.per_hour, error=now.error, same_count=now.per_hour, depths=depths, stops_at=stops_at(depths),
        exact=True,
    )  # fmt: skip
    return main, sorted(_remedies(sheet, depth, who, main, step), key=lambda one: one.order)


def _words(who: _Main) -> str:
    return f"{who.count}, {len(who.plays)} index plays, bets of 1 to {who.spread}"


def _edge(sheet: Sheet) -> float:
    """What the house keeps of the smallest bet under best play, off the top of the shoe."""
    return GAME_MATHS[sheet.game].edges(sheet, {MAIN: sheet.rules.table.minimum})[MAIN]


def _remedies(sheet: Sheet, depth: int, who: _Main, main: Exposure, step: Step) -> Iterator[Remedy]:
    """Of a bet that is beaten: cuts and spreads cost the honest nothing off the top of the shoe; rules do."""
    if not main.beaten:
        return
    for one in main.depths:
        if one.cut > depth:
            yield Remedy(MAIN, "cut", str(one.cut), one.per_hour, one.error, 0.0)
    for spread in SPREADS:
        if spread < who.spread:
            now, _ = who.taken(sheet, depth, spread)
            yield Remedy(MAIN, "spread", str(spread), now.per_hour, now.error, 0.0)
    for path, value in CHANGES.items():
        step(f"main bet, {path}", 0.2 / len(CHANGES))
        other = changed(sheet, path, value)
        if other is not None:
            behind = depth * other.rules.cards.decks // sheet.rules.cards.decks
            now, _ = who.taken(other, behind, who.spread)
            said = f"{path}={set_text(other.written(path))}"
            yield Remedy(MAIN, "rule", said, now.per_hour, now.error, _edge(other) - main.house_edge)
