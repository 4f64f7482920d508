"""The teacher's side of the school: courses, exams and their marks, and how a class stands.

>>> from pitboss.rules import load
>>> sheet = load("catfish-blackjack")
>>> paper = set_paper(sheet, Exam(title="First week", sections=(Section("read_it", 1, 2),)), seed="sealed")
>>> [sealed.drill for sealed in paper.questions], task_of(sheet, paper, 1).question.level
(['read_it', 'read_it'], 1)
"""

from __future__ import annotations

from pitboss.school.teaching.classes import Class, Trainee, class_of, trainee_of
from pitboss.school.teaching.courses import Course, Exam, Lesson, Section, check_course, check_exam
from pitboss.school.teaching.exams import Paper, Sealed, blind, question_mark, question_seed, set_paper, task_of
from pitboss.school.teaching.marking import Marked, Reply, Result, answered_in, check_number, mark

__all__ = [
    "Class", "Course", "Exam", "Lesson", "Marked", "Paper", "Reply", "Result", "Sealed", "Section", "Trainee",
    "answered_in", "blind", "check_course", "check_exam", "check_number", "class_of", "mark", "question_mark",
    "question_seed", "set_paper", "task_of", "trainee_of",
]  # fmt: skip
