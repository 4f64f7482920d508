"""The values of a rule sheet that concern its cards, and the clause behind each point of the procedure."""

from __future__ import annotations

from typing import Any, Final

from pitboss.rules import Sheet
from pitboss.rules.common import ShoeShuffle
from pitboss.shoe.rules import POINTS, ShuffleRules

__all__ = ["shuffle_rules"]


def shuffle_rules(sheet: Sheet) -> ShuffleRules:
    """What a sheet says about its cards; the clause behind each point stands in its procedure as ``shoe.POINT``.

    >>> from pitboss.rules import load
    >>> shuffle_rules(load("catfish-blackjack")).cut_minimum_cards
    39
    """
    rules = sheet.rules
    said = _of_a_shoe(rules) if isinstance(rules.shuffle, ShoeShuffle) else _of_single_decks(rules)
    return ShuffleRules(
        decks=rules.cards.decks,
        method=rules.shuffle.method,
        clauses={point: clause for point in POINTS if (clause := sheet.cite(f"shoe.{point}"))},
        **said,
    )


_SHOE: Final = (
    "grabs_min", "grabs_max", "grab_cards", "cut_minimum_cards", "cut_card_depth", "supervisor_acknowledges",
    "player_request", "cut_fallback", "cut_card", "burn", "burn_after_bets", "burn_on_new_dealer",
    "dealer_change",
)  # fmt: skip


def _of_a_shoe(rules: Any) -> dict[str, Any]:
    said = {name: value for name in _SHOE if (value := getattr(rules.shuffle, name)) is not None}
    calls = {"shuffle_call": rules.calls.shuffle, "dealer_cuts_call": rules.calls.dealer_cuts}
    own = {"procedure": rules.shuffle.procedure, "spread_on_opening": rules.cards.spread_on_opening}
    return said | calls | own


def _of_single_decks(rules: Any) -> dict[str, Any]:
    """By hand riffle and strip (UTH-HAND-0d); the dealer alone cuts, no card is burned, no shuffle is called."""
    deal = rules.deal
    asked = {"shuffle_call": "", "offers_cut": False, "cut_card_depth": 0, "supervisor_acknowledges": False}
    dealt = {"device": deal.device, "count_on_new_dealer": deal.count_on_new_dealer, "bad_deck": deal.bad_deck}
    mixed = {"procedure": "riffle_strip", "burn": "none", "decks_in_rotation": rules.cards.decks_in_rotation}
    return asked | dealt | mixed
