"""A second settler of Crazy 4 Poker, written from the rules of the game alone, beside the round of the table.

It shares no code with the engine: ranks and suits are read from the cards' letters, hands are compared as lists, and
amounts are in cents of an Ante that halves evenly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
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
METERS, ENVY = {"major": 2_345_671, "minor": 160_003}, {"major": 500_000, "minor": 150_000}
Hand = tuple[int, list[int]]
Hands = dict[int, tuple[str, ...]]
"""Five cards by the seat; 0 is the dealer."""
Bets = dict[int, dict[str, int]]


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


def five_pay(cards: tuple[str, ...]) -> int | str:
    """What the progressive pays for five cards, times the wager, or the meter that they win."""
    ranks = ranks_of(cards)
    suited, row = len({card[1] for card in cards}) == 1, in_sequence(ranks)
    alike = sorted(Counter(ranks).values(), reverse=True)
    if suited and row:
        return "major" if row == 14 else "minor"
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
        fixed = five_pay(cards)
        if times and isinstance(fixed, int):
            found["progressive_award"] = bets["progressive"] * fixed
    return found


def add_meters(due: dict[int, dict[str, int]], hands: Hands, times: dict[int, int], bets: Bets) -> None:
    """Winners of a meter share it evenly, odd cents first; each other bettor, folded or not, has envy from each."""
    betting = [seat for seat in due if "progressive" in bets[seat]]
    won = {seat: five_pay(hands[seat]) for seat in betting if times[seat]}
    hits = {seat: meter for seat, meter in won.items() if isinstance(meter, str)}
    for seat, meter in hits.items():
        sharing = sorted(other for other in hits if hits[other] == meter)
        share, odd = divmod(METERS[meter], len(sharing))
        due[seat]["progressive_award"] = share + (sharing.index(seat) < odd)
    for seat in betting:
        envy = sum(ENVY[meter] for hit, meter in hits.items() if hit != seat)
        due[seat] |= {"envy": envy} if envy else {}


# --- hands that meet --------------------------------------------------------------------------------------


def four_of(kind: str, chance: Random) -> list[str]:
    """Four cards that are meant as this kind; what they are is told by ``best``."""
    ranks, suits = chance.sample(ORDER, 4), [chance.choice("cdhs") for _ in range(4)]
    if kind in ("straight", "straight flush"):
        at = chance.randrange(11)
        ranks = list(("A" + ORDER)[at : at + 4])
    if kind in ("flush", "straight flush"):
        suits = [suits[0]] * 4
    if kind in ("pair", "two pair", "three", "four"):
        suits = chance.sample("cdhs", 4)
        alike = {"pair": 2, "two pair": 2, "three": 3, "four": 4}[kind]
        ranks[:alike] = ranks[:1] * alike
    if kind == "two pair":
        ranks[3] = ranks[2]
    return [rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def hand_of(kind: str, chance: Random, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Five cards that are of this kind and not taken."""
    while True:
        cards = (*four_of(kind, chance), chance.choice(DECK).text)
        if len({*cards, *taken}) == 5 + len({*taken}) and KINDS[best(cards)[0]] == kind:
            return cards


def others(chance: Random, hands: Hands, seats: Iterable[int]) -> Hands:
    """Any cards for further seats."""
    left = [card.text for card in DECK if not any(card.text in held for held in hands.values())]
    chance.shuffle(left)
    return hands | {seat: tuple(left[5 * at : 5 * at + 5]) for at, seat in enumerate(seats)}


# --- rounds -----------------------------------------------------------------------------------------------


def wagered(chance: Random, seats: Iterable[int]) -> Bets:
    bets = {seat: {"ante": 200 * chance.randint(3, 25)} for seat in seats}
    for of in bets.values():
        of |= {"queens_up": 100 * chance.randint(1, 50)} if chance.random() < 0.7 else {}
        of |= {"progressive": 500} if chance.random() < 0.6 else {}
    return bets


def played(chance: Random, hands: Hands, *, folds: float = 0.2) -> None:
    """A round with these hands, bets and decisions by chance, settled as the rules say."""
    seats = sorted({*hands} - {0})
    bets = wagered(chance, seats)
    held = {seat: " ".join(hands[seat]) for seat in seats}
    r = seated(held, " ".join(hands[0]), bets=bets, meters=METERS).act(StartDeal())
    times = decided(r, chance, hands, folds)
    check_conserved(r)
    due = {seat: expected(hands[seat], hands[0], times[seat], bets[seat]) for seat in seats}
    add_meters(due, hands, times, bets)
    for seat in seats:
        told = Counter[str]()
        for event in happened(r, WagerSettled):
            told[event.wager] += event.pays if event.spot == seat else 0
        case = hands, times, bets, seat
        assert {wager: told[wager] for wager in due[seat]} == due[seat], case
        assert sum(told.values()) == sum(due[seat].values()), case


