"""What can be asked of a floor; :mod:`~pitboss.service.floor.recorded` says what the server adds for the log.

Those of players come from outside; those of the house are what the automatic dealer does when it is due. Replaying
them, each at the time it was given, makes the same tables again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from pitboss.cards import Card
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.rules import Content

__all__ = [
    "Act",
    "AnswerCall",
    "AnyAction",
    "Apply",
    "Approve",
    "AskRelease",
    "AwardMeter",
    "BuyIn",
    "CallFloor",
    "CancelFill",
    "CashOut",
    "ChangeLimits",
    "Chips",
    "CloseTable",
    "CoinIn",
    "Command",
    "Conduct",
    "ConfirmFill",
    "Contribute",
    "CountTokes",
    "CountTray",
    "Cut",
    "Deal",
    "DeclarePaid",
    "EndRound",
    "Exclude",
    "GrantThree",
    "HandleCards",
    "Hello",
    "HouseCommand",
    "HouseRecord",
    "Jackpot",
    "KeepSheet",
    "Leave",
    "LimitsChange",
    "LimitsRule",
    "LinkCommand",
    "LinkDown",
    "LinkUp",
    "LowerMeter",
    "MeterChange",
    "Move",
    "NoteRole",
    "OpenLink",
    "OpenTable",
    "Pace",
    "PayAgain",
    "PersonCommand",
    "PlayerCommand",
    "Policy",
    "Prepare",
    "Propose",
    "PullDrop",
    "RaiseMeter",
    "Ready",
    "RefuseCut",
    "RegisterHit",
    "Reject",
    "RequestFill",
    "Retract",
    "Reverse",
    "SeatVisitor",
    "SetLimits",
    "SetSpots",
    "Several",
    "SheetChange",
    "SheetWithdrawal",
    "Sit",
    "StaffCommand",
    "StartRound",
    "StopWaiting",
    "TableCommand",
    "TapIn",
    "TapOut",
    "TimeOut",
    "Unseat",
    "UnseatVisitor",
    "VisitorBuysIn",
    "VoidContribution",
    "Wait",
    "WithdrawHit",
    "check_printable",
    "decode",
    "encode",
]  # fmt: skip

if TYPE_CHECKING:
    AnyAction = a.Action
else:
    AnyAction = reduce(or_, dict.fromkeys(kind for game in ENGINES for kind in ENGINES[game].round.ACTIONS))
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
    text: str = ""
    """The hash of the text under which the log keeps the sheet; an earlier program opened tables without it."""
    pace: Pace = Pace()
    tray: int = 0
    coach: bool = True
    dealer: Literal["automatic", "staffed"] = "automatic"
    cards: Literal["program", "declared"] = "program"
    """Dealt by the program, or told one by one as they come out of a real shoe (staffed tables only)."""
    placard: str = ""
    """The hash of the placard that is posted; empty where the program posts it by itself."""


class CloseTable(Command, frozen=True, kw_only=True):
    pass


class Prepare(Command, frozen=True, kw_only=True):
    """Shuffle, cut, load, burn and count, as far as nobody has to be asked; the chance behind it is sealed."""


class StartRound(Command, frozen=True, kw_only=True, omit_defaults=True):
    sheet_hash: str


class Deal(Command, frozen=True, kw_only=True):
    """No more bets; what does not make a whole wager goes back, and the progressive's where the link went down."""


