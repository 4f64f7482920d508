"""What a blackjack rule sheet can say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pitboss.bets.catalogue import SHIPPED, declared
from pitboss.money import Odds
from pitboss.options import Cents, Option
from pitboss.rules.blackjack.bonuses import NO_BONUS, Bonus
from pitboss.rules.blackjack.decisions import Double, Free, Insurance, Split, Surrender
from pitboss.rules.blackjack.irregularity import Irregularity
from pitboss.rules.common import Aggregate, Chips, ShoeCards, ShoeShuffle, Toke
from pitboss.rules.declared_bets import SideBets, side_bets

__all__ = ["BlackjackRules"]

_NO_HOLE_CARD = ("deal.hole_card", "none")

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
            unless=_NO_HOLE_CARD,
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
            unless=_NO_HOLE_CARD,
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
    hole_card: Annotated[
        Literal["dealt", "none"],
        Option(
            "order settlement figures",
            {
                "dealt": "The dealer's second card is dealt with the players' second cards.",
                "none": "The dealer takes one card, face up, and the second when all hands have acted: "
                "there is no hole card to check for blackjack.",
            },
            later=True,
        ),
    ] = "dealt"
    blackjack_takes: Annotated[
        Literal["all_bets", "original_bets"],
        Option(
            "settlement figures",
            {
                "all_bets": "A dealer's blackjack that comes out after the hands have acted takes all bets, "
                "doubles and splits too.",
                "original_bets": "A dealer's blackjack that comes out after the hands have acted takes original "
                "bets only; doubles and split bets go back.",
            },
            later=True,
        ),
    ] = "all_bets"


@dataclass(frozen=True, slots=True)
class Blackjack:
    pays: Annotated[Odds, Option("settlement figures", "Blackjack pays {}.")]
    rounding: Annotated[
        Literal["0.50", "1.00", "none", "0.50_up", "1.00_up", "0.50_nearest", "1.00_nearest"],
        Option(
            "settlement figures",
            {
                "0.50": "Blackjack winnings are rounded down to the half dollar.",
                "1.00": "Blackjack winnings are rounded down to the dollar.",
                "0.50_up": "Blackjack winnings are rounded up to the half dollar.",
                "1.00_up": "Blackjack winnings are rounded up to the dollar.",
                "0.50_nearest": "Blackjack winnings are rounded to the nearest half dollar, in the middle up.",
                "1.00_nearest": "Blackjack winnings are rounded to the nearest dollar, in the middle up.",
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
        Literal["push", "dealer_wins", "21_wins"],
        Option(
            "settlement figures",
            {
                "push": "Equal totals are a push.",
                "dealer_wins": "The dealer wins equal totals.",
                "21_wins": "Equal totals are a push, but a 21 wins against anything but a blackjack.",
            },
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
    charlie: Annotated[
        Literal["none", "5", "6", "7"],
        Option(
            "order settlement figures",
            {
                "none": "A hand may take any number of cards.",
                "5": "A hand of five cards that has not broken wins against anything but a blackjack.",
                "6": "A hand of six cards that has not broken wins against anything but a blackjack.",
                "7": "A hand of seven cards that has not broken wins against anything but a blackjack.",
            },
            later=True,
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
    bonus: Bonus = NO_BONUS
    calls: Calls = Calls()
    timeout: Timeout = Timeout()
    bets: Bets = _NO_BETS
    insurance: Insurance | None = None
    surrender: Surrender | None = None
    free: Free | None = None
    toke: BlackjackToke | None = None
    aggregate: Aggregate | None = None
