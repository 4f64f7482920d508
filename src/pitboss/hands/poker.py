"""Poker hands of five to seven cards: how strong, which five play, and what to call them.

A strength is a number that compares as the hands do, whatever number of cards they were made from:

======  =====================================================================================
bits    meaning
======  =====================================================================================
12-15   the :class:`Category`, from 1 (high card) to 10 (royal flush)
0-11    the place within it, from the ranks that decide (two is 0, ace is 12):

        - high card, flush: ``five`` ranks;
        - pair: ``pair * 286 + three`` kickers;
        - two pair: ``two * 13 + kicker``;
        - three of a kind: ``triple * 78 + two`` kickers;
        - full house: ``triple * 13 + pair``;
        - four of a kind: ``quad * 13 + kicker``;
        - straight, straight flush, royal flush: the highest rank
======  =====================================================================================

where ``two``, ``three`` and ``five`` number the sets of that many ranks from the lowest (``2 3 4`` is 0) to the
highest: a set with the ranks a > b > c has the number C(a, 3) + C(b, 2) + C(c, 1).

>>> from pitboss.cards import cards_text, parse_cards
>>> hole, board = parse_cards("Ks 4d"), parse_cards("Kd 9c 4h 9s Ac")
>>> describe(hole + board), cards_text(best_five(hole + board))
('two pair, kings and nines', 'Ks Kd 9c 9s Ac')
>>> evaluate(parse_cards("As 2d 3c 4h 5s")) < evaluate(parse_cards("2d 3c 4h 5s 6s"))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from pitboss.cards import DECK, Card, cards_text
from pitboss.errors import NotationError
from pitboss.hands.categories import HandCategory

__all__ = [
    "RANK_NAMES",
    "Category",
    "best_five",
    "category",
    "describe",
    "describe_strength",
    "evaluate",
    "line_of",
    "numbered_ranks",
    "playing_ranks",
    "several",
]


class Category(HandCategory):
    """What a hand is called, weakest first (UTH-RANK-1)."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10


_SUITED: Final = {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}

_HIGH, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL, _QUADS, _STRAIGHT_FLUSH, _ROYAL = (
    int(kind) << 12 for kind in Category
)

# Sets of ranks and counts of ranks are kept four bits apart, as the cards' own numbers are (rank * 4 + suit), so the
# cards of one suit are a set of ranks as they stand, and the four suits add up to how many there are of each rank.
_ONE_EACH: Final = 0x1_1111_1111_1111
_SUITS: Final = range(4)
_CHOOSE: Final = tuple(tuple(comb(rank, size) for rank in range(13)) for size in range(6))


def evaluate(cards: Sequence[Card]) -> int:
    """The strength of the best five of five, six or seven cards (UTH-QUAL-0).

    >>> from pitboss.cards import parse_cards
    >>> evaluate(parse_cards("As Ks Qs Js Ts 2d 2c")) >> 12 == Category.ROYAL_FLUSH
    True
    """
    held = 0
    for card in cards:
        held |= 1 << card
    if not 5 <= len(cards) <= 7 or held.bit_count() != len(cards) or held >> 52:
        raise _no_hand(cards)
    clubs, diamonds = held & _ONE_EACH, held >> 1 & _ONE_EACH
    hearts, spades = held >> 2 & _ONE_EACH, held >> 3 & _ONE_EACH
    for suited in (clubs, diamonds, hearts, spades):
        if suited.bit_count() >= 5:  # with seven cards no other suit, no full house and no four of a kind can be there
            return _flush(suited)
    return _by_ranks(clubs + diamonds + hearts + spades, clubs | diamonds | hearts | spades)


def _flush(ranks: int) -> int:
    """Five or more ranks of one suit."""
    high = _straight(ranks)
    if high == 12:
        return _ROYAL | high  # UTH-RANK-2
    if high:
        return _STRAIGHT_FLUSH | high  # UTH-RANK-3a, UTH-RANK-3b
    return _FLUSH | _number(ranks, 5)  # UTH-RANK-6


def _by_ranks(counts: int, ranks: int) -> int:
    """A hand without a flush, from how many there are of each rank and which ranks there are."""
    quads = counts >> 2 & _ONE_EACH
    triples = counts & counts >> 1 & _ONE_EACH
    pairs = counts >> 1 & ~counts & _ONE_EACH
    if quads:
        return _QUADS | 13 * _top(quads) + _top(ranks ^ quads)  # UTH-RANK-4
    if triples:
        triple = _top(triples)
        under = (triples | pairs) & ~(1 << 4 * triple)
        if under:
            return _FULL | 13 * triple + _top(under)  # UTH-RANK-5
    high = _straight(ranks)
    if high:
        return _STRAIGHT | high  # UTH-RANK-7a
    if triples:
        return _TRIPS | 78 * triple + _number(ranks ^ triples, 2)  # UTH-RANK-8
    if not pairs:
        return _HIGH | _number(ranks, 5)
    pair = _top(pairs)
    ranks ^= 1 << 4 * pair
    pairs ^= 1 << 4 * pair
    if not pairs:
        return _PAIR | 286 * pair + _number(ranks, 3)
    second = _top(pairs)
    return _TWO_PAIR | 13 * (_CHOOSE[2][pair] + second) + _top(ranks ^ 1 << 4 * second)


