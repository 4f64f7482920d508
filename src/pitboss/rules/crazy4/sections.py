"""What a rule sheet of Crazy 4 Poker can say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import Limits, Line
from pitboss.money import Odds
from pitboss.options import Cents, Option
from pitboss.rules.common import Chips, Shuffle, Toke
from pitboss.rules.poker import (
    BadDeck,
    CollusionRulingRole,
    CountOnNewDealer,
    Device,
    HandsPerPlayer,
    Notice,
    PlayBetCapped,
    PlayWin,
    RotatedCards,
    Seats,
    ShufflerJamBets,
)
from pitboss.rules.progressive import Progressive

__all__ = ["Crazy4Rules"]

SideBetName = Literal["queens_up", "progressive"]
IrregularityName = Literal[
    "faceup_card",
    "card_drawn_in_error",
    "wrong_count",
    "dealer_card_exposed",
    "shuffler_jam",
    "dealing_jam",
    "information_shared",
]


@dataclass(frozen=True, slots=True)
class Table:
    minimum: Annotated[Cents, Option("settlement figures", "Smallest Ante and Super Bonus {}.")]
    maximum: Annotated[Cents, Option("settlement figures", "Largest Ante and Super Bonus {}.")]
    bet_step: Annotated[Cents, Option("settlement", "Ante and Super Bonus in steps of {}; both must be equal.")]
    seats: Seats
    hands_per_player: HandsPerPlayer
    side_bets: Annotated[tuple[SideBetName, ...], Option("settlement figures", "Optional bets: {}.")]
    decision_order: Annotated[
        Literal["clockwise_left", "any_order"],
        Option(
            "order",
            {
                "clockwise_left": "Players decide one after another from the dealer's left.",
                "any_order": "The players may decide in any order.",
            },
        ),
    ]
    pay_order: Annotated[
        Literal["right_to_left", "left_to_right"],
        Option(
            "order",
            {
                "right_to_left": "Hands are settled from the dealer's right to their left.",
                "left_to_right": "Hands are settled from the dealer's left to their right.",
            },
        ),
    ]


@dataclass(frozen=True, slots=True)
class Deal:
    device: Device
    hole_cards: Annotated[
        int, Option("", "Cards for each player and the dealer, of which the best four play: {}.", low=5, high=5)
    ]
    hand_deal_packets: Annotated[
        Literal["five", "one"],
        Option(
            "order",
            {
                "five": "By hand, each player's five cards are dealt together.",
                "one": "By hand, cards are dealt one at a time in five passes.",
            },
        ),
    ]
    count_on_new_dealer: CountOnNewDealer
    bad_deck: BadDeck


@dataclass(frozen=True, slots=True)
class Play:
    multiple: Annotated[int, Option("settlement figures", "Fold, or bet {} times the Ante on Play.", low=1, high=10)]
    aces_multiple: Annotated[
        int,
        Option("settlement figures", "With a pair of aces or better, up to {} times the Ante on Play.", low=1, high=10),
    ]
    win: PlayWin
    play_bet_capped: PlayBetCapped
    fold_collect: Annotated[
        Literal["at_fold", "at_settlement"],
        Option(
            "order",
            {
                "at_fold": "Ante and Super Bonus of a folded hand are taken at once.",
                "at_settlement": "Ante and Super Bonus of a folded hand are taken when the round is settled.",
            },
        ),
    ]
    fold_keeps_queens_up: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "A folded hand is tucked and stays in for Queens Up.",
                False: "A folded hand loses Queens Up, too.",
            },
        ),
    ]


@dataclass(frozen=True, slots=True)
class Dealer:
    opens: Annotated[
        Literal["king_high", "any"],
        Option(
            "settlement figures",
            {"king_high": "The dealer needs a king high or better to open.", "any": "The dealer always opens."},
        ),
    ]


@dataclass(frozen=True, slots=True)
class SuperBonusPays:
    four_aces: Annotated[Odds, Line("Four aces")]
    four_of_a_kind: Annotated[Odds, Line("Four of a kind")]
    straight_flush: Annotated[Odds, Line("Straight flush")]
    three_of_a_kind: Annotated[Odds, Line("Three of a kind")]
    flush: Annotated[Odds, Line("Flush")]
    straight: Annotated[Odds, Line("Straight")]


@dataclass(frozen=True, slots=True)
class SuperBonus:
    pays: SuperBonusPays


@dataclass(frozen=True, slots=True)
class QueensUpPays:
    four_of_a_kind: Annotated[Odds, Line("Four of a kind")]
    straight_flush: Annotated[Odds, Line("Straight flush")]
    three_of_a_kind: Annotated[Odds, Line("Three of a kind")]
    flush: Annotated[Odds, Line("Flush")]
    straight: Annotated[Odds, Line("Straight")]
    two_pair: Annotated[Odds, Line("Two pair")]
    queens_or_better: Annotated[Odds, Line("Pair of queens or better")]


@dataclass(frozen=True, slots=True)
class QueensUp(Limits):
    pays: QueensUpPays


@dataclass(frozen=True, slots=True)
class Bets:
    """The optional bets that the sheet describes; `table.side_bets` says which are offered."""

    queens_up: QueensUp | None = None
    progressive: Progressive | None = None


@dataclass(frozen=True, slots=True)
class Irregularity:
    kinds: Annotated[tuple[IrregularityName, ...], Option("role order settlement", "Rulings are laid down for: {}.")]
    shuffler_jam_bets: ShufflerJamBets
    collusion_ruling_role: CollusionRulingRole


@dataclass(frozen=True, slots=True)
class Timeout:
    """What a player who does not answer in time has answered."""

    decision: Annotated[
        Literal["fold", "bet"],
        Option(
            "settlement",
            {
                "fold": "A player who does not answer in time folds.",
                "bet": "A player who does not answer in time makes the smallest Play bet.",
            },
        ),
    ] = "fold"


@dataclass(frozen=True, slots=True)
class Crazy4Rules:
    """A whole sheet of Crazy 4 Poker, section by section in the order of its placard."""

    table: Table
    deal: Deal
    play: Play
    dealer: Dealer
    super_bonus: SuperBonus
    cards: RotatedCards
    shuffle: Shuffle
    notice: Notice
    irregularity: Irregularity
    chips: Chips
    timeout: Timeout = Timeout()
    bets: Bets = Bets()
    toke: Toke | None = None
