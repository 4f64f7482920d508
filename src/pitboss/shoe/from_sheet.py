"""The values of a rule sheet that concern its cards, and the clause behind each point of the procedure."""

from __future__ import annotations

from typing import Any

from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules
from pitboss.shoe.rules import POINTS, ShuffleRules

__all__ = ["shuffle_rules"]


def shuffle_rules(sheet: Sheet) -> ShuffleRules:
    """What a sheet says about its cards; the clause behind each point stands in its procedure as ``shoe.POINT``.

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
        clauses={point: clause for point in POINTS if (clause := sheet.cite(f"shoe.{point}"))},
        **said,
    )
