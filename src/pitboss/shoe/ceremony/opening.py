"""Opening and closing a table: decks spread and verified, cards put away and looked over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from pitboss.cards import Card, cards_text
from pitboss.errors import IllegalAction
from pitboss.shoe.ceremony.state import State, allowed
from pitboss.shoe.deck import Deck, card_defects, check_deck, check_decks
from pitboss.shoe.events import Event, happened
from pitboss.shoe.roles import Role, is_supervisor
from pitboss.shoe.rules import ShuffleRules

__all__ = ["Opening", "check_opening"]


def check_opening(rules: ShuffleRules, decks: Sequence[Deck]) -> None:
    """Refuse a table whose decks are not those of its sheet.

    Where decks are spread the dealer finds a short deck at the spread; pre-verified packs are counted here.
    """
    if rules.spread_on_opening:
        if len(decks) != rules.decks:
            raise IllegalAction("deck.count", rules.clause("deck_count"), decks=len(decks), belong=rules.decks)
        return
    cards = [card for deck in decks for card in deck.cards]
    check_decks(cards, rules.decks, clause=rules.clause("deck_count"), place="the new cards")


class Opening(State):
    """Actions before the first shuffle and after the last round."""

    __slots__ = ()

    def check_spread_decks(self) -> None:
        if self.phase != "opening":
            self._refuse("deck.spread_at_opening", "spread")
        for deck in self.decks:
            check_deck(deck, clause=self.rules.clause("verify"), back_clause=self.rules.clause("verify"))

    def can_spread_decks(self) -> bool:
        return allowed(self.check_spread_decks)

    def spread_decks(self) -> tuple[Self, tuple[Event, ...]]:
        """Spread each deck to see that all its cards are there, and verify it."""
        self.check_spread_decks()
        spread = tuple(
            happened("deck_spread", self.rules.clause("spread"), deck=deck.name, cards=len(deck.cards))
            for deck in self.decks
        )
        verified = happened("decks_verified", self.rules.clause("verify"), decks=len(self.decks))
        return self._due("new_decks"), (*spread, verified)

    def check_close(self, role: Role) -> None:
        """A supervisor decides when the table closes, and the round is finished first (BJ-CARD-3a)."""
        if not is_supervisor(role):
            self._refuse("table.close_needs_supervisor", "close", role=role)
        if self.phase == "closed":
            self._refuse("table.closed_already", "close")
        if self.phase == "in_round":
            self._refuse("table.finish_round", "close")

    def can_close(self, role: Role) -> bool:
        return allowed(self.check_close, role)

    def close(self, role: Role, *, imperfect: Sequence[Card] = ()) -> tuple[Self, tuple[Event, ...]]:
        """Close the table: all cards in the rack, fanned and looked over, and back in the rack.

        (BJ-CARD-3b, BJ-CARD-3c, BJ-CARD-3d)

        ``imperfect`` names cards that the dealer found worn or marked; missing and surplus ones are found
        here.
        """
        self.check_close(role)
        stack, clause = self.stack, self.rules.clause
        found = [str(defect) for defect in card_defects(stack, self.rules.decks)] if all(c.known for c in stack) else []
        found += [f"{cards_text([card])} imperfect" for card in imperfect]
        events = (
            happened("table_closed", clause("close"), by=role),
            happened("all_cards_to_discards", clause("to_discards"), count=len(stack)),
            happened("cards_fanned_checked", clause("fan"), result=", ".join(found) or "no imperfections"),
            happened("cards_in_discard_rack", clause("rack"), count=len(stack)),
        )
        closed = replace(self, phase="closed", reason="", cards=stack, shoe=None, burn_due=False, offered=None)
        return closed, events
