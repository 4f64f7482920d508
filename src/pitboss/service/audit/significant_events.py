"""Significant events: what surveillance, the shift manager and a regulator ask for, out of all streams of the log.

Jackpots, corrections, rulings, irregularities, meters, sheets, roles, counts that differ, retractions, the link, and
what became of people: each with when, who, in which role, before and after, why, and the clause. One table says which
events count and how they read; no code decides it. A manager who did not do it acknowledges what an entry holds.
"""

from __future__ import annotations

import csv
import io
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.money import dollars
from pitboss.rules import SHIPPED
from pitboss.rules.wager_words import wager_in_words
from pitboss.service.audit.log_by_time import entries_after, first_since
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.link import place_of, table_of
from pitboss.service.floor.stream_names import HOUSE_STREAM, LINK, person_named, table_named, table_stream
from pitboss.service.tables.on_duty import VISITOR
from pitboss.sheets.at_a_glance import glance
from pitboss.store import Entry, Store
from pitboss.words import shown_name, wording

__all__ = ["FIELDS", "Kind", "Significant", "as_csv", "check_acknowledgement", "harmless", "significant_events"]

Kind = Literal[
    "jackpot", "meter", "link", "correction", "ruling", "irregularity", "sheet", "proposal", "role", "count", "fill",
    "retraction", "exclusion", "limit", "conduct", "day", "cash", "comps", "retention", "result", "details",
    "acknowledgement", "program",
]  # fmt: skip
MOST: Final = 1000
"""Events that are given at once, the latest."""


class Significant(Struct, frozen=True, kw_only=True):
    """One event: when, where it stands in the log, who in which role, what, and why."""

    at: int
    stream: str
    version: int
    table: str
    who: str
    role: str
    kind: Kind
    what: str
    before: str
    after: str
    why: str
    clause: str
    acknowledged_by: str = ""
    acknowledged_at: int = 0


FIELDS: Final = Significant.__struct_fields__


class Reading(NamedTuple):
    """How an event is read: templates over its fields, and the field that must not be empty or 0."""

    kind: Kind
    what: str
    before: str = ""
    after: str = ""
    why: str = ""
    unless_nothing: str = ""


_BY_TWO: Final = "{why} (proposed by {proposed_by}, approved by {approved_by})"
_HANDS: Final = ("by", "proposed_by", "approved_by", "requested_by")
"""The fields of an event that name who has brought it about."""

