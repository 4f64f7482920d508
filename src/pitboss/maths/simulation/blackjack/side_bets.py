"""Side bets as tables for kernels: every combination of cards that decides one is shown to the bet's own function.

So kernel and table share one truth. What a bet's first two cards can still come to is a row over the one further thing
that decides it, and pairs of cards with the same row share it, which keeps a table in the processor's nearest cache.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import BETS, Seen
from pitboss.cards import DECK, UNKNOWN, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.games.blackjack.state import SideBet, Terms
from pitboss.maths._kernels import blackjack_tables as b
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
DECIDERS: Final[Mapping[tuple[str, ...], int]] = {
    ("first",): b.NOTHING,
    ("first", "up"): b.UP_CARD,
    ("first", "third"): b.THIRD_CARD,
    ("first", "dealer_blackjack"): b.DEALER_BLACKJACK,
    ("dealer",): b.DEALER_CARDS,
}


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
    bet: SideBet
    stake: int
    tables: tuple[BetTable, ...]
    """One for each stake of the main bet."""
    decided_by: int
    when: int
    lines: tuple[Lines, ...]
    pays: tuple[int, ...]
    """What each line is paid, in cents; what is lost for number 0."""
    capped: tuple[bool, ...]

    @property
    def unit(self) -> int:
        return gcd(*self.pays)

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
    assert len(found) <= b.MOST_WAGERS
    return found


def _wager(terms: Terms, bet: SideBet, name: str, stake: int, mains: Sequence[int]) -> SideWager:
    asks = "stakes" in bet.bet.needs
    tables = tuple(bet_table(bet.wager, bet.rules, stake * asks, main * asks) for main in mains)
    lines = tuple(dict.fromkeys(line for table in tables for line in table.lines))
    assert lines[0] == () and len(lines) < b.VOID_LINE
    odds = [_odds(terms, bet, name, line) for line in lines]
    pays = tuple(
        sum(pay(stake, one, rounding=terms.other_rounding) for one in some) if some else -stake for some in odds
    )
    capped = tuple(_capped(terms, name, some) for some in odds)
    if any(capped) and bet.when == "third_card":
        raise NotationError(f"an aggregate limit on {bet.wager}, a bet on the third card, cannot be simulated")
    return SideWager(name, bet, stake, tables, decider(bet.wager), TIMES[bet.when], lines, pays, capped)


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


def decider(wager: str) -> int:
    """What decides a bet beside the first two cards."""
    needs = tuple(need for need in BETS[wager].needs if need != "stakes")
    if needs not in DECIDERS:
        raise NotationError(f"the bet {wager} looks at more than one card beside the first two and cannot be simulated")
    return DECIDERS[needs]


@lru_cache(maxsize=128)
def bet_table(wager: str, rules: Any, stake: int, main: int) -> BetTable:
    """Show a bet every way it can be decided, and number the lines it answers with."""
    by = decider(wager)
    bet = BETS[wager]
    numbers: dict[Lines, int] = {(): b.LOST_LINE}
    rows: dict[bytes, int] = {}
    pairs = np.zeros(52 * 52, dtype=np.uint16)
    seen = _dealer_hands(stake, main) if by == b.DEALER_CARDS else None
    for place, first in enumerate(product(DECK, DECK)):
        if place == 0 or seen is None:
            ways = seen or _ways(by, first, stake, main)
            row = bytes([numbers.setdefault(bet.lines(way, rules), len(numbers)) for way in ways])
        pairs[place] = rows.setdefault(row, len(rows))
    if seen is not None and any(bet.lines(way, rules) for way in _other_dealer_hands(stake, main)):
        raise NotationError(f"the bet {wager} pays on dealer's hands other than 22 and cannot be simulated")
    table = np.frombuffer(b"".join(rows), dtype=np.uint8)
    return BetTable(tuple(numbers), pairs, table, len(next(iter(rows))))


def _ways(by: int, first: tuple[Card, Card], stake: int, main: int) -> list[Seen]:
    """Everything that two first cards can meet."""
    if by == b.UP_CARD:
        return [Seen(first, up, None, (), False, stake, main) for up in DECK]
    if by == b.THIRD_CARD:
        return [Seen(first, UNKNOWN, third, (), False, stake, main) for third in (*DECK, None)]
    natural = (False, True) if by == b.DEALER_BLACKJACK else (False,)
    return [Seen(first, UNKNOWN, None, (), one, stake, main) for one in natural]


def _dealer_hands(stake: int, main: int) -> list[Seen]:
    """A dealer's 22 of each set of suits (one bit for each of the four), after a hand that is none."""
    return [_dealer("6557", 0b1, stake, main), *(_dealer("6556", suits, stake, main) for suits in range(1, 16))]


def _other_dealer_hands(stake: int, main: int) -> list[Seen]:
    hands = ("T7", "A6", "AT", "T65", "TT5", "5556", "T67")
    return [_dealer(ranks, suits, stake, main) for ranks in hands for suits in range(1, 16)]


def _dealer(ranks: str, suits: int, stake: int, main: int) -> Seen:
    held = [suit for place, suit in enumerate("cdhs") if suits >> place & 1]
    cards = parse_cards("".join(rank + held[i % len(held)] for i, rank in enumerate(ranks)))
    return Seen((DECK[0], DECK[1]), cards[0], dealer=cards, stake_cents=stake, main_cents=main)
