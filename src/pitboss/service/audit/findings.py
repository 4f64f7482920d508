"""What an audit finds: rows that are not what they must be, each by its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = ["Audit", "Finding", "legible"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A row that is wrong: its table, whose row it is, its version or number (0 where it has none), and what is wrong.

    >>> str(Finding("entries", "table:bj-1", 17, "was changed"))
    'entries table:bj-1 17: was changed'
    """

    table: str
    name: str
    version: int
    what: str

    def __str__(self) -> str:
        number = f" {self.version}" if self.version else ""
        return f"{self.table} {self.name}{number}: {self.what}"


COUNTED: Final = ("streams", "entries", "rounds", "snapshots", "accounts", "checkpoints", "unsigned")


@dataclass
class Audit:
    """All that was looked at, and every finding in the order in which it was met."""

    findings: list[Finding] = field(default_factory=list)
    streams: int = 0
    entries: int = 0
    rounds: int = 0
    snapshots: int = 0
    accounts: int = 0
    checkpoints: int = 0
    unsigned: int = 0
    """Entries that no checkpoint covers yet."""

    @property
    def good(self) -> bool:
        return not self.findings

    def add(self, more: Audit) -> None:
        """Take over what was looked at elsewhere, and what was found there, after all that stands here."""
        self.findings += more.findings
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(more, name))

    def found(self, table: str, name: str, version: int, what: str) -> None:
        self.findings.append(Finding(table, legible(name), version, what))


def legible(text: str) -> str:
    """Text as it can be printed; what is no text at all is shown by its bytes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
