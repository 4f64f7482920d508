"""The shuffle: why it is due, who has to know of it, and its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from pitboss.shoe.ceremony.state import State, allowed
from pitboss.shoe.events import Event, happened
from pitboss.shoe.roles import Role, is_shift_manager, is_supervisor
from pitboss.shoe.sources import CardSource

__all__ = ["Shuffling"]


class Shuffling(State):
    """Actions from the reason for a shuffle to the brick on the table."""

    __slots__ = ()

    def check_spread_cards(self) -> None:
        if self.phase != "between_rounds":
            self._refuse("shuffle.spread_between_rounds", "after_spread")

    def can_spread_cards(self) -> bool:
        return allowed(self.check_spread_cards)

    def spread_cards(self) -> tuple[Self, tuple[Event, ...]]:
        """Spread the cards on the table while the game rests; they are shuffled before it resumes (BJ-SHUF-2b)."""
        self.check_spread_cards()
        spread = happened("cards_spread", self.rules.clause("after_spread"), count=len(self.stack))
        return replace(self, cut_card_seat=None)._due("spread"), (spread,)

    def check_request_shuffle(self, seat: int, *, leave_of: Role | None) -> None:
        strict = self.rules.player_request == "shift_manager"
        if leave_of is None or not (is_shift_manager(leave_of) if strict else is_supervisor(leave_of)):
            code = "shuffle.leave_of_shift_manager" if strict else "shuffle.leave_of_supervisor"
            self._refuse(code, "player_request", seat=seat)
        if self.phase != "between_rounds":
            self._refuse("shuffle.asked_between_rounds", "player_request")

    def can_request_shuffle(self, seat: int, *, leave_of: Role | None) -> bool:
        return allowed(self.check_request_shuffle, seat, leave_of=leave_of)

    def request_shuffle(self, seat: int, *, leave_of: Role | None) -> tuple[Self, tuple[Event, ...]]:
        """A player asks for a shuffle, and whoever the sheet names gives leave."""
        self.check_request_shuffle(seat, leave_of=leave_of)
        given = happened("shuffle_authorised", self.rules.clause("player_request"), seat=seat, by=str(leave_of))
        return self._due("player_request"), (given,)

    def check_call_shuffle(self) -> None:
        if self.phase != "shuffle_due":
            self._refuse("shuffle.called_already", "call")

    def can_call_shuffle(self) -> bool:
        return allowed(self.check_call_shuffle)

    def call_shuffle(self) -> tuple[Self, tuple[Event, ...]]:
        """The dealer calls "Shuffle"."""
        self.check_call_shuffle()
        clause = self.rules.clause("call")
        called = happened("announced", clause, words=self.rules.shuffle_call, reason=self.reason)
        return replace(self, phase="called" if self.rules.supervisor_acknowledges else "ready"), (called,)

    def check_acknowledge(self, role: Role) -> None:
        if self.phase != "called":
            self._refuse("shuffle.no_call", "acknowledge")
        if not is_supervisor(role):
            self._refuse("shuffle.acknowledge_needs_supervisor", "acknowledge", role=role)

    def can_acknowledge(self, role: Role) -> bool:
        return allowed(self.check_acknowledge, role)

    def acknowledge(self, role: Role) -> tuple[Self, tuple[Event, ...]]:
        """A supervisor knows of the shuffle and says so."""
        self.check_acknowledge(role)
        return replace(self, phase="ready"), (happened("supervisor_ack", self.rules.clause("acknowledge"), by=role),)

    def check_shuffle(self) -> None:
        if self.phase == "shuffle_due":
            self._refuse("shuffle.call_first", "call")
        if self.phase == "called":
            self._refuse("shuffle.not_acknowledged", "acknowledge")
        if self.phase != "ready":
            self._refuse("shuffle.not_due", "by_hand")

    def can_shuffle(self) -> bool:
        return allowed(self.check_shuffle)

    def shuffle(self, source: CardSource) -> tuple[Self, tuple[Event, ...]]:
        """The cards are shuffled as the sheet says, each step logged; the brick then waits for the cut."""
        self.check_shuffle()
        new = self.reason == "new_decks"
        clause = self.rules.clause("new_cards_shuffle" if new else "by_hand")
        shuffled = source.shuffled(self.stack, self.rules.for_shuffle(new_cards=new))
        assert len(shuffled.order) == len(self.stack)
        started = happened(
            "standard_shuffle",
            clause,
            reason=self.reason,
            procedure=self.rules.shuffle_name,
            method=self.rules.method,
            source=source.name,
        )
        brick = replace(
            self,
            phase="shuffled" if self.rules.offers_cut else "cut",
            cards=shuffled.order,
            decks=(),
            shoe=None,
            root="",
            offered=None,
            to_ask=(),
            cut_at=None,
            cut_card_at=None,
        )
        return brick, (started, *(step.event for step in shuffled.steps))

    def check_show_commitment(self, root: str) -> None:
        if self.phase not in ("shuffled", "cut_offered") and not (self.phase == "cut" and self.cut_at is None):
            self._refuse("commitment.between")
        if self.root and self.root != root:
            self._refuse("commitment.shown")

    def can_show_commitment(self, root: str) -> bool:
        return allowed(self.check_show_commitment, root)

    def show_commitment(self, root: str) -> tuple[Self, tuple[Event, ...]]:
        """The root of the commitment to this brick is shown to the table, before anyone cuts."""
        self.check_show_commitment(root)
        return replace(self, root=root), (happened("commitment_shown", root=root, cards=len(self.cards)),)
