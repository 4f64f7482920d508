"""A table: seats, waiting list, cards, and rounds one after another, as one value.

Every action is a triad: ``check_x`` raises :class:`~pitboss.errors.IllegalAction` with the clause, ``can_x`` answers
yes or no, and ``x`` returns the next table and what happened. A refusal changes nothing.

>>> from pitboss.rules import load
>>> from pitboss.shoe import SeededSource
>>> table, _ = Table.open(load("catfish-blackjack"))
>>> table, _ = table.sit("Ann", 1)
>>> table, _ = table.prepare(SeededSource("a quiet night"))
>>> table, _ = table.start_round()
>>> table.round.question
Question(kind='wagers', role='player', spot=0, hand=0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from pitboss.rules import Sheet
from pitboss.shoe import CardSource, Deck
from pitboss.table.cards import CardHandling
from pitboss.table.dealing import Dealing
from pitboss.table.events import TableOpened
from pitboss.table.game import TABLE_GAMES, Happening
from pitboss.table.state import places_of

__all__ = ["Table"]


class Table(Dealing, CardHandling, frozen=True):
    """The whole of a table between and within its rounds."""

    @classmethod
    def open(cls, sheet: Sheet, *, dealer: str = "", decks: Sequence[Deck] = ()) -> tuple[Self, tuple[Happening, ...]]:
        """A table on a sheet with new decks brought to it; which sheets a house opens tables on is for its floor."""
        cards, events = TABLE_GAMES[sheet.game].bring(sheet, decks)
        table = cls(sheet, cards, ("",) * places_of(sheet).boxes, dealer=dealer)
        clause = table.cite("table.boxes")
        opened = TableOpened(sheet=sheet.name, sheet_hash=sheet.hash, boxes=len(table.boxes), clause=clause)
        return table, (opened, *events)

    def prepare(self, source: CardSource, *, cut_at: int | None = None) -> tuple[Self, tuple[Happening, ...]]:
        """All that is due before a round can start, with nobody asked: the first player cuts, here or in the middle.

        Spread, call, acknowledgement, shuffle, cut, cut card, load, burn and count, as far as the sheet has them.
        """
        state, log = self, ()  # type: tuple[Self, tuple[Happening, ...]]
        while (moved := state.next_move(source, cut_at=cut_at)) is not None:
            state, events = moved
            log = (*log, *events)
        return state, log

    def next_move(self, source: CardSource, *, cut_at: int | None = None) -> tuple[Self, tuple[Happening, ...]] | None:
        """The next one of these moves; None where a round can start."""
        return self.game.next_move(self, source, cut_at)
