"""A visit: what one person did at one table from sitting down to leaving, round by round, as the log has it.

Money is in cents. Bets for the dealers (tokes) are no part of it: they are neither staked against the house nor won
from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.actions import Action
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import Position

__all__ = ["After", "Answered", "BoxPlayed", "Dealt", "LogEvent", "Payout", "Shoe", "Visit", "VisitRound"]

After = Literal["", "win", "loss", "push"]
"""What a person's round before was; empty for the first of a visit."""


HIDDEN_CHOICES: Final = frozenset({"PlayBetMade", "HandFolded", "Checked"})
"""What is decided on cards that only their player has seen."""


class LogEvent(Struct, frozen=True, gc=False):
    """An event of a table's log, with the fields that ratings read; its type says which of them have a meaning."""

    type: str
    spot: int = 0
    hand: int | str = 0
    card: str = ""
    cards: int | tuple[str, ...] = ()
    player: str = ""
    box: int = 0
    wager: str = ""
    cents: int = 0
    stake: int = 0
    pays: int = 0
    result: str = ""
    owner: str = ""
    number: int = 0
    slot: int = 0
    name: str = ""
    new_hand: int = 0
    free: bool = False
    blackjack: bool = False
    multiple: int = 0
    street: str = ""
    version: int = 0
    before: int | tuple[int, int] = 0
    after: int | tuple[int, int] = 0
    kept: int | tuple[str, ...] = ()


class Payout(NamedTuple):
    """What became of a wager: ``pays`` is what the player gained or lost by it."""

    wager: str
    hand: int
    stake: int
    result: str
    pays: int


class Answered(NamedTuple):
    """A decision that was taken: what was known, and what was done."""

    position: Position
    action: Action


@dataclass(eq=False, slots=True)
class Shoe:
    """The cards of a shoe that everybody could see, in their order."""

    number: int
    cards: list[Card] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Dealt:
    """A round of a table, whoever played in it."""

    number: int
    sheet: Sheet
    shoe: Shoe
    first: int
    """The entry of the log that began it."""
    at: int = 0
    """When its bets were locked, in milliseconds since 1970."""
    last: int = 0
    seen: int = 0
    """How many cards of the shoe had been seen when its bets were locked."""
    boxes: int = 0
    """How many boxes were bet on."""
    shown: list[LogEvent] = field(default_factory=list)
    """What everybody saw of the dealer's cards and the board."""
    peeked: bool = False
    unclear: bool = False
    """Whether something went wrong with its cards, so that its decisions cannot be valued."""
    void: bool = False
    over: bool = False

    @property
    def seen_cards(self) -> tuple[Card, ...]:
        """The cards that were seen since the shuffle before the bets were locked, in their order."""
        return tuple(self.shoe.cards[: self.seen])


@dataclass(eq=False, slots=True)
class BoxPlayed:
    """A box of a round: its bets, what was done with it, and what it was paid."""

    spot: int
    bets: dict[str, int] = field(default_factory=dict)
    """Initial stakes by wager."""
    events: list[LogEvent] = field(default_factory=list)
    """What happened to its hands."""
    payouts: list[Payout] = field(default_factory=list)
    answers: tuple[Answered, ...] | None = None
    """The decisions that were taken, once they have been worked out from the events."""

    @property
    def stakes(self) -> Mapping[str, int]:
        """Initial stakes by wager; what went back void was never bet."""
        if "void" not in [payout.result for payout in self.payouts]:
            return self.bets
        counted = {payout.wager for payout in self.payouts if payout.result != "void"}
        back = {payout.wager for payout in self.payouts} - counted
        return {wager: cents for wager, cents in self.bets.items() if wager not in back}

    @property
    def hidden(self) -> int:
        """Decisions on cards that the log hides and that no replay has shown."""
        made = len([event for event in self.events if event.type in HIDDEN_CHOICES])
        return max(made - len(self.answers or ()), 0)

    @property
    def result(self) -> int:
        return sum([payout.pays for payout in self.payouts])


