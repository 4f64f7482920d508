"""Cards, and groups of cards, as text that round-trips.

A card is a small integer (rank first, then suit), so comparing, hashing and sorting run at the speed of ``int``;
there is exactly one object per card.

>>> hand = parse_cards("As Kd Tc ??")
>>> hand[0].rank, hand[1].colour, hand[3].known
('A', 'red', False)
>>> cards_text(hand)
'As Kd Tc ??'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.errors import NotationError

__all__ = ["DECK", "RANKS", "SUITS", "UNKNOWN", "Card", "cards_text", "parse_cards"]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_RANK_NAMES: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_EXPECTED: Final = "a rank 2-9 T J Q K A and a suit s h d c, or ??"


class Card(int):
    """One of the 52 cards, or the card nobody has seen yet (``??``).

    >>> Card.parse("As") is Card.parse("A♠")
    True
    >>> Card.parse("Td") < Card.parse("Js")
    True
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < len(_ALL):
            raise NotationError(f"there is no card number {index}", expected="0 to 52")
        return _ALL[index]

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)

    @staticmethod
    def parse(text: str) -> Card:
        cards = parse_cards(text)
        if len(cards) != 1:
            raise NotationError("cannot read a card", text=text, expected=_EXPECTED)
        return cards[0]

    def __bool__(self) -> bool:
        """Return True for every card, also for the two of clubs, whose number is 0."""
        return True

    @property
    def known(self) -> bool:
        return self < 52

    @property
    def rank(self) -> str:
        """``2`` to ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``; ``?`` for the unknown card."""
        return _RANK_OF[self]

    @property
    def suit(self) -> str:
        return _SUIT_OF[self]

    @property
    def colour(self) -> str:
        """``red`` or ``black``; ``?`` for the unknown card."""
        return _COLOUR_OF[self]

    @property
    def text(self) -> str:
        return _TEXT_OF[self]

    @property
    def symbol(self) -> str:
        """For people's eyes: ``A♠``."""
        return f"{self.rank}{_SYMBOLS[self.suit]}" if self.known else "??"

    @property
    def name(self) -> str:
        """For people's ears: ``ace of spades``."""
        return f"{_RANK_NAMES[self >> 2]} of {_SUIT_NAMES[self.suit]}" if self.known else "unknown card"

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text


_ALL: Final = tuple(int.__new__(Card, index) for index in range(53))
_RANK_OF: Final = (*(RANKS[i >> 2] for i in range(52)), "?")
_SUIT_OF: Final = (*(SUITS[i & 3] for i in range(52)), "?")
_COLOUR_OF: Final = (*("red" if SUITS[i & 3] in "dh" else "black" for i in range(52)), "?")
_TEXT_OF: Final = tuple(rank + suit for rank, suit in zip(_RANK_OF, _SUIT_OF, strict=True))

UNKNOWN: Final = _ALL[52]
DECK: Final = _ALL[:52]

_READ: Final = dict(zip(_TEXT_OF, _ALL, strict=True))
_SUIT_OF_SYMBOL: Final = str.maketrans({symbol: suit for suit, symbol in _SYMBOLS.items()})
_BETWEEN: Final = " \t\r\n,"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written one after another, with or without blanks or commas between them.

    >>> cards_text(parse_cards("AsKd 10h, t♣"))
    'As Kd Th Tc'
    """
    cards: list[Card] = []
    at = 0
    while at < len(text):
        if text[at] in _BETWEEN:
            at += 1
            continue
        width = 3 if text.startswith("10", at) else 2
        written = text[at : at + width]
        card = _READ.get(written.replace("10", "T").translate(_SUIT_OF_SYMBOL).capitalize())
        if card is None:
            raise NotationError(f'cannot read a card from "{written}"', text=text, at=at, expected=_EXPECTED)
        cards.append(card)
        at += width
    return tuple(cards)


def cards_text(cards: Iterable[Card]) -> str:
    """The cards one after another with a blank between, as :func:`parse_cards` reads them."""
    return " ".join([_TEXT_OF[card] for card in cards])
