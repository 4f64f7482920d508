"""Situations as people write them: "8 8 against T", "16 vs T", "A7 vs 6 after a split", "Kh4h on Ks 4d 2c"."""

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
_LOOSE = " \t\r\n,;.-+"
BLACKJACK = '"8 8 against T", "16 against T", "A 7 against 6 after a split"'
HOLDEM = '"Kh4h", "K4s" or "Kh4h on Ks 4d 2c"'


@dataclass(frozen=True, slots=True)
class BlackjackSpot:
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
    """A situation of blackjack; suits may be left out, and so may the cards of a total.

    >>> read_blackjack("8 8 against T").text, read_blackjack("Ah7d v 6s after a split").text
    ('8 8 against T', 'Ah 7d against 6s, split')
    >>> read_blackjack("16 vs T").text, read_blackjack("soft 18 vs a nine").text
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
        raise NotationError("cannot read a situation", text=text, expected=f"a hand against an up card: {BLACKJACK}")
    total, hands = _total(halves[0], text) or ("", [_cards(_PAIR.sub(r"\1 \1", halves[0]), text)])
    up = _cards(halves[1], text)
    if len(up) != 1:
        raise NotationError("the dealer shows one card", text=text, expected=BLACKJACK)
    if min(map(len, hands)) < 2:
        raise NotationError("a hand has two cards or more", text=text, expected=BLACKJACK)
    suited = all(suit for hand in hands for _, suit in (*hand, *up))
    held = tuple(_filled([*hand, *up])[:-1] for hand in hands)
    return BlackjackSpot(held, _filled([*hands[0], *up])[-1], _kind(held, kind), suited, total)


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
        raise NotationError(f"no two cards are a {name}", text=whole, expected=f"its cards: {BLACKJACK}")
    return name, [[(rank, "") for rank in hand] for hand in made]


def _soft(points: int) -> list[str]:
    """The ace and the card beside it."""
    return [f"A{_RANKS[points - 12]}"] if 12 <= points <= 21 else []


def _hard(points: int) -> list[str]:
    """Two cards without an ace; a pair only where nothing else makes the total."""
    both = ((a, points - a) for a in range(2, points // 2 + 1) if a <= points - a <= 10)
    made = [_RANKS[b - 1] + _RANKS[a - 1] for a, b in both]
    return [hand for hand in made if hand[0] != hand[1]] or made


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
