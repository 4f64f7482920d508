"""A visit on paper."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reports.pdf import words_of

from pitboss.reports.visits import visit_pdf

VISIT: dict[str, Any] = {
    "id": "t.7", "person": "Hana", "title": "Blackjack", "table": "t", "day": "2026-09-21", "felt": "river",
    "played": 1, "handle": 2500, "average_bet": 2500, "count": "hi-lo", "error": 0.0012, "sample": 16,
    "theo": {"sheet": 15, "cards": -40, "skill": 5, "fresh": 20, "exact": -20}, "actual": 2500, "deviation": 2900,
    "deviations": 0.9, "mistakes": 1, "choices": 1,
    "wagers": [{"wager": "main", "handle": 2500, "sheet": 15, "cards": -40, "edge": 0.006, "actual": 2500}],
    "worst": [{"number": 3, "cards": "Th 6d", "against": "9c", "answer": "Stand", "cost": 5}],
    "following": {
        "ratio": 8805.0, "crossed": 3, "false_alarm": "At most 1 in 1,000.", "models": "Two models.",
        "against": "not much",
        "evidence": [
            {"number": number, "at": 0, "count": 2.9, "bet": 2500, "after": "loss", "factor": 3.2, "by": "bets"}
            for number in (3, 2)
        ],
    },
    "rounds": [
        {
            "number": 3, "shoe": 1, "seen": 40, "counts": {"hi-lo": 2.9}, "bet": 2500, "after": "loss",
            "result": -2500, "edge": -0.01, "theo": -20,
        }
    ],
}  # fmt: skip


@pytest.mark.slow
def test_a_visit_on_paper_says_what_the_page_says_and_repeats_byte_for_byte() -> None:
    wager = {"wager": "main", "stake": 2500, "line": -0.0123, "exact": -0.0131}
    exact = {3: {"number": 3, "left": 272, "wagers": [wager, {**wager, "exact": None}]}}
    made = visit_pdf(VISIT, exact=exact)
    words = words_of(made)
    for said in ("Hana", "=-$0.20", "+$25.00", "Th6dagainst9c", "8,805to1", "reachedinround3", "noverdict", "0.12%",
                 "3+2.9$25.00loss3.2-1.23%-1.31%"):  # fmt: skip
        assert said in words.replace("\u2212", "-"), said
    assert made == visit_pdf(VISIT, exact=exact)
    assert "solvedfromthecards" not in words_of(visit_pdf(VISIT)), "none was solved"


def test_a_game_with_a_fresh_deck_has_no_cards_and_no_count() -> None:
    plain = {**VISIT, "error": None, "following": None, "theo": {**VISIT["theo"], "cards": None, "exact": 20}}
    words = words_of(visit_pdf(plain, paper="letter"))
    assert "freshdeck" in words
    assert "followthecount" not in words
