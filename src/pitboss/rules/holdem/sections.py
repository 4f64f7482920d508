"""What a hold'em rule sheet can say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import Limits, Line
from pitboss.money import Odds
from pitboss.options import Cents, Option
from pitboss.rules.common import Aggregate, Chips, Shuffle, Toke
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

__all__ = ["HoldemRules"]

SideBetName = Literal["trips", "progressive"]
IrregularityName = Literal[
    "faceup_card",
    "card_drawn_in_error",
    "wrong_count",
    "dealer_card_exposed",
    "early_board_card",
    "shuffler_jam",
    "dealing_jam",
    "information_shared",
]


@dataclass(frozen=True, slots=True)
class Table:
    minimum: Annotated[Cents, Option("settlement figures", "Smallest Ante and Blind {}.")]
    maximum: Annotated[Cents, Option("settlement figures", "Largest Ante and Blind {}.")]
    bet_step: Annotated[Cents, Option("settlement", "Ante and Blind in steps of {}; both must be equal.")]
    seats: Seats
    hands_per_player: HandsPerPlayer
    side_bets: Annotated[tuple[SideBetName, ...], Option("settlement figures", "Optional bets: {}.")]
    decision_order: Annotated[
        Literal["clockwise_left", "any_order"],
        Option(
            "order",
            {
                "clockwise_left": "Players decide one after another from the dealer's left.",
                "any_order": "On each street the players may decide in any order.",
            },
        ),
    ]
    pay_order: Annotated[
        Literal["right_to_left", "left_to_right"],
        Option(
            "order",
            {
                "right_to_left": "Hands are settled from the dealer's right to the left.",
                "left_to_right": "Hands are settled from the dealer's left to the right.",
            },
        ),
    ]


@dataclass(frozen=True, slots=True)
class Deal:
    device: Device
    board_cards: Annotated[int, Option("", "Community cards dealt first: {}.", low=5, high=5)]
    hole_cards: Annotated[int, Option("", "Cards for each player and the dealer: {}.", low=2, high=2)]
    flop_cards: Annotated[int, Option("", "Community cards in the flop: {}.", low=3, high=3)]
    hand_deal_packets: Annotated[
        Literal["two", "one"],
        Option(
            "order",
            {
                "two": "By hand, each player's two cards are dealt together.",
                "one": "By hand, cards are dealt one at a time in two passes.",
            },
        ),
    ]
    burn_board: Annotated[
        bool,
        Option(
            "order",
            {
                True: "A card is burned before the flop and one before the last two community cards.",
                False: "No card is burned.",
            },
        ),
    ]
    count_on_new_dealer: CountOnNewDealer
    bad_deck: BadDeck


@dataclass(frozen=True, slots=True)
class Play:
    preflop_multiples: Annotated[
        tuple[int, ...],
        Option("settlement figures", "Before the flop: check, or bet {} times the Ante.", low=1, high=10),
    ]
    flop_multiple: Annotated[
        int,
        Option(
            "settlement figures", "After the flop, without a Play bet: check, or bet {} times the Ante.", low=1, high=10
        ),
    ]
    river_multiple: Annotated[
        int,
        Option(
            "settlement figures",
            "After turn and river, without a Play bet: fold, or bet {} times the Ante.",
            low=1,
            high=10,
        ),
    ]
    win: PlayWin
    play_bet_capped: PlayBetCapped
    fold_early: Annotated[
        bool,
        Option(
            "settlement",
            {True: "A player may fold at any decision.", False: "A fold is offered only after turn and river."},
        ),
    ]
    fold_collect: Annotated[
        Literal["at_fold", "at_settlement"],
        Option(
            "order",
            {
                "at_fold": "Ante and Blind of a folded hand are taken at once.",
                "at_settlement": "Ante and Blind of a folded hand are taken when the round is settled.",
            },
        ),
    ]
    fold_tucks_automatically: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "A folding player with a Trips bet tucks the cards and stays in for Trips.",
                False: "A folding player stays in for Trips only by asking to tuck the cards.",
            },
        ),
    ]


@dataclass(frozen=True, slots=True)
class Dealer:
    qualifies: Annotated[
        Literal["pair", "any"],
        Option(
            "order settlement figures",
            {"pair": "The dealer needs a pair or better to qualify.", "any": "The dealer always qualifies."},
        ),
    ]
    refund_folded_ante: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "When the dealer does not qualify, every Ante is returned, folded ones too.",
                False: "When the dealer does not qualify, the Ante of every player still in is returned.",
            },
        ),
    ]


@dataclass(frozen=True, slots=True)
class BlindPays:
    royal_flush: Annotated[Odds, Line("Royal flush")]
    straight_flush: Annotated[Odds, Line("Straight flush")]
    four_of_a_kind: Annotated[Odds, Line("Four of a kind")]
    full_house: Annotated[Odds, Line("Full house")]
    flush: Annotated[Odds, Line("Flush")]
    straight: Annotated[Odds, Line("Straight")]


@dataclass(frozen=True, slots=True)
class Blind:
    rounding: Annotated[
        Literal["none", "0.50", "1.00"],
        Option(
            "settlement figures",
            {
                "none": "Blind winnings are paid exactly.",
                "0.50": "Blind winnings are rounded down to the half dollar.",
                "1.00": "Blind winnings are rounded down to the dollar.",
            },
        ),
    ]
    pays: BlindPays


@dataclass(frozen=True, slots=True)
class TripsPays(BlindPays):
    three_of_a_kind: Annotated[Odds, Line("Three of a kind")]


@dataclass(frozen=True, slots=True)
class Trips(Limits):
    pays: TripsPays


@dataclass(frozen=True, slots=True)
class Bets:
    """The optional bets that the sheet describes; `table.side_bets` says which are offered."""

    trips: Trips | None = None
    progressive: Progressive | None = None


@dataclass(frozen=True, slots=True)
class Irregularity:
    kinds: Annotated[tuple[IrregularityName, ...], Option("role order settlement", "Rulings are laid down for: {}.")]
    early_board_exposure: Annotated[
        Literal["supervisor", "void"],
        Option(
            "settlement role",
            {
                "supervisor": "A community card exposed early is ruled on by the supervisor.",
                "void": "A community card exposed early voids the round.",
            },
        ),
    ]
    shuffler_jam_bets: ShufflerJamBets
    collusion_ruling_role: CollusionRulingRole


@dataclass(frozen=True, slots=True)
class Timeout:
    """What a player who does not answer in time has answered."""

    decision: Annotated[
        Literal["check_fold", "check_bet"],
        Option(
            "settlement",
            {
                "check_fold": "A player who does not answer in time checks, and folds after the river.",
                "check_bet": "A player who does not answer in time checks, "
                "and makes the last Play bet after the river.",
            },
        ),
    ] = "check_fold"


@dataclass(frozen=True, slots=True)
class HoldemRules:
    """A whole hold'em sheet, section by section in the order of its placard."""

    table: Table
    deal: Deal
    play: Play
    dealer: Dealer
    blind: Blind
    cards: RotatedCards
    shuffle: Shuffle
    notice: Notice
    irregularity: Irregularity
    chips: Chips
    timeout: Timeout = Timeout()
    bets: Bets = Bets()
    toke: Toke | None = None
    aggregate: Aggregate | None = None
