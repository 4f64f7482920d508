"""A table: seats, waiting list, cards, and rounds one after another, as one value.

Every action is a triad: ``check_x`` raises :class:`~pitboss.errors.IllegalAction` with the clause, ``can_x`` answers
yes or no, and ``x`` gives the next table and what happened. A refusal changes nothing.

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

from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules
from pitboss.shoe import DEALER, CardSource, Ceremony, Deck, shuffle_rules
from pitboss.shoe.ceremony.state import allowed
from pitboss.table.cards import Handling
from pitboss.table.dealing import Dealing
from pitboss.table.events import TableOpened
from pitboss.table.state import Happening

__all__ = ["Table", "check_open"]


class Table(Dealing, Handling):
    """The whole of a table between and within its rounds."""

    __slots__ = ()

    @staticmethod
    def check_open(sheet: Sheet) -> None:
        check_open(sheet)

    @staticmethod
    def can_open(sheet: Sheet) -> bool:
        return allowed(check_open, sheet)

    @classmethod
    def open(cls, sheet: Sheet, *, dealer: str = "", decks: Sequence[Deck] = ()) -> tuple[Self, tuple[Happening, ...]]:
        """A table on a sheet with new decks brought to it; refused where the sheet leaves its document."""
        check_open(sheet)
        rules = shuffle_rules(sheet)
        decks = decks or [Deck(str(number), "blue") for number in range(1, rules.decks + 1)]
        ceremony, events = Ceremony.open(rules, decks)
        assert isinstance(sheet.rules, BlackjackRules)
        boxes = ("",) * sheet.rules.table.boxes
        opened = TableOpened(
            sheet=sheet.name, sheet_hash=sheet.hash, boxes=len(boxes), clause=sheet.cite("table.boxes")
        )
        return cls(sheet, ceremony, boxes, dealer=dealer), (opened, *events)

    def prepare(self, source: CardSource, *, cut_at: int | None = None) -> tuple[Self, tuple[Happening, ...]]:
        """All that is due before a round can start, with nobody asked: the first player cuts, here or in the middle.

        Spread, call, acknowledgement, shuffle, cut, cut card, load and burn, as far as the sheet has them.
        """
        state, log = self, ()  # type: tuple[Self, tuple[Happening, ...]]
        while not (state.ceremony.can_start_round() and not state.ceremony.can_burn()):
            state, events = state._next_move(source, cut_at)
            log = (*log, *events)
        return state, log

    def _next_move(self, source: CardSource, cut_at: int | None) -> tuple[Self, tuple[Happening, ...]]:
        match self.ceremony.phase:
            case "opening":
                return self.spread_decks()
            case "shuffle_due":
                return self.call_shuffle()
            case "called":
                return self.acknowledge("supervisor")
            case "ready":
                return self.shuffle(source)
            case "shuffled":
                return self.offer_cut()
            case "cut_offered":
                offered = self.ceremony.offered
                return self.cut(len(self.ceremony.cards) // 2 if cut_at is None else cut_at, by=offered or DEALER)
            case "cut":
                return self.place_cut_card()
            case "cut_card_placed":
                return self.load()
            case _:
                return self.burn()


def check_open(sheet: Sheet) -> None:
    """A house opens a table only on a sheet within its document (BJ-CARD-1, BJ-SHUF-1, BJ-LIM-3, GC-EQUIP-2)."""
    if not isinstance(sheet.rules, BlackjackRules):
        raise IllegalAction(f"{sheet.name} is no game of this table")
    if sheet.departures:
        clauses = sheet.departures[0].clauses
        found = "; ".join(map(str, sheet.departures))
        raise IllegalAction(f"no table opens on this sheet: {found}", clauses[0] if clauses else "")
