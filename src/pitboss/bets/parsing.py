"""Patterns from their words.

    three of a kind and suited
    total 20 and not blackjack
    up card is A, first two (pair and one colour)
    bust and at least 6 cards
    exactly 2 suited matches

Whatever two people could read in two ways is refused with both readings: `and` beside `or` without parentheses, a
number of cards without `exactly` or `at least`, a pair among more than two cards, `7s`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from pitboss.bets import patterns as p
from pitboss.bets.features import ANY, Word
from pitboss.bets.groups import NAMED, RANK_WORDS, SUIT_WORDS, range_of
from pitboss.cards import RANKS
from pitboss.errors import NotationError
from pitboss.money import Odds

__all__ = ["LOOKS", "CardsLookedAt", "OptionValue", "parse_pattern"]

OptionValue = str | bool | int | Odds | None
"""The value of a house's choice that a pattern names."""

_TOKEN: Final = re.compile(r"[(),/]|[^\s(),/]+")
_RANGE: Final = re.compile(r"(10|[2-9TJQKA])-(10|[2-9TJQKA])")
_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    )
}
_FIGURE: Final = re.compile("[0-9]{1,2}")
_LONGEST: Final = 200
_DEEPEST: Final = 8


class CardsLookedAt(NamedTuple):
    """The cards that a bet looks at: how many, whether that is fixed, and what single ones of them are called."""

    words: str
    size: int
    fixed: bool
    places: Mapping[str, tuple[int, int]]
    needs: tuple[str, ...]


_FIRST: Final = {"first card": (0, 1), "second card": (1, 2), "first two": (0, 2)}
_DEALERS: Final = {"up card": (0, 1), "hole card": (1, 2), "first two": (0, 2), "third card": (2, 3)}
LOOKS: Final[Mapping[str, CardsLookedAt]] = {
    "first_two": CardsLookedAt("the player's first two cards", 2, True, _FIRST, ("first",)),
    "first_two_and_up": CardsLookedAt(
        "the player's first two cards and the dealer's up card", 3, True, _FIRST | {"up card": (2, 3)}, ("first", "up")
    ),
    "up_card": CardsLookedAt("the dealer's up card", 1, True, {"up card": (0, 1)}, ("up",)),
    "first_three": CardsLookedAt(
        "the player's first three cards", 3, True, _FIRST | {"third card": (2, 3)}, ("first", "third")
    ),
    "dealer_first_two": CardsLookedAt("the dealer's first two cards", 2, False, _DEALERS, ("dealer",)),
    "dealer_hand": CardsLookedAt("the dealer's final hand", 0, False, _DEALERS, ("dealer",)),
    "player_hand": CardsLookedAt("the player's final hand", 0, False, _FIRST | {"third card": (2, 3)}, ("hand",)),
}


def parse_pattern(text: str, look: CardsLookedAt, options: Mapping[str, OptionValue]) -> p.Pattern:
    """Read a pattern; raises NotationError with what cannot be read, or with both readings of what could be two."""
    if len(text) > _LONGEST:
        raise NotationError(f"is longer than {_LONGEST} characters")
    parser = _Parser(_TOKEN.findall(text), look, options)
    if not parser.tokens:
        raise NotationError("is empty", expected="a pattern such as pair and suited")
    found = parser.pattern(ANY if look.size != 2 or look.fixed else (0, 2), 0)
    if parser.rest:
        raise NotationError(f'does not end at "{parser.rest[0]}"', expected="and, or, or the end")
    return found


