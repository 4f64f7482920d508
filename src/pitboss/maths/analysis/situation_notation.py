"""Cards as people write them in a situation, with or without suits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pitboss.cards import DECK, RANKS, Card
from pitboss.errors import NotationError

__all__ = ["LOOSE", "cards_in", "read_removed"]

LOOSE = " \t\r\n,;.-+"
"""What may stand between cards."""

_CARD = re.compile(r"(10|[2-9tjqka])([cdhs♠♥♦♣]?)", re.IGNORECASE)
_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")


def cards_in(part: str, whole: str, expected: str) -> list[tuple[str, str]]:
    """Ranks with or without suits, however they are set apart."""
    found, at = [], 0
    while at < len(part):
        if part[at] in LOOSE:
            at += 1
            continue
        match = _CARD.match(part, at)
        if match is None:
            raise NotationError(f'cannot read a card from "{part[at:].split()[0]}"', text=whole, expected=expected)
        found.append((match[1].upper().replace("10", "T"), match[2].translate(_SYMBOLS).lower()))
        at = match.end()
    return found


def read_removed(text: str, left: Iterable[Card]) -> Counter[Card]:
    """What is left of the cards when those of the text are taken out; a rank alone takes any card of it."""
    shoe = Counter(left)
    for rank, suit in sorted(cards_in(text, text, "cards such as As, Kd or 8"), key=lambda card: not card[1]):
        likely = [Card.parse(rank + suit)] if suit else DECK[RANKS.index(rank) * 4 :][:4]
        card = max(likely, key=lambda each: shoe[each])
        if shoe[card] < 1:
            raise NotationError(f"the shoe holds too few {rank}{suit}", text=text)
        shoe[card] -= 1
    return shoe
