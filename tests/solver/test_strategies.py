"""Strategies a person can learn: worth what the engine deals, the best of their kind, and written as charts."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.harness.every_draw import enumerate_round
from tests.solver.following import by_the_book
from tests.solver.test_small_shoes import CLOSE, cases, solvable
from tests.solver.tracked import Tracked

from pitboss.cards import Card, cards_text
from pitboss.errors import NotationError
from pitboss.maths.blackjack import (
    Move,
    Playbook,
    Solution,
    best_total_dependent,
    chart_text,
    evaluate,
    parse_chart,
    read_chart,
    solve,
    spread_of,
    two_card,
)
from pitboss.maths.blackjack.moves import FirstMoves, first_moves, later_moves, total_of
from pitboss.maths.blackjack.record import KINDS, UNSPLIT, compile_record
from pitboss.rules import Sheet, load

ACE, TEN = 0, 9
TABLES = ("first", "unsplit", "later")


@pytest.fixture(scope="module")
def catfish() -> Solution:
    return solve(load("catfish-blackjack"))


@pytest.fixture(scope="module")
def by_totals(catfish: Solution) -> Playbook:
    return best_total_dependent(catfish)


def same(one: Playbook, two: Playbook) -> bool:
    flags = (one.insure, one.even_money) == (two.insure, two.even_money)
    return flags and all((getattr(one, table) == getattr(two, table)).all() for table in TABLES)


# what may be done


@pytest.mark.parametrize(
    ("sheet", "sets"),
    [
        ("catfish-blackjack", ()),
        ("free-bet-blackjack", ("deal.peek_on_ten=false",)),
        ("games-of-chance-blackjack", ("surrender.timing=early",)),
        ("blackjack-v5", ("deal.peek_on_ten=false",)),
    ],
)
def test_what_may_be_done_with_two_cards_is_the_same_when_it_is_asked_many_times_over(
    sheet: str, sets: tuple[str, ...]
) -> None:
    record = compile_record(load(sheet, sets=sets))
    known = FirstMoves(record)
    for kind, up, a, b in product(range(len(KINDS)), range(10), range(10), range(10)):
        assert known.of(kind, up, a, b) == first_moves(record, kind, up, a, b)


# what they are worth


def test_the_cost_of_playing_by_totals(catfish: Solution, by_totals: Playbook) -> None:
    """Total-dependent play gives up 0.00276 % more of the bet, by the first two cards less than half of that."""
    total, cards = evaluate(catfish.record, by_totals), evaluate(catfish.record, two_card(catfish))
    assert f"{-100 * total:.6f} {-100 * cards:.6f}" == "0.618149 0.616572"
    assert total < cards < catfish.expectation


@pytest.mark.slow
def test_a_published_figure_of_play_by_totals(by_totals: Playbook) -> None:
    """hhoppe/blackjack: 0.617811 %, the same play under that program's approximations; exactly it is 0.618149 %."""
    assert f"{100 * Tracked(by_totals).edge():.6f}" == "0.617811"


def played(case: int) -> tuple[Sheet, list[Card], Solution, Playbook]:
    """A random sheet and shoe with a book of its own; in every third case a book that breaks the habit of the best."""
    random = Random(case + 7000)
    while True:
        sheet, shoe = solvable(random, case, splits=True, ranks=3, cards=(10, 18))
        solution = solve(sheet, shoe=shoe)
        if not solution.record.match_rank and solution.insurance is not None:
            break
    book = best_total_dependent(solution)
    if case % 3 == 2:
        book = replace(book, insure=bool(solution.record.insurance_stake), even_money=True)
    return sheet, shoe, solution, book


@pytest.mark.parametrize("case", cases(100, 20))
def test_a_book_is_worth_what_the_engine_deals(case: int) -> None:
    sheet, shoe, solution, book = played(case)
    found = enumerate_round(sheet, shoe, choose=by_the_book(book, solution.record))
    assert evaluate(sheet, book, shoe=shoe) == pytest.approx(float(found.expectation), abs=CLOSE), cards_text(shoe)
    if not book.insure:
        spread = spread_of(sheet, book, shoe=shoe)
        assert spread.distribution == pytest.approx(
            {c: float(n) for c, n in found.distribution.items() if n}, abs=CLOSE
        )


# the best of their kind


def changed(book: Playbook, solution: Solution, soft: bool, total: int, up: int, move: Move) -> Playbook | None:
    """The book with one total played otherwise by hands that are neither split nor doubled."""
    first, unsplit, later = book.first.copy(), book.unsplit.copy(), book.later.copy()
    if (
        move not in later_moves(solution.record, UNSPLIT, total, soft=soft)
        or later[UNSPLIT, up, int(soft), total] == move
    ):
        return None
    for kind in range(len(KINDS)):
        if move not in later_moves(solution.record, kind, total, soft=soft):
            continue
        later[kind, up, int(soft), total] = move
        for a in range(10):
            for b in range(10):
                if total_of(a, b) == (total, soft) and first[kind, up, a, b] in (Move.STAND, Move.HIT):
                    first[kind, up, a, b] = move if {a, b} != {ACE, TEN} else Move.STAND
                if a == b and total_of(a, a) == (total, soft) and unsplit[kind, up, a] in (Move.STAND, Move.HIT):
                    unsplit[kind, up, a] = move
    return replace(book, first=first, unsplit=unsplit, later=later)


