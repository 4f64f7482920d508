"""Three kinds of trouble, three types.

::

    PitbossError
    ├── NotationError      text, a file or a figure that cannot be read
    │   └── SheetError     a rule sheet with defects, all of them at once
    └── IllegalAction      refused by a rule; nothing changed

The third kind is our own bug and stays an ``AssertionError``. A dealing mistake is none of them: it is an
irregularity, an event with a ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Defect", "IllegalAction", "NotationError", "PitbossError", "SheetError"]


class PitbossError(Exception):
    """Whatever a caller may want to catch; its text is one clear line."""


class NotationError(PitbossError):
    """Something that cannot be read: what, where, and what was expected."""

    def __init__(self, what: str, *, text: str | None = None, at: int | None = None, expected: str = "") -> None:
        self.what, self.text, self.at, self.expected = what, text, at, expected
        super().__init__(self._line())

    def _line(self) -> str:
        line = _printable(self.what)
        if self.text is not None:
            line += f" in {_quoted(self.text)}"
        if self.at is not None:
            line += f" at character {self.at + 1}"
        return f"{line}: expected {_printable(self.expected)}" if self.expected else line


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with a sheet, and its place.

    >>> print(Defect("dealer.soft_17", "cannot be 'perhaps'", "hit or stand"))
    dealer.soft_17: cannot be 'perhaps' (expected hit or stand)
    """

    place: str
    problem: str
    expected: str = ""

    def __str__(self) -> str:
        text = _printable(f"{_cut(self.place, 100)}: {_cut(self.problem, 200)}")
        return f"{text} (expected {_printable(self.expected)})" if self.expected else text


class SheetError(NotationError):
    """A sheet that cannot be used, with every defect found in it."""

    def __init__(self, sheet: str, defects: Sequence[Defect]) -> None:
        assert defects
        self.sheet, self.defects = sheet, tuple(defects)
        count = "1 defect" if len(defects) == 1 else f"{len(defects)} defects"
        super().__init__(f"rule sheet {_quoted(sheet)} has {count}: " + "; ".join(map(str, defects)))


class IllegalAction(PitbossError):
    """Refused, with the reason and the clause behind it; nothing has changed."""

    def __init__(self, reason: str, clause: str = "") -> None:
        self.reason, self.clause = reason, clause
        super().__init__(f"{reason} [{clause}]" if clause else reason)


def _quoted(text: str) -> str:
    return '"' + _printable(_cut(text)) + '"'


def _cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _printable(text: str) -> str:
    """The text on one line, whatever a file or a terminal put into it."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
