"""A table around its rounds, as a story: opened, shuffled, cut, burned, dealt, handed over, closed.

Some moves somebody decides on (a dealer is relieved, the table closes); what follows from them the house's procedure
says, and that is what a trainee can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from pitboss.errors import IllegalAction
from pitboss.games.actions import PlaceBet, StartDeal
from pitboss.rules import Sheet
from pitboss.school.guests import place_bets
from pitboss.school.levels import LEVELS
from pitboss.school.practice import play_on
from pitboss.shoe import Chance, ManualSource
from pitboss.table import Happening, Table
from pitboss.table.events import RoundStarted

__all__ = ["StoryEvent", "story"]

DEALERS: Final = ("Dee", "Max")


class StoryEvent(NamedTuple):
    """One thing that happened, and whether it followed from what had happened before."""

    event: Happening
    due: bool


Moved = tuple[Table, tuple[Happening, ...]]
Move = Callable[[Table], Moved]


def story(sheet: Sheet, chance: Chance) -> list[StoryEvent]:
    """Return what happens at a table from its opening on: a shuffle, a short round, and what somebody decides."""
    table, opened = Table.open(sheet, dealer=DEALERS[0])
    told = [StoryEvent(event, False) for event in opened]
    for box, player in enumerate(("Ann", "Bob", "Cleo")[: chance.between(1, 3)], 1):
        table, _ = table.sit(player, box)
    source = ManualSource(chance)
    for _ in range(3):
        for move in _drawn(BEFORE, chance):
            table = _try(table, move, told)
        table = _prepared(table, source, told, chance)
        for move in _drawn(BETWEEN, chance):
            table = _try(table, move, told)
        table = _prepared(table, source, told, chance)
        table = _round(table, chance, told)
    for move in CLOSING:
        table = _try(table, move, told)
    return told


def _drawn(moves: Sequence[Move], chance: Chance, one_in: int = 3) -> Iterator[Move]:
    yield from (move for move in moves if chance.bernoulli(1, one_in))


def _try(table: Table, move: Move, told: list[StoryEvent]) -> Table:
    """Somebody decides on a move: its first event is theirs, the others are due."""
    try:
        table, events = move(table)
    except IllegalAction:
        return table
    told += [StoryEvent(event, at > 0) for at, event in enumerate(events)]
    return table


def _prepared(table: Table, source: ManualSource, told: list[StoryEvent], chance: Chance) -> Table:
    """All that is due before a round; now and then a cut is refused, or something goes wrong with the burn."""
    while (moved := table.next_move(source)) is not None:
        odd = next((move for move in _drawn(INSTEAD, chance, one_in=4) if _can(table, move)), None)
        if odd is not None:
            table = _try(table, odd, told)
            continue
        if _is_burn(moved) and chance.bernoulli(1, 6):
            return table  # forgotten
        table, events = moved
        told += [StoryEvent(event, True) for event in events]
    return table


def _is_burn(moved: Moved) -> bool:
    return getattr(moved[1][0], "name", "") == "burn"


def _can(table: Table, move: Move) -> bool:
    try:
        move(table)
    except IllegalAction:
        return False
    return True


def _round(table: Table, chance: Chance, told: list[StoryEvent]) -> Table:
    """One round; its own events are no part of this story, but what is done with the cards after it is."""
    table, events = table.start_round(automatic=True)
    told += [StoryEvent(event, isinstance(event, RoundStarted)) for event in events]
    assert table.round is not None
    twin = table.round
    taken = [box for box, player in enumerate(table.boxes, 1) if player]
    table = _bets(table, taken, chance, told)
    if table.round is None or table.round is twin:
        return table
    round_ = table.round.copy()
    list(play_on(round_, chance))
    return _ended(table, round_, told)


def _bets(table: Table, boxes: list[int], chance: Chance, told: list[StoryEvent]) -> Table:
    """The players bet, and the deal begins."""
    assert table.round is not None
    trial = table.round.copy()
    place_bets(trial, LEVELS[0], chance, boxes=boxes[:1])
    for action, _ in trial.inputs:
        if isinstance(action, PlaceBet):
            named = PlaceBet(action.spot, action.cents, action.wager, table.holder(action.spot))
            table, _ = table.act(named)
    table, events = table.act(StartDeal(), role="dealer")
    told += [StoryEvent(event, True) for event in events if not hasattr(event, "__struct_fields__")]
    return table


def _ended(table: Table, round_: Any, told: list[StoryEvent]) -> Table:
    for action, role in round_.inputs[len(table.round.inputs if table.round else ()) :]:
        table, _ = table.act(action, role=role)
    table, events = table.end_round()
    told += [StoryEvent(event, True) for event in events]
    return table


def _shuffler_fails(table: Table) -> Moved:
    """The shuffler is out of order, so the game is dealt by hand."""
    table, failed = table.report_shuffler(False)
    table, by_hand = table.deal_by_hand()
    return table, (*failed, *by_hand)


BEFORE: Final[tuple[Move, ...]] = (
    _shuffler_fails,
    lambda table: table.spread_cards(),
    lambda table: table.request_shuffle("Ann", leave_of="shift_manager"),
    lambda table: table.tap_in(DEALERS[1]),
    lambda table: table.count_deck(52),
)
BETWEEN: Final[tuple[Move, ...]] = (
    lambda table: table.tap_in(DEALERS[1]),
    lambda table: table.spread_cards(),
    lambda table: table.show_burn("Ann", approved_by="supervisor"),
)
INSTEAD: Final[tuple[Move, ...]] = (
    lambda table: table.refuse_cut(),
    lambda table: table.place_cut_card(len(table.ceremony.cards) - 3, ordered_by="supervisor"),
    lambda table: table.burn(2),
)
"""What may happen in place of the next thing that is due."""
CLOSING: Final[tuple[Move, ...]] = (lambda table: table.close("supervisor"),)