READINGS: Final[Mapping[str, Reading]] = {
    # the house
    "ChangeProposed": Reading("proposal", "a change is proposed", "", "{change:change}", "{why}"),
    "ChangeApproved": Reading("proposal", "what {proposed_by} proposed is approved", "", "{change:change}", "{note}"),
    "ChangeRejected": Reading("proposal", "what {proposed_by} proposed is rejected", "", "{change:change}", "{why}"),
    "SheetApproved": Reading(
        "sheet", "tables open on {sheet:sheet} {sets:all}", "{before:hash}", "{after:hash}", _BY_TWO,
    ),
    "SheetWithdrawn": Reading("sheet", "no further table opens on {sheet:sheet}", "{before:hash}", "", _BY_TWO),
    "SheetKept": Reading("sheet", "the log keeps the text of {sheet:sheet}"),
    "LimitsApproved": Reading("limit", "limits of {table}", "", "{minimum:$} to {maximum:$}", _BY_TWO),
    "LimitsRuled": Reading("limit", "limits of open tables take two people", "", "{two_people}", _BY_TWO),
    "GamingDaySet": Reading("day", "gaming days begin at {starts}", "", "{zone}", _BY_TWO),
    "CashThresholdsSet": Reading("cash", "cash to note", "", "from {noted:$}, reported above {reported:$}", _BY_TWO),
    "CompRateSet": Reading("comps", "comps by exact theo", "", "{basis_points} hundredths of a percent", _BY_TWO),
    "RatingsRetentionSet": Reading("retention", "ratings are told", "", "for {days} days after a visit", _BY_TWO),
    "MeterChangeApplied": Reading("meter", "the {meter} is put right by the house", "{before:$}", "{after:$}", _BY_TWO),
    "ResultExplained": Reading("result", "the result of {table}, {period} of {day}", why="{why}"),
    "EventAcknowledged": Reading("acknowledgement", "entry {version} of {stream} is acknowledged", why="{note}"),
    "ProgramNoted": Reading("program", "{version} opens the floor, Python {python}", "{before:hash}", "{after:hash}"),
    "RoleNoted": Reading("role", "the role of {person}", "{before:words}", "{after:words}", "{why}"),
    # the link
    "JackpotAwarded": Reading("jackpot", "the {meter} is awarded to {id:hit}", after="{cents:$}"),
    "HitWithdrawn": Reading("jackpot", "the hit of {id:hit} is withdrawn", why="{reason}"),
    "AwardReturned": Reading("jackpot", "the {meter} is returned by {id:hit}", "{cents:$}", why="{reason:words}"),
    "MeterRestored": Reading("meter", "the {meter} stands without that award", "{before:$}", "{after:$}"),
    "MeterReset": Reading("meter", "the {meter} starts again", "{before:$}", "{after:$}"),
    "LinkWentDown": Reading("link", "the link is down", "up", "down", "{reason}"),
    "LinkWentUp": Reading("link", "the link is back", "down", "up"),
    # people
    "LimitSet": Reading("limit", "{limit:words} of {person}", "{before}", "{after}"),
    "PersonExcluded": Reading("exclusion", "{person} does not play", "{before:until}", "{until:until}"),
    "ConductRuled": Reading("conduct", "the conduct of {person}", "{before:words}", "{after:words}", "{why}"),
    "DetailsKept": Reading("details", "details of {person}: {fields:all}"),
    "DetailsSeen": Reading("details", "the details of {person} are looked at", why="{why}"),
    "PersonForgotten": Reading("details", "{person} is forgotten", why="{why}"),
    # tables
    "LimitsAnnounced": Reading("limit", "other limits are announced", "", "{minimum:$} to {maximum:$}", "{why}"),
    "LimitsChanged": Reading("limit", "other limits hold", "{before:limits}", "{after:limits}"),
    "JackpotHit": Reading("jackpot", "seat {spot} hits the {meter}"),
    "JackpotStep": Reading("jackpot", "seat {seat}: {step:words}", after="{cents:$}", why="{detail:words}"),
    "SensorsDiffer": Reading("irregularity", "chips and sensors differ", "{lit:all} lit", "{counted} counted"),
    "IrregularityDeclared": Reading("irregularity", "{kind:mistake}{spot:at}", why="{note}"),
    "Ruled": Reading("ruling", "{kind:mistake}{spot:at}", after="{choice:words}", why="{note}"),
    "RoundVoided": Reading("ruling", "the round is void", why="{why:mistake}"),
    "PaidOtherwise": Reading(
        "correction", "{wager:bet} of {player:name} was paid so", "{before:$}", "{paid:$}", "{note}",
    ),
    "PayoutReversed": Reading(
        "correction", "{correction}: {wager:bet} of {player:name} reversed", "{cents:$}", "", "{reason}",
    ),
    "PaidAgain": Reading(
        "correction", "{correction}: {wager:bet} of {player:name} paid again", "", "{cents:$}", "{reason}",
    ),
    "PayoutKept": Reading(
        "correction", "{player:name} keeps {wager:bet} of a void round, borne by the house", "", "{cents:$}",
    ),
    "TrayCounted": Reading("count", "the tray, {when}", "{book:$}", "{counted:$}", "{note}", "difference"),
    "TrayShort": Reading("count", "the tray is short by the books: a fill is wanted", after="{book:$}"),
    "DropCounted": Reading("count", "the drop box", "{book:$}", "{counted:$}", "{note}", "difference"),
    "TokesCounted": Reading("count", "the dealers' box", "{book:$}", "{counted:$}", "{note}", "difference"),
    "FillSigned": Reading("fill", "{kind} {slip} is signed for", "", "{cents:$}", "asked for by {requested_by}"),
    "FillCancelled": Reading("fill", "{kind} {slip} is not signed", "{cents:$}", "", "{reason}"),
    "EntryRetracted": Reading("retraction", "entry {version} is taken back"),
}  # fmt: skip
_WORTH_READING: Final = re.compile("|".join(f'"type":"{name}"' for name in READINGS))


