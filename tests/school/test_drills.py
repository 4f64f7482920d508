"""What each drill asks and shows, and what it keeps to itself."""

from __future__ import annotations

import pytest

from pitboss.games.events import RoundVoided
from pitboss.rules import SHIPPED, load
from pitboss.school import drills_of, judge, make
from pitboss.school.drills.find_mistake import MISTAKES
from pitboss.school.drills.shares import has_limit
from pitboss.school.happenings import happening_text

CATFISH, HOLDEM = load("catfish-blackjack"), load("ultimate-texas-holdem")


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_case_is_shown_before_anything_is_done_about_it(sheet: str) -> None:
    loaded = load(sheet)
    for seed in range(12):
        task = make(loaded, "rule_it", 3, str(seed))
        if "outcome" not in task.solutions or task.round is None:
            continue
        voided = [happening_text(loaded, event) for event in task.round.events if isinstance(event, RoundVoided)]
        assert not {line.text for line in task.question.log} & {*voided}


def test_a_ruling_can_be_weighed_by_whoever_asks_for_it() -> None:
    tasks = [make(CATFISH, "rule_it", 2, str(seed)) for seed in range(30)]
    weighed = [task for task in tasks if task.ruling is not None]
    assert weighed
    for task in weighed:
        assert task.ruling is not None
        assert task.ruling.question is not None
        assert task.ruling.question.kind in ("choice", "ruling", "offer_card")


def test_a_verdict_says_what_each_ruling_is_worth_to_whom() -> None:
    sheet = load("games-of-chance-blackjack")
    tasks = (make(sheet, "rule_it", 2, str(seed)) for seed in range(60))
    task = next(task for task in tasks if task.ruling is not None)
    assert task.ruling is not None
    assert judge(task, {}).worth == ()
    worth = judge(task, {}, trials=20).worth
    assert [one.text for one in worth] == [offer.text for offer in task.ruling.offers()]
    assert {seat.spot for one in worth for seat in one.seats} == set(task.ruling.boxes)


def test_insurance_that_was_not_offered_is_a_mistake_where_there_is_insurance() -> None:
    word = "Insurance was not offered."
    tasks = [make(CATFISH, "find_mistake", 2, str(seed)) for seed in range(40)]
    missed = next(task for task in tasks if task.solutions["what"].shown == word)
    line = int(missed.solutions["line"].right[0])
    assert not any("nsurance" in one.text for one in missed.question.log)
    assert missed.solutions["line"].clause == "BJ-INS-3A"
    assert 0 < line <= len(missed.question.log)
    poker = [make(HOLDEM, "find_mistake", 2, str(seed)).question for seed in range(20)]
    assert not any(word == option.text for question in poker for part in question.parts for option in part.options)


def test_every_kind_of_mistake_is_made_and_none_too() -> None:
    found = {make(CATFISH, "find_mistake", 3, str(seed)).solutions["what"].shown for seed in range(60)}
    assert len(found) == len(MISTAKES) + 1


def test_what_comes_next_is_asked_within_and_around_rounds_and_at_a_jackpot() -> None:
    tasks = [make(HOLDEM, "next_step", 2, str(seed)) for seed in range(60)]
    assert any(task.round is not None for task in tasks)
    assert any(task.round is None and "who" not in task.solutions for task in tasks)
    assert any("who" in task.solutions for task in tasks)


def test_hidden_cards_are_not_shown_before_their_time() -> None:
    for seed in range(30):
        task = make(CATFISH, "next_step", 3, str(seed))
        if task.round is None or "The hole card is turned." not in [one.text for one in task.question.parts[0].options]:
            continue
        if task.solutions["next"].shown == "The hole card is turned.":
            assert "??" in task.question.layout.dealer


def test_awards_that_pass_a_limit_are_shared_to_the_cent() -> None:
    tasks = [make(sheet, "pay_it", 5, str(seed)) for sheet in (CATFISH, HOLDEM) for seed in range(40)]
    shared = [task for task in tasks if task.question.parts[0].kind == "amount"]
    assert shared
    for task in shared:
        paid = [round(float(solution.right[0]) * 100) for solution in task.solutions.values()]
        assert sum(paid) == load(task.question.sheet).values["aggregate.limit"]
    assert not has_limit(load("blackjack-v5"))


def test_cards_are_counted_where_there_is_a_shoe() -> None:
    assert [sheet for sheet in SHIPPED if "count_it" in drills_of(load(sheet))] == [
        "catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5",
    ]  # fmt: skip
    kinds = {part.id for seed in range(20) for part in make(CATFISH, "count_it", 2, str(seed)).question.parts}
    assert kinds == {"count", "true", "decks"}


@pytest.mark.slow
@pytest.mark.parametrize("sheet", SHIPPED)
def test_the_best_answer_is_the_solvers(sheet: str) -> None:
    from pitboss.maths.analysis import value

    loaded = load(sheet)
    task = make(loaded, "play_it", 1, "best")
    hand = task.question.layout.hands[0].cards
    up = task.question.layout.dealer[0]
    situation = "".join(hand) if up == "??" else f"{hand[0][0]} {hand[1][0]} against {up[0]}"
    assert task.solutions["play"].shown == value(loaded, situation).best.name
