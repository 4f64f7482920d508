"""Bets on the player's third card, which comes only if the hand draws: they depend on how the main game is played.

For every deal on which the third card could change the lines, the play of the first two cards is asked for: the best
of the main game, or what is best for main bet and side bet together. A hit, a double and a split all bring the card;
standing, surrender and a dealer's blackjack that the check finds do not. Chances are fractions, given the play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.bets import Bet
from pitboss.cards import DECK, Card
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord
from pitboss.maths.sidebets.blackjack.tables import axis, line_table
from pitboss.maths.sidebets.money import Chances, Lines

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Solution

__all__ = ["Deal", "Pays", "Play", "Played", "ThirdCardPay", "best_play", "book_play", "joint_play_of", "third_chances"]

Pays = Callable[[Lines], int]
"""What lines pay in cents, the stake lost where there are none."""

WITHOUT_CARD = frozenset({"stand", "surrender", "go on"})
"""Choices after which the hand has no third card."""


BLACKJACK_WITH = {points: tuple(card for card in DECK if POINTS[card] == 11 - points) for points in (1, 10)}
"""By the points of one card, those that make a blackjack with it."""


class Deal(NamedTuple):
    """A first and a second card and the up card, with what is left when they lie on the table."""

    first: tuple[Card, Card]
    up: Card
    left: tuple[int, ...]
    peeked: bool
    """Whether the dealer looks for a blackjack under this card."""

    @property
    def cards(self) -> int:
        return sum(self.left)

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The hole cards that make a blackjack which the check finds."""
        return BLACKJACK_WITH.get(POINTS[self.up], ()) if self.peeked else ()

    @property
    def makers(self) -> int:
        return sum(self.left[card] for card in self.hole_cards)


class ThirdCardPay(NamedTuple):
    """What a bet pays on two cards that are left at that, and with each third card."""

    none: Lines
    each: tuple[Lines, ...]


class Played(NamedTuple):
    """What is done with a deal, and what that costs the main bet, in units of it."""

    choice: str
    alone: str
    """What would be done for the main bet alone."""
    cost: float


Play = Callable[[Deal, ThirdCardPay], Played]


@lru_cache(maxsize=16)
def thirds_that_matter(bet: Bet, rules: Any) -> tuple[Mapping[tuple[Card, Card], ThirdCardPay], Mapping[Lines, Any]]:
    """The first two cards for which the third one counts, and the lines of all others."""
    matter: dict[tuple[Card, Card], ThirdCardPay] = {}
    settled: dict[Lines, list[tuple[Card, Card]]] = {}
    compiled = bet.compiled(rules)
    two = line_table(compiled, [axis(0, 2), axis(1, 2)], {}, (52, 52))
    three = line_table(compiled, [axis(0, 3), axis(1, 3), axis(2, 3)], {}, (52, 52, 52))
    alike = (three.ways == three.ways[:, :, :1]).all(axis=2)
    for first in ((a, b) for a in DECK for b in DECK):
        none = two.lines[two.ways[first]]
        ways = three.ways[first].tolist()
        if {three.lines[number] for number in (ways[:1] if alike[first] else ways)} == {none}:
            settled.setdefault(none, []).append(first)
        else:
            matter[first] = ThirdCardPay(none, tuple(three.lines[number] for number in ways))
    return matter, settled


def third_chances(
    bet: Bet, rules: Any, counts: tuple[int, ...], *, checks: Callable[[int], bool], play: Play | None
) -> tuple[Chances, list[tuple[Fraction, Deal, Played]]]:
    """The chance of every set of lines, and the deals on which the play was asked for with their chances.

    Without a play the third card always comes.
    """
    matter, settled = thirds_that_matter(bet, rules)
    cards = sum(counts)
    sums: Counter[Lines] = Counter()
    scale = perm(cards - 2, 3)
    for lines, pairs in settled.items():
        sums[lines] += scale * sum(counts[a] * (counts[b] - (a == b)) for a, b in pairs)
    asked: list[tuple[Fraction, Deal, Played]] = []
    for first, thirds in matter.items():
        for up in DECK:
            deal, ways = _dealt(counts, first, up, checks=checks)
            if not ways:
                continue
            played = None if play is None else play(deal, thirds)
            if played is not None:
                asked.append((Fraction(ways, perm(cards, 3)), deal, played))
            for lines, orders in _orders(deal, thirds, played).items():
                sums[lines] += ways * orders
    return {lines: Fraction(orders, perm(cards, 5)) for lines, orders in sums.items()}, asked