@dataclass(eq=False, slots=True)
class VisitRound:
    """A round as one person played it, on one box or on several."""

    dealt: Dealt
    boxes: list[BoxPlayed] = field(default_factory=list)
    after: After = ""

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def at(self) -> int:
        return self.dealt.at

    @property
    def shoe(self) -> int:
        """The number of the shoe at its table, from 1."""
        return self.dealt.shoe.number

    @property
    def seen(self) -> tuple[Card, ...]:
        """The open cards since the shuffle before the bet, in their order."""
        return self.dealt.seen_cards

    @property
    def bets(self) -> dict[str, int]:
        """Initial stakes by wager, of all boxes together."""
        if len(self.boxes) == 1:
            return dict(self.boxes[0].stakes)
        found: dict[str, int] = {}
        for box in self.boxes:
            for wager, cents in box.stakes.items():
                found[wager] = found.get(wager, 0) + cents
        return found

    @property
    def result(self) -> int:
        """What the player gained or lost in it."""
        return sum([box.result for box in self.boxes])

    @property
    def outcome(self) -> After:
        result = self.result
        return "win" if result > 0 else "loss" if result < 0 else "push"

    @property
    def payouts(self) -> tuple[Payout, ...]:
        return tuple(payout for box in self.boxes for payout in box.payouts)

    @property
    def events(self) -> Iterator[LogEvent]:
        return (event for box in self.boxes for event in box.events)


@dataclass(eq=False)
class Visit:
    """One person at one table, from sitting down to leaving."""

    id: str
    """The table and the entry of its log by which the person sat down."""
    person: str
    """An account, or a guest without one as "name@table"."""
    table: str
    title: str
    sheet: Sheet
    day: str
    """The gaming day on which it began."""
    began: int
    first: int
    """The entry by which the person sat down."""
    left: int | None = None
    """When the person left, in milliseconds since 1970; None while they sit."""
    last: int = 0
    """The last entry of the table's log that is in it."""
    until: int = 0
    """When that was."""
    seats: list[int] = field(default_factory=list)
    """The boxes that the person has held, in the order they were taken."""
    rounds: list[VisitRound] = field(default_factory=list)
    sat_out: list[Dealt] = field(default_factory=list)
    """The rounds of the table in which the person held a box and bet nothing."""
    corrected: int = 0
    """What corrections of the floor have given to the player, or taken, outside of the rounds."""
    pseudonym: str = ""
    """What is said in place of the name of somebody who was forgotten."""

    @property
    def walk_in(self) -> bool:
        """Whether it is a guest without an account."""
        return "@" in self.person

    @property
    def name(self) -> str:
        """The person's name as people say it; of somebody who was forgotten, a pseudonym."""
        return self.pseudonym or self.person.partition("@")[0]

    @cached_property
    def main(self) -> str:
        """The wager that bets are measured by: the main bet, or the Ante."""
        from pitboss.games.game import ENGINES

        return ENGINES[self.sheet.game].main_wagers[0]

    @property
    def counted(self) -> list[VisitRound]:
        """The rounds that are over and in which a bet stood."""
        return [one for one in self.rounds if one.dealt.over and one.bets]

    @property
    def milliseconds(self) -> int:
        return (self.until if self.left is None else self.left) - self.began

    @property
    def handle(self) -> dict[str, int]:
        """Initial stakes by wager."""
        found: dict[str, int] = {}
        for one in self.counted:
            for wager, cents in one.bets.items():
                found[wager] = found.get(wager, 0) + cents
        return found

    @property
    def average_bet(self) -> float:
        """The mean of what lay on the main game in a round, in cents; 0 without a round."""
        rounds = [one.bets.get(self.main, 0) for one in self.counted]
        return sum(rounds) / len(rounds) if rounds else 0.0

    @property
    def result(self) -> int:
        """What the player gained or lost, corrections with it."""
        return sum(one.result for one in self.rounds if one.dealt.over) + self.corrected
