"""Poker hands of four cards, out of four or five: how strong, which four play, and what to call them.

A strength is a number that compares as the hands do (C4-RANK-1, C4-RANK-3):

======  =====================================================================================
bits    meaning
======  =====================================================================================
12-15   the :class:`FourCards` category, from 1 (high card) to 8 (four of a kind)
0-11    the place within it, from the ranks that decide (two is 0, ace is 12):

        - high card, flush: the number of the ``four`` ranks;
        - pair: ``pair * 78 + two`` kickers;
        - two pair: the number of the ``two`` ranks;
        - three of a kind: ``triple * 13 + kicker``;
        - four of a kind: the rank;
        - straight, straight flush: the highest rank
======  =====================================================================================

where sets of ranks are numbered from the lowest to the highest: one with the ranks a > b has C(a, 2) + b.

>>> from pitboss.cards import cards_text, parse_cards
>>> hand = parse_cards("9s 9d 9c Ks 2s")
>>> describe(hand), cards_text(best_four(hand))
('three of a kind, nines', '9s 9d 9c Ks')
>>> evaluate(parse_cards("As 2d 3c 4h 9s")) < evaluate(parse_cards("2d 3c 4h 5s 9s"))
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from pitboss.cards import Card, cards_text
from pitboss.errors import NotationError
from pitboss.hands.categories import HandCategory
from pitboss.hands.poker import RANK_NAMES, numbered_ranks, several

__all__ = [
    "ACES", "KING_HIGH", "QUEENS", "FourCards", "best_four", "category", "describe", "describe_strength", "evaluate",
    "line_of", "playing_ranks",
]  # fmt: skip


class FourCards(HandCategory):
    """What a hand of four cards is called, weakest first (C4-RANK-1)."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    STRAIGHT = 4
    FLUSH = 5
    THREE_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    FOUR_OF_A_KIND = 8


KING_HIGH: Final = FourCards.HIGH_CARD << 12 | comb(11, 4)
"""The lowest strength with a king: no lower hand opens (C4-SET-1)."""
QUEENS: Final = FourCards.PAIR << 12 | 10 * 78
"""The lowest strength of a pair of queens (C4-QU-2)."""
ACES: Final = FourCards.PAIR << 12 | 12 * 78
"""The lowest strength of a pair of aces (C4-PLAY-5)."""

_LOW_ACE: Final = (12, 2, 1, 0)


def evaluate(cards: Sequence[Card]) -> int:
    """Return the strength of the best four of four or five cards (C4-GAME-2).

    >>> from pitboss.cards import parse_cards
    >>> evaluate(parse_cards("As Ah Ac Ad 2c")) >> 12 == FourCards.FOUR_OF_A_KIND
    True
    """
    if len(cards) not in (4, 5) or len({*cards}) != len(cards) or not all(card.known for card in cards):
        raise _no_hand(cards)
    if len(cards) == 4:
        return _four(cards)
    return max(_four(four) for four in combinations(cards, 4))


def _four(cards: Sequence[Card]) -> int:
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    return _strength(tuple(ranks), suited=len({card & 3 for card in cards}) == 1)


@cache
def _strength(ranks: tuple[int, ...], *, suited: bool) -> int:
    """The strength of four cards by their ranks alone, highest first (C4-RANK-3).

    There are 1,820 such sets of ranks, suited or not.
    """
    straight = _straight(ranks)
    if suited and straight:
        return FourCards.STRAIGHT_FLUSH << 12 | straight
    if suited:
        return FourCards.FLUSH << 12 | _number(ranks)
    if straight:
        return FourCards.STRAIGHT << 12 | straight
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    shape, order = tuple(times for _, times in groups), tuple(rank for rank, _ in groups)
    match shape:
        case (4,):
            return FourCards.FOUR_OF_A_KIND << 12 | order[0]
        case (3, 1):
            return FourCards.THREE_OF_A_KIND << 12 | 13 * order[0] + order[1]
        case (2, 2):
            return FourCards.TWO_PAIR << 12 | _number(order)
        case (2, 1, 1):
            return FourCards.PAIR << 12 | 78 * order[0] + _number(order[1:])
    return FourCards.HIGH_CARD << 12 | _number(ranks)


