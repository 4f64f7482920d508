"""Progress, the map of clauses, and one question for another program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.cli.classroom.answers import read_answer
from pitboss.cli.common import as_table, print_json, say
from pitboss.errors import NotationError
from pitboss.rules import Sheet
from pitboss.school import Answers, drills_of, judge, make
from pitboss.school.learning.progress import clause_map, days, level_reached
from pitboss.school.learning.stream import Answered

__all__ = ["one_question", "show_map", "show_progress"]

SIGNS = {"shown": "■", "shaky": "◧", "never": "□"}


def show_progress(sheet: Sheet, events: list[Answered], *, json: bool) -> None:
    """Accuracy and speed by day and drill, and the level of each drill."""
    own = [event for event in events if event.sheet == sheet.name]
    levels = {drill: level_reached(own, sheet.name, drill) for drill in drills_of(sheet)}
    if json:
        print_json({"sheet": sheet.name, "levels": levels, "days": msgspec.to_builtins(days(own))})
        return
    rows = [
        [
            day.day,
            day.drill,
            str(day.answered),
            f"{day.right * 100 // day.answered} %",
            f"{day.median_milliseconds / 1000:.1f} s",
        ]
        for day in days(own)
    ]
    if rows:
        say(*as_table(["day", "drill", "answered", "right", "median"], rows, right=[2, 3, 4]).splitlines())
    else:
        say("Nothing has been answered yet.")
    say("Levels: " + ", ".join(f"{drill.replace('_', ' ')} {level}" for drill, level in levels.items()))


def show_map(sheet: Sheet, events: list[Answered], *, json: bool) -> None:
    """Every clause with its status, by heading."""
    marks = clause_map(sheet, events)
    if json:
        print_json({"sheet": sheet.name, "clauses": msgspec.to_builtins(marks)})
        return
    for heading in dict.fromkeys(mark.heading for mark in marks):
        found = [mark for mark in marks if mark.heading == heading]
        say(f"{heading:<28} {''.join(SIGNS[mark.status] for mark in found)}")
        for mark in found:
            if mark.status == "shaky":
                say(f"    {mark.clause}: right {mark.right} of {mark.tries}, last on {mark.last}. {mark.text}")
    counts = {status: sum(mark.status == status for mark in marks) for status in SIGNS}
    say("  ".join(f"{SIGNS[status]} {count} {status}" for status, count in counts.items()))


def one_question(sheet: Sheet, drill: str, level: int, seed: str, given: Sequence[str]) -> int:
    """Print a question, or the verdict on answers to it, as JSON; 1 where an answer is wrong."""
    if not seed:
        raise NotationError("--json asks one question", expected="--seed, and --answer for a verdict")
    task = make(sheet, drill, level, seed)
    if not given:
        print_json(msgspec.to_builtins(task.question))
        return 0
    parts = {part.id: part for part in task.question.parts}
    answers = Answers()
    for text in given:
        name, equals, said = text.partition("=")
        if not equals or name not in parts:
            raise NotationError("cannot read an answer", text=text, expected=f"PART=ANSWER, of {', '.join(parts)}")
        answers[name] = read_answer(parts[name], said)
    verdict = judge(task, answers)
    found: dict[str, Any] = {"right": verdict.right, "parts": msgspec.to_builtins(verdict.parts)}
    print_json(found)
    return 0 if verdict.right else 1
