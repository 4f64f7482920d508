"""Game recall: a finished round replayed from the log, as one person could see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace as replaced

from pitboss.cards import UNKNOWN
from pitboss.errors import PitbossError
from pitboss.games.actions import Reshuffled
from pitboss.games.game import ENGINES
from pitboss.games.round import Round
from pitboss.records import record_of, write
from pitboss.rules import SHIPPED, load
from pitboss.service.audit.past_balances import balances_during
from pitboss.service.floor.commands import encode
from pitboss.service.floor.event_json import plain
from pitboss.service.floor.floor import Floor, Unknown
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.floor.streams import TableChange, TableStream
from pitboss.service.tables.card_promises import commitment_of
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.viewers import seen_events, viewer_of
from pitboss.shoe.commitment import openings_json
from pitboss.store import Entry
from pitboss.store.contract import Round as RoundRow

__all__ = ["Recalled", "recall"]


@dataclass(frozen=True)
class Recalled:
    """A round as it was, and as somebody saw it."""

    live: Live
    """The table when the last card was down and every wager settled."""
    entries: tuple[Entry, ...]
    steps: tuple[tuple[Any, ...], ...]
    """What the person saw at each entry."""
    person: str
    changes: tuple[TableChange, ...] = ()
    """What each entry did, secrets and all."""
    balances: tuple[int, ...] = ()
    """What the person had before the round and after each entry; empty where that was not asked for."""

    @property
    def round(self) -> Round:
        assert self.live.round is not None
        return self.live.round

    @property
    def slots(self) -> list[int]:
        """The cards of the round that the person saw, by their places in the dealing order."""
        if self.live.declared:
            return []  # nobody had promised them
        viewer = viewer_of(self.live, self.person or None)
        seen = [viewer.see(event) for event in self.round.events]  # what was retracted is not among them
        return ENGINES[self.live.sheet.game].seen_slots(self.round, seen)

    def openings(self) -> str:
        """What proves the cards that the person saw against the commitment of the shuffle."""
        if self.live.declared:
            raise Unknown("history.real_cards")
        if any(isinstance(action, Reshuffled) for action, _ in self.round.inputs):
            raise Unknown("history.shuffled_again")
        commitment, cut = commitment_of(self.live)
        return openings_json(commitment, self.slots, cut=cut)

    def record(self) -> str:
        """A hand record of it, with ``??`` for the cards that the person did not see."""
        sheet, content = self.round.sheet, self.round.sheet.content
        taken = record_of(self.round, sheet=sheet.name, sets=content.sets, name=f"{self.live.id} {self.number}")
        brought = sheet.name in SHIPPED and load(sheet.name).content.texts == content.texts
        record = replaced(taken, sheet_text=sheet.text_hash, texts=() if brought else content.texts)
        if self.live.declared:
            return write(record)
        shown = {slot - self.round.start for slot in self.slots}
        cards = tuple(card if at in shown else UNKNOWN for at, card in enumerate(record.cards))
        return write(replaced(record, cards=cards, events_hash="") if cards != record.cards else record)

    @property
    def number(self) -> int:
        return self.live.table.rounds

    def steps_json(self) -> bytes:
        """The round step by step, as the pages and programs read it."""
        before, *after = self.balances or (None,) * (len(self.entries) + 1)
        steps = [
            {
                "version": entry.version,
                "at": entry.at,
                "actor": entry.actor,
                "engine": entry.engine,
                "schema": entry.schema,
                "events": [plain(event) for event in step],
                "balance": had,
            }
            for entry, step, had in zip(self.entries, self.steps, after, strict=True)
        ]
        about = {"table": self.live.id, "round": self.number, "sheet_hash": self.round.sheet.hash}
        about["sheet_text"] = self.round.sheet.text_hash
        return encode({**about, "balance_before": before, "steps": steps})


def recall(floor: Floor, table: str, number: int, *, person: str = "", with_balances: bool = False) -> Recalled:
    """A finished round by its number, as a person saw it, with what they had; without one, as anybody at the table."""
    found = floor.store.rounds(stream=table_stream(table), number=number, limit=1)
    if not found:
        raise Unknown("history.no_round", table=table, round=number)
    changes = _replayed(floor, found[0])
    viewer = viewer_of(changes[-1].state, person or None)
    steps = tuple(seen_events(viewer, change.events) for change in changes)
    over = next(change.state for change in reversed(changes) if _over(change))
    entries = tuple(change.entry for change in changes)
    had = balances_during(floor.store, person, entries) if person and with_balances else ()
    return Recalled(over, entries, steps, person, tuple(changes), had)


def _over(change: TableChange) -> bool:
    return change.state.round is not None and change.state.round.over


def _replayed(floor: Floor, round_: RoundRow) -> list[TableChange]:
    """The changes of a round, from the snapshot before it on."""
    stream = TableStream(round_.stream, floor.sheets)
    stream.load(floor.store, floor.keys, upto=round_.first - 1)
    caught_up = stream.catch_up(floor.store, floor.keys, upto=round_.last)
    changes = [change for change in caught_up if change.entry.version >= round_.first]
    if not changes:
        raise PitbossError(f"the log of {round_.stream} lacks round {round_.number}")
    return changes
