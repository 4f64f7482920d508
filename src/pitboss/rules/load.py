"""Load a sheet: find it, lay house over document, read every value, and report all defects at once."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.errors import Defect, NotationError, SheetError
from pitboss.money import Odds
from pitboss.options import Field, fields_of
from pitboss.registry import GAMES
from pitboss.rules.check import Unreadable, problems
from pitboss.rules.content import Content, Text
from pitboss.rules.declared_bets import SheetTables, with_declared_bets
from pitboss.rules.game import FELTS, GAME_RULES
from pitboss.rules.read import (
    HEAD,
    MOST_CHARACTERS,
    OFFERED,
    STRANGE,
    Leaf,
    Leaves,
    find_path,
    leaf_fields,
    overlay,
    overlay_points,
    parse_toml,
)
from pitboss.rules.sheet import Departure, Sheet, Source, content_hash
from pitboss.sheets import SHIPPED, sheet_text

__all__ = ["SHIPPED", "filed_sheet", "load", "parse_sheet", "proposed_sheet", "sheet_of"]

_LONGEST_CHAIN = 10

Finder = Callable[[str, "_Written"], "list[_Written]"]
"""How the sheet is found that another one extends, with those below it that are known at once."""


@dataclass(frozen=True, slots=True)
class _Written:
    """One file of a chain of sheets: its text, its tables and where it was found."""

    name: str
    text: str
    tables: dict[str, Any]
    folder: Path | None = None
    shipped: bool = False
    of_document: bool = False
    """Whether it is the sheet of a document: only such a one names clauses."""
    published: bool = False
    """Whether other sheets depart from it: one that came with the program, or one that stands on no other."""

    @property
    def reference(self) -> str:
        """What another sheet writes after `extends` to stand on this one."""
        return self.name if self.shipped else str((self.folder or Path()).resolve() / f"{self.name}.toml")

    @property
    def kept(self) -> Text:
        return Text(name=self.name, text=self.text, shipped=self.shipped)


def load(sheet: str | Path, *, sets: Iterable[str] = ()) -> Sheet:
    """A shipped sheet by name, or a house's own by path, with single values set on top.

    >>> load("catfish-blackjack").rules.dealer.soft_17
    'hit'
    >>> str(load("catfish-blackjack", sets=["soft_17=stand"]).departures[0])
    'dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)'
    """
    sets = tuple(sets)
    if sheet in SHIPPED and not sets:
        return _shipped(str(sheet))
    return _assemble(_chain(_find(sheet, None), _in_files), sets)


@cache
def _shipped(name: str) -> Sheet:
    return _assemble(_chain(_find(name, None), _in_files), ())


def parse_sheet(text: str, *, name: str = "sheet", folder: Path | None = None) -> Sheet:
    """A sheet from its text, as :func:`load` reads it from a file."""
    return _assemble(_chain(_Written(name, text, parse_toml(text, name), folder), _in_files), ())


def proposed_sheet(text: str, *, name: str, beside: Mapping[str, Content]) -> Sheet:
    """A sheet from a text that came from elsewhere: no file is read for it.

    It extends a shipped sheet, or one of those ``beside`` it by name.
    """
    return _assemble(_chain(_Written(name, text, parse_toml(text, name)), partial(_on_the_floor, beside)), ())


def filed_sheet(path: Path) -> Sheet:
    """A house's own sheet from its file, for a floor: it extends shipped sheets and files of its own folder alone."""
    if str(path) in SHIPPED:
        expected = "the .toml file of a sheet of your own"
        raise NotationError(f'"{path}" comes with the program and has a table already', expected=expected)
    within = path.parent.resolve()
    return _assemble(_chain(_find(path, None), partial(_inside, within)), ())


def sheet_of(content: Content) -> Sheet:
    """The sheet of a content; it is read from that alone, whatever the program's own sheets are by now.

    >>> sheet_of(load("free-bet-blackjack").content) == load("free-bet-blackjack")
    True
    """
    chain = _marked(_read(content)[::-1])
    if ["extends" in written.tables for written in chain] != [False] + [True] * (len(chain) - 1):
        raise SheetError(chain[-1].name, [Defect("extends", "does not lead from each text to the next")])
    return _assemble(chain, content.sets)


def _find(sheet: str | Path, folder: Path | None) -> _Written:
    if sheet in SHIPPED:
        text = sheet_text(str(sheet))
        return _Written(str(sheet), text, parse_toml(text, str(sheet)), None, shipped=True)
    path = (folder or Path()) / sheet
    name = str(sheet)
    if path.suffix != ".toml":
        raise _no_sheet(name, "a name of `pitboss games` or a .toml file")
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        raise NotationError(f'cannot read the sheet "{name}": {reason}') from None
    return _Written(path.stem, text, parse_toml(text, name), path.parent)


def _no_sheet(name: str, expected: str) -> NotationError:
    near = difflib.get_close_matches(name, SHIPPED, cutoff=0.3)
    hint = f"perhaps {near[0]}; " if near else ""
    return NotationError(f'there is no sheet called "{name}"', expected=f"{hint}{expected}")


