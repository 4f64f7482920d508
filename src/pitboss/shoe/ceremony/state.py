"""What the ceremony knows, and the few moves that every part of it shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, NoReturn, ParamSpec, Self

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.shoe.deck import Deck
from pitboss.shoe.rules import ShuffleRules
from pitboss.shoe.shoe import Shoe
from pitboss.words import Param

__all__ = ["DEALER", "Phase", "Reason", "State", "allowed"]

P = ParamSpec("P")

Phase = Literal[
    "opening",  # decks are on the table and must be spread
    "shuffle_due",  # the dealer has to call it
    "called",  # a supervisor has to acknowledge it
    "ready",  # the dealer may shuffle
    "shuffled",  # the brick lies there, uncut
    "cut_offered",  # a seat, or the dealer, has to cut
    "cut",  # the cut card has to be set
    "cut_card_placed",  # the stack has to go in the shoe
    "between_rounds",
    "in_round",
    "closed",
]
Reason = Literal["", "new_decks", "spread", "cut_card", "player_request"]

DEALER: Final = 0
"""The dealer, where a seat number is asked for; seats are numbered from 1 at the dealer's left."""


def allowed(check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check passes."""
    try:
        check(*args, **kwargs)
    except IllegalAction:
        return False
    return True


@dataclass(frozen=True, slots=True)
class State:
    """The facts: where the ceremony stands, the stack or the shoe, and who is asked."""

    rules: ShuffleRules
    phase: Phase
    reason: Reason = ""
    cards: tuple[Card, ...] = ()
    decks: tuple[Deck, ...] = ()
    root: str = ""
    offered: int | None = None
    to_ask: tuple[int, ...] = ()
    cut_at: int | None = None
    cut_card_at: int | None = None
    cut_card_seat: int | None = None
    shoe: Shoe | None = None
    burn_due: bool = False

    @property
    def stack(self) -> tuple[Card, ...]:
        """All cards of the table in one stack, from the top."""
        return self.cards if self.shoe is None else self.shoe.gather()

    def _due(self, reason: Reason) -> Self:
        """Note that a shuffle is due for this reason; no card is dealt before it."""
        phase: Phase = "ready"
        if self.rules.shuffle_call:
            phase = "shuffle_due"
        elif self.rules.supervisor_acknowledges:
            phase = "called"
        return replace(self, phase=phase, reason=reason, burn_due=False)

    def _in_shoe(self) -> Shoe:
        assert self.shoe is not None
        return self.shoe

    def _refuse(self, code: str, point: str = "", /, **params: Param) -> NoReturn:
        raise IllegalAction(code, self.rules.clause(point) if point else "", **params)

    def _refuse_deal(self) -> None:
        """Refuse to deal while a shuffle is due or under way, by its reason (BJ-SHUF-2a, BJ-SHUF-2b, BJ-SHUF-2c)."""
        if self.phase == "opening":
            self._refuse("deck.not_verified", "verify")
        if self.phase == "closed":
            self._refuse("table.closed", "close")
        if self.phase in ("between_rounds", "in_round"):
            return
        if self.reason == "new_decks":
            self._refuse("shuffle.new_decks", "new_cards")
        if self.reason == "spread":
            self._refuse("shuffle.after_spread", "after_spread")
        if self.reason == "cut_card":
            self._refuse("shuffle.cut_card_out", "cut_card_out")
        self._refuse("shuffle.unfinished")
