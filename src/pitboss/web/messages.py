"""The messages of the WebSocket as types, and the JSON schema that is made from them.

What the server sends is written by :mod:`pitboss.service.tables.views` without going through these types, for speed;
the tests hold every message against the schema.
"""

from __future__ import annotations

import operator
from functools import cache, reduce
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from pitboss.cards import Card
from pitboss.errors import NotationError, Refusal
from pitboss.games.events import Event as RoundEvent
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import encode
from pitboss.service.floor.event_json import SCHEMA
from pitboss.service.tables.live_table import Notice
from pitboss.table.events import TableEvent
from pitboss.web.refusals import refusal_body
from pitboss.web.staff_messages import Amounts, Staff

__all__ = [
    "IN", "OUT", "Acknowledge", "Command", "Message", "Meters", "Ping", "Unwatch", "Watch", "check_schema",
    "components", "done", "hello", "pong", "refused", "reminder", "schema",
]  # fmt: skip

CARD: Final = {
    "type": "string",
    "description": "rank and suit such as As or Td, ?? for a face that is not yours to know",
    "pattern": r"^([2-9TJQKA][cdhs]|\?\?)$",
}


# what comes in


class Watch(Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """Be sent the whole table now, and every change of it from now on; sent again, the whole table again."""

    table: str


class Unwatch(Struct, frozen=True, tag="unwatch", forbid_unknown_fields=True):
    """No more of this table."""

    table: str


class Meters(Struct, frozen=True, tag="meters", forbid_unknown_fields=True):
    """Be sent the meters of the progressive now and whenever they move."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask for a Pong, to see that the connection is alive."""


class Command(Struct, frozen=True, tag="command", forbid_unknown_fields=True):
    """Do something at a table; ``id`` names it, so that sent twice it is done once."""

    id: str
    table: str
    command: c.PlayerCommand | c.StaffCommand
    """What is done: your role says what you may."""
    schema: int = SCHEMA
    question: int | None = None
    """The question it answers, as ``state.asked`` names it: an answer needs it, and is refused once another is open."""


class Acknowledge(Struct, frozen=True, tag="acknowledge", forbid_unknown_fields=True):
    """You have seen the reminder of how long you have been playing."""


Message = Watch | Unwatch | Meters | Ping | Acknowledge | Command


# what goes out


class Hello(Struct, frozen=True, tag="hello"):
    """Who the server takes you for; sent first, and again when your role has changed."""

    schema: Literal[1]
    name: str
    role: str


class Pong(Struct, frozen=True, tag="pong"):
    schema: Literal[1]


class Done(Struct, frozen=True, tag="done"):
    """The command is durable, as this version of the table."""

    schema: Literal[1]
    id: str
    table: str
    version: int


class Refused(Struct, frozen=True, tag="refused"):
    """It was not done: why, and by which clause; ``id`` is empty where it could not be read.

    With ``again`` the server could not tell whether it was done: sent again under the same name, it is done once.
    """

    schema: Literal[1]
    id: str
    reason: str
    clause: str
    again: bool = False
    code: str = ""
    """What a program reads instead of the sentence."""
    params: dict[str, str | int | list[str | int]] = {}
    """What the sentence shows, by name; money in cents."""


class MeterWon(Struct, frozen=True):
    """A hand at some table has won a meter; ``cents`` is null until the award is made."""

    meter: str
    table: str
    sheet: str
    cents: int | None


class MetersAre(Struct, frozen=True, tag="meters"):
    """The meters, in cents, at this version of the link."""

    schema: Literal[1]
    version: int
    major: int
    minor: int
    up: bool
    won: list[MeterWon]
    """Who has won a meter, until their table plays for it again."""


class Reminder(Struct, frozen=True, tag="reminder"):
    """How many minutes you have been playing, and today's result in cents: sent until you acknowledge it."""

    schema: Literal[1]
    minutes: int
    result: int


class Shoe(Struct, frozen=True, tag="Shoe"):
    """Something that happened to the cards between rounds; its details stand beside these fields."""

    name: str
    clause: str


class Question(Struct, frozen=True):
    """What the table waits for; a spot of 0 means that several may answer."""

    kind: str
    role: str
    spot: int
    hand: int


class Cards(Struct, frozen=True, omit_defaults=True):
    """The shoe, or the deck in play, as anybody can see it."""

    phase: str | UnsetType = UNSET
    drawn: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    root: str | UnsetType | None = UNSET
    cut: int | UnsetType | None = UNSET
    deck: str | UnsetType = UNSET
    mode: str | UnsetType = UNSET


class State(Struct, frozen=True):
    """What anybody may know of how a table stands."""

    boxes: list[str]
    """Who sits where, from the dealer's left; empty where nobody does."""
    colours: list[int]
    """The colour that each of them has chosen for their name, from 1 to 6; 0 where none was chosen."""
    waiting: list[str]
    round: int
    dealt: bool
    question: Question | None
    asked: int
    """What a command names that answers the question, or the offer to cut; 0 where nothing is asked."""
    cut: int
    """The box that is asked to cut, or 0."""
    deadline: int | None
    """When the house goes on by itself, in milliseconds since 1970."""
    ready: list[str]
    """Who has bet or sits this round out: the deal does not wait for them."""
    run_by: Literal["program", "dealer", "nobody"]
    """Who deals; nobody where a table that needs a dealer has none yet."""
    cards: Cards
    closed: bool
    limits: tuple[int, int]
    """The least and the most of a main bet, in cents, for whoever sits down now."""
    notice: Notice | None
    """Other limits that are announced: with the next round, or with the first one after a time."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """An answer that you can give now: its words, and what a program reads instead of them."""

    action: c.AnyAction
    text: str
    clause: str
    kind: str
    """The kind of answer: double_down, double_for_less, fold_and_tuck, and so on."""
    cents: int = 0
    """What it stakes further, or brings back of the stake, in cents."""
    free: bool = False
    """Whether the house stakes it."""
    pays: str = ""
    """The odds that it is paid by."""
    card: str = ""
    """The card that is offered."""
    amounts: Amounts | None = None
    """Where you name an amount: its bounds."""


class You(Struct, frozen=True, omit_defaults=True):
    """What concerns you alone."""

    name: str
    boxes: list[int]
    offers: list[Offer]
    balance: int | UnsetType = UNSET
    """Your chips in cents, where they have moved."""
    limits: tuple[int, int] | UnsetType = UNSET
    """Your limits, where you keep those that you sat down at."""


class MeterValues(Struct, frozen=True):
    major: int
    minor: int
    up: bool
    won: list[MeterWon]


def _kinds(kind: type) -> list[type]:
    below: list[type] = kind.__subclasses__()
    return [leaf for one in below for leaf in _kinds(one)] if below else [kind]


AnyEvent: Any = reduce(operator.or_, [*_kinds(RoundEvent), *_kinds(TableEvent), Shoe])
"""Every event that a message can carry."""


class Table(Struct, frozen=True, tag="table"):
    """All that you may know of a table at one version of it."""

    schema: Literal[1]
    table: str
    title: str
    sheet: str
    sheet_hash: str
    sheet_text: str
    """The hash of the sheet's text with everything it extends: what the log knows it by."""
    game: str
    version: int
    coach: bool
    events: list[AnyEvent]
    """Those of the round under way."""
    state: State
    you: You | None
    staff: Staff | None
    """For the staff of the house only."""
    meters: MeterValues | None


class Change(Struct, frozen=True, tag="change"):
    """A table is one version further; who sees a gap between two versions watches again."""

    schema: Literal[1]
    table: str
    version: int
    at: int
    state: State
    events: list[AnyEvent]
    you: You | None
    staff: Staff | None


IN: Final = (Watch, Unwatch, Meters, Ping, Acknowledge, Command)
OUT: Final = (Hello, Table, Change, MetersAre, Reminder, Done, Refused, Pong)


def hello(name: str, role: str) -> bytes:
    return encode(Hello(1, name, role))


def pong() -> bytes:
    return encode(Pong(1))


def reminder(minutes: int, result: int) -> bytes:
    return encode(Reminder(1, minutes, result))


def done(command_id: str, table: str, version: int) -> bytes:
    return encode(Done(1, command_id, table, version))


def refused(command_id: str, refusal: Refusal, *, again: bool = False) -> bytes:
    return encode(Refused(1, command_id, again=again, **refusal_body(refusal)))


def check_schema(number: int) -> None:
    """A command in a form that this server does not speak is not guessed at."""
    if number != SCHEMA:
        raise NotationError(f"this server speaks schema {SCHEMA}, not {number}")


# the JSON schema


def _card(kind: type) -> dict[str, Any]:
    if kind is Card:
        return CARD
    raise NotImplementedError(kind)


def components(kinds: dict[str, Any], template: str) -> dict[str, Any]:
    """JSON schemas of types by name, and of all they are made of."""
    found, below = msgspec.json.schema_components(kinds.values(), schema_hook=_card, ref_template=template)
    return {**below, **dict(zip(kinds, found, strict=True))}


@cache
def schema() -> dict[str, Any]:
    """The schema of every message, in and out."""
    definitions = components(
        {
            "ClientMessage": reduce(operator.or_, IN),
            "ServerMessage": reduce(operator.or_, OUT),
        },
        "#/$defs/{name}",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the WebSocket /api/live",
        "description": "ClientMessage is what a client sends, ServerMessage what it gets.",
        "version": SCHEMA,
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": definitions,
    }
