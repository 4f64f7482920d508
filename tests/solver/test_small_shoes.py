"""The engine's own steps, over every draw and choice of a small shoe, are worth what the solver says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.harness.every_draw import Enumeration, Situation, enumerate_round
from tests.solver.house import SHEETS, some_sheet, some_shoe

from pitboss.cards import Card, cards_text
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.actions import Action
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.games.round import Offer
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import Solution, solve
from pitboss.maths.blackjack.record import (
    ACE_LAMMER,
    LAMMER,
    NO_CHARLIE,
    SPLIT,
    SPLIT_ACE,
    UNSPLIT,
    HandTerms,
    compile_record,
)
from pitboss.maths.blackjack.redoubles import raised_as
from pitboss.maths.blackjack.shoe import read_shoe
from pitboss.maths.blackjack.solver import Work, check_shoe, choice_names, finish
from pitboss.maths.blackjack.spreads import spread
from pitboss.rules import Sheet, load

CLOSE = 1e-12
SPLIT_KINDS = (SPLIT, LAMMER, SPLIT_ACE, ACE_LAMMER)


def cases(count: int, quick: int) -> list[object]:
    """Numbers of cases, the later ones for the full run only."""
    return [pytest.param(i, marks=() if i < quick else pytest.mark.slow) for i in range(count)]


def solvable(
    random: Random, case: int, *, splits: bool, ranks: int, cards: tuple[int, int]
) -> tuple[Sheet, list[Card]]:
    """Sheets as they are shipped first, then with options set at random, each with a shoe that can be solved."""
    while True:
        name = SHEETS[case % 4]
        sheet = load(name) if case < 4 else some_sheet(random, name)
        shoe = some_shoe(random, ranks=ranks, cards=random.randint(*cards))
        try:
            check_shoe(compile_record(sheet), read_shoe(shoe), splits=splits)
        except NotationError:
            continue
        return sheet, shoe


def hand_of(situation: Situation, shoe: list[Card]) -> tuple[list[Card], Card]:
    """The hand on turn and the up card: what is neither unseen nor up."""
    name = {10: "T", 1: "A"}
    left = [name.get(POINTS[card], str(POINTS[card])) for card in shoe]
    tens = str.maketrans("JQK", "TTT")
    for held in situation.unseen.split():
        rank, n = held.split("x")
        for _ in range(int(n)):
            left.remove(rank.translate(tens))
    up = situation.up.translate(tens)
    left.remove(up)
    return [Card.parse(f"{rank}s") for rank in left], Card.parse(f"{up}s")


def compare_choices(solution: Solution, found: Enumeration, shoe: list[Card]) -> int:
    """Every decision on a hand that is the only one: the value of every choice, and which is best."""
    seen = 0
    for situation, choice in found.choices.items():
        doubled = situation.question.startswith("doubled")
        if not (situation.question in ("play", "natural") or doubled) or situation.hands > 1:
            continue
        hand, up = hand_of(situation, shoe)
        values = doubled_values(solution, situation, hand, up) if doubled else solution.values(hand, up)
        if solution.record.match_rank and hand[0] == hand[1] and POINTS[hand[0]] == 10:
            values.pop("split", None)  # the situation does not tell the ranks
        fives = situation.hand == "5 5"  # the dealer asks what is meant, and a double is then a full one
        for name, worth in choice.values.items():
            if name in values and not (fives and name[:5] in ("doubl", "split")):
                assert values[name] == pytest.approx(float(worth), abs=CLOSE), (situation, name)
        best = float(max(choice.values.values()))
        if not fives and ("split" not in choice.values or "split" in values):
            assert max(values.values()) == pytest.approx(best, abs=CLOSE), situation
            taken = max(values, key=lambda name: values[name])
            assert choice.values[taken] == pytest.approx(best, abs=CLOSE), situation
        seen += 1
    return seen


def doubled_values(solution: Solution, situation: Situation, hand: list[Card], up: Card) -> dict[str, float]:
    _, lies, again, free = situation.question.split(" ")
    times = int(again)
    began = raised_as(solution.record.kinds[UNSPLIT], lies=int(lies), times=times, free=bool(free))
    assert began is not None
    return solution.doubled_values(hand, up, began=began, times=times)


def without_splits(*, insurance: bool) -> Callable[[Offer], bool]:
    left_out = (a.Split,) if insurance else (a.Split, a.Insure)
    return lambda offer: not isinstance(offer.action, left_out)


@pytest.mark.parametrize("case", cases(80, 24))
def test_a_round_without_splits_is_worth_what_the_engine_deals(case: int) -> None:
    sheet, shoe = solvable(Random(case), case, splits=False, ranks=5, cards=(7, 11))
    solution = solve(sheet, shoe=shoe, splits=False)
    found = enumerate_round(sheet, shoe, consider=without_splits(insurance=solution.insurance is not None))
    worth = solution.expectation + (solution.insurance or 0.0)
    assert worth == pytest.approx(float(found.expectation), abs=CLOSE), cards_text(shoe)


@pytest.mark.parametrize("case", cases(24, 8))
def test_every_choice_is_worth_what_the_engine_deals(case: int) -> None:
    sheet, shoe = solvable(Random(case + 1000), case, splits=False, ranks=5, cards=(7, 10))
    solution = solve(sheet, shoe=shoe, splits=False)
    found = enumerate_round(sheet, shoe, consider=without_splits(insurance=False))
    assert solution.expectation == pytest.approx(float(found.expectation), abs=CLOSE)
    compare_choices(solution, found, shoe)


def by_totals(work: Work) -> None:
    """Let the play of split hands look at totals only, as the enumeration counts hands of one total as one."""
    table = work.table
    for kind in SPLIT_KINDS:
        choice = work.play(kind).choice
        seen: dict[tuple[object, ...], np.int8] = {}
        for hand in range(table.hands):
            cards = table.counts[hand]
            pair = table.size[hand] == 2 and cards.max() == 2
            for up in range(10):
                size = table.size[hand] if work.record.charlie < NO_CHARLIE else min(table.size[hand], 3)
                looks = (table.total[hand], table.soft[hand], cards[0] > 0, size, pair, up)
                choice[hand, up] = seen.setdefault(looks, choice[hand, up])
                again = work.play(kind).raises.again
                for began, times in np.ndindex(again.shape[2:]):
                    again[hand, up, began, times] = seen.setdefault(
                        (*looks, began, times), again[hand, up, began, times]
                    )


def kind_of(hand: Hand) -> int:
    if hand.stake:
        return SPLIT_ACE if hand.aces else SPLIT
    return ACE_LAMMER if hand.aces else LAMMER


def on_doubled(hand: Hand, terms: HandTerms, again: NDArray[np.int8]) -> Action:
    """What is done with a hand that was doubled."""
    times, free = hand.doubled - 1, "double" in hand.lammers
    began = raised_as(terms, lies=hand.stake + hand.extra, times=times, free=free)
    assert began is not None
    return a.DoubleDown() if again[began, times] else a.Stand()


def on_split_hands(work: Work) -> Callable[[BlackjackRound], Action | None]:
    """The fixed play of split hands: split again wherever that is offered, else what the solver has fixed."""
    names = {kind: choice_names(work.record.kinds[kind]) for kind in SPLIT_KINDS}
    actions = {
        "stand": a.Stand(),
        "hit": a.Hit(),
        "surrender": a.Surrender(),
        "go on": a.GoOn(),
        "double": a.DoubleDown(),
    }

    def choose(r: BlackjackRound) -> Action | None:
        question = r.question
        assert question is not None
        if question.kind not in ("play", "fives", "natural") or not r.spots[question.spot].hands[question.hand].split:
            return None
        for offer in r.offers():
            if isinstance(offer.action, a.Split):
                return offer.action
        hand = r.spots[question.spot].hands[question.hand]
        values = [POINTS[card] for card in hand.cards]
        kind, row = kind_of(hand), work.table.row[tuple(values.count(value) for value in range(1, 11))]
        if hand.doubled:
            return on_doubled(hand, work.record.kinds[kind], work.play(kind).raises.again[row, POINTS[r.up] - 1])
        name = names[kind][int(work.play(kind).choice[row, POINTS[r.up] - 1])]
        terms = work.record.kinds[kind]
        return actions.get(name) or a.DoubleDown(cents=terms.doubles[1].lose - terms.lose)

    return choose


@pytest.mark.parametrize("case", cases(80, 24))
def test_split_hands_under_a_fixed_play_are_worth_what_the_engine_deals(case: int) -> None:
    sheet, shoe = solvable(Random(case + 2000), case, splits=True, ranks=3, cards=(10, 20))
    work = Work(compile_record(sheet), read_shoe(shoe))
    work.play(UNSPLIT)
    by_totals(work)
    work.split_all()
    solution = finish(work, splits=True)
    insured = solution.insurance is not None
    found = enumerate_round(
        sheet,
        shoe,
        choose=on_split_hands(work),
        consider=lambda offer: insured or not isinstance(offer.action, a.Insure),
    )
    worth = solution.expectation + (solution.insurance or 0.0)
    assert worth == pytest.approx(float(found.expectation), abs=CLOSE), cards_text(shoe)
    if not solution.insurance:
        compare_choices(solution, found, shoe)


def as_solved(solution: Solution, work: Work) -> Callable[[BlackjackRound], Action | None]:
    """The play of a solution from the deal on: no insurance, and every hand as it says."""
    split_play = on_split_hands(work)

    def choose(r: BlackjackRound) -> Action | None:
        question = r.question
        assert question is not None
        spot = r.spots[1]
        if question.kind not in ("play", "fives", "natural", "insurance", "early_surrender"):
            return None
        if question.kind in ("insurance", "early_surrender"):
            low, high = sorted(POINTS[card] for card in spot.hands[0].cards)
            deal = solution.deals[(low, high), POINTS[r.up]]
            best = max(deal, key=lambda name: deal[name])
            if question.kind == "early_surrender":
                return a.Surrender() if best == "surrender" else a.GoOn()
            return a.TakeEvenMoney(1) if best == "even money" else a.DeclineInsurance(1)
        hand = spot.hands[question.hand]
        if hand.split:
            return split_play(r)
        if hand.doubled:
            again = solution.kinds[UNSPLIT].raises.again[solution.row(hand.cards), POINTS[r.up] - 1]
            return on_doubled(hand, solution.record.kinds[UNSPLIT], again)
        name = solution.choice(hand.cards, r.up)
        terms = solution.record.kinds[UNSPLIT]
        simple = {"split": a.Split(), "stand": a.Stand(), "hit": a.Hit(), "surrender": a.Surrender(), "go on": a.GoOn()}
        simple["double"] = a.DoubleDown()
        return simple.get(name) or a.DoubleDown(cents=terms.doubles[1].lose - terms.lose)

    return choose


@pytest.mark.parametrize("case", cases(40, 12))
def test_the_spread_is_that_of_the_rounds_the_engine_deals(case: int) -> None:
    sheet, shoe = solvable(Random(case + 5000), case, splits=True, ranks=3, cards=(10, 18))
    work = Work(compile_record(sheet), read_shoe(shoe))
    if work.record.match_rank:
        return
    work.play(UNSPLIT)
    by_totals(work)
    work.split_all()
    solution = finish(work, splits=True)
    found = enumerate_round(sheet, shoe, choose=as_solved(solution, work)).distribution
    stake = work.record.stake
    mean = sum(cents * chance for cents, chance in found.items()) / stake
    square = sum(cents * cents * chance for cents, chance in found.items()) / stake**2
    result = spread(solution)
    assert result.mean == pytest.approx(float(mean), abs=CLOSE)
    assert result.standard_deviation**2 == pytest.approx(float(square - mean * mean), abs=1e-11)
    assert result.distribution == pytest.approx({c: float(n) for c, n in found.items() if n}, abs=CLOSE)


@pytest.mark.parametrize("case", cases(24, 10))
def test_hands_that_are_doubled_again_are_worth_what_the_engine_deals(case: int) -> None:
    """Every choice of a doubled hand, once, twice and more, with soft hands, totals, free bets and Charlies between."""
    random, seen = Random(case + 7000), 0
    while not seen:
        name = SHEETS[case % 4]
        sets = ["double.redouble=true", f"double.redoubles={1 + case % 4}", *(["payouts.charlie=5"] * (case % 3 == 0))]
        if case % 5 == 0:
            sets += ["double.totals=4,5,6,7,8,9,10,11,12,13", "double.soft_hands=false"]
        sheet, shoe = load(name, sets=sets), some_shoe(random, ranks=4, cards=random.randint(8, 11))
        shoe = [card if POINTS[card] < 10 else Card(card % 20) for card in shoe]  # small cards: long hands
        try:
            solution = solve(sheet, shoe=shoe, splits=False)
        except NotationError:
            continue
        found = enumerate_round(sheet, shoe, consider=without_splits(insurance=False))
        assert solution.expectation == pytest.approx(float(found.expectation), abs=CLOSE)
        compare_choices(solution, found, shoe)
        doubled = [choice for situation, choice in found.choices.items() if situation.question.startswith("doubled")]
        seen = sum(choice.taken.startswith("double") for choice in doubled)


def test_the_cases_split_to_every_number_of_hands() -> None:
    """The random cases above do split: pairs, aces, lammers, two to four hands."""
    most, free = set(), 0
    for case in range(80):
        sheet, shoe = solvable(Random(case + 2000), case, splits=True, ranks=3, cards=(10, 20))
        solution = solve(sheet, shoe=shoe)
        for value, up, _ in solution.split_sums:
            hand = tuple(2 * (v == value) for v in range(10))
            if solution.split_sums[value, up, _] > solution.kinds[UNSPLIT].best[solution.table.row[hand], up]:
                most.add((value, solution.record.most_hands[value]))
                free += solution.record.free_pairs[value]
    assert {hands for _, hands in most} == {2, 3, 4}
    assert {value for value, _ in most} >= {0, 7, 8}
    assert free
