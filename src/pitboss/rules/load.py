"""Load a sheet: find it, lay house over document, read every value, and report all defects at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.errors import Defect, NotationError, SheetError
from pitboss.money import Odds
from pitboss.options import Field, fields_of
from pitboss.registry import GAMES
from pitboss.rules.check import Unreadable, problems
from pitboss.rules.declared_bets import Declaring, with_declared_bets
from pitboss.rules.game import FELTS, GAME_RULES
from pitboss.rules.read import HEAD, OFFERED, Leaf, Leaves, find_path, leaf_fields, overlay, overlay_points, parse_toml
from pitboss.rules.sheet import Departure, Sheet, Source, content_hash

__all__ = ["SHIPPED", "load", "parse_sheet"]

SHIPPED = (
    "catfish-blackjack",
    "ultimate-texas-holdem",
    "games-of-chance-blackjack",
    "free-bet-blackjack",
    "blackjack-v5",
    "crazy-4-poker",
)
"""The sheets that come with Pitboss."""

_LONGEST_CHAIN = 10


@dataclass(frozen=True, slots=True)
class _Written:
    """One file of a chain of sheets: its tables and where it was found."""

    name: str
    tables: dict[str, Any]
    folder: Path | None
    shipped: bool = False
    of_document: bool = False

    @property
    def reference(self) -> str:
        """What another sheet writes after `extends` to stand on this one."""
        return self.name if self.shipped else str((self.folder or Path()).resolve() / f"{self.name}.toml")


def load(sheet: str | Path, *, sets: Iterable[str] = ()) -> Sheet:
    """A shipped sheet by name, or a house's own by path, with single values set on top.

    >>> load("catfish-blackjack").rules.dealer.soft_17
    'hit'
    >>> str(load("catfish-blackjack", sets=["soft_17=stand"]).departures[0])
    'dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)'
    """
    sets = tuple(sets)
    return _shipped(sheet) if sheet in SHIPPED and not sets else _assemble(_chain(_find(sheet, None)), sets)


@cache
def _shipped(name: str) -> Sheet:
    return _assemble(_chain(_find(name, None)), ())


def parse_sheet(text: str, *, name: str = "sheet", folder: Path | None = None) -> Sheet:
    """A sheet from its text, as :func:`load` reads it from a file."""
    return _assemble(_chain(_Written(name, parse_toml(text, name), folder)), ())


def _find(sheet: str | Path, folder: Path | None) -> _Written:
    if sheet in SHIPPED:
        text = resources.files("pitboss.sheets").joinpath(f"{sheet}.toml").read_text(encoding="utf-8")
        return _Written(str(sheet), parse_toml(text, str(sheet)), None, shipped=True)
    path = (folder or Path()) / sheet
    name = str(sheet)
    if path.suffix != ".toml":
        near = difflib.get_close_matches(name, SHIPPED, cutoff=0.3)
        hint = f"perhaps {near[0]}; " if near else ""
        raise NotationError(
            f'there is no sheet called "{name}"', expected=f"{hint}a name of `pitboss games` or a .toml file"
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        raise NotationError(f'cannot read the sheet "{name}": {reason}') from None
    return _Written(path.stem, parse_toml(text, name), path.parent)


def _chain(top: _Written) -> list[_Written]:
    """The sheet and all it extends, the one at the bottom first, those of a document marked."""
    chain = [top]
    while "extends" in chain[0].tables:
        if len(chain) >= _LONGEST_CHAIN:
            problem = f"goes round in a circle, or through more than {_LONGEST_CHAIN} sheets"
            raise SheetError(top.name, [Defect("extends", problem)])
        chain.insert(0, _below(chain[0]))
    documents = [None, *(written.tables.get("document") for written in chain)]
    return [
        replace(written, of_document=written.tables.get("document") not in (None, below))
        for written, below in zip(chain, documents, strict=False)
    ]


def _below(written: _Written) -> _Written:
    """The sheet that this one extends."""
    name = written.tables["extends"]
    if not isinstance(name, str):
        problem = Defect("extends", "is not the name of a sheet", "a name or a .toml file")
        raise SheetError(written.name, [problem])
    try:
        return _find(name, written.folder)
    except SheetError:
        raise
    except NotationError as error:
        raise SheetError(written.name, [Defect("extends", error.what, error.expected)]) from None


def _assemble(chain: list[_Written], sets: tuple[str, ...]) -> Sheet:
    top = chain[-1]
    defects: list[Defect] = []
    head = _head(chain, defects, approved=not sets)
    game = chain[0].tables.get("game")
    if not isinstance(game, str) or game not in GAMES:
        expected = f'extends = "catfish-blackjack" or game = {" or ".join(GAMES)}'
        raise SheetError(top.name, [*defects, Defect("game", "is missing or not known", expected)])
    if not chain[0].of_document:
        raise SheetError(top.name, [*defects, Defect("document", "is missing", "extends, or a document of its own")])
    head["felt"] = head["felt"] or GAME_RULES[game].felt
    written_by = [Declaring(written.tables, of_document=written.of_document) for written in chain]
    sections, declaring = with_declared_bets(GAME_RULES[game].sections, written_by, defects)
    if defects:
        raise SheetError(top.name, defects)
    leaves: Leaves = {}
    points: dict[str, tuple[str, ...]] = {}
    for written, tables in zip(chain, declaring, strict=True):
        if written.tables.get("game", game) != game:
            defects.append(Defect("game", f"is not the game of {written.tables['extends']}", game))
        points = overlay_points(points, written.tables, of_document=written.of_document, defects=defects)
        leaves = overlay(leaves, tables, rules=sections, of_document=written.of_document, defects=defects)
    for text in sets:
        path, leaf = _set(text, leaves, leaf_fields(sections))
        leaves[path] = leaf
    reading = _Reading(sections, leaves, defects)
    rules = reading.section(sections, "")
    reading.check_choices()
    defects += problems(game, rules)
    if defects:
        raise SheetError(top.name, defects)
    return Sheet(
        **head,
        game=game,
        stands_on=_stands_on(chain, bool(sets)),
        rules=rules,
        fields=MappingProxyType(reading.fields),
        values=MappingProxyType(reading.values),
        sources=MappingProxyType(reading.sources()),
        points=MappingProxyType(points),
        departures=tuple(reading.departures()),
        hash=content_hash(game, reading.fields, reading.values),
    )


def _stands_on(chain: list[_Written], sets: bool) -> str:
    """A document's sheet stands on the one it extends, a house's values on the sheet of their document."""
    if chain[-1].of_document and not sets:
        return chain[-2].reference if len(chain) > 1 else ""
    return [written for written in chain if written.of_document][-1].reference


def _head(chain: list[_Written], defects: list[Defect], *, approved: bool) -> dict[str, Any]:
    """What the sheet says of itself; all is inherited but what tells it from others, and the approval of its text."""
    top = chain[-1]
    head: dict[str, Any] = dict.fromkeys(HEAD, "")
    for written in chain:
        head |= {key: written.tables[key] for key in HEAD if key in written.tables}
    for key in ("approved_by", "approved_on"):
        head[key] = top.tables.get(key, "") if approved else ""
    for key in ("edition", "display_title", "about"):
        head[key] = top.tables.get(key, "")
    head["name"] = top.tables.get("name", top.name)
    for key, value in head.items():
        if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
            defects.append(Defect(key, "cannot be read", "a line of text"))
    if head["felt"] not in ("", *FELTS):
        defects.append(Defect("felt", "is no felt that can be drawn", f"one of {', '.join(FELTS)}"))
    if not head["document"] and not defects:
        defects.append(Defect("document", "is missing", "the prefix of the clauses, such as BJ"))
    del head["game"]
    return head | {"extends": tuple(written.name for written in chain[:-1][::-1])}


def _set(text: str, leaves: Leaves, known: Mapping[str, Field]) -> tuple[str, Leaf]:
    """One `key=value` of the command line."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise NotationError("cannot read a setting", text=text, expected="key=value such as soft_17=stand")
    path = find_path(key.strip(), known)
    below = leaves.get(path)
    raw = value.strip()
    if below is None:
        return path, Leaf(raw, in_document=False)
    return path, Leaf(raw, below.clauses, below.may, below.document_raw, below.in_document)