class TimeOut(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Nobody has answered: the sheet's answer counts. At a staffed table the floor says when."""


class Policy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The posted policy of automatic tables answers what a clause leaves to a supervisor."""


class EndRound(Command, frozen=True, kw_only=True, omit_defaults=True):
    pass


class Unseat(Command, frozen=True, kw_only=True):
    """A seat is given up for a player who is not there; at a staffed table the floor says so."""

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
    """A player bets no more: when all who have bet say so, the deal need not wait."""


class Cut(Command, frozen=True, kw_only=True):
    at: int


class RefuseCut(Command, frozen=True, kw_only=True):
    pass


class Act(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Something of the round itself."""

    action: AnyAction
    borne_by: Literal["player", "house"] = "player"
    """Who pays what a void round takes back of an early payout: the house pays what a player no longer has."""


# what staff does at a table

Move = Literal[
    "spread_decks", "spread_cards", "request_shuffle", "call_shuffle", "acknowledge", "shuffle", "offer_cut",
    "refuse_cut", "cut", "place_cut_card", "load", "burn", "show_burn", "count_deck", "bring_deck", "shuffler_failed",
    "shuffler_works", "deal_by_hand", "deal_from_shuffler", "close",
]  # fmt: skip
"""What is done with the cards between rounds."""


class TapIn(Command, frozen=True, kw_only=True):
    """A dealer takes the table over: they clap in, and burn or count where the sheet says so."""


class TapOut(Command, frozen=True, kw_only=True):
    """The dealer leaves the table to the next one."""


class HandleCards(Command, frozen=True, kw_only=True):
    """One move of the ceremony: the shuffle called, acknowledged and done, the cut, the burn, a deck counted."""

    move: Move
    number: int | None = None
    """Where to cut or to put the cut card, how many cards to burn, how many were counted."""
    player: str = ""
    """Who asked for a shuffle, or to see the burn card."""
    deck: str = ""
    cards: tuple[Card, ...] = ()
    """Imperfect cards found when the table closes."""


class SeatVisitor(Command, frozen=True, kw_only=True):
    """A guest at the real table takes a box; the dealer enters what they signal."""

    box: int
    name: str


class UnseatVisitor(Command, frozen=True, kw_only=True):
    """A guest at the real table gives up a box; with their last one they leave and take their chips along."""

    box: int


class VisitorBuysIn(Command, frozen=True, kw_only=True):
    """Cash of a guest goes into the drop box, and chips for it out of the tray."""

    box: int
    cents: int


class Retract(Command, frozen=True, kw_only=True):
    """A mis-keyed entry is taken back: the last one of the table, and none that the link has taken."""

    version: int


class CallFloor(Command, frozen=True, kw_only=True):
    """The dealer wants somebody of the floor, for whatever it is."""

    note: str = ""


class AnswerCall(Command, frozen=True, kw_only=True):
    """Somebody of the floor is there."""

    note: str = ""


class SetSpots(Command, frozen=True, kw_only=True):
    player: str
    spots: int


class GrantThree(Command, frozen=True, kw_only=True):
    """Back to three spots before the next shoe."""

    player: str


class ChangeLimits(Command, frozen=True, kw_only=True):
    """The least and the most of a table's main bet change: with the next round, or with the first one after a time."""

    minimum: int
    maximum: int
    at: int = 0
    """In milliseconds since 1970; 0 is with the next round."""
    keeps_earlier: bool = False
    """Whether those who sit here when it changes keep the limits that they sat down at."""
    reason: str


class AskRelease(Command, frozen=True, kw_only=True):
    """A player is asked for an extra box that somebody waits for."""

    box: int


# what was paid wrongly


class DeclarePaid(Command, frozen=True, kw_only=True):
    """What was paid on a wager of a round, where it is not what was due; ``version`` is the entry that settled it."""

    version: int
    spot: int
    wager: str
    hand: int = 0
    cents: int
    """What the player got beside the stake; below 0 where the stake was taken."""
    note: str = ""


class Reverse(Command, frozen=True, kw_only=True):
    """What was paid on a wager comes back; ``correction`` is the name that the payment to come carries, too."""

    correction: str
    version: int
    spot: int
    wager: str
    hand: int = 0
    reason: str
    borne_by: Literal["player", "house"] = "player"
    """Who pays back what was paid too much: the house where the player cannot, who then keeps it."""


class PayAgain(Command, frozen=True, kw_only=True):
    """The right amount instead of the one that was reversed under the same name."""

    correction: str
    cents: int
    """What the player gets beside the stake; below 0 where the stake is taken."""
    clause: str = ""
    reason: str


# the progressive, and a win on its way to the player


class CoinIn(Command, frozen=True, kw_only=True):
    """No more bets: the dealer has counted the chips on the sensors and presses COIN IN."""

    chips: int


class Jackpot(Command, frozen=True, kw_only=True):
    """One step of paying a progressive win at a seat, in the document's order."""

    seat: int
    step: Literal[
        "press_hand", "call_supervisor", "do_paperwork", "check_offsets", "confirm_guard", "pay", "swipe_card",
        "end_game", "game_over",
    ]  # fmt: skip
    """The last one is the same key under both of its names."""
    chips: int = 0
    check: int = 0
    found: str = "none"


# the money of a table

Chips = tuple[tuple[int, int], ...]
"""How many chips of each denomination, in cents."""


class CountTray(Command, frozen=True, kw_only=True):
    """The chips in the tray are counted: when a table opens, when it closes, or in between."""

    when: Literal["opening", "closing", "check"]
    chips: Chips
    note: str = ""


class RequestFill(Command, frozen=True, kw_only=True):
    """Chips are asked for from the vault (a fill), or offered back to it (a credit)."""

    kind: Literal["fill", "credit"]
    slip: str
    chips: Chips
    note: str = ""


class ConfirmFill(Command, frozen=True, kw_only=True):
    """The chips of a slip have been counted at the table and signed for."""

    slip: str


class CancelFill(Command, frozen=True, kw_only=True):
    slip: str
    reason: str


class PullDrop(Command, frozen=True, kw_only=True):
    """The drop box is taken to the count room and counted."""

    counted: int
    note: str = ""


class CountTokes(Command, frozen=True, kw_only=True):
    """The dealers' box is emptied and counted."""

    counted: int
    note: str = ""


PlayerCommand = Sit | Leave | Wait | StopWaiting | Ready | Cut | RefuseCut | Act
HouseCommand = OpenTable | CloseTable | Prepare | StartRound | Deal | TimeOut | Policy | EndRound | Unseat
StaffCommand = (
    TapIn | TapOut | TimeOut | Unseat | HandleCards | StartRound | EndRound | Act | SeatVisitor | UnseatVisitor
    | VisitorBuysIn | Retract
    | CallFloor | AnswerCall | SetSpots | GrantThree | AskRelease | ChangeLimits | DeclarePaid | Reverse | PayAgain
    | CoinIn | Jackpot | CountTray | RequestFill | ConfirmFill | CancelFill | PullDrop | CountTokes | CloseTable
)  # fmt: skip
TableCommand = PlayerCommand | StaffCommand | HouseCommand


# the link


class OpenLink(Command, frozen=True, kw_only=True):
    sheet: str
    sets: tuple[str, ...] = ()
    sheet_hash: str
    text: str = ""
    """The hash of the text under which the log keeps the sheet."""


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


class WithdrawHit(Command, frozen=True, kw_only=True):
    """The round of a hit was void, or its hand: nobody wins the meter by it."""

    id: str
    reason: str


class RaiseMeter(Command, frozen=True, kw_only=True):
    """Two people have decided that a meter shows more; ``proposal`` is where that is recorded."""

    meter: Literal["major", "minor"]
    to: int
    proposal: str
    reason: str = ""


class LowerMeter(Command, frozen=True, kw_only=True):
    """Two people have decided that a meter shows less, since it was wrong."""

    meter: Literal["major", "minor"]
    to: int
    proposal: str
    reason: str


class AwardMeter(Command, frozen=True, kw_only=True):
    meter: Literal["major", "minor"]


class LinkDown(Command, frozen=True, kw_only=True):
    reason: str


class LinkUp(Command, frozen=True, kw_only=True):
    pass


class Several(Command, frozen=True, kw_only=True):
    """What one entry of a table means for the link, in order."""

    commands: tuple[Contribute | VoidContribution | RegisterHit | WithdrawHit | AwardMeter, ...]


LinkCommand = (
    Several | RaiseMeter | LowerMeter | OpenLink | Contribute | VoidContribution | RegisterHit | WithdrawHit
    | AwardMeter | LinkDown | LinkUp
)  # fmt: skip


# the house: what takes two people


class KeepSheet(Command, frozen=True, kw_only=True):
    """A sheet with everything it extends is kept, in the stream that is called after the hash of it."""

    content: Content


class SheetChange(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sheet, with what is set on it, that tables may open on from now on."""

    sheet: str
    sets: tuple[str, ...]
    sheet_hash: str
    placard: str
    """The hash of the placard to be posted with it."""
    text: str = ""
    """The hash of the text under which the log keeps it; an earlier program approved sheets without it."""


class MeterChange(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A meter is put right: raised with money of the house, or lowered, which returns it to the house."""

    meter: Literal["major", "minor"]
    to: int


class SheetWithdrawal(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """No further table opens on this version of a sheet; those that are open go on until they close."""

    sheet: str
    sheet_hash: str
    text: str = ""


class LimitsChange(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of an open table, as :class:`ChangeLimits` has them."""

    table: str
    minimum: int
    maximum: int
    at: int = 0
    keeps_earlier: bool = False


class LimitsRule(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the limits of an open table take two people, as the sheets do."""

    two_people: bool


Change = SheetChange | SheetWithdrawal | MeterChange | LimitsChange | LimitsRule
"""What takes two people."""


class Propose(Command, frozen=True, kw_only=True):
    """A change that somebody else has to approve."""

    proposal: str
    change: Change
    reason: str


class Approve(Command, frozen=True, kw_only=True):
    proposal: str
    note: str = ""


class Reject(Command, frozen=True, kw_only=True):
    proposal: str
    reason: str


class Apply(Command, frozen=True, kw_only=True):
    """An approved change takes effect."""

    proposal: str


class NoteRole(Command, frozen=True, kw_only=True):
    """Somebody was given another role."""

    person: str
    before: str
    after: str


HouseRecord = Propose | Approve | Reject | Apply | NoteRole
"""The commands of the house's own stream."""


# a person's chips


class Hello(Command, frozen=True, kw_only=True):
    """A person is known from here on; a guest gets play chips."""

    chips: int = 0


class BuyIn(Command, frozen=True, kw_only=True):
    cents: int


class CashOut(Command, frozen=True, kw_only=True):
    cents: int


class SetLimits(Command, frozen=True, kw_only=True):
    """The limits that a person sets for themselves; tighter at once, wider only after a day. 0 is no limit."""

    session_minutes: int = 0
    loss_cents: int = 0
    """The most to lose between two midnights (UTC)."""
    reminder_minutes: int = 0


class Exclude(Command, frozen=True, kw_only=True):
    """A person does not play until then; nobody takes it back before. ``until`` 0 is for good."""

    until: int


class Conduct(Command, frozen=True, kw_only=True):
    """The house rules on somebody's conduct: a warning, asked to leave, or barred, and barred no more."""

    ruling: Literal["warned", "asked_to_leave", "barred", "readmitted"]
    reason: str
    table: str = ""


PersonCommand = Hello | BuyIn | CashOut | SetLimits | Exclude | Conduct

T = TypeVar("T")


def encode(value: Any) -> bytes:
    """A command, or anything made of such values, as JSON; cards are their text."""
    return _ENCODER.encode(value)


def check_printable(written: str) -> None:
    """Refuse a command, as it is written to the log, whose texts hold what a terminal or a page would act upon."""
    if written.isprintable() and "\\" not in written:
        return
    for place, text in _texts(msgspec.json.decode(written)):
        if not text.isprintable():
            raise IllegalAction("request.one_line", field=place)


def _texts(value: Any, place: str = "a command") -> Iterator[tuple[str, str]]:
    """Every text in a value, with the name of the field it stands in."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, place)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _texts(one, f"the {name.replace('_', ' ')}")


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
