"""What happened in a round, event by event, in plain words: for a terminal and for paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.events import Event
from pitboss.money import cents_text
from pitboss.words import shown_name

__all__ = ["HAND_FIELDS", "Step", "course"]

HAND_FIELDS: Final = ("hand", "new_hand")
"""The fields of an event that number a hand, from 0; everybody outside counts hands from one."""
MONEY: Final = ("cents", "before", "stake", "pays")


@dataclass(frozen=True, slots=True)
class Step:
    """One event: its clause, what it is, and the rest of it."""

    clause: str
    name: str
    details: str

    @property
    def words(self) -> str:
        """What it is, as words.

        >>> Step("", "WagerSettled", "").words
        'Wager settled'
        """
        return re.sub(r"(?<!^)([A-Z])", lambda found: f" {found[0].lower()}", self.name)


def course(events: Iterable[Event]) -> Iterator[Step]:
    """The events of a round, one after the other."""
    for event in events:
        named = ((name, getattr(event, name)) for name in event.__struct_fields__ if name != "clause")
        said = [f"{name} {_value(name, value)}" for name, value in named if value not in ("", ())]
        yield Step(event.clause, type(event).__name__, ", ".join(said))


def _value(name: str, value: Any) -> str:
    if name in HAND_FIELDS and isinstance(value, int):
        return str(value + 1)
    if name in MONEY:
        return cents_text(value)
    if name == "player":
        return shown_name(value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).replace("_", " ")
