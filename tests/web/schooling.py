"""A learner over HTTP."""

from __future__ import annotations

from typing import Any

import httpx

from pitboss.rules import load
from pitboss.school import make

LEARNER = "pitboss_learner"
SHEET = "catfish-blackjack"


def ask(client: httpx.Client, drill: str, sheet: str = SHEET, **more: Any) -> dict[str, Any]:
    """The next question of a drill."""
    asked = client.post("/api/school/questions", json={"sheet": sheet, "drill": drill, **more})
    found: dict[str, Any] = asked.raise_for_status().json()
    return found


def now(question: dict[str, Any]) -> dict[str, Any]:
    """The part that is asked now."""
    (found,) = [part for part in question["parts"] if part["state"] == "now"]
    return dict(found)


def answer(client: httpx.Client, question: dict[str, Any], *given: str, **more: Any) -> dict[str, Any]:
    """Answer the part that is asked now."""
    wanted = {"part": now(question)["id"], "given": list(given), **more}
    found = client.post(f"/api/school/questions/{question['number']}/answers", json=wanted)
    shown: dict[str, Any] = found.raise_for_status().json()
    return shown


def answer_all(client: httpx.Client, question: dict[str, Any]) -> dict[str, Any]:
    """Answer a question to its end, in some way; most of it is wrong."""
    while not question["over"]:
        options = now(question)["options"]
        question = answer(client, question, *([options[0]["id"]] if options else ["push"]))
    return question


def solution_of(seed: str, question: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """What is right for each part, by whoever has the seed."""
    task = make(load(question["sheet"]), question["drill"], question["level"], seed)
    return {part: solution.right for part, solution in task.solutions.items()}
