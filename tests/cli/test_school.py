"""`pitboss school`: drills answered through pipes, progress kept, and JSON for other programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import Typing

from pitboss.cli.classroom.answers import EXPECTED, read_answer
from pitboss.cli.classroom.desk import Desk, drill_named
from pitboss.cli.play.terminal import Terminal
from pitboss.cli.school import data_folder, school
from pitboss.errors import NotationError
from pitboss.rules import SHIPPED, load
from pitboss.school import Option, Part, Task, drills_of, make
from pitboss.school.learning.stream import StreamFile

SHEET = "catfish-blackjack"


def in_words(part: Part, given: tuple[str, ...]) -> str:
    """An answer as a learner types it."""
    if part.kind in ("several", "order"):
        places = [option.id for option in part.options]
        return " ".join(str(places.index(one) + 1) for one in given) or "-"
    return " ".join(given) or "-"


def right_answers(task: Task) -> list[str]:
    return [in_words(part, task.solutions[part.id].right) for part in task.question.parts]


@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_drill_is_answered_at_the_terminal(
    sheet: str, typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load(sheet)
    for drill in drills_of(loaded):
        if drill == "play_it":
            continue
        typing(*right_answers(make(loaded, drill, 2, "7")))
        assert school(sheet, drill=drill, level=2, seed="7", home=tmp_path) == 0
        said = capsys.readouterr().out
        assert "Right, in" in said
        assert "✗" not in said
    events = StreamFile.of(tmp_path, "me").read()
    assert [event.drill for event in events] == [drill for drill in drills_of(loaded) if drill != "play_it"]
    assert all(event.right for event in events)


@pytest.mark.slow
def test_a_hand_is_played_and_what_the_answers_are_worth_is_told(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = make(load(SHEET), "play_it", 1, "3")
    typing(*right_answers(task))
    school(SHEET, drill="play", level=1, seed="3", home=tmp_path)
    assert task.solutions["play"].calculation in capsys.readouterr().out


def test_a_wrong_answer_is_told_with_its_clause_and_the_right_one(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = make(load(SHEET), "pay_it", 1, "7")
    solution = task.solutions["1"]
    typing("pay 1234.56")
    school(SHEET, drill="pay", level=1, seed="7", home=tmp_path)
    said = capsys.readouterr().out
    assert f"Right: {solution.shown}" in said
    assert solution.calculation in said
    assert f"{solution.clause}: " in said


def test_bad_input_is_asked_again_and_loses_nothing(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = right_answers(make(load(SHEET), "pay_it", 1, "7"))
    typing("nonsense", "pay", "?", "\x00", "hint", *answers)
    (tmp_path / "school").mkdir()
    (tmp_path / "school" / "me.jsonl").write_bytes(b'{"torn')
    school(SHEET, drill="pay", level=1, seed="7", home=tmp_path)
    said = capsys.readouterr().out
    assert said.count("expected pay 26.50") >= 2
    events = StreamFile.of(tmp_path, "me").read()
    assert len(events) == 1
    typing("1")  # leaves in the middle of the next question
    school(SHEET, drill="", home=tmp_path)
    assert StreamFile.of(tmp_path, "me").read() == events
    assert "Which drill?" not in capsys.readouterr().err


def test_questions_come_until_there_were_enough(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(*["a"] * 50)
    school(SHEET, drill="next", questions=3, home=tmp_path)
    assert capsys.readouterr().out.count("What comes next?") >= 3
    assert len(StreamFile.of(tmp_path, "me").read()) == 3


def test_progress_and_map(typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    school(SHEET, progress=True, home=tmp_path)
    assert "Nothing has been answered yet." in capsys.readouterr().out
    typing(*["a"] * 20)
    school(SHEET, drill="next", questions=4, learner="ann", home=tmp_path)
    capsys.readouterr()
    school(SHEET, progress=True, learner="ann", home=tmp_path)
    assert "next_step" in capsys.readouterr().out
    school(SHEET, map=True, learner="ann", home=tmp_path)
    assert "□" in capsys.readouterr().out
    school(SHEET, map=True, learner="ann", home=tmp_path, json=True)
    marks = json.loads(capsys.readouterr().out)["clauses"]
    assert {"shown", "shaky", "never"} >= {mark["status"] for mark in marks}
    assert any(mark["status"] != "never" for mark in marks)
    school(SHEET, progress=True, learner="ann", home=tmp_path, json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["days"][0]["answered"] == 4
    assert set(found["levels"]) == set(drills_of(load(SHEET)))


def test_json_asks_without_telling_and_judges(capsys: pytest.CaptureFixture[str]) -> None:
    task = make(load(SHEET), "pay_it", 1, "7")
    assert school(SHEET, drill="pay", seed="7", level=1, json=True) == 0
    question = json.loads(capsys.readouterr().out)
    assert "solutions" not in question
    assert question["parts"][0]["text"] == task.question.parts[0].text
    (answer,) = right_answers(task)
    assert school(SHEET, drill="pay", seed="7", level=1, json=True, answer=[f"1={answer}"]) == 0
    assert json.loads(capsys.readouterr().out)["right"] is True
    assert school(SHEET, drill="pay", seed="7", level=1, json=True, answer=["1=push"]) == 1
    assert json.loads(capsys.readouterr().out)["parts"][0]["clause"] == task.solutions["1"].clause


@pytest.mark.parametrize(
    "wrong",
    [{"drill": "pay"}, {"drill": "pay", "seed": "1", "answer": ["9=push"]}, {"drill": "p", "seed": "1"}, {"seed": "1"}],
)
def test_json_that_cannot_be_answered_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        school(SHEET, level=1, json=True, **wrong)  # type: ignore[arg-type]


OPTIONS = tuple(Option(letter, letter) for letter in "abc")


@pytest.mark.parametrize(
    ("kind", "typed", "given"),
    [
        ("choice", "B", ("b",)),
        ("choice", "2", ("b",)),
        ("several", "3,1", ("c", "a")),
        ("several", "-", ()),
        ("settle", "26.50", ("pay", "26.50")),
        ("settle", "pay $26", ("pay", "26.00")),
        ("settle", "t", ("take",)),
        ("settle", "take 5", ("take", "5.00")),
        ("settle", "p", ("push",)),
        ("chips", "2x25 1 .50", ("25.00", "25.00", "1.00", "0.50")),
        ("number", "-3", ("-3",)),
        ("line", "7", ("7",)),
        ("amount", "7", ("7.00",)),
    ],
)
def test_answers_as_they_are_typed(kind: str, typed: str, given: tuple[str, ...]) -> None:
    assert read_answer(Part(id="1", kind=kind, text="", options=OPTIONS), typed) == given  # type: ignore[arg-type]


@given(kind=st.sampled_from(sorted(EXPECTED)), typed=st.text(max_size=20))
def test_whatever_is_typed_is_an_answer_or_refused(kind: str, typed: str) -> None:
    part = Part(id="1", kind=kind, text="", options=OPTIONS)  # type: ignore[arg-type]
    try:
        given = read_answer(part, typed)
    except NotationError:
        return
    assert all(isinstance(one, str) for one in given)


def test_drills_are_named_by_their_beginning() -> None:
    sheet = load(SHEET)
    assert [drill_named(sheet, said) for said in ("pay", "1", "Find mistake")] == [
        "pay_it", "pay_it", "find_mistake",
    ]  # fmt: skip
    with pytest.raises(NotationError, match="count_it"):
        drill_named(sheet, "nothing")
    with pytest.raises(NotationError):
        drill_named(load("crazy-4-poker"), "count")


def test_progress_is_kept_in_the_persons_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("PITBOSS_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert data_folder() == tmp_path / "share" / "pitboss"


def test_a_desk_opens_on_the_terminal(tmp_path: Path) -> None:
    desk = Desk(load(SHEET), StreamFile.of(tmp_path, "me"), drill="pay", level=0, seed="")
    assert isinstance(desk.terminal, Terminal)
    assert desk.drill == "pay_it"


def test_what_each_ruling_is_worth_to_whom_is_told_when_it_is_asked_for(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load("games-of-chance-blackjack")
    seed, task = next(
        (seed, task)
        for seed in map(str, range(60))
        if (task := make(loaded, "rule_it", 1, seed)).ruling is not None and len(task.ruling.offers()) > 1
    )
    for worth in (True, False):
        typing(*right_answers(task))
        school("games-of-chance-blackjack", drill="rule", level=1, seed=seed, home=tmp_path, worth=worth)
        said = capsys.readouterr().out
        assert task.ruling is not None
        lines = [line.strip() for line in said.splitlines()]
        told = [line for offer in task.ruling.offers() for line in lines if line.startswith(offer.text)]
        assert bool(told) == worth
        assert all("spot" in line and "$" in line for line in told)
