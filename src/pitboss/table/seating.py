"""Boxes and players: sitting down, leaving, waiting, giving a box up, and what the house decides about spots."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.shoe.ceremony.state import allowed
from pitboss.table.events import PlayerSat, PlayerWaits, ReleaseAsked, SpotsSet, ThreeGranted, WaitEnded
from pitboss.table.game import Happening
from pitboss.table.state import HOUSE, THREE, State

__all__ = ["Seating"]

_STAFF = HOUSE | {"dealer"}


class Seating(State, frozen=True):
    """Who holds which box."""

    # sitting down and leaving

    def check_sit(self, player: str, box: int) -> None:
        """Whether a player may take a box, the first or a further one."""
        self._refuse_closed()
        if not player:
            raise IllegalAction("place.name_needed")
        self._refuse_no_place(box)
        if self.holder(box):
            raise IllegalAction("place.taken", place=self.places.place, box=box, player=self.holder(box))
        self._check_another_spot(player, len(self.boxes_of(player)))
        ahead = self.waiting.index(player) if player in self.waiting else len(self.waiting)
        if ahead >= len(self.free_boxes):
            raise IllegalAction(
                "place.waited_for", self.cite("table.release_spot"), player=self.waiting[0], place=self.places.place
            )

    def can_sit(self, player: str, box: int) -> bool:
        return allowed(self.check_sit, player, box)

    def sit(self, player: str, box: int) -> tuple[Self, tuple[Happening, ...]]:
        """A player takes a box; where newcomers enter with a new shoe only, they wait for it there (BJ-S10)."""
        self.check_sit(player, box)
        boxes = tuple(player if at == box else holder for at, holder in enumerate(self.boxes, 1))
        late = not self.places.midshoe_entry and player not in self.boxes and self.shoe_under_way
        state = replace(
            self,
            boxes=boxes,
            waiting=tuple(name for name in self.waiting if name != player),
            newcomers=self.newcomers | {player} if late else self.newcomers,
        )
        clause = self.cite("table.midshoe_entry" if late else "table.boxes")
        return state, (PlayerSat(player=player, box=box, from_next_shoe=late, clause=clause),)

    @property
    def shoe_under_way(self) -> bool:
        """Whether the first card of the shoe's first round is out."""
        return self.rounds_of_shoe > int(self.bets_open)

    def _check_another_spot(self, player: str, spots: int) -> None:
        """Whether a player on N spots may have one more (BJ-DEAL-5a, BJ-DEAL-5c, GC-RULE-6, V5-BET-5)."""
        most = self.places.spots_per_player
        if spots >= most:
            code = "place.most_spots" if self.places.spot == "spot" else "place.most_hands"
            raise IllegalAction(code, self.cite("table.spots_per_player"), count=most)
        if spots >= dict(self.limits).get(player, most):
            raise IllegalAction("spots.house_allows", self.cite("table.house_sets_spots"), player=player, count=spots)
        if spots >= self.spots_allowed(player):
            raise IllegalAction("spots.dropped", self.cite("table.three_hand_return"), player=player)

    def check_leave(self, player: str, box: int = 0) -> None:
        """Whether a player may give up a box, or with 0 all of them."""
        if not self.boxes_of(player):
            raise IllegalAction("place.none_held", player=player, place=self.places.place)
        if box and self.holder(box) != player:
            raise IllegalAction("place.not_theirs", place=self.places.place, box=box, player=player)
        for held in (box,) if box else self.boxes_of(player):
            if held in self.spots:
                raise IllegalAction("place.has_bet", self.cite("bets_locked"), place=self.places.place, box=held)

    def can_leave(self, player: str, box: int = 0) -> bool:
        return allowed(self.check_leave, player, box)

    def leave(self, player: str, box: int = 0) -> tuple[Self, tuple[Happening, ...]]:
        """A player gives up one box, or the table."""
        self.check_leave(player, box)
        state, events = self, ()  # type: tuple[Self, tuple[Happening, ...]]
        for held in (box,) if box else self.boxes_of(player):
            state, freed = state._free(held)
            events = (*events, *freed)
        return state, events

    # waiting

    def check_wait(self, player: str) -> None:
        self._refuse_closed()
        if not player:
            raise IllegalAction("place.name_needed")
        if player in self.boxes:
            raise IllegalAction("place.held", player=player, place=self.places.place)
        if player in self.waiting:
            raise IllegalAction("waiting.already", player=player)

    def can_wait(self, player: str) -> bool:
        return allowed(self.check_wait, player)

    def wait(self, player: str) -> tuple[Self, tuple[Happening, ...]]:
        """A newcomer joins the waiting list; free boxes go to those who wait, in their order."""
        self.check_wait(player)
        clause = self.cite("table.release_spot")
        return replace(self, waiting=(*self.waiting, player)), (PlayerWaits(player=player, clause=clause),)

    def check_stop_waiting(self, player: str) -> None:
        if player not in self.waiting:
            raise IllegalAction("waiting.not", player=player)

    def can_stop_waiting(self, player: str) -> bool:
        return allowed(self.check_stop_waiting, player)

    def stop_waiting(self, player: str) -> tuple[Self, tuple[Happening, ...]]:
        self.check_stop_waiting(player)
        return replace(self, waiting=tuple(name for name in self.waiting if name != player)), (
            WaitEnded(player=player),
        )

    # what the house may ask and decide

    def check_ask_to_release(self, box: int, *, role: str) -> None:
        """The house may ask for an extra box when somebody waits and, by the sheet, the table is full (BJ-DEAL-4)."""
        clause = self.cite("table.release_spot")
        if role not in _STAFF:
            raise IllegalAction("release.house_only", clause)
        if not self.waiting:
            raise IllegalAction("release.nobody_waits", clause)
        if self.places.release_spot == "full_table" and self.free_boxes:
            raise IllegalAction("release.not_full", clause)
        if len(self.boxes_of(self.holder(box))) < 2 or not self.holder(box):
            raise IllegalAction("release.no_extra_spot", clause, box=box)
        asked = dict(self.releasing)
        if box in asked:
            raise IllegalAction("release.asked_already", clause, player=self.holder(box), box=box)
        if len([held for held in self.boxes_of(self.holder(box)) if held not in asked]) < 2:
            raise IllegalAction("release.one_stays", clause, player=self.holder(box))

    def can_ask_to_release(self, box: int, *, role: str) -> bool:
        return allowed(self.check_ask_to_release, box, role=role)

    def ask_to_release(self, box: int, *, role: str) -> tuple[Self, tuple[Happening, ...]]:
        """Ask for an extra box: it is free at once, or when the bet on it is settled (GC-RULE-7, V5-BET-6)."""
        self.check_ask_to_release(box, role=role)
        clause = self.cite("table.release_spot")
        asked = ReleaseAsked(player=self.holder(box), box=box, for_player=self.waiting[0], by=role, clause=clause)
        state, freed = self._release(box, clause)
        return state, (asked, *freed)

    def _release(self, box: int, clause: str) -> tuple[Self, tuple[Happening, ...]]:
        """A box goes back to the house now, or when the bet on it is settled."""
        if box in self.spots:
            return replace(self, releasing=(*self.releasing, (box, clause))), ()
        return self._free(box, clause)

    def check_set_spots(self, player: str, spots: int, *, role: str) -> None:
        """On some sheets the house has the last word on a player's spots (GC-RULE-8, V5-BET-7)."""
        places = self.places
        if not places.house_sets_spots:
            raise IllegalAction("spots.players_choice", self.cite("table.spots_per_player"))
        clause = self.cite("table.house_sets_spots")
        if role not in HOUSE:
            raise IllegalAction("spots.floor_only", clause)
        if not 1 <= spots <= places.spots_per_player:
            raise IllegalAction("spots.range", self.cite("table.spots_per_player"), most=places.spots_per_player)
        if player not in self.boxes and player not in self.waiting:
            raise IllegalAction("spots.not_here", clause, player=player)

    def can_set_spots(self, player: str, spots: int, *, role: str) -> bool:
        return allowed(self.check_set_spots, player, spots, role=role)

    def set_spots(self, player: str, spots: int, *, role: str) -> tuple[Self, tuple[Happening, ...]]:
        """The house sets how many spots a player may have; boxes above that number are given back."""
        self.check_set_spots(player, spots, role=role)
        clause = self.cite("table.house_sets_spots")
        limits = dict(self.limits) | {player: spots}
        state = replace(self, limits=tuple(sorted(limits.items())))
        events: tuple[Happening, ...] = (SpotsSet(player=player, spots=spots, by=role, clause=clause),)
        kept = [box for box in self.boxes_of(player) if box not in dict(self.releasing)]
        for box in kept[spots:]:
            state, freed = state._release(box, clause)
            events = (*events, *freed)
        return state, events

    def check_grant_three(self, player: str, *, role: str) -> None:
        """The return to three before the next shoe is for the shift manager alone to grant (BJ-DEAL-5d)."""
        rule, clauses = self.places.three_hand_return, self.sheet.clauses("table.three_hand_return")
        clause = clauses[-1] if clauses else ""
        if rule != "shift_manager":
            raise IllegalAction("spots.no_return", clause)
        if role != "shift_manager":
            raise IllegalAction("spots.return_by_shift_manager", clause)
        if player not in self.dropped:
            raise IllegalAction("spots.not_dropped", clause, player=player)

    def can_grant_three(self, player: str, *, role: str) -> bool:
        return allowed(self.check_grant_three, player, role=role)

    def grant_three(self, player: str, *, role: str) -> tuple[Self, tuple[Happening, ...]]:
        """The shift manager lets a player go back to three spots in this shoe; never to more."""
        self.check_grant_three(player, role=role)
        granted = ThreeGranted(player=player, by=role, clause=self.sheet.clauses("table.three_hand_return")[-1])
        assert self.places.spots_per_player >= THREE
        return replace(self, dropped=self.dropped - {player}), (granted,)
