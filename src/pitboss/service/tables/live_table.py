"""A live table as one value: the table itself, and what its automatic dealer has to remember between two commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pitboss.games.round import Question, Round
from pitboss.rules import Sheet, sheet_of
from pitboss.service.floor.commands import Chips, Command
from pitboss.service.floor.recorded import OpenTable
from pitboss.shoe import Ceremony
from pitboss.table import Happening, Table
from pitboss.table.saving import restored, saved
from pitboss.typed import noted

__all__ = [
    "Before", "Limits", "Live", "Notice", "OpenCorrection", "PaymentUnderWay", "Settled", "Slip", "asked_seat",
    "played_by", "restore", "save", "sets_since",
]  # fmt: skip


class PaymentUnderWay(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive win at a seat, and the steps of its payment that are done."""

    seat: int
    player: str
    hand: str
    """The button on the keypad."""
    award: int
    meter: str = ""
    steps: tuple[str, ...] = ()


class OpenCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """What was reversed, and by which entry; the payment that follows names the same correction."""

    correction: str
    version: int
    """The entry that reversed."""
    settled: int
    """The entry that had settled the wager."""
    spot: int
    hand: int
    wager: str
    player: str
    owner: Literal["player", "dealers"]
    dealer: str
    """Who dealt the round."""
    stake: int
    kept: int = 0
    """What the player keeps of the wrong payment, because the house pays it."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """A wager of one of the last rounds: by which entry it was settled, who dealt, what was due and what was paid."""

    version: int
    round: int
    spot: int
    hand: int
    wager: str
    player: str
    owner: Literal["player", "dealers"]
    dealer: str
    stake: int
    due: int
    """What the player gains by it, or loses."""
    paid: int
    line: str = ""
    clause: str = ""
    correction: str = ""
    """The last correction of it."""


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit on its way."""

    slip: str
    kind: Literal["fill", "credit"]
    chips: Chips
    by: str


Limits = tuple[int, int]
"""The least and the most of a main bet, in cents."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Limits that are coming: with the next round, or with the first one after a time."""

    minimum: int
    maximum: int
    at: int
    keeps_earlier: bool


class Live(msgspec.Struct, frozen=True):
    """A table on the floor; a struct, because every entry makes a few copies of its many fields."""

    id: str
    opened: OpenTable
    table: Table
    asked_at: int = 0
    """When what the table waits for was asked, in milliseconds."""
    asked: int = 0
    """The entry that asked it, which is how an answer names its question; 0 where nothing is asked."""
    bet_at: int = 0
    """When the first bet of this round was made; 0 before."""
    round_first: int = 0
    """The entry that began the round under way."""
    ready: frozenset[str] = frozenset()
    missed: tuple[tuple[str, int], ...] = ()
    """How many questions in a row each player has left to the clock."""
    active: tuple[tuple[str, int], ...] = ()
    """When each player has last sat down, bet or answered."""
    seeds: tuple[tuple[str, str], ...] = ()
    """The secret chance behind each deck's order, or behind the shoe's."""
    closed: bool = False
    calls: tuple[str, ...] = ()
    """Why the floor is wanted here, the first call first."""
    payments: tuple[PaymentUnderWay, ...] = ()
    """Progressive wins that are being paid: no bets before they are done."""
    corrections: tuple[OpenCorrection, ...] = ()
    """What was reversed and not yet paid again."""
    slips: tuple[Slip, ...] = ()
    """Fills and credits that were asked for and not yet signed."""
    signed: tuple[str, ...] = ()
    """The names of those that were signed or cancelled since the tray was opened."""
    counted: Literal["", "opening", "closing"] = ""
    """The last count that opened or closed the tray of a staffed table."""
    settled: tuple[Settled, ...] = ()
    """The wagers of the last rounds, while what was paid on them can be corrected."""
    dealt_at: int = 0
    """When the deal of the round under way began."""
    needed_at: int = 0
    """Since when a staffed table waits for the floor, for a case from its first step on; 0 where it does not."""
    notice: Notice | None = None
    """Limits that are announced and do not hold yet."""
    limits: Limits | None = None
    """The limits that hold, where they are others than those that the table was opened with."""
    earlier: tuple[tuple[str, Limits], ...] = ()
    """Players who keep the limits that they sat down at."""
    seatings: tuple[tuple[str, int, int], ...] = ()
    """How often each person has sat down or joined the line in this round, and since when they are counted."""
    colours: tuple[tuple[str, int], ...] = ()
    """The colours that players have chosen for their names."""
    before: Before | None = None
    """The last entry of a staffed table, and the table before it; never saved."""

    @property
    def staffed(self) -> bool:
        return self.opened.dealer == "staffed"

    @property
    def declared(self) -> bool:
        """Whether cards are told as they come out of a real shoe."""
        return self.opened.cards == "declared"

    @property
    def round(self) -> Round | None:
        return self.table.round

    @property
    def question(self) -> Question | None:
        return None if self.table.round is None else self.table.round.question

    @property
    def sheet(self) -> Sheet:
        return self.table.sheet

    def owners(self) -> dict[int, str]:
        """The players of the spots in the round under way."""
        return {box: spot.player for box, spot in self.table.spots.items()}

    def touched(self, player: str, at: int, **changed: Any) -> Live:
        """Note that a player was active, and what they changed: a table has many fields, and is copied once."""
        missed = tuple(item for item in self.missed if item[0] != player)
        return replace(self, missed=missed, active=_with(self.active, player, at), **changed)

    def in_colour(self, player: str, colour: int) -> tuple[tuple[str, int], ...]:
        """The colours of all with the one that a player has chosen, where they have chosen one."""
        return _with(self.colours, player, colour) if colour else self.colours

    def counted_missing(self, player: str) -> Live:
        return replace(self, missed=_with(self.missed, player, dict(self.missed).get(player, 0) + 1))

    def called(self, why: str) -> Live:
        """The floor is wanted; for the same reason it is called once until it has answered."""
        return self if why in self.calls else replace(self, calls=(*self.calls, why))

    def without(self, player: str) -> Live:
        """The table without what it remembers of a player who has left."""
        return replace(
            self,
            ready=self.ready - {player},
            missed=tuple(item for item in self.missed if item[0] != player),
            active=tuple(item for item in self.active if item[0] != player),
            earlier=tuple(item for item in self.earlier if item[0] != player),
            colours=tuple(item for item in self.colours if item[0] != player),
        )