def _in_files(name: str, above: _Written) -> list[_Written]:
    return [_find(name, above.folder)]


def _inside(folder: Path, name: str, above: _Written) -> list[_Written]:
    """A sheet of a folder or of the program; a path that leads out of the folder is not followed."""
    if name not in SHIPPED and not ((above.folder or folder) / name).resolve().is_relative_to(folder):
        raise NotationError(f'"{name}" leads out of the folder of the sheet', expected="a file beside it, or below")
    return _in_files(name, above)


def _on_the_floor(beside: Mapping[str, Content], name: str, above: _Written) -> list[_Written]:
    """A sheet that the program or the floor has; a path is never followed."""
    if name in SHIPPED:
        return [_find(name, None)]
    if name not in beside:
        raise _no_sheet(name, "a name of `pitboss games`, or of a sheet that this house has approved")
    return _read(beside[name])


def _read(content: Content) -> list[_Written]:
    return [_Written(one.name, one.text, parse_toml(one.text, one.name), None, one.shipped) for one in content.texts]


def _chain(top: _Written, find: Finder) -> list[_Written]:
    """The sheet and all it extends, the one at the bottom first."""
    chain = [top]
    while "extends" in chain[-1].tables:
        if len(chain) >= _LONGEST_CHAIN:
            problem = f"goes round in a circle, or through more than {_LONGEST_CHAIN} sheets"
            raise SheetError(top.name, [Defect("extends", problem)])
        chain += _below(chain[-1], find)
    return _marked(chain[::-1])


def _marked(chain: list[_Written]) -> list[_Written]:
    """The chain with those of a document marked, and those that others depart from."""
    documents = [None, *(written.tables.get("document") for written in chain)]
    return [
        replace(
            written,
            of_document=written.tables.get("document") not in (None, below),
            published=written.shipped or written is chain[0],
        )
        for written, below in zip(chain, documents, strict=False)
    ]


def _below(written: _Written, find: Finder) -> list[_Written]:
    """The sheet that this one extends."""
    name = written.tables["extends"]
    if not isinstance(name, str):
        problem = Defect("extends", "is not the name of a sheet", "a name or a .toml file")
        raise SheetError(written.name, [problem])
    try:
        return find(name, written)
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
    sections, points, leaves = _laid_with(chain, game, sets, defects)
    for text in sets:
        path, leaf = _set(text, leaves, leaf_fields(sections))
        leaves[path] = leaf
    reading = _Reading(sections, leaves, defects)
    rules = reading.section(sections, "")
    reading.check_choices()
    defects += problems(game, rules)
    if defects:
        raise SheetError(top.name, defects)
    departures = tuple(reading.departures())
    if departures and top.shipped:
        head["house"] = ""  # a value that is set on top is not what that house has written
    return Sheet(
        **head,
        game=game,
        stands_on=_stands_on(chain, bool(sets)),
        base=_base(chain, bool(sets)),
        rules=rules,
        fields=MappingProxyType(reading.fields),
        values=MappingProxyType(reading.values),
        sources=MappingProxyType(reading.sources()),
        points=MappingProxyType(points),
        departures=departures,
        hash=content_hash(game, reading.fields, reading.values),
        content=Content(texts=tuple(written.kept for written in chain[::-1]), sets=sets),
    )


_OF_A_DECLARATION = ("title", "cards", "lines", "titles")
"""What a declared side bet says of itself: its section is made from it."""


def _laid_with(
    chain: list[_Written], game: str, sets: tuple[str, ...], defects: list[Defect]
) -> tuple[type, dict[str, tuple[str, ...]], Leaves]:
    """The same, single values set on top where they declare a side bet in other words."""
    found: list[Defect] = []
    sections, points, leaves = _laid(chain, game, found)
    declared: dict[str, dict[str, Any]] = {}
    for text in sets:
        path, leaf = _set(text, leaves, leaf_fields(sections))
        top, *rest = path.split(".")
        if top == "bets" and len(rest) > 1 and rest[1] in _OF_A_DECLARATION:
            *tables, key = rest
            table: dict[str, Any] = declared
            for name in tables:
                table = table.setdefault(name, {})
            table[key] = leaf.raw
    if declared:
        found = []
        sections, points, leaves = _laid([*chain, _Written("set", "", {"bets": declared})], game, found)
        if found:
            raise SheetError(chain[-1].name, [*defects, *found])
    defects += found
    return sections, points, leaves


def _laid(chain: list[_Written], game: str, defects: list[Defect]) -> tuple[type, dict[str, tuple[str, ...]], Leaves]:
    """The sections that a chain of sheets has, with its points and values laid over each other."""
    written_by = [SheetTables(written.tables, of_document=written.of_document) for written in chain]
    sections, declaring = with_declared_bets(GAME_RULES[game].sections, written_by, defects)
    points: dict[str, tuple[str, ...]] = {}
    leaves: Leaves = {}
    for written, tables in zip(chain, declaring, strict=True):
        if written.tables.get("game", game) != game:
            defects.append(Defect("game", f"is not the game of {written.tables['extends']}", game))
        points = overlay_points(points, written.tables, of_document=written.of_document, defects=defects)
        claimed = _claimed(written, game)
        leaves = overlay(
            leaves, tables, rules=sections, of_document=written.of_document,
            published=written.published or bool(claimed), defects=defects,
        )  # fmt: skip
        if claimed:
            *_, theirs = _laid(_own(claimed), game, [])
            leaves = {path: replace(leaf, ground=theirs.get(path, STRANGE)) for path, leaf in leaves.items()}
    return sections, points, leaves