def significant_events(
    store: Store,
    *,
    since: int = 0,
    until: int | None = None,
    table: str = "",
    kinds: Sequence[Kind] = (),
    most: int = MOST,
    unacknowledged: bool = False,
) -> list[Significant]:
    """What happened from a moment on and before another, at one table or anywhere; the latest, oldest first.

    With ``unacknowledged`` only what nobody has taken note of yet.
    """
    changes = _proposed(store)
    found = [
        event
        for stream, (last, _) in store.heads().items()
        if _asked(stream, table)
        for entry in _entries(store, stream, since, last)
        if (until is None or entry.at < until) and _WORTH_READING.search(entry.events)
        for event in _read(entry, changes)
        if (not kinds or event.kind in kinds) and (not table or event.table == table)
    ]
    found.sort(key=lambda event: (event.at, event.stream, event.version))
    known = _acknowledged(store, since)
    found = [replace(event, **known.get((event.stream, event.version), {})) for event in found]
    if unacknowledged:
        found = [event for event in found if not event.acknowledged_by and event.kind != "acknowledgement"]
    return found[-most:]


def _proposed(store: Store) -> dict[str, JsonObject]:
    """What each proposal would change: whoever approves or rejects one names it by its id alone."""
    last = store.heads([HOUSE_STREAM]).get(HOUSE_STREAM, (0, ""))[0]
    found: dict[str, JsonObject] = {}
    for entry in _entries(store, HOUSE_STREAM, 0, last):
        if '"ChangeProposed"' in entry.events:
            noted: list[JsonObject] = decode(entry.events, list[JsonObject])
            found |= {event["proposal"]: event["change"] for event in noted if event["type"] == "ChangeProposed"}
    return found


def _acknowledged(store: Store, since: int) -> dict[tuple[str, int], JsonObject]:
    """Who has taken note of which entry, and when; that is never before the entry itself."""
    last = store.heads([HOUSE_STREAM]).get(HOUSE_STREAM, (0, ""))[0]
    found: dict[tuple[str, int], JsonObject] = {}
    for entry in _entries(store, HOUSE_STREAM, since, last):
        if '"EventAcknowledged"' in entry.events:
            noted: list[JsonObject] = decode(entry.events, list[JsonObject])
            for event in noted:
                who = {"acknowledged_by": event["by"], "acknowledged_at": entry.at}
                found[event["stream"], event["version"]] = who
    return found


def check_acknowledgement(store: Store, stream: str, version: int, actor: str) -> None:
    """Refuse to take note of an entry that holds nothing significant, or that one has had a hand in."""
    entries = store.read(stream, after=version - 1, upto=version)
    if all(event.kind == "acknowledgement" for entry in entries for event in _read(entry, {})):
        raise IllegalAction("event.none_there")
    if any(actor in _who_did(entry) for entry in entries):
        raise IllegalAction("event.own")


def _who_did(entry: Entry) -> set[str]:
    """Everybody who has brought an entry about: who gave it, and who its events say proposed it or agreed to it."""
    events: list[JsonObject] = decode(entry.events, list[JsonObject])
    return {entry.actor, *(event[hand] for event in events for hand in _HANDS if event.get(hand))}


def _asked(stream: str, table: str) -> bool:
    """Whether a stream can have to do with a table; all do where none is asked for."""
    return not table or stream in (LINK, table_stream(table)) or bool(person_named(stream))


def _entries(store: Store, stream: str, since: int, last: int) -> Iterator[Entry]:
    first = first_since(store, stream, since, last=last) if since else 1
    return entries_after(store, stream, first - 1, last=last)


