"""What a blackjack sheet says of the decisions: splitting, doubling, insurance, surrender, free bets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pitboss.money import Odds
from pitboss.options import Cents, Option

__all__ = ["Double", "Free", "Insurance", "Split", "SplitHands", "Surrender"]

_ONE_DOLLAR = Cents(100)

MostHands = Literal["1", "2", "3", "4"]


def _most(ranks: str) -> Option:
    """How many hands pairs of one rank may become."""
    words = {"2": "two", "3": "three", "4": "four"}
    says = {most: f"Pairs of {ranks} make at most {word} hands." for most, word in words.items()}
    return Option("settlement figures", {"1": f"Pairs of {ranks} may not be split.", **says}, later=True)


@dataclass(frozen=True, slots=True)
class SplitHands:
    """How many hands pairs of one rank make at most, where that is not what holds for all: one is never split."""

    aces: Annotated[MostHands | None, _most("aces")] = None
    twos: Annotated[MostHands | None, _most("twos")] = None
    threes: Annotated[MostHands | None, _most("threes")] = None
    fours: Annotated[MostHands | None, _most("fours")] = None
    fives: Annotated[MostHands | None, _most("fives")] = None
    sixes: Annotated[MostHands | None, _most("sixes")] = None
    sevens: Annotated[MostHands | None, _most("sevens")] = None
    eights: Annotated[MostHands | None, _most("eights")] = None
    nines: Annotated[MostHands | None, _most("nines")] = None
    tens: Annotated[MostHands | None, _most("ten-value cards")] = None


@dataclass(frozen=True, slots=True)
class Split:
    match: Annotated[
        Literal["value", "rank"],
        Option(
            "settlement figures",
            {
                "value": "Two first cards of equal value may be split.",
                "rank": "Two first cards of equal rank may be split.",
            },
        ),
    ]
    max_hands: Annotated[int, Option("settlement figures", "Splitting makes at most {} hands.", low=2, high=4)]
    split_aces: Annotated[
        Literal["allowed", "never"],
        Option("settlement figures", {"allowed": "Aces may be split.", "never": "Aces may not be split."}),
    ]
    resplit_aces: Annotated[
        bool,
        Option(
            "settlement figures", {True: "Split aces may be split again.", False: "Split aces are not split again."}
        ),
    ]
    hit_split_aces: Annotated[
        bool,
        Option("settlement figures", {True: "Split aces may be hit.", False: "Split aces get one card each."}),
    ]
    split_blackjack: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "An ace with a ten-value card after a split is a blackjack.",
                False: "An ace with a ten-value card after a split is 21, not a blackjack.",
            },
        ),
    ]
    split_at_maximum: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A bet at the table maximum may be matched in full to split.",
                False: "The stakes of one spot's split hands together stay within the table maximum.",
            },
        ),
    ] = True
    hands: SplitHands = SplitHands()

    def most_of(self, value: int) -> int:
        """How many hands a pair of this value (the ace is one) makes at most."""
        own: MostHands | None = getattr(self.hands, SplitHands.__slots__[value - 1])
        return self.max_hands if own is None else int(own)


@dataclass(frozen=True, slots=True)
class Double:
    cards: Annotated[
        Literal["two", "any"],
        Option(
            "settlement figures",
            {"two": "Doubling is on two cards only.", "any": "Doubling is on two or more cards, also after a hit."},
        ),
    ]
    after_split: Annotated[
        bool,
        Option("settlement figures", {True: "Split hands may be doubled.", False: "Split hands may not be doubled."}),
    ]
    double_split_aces: Annotated[
        bool,
        Option("settlement figures", {True: "Split aces may be doubled.", False: "Split aces may not be doubled."}),
    ]
    stake: Annotated[
        Literal["up_to_bet", "full_or_half", "full"],
        Option(
            "settlement figures",
            {
                "up_to_bet": "The double may be any amount up to the bet.",
                "full_or_half": "The double is for the whole bet or for half of it.",
                "full": "The double is for the whole bet.",
            },
        ),
    ]
    blackjack: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "An ace with a ten-value card, a blackjack too, may be doubled; the ace then counts one.",
                False: "A blackjack may not be doubled.",
            },
        ),
    ]
    half_only_on: Annotated[Cents | None, Option("settlement figures", "Half doubles only on a bet of {}.")] = None
    less_minimum: Annotated[Cents, Option("settlement figures", "The smallest double for less is {}.")] = _ONE_DOLLAR
    less_step: Annotated[Cents, Option("settlement figures", "Doubles for less in steps of {}.")] = _ONE_DOLLAR
    natural_double: Annotated[
        Literal["at_settlement", "in_turn"],
        Option(
            "order",
            {
                "at_settlement": "A doubled blackjack gets its card when blackjacks are settled, "
                "before the first spot acts.",
                "in_turn": "A doubled blackjack gets its card in its turn.",
            },
        ),
    ] = "at_settlement"
    redouble: Annotated[
        bool,
        Option(
            "settlement figures",
            {True: "A doubled hand may be doubled again.", False: "A doubled hand takes one card and is finished."},
        ),
    ] = False
    face_down: Annotated[
        bool,
        Option(
            "order",
            {True: "The double card is dealt face down if the player asks.", False: "The double card is dealt open."},
        ),
    ] = False
    double_at_maximum: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A bet at the table maximum may be matched in full to double.",
                False: "A hand and its double together stay within the table maximum.",
            },
        ),
    ] = True
    totals: Annotated[
        tuple[int, ...],
        Option(
            "settlement figures",
            "Doubling is on a total of {} only.",
            low=4,
            high=21,
            later=True,
            none="Any total may be doubled.",
            last="or",
        ),
    ] = ()
    soft_hands: Annotated[
        bool,
        Option(
            "settlement figures",
            {True: "Soft hands may be doubled like hard ones.", False: "Only hard hands may be doubled."},
            later=True,
        ),
    ] = True
    redoubles: Annotated[
        int,
        Option(
            "settlement figures", "A doubled hand may be doubled again at most {} times.", low=1, high=4, later=True
        ),
    ] = 3


@dataclass(frozen=True, slots=True)
class Insurance:
    pays: Annotated[Odds, Option("settlement figures", "Insurance pays {}.")]
    share: Annotated[
        Fraction, Option("settlement figures", "Insurance is up to {} of the bet, against a dealer's ace.")
    ]
    step: Annotated[Cents, Option("settlement figures", "Insurance in steps of {}.")]
    insure_blackjack: Annotated[
        bool,
        Option("settlement figures", {True: "A blackjack may be insured.", False: "A blackjack may not be insured."}),
    ]
    even_money: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A blackjack against an ace may take even money before the check.",
                False: "Even money is not offered.",
            },
        ),
    ]


@dataclass(frozen=True, slots=True)
class Surrender:
    loss: Annotated[Fraction, Option("settlement figures", "A surrendered hand loses {} of its bet.")] = Fraction(1, 2)
    timing: Annotated[
        Literal["late", "early"],
        Option(
            "settlement figures",
            {
                "late": "Surrender opens after the dealer's check for blackjack.",
                "early": "Surrender is open before the dealer's check for blackjack.",
            },
        ),
    ] = "late"
    after_split: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A split hand of two cards may be surrendered.",
                False: "Split hands may not be surrendered.",
            },
        ),
    ] = False
    surrender_split_aces: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "Split aces may be surrendered like other split hands.",
                False: "Split aces may not be surrendered.",
            },
        ),
    ] = False
    against: Annotated[
        Literal["any", "not_ace", "ace_and_ten", "ten", "ace"],
        Option(
            "settlement figures",
            {
                "any": "Surrender is open against any card of the dealer's.",
                "not_ace": "Surrender is open against any card but an ace.",
                "ace_and_ten": "Surrender is open against an ace or a ten-value card only.",
                "ten": "Surrender is open against a ten-value card only.",
                "ace": "Surrender is open against an ace only.",
            },
            later=True,
        ),
    ] = "any"

    def open_against(self, value: int) -> bool:
        """Whether a hand may be surrendered against a card of this value (the ace is one)."""
        return {
            "any": True,
            "not_ace": value != 1,
            "ace_and_ten": value in (1, 10),
            "ten": value == 10,
            "ace": value == 1,
        }[self.against]


@dataclass(frozen=True, slots=True)
class Free:
    """Doubles and splits at the house's expense, marked by a lammer."""

    double_totals: Annotated[
        tuple[int, ...],
        Option("settlement figures", "Free double on two cards of one of these hard totals: {}.", low=4, high=20),
    ]
    split_pairs: Annotated[
        Literal["all_but_tens", "all", "none"],
        Option(
            "settlement figures",
            {
                "all_but_tens": "Free split of every pair but ten-value cards.",
                "all": "Free split of every pair.",
                "none": "No free splits.",
            },
        ),
    ]
    decline_free: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A player may pay for a double or split that could be free.",
                False: "A double or split that can be free is free.",
            },
        ),
    ]
    paid_double_on_lammer: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A hand that stands on a lammer may be doubled with real money up to the original bet.",
                False: "A hand that stands on a lammer may not be doubled with real money.",
            },
        ),
    ]
    lammer_stack: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A freely split hand may also be doubled free: it then wins two units and loses nothing.",
                False: "A freely split hand may not also be doubled free.",
            },
        ),
    ]
