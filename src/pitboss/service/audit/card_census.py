"""The card census: whole decks at any time, the cards of a round those that left the shoe, roots that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pitboss.cards import DECK, Card
from pitboss.games.events import CardsReshuffled
from pitboss.games.game import ENGINES
from pitboss.games.round import Round
from pitboss.service.floor.streams import TableChange
from pitboss.service.tables.card_promises import SHOE, commitment_of
from pitboss.service.tables.live_table import Live
from pitboss.shoe import Ceremony, Shoe, card_defects
from pitboss.shoe import Event as ShoeEvent

__all__ = ["Census"]


class Census:
    """Counts the cards of one table, entry by entry."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        """The last root shown for each deck, or for the shoe."""
        self._held: set[str] = set()
        """Roots that were made again and held."""

    def faults(self, change: TableChange) -> list[str]:
        """What is wrong with the cards after an entry."""
        live = change.state
        self._note_roots(change.events)
        if live.round is None:
            return _defects(live)
        if live.declared:  # there is no commitment, and cards that were not turned are unknown
            return []
        started = change.before is None or change.before.round is None
        return [*(self._root_faults(live) if started else ()), *(_round_faults(live.round) if live.round.over else ())]

    def _note_roots(self, events: Iterable[object]) -> None:
        for event in events:
            if isinstance(event, ShoeEvent) and event.name == "commitment_shown":
                self._shown[str(event.details.get("deck", SHOE))] = str(event["root"])

    def _root_faults(self, live: Live) -> list[str]:
        """The order that is dealt now is the one that was promised at its shuffle."""
        name = SHOE if isinstance(live.table.cards, Ceremony) else live.table.rotation.in_play.name
        shown = self._shown.get(name)
        if shown is None:
            return [f"cards are dealt that no root was shown for ({name})"]
        if shown in self._held:
            return []
        if commitment_of(live)[0].root != shown:
            return [f"the root shown for the {name} is not that of its cards"]
        self._held = {root for root in self._held if root in self._shown.values()} | {shown}
        return []


def _defects(live: Live) -> list[str]:
    """Cards that are missing or too many between two rounds."""
    cards = live.table.cards
    if not isinstance(cards, Ceremony):
        decks = {f"the {deck.name} deck": deck.cards for deck in (*cards.decks, *cards.removed)}
        return [fault for name, stack in decks.items() for fault in _whole(name, stack, 1)]
    if cards.shoe is None:
        return _whole("the stack", cards.stack, cards.rules.decks)
    return [*_whole("the shoe", cards.shoe.order, cards.rules.decks), *_places(cards.shoe)]


def _whole(name: str, stack: Sequence[Card], decks: int) -> list[str]:
    """A stack that holds cards nobody has seen has at least their number, and no face too often."""
    seen = Counter(card for card in stack if card.known)
    if sum(seen.values()) < len(stack):
        whole = len(stack) == len(DECK) * decks and max(seen.values(), default=0) <= decks
        return [] if whole else [f"{name}: {len(stack)} cards, of which {sum(seen.values())} were seen"]
    return [f"{name}: {defect}" for defect in card_defects(stack, decks)]


def _places(shoe: Shoe) -> list[str]:
    slots = (*range(shoe.drawn, len(shoe.order)), *shoe.burned, *shoe.discards, *shoe.on_table)
    return [] if sorted(slots) == list(range(len(shoe.order))) else ["a card of the shoe is in two places or in none"]


def _round_faults(round_: Round) -> list[str]:
    """A finished round has moved just the cards that left the shoe."""
    if round_.order is None or any(isinstance(event, CardsReshuffled) for event in round_.events):
        return []
    drawn = round_.order[round_.start : round_.next_card]
    out = ENGINES[round_.sheet.game].dealt(round_)
    if len(set(out)) < len(out) and round_.sheet.rules.cards.decks == 1:
        return ["a card was dealt twice from one deck"]
    if set(out) - set(DECK):
        return ["a card was dealt that is in no deck"]
    return [] if Counter(out) == Counter(drawn) else ["other cards were dealt than left the shoe"]