def _read(entry: Entry, changes: Mapping[str, JsonObject]) -> Iterator[Significant]:
    """The significant events of an entry; ``changes`` is what each proposal would change."""
    events: list[JsonObject] = decode(entry.events, list[JsonObject])
    for event in events:
        reading = READINGS.get(event["type"])
        if reading is None or (reading.unless_nothing and not event.get(reading.unless_nothing)):
            continue
        facts = {"person": _person(entry.stream), "change": changes.get(event.get("proposal", "")), **event}
        yield Significant(
            at=entry.at,
            stream=entry.stream,
            version=entry.version,
            table=_table(entry.stream, event),
            who=event.get("by") or entry.actor,
            role=entry.role,
            kind=reading.kind,
            what=_said(reading.what, facts),
            before=_said(reading.before, facts),
            after=_said(reading.after, facts),
            why=_said(reading.why, facts),
            clause=event.get("clause", ""),
        )


def _person(stream: str) -> str:
    """Return the person of a stream; for a guest at the tables only the name."""
    name = person_named(stream)
    return f"{name[:-1]}, a guest at the tables" if name.endswith(VISITOR) else name


def _table(stream: str, event: JsonObject) -> str:
    """The table that an event is about; empty where it is about none."""
    if stream == LINK:
        return table_of(event.get("id", ""))
    return table_named(stream) or str(event.get("table", ""))


class _Words(string.Formatter):
    """Templates in the words of the pit; what an event does not say is left out."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "")

    def format_field(self, value: Any, spec: str) -> str:
        match spec:
            case "$":
                return dollars(value) if isinstance(value, int) else ""
            case "hash":
                return str(value)[:12]
            case "words":
                return str(value).replace("_", " ")
            case "mistake":
                return wording("irregular.what_happened", {"kind": str(value)}).replace("_", " ") if value else ""
            case "at":
                return f", spot {value}" if value else ""
            case "hit":
                return place_of(str(value))
            case "name":
                return shown_name(str(value))
            case "bet":
                return wager_in_words(str(value))
            case "all":
                return " ".join(map(str, value))
            case "limits":
                return " to ".join(map(dollars, value))
            case "until":
                return "" if value is None else "for good" if value == 0 else f"until {_moment(value)}"
            case "change":
                return _change(value) if value else ""
            case "sheet":
                return _sheet(str(value))
        return str(value)


def _change(change: JsonObject) -> str:
    if change["type"] == "MeterChange":
        return f"{change['meter']} to {dollars(change['to'])}"
    if change["type"] == "GamingDay":
        return f"gaming days from {change['starts']} {change['zone']}"
    if change["type"] == "CashThresholds":
        return f"cash noted from {dollars(change['noted'])}, reported above {dollars(change['reported'])}"
    if change["type"] == "CompRate":
        return f"comps of {change['basis_points'] / 100:g} % of exact theo"
    if change["type"] == "RatingsRetention":
        return f"ratings told for {change['days']} days after a visit"
    if change["type"] == "LimitsRule":
        return "limits of open tables by two people" if change["two_people"] else "limits of open tables by one person"
    if change["type"] == "LimitsChange":
        return f"{change['table']} {dollars(change['minimum'])} to {dollars(change['maximum'])}"
    gone = "without " if change["type"] == "SheetWithdrawal" else ""
    sheet = " ".join((_sheet(change["sheet"]), *change.get("sets", ())))
    return f"{gone}{sheet}, version {change['sheet_hash'][:12]}"


def _sheet(name: str) -> str:
    """Return the game of a sheet that comes with the program; a house's own is called by the name it gave."""
    return glance(name).called if name in SHIPPED else name


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


_WORDS: Final = _Words()


def _said(template: str, facts: Mapping[str, Any]) -> str:
    return _WORDS.vformat(template, (), facts).strip()


def as_csv(events: Sequence[Significant]) -> str:
    """The events as a table with a heading line; text that a spreadsheet would take for a formula is quoted as text."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(FIELDS)
    for event in events:
        writer.writerow(harmless(getattr(event, name)) for name in FIELDS)
    return out.getvalue()


def harmless(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula, quoted as text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
