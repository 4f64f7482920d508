"""The clause register: every clause of the documents in our words, what carries it and which tests show it."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import tomli

from pitboss.rules.load import SHIPPED, load

__all__ = ["Clause", "Document", "clause", "clauses_of", "code_of", "document_of", "register", "tests_of", "values_of"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a document, or one point it leaves open (kind ``silent``)."""

    id: str
    document: str
    heading: str
    kind: str
    need: str
    text: str
    observable: str
    place: str = ""
    ambiguity: str = ""
    decision: str = ""
    options: tuple[str, ...] = ()
    same_as: str = ""

    @property
    def status(self) -> str:
        return "covered" if tests_of().get(self.id) else "open"

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "text": self.text,
            "kind": self.kind,
            "status": self.status,
            "code": list(code_of().get(self.id, ())),
            "tests": list(tests_of().get(self.id, ())),
            "need": self.need,
            "place": self.place,
            "observable": self.observable,
            "ambiguity": self.ambiguity,
            "decision": self.decision,
            "options": list(self.options),
            "values": list(values_of().get(self.id, ())),
            "same_as": self.same_as,
        }


@dataclass(frozen=True, slots=True)
class Document:
    """One rule document: its prefix, its sheet and its clauses in order."""

    prefix: str
    sheet: str
    title: str
    clauses: tuple[Clause, ...]
    own: bool = False
    """Whether the house wrote it, and no document that was given to us."""
    applies: tuple[str, ...] = ()
    """Documents of other games whose clauses apply as they stand where its sheet names them."""


@cache
def register() -> Mapping[str, Document]:
    """The documents by prefix, in the order of the shipped sheets."""
    folder = resources.files("pitboss.sheets").joinpath("clauses")
    found = [
        _document(tomli.loads(file.read_text(encoding="utf-8")))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    ]
    found.sort(key=lambda document: SHIPPED.index(document.sheet))
    return {document.prefix: document for document in found}


def _document(tables: dict[str, Any]) -> Document:
    about, headings = tables["document"], tables["headings"]
    entries = [*tables["clause"], *tables.get("silent", [])]
    about |= {"applies": tuple(about.get("applies", ()))}
    return Document(**about, clauses=tuple(_clause(entry, about["prefix"], headings) for entry in entries))


def _clause(entry: dict[str, Any], prefix: str, headings: Mapping[str, str]) -> Clause:
    group = entry["id"].split("-")[1]
    heading = headings["S" if entry["kind"] == "silent" else group]
    return Clause(**entry | {"options": tuple(entry.get("options", ()))}, document=prefix, heading=heading)


def document_of(sheet_name: str) -> Document:
    """The document behind a shipped sheet."""
    return next(document for document in register().values() if document.sheet == sheet_name)


@cache
def _by_id() -> Mapping[str, Clause]:
    return {clause.id: clause for document in register().values() for clause in document.clauses}


def clause(clause_id: str) -> Clause | None:
    return _by_id().get(clause_id)


def clauses_of(prefix: str | None = None) -> tuple[Clause, ...]:
    """All clauses, or those of one document."""
    return tuple(c for c in _by_id().values() if prefix in (None, c.document))


@cache
def values_of() -> Mapping[str, tuple[str, ...]]:
    """For each clause the paths of the values, or points of procedure, that come from it in its document's sheet."""
    found = defaultdict(list)
    for name in SHIPPED:
        sheet = load(name)
        named = {path: source.clauses for path, source in sheet.sources.items()} | dict(sheet.points)
        for path, clauses in named.items():
            for clause_id in clauses:
                if clause_id.startswith(f"{sheet.document}-"):
                    found[clause_id].append(path)
    return {clause_id: tuple(paths) for clause_id, paths in found.items()}


@cache
def tests_of() -> Mapping[str, tuple[str, ...]]:
    """For each clause the tests that show it, as recorded in the package by `python3 dev.py proofs`."""
    file = resources.files("pitboss.sheets").joinpath("clauses", "proofs.json")
    return {clause_id: tuple(tests) for clause_id, tests in json.loads(file.read_text(encoding="utf-8")).items()}


@cache
def code_of() -> Mapping[str, tuple[str, ...]]:
    """For each clause the lines of the package that name it, as ``module.py:line``; examples do not count.

    A side bet is carried out by its declaration, so that counts as code.
    """
    found = defaultdict(list)
    for path, file in _sources(resources.files("pitboss"), ""):
        if path.startswith(("cli/", "rules/")) and path != "rules/placard.py":
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for clause_id in _named(line):
                found[clause_id].append(f"{path}:{number}")
    return {clause_id: tuple(places) for clause_id, places in found.items()}


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A clause id, and a range of them; the prefixes are those of the documents in the register."""
    prefix = f"(?:{'|'.join(register())})"
    return re.compile(rf"\b{prefix}-[A-Z0-9]+(?:-[0-9A-Za-z]+)*\b"), re.compile(rf"({prefix}-[A-Z0-9]+-\d+) to (\d+)\b")


def _named(line: str) -> list[str]:
    """The clause ids that a line names.

    >>> _named("as BJ-KBPAY-1 to 3 say, and GC-OU-3")
    ['BJ-KBPAY-1', 'GC-OU-3', 'BJ-KBPAY-2', 'BJ-KBPAY-3']
    """
    one, several = _patterns()
    ids = one.findall(line)
    for first, last in several.findall(line):
        stem, low = first.rsplit("-", 1)
        ids += [f"{stem}-{number}" for number in range(int(low) + 1, int(last) + 1)]
    return ids


def _sources(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found += _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py") or path == "sheets/bets/":
            found.append((path + entry.name, entry))
    return found