class _Parser:
    """The words of one pattern on their way to a meaning."""

    def __init__(self, tokens: list[str], look: CardsLookedAt, options: Mapping[str, OptionValue]) -> None:
        self.tokens, self.at, self.look, self.options = tokens, 0, look, options

    @property
    def rest(self) -> list[str]:
        return self.tokens[self.at :]

    def peek(self, *words: str) -> bool:
        return self.rest[: len(words)] == list(words)

    def take(self, *words: str) -> bool:
        """Take these words if they come next."""
        found = self.peek(*words)
        self.at += len(words) * found
        return found

    def one_of(self, *phrases: str) -> str:
        """Take the first of these phrases that comes next; empty where none does."""
        return next((phrase for phrase in phrases if self.take(*phrase.split())), "")

    def next(self) -> str:
        if not self.rest:
            raise NotationError("ends too soon", expected="a test such as pair, suited, total 20 or any 7")
        self.at += 1
        return self.tokens[self.at - 1]

    # and, or, not

    def pattern(self, places: tuple[int, int], depth: int) -> p.Pattern:
        """Tests joined by `and`, or by `or`, never by both without parentheses."""
        if depth > _DEEPEST:
            raise NotationError(f"is nested more than {_DEEPEST} deep")
        parts, joined = [self.part(places, depth)], ""
        while word := self.one_of("and", "or"):
            if joined and word != joined:
                raise NotationError(
                    "has `and` beside `or`, which could mean (a and b) or c, or a and (b or c)", expected="parentheses"
                )
            joined = word
            parts.append(self.part(places, depth))
        if not joined:
            return parts.pop()
        return p.AllOf(tuple(parts)) if joined == "and" else p.AnyOf(tuple(parts))

    def part(self, places: tuple[int, int], depth: int) -> p.Pattern:
        if not self.take("not"):
            return self.enclosed(places, depth) or self.test(places, depth)
        inner = self.enclosed(places, depth)
        if inner is None:
            inner = self.test(places, depth)
            if self.rest[:1] in (["and"], ["or"]):
                word = self.rest[0]
                raise NotationError(
                    f"has `not` before `{word}`, which could mean (not a) {word} b, or not (a {word} b)",
                    expected="parentheses, or the part with `not` last",
                )
        return p.Not(inner)

    def enclosed(self, places: tuple[int, int], depth: int) -> p.Pattern | None:
        if not self.take("("):
            return None
        found = self.pattern(places, depth + 1)
        if not self.take(")"):
            raise NotationError("has a parenthesis that is not closed")
        return found

    # tests

    def test(self, places: tuple[int, int], depth: int) -> p.Pattern:
        found = (
            self.option() or self.of_some_cards(depth) or self.fact() or self.shape(places) or self.total(places)
            or self.number(places)
        )  # fmt: skip
        if found is not None:
            return found
        word = self.next()
        if self.is_group(word):
            raise NotationError(
                f'has "{word}" by itself, which could mean any {word} or all of {word}', expected="any or all of"
            )
        raise NotationError(f'has "{word}", which is no test', expected="pair, suited, straight, total 20, any 7, …")

    def option(self) -> p.Pattern | None:
        """A choice of the house: `ace_low`, or `mini_royal is no_pay`."""
        if not self.rest or self.rest[0] not in self.options:
            return None
        name = self.next()
        value = self.options[name]
        if self.take("is"):
            wanted = self.next()
            return p.HouseChoice(value is None if wanted == "none" else str(value) == wanted)
        if not isinstance(value, bool):
            raise NotationError(f'has "{name}" by itself', expected=f"{name} is …")
        return p.HouseChoice(value)

    def of_some_cards(self, depth: int) -> p.Pattern | None:
        """A test of some of the cards: `up card is A`, `first two (pair and suited)`."""
        name = self.one_of(*self.look.places)
        if not name:
            return None
        places = self.look.places[name]
        if self.peek("("):
            return self.enclosed(places, depth)
        if not self.one_of("is", "are"):
            raise NotationError(f'has "{name}" without a test', expected=f"{name} is …")
        single = places[1] - places[0] == 1
        if single and self.rest and self.is_group(self.rest[0]):
            return p.all_of(self.group(), places)
        return self.test(places, depth)

    def fact(self) -> p.Pattern | None:
        """What a bet may look at beside its cards."""
        if self.take("dealer", "blackjack"):
            if not {"first", "up"} & set(self.look.needs) or "third" in self.look.needs:
                raise NotationError("has `dealer blackjack`", expected="blackjack, or a bet on the first cards")
            return p.Fact(p.DEALER_BLACKJACK)
        if self.take("player", "blackjack"):
            if "dealer" not in self.look.needs:
                raise NotationError("has `player blackjack` beside the player's own cards", expected="blackjack")
            return p.Fact(p.PLAYER_BLACKJACK)
        for words, name in ((("main", "bet", "is"), p.MAIN), (("bet", "is"), p.BET)):
            if self.take(*words):
                return p.Fact(name, self.cents())
        return None

    def cents(self) -> int:
        word = self.next()
        value = self.options.get(word)
        if word in self.options:
            return -1 if value is None or not isinstance(value, int) else value
        from pitboss.money import parse_cents

        return parse_cents(word)

    def shape(self, places: tuple[int, int]) -> p.Pattern | None:
        """Pairs, suits, straights and the like."""
        if self.take("pair"):
            return self.pair(places)
        if word := self.one_of("suited", "flush", "one suit", "one colour", "one color"):
            if not self.look.size and places != ANY:
                raise NotationError("compares the suits of some cards of a final hand", expected="those of all cards")
            return p.one_colour(places) if word.startswith("one col") else p.suited(places)
        if ace := self.one_of("ace high straight", "straight"):
            if 0 < self.size(places) < 3:
                raise NotationError("has a straight of fewer than three cards", expected="three cards or more")
            return p.straight(places, ace_low=ace == "straight")
        if self.take("blackjack"):
            return p.blackjack(places)
        if self.take("bust"):
            return p.bust(places)
        if self.take("between"):
            self.wants_up_card("between", places)
            return p.between()
        if self.take("spread"):
            if self.look.needs[0] != "first" or places not in (ANY, (0, 2)):
                raise NotationError("has a spread, which lies between the player's first two cards")
            return p.spread(self.counted())
        return None

    def pair(self, places: tuple[int, int]) -> p.Pattern:
        if self.size(places) != 2:
            raise NotationError(
                "has a pair among more than two cards, which could mean exactly or at least two of a kind",
                expected="exactly two of a kind, at least two of a kind, or first two are pair",
            )
        if not self.take("of"):
            return p.kind(2, places)
        return p.AllOf((p.kind(2, places), p.all_of(self.group(), places)))

    def total(self, places: tuple[int, int]) -> p.Pattern | None:
        """`total 20`, `hard total 19 to 21`, `total over 13`, `high total under 13`."""
        for way in ("hard", "soft", "high", "low", ""):
            if self.take(*([way] if way else []), "total"):
                return p.total(self.counted(), places, way=way)
        return None

    def counted(self) -> p.Counted:
        """Which numbers are meant: `20`, `19 to 21`, `over 13`, `at least 17`."""
        if how := self.one_of("over", "under", "at least", "at most"):
            return _COMPARED[how](self.figure())
        number = self.figure()
        if self.take("to"):
            last = self.figure()
            if last <= number:
                raise NotationError(f"has the range {number} to {last}", expected="a range that rises")
            return lambda value: (value >= number) & (value <= last)
        return _exactly(number)

    def number(self, places: tuple[int, int]) -> p.Pattern | None:
        """`any 7`, `all of red`, `at least two of K`, `exactly 3 cards`, `exactly 1 suited match`."""
        if self.take("any"):
            self.take("of")
            return p.count(lambda value: value >= 1, self.group(), 1, places)
        if self.one_of("none of", "no"):
            return p.count(lambda value: value == 0, self.group(), 1, places)
        if self.take("all", "of"):
            return p.all_of(self.group(), places)
        how = self.one_of("at least", "at most", "exactly")
        if not how and not (self.rest and self.is_figure(self.rest[0])):
            return None
        number = self.figure()
        return self.numbered(how, number, places)

    def numbered(self, how: str, number: int, places: tuple[int, int]) -> p.Pattern:
        if self.take("of", "a", "kind"):
            return self.alike(how, number, places)
        if not how:
            raise NotationError(
                f"has {number} by itself, which could mean exactly {number} or at least {number}",
                expected="exactly or at least",
            )
        counted = _COMPARED[how](number)
        if self.one_of("cards", "card"):
            return p.cards(counted, number + 1, places)
        which = self.one_of("suited", "unsuited")
        if self.one_of("matches", "match"):
            self.wants_up_card("a match", places)
            return p.matches(counted, which)
        if not self.take("of"):
            raise NotationError(f"does not say {how} {number} of what", expected="of and some cards, cards, or matches")
        return p.count(counted, self.group(), number + 1, places)

    def alike(self, how: str, number: int, places: tuple[int, int]) -> p.Pattern:
        if not 2 <= number <= 4:
            raise NotationError(f"has {number} of a kind", expected="two, three or four of a kind")
        size = self.size(places)
        if not how and size != number:
            raise NotationError(
                f"has {number} of a kind, which could mean exactly or at least {number}", expected="exactly or at least"
            )
        if how == "at most":
            return p.Not(p.kind(number + 1, places)) if number < 4 else p.HouseChoice(True)
        if how == "exactly" and number < 4:
            return p.AllOf((p.kind(number, places), p.Not(p.kind(number + 1, places))))
        return p.kind(number, places)

    def size(self, places: tuple[int, int]) -> int:
        """How many cards lie at these places; 0 where that is not fixed."""
        return places[1] - places[0] if places != ANY else self.look.size

    def wants_up_card(self, what: str, places: tuple[int, int]) -> None:
        if self.look.needs != ("first", "up") or places != ANY:
            raise NotationError(f"has {what}, which needs the first two cards and the up card")

    def is_figure(self, word: str) -> bool:
        return _FIGURE.fullmatch(word) is not None or word in _NUMBERS or type(self.options.get(word)) is int

    def figure(self) -> int:
        word = self.next()
        value = self.options.get(word)
        number = int(word) if _FIGURE.fullmatch(word) else _NUMBERS.get(word, value)
        if not isinstance(number, int) or isinstance(number, bool):
            raise NotationError(f'has "{word[:40]}" for a number', expected="a whole number of two digits at most")
        return number

    # groups of cards

    def is_group(self, word: str) -> bool:
        return word in RANK_WORDS or word in SUIT_WORDS or word in NAMED or _RANGE.fullmatch(word) is not None

    def group(self) -> int:
        """`7`, `king of spades`, `red 7`, `2-6`, `J, Q, K`, `hearts`."""
        found = self.member()
        while self.one_of(",", "/"):
            found |= self.member()
        return found

    def member(self) -> int:
        word = self.next()
        if len(word) == 2 and word[0] in RANKS and word[1] == "s":
            raise NotationError(
                f'has "{word}", which could mean every {word[0]} or the {word[0]} of spades',
                expected=f"{word[0]}, or {word[0]} of spades",
            )
        if span := _RANGE.fullmatch(word):
            low, high = (end.replace("10", "T") for end in span.groups())
            ranks = range_of(low, high)
            if ranks is None:
                raise NotationError(f'has "{word}", whose ranks do not rise', expected="a range such as 2-6")
            return ranks
        if word in SUIT_WORDS:
            ranked = self.rest and self.rest[0] in RANK_WORDS
            return SUIT_WORDS[word] & (RANK_WORDS[self.next()] if ranked else -1)
        if word in NAMED:
            return NAMED[word]
        if word not in RANK_WORDS:
            raise NotationError(f'has "{word}", which names no cards', expected="ranks, suits, red, black, faces")
        return RANK_WORDS[word] & (self.suit() if self.take("of") else -1)

    def suit(self) -> int:
        word = self.next()
        if word not in SUIT_WORDS:
            raise NotationError(f'has "{word}" for a suit', expected="clubs, diamonds, hearts or spades")
        return SUIT_WORDS[word]


def _over(number: int) -> p.Counted:
    return lambda value: value > number


def _under(number: int) -> p.Counted:
    return lambda value: value < number


def _exactly(number: int) -> p.Counted:
    return lambda value: value == number


def _at_least(number: int) -> p.Counted:
    return lambda value: value >= number


def _at_most(number: int) -> p.Counted:
    def asks(value: Word) -> Word:
        return value <= number

    return asks


_COMPARED: Final = {
    "over": _over, "under": _under, "exactly": _exactly, "at least": _at_least, "at most": _at_most,
}  # fmt: skip
