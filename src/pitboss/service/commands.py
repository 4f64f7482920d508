"""What can be asked of a floor: the inputs that its log keeps.

Those of players come from outside; those of the house are what the automatic dealer does when it is due. Replaying
them, each at the time it was given, gives the same tables again.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.holdem import actions as ha

__all__ = [
    "Act", "AnyAction", "AwardMeter", "BuyIn", "CashOut", "CloseTable", "Command", "Contribute", "Cut", "Deal",
    "EndRound", "Hello", "HouseCommand", "Leave", "LinkCommand", "LinkDown", "LinkUp", "OpenLink", "OpenTable",
    "Pace", "PersonCommand", "PlayerCommand", "Policy", "Prepare", "Ready", "RefuseCut", "RegisterHit", "Several",
    "Sit", "StartRound", "StopWaiting", "TableCommand", "TimeOut", "Unseat", "VoidContribution", "Wait", "decode",
    "encode",
]  # fmt: skip

AnyAction = (
    a.PlaceBet | a.TakeBackBet | a.PlaceToke | a.StartDeal | a.Insure | a.DeclineInsurance | a.TakeEvenMoney
    | a.CloseInsurance | a.Hit | a.Stand | a.Signal | a.DoubleDown | a.Split | a.Surrender | a.GoOn | a.TakeCard
    | a.RefuseCard | a.Proceed | a.Deal | a.CardIs | a.PeekSays | a.Overlook | a.Declare | a.CallSupervisor | a.Choose
    | a.Reshuffled | a.Rule | ha.Look | ha.Check | ha.PlayBet | ha.Fold | ha.JackpotPaid
)  # fmt: skip
"""Every action of a round."""


class Command(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """One input."""


class Pace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long an automatic table waits, in milliseconds, and how patient it is with a player who does not answer."""

    betting: int = 15_000
    """From the first bet of a round to the deal."""
    decision: int = 20_000
    cut: int = 10_000
    result: int = 4_000
    """From the end of a round to the next one."""
    patience: int = 3
    """Questions in a row that a player may leave unanswered before the seat is given up."""
    idle: int = 120_000
    """How long a seat is kept while others bet and its player does not."""


# what the house does


class OpenTable(Command, frozen=True, kw_only=True):
    title: str
    sheet: str
    sets: tuple[str, ...] = ()
    sheet_hash: str
    pace: Pace = Pace()
    tray: int = 0
    coach: bool = True


class CloseTable(Command, frozen=True, kw_only=True):
    pass


class Prepare(Command, frozen=True, kw_only=True):
    """Shuffle, cut, load, burn and count, as far as nobody has to be asked; the chance behind it is sealed."""


class StartRound(Command, frozen=True, kw_only=True):
    sheet_hash: str
    link_up: bool = True


class Deal(Command, frozen=True, kw_only=True):
    """No more bets; what does not make a whole wager goes back, and the progressive's where the link went down."""

    link_up: bool = True


class TimeOut(Command, frozen=True, kw_only=True):
    """Nobody has answered: the sheet's answer counts."""


class Policy(Command, frozen=True, kw_only=True):
    """The posted policy of automatic tables answers what a clause leaves to a supervisor."""

    award: int = 0
    """What the link awarded, where a jackpot is asked for."""


class EndRound(Command, frozen=True, kw_only=True):
    pass


class Unseat(Command, frozen=True, kw_only=True):
    """A seat is given up for a player who is not there."""

    player: str


# what players do


class Sit(Command, frozen=True, kw_only=True):
    box: int


class Leave(Command, frozen=True, kw_only=True):
    """Give up a box, or with 0 the table."""

    box: int = 0


class Wait(Command, frozen=True, kw_only=True):
    pass


class StopWaiting(Command, frozen=True, kw_only=True):
    pass


class Ready(Command, frozen=True, kw_only=True):
    """Nothing more to bet: when all who have bet say so, the deal need not wait."""


class Cut(Command, frozen=True, kw_only=True):
    at: int


class RefuseCut(Command, frozen=True, kw_only=True):
    pass


class Act(Command, frozen=True, kw_only=True):
    """Something of the round itself."""

    action: AnyAction


PlayerCommand = Sit | Leave | Wait | StopWaiting | Ready | Cut | RefuseCut | Act
HouseCommand = OpenTable | CloseTable | Prepare | StartRound | Deal | TimeOut | Policy | EndRound | Unseat
TableCommand = PlayerCommand | HouseCommand


# the link


class OpenLink(Command, frozen=True, kw_only=True):
    sheet: str
    sets: tuple[str, ...] = ()
    sheet_hash: str


class Contribute(Command, frozen=True, kw_only=True):
    id: str
    table: str
    game: str
    wagers: int


class VoidContribution(Command, frozen=True, kw_only=True):
    id: str


class RegisterHit(Command, frozen=True, kw_only=True):
    id: str
    meter: Literal["major", "minor"]
    table: str
    game: str
    seat: int
    dealt: int


class AwardMeter(Command, frozen=True, kw_only=True):
    meter: Literal["major", "minor"]


class LinkDown(Command, frozen=True, kw_only=True):
    reason: str


class LinkUp(Command, frozen=True, kw_only=True):
    pass


class Several(Command, frozen=True, kw_only=True):
    """What one entry of a table means for the link, in order."""

    commands: tuple[Contribute | VoidContribution | RegisterHit | AwardMeter, ...]


LinkCommand = Several | OpenLink | Contribute | VoidContribution | RegisterHit | AwardMeter | LinkDown | LinkUp


# a person's chips


class Hello(Command, frozen=True, kw_only=True):
    """A person is known from here on; a guest gets play chips."""

    chips: int = 0


class BuyIn(Command, frozen=True, kw_only=True):
    cents: int


class CashOut(Command, frozen=True, kw_only=True):
    cents: int


PersonCommand = Hello | BuyIn | CashOut

T = TypeVar("T")


def encode(value: Any) -> bytes:
    """A command, or anything made of such values, as JSON; cards are their text."""
    return _ENCODER.encode(value)


def decode(octets: bytes | str, kind: type[T] | Any) -> T:
    """A command from JSON; trouble is one line for whoever sent it."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.json.Decoder(kind, dec_hook=_card)
    try:
        return decoder.decode(octets)  # type: ignore[no-any-return]
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotationError(f"this cannot be read: {error}") from error


def _text(value: Any) -> str:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(type(value))


def _card(kind: type, value: Any) -> Any:
    if kind is not Card:
        raise NotImplementedError(kind)
    if not isinstance(value, str):
        raise ValueError("a card is written as its text, such as As")
    return Card.parse(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_text)
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}
