"""An exam at the terminal: every question once, no hints, no marks before the end, and each answer kept at once."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.cli.classroom.answers import EXPECTED, read_answer
from pitboss.cli.classroom.desk import drill_title
from pitboss.cli.classroom.drawing import asked, drawn
from pitboss.cli.common import write_file
from pitboss.cli.play.terminal import Leave, Terminal
from pitboss.errors import NotationError
from pitboss.reports.certificates import Sat
from pitboss.rules import Sheet
from pitboss.school import Answers, Part
from pitboss.school.teaching import Paper, Reply, mark, task_of
from pitboss.typed import noted

__all__ = ["Script", "Sitting", "read_file", "script_at"]


class Script(Struct, frozen=True, kw_only=True):
    """What a trainee has written so far, and what it came to once it is handed in."""

    learner: str
    began: datetime
    replies: dict[int, Reply] = {}
    sat: Sat | None = None


def read_file(path: Path, kind: Any, expected: str) -> Any:
    """Return what a file of the school holds; raises NotationError where it is something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=noted(kind))
    except OSError as error:
        raise NotationError(f'cannot read "{path}": {error.strerror}') from None
    except msgspec.DecodeError:
        raise NotationError(f'cannot use "{path}"', expected=expected) from None


def script_at(path: Path, learner: str, now: datetime) -> Script:
    """Return the script that a file holds, or a new one; raises NotationError where it is somebody else's."""
    if not path.exists():
        return Script(learner=learner, began=now)
    script: Script = read_file(path, Script, "the paper of an exam that is being sat")
    if script.learner != learner:
        raise NotationError(f'"{path}" is the paper of {script.learner}', expected="a file of its own for each trainee")
    return script


class Sitting:
    """One trainee and one paper."""

    def __init__(self, sheet: Sheet, paper: Paper, script: Script, path: Path) -> None:
        self.sheet, self.paper, self.script, self.path = sheet, paper, script, path
        self.terminal = Terminal()

    def sit(self) -> bool:
        """Ask what is not answered yet, then mark; false where the trainee left before the end."""
        self._keep(self.script)
        say, exam = self.terminal.say, self.paper.exam
        say(self.terminal.paint("bold", f"{exam.title}: {exam.questions} questions"))
        say("No hints, and no marks before the end. `quit` leaves; the time goes on, and what was answered is kept.")
        try:
            for number in range(1, len(self.paper.questions) + 1):
                if number not in self.script.replies and not self._late():
                    self._question(number)
        except Leave:
            if not self._late():
                return False
        self.hand_in()
        return True

    def hand_in(self) -> Sat:
        """Mark the paper and keep the result."""
        result = mark(self.sheet, self.paper, self.script.replies)
        sat = Sat(learner=self.script.learner, day=_now().date().isoformat(), result=result)
        self._keep(msgspec.structs.replace(self.script, sat=sat))
        return sat

    def _late(self) -> bool:
        minutes = self.paper.exam.minutes
        return bool(minutes) and _now() >= self.script.began + timedelta(minutes=minutes)

    def _question(self, number: int) -> None:
        question = task_of(self.sheet, self.paper, number).question
        place = f"Question {number} of {len(self.paper.questions)}, {drill_title(question.drill)}"
        self.terminal.say("", f"{self.terminal.paint('bold', place)}: {question.text}")
        self.terminal.say_all(drawn(question, self.terminal.paint))
        began = time.monotonic()
        answers: Answers = {part.id: self._part(part) for part in question.parts}
        if self._late():
            self.terminal.say("The time is over; this answer does not count.")
            return
        reply = Reply(answers=answers, milliseconds=round((time.monotonic() - began) * 1000))
        self._keep(msgspec.structs.replace(self.script, replies={**self.script.replies, number: reply}))

    def _part(self, part: Part) -> tuple[str, ...]:
        self.terminal.say_all(asked(part))
        while True:
            typed = self.terminal.ask("> ")
            try:
                return read_answer(part, typed)
            except NotationError:
                self.terminal.say(f"  Type {EXPECTED[part.kind]}.")

    def _keep(self, script: Script) -> None:
        self.script = script
        write_file(self.path, msgspec.json.encode(script) + b"\n")


def _now() -> datetime:
    return datetime.now(UTC)
