"""Situations as people write them: "8 8 against T", "A7 vs 6 after a split", "Kh4h on Ks 4d 2c"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.cards import DECK, RANKS, Card, cards_text, parse_cards
from pitboss.errors import NotationError

__all__ = ["BlackjackSpot", "HoldemSpot", "read_blackjack", "read_holdem", "read_removed"]

_CARD = re.compile(r"(10|[2-9tjqka])([cdhs♠♥♦♣]?)", re.IGNORECASE)
_SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")
_AGAINST = re.compile(r"(?:\b(?:against|versus|vs?\b\.?|facing)|\s[x×]\s)(?:\s*\ban?(?=\s+\S))?", re.IGNORECASE)
_BOARD = re.compile(r"\b(?:on|with|board|flop)\b|[|/:]", re.IGNORECASE)
_KINDS = (
    (re.compile(r"\b(?:split\s+)?aces?\s+on\s+(?:a|the)\s+lammer\b", re.IGNORECASE), "ace on a lammer"),
    (re.compile(r"\b(?:(?:standing\s+)?on\s+(?:a|the)\s+)?lammer\b", re.IGNORECASE), "lammer"),
    (re.compile(r"\b(?:after\s+)?split(?:ting)?\s+aces?\b", re.IGNORECASE), "split ace"),
    (re.compile(r"\b(?:after\s+(?:an?\s+|the\s+)?)?split\b", re.IGNORECASE), "split"),
)
_ASKED = re.compile(r"\b(?:insurance|insure|even[\s-]money)\b|\?", re.IGNORECASE)
_LOOSE = " \t\r\n,;.-+"
BLACKJACK = '"8 8 against T", "A 7 against 6 after a split"'
HOLDEM = '"Kh4h", "K4s" or "Kh4h on Ks 4d 2c"'


@dataclass(frozen=True, slots=True)
class BlackjackSpot:
    """A hand, what the dealer shows, and what kind of hand it is."""

    hand: tuple[Card, ...]
    up: Card
    kind: str = "unsplit"
    suited: bool = False
    """Whether every card was given with its suit."""

    @property
    def text(self) -> str:
        cards = " ".join(card.text if self.suited else card.rank for card in self.hand)
        what = "" if self.kind == "unsplit" else f", {self.kind}"
        return f"{cards} against {self.up.text if self.suited else self.up.rank}{what}"


@dataclass(frozen=True, slots=True)
class HoldemSpot:
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


def read_blackjack(text: str) -> BlackjackSpot:
    """A situation of blackjack; suits may be left out.

    >>> read_blackjack("8 8 against T").text, read_blackjack("Ah7d v 6s after a split").text
    ('8 8 against T', 'Ah 7d against 6s, split')
    """
    rest, kind = _ASKED.sub(" ", text), "unsplit"
    for pattern, name in _KINDS:
        rest, found = pattern.subn(" ", rest, count=1)
        if found:
            kind = name
            break
    halves = _AGAINST.split(rest)
    if len(halves) != 2:
        raise NotationError("cannot read a situation", text=text, expected=f"a hand against an up card: {BLACKJACK}")
    hand, up = (_cards(half, text) for half in halves)
    if len(up) != 1:
        raise NotationError("the dealer shows one card", text=text, expected=BLACKJACK)
    if len(hand) < 2:
        raise NotationError("a hand has two cards or more", text=text, expected=BLACKJACK)
    cards = [*hand, *up]
    suited = all(suit for _, suit in cards)
    filled = tuple(Card.parse(rank + (suit or "cdhs"[i % 4])) for i, (rank, suit) in enumerate(cards))
    return BlackjackSpot(filled[:-1], filled[-1], kind, suited)


def read_holdem(text: str) -> HoldemSpot:
    """A situation of hold'em; before the flop the two ranks will do, with `s` for suited and `o` for offsuit.

    >>> read_holdem("K4s").text, read_holdem("kh 4h on Ks,4d,2c").text
    ('K4s', 'Kh 4h on Ks 4d 2c')
    """
    hole_text, *board_text = _BOARD.split(text)
    board = _suited(" ".join(board_text), text)
    short = None if board else _starting_hand(hole_text.strip(_LOOSE))
    hole = short or _suited(hole_text, text)
    if len(hole) != 2 or len(board) not in (0, 3, 5):
        raise NotationError("a decision has two hole cards and 0, 3 or 5 on the board", text=text, expected=HOLDEM)
    twice = [card.name for card, times in Counter((*hole, *board)).items() if times > 1]
    if twice:
        raise NotationError(f"there is only one {twice[0]}", text=text)
    return HoldemSpot((hole[0], hole[1]), board)


def _starting_hand(text: str) -> tuple[Card, ...] | None:
    """One of the 169 starting hands by its short name."""
    match = re.fullmatch(r"(10|[2-9tjqka])\s?(10|[2-9tjqka])\s*(s|o|suited|off-?suit)?", text, re.IGNORECASE)
    if match is None:
        return None
    first, second = (rank.upper().replace("10", "T") for rank in match.groups()[:2])
    suited = (match[3] or "").lower()
    if (first == second) == (suited != "") or (first == second and suited.startswith("s")):
        what = "a pair has two suits" if first == second else "two ranks need their suits"
        raise NotationError(what, text=text, expected=HOLDEM)
    return parse_cards(f"{first}c {second}{'c' if suited.startswith('s') else 'd'}")


def _suited(part: str, whole: str) -> tuple[Card, ...]:
    cards = _cards(part, whole, HOLDEM)
    if any(not suit for _, suit in cards):
        raise NotationError("every card needs its suit here", text=whole, expected=HOLDEM)
    return tuple(Card.parse(rank + suit) for rank, suit in cards)


def _cards(part: str, whole: str, expected: str = BLACKJACK) -> list[tuple[str, str]]:
    """Ranks with or without suits, however they are set apart."""
    found, at = [], 0
    while at < len(part):
        if part[at] in _LOOSE:
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
    for rank, suit in sorted(_cards(text, text, "cards such as As, Kd or 8"), key=lambda card: not card[1]):
        likely = [Card.parse(rank + suit)] if suit else DECK[RANKS.index(rank) * 4 :][:4]
        card = max(likely, key=lambda each: shoe[each])
        if shoe[card] < 1:
            raise NotationError(f"there are not so many {rank}{suit} in the shoe", text=text)
        shoe[card] -= 1
    return shoe
