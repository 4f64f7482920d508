"""The house against the tables and the link: tables open on approved sheets, meters change by two people.

It reads the log in the order it was written, so that an approval that came too late is seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.rules import sheet_of
from pitboss.service.audit.findings import Audit
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.recorded import TableCommand
from pitboss.service.floor.stream_names import HOUSE_STREAM, LINK, sheet_named, table_named
from pitboss.store.rows import Row

__all__ = ["Decisions"]

_CHANGES = ("MeterRaised", "MeterLowered")


@dataclass(frozen=True)
class Changed:
    """A meter that the house has decided to change: which entry said so, when, and from what to what."""

    version: int
    at: int
    meter: str
    before: int
    after: int


class Decisions:
    """What the house has decided so far, held against what was done."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._approved: dict[str, tuple[str, str, str, str]] = {}
        """Sheet, its hash, those of the placard and of the text, by the proposal they were approved under."""
        self._changed: dict[str, Changed] = {}
        self._texts: dict[str, tuple[str, str]] = {}
        """Sheets and their hashes, by the hash of the text that the log keeps."""

    def hear(self, row: Row) -> None:
        if row["stream"] == HOUSE_STREAM:
            self._decided(row)
        elif text := sheet_named(row["stream"]):
            kept: c.KeepSheet = decode(row["command"], c.KeepSheet)
            sheet = sheet_of(kept.content)
            self._texts[text] = sheet.name, sheet.hash
        elif row["stream"] == LINK and any(name in row["events"] for name in _CHANGES):
            self._change(row)
        elif table_named(row["stream"]) and '"TableOpened"' in row["events"]:
            self._open(row)

    def _decided(self, row: Row) -> None:
        for event in _events(row):
            match event["type"]:
                case "SheetApproved":
                    terms = event["sheet"], event["after"], event["placard"], event.get("text", "")
                    self._approved[event["proposal"]] = terms
                    name, hash_, _, text = terms
                    if text and self._texts.get(text) != (name, hash_):
                        self._found(row, f"approves {event['sheet']} with a text that the log does not keep")
                case "MeterChangeApplied":
                    self._changed[event["proposal"]] = Changed(
                        row["version"], row["at"], event["meter"], event["before"], event["after"]
                    )

    def _open(self, row: Row) -> None:
        command: TableCommand = decode(row["command"], TableCommand)
        assert isinstance(command, c.OpenTable)
        *terms, text = self._approved.get(command.approval, ("", "", "", ""))
        opened = [command.sheet, command.sheet_hash, command.placard]
        if terms != opened or text not in ("", command.text):  # an earlier program approved without the text
            self._found(row, "opens a table on a sheet that the house had not approved")

    def _change(self, row: Row) -> None:
        for event in _events(row):
            if event["type"] not in _CHANGES:
                continue
            decided = self._changed.pop(event["proposal"], None)
            done = row["at"], event["meter"], event["before"], event["after"]
            if decided is None or (decided.at, decided.meter, decided.before, decided.after) != done:
                self._found(row, "changes a meter otherwise than two people of the house have decided")

    def end(self) -> None:
        for decided in self._changed.values():
            what = f"changes the {decided.meter}, which the link never got"
            self._audit.found("entries", HOUSE_STREAM, decided.version, what)

    def _found(self, row: Row, what: str) -> None:
        self._audit.found("entries", row["stream"], row["version"], what)


def _events(row: Row) -> list[JsonObject]:
    events: list[JsonObject] = decode(row["events"], list[JsonObject])
    return events