def _straight(ranks: int) -> int:
    """The highest rank of the best straight, 0 for none; an ace also stands below the two (UTH-RANK-7b, UTH-S7)."""
    runs = ranks << 4 | ranks >> 48
    runs &= runs >> 4
    runs &= runs >> 8 & runs >> 12
    return _top(runs) + 3 if runs else 0


def _top(ranks: int) -> int:
    """The highest of ranks, each of which is the lowest of four bits."""
    return ranks.bit_length() >> 2


def _number(ranks: int, size: int) -> int:
    """The number of the set of the ``size`` highest ranks among all sets of that size."""
    number = 0
    for left in range(size, 0, -1):
        top = ranks.bit_length() - 1
        ranks ^= 1 << top
        number += _CHOOSE[left][top >> 2]
    return number


def _no_hand(cards: Sequence[Card]) -> NotationError:
    """Return in one line why these cards are not a hand."""
    text = cards_text(cards)
    if not 5 <= len(cards) <= 7:
        return NotationError(f"a poker hand cannot have {len(cards)} cards", text=text, expected="5 to 7 cards")
    unknown = next((card for card in cards if not card.known), None)
    if unknown is not None:
        return NotationError("a card nobody has seen has no rank", text=text, expected="cards that are known")
    twice = next(card for card in cards if list(cards).count(card) > 1)
    return NotationError(f"the {twice.name} is there twice", text=text, expected="cards of one deck")


def category(strength: int) -> Category:
    """The category of a hand of this strength."""
    return Category(strength >> 12)


@cache
def line_of(strength: int) -> str:
    """Return the pay line of a hand: its category as the sheets write it."""
    return category(strength).line


# --- which five, and their name ---------------------------------------------------------------------------


def playing_ranks(strength: int) -> tuple[int, ...]:
    """The ranks (two is 0, ace is 12) of the five cards that play, as the hand is read.

    Those that make the hand stand first, then the kickers from the highest; the ace of a five-high straight is last.
    """
    kind, place = category(strength), strength & 0xFFF
    match kind:
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH | Category.ROYAL_FLUSH:
            return tuple((place - down) % 13 for down in range(5))
        case Category.HIGH_CARD | Category.FLUSH:
            return numbered_ranks(place, 5)
        case Category.PAIR:
            pair, number = divmod(place, 286)
            return (pair, pair, *numbered_ranks(number, 3))
        case Category.TWO_PAIR:
            number, kicker = divmod(place, 13)
            high, low = numbered_ranks(number, 2)
            return (high, high, low, low, kicker)
        case Category.THREE_OF_A_KIND:
            triple, number = divmod(place, 78)
            return (triple, triple, triple, *numbered_ranks(number, 2))
        case Category.FULL_HOUSE:
            triple, pair = divmod(place, 13)
            return (triple, triple, triple, pair, pair)
        case Category.FOUR_OF_A_KIND:
            quad, kicker = divmod(place, 13)
            return (quad, quad, quad, quad, kicker)


def numbered_ranks(number: int, size: int) -> tuple[int, ...]:
    """Return the ranks, highest first, of the set of that size with this number."""
    ranks = []
    for left in range(size, 0, -1):
        rank = max(rank for rank in range(13) if _CHOOSE[left][rank] <= number)
        ranks.append(rank)
        number -= _CHOOSE[left][rank]
    return tuple(ranks)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that play, in the order of :func:`playing_ranks`; of cards that serve alike, the first given.

    >>> from pitboss.cards import cards_text, parse_cards
    >>> cards_text(best_five(parse_cards("Ac 5d 5h 2s 3d 4c Kd")))
    '5d 4c 3d 2s Ac'
    """
    strength = evaluate(cards)
    left = list(cards)
    if category(strength) in _SUITED:
        suit = next(suit for suit in _SUITS if sum(card & 3 == suit for card in left) >= 5)
        left = [card for card in left if card & 3 == suit]
    playing = []
    for rank in playing_ranks(strength):
        card = next(card for card in left if card >> 2 == rank)
        left.remove(card)
        playing.append(card)
    return tuple(playing)


RANK_NAMES: Final = tuple(card.name.partition(" ")[0] for card in DECK[::4])


def describe(cards: Sequence[Card]) -> str:
    """What the best five of the cards are called at the table.

    >>> from pitboss.cards import parse_cards
    >>> describe(parse_cards("As Ad Ac Kh Ks 2d 3c")), describe(parse_cards("As Qd 9c 5h 3s"))
    ('full house, aces over kings', 'ace high')
    """
    return describe_strength(evaluate(cards))


def describe_strength(strength: int) -> str:
    """What a hand of this strength is called at the table."""
    kind, ranks = category(strength), playing_ranks(strength)
    first, *_, last = ranks
    match kind:
        case Category.HIGH_CARD:
            return f"{RANK_NAMES[first]} high"
        case Category.PAIR:
            return f"pair of {several(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {several(first)} and {several(ranks[2])}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{kind.text}, {several(first)}"
        case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
            return f"{kind.text}, {RANK_NAMES[first]} high"
        case Category.FULL_HOUSE:
            return f"full house, {several(first)} over {several(last)}"
        case Category.ROYAL_FLUSH:
            return kind.text


def several(rank: int) -> str:
    """Return what several cards of a rank are called."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"
