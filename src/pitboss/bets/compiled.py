"""A bet's patterns, read once for one house's choices: from cards to lines, for one deal or for an array of deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from pitboss.bets import patterns as p
from pitboss.bets.base import SpotFacts
from pitboss.bets.features import Word
from pitboss.bets.parsing import LOOKS

__all__ = ["Compiled", "Lines", "NamedPattern", "cards_of"]

Lines = tuple[str, ...]
"""The lines that are paid together, none where the bet is lost."""


class NamedPattern(NamedTuple):
    """A line, or a way to lose, with what it asks of the cards."""

    name: str
    pattern: p.Pattern


class Compiled:
    """The lines of one wager from best to worst, after the ways to lose that come before any line."""

    def __init__(
        self, cards: str, lines: Sequence[NamedPattern], loses: Sequence[NamedPattern] = (), *, every_line: bool = False
    ) -> None:
        self.cards, self.look, self.every_line = cards, LOOKS[cards], every_line
        self.loses = tuple(one.name for one in loses)
        self.names = tuple(one.name for one in lines)
        self.patterns = tuple(one.pattern for one in (*loses, *lines))
        self.facts = frozenset(test.name for test in self.tests if isinstance(test, p.Fact))
        """What it looks at beside its cards."""
        self._decoded: dict[int, tuple[Lines, str]] = {}
        self._awards: dict[tuple[Word, ...], tuple[Lines, str]] = {}

    @property
    def tests(self) -> tuple[p.Test | p.Fact | p.HouseChoice, ...]:
        """Every single test of its patterns."""
        return tuple(test for pattern in self.patterns for test in pattern.tests())

    def code(self, known: p.DealFacts) -> Word:
        """Which of its patterns hold, one bit each; an array where the cards are arrays."""
        found: Word = 0
        for place, pattern in enumerate(self.patterns):
            found = found | (0 + pattern.holds(known)) << place
        return found

    def decoded(self, code: int) -> tuple[Lines, str]:
        """The lines that a code pays, and where there are none the point by which the bet is lost."""
        if code not in self._decoded:
            self._decoded[code] = self._decode(code)
        return self._decoded[code]

    def _decode(self, code: int) -> tuple[Lines, str]:
        for place, name in enumerate(self.loses):
            if code >> place & 1:
                return (), name
        reached = [name for place, name in enumerate(self.names, len(self.loses)) if code >> place & 1]
        return tuple(reached[::-1] if self.every_line else reached[:1]), "lost"

    def award(self, seen: SpotFacts) -> tuple[Lines, str]:
        """Return the lines that the cards of one spot win, or the point by which the bet is lost."""
        cards, facts = cards_of(self.cards, seen), {name: _FACTS[name](seen) for name in self.facts}
        key = (*cards, None, *facts.values())
        if key not in self._awards:
            if len(self._awards) >= _MOST_AWARDS:
                self._awards.clear()
            self._awards[key] = self.decoded(int(self.code(p.DealFacts(cards, facts))))
        return self._awards[key]

    def lines(self, seen: SpotFacts) -> Lines:
        return self.award(seen)[0]


def cards_of(cards: str, seen: SpotFacts) -> Sequence[Word]:
    """The cards that a bet looks at, in the order of their places."""
    if cards == "first_two":
        return seen.first
    if cards == "first_two_and_up":
        return (*seen.first, seen.up)
    if cards == "up_card":
        return (seen.up,)
    if cards == "first_three":
        return seen.first if seen.third is None else (*seen.first, seen.third)
    return seen.hand if cards == "player_hand" else seen.dealer


def _player_blackjack(seen: SpotFacts) -> Word:
    return p.blackjack().holds(p.DealFacts(seen.first, {}))


_FACTS: Final[Mapping[str, Callable[[SpotFacts], Word]]] = {
    p.DEALER_BLACKJACK: lambda seen: seen.dealer_blackjack,
    p.PLAYER_BLACKJACK: _player_blackjack,
    p.BET: lambda seen: seen.stake_cents,
    p.MAIN: lambda seen: seen.main_cents,
}
_MOST_AWARDS: Final = 1 << 16
"""How many deals are cached with their results."""
