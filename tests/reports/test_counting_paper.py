"""A count on paper, and figures of counts and ratings as Parquet."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

import pyarrow.parquet as parquet
from tests.reports.pdf import words_of

from pitboss.maths.counting.risk import AtCount, Bettor, best_bets, score
from pitboss.reports.as_csv import csv_text
from pitboss.reports.counting_paper import counting_pdf
from pitboss.reports.counts import COUNT_COLUMNS, COUNT_KINDS, PLAY_COLUMNS, count_rows, outcome_json
from pitboss.reports.parquet import parquet_of
from pitboss.rules import load

ROWS = (AtCount(-1, 0.6, -0.01, 0.0012, 1.31), AtCount(3, 0.4, 0.0213, 0.002, 1.353), AtCount(9, 1e-6, 0.1, 0.3, 1.4))
BETTOR = Bettor(1_000_000, 0.05, 500, 20_000, 500)
PLAY = {
    "hand": "16", "up": "T", "play": "stand", "count": 0, "below": False, "instead": "hit", "threshold": 0.21,
    "error": 0.07, "gain": 0.0143, "spread_gain": 0.0611,
}  # fmt: skip


def found() -> dict[str, Any]:
    best, compared = best_bets(ROWS, BETTOR), score(ROWS, spread=8)
    return {
        "title": "Hi-Lo", "count": "2-6=1 T-A=-1", "decks": 6, "cut": 78, "effects": {"5": 0.00114, "K": -0.0008},
        "betting_correlation": 0.9654, "playing_efficiency": 0.51, "insurance_correlation": 0.76, "flat_edge": -0.0052,
        "by_count": count_rows(ROWS, best), "best": outcome_json(best), "compared": outcome_json(compared),
        "bettor": {"bank": BETTOR.bank, "risk": BETTOR.risk, "minimum": 500, "maximum": 20_000}, "plays": [PLAY],
        "spreads": [{"spread": 8, "best": outcome_json(best), "score": compared.score}], "shoes": 120, "met": 16_000,
        "rounds": 20_000_000,
        "varied": [
            {"change": change, "flat_edge": -0.0053, "best": outcome_json(best), "score": 1.5, "n0": None}
            for change in ("cut 104", "dealer.soft_17 stand", "surrender.offered false")
        ],
    }  # fmt: skip


def test_a_count_on_paper_says_what_the_page_says_and_repeats_byte_for_byte() -> None:
    sheet = load("catfish-blackjack")
    made = counting_pdf(sheet, found())
    words = words_of(made).replace("\u2212", "-")
    best = best_bets(ROWS, BETTOR)
    for said in ("Hi-Lo", "0.965", "16Tstand", "+0.21±0.07", "+3", "+2.13%", "1to8", "104cardsbehindthecut", "never",
                 "20,000,000", f"SCORE{best.score:.2f}", "5+0.114%"):  # fmt: skip
        assert said in words, said
    for said in ("Thedealerstandsonsoft17", "Surrenderisnotoffered"):
        assert said in words, "rules are told as the placard has them"
    assert "soft_17" not in words
    assert "+9" not in words, "what hardly ever comes is left out"
    assert made == counting_pdf(sheet, found())


def test_figures_of_counts_are_numbers_in_parquet() -> None:
    rows = count_rows(ROWS, best_bets(ROWS, BETTOR))
    read = parquet.read_table(io.BytesIO(parquet_of(csv_text(COUNT_COLUMNS, rows), COUNT_KINDS))).to_pylist()
    assert [(row["count"], row["mean"], row["deviation"]) for row in read] == [
        (row["count"], row["mean"], row["deviation"]) for row in rows
    ]
    assert all(isinstance(row["bet"], Decimal) for row in read)
    (play,) = parquet.read_table(io.BytesIO(parquet_of(csv_text(PLAY_COLUMNS, [PLAY]), COUNT_KINDS))).to_pylist()
    assert (play["hand"], play["count"], play["threshold"], play["spread_gain"]) == ("16", 0, 0.21, 0.0611)
