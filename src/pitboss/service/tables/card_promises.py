"""The promise about every card: made at the shuffle, opened card by card as each may be seen."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.service.tables.live_table import Live
from pitboss.shoe import Ceremony, Event
from pitboss.shoe.chance import SeededChance
from pitboss.shoe.commitment import Commitment, commit
from pitboss.shoe.events import happened
from pitboss.table import Table

__all__ = ["SHOE", "commitment_of", "committed", "cut_of"]

SHOE = "shoe"
"""What the seed of a shoe is kept under; the decks of hold'em have names of their own."""


def committed(live: Live, table: Table, seed: str) -> tuple[Live, tuple[Event, ...]]:
    """A table after one of its moves: where that was a shuffle, the root is shown and the seed remembered."""
    before, cards = live.table.cards, table.cards
    if isinstance(cards, Ceremony):
        assert isinstance(before, Ceremony)
        if before.phase != "ready" or cards.phase == "ready":
            return replace(live, table=table), ()
        root = promise(cards.cards, seed).root
        table, events = table.show_commitment(root)
        return replace(live, table=table, seeds=((SHOE, seed),)), events  # type: ignore[return-value]
    assert not isinstance(before, Ceremony)
    for deck, was, ready in zip(cards.decks, before.ready, cards.ready, strict=True):
        if ready and not was:
            root = promise(deck.cards, seed).root
            shown = happened("commitment_shown", root=root, cards=len(deck.cards), deck=deck.name)
            return replace(live, table=table, seeds=_with(live.seeds, deck.name, seed)), (shown,)
    return replace(live, table=table), ()


def _with(seeds: tuple[tuple[str, str], ...], deck: str, seed: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted({**dict(seeds), deck: seed}.items()))


def promise(order: tuple[Card, ...], seed: str) -> Commitment:
    """The commitment to an order, with nonces from the same secret chance."""
    return commit(order, SeededChance(f"{seed}/nonces"))


def cut_of(table: Table) -> int:
    """How many cards were cut from the front of the brick that is dealt now."""
    return (table.cards.cut_at or 0) if isinstance(table.cards, Ceremony) else 0


def commitment_of(live: Live) -> tuple[Commitment, int]:
    """The commitment behind the round under way, and where the brick was cut."""
    assert live.round is not None
    order = live.round.order
    assert order is not None
    seeds, cut = dict(live.seeds), cut_of(live.table)
    table = live.table
    name = SHOE if isinstance(table.cards, Ceremony) else table.rotation.in_play.name
    brick = order[-cut:] + order[:-cut] if cut else order
    return promise(brick, seeds[name]), cut
