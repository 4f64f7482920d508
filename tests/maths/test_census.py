"""The card census: exact odds, few false alarms however often one looks, and defects found in the time it says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, exp, prod

import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.maths import census
from pitboss.maths.census import FACES, KINDS, LEVEL, Census, Kind, needed, seen_of

ACE, KING = Card.parse("As"), Card.parse("Kd")


def shoe(decks: int, kind: str = "") -> np.ndarray:
    """How often each face is in a shoe that is right, or wrong in one card."""
    counts = np.full(FACES, decks)
    if kind in ("missing", "replaced"):
        counts[int(ACE)] -= 1
    if kind in ("extra", "replaced"):
        counts[int(KING)] += 1
    return counts


def drawn(dice: np.random.Generator, counts: np.ndarray, seen: int) -> np.ndarray:
    return dice.multivariate_hypergeometric(counts, seen)


# --- the odds are exact -------------------------------------------------------------------------------------------


def likelihood(counts: np.ndarray, seen: np.ndarray) -> Fraction:
    """How likely this sequence of faces is to come out of a shoe, card by card."""
    ways = prod(int(have) - out for have, many in zip(counts, seen, strict=True) for out in range(many))
    return Fraction(ways, prod(int(counts.sum()) - out for out in range(int(seen.sum()))))


@pytest.mark.parametrize("decks", [1, 2, 6])
@pytest.mark.parametrize("kind", KINDS)
def test_the_odds_are_those_of_drawing_the_cards_one_by_one(decks: int, kind: Kind) -> None:
    dice = np.random.default_rng(7)
    census, expected = Census(decks), Fraction(1)
    for seen in (5, 20, 30 * decks):
        counts = drawn(dice, shoe(decks), seen)
        census.add(counts)
        expected *= likelihood(shoe(decks, kind), counts) / likelihood(shoe(decks), counts)
    place = {"missing": int(ACE), "extra": int(KING), "replaced": (int(ACE), int(KING))}[kind]
    found = census.log_odds_of(kind)[place]
    assert exp(float(found)) == pytest.approx(float(expected), rel=1e-9)


def test_what_is_seen_in_parts_says_the_same_as_all_of_it_at_once() -> None:
    dice = np.random.default_rng(1)
    first, second = drawn(dice, shoe(6), 100), drawn(dice, shoe(3), 60)
    parts, whole = Census(6), Census(6)
    parts.see(first)
    parts.see(second)
    whole.see(first + second)
    assert parts.log_odds() == pytest.approx(whole.log_odds())
    parts.close()
    assert parts.log_odds() == pytest.approx(whole.log_odds())


def test_a_right_shoe_gives_fair_odds() -> None:
    """Over all ways to see two cards of a right deck, the odds are one on average: nothing is gained by looking.

    What is missing from one is what a right deck never shows: the same face twice.
    """
    total, ways = 0.0, 0
    for pair in combinations(DECK, 2):
        census = Census(1)
        census.add(seen_of(pair))
        total += exp(census.log_odds())
        ways += 1
    twice = (1 / comb(53, 2) + 1 / comb(52, 2)) / 3
    assert total / ways + twice == pytest.approx(1.0)


# --- verdicts -----------------------------------------------------------------------------------------------------


def test_a_face_more_often_than_the_decks_hold_it_is_proof_at_once() -> None:
    census = Census(2)
    census.see(seen_of([ACE, ACE]))
    assert census.finding().verdict == "open"
    census.see(seen_of([ACE]))
    assert census.finding().verdict == "proof"
    assert census.finding().proof == (ACE,)


def test_cards_that_nobody_saw_say_nothing() -> None:
    census = Census(6)
    census.add(seen_of([Card.parse("??")] * 200))
    found = census.finding()
    assert (found.shuffles, found.seen, found.odds, found.verdict) == (0, 0, pytest.approx(1.0), "open")


def test_a_right_shoe_is_called_whole_when_every_defect_would_have_shown() -> None:
    dice, census = np.random.default_rng(3), Census(2)
    verdicts = []
    for _ in range(120):
        census.add(drawn(dice, shoe(2), 78))
        verdicts.append(census.finding().verdict)
    assert verdicts[0] == "open"
    assert verdicts[-1] == "whole"
    assert census.finding().excluded == census.finding().defects == 2756


@pytest.mark.parametrize("kind", KINDS)
def test_the_defect_that_is_there_is_named(kind: Kind) -> None:
    dice, census = np.random.default_rng(5), Census(6)
    while not census.flagged:
        census.add(np.minimum(drawn(dice, shoe(6, kind), 234), 6))
    for _ in range(30):
        census.add(np.minimum(drawn(dice, shoe(6, kind), 234), 6))
    found = census.finding()
    texts = {"missing": "As is missing", "extra": "there is one Kd too many", "replaced": "As is replaced by Kd"}
    assert (found.verdict, found.likely.text) == ("defective", texts[kind])
    assert found.share > 0.5


# --- how sure, and how soon ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "seen", "shuffles"), [(1, 20, 60), (2, 78, 30), (6, 234, 40)])
def test_a_right_shoe_is_hardly_ever_accused(decks: int, seen: int, shuffles: int) -> None:
    """Looked at after every shuffle, at most one in a hundred; of 200, more than seven would be out of the way."""
    dice = np.random.default_rng(decks)
    accused = 0
    for _ in range(200):
        census = Census(decks)
        for _ in range(shuffles):
            census.add(drawn(dice, shoe(decks), seen))
            if census.flagged:
                accused += 1
                break
    assert accused <= 7


@pytest.mark.parametrize(("decks", "seen"), [(1, 20), (2, 78), (6, 234)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_defect_is_found_in_the_time_that_is_said(decks: int, seen: int, kind: Kind) -> None:
    """The mean is met or beaten, and by the time of near certainty 99 of 100 are found."""
    said = needed(kind, decks=decks, seen=seen)
    assert said is not None
    assert said.nearly_always is not None
    dice = np.random.default_rng(11)
    times = []
    for _ in range(150):
        census, number = Census(decks), 0
        while not (census.flagged or census.proof):
            number += 1
            census.add(drawn(dice, shoe(decks, kind), seen))
        times.append(number)
    assert np.mean(times) <= 1.15 * said.mean
    assert np.mean(times) >= 0.6 * said.mean  # it is no more than a bound, but not a loose one
    late = sum(time > said.nearly_always for time in times)
    assert late <= 6


def test_more_cards_seen_are_sooner_sure_and_none_never() -> None:
    for kind in KINDS:
        times = [needed(kind, decks=6, seen=seen) for seen in (100, 200, 300)]
        means = [one.mean for one in times if one is not None]
        assert means == sorted(means, reverse=True)
        assert len(means) == 3
    assert needed("missing", decks=6, seen=0) is None


def test_the_level_is_that_of_one_false_alarm_in_a_hundred() -> None:
    assert exp(LEVEL) == pytest.approx(100)


@pytest.mark.parametrize("kind", ["missing", "extra", "replaced"])
def test_a_slow_drift_is_found_as_the_exact_steps_find_it(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty cards seen of each shoe: the flow and the steps agree within a few hundredths, and the flow is quick."""
    exact = census.needed.__wrapped__(kind, decks=6, seen=60)
    monkeypatch.setattr(census, "SLOW", 1)
    flown = census.needed.__wrapped__(kind, decks=6, seen=60)
    assert exact is not None
    assert flown is not None
    assert flown.mean == pytest.approx(exact.mean, rel=0.05)
    assert flown.half == pytest.approx(exact.half, rel=0.06)
    assert flown.nearly_always == pytest.approx(exact.nearly_always, rel=0.07)
