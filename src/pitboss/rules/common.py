"""Sections that the sheets of several games share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pitboss.money import Odds
from pitboss.options import Cents, Option

__all__ = ["Aggregate", "Cards", "Chips", "ShoeCards", "ShoeShuffle", "Shuffle", "Toke"]


@dataclass(frozen=True, slots=True)
class Toke:
    """Bets a player makes for the dealers."""

    wagers: Annotated[tuple[str, ...], Option("settlement", "A player may bet for the dealer beside: {}.")]
    minimum: Annotated[Cents, Option("settlement", "Smallest toke {}.")]
    maximum: Annotated[Cents, Option("settlement", "Largest toke {}.")]
    step: Annotated[Cents, Option("settlement", "Tokes in steps of {}.")]
    cap_share: Annotated[Fraction, Option("settlement", "The share of the maximum that caps a toke is {}.")]
    cap: Annotated[
        Literal["over_maximum", "share_of_maximum"],
        Option(
            "settlement",
            {
                "over_maximum": "Toke and player's bet together may pass the maximum of that wager "
                "by that share at most.",
                "share_of_maximum": "Toke and player's bet together may be at most that share of the wager's maximum.",
            },
        ),
    ]
    push: Annotated[
        Literal["returned", "stays"],
        Option(
            "settlement",
            {
                "returned": "A pushed toke goes back to the player.",
                "stays": "A pushed toke stays up for the next round.",
            },
        ),
    ]
    follows_wager: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "A toke is paid at the odds of the wager it lies beside.",
                False: "A winning toke is always paid even money.",
            },
        ),
    ] = True


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The limit on very high awards of one round."""

    limit: Annotated[
        Cents, Option("settlement figures", "Awards under the limit share at most {} in one round, pro rata.")
    ]
    pays_from: Annotated[
        Odds, Option("settlement figures", "The limit covers awards at {} or more; all others are paid in full.")
    ]
    rounding: Annotated[
        Literal["nearest_cent", "down"],
        Option(
            "settlement",
            {
                "nearest_cent": "Shares are exact to the cent and add up to the limit.",
                "down": "Each share is rounded down to the cent.",
            },
        ),
    ]
    tokes_in_aggregate: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "A toke's award counts under the limit like a bet's.",
                False: "A toke's award stands outside the limit.",
            },
        ),
    ]
    tie: Annotated[
        Literal["deal_order", "pay_order"],
        Option(
            "settlement",
            {
                "deal_order": "Odd cents of equal shares go in the order of the deal.",
                "pay_order": "Odd cents of equal shares go in the order of payment.",
            },
        ),
    ] = "deal_order"


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards in use."""

    decks: Annotated[int, Option("order figures", "Decks of 52 cards in play: {}.", low=1, high=8)]


@dataclass(frozen=True, slots=True)
class ShoeCards(Cards):
    """The cards of a shoe."""

    spread_on_opening: Annotated[
        bool,
        Option(
            "order",
            {True: "On opening, each deck is spread, verified and washed.", False: "Decks come pre-verified."},
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Shuffle:
    """How the cards are mixed."""

    method: Annotated[
        Literal["manual", "machine"],
        Option(
            "order", {"manual": "The cards are shuffled by hand.", "machine": "The cards are shuffled by a machine."}
        ),
    ]


@dataclass(frozen=True, slots=True)
class ShoeShuffle(Shuffle):
    """How the cards of a shoe are mixed, cut and burned."""

    procedure: Annotated[
        Literal["two_stacks", "half_decks", "riffle_strip"],
        Option(
            "order",
            {
                "two_stacks": "By hand: two equal stacks, equal grabs from both riffled once into the centre.",
                "half_decks": "By hand: half decks from both sides riffled to the middle, in two passes.",
                "riffle_strip": "By hand: riffle, strip, riffle, strip, riffle, then the dealer cuts.",
            },
        ),
    ]
    grabs_min: Annotated[int | None, Option("order", "At least {} grabs.", low=1, high=20)] = None
    grabs_max: Annotated[int | None, Option("order", "At most {} grabs.", low=1, high=20)] = None
    grab_cards: Annotated[
        int | None, Option("order", "Each grab takes about {} cards from a pile.", low=5, high=104)
    ] = None
    supervisor_acknowledges: Annotated[
        bool,
        Option(
            "order role",
            {True: "A supervisor acknowledges each shuffle.", False: "A shuffle needs no acknowledgement."},
        ),
    ] = False
    player_request: Annotated[
        Literal["shift_manager", "supervisor"],
        Option(
            "role",
            {
                "shift_manager": "A shuffle at a player's request needs the Shift Manager's leave.",
                "supervisor": "A shuffle at a player's request needs a supervisor's leave.",
            },
        ),
    ] = "supervisor"
    cut_minimum_cards: Annotated[
        int | None, Option("order", "The cut leaves at least {} cards at both ends.", low=1, high=156)
    ] = None
    cut_fallback: Annotated[
        Literal["dealer", "no_cut"],
        Option(
            "order",
            {
                "dealer": "If every player declines, the dealer cuts.",
                "no_cut": "If every player declines, there is no cut.",
            },
        ),
    ] = "dealer"
    cut_card_depth: Annotated[
        int | None, Option("order figures", "The cut card lies {} cards from the back.", low=0, high=260)
    ] = None
    cut_card: Annotated[
        Literal["finish_round", "one_more_round"],
        Option(
            "order figures",
            {
                "finish_round": "When the cut card comes out the round is finished, then the cards are shuffled.",
                "one_more_round": "When the cut card comes out one more round is dealt, then the cards are shuffled.",
            },
        ),
    ] = "finish_round"
    burn: Annotated[
        Literal["per_shoe", "per_round", "none"],
        Option(
            "order",
            {
                "per_shoe": "One card is burned after the cut.",
                "per_round": "One card is burned before every round.",
                "none": "No card is burned.",
            },
        ),
    ] = "none"
    burn_after_bets: Annotated[
        bool,
        Option(
            "order",
            {
                True: "The card is burned when the bets are down.",
                False: "The card is burned before bets are taken.",
            },
        ),
    ] = False
    burn_on_new_dealer: Annotated[
        bool,
        Option(
            "order",
            {
                True: "A card is burned when a new dealer taps in.",
                False: "No card is burned when a new dealer taps in.",
            },
        ),
    ] = False
    dealer_change: Annotated[
        Literal["between_rounds", "any_time"],
        Option(
            "order",
            {
                "between_rounds": "Dealers change between rounds only.",
                "any_time": "Dealers may change within a round.",
            },
        ),
    ] = "between_rounds"


@dataclass(frozen=True, slots=True)
class Chips:
    """The chips in the tray."""

    denominations: Annotated[tuple[Cents, ...], Option("settlement figures", "Chips: {}.")]
