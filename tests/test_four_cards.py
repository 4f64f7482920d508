"""Hands of four cards: every category counted, and how they compare."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from tests.test_evaluator import known

from pitboss.cards import DECK, cards_text, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.four_cards import (
    ACES,
    KING_HIGH,
    QUEENS,
    FourCards,
    best_four,
    category,
    describe,
    evaluate,
    playing_ranks,
)


@pytest.mark.clause("C4-RANK-1")
def test_all_hands_of_four_cards_by_category() -> None:
    found = Counter(category(evaluate(four)).line for four in combinations(DECK, 4))
    assert {"all hands": found.total(), **found} == known("four-cards")


@pytest.mark.clause("C4-GAME-2", "C4-RANK-1")
def test_all_hands_of_five_cards_by_the_category_of_the_best_four() -> None:
    """The kernel counts them all; that it is the function of the table, a sample says below."""
    import numpy as np

    from pitboss.maths._kernels.crazy4_hands import STRENGTHS, count_strengths

    strengths = np.zeros(STRENGTHS, np.int64)
    count_strengths(np.arange(52), strengths)
    found: Counter[str] = Counter()
    for strength in np.flatnonzero(strengths).tolist():
        found[category(strength).line] += int(strengths[strength])
    assert {"all hands": found.total(), **found} == known("best-four-of-five")


def test_the_kernel_gives_the_strength_of_the_table() -> None:
    import numpy as np

    from pitboss.maths._kernels.crazy4_hands import STRENGTHS, count_strengths

    few = parse_cards("As Ks Qs Js 2s 3s 4s Ah Ad Kc Qd Jh 9c 9d 5h")
    counted = np.zeros(STRENGTHS, np.int64)
    count_strengths(np.array(sorted(few), np.int64), counted)
    own = Counter(evaluate(five) for five in combinations(few, 5))
    assert {int(at): int(counted[at]) for at in np.flatnonzero(counted)} == dict(own)


@pytest.mark.clause("C4-RANK-2")
def test_an_ace_stands_at_either_end_of_a_straight_and_not_in_the_middle() -> None:
    high, low, around = (parse_cards(text) for text in ("As Kd Qc Jh", "As 2d 3c 4h", "As 2d Kc Qh"))
    assert category(evaluate(high)) == category(evaluate(low)) == FourCards.STRAIGHT
    assert category(evaluate(around)) == FourCards.HIGH_CARD
    lowest = evaluate(parse_cards("2d 3c 4h 5s"))
    assert evaluate(low) < lowest < evaluate(high)
    assert describe(low) == "straight, four high"


@pytest.mark.clause("C4-RANK-1", "C4-RANK-3")
def test_hands_in_their_order() -> None:
    rising = [
        "As Kd Qc 9h", "2s 2d 3c 4h", "As Ad Kc Qh", "2s 2d 3c 3h", "As Ad Kc Kh", "As 2d 3c 4h", "2s 3s 4s 6s",
        "As Ks Qs 9s", "2s 2d 2c 3h", "As Ad Ac Kh", "As 2s 3s 4s", "As Ks Qs Js", "2s 2d 2c 2h", "As Ad Ac Ah",
    ]  # fmt: skip
    strengths = [evaluate(parse_cards(text)) for text in rising]
    assert strengths == sorted(strengths)
    assert len({*strengths}) == len(strengths)
    assert evaluate(parse_cards("9s 9d Kc Qh")) == evaluate(parse_cards("9c 9h Ks Qd"))


def test_thresholds_are_the_least_hands_of_their_name() -> None:
    assert evaluate(parse_cards("Ks 4d 3c 2h")) >= KING_HIGH > evaluate(parse_cards("Qs Jd Tc 8h"))
    assert evaluate(parse_cards("Qs Qd 3c 2h")) == QUEENS > evaluate(parse_cards("Js Jd Ac Kh"))
    assert evaluate(parse_cards("As Ad 3c 2h")) == ACES > evaluate(parse_cards("Ks Kd Ac Qh"))


def test_the_four_that_play_are_named() -> None:
    assert cards_text(best_four(parse_cards("2s 9d 9c Ah 9s"))) == "9d 9c 9s Ah"
    assert describe(parse_cards("6s 6d 6c 6h 2d")) == "four of a kind, sixes"
    assert describe(parse_cards("2s 5s 9s Ks 8d")) == "flush, king high"
    assert playing_ranks(evaluate(parse_cards("As 2s 3s 4s Kd"))) == (2, 1, 0, 12)
    assert playing_ranks(evaluate(parse_cards("As Ah Ad Ac Kd"))) == (12, 12, 12, 12)


@pytest.mark.parametrize("text", ["As Kd Qc", "As As Kd Qc", "As Kd Qc ??", "2s 3s 4s 5s 6s 7s"])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        evaluate(parse_cards(text))
