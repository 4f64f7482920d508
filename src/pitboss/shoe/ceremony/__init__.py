"""From new decks to the first card and on to the closing of the table, as one immutable state machine.

Every action is a triad: ``check_x`` raises :class:`~pitboss.errors.IllegalAction` with the clause,
``can_x`` answers yes or no, and ``x`` returns the next state and the events. A refusal changes nothing. The
parts follow the documents: :mod:`opening`, :mod:`shuffling`, :mod:`cutting`, :mod:`burning`,
:mod:`playing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from pitboss.shoe.ceremony.burning import Burning
from pitboss.shoe.ceremony.cutting import Cutting
from pitboss.shoe.ceremony.opening import Opening, check_opening
from pitboss.shoe.ceremony.playing import Playing
from pitboss.shoe.ceremony.shuffling import Shuffling
from pitboss.shoe.ceremony.state import DEALER, Phase, Reason
from pitboss.shoe.deck import Deck
from pitboss.shoe.events import Event, happened
from pitboss.shoe.rules import ShuffleRules

__all__ = ["DEALER", "Ceremony", "Phase", "Question", "Reason"]


@dataclass(frozen=True, slots=True)
class Question:
    """What the table waits for: who is asked (a role, or a seat by number), and the actions open now."""

    asked: str
    options: tuple[str, ...]


class Ceremony(Opening, Shuffling, Cutting, Burning, Playing):
    """The cards of one shoe table and what may be done with them next."""

    __slots__ = ()

    @classmethod
    def open(cls, rules: ShuffleRules, decks: Sequence[Deck]) -> tuple[Self, tuple[Event, ...]]:
        """A table with new decks brought to it; refused where they are not what the sheet asks for."""
        check_opening(rules, decks)
        state = cls(rules, "opening", cards=tuple(card for deck in decks for card in deck.cards), decks=tuple(decks))
        brought = happened("decks_brought", rules.clause("deck_count"), decks=rules.decks, cards=len(state.cards))
        if rules.spread_on_opening:
            return state, (brought,)
        return state._due("new_decks"), (brought,)

    @property
    def question(self) -> Question:
        """The state as a question: who is asked, and which actions answer."""
        return Question(self._asked(), self._options())

    def _asked(self) -> str:
        if self.phase == "called":
            return "supervisor"
        if self.phase == "cut_offered" and self.offered != DEALER:
            return f"seat {self.offered}"
        return "nobody" if self.phase == "closed" else "dealer"

    def _options(self) -> tuple[str, ...]:
        plain = {
            "spread_decks": self.can_spread_decks(),
            "call_shuffle": self.can_call_shuffle(),
            "acknowledge": self.can_acknowledge("supervisor"),
            "shuffle": self.can_shuffle(),
            "offer_cut": self.can_offer_cut(),
            "cut": self.phase == "cut_offered",
            "refuse_cut": self.can_refuse_cut(),
            "place_cut_card": self.can_place_cut_card(),
            "load": self.can_load(),
            "burn": self.can_burn(),
            "start_round": self.can_start_round(),
            "end_round": self.phase == "in_round",
        }
        return tuple(name for name, possible in plain.items() if possible)
