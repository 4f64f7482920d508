"""What a table knows, and the few moves that every part of it shares."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games.round import Place, Round
from pitboss.rules import Sheet
from pitboss.rules.game import Rules
from pitboss.shoe import Ceremony, DeckRotation
from pitboss.table.events import BoxFreed, ThreeDropped
from pitboss.table.game import TABLE_GAMES, Cards, Happening, Places, TableGame

__all__ = ["HOUSE", "THREE", "State", "places_of"]

HOUSE: Final = frozenset({"floor", "floor_manager", "supervisor", "shift_manager"})
"""The roles that speak for the house."""

THREE: Final = 3
"""The number of spots that is called to the floor, and that a player may not go back to at will (BJ-DEAL-5b to 5d)."""


@lru_cache(maxsize=256)
def places_of(sheet: Sheet) -> Places:
    return TABLE_GAMES[sheet.game].places(sheet)


class State(Struct, frozen=True):
    """The state of a table: who holds which box, who waits, what the house has set, the cards, and the round."""

    sheet: Sheet
    cards: Cards
    boxes: tuple[str, ...]
    """Who holds each box, from box 1 at the dealer's left; empty where it is free."""
    waiting: tuple[str, ...] = ()
    dealer: str = ""
    limits: tuple[tuple[str, int], ...] = ()
    releasing: tuple[tuple[int, str], ...] = ()
    """Boxes that go back to the house when their bets are settled, each with the clause behind that."""
    on_three: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    newcomers: frozenset[str] = frozenset()
    rounds: int = 0
    rounds_of_shoe: int = 0
    first_slot: int = 0
    round: Round | None = None

    @property
    def game(self) -> TableGame:
        return TABLE_GAMES[self.sheet.game]

    @property
    def places(self) -> Places:
        return places_of(self.sheet)

    @property
    def rules(self) -> Rules:
        return self.sheet.rules

    @property
    def ceremony(self) -> Ceremony:
        """The shoe's ceremony; refused in a game of single decks."""
        if not isinstance(self.cards, Ceremony):
            raise IllegalAction("table.no_shoe", self.cards.rules.clause("rotation"))
        return self.cards

    @property
    def rotation(self) -> DeckRotation:
        """The decks that take turns; refused in a game with a shoe."""
        if not isinstance(self.cards, DeckRotation):
            raise IllegalAction("table.has_shoe", self.cards.rules.clause("deck_count"))
        return self.cards

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody seated, in the order of their first box."""
        return tuple(dict.fromkeys(player for player in self.boxes if player))

    @property
    def free_boxes(self) -> tuple[int, ...]:
        return tuple(box for box, player in enumerate(self.boxes, 1) if not player)

    @property
    def spots(self) -> Mapping[int, Place]:
        """The boxes with bets in the round under way."""
        return {} if self.round is None else self.round.places

    @property
    def bets_open(self) -> bool:
        """Whether a round is open for bets and its first card not yet out."""
        question = self.round.question if self.round is not None else None
        return question is not None and question.kind == "wagers"

    def holder(self, box: int) -> str:
        """Who holds a box; empty where it is free or not there."""
        return self.boxes[box - 1] if 1 <= box <= len(self.boxes) else ""

    def boxes_of(self, player: str) -> tuple[int, ...]:
        return tuple(box for box, holder in enumerate(self.boxes, 1) if holder == player)

    def spots_allowed(self, player: str) -> int:
        """How many spots a player may play now: the sheet's number, the house's, or two after dropping from three."""
        most = dict(self.limits).get(player, self.places.spots_per_player)
        return min(most, THREE - 1) if player in self.dropped else most

    def spot_limits(self) -> dict[str, int]:
        """Who may have another number of spots than the sheet says."""
        most = self.places.spots_per_player
        return {player: may for player in self.players if (may := self.spots_allowed(player)) != most}

    def cite(self, point: str) -> str:
        """The clause behind a point, by whatever name the sheet of this game has for it."""
        return self.sheet.cite(self.game.points.get(point, point))

    def _refuse_closed(self) -> None:
        if isinstance(self.cards, Ceremony) and self.cards.phase == "closed":
            raise IllegalAction("table.closed", self.cards.rules.clause("close"))

    def _refuse_no_place(self, box: int) -> None:
        if not 1 <= box <= len(self.boxes):
            raise IllegalAction("place.none", self.cite("table.boxes"), most=len(self.boxes), places=self.places.places)

    def _free(self, box: int, clause: str = "") -> tuple[Self, tuple[Happening, ...]]:
        """A box is nobody's any more; with it goes the first claim to the cut."""
        player = self.holder(box)
        cards = self.cards
        if isinstance(cards, Ceremony) and cards.cut_card_seat == box:
            cards = dataclasses.replace(cards, cut_card_seat=None)
        boxes = tuple("" if at == box else holder for at, holder in enumerate(self.boxes, 1))
        state = replace(self, boxes=boxes, cards=cards, releasing=tuple(r for r in self.releasing if r[0] != box))
        if player not in boxes:
            state = replace(state, newcomers=state.newcomers - {player})
        state, dropped = state._note_spots(player, len(state.boxes_of(player)))
        return state, (BoxFreed(player=player, box=box, clause=clause), *dropped)

    def _note_spots(self, player: str, spots: int) -> tuple[Self, tuple[Happening, ...]]:
        """Remember who plays three, and who has dropped from it (BJ-DEAL-5c)."""
        if self.places.three_hand_return is None:
            return self, ()
        if player in self.on_three and spots < THREE:
            state = replace(self, on_three=self.on_three - {player}, dropped=self.dropped | {player})
            return state, (ThreeDropped(player=player, clause=self.cite("table.three_hand_return")),)
        return self, ()
