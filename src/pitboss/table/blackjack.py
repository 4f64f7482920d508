"""Blackjack at a table: rounds follow each other on one shoe, until its cut card is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pitboss.cards import UNKNOWN, Card
from pitboss.engine import Engine
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import CardsReshuffled
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules
from pitboss.shoe import DEALER, CardSource, Ceremony, Deck, Shoe, assert_conserved, fresh_decks, shuffle_rules
from pitboss.shoe import Event as ShoeEvent
from pitboss.table.game import Cards, Happening, Places, Started, TableGame

if TYPE_CHECKING:
    from pitboss.table.game import AnyTable
    from pitboss.table.state import State

__all__ = ["GAME"]


class BlackjackTable(TableGame):
    """A shoe of several decks with its ceremony of shuffle, cut and burn."""

    def places(self, sheet: Sheet) -> Places:
        assert isinstance(sheet.rules, BlackjackRules)
        table = sheet.rules.table
        return Places(
            table.boxes,
            table.spots_per_player,
            table.midshoe_entry,
            table.three_hand_return,
            table.house_sets_spots,
            table.release_spot,
        )

    def bring(self, sheet: Sheet, decks: Sequence[Deck]) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        rules = shuffle_rules(sheet)
        return Ceremony.open(rules, decks or [Deck(str(number), "blue") for number in range(1, rules.decks + 1)])

    def next_move(
        self, table: AnyTable, source: CardSource, cut_at: int | None
    ) -> tuple[AnyTable, tuple[Happening, ...]] | None:
        ceremony = table.ceremony
        match ceremony.phase:
            case "opening":
                return table.spread_decks()
            case "shuffle_due":
                return table.call_shuffle()
            case "called":
                return table.acknowledge("supervisor")
            case "ready":
                return table.shuffle(source)
            case "shuffled":
                return table.offer_cut()
            case "cut_offered":
                at = len(ceremony.cards) // 2 if cut_at is None else cut_at
                return table.cut(at, by=ceremony.offered or DEALER)
            case "cut":
                return table.place_cut_card()
            case "cut_card_placed":
                return table.load()
        return None if ceremony.can_start_round() and not ceremony.can_burn() else table.burn()

    def start(
        self, table: State, *, automatic: bool, link_up: bool, meters: Mapping[str, int] | None, engine: Engine
    ) -> Started:
        """A round on the shoe where it stands."""
        ceremony, events = table.ceremony.start_round()
        shoe = ceremony.dealt_from
        declared = UNKNOWN in shoe.order  # cards that become known only as they are dealt
        round_ = BlackjackRound(
            table.sheet,
            None if declared else shoe.order,
            start=shoe.drawn,
            cut_card=None if shoe.cut_card_out else shoe.cut_card,
            automatic=automatic,
            spot_limits=table.spot_limits(),
            engine=engine,
        )
        if declared:
            round_.seen = dict(Counter(card for card in shoe.order if card is not UNKNOWN))
        return Started(ceremony, round_, slot=shoe.drawn, events=events)

    def bets_down(self, table: State) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        """The card that is burned now, where the sheet says so (GC-DEAL-1)."""
        return table.ceremony.burn() if table.ceremony.can_burn() else (table.ceremony, ())

    def limit(self, round_: Round, spots: dict[str, int]) -> None:
        assert isinstance(round_, BlackjackRound)
        round_.spot_limits = spots

    def rack(self, table: State) -> tuple[Card, ...]:
        """The cards in the discard rack, those of the round under way included."""
        shoe, round_ = table.ceremony.shoe, table.round
        older = tuple(shoe.order[slot] for slot in shoe.discards) if shoe is not None else ()
        return older + (tuple(round_.discarded) if round_ is not None else ())

    def finish(self, table: State, round_: Round) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        assert isinstance(round_, BlackjackRound)
        shoe = _shoe_after(table, round_)
        ceremony, events = table.ceremony.end_round(shoe, cut_card_seat=round_.cut_card_spot or None)
        assert ceremony.shoe is not None
        assert_conserved(ceremony.shoe, fresh_decks(ceremony.rules.decks))
        return ceremony, events

    def abandon(self, table: State) -> Cards:
        """It is not the one more round after the cut card."""
        shoe = table.ceremony.shoe
        assert shoe is not None
        shoe = replace(shoe, rounds_since_cut_card=max(shoe.rounds_since_cut_card - 1, 0))
        return replace(table.ceremony, phase="between_rounds", shoe=shoe)


def _shoe_after(table: State, round_: BlackjackRound) -> Shoe:
    """The shoe with the round's cards out of it, and those burned by a ruling among the burn cards."""
    shoe = table.ceremony.shoe
    assert shoe is not None
    used = [*round_.discarded, *round_.burned]
    if any(isinstance(event, CardsReshuffled) for event in round_.events):  # whatever it was, it is out of the shoe
        return replace(shoe, drawn=len(shoe.order))
    if round_.order is None:
        return _told(replace(shoe, drawn=round_.cards_out), table.first_slot, used)
    shoe = replace(shoe, drawn=round_.next_card)
    assert Counter(shoe.order[slot] for slot in shoe.on_table) == Counter(used), "the round lost or made a card"
    for card in round_.burned:
        shoe = shoe.burn_from_table(next(slot for slot in shoe.on_table if shoe.order[slot] == card))
    return shoe


def _told(shoe: Shoe, first: int, cards: list[Card]) -> Shoe:
    """The shoe with the faces that came out told; in which of the round's slots each lay does not matter any more."""
    slots = [slot for slot in shoe.on_table if slot >= first]
    for slot, card in zip(slots, cards, strict=False):
        if card is not UNKNOWN:
            shoe = shoe.tell(slot, card)
    return shoe


GAME: Final = BlackjackTable()
