"""Side bets as tables for kernels: every combination of cards that decides one is shown to the bet's own patterns.

So kernel and table share one truth. What a bet's first two cards can still come to is a row over the one further thing
that decides it, and pairs of cards with the same row share it, which keeps a table in the processor's nearest cache. A
bet on a final hand brings its automaton, whose states are the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import Bet
from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.bets.compiled import Compiled
from pitboss.bets.features import Feature
from pitboss.errors import NotationError
from pitboss.games.blackjack.state import SideBet, Terms
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths.sidebets.blackjack.tables import CARDS, Table, axis, line_table
from pitboss.money import Odds, pay

__all__ = ["BetTable", "SideWager", "side_wagers"]

Lines = tuple[str, ...]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]

EVEN_MONEY: Final = Odds(1, 1)
TIMES: Final = {
    "after_deal": b.AFTER_DEAL,
    "after_insurance": b.AFTER_INSURANCE,
    "third_card": b.AT_HAND_END,
    "end_of_player_hand": b.AT_HAND_END,
    "end_of_round": b.AT_ROUND_END,
}
DECIDERS: Final[Mapping[frozenset[str], int]] = {
    frozenset(): b.NOTHING,
    frozenset({"up"}): b.UP_CARD,
    frozenset({"third"}): b.THIRD_CARD,
    frozenset({"dealer_blackjack"}): b.DEALER_BLACKJACK,
    frozenset({"up", "dealer_blackjack"}): b.UP_AND_BLACKJACK,
    frozenset({"dealer"}): b.DEALER_CARDS,
    frozenset({"hand"}): b.PLAYER_CARDS,
}
ALL_ENDS: Final = (1 << 10) - 1
NO_STEPS: Final = np.zeros(0, dtype=np.uint16)


@dataclass(frozen=True)
class BetTable:
    """A bet's lines for every way it can be decided."""

    lines: tuple[Lines, ...]
    """The lines by their number; number 0 is a bet that is lost."""
    pairs: U16
    """By the numbers of the first two cards: the row."""
    rows: U8
    """By row and column: the number of the line."""
    columns: int


@dataclass(frozen=True)
class SideWager:
    """A side bet that is made in every round, or the toke on it."""

    name: str
    stake: int
    tables: tuple[BetTable, ...]
    """One for each stake of the main bet."""
    decided_by: int
    when: int
    lines: tuple[Lines, ...]
    pays: tuple[int, ...]
    """What each line is paid, in cents; what is lost for number 0."""
    capped: tuple[bool, ...]
    third_always: bool
    steps: U16
    """The automaton of a bet on a final hand: the next state by state and card."""
    pays_on: int
    """The ends of the dealer's hand on which it can pay, one bit each."""

    @property
    def unit(self) -> int:
        return gcd(*self.pays)

    @property
    def stands_at(self) -> tuple[int, int]:
        """Where in the facts that a kernel notes of a seat the column stands, and the bits that it has."""
        known = b.KNOWN_THEN if self.when == b.AT_HAND_END else b.KNOWN
        places = {
            b.UP_CARD: (known + 1, 63), b.THIRD_CARD: (b.THIRD_NUMBER, 63), b.DEALER_BLACKJACK: (known, 1),
            b.UP_AND_BLACKJACK: (known, 127),
        }  # fmt: skip
        return places.get(self.decided_by, (0, 0))

    def numbers(self, table: BetTable) -> U8:
        """The rows of a table with the numbers that the wager gives its lines."""
        return np.array([self.lines.index(line) for line in table.lines], dtype=np.uint8)[table.rows]


