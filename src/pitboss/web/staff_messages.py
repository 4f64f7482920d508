"""The staff's part of the messages about a table, as types."""

from __future__ import annotations

from msgspec import Struct

from pitboss.service.floor import commands as c
from pitboss.service.tables.live_table import OpenCorrection, Slip

__all__ = ["Amounts", "Staff"]


class Amounts(Struct, frozen=True):
    """What an answer may be made for, in cents: from the least to the most, in steps."""

    least: int
    most: int
    step: int


class TableMode(Struct, frozen=True):
    """Who deals, and whose cards: ``staffed`` or ``automatic``, ``program`` or ``declared``."""

    dealer: str
    cards: str


class NextStep(Struct, frozen=True):
    """The next thing to do at the table, whoever does it."""

    text: str
    clause: str


class CardDue(Struct, frozen=True):
    """A card whose face is to be declared now, with CardIs."""

    spot: int
    hand: int
    text: str


class StaffOffer(Struct, frozen=True):
    """Something that you can do now, ready to send; of a player's answer that you enter, its kind and its bounds."""

    command: c.StaffCommand
    text: str
    clause: str
    kind: str
    amounts: Amounts | None
    confirm: bool
    """Whether it undoes something: ask once more before it is sent."""
    due: bool
    """Whether it is what the table waits for from you."""


class Declarable(Struct, frozen=True):
    """An irregularity that can be declared now; ``spots`` where it must be said whose, ``grounds`` to choose from.

    ``hands`` are those of a spot that was split, where it must be said of which.
    """

    kind: str
    text: str
    clause: str
    spots: list[int] | None
    grounds: list[str]
    hands: dict[int, list[int]]


class Ruling(Struct, frozen=True):
    """A ruling that the clause permits, and who gives it."""

    choice: str
    text: str
    clause: str
    role: str
    command: c.Act


class OpenCase(Struct, frozen=True):
    """An irregularity under way: what the table has seen of it, and how it may be ruled."""

    kind: str
    text: str
    spot: int
    hand: int
    clause: str
    facts: list[str]
    rulings: list[Ruling]


class Payout(Struct, frozen=True):
    """A wager of the round under way that was settled; ``chips`` is what is paid, by denomination in cents."""

    spot: int
    hand: int
    wager: str
    stake: int
    result: str
    pays: int
    clause: str
    chips: list[tuple[int, int]]


class SettledWager(Struct, frozen=True):
    """A wager of this round or the one before it, with all that a correction has to name."""

    version: int
    round: int
    spot: int
    hand: int
    wager: str
    player: str
    owner: str
    dealer: str
    stake: int
    due: int
    paid: int
    line: str
    clause: str
    correction: str


class PlannedStep(Struct, frozen=True):
    """A step of a payment: what it is, what is noted when it is done, and who does it."""

    step: str
    done: str
    who: str


class PaymentShown(Struct, frozen=True):
    """A progressive win on its way to the player; ``plan`` are its steps in their order."""

    seat: int
    hand: str
    award: int
    meter: str
    steps: list[str]
    next: str
    plan: list[PlannedStep]


class Staff(Struct, frozen=True):
    """What the staff sees of a table; all but ``yours`` and ``offers`` is the same for everybody of it."""

    role: str
    yours: bool
    """Whether you are the dealer who has tapped in."""
    dealer: str
    mode: TableMode
    next: NextStep | None
    who: str
    """Who is waited for: dealer, player, floor, shift_manager, security, or nobody."""
    spot: int
    hand: int
    card: CardDue | None
    card_next: CardDue | None
    """The card that the dealer's next step takes from a real shoe."""
    needed_at: int
    """Since when the floor is wanted, for a case from its first step on, in milliseconds since 1970; or 0."""
    call: str
    """What is called aloud now."""
    declare: list[Declarable]
    case: OpenCase | None
    payouts: list[Payout]
    settled: list[SettledWager]
    counted: str
    """Whether the tray was counted: opening, closing, or not yet."""
    calls: list[str]
    payments: list[PaymentShown]
    corrections: list[OpenCorrection]
    slips: list[Slip]
    retractable: int
    """The entry that can be taken back, or 0."""
    allots: int
    """How many spots the house may set for a player at most, or 0 where players choose themselves."""
    allotted: list[tuple[str, int]]
    """Who was set how many."""
    offers: list[StaffOffer]
