"""Rounds one after another: each on the cards as the last one left them, and every card accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Self

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine import NOW, Engine
from pitboss.errors import IllegalAction
from pitboss.games.actions import Action, PlaceBet, Reshuffled, StartDeal
from pitboss.games.round import Place
from pitboss.shoe.ceremony.state import allowed
from pitboss.table.events import RoundAbandoned, RoundStarted
from pitboss.table.game import Happening
from pitboss.table.seating import Seating
from pitboss.table.state import THREE

__all__ = ["Dealing"]


class Dealing(Seating, frozen=True):
    """Starting, playing and ending rounds."""

    # start

    def check_start_round(self) -> None:
        """Whether the cards are ready for a round."""
        if self.round is not None:
            raise IllegalAction("round.under_way")
        self.cards.check_start_round()

    def can_start_round(self) -> bool:
        return allowed(self.check_start_round)

    def start_round(
        self,
        *,
        automatic: bool = True,
        link_up: bool = True,
        meters: Mapping[str, int] | None = None,
        engine: Engine = NOW,
    ) -> tuple[Self, tuple[Happening, ...]]:
        """A round on the cards as they are, open for bets, as ``table.round``.

        Where the cards are not known it is dealt by declaring them one by one. Of a linked progressive the table only
        knows what it is told: whether the link is up, and with ``meters`` what a hit would win. A round that another
        ``engine`` began is replayed by that one.
        """
        self.check_start_round()
        cards, round_, deck, slot, events = self.game.start(
            self, automatic=automatic, link_up=link_up, meters=meters, engine=engine
        )
        number, of_shoe = self.rounds + 1, self.rounds_of_shoe + 1
        state = replace(self, cards=cards, round=round_, rounds=number, rounds_of_shoe=of_shoe, first_slot=slot)
        last = any(event.name == "last_hand" for event in events)
        return state, (*events, RoundStarted(number=number, deck=deck, slot=slot, last_of_shoe=last))

    # play

    def check_act(self, action: Action, *, role: str = "", by: str = "") -> None:
        """Whether an action is allowed at this table now; ``by`` is the player who wants it."""
        self.act(action, role=role, by=by)

    def can_act(self, action: Action, *, role: str = "", by: str = "") -> bool:
        return allowed(self.check_act, action, role=role, by=by)

    def act(self, action: Action, *, role: str = "", by: str = "") -> tuple[Self, tuple[Happening, ...]]:
        """Carry an action of the round out, or refuse it and change nothing."""
        if self.round is None:
            raise IllegalAction("round.none")
        if isinstance(action, PlaceBet):
            self._check_box(action)
        elif isinstance(action, Reshuffled):
            self._check_rack(action.cards)
        if by:
            self._check_owner(action, by)
        round_ = self.round.copy()
        if isinstance(action, PlaceBet):  # the house may have changed them since the round began
            self.game.limit(round_, self.spot_limits())
        round_.act(action, role=role)
        events = tuple(round_.events[len(self.round.events) :])
        if not isinstance(action, StartDeal):
            return replace(self, round=round_), events
        cards, burned = self.game.bets_down(self)
        return replace(self, round=round_, cards=cards), (*events[:1], *burned, *events[1:])

    def _check_box(self, bet: PlaceBet) -> None:
        """A bet lies in a box of one's own, by a player who may play that many spots in this shoe."""
        player, place = bet.player, self.places.place
        self._refuse_no_place(bet.spot)
        if not self.holder(bet.spot):
            raise IllegalAction("place.empty", place=place, box=bet.spot)
        if self.holder(bet.spot) != player:
            # Nor is there any other action by which one player could bet with another (GC-RULE-19).
            clause = self.cite("bets_among_players")
            raise IllegalAction("bets.in_other_place", clause, place=place, box=bet.spot, player=self.holder(bet.spot))
        if player in self.newcomers:
            raise IllegalAction("place.next_shoe", self.cite("table.midshoe_entry"))
        if bet.spot not in self.spots and self.bets_open:
            self._check_another_spot(player, sum(spot.player == player for spot in self.spots.values()))

    def _check_rack(self, cards: tuple[Card, ...]) -> None:
        if Counter(cards) != Counter(self.rack):
            raise IllegalAction("irregular.only_rack", self.cite("irregularity.shoe_exhausted"))

    @property
    def rack(self) -> tuple[Card, ...]:
        """The cards that are shuffled again when the round under way needs it."""
        return self.game.rack(self)

    def _check_owner(self, action: Action, by: str) -> None:
        """A player acts for their own boxes."""
        assert self.round is not None
        question = self.round.question
        box = getattr(action, "spot", 0) or (question.spot if question is not None else 0)
        if box and self.holder(box) != by:
            raise IllegalAction("place.not_theirs", place=self.places.place, box=box, player=by)
        if isinstance(action, PlaceBet) and action.player != by:
            raise IllegalAction("bets.own_name")

    # end

    def check_end_round(self) -> None:
        if self.round is None:
            raise IllegalAction("round.none")
        if not self.round.over and self.spots:
            raise IllegalAction("round.not_over")

    def can_end_round(self) -> bool:
        return allowed(self.check_end_round)

    def end_round(self) -> tuple[Self, tuple[Happening, ...]]:
        """The round's cards are in the rack; boxes that were asked for are free, and a shuffle may be due."""
        self.check_end_round()
        round_ = self.round
        assert round_ is not None
        if not round_.over:
            return self._abandoned()
        cards, card_events = self.game.finish(self, round_)
        state, events = replace(self, cards=cards, round=None)._after_round(self.spots)
        return state, (*card_events, *events)

    def _abandoned(self) -> tuple[Self, tuple[Happening, ...]]:
        """A round without bets leaves the cards as they were."""
        cards = self.game.abandon(self)
        state = replace(self, cards=cards, round=None, rounds_of_shoe=self.rounds_of_shoe - 1)
        return state, (RoundAbandoned(number=self.rounds),)

    def _after_round(self, spots: Mapping[int, Place]) -> tuple[Self, tuple[Happening, ...]]:
        """What the round says about spots, and the boxes that are given up after it (BJ-DEAL-4, BJ-DEAL-5c)."""
        state, events = self, ()  # type: tuple[Self, tuple[Happening, ...]]
        dealt = Counter(spot.player for spot in spots.values())
        for player in dict.fromkeys((*self.players, *dealt)):
            state, dropped = state._note_spots(player, dealt[player])
            events = (*events, *dropped)
        if state.places.three_hand_return is not None:
            state = replace(state, on_three=state.on_three | {p for p, count in dealt.items() if count >= THREE})
        for box, clause in state.releasing:
            state, freed = state._free(box, clause)
            events = (*events, *freed)
        return state, events
