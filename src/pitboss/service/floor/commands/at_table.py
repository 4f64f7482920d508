"""What players ask of a table, and what the house does there when it is due."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.service.floor.commands.base import Command

__all__ = [
    "Act",
    "AnyAction",
    "CloseTable",
    "Cut",
    "Deal",
    "EndRound",
    "Leave",
    "OpenTable",
    "Pace",
    "Policy",
    "Prepare",
    "Ready",
    "RefuseCut",
    "Sit",
    "StartRound",
    "StopWaiting",
    "TimeOut",
    "Unseat",
    "Wait",
]

if TYPE_CHECKING:
    AnyAction = a.Action
else:
    AnyAction = reduce(or_, dict.fromkeys(kind for game in ENGINES for kind in ENGINES[game].round.ACTIONS))
"""Every action of a round."""


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


Colour = Annotated[int, Meta(ge=0, le=6)]
"""The colour in which the others see a player's name; 0 where none was chosen."""


class Sit(Command, frozen=True, kw_only=True, omit_defaults=True):
    box: int
    colour: Colour = 0


class Leave(Command, frozen=True, kw_only=True):
    """Give up a box, or with 0 the table."""

    box: int = 0


class Wait(Command, frozen=True, kw_only=True, omit_defaults=True):
    colour: Colour = 0


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
