"""Burn cards: when one is due, what happens to mistakes, who may see one, and the new dealer's."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from pitboss.shoe.ceremony.state import State, allowed
from pitboss.shoe.events import Event, happened
from pitboss.shoe.roles import Role, is_supervisor
from pitboss.shoe.shoe import Shoe

__all__ = ["Burning"]


class Burning(State):
    """Actions with burn cards, between rounds or, by the sheet, when the bets of a round are down."""

    __slots__ = ()

    def check_burn(self, cards: int = 1) -> None:
        self._refuse_deal()
        if self.rules.burn_after_bets and self.phase != "in_round":
            self._refuse("burn.bets_first", "burn")
        if not self.rules.burn_after_bets and self.phase != "between_rounds":
            self._refuse("burn.too_late", "burn")
        if not self.burn_due:
            self._refuse("burn.not_due", "burn")
        if not 1 <= cards <= self._in_shoe().cards_left:
            self._refuse("burn.count", "burn", count=cards)

    def can_burn(self, cards: int = 1) -> bool:
        return allowed(self.check_burn, cards)

    def burn(self, cards: int = 1) -> tuple[Self, tuple[Event, ...]]:
        """Burn one card, unseen; more than one by mistake are noted and dealing goes on (BJ-SDS-5a, BJ-SDS-5b)."""
        self.check_burn(cards)
        state, events = self._burn_one("burn")
        if cards > 1:
            shoe = state._in_shoe()
            for _ in range(cards - 1):
                shoe = shoe.burn()
            state = replace(state, shoe=shoe)
            events = (*events, happened("extra_burn", self.rules.clause("extra_burn"), cards=cards - 1))
        return replace(state, burn_due=False)._after_burn(self, events)

    def _after_burn(self, before: State, events: tuple[Event, ...]) -> tuple[Self, tuple[Event, ...]]:
        """A burn between rounds can bring the cut card out: then the shuffle is due at once."""
        shoe = self._in_shoe()
        if shoe.cut_card_out and not before._in_shoe().cut_card_out:
            out = happened("cut_card_out", self.rules.clause("cut_card_out"), seat=0, drawn=shoe.drawn)
            events = (*events, out)
        if self.phase == "between_rounds" and not shoe.can_start_round(self.rules.cut_card):
            return self._due("cut_card"), events
        return self, events

    def _burn_one(self, point: str) -> tuple[Self, tuple[Event, ...]]:
        shoe = self._in_shoe()
        burned = happened("burn", self.rules.clause(point), cards=1, slot=shoe.drawn)
        return replace(self, shoe=shoe.burn()), (burned,)

    def check_show_burn(self, *, asked_by: int | None, approved_by: Role | None) -> None:
        """A burn card stays unseen unless a customer asks and a supervisor approves (BJ-SDS-6)."""
        if self.shoe is None or not self.shoe.burned:
            self._refuse("burn.none", "show_burn")
        if asked_by is None:
            self._refuse("burn.show_when_asked", "show_burn")
        if approved_by is None or not is_supervisor(approved_by):
            self._refuse("burn.show_needs_supervisor", "show_burn")

    def can_show_burn(self, *, asked_by: int | None, approved_by: Role | None) -> bool:
        return allowed(self.check_show_burn, asked_by=asked_by, approved_by=approved_by)

    def show_burn(self, *, asked_by: int | None, approved_by: Role | None) -> tuple[Self, tuple[Event, ...]]:
        """Show the last burn card to the customer who asked, with a supervisor's approval."""
        self.check_show_burn(asked_by=asked_by, approved_by=approved_by)
        shoe = self._in_shoe()
        card = shoe.order[shoe.burned[-1]]
        shown = happened(
            "burn_shown",
            self.rules.clause("show_burn"),
            card=card.text,
            slot=shoe.burned[-1],
            seat=asked_by or 0,
            by=str(approved_by),
        )
        return self, (shown,)

    def check_tap_in(self, dealer: str) -> None:
        if self.phase == "in_round" and self.rules.dealer_change == "between_rounds":
            self._refuse("dealer.taps_in_between_rounds", "between_rounds", dealer=dealer)
        if self.phase == "closed":
            self._refuse("table.closed", "close")

    def can_tap_in(self, dealer: str) -> bool:
        return allowed(self.check_tap_in, dealer)

    def tap_in(self, dealer: str, *, shoe: Shoe | None = None) -> tuple[Self, tuple[Event, ...]]:
        """A new dealer takes over and, where the sheet says so, burns the next card of a shoe in play.

        Within a round ``shoe`` is the shoe as the round has it, and the round goes on with the one given
        back.
        """
        self.check_tap_in(dealer)
        changed = happened("dealer_change", self.rules.clause("new_dealer"), dealer=dealer)
        state = self if shoe is None else replace(self, shoe=shoe)
        in_play = self.phase in ("between_rounds", "in_round") and state._in_shoe().can_draw()
        if not (self.rules.burn_on_new_dealer and in_play):
            return state, (changed,)
        burned, events = state._burn_one("new_dealer")
        return burned._after_burn(state, (changed, *events))
