"""Decisions on cards that the log hides: rounds of a visit replayed, as their player saw them.

What a folded hand held is used to value its decisions and goes no further: a rating tells sums.
"""

from __future__ import annotations

from pitboss.service.advice.coach import taken
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.floor.streams import TableChange, TableStream
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.operations.keys import Keys
from pitboss.service.ratings.visits import Answered, Visit, VisitRound
from pitboss.store import Store

__all__ = ["replay_hidden", "replayed_answers"]


def replay_hidden(visit: Visit, store: Store, keys: Keys, sheets: Sheets) -> None:
    """Find the decisions of a visit that the log alone does not tell, and note them with their boxes."""
    game = FLOOR_GAMES[visit.sheet.game].rating
    wanted = [
        one
        for one in visit.counted
        if any(box.answers is None and game.answers(one.dealt, box) is None for box in one.boxes)
    ]
    for one, answers in replayed_answers(visit, wanted, store, keys, sheets):
        for box in one.boxes:
            box.answers = tuple(answer for answer in answers if answer.position.spot == box.spot)


def replayed_answers(
    visit: Visit, wanted: list[VisitRound], store: Store, keys: Keys, sheets: Sheets
) -> list[tuple[VisitRound, list[Answered]]]:
    """The decisions of these rounds, from the table as it stood before each answer."""
    if not wanted:
        return []
    stream = TableStream(table_stream(visit.table), sheets)
    stream.load(store, keys, upto=wanted[0].dealt.first - 1)
    found: list[tuple[VisitRound, list[Answered]]] = []
    changes: list[TableChange] = []
    rounds = iter(wanted)
    due: VisitRound | None = next(rounds)
    for change in stream.catch_up(store, keys, upto=wanted[-1].dealt.last):
        if due is not None and change.entry.version >= due.dealt.first:
            changes.append(change)
        if due is not None and change.entry.version == due.dealt.last:
            found.append((due, _answers(changes, visit.person)))
            due, changes = next(rounds, None), []
    return found


def _answers(changes: list[TableChange], person: str) -> list[Answered]:
    return [Answered(one.position, one.action) for one in taken(changes, person)]
