"""Rounds one after another: each on the shoe as the last one left it, and every card accounted for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Self

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction
from pitboss.games.actions import Action, PlaceBet, Reshuffled
from pitboss.games.blackjack import BlackjackRound
from pitboss.shoe import Shoe, assert_conserved, fresh_decks
from pitboss.shoe.ceremony.state import allowed
from pitboss.table.events import RoundAbandoned, RoundStarted
from pitboss.table.seating import Seating
from pitboss.table.state import THREE, Happening

__all__ = ["Dealing"]


class Dealing(Seating):
    """Starting, playing and ending rounds."""

    __slots__ = ()

    # start

    def check_start_round(self) -> None:
        """Whether the cards are ready for a round."""
        if self.round is not None:
            raise IllegalAction("a round is under way")
        self.ceremony.check_start_round()

    def can_start_round(self) -> bool:
        return allowed(self.check_start_round)

    def start_round(self, *, automatic: bool = True) -> tuple[Self, tuple[Happening, ...]]:
        """A round on the shoe where it stands, open for bets, as ``table.round``.

        A shoe whose cards are not known is dealt by declaring them one by one.
        """
        self.check_start_round()
        ceremony, events = self.ceremony.start_round()
        shoe = ceremony.shoe
        assert shoe is not None
        round_ = BlackjackRound(
            self.sheet,
            None if _declared(shoe) else shoe.order,
            start=shoe.drawn,
            cut_card=None if shoe.cut_card_out else shoe.cut_card,
            automatic=automatic,
            spot_limits=self._spot_limits(),
        )
        if _declared(shoe):
            round_.seen = dict(Counter(card for card in shoe.order if card is not UNKNOWN))
        state = replace(
            self,
            ceremony=ceremony,
            round=round_,
            rounds=self.rounds + 1,
            rounds_of_shoe=self.rounds_of_shoe + 1,
            first_slot=shoe.drawn,
        )
        last = any(event.name == "last_hand" for event in events)
        return state, (*events, RoundStarted(number=state.rounds, slot=shoe.drawn, last_of_shoe=last))

    def _spot_limits(self) -> dict[str, int]:
        """What differs from the sheet's own number."""
        most = self.rules.table.spots_per_player
        return {player: may for player in self.players if (may := self.spots_allowed(player)) != most}

    # play

    def check_act(self, action: Action, *, role: str = "", by: str = "") -> None:
        """Whether an action is allowed at this table now; ``by`` is the player who wants it."""
        self.act(action, role=role, by=by)

    def can_act(self, action: Action, *, role: str = "", by: str = "") -> bool:
        return allowed(self.check_act, action, role=role, by=by)

    def act(self, action: Action, *, role: str = "", by: str = "") -> tuple[Self, tuple[Happening, ...]]:
        """Carry an action of the round out, or refuse it and change nothing."""
        if self.round is None:
            raise IllegalAction("no round is under way")
        if isinstance(action, PlaceBet):
            self._check_box(action)
        elif isinstance(action, Reshuffled):
            self._check_rack(action.cards)
        if by:
            self._check_owner(action, by)
        round_ = self.round.copy()
        if isinstance(action, PlaceBet):  # the house may have changed them since the round began
            round_.spot_limits = self._spot_limits()
        round_.act(action, role=role)
        return replace(self, round=round_), tuple(round_.events[len(self.round.events) :])

    def _check_box(self, bet: PlaceBet) -> None:
        """A bet lies in a box of one's own, by a player who may play that many spots in this shoe."""
        player, table, round_ = bet.player, self.rules.table, self.round
        assert round_ is not None
        if not 1 <= bet.spot <= len(self.boxes):
            raise IllegalAction(f"there are {len(self.boxes)} betting boxes", self.cite("table.boxes"))
        if not self.holder(bet.spot):
            raise IllegalAction(f"nobody sits at box {bet.spot}", self.cite("bet_in_box"))
        if self.holder(bet.spot) != player:
            # Nor is there any other action by which one player could bet with another (GC-RULE-19).
            reason = f"not permitted: box {bet.spot} is {self.holder(bet.spot)}'s"
            raise IllegalAction(reason, self.cite("bets_among_players") or self.cite("bet_in_box"))
        if player in self.newcomers:
            raise IllegalAction("newcomers enter with the next shoe", self.cite("table.midshoe_entry"))
        if bet.spot not in round_.spots and self.bets_open:
            others = sum(spot.player == player for spot in round_.spots.values())
            if others < table.spots_per_player:
                self._check_another_spot(player, others)

    def _check_rack(self, cards: tuple[Card, ...]) -> None:
        if Counter(cards) != Counter(self.rack):
            raise IllegalAction(
                "only the cards of the rack are shuffled again", self.cite("irregularity.shoe_exhausted")
            )

    @property
    def rack(self) -> tuple[Card, ...]:
        """The cards in the discard rack, those of the round under way included."""
        shoe, round_ = self.ceremony.shoe, self.round
        older = tuple(shoe.order[slot] for slot in shoe.discards) if shoe is not None else ()
        return older + (tuple(round_.discarded) if round_ is not None else ())

    def _check_owner(self, action: Action, by: str) -> None:
        """A player acts for boxes of his own."""
        assert self.round is not None
        question = self.round.question
        box = getattr(action, "spot", 0) or (question.spot if question is not None else 0)
        if box and self.holder(box) != by:
            raise IllegalAction(f"box {box} is not {by}'s", self.cite("in_turn"))
        if isinstance(action, PlaceBet) and action.player != by:
            raise IllegalAction("a player bets in his own name", self.cite("bet_in_box"))

    # end

    def check_end_round(self) -> None:
        if self.round is None:
            raise IllegalAction("no round is under way")
        if not self.round.over and self.round.spots:
            raise IllegalAction("the round is not over")

    def can_end_round(self) -> bool:
        return allowed(self.check_end_round)

    def end_round(self) -> tuple[Self, tuple[Happening, ...]]:
        """The round's cards are in the rack; boxes that were asked for are free, and a shuffle may be due."""
        self.check_end_round()
        round_ = self.round
        assert round_ is not None
        if not round_.over:
            return self._abandoned()
        shoe = self._shoe_after(round_)
        ceremony, shoe_events = self.ceremony.end_round(shoe, cut_card_seat=round_.cut_card_spot or None)
        assert ceremony.shoe is not None
        assert_conserved(ceremony.shoe, fresh_decks(self.ceremony.rules.decks))
        state, events = replace(self, ceremony=ceremony, round=None)._after_round(round_)
        return state, (*shoe_events, *events)

    def _abandoned(self) -> tuple[Self, tuple[Happening, ...]]:
        """A round without bets leaves the cards as they were: it is not the one more round after the cut card."""
        shoe = self.ceremony.shoe
        assert shoe is not None
        shoe = replace(shoe, rounds_since_cut_card=max(shoe.rounds_since_cut_card - 1, 0))
        ceremony = replace(self.ceremony, phase="between_rounds", shoe=shoe)
        state = replace(self, ceremony=ceremony, round=None, rounds_of_shoe=self.rounds_of_shoe - 1)
        return state, (RoundAbandoned(number=self.rounds),)

    def _shoe_after(self, round_: BlackjackRound) -> Shoe:
        """The shoe with the round's cards out of it, and those burned by a ruling among the burn cards."""
        shoe = self.ceremony.shoe
        assert shoe is not None
        used = [*round_.discarded, *round_.burned]
        if round_.order is None:
            hidden = int(round_.hole_dealt and round_.hole is UNKNOWN)
            return _told(replace(shoe, drawn=round_.next_card + hidden), self.first_slot, used)
        if round_.order != shoe.order:  # shuffled again within the round: whatever it was, it is out of the shoe
            return replace(shoe, drawn=len(shoe.order))
        shoe = replace(shoe, drawn=round_.next_card)
        table = shoe.on_table
        assert Counter(shoe.order[slot] for slot in table) == Counter(used), "the round lost or made a card"
        for card in round_.burned:
            shoe = shoe.burn_from_table(next(slot for slot in shoe.on_table if shoe.order[slot] == card))
        return shoe

    def _after_round(self, round_: BlackjackRound) -> tuple[Self, tuple[Happening, ...]]:
        """What the round says about spots, and the boxes that are given up after it (BJ-DEAL-4, BJ-DEAL-5c)."""
        state, events = self, ()  # type: tuple[Self, tuple[Happening, ...]]
        dealt = Counter(spot.player for spot in round_.spots.values())
        for player in dict.fromkeys((*self.players, *dealt)):
            state, dropped = state._note_spots(player, dealt[player])
            events = (*events, *dropped)
        if state.rules.table.three_hand_return is not None:
            state = replace(state, on_three=state.on_three | {p for p, count in dealt.items() if count >= THREE})
        for box, clause in state.releasing:
            state, freed = state._free(box, clause)
            events = (*events, *freed)
        return state, events


def _declared(shoe: Shoe) -> bool:
    """Whether the cards of a shoe become known only as they are dealt."""
    return UNKNOWN in shoe.order


def _told(shoe: Shoe, first: int, cards: list[Card]) -> Shoe:
    """The shoe with the faces that came out told; in which of the round's slots each lay does not matter any more."""
    slots = [slot for slot in shoe.on_table if slot >= first]
    for slot, card in zip(slots, cards, strict=False):
        if card is not UNKNOWN:
            shoe = shoe.tell(slot, card)
    return shoe
