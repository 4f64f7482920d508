"""`pitboss exam`: set, sat and printed at a terminal."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Typing
from tests.cli.test_school import in_words

from pitboss.cli.classroom import sitting
from pitboss.cli.exam import certificate, make, sit, transcript
from pitboss.errors import NotationError, Refusal
from pitboss.rules import load
from pitboss.school.learning.stream import StreamFile
from pitboss.school.teaching import Paper, task_of

SHEET = "catfish-blackjack"


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    make(SHEET, tmp_path / "friday.json", ["read=2@1", "pay_it=1@1"], title="Friday", seed="seven")
    return tmp_path / "friday.json"


def paper_in(path: Path) -> Paper:
    return msgspec.json.decode(path.read_bytes(), type=Paper)


def right_answers(path: Path, numbers: range = range(1, 4)) -> list[str]:
    tasks = [task_of(load(SHEET), paper_in(path), number) for number in numbers]
    return [in_words(part, task.solutions[part.id].right) for task in tasks for part in task.question.parts]


def test_an_exam_is_set_sat_and_certified(
    friday: Path, tmp_path: Path, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(*right_answers(friday))
    assert sit(friday, tmp_path / "ann.json", "ann", home=tmp_path) == 0
    said = capsys.readouterr().out
    assert "3 of 3 right" in said
    assert "passed" in said
    assert [event.exam for event in StreamFile.of(tmp_path, "ann").read()] == ["Friday"] * 3
    certificate(tmp_path / "ann.json", tmp_path / "certificate.pdf", teacher="Rosa", home=tmp_path)
    transcript(SHEET, tmp_path / "transcript.pdf", "ann", paper_of=[tmp_path / "ann.json"], home=tmp_path)
    assert (tmp_path / "certificate.pdf").read_bytes()[:5] == (tmp_path / "transcript.pdf").read_bytes()[:5] == b"%PDF-"


def test_nothing_is_marked_or_hinted_before_the_end(
    friday: Path, tmp_path: Path, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    first = task_of(load(SHEET), paper_in(friday), 1)
    part = first.question.parts[0]
    assert part.kind == "choice", "so that there is another answer to give"
    other = next(option.id for option in part.options if option.id not in first.solutions[part.id].right)
    typing("hint", "?", "rubbish", other, *right_answers(friday)[1:])
    status = sit(friday, tmp_path / "ann.json", "ann", home=tmp_path)
    before, _, after = capsys.readouterr().out.partition(" right")
    assert not any(sign in before for sign in ("✓", "✗", "Right:"))
    solutions = [s for number in range(1, 4) for s in task_of(load(SHEET), paper_in(friday), number).solutions.values()]
    assert not any(solution.calculation and solution.calculation in before for solution in solutions)
    assert status == 1
    assert "not passed" in after


def test_who_breaks_off_goes_on_where_they_were(
    friday: Path, tmp_path: Path, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(*right_answers(friday, range(1, 2)))
    assert sit(friday, tmp_path / "ann.json", "ann", home=tmp_path) == 130
    assert "right" not in capsys.readouterr().out.replace("2 of 3", ""), "no marks for what was answered so far"
    with pytest.raises(NotationError, match="handed in"):
        certificate(tmp_path / "ann.json", tmp_path / "c.pdf")
    typing(*right_answers(friday, range(2, 4)))
    assert sit(friday, tmp_path / "ann.json", "ann", home=tmp_path, json=True) == 0
    found = capsys.readouterr().out
    assert json.loads(found[found.rindex("\n{") :])["right"] == 3
    assert sit(friday, tmp_path / "ann.json", "ann", home=tmp_path) == 0, "sat once, and shown again"
    assert len(StreamFile.of(tmp_path, "ann").read()) == 3


def test_time_goes_on_and_what_comes_late_does_not_count(
    friday: Path, tmp_path: Path, typing: Typing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(*right_answers(friday, range(1, 2)))
    sit(friday, tmp_path / "ann.json", "ann", home=tmp_path)
    monkeypatch.setattr(sitting, "_now", lambda: datetime.now(UTC) + timedelta(minutes=41))
    typing(*right_answers(friday, range(2, 4)))
    assert sit(friday, tmp_path / "ann.json", "ann", home=tmp_path) == 1
    assert "1 of 3 right" in capsys.readouterr().out


def test_a_paper_is_one_trainees_own(friday: Path, tmp_path: Path, typing: Typing) -> None:
    typing()
    sit(friday, tmp_path / "ann.json", "ann", home=tmp_path)
    with pytest.raises(NotationError, match="paper of ann"):
        sit(friday, tmp_path / "ann.json", "ben", home=tmp_path)


def test_an_exam_that_could_not_be_marked_does_not_begin(friday: Path, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        sit(friday, tmp_path / "ann.json", "ann", set=["decks=8"], home=tmp_path)
    assert refused.value.code == "exam.other_sheet"
    assert not (tmp_path / "ann.json").exists()


@pytest.mark.parametrize("said", ["pay_it", "pay_it=", "pay_it=x", "pay_it=3@x", "nap=3"])
def test_what_cannot_be_asked_is_said_in_one_line(said: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError):
        make(SHEET, tmp_path / "e.json", [said])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"{}", b"not json", b"\xff"])
def test_a_file_that_is_no_exam_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "e.json").write_bytes(content)
    with pytest.raises(NotationError):
        sit(tmp_path / "e.json", tmp_path / "s.json")
    with pytest.raises(NotationError):
        certificate(tmp_path / "e.json", tmp_path / "c.pdf")


def test_a_seed_of_its_own_is_drawn_for_each_exam(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.json", "b.json"):
        make(SHEET, tmp_path / name, ["read=1"], json=True)
    assert paper_in(tmp_path / "a.json").seed != paper_in(tmp_path / "b.json").seed
    assert paper_in(tmp_path / "a.json").seed not in capsys.readouterr().out
