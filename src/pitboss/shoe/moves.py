"""What hands do to cards, as pure functions from one order to another; the first card is the top card.

Each move is a stated model (``docs/shuffles.md``); they work on anything that can be told apart, cards or
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pitboss.shoe.chance import Chance

__all__ = ["cut", "riffle", "riffle_deck", "strip", "wash"]

T = TypeVar("T")


def cut(cards: Sequence[T], at: int) -> tuple[T, ...]:
    """What lay before the cut goes behind the rest.

    >>> cut("abcde", 2)
    ('c', 'd', 'e', 'a', 'b')
    """
    assert 0 <= at <= len(cards)
    return (*cards[at:], *cards[:at])


def riffle(left: Sequence[T], right: Sequence[T], chance: Chance, *, clumpiness: int = 0) -> tuple[T, ...]:
    """Two packets let fall into each other from the bottom (Gilbert, Shannon and Reeds).

    The next card falls from a packet with a chance in proportion to the cards it still holds. With a
    clumpiness above 0 it falls, in that many cases of a hundred, from the same packet as the card before it
    whatever its size.
    """
    assert 0 <= clumpiness <= 99
    one, other = list(left), list(right)
    below = chance.below
    pile: list[T] = []
    falling: list[T] = []
    while one and other:
        if not falling or not clumpiness or below(100) >= clumpiness:
            falling = one if below(len(one) + len(other)) < len(one) else other
        pile.append(falling.pop())
    pile += reversed(one or other)
    pile.reverse()
    return tuple(pile)


def riffle_deck(cards: Sequence[T], chance: Chance, *, clumpiness: int = 0) -> tuple[T, ...]:
    """A whole deck parted near the middle (as many cards as fair coins show heads) and riffled once."""
    at = chance.heads(len(cards))
    return riffle(cards[:at], cards[at:], chance, clumpiness=clumpiness)


def strip(cards: Sequence[T], chance: Chance, *, smallest: int, largest: int) -> tuple[tuple[T, ...], tuple[int, ...]]:
    """Packets pulled off the top, each laid on the one before; the new order and the sizes of the packets.

    A size is uniform from ``smallest`` to ``largest``; the last packet is whatever is left. Packets come to
    lie in reversed order, while the order inside each stays.
    """
    assert 1 <= smallest <= largest
    packets: list[Sequence[T]] = []
    at = 0
    while at < len(cards):
        size = min(chance.between(smallest, largest), len(cards) - at)
        packets.append(cards[at : at + size])
        at += size
    return tuple(card for packet in reversed(packets) for card in packet), tuple(map(len, packets))


def wash(cards: Sequence[T], chance: Chance, *, strength: int) -> tuple[T, ...]:
    """Cards stirred face down on the table.

    Each card leaves its place with a chance of ``strength`` in a hundred, and those that left come to rest
    in the places left free, every order of them equally likely. So 100 is uniform, and 0 leaves the cards
    as they lie.
    """
    assert 0 <= strength <= 100
    if strength == 100:
        return tuple(chance.shuffled(cards))
    free = [at for at in range(len(cards)) if chance.bernoulli(strength, 100)]
    order = list(cards)
    for at, source in zip(free, chance.shuffled(free), strict=True):
        order[at] = cards[source]
    return tuple(order)
