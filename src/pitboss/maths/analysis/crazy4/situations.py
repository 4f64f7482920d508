"""What each choice of a hand of Crazy 4 Poker is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pitboss.cards import Card, cards_text, parse_cards
from pitboss.errors import NotationError
from pitboss.maths.analysis.situation_notation import cards_in
from pitboss.maths.analysis.situations import Valuation, ordered
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["read_hand", "value_crazy4"]

EXAMPLES = '"Kh Qd 8c 4s 2h"'


def read_hand(text: str) -> tuple[Card, ...]:
    """Return five cards as people write them.

    >>> cards_text(read_hand("kh,Qd 8c4s 2h"))
    'Kh Qd 8c 4s 2h'
    """
    found = cards_in(text, text, EXAMPLES)
    if len(found) != 5 or any(not suit for _, suit in found):
        raise NotationError("a decision has five cards, each with its suit", text=text, expected=EXAMPLES)
    cards = tuple(Card.parse(rank + suit) for rank, suit in found)
    twice = [card.name for card, times in Counter(cards).items() if times > 1]
    if twice:
        raise NotationError(f"there is only one {twice[0]}", text=text)
    return cards


def value_crazy4(
    sheet: Sheet, situation: str, stake: int, *, shoe: str | Iterable[Card] | None, seen: str
) -> Valuation:
    """Return what each choice is worth, counted out against all that the dealer can have."""
    from pitboss.maths.crazy4 import live

    hand = read_hand(situation)
    if shoe is not None:
        raise NotationError(
            "Crazy 4 Poker is valued from one deck", expected="cards of other seats as seen, and no shoe"
        )
    found = live.value(sheet, hand, dead=parse_cards(seen), stake_cents=stake)
    deck = f"one deck without {seen}" if seen else "one deck"
    basis = f"an Ante of {dollars(stake)}, {deck}"
    return Valuation(sheet.name, cards_text(hand), stake, basis, ordered(found, stake))
