"""Groups of cards by their words: ranks, suits, colours, named cards, and several of them together.

A group is a number of 52 bits, one for each card of a deck.
"""

from __future__ import annotations

from typing import Final

from pitboss.cards import DECK, RANKS, SUITS

__all__ = ["ALL_CARDS", "NAMED", "RANK_WORDS", "SUIT_WORDS", "in_group", "of_rank", "range_of"]

ALL_CARDS: Final = (1 << len(DECK)) - 1

_RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_PLURALS: Final = {"six": "sixes"}
_SUIT_NAMES: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}


def of_rank(rank: int) -> int:
    """The four cards of a rank, 0 for the two and 12 for the ace."""
    return 0b1111 << 4 * rank


def _of_suit(suit: int) -> int:
    return sum(1 << card for card in range(suit, len(DECK), len(SUITS)))


def range_of(low: str, high: str) -> int | None:
    """The ranks from one to another, or None where they do not rise."""
    first, last = RANKS.index(low), RANKS.index(high)
    return sum(map(of_rank, range(first, last + 1))) if first < last else None


def _rank_words() -> dict[str, int]:
    """Every way to name a rank: T or 10, ten, tens."""
    found = {"10": of_rank(8)}
    for number, (letter, name) in enumerate(zip(RANKS, _RANK_NAMES, strict=True)):
        for word in (letter, name, _PLURALS.get(name, f"{name}s")):
            found[word] = of_rank(number)
    return found


RANK_WORDS: Final = _rank_words()
SUIT_WORDS: Final = {name: _of_suit(SUITS.index(letter)) for name, letter in _SUIT_NAMES.items()} | {
    "red": _of_suit(1) | _of_suit(2),
    "black": _of_suit(0) | _of_suit(3),
}
NAMED: Final = {card.text: 1 << card for card in DECK} | {
    "faces": sum(map(of_rank, (9, 10, 11))),
    "ten-values": sum(map(of_rank, (8, 9, 10, 11))),
}
"""Single cards as they are written, and groups that have a name of their own."""


def in_group(card: int, group: int) -> int:
    """1 for a card of a group and 0 for any other; the card may be an array of cards."""
    return group >> card & 1
