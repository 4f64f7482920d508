"""Crazy 4 Poker solved: published figures, hands counted out one by one, small decks played by the engine itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.games.actions import Fold, PlaceBet, PlayBet, StartDeal
from pitboss.games.crazy4 import Crazy4Round
from pitboss.hands.four_cards import KING_HIGH, evaluate
from pitboss.maths.crazy4 import compile_crazy4, evaluate_play, solve
from pitboss.maths.crazy4.kinds import DEPENDS, FOLD, first_two, four_ranks, kinds, letter_of, opening_values
from pitboss.maths.crazy4.live import value
from pitboss.maths.crazy4.showdowns import AVOIDING, HANDS, FacedHands, faced
from pitboss.maths.crazy4.simple import simple_cost
from pitboss.maths.crazy4.solution import Crazy4Solution
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.progressive import meter_at_hit, progressive_figures
from pitboss.maths.sidebets import bet_figures
from pitboss.rules import load

C4 = "crazy-4-poker"


@pytest.fixture(scope="module")
def best() -> Crazy4Solution:
    return solve(load(C4))


@pytest.fixture(scope="module")
def hands() -> FacedHands:
    return faced(KING_HIGH)


def test_the_published_edge_and_element_of_risk(best: Crazy4Solution) -> None:
    assert best.house_edge == Fraction(264_142_729, 7_726_058_340)
    assert round(float(best.house_edge), 4) == 0.0342
    assert round(float(best.element_of_risk), 4) == 0.0109
    assert sum(best.distribution.values()) == best.outcomes == HANDS * AVOIDING
    assert -sum(best.wagers.values(), Fraction()) == best.house_edge
    mean = sum(units * count for units, count in best.distribution.items()) / best.outcomes
    assert mean == -best.house_edge
    assert best.standard_deviation == pytest.approx(3.1285438, abs=1e-7)


def test_queens_up_by_known_totals() -> None:
    found = bet_figures(load(C4), "queens_up")
    known = {
        "four_of_a_kind": 624, "straight_flush": 2072, "three_of_a_kind": 58_656, "flush": 114_616, "straight": 101_808,
        "two_pair": 123_552, "queens_or_better": 242_916,
    }  # fmt: skip
    assert {line.line: line.probability for line in found.lines if line.line in known} == {
        line: Fraction(count, 2_598_960) for line, count in known.items()
    }
    assert found.exact == Fraction(979, 21_658)


def test_every_hand_meets_what_it_meets_counted_out_one_by_one(hands: FacedHands) -> None:
    """The counts by subsets against the plain count of all 1,533,939 dealer's hands, for some hands of every kind."""
    from pitboss.maths._kernels.crazy4_hands import face_one

    chance = Random(4)
    places = [chance.randrange(HANDS) for _ in range(12)]
    for place in (*places, 0, HANDS - 1):
        own = cards_of(int(hands.number[place]))
        left = np.array([card for card in DECK if card not in own], np.int64)
        results = np.zeros(4, np.int64)
        strength = face_one(np.array(own, np.int64), left, KING_HIGH, results)
        met = [int(each[place]) for each in (hands.unopened, hands.won, hands.tied, hands.lost)]
        assert (strength, results.tolist()) == (evaluate(own), met)


def cards_of(number: int) -> tuple[Card, ...]:
    from pitboss.maths.crazy4.simple import _cards

    return _cards(number)


@pytest.mark.parametrize(
    "sets", [(), ("dealer.opens=any",), ("play.win=3:2", "super_bonus.pays.straight=7:2"), ("play.aces_multiple=2",)]
)
def test_small_decks_are_worth_what_the_engine_plays_on_them(sets: tuple[str, ...]) -> None:
    sheet, chance = load(C4, sets=sets), Random(str(sets))
    for _ in range(6):
        cards = chance.sample(DECK, 12)
        hand, left = tuple(cards[:5]), cards[5:]
        dead = [card for card in DECK if card not in cards]
        found = value(sheet, hand, dead=dead, stake_cents=1000)
        for choice, worth in found.items():
            dealers = list(combinations(left, 5))
            net = sum(played(sheet.name, sets, hand, dealer, choice) for dealer in dealers)
            assert worth == Fraction(net, len(dealers) * 1000), (hand, choice)


def played(name: str, sets: tuple[str, ...], hand: tuple[Card, ...], dealer: tuple[Card, ...], choice: str) -> int:
    """What a round comes to, dealt and settled by the engine."""
    r = Crazy4Round(load(name, sets=sets), (*hand, *dealer))
    for wager in ("ante", "super_bonus"):
        r.act(PlaceBet(spot=1, cents=1000, wager=wager))
    r.act(StartDeal()).act(Fold() if choice == "fold" else PlayBet(int(choice[:-1])))
    return r.net()[1]


def test_the_best_play_is_the_best_choice_of_every_hand(best: Crazy4Solution, hands: FacedHands) -> None:
    sheet, chance = load(C4), Random(5)
    border = np.flatnonzero(np.abs(hands.strength - evaluate(parse_cards("Ks Qd 8c 4h"))) < 3)
    for place in [*(chance.randrange(HANDS) for _ in range(6)), *chance.sample(border.tolist(), 6)]:
        number = int(hands.number[place])
        found = value(sheet, cards_of(number))
        choice = max(found, key=found.__getitem__)
        assert best.play[number] == (0 if choice == "fold" else int(choice[:-1]))


