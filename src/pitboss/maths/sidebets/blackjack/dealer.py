"""Bets on the dealer's whole hand: every set of cards it can end as, suit by suit.

Such a bet keeps the dealer drawing even when no hand is left, and whatever the players draw first, the
dealer's cards are as any others of those not seen. So that hand is dealt from the whole shoe, in any of the orders
that the rules of drawing let it grow in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple

from pitboss.bets import Bet
from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.bets.compiled import Compiled
from pitboss.hands.totals import POINTS
from pitboss.maths.sidebets.blackjack.deal_outcomes import Stakes
from pitboss.maths.sidebets.blackjack.final_hands import Kinds, PaidSuits, dealt_kinds, held_within, paid_by, shares_of
from pitboss.maths.sidebets.money import Chances, Lines
from pitboss.rules.blackjack.sections import Dealer

__all__ = ["beside_blackjacks", "dealer_chances", "dealer_ends", "kinds_alike"]


class End(NamedTuple):
    """A final hand by the kinds of its cards, the state that its orders lead to, and how many those are."""

    held: tuple[tuple[int, int], ...]
    size: int
    state: int
    orders: int


class Paid(NamedTuple):
    """A final hand that pays: how the numbers of orders within sets of suits add up to those that pay these lines."""

    end: End
    lines: Lines
    terms: tuple[tuple[int, int], ...]


class PaidHands(NamedTuple):
    """All final hands of a bet that pay, and the kinds of cards that they are made of."""

    kinds: Kinds
    paid: tuple[Paid, ...]


def dealer_chances(
    bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], *, dealer: Dealer, natural: int = 0
) -> Chances:
    """The chance of every set of lines over all that the dealer can draw from a shoe.

    ``natural`` says whether the player has a blackjack, for a bet that asks.
    """
    known = stakes if "stakes" in bet.needs else Stakes(0, 0)
    return dict(paid_chances(bet, rules, known, counts, dealer.draws_to, dealer.soft_17 == "hit", natural))


@lru_cache(maxsize=32)
def paid_chances(
    bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], draws_to: int, hit_soft_17: bool, natural: int
) -> Chances:
    """The same, found once for all stakes where the bet does not look at them."""
    hands = paid_hands(bet, rules, stakes, draws_to, hit_soft_17, natural)
    held = held_within(counts, hands.kinds)
    sums: Counter[tuple[Lines, int]] = Counter()
    for end, lines, terms in hands.paid:
        for suits, sign in terms:
            ways = sign * end.orders
            for kind, copies in end.held:
                ways *= perm(held[suits][kind], copies)
                if not ways:
                    break
            sums[lines, end.size] += ways
    return shares_of(sums, sum(counts))


@lru_cache(maxsize=32)
def paid_hands(bet: Bet, rules: Any, stakes: Stakes, draws_to: int, hit_soft_17: bool, natural: int) -> PaidHands:
    """Ask the bet about every final hand and every set of suits it can show."""
    automaton = Automaton(bet.compiled(rules), without_suits=True)
    facts = {p.PLAYER_BLACKJACK: natural, p.BET: stakes.side, p.MAIN: stakes.main}
    kinds = dealt_kinds(automaton.kinds)
    paid: list[Paid] = []
    outcomes: dict[int, PaidSuits] = {}
    for end in dealer_ends(draws_to, hit_soft_17, automaton):
        if end.state not in outcomes:
            outcomes[end.state] = paid_by(automaton, end.state, facts)
        paid += [Paid(end, lines, terms) for lines, terms in outcomes[end.state].items()]
    return PaidHands(kinds, tuple(paid))


def dealer_ends(draws_to: int, hit_soft_17: bool, automaton: Automaton | None = None) -> Iterator[End]:
    """Every set of kinds that a dealer can end with, the state of a bet then, and the orders of each.

    Without a bet the kinds are the values of cards.
    """
    own = automaton.kinds if automaton is not None else (0,) * 52
    kinds = dealt_kinds(own)
    drawn = [(kinds.index(kind), kind) for kind in range(max(kinds) + 1)]
    open_: Counter[tuple[int, int, bool, int]] = Counter({(0, 0, False, 0): 1})
    size = 0
    while open_:
        size += 1
        after: Counter[tuple[int, int, bool, int]] = Counter()
        for (held, points, ace, state), orders in open_.items():
            for card, kind in drawn:
                step = automaton.steps[state][own[card]] if automaton is not None else 0
                after[held + (1 << 5 * kind), points + POINTS[card], ace or card >= 48, step] += orders
        open_ = Counter()
        for (held, points, ace, state), orders in after.items():
            total = points + 10 if ace and points <= 11 else points
            soft_17 = hit_soft_17 and total == 17 and points != total
            if size < 2 or total <= draws_to or soft_17:
                open_[held, points, ace, state] = orders
            else:
                copies = ((kind, held >> 5 * kind & 31) for _, kind in drawn)
                yield End(tuple((kind, n) for kind, n in copies if n), size, state, orders)


def kinds_alike(compiled: Compiled) -> Kinds | None:
    """The cards that a bet on the dealer's hand takes alike; None where it looks at suits, and each is its own."""
    automaton = Automaton(compiled, without_suits=True)
    return None if automaton.suits else dealt_kinds(automaton.kinds)


def beside_blackjacks(
    chances: Callable[[tuple[int, ...], int], Chances], counts: tuple[int, ...], kinds: Kinds | None
) -> Chances:
    """The chances of a bet that asks whether the player has a blackjack, too.

    ``chances`` answers for a shoe and for either; ``kinds`` tells which cards it takes alike, None for no two.
    """
    cards, found = sum(counts), chances(counts, 0)
    orders: Counter[tuple[int, int]] = Counter()
    for ace in range(48, 52):
        for ten in (card for card in range(48) if POINTS[card] == 10):
            like = (ace, ten) if kinds is None else (kinds.index(kinds[ace]), kinds.index(kinds[ten]))
            orders[like] += 2 * counts[ace] * counts[ten]
    for (ace, ten), ways in orders.items():
        if ways:
            left = tuple(n - (card in (ace, ten)) for card, n in enumerate(counts))
            share = Fraction(ways, cards * (cards - 1))
            for sign, natural in ((-1, 0), (1, 1)):
                for lines, chance in chances(left, natural).items():
                    found[lines] = found.get(lines, Fraction(0)) + sign * share * chance
    return found
