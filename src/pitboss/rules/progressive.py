"""The progressive bet of a table that is on the link: its meters, what they take and what they pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pitboss.bets.base import Line
from pitboss.money import Odds
from pitboss.options import Cents, Option
from pitboss.rules.game import Rules

__all__ = ["Meter", "Progressive", "ProgressivePays", "progressive_of"]


@dataclass(frozen=True, slots=True)
class ProgressivePays:
    four_of_a_kind: Annotated[Odds, Line("Four of a kind")]
    full_house: Annotated[Odds, Line("Full house")]
    flush: Annotated[Odds, Line("Flush")]
    straight: Annotated[Odds, Line("Straight")]
    three_of_a_kind: Annotated[Odds, Line("Three of a kind")]


@dataclass(frozen=True, slots=True)
class Meter:
    hand: Annotated[Literal["royal_flush", "straight_flush"], Option("settlement figures", "Won by a {}.")]
    share: Annotated[Fraction, Option("settlement figures", "The winner gets {} of it.")]
    seed: Annotated[Cents, Option("settlement figures", "Starts again at {}.")]
    rate: Annotated[Fraction, Option("settlement figures", "{} of each wager goes to it.")]
    reseed: Annotated[
        Fraction, Option("settlement figures", "{} of each wager goes to its reserve for the next start.")
    ]
    envy: Annotated[Cents, Option("settlement figures", "Every other progressive bettor at the table wins {} of envy.")]


@dataclass(frozen=True, slots=True)
class Progressive:
    wager: Annotated[Cents, Option("settlement figures", "The progressive wager is exactly {}.")]
    returns_wager: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A winning progressive wager is given back with the award.",
                False: "The progressive wager itself is not given back.",
            },
        ),
    ]
    void_returns_progressive: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "A void round returns the progressive wager and takes the meter step back.",
                False: "A void round does not return the progressive wager.",
            },
        ),
    ]
    jackpot_tie: Annotated[
        Literal["split_evenly", "first_takes_meter"],
        Option(
            "settlement figures",
            {
                "split_evenly": "Several winners of one meter share it evenly, paid in the order of the deal.",
                "first_takes_meter": "Of several winners of one meter the first dealt takes it, the next the seed.",
            },
        ),
    ]
    meter_reset: Annotated[
        Literal["seed", "greater_of_seed_and_reserve"],
        Option(
            "settlement figures",
            {
                "seed": "A meter that was won goes back to exactly its seed.",
                "greater_of_seed_and_reserve": "A meter that was won goes back to its seed, "
                "or to the reserve if that is more.",
            },
        ),
    ]
    envy_to_folded: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A progressive bettor who folded still wins envy.",
                False: "A progressive bettor who folded wins no envy.",
            },
        ),
    ]
    envy_from: Annotated[
        Literal["progressive_bettors", "any_player"],
        Option(
            "settlement figures",
            {
                "progressive_bettors": "Only the hand of a progressive bettor triggers envy.",
                "any_player": "Any player's hand triggers envy.",
            },
        ),
    ]
    pays: ProgressivePays
    major: Meter
    minor: Meter


def progressive_of(rules: Rules) -> Progressive | None:
    """Return the progressive bet that a sheet describes, or None."""
    found: Progressive | None = getattr(rules.bets, "progressive", None)
    return found
