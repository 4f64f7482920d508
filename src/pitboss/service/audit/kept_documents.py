"""What is kept beside the log and is no part of it: each document is of a known kind, and is what the log says.

Accounts, their keys and checkpoints are looked at elsewhere, and tables that were kept within a round where they are
replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from pitboss.service.accounting.floor_totals import DOCUMENT as BOOKS
from pitboss.service.accounting.floor_totals import FORM, HouseTotals
from pitboss.service.accounting.link_totals import LinkTotals
from pitboss.service.accounting.table_totals import TableTotals
from pitboss.service.audit.findings import Audit, legible
from pitboss.service.floor.stream_names import HOUSE_STREAM, LINK, table_named
from pitboss.service.people.accounts import SIGN_IN_KIND, plain_name
from pitboss.store import Entry
from pitboss.store.rows import Row, Rows

__all__ = ["check_documents"]

ELSEWHERE: Final = frozenset({"person", "person_key", "checkpoint", "bookmark", "delivery"})
"""Kinds that something else checks, or that decide nothing."""


class Documents:
    """Goes through the documents of a store."""

    def __init__(self, rows: Rows, audit: Audit) -> None:
        self._rows, self._audit = rows, audit
        self._people = {row["key"]: _facts(row) for row in rows.walk("documents", ("key",), kind="person")}
        self._checks: Mapping[str, Callable[[str, dict[str, Any]], str]] = {
            "session": self._session, SIGN_IN_KIND: self._sign_in, "setup": self._setup, BOOKS: self._books,
        }  # fmt: skip

    def check(self) -> None:
        for row in self._rows.walk("documents", ("kind", "key")):
            kind = row["kind"]
            if kind in ELSEWHERE:
                continue
            try:
                check = self._checks.get(kind)
                what = check(row["key"], _facts(row)) if check else "is of a kind that no program of this version keeps"
            except (ValueError, LookupError, TypeError, AttributeError, AssertionError, msgspec.MsgspecError) as error:
                what = f"cannot be read: {type(error).__name__}: {error}"
            if what:
                self._audit.found("documents", f"{legible(kind)} {row['key']}", 0, what)

    def _session(self, key: str, facts: dict[str, Any]) -> str:
        """Sessions are not in the log; that they are somebody's is."""
        return "" if plain_name(facts["person"]) in self._people else f"is of {facts['person']}, who has no account"

    def _sign_in(self, key: str, facts: dict[str, Any]) -> str:
        if not (name := facts.get("person", "")):
            return ""  # a name that is being taken just now
        called = self._people.get(plain_name(name), {}).get("called", "")
        return "" if called == key else f"leads to {name}, who signs in by another name"

    def _setup(self, key: str, facts: dict[str, Any]) -> str:
        there = any(one.get("role") == "administrator" for one in self._people.values())
        return "opens the floor to a further first administrator" if there and facts["hash"] else ""

    # the sums that reports go on from

    def _books(self, stream: str, facts: dict[str, Any]) -> str:
        if facts["form"] != FORM:
            return ""  # an earlier program's: they are made again
        kept = json.loads(facts["sums"])
        fresh = LinkTotals() if stream == LINK else TableTotals(table_named(stream))
        days = self._days()
        for entry in self._entries(stream):
            if entry.version > kept["version"]:
                break
            fresh.take(entry, days)
        if (fresh.version, fresh.hash) != (kept["version"], kept["hash"]):
            return ""  # of another log: they are made again
        made = json.loads(json.dumps(msgspec.to_builtins(fresh)))
        return "" if _whole_days(made) == _whole_days(kept) else "has other sums than the log gives"

    def _days(self) -> Any:
        house = HouseTotals()
        for entry in self._entries(HOUSE_STREAM):
            house.take(entry, house.days)
        return house.days

    def _entries(self, stream: str) -> Iterator[Entry]:
        for row in self._rows.walk("entries", ("version",), stream=stream):
            yield Entry(**{name: row[name] for name in Entry.__struct_fields__})


def check_documents(rows: Rows, audit: Audit) -> None:
    """Find documents that nobody keeps, that lead to nobody, or that say something else than the log."""
    Documents(rows, audit).check()


def _facts(row: Row) -> dict[str, Any]:
    try:
        found = json.loads(row["value"])
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _whole_days(totals: dict[str, Any]) -> dict[str, Any]:
    """Sums without the quarters of an hour, which are dropped whenever somebody looks."""
    cells = totals["cells"]
    days = {time: sums for time, sums in cells["sums"].items() if len(time) == 10}
    return {**totals, "cells": {**cells, "sums": days}}
