"""What a blackjack sheet can say about mistakes at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.options import Option

__all__ = ["Irregularity", "IrregularityName"]

IrregularityName = Literal[
    "exposed_card",
    "dealer_overdraw",
    "hole_exposed",
    "late_dealer_blackjack",
    "missed_hit",
    "back_up",
    "wrong_count",
    "no_cards",
    "dealer_wrong_count",
    "dealer_no_cards",
    "shoe_exhausted",
    "faceup_card",
    "missed_blackjack",
    "dropped_card",
]


@dataclass(frozen=True, slots=True)
class Irregularity:
    kinds: Annotated[tuple[IrregularityName, ...], Option("role order settlement", "Rulings are laid down for: {}.")]
    exposed_card_offers: Annotated[
        Literal["1", "all"],
        Option(
            "order",
            {
                "1": "An exposed card that was refused is offered to one further player, then burned.",
                "all": "An exposed card that was refused is offered to every following player, then burned.",
            },
        ),
    ] = "1"
    missed_blackjack: Annotated[
        Literal["pays_3_2", "counts_21"],
        Option(
            "settlement",
            {
                "pays_3_2": "An overlooked blackjack is still paid as a blackjack at take and pay.",
                "counts_21": "An overlooked blackjack counts as 21 at take and pay.",
            },
        ),
    ] = "pays_3_2"
    insurance_with_exposed_hole: Annotated[
        bool,
        Option(
            "settlement",
            {
                True: "Insurance is offered even when the hole card is known.",
                False: "Insurance is not offered when the hole card is known.",
            },
        ),
    ] = True
    late_blackjack_side_bets: Annotated[
        Literal["as_21", "as_blackjack"],
        Option(
            "settlement",
            {
                "as_21": "A dealer blackjack found late counts as 21 for insurance and side bets too.",
                "as_blackjack": "A dealer blackjack found late counts as a blackjack for insurance and side bets.",
            },
        ),
    ] = "as_21"
    late_blackjack_broken_extra: Annotated[
        Literal["returned", "kept"],
        Option(
            "settlement",
            {
                "returned": "Then extra stakes on hands that broke are returned as well.",
                "kept": "Then extra stakes on hands that broke stay lost.",
            },
        ),
    ] = "returned"
    dead_hand_bet: Annotated[
        Literal["returned", "lost"],
        Option(
            "settlement",
            {
                "returned": "The bet of a hand called dead after a missed hit is returned.",
                "lost": "The bet of a hand called dead after a missed hit is lost.",
            },
        ),
    ] = "returned"
    kept_cards: Annotated[
        Literal["due", "first_two"],
        Option(
            "settlement",
            {
                "due": "A player who keeps two of too many cards keeps those that were due.",
                "first_two": "A player who keeps two of too many cards keeps the first two.",
            },
            later=True,
        ),
    ] = "due"
    misdeal_scope: Annotated[
        Literal["round", "hand"],
        Option(
            "settlement",
            {"round": "A misdeal voids the whole round.", "hand": "A misdeal voids the hand concerned."},
        ),
    ] = "round"
    misdeal_settled: Annotated[
        Literal["reversed", "stand"],
        Option(
            "settlement",
            {
                "reversed": "A misdeal also takes back what was settled earlier in the round.",
                "stand": "What was settled before a misdeal stands.",
            },
        ),
    ] = "reversed"
    shoe_exhausted: Annotated[
        Literal["void", "reshuffle_discards"],
        Option(
            "settlement",
            {
                "void": "Too few cards to finish a round: the round is void and all bets are returned.",
                "reshuffle_discards": "Too few cards to finish a round: the discards are reshuffled "
                "and the round goes on.",
            },
        ),
    ] = "void"
    final_say: Annotated[
        Literal["supervisor", "player"],
        Option(
            "role",
            {
                "supervisor": "The player names a choice; the supervisor confirms it or picks another.",
                "player": "The player's choice decides.",
            },
        ),
    ] = "supervisor"
    free_ruling: Annotated[
        bool,
        Option(
            "role settlement",
            {
                True: "Where all is at the supervisor's discretion, another ruling may be entered with a note.",
                False: "Only the rulings listed may be given.",
            },
        ),
    ] = False
    faceup_card_dealer: Annotated[
        Literal["use", "burn"],
        Option(
            "settlement",
            {
                "use": "A face-up card in the shoe that is due to the dealer is used.",
                "burn": "A face-up card in the shoe that is due to the dealer is burned.",
            },
        ),
    ] = "use"
    dropped_dealer_card: Annotated[
        Literal["floor_manager", "keep"],
        Option(
            "role",
            {
                "floor_manager": "A dropped card meant for the dealer: the Floor Manager decides whether it stays.",
                "keep": "A dropped card meant for the dealer is kept.",
            },
        ),
    ] = "floor_manager"
