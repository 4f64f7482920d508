"""Situations of hold'em as people write them: "Kh4h", "K4s" or "Kh4h on Ks 4d 2c"."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from pitboss.cards import Card, cards_text, parse_cards
from pitboss.errors import NotationError
from pitboss.maths.analysis.situation_notation import LOOSE, cards_in

__all__ = ["Situation", "read_situation"]

_BOARD = re.compile(r"\b(?:on|with|board|flop)\b|[|/:]", re.IGNORECASE)
EXAMPLES = '"Kh4h", "K4s" or "Kh4h on Ks 4d 2c"'


@dataclass(frozen=True, slots=True)
class Situation:
    """Two hole cards and the part of the board that lies open."""

    hole: tuple[Card, Card]
    board: tuple[Card, ...] = ()

    @property
    def kind(self) -> str:
        """Which of the 169 starting hands it is."""
        high, low = sorted(self.hole, reverse=True)
        return high.rank + low.rank + ("" if high.rank == low.rank else "s" if high.suit == low.suit else "o")

    @property
    def text(self) -> str:
        return f"{cards_text(self.hole)} on {cards_text(self.board)}" if self.board else self.kind


def read_situation(text: str) -> Situation:
    """A situation of hold'em; before the flop the two ranks will do, with `s` for suited and `o` for offsuit.

    >>> read_situation("K4s").text, read_situation("kh 4h on Ks,4d,2c").text
    ('K4s', 'Kh 4h on Ks 4d 2c')
    """
    hole_text, *board_text = _BOARD.split(text)
    board = _suited(" ".join(board_text), text)
    short = None if board else _starting_hand(hole_text.strip(LOOSE))
    hole = short or _suited(hole_text, text)
    if len(hole) != 2 or len(board) not in (0, 3, 5):
        raise NotationError("a decision has two hole cards and 0, 3 or 5 on the board", text=text, expected=EXAMPLES)
    twice = [card.name for card, times in Counter((*hole, *board)).items() if times > 1]
    if twice:
        raise NotationError(f"there is only one {twice[0]}", text=text)
    return Situation((hole[0], hole[1]), board)


def _starting_hand(text: str) -> tuple[Card, ...] | None:
    """One of the 169 starting hands by its short name."""
    match = re.fullmatch(r"(10|[2-9tjqka])\s?(10|[2-9tjqka])\s*(s|o|suited|off-?suit)?", text, re.IGNORECASE)
    if match is None:
        return None
    first, second = (rank.upper().replace("10", "T") for rank in match.groups()[:2])
    suited = (match[3] or "").lower()
    if (first == second) == (suited != "") or (first == second and suited.startswith("s")):
        what = "a pair has two suits" if first == second else "two ranks need their suits"
        raise NotationError(what, text=text, expected=EXAMPLES)
    return parse_cards(f"{first}c {second}{'c' if suited.startswith('s') else 'd'}")


def _suited(part: str, whole: str) -> tuple[Card, ...]:
    cards = cards_in(part, whole, EXAMPLES)
    if any(not suit for _, suit in cards):
        raise NotationError("every card needs its suit here", text=whole, expected=EXAMPLES)
    return tuple(Card.parse(rank + suit) for rank, suit in cards)
