"""What a teacher of the school asks, and what a trainee does in an exam; none of it moves money or touches a table."""

from __future__ import annotations

from pitboss.school.teaching.courses import Course, Exam
from pitboss.service.floor.commands.base import Command

__all__ = [
    "AnswerExam", "BeginPaper", "CloseExam", "Dismiss", "Enrol", "HandIn", "OpenExam", "PaperCommand", "SetCourse",
    "SetExam", "TeacherCommand",
]  # fmt: skip


class SetCourse(Command, frozen=True, kw_only=True):
    """A new course, or other terms of one that there is."""

    course: str = ""
    """Which one; empty for a new one."""
    terms: Course


class Enrol(Command, frozen=True, kw_only=True):
    """Somebody learns in this course from now on."""

    course: str
    trainee: str


class Dismiss(Command, frozen=True, kw_only=True):
    """Somebody learns in this course no more; what they have learnt stays theirs."""

    course: str
    trainee: str


class SetExam(Command, frozen=True, kw_only=True):
    """An exam for the class; its questions are drawn now and sealed."""

    course: str
    terms: Exam


class OpenExam(Command, frozen=True, kw_only=True):
    """From now on everybody in the course may sit it."""

    exam: str


class CloseExam(Command, frozen=True, kw_only=True):
    """Nobody answers any more; what is not handed in is handed in as it is."""

    exam: str


TeacherCommand = SetCourse | Enrol | Dismiss | SetExam | OpenExam | CloseExam


class BeginPaper(Command, frozen=True, kw_only=True):
    """A trainee begins an exam, and its time runs."""

    exam: str


class AnswerExam(Command, frozen=True, kw_only=True):
    """The answer to one part of a question of an exam; nothing is said of it before the paper is handed in."""

    exam: str
    number: int
    part: str
    given: tuple[str, ...] = ()


class HandIn(Command, frozen=True, kw_only=True):
    """The paper is finished, and marked."""

    exam: str


PaperCommand = BeginPaper | AnswerExam | HandIn