def decided(r: Crazy4Round, chance: Random, hands: Hands, folds: float) -> dict[int, int]:
    """Every seat folds or bets at random as much as it may; what it may is the settler's own view."""
    times = {}
    while r.question is not None:
        seat = r.question.spot
        most = 3 if aces_or_better(best(hands[seat])) else 1
        offered = {offer.action.multiple for offer in r.offers() if isinstance(offer.action, PlayBet)}
        assert offered == {*range(1, most + 1)}
        times[seat] = 0 if chance.random() < folds else chance.randint(1, most)
        r.act(PlayBet(times[seat], spot=seat) if times[seat] else Fold(spot=seat))
    return times


@pytest.fixture
def chance() -> Random:
    return Random(seeding.chance(16))


@pytest.mark.clause("C4-RANK-1", "C4-SET-3", "C4-SET-4", "C4-SB-1", "C4-SB-9", "C4-QU-2", "C4-PLAY-5")
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_hand_against_every_other(kind: str, chance: Random) -> None:
    for theirs, _ in product(KINDS, range(8)):
        mine = hand_of(kind, chance)
        played(chance, {1: mine, 0: hand_of(theirs, chance, mine)})


@pytest.mark.clause("C4-RANK-3", "C4-GAME-2", "C4-SET-5", "C4-SB-8")
def test_the_same_ranks_in_other_suits_tie_and_one_other_card_decides_where_it_plays(chance: Random) -> None:
    swapped = str.maketrans("cdhs", "hscd")
    for kind, _ in product(KINDS[:-1], range(25)):  # no two have the same four of a kind
        mine = hand_of(kind, chance)
        theirs = tuple(card.translate(swapped) for card in mine)
        near = (*theirs[:4], next(card.text for card in chance.sample(DECK, 52) if card.text not in (*mine, *theirs)))
        for dealer in (theirs, near):
            if not {*mine} & {*dealer}:
                played(chance, {3: mine, 0: dealer}, folds=0)


@pytest.mark.clause("C4-SET-1", "C4-SET-2", "C4-SB-8")
def test_hands_without_a_pair_open_from_the_king_on(chance: Random) -> None:
    for _ in range(300):
        dealer = hand_of("high card", chance)
        played(chance, {2: hand_of(chance.choice(KINDS[:2]), chance, dealer), 0: dealer}, folds=0)


@pytest.mark.clause("C4-RANK-2")
def test_the_lowest_and_the_highest_straight_meet_others(chance: Random) -> None:
    for ranks, suits in product(("A234", "JQKA", "2345", "KA23"), ("cccc", "cdhs")):
        for _ in range(12):
            four = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            hands = others(chance, {5: (*four, chance.choice(("9d", "Kd", "5d", "Ts")))}, ())
            played(chance, hands | {0: hand_of(chance.choice(("two pair", "straight", "flush")), chance, hands[5])})


@pytest.mark.clause("C4-PROG-1", "C4-PROG-6", "UTH-PMULT-1b", "UTH-ENVY-1b", "UTH-ENVY-1c", "UTH-ENVY-3b")
def test_meters_are_shared_and_bring_envy(chance: Random) -> None:
    for many in chance.choices((1, 2, 3), k=200):
        seats = chance.sample(range(1, 7), many + 2)
        runs = {
            seat: tuple(rank + suit for rank in ("A" + ORDER)[at : at + 5])
            for seat, suit, at in zip(
                seats, chance.sample("cdhs", many), chance.choices((0, 3, 9), k=many), strict=False
            )
        }
        played(chance, others(chance, runs, (*seats[many:], 0)))


@pytest.mark.clause("C4-GAME-1", "C4-PLAY-2", "C4-QU-3")
def test_random_rounds_are_settled_as_a_second_reading_of_the_rules_settles_them(chance: Random) -> None:
    for _ in range(600):
        seats = chance.sample(range(1, 7), chance.randint(1, 6))
        played(chance, others(chance, {}, (*seats, 0)), folds=0.4)
