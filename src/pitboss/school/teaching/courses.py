"""What a teacher sets: a course, and the terms of an exam."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pitboss.errors import Refusal
from pitboss.rules import Sheet
from pitboss.school.cases import kinds_of
from pitboss.school.drills import drills_of
from pitboss.school.learning.progress import taught
from pitboss.school.levels import LEVELS

__all__ = ["MOST_QUESTIONS", "Course", "Exam", "Lesson", "Section", "check_course", "check_exam"]

MOST_QUESTIONS: Final = 120
LONGEST_TITLE: Final = 80
LONGEST_EXAM: Final = 480
"""In minutes."""
SLOWEST: Final = 600_000
"""In milliseconds for one payout."""


class Lesson(Struct, frozen=True):
    """A drill of a course, and the level it is practised at; 0 for the one that each trainee has reached."""

    drill: str
    level: int = 0


class Section(Struct, frozen=True):
    """A part of an exam: how many questions of a drill, at which level."""

    drill: str
    level: int = 3
    questions: int = 10


class Course(Struct, frozen=True, kw_only=True):
    """What a class is taught, and the goal it is taught for."""

    title: str
    sheet: str
    lessons: tuple[Lesson, ...]
    right: int = 95
    """How many of a hundred answers are to be right at once."""
    payout_milliseconds: int = 5000
    """How fast a wager is to be paid; 0 where speed is no goal."""
    irregularities: tuple[str, ...] = ()
    """The irregularities that come up where something goes wrong; all of the sheet's where none is named."""
    homework: tuple[str, ...] = ()
    """Clauses that everybody is asked to work on."""


class Exam(Struct, frozen=True, kw_only=True):
    """The terms of an exam: what is asked, for how long, and what passes."""

    title: str
    sections: tuple[Section, ...]
    minutes: int = 40
    """From the moment a trainee begins; 0 for no limit."""
    right: int = 95
    payout_milliseconds: int = 0
    irregularities: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        """How many questions it has."""
        return sum(section.questions for section in self.sections)


def check_course(sheet: Sheet, course: Course) -> None:
    """Refuse a course that cannot be taught on its sheet."""
    _check_title(course.title)
    if not course.lessons:
        raise Refusal("exam.nothing_asked")
    _check_drills(sheet, ((lesson.drill, lesson.level) for lesson in course.lessons), least=0)
    _check_goal(sheet, course)
    known = {clause.id for clause in taught(sheet)}
    if unknown := [clause for clause in course.homework if clause not in known]:
        raise Refusal("exam.no_such_clause", clauses=unknown)


def check_exam(sheet: Sheet, exam: Exam) -> None:
    """Refuse terms that cannot be set on this sheet."""
    _check_title(exam.title)
    if not exam.sections or any(section.questions < 1 for section in exam.sections):
        raise Refusal("exam.nothing_asked")
    if exam.questions > MOST_QUESTIONS:
        raise Refusal("exam.too_many", most=MOST_QUESTIONS)
    if not 0 <= exam.minutes <= LONGEST_EXAM:
        raise Refusal("exam.minutes", most=LONGEST_EXAM)
    _check_drills(sheet, ((section.drill, section.level) for section in exam.sections), least=1)
    _check_goal(sheet, exam)


def _check_title(title: str) -> None:
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise Refusal("exam.title", most=LONGEST_TITLE)


def _check_drills(sheet: Sheet, wanted: Iterable[tuple[str, int]], *, least: int) -> None:
    drills = drills_of(sheet)
    for drill, level in wanted:
        if drill not in drills:
            raise Refusal("exam.no_such_drill", drill=drill, drills=list(drills))
        if not least <= level <= len(LEVELS):
            raise Refusal("exam.no_such_level", least=least, most=len(LEVELS))


def _check_goal(sheet: Sheet, terms: Course | Exam) -> None:
    if not 0 <= terms.right <= 100 or not 0 <= terms.payout_milliseconds <= SLOWEST:
        raise Refusal("exam.goal", seconds=SLOWEST // 1000)
    kinds = kinds_of(sheet)
    for kind in terms.irregularities:
        if kind not in kinds:
            raise Refusal("exam.no_such_irregularity", kind=kind, kinds=list(kinds))
