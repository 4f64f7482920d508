"""What happened at the shoe, as plain frozen values for the log; none of them carries a hidden card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Event", "Step", "Value", "happened"]

Value = str | int | bool | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, its details and the clause behind it.

    >>> happened("cut_offered", "BJ-SDS-2", seat=3)["seat"]
    3
    """

    name: str
    data: tuple[tuple[str, Value], ...] = ()
    clause: str = ""

    def __getitem__(self, key: str) -> Value:
        return self.details[key]

    @property
    def details(self) -> Mapping[str, Value]:
        return dict(self.data)


def happened(name: str, clause: str = "", **data: Value) -> Event:
    """An event with its details named at the call."""
    return Event(name, tuple(data.items()), clause)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a shuffle: which cards were taken, how the piles stand after it, and a line to read.

    Counts only, never faces: a step may be shown to the whole table while the order stays secret.
    """

    name: str
    text: str
    clauses: tuple[str, ...] = ()
    taken: tuple[int, ...] = ()
    piles: tuple[tuple[str, int], ...] = ()

    def pile(self, name: str) -> int:
        """How many cards lie in the named pile after this step; 0 for a pile that is not there."""
        return dict(self.piles).get(name, 0)

    @property
    def event(self) -> Event:
        """The step as the log keeps it; further clauses stand in ``also``."""
        piles = tuple(f"{name} {count}" for name, count in self.piles)
        data: dict[str, Value] = {"text": self.text, "taken": self.taken, "piles": piles}
        if len(self.clauses) > 1:
            data["also"] = self.clauses[1:]
        return happened(self.name, self.clauses[0] if self.clauses else "", **data)