def side_wagers(
    terms: Terms, stakes: Mapping[str, int], tokes: Mapping[str, int], mains: Sequence[int]
) -> list[SideWager]:
    """The side bets that are made and the tokes on them, in the order in which the table settles them."""
    made = [bet for bet in terms.bets if stakes.get(bet.wager)]
    found = []
    for bet in made:
        for name, cents in ((bet.wager, stakes[bet.wager]), (f"toke:{bet.wager}", tokes.get(bet.wager, 0))):
            if cents:
                found.append(_wager(terms, bet, name, cents, mains))
    if len(found) > b.MOST_WAGERS:
        raise NotationError(f"more than {b.MOST_WAGERS} side bets and tokes cannot be simulated together")
    return found


def _wager(terms: Terms, bet: SideBet, name: str, stake: int, mains: Sequence[int]) -> SideWager:
    asks = "stakes" in bet.bet.needs
    known = tuple((stake, main) if asks else (0, 0) for main in mains)
    tables, steps, pays_on = bet_tables(bet.bet, bet.rules, known)
    lines = tuple(dict.fromkeys(line for table in tables for line in table.lines))
    assert lines[0] == () and len(lines) < b.VOID_LINE
    odds = [_odds(terms, bet, name, line) for line in lines]
    pays = tuple(
        sum(pay(stake, one, rounding=terms.other_rounding) for one in some) if some else -stake for some in odds
    )
    capped = tuple(_capped(terms, name, some) for some in odds)
    if any(capped) and bet.when == "third_card":
        raise NotationError(f"an aggregate limit on {bet.wager}, a bet on the third card, cannot be simulated")
    when, third = TIMES[bet.when], bet.when == "third_card" and bet.always_dealt
    return SideWager(name, stake, tables, decider(bet.bet), when, lines, pays, capped, third, steps, pays_on)


def _odds(terms: Terms, bet: SideBet, name: str, lines: Lines) -> tuple[Odds, ...]:
    """At which odds lines are paid; a toke may get even money whatever they are."""
    if lines and name.startswith("toke:") and terms.toke is not None and not terms.toke.follows_wager:
        return (EVEN_MONEY,)
    return tuple(bet.odds[line] for line in lines)


def _capped(terms: Terms, name: str, odds: tuple[Odds, ...]) -> bool:
    """Whether an award counts under the aggregate limit of a round."""
    limit = terms.aggregate
    if limit is None or not odds or (name.startswith("toke:") and not limit.tokes_in_aggregate):
        return False
    return max(one.ratio for one in odds) >= limit.pays_from.ratio


def decider(bet: Bet) -> int:
    """What decides a bet beside the first two cards."""
    needs = frozenset(bet.needs) - {"stakes", "first"}
    if needs not in DECIDERS:
        raise NotationError(f"the bet {bet.wager} looks at what the simulation does not keep")
    return DECIDERS[needs]


@lru_cache(maxsize=128)
def bet_tables(bet: Bet, rules: Any, stakes: tuple[tuple[int, int], ...]) -> tuple[tuple[BetTable, ...], U16, int]:
    """A table for each pair of stakes, and for a bet on a final hand its automaton and dealers' ends that pay."""
    compiled = bet.compiled(rules)
    if decider(bet) in (b.DEALER_CARDS, b.PLAYER_CARDS):
        tables, steps, pays_on = _hand_tables(compiled, stakes)
        return tables, steps, pays_on if decider(bet) == b.DEALER_CARDS else 0
    return tuple(_compact(_ways(bet, compiled, *one)) for one in stakes), NO_STEPS, 0


def _ways(bet: Bet, compiled: Compiled, stake: int, main: int) -> Table:
    """The lines by the first two cards and by what further decides the bet."""
    by, first = decider(bet), [axis(0, 3), axis(1, 3)] if "first" in bet.needs else []
    facts: dict[str, Any] = {p.BET: stake, p.MAIN: main}
    if by == b.THIRD_CARD:
        third = line_table(compiled, [*first, axis(2, 3)], facts, (52, 52, 52))
        return _joined(third, line_table(compiled, first, facts, (52, 52, 1)))
    columns: NDArray[np.int64] = np.arange({b.NOTHING: 1, b.UP_CARD: 52, b.DEALER_BLACKJACK: 2}.get(by, 104))
    naturals = columns & 1 if by in (b.DEALER_BLACKJACK, b.UP_AND_BLACKJACK) else 0 * columns
    ups = (columns >> 1 if by == b.UP_AND_BLACKJACK else columns).reshape(1, 1, -1)
    facts[p.DEALER_BLACKJACK] = naturals.reshape(1, 1, -1)
    cards = [*first, *([ups] if "up" in bet.needs else [])]
    return line_table(compiled, cards, facts, (52, 52, len(columns)))


