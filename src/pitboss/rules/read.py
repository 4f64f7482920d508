"""From TOML tables to leaves: one entry per value, with the place it was written and the clauses it names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any

import tomli

from pitboss.errors import Defect, NotationError, SheetError
from pitboss.options import TOUCHES, Field, Option, fields_of, walk

__all__ = [
    "HEAD", "MOST_CHARACTERS", "OFFERED", "STRANGE", "Leaf", "Leaves", "find_path", "leaf_fields", "overlay",
    "overlay_points", "parse_toml",
]  # fmt: skip

HEAD = (
    "name", "title", "display_title", "about", "game", "house", "felt", "document", "version", "edition", "approved_by",
    "approved_on", "extends",
)  # fmt: skip
"""What a sheet says of itself before its sections."""

PROCEDURE = "procedure"
"""The table that names the clause behind each point of procedure which no value carries."""

OFFERED = "offered"
MOST_CHARACTERS = 1_000_000
_MOST_HINTS = 50


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value as written, and what its document says about it.

    ``document_raw`` is the document's own value while a house's override lies on top of it; ``in_document`` is false
    for a value the document does not know.
    """

    raw: Any
    clauses: tuple[str, ...] = ()
    may: Any = None
    document_raw: Any = None
    in_document: bool = True
    ground: Leaf | None = None
    """What the document below says, where a house has a document of its own: departing from it is still told."""

    @property
    def first(self) -> Leaf:
        """What is said by the document that others depart from."""
        return self.ground or self


STRANGE = Leaf(None, in_document=False)
"""A value that no document states."""

Leaves = dict[str, Leaf]


def parse_toml(text: str, sheet: str) -> dict[str, Any]:
    """The tables of a TOML text; whatever is wrong with it becomes one clear line."""
    if len(text) > MOST_CHARACTERS:
        raise SheetError(sheet, [Defect("file", f"is longer than {MOST_CHARACTERS:,} characters")])
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise SheetError(sheet, [Defect("file", f"is not TOML: {error}")]) from None
    except RecursionError:
        raise SheetError(sheet, [Defect("file", "is nested too deeply")]) from None
    except ValueError:
        raise SheetError(sheet, [Defect("file", "holds a number or a date that is out of range")]) from None


@cache
def leaf_fields(section: type, path: str = "") -> Mapping[str, Field]:
    """Every value that a section and the sections in it can hold, by dotted path."""
    found: dict[str, Field] = {}
    for field in fields_of(section).values():
        here = f"{path}.{field.name}" if path else field.name
        if field.section is None:
            found[here] = field
        else:
            if not field.required and field.default is None:
                found[f"{here}.{OFFERED}"] = _switch(field.section)
            found |= leaf_fields(field.section, here)
    return found


@dataclass(frozen=True, slots=True)
class _Switch:
    offered: Annotated[bool, Option("", {True: "Offered.", False: "Not offered."})]


def _switch(section: type) -> Field:
    """Whether an optional section is in force; that touches whatever the values in it touch."""
    touched = {word for _, field in walk(section) if field.option for word in field.option.touches.split()}
    field = fields_of(_Switch)[OFFERED]
    assert field.option is not None
    return replace(field, option=replace(field.option, touches=" ".join(word for word in TOUCHES if word in touched)))


def overlay(
    below: Leaves,
    tables: Mapping[str, Any],
    *,
    rules: type,
    of_document: bool,
    published: bool,
    defects: list[Defect],
) -> Leaves:
    """Lay a sheet's tables over the leaves of the sheet it extends.

    What a published document says takes the place of what the one below it said; a house's own departs from that.
    """
    leaves = dict(below)
    known = leaf_fields(rules)
    for path, raw in _written(tables, known, defects):
        plain = not isinstance(raw, dict)
        if plain and not (of_document and published):
            leaves[path] = _house_value(below.get(path), raw)
        elif plain:
            leaves[path] = Leaf(raw, may="any", document_raw=raw)
        elif not of_document:
            defects.append(Defect(path, "names clauses, which only the sheet of a document may do", "the value alone"))
        else:
            leaf = _document_value(path, raw, defects)
            if leaf is not None:
                leaves[path] = leaf if published else replace(leaf, ground=below.get(path, STRANGE).first)
    return leaves