def _dealt(
    counts: tuple[int, ...], first: tuple[Card, Card], up: Card, *, checks: Callable[[int], bool]
) -> tuple[Deal, int]:
    """A deal and the number of ways to take its three cards from a shoe."""
    left, ways = list(counts), 1
    for card in (*first, up):
        ways *= left[card]
        left[card] -= 1
    return Deal(first, up, tuple(left), checks(POINTS[up])), ways


def _orders(deal: Deal, thirds: ThirdCardPay, played: Played | None) -> Counter[Lines]:
    """Of all orders of hole card and third card, how many end with each set of lines."""
    cards = deal.cards
    orders: Counter[Lines] = Counter()
    if played is not None and played.choice in WITHOUT_CARD:
        orders[thirds.none] = perm(cards, 2)
        return orders
    if played is None:  # a card that always comes comes after a blackjack, too
        deal = deal._replace(peeked=False)
    orders[thirds.none] = deal.makers * (cards - 1)
    orders.update(_drawn(deal, thirds))
    return orders


def _drawn(deal: Deal, thirds: ThirdCardPay) -> Counter[Lines]:
    """Of the orders of hole card and third card without a blackjack, how many end with each set of lines."""
    found: Counter[Lines] = Counter()
    for lines, n in zip(thirds.each, deal.left, strict=True):
        found[lines] += n
    others = deal.cards - deal.makers
    for lines in found:
        found[lines] *= others - 1
    for card in deal.hole_cards:  # it is the third card, so no other hole card is missing
        found[thirds.each[card]] += deal.left[card]
    return found


# --- the play ---------------------------------------------------------------------------------------------


def best_play(solution: Solution) -> Play:
    """The best play of the main game."""

    def play(deal: Deal, thirds: ThirdCardPay) -> Played:
        choice, _, _ = _main(solution, deal)
        return Played(choice, choice, 0.0)

    return play


def book_play(book: Playbook, record: BlackjackRecord) -> Play:
    """The play of a book; a pair that it splits and the table does not is played by the entry for that."""

    def play(deal: Deal, thirds: ThirdCardPay) -> Played:
        one, two = (POINTS[card] - 1 for card in deal.first)
        move = Move(book.first[UNSPLIT, POINTS[deal.up] - 1, one, two])
        if move == Move.SPLIT and record.match_rank and deal.first[0].rank != deal.first[1].rank:
            move = Move(book.unsplit[UNSPLIT, POINTS[deal.up] - 1, one])
        choice = "stand" if deal.makers == deal.cards else move.name.lower()
        return Played(choice, choice, 0.0)

    return play


def joint_play_of(solution: Solution, pays: Pays) -> Play:
    """What is best for main bet and side bet together at their stakes."""
    stake = solution.record.stake

    def play(deal: Deal, thirds: ThirdCardPay) -> Played:
        alone, values, early = _main(solution, deal)
        if not values:
            return Played(alone, alone, 0.0)
        none = pays(thirds.none) / stake
        drawn = _expected(deal, thirds, pays) / stake
        joint = {name: worth + (none if name in WITHOUT_CARD else drawn) for name, worth in values.items()}
        choice = max(joint, key=lambda name: joint[name])
        sure = 1.0 - deal.makers / deal.cards
        if early is not None:
            go_on, given_up = early
            lost = go_on - sure * max(values.values())
            if given_up + none >= sure * joint[choice] + lost + (1.0 - sure) * none:
                return Played("surrender", alone, max(go_on, given_up) - given_up)
            kept = sure * values[choice] + lost
            return Played(choice, alone, max(go_on, given_up) - kept)
        return Played(choice, alone, sure * (max(values.values()) - values[choice]))

    return play


def _main(solution: Solution, deal: Deal) -> tuple[str, dict[str, float], tuple[float, float] | None]:
    """The main game's choice, the value of each after the check, and going on against early surrender before it."""
    if deal.makers == deal.cards:
        return "stand", {}, None
    values = solution.values(deal.first, deal.up)
    choice = max(values, key=lambda name: values[name])
    low, high = sorted(POINTS[card] for card in deal.first)
    before = solution.deals[(low, high), POINTS[deal.up]]
    if "surrender" not in before:
        return choice, values, None
    early = before["go on"], before["surrender"]
    return "surrender" if early[1] > early[0] else choice, values, early


def _expected(deal: Deal, thirds: ThirdCardPay, pays: Pays) -> float:
    """What the side bet is worth in cents once the check has found no blackjack and a third card is drawn."""
    rest = (deal.cards - deal.makers) * (deal.cards - 1)
    return sum(orders * pays(lines) for lines, orders in _drawn(deal, thirds).items()) / rest
