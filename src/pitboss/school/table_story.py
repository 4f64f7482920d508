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
from pitboss.shoe import Chance, ManualSource, SeededChance
from pitboss.table import Happening, Table
from pitboss.table.events import RoundStarted

__all__ = ["StoryEvent", "story"]

DEALERS: Final = ("Dee", "Max")


Moved = tuple[Table, tuple[Happening, ...]]
Move = Callable[[Table], Moved]


class StoryEvent(NamedTuple):
    """One thing that happened, whether it followed from what had happened before, and the move that it is part of."""

    event: Happening
    due: bool
    table: Table
    """The table before the move."""
    move: Move
    at: int
    """Which of the move's events it is."""

    def again(self) -> Happening:
        """Return what happens when the move is made again at the same table."""
        return self.move(self.table)[1][self.at]


def story(sheet: Sheet, chance: Chance) -> list[StoryEvent]:
    """Return what happens at a table from its opening on: a shuffle, a short round, and what somebody decides."""
    table, opened = Table.open(sheet, dealer=DEALERS[0])
    told = [
        StoryEvent(event, False, table, lambda table: Table.open(sheet, dealer=DEALERS[0]), at)
        for at, event in enumerate(opened)
    ]
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
        after, events = move(table)
    except IllegalAction:
        return table
    told += [StoryEvent(event, at > 0, table, move, at) for at, event in enumerate(events)]
    return after


def _next(table: Table) -> Moved:
    """What is due next, on other cards than those of the story: the steps are the same."""
    moved = table.next_move(ManualSource(SeededChance("other cards")))
    assert moved is not None
    return moved


def _prepared(table: Table, source: ManualSource, told: list[StoryEvent], chance: Chance) -> Table:
    """All that is due before a round; now and then a cut is refused, or something goes wrong with the burn."""
    while (moved := table.next_move(source)) is not None:
        odd = next((move for move in _drawn(INSTEAD, chance, one_in=4) if _can(table, move)), None)
        if odd is not None:
            table = _try(table, odd, told)
            continue
        if _is_burn(moved) and chance.bernoulli(1, 6):
            return table  # forgotten
        told += [StoryEvent(event, True, table, _next, at) for at, event in enumerate(moved[1])]
        table = moved[0]
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
    before = table
    table, events = _start(before)
    told += [StoryEvent(event, isinstance(event, RoundStarted), before, _start, at) for at, event in enumerate(events)]
    assert table.round is not None
    twin = table.round
    taken = [box for box, player in enumerate(table.boxes, 1) if player]
    table = _bets(table, taken, chance, told)
    if table.round is None or table.round is twin:
        return table
    round_ = table.round.copy()
    list(play_on(round_, chance))
    return _ended(table, round_, told)


def _start(table: Table) -> Moved:
    return table.start_round(automatic=True)


def _deal(table: Table) -> Moved:
    """The deal begins; events of the round itself are no part of this story."""
    table, events = table.act(StartDeal(), role="dealer")
    return table, tuple(event for event in events if not hasattr(event, "__struct_fields__"))


def _bets(table: Table, boxes: list[int], chance: Chance, told: list[StoryEvent]) -> Table:
    """The players bet, and the deal begins."""
    assert table.round is not None
    trial = table.round.copy()
    place_bets(trial, LEVELS[0], chance, boxes=boxes[:1])
    for action, _ in trial.inputs:
        if isinstance(action, PlaceBet):
            named = PlaceBet(action.spot, action.cents, action.wager, table.holder(action.spot))
            table, _ = table.act(named)
    after, events = _deal(table)
    told += [StoryEvent(event, True, table, _deal, at) for at, event in enumerate(events)]
    return after


def _ended(table: Table, round_: Any, told: list[StoryEvent]) -> Table:
    for action, role in round_.inputs[len(table.round.inputs if table.round else ()) :]:
        table, _ = table.act(action, role=role)
    after, events = table.end_round()
    told += [StoryEvent(event, True, table, lambda table: table.end_round(), at) for at, event in enumerate(events)]
    return after


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
