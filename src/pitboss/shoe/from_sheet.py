"""The values of a rule sheet that concern its cards, and the clause behind each point of the procedure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules
from pitboss.shoe.rules import ShuffleRules

__all__ = ["CLAUSES", "shuffle_rules"]

_BJ: Final = {
    "deck_count": "BJ-CARD-1",
    "new_cards_shuffle": "BJ-CARD-2",
    "close": "BJ-CARD-3a",
    "to_discards": "BJ-CARD-3b",
    "fan": "BJ-CARD-3c",
    "rack": "BJ-CARD-3d",
    "by_hand": "BJ-SHUF-1",
    "new_cards": "BJ-SHUF-2a",
    "after_spread": "BJ-SHUF-2b",
    "cut_card_out": "BJ-SHUF-2c",
    "call": "BJ-SHUF-3",
    "acknowledge": "BJ-SHUF-4",
    "player_request": "BJ-SHUF-5",
    "halve": "BJ-SDS-1a",
    "riffle": "BJ-SDS-1b",
    "grabs": "BJ-SDS-1c",
    "offer_cut": "BJ-SDS-2",
    "cut_card_receiver": "BJ-SDS-3a",
    "first_player": "BJ-SDS-3b",
    "next_player": "BJ-SDS-3c",
    "dealer_cuts": "BJ-SDS-3d",
    "cut_once": "BJ-SDS-3e1",
    "cut_minimum": "BJ-SDS-3e2",
    "rotate": "BJ-SDS-4a",
    "place_cut_card": "BJ-SDS-4b",
    "order_cut_card": "BJ-SDS-4c",
    "load": "BJ-SDS-4d",
    "burn": "BJ-SDS-5a",
    "extra_burn": "BJ-SDS-5b",
    "burn_omitted": "BJ-SDS-5c",
    "show_burn": "BJ-SDS-6",
    "new_dealer": "BJ-SDS-7",
    "between_rounds": "BJ-S9",
}
_GC: Final = {
    "deck_count": "GC-EQUIP-2",
    "by_hand": "GC-EQUIP-5",
    "shuffler": "GC-EQUIP-5",
    "load": "GC-EQUIP-4",
    "spread": "GC-METH-1",
    "verify": "GC-METH-2",
    "new_cards_shuffle": "GC-METH-3",
    "new_cards": "GC-METH-3",
    "wash": "GC-METH-3",
    "halve": "GC-METH-4",
    "riffle": "GC-METH-5",
    "into_middle": "GC-METH-6",
    "halve_again": "GC-METH-7",
    "second_pass": "GC-METH-8",
    "offer_cut": "GC-METH-9",
    "cut_minimum": "GC-METH-10",
    "rotate": "GC-METH-11",
    "place_cut_card": "GC-METH-12",
    "cut_card_out": "GC-METH-13",
    "dealer_cuts": "GC-S9",
    "burn": "GC-DEAL-1",
    "new_dealer": "GC-S4",
}
_V5: Final = {
    "deck_count": "V5-DECK-1",
    "spread": "V5-SHUF-2",
    "verify": "V5-SHUF-3",
    "new_cards_shuffle": "V5-SHUF-4",
    "new_cards": "V5-SHUF-4",
    "wash": "V5-SHUF-4",
    "halve": "V5-SHUF-5",
    "riffle": "V5-SHUF-6",
    "into_middle": "V5-SHUF-7",
    "halve_again": "V5-SHUF-8",
    "second_pass": "V5-SHUF-9",
    "offer_cut": "V5-SHUF-10",
    "cut_minimum": "V5-SHUF-11",
    "rotate": "V5-SHUF-12",
    "place_cut_card": "V5-SHUF-12",
    "cut_card_out": "V5-SHUF-12",
    "burn": "V5-S2",
}
_UTH: Final = {
    "machine_riffle": "UTH-SHUF-1a",
    "shuffler": "UTH-SHUF-1b",
    "rotation": "UTH-SHUF-2a",
    "same_back": "UTH-SHUF-2b",
    "different_backs": "UTH-SHUF-2c",
    "discards_taken": "UTH-NOQ-4a",
    "cut_card_placed": "UTH-NOQ-4b",
    "shuffler_default": "UTH-HAND-0a",
    "hand_mode": "UTH-HAND-0b",
    "one_deck": "UTH-HAND-0c",
    "hand_shuffle": "UTH-HAND-0d",
    "dealer_cut": "UTH-HAND-0e",
    "reshuffle": "UTH-HAND-3",
    "count": "UTH-HAND-4",
    "bad_deck": "UTH-S9",
}

CLAUSES: Final[Mapping[str, Mapping[str, str]]] = {"BJ": _BJ, "FB": _BJ, "GC": _GC, "V5": _V5, "UTH": _UTH}
"""Per document, the clause behind each point; Free Bet is silent on its cards and falls back on BJ."""


def shuffle_rules(sheet: Sheet, *, clauses: Mapping[str, str] | None = None) -> ShuffleRules:
    """What a sheet says about its cards; another house's document brings its own ``clauses``.

    >>> from pitboss.rules import load
    >>> shuffle_rules(load("catfish-blackjack")).cut_minimum_cards
    39
    """
    shuffle, cards = sheet.rules.shuffle, sheet.rules.cards
    said: dict[str, Any] = {
        name: value
        for name in ("grabs_min", "grabs_max", "grab_cards", "cut_minimum_cards", "cut_card_depth")
        if (value := getattr(shuffle, name)) is not None
    }
    if isinstance(sheet.rules, BlackjackRules):
        said |= {"shuffle_call": sheet.rules.calls.shuffle, "dealer_cuts_call": sheet.rules.calls.dealer_cuts}
    else:
        deal = sheet.rules.deal
        said |= {"shuffle_call": "", "offers_cut": False, "cut_card_depth": 0, "device": deal.device}
        said |= {"count_on_new_dealer": deal.count_on_new_dealer, "bad_deck": deal.bad_deck}
    return ShuffleRules(
        decks=cards.decks,
        decks_in_rotation=cards.decks_in_rotation,
        spread_on_opening=cards.spread_on_opening,
        method=shuffle.method,
        procedure=shuffle.procedure,
        supervisor_acknowledges=shuffle.supervisor_acknowledges,
        player_request=shuffle.player_request,
        cut_fallback=shuffle.cut_fallback,
        cut_card=shuffle.cut_card,
        burn=shuffle.burn,
        burn_on_new_dealer=shuffle.burn_on_new_dealer,
        dealer_change=shuffle.dealer_change,
        clauses=CLAUSES.get(sheet.document, {}) if clauses is None else clauses,
        **said,
    )
