"""What the sheets of games of poker against the dealer have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, Protocol

from pitboss.money import Odds
from pitboss.options import Cents, Option
from pitboss.rules.common import Cards
from pitboss.rules.game import Rules, Wager

__all__ = [
    "ANTE", "PLAY", "PROGRESSIVE", "BadDeck", "CollusionRulingRole", "CountOnNewDealer", "Device", "HandsPerPlayer",
    "Notice", "PlayBetCapped", "PlayWin", "PokerDeal", "PokerPlay", "PokerRules", "PokerTable", "PokerWagers",
    "RotatedCards", "Seats", "ShufflerJamBets",
]  # fmt: skip

ANTE: Final = Wager("ante", "Ante", "main")
PLAY: Final = Wager("play", "Play", "play")
PROGRESSIVE: Final = Wager("progressive", "Progressive", "progressive", pays="bets.progressive.pays")


class PokerWagers:
    """The wagers of a sheet: those of the main game always, the optional ones where the sheet describes them."""

    asked: tuple[str, ...] = ("table.minimum", "table.maximum", "table.bet_step", "table.side_bets")
    every_wager: ClassVar[tuple[Wager, ...]]

    @property
    def settled_with_main(self) -> tuple[str, ...]:
        return tuple(wager.name for wager in self.every_wager if not wager.section)

    def wagers(self, rules: PokerRules) -> tuple[Wager, ...]:
        """Return the wagers that a sheet has."""
        return tuple(
            wager for wager in self.every_wager if not wager.section or getattr(rules.bets, wager.section) is not None
        )


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


Seats = Annotated[int, Option("order settlement", "Seats at the table: {}.", low=1, high=7)]
HandsPerPlayer = Annotated[int, Option("order settlement", "Hands one player may play: {}.", low=1, high=3)]
Device = Annotated[
    Literal["shuffler", "hand"],
    Option(
        "order",
        {
            "shuffler": "Dealt from an automatic shuffler; by hand only while the shuffler is out of order.",
            "hand": "Dealt by hand.",
        },
    ),
]
CountOnNewDealer = Annotated[
    Literal["hand_mode", "always"],
    Option(
        "order",
        {
            "hand_mode": "When dealing by hand, the deck is counted before a new dealer's first hand.",
            "always": "The deck is counted before a new dealer's first hand.",
        },
    ),
]
BadDeck = Annotated[
    Literal["void", "supervisor"],
    Option(
        "order role",
        {
            "void": "A deck that fails the count is replaced, and a round dealt from it is void.",
            "supervisor": "A deck that fails the count is replaced; a supervisor voids a round dealt from it.",
        },
    ),
]
PlayWin = Annotated[Odds, Option("settlement figures", "A winning hand pays Ante and Play {}.")]
PlayBetCapped = Annotated[
    bool,
    Option(
        "settlement figures",
        {
            True: "The table maximum also limits the Play bet.",
            False: "The Play bet follows the Ante and may pass the table maximum.",
        },
    ),
]
ShufflerJamBets = Annotated[
    Literal["stand", "returned"],
    Option(
        "settlement",
        {
            "stand": "After a failed shuffle the cards are reshuffled and the bets stand.",
            "returned": "After a failed shuffle the cards are reshuffled and the bets returned.",
        },
    ),
]
CollusionRulingRole = Annotated[
    Literal["supervisor", "shift_manager"],
    Option(
        "role",
        {
            "supervisor": "Sharing hand information: the supervisor may void the hand and forfeit its wagers.",
            "shift_manager": "Sharing hand information: the Shift Manager may void the hand and forfeit its wagers.",
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
    def hand_deal_packets(self) -> str: ...
    @property
    def bad_deck(self) -> Literal["void", "supervisor"]: ...


class PokerPlay(Protocol):
    """What a hand that wins is paid, how large its Play bet may be, and what becomes of one that is folded."""

    @property
    def win(self) -> Odds: ...
    @property
    def play_bet_capped(self) -> bool: ...
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
