"""What a floor knows of a finished round beside its record, for the report of an incident: who, when, and the money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.events import IrregularityDeclared, Ruled
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.rules.wager_words import wager_title
from pitboss.service.audit.recall import Recalled, recall
from pitboss.service.floor.events import PaidAgain, PaidOtherwise, PayoutReversed
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.floor.streams import TableChange, TableStream
from pitboss.service.money.corrections import ROUNDS
from pitboss.service.tables.live_table import Settled

__all__ = ["RoundPapers", "papers_of"]

Corrected = PaidOtherwise | PayoutReversed | PaidAgain


@dataclass(frozen=True)
class RoundPapers:
    """A round for its report."""

    record: str
    facts: tuple[tuple[str, str], ...]
    """Pairs of a name and what it is."""
    paid: dict[tuple[int, str, int], int]
    """What was paid in the end, by spot, wager and hand."""
    afterwards: tuple[str, ...]
    rulings: tuple[str, ...]


def papers_of(floor: Floor, table: str, number: int, *, person: str = "") -> RoundPapers:
    """A finished round and what was done about it later; its cards are those that the person saw, or anybody."""
    found, days = recall(floor, table, number, person=person), floor.house().days
    later = _after(floor, found, number)
    settled = next((mine for change in reversed(later) if (mine := _of_round(change, number))), [])
    paid: dict[tuple[int, str, int], int] = {}
    for one in settled:
        place = (one.spot, one.wager, one.hand)
        paid[place] = paid.get(place, 0) + one.paid
    after = tuple(_put_right(later, {one.version for one in settled}, days, found.live.sheet))
    return RoundPapers(found.record(), tuple(_facts(found, days)), paid, after, tuple(_rulings(found, days)))


def _after(floor: Floor, found: Recalled, number: int) -> list[TableChange]:
    """The changes from the end of the round on for as long as it can be corrected."""
    stream = TableStream(table_stream(found.live.id), floor.sheets)
    stream.load(floor.store, floor.keys, upto=found.entries[0].version - 1)
    changes = []
    for change in stream.catch_up(floor.store, floor.keys):
        if change.state.table.rounds > number + ROUNDS:
            break
        changes.append(change)
    return changes


def _of_round(change: TableChange, number: int) -> list[Settled]:
    return [one for one in change.state.settled if one.round == number]


# who and when


def _facts(found: Recalled, days: GamingDays) -> Iterator[tuple[str, str]]:
    first, last = found.entries[0], found.entries[-1]
    yield "Table", found.live.id
    yield "Round", str(found.number)
    yield "Gaming day", days.day_of(first.at)
    yield "Began", _time(days, first.at)
    yield "Ended", _time(days, last.at)
    dealers = dict.fromkeys(change.state.table.dealer for change in found.changes if change.state.table.dealer)
    yield "Dealer", ", ".join(dealers) or "nobody" if found.live.staffed else "dealt by the program"
    called = dict.fromkeys(entry.actor for entry in found.entries if entry.role in ("floor", "shift_manager"))
    if called:
        yield "Supervisor", ", ".join(called)
    yield "Log", f"entries {first.version} to {last.version} of {first.stream}, hash {last.hash[:16]}"


def _time(days: GamingDays, at: int) -> str:
    rule = days.rule_at(at)
    return f"{rule.local(at):%Y-%m-%d %H:%M:%S} ({rule.zone})"


# what was ruled, and what was put right


def _rulings(found: Recalled, days: GamingDays) -> Iterator[str]:
    """Who declared and who ruled, and when; what they said stands with the events themselves."""
    for change in found.changes:
        for event in change.events:
            if isinstance(event, IrregularityDeclared | Ruled):
                did = "ruled" if isinstance(event, Ruled) else "declared it"
                yield f"{change.entry.actor} {did} at {_time(days, change.entry.at)}."


def _put_right(changes: list[TableChange], versions: set[int], days: GamingDays, sheet: Sheet) -> Iterator[str]:
    reversals: set[str] = set()
    for change in changes:
        for event in change.events:
            if isinstance(event, PaidOtherwise | PayoutReversed) and event.settled in versions:
                reversals |= {event.correction} if isinstance(event, PayoutReversed) else set()
                yield f"{_time(days, change.entry.at)}: {_told(event, sheet)}"
            elif isinstance(event, PaidAgain) and event.correction in reversals:
                yield f"{_time(days, change.entry.at)}: {_told(event, sheet)}"


def _told(event: Corrected, sheet: Sheet) -> str:
    where = f"spot {event.spot}, {wager_title(sheet, event.wager)}, hand {event.hand + 1}"
    if isinstance(event, PaidOtherwise):
        note = f' "{event.note}"' if event.note else ""
        return f"{where}: {_signed(event.paid)} was paid where {_signed(event.due)} was due ({event.by}).{note}"
    if isinstance(event, PayoutReversed):
        bearer = f"borne by {event.borne_by}"
        return f"{where}: {_signed(event.cents)} was taken back, {bearer} ({event.by}, {event.reason})."
    return f"{where}: {_signed(event.cents)} was paid instead ({event.by}, {event.reason})."


def _signed(cents: int) -> str:
    return f"-{dollars(-cents)}" if cents < 0 else dollars(cents)
