"""The cards of a table: opening, shuffle, cut and burn, a new dealer, closing.

The ceremony at a shoe, and decks that take turns, have checks of their own (``table.ceremony.check_cut``,
``table.rotation.check_count_deck`` and so on; each is refused in a game that has the other). Here their moves are
joined with what only the table knows: who is seated, and that a new shoe lets everybody begin anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.games.round import Round
from pitboss.shoe import CardSource, Ceremony, Deck, DeckRotation, Shoe
from pitboss.shoe import Event as ShoeEvent
from pitboss.shoe.ceremony.state import allowed
from pitboss.shoe.roles import Role
from pitboss.table.game import Happening
from pitboss.table.state import State

__all__ = ["CardHandling"]

Moved = tuple[Ceremony, tuple[ShoeEvent, ...]] | tuple[DeckRotation, tuple[ShoeEvent, ...]]


class CardHandling(State, frozen=True):
    """What the dealer and the supervisors do with the cards between rounds."""

    def _after(self, moved: Moved) -> tuple[Self, tuple[Happening, ...]]:
        cards, events = moved
        return replace(self, cards=cards), events

    def spread_decks(self) -> tuple[Self, tuple[Happening, ...]]:
        """New decks are spread and verified, where the sheet asks for it."""
        return self._after(self.ceremony.spread_decks())

    def spread_cards(self) -> tuple[Self, tuple[Happening, ...]]:
        """The game rests with its cards spread; they are shuffled before it resumes (BJ-SHUF-2b)."""
        return self._after(self.ceremony.spread_cards())

    def request_shuffle(self, player: str, *, leave_of: Role | None) -> tuple[Self, tuple[Happening, ...]]:
        """A seated player asks for a shuffle, and whoever the sheet names gives leave (BJ-SHUF-5)."""
        seat = next(iter(self.boxes_of(player)), 0)
        return self._after(self.ceremony.request_shuffle(seat, leave_of=leave_of))

    def call_shuffle(self) -> tuple[Self, tuple[Happening, ...]]:
        """The dealer calls the shuffle (BJ-SHUF-3)."""
        return self._after(self.ceremony.call_shuffle())

    def acknowledge(self, role: Role) -> tuple[Self, tuple[Happening, ...]]:
        """A supervisor knows of the shuffle (BJ-SHUF-4)."""
        return self._after(self.ceremony.acknowledge(role))

    def shuffle(self, source: CardSource) -> tuple[Self, tuple[Happening, ...]]:
        """The cards are shuffled as the sheet says; of decks that take turns, the first that needs it."""
        return self._after(self.cards.shuffle(source))

    def show_commitment(self, root: str) -> tuple[Self, tuple[Happening, ...]]:
        """The promise about every position is shown, before anyone cuts."""
        return self._after(self.ceremony.show_commitment(root))

    def offer_cut(self) -> tuple[Self, tuple[Happening, ...]]:
        """The cut goes to whoever was dealt the cut card, else to the first player seated (BJ-SDS-3a, BJ-SDS-3b)."""
        return self._after(self.ceremony.offer_cut(self._cutters()))

    def _cutters(self) -> list[int]:
        """One box for every player: the one that got the cut card, else the first they hold."""
        receiver = self.ceremony.cut_card_seat
        held = [self.boxes_of(player) for player in self.players]
        return [receiver if receiver is not None and receiver in boxes else boxes[0] for boxes in held]

    def refuse_cut(self) -> tuple[Self, tuple[Happening, ...]]:
        return self._after(self.ceremony.refuse_cut())

    def cut(self, at: int, *, by: int) -> tuple[Self, tuple[Happening, ...]]:
        """Whoever is asked cuts with N cards in front; box 0 is the dealer."""
        return self._after(self.ceremony.cut(at, by=by))

    def place_cut_card(
        self, depth: int | None = None, *, ordered_by: Role | None = None
    ) -> tuple[Self, tuple[Happening, ...]]:
        return self._after(self.ceremony.place_cut_card(depth, ordered_by=ordered_by))

    def load(self) -> tuple[Self, tuple[Happening, ...]]:
        """A new shoe: newcomers may play, and who dropped from three spots may return to them (BJ-DEAL-5c, BJ-S10)."""
        state, events = self._after(self.ceremony.load())
        none: frozenset[str] = frozenset()
        return replace(state, rounds_of_shoe=0, on_three=none, dropped=none, newcomers=none), events

    def burn(self, cards: int = 1) -> tuple[Self, tuple[Happening, ...]]:
        """The card that is due to be burned, once per shoe or before every round as the sheet says."""
        if self.round is not None:
            raise IllegalAction("burn.too_late", self.cite("shoe.burn"))
        return self._after(self.ceremony.burn(cards))

    def show_burn(self, player: str, *, approved_by: Role | None) -> tuple[Self, tuple[Happening, ...]]:
        """The last burn card is shown to a customer who asks, if a supervisor approves (BJ-SDS-6)."""
        seat = next(iter(self.boxes_of(player)), None)
        return self._after(self.ceremony.show_burn(asked_by=seat, approved_by=approved_by))

    def tap_in(self, dealer: str) -> tuple[Self, tuple[Happening, ...]]:
        """A new dealer takes over and, where the sheet says so, burns the next card or counts the deck.

        (BJ-SDS-7, BJ-S9, UTH-HAND-4)
        """
        if self.round is None or not isinstance(self.cards, Ceremony):
            state, events = self._after(self.cards.tap_in(dealer))
            return replace(state, dealer=dealer), events
        state, events = self._after(self.ceremony.tap_in(dealer, shoe=self._shoe_now(self.round)))
        shoe, round_ = state.ceremony.shoe, self.round.copy()
        assert shoe is not None
        round_.next_card = shoe.drawn
        return replace(state, dealer=dealer, round=round_), events

    def _shoe_now(self, round_: Round) -> Shoe:
        """The shoe as the round under way has it."""
        assert self.ceremony.shoe is not None
        return dataclasses.replace(self.ceremony.shoe, drawn=round_.next_card)

    def check_close(self, role: Role) -> None:
        self.ceremony.check_close(role)

    def can_close(self, role: Role) -> bool:
        return allowed(self.check_close, role)

    def close(self, role: Role, *, imperfect: Sequence[Card] = ()) -> tuple[Self, tuple[Happening, ...]]:
        """On a supervisor's word the cards are put away, looked over and racked (BJ-CARD-3a to 3d)."""
        return self._after(self.ceremony.close(role, imperfect=imperfect))

    # decks that take turns

    def count_deck(self, counted: int) -> tuple[Self, tuple[Happening, ...]]:
        """The dealer counts the deck in play; one that is not whole is withdrawn (UTH-HAND-4, UTH-S9)."""
        return self._after(self.rotation.count_deck(counted))

    def bring_deck(self, deck: Deck) -> tuple[Self, tuple[Happening, ...]]:
        """A new deck for one that was withdrawn (UTH-S9)."""
        return self._after(self.rotation.bring_deck(deck))

    def report_shuffler(self, works: bool) -> tuple[Self, tuple[Happening, ...]]:
        """The shuffler has failed, or works again."""
        return self._after(self.rotation.report_shuffler(works))

    def deal_by_hand(self) -> tuple[Self, tuple[Happening, ...]]:
        """With a failed shuffler the game goes on by hand, with one deck (UTH-HAND-0b, UTH-HAND-0c)."""
        return self._after(self.rotation.deal_by_hand())

    def deal_from_shuffler(self) -> tuple[Self, tuple[Happening, ...]]:
        return self._after(self.rotation.deal_from_shuffler())
