"""Poker against the dealer at a table: every round has a deck of its own, while the other waits in the shuffler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.engine import Engine
from pitboss.games.game import ENGINES
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.rules.poker import PokerRules
from pitboss.shoe import CardSource, Deck, DeckRotation, Shoe, assert_conserved, shuffle_rules
from pitboss.shoe import Event as ShoeEvent
from pitboss.table.game import Cards, Happening, Places, Started, TableGame

if TYPE_CHECKING:
    from pitboss.table.game import AnyTable
    from pitboss.table.state import State

__all__ = ["PokerTableGame"]

_BACKS: Final = ("red", "blue")


class PokerTableGame(TableGame):
    """Single decks that take turns, dealt from the shuffler or by hand.

    (UTH-SHUF-2a, UTH-HAND-0a, UTH-HAND-0b, C4-SHUF-2, C4-SHUF-4)
    """

    points: ClassVar[Mapping[str, str]] = {
        "table.boxes": "table.seats",
        "table.spots_per_player": "table.hands_per_player",
        "bet_in_box": "table.seats",
        "in_turn": "out_of_turn",
        "irregularity.shoe_exhausted": "irregular_shuffler_jam",
    }

    def places(self, sheet: Sheet) -> Places:
        table = cast(PokerRules, sheet.rules).table
        return Places(table.seats, table.hands_per_player, place="seat", places="seats", spot="hand")

    def bring(self, sheet: Sheet, decks: Sequence[Deck]) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        rules = shuffle_rules(sheet)
        return DeckRotation.open(rules, decks or [Deck(back, back) for back in _BACKS[: rules.decks_in_rotation]])

    def next_move(
        self, table: AnyTable, source: CardSource, cut_at: int | None
    ) -> tuple[AnyTable, tuple[Happening, ...]] | None:
        """The count for a new dealer, and every deck that is not shuffled; nobody cuts but the dealer, by hand."""
        rotation = table.rotation
        if rotation.count_due:
            return table.count_deck(len(rotation.in_play.cards))
        return None if rotation.can_start_round() else table.shuffle(source)

    def start(
        self, table: State, *, automatic: bool, link_up: bool, meters: Mapping[str, int] | None, engine: Engine
    ) -> Started:
        """A round on the whole deck whose turn it is."""
        rotation, shoe = table.rotation.start_round()
        of_the_game: Any = ENGINES[table.sheet.game].round
        round_: Round = of_the_game(
            table.sheet,
            None if UNKNOWN in shoe.order else shoe.order,
            automatic=automatic,
            by_hand=rotation.mode == "hand",
            link_up=link_up,
            meters=meters,
            engine=engine,
        )
        return Started(rotation, round_, deck=rotation.in_play.name)

    def limit(self, round_: Round, spots: dict[str, int]) -> None:
        assert not spots, "no such sheet lets the house set a player's hands"

    def rack(self, table: State) -> tuple[Card, ...]:
        """The deck that the shuffler has failed with (UTH-IRR-5, C4-IRR-5); empty where cards are declared."""
        round_ = table.round
        return () if round_ is None or round_.order is None else table.rotation.in_play.cards

    def finish(self, table: State, round_: Round) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        """All 52 cards are together again, and the other deck's turn comes."""
        used = [*round_.discarded, *round_.burned]
        if round_.order is None:
            shoe = _told(used)
        else:
            shoe = Shoe(round_.order, len(round_.order), round_.next_card)
            out = round_.order[: round_.next_card]
            assert Counter(out) == Counter(used), "the round lost or made a card"
        assert_conserved(shoe, DECK)
        return table.rotation.end_round(shoe)

    def abandon(self, table: State) -> Cards:
        """The deck was not touched, and its turn stays."""
        return replace(table.rotation, in_round=False)


def _told(used: list[Card]) -> Shoe:
    """A deck of which only the faces that were turned are known: the others are what is left of the 52."""
    seen = [card for card in used if card is not UNKNOWN]
    order = (*seen, *(card for card in DECK if card not in seen))
    return Shoe(order, len(order), len(used))
