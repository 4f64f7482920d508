"""Three kinds of trouble, three types.

::

    PitbossError
    ├── NotationError          text, a file or a figure that cannot be read
    │   └── DefectsError       a file with defects, all of them at once
    │       └── SheetError     a rule sheet
    └── Refusal                not done, for a reason that has a code; nothing changed
        └── IllegalAction      refused by a rule
            └── NotNow         refused because it is not the time or the turn for it

The third kind is our own bug and stays an ``AssertionError``. A dealing mistake is none of them: it is an
irregularity, an event with a ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.printable import printable
from pitboss.words import Param, wording

__all__ = [
    "Defect", "DefectsError", "IllegalAction", "NotNow", "NotationError", "PitbossError", "Refusal", "SheetError",
]  # fmt: skip

_MOST_TOLD = 20
"""How many defects are told; whoever mends these sees the others."""


class PitbossError(Exception):
    """Whatever a caller may want to catch; its text is one clear line, whatever a file or a person put into it."""

    def __str__(self) -> str:
        return printable(super().__str__())


class NotationError(PitbossError):
    """Something that cannot be read: what, where, and what was expected."""

    def __init__(self, what: str, *, text: str | None = None, at: int | None = None, expected: str = "") -> None:
        self.what, self.text, self.at, self.expected = what, text, at, expected
        super().__init__(self._line())

    def _line(self) -> str:
        line = self.what
        if self.text is not None:
            line += f" in {_quoted(self.text)}"
        if self.at is not None:
            line += f" at character {self.at + 1}"
        return f"{line}: expected {self.expected}" if self.expected else line


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with a file, and its place.

    >>> print(Defect("dealer.soft_17", "cannot be 'perhaps'", "hit or stand"))
    dealer.soft_17: cannot be 'perhaps' (expected hit or stand)
    """

    place: str
    problem: str
    expected: str = ""

    def __str__(self) -> str:
        text = f"{_cut(self.place, 100)}: {_cut(self.problem, 200)}"
        return printable(f"{text} (expected {self.expected})" if self.expected else text)


class DefectsError(NotationError):
    """A file that cannot be used, with every defect found in it.

    >>> error = DefectsError("rule sheet", "house", [Defect("a", "is missing"), Defect("b", "is not known")])
    >>> print(error)
    rule sheet "house" has 2 defects: a: is missing; b: is not known
    >>> error.lines
    ['rule sheet "house" has 2 defects:', '  a: is missing', '  b: is not known']
    """

    def __init__(self, kind: str, name: str, defects: Sequence[Defect]) -> None:
        assert defects
        self.defects = tuple(defects)
        count = "1 defect" if len(defects) == 1 else f"{len(defects)} defects"
        self._head = f'{kind} "{_cut(name, 200)}" has {count}' if name else f"{kind} has {count}"
        super().__init__(f"{self._head}: " + "; ".join(self._told()))

    def _told(self) -> list[str]:
        """The first defects, and how many more there are."""
        more = len(self.defects) - _MOST_TOLD
        return [*map(str, self.defects[:_MOST_TOLD]), *([f"and {more} more"] if more > 0 else [])]

    @property
    def lines(self) -> list[str]:
        """The same for a terminal: one line, or one for each of several defects."""
        if len(self.defects) == 1:
            return [str(self)]
        return [printable(f"{self._head}:"), *(f"  {line}" for line in self._told())]


class SheetError(DefectsError):
    """A rule sheet that cannot be used."""

    def __init__(self, sheet: str, defects: Sequence[Defect]) -> None:
        self.sheet = sheet
        super().__init__("rule sheet", sheet, defects)


class Refusal(PitbossError):
    """Not done, and nothing has changed: why as a code of the catalogue, with its parameters and the clause behind it.

    >>> refusal = Refusal("bets.below_minimum", "BJ-LIM-1a", cents=200, minimum=500)
    >>> print(refusal)
    $2 is below the minimum $5 [BJ-LIM-1a]
    >>> refusal.code, refusal.params, refusal.clause
    ('bets.below_minimum', {'cents': 200, 'minimum': 500}, 'BJ-LIM-1a')
    """

    def __init__(self, code: str, clause: str = "", /, **params: Param) -> None:
        self.code, self.clause, self.params = code, clause, params
        super().__init__(code, clause)

    @property
    def reason(self) -> str:
        """The sentence, made when somebody reads it: an engine that tries what is allowed throws most refusals away."""
        return printable(wording(self.code, self.params))

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]" if self.clause else self.reason


class IllegalAction(Refusal):
    """Refused by a rule."""


class NotNow(IllegalAction):
    """Refused because it is not the time or the turn for it: the same may be done at another question."""


def _quoted(text: str) -> str:
    return f'"{_cut(text)}"'


def _cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