def _straight(ranks: tuple[int, ...]) -> int:
    """The highest rank of four in sequence, 0 for none; an ace also stands below the two (C4-RANK-2)."""
    if ranks == _LOW_ACE:
        return 2
    return ranks[0] if all(ranks[0] - ranks[at] == at for at in range(4)) else 0


def _number(ranks: Sequence[int]) -> int:
    """The number of a set of ranks, highest first, among all sets of its size."""
    return sum(comb(rank, len(ranks) - at) for at, rank in enumerate(ranks))


def _no_hand(cards: Sequence[Card]) -> NotationError:
    text = cards_text(cards)
    if len(cards) not in (4, 5):
        return NotationError(f"a hand of four cards cannot be made of {len(cards)}", text=text, expected="4 or 5 cards")
    if not all(card.known for card in cards):
        return NotationError("a card nobody has seen has no rank", text=text, expected="cards that are known")
    return NotationError("a card is there twice", text=text, expected="cards of one deck")


def category(strength: int) -> FourCards:
    """Return the category of a hand of this strength."""
    return FourCards(strength >> 12)


@cache
def line_of(strength: int) -> str:
    """Return the category of a hand as the sheets write it."""
    return category(strength).line


def playing_ranks(strength: int) -> tuple[int, ...]:
    """Return the ranks (two is 0, ace is 12) of the four cards that play, those that make the hand first."""
    place = strength & 0xFFF
    match category(strength):
        case FourCards.STRAIGHT | FourCards.STRAIGHT_FLUSH:
            return tuple((place - down) % 13 for down in range(4))
        case FourCards.HIGH_CARD | FourCards.FLUSH:
            return numbered_ranks(place, 4)
        case FourCards.PAIR:
            pair, number = divmod(place, 78)
            return (pair, pair, *numbered_ranks(number, 2))
        case FourCards.TWO_PAIR:
            high, low = numbered_ranks(place, 2)
            return (high, high, low, low)
        case FourCards.THREE_OF_A_KIND:
            triple, kicker = divmod(place, 13)
            return (triple, triple, triple, kicker)
        case FourCards.FOUR_OF_A_KIND:
            return (place,) * 4


def best_four(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the four cards that play, in the order of :func:`playing_ranks`; of cards that serve alike, the first."""
    strength = evaluate(cards)
    four = next(four for four in combinations(cards, 4) if _four(four) == strength)
    left, playing = list(four), []
    for rank in playing_ranks(strength):
        card = next(card for card in left if card >> 2 == rank)
        left.remove(card)
        playing.append(card)
    return tuple(playing)


def describe(cards: Sequence[Card]) -> str:
    """Return what the best four of the cards are called at the table.

    >>> from pitboss.cards import parse_cards
    >>> describe(parse_cards("As Ad Kc Kh 2s")), describe(parse_cards("As Qd 9c 5h 3s"))
    ('two pair, aces and kings', 'ace high')
    """
    return describe_strength(evaluate(cards))


@cache
def describe_strength(strength: int) -> str:
    """Return what a hand of this strength is called at the table."""
    kind, ranks = category(strength), playing_ranks(strength)
    match kind:
        case FourCards.HIGH_CARD:
            return f"{RANK_NAMES[ranks[0]]} high"
        case FourCards.PAIR:
            return f"pair of {several(ranks[0])}"
        case FourCards.TWO_PAIR:
            return f"two pair, {several(ranks[0])} and {several(ranks[2])}"
        case FourCards.THREE_OF_A_KIND | FourCards.FOUR_OF_A_KIND:
            return f"{kind.text}, {several(ranks[0])}"
        case _:
            return f"{kind.text}, {RANK_NAMES[ranks[0]]} high"
