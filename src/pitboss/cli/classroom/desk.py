"""One learner at a desk: a drill is chosen, questions come by the schedule, and each answer is kept at once."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from pitboss.cli.classroom.answers import EXPECTED, read_answer
from pitboss.cli.classroom.drawing import asked, drawn, judged_lines, worth_lines
from pitboss.cli.play.terminal import Leave, Terminal
from pitboss.errors import NotationError
from pitboss.rules import Sheet
from pitboss.school import Answers, Judged, Part, Task, drills_of, judge, make
from pitboss.school.hints import hint
from pitboss.school.learning.progress import clause_map, level_reached
from pitboss.school.learning.schedule import next_task, remembered
from pitboss.school.learning.stream import StreamFile, answered
from pitboss.words import wording

__all__ = ["Desk", "drill_named", "drill_title"]


TRIALS = 300
"""Deals by which a ruling is weighed."""


def drill_title(drill: str) -> str:
    """Return what a drill is called."""
    return wording("drill.title", {"drill": drill})


def drill_named(sheet: Sheet, said: str) -> str:
    """Return the drill whose name begins so, or which has that number; raises NotationError where there is none."""
    wanted = said.strip().lower().replace(" ", "_").replace("-", "_")
    names = list(drills_of(sheet))
    if wanted.isdigit() and 0 < int(wanted) <= len(names):
        return names[int(wanted) - 1]
    found = [name for name in names if wanted and name.startswith(wanted)]
    if len(found) != 1:
        raise NotationError("there is no such drill" if said else "name a drill", text=said, expected=", ".join(names))
    return found[0]


class Desk:
    """A sitting at the terminal."""

    def __init__(
        self, sheet: Sheet, stream: StreamFile, *, drill: str, level: int, seed: str, worth: bool = False
    ) -> None:
        self.worth = worth
        self.sheet, self.stream, self.level, self.seed = sheet, stream, level, seed
        self.terminal = Terminal()
        self.paint = self.terminal.paint
        self.events = stream.read()
        self.memory = remembered(self.events)
        self.right = self.asked = 0
        self.drill = drill_named(sheet, drill) if drill else ""

    def sit(self, questions: int) -> bool:
        """Ask until there were enough or the learner leaves; false where they broke it off."""
        broken_off = False
        self.terminal.say(self.paint("bold", f"{self.sheet.title} ({self.sheet.name}): the dealer school"))
        try:
            self.drill = self.drill or self._choose()
            while not questions or self.asked < questions:
                self._question(self._next())
                if self.seed:
                    break
        except Leave as leave:
            broken_off = leave.broken_off
        self._goodbye()
        return not broken_off

    def _choose(self) -> str:
        for number, drill in enumerate(drills_of(self.sheet), 1):
            level = level_reached(self.events, self.sheet.name, drill)
            self.terminal.say(f"  {number}) {drill_title(drill)} (level {level})")
        while True:
            try:
                return drill_named(self.sheet, self.terminal.ask("Which drill? > "))
            except NotationError as error:
                self.terminal.say(f"  {error}")

    def _next(self) -> Task:
        level = self.level or level_reached(self.events, self.sheet.name, self.drill)
        if self.seed:
            return make(self.sheet, self.drill, level, self.seed)
        return next_task(self.sheet, self.drill, level, self.events, now=datetime.now(UTC), memory=self.memory)

    def _question(self, task: Task) -> None:
        question = task.question
        title = self.paint("bold", f"{drill_title(question.drill)}, level {question.level}")
        self.terminal.say("", f"{title}: {question.text}")
        self.terminal.say_all(drawn(question, self.paint))
        began, answers, hints = time.monotonic(), Answers(), 0
        for part in question.parts:
            given, hinted = self._part(task, part, answers)
            answers[part.id] = given
            hints += hinted
        spent = round((time.monotonic() - began) * 1000)
        verdict = judge(task, answers, trials=TRIALS if self.worth else 0)
        self.terminal.say_all(worth_lines(verdict.worth))
        event = answered(task, verdict, at=datetime.now(UTC), milliseconds=spent, hint=bool(hints))
        self.stream.append(event)
        self.events.append(event)
        self.memory.take(event)
        self.asked, self.right = self.asked + 1, self.right + verdict.right
        word = "Right" if verdict.right else "Not yet right"
        self.terminal.say(f"{word}, in {spent / 1000:.1f} s.")

    def _part(self, task: Task, part: Part, answers: Answers) -> tuple[tuple[str, ...], bool]:
        """One part until its answer can be read; says at once whether it was right."""
        hinted = False
        self.terminal.say_all(asked(part))
        while True:
            typed = self.terminal.ask("> ")
            if typed == "?":
                self.terminal.say(f"  Type {EXPECTED[part.kind]}. `hint` helps once, `quit` leaves.")
            elif typed.lower() == "hint":
                hinted = True
                self.terminal.say(f"  {hint(task.solutions[part.id])}")
            else:
                try:
                    given = read_answer(part, typed)
                except NotationError as error:
                    self.terminal.say(f"  {error}")
                    continue
                self.terminal.say_all(judged_lines(_judged(task, part, given), self.paint))
                return given, hinted

    def _goodbye(self) -> None:
        marks = clause_map(self.sheet, self.events)
        shown = sum(mark.status == "shown" for mark in marks)
        shaky = sum(mark.status == "shaky" for mark in marks)
        self.terminal.say(
            f"{self.right} of {self.asked} right. Clauses: {shown} shown, {shaky} shaky, "
            f"{len(marks) - shown - shaky} never tried."
        )


def _judged(task: Task, part: Part, given: tuple[str, ...]) -> Judged:
    verdict = judge(task, {part.id: given})
    return next(one for one in verdict.parts if one.part == part.id)
