"""Rounds, as far as the shoe is concerned: when one may start, and what the cut card means when one ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from pitboss.shoe.ceremony.state import State, allowed
from pitboss.shoe.events import Event, happened
from pitboss.shoe.shoe import Shoe

__all__ = ["Playing"]


class Playing(State):
    """Actions at the edges of a round; in between, the round draws from the shoe itself."""

    __slots__ = ()

    @property
    def dealt_from(self) -> Shoe:
        """The shoe as a round finds it: behind the card that is burned when its bets are down (GC-DEAL-1)."""
        shoe = self._in_shoe()
        return shoe.burn() if self.burn_due and self.rules.burn_after_bets and shoe.can_draw() else shoe

    def check_start_round(self) -> None:
        self._refuse_deal()
        if self.phase == "in_round":
            self._refuse("round.under_way")
        self.dealt_from.check_start_round(self.rules.cut_card, clause=self.rules.clause("cut_card_out"))

    def can_start_round(self) -> bool:
        return allowed(self.check_start_round)

    def start_round(self) -> tuple[Self, tuple[Event, ...]]:
        """A round begins; a burn that was due and forgotten is noted, never made good (BJ-SDS-5c)."""
        self.check_start_round()
        events: list[Event] = []
        burns_later = self.burn_due and self.rules.burn_after_bets
        if self.burn_due and not burns_later:
            events.append(happened("burn_omitted", self.rules.clause("burn_omitted")))
        begun = self.dealt_from.start_round(self.rules.cut_card)
        if begun.last_round(self.rules.cut_card):
            events.append(happened("last_hand", self.rules.clause("cut_card_out")))
        shoe = replace(self._in_shoe(), rounds_since_cut_card=begun.rounds_since_cut_card)
        return replace(self, phase="in_round", shoe=shoe, burn_due=burns_later), tuple(events)

    def check_end_round(self, shoe: Shoe) -> None:
        if self.phase != "in_round":
            self._refuse("round.none")
        before = self._in_shoe()
        assert len(shoe.order) == len(before.order), "another shoe came back"
        assert shoe.drawn >= before.drawn, "an earlier shoe came back"

    def can_end_round(self, shoe: Shoe) -> bool:
        return allowed(self.check_end_round, shoe)

    def end_round(self, shoe: Shoe, *, cut_card_seat: int | None = None) -> tuple[Self, tuple[Event, ...]]:
        """The round is over and its cards are in the rack; with the cut card out a shuffle is due.

        ``cut_card_seat`` is the seat that received the cut card; None where the dealer's hand did, or
        nobody's.
        """
        self.check_end_round(shoe)
        shoe = shoe.discard()
        came_out = shoe.cut_card_out and not self._in_shoe().cut_card_out
        seat = cut_card_seat if came_out else self.cut_card_seat
        state = replace(
            self,
            phase="between_rounds",
            shoe=shoe,
            cut_card_seat=seat,
            burn_due=self.rules.burn == "per_round",
        )
        events: tuple[Event, ...] = ()
        if came_out:
            events = (happened("cut_card_out", self.rules.clause("cut_card_out"), seat=seat or 0, drawn=shoe.drawn),)
        if not state.dealt_from.can_start_round(self.rules.cut_card):
            state = state._due("cut_card")
        return state, events