def _joined(one: Table, other: Table) -> Table:
    """Two tables side by side, with one numbering of their lines."""
    lines = tuple(dict.fromkeys((*one.lines, *other.lines)))
    ways = [np.array([lines.index(line) for line in t.lines], dtype=np.int16)[t.ways] for t in (one, other)]
    return Table(np.concatenate(ways, axis=2), lines)


def _compact(table: Table) -> BetTable:
    """Rows that are alike are kept once."""
    columns = table.ways.shape[2]
    rows, pairs = np.unique(table.ways.reshape(-1, columns), axis=0, return_inverse=True)
    return BetTable(table.lines, pairs.reshape(-1).astype(np.uint16), rows.astype(np.uint8).reshape(-1), columns)


# final hands


def _hand_tables(compiled: Compiled, stakes: tuple[tuple[int, int], ...]) -> tuple[tuple[BetTable, ...], U16, int]:
    """One automaton for all stakes; its states are the columns, and the player's blackjack chooses the row."""
    automaton = Automaton(compiled)
    outcomes = [tuple(_results(automaton, state, *one) for one in stakes) for state in range(len(automaton.states))]
    classes, steps = automaton.smallest(list(outcomes))
    ends = dict(zip(classes, outcomes, strict=True))
    tables = tuple(_of_ends([ends[state][i] for state in range(len(ends))]) for i in range(len(stakes)))
    return tables, np.frombuffer(steps, dtype=np.uint16).copy(), _pays_on(automaton, outcomes)


def _results(automaton: Automaton, state: int, stake: int, main: int) -> tuple[Lines, Lines]:
    """The lines of a final hand without and with a player's blackjack; no hand pays before it has cards."""
    if state == 0:
        return (), ()
    facts = {p.BET: stake, p.MAIN: main}
    plain, natural = (
        automaton.compiled.decoded(automaton.code(state, facts | {p.PLAYER_BLACKJACK: n}))[0] for n in (0, 1)
    )
    return plain, natural


def _of_ends(results: list[tuple[Lines, Lines]]) -> BetTable:
    numbers: dict[Lines, int] = {(): b.LOST_LINE}
    rows = np.array([[numbers.setdefault(one[n], len(numbers)) for one in results] for n in (0, 1)], dtype=np.uint8)
    natural = p.blackjack().holds(p.DealFacts((CARDS[:, None], CARDS[None, :]), {}))
    return BetTable(tuple(numbers), natural.reshape(-1).astype(np.uint16), rows.reshape(-1), len(results))


def _pays_on(automaton: Automaton, outcomes: Sequence[tuple[tuple[Lines, Lines], ...]]) -> int:
    """The ends of the dealer's hand (15 to 21, 22, more, a blackjack) on which some line can be paid."""
    points, ace = Feature("points"), Feature("ace")
    if points not in automaton.features or ace not in automaton.features:
        return ALL_ENDS
    found = 0
    for state, outcome in zip(automaton.states, outcomes, strict=True):
        low, has_ace = (state[automaton.features.index(feature)] for feature in (points, ace))
        total = low + 10 if has_ace and low <= 11 else low
        if any(lines for pair in outcome for lines in pair) and total >= 15:
            found |= 1 << min(total - 15, 8) | (1 << 9 if total == 21 else 0)
    return found