class _Reading:
    """The leaves of one sheet on their way to typed rules."""

    def __init__(self, rules: type, leaves: Leaves, defects: list[Defect]) -> None:
        self.rules, self.leaves, self.defects = rules, leaves, defects
        self.fields = dict(leaf_fields(rules))
        self.values: dict[str, Any] = {}

    def section(self, section: type, path: str) -> Any:
        values: dict[str, Any] = {}
        for field in fields_of(section).values():
            here = f"{path}.{field.name}" if path else field.name
            if field.section is None:
                values[field.attribute] = self._value(field, here)
            elif field.default is None and not field.required:
                values[field.attribute] = self._optional(field.section, here)
            else:
                values[field.attribute] = self.section(field.section, here)
        return section(**values)

    def _optional(self, section: type, path: str) -> Any:
        """A section that a sheet may leave out, or take out with `offered = false`."""
        switch = self.leaves.get(f"{path}.{OFFERED}")
        inside = [leaf for leaf in self.leaves if leaf.startswith(f"{path}.") and not leaf.endswith(f".{OFFERED}")]
        offered = (
            self._read(self.fields[f"{path}.{OFFERED}"], f"{path}.{OFFERED}", switch.raw) if switch else bool(inside)
        )
        if isinstance(offered, Unreadable):
            return None
        self.values[f"{path}.{OFFERED}"] = offered
        if offered:
            return self.section(section, path)
        strangers = [leaf for leaf in inside if not self.leaves[leaf].in_document]
        if strangers:
            self.defects.append(
                Defect(strangers[0], f"has no effect while {path} is not offered", f"{path}.offered = true")
            )
        return None

    def _value(self, field: Field, path: str) -> Any:
        leaf = self.leaves.get(path)
        if leaf is None:
            if field.required:
                self.defects.append(Defect(path, "is missing", field.expected))
                return Unreadable()
            if field.default is not None:
                self.values[path] = field.default
            return field.default
        self.values[path] = self._read(field, path, leaf.raw)
        return self.values[path]

    def _read(self, field: Field, path: str, raw: Any) -> Any:
        try:
            return field.reader(raw)
        except NotationError as error:
            problem = error.what if error.text is None else f'{error.what} in "{error.text}"'
            self.defects.append(Defect(path, problem, error.expected))
            return Unreadable()

    def check_choices(self) -> None:
        """What a document lets a house choose must itself be readable."""
        for path, leaf in self.leaves.items():
            field = self.fields[path]
            if leaf.raw is not leaf.document_raw and leaf.in_document:
                self._read(field, path, leaf.document_raw)
            if isinstance(leaf.may, dict) and set(leaf.may) == {"from", "to"}:
                choices = list(leaf.may.values())
                if not field.ordered:
                    self.defects.append(Defect(f"{path}.may", "is a range of what has no order", '"any" or a list'))
            elif isinstance(leaf.may, list):
                choices = leaf.may
            elif leaf.may in (None, "any") or (_goes_with(leaf.may) and leaf.may["with"] in self.leaves):
                continue
            else:
                expected = '"any", a list, { from, to } or { with = another amount }'
                self.defects.append(Defect(f"{path}.may", "cannot be read", expected))
                continue
            for choice in choices:
                self._read(field, f"{path}.may", choice)

    def sources(self) -> dict[str, Source]:
        return {
            path: Source(leaf.clauses, leaf.may)
            for path, leaf in self.leaves.items()
            if path in self.values and leaf.in_document
        }

    def departures(self) -> Iterator[Departure]:
        """Values outside what the document fixes or lets the house choose."""
        added = set()
        for path, value in self.values.items():
            if path.endswith(f".{OFFERED}"):
                section = path.removesuffix(f".{OFFERED}")
                theirs = [
                    leaf for name, leaf in self.leaves.items() if name.startswith(f"{section}.") and leaf.in_document
                ]
                switch = self.leaves.get(path)
                known = self.fields[path].reader(switch.document_raw) if switch and switch.in_document else bool(theirs)
                if value != known:
                    added.add(section)
                    clauses = tuple(dict.fromkeys(clause for leaf in theirs for clause in leaf.clauses))
                    yield self._departure(path, value, known, clauses)
                continue
            if any(path.startswith(f"{section}.") for section in added) or path not in self.leaves:
                continue
            leaf = self.leaves[path]
            field = self.fields[path]
            if not leaf.in_document:
                if value != field.default:
                    yield self._departure(path, value, field.default, ())
            elif not _alike(value, known := self._known(field, leaf)) and not self._allowed(field, value, leaf.may):
                yield self._departure(path, value, known, leaf.clauses)

    def _known(self, field: Field, leaf: Leaf) -> Any:
        """The document's value; of an amount that goes with another one, in proportion to what that one is now."""
        known = field.reader(leaf.document_raw)
        if not _goes_with(leaf.may):
            return known
        other = leaf.may["with"]
        return known * self.values[other] // self.fields[other].reader(self.leaves[other].document_raw)

    def _allowed(self, field: Field, value: Any, may: Any) -> bool:
        if isinstance(may, list):
            return any(_alike(field.reader(choice), value) for choice in may)
        if isinstance(may, dict) and not _goes_with(may):
            low, high = (_amount(field.reader(may[end])) for end in ("from", "to"))
            return bool(low <= _amount(value) <= high)
        return bool(may == "any")

    def _departure(self, path: str, value: Any, known: Any, clauses: tuple[str, ...]) -> Departure:
        field = self.fields[path]
        shown = "" if known is None else _shown(field.writer(known))
        return Departure(path, _shown(field.writer(value)), shown, clauses)


def _goes_with(may: Any) -> bool:
    return isinstance(may, dict) and set(may) == {"with"}


def _alike(one: Any, other: Any) -> bool:
    """Whether two values mean the same; the order in which a list names its members means nothing."""
    return bool(_members(one) == _members(other))


def _members(value: Any) -> Any:
    return frozenset(value) if isinstance(value, tuple) else value


def _amount(value: Any) -> Any:
    return value.ratio if isinstance(value, Odds) else value


def _shown(written: Any) -> str:
    if isinstance(written, list):
        return ", ".join(map(str, written)) or "none"
    return str(written).lower() if isinstance(written, bool) else str(written)