def test_the_play_to_remember_and_its_exceptions(best: Crazy4Solution, hands: FacedHands) -> None:
    simple = simple_cost(load(C4), best)
    assert simple.lines == (
        "Bet with K Q 8 4 (king high) or better, fold the rest; bet 3 times with a pair of aces or better.",
    )
    assert 0 < simple.cost < Fraction(1, 100_000)
    wrong = int(((best.play > 0) != (simple.solution.play > 0)).sum())
    assert sum(one.hands for one in simple.exceptions) == wrong > 0
    assert {one.best for one in simple.exceptions} == {"bet", "fold"}
    assert {one.ranks[:2] for one in simple.exceptions} == {"KQ"}


def test_the_card_tells_what_is_best(best: Crazy4Solution, hands: FacedHands) -> None:
    assert [letter_of(best, hands, mask) for _, mask in kinds(hands)] == ["3", "1", "1", DEPENDS, FOLD]
    two = {name: letter_of(best, hands, mask) for name, mask in first_two(hands).items()}
    assert {name for name, letter in two.items() if letter == DEPENDS} == {"KQ"}
    assert {letter for name, letter in two.items() if name[0] == "A"} == {"1"}
    assert two["KJ"] == two["QJ"] == FOLD
    four = {name: letter_of(best, hands, mask) for name, mask in four_ranks(hands, "KQ").items()}
    assert (four["KQJ9"], four["KQ85"], four["KQ84"], four["KQ83"], four["KQ65"]) == ("1", "1", DEPENDS, FOLD, FOLD)
    worth = opening_values(best)
    assert worth["KQ85"]["1x"] > worth["KQ85"]["fold"] == -2.0 > worth["KQ83"]["1x"]
    assert set(worth["Pair of aces or better"]) == {"fold", "1x", "2x", "3x"}


def test_a_play_that_is_not_offered_is_refused(best: Crazy4Solution) -> None:
    with pytest.raises(NotationError, match="not offered"):
        evaluate_play(load(C4), np.full(HANDS, 3, np.uint8))
    never = evaluate_play(load(C4), np.zeros(HANDS, np.uint8))
    assert never.house_edge == 2


@pytest.mark.parametrize(("stake", "sets"), [(400, ()), (550, ()), (None, ("cards.decks=2",))])
def test_what_cannot_be_solved_is_refused(stake: int | None, sets: tuple[str, ...]) -> None:
    with pytest.raises(NotationError):
        compile_crazy4(load(C4, sets=sets), stake_cents=stake)


# --- hits of the meters -----------------------------------------------------------------------------------


def test_hits_of_one_and_two_bettors_by_plain_counting() -> None:
    rules = load(C4).rules.bets.progressive
    room = GAME_MATHS["crazy4"]
    assert room.hit_chances(rules, 1) == {(0, 1): Fraction(36, HANDS), (1, 0): Fraction(4, HANDS)}
    runs = [set(range(first, first + 5)) for first in range(8)] + [{12, 0, 1, 2, 3}]
    flushes = [{4 * rank + suit for rank in run} for suit in range(4) for run in runs]
    apart = sum(not one & other for one, other in combinations(flushes, 2))
    both = Fraction(2 * apart, HANDS * AVOIDING)
    assert room.hit_chances(rules, 2)[0, 2] == both
    assert room.shared_meter("straight_flush", (1,) * 52, 2) == {2: both}


@pytest.mark.parametrize("tie", ["split_evenly", "first_takes_meter"])
def test_a_meter_that_several_share_is_told_by_how_many(tie: str) -> None:
    """Lines name how many share; what they bring, and a round's chance of a hit, are those of the counted rounds."""
    sheet = load(C4, sets=[f"jackpot_tie={tie}"])
    found = progressive_figures(sheet, bettors=4, meters={"major": 20_000_00, "minor": 3_000_00})
    titles = [line.title for line in found.figures.lines]
    words = ("shared by", "") if tie == "split_evenly" else ("first of", "later of")
    for word in filter(None, words):
        assert f"Straight flush: the Minor, {word} three" in titles
        assert f"Straight flush: the Minor, {word} four" in titles
    rounds = GAME_MATHS["crazy4"].hit_chances(sheet.rules.bets.progressive, 4)
    hit = sum(chance for (_, minor), chance in rounds.items() if minor)
    assert meter_at_hit(found, "minor").chance == hit
    seeds = sum(chance * (minor - 1) for (_, minor), chance in rounds.items() if minor > 1) * 1_500_00
    awarded = hit * 3_000_00 + (seeds if tie == "first_takes_meter" else 0)
    told = [line for line in found.figures.lines if "the Minor" in line.title]
    assert sum(line.probability * (line.pays + 1) for line in told) * 500 * 4 == awarded
    assert sum(line.probability for line in found.figures.lines) == 1
    assert found.figures.exact == 1 - found.expected_return() + found.envy


@pytest.mark.parametrize("bettors", [2, 4, 6])
def test_as_many_hits_are_expected_as_there_are_bettors(bettors: int) -> None:
    found = GAME_MATHS["crazy4"].hit_chances(load(C4).rules.bets.progressive, bettors)
    assert sum(chance * minor for (_, minor), chance in found.items()) == Fraction(36 * bettors, HANDS)
    assert sum(chance * major for (major, _), chance in found.items()) == Fraction(4 * bettors, HANDS)
