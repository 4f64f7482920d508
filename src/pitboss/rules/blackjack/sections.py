"""What a blackjack rule sheet can say."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

from pitboss.bets.catalogue import SHIPPED, declared
from pitboss.money import Odds
from pitboss.options import Cents, Option
from pitboss.rules.blackjack.irregularity import Irregularity
from pitboss.rules.common import Aggregate, Chips, ShoeCards, ShoeShuffle, Toke
from pitboss.rules.declared_bets import SideBets, side_bets

__all__ = ["BlackjackRules"]

_ONE_DOLLAR = Cents(100)

SideBetName = Literal["trilux", "kings_bounty", "match", "super7", "overunder", "perfect_pair", "push22"]

if TYPE_CHECKING:
    Bets = SideBets
else:
    Bets = side_bets(SideBets, [declared(name) for name in SHIPPED])
_NO_BETS = Bets()


@dataclass(frozen=True, slots=True)
class Table:
    minimum: Annotated[Cents, Option("settlement figures", "Smallest main bet {}.")]
    maximum: Annotated[Cents, Option("settlement figures", "Largest main bet {}.")]
    bet_step: Annotated[Cents, Option("settlement", "Main bets in steps of {}.")]
    betting_area: Annotated[
        Literal["box", "circle", "position"],
        Option(
            "order",
            {
                "box": "Main bets lie in the box of the layout.",
                "circle": "Main bets lie within the circle before the player.",
                "position": "Main bets lie in the marked position.",
            },
        ),
    ]
    boxes: Annotated[int, Option("order settlement", "Betting boxes on the layout: {}.", low=1, high=7)]
    spots_per_player: Annotated[int, Option("order settlement", "Most spots one player may play: {}.", low=1, high=7)]
    side_bets: Annotated[tuple[SideBetName, ...], Option("settlement figures", "Side bets offered: {}.")]
    release_spot: Annotated[
        Literal["full_table", "someone_waits"],
        Option(
            "order role",
            {
                "full_table": "At a full table a player on extra spots may be asked to give them up for newcomers.",
                "someone_waits": "When someone waits to play, a player on two spots is asked to give one up.",
            },
        ),
    ]
    limit_scope: Annotated[
        Literal["spot", "player"],
        Option(
            "settlement", {"spot": "Limits hold for each spot.", "player": "Limits hold for a player's spots together."}
        ),
    ] = "spot"
    house_sets_spots: Annotated[
        bool,
        Option(
            "role",
            {
                True: "The house has the last word on how many spots a player has.",
                False: "Within the limit a player chooses the number of spots.",
            },
        ),
    ] = False
    three_hand_return: Annotated[
        Literal["shift_manager", "never"] | None,
        Option(
            "role",
            {
                "shift_manager": "Who drops from three spots returns to three with the next shoe, "
                "or by leave of the Shift Manager.",
                "never": "Who drops from three spots returns to three only with the next shoe.",
            },
        ),
    ] = None
    midshoe_entry: Annotated[
        bool,
        Option(
            "order",
            {True: "New players may enter at any round.", False: "New players enter only with a new shoe."},
        ),
    ] = True


@dataclass(frozen=True, slots=True)
class Calls:
    """What the dealer says aloud; a call left empty is not made."""

    playing_three: Annotated[
        str, Option("order", "The dealer calls “{}” to the floor for a player on three spots.")
    ] = ""
    double_for_less: Annotated[str, Option("order", "The dealer calls “{}” to the supervisor.")] = ""
    fives: Annotated[str, Option("order", "A doubled bet on a pair of fives makes the dealer ask: “{}”")] = ""
    insurance_open: Annotated[str, Option("order", "Insurance opens with a wave and the call “{}”.")] = ""
    insurance_closed: Annotated[str, Option("order", "Insurance closes with a wave back and the call “{}”.")] = ""
    blackjack: Annotated[str, Option("order", "Against a ten-value card a player's blackjack is announced: “{}”.")] = ""
    shuffle: Annotated[str, Option("order", "When a shuffle is due the dealer calls “{}”.")] = ""
    dealer_cuts: Annotated[
        str, Option("order", "When all players decline the cut the dealer calls “{}” to the floor.")
    ] = ""


@dataclass(frozen=True, slots=True)
class Deal:
    start: Annotated[
        Literal["dealer_left", "dealer_right"],
        Option(
            "order",
            {
                "dealer_left": "Cards go round from the dealer's left, one at a time, in two passes.",
                "dealer_right": "Cards go round from the dealer's right, one at a time, in two passes.",
            },
        ),
    ]
    dealer_up_card: Annotated[
        Literal["first", "second"],
        Option(
            "order",
            {
                "first": "The dealer's first card lies face up, the second face down.",
                "second": "The dealer's first card lies face down, the second face up.",
            },
        ),
    ]
    player_cards: Annotated[
        Literal["face_up", "face_down"],
        Option(
            "order",
            {
                "face_up": "Players' cards lie face up.",
                "face_down": "Players' cards lie face down, seen by their owner until the hand is settled.",
            },
        ),
    ]
    peek_on_ten: Annotated[
        bool,
        Option(
            "order settlement figures",
            {
                True: "The dealer checks for blackjack under an ace or a ten-value card.",
                False: "The dealer checks for blackjack under an ace only.",
            },
        ),
    ]
    signals: Annotated[
        Literal["hand_only", "hand_overrules_voice"],
        Option(
            "order settlement",
            {
                "hand_only": "Decisions need a clear hand signal; words alone do not count.",
                "hand_overrules_voice": "Decisions by hand or voice; a hand motion overrules the voice.",
            },
        ),
    ]
    broken: Annotated[
        Literal["at_once", "end_of_round"],
        Option(
            "order",
            {
                "at_once": "A broken hand is taken at once, chips first, then cards.",
                "end_of_round": "Broken hands stay until the bets are settled.",
            },
        ),
    ]
    pay_order: Annotated[
        Literal["right_to_left", "left_to_right"],
        Option(
            "order",
            {
                "right_to_left": "Bets are settled from the dealer's right to the left.",
                "left_to_right": "Bets are settled from the dealer's left to the right.",
            },
        ),
    ]


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


@dataclass(frozen=True, slots=True)
class Blackjack:
    pays: Annotated[Odds, Option("settlement figures", "Blackjack pays {}.")]
    rounding: Annotated[
        Literal["0.50", "1.00", "none"],
        Option(
            "settlement figures",
            {
                "0.50": "Blackjack winnings are rounded down to the half dollar.",
                "1.00": "Blackjack winnings are rounded down to the dollar.",
                "none": "Blackjack winnings are paid exactly.",
            },
        ),
    ]
    tie: Annotated[
        Literal["push", "even_money_unless_declined"],
        Option(
            "settlement figures",
            {
                "push": "A player's blackjack against a dealer's blackjack is a push.",
                "even_money_unless_declined": "A player's blackjack against a dealer's blackjack is paid even money, "
                "unless even money was declined against an ace: then it is a push.",
            },
        ),
    ]
    payment: Annotated[
        Literal["at_once", "end_of_round"],
        Option(
            "order",
            {
                "at_once": "A winning blackjack is paid as soon as it is sure, before the first decision.",
                "end_of_round": "A winning blackjack is paid with the other bets.",
            },
        ),
    ]
    vs_ten_payment: Annotated[
        Literal["after_peek", "after_all_hands"],
        Option(
            "order",
            {
                "after_peek": "Against a ten-value card a blackjack is paid right after the dealer's check.",
                "after_all_hands": "Against a ten-value card a blackjack is paid after all hands have acted.",
            },
        ),
    ] = "after_peek"


@dataclass(frozen=True, slots=True)
class Payouts:
    win: Annotated[Odds, Option("settlement figures", "A winning hand pays {}.")]
    tie: Annotated[
        Literal["push", "dealer_wins"],
        Option(
            "settlement figures", {"push": "Equal totals are a push.", "dealer_wins": "The dealer wins equal totals."}
        ),
    ]
    other_rounding: Annotated[
        Literal["none", "0.50", "1.00"],
        Option(
            "settlement figures",
            {
                "none": "Other winnings are paid exactly.",
                "0.50": "Other winnings are rounded down to the half dollar.",
                "1.00": "Other winnings are rounded down to the dollar.",
            },
        ),
    ] = "none"


@dataclass(frozen=True, slots=True)
class Dealer:
    draws_to: Annotated[int, Option("settlement figures", "The dealer draws on {} or less.", low=14, high=17)]
    soft_17: Annotated[
        Literal["hit", "stand"],
        Option("settlement figures", {"hit": "The dealer draws on soft 17.", "stand": "The dealer stands on soft 17."}),
    ]
    draws_without_hands: Annotated[
        bool,
        Option(
            "order",
            {
                True: "The dealer draws even when no hand is left.",
                False: "The dealer draws only when a hand or a bet on the dealer's cards is left.",
            },
        ),
    ] = False
    push_22: Annotated[
        bool,
        Option(
            "settlement figures",
            {
                True: "A dealer's 22 is a push for every hand still in; when the dealer breaks with more, they win.",
                False: "When the dealer breaks, all hands still in win.",
            },
        ),
    ] = False


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


@dataclass(frozen=True, slots=True)
class Timeout:
    """What a player who does not answer in time has answered."""

    decision: Annotated[
        Literal["stand", "never_bust"],
        Option(
            "settlement",
            {
                "stand": "A player who does not answer in time stands.",
                "never_bust": "A player who does not answer in time draws while the hand cannot break, then stands.",
            },
        ),
    ] = "stand"


@dataclass(frozen=True, slots=True)
class BlackjackToke(Toke):
    """What becomes of a toke when its hand is doubled or split."""

    doubles: Annotated[
        Literal["player_choice", "never"],
        Option(
            "settlement",
            {
                "player_choice": "A toke is doubled with the hand only if the player chooses to.",
                "never": "A toke is not doubled with the hand.",
            },
        ),
    ] = "never"
    free_bets: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "A toke gets its own lammer when its hand is split or doubled free.",
                False: "Free splits and doubles do not extend to a toke.",
            },
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """A whole blackjack sheet, section by section in the order of its placard."""

    table: Table
    deal: Deal
    split: Split
    double: Double
    dealer: Dealer
    blackjack: Blackjack
    payouts: Payouts
    cards: ShoeCards
    shuffle: ShoeShuffle
    irregularity: Irregularity
    chips: Chips
    calls: Calls = Calls()
    timeout: Timeout = Timeout()
    bets: Bets = _NO_BETS
    insurance: Insurance | None = None
    surrender: Surrender | None = None
    free: Free | None = None
    toke: BlackjackToke | None = None
    aggregate: Aggregate | None = None
