"""What a learner of the school asks; none of it moves money or touches a table."""

from __future__ import annotations

from pitboss.service.floor.commands.base import Command

__all__ = ["AnswerPart", "AskQuestion", "HandOver", "KeepExam", "LearnerCommand", "TakeAlong", "TakeHint"]


class AskQuestion(Command, frozen=True, kw_only=True):
    """The next question of a drill; ``level`` 0 is the one that the learner has reached."""

    sheet: str
    drill: str
    level: int = 0
    clause: str = ""
    """The clause that it should be about, where one was chosen on the map."""
    instead: int = 0
    """The open question that it takes the place of, which counts for nothing."""
    course: str = ""
    exam: str = ""


class TakeHint(Command, frozen=True, kw_only=True):
    """The value or clause in question; the answer then counts as practised."""

    question: int
    part: str


class AnswerPart(Command, frozen=True, kw_only=True):
    """An answer to the part of a question that is asked now, and how long it took."""

    question: int
    part: str
    given: tuple[str, ...] = ()
    milliseconds: int = 0


class TakeAlong(Command, frozen=True, kw_only=True):
    """What somebody has learnt as a guest becomes part of their own stream."""

    guest: str


class HandOver(Command, frozen=True, kw_only=True):
    """The stream of a guest ends: somebody has taken it along."""

    to: str


class KeepExam(Command, frozen=True, kw_only=True):
    """An exam was handed in: its answers count as learnt."""

    exam: str


LearnerCommand = AskQuestion | TakeHint | AnswerPart | TakeAlong | KeepExam | HandOver
