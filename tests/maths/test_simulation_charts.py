"""A house's own chart file: read into a playbook, worth what it should be, and refused with its defects."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.errors import NotationError
from pitboss.maths.blackjack import solve
from pitboss.maths.blackjack.evaluate import check_playbook, evaluate
from pitboss.maths.blackjack.playbook import Move
from pitboss.maths.blackjack.strategies import best_total_dependent
from pitboss.maths.record import UNSPLIT, compile_record
from pitboss.maths.simulation.charts import parse_chart, read_chart
from pitboss.rules import load

CHART = """
[hard]
"4-8" = "H H H H H H H H H H"
9 = "H D D D D H H H H H"
10 = "D D D D D D D D H H"
11 = "D D D D D D D D D D"
12 = "H H S S S H H H H H"
"13-16" = "S S S S S H H H H H"
"17-21" = "S S S S S S S S S S"
[soft]
"13-14" = "H H H D D H H H H H"
"15-16" = "H H D D D H H H H H"
17 = "H D D D D H H H H H"
18 = "Ds Ds Ds Ds Ds S S H H H"
19 = "S S S S Ds S S S S S"
"20-21" = "S S S S S S S S S S"
[pairs]
A = "P P P P P P P P P P"
22 = "P P P P P P - - - -"
3 = "P P P P P P - - - -"
4 = "- - - P P - - - - -"
6 = "P P P P P - - - - -"
7 = "P P P P P P - - - -"
8 = "P P P P P P P P P P"
9 = "P P P P P S P P S S"
"""
"""What is printed on cards for six decks, a dealer who hits soft 17, and doubles after splits."""
CATFISH = compile_record(load("catfish-blackjack"))
SHEETS = ("catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5")


@pytest.mark.slow
def test_the_common_chart_is_the_best_play_by_totals() -> None:
    best = best_total_dependent(solve(load("catfish-blackjack")))
    assert evaluate(CATFISH, parse_chart(CHART, CATFISH)) == pytest.approx(evaluate(CATFISH, best), abs=1e-12)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_chart_fits_every_sheet(sheet: str) -> None:
    record = compile_record(load(sheet))
    check_playbook(record, parse_chart(CHART.replace("[hard]", "insurance = true\n[hard]"), record))


def test_entries_fall_back_where_the_sheet_does_not_allow_them() -> None:
    surrender = CHART.replace('"13-16" = "S S S S S H H H H H"', '"13-16" = "S S S S S H H Rs R R"')
    with_it = compile_record(load("games-of-chance-blackjack"))
    ten, six, nine = 9, 5, 8
    assert parse_chart(surrender, with_it).first[UNSPLIT, ten, nine, six] == Move.SURRENDER
    assert parse_chart(surrender, CATFISH).first[UNSPLIT, ten, nine, six] == Move.HIT
    assert parse_chart(surrender, CATFISH).first[UNSPLIT, 8, nine, six] == Move.STAND
    book = parse_chart(CHART, CATFISH)
    assert book.first[UNSPLIT, 5, 7, 7] == Move.SPLIT
    assert book.unsplit[UNSPLIT, 5, 7] == Move.STAND
    assert book.later[UNSPLIT, 5, 0, 11] == Move.HIT, "no doubles on three cards"


def test_a_chart_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(CHART)
    book, same = read_chart(path, CATFISH), parse_chart(CHART, CATFISH)
    assert (book.first == same.first).all()
    assert (book.later == same.later).all()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[hard]", "[hard", "is no chart"),
        ("9 = ", '"nine" = ', "hard nine is no total"),
        ("9 = ", '"3-9" = ', "hard 3-9 is no total"),
        ('12 = "H H S S S H H H H H"', "", "no row for hard 12"),
        ('12 = "H H S', '"11-12" = "H H S', "hard 11 has two rows"),
        ("D D D D D D D D H H", "D D D D D D D D H", "hard 10: 9 entries, not 10"),
        ("D D D D D D D D H H", "D D D D D D D D H P", 'hard 10: "P" is none of H S D'),
        ('12 = "H H S S S H H H H H"', "12 = 7", "hard 12: 0 entries"),
        ("22 = ", "23 = ", "pairs 23 is no pair"),
        ("[soft]", "[software]", "software is no part of a chart"),
        ("[hard]", "insurance = 3\n[hard]", "insurance is true or false"),
        ("[pairs]", "[other]", "other is no part of a chart"),
    ],
)
def test_an_impossible_chart_is_one_line(old: str, new: str, says: str) -> None:
    with pytest.raises(NotationError, match=r"^[^\n]+$") as refused:
        parse_chart(CHART.replace(old, new, 1), CATFISH, name="house.toml")
    assert says in str(refused.value)
    assert "house.toml" in str(refused.value)


def test_a_chart_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    for name in ("none.toml", "bytes.toml", "."):
        with pytest.raises(NotationError, match=r"^cannot read [^\n]+$"):
            read_chart(tmp_path / name, CATFISH)
