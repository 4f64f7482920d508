"""What is wrong with the lines of a declaration: one that can never win, or that the lines above it swallow.

Deals are tried until every line has been seen to win. A line that none of them wins is refused, with the lines that
take its hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.bets.compiled import Compiled
from pitboss.cards import DECK

__all__ = ["hopeless_lines"]


def hopeless_lines(compiled: Compiled) -> Iterator[tuple[str, str]]:
    """Yield the lines that no cards can win, each with the reason."""
    wins: set[int] = set()
    beaten: dict[int, set[int]] = {}
    lines = range(len(compiled.loses), len(compiled.patterns))
    for code in _codes(compiled):
        if code is None:
            if wins >= set(lines):
                return
            continue
        reached = [place for place in lines if code >> place & 1]
        blocked = [place for place in range(len(compiled.loses)) if code >> place & 1]
        if reached and not blocked:
            wins.update(reached if compiled.every_line else reached[:1])
        for at, place in enumerate(reached):
            beaten.setdefault(place, set()).update(blocked or reached[:at])
    for place in lines:
        if place not in wins:
            yield compiled.names[place - len(compiled.loses)], _reason(compiled, beaten.get(place))


def _reason(compiled: Compiled, above: set[int] | None) -> str:
    if not above:
        return "can never win: no cards make it"
    names = (*compiled.loses, *compiled.names)
    words = " and ".join(names[place] for place in sorted(above))
    return f"can never win: every hand that makes it is taken by {words} above it"


def _facts(compiled: Compiled) -> list[Mapping[str, int]]:
    """Every way in which what lies beside the cards can be told apart."""
    named: dict[str, set[int]] = {}
    for test in compiled.tests:
        if isinstance(test, p.Fact):
            named.setdefault(test.name, {0}).add(test.value)
    return [dict(zip(named, values, strict=True)) for values in product(*named.values())]


def _codes(compiled: Compiled) -> Iterator[int | None]:
    """What all deals come to; None now and then, where the caller may look whether it has seen enough."""
    ways = _facts(compiled)
    if not compiled.look.fixed:
        automaton = Automaton(compiled)
        for state in range(1, len(automaton.states)):
            yield from (automaton.code(state, facts) for facts in ways)
        return
    for cards in _deals(compiled.look.size, compiled.cards == "first_three"):
        if cards is None:
            yield None
            continue
        yield from (int(compiled.code(p.Known(cards, facts))) for facts in ways)


def _deals(size: int, shorter: bool) -> Iterator[tuple[int, ...] | None]:
    """Every deal of one to three cards: by their suits, and with each of them by their ranks."""
    if shorter:
        yield from product(range(len(DECK)), repeat=size - 1)
    suits = [DECK[suit::4] for suit in range(4)]
    for piles in product(suits, repeat=size):
        yield from product(*piles)
        yield None
