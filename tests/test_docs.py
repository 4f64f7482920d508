"""The pages say what the program does: words that both have are held against each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from pitboss.games.blackjack import rulings
from pitboss.games.events import Owner, Result
from pitboss.games.holdem import HoldemRound
from pitboss.maths.simulation.blackjack.counting import COUNTS
from pitboss.rules import SHIPPED, load
from pitboss.rules.read import HEAD
from pitboss.service.people.permissions import EVERYBODY

DOCS = Path(__file__).resolve().parent.parent / "docs"
KINDS = {kind for name in SHIPPED for kind in load(name).rules.irregularity.kinds}
RULED = {"go_on", "deal_dealer", "back_up", "next", "reshuffle"}  # what permitted() gives beside a player's choices


def words_of(page: str) -> set[str]:
    """What stands in code on a page, word by word."""
    return set(re.findall(r"[\w:-]+", " ".join(re.findall(r"`([^`\n]+)`", (DOCS / page).read_text(encoding="utf-8")))))


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("hand-records.md", {choice for choices in rulings.CHOICES.values() for choice in choices} | RULED),
        ("hand-records.md", {choice for choices in HoldemRound.CHOICES.values() for choice in choices}),
        ("hand-records.md", KINDS - {"missed_blackjack", "late_dealer_blackjack"}),  # these are `overlook`, `peek no`
        ("hand-records.md", {*get_args(Result), *get_args(Owner), "toke:main", "toke:free"}),
        ("simulation.md", set(COUNTS)),
        ("api.md", set(EVERYBODY)),
        ("rule-sheets.md", set(HEAD)),
    ],
    ids=["choices", "rulings of hold'em", "irregularities", "results", "counts", "roles", "head of a sheet"],
)
def test_a_page_names_every_word(page: str, words: set[str]) -> None:
    assert words - words_of(page) == set()


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    parts = [re.findall(r"^\| (?!word|---)([^|]+) \|", part, re.MULTILINE) for part in text.split("\n## ")[1:]]
    assert all(parts)
    for part in parts:
        assert part == sorted(part, key=str.lower)
    every = [word for part in parts for term in part for word in term.split(", ")]
    assert len(every) == len(set(every))
    assert {"toke", "lammer", "burn", "muck", "hole card", "tap in", "wash", "take and pay"} <= set(every)
