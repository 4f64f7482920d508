"""A second settler of Crazy 4 Poker, written from the rules of the game alone, beside the round of the table.

It shares no code with the engine: ranks and suits are read from the cards' letters, hands are compared as lists, and
amounts are in cents of an Ante that halves evenly.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from tests import seeding
from tests.crazy4.table import check_conserved, happened, seated

from pitboss.cards import DECK
from pitboss.games.actions import Fold, PlayBet, StartDeal
from pitboss.games.crazy4 import Crazy4Round
from pitboss.games.events import WagerSettled

ORDER = "23456789TJQKA"
KINDS = ("high card", "pair", "two pair", "straight", "flush", "three", "straight flush", "four")
"""From the lowest to the highest."""
BONUS = {"four": 30, "straight flush": 15, "three": 2, "flush": Fraction(3, 2), "straight": 1}
QUEENS_UP = {"four": 50, "straight flush": 40, "three": 8, "flush": 4, "straight": 3, "two pair": 2}
FIVE_CARDS = {"four": 300, "full house": 50, "flush": 40, "straight": 30, "three": 9}
Hand = tuple[int, list[int]]


def in_sequence(ranks: list[int]) -> int:
    """The highest rank where all follow one another, else 0; an ace is also a one. Two is 2, ace is 14."""
    for held in (sorted(ranks), sorted(1 if rank == 14 else rank for rank in ranks)):
        if held == list(range(held[0], held[0] + len(held))):
            return held[-1]
    return 0


def ranks_of(cards: tuple[str, ...]) -> list[int]:
    return [2 + ORDER.index(card[0]) for card in cards]


def four(cards: tuple[str, ...]) -> Hand:
    """What four cards are: the kind, and the ranks that are compared one after another."""
    ranks, suited = ranks_of(cards), len({card[1] for card in cards}) == 1
    top, times = in_sequence(ranks), Counter(ranks)
    by_number = sorted(ranks, key=lambda rank: (times[rank], rank), reverse=True)
    alike = sorted(times.values(), reverse=True)
    if alike == [4]:
        kind = "four"
    elif alike == [3, 1]:
        kind = "three"
    elif top:
        return KINDS.index("straight flush" if suited else "straight"), [top]
    elif suited:
        kind = "flush"
    else:
        kind = {(2, 2): "two pair", (2, 1, 1): "pair"}.get(tuple(alike), "high card")
    return KINDS.index(kind), by_number


def best(cards: tuple[str, ...]) -> Hand:
    return max(four(some) for some in combinations(cards, 4))


def aces_or_better(hand: Hand) -> bool:
    kind, ranks = hand
    return KINDS[kind] not in ("high card", "pair") or (KINDS[kind] == "pair" and ranks[0] == 14)


def five_pay(cards: tuple[str, ...]) -> int:
    """What the progressive pays for five cards, times the wager; meters are told apart and are not dealt here."""
    ranks = ranks_of(cards)
    suited, row = len({card[1] for card in cards}) == 1, in_sequence(ranks)
    alike = sorted(Counter(ranks).values(), reverse=True)
    if suited and row:
        return -1
    names = {(4, 1): "four", (3, 2): "full house", (3, 1, 1): "three"}
    name = names.get(tuple(alike)) or ("flush" if suited else "straight" if row else "")
    return FIVE_CARDS.get(name, 0)


def expected(cards: tuple[str, ...], dealer: tuple[str, ...], times: int, bets: dict[str, int]) -> dict[str, int]:
    """What each wager of a seat brings; 0 times is a fold."""
    mine, theirs, ante = best(cards), best(dealer), bets["ante"]
    kind = KINDS[mine[0]]
    found = {"ante": -ante, "super_bonus": -ante}
    if times:
        opens = theirs[0] > 0 or theirs[1][0] >= 13
        better = (mine > theirs) - (mine < theirs)
        found = {"play": times * ante * better, "ante": ante * better, "super_bonus": min(ante * better, 0)}
        if not opens:
            found = {"play": times * ante, "ante": 0, "super_bonus": 0}
        if kind in BONUS:
            pays = 200 if mine == (KINDS.index("four"), [14] * 4) else BONUS[kind]
            found["super_bonus"] = int(ante * pays)
    if "queens_up" in bets:
        pays_up = QUEENS_UP.get(kind, int(kind == "pair" and mine[1][0] >= 12) or -1)
        found["queens_up"] = bets["queens_up"] * pays_up
    if "progressive" in bets:
        found["progressive"] = -bets["progressive"]
        if times and five_pay(cards) > 0:
            found["progressive_award"] = bets["progressive"] * five_pay(cards)
    return found


def dealt(chance: Random, seats: list[int]) -> dict[int, tuple[str, ...]]:
    """Five cards to each seat and the dealer (0), often from fewer ranks so that good hands meet; no meter."""
    while True:
        few = [card.text for card in DECK if chance.random() < 0.5 or card.text[0] in "AKQJ"]
        deck = few if len(few) >= 5 * len(seats) + 5 and chance.random() < 0.7 else [card.text for card in DECK]
        drawn = chance.sample(deck, 5 * len(seats) + 5)
        hands = {seat: tuple(drawn[5 * at : 5 * at + 5]) for at, seat in enumerate((*seats, 0))}
        if all(five_pay(hands[seat]) >= 0 for seat in seats):
            return hands


def played(chance: Random) -> None:
    seats = sorted(chance.sample(range(1, 7), chance.randint(1, 4)))
    hands = dealt(chance, seats)
    bets = {seat: {"ante": 200 * chance.randint(3, 25)} for seat in seats}
    for of in bets.values():
        of |= {"queens_up": 100 * chance.randint(1, 50)} if chance.random() < 0.7 else {}
        of |= {"progressive": 500} if chance.random() < 0.5 else {}
    held = {seat: " ".join(hands[seat]) for seat in seats}
    r = seated(held, " ".join(hands[0]), bets=bets).act(StartDeal())
    times = decided(r, chance, hands)
    check_conserved(r)
    for seat in seats:
        told = Counter[str]()
        for event in happened(r, WagerSettled):
            told[event.wager] += event.pays if event.spot == seat else 0
        due = expected(hands[seat], hands[0], times[seat], bets[seat])
        case = hands[seat], hands[0], times[seat], bets[seat]
        assert {wager: told[wager] for wager in due} == due, case
        assert sum(told.values()) == sum(due.values()), case


def decided(r: Crazy4Round, chance: Random, hands: dict[int, tuple[str, ...]]) -> dict[int, int]:
    """Every seat folds or bets at random as much as it may; what it may is the settler's own view."""
    times = {}
    while r.question is not None:
        seat = r.question.spot
        most = 3 if aces_or_better(best(hands[seat])) else 1
        offered = {offer.action.multiple for offer in r.offers() if isinstance(offer.action, PlayBet)}
        assert offered == {*range(1, most + 1)}
        times[seat] = chance.randint(0, most)
        r.act(PlayBet(times[seat], spot=seat) if times[seat] else Fold(spot=seat))
    return times


@pytest.mark.clause(
    "C4-GAME-1", "C4-GAME-2", "C4-RANK-1", "C4-RANK-2", "C4-RANK-3", "C4-PLAY-2", "C4-PLAY-5", "C4-SET-2", "C4-SET-3",
    "C4-SET-4", "C4-SET-5", "C4-SB-1", "C4-SB-8", "C4-SB-9", "C4-QU-2", "C4-QU-3", "C4-PROG-6",
)  # fmt: skip
def test_random_rounds_are_settled_as_a_second_reading_of_the_rules_settles_them() -> None:
    chance = Random(seeding.chance(16))
    for _ in range(1500):
        played(chance)
