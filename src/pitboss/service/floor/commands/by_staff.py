"""What staff does at a table: cards, guests, spots, payments, the tray."""

from __future__ import annotations

from typing import Literal

from pitboss.cards import Card
from pitboss.service.floor.commands.base import Command

__all__ = [
    "AnswerCall",
    "AskRelease",
    "CallFloor",
    "CancelFill",
    "ChangeLimits",
    "Chips",
    "CoinIn",
    "ConfirmFill",
    "CountTokes",
    "CountTray",
    "DeclarePaid",
    "GrantThree",
    "HandleCards",
    "Jackpot",
    "Move",
    "PayAgain",
    "PullDrop",
    "RequestFill",
    "Retract",
    "Reverse",
    "SeatVisitor",
    "SetSpots",
    "TapIn",
    "TapOut",
    "UnseatVisitor",
    "VisitorBuysIn",
]


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
