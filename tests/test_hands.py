"""Blackjack totals."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from pitboss.cards import DECK, RANKS, parse_cards
from pitboss.hands.totals import POINTS, is_ace_ten, total

FACE = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}


def text(cards: str) -> str:
    return total(parse_cards(cards)).text


@pytest.mark.clause("BJ-INTRO-1")
def test_21_stands_above_every_lower_total_and_more_is_broken() -> None:
    seen = {total(hand) for size in range(2, 5) for hand in combinations_with_replacement(DECK[::4], size)}
    assert {score.points for score in seen if not score.broken} == set(range(4, 22))
    assert max(score.points for score in seen if not score.broken) == 21
    assert min(score.points for score in seen if score.broken) == 22
    assert not total(parse_cards("7s 7d 7c")).broken
    assert total(parse_cards("7s 7d 8c")).broken


@pytest.mark.clause("BJ-INTRO-2", "GC-RULE-5")
def test_faces_and_tens_count_ten() -> None:
    assert [text(cards) for cards in ("Js Qd", "Kd 5h", "Ts Kc")] == ["20", "15", "20"]
    assert {POINTS[card] for card in DECK if card.rank in "TJQK"} == {10}


@pytest.mark.clause("BJ-INTRO-3", "GC-RULE-1")
def test_an_ace_counts_one_or_eleven_whichever_is_better() -> None:
    hands = ("As 6d", "As 6d 9c", "As Ad", "As Ad Ac 8h", "As Kd", "As Kd Qc")
    assert [text(cards) for cards in hands] == ["soft 17", "16", "soft 12", "soft 21", "soft 21", "21"]


@pytest.mark.clause("BJ-INTRO-4", "GC-RULE-4")
def test_two_to_ten_count_what_is_printed() -> None:
    assert {rank: total([card]).points for card in DECK if (rank := card.rank) in FACE} == FACE
    assert [text(cards) for cards in ("2s 9d", "5s 4d")] == ["11", "9"]


@pytest.mark.clause("BJ-INTRO-6", "GC-OBJ-2", "V5-OBJ-2")
def test_blackjack_is_an_ace_with_a_ten_as_two_cards_and_nothing_else() -> None:
    pairs = [pair for pair in combinations_with_replacement(DECK, 2) if is_ace_ten(pair)]
    assert len(pairs) == 4 * 16
    assert {frozenset((a.rank, b.rank)) for a, b in pairs} == {frozenset(("A", rank)) for rank in "TJQK"}
    assert all(is_ace_ten((b, a)) for a, b in pairs)
    assert not is_ace_ten(parse_cards("7s 7d 7c"))
    assert not is_ace_ten(parse_cards("As 9d Ac"))
    assert not is_ace_ten(parse_cards("As 5d 5c"))
    assert not is_ace_ten(parse_cards("6s 5d"))
    assert not is_ace_ten(parse_cards("As"))


@pytest.mark.clause("GC-RULE-2", "V5-DEAL-3")
def test_a_total_is_soft_while_its_ace_can_count_eleven() -> None:
    assert total(parse_cards("As 5d")).soft
    assert text("As 6d") == "soft 17"
    assert not total(parse_cards("As 5d Kc")).soft
    assert total(parse_cards("As 4d 6c")) == (21, True)
    assert total(parse_cards("As 5d 6c")) == (12, False)


@pytest.mark.clause("GC-RULE-3", "V5-DEAL-4")
def test_a_total_is_hard_when_every_ace_counts_one() -> None:
    assert text("As 5d Kc") == "16"
    assert total(parse_cards("As 6d Tc")) == (17, False)
    assert not any(total(hand).soft for hand in combinations_with_replacement(DECK[:48], 2))


def test_totals_agree_with_trying_every_value_of_every_ace() -> None:
    for size in range(6):
        for ranks in combinations_with_replacement(RANKS, size):
            hand = parse_cards("".join(f"{rank}s" for rank in ranks))
            aces, rest = ranks.count("A"), sum(FACE.get(rank, 10) for rank in ranks if rank != "A")
            counts = [rest + aces + 10 * high for high in range(aces + 1)]
            best = max((count for count in counts if count <= 21), default=min(counts))
            assert total(hand) == (best, best != rest + aces)
