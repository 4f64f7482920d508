"""What the house expected of a visit: by the very bets made and the very decisions taken.

Three parts, which add up: the bets at best play by the sheet (every wager at its exact edge from a full shoe), what the
cards that were seen since each shuffle made of that, and what errors of play gave away. Money is from the house's side:
what it expects to win is positive. Expectations are numbers until they are told; each part is rounded to the cent by
itself, and every sum is one of rounded parts, so that what is shown adds up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor, sqrt
from typing import Final

from pitboss.games.game import ENGINES
from pitboss.maths.analysis.cards_left import EdgeLine
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.expectation import Expectation
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet
from pitboss.service.accounting.table_totals import group_of
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.ratings.visits import Answered, BoxPlayed, Dealt, Shoe, Visit, VisitRound

__all__ = [
    "Mistake",
    "RoundTheo",
    "VisitTheo",
    "WagerTheo",
    "answers_of",
    "cents",
    "edge_of",
    "round_theo",
    "visit_theo",
]

MAIN: Final = "main"
Lines = Mapping[str, EdgeLine]
"""By wager, how its edge changes with the cards that are gone."""


def cents(amount: float) -> int:
    """An expectation to the cent, halves up.

    >>> cents(1.5), cents(-0.5), cents(-1.2)
    (2, 0, -1)
    """
    return floor(amount + 0.5)


@dataclass(slots=True)
class RoundTheo:
    """What the house expected of a round, in cents as numbers."""

    sheet: dict[str, float] = field(default_factory=dict)
    """By wager, at best play from a full shoe."""
    cards: dict[str, float] = field(default_factory=dict)
    """By wager, what the cards seen before the bet change; empty where nothing is known of that."""
    skill: float = 0.0
    choices: int = 0
    mistakes: int = 0
    unvalued: int = 0
    """Decisions that could not be valued."""
    edge: float | None = None
    """The house's edge on the main bet when it was made, by the cards left."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that gave something away."""

    round: VisitRound
    answer: Answered
    cost: float
    """In cents."""


@dataclass(frozen=True, slots=True)
class WagerTheo:
    """A wager of a visit: what was bet on it, what the house expected of it and what it won; in cents."""

    wager: str
    handle: int
    sheet: int
    cards: int | None
    actual: int

    @property
    def edge(self) -> float:
        """The edge of the bets that were made, by the sheet."""
        return self.sheet / self.handle if self.handle else 0.0


@dataclass(frozen=True, slots=True)
class VisitTheo:
    """What the house expected of a visit and what it won; in cents."""

    wagers: tuple[WagerTheo, ...]
    skill: int
    rounds: tuple[RoundTheo, ...]
    """Of the rounds that count, in their order."""
    choices: int
    mistakes: tuple[Mistake, ...]
    """The dearest first."""
    unvalued: int
    actual: int
    deviation: float | None
    """How far results of such a visit lie from what is expected, in cents; None where that is not known."""

    @property
    def handle(self) -> int:
        return sum(one.handle for one in self.wagers)

    @property
    def sheet(self) -> int:
        """The bets at best play, from a full shoe."""
        return sum(one.sheet for one in self.wagers)

    @property
    def cards(self) -> int | None:
        """What the cards seen since each shuffle change; None for a game that deals every round afresh."""
        known = [one.cards for one in self.wagers if one.cards is not None]
        return sum(known) if known else None

    @property
    def fresh(self) -> int:
        """The exact theoretical loss by full-shoe values: the bets made and the decisions taken."""
        return self.sheet + self.skill

    @property
    def exact(self) -> int:
        """The same, given the cards seen since each shuffle."""
        return self.fresh + (self.cards or 0)

    @property
    def deviations(self) -> float | None:
        """How many deviations the house won more than was expected."""
        return (self.actual - self.exact) / self.deviation if self.deviation else None


# --- edges ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def edge_of(sheet: Sheet, wager: str, stake: int, main: int) -> float | None:
    """The exact edge of a wager at best play from a full shoe; None where it has none of its own."""
    if wager not in stakes_of(sheet):
        return None
    unit = FLOOR_GAMES[sheet.game].rating.unit_stake(sheet, main)
    stakes = {MAIN: unit} if wager == MAIN else {MAIN: main, wager: stake}
    return GAME_MATHS[sheet.game].edges(sheet, stakes)[wager]


def answers_of(dealt: Dealt, box: BoxPlayed) -> tuple[Answered, ...]:
    """The decisions of a box, as far as the log or a replay of it tells them."""
    if box.answers is None:
        box.answers = FLOOR_GAMES[dealt.sheet.game].rating.answers(dealt, box) or ()
    return box.answers


# --- rounds -----------------------------------------------------------------------------------------------------


