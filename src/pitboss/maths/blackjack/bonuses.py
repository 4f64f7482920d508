"""Bonuses for rare hands in numbers: what each pays, and how often the cards are of one suit.

Solvers know cards by their values. To whoever does not look at suits, every card of a rank is as likely of one suit as
of another: a 6-7-8 is of one suit once in sixteen times whatever else has been dealt, and three sevens are as often as
any three of all that the decks hold. So the best play is the best one that looks at values alone; what a hand is worth
whose own suits are seen is told with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games.blackjack.state import Terms
from pitboss.maths.blackjack.tables import HandTable
from pitboss.money import Odds, Rounding, pay

__all__ = [
    "BLACKJACK", "NO_BONUS", "NO_SHAPE", "SHAPES", "STEPS", "Bonuses", "Prize", "bonuses_of", "gains_seen", "mean_of",
    "natural_mean", "prize_seen", "shapes_of", "step_prizes", "wins_of",
]  # fmt: skip

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]

SHAPES: Final = ("five cards", "six cards", "seven cards", "six seven eight", "triple seven", "blackjack")
"""The hands that bonuses are for, by the values of their cards."""
FIVE, SIX, SEVEN, SIX_SEVEN_EIGHT, TRIPLE_SEVEN, BLACKJACK = range(6)
NO_SHAPE: Final = -1
STEPS: Final = (
    *(("cards", step) for step in range(3)),
    *(("six_seven_eight", step) for step in range(3)),
    *(("triple_seven", step) for step in range(3)),
    ("blackjack", 1),
)
"""Every ladder with its steps, as the kernel numbers them."""
_PRIZE_AT: Final = (
    *((shape, 0) for shape in (FIVE, SIX, SEVEN)),
    *((shape, n) for shape in (SIX_SEVEN_EIGHT, TRIPLE_SEVEN) for n in range(3)),
    (BLACKJACK, 1),
)
SIX_VALUE, SEVEN_VALUE, EIGHT_VALUE = 5, 6, 7


class Prize(NamedTuple):
    """What hands of a shape win that are of several suits, of one but spades, or of spades, and how often they are."""

    share: Fraction
    win: int
    line: str = ""


Bonuses = tuple[tuple[Prize, ...], ...]
"""The prizes of each shape; none for a shape that is paid like any other hand."""
NO_BONUS: Final[Bonuses] = ((),) * len(SHAPES)


def bonuses_of(terms: Terms, stake: int) -> Bonuses:
    """The prizes of a sheet's bonuses at a stake."""
    if not terms.pays_bonus:
        return NO_BONUS
    win, other = terms.payouts.win, terms.other_rounding
    cards = [_ladder(terms, stake, "cards", win, other, {step: Fraction(1)}) for step in range(3)]
    same = Fraction(1, 16)
    sevens = Fraction(4 * comb(terms.rules.cards.decks, 3), comb(4 * terms.rules.cards.decks, 3))
    return (
        *cards,
        _ladder(terms, stake, "six_seven_eight", win, other, _suits(same)),
        _ladder(terms, stake, "triple_seven", win, other, _suits(sevens)),
        _ladder(terms, stake, "blackjack", terms.blackjack.pays, terms.blackjack_rounding, _suits(Fraction(1, 4))),
    )


def _suits(same: Fraction) -> dict[int, Fraction]:
    return {0: 1 - same, 1: same * Fraction(3, 4), 2: same / 4}


def _ladder(
    terms: Terms, stake: int, ladder: str, plain: Odds, rounding: Rounding, shares: dict[int, Fraction]
) -> tuple[Prize, ...]:
    found = []
    for step, share in shares.items():
        paid = terms.bonus.line(ladder, step) if ladder != "blackjack" or step else None
        line, odds = paid or ("", plain)
        found.append(Prize(share, pay(stake, odds, rounding=rounding), line))
    if ladder == "blackjack":  # spades are no line of their own
        plain_one, suited, spades = found
        found = [plain_one, suited._replace(share=suited.share + spades.share)]
    return tuple(found) if any(prize.line for prize in found) else ()


