"""Irregularities made to happen: a dealer slips, or something is declared, and the case opens as at any table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.school.game import SCHOOL_GAMES
from pitboss.school.levels import Level
from pitboss.school.practice import bets_down, next_action
from pitboss.shoe import Chance

__all__ = ["Case", "kinds_of", "open_case", "open_case_in"]

STEPS_UNTIL_SHOWN: Final = 80
OPENED: Final = (e.IrregularityDeclared, e.BlackjackOverlooked)
BARED: Final = (e.CardExposed, e.HoleExposed)


class Case(NamedTuple):
    """A round in which something has gone wrong, and how many of its events came before."""

    kind: str
    round: Round
    before: int

    @property
    def seen(self) -> int:
        """How many events there were when everybody saw what had happened, and nobody had done anything about it."""
        at = next(at for at, event in enumerate(self.round.events) if at >= self.before and isinstance(event, OPENED))
        while at + 1 < len(self.round.events) and isinstance(self.round.events[at + 1], BARED):
            at += 1
        return at + 1


def kinds_of(sheet: Sheet) -> tuple[str, ...]:
    """Return the irregularities that a sheet has rulings for."""
    return tuple(sheet.rules.irregularity.kinds)


def open_case(sheet: Sheet, kind: str, level: Level, chance: Chance) -> Case | None:
    """Return a round in which the irregularity has come up; None where this deal holds no place for it."""
    return open_case_in(bets_down(sheet, level, chance), kind, chance)


def open_case_in(round_: Round, kind: str, chance: Chance) -> Case | None:
    """Return the round, in which bets are down, after the irregularity has come up somewhere; None where it has not."""
    patience = chance.below(12)
    found = None
    while not round_.over:
        case = _slipped(round_, kind, chance)
        if case is not None:
            found, patience = case, patience - 1
            if patience < 0:
                return found
        round_.act(next_action(round_, chance))
    return found


Slip = Callable[[Round], None]
"""Does something wrong with a round; refused where it cannot be done."""


def _slipped(round_: Round, kind: str, chance: Chance) -> Case | None:
    """The round after one of the mistakes that can lead to this case, if one does."""
    for slip in _slips(round_, kind, chance):
        twin, before = round_.copy(), len(round_.events)
        try:
            slip(twin)
        except IllegalAction:
            continue
        if _shown(twin, kind, before):
            return Case(kind, twin, before)
    return None


def _slips(round_: Round, kind: str, chance: Chance) -> Iterator[Slip]:
    """What a dealer may do wrong here, or somebody declare, that can lead to this case."""
    room, question = SCHOOL_GAMES[round_.sheet.game], round_.question
    assert question is not None
    boxes = (*round_.boxes, 0)
    if kind in room.declared:
        yield from (_does(a.Declare(kind, box, note)) for box in boxes for note in room.grounds.get(kind, ("",)))
    match room.slips.get(kind), question.kind:
        case "wrong peek", "peek":
            yield _then(a.PeekSays(False), kind, chance)
        case "no card left", "proceed" if round_.next_card:
            yield _shoe_ends(kind, chance)
        case "passed over", "proceed":
            yield _passed_over(question.spot, kind, chance)
        case "wrong spot", "proceed":
            yield from (_then(a.Deal(box), kind, chance) for box in boxes if box != question.spot)
        case "overlooked", "proceed":
            yield from (_then(a.Overlook(box), kind, chance) for box in boxes)


def _does(action: a.Action) -> Slip:
    return lambda round_: _act(round_, action)


def _act(round_: Round, action: a.Action) -> None:
    round_.act(action)


def _then(action: a.Action, kind: str, chance: Chance) -> Slip:
    """Something wrong is done, and the round goes on until it is seen."""

    def slip(round_: Round) -> None:
        before = len(round_.events)
        round_.act(action)
        _go_on(round_, kind, chance, before)

    return slip


def _shoe_ends(kind: str, chance: Chance) -> Slip:
    """There is no further card."""

    def slip(round_: Round) -> None:
        before = len(round_.events)
        round_.order = (round_.order or ())[: round_.next_card]
        _go_on(round_, kind, chance, before)

    return slip


def _passed_over(victim: int, kind: str, chance: Chance) -> Slip:
    """The dealer forgets one spot, or themselves, in every pass of the deal."""

    def slip(round_: Round) -> None:
        before = len(round_.events)
        for _ in range(STEPS_UNTIL_SHOWN):
            if round_.over or _shown(round_, kind, before):
                return
            question = round_.question
            assert question is not None
            if question.kind == "proceed" and question.spot == victim and _forgotten(round_, victim):
                continue
            if kind in SCHOOL_GAMES[round_.sheet.game].declared and _tried(round_, a.Declare(kind)):
                return
            round_.act(next_action(round_, chance))

    return slip


def _forgotten(round_: Round, victim: int) -> bool:
    """Pass over a spot: its card is not dealt, or goes to the next one."""
    boxes = list(round_.boxes)
    following = (boxes[boxes.index(victim) + 1 :] or [0])[0] if victim else 0
    return _tried(round_, a.Overlook(victim) if not victim else a.Deal(following))


def _tried(round_: Round, action: a.Action) -> bool:
    try:
        round_.act(action)
    except IllegalAction:
        return False
    return True


def _go_on(round_: Round, kind: str, chance: Chance, before: int) -> None:
    for _ in range(STEPS_UNTIL_SHOWN):
        if round_.over or _shown(round_, kind, before):
            return
        round_.act(next_action(round_, chance))


def _shown(round_: Round, kind: str, before: int) -> bool:
    """Whether the case has come up since."""
    point = round_.cite(kind)
    return any(
        (isinstance(event, e.IrregularityDeclared) and event.kind == kind)
        or (isinstance(event, e.BlackjackOverlooked) and event.clause == point)
        for event in round_.events[before:]
    )