class _Gone:
    """The effects of the cards of each shoe, added up card by card, so that no round adds them again."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._sums: dict[tuple[int, str], list[float]] = {}

    def shift(self, shoe: Shoe, seen: int, wager: str) -> float | None:
        line = self.lines.get(wager)
        if line is None:
            return None
        sums = self._sums.setdefault((id(shoe), wager), [0.0])
        for card in shoe.cards[len(sums) - 1 : seen]:
            sums.append(sums[-1] + line.effects[card])
        return line.shift(sums[seen], seen)


def round_theo(one: VisitRound, gone: _Gone | None = None, noted: list[Mistake] | None = None) -> RoundTheo:
    """What the house expected of a round."""
    found, dealt = RoundTheo(), one.dealt
    game, first = FLOOR_GAMES[dealt.sheet.game].rating, ENGINES[dealt.sheet.game].main_wagers[0]
    for box in one.boxes:
        main = box.bets.get(first, 0)
        for wager, stake in box.stakes.items():
            name = MAIN if wager == first else group_of(wager)
            if name == MAIN and wager != first:
                continue
            _add_bet(found, dealt, name, stake, main, gone)
        found.unvalued += box.hidden
        for answer in answers_of(dealt, box):
            cost = game.cost(answer)
            found.choices += 1
            found.unvalued += cost is None
            if cost:
                found.mistakes += 1
                found.skill += cost * answer.position.stake
                if noted is not None:
                    noted.append(Mistake(one, answer, cost * answer.position.stake))
    return found


def _add_bet(found: RoundTheo, dealt: Dealt, wager: str, stake: int, main: int, gone: _Gone | None) -> None:
    edge = edge_of(dealt.sheet, wager, stake, main)
    if edge is None:
        return
    found.sheet[wager] = found.sheet.get(wager, 0.0) + edge * stake
    shift = gone.shift(dealt.shoe, dealt.seen, wager) if gone is not None else None
    if shift is not None:
        found.cards[wager] = found.cards.get(wager, 0.0) + shift * stake
        if wager == MAIN:
            found.edge = edge + shift


# --- visits -----------------------------------------------------------------------------------------------------


def visit_theo(
    visit: Visit, *, lines: Lines | None = None, expected: Mapping[str, Expectation] | None = None
) -> VisitTheo:
    """What the house expected of a visit; with ``lines`` also given the cards seen, with ``expected`` how far it errs.

    Decisions of a game that hides cards count as far as its rounds have been replayed.
    """
    gone, noted = _Gone(lines or {}), []  # type: tuple[_Gone, list[Mistake]]
    counted = visit.counted
    rounds = tuple(round_theo(one, gone, noted) for one in counted)
    wagers = tuple(_wager(visit, wager, counted, rounds) for wager in _in_order(visit, rounds))
    return VisitTheo(
        wagers=wagers,
        skill=cents(sum(one.skill for one in rounds)),
        rounds=rounds,
        choices=sum(one.choices for one in rounds),
        mistakes=tuple(sorted(noted, key=lambda one: -one.cost)),
        unvalued=sum(one.unvalued for one in rounds),
        actual=-visit.result,
        deviation=_deviation(visit, counted, expected),
    )


def _in_order(visit: Visit, rounds: Iterable[RoundTheo]) -> list[str]:
    found = dict.fromkeys(wager for one in rounds for wager in one.sheet)
    return sorted(found, key=list(stakes_of(visit.sheet)).index)


def _wager(visit: Visit, wager: str, counted: list[VisitRound], rounds: tuple[RoundTheo, ...]) -> WagerTheo:
    first = visit.main if wager == MAIN else wager
    cards = [one.cards[wager] for one in rounds if wager in one.cards]
    return WagerTheo(
        wager=wager,
        handle=sum([one.bets.get(first, 0) for one in counted]),
        sheet=cents(sum(one.sheet.get(wager, 0.0) for one in rounds)),
        cards=cents(sum(cards)) if cards else None,
        actual=-sum(paid.pays for one in counted for paid in one.payouts if _told_with(paid.wager) == wager),
    )


def _told_with(wager: str) -> str:
    """The wager whose result another one's is part of: insurance is a decision of the main game."""
    return MAIN if wager == "insurance" else group_of(wager)


def _deviation(visit: Visit, counted: list[VisitRound], expected: Mapping[str, Expectation] | None) -> float | None:
    """The root of the variance of all bets; boxes of one round share the dealer's cards."""
    if expected is None:
        return None
    variance = 0.0
    for one in counted:
        for wager, known in expected.items():
            first = visit.main if wager == MAIN else wager
            stakes = [box.stakes[first] for box in one.boxes if first in box.stakes]
            squares = sum(stake**2 for stake in stakes)
            variance += squares * known.standard_deviation**2 + (sum(stakes) ** 2 - squares) * known.shared
    return sqrt(max(variance, 0.0))