@pytest.mark.parametrize("case", cases(4, 0))
def test_no_entry_can_be_bettered(case: int) -> None:
    sheet, shoe, solution, book = played(case)
    best, tried = evaluate(sheet, book, shoe=shoe), 0
    ups = {up - 1 for _, up in solution.deals}
    for up in ups:
        for soft, total in [(False, t) for t in range(5, 20)] + [(True, t) for t in range(13, 20)]:
            for move in (Move.STAND, Move.HIT):
                other = changed(book, solution, soft, total, up, move)
                if other is not None:
                    tried += 1
                    assert evaluate(sheet, other, shoe=shoe) <= best + CLOSE, (soft, total, up, move)
    assert tried > 20


def test_the_table_that_everybody_knows(by_totals: Playbook) -> None:
    """Six decks, dealer hits soft 17: the basic strategy of every table, with no surrender."""
    text = chart_text(by_totals, solve(load("catfish-blackjack")).record)
    rows = {line.split(" = ")[0].strip(): line.split('"')[1].split() for line in text.splitlines() if '"' in line}
    hard = text[text.index("[hard]") : text.index("[soft]")]
    assert '16 = "S   S   S   S   S   H   H   H   H   H"' in hard
    assert '11 = "D   D   D   D   D   D   D   D   D   D"' in hard
    assert rows["9"] == ["P", "P", "P", "P", "P", "-", "P", "P", "-", "-"]
    assert rows["18"] == ["Ds", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]


# charts


@pytest.mark.slow
@pytest.mark.parametrize("name", ["catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack"])
def test_a_chart_reads_back_as_it_was(name: str, tmp_path: Path) -> None:
    solution = solve(load(name))
    for book in (best_total_dependent(solution), two_card(solution)):
        path = tmp_path / "chart.toml"
        path.write_text(chart_text(book, solution.record, title="A card"))
        assert same(read_chart(path, solution.record), book)


@pytest.mark.parametrize("case", range(12))
def test_charts_of_any_house_read_back(case: int) -> None:
    _, _, solution, book = played(case)
    assert same(parse_chart(chart_text(book, solution.record), solution.record), book)


def test_the_chart_of_the_docs(catfish: Solution) -> None:
    text = (Path(__file__).parents[2] / "docs" / "strategy-charts.md").read_text(encoding="utf-8")
    book = parse_chart(text.split("```toml\n")[1].split("```")[0], catfish.record)
    assert -0.02 < evaluate(catfish.record, book) < catfish.expectation


def test_rows_for_several_totals_and_pairs_left_out(catfish: Solution) -> None:
    rows = {"[hard]\n'4-16'": "H", "'17-20'": "S", "[soft]\n'13-17'": "H", "'18 - 20'": "S", "[pairs]\nAA": "P"}
    book = parse_chart("\n".join(f'{row} = "{" ".join(cell * 10)}"' for row, cell in rows.items()), catfish.record)
    assert book.first[UNSPLIT, TEN, ACE, ACE] == Move.SPLIT
    assert book.first[UNSPLIT, TEN, 7, 7] == Move.HIT
    assert evaluate(catfish.record, book) < -0.02


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("16 =", "3 =", "hard 3 is no total"),
        ("16 =", "15 =", "no chart"),
        ("16 = ", "# 16 = ", "no row for hard 16"),
        ('9 = "P', '9 = "Q', '"Q" is none of'),
        ('9 = "P', '9 = "P P', "11 entries, not 10"),
        ('17 = "S', '17 = "R', 'hard 17 against 2: "R" asks for what the rules never allow'),
        ("[pairs]", "[pears]", "pears is no part"),
        ("[pairs]", '[cards]\n"T 6 2" = "H H H H H H H H H H"\n[pairs]', "are not two cards"),
        ("insurance = false", "insurance = 1", "insurance is true or false"),
        ("[pairs]", "[lammer]\n[pairs]", "free splits"),
        ("[hard]", "[hard", "is no chart"),
    ],
)
def test_what_is_wrong_with_a_chart_is_said(
    catfish: Solution, by_totals: Playbook, old: str, new: str, says: str
) -> None:
    text = chart_text(by_totals, catfish.record)
    assert old in text
    with pytest.raises(NotationError, match=says):
        parse_chart(text.replace(old, new, 1), catfish.record, name="house.toml")


def test_a_chart_that_is_not_there(catfish: Solution, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot read"):
        read_chart(tmp_path / "none.toml", catfish.record)


def test_a_split_that_is_never_allowed() -> None:
    record = solve(load("catfish-blackjack", sets=["split.split_aces=never"])).record
    book = best_total_dependent(solve(load("catfish-blackjack")))
    text = chart_text(book, solve(load("catfish-blackjack")).record)
    with pytest.raises(NotationError, match="pairs A against 2"):
        parse_chart(text, record)


# books for other rules


def test_a_book_for_other_rules_is_refused(by_totals: Playbook) -> None:
    with pytest.raises(NotationError, match=r"double on .* is not allowed"):
        evaluate(load("catfish-blackjack", sets=["double.after_split=false"]), by_totals)
    first = by_totals.first.copy()
    first[UNSPLIT, TEN, 7, 7] = Move.SURRENDER
    with pytest.raises(NotationError, match="surrender on 8 8 against T"):
        evaluate(load("catfish-blackjack"), replace(by_totals, first=first))


def test_a_book_that_does_not_split_again(catfish: Solution, by_totals: Playbook) -> None:
    """It is worth what the game is with one split only."""
    first = by_totals.first.copy()
    for kind in range(1, len(KINDS)):
        pairs = np.arange(10)
        first[kind][:, pairs, pairs] = by_totals.unsplit[kind]
    once = replace(by_totals, first=first)
    sheet = load("catfish-blackjack", sets=["split.max_hands=2"])
    assert evaluate(catfish.record, once) == pytest.approx(evaluate(sheet, once), abs=1e-14)
    assert evaluate(catfish.record, once) < evaluate(catfish.record, by_totals)