def overlay_points(
    below: Mapping[str, tuple[str, ...]], tables: Mapping[str, Any], *, of_document: bool, defects: list[Defect]
) -> dict[str, tuple[str, ...]]:
    """Lay the clauses a sheet names for points of procedure over those of the sheet it extends."""
    points = dict(below)
    written = tables.get(PROCEDURE, {})
    if not isinstance(written, dict) or (written and not of_document):
        defects.append(Defect(PROCEDURE, "names clauses, which only the sheet of a document may do"))
        return points
    for point, by in written.items():
        clauses = [by] if isinstance(by, str) else by
        if not isinstance(clauses, list) or not all(isinstance(clause, str) for clause in clauses):
            defects.append(Defect(f"{PROCEDURE}.{point}", "has clauses that cannot be read", '"BJ-DEAL-20" or a list'))
        else:
            points[point] = tuple(clauses)
    return points


def _house_value(document: Leaf | None, raw: Any) -> Leaf:
    if document is None:
        return Leaf(raw, in_document=False)
    return replace(document, raw=raw)


def _document_value(path: str, table: dict[str, Any], defects: list[Defect]) -> Leaf | None:
    unknown = sorted(set(table) - {"is", "by", "may"})
    if unknown or "is" not in table:
        problem = f"has the unknown key {unknown[0]!r}" if unknown else "has no value"
        defects.append(Defect(path, problem, "{ is = VALUE, by = [CLAUSES], may = … }"))
    if "is" not in table:
        return None
    by = table.get("by", [])
    by = [by] if isinstance(by, str) else by
    if not isinstance(by, list) or not all(isinstance(clause, str) for clause in by):
        defects.append(Defect(path, "has clauses that cannot be read", 'a list such as ["BJ-DEAL-20"]'))
        by = []
    return Leaf(table["is"], tuple(by), table.get("may"), table["is"])


def _written(tables: Mapping[str, Any], known: Mapping[str, Field], defects: list[Defect]) -> Iterable[tuple[str, Any]]:
    """Every value written in the tables, in order; what is unknown becomes a defect."""
    sections = {path.rsplit(".", depth)[0] for path in known for depth in range(1, path.count(".") + 1)}
    pending: list[tuple[str, Any]] = [(key, value) for key, value in tables.items() if key not in (*HEAD, PROCEDURE)][
        ::-1
    ]
    while pending:
        path, value = pending.pop()
        if path in known:
            yield path, value
        elif path in sections and isinstance(value, dict):
            pending += [(f"{path}.{key}", inner) for key, inner in value.items()][::-1]
        elif path in sections:
            defects.append(Defect(path, "is a section, not a value", f"[{path}] and its values"))
        else:
            expected = _nearest(path, [*known, *sections]) if len(defects) < _MOST_HINTS else ""
            defects.append(Defect(path, "is not known", expected))


def _nearest(path: str, candidates: Iterable[str]) -> str:
    near = difflib.get_close_matches(path, list(candidates))
    return f"perhaps {near[0]}" if near else "a value that `pitboss rules SHEET --options` lists"


def find_path(key: str, known: Iterable[str]) -> str:
    """The path a short key means: any unambiguous ending of it, dots and underscores alike.

    >>> find_path("trilux_mini_royal", ["bets.trilux.mini_royal", "dealer.soft_17"])
    'bets.trilux.mini_royal'
    """
    paths = list(known)
    if key in paths:
        return key
    section = [path for path in paths if path.startswith(f"{key}.")]
    if section:
        raise NotationError(f'"{key}" is a section with several values', expected=f"one of them, such as {section[0]}")
    ending = "_" + key.replace(".", "_")
    found = [path for path in paths if ("_" + path.replace(".", "_")).endswith(ending)]
    whole = [path for path in found if path.endswith(f".{key}")]
    for meant in (whole, found):
        if len(meant) == 1:
            return meant.pop()
    if found:
        raise NotationError(f'"{key}" could mean {", ".join(found)}', expected="one of them in full")
    near = difflib.get_close_matches(key, [*paths, *(path.rpartition(".")[2] for path in paths)])
    expected = f"perhaps {near[0]}" if near else "a value that `pitboss rules SHEET --options` lists"
    raise NotationError(f'there is no value called "{key}"', expected=expected)
