"""Certificate and transcript on paper: what they say, who they are for, and the same bytes each time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from tests.reports.pdf import fonts_of, words_of

from pitboss.errors import Refusal
from pitboss.reports.certificates import Sat, certificate_pdf, transcript_pdf
from pitboss.rules import SHIPPED, load
from pitboss.school import judge, make
from pitboss.school.learning.progress import clause_map
from pitboss.school.learning.stream import Answered, answered
from pitboss.school.teaching import Marked, Result

SHEET = load("catfish-blackjack")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def plain(text: str) -> str:
    return re.sub(r"\s", "", text)


def sat(learner: str = "Lena", *, passed: bool = True, sheet: str = SHEET.name) -> Sat:
    one = Marked(drill="pay_it", level=3, right=True, answered=True, clauses={"BJ-PAY-1b": True})
    marks = (one, replace(one, right=passed))
    result = Result(
        exam="Friday exam", sheet=sheet, sheet_hash=SHEET.hash, marks=marks, right=58 if passed else 40, questions=60,
        payout_milliseconds=4200, passed=passed,
    )  # fmt: skip
    return Sat(learner=learner, day="2026-03-06", result=result, teacher="Rosa")


def evening(sheet_name: str = SHEET.name) -> list[Answered]:
    sheet, events = load(sheet_name), []
    for number in range(12):
        task = make(sheet, "pay_it", 2, str(number % 4))
        answers = {part: solution.right for part, solution in task.solutions.items()} if number % 4 else {}
        at = NOON + timedelta(minutes=number)
        events.append(answered(task, judge(task, answers), at=at, milliseconds=4000))
    return events


def test_a_certificate_says_who_did_what_when_and_by_which_sheet() -> None:
    made = certificate_pdf(SHEET, sat(), evening())
    words = words_of(made)
    shown = sum(mark.status == "shown" for mark in clause_map(SHEET, evening()))
    for said in (
        "LENA", SHEET.title, "58 of 60 right at once, 4.2 s a payout", "6 March 2026", "Friday exam", "Rosa, teacher",
        f"{shown} of {len(clause_map(SHEET, []))} clauses shown", SHEET.hash[:12], f"Check {sat().check}",
    ):  # fmt: skip
        assert plain(said) in words, said
    assert made.count(b"/Type/Page\n") + made.count(b"/Type /Page\n") <= 1
    assert fonts_of(made)
    assert certificate_pdf(SHEET, sat(), evening()) == made


@pytest.mark.parametrize("name", ["X", "Maximiliane-Theodora v.", "Анна", 'a"b]#$ *x*'])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_any_name_fits_on_a_certificate_and_commands_nothing(name: str, paper: str) -> None:
    words = words_of(certificate_pdf(SHEET, sat(name), paper=paper))  # type: ignore[arg-type]
    assert plain(name.upper()) in words


def test_only_a_passed_exam_has_a_certificate() -> None:
    with pytest.raises(Refusal) as refused:
        certificate_pdf(SHEET, sat(passed=False))
    assert refused.value.code == "exam.not_passed"


def test_a_transcript_lists_each_clause_that_was_shown_in_our_words() -> None:
    events = evening()
    made = transcript_pdf(SHEET, "Lena", events, [sat(), sat(passed=False)], day="2026-03-07")
    words, marks = words_of(made), clause_map(SHEET, events)
    for mark in marks:
        assert plain(mark.clause) in words, mark.clause
        if mark.status != "never":
            assert plain(mark.text) in words
            assert plain(f"{mark.right} of {mark.tries}") in words
    shown = [mark.clause for mark in marks if mark.status == "shown"]
    assert shown
    assert words.index(plain("Clauses shown")) < words.index(shown[0]) < words.index(plain("Clauses never tried"))
    for said in ("58 of 60", "40 of 60", "not passed", sat().check, "75.0 %", "7 March 2026", "Pay it"):
        assert plain(said) in words, said
    assert transcript_pdf(SHEET, "Lena", events, [sat(), sat(passed=False)], day="2026-03-07") == made


@pytest.mark.parametrize("name", SHIPPED)
def test_every_sheet_has_a_transcript_also_for_somebody_who_did_nothing_yet(name: str) -> None:
    sheet = load(name)
    words = words_of(transcript_pdf(sheet, "Ann", [], day="2026-03-07"))
    assert plain(f"of {len(clause_map(sheet, []))}") in words
    assert plain("Exams") not in words


def test_answers_on_another_sheet_count_for_that_sheet() -> None:
    other = [replace(event, sheet="blackjack-v5") for event in evening()]
    assert transcript_pdf(SHEET, "Ann", other, day="2026-03-07") == transcript_pdf(SHEET, "Ann", [], day="2026-03-07")
