"""Situations of blackjack as people write them: "8 8 against T", "16 vs T", "A7 vs 6 after a split"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.maths.analysis.situation_notation import cards_in

__all__ = ["Situation", "read_situation"]

_AGAINST = re.compile(r"(?:\b(?:against|versus|vs?\b\.?|facing)|\s[x×]\s)(?:\s*\ban?(?=\s+\S))?", re.IGNORECASE)
_KINDS = (
    (re.compile(r"\b(?:split\s+)?aces?\s+on\s+(?:a|the)\s+lammer\b", re.IGNORECASE), "ace on a lammer"),
    (re.compile(r"\b(?:(?:standing\s+)?on\s+(?:a|the)\s+)?lammer\b", re.IGNORECASE), "lammer"),
    (re.compile(r"\b(?:after\s+)?split(?:ting)?\s+aces?\b", re.IGNORECASE), "split ace"),
    (re.compile(r"\b(?:after\s+(?:an?\s+|the\s+)?)?split\b", re.IGNORECASE), "split"),
)
_RANK_WORDS = {
    "ace": "A", "two": "2", "deuce": "2", "three": "3", "four": "4", "five": "5", "six": "6", "sixe": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
_RANK_WORD = re.compile(rf"\b({'|'.join(_RANK_WORDS)})s?\b", re.IGNORECASE)
_DEALER = re.compile(r"\b(?:the\s+)?dealer(?:['’]s)?\b", re.IGNORECASE)
_PAIR = re.compile(r"\s*(?:a\s+)?pair\s+of\s+(10|[2-9tjqka])(?:['’]?s)?\s*", re.IGNORECASE)
_TOTAL = re.compile(r"\s*(?:(?:a\s+)?(hard|soft)\s+)?(\d{1,2})\s*", re.IGNORECASE)
_RANKS = "A23456789T"
"""One rank of each value, from the ace on."""
_ASKED = re.compile(r"\b(?:insurance|insure|even[\s-]money)\b|\?", re.IGNORECASE)
EXAMPLES = '"8 8 against T", "16 against T", "A 7 against 6 after a split"'


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand, what the dealer shows, and what kind of hand it is."""

    hands: tuple[tuple[Card, ...], ...]
    """The hand; where only its total was given, every two cards that make it."""
    up: Card
    kind: str = "unsplit"
    suited: bool = False
    """Whether every card was given with its suit."""
    total: str = ""
    """The total as it was given, where no cards were."""

    @property
    def text(self) -> str:
        hand = " or ".join(map(self._shown, self.hands))
        what = "" if self.kind == "unsplit" else f", {self.kind}"
        return f"{f'{self.total} as {hand}' if self.total else hand} against {self._shown([self.up])}{what}"

    def _shown(self, cards: Iterable[Card]) -> str:
        return " ".join(card.text if self.suited else card.rank for card in cards)


def read_situation(text: str) -> Situation:
    """A situation of blackjack; suits may be left out, and so may the cards of a total.

    >>> read_situation("8 8 against T").text, read_situation("Ah7d v 6s after a split").text
    ('8 8 against T', 'Ah 7d against 6s, split')
    >>> read_situation("16 vs T").text, read_situation("soft 18 vs a nine").text
    ('hard 16 as T 6 or 9 7 against T', 'soft 18 as A 7 against 9')
    """
    rest, kind = _ASKED.sub(" ", text), "unsplit"
    for pattern, name in _KINDS:
        rest, found = pattern.subn(" ", rest, count=1)
        if found:
            kind = name
            break
    halves = _AGAINST.split(_RANK_WORD.sub(lambda match: _RANK_WORDS[match[1].lower()], _DEALER.sub(" ", rest)))
    if len(halves) != 2:
        raise NotationError("cannot read a situation", text=text, expected=f"a hand against an up card: {EXAMPLES}")
    total, hands = _total(halves[0], text) or ("", [cards_in(_PAIR.sub(r"\1 \1", halves[0]), text, EXAMPLES)])
    up = cards_in(halves[1], text, EXAMPLES)
    if len(up) != 1:
        raise NotationError("the dealer shows one card", text=text, expected=EXAMPLES)
    if min(map(len, hands)) < 2:
        raise NotationError("a hand has two cards or more", text=text, expected=EXAMPLES)
    suited = all(suit for hand in hands for _, suit in (*hand, *up))
    held = tuple(_filled([*hand, *up])[:-1] for hand in hands)
    return Situation(held, _filled([*hands[0], *up])[-1], _kind(held, kind), suited, total)


def _kind(hands: Iterable[tuple[Card, ...]], kind: str) -> str:
    """A pair of aces after a split is an ace of the pair that was split with one card on it."""
    aces = all(len(hand) == 2 and {card.rank for card in hand} == {"A"} for hand in hands)
    return {"split": "split ace", "lammer": "ace on a lammer"}.get(kind, kind) if aces else kind


def _filled(cards: list[tuple[str, str]]) -> tuple[Card, ...]:
    """Cards with some suit where none was given."""
    return tuple(Card.parse(rank + (suit or "cdhs"[i % 4])) for i, (rank, suit) in enumerate(cards))


def _total(text: str, whole: str) -> tuple[str, list[list[tuple[str, str]]]] | None:
    """A total without cards: its name, and every two cards that make it."""
    match = _TOTAL.fullmatch(text)
    if match is None or (not match[1] and int(match[2]) > 21):  # "22" is a pair of twos
        return None
    soft, points = (match[1] or "").lower() == "soft", int(match[2])
    name, made = f"{'soft' if soft else 'hard'} {points}", _soft(points) if soft else _hard(points)
    if not made:
        raise NotationError(f"no two cards are a {name}", text=whole, expected=f"its cards: {EXAMPLES}")
    return name, [[(rank, "") for rank in hand] for hand in made]


def _soft(points: int) -> list[str]:
    """The ace and the card beside it."""
    return [f"A{_RANKS[points - 12]}"] if 12 <= points <= 21 else []


def _hard(points: int) -> list[str]:
    """Two cards without an ace; a pair only where no other two cards make the total."""
    both = ((a, points - a) for a in range(2, points // 2 + 1) if a <= points - a <= 10)
    made = [_RANKS[b - 1] + _RANKS[a - 1] for a, b in both]
    return [hand for hand in made if hand[0] != hand[1]] or made
