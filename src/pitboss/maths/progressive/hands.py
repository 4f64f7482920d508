"""The hands of the progressive, a player's two cards and the flop: how often each line comes, and two at one table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.hands.poker import evaluate, line_of
from pitboss.maths.sidebets.cards import CardShoe, CardShoeLike, read_card_shoe
from pitboss.maths.sidebets.poker import check_deck, line_counts, shares
from pitboss.rules import Sheet
from pitboss.rules.progressive import Meter, Progressive

__all__ = ["METERS", "deck_of", "line_chances", "meter_of", "progressive_rules", "shared_chance"]

METERS = ("major", "minor")
FIVE, HOLDEM_CARDS = 5, 9


def progressive_rules(sheet: Sheet) -> Progressive:
    """The progressive of a sheet that offers one."""
    progressive = getattr(sheet.rules.bets, "progressive", None)
    if progressive is None:
        raise NotationError(f'"{sheet.name}" has no progressive')
    if "progressive" not in sheet.rules.table.side_bets:
        raise NotationError(f'"{sheet.name}" does not offer its progressive', expected="progressive in side_bets")
    assert isinstance(progressive, Progressive)
    return progressive


def meter_of(rules: Progressive, line: str) -> str | None:
    """The meter that a hand wins; the Major where both name it."""
    return next((name for name in METERS if _meter(rules, name).hand == line), None)


def _meter(rules: Progressive, name: str) -> Meter:
    return rules.major if name == "major" else rules.minor


def deck_of(sheet: Sheet, shoe: CardShoeLike | None) -> CardShoe:
    deck = read_card_shoe(sheet, shoe=shoe)
    check_deck(deck, HOLDEM_CARDS)
    return deck


def line_chances(sheet: Sheet, *, shoe: CardShoeLike | None = None) -> dict[str, Fraction]:
    """How often two cards and the flop make each hand, by the function that names it at the table."""
    deck = deck_of(sheet, shoe)
    return shares(line_counts(deck.counts, FIVE), deck.cards, FIVE)


# --- two winners at one table -----------------------------------------------------------------------------


@lru_cache(maxsize=16)
def shared_chance(line: str, counts: tuple[int, ...] = (1,) * 52) -> Fraction:
    """The chance that two given players both make a straight or royal flush with one flop.

    A third cannot: of the pairs of cards that complete one flop, no more than two have no card in common.
    """
    cards = sum(counts)
    ways = 0
    for pairs in _completed(line, counts):
        apart = [two for two in combinations(pairs, 2) if not set(two[0]) & set(two[1])]
        assert all(set(mine) & set(other) for one in apart for mine in pairs for other in one if mine not in one)
        ways += 2 * len(apart)
    return Fraction(ways, comb(cards, 3) * comb(cards - 3, 2) * comb(cards - 5, 2))


def _completed(line: str, counts: tuple[int, ...]) -> Iterator[list[tuple[Card, ...]]]:
    """For every flop that can become such a hand, the pairs of cards that complete it."""
    pairs: dict[tuple[Card, ...], list[tuple[Card, ...]]] = {}
    for hand in _flushes(line, counts):
        for flop in combinations(hand, 3):
            pairs.setdefault(flop, []).append(tuple(card for card in hand if card not in flop))
    yield from pairs.values()


def _flushes(line: str, counts: tuple[int, ...]) -> Iterator[tuple[Card, ...]]:
    """Every five cards of one suit that are this hand."""
    for suit in range(4):
        held = [card for card in DECK if card & 3 == suit and counts[card]]
        for hand in combinations(held, FIVE):
            if line_of(evaluate(hand)) == line:
                yield hand
