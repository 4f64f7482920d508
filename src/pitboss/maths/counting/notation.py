"""The notation of a count: a name or tags, and after semicolons what differs.

``2-6=1 T-A=-1`` are the tags of Hi-Lo; ``7r=1`` is the tag of red sevens, ``7h=1`` of one suit, ``2=1/2`` or ``2=.5`` a
half. ``start 4-4d`` starts at four less four for each deck; ``divide half decks`` and ``round nearest`` say how people
do it, ``aces 1`` counts aces aside for the bets. So ``hi-lo; divide half decks`` is another count, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, Final

from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.errors import NotationError
from pitboss.maths.counting.counts import DIVISIONS, ROUNDINGS, Count

__all__ = ["count_text", "made_count", "read_count"]

_TAG: Final = re.compile(
    r"([2-9TJQKA])(?:-([2-9TJQKA]))?([rbcdhs]?)=([+-]?(?:\d{1,4}(?:/\d{1,3}|\.\d{0,3})?|\.\d{1,3}))"
)
_START: Final = re.compile(r"([+-]?\d{1,4})?(?:([+-]\d{0,4}|\d{1,4})d)?")
_SUITS: Final[Mapping[str, str]] = {"": SUITS, "r": "dh", "b": "cs"} | {suit: suit for suit in SUITS}
_EXPECTED: Final = 'such as hi-lo or "2-6=1 T-A=-1"'


def read_count(text: str) -> Count:
    """Return the count that a name or a text says; raises NotationError.

    >>> read_count("2-7=1 T-A=-1; start 4-4d; divide nothing").initial(decks=2)
    -4
    >>> read_count("halves").text, read_count("hi-lo; divide half decks").text
    ('halves', '2-6=1 T-A=-1; divide half decks')
    """
    from pitboss.maths.counting.named import COUNTS

    first, *changes = (part.strip() for part in text.split(";"))
    if first.lower() in COUNTS:
        found = COUNTS[first.lower()]
        return _changed(replace(found, name="", title="", source=""), changes) if changes else found
    if "=" not in first:
        raise NotationError(f'there is no count "{first}"', expected=f"{', '.join(COUNTS)}, or tags {_EXPECTED}")
    return made_count(first, changes)


def made_count(tags: str, changes: list[str], *, name: str = "", title: str = "", source: str = "") -> Count:
    """Return the count of some tags and of what is said beside them."""
    points = _points(tags)
    unit = lcm(*(tag.denominator for tag in points))
    whole = tuple(int(tag * unit) for tag in points)
    return Count(whole, unit, **_read(changes), name=name, title=title, source=source)


def _changed(count: Count, changes: list[str]) -> Count:
    return replace(count, **_read(changes))


def _points(text: str) -> list[Fraction]:
    """The tag of each card of the deck; the last word about a card holds."""
    found = {card: Fraction(0) for card in DECK}
    for word in text.replace(",", " ").split():
        match = _TAG.fullmatch(word)
        if match is None:
            raise NotationError("cannot read a tag", text=word, expected="such as 2-6=1, T=-1, 7r=1 or 2=1/2")
        low, high, suits, tag = match.groups()
        ranks = RANKS[RANKS.index(low) : RANKS.index(high or low) + 1]
        if not ranks:
            raise NotationError("cannot read a tag", text=word, expected=f"ranks in the order {RANKS}")
        try:
            found |= {Card.parse(rank + suit): Fraction(tag) for rank in ranks for suit in _SUITS[suits]}
        except ZeroDivisionError:
            raise NotationError("cannot read a tag", text=word, expected="such as 2=1/2") from None
    return [found[card] for card in DECK]


def _read(changes: list[str]) -> dict[str, Any]:
    """What words after the tags say, by the field of a count."""
    found: dict[str, Any] = {}
    for change in changes:
        word, _, rest = " ".join(change.lower().split()).partition(" ")
        if word not in _WORDS:
            raise NotationError("cannot read a count", text=change, expected=", ".join(_WORDS))
        found |= _WORDS[word](rest)
    return found


def _start(text: str) -> dict[str, int]:
    match = _START.fullmatch(text.replace(" ", "").replace("×", ""))
    if match is None or not text:
        raise NotationError("cannot read where a count starts", text=text, expected="such as -20 or 4-4d")
    whole, decks = match.groups()
    per_deck = 0 if decks is None else int(f"{decks}1" if decks in ("+", "-") else decks)
    return {"start": int(whole or 0), "start_per_deck": per_deck}


def _one_of(field: str, words: tuple[str, ...]) -> Callable[[str], dict[str, str]]:
    def read(text: str) -> dict[str, str]:
        if text not in words:
            raise NotationError("cannot read a count", text=text, expected=", ".join(words))
        return {field: text}

    return read


def _aces(text: str) -> dict[str, int]:
    if not text.isdecimal() or not text.isascii() or len(text) > 2:
        raise NotationError("cannot read what an ace counts aside", text=text, expected="such as 1")
    return {"aces": int(text)}


_WORDS: Final[Mapping[str, Callable[[str], dict[str, Any]]]] = {
    "start": _start,
    "divide": _one_of("divide_by", DIVISIONS),
    "round": _one_of("rounding", ROUNDINGS),
    "aces": _aces,
}


def count_text(count: Count) -> str:
    """Return the text of a count: its name, or tags and what differs from the usual."""
    if count.name:
        return count.name
    said = [_tags_text(count)]
    if count.start or count.start_per_deck:
        per_deck = f"{count.start_per_deck:+d}d" if count.start_per_deck else ""
        said.append(f"start {count.start}{per_deck}")
    said += [f"divide {count.divide_by}"] if count.divide_by != "cards" else []
    said += [f"round {count.rounding}"] if count.rounding != "down" else []
    return "; ".join([*said, f"aces {count.aces}"] if count.aces else said)


def _tags_text(count: Count) -> str:
    """Tags by rank, neighbours of one tag together; by suit where they differ."""
    found: list[list[str]] = []  # the first rank, the last, the tag
    for rank in RANKS:
        tags = {suit: str(Fraction(count.tag(Card.parse(rank + suit)), count.unit)) for suit in SUITS}
        if len(set(tags.values())) > 1:
            found += [[rank + suit, rank + suit, tag] for suit, tag in tags.items()]
        elif found and found[-1][2] == tags["c"] and len(found[-1][1]) == 1:
            found[-1][1] = rank
        else:
            found.append([rank, rank, tags["c"]])
    words = [f"{low}={tag}" if low == high else f"{low}-{high}={tag}" for low, high, tag in found if tag != "0"]
    return " ".join(words) or "2=0"
