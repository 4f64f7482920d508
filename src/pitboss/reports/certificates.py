"""What a trainee of the dealer school takes home: a certificate of a passed exam, and a transcript of every clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final

from msgspec import Struct

from pitboss.errors import Refusal
from pitboss.printable import printable
from pitboss.reports.look import FELTS
from pitboss.reports.par import PAPERS, Paper
from pitboss.reports.typesetting import typeset
from pitboss.rules import Sheet
from pitboss.rules.placard import heading_title
from pitboss.school.drills import drills_of
from pitboss.school.learning.progress import Mark, clause_map
from pitboss.school.learning.stream import Answered
from pitboss.school.teaching.marking import Result, check_number, payout_pace
from pitboss.words import wording

__all__ = ["Sat", "certificate_pdf", "transcript_pdf"]

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Sat(Struct, frozen=True, kw_only=True):
    """An exam that was sat: by whom, on which day, what it came to, and who signs for it."""

    learner: str
    day: str
    result: Result
    teacher: str = ""

    @property
    def check(self) -> str:
        return check_number(self.learner, self.result, self.day)


def certificate_pdf(sheet: Sheet, sat: Sat, events: Iterable[Answered] = (), *, paper: Paper = "a4") -> bytes:
    """Return the certificate of a passed exam, one page across; raises Refusal where it was not passed.

    The same facts give the same bytes.
    """
    if not sat.result.passed:
        raise Refusal("exam.not_passed", learner=sat.learner)
    marks = clause_map(sheet, [event for event in events if event.sheet == sheet.name])
    data = {
        "title": f"Dealer school, {sheet.title}",
        "learner": printable(sat.learner),
        "game": sheet.title,
        "house": sheet.house,
        "lines": list(_achieved(sat, marks)),
        "day": _date(sat.day),
        "exam": printable(sat.result.exam),
        "sheet": _sheet(sheet),
        "check": sat.check,
        "teacher": printable(sat.teacher),
        "paper": PAPERS[paper],
        "felt": FELTS[sheet.felt],
    }
    return typeset("certificate.typ", data, "pdf")


def _achieved(sat: Sat, marks: list[Mark]) -> Iterator[str]:
    """What the certificate says that somebody did."""
    result = sat.result
    pace = f", {_seconds(result.payout_milliseconds)} a payout" if result.payout_milliseconds else ""
    yield f"{result.right} of {result.questions} right at once{pace},"
    shown = sum(mark.status == "shown" for mark in marks)
    if shown:
        yield f"{shown} of {len(marks)} clauses shown in practice and exams"
    else:
        asked = [right for clause, right in result.clauses.items() if "-" in clause]
        yield f"{sum(asked)} of the {len(asked)} clauses that were asked about"


def _sheet(sheet: Sheet) -> str:
    return f"{sheet.name}, version {sheet.version} ({sheet.hash[:12]})"


def _date(day: str) -> str:
    """A day as it is written on paper; empty where there is none.

    >>> _date("2026-03-06")
    '6 March 2026'
    """
    if not day:
        return ""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTHS[found.month - 1]} {found.year}"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.1f} s"


def transcript_pdf(
    sheet: Sheet, learner: str, events: Iterable[Answered], exams: Iterable[Sat] = (), *, day: str, paper: Paper = "a4"
) -> bytes:
    """Return the transcript: work by drill, exams, and each clause that was shown, is shaky, or was never tried."""
    own = [event for event in events if event.sheet == sheet.name]
    marks = clause_map(sheet, own)
    data = {
        "title": "Transcript of the dealer school",
        "learner": printable(learner),
        "game": sheet.title,
        "house": sheet.house,
        "sheet": _sheet(sheet),
        "day": _date(day),
        "counts": {status: sum(mark.status == status for mark in marks) for status in ("shown", "shaky", "never")},
        "clauses": len(marks),
        "drills": [_drill(drill, own) for drill in _practised(sheet, own)],
        "exams": [_exam(sat) for sat in exams],
        "shown": list(_by_heading(sheet, marks, "shown")),
        "shaky": list(_by_heading(sheet, marks, "shaky")),
        "never": list(_by_heading(sheet, marks, "never")),
        "paper": PAPERS[paper],
        "felt": FELTS[sheet.felt],
    }
    return typeset("transcript.typ", data, "pdf")


def _practised(sheet: Sheet, own: list[Answered]) -> list[str]:
    """The drills of the sheet that were tried, and what was tried beside them."""
    tried = {event.drill for event in own}
    return [drill for drill in dict.fromkeys((*drills_of(sheet), *sorted(tried))) if drill in tried]


def _drill(drill: str, events: list[Answered]) -> list[str]:
    own = [event for event in events if event.drill == drill]
    right = sum(event.right and not event.hint for event in own)
    pace = payout_pace((event.milliseconds, event.payouts) for event in own)
    level = max(event.level for event in own)
    share = f"{right * 100 / len(own):.1f} %"
    title = wording("drill.title", {"drill": drill})
    return [title, str(level), str(len(own)), share, _seconds(pace) if pace else "", _days(own)]


def _days(own: list[Answered]) -> str:
    first, last = (_date(event.at.date().isoformat()) for event in (own[0], own[-1]))
    return first if first == last else f"{first} to {last}"


def _exam(sat: Sat) -> list[str]:
    result = sat.result
    pace = _seconds(result.payout_milliseconds) if result.payout_milliseconds else ""
    verdict = "passed" if result.passed else "not passed"
    return [_date(sat.day), printable(result.exam), f"{result.right} of {result.questions}", pace, verdict, sat.check]


def _by_heading(sheet: Sheet, marks: list[Mark], status: str) -> Iterator[dict[str, Any]]:
    """The clauses of a status under the headings of their document."""
    own = [mark for mark in marks if mark.status == status]
    for heading in dict.fromkeys(mark.heading for mark in own):
        rows = [
            [mark.clause, mark.text, f"{mark.right} of {mark.tries}", _date(mark.last)]
            for mark in own
            if mark.heading == heading
        ]
        yield {"heading": heading_title(sheet, heading), "rows": rows}
