"""How the streams of a floor are called, such as "table:t1" or "house"."""

from __future__ import annotations

from typing import Final

__all__ = [
    "COMPLIANCE", "HOUSE_STREAM", "LINK", "RATINGS", "SCHOOL_STREAM", "TABLES", "kind_of_stream", "learner_named",
    "learner_stream", "paper_named", "paper_stream", "person_named", "person_stream", "sheet_named", "sheet_stream",
    "table_named", "table_stream",
]  # fmt: skip

LINK: Final = "link"
"""The stream of the link."""
SCHOOL_STREAM: Final = "school"
"""The stream of what teachers set."""
HOUSE_STREAM: Final = "house"
"""The stream of the house."""
COMPLIANCE: Final = "compliance"
"""The stream of what compliance has judged, under seal."""
RATINGS: Final = "ratings"
"""The stream of who looked at ratings."""
TABLES: Final = "table:"
"""How the stream of a table begins."""
_PERSON: Final = "person:"
_LEARNER: Final = "learner:"
_SHEET: Final = "sheet:"
_PAPER: Final = "paper:"


def table_stream(table: str) -> str:
    return f"{TABLES}{table}"


def person_stream(name: str) -> str:
    return f"{_PERSON}{name}"


def learner_stream(name: str) -> str:
    """The stream of what somebody learns, beside all that they have and play."""
    return f"{_LEARNER}{name}"


def learner_named(stream: str) -> str:
    """The learner that a stream belongs to; empty where it is another's."""
    return stream.removeprefix(_LEARNER) if stream.startswith(_LEARNER) else ""


def paper_stream(exam: str, trainee: str) -> str:
    """The stream of what somebody writes in an exam."""
    return f"{_PAPER}{exam}:{trainee}"


def paper_named(stream: str) -> tuple[str, str]:
    """The exam and the trainee of a paper; empty where the stream is another's.

    >>> paper_named(paper_stream("e7", "Ann")), paper_named("person:Ann")
    (('e7', 'Ann'), ('', ''))
    """
    exam, _, trainee = stream.removeprefix(_PAPER).partition(":") if stream.startswith(_PAPER) else ("", "", "")
    return exam, trainee


def sheet_stream(text: str) -> str:
    """The stream that keeps the sheet of this hash."""
    return f"{_SHEET}{text}"


def sheet_named(stream: str) -> str:
    """The hash of the text that a stream keeps; empty where it is another's."""
    return stream.removeprefix(_SHEET) if stream.startswith(_SHEET) else ""


def table_named(stream: str) -> str:
    """The table that a stream belongs to; empty where it is another's.

    >>> table_named("table:t1"), table_named("person:Ann")
    ('t1', '')
    """
    return stream.removeprefix(TABLES) if stream.startswith(TABLES) else ""


def person_named(stream: str) -> str:
    """The person that a stream belongs to; empty where it is another's."""
    return stream.removeprefix(_PERSON) if stream.startswith(_PERSON) else ""


def kind_of_stream(stream: str) -> str:
    """Return table, person, learner, paper, sheet, link, house, compliance, ratings or school."""
    return stream.partition(":")[0]