@dataclass(frozen=True, slots=True)
class Before:
    """What a retraction needs to know: the last entry, who gave it, what it did, and the table before it."""

    version: int
    live: Live
    command: Command
    role: str
    events: tuple[Happening, ...]


def _with(items: tuple[tuple[str, int], ...], key: str, value: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted({**dict(items), key: value}.items()))


def asked_seat(table: Table) -> int:
    """The box that is asked to cut; 0 where nobody is."""
    cards = table.cards
    asked = cards.offered if isinstance(cards, Ceremony) and cards.phase == "cut_offered" else None
    return asked or 0


class _Facts(msgspec.Struct):
    """The fields of a live table that are saved as they are."""

    id: str
    asked_at: int
    bet_at: int
    round_first: int
    ready: frozenset[str]
    missed: tuple[tuple[str, int], ...]
    active: tuple[tuple[str, int], ...]
    seeds: tuple[tuple[str, str], ...]
    closed: bool
    calls: tuple[str, ...] = ()
    payments: tuple[PaymentUnderWay, ...] = ()
    corrections: tuple[OpenCorrection, ...] = ()
    slips: tuple[Slip, ...] = ()
    signed: tuple[str, ...] = ()
    counted: Literal["", "opening", "closing"] = ""
    settled: tuple[Settled, ...] = ()
    dealt_at: int = 0
    needed_at: int = 0
    notice: Notice | None = None
    limits: Limits | None = None
    earlier: tuple[tuple[str, Limits], ...] = ()
    seatings: tuple[tuple[str, int, int], ...] = ()
    colours: tuple[tuple[str, int], ...] = ()


def save(live: Live) -> bytes:
    """A live table between rounds, as bytes that hold its secrets."""
    own: Mapping[str, Any] = {name: getattr(live, name) for name in _Facts.__struct_fields__}
    return msgspec.msgpack.encode([own, live.opened, saved(live.table), *sets_since(live)])


def restore(octets: bytes, sheets: Callable[[OpenTable], Sheet]) -> Live:
    """The table that was saved; ``sheets`` finds the sheet that it was opened on."""
    own, opened, table, *sets = msgspec.msgpack.decode(octets)
    terms = msgspec.convert(opened, noted(OpenTable))
    facts = msgspec.convert(own, noted(_Facts))
    plain = {name: getattr(facts, name) for name in _Facts.__struct_fields__}
    return Live(opened=terms, table=restored(played_by(sheets(terms), *sets), table), **plain)


def sets_since(live: Live) -> list[tuple[str, ...]]:
    """What is set on the sheet, where limits were changed since the table opened."""
    return [live.sheet.content.sets] if live.limits is not None else []


def played_by(sheet: Sheet, sets: Sequence[str] | None = None) -> Sheet:
    """The sheet that a table opened on, with what was set on it since."""
    return sheet if sets is None else sheet_of(msgspec.structs.replace(sheet.content, sets=tuple(sets)))
