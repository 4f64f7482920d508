"""What must hold of a floor at any time, checked from its log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from pitboss.cards import DECK
from pitboss.errors import PitbossError
from pitboss.games.accounts import balances as round_balances
from pitboss.games.accounts import card_places
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import Event as RoundEvent
from pitboss.games.events import JackpotHit, ProgressiveLocked
from pitboss.ledger import (
    HOUSE,
    RESERVE,
    Posting,
    is_player,
    layout,
    link_postings,
    meter,
    round_postings,
    transfer,
    tray,
)
from pitboss.progressive.events import ContributionVoided, HitRegistered
from pitboss.progressive.link import Link
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import events_json
from pitboss.service.floor.link import table_of
from pitboss.service.floor.recorded import TableCommand, asked_kind
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import LINK, table_named
from pitboss.service.floor.streams import POSTERS, AnyChange, AnyStream, Stream, TableChange, stream_of
from pitboss.service.money import shortfalls
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.table_commands import due
from pitboss.shoe import Ceremony, fresh_decks
from pitboss.store import Entry, Store, entry_hash

__all__ = ["Broken", "Inspector", "require"]


class Broken(PitbossError):
    """Something that must always hold does not: a bug, and where it shows."""


def require(truth: object, what: str) -> None:
    if not truth:
        raise Broken(what)


EARLY_MS: Final = 50
"""What the clocks of several servers may differ by."""


class Inspector:
    """Reads a floor's log as it grows, replays it by itself, and holds every entry against what it must be.

    Chain, replay, postings, balances, cards and meters; and that nothing was done twice. It may only look while
    nobody writes.
    """

    def __init__(self, store: Store, keys: Keys) -> None:
        self._store, self._keys = store, keys
        self._streams: dict[str, AnyStream] = {}
        self._sums: Counter[str] = Counter()
        self._names: dict[tuple[str, str], tuple[str, int]] = {}
        self._wagered = self._hits = 0
        self.entries = self.rounds = 0

    def follow(self) -> None:
        """Read on to the end of every log, and balance the books."""
        heads = self._store.heads()
        for name, (version, digest) in heads.items():
            stream = self._streams.setdefault(name, stream_of(name, Sheets(self._store)))
            for entry in self._store.read(name, after=stream.version):
                self._take(stream, entry)
            require((stream.version, stream.hash) == (version, digest), f"{name} ends elsewhere than its head says")
        require(heads.keys() >= self._streams.keys(), "a stream is gone")
        self._check_books()

    def live(self) -> list[Live]:
        """The tables as the log has them."""
        return [stream.state for stream in self._streams.values() if isinstance(stream.state, Live)]

    def acknowledged(self, actor: str, name: str, stream: str, version: int) -> None:
        """What a person was told was done is in the log, where the answer said."""
        entry = self._store.find(actor, name)
        require(entry is not None, f"{actor} was told that {name} was done, and the log does not have it")
        assert entry is not None
        require((entry.stream, entry.version) == (stream, version), f"{actor} was told another place of {name}")

    def check_snapshots(self) -> None:
        """The latest snapshot of every stream is the state that replaying gives at its version."""
        for name, stream in self._streams.items():
            snapshot = self._store.snapshot(name)
            if snapshot is None:
                continue
            kept = self._keys.unseal(snapshot.sealed, f"{name} {snapshot.version}")
            twin: Stream[Any] = stream_of(name, Sheets(self._store))
            for _ in twin.catch_up(self._store, self._keys, upto=snapshot.version):
                pass
            same = twin.is_saved(kept, twin.current)
            require(same, f"the snapshot of {name} at {snapshot.version} is not what the log gives")
            require(stream.version >= snapshot.version, f"a snapshot of {name} is ahead of its log")

    # one entry

    def _take(self, stream: AnyStream, entry: Entry) -> None:
        where = f"{entry.stream} {entry.version}"
        require((entry.version, entry.previous) == (stream.version + 1, stream.hash), f"{where} breaks the chain")
        require(entry.hash == entry_hash(entry), f"{where} was changed")
        if entry.client:
            first = self._names.setdefault((entry.actor, entry.client), (entry.stream, entry.version))
            require(first == (entry.stream, entry.version), f"{where} was done before, as {first[0]} {first[1]}")
        before = stream.state
        if entry.role == "house" and isinstance(before, Live):
            self._check_due(before, entry)
        change: AnyChange = stream.replay(entry, self._keys)
        require(events_json(change.seen).decode() == entry.events, f"{where} replays to other events")
        self._check_postings(entry, change)
        self._count(change)
        stream.take_over(change)
        if isinstance(change.state, Live):
            self._check_cards(before, change.state)
        self.entries += 1

    def _check_due(self, before: Live, entry: Entry) -> None:
        """The automatic dealer does what is due, never before its time."""
        next_ = due(before)
        command: TableCommand = decode(entry.command, TableCommand)
        where = f"{entry.stream} {entry.version}"
        require(next_ is not None and asked_kind(command) is asked_kind(next_.command), f"{where} was not due")
        assert next_ is not None
        require(entry.at > next_.at - EARLY_MS, f"{where}: {type(command).__name__} {next_.at - entry.at} ms early")

    def _check_postings(self, entry: Entry, change: AnyChange) -> None:
        where = f"{entry.stream} {entry.version}"
        lines: list[Posting] = [Posting(*line) for line in _lines_of(entry)]
        require(sum(line.cents for line in lines) == 0, f"{where} makes or loses money")
        if isinstance(change.state, Live):
            moved = list(self._table_lines(entry, change))
            require(lines == moved, f"{where} moves other money than its events")
        elif isinstance(change.state, Link):
            require(lines == list(_link_lines(change)), f"{where} moves other money than the link did")
        for account, cents, _ in lines:
            self._sums[account] += cents

    def _table_lines(self, entry: Entry, change: TableChange) -> Iterable[Posting]:
        """The money of a round by its events; what the staff moves beside it is made anew."""
        table, live = table_named(entry.stream), change.state
        if change.before is None:
            return transfer(HOUSE, tray(table), live.opened.tray, "fill") if live.opened.tray else ()
        command: TableCommand = decode(entry.command, TableCommand)
        if isinstance(command, c.Retract) or asked_kind(command) in POSTERS:
            return [Posting(*line) for line in _lines_of(change.stream.recomputed(entry, self._keys).entry)]
        happened = [event for event in change.events if isinstance(event, RoundEvent)]
        lines = round_postings(table, {**change.prior.owners(), **live.owners()}, happened)
        return [*lines, *shortfalls.postings_of(table, change.events)]

    def _count(self, change: AnyChange) -> None:
        """What tables sent to the link, and what arrived there."""
        for event in change.events:
            match event:
                case ProgressiveLocked():
                    self._wagered += event.cents * len(event.spots)
                case ContributionVoided():
                    self._wagered -= event.wagers * _progressive_wager(change.state)
                case JackpotHit():
                    self._hits += 1
                case HitRegistered():
                    self._hits -= 1

    def _check_cards(self, before: object, live: Live) -> None:
        """Not a card more or less: of the shoe between rounds, of the layout when a round is over."""
        cards, round_ = live.table.cards, live.round
        if isinstance(round_, BlackjackRound) and round_.over and round_.order is not None:
            out = Counter(card_places(round_.events).all())
            reshuffled = any(type(event).__name__ == "CardsReshuffled" for event in round_.events)
            drawn = Counter(round_.order[round_.start : round_.next_card])
            require(reshuffled or out == drawn, f"{live.id}: other cards lie on the layout than were drawn")
        if isinstance(before, Live) and before.round is not None and round_ is None:
            self.rounds += bool(before.round.over)
        if round_ is None and isinstance(cards, Ceremony) and not live.declared:
            order = cards.shoe.order if cards.shoe is not None else cards.cards
            whole = Counter(fresh_decks(cards.rules.decks))
            require(not order or Counter(order) == whole, f"{live.id}: a card is missing, or there twice")
        elif round_ is None and not isinstance(cards, Ceremony) and not live.declared:
            for deck in cards.decks:
                require(Counter(deck.cards) == Counter(DECK), f"{live.id}: the {deck.name} deck is not whole")

    # all of it

    def _check_books(self) -> None:
        kept = {account: cents for account, cents in self._store.balances().items() if cents}
        require(kept == {name: cents for name, cents in self._sums.items() if cents}, "balances differ from the log")
        require(sum(kept.values()) == 0, "chips were made or lost")
        for account, cents in kept.items():
            require(cents >= 0 or not is_player(account), f"{account} is below nothing")
        for live in self.live():
            require(kept.get(layout(live.id), 0) == _on_layout(live), f"{live.id}: other chips lie on the layout")
        link = self._streams[LINK].state if LINK in self._streams else None
        if isinstance(link, Link):
            self._check_meters(link, kept)

    def _check_meters(self, link: Link, kept: dict[str, int]) -> None:
        require(link.difference() == 0, "the link's books do not balance")
        shown = (link.major, link.minor, link.reserve)
        booked = tuple(kept.get(account, 0) for account in (meter("major"), meter("minor"), RESERVE))
        require(shown == booked, f"the meters show {shown} and hold {booked}")
        require(link.wagered == self._wagered, "the link got other wagers than the tables took")
        require(self._hits == 0, "the tables and the link know different jackpots")


def _lines_of(entry: Entry) -> list[tuple[str, int, str]]:
    return decode(entry.postings, list[tuple[str, int, str]])


def _on_layout(live: Live) -> int:
    """What lies on the layout by the events of the round under way."""
    if live.round is None:
        return 0
    return sum(cents for account, cents in round_balances(live.round.events).items() if account.kind == "layout")


def _progressive_wager(link: object) -> int:
    assert isinstance(link, Link)
    return link.rules.wager


def _link_lines(change: AnyChange) -> Iterable[Posting]:
    link = change.state
    assert isinstance(link, Link)
    if change.before is None:
        seeds = ((meter("major"), link.major), (meter("minor"), link.minor))
        return [line for name, cents in seeds for line in transfer(HOUSE, name, cents, "seed")]
    ids = {event.id for event in change.events if hasattr(event, "id")}
    return link_postings(change.events, {id: table_of(id) for id in ids})
