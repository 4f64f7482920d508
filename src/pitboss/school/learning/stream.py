"""The stream of one learner: every answer is an event, and nothing is ever changed or taken out.

In a file each event is a line. A line that cannot be read, because the machine stopped in the middle of it or somebody
edited the file, is passed over and stays where it is; the lines before and after it count.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.errors import NotationError
from pitboss.school.questions import Question, Task, Verdict
from pitboss.typed import noted

__all__ = ["Answered", "StreamFile", "answered", "merged"]


class Answered(Struct, frozen=True, kw_only=True, tag=True):
    """One question, answered: when, which, how fast, and for each clause whether it was right."""

    at: datetime
    sheet: str
    drill: str
    level: int
    seed: str
    milliseconds: int
    right: bool
    clauses: dict[str, bool] = {}
    hint: bool = False
    """Whether a hint was taken: it counts as practised, not as right at once."""
    exam: str = ""
    """The exam it was asked in; such a question is not asked again, and its seed is no seed."""
    payouts: int = 0
    """How many wagers were settled in it."""
    course: str = ""
    version: str = ""
    """Of the program that made the question: another one may make another question of the same seed."""


def answered(task: Task, verdict: Verdict, *, at: datetime, milliseconds: int, hint: bool = False) -> Answered:
    """Return the event of an answer; a clause is right where every part that shows it is."""
    question: Question = task.question
    clauses: dict[str, bool] = {}
    for judged in verdict.parts:
        for clause in (*judged.clauses, *judged.topics):
            clauses[clause] = clauses.get(clause, True) and judged.right
    return Answered(
        at=at.astimezone(UTC), sheet=question.sheet, drill=question.drill, level=question.level, seed=question.seed,
        milliseconds=max(0, milliseconds), right=verdict.right, clauses=clauses, hint=hint,
        payouts=sum(part.kind == "settle" for part in question.parts),
    )  # fmt: skip


def merged(*streams: Iterable[Answered]) -> list[Answered]:
    """Return several streams of one person as one, in the order of time, nothing twice: a guest takes theirs along."""
    found = {msgspec.json.encode(event): event for stream in streams for event in stream}
    return sorted(found.values(), key=lambda event: event.at)


class StreamFile:
    """A learner's stream in a file of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, folder: Path, learner: str) -> StreamFile:
        """Return the stream of a learner in a data folder; raises NotationError for a name that is no file's."""
        if not learner or len(learner) > 60 or not all(sign.isalnum() or sign in " _-." for sign in learner):
            raise NotationError("cannot use that name", text=learner, expected="letters, digits, spaces, - and _")
        return cls(folder / "school" / f"{learner.strip('. ').lower()}.jsonl")

    def read(self) -> list[Answered]:
        """Return every event that can be read, in order; none where there is no file yet."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise NotationError(f'cannot read "{self.path}": {error.strerror}') from None
        return [event for line in lines if (event := _event(line)) is not None]

    def append(self, event: Answered) -> None:
        """Write an event behind the others, on a line of its own whatever stands before it, and make it last."""
        line = msgspec.json.encode(event) + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                if file.tell() and _last(self.path) != b"\n":
                    line = b"\n" + line
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise NotationError(f'cannot write "{self.path}": {error.strerror}') from None


def _last(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1)


def _event(line: bytes) -> Answered | None:
    try:
        return msgspec.json.decode(line, type=noted(Answered))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def tally(events: Iterable[Answered]) -> Mapping[str, list[tuple[datetime, bool]]]:
    """Return the tries of every clause, oldest first: right at once or not."""
    tries: dict[str, list[tuple[datetime, bool]]] = {}
    for event in events:
        for clause, right in event.clauses.items():
            tries.setdefault(clause, []).append((event.at, right and not event.hint))
    return tries
