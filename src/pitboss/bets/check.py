"""What is wrong with the lines of a declaration: one that can never win, or that the lines above it swallow.

Every deal is tried, all of them at once: a set of deals is one whole number with a bit for each, so that `and`, `or`
and `not` of patterns are those of numbers, and a bet of many lines costs little more than a bet of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.bets.compiled import Compiled
from pitboss.bets.deals import DealtCards, Hands
from pitboss.errors import NotationError

__all__ = ["unwinnable_lines"]

MOST_AMOUNTS: Final = 8
MOST_TESTS: Final = 100


def unwinnable_lines(compiled: Compiled) -> Iterator[tuple[str, str]]:
    """Yield the lines that no cards can win, each with the reason; raises NotationError where that cannot be said."""
    if len(compiled.tests) > MOST_TESTS:
        raise NotationError(f"ask for {len(compiled.tests)} things together", expected=f"{MOST_TESTS} at most")
    wins: set[int] = set()
    beaten: dict[int, set[int]] = {}
    first = len(compiled.loses)
    for deals, facts in product(_spaces(compiled), _facts(compiled)):
        made = [pattern.among(deals, facts) for pattern in compiled.patterns]
        blocked = 0
        for loses in made[:first]:
            blocked |= loses
        taken = blocked
        for place in range(first, len(made)):
            if made[place] & ~(blocked if compiled.every_line else taken):
                wins.add(place)
            taken |= made[place]
            free = made[place] & ~blocked
            above = [at for at in range(place) if made[at] & (free if at >= first else made[place])]
            beaten.setdefault(place, set()).update(above)
    for place in range(first, len(compiled.patterns)):
        if place not in wins:
            yield compiled.names[place - first], _reason(compiled, beaten.get(place))


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
    if max(map(len, named.values()), default=0) > MOST_AMOUNTS + 1:
        raise NotationError(f"name more than {MOST_AMOUNTS} amounts", expected="fewer of them")
    return [dict(zip(named, values, strict=True)) for values in product(*named.values())]


def _spaces(compiled: Compiled) -> list[p.Deals]:
    """All deals of the cards that the bet looks at."""
    if not compiled.look.fixed:
        return [Hands(Automaton(compiled))]
    sizes = (2, 3) if compiled.cards == "first_three" else (compiled.look.size,)
    return [DealtCards(size) for size in sizes]
