"""The people that a store knows, held against the log: everybody is there, with their role and password."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pitboss.service.audit.findings import Audit
from pitboss.service.floor.stream_names import person_named
from pitboss.service.people.accounts import password_mark, plain_name
from pitboss.service.tables.on_duty import is_visitor
from pitboss.store.rows import Rows

__all__ = ["check_keys", "check_passwords", "check_people"]

PLAYER = "player"
KEY_KIND = "person_key"


def check_people(
    rows: Rows, streams: Iterable[str], of_before: Iterable[str], roles: Mapping[str, str], audit: Audit
) -> None:
    """Find roles that nobody gave and people who are gone; a floor without accounts is skipped.

    An earlier program (``of_before``) noted neither: of somebody it made, only what was noted since is compared.
    """
    begun = {person_named(stream) for stream in streams}
    earlier = set(of_before)
    untold = {person_named(stream) for stream in earlier}
    known: dict[str, str] = {}
    for row in rows.walk("documents", ("key",), kind="person"):
        try:
            facts = json.loads(row["value"])
            known[facts["name"]] = facts["role"]
        except (ValueError, KeyError, TypeError):
            audit.found("documents", f"person {row['key']}", 0, "cannot be read")
    if not known:
        return
    if earlier:
        untold |= known.keys() - begun  # its staff had no stream of their own
    untold -= roles.keys()
    for name, role in sorted(known.items()):
        if name not in untold and role != (noted := roles.get(name, PLAYER)):
            audit.found("documents", f"person {name}", 0, f"is {role}; the last that the log notes is {noted}")
    there = begun | {name for name, role in roles.items() if role != PLAYER}
    for name in sorted(there - known.keys() - untold):
        if name and not is_visitor(name):
            audit.found("documents", f"person {name}", 0, "is in the log and has no account any more")


def check_passwords(rows: Rows, marks: Mapping[str, str], audit: Audit) -> None:
    """Find accounts with another password than the one that the log notes; a password never changes."""
    wanted = {plain_name(name): (name, mark) for name, mark in marks.items()}
    for row in rows.walk("documents", ("key",), kind="person"):
        name, mark = wanted.get(row["key"], ("", ""))
        try:
            found = password_mark(json.loads(row["value"])["password"])
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # which is found with the roles
        if mark and found != mark:
            audit.found("documents", f"person {name}", 0, "has another password than the log notes")


def check_keys(rows: Rows, forgotten: Iterable[str], audit: Audit) -> None:
    """Find keys of people whom the log calls forgotten: their details could be opened still."""
    gone = set(map(plain_name, forgotten))
    for row in rows.walk("documents", ("key",), kind=KEY_KIND):
        if row["key"] in gone:
            audit.found("documents", f"key of {row['key']}", 0, "is still there, though the person is forgotten")
