"""The tables of this process and everybody who watches: each watcher is sent what their eyes may see."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.errors import IllegalAction
from pitboss.ledger import player as player_account
from pitboss.ledger import tray
from pitboss.progressive.link import Link
from pitboss.service.floor.commands import encode
from pitboss.service.floor.events import EntryRetracted
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.stream_names import table_named
from pitboss.service.floor.streams import AnyChange, TableChange
from pitboss.service.people.permissions import STAFF_ROLES
from pitboss.service.staff.views import staff_part, staff_shared
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.views import ChangeMessages, PlayerViewers, link_message, table_view

__all__ = ["ServedTable", "ServedTables", "Watcher"]

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Watcher:
    """A connection that watches a table or, without a table, the meters; ``send`` takes a message and never waits."""

    person: str
    send: Callable[[bytes], None]
    role: str = "player"


@dataclass(eq=False)
class ServedTable:
    """A table in this process: the lock that guards its changes, who watches, and when the dealer is due."""

    table: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    onlookers: PlayerViewers = field(default_factory=PlayerViewers)
    timer: asyncio.TimerHandle | None = None
    book: int = 0
    """What the books have in the tray of a staffed table, as far as this process has heard."""


class ServedTables:
    """The tables that this process has taken up or reads, by their names."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self.rooms: dict[str, ServedTable] = {}
        self.asleep: set[str] = set()
        """Tables that this version of the program cannot go on with."""
        self._meter_watchers: set[Watcher] = set()

    def room(self, table: str) -> ServedTable:
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = ServedTable(table)
        return room

    def sleep(self, table: str, trouble: Exception) -> None:
        """Leave a table as it stands, which another version of its sheet was dealt at or whose log is damaged.

        The rest opens.
        """
        self.rooms.pop(table, None)
        self.asleep.add(table)
        if isinstance(trouble, IllegalAction):
            log.warning("table %s stays asleep: %s; the program that dealt there can open it", table, trouble)
        else:
            log.error("table %s stays asleep: it cannot be replayed", table, exc_info=trouble)

    def tables(self) -> list[Live]:
        """Every table here, as it stands."""
        known = (self._floor.known_table(table) for table in sorted(self.rooms))
        return [stream.state for stream in known if stream is not None and stream.state is not None]

    # watching

    def watch(self, table: str, watcher: Watcher) -> Callable[[], None]:
        """Have a watcher sent every change of a table; returns the function that ends it."""
        room = self.room(table)
        room.watchers.add(watcher)
        return lambda: room.watchers.discard(watcher)

    def watch_meters(self, watcher: Watcher) -> Callable[[], None]:
        self._meter_watchers.add(watcher)
        return lambda: self._meter_watchers.discard(watcher)

    def publish(self, changes: Sequence[AnyChange], balances: Mapping[str, int] | None = None) -> None:
        """Send changes to whoever watches what they change."""
        for change in changes:
            if isinstance(change.state, Live):
                self._tell(change, balances or {})
        self.tell_meters(changes)

    def _tell(self, change: TableChange, balances: Mapping[str, int]) -> None:
        room = self.rooms.get(table_named(change.entry.stream))
        if room is None:
            return
        live = change.state
        room.book = balances.get(tray(live.id), room.book)
        retracted = any(isinstance(event, EntryRetracted) for event in change.events)
        if live.round_first == change.entry.version or retracted:
            room.onlookers.new_round()
        if not room.watchers:
            return
        if retracted:
            self._tell_anew(room, live, change.entry.version, balances)
            return
        messages = ChangeMessages(change, balances)
        made: dict[str, bytes] = {}
        for watcher in tuple(room.watchers):
            person = watcher.person if watcher.person in live.table.boxes else ""
            if watcher.role in STAFF_ROLES:
                continue
            if person not in made:
                made[person] = messages.to_player(person, room.onlookers.see(change, person))
            watcher.send(made[person])
        self._tell_staff(room, change.state, messages)

    def _tell_staff(self, room: ServedTable, live: Live, messages: ChangeMessages) -> None:
        """The staff gets what anybody sees, and its own part; what each can do is tried for each."""
        staff = [watcher for watcher in tuple(room.watchers) if watcher.role in STAFF_ROLES]
        common = staff_shared(live, book=room.book) if staff else {}
        made: dict[tuple[str, str], bytes] = {}
        for watcher in staff:
            key = watcher.role, watcher.person
            if key not in made:
                part = staff_part(live, common, role=watcher.role, person=watcher.person, book=room.book)
                made[key] = messages.to_staff(part)
            watcher.send(made[key])

    def _tell_anew(self, room: ServedTable, live: Live, version: int, balances: Mapping[str, int]) -> None:
        """After a retraction everybody gets the whole table: what they had heard of it is no longer so."""
        meters = self._floor.known_link()
        for watcher in tuple(room.watchers):
            person, balance = watcher.person, balances.get(player_account(watcher.person))
            view = table_view(
                live, version, person=person, balance=balance, link=meters, role=watcher.role, book=room.book
            )
            watcher.send(encode(view))

    def tell_meters(self, changes: Sequence[AnyChange]) -> None:
        """Send the meters to whoever watches them, where these changes have moved them."""
        for change in changes:
            if isinstance(change.state, Link):
                message = link_message(change.state, change.entry.version)
                for watcher in tuple(self._meter_watchers):
                    watcher.send(message)
