"""The shoe as a value: the order is shared, and only the count of cards drawn moves.

A card's number in the shoe is its slot; what lies on the table, what was burned and what is in the discard
rack are slots too, so no card can be in two places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction
from pitboss.shoe.deck import census

__all__ = ["Shoe", "assert_conserved"]


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards in dealing order, how many are out, and where the cut card stands (cards in front of it).

    >>> from pitboss.shoe.deck import fresh_decks
    >>> card, shoe = Shoe(fresh_decks(6), cut_card=260).draw()
    >>> card.text, shoe.cards_left, shoe.cut_card_out
    ('As', 311, False)
    """

    order: tuple[Card, ...]
    cut_card: int
    drawn: int = 0
    burned: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    rounds_since_cut_card: int = 0

    def __post_init__(self) -> None:
        assert 0 <= self.cut_card <= len(self.order)
        assert 0 <= self.drawn <= len(self.order)

    # drawing

    def check_draw(self, *, clause: str = "") -> None:
        if self.drawn >= len(self.order):
            raise IllegalAction("shoe.empty", clause)

    def can_draw(self) -> bool:
        return self.drawn < len(self.order)

    def draw(self) -> tuple[Card, Shoe]:
        """The next card, and the shoe without it; the card's slot is this shoe's ``drawn``."""
        self.check_draw()
        return self.order[self.drawn], self._moved(self.drawn + 1, self.burned)

    def burn(self) -> Shoe:
        """The shoe with its next card burned, unseen."""
        self.check_draw()
        return self._moved(self.drawn + 1, (*self.burned, self.drawn))

    def _moved(self, drawn: int, burned: tuple[int, ...]) -> Shoe:
        # Faster than replace(): a card is drawn for every step of an enumeration.
        return Shoe(self.order, self.cut_card, drawn, burned, self.discards, self.rounds_since_cut_card)

    # the rack

    @property
    def on_table(self) -> tuple[int, ...]:
        """Slots that were drawn and are neither burned nor in the rack."""
        away = {*self.burned, *self.discards}
        return tuple(slot for slot in range(self.drawn) if slot not in away)

    def check_discard(self, slots: Iterable[int]) -> None:
        slots, table = tuple(slots), set(self.on_table)
        if len(set(slots)) < len(slots) or not table.issuperset(slots):
            raise IllegalAction("shoe.only_table_cards")

    def discard(self, slots: Iterable[int] | None = None) -> Shoe:
        """The shoe with these cards in the rack, in this order; all on the table if none are named."""
        slots = self.on_table if slots is None else tuple(slots)
        self.check_discard(slots)
        return replace(self, discards=(*self.discards, *slots))

    def burn_from_table(self, slot: int) -> Shoe:
        """The shoe with a card burned that had already left it, as some irregularities ask."""
        self.check_discard((slot,))
        return replace(self, burned=(*self.burned, slot))

    def eject(self) -> Shoe:
        """The shoe with every card that is left laid unseen in the rack."""
        rest = tuple(range(self.drawn, len(self.order)))
        return replace(self, drawn=len(self.order), discards=(*self.discards, *rest))

    def gather(self) -> tuple[Card, ...]:
        """All cards in one stack, from the top: those never dealt, the burned, the table's, the rack's."""
        slots = (*range(self.drawn, len(self.order)), *reversed(self.burned))
        return tuple(self.order[slot] for slot in (*slots, *reversed(self.on_table), *reversed(self.discards)))

    # the cut card

    @property
    def cards_left(self) -> int:
        return len(self.order) - self.drawn

    @property
    def penetration(self) -> tuple[int, int]:
        """Cards out of the shoe, and cards it began with."""
        return self.drawn, len(self.order)

    @property
    def cut_card_out(self) -> bool:
        """Whether every card in front of the cut card is out, so that it lies at the mouth of the shoe."""
        return self.drawn >= self.cut_card

    def last_round(self, cut_card: str) -> bool:
        """Whether a round under way now is the last of this shoe, by the sheet's ``cut_card`` value."""
        assert cut_card in ("finish_round", "one_more_round")
        return self.cut_card_out and (cut_card == "finish_round" or self.rounds_since_cut_card > 0)

    def check_start_round(self, cut_card: str, *, clause: str = "") -> None:
        if self.last_round(cut_card):
            raise IllegalAction("shuffle.cut_card_out", clause)

    def can_start_round(self, cut_card: str) -> bool:
        return not self.last_round(cut_card)

    def start_round(self, cut_card: str) -> Shoe:
        """The shoe as a round begins; a round begun with the cut card out is remembered."""
        self.check_start_round(cut_card)
        return replace(self, rounds_since_cut_card=self.rounds_since_cut_card + 1) if self.cut_card_out else self

    # cards that are told, not known

    def check_tell(self, slot: int, card: Card, *, clause: str = "") -> None:
        if not 0 <= slot < len(self.order):
            raise IllegalAction("shoe.no_slot", clause, slot=slot)
        if slot >= self.drawn:
            raise IllegalAction("shoe.slot_inside", clause, slot=slot)
        if not card.known:
            raise IllegalAction("shoe.no_face", clause)
        if (told := self.order[slot]).known and told != card:
            raise IllegalAction("shoe.slot_told", clause, slot=slot, card=told.text)
        decks = len(self.order) // 52
        if not told.known and self.order.count(card) >= decks:
            raise IllegalAction("shoe.card_out", clause, card=card.text, decks=decks)

    def can_tell(self, slot: int, card: Card) -> bool:
        try:
            self.check_tell(slot, card)
        except IllegalAction:
            return False
        return True

    def tell(self, slot: int, card: Card) -> Shoe:
        """The shoe with the face of a drawn card made known, at a table where cards are typed or read."""
        self.check_tell(slot, card)
        return replace(self, order=(*self.order[:slot], card, *self.order[slot + 1 :]))


def assert_conserved(shoe: Shoe, original: Iterable[Card]) -> None:
    """Our bug if a card was lost or made: shoe, table, burns and rack are the original cards, each once."""
    slots = (*range(shoe.drawn, len(shoe.order)), *shoe.burned, *shoe.discards, *shoe.on_table)
    assert sorted(slots) == list(range(len(shoe.order))), "a card is in two places or in none"
    found, start = census(shoe.order), census(original)
    unseen = found.pop(UNKNOWN, 0)
    assert not found - start, "the shoe holds a card that it did not begin with"
    assert (start - found).total() == unseen, "the shoe has lost a card"
