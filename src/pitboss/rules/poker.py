"""What the sheets of games of poker against the dealer have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from pitboss.options import Cents, Option
from pitboss.rules.common import Cards
from pitboss.rules.game import Rules

__all__ = ["Notice", "PokerDeal", "PokerPlay", "PokerRules", "PokerTable", "RotatedCards"]


@dataclass(frozen=True, slots=True)
class RotatedCards(Cards):
    """Single decks that take turns."""

    decks_in_rotation: Annotated[int, Option("order", "Decks in rotation, one used each round: {}.", low=1, high=2)] = 1


@dataclass(frozen=True, slots=True)
class Notice:
    amount: Annotated[Cents, Option("role", "A supervisor is told of a payout of {} or more.")]
    supervisor_notice: Annotated[
        Literal["per_wager", "per_player_total"],
        Option(
            "role",
            {
                "per_wager": "What counts for the notice is the payout of one wager.",
                "per_player_total": "What counts for the notice is a player's payouts together.",
            },
        ),
    ]


class PokerTable(Protocol):
    """The places, and the orders in which players decide and are paid."""

    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...
    @property
    def bet_step(self) -> int: ...
    @property
    def side_bets(self) -> tuple[str, ...]: ...
    @property
    def seats(self) -> int: ...
    @property
    def hands_per_player(self) -> int: ...
    @property
    def decision_order(self) -> Literal["clockwise_left", "any_order"]: ...
    @property
    def pay_order(self) -> Literal["right_to_left", "left_to_right"]: ...


class PokerDeal(Protocol):
    """How many cards each hand has, and where they come from."""

    @property
    def device(self) -> Literal["shuffler", "hand"]: ...
    @property
    def hole_cards(self) -> int: ...
    @property
    def bad_deck(self) -> Literal["void", "supervisor"]: ...


class PokerPlay(Protocol):
    """What becomes of a hand that is folded."""

    @property
    def fold_collect(self) -> Literal["at_fold", "at_settlement"]: ...


class PokerIrregularity(Protocol):
    """The mistakes that there are rulings for, and how they are ruled."""

    @property
    def kinds(self) -> tuple[str, ...]: ...
    @property
    def shuffler_jam_bets(self) -> Literal["stand", "returned"]: ...
    @property
    def collusion_ruling_role(self) -> Literal["supervisor", "shift_manager"]: ...


class PokerRules(Rules, Protocol):
    """A whole sheet, as far as these games are alike."""

    @property
    def table(self) -> PokerTable: ...
    @property
    def deal(self) -> PokerDeal: ...
    @property
    def play(self) -> PokerPlay: ...
    @property
    def notice(self) -> Notice: ...
    @property
    def irregularity(self) -> PokerIrregularity: ...
