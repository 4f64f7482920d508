"""A teacher and a class over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx
from tests.web.house import Server

from pitboss.rules import load
from pitboss.school import Task
from pitboss.school.teaching import task_of
from pitboss.service.floor.stream_names import SCHOOL_STREAM
from pitboss.service.school.courses import ExamBook, SchoolBook

SHEET = "catfish-blackjack"
COURSE: dict[str, Any] = {
    "title": "Evening class", "sheet": SHEET, "lessons": [{"drill": "pay_it"}, {"drill": "rule_it", "level": 2}],
}  # fmt: skip
EXAM: dict[str, Any] = {
    "title": "Friday", "right": 50, "sections": [{"drill": "pay_it", "level": 2, "questions": 1},
    {"drill": "read_it", "level": 1, "questions": 1}],
}  # fmt: skip


def name_of(client: httpx.Client) -> str:
    return str(client.get("/api/me").json()["name"])


@dataclass
class Classroom:
    """A teacher with a course, and trainees in it."""

    server: Server
    teacher: httpx.Client
    course: str
    trainees: list[httpx.Client]

    @classmethod
    def of(cls, server: Server, trainees: int = 1, **terms: Any) -> Classroom:
        teacher = server.enter("teacher")
        course = teacher.post("/api/school/courses", json={**COURSE, **terms}).raise_for_status().json()["course"]
        learners = [server.enter("dealer" if number % 2 else "player") for number in range(trainees)]
        for one in learners:
            wanted = {"trainee": name_of(one)}
            teacher.post(f"/api/school/courses/{course}/trainees", json=wanted).raise_for_status()
        return cls(server, teacher, course, learners)

    def set_exam(self, *, opens: bool = True, **terms: Any) -> str:
        made = self.teacher.post(f"/api/school/courses/{self.course}/exams", json={**EXAM, **terms})
        exam: str = made.raise_for_status().json()["exam"]
        if opens:
            self.teacher.post(f"/api/school/exams/{exam}/open").raise_for_status()
        return exam

    def sealed(self, exam: str) -> ExamBook:
        """An exam as the server alone knows it."""
        book = self.server.running.floor.stream(SCHOOL_STREAM).state
        assert isinstance(book, SchoolBook)
        return book.exam(exam)

    def task(self, exam: str, number: int) -> Task:
        return task_of(load(SHEET), self.sealed(exam).paper, number)

    def sit(self, trainee: httpx.Client, exam: str, *, right: bool = True, hands_in: bool = True) -> dict[str, Any]:
        """Begin an exam, answer all of it, and hand it in; the last answer of the server."""
        paper = trainee.post(f"/api/school/my/exams/{exam}/begin").raise_for_status().json()
        for one in paper["questions"]:
            self.write(trainee, exam, one["number"], right=right)
        if hands_in:
            paper = trainee.post(f"/api/school/my/exams/{exam}/hand-in").raise_for_status().json()
        return dict(paper)

    def write(self, trainee: httpx.Client, exam: str, number: int, *, right: bool = True) -> dict[str, Any]:
        """Answer one question to its end."""
        task, where = self.task(exam, number), f"/api/school/my/exams/{exam}/questions/{number}"
        question: dict[str, Any] = trainee.get(where).raise_for_status().json()
        while not question["over"]:
            (now,) = [part for part in question["parts"] if part["state"] == "now"]
            given = keyed(task, now["id"]) if right else ["nonsense"]
            answered = trainee.post(f"{where}/answers", json={"part": now["id"], "given": given})
            question = answered.raise_for_status().json()
        return question


def keyed(task: Task, part_id: str) -> list[str]:
    """The right answer as a page writes it: what is put in order has letters by place."""
    (part,) = [one for one in task.question.parts if one.id == part_id]
    right = task.solutions[part_id].right
    if part.kind != "order":
        return list(right)
    letters = {option.id: "abcdefghijklmnopqrstuvwxyz"[at] for at, option in enumerate(part.options)}
    return [letters[one] for one in right]