def _claimed(written: _Written, game: str) -> str:
    """The shipped sheet of the document that a house's own text says to be; what it says is held to that."""
    if written.shipped or not written.of_document:
        return ""
    known = (_shipped(name) for name in SHIPPED)
    return next((one.name for one in known if (one.document, one.game) == (written.tables["document"], game)), "")


def _document_at(chain: list[_Written], sets: bool) -> int:
    """Where the sheet stands that the values of the top lie on; -1 where it is a document that stands on none.

    A document's sheet stands on the one it extends, a house's values on the sheet of their document.
    """
    if chain[-1].of_document and not sets:
        return len(chain) - 2
    return max(at for at, written in enumerate(chain) if written.of_document)


def _stands_on(chain: list[_Written], sets: bool) -> str:
    at = _document_at(chain, sets)
    return chain[at].reference if at >= 0 else ""


def _base(chain: list[_Written], sets: bool) -> Sheet | None:
    at = _document_at(chain, sets)
    if at < 0:
        return None
    return _shipped(chain[at].name) if _is_the_programs(chain[: at + 1]) else _assemble(chain[: at + 1], ())


def _is_the_programs(chain: list[_Written]) -> bool:
    """Whether a shipped sheet is the one of this program, and not of an earlier one."""
    return chain[-1].shipped and all(
        written == known for written, known in zip(chain, _own(chain[-1].name), strict=False)
    )


@cache
def _own(name: str) -> list[_Written]:
    return _chain(_find(name, None), _in_files)


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
    if not top.shipped:  # a house that takes over a document is not the one that wrote it
        own = [written.tables["house"] for written in chain if not written.shipped and "house" in written.tables]
        head["house"] = own[-1] if own else ""
    head["name"] = top.tables.get("name", top.name)
    for key, value in head.items():
        if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
            defects.append(Defect(key, "cannot be read", "a line of text"))
    if head["felt"] not in ("", *FELTS):
        defects.append(Defect("felt", "is no felt that can be drawn", f"one of {', '.join(FELTS)}"))
    if not head["document"] and not defects:
        defects.append(Defect("document", "is missing", "the prefix of the clauses, such as BJ"))
    del head["game"]
    states = frozenset(key for written in chain if not written.shipped for key in HEAD if written.tables.get(key))
    return head | {"extends": tuple(written.name for written in chain[:-1][::-1]), "states": states}


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
    return path, replace(below, raw=raw)


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
        """Values outside what a document of the sheet fixes or lets the house choose."""
        added = set()
        for path, value in self.values.items():
            if path.endswith(f".{OFFERED}"):
                section = path.removesuffix(f".{OFFERED}")
                if (found := self._taken_in_or_out(section, path, value)) is not None:
                    added.add(section)
                    yield found
            elif path in self.leaves and not any(path.startswith(f"{section}.") for section in added):
                yield from self._departs(path, value)

    def _taken_in_or_out(self, section: str, path: str, value: bool) -> Departure | None:
        """A whole section that the document has not, or that it has and the house leaves out."""
        inside = (leaf.first for name, leaf in self.leaves.items() if name.startswith(f"{section}."))
        theirs = [leaf for leaf in inside if leaf.in_document]
        switch = self.leaves[path].first if path in self.leaves else STRANGE
        known = self.fields[path].reader(switch.document_raw) if switch.in_document else bool(theirs)
        if value == known:
            return None
        clauses = tuple(dict.fromkeys(clause for leaf in theirs for clause in leaf.clauses))
        return self._departure(path, value, known, clauses)

    def _departs(self, path: str, value: Any) -> Iterator[Departure]:
        """Where a value leaves the document that it rests on, and the one that this document departs from."""
        field, leaf = self.fields[path], self.leaves[path]
        for rests in (leaf, leaf.first) if leaf.ground else (leaf,):
            if not rests.in_document:
                if value != field.default:
                    yield self._departure(path, value, field.default, ())
            elif not _alike(value, known := self._known(field, rests)) and not self._allowed(field, value, rests.may):
                yield self._departure(path, value, known, rests.clauses)

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
    """Whether two values mean the same; the order of a list's members does not matter."""
    return bool(_members(one) == _members(other))


def _members(value: Any) -> Any:
    return frozenset(value) if isinstance(value, tuple) else value


def _amount(value: Any) -> Any:
    return value.ratio if isinstance(value, Odds) else value


def _shown(written: Any) -> str:
    if isinstance(written, list):
        return ", ".join(map(str, written)) or "none"
    return str(written).lower() if isinstance(written, bool) else str(written)
