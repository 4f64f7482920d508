"""A rule sheet: the rules themselves, where each value comes from, and where a house leaves its document."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.errors import NotationError
from pitboss.options import Field
from pitboss.rules.content import Content
from pitboss.rules.game import GAME_RULES, Rules

__all__ = ["Departure", "Rules", "Sheet", "Source"]

Sections = TypeVar("Sections")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from: the clauses behind it, and what else the document lets a house choose.

    ``may`` is ``None`` where the document fixes the value, ``"any"`` where every value that can be expressed is
    within it, a list of values, a pair of bounds ``{"from": …, "to": …}``, or ``{"with": path}`` where an amount keeps
    the document's proportion to another one.
    """

    clauses: tuple[str, ...]
    may: Any = None


@dataclass(frozen=True, slots=True)
class Departure:
    """A value outside the bounds of a document: a house plays it only as a document of its own."""

    path: str
    value: str
    instead_of: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        by = f"departs from {', '.join(self.clauses)}" if self.clauses else "is not in the document"
        instead = f" ({self.instead_of})" if self.instead_of not in ("", "none") else ""
        return f"{self.path} = {self.value} {by}{instead}"


@dataclass(frozen=True)
class Sheet:
    """One game of one house, whole and valid."""

    name: str
    title: str
    game: str
    house: str
    felt: str
    document: str
    version: str
    edition: str
    approved_by: str
    approved_on: str
    extends: tuple[str, ...]
    rules: Rules
    fields: Mapping[str, Field]
    values: Mapping[str, Any]
    sources: Mapping[str, Source]
    points: Mapping[str, tuple[str, ...]]
    departures: tuple[Departure, ...]
    hash: str
    """Of the rules alone: sheets that play alike have the same one."""
    content: Content
    """The texts that it was read from."""
    base: Sheet | None = None
    """The sheet that this one stands on."""
    stands_on: str = ""
    """The sheet that this one's own values lie on, as `extends` names it: a house's on that of its document."""
    display_title: str = ""
    """What the game is called where games of several houses stand in one list; empty where the title is enough."""
    about: str = ""
    """What sets the game apart from others, in one line."""
    states: frozenset[str] = frozenset()
    """What the texts of the house itself say of it, and not those that the program brings along."""

    @property
    def text_hash(self) -> str:
        """The hash of its text, with everything it extends and what is set on it: what a log knows it by."""
        return self.content.hash

    @property
    def approved(self) -> bool:
        return bool(self.approved_by and self.approved_on)

    @property
    def unstated(self) -> tuple[str, ...]:
        """What the house has yet to say of a sheet that departs from its document before a table opens on it."""
        return tuple(key for key in ("house", "title", "edition") if key not in self.states) if self.departures else ()

    def clauses(self, path: str) -> tuple[str, ...]:
        """The clause ids behind a value.

        >>> from pitboss.rules import load
        >>> load("catfish-blackjack").clauses("dealer.soft_17")
        ('BJ-DEAL-20',)
        """
        source = self.sources.get(path)
        return source.clauses if source else ()

    def cite(self, point: str) -> str:
        """The clause to name for a value or a point of procedure; empty where the document is silent.

        >>> from pitboss.rules import load
        >>> load("catfish-blackjack").cite("dealer.soft_17"), load("blackjack-v5").cite("no_such_point")
        ('BJ-DEAL-20', '')
        """
        clauses = self.clauses(point) or self.points.get(point, ())
        return clauses[0] if clauses else ""

    def rules_as(self, sections: type[Sections]) -> Sections:
        """Return the rules as those of one game.

        Raises:
            NotationError: it is a sheet of another game.
        """
        if not isinstance(self.rules, sections):
            wanted = next(game for game in GAME_RULES if GAME_RULES[game].sections is sections)
            raise NotationError(f'"{self.name}" is a sheet of {self.game}, not of {wanted}')
        return self.rules

    def written(self, path: str) -> Any:
        """The value as a TOML file holds it."""
        return self.fields[path].writer(self.values[path])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet) and (self.name, self.hash) == (other.name, other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)


def content_hash(game: str, fields: Mapping[str, Field], values: Mapping[str, Any]) -> str:
    """Return a hash of the rules alone: two sheets that play alike have the same one, whatever they are called.

    An option that came later and stands at its default is left out, so that hashes made before it stay.
    """
    written = {
        path: fields[path].writer(value) for path, value in values.items() if not _is_unsaid(fields[path], value)
    }
    text = json.dumps({"game": game, "values": written}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _is_unsaid(field: Field, value: Any) -> bool:
    return field.option is not None and field.option.later and value == field.default