def mean_of(prizes: Sequence[Prize]) -> Fraction:
    """What hands of a shape win on average, whatever their suits, in cents."""
    return sum((prize.share * prize.win for prize in prizes), Fraction(0))


def step_prizes(bonuses: Bonuses) -> tuple[Prize | None, ...]:
    """The prize on each of :data:`STEPS`, None where such a hand is paid like any other."""
    return tuple(bonuses[shape][n] if bonuses[shape] else None for shape, n in _PRIZE_AT)


def natural_mean(bonuses: Bonuses, plain: int) -> Fraction:
    """What a blackjack that is dealt wins on average, in cents."""
    return mean_of(bonuses[BLACKJACK]) if bonuses[BLACKJACK] else Fraction(plain)


def wins_of(bonuses: Bonuses, table: HandTable, plain: int) -> F64:
    """What every hand wins on average that is neither split nor doubled, in cents."""
    wins, shapes = np.full(table.hands, float(plain)), shapes_of(table)
    for shape, prizes in enumerate(bonuses):
        if prizes:
            wins[shapes == shape] = float(mean_of(prizes))
    return wins


def shapes_of(table: HandTable) -> I8:
    """The shape of every hand, none for most."""
    counts, size = table.counts[: table.hands], table.size[: table.hands]
    shapes = np.full(table.hands, NO_SHAPE, dtype=np.int8)
    is_21 = table.total[: table.hands] == 21
    for cards, shape in ((5, FIVE), (6, SIX), (7, SEVEN)):
        shapes[is_21 & (size >= cards)] = shape
    three = is_21 & (size == 3)
    shapes[three & (counts[:, [SIX_VALUE, SEVEN_VALUE, EIGHT_VALUE]] == 1).all(axis=1)] = SIX_SEVEN_EIGHT
    shapes[three & (counts[:, SEVEN_VALUE] == 3)] = TRIPLE_SEVEN
    return shapes


def gains_seen(
    bonuses: Bonuses, table: HandTable, hand: Sequence[Card], up: Card, decks: int
) -> dict[str, tuple[int, int, float]]:
    """What seeing the suits of a hand adds to a choice: the choice, the hand that it leads to, its card and the cents.

    Keys are the choices as the table names them; the card is a value, -1 where the hand is whole.
    """
    ranks = sorted(card.rank for card in hand)
    found: dict[str, tuple[int, int, float]] = {}
    for shape, wanted in _RANKS.items():
        prizes = bonuses[shape]
        missing = _missing(wanted, ranks)
        if not prizes or missing is None:
            continue
        counts = [0] * 10
        for rank in wanted:
            counts[int(rank) - 1] += 1
        seen = prize_seen(prizes, hand, missing, decks, up) - mean_of(prizes)
        row, card = table.row[tuple(counts)], int(missing) - 1 if missing else -1
        found["hit" if missing else "stand"] = (row, card, float(seen))
    return found


_RANKS: Final = {SIX_SEVEN_EIGHT: "678", TRIPLE_SEVEN: "777"}


def _missing(wanted: str, ranks: Sequence[str]) -> str | None:
    """The rank that makes a hand whole, empty where it is; None where more than one card is missing."""
    left = list(wanted)
    for rank in ranks:
        if rank not in left:
            return None
        left.remove(rank)
    return "".join(left) if len(left) < 2 else None


def prize_seen(prizes: Sequence[Prize], hand: Sequence[Card], missing: str, decks: int, up: Card) -> Fraction:
    """What a hand of a shape wins on average whose suits are seen, but for those of one card of a rank that is to come.

    ``missing`` is that rank, or empty where the hand is whole.
    """
    if not missing:
        return Fraction(_prize(prizes, {card.suit for card in hand}).win)
    seen = [card.suit for card in (*hand, up) if card.rank == missing]
    total = Fraction(0)
    for suit in "cdhs":
        chance = Fraction(decks - seen.count(suit), 4 * decks - len(seen))
        total += chance * _prize(prizes, {suit, *(card.suit for card in hand)}).win
    return total


def _prize(prizes: Sequence[Prize], suits: set[str]) -> Prize:
    step = 0 if len(suits) > 1 else 2 if suits == {"s"} else 1
    return prizes[min(step, len(prizes) - 1)]
