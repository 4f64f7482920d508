"""The cut: to whom it is offered, how deep it must be, and what becomes of the brick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from pitboss.shoe.ceremony.state import DEALER, State, allowed
from pitboss.shoe.events import Event, happened
from pitboss.shoe.moves import cut
from pitboss.shoe.roles import Role, is_supervisor
from pitboss.shoe.shoe import Shoe

__all__ = ["Cutting"]


class Cutting(State):
    """Actions from the brick to the loaded shoe."""

    __slots__ = ()

    def check_offer_cut(self) -> None:
        if self.phase != "shuffled":
            self._refuse("cut.too_early", "offer_cut")

    def can_offer_cut(self) -> bool:
        return allowed(self.check_offer_cut)

    def offer_cut(self, seats: Sequence[int]) -> tuple[Self, tuple[Event, ...]]:
        """Offer the cut: first to whoever was dealt the cut card, else to the first of the occupied seats.

        The first seat is also asked when a game begins or resumes, when the receiver has left, and when the
        dealer's own hand received the cut card (BJ-SDS-2, BJ-SDS-3a, BJ-SDS-3b, BJ-SDS-3c, BJ-S6).
        """
        self.check_offer_cut()
        around = sorted(set(seats))
        assert DEALER not in around
        first = self.cut_card_seat if self.cut_card_seat in around else None
        start = around.index(first) if first is not None else 0
        state = replace(self, phase="cut_offered", to_ask=(*around[start:], *around[:start]))
        return state._offer_next("first_player" if first is None else "cut_card_receiver")

    def _offer_next(self, point: str) -> tuple[Self, tuple[Event, ...]]:
        clause = self.rules.clause
        if not self.to_ask:
            return self._nobody_cuts()
        seat, *rest = self.to_ask
        # A document that does not say who cuts first still says that someone is asked.
        clause_id = clause(point) or clause("offer_cut")
        asked = happened("cut_offered", clause_id, seat=seat, chosen=point, cards=len(self.cards))
        return replace(self, offered=seat, to_ask=tuple(rest)), (asked,)

    def _nobody_cuts(self) -> tuple[Self, tuple[Event, ...]]:
        """No player cuts: the dealer does and tells the floor, or the brick stays as it is."""
        clause = self.rules.clause("dealer_cuts")
        if self.rules.cut_fallback == "no_cut":
            return replace(self, phase="cut", cut_at=0, offered=None), (happened("brick_not_cut", clause),)
        passed = happened("cut_passed_to_dealer", clause)
        words = self.rules.dealer_cuts_call
        told = (happened("announced", clause, words=words, to="floor"),) if words else ()
        return replace(self, offered=DEALER), (passed, *told)

    def check_refuse_cut(self) -> None:
        if self.phase != "cut_offered":
            self._refuse("cut.not_offered", "next_player")
        if self.offered == DEALER:
            self._refuse("cut.dealer_cuts", "dealer_cuts")

    def can_refuse_cut(self) -> bool:
        return allowed(self.check_refuse_cut)

    def refuse_cut(self) -> tuple[Self, tuple[Event, ...]]:
        """Whoever is asked does not cut; the next clockwise is asked, and after the last the dealer cuts."""
        self.check_refuse_cut()
        assert self.offered is not None
        refused = happened("cut_refused", self.rules.clause("next_player"), seat=self.offered)
        state, events = self._offer_next("next_player")
        return state, (refused, *events)

    def check_cut(self, at: int, *, by: int) -> None:
        """One cut, by whoever is asked, with enough cards left at both ends (BJ-SDS-3e1, BJ-SDS-3e2)."""
        if self.phase != "cut_offered":
            if self.cut_at is not None and self.phase in ("cut", "cut_card_placed"):
                self._refuse("cut.once", "cut_once")
            self._refuse("cut.not_offered", "offer_cut")
        if by != self.offered:
            if self.offered is None or self.offered == DEALER:
                self._refuse("cut.offered_to_dealer", "offer_cut")
            self._refuse("cut.offered_to_seat", "offer_cut", seat=self.offered)
        least, cards = self.rules.cut_minimum_cards, len(self.cards)
        if not least <= at <= cards - least:
            self._refuse("cut.too_thin", "cut_minimum", at=at, cards=cards, least=least)

    def can_cut(self, at: int, *, by: int) -> bool:
        return allowed(self.check_cut, at, by=by)

    def cut(self, at: int, *, by: int) -> tuple[Self, tuple[Event, ...]]:
        """The brick is cut after ``at`` cards, and these go behind the rest (BJ-SDS-4a)."""
        self.check_cut(at, by=by)
        cutter = "dealer" if by == DEALER else f"seat {by}"
        moved = happened("cards_cut", self.rules.clause("rotate"), at=at, cutter=cutter, cards=len(self.cards))
        return replace(self, phase="cut", cards=cut(self.cards, at), cut_at=at, offered=None, to_ask=()), (moved,)

    def check_place_cut_card(self, depth: int | None = None, *, ordered_by: Role | None = None) -> None:
        """After the cut; at another place than the sheet's only where a supervisor orders it (BJ-SDS-4c)."""
        if self.phase != "cut":
            self._refuse("cut_card.after_cut", "place_cut_card")
        if depth is None:
            return
        if not is_supervisor(ordered_by or "dealer"):
            self._refuse("cut_card.needs_supervisor", "order_cut_card")
        if not 0 <= depth <= len(self.cards):
            self._refuse("cut_card.no_such_place", "order_cut_card", depth=depth, cards=len(self.cards))

    def can_place_cut_card(self, depth: int | None = None, *, ordered_by: Role | None = None) -> bool:
        return allowed(self.check_place_cut_card, depth, ordered_by=ordered_by)

    def place_cut_card(
        self, depth: int | None = None, *, ordered_by: Role | None = None
    ) -> tuple[Self, tuple[Event, ...]]:
        """The cut card is set N cards from the back: as the sheet says, or as a supervisor orders."""
        self.check_place_cut_card(depth, ordered_by=ordered_by)
        point = "place_cut_card" if depth is None else "order_cut_card"
        at = len(self.cards) - (self.rules.cut_card_depth if depth is None else depth)
        placed = happened("cut_card_placed", self.rules.clause(point), position=at, by=ordered_by or "dealer")
        return replace(self, phase="cut_card_placed", cut_card_at=at), (placed,)

    def check_load(self) -> None:
        if self.phase != "cut_card_placed":
            self._refuse("shoe.load_after_cut_card", "load")

    def can_load(self) -> bool:
        return allowed(self.check_load)

    def load(self) -> tuple[Self, tuple[Event, ...]]:
        """The stack goes in the shoe (BJ-SDS-4d)."""
        self.check_load()
        assert self.cut_card_at is not None
        shoe = Shoe(self.cards, self.cut_card_at)
        loaded = happened("shoe_loaded", self.rules.clause("load"), cards=len(self.cards), cut_card=self.cut_card_at)
        state = replace(
            self,
            phase="between_rounds",
            reason="",
            cards=(),
            shoe=shoe,
            cut_card_seat=None,
            burn_due=self.rules.burn != "none",
        )
        return state, (loaded,)
