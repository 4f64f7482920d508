"""A hand record as a value: one round, as a person or a table wrote it down."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.cards import UNKNOWN, Card
from pitboss.engine import NOW, Engine, engine_of
from pitboss.errors import Defect, DefectsError
from pitboss.games.actions import Action
from pitboss.rules import Text

__all__ = ["FORMAT", "Line", "Paid", "Record", "RecordError", "SpotRecord"]

FORMAT = 2
"""The number of the format that is written; 1 numbers hands in the order they were made, as engine 0.1.0 did."""

Paid = int | tuple[int, ...]
"""What a wager was paid, in cents: in all, or hand by hand."""


class RecordError(DefectsError):
    """A hand record that cannot be used."""

    def __init__(self, record: str, defects: Sequence[Defect]) -> None:
        self.record = record
        super().__init__("hand record", record, defects)


class Line(Struct, frozen=True):
    """One thing somebody did, and where in the round: after how many cards, on whose turn."""

    do: Action
    by: str = ""
    after_cards: int | None = None
    turn: int = 0
    player: str = ""


class SpotRecord(Struct, frozen=True):
    """One betting box: who plays it, what is bet, what was answered, and what was paid.

    A box without a name is taken as another player's each, so that its limits are not another player's.
    """

    box: int
    player: str | None = None
    wagers: dict[str, int] = {}
    tokes: dict[str, int] = {}
    answers: tuple[Action, ...] = ()
    paid: dict[str, Paid] = {}
    paid_tokes: dict[str, Paid] = {}

    @property
    def name(self) -> str:
        return f"spot {self.box}" if self.player is None else self.player


class Record(Struct, frozen=True):
    """One round: its sheet, its spots, the cards in dealt order, and what was said and done.

    ``automatic`` is ``None`` where the record does not say: then the dealer's steps are automatic unless staff lines
    or a whole story (``actions``) are given.
    """

    sheet: str
    cards: tuple[Card, ...] = ()
    spots: tuple[SpotRecord, ...] = ()
    set: tuple[str, ...] = ()
    actions: tuple[Line, ...] = ()
    staff: tuple[Line, ...] = ()
    declared: bool = False
    automatic: bool | None = None
    shoe_ends: bool = False
    cut_card: int | None = None
    spot_limits: dict[str, int] = {}
    by_hand: bool = False
    link_down: bool = False
    meters: dict[str, int] = {}
    sheet_hash: str = ""
    sheet_text: str = ""
    """The hash of the sheet's text, which a log knows it by."""
    texts: tuple[Text, ...] = ()
    """The texts of a house's own sheet, so that the record can be read anywhere."""
    engine: str = ""
    events_hash: str = ""
    note: str = ""
    format: int = FORMAT
    about: dict[str, str] = {}
    name: str = ""
    folder: Path | None = None

    @property
    def replayed_by(self) -> Engine:
        """The engine that numbers the hands as the record does."""
        return NOW if self.format == FORMAT else engine_of("0.1.0")

    @property
    def is_automatic(self) -> bool:
        return not (self.staff or self.actions) if self.automatic is None else self.automatic

    @property
    def unseen(self) -> tuple[int, ...]:
        """The places, from 0, of the cards that nobody could see."""
        return tuple(place for place, card in enumerate(self.cards) if card is UNKNOWN)

    def error(self, place: str, problem: str, expected: str = "") -> RecordError:
        return RecordError(self.name, [Defect(place, problem, expected)])

    def __eq__(self, other: object) -> bool:
        """Whether two records say the same; where they were read from is no part of it."""
        return isinstance(other, Record) and all(getattr(self, field) == getattr(other, field) for field in _SAID)

    def __hash__(self) -> int:
        return hash((self.sheet, self.cards))


_SAID: tuple[Any, ...] = tuple(field for field in Record.__struct_fields__ if field not in ("name", "folder"))
