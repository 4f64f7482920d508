"""The dealer school: drills made from a sheet and the engine, and none with an answer that somebody wrote.

>>> from pitboss.rules import load
>>> task = make(load("catfish-blackjack"), "pay_it", level=1, seed="a quiet night")
>>> part = task.question.parts[0]
>>> part.text
'spot 2, Main bet, $5.00: pay, take or push?'
>>> verdict = judge(task, {part.id: ("push",)})
>>> verdict.right, verdict.parts[0].answer, verdict.parts[0].clause
(False, 'take $5.00', 'BJ-PAY-1a')
"""

from __future__ import annotations

from pitboss.school.drills import DRILLS, drills_of, make
from pitboss.school.judging import judge
from pitboss.school.levels import LEVELS, Level
from pitboss.school.questions import Answers, Judged, Option, Part, Question, Solution, Task, Verdict

__all__ = [
    "DRILLS", "LEVELS", "Answers", "Judged", "Level", "Option", "Part", "Question", "Solution", "Task", "Verdict",
    "drills_of",
    "judge", "make",
]  # fmt: skip
