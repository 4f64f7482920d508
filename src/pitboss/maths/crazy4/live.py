"""What each choice is worth for one hand, counted out against all that the dealer can have.

>>> from pitboss.cards import parse_cards
>>> from pitboss.rules import load
>>> found = value(load("crazy-4-poker"), parse_cards("Kh Qd 8c 4s 2h"))
>>> max(found, key=found.__getitem__), {choice: round(float(worth), 4) for choice, worth in found.items()}
('1x', {'fold': -2.0, '1x': -1.9979})
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from pitboss.cards import DECK, Card, cards_text
from pitboss.errors import NotationError
from pitboss.games.crazy4.settling import bonus_line
from pitboss.hands.four_cards import ACES
from pitboss.maths._kernels.crazy4_hands import face_one
from pitboss.maths.crazy4.record import compile_crazy4
from pitboss.rules import Sheet

__all__ = ["value"]


def value(
    sheet: Sheet, hand: Sequence[Card], *, dead: Iterable[Card] = (), stake_cents: int | None = None
) -> dict[str, Fraction]:
    """Return what each choice of five cards is worth in units of the Ante, ``dead`` cards of other seats known."""
    record, gone = compile_crazy4(sheet, stake_cents=stake_cents), tuple(dead)
    cards = (*hand, *gone)
    if len(hand) != 5 or len({*cards}) != len(cards) or not all(card.known for card in cards):
        raise NotationError("a decision has five cards of one deck", text=cards_text(cards), expected="five cards")
    left = tuple(card for card in DECK if card not in cards)
    if len(left) < 5:
        raise NotationError(f"{len(gone)} dead cards leave none for the dealer", expected="fewer dead cards")
    strength, unopened, won, _, lost = _met(tuple(sorted(hand)), left, record.opens)
    bonus = record.bonus.get(bonus_line(strength))
    found, every = {"fold": Fraction(-2)}, comb(len(left), 5)
    for bet in record.bets:
        if bet.multiple > record.any_hand and strength < ACES:
            continue
        cents = unopened * bet.win + won * (bet.win + record.ante_win) - lost * (bet.lose + record.stake)
        cents += -lost * record.stake if bonus is None else every * bonus
        found[f"{bet.multiple}x"] = Fraction(cents, every * record.stake)
    return found


@lru_cache(maxsize=256)
def _met(hand: tuple[Card, ...], left: tuple[Card, ...], opens: int) -> tuple[int, int, int, int, int]:
    results = np.zeros(4, np.int64)
    strength = face_one(np.array(hand, np.int64), np.array(left, np.int64), opens, results)
    unopened, won, tied, lost = results.tolist()
    return int(strength), unopened, won, tied, lost
