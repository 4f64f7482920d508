"""The stream of a learner and what follows from it: nothing lost, and the same schedule from the same answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.errors import NotationError
from pitboss.rules import load
from pitboss.school import judge, make
from pitboss.school.learning.progress import clause_map, days, level_reached
from pitboss.school.learning.schedule import next_task, remembered
from pitboss.school.learning.stream import Answered, StreamFile, answered, merged

SHEET = load("catfish-blackjack")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def answer(
    number: int, *, right: bool = True, level: int = 1, clauses: tuple[str, ...] = ("BJ-PAY-1b",), **more: object
) -> Answered:
    return Answered(
        at=NOON + timedelta(minutes=number), sheet=SHEET.name, drill="pay_it", level=level, seed=str(number),
        milliseconds=1000 * (number + 1), right=right, clauses=dict.fromkeys(clauses, right), **more,
    )  # type: ignore[arg-type]  # fmt: skip


# --- the stream -------------------------------------------------------------------------------------------


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    stream = StreamFile.of(tmp_path, "Ann")
    assert stream.read() == []
    events = [answer(number, right=number % 2 == 0) for number in range(5)]
    for event in events:
        stream.append(event)
    assert StreamFile.of(tmp_path, "ann").read() == events


@pytest.mark.parametrize("torn", range(1, 40, 7))
def test_a_torn_last_line_loses_itself_and_nothing_else(tmp_path: Path, torn: int) -> None:
    stream = StreamFile.of(tmp_path, "ann")
    stream.append(answer(1))
    stream.append(answer(2))
    whole = stream.path.read_bytes()
    stream.path.write_bytes(whole[:-torn])
    stream.append(answer(3))
    kept = [answer(1), answer(2), answer(3)] if torn == 1 else [answer(1), answer(3)]
    assert stream.read() == kept
    assert stream.path.read_bytes().startswith(whole[:-torn]), "nothing that was written is changed"


def test_lines_that_cannot_be_read_are_passed_over_and_stay(tmp_path: Path) -> None:
    stream = StreamFile.of(tmp_path, "ann")
    stream.append(answer(1))
    junk = b'not json\n{"type": "Answered"}\n\xff\xfe\n[]\n{"type":"Later","x":1}\n'
    with stream.path.open("ab") as file:
        file.write(junk)
    stream.append(answer(2))
    assert stream.read() == [answer(1), answer(2)]
    assert junk in stream.path.read_bytes()


@pytest.mark.parametrize("name", ["", "../ann", "a/b", "x" * 61, "a\x00b"])
def test_a_name_that_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotationError):
        StreamFile.of(tmp_path, name)


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "school").write_text("a file")
    with pytest.raises(NotationError, match="cannot write"):
        StreamFile.of(tmp_path, "ann").append(answer(1))


def test_a_guest_takes_their_stream_along() -> None:
    guest, account = [answer(3), answer(1)], [answer(2), answer(3)]
    assert merged(guest, account) == [answer(1), answer(2), answer(3)]


def test_an_answer_tells_each_clause_right_or_wrong() -> None:
    task = make(SHEET, "pay_it", 3, "7")
    right = {part: solution.right for part, solution in task.solutions.items()}
    event = answered(task, judge(task, right), at=NOON, milliseconds=5)
    assert event.right
    assert set(event.clauses) == set(task.clauses)
    assert all(event.clauses.values())
    first = next(part for part in task.question.parts if part.kind == "settle")
    wrong = answered(task, judge(task, right | {first.id: ("nonsense",)}), at=NOON, milliseconds=5)
    assert not wrong.right
    assert not wrong.clauses[task.solutions[first.id].clause]


# --- the schedule -----------------------------------------------------------------------------------------


def test_the_schedule_is_a_fold_of_the_stream() -> None:
    events = [answer(1), answer(2, right=False, clauses=("BJ-PAY-2",)), answer(3)]
    one, other = remembered(events), remembered(list(events))
    later = NOON + timedelta(days=3)
    assert {clause: card.to_dict() for clause, card in one.cards.items()} == {
        clause: card.to_dict() for clause, card in other.cards.items()
    }
    assert one.known("BJ-PAY-1b", later) == other.known("BJ-PAY-1b", later)


def test_what_was_missed_is_due_before_what_was_right() -> None:
    memory = remembered([answer(1, clauses=("BJ-PAY-1b",)), answer(1, right=False, clauses=("BJ-PAY-2",))])
    soon = NOON + timedelta(minutes=5)
    assert memory.due(soon)[:1] == ["BJ-PAY-2"]
    assert memory.need("BJ-PAY-2", soon) > memory.need("BJ-PAY-1b", soon)
    assert "BJ-PAY-1b" in memory.due(NOON + timedelta(days=60)), "what was right is forgotten in time"


@pytest.mark.parametrize("drill", ["pay_it", "next_step", "count_it"])
def test_what_was_missed_comes_back(drill: str) -> None:
    task = make(SHEET, drill, 2, "0.0")
    missed = answered(task, judge(task, {}), at=NOON, milliseconds=5)
    others = [replace(answer(number, level=2, clauses=()), drill=drill) for number in range(1, 3)]
    asked = next_task(SHEET, drill, 2, [missed, *others], now=NOON + timedelta(hours=1))
    assert {*asked.shows} & {*missed.clauses}


def test_a_clause_that_was_missed_is_asked_in_another_question() -> None:
    task = make(SHEET, "rule_it", 2, "0.0")
    missed = answered(task, judge(task, {}), at=NOON, milliseconds=5)
    others = [replace(answer(number, level=2, clauses=()), drill="rule_it") for number in range(1, 3)]
    asked = next_task(SHEET, "rule_it", 2, [missed, *others], now=NOON + timedelta(hours=1))
    assert "@" in asked.question.seed
    assert asked.question.seed != missed.seed
    assert {*asked.clauses} & {*missed.clauses}


def test_the_same_stream_and_clock_ask_the_same() -> None:
    events = [answer(number, level=2) for number in range(4)]
    now = NOON + timedelta(hours=2)
    assert next_task(SHEET, "pay_it", 2, events, now=now) == next_task(SHEET, "pay_it", 2, list(events), now=now)


# --- levels, progress, map --------------------------------------------------------------------------------


def test_levels_rise_with_right_answers_and_fall_with_wrong_ones() -> None:
    right = [answer(number) for number in range(4)]
    assert level_reached(right[:3], SHEET.name, "pay_it") == 1
    assert level_reached(right, SHEET.name, "pay_it") == 2
    wrong = [answer(10 + number, right=False, level=2) for number in range(5)]
    assert level_reached([*right, *wrong[:4]], SHEET.name, "pay_it") == 2
    assert level_reached([*right, *wrong], SHEET.name, "pay_it") == 1
    hinted = [answer(number, hint=True) for number in range(9)]
    assert level_reached(hinted, SHEET.name, "pay_it") == 1, "with a hint it is practised, not right at once"
    assert level_reached(right, SHEET.name, "read_it") == 1


def test_accuracy_and_speed_by_day() -> None:
    events = [answer(0), answer(1, right=False), answer(60 * 24)]
    first, second = days(events)
    assert (first.day, first.answered, first.right, first.median_milliseconds) == ("2026-03-02", 2, 1, 1500)
    assert (second.day, second.answered) == ("2026-03-03", 1)


def test_the_map_tells_shown_shaky_and_never_tried() -> None:
    events = [answer(number, clauses=("BJ-PAY-1b",)) for number in range(3)]
    events += [answer(number, clauses=("BJ-PAY-2",), right=number > 1) for number in range(3)]
    marks = {mark.clause: mark for mark in clause_map(SHEET, events)}
    assert (marks["BJ-PAY-1b"].status, marks["BJ-PAY-1b"].last) == ("shown", "2026-03-02")
    assert (marks["BJ-PAY-2"].status, marks["BJ-PAY-2"].right, marks["BJ-PAY-2"].tries) == ("shaky", 1, 3)
    assert marks["BJ-DEAL-20"].status == "never"
    hinted = [answer(number, clauses=("BJ-PAY-1b",), hint=True) for number in range(3)]
    assert {mark.clause: mark.status for mark in clause_map(SHEET, hinted)}["BJ-PAY-1b"] == "shaky"


def test_the_map_of_a_sheet_holds_what_it_takes_from_other_documents() -> None:
    prefixes = {mark.clause.partition("-")[0] for mark in clause_map(load("free-bet-blackjack"), [])}
    assert {"FB", "BJ"} <= prefixes
