"""The kinds of stream: each loads, replays, decides, posts and saves itself.

A stream is what this process knows of one part of the log: a table, a person, a learner, a sheet, the link, the
house or compliance. A change is what one entry does to it; nothing is changed before :meth:`Stream.take_over`.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from pitboss.engine import engine_of
from pitboss.errors import IllegalAction
from pitboss.games.events import Event as RoundEvent
from pitboss.ledger import (
    CAGE,
    HOUSE,
    RETRACTED,
    Posting,
    link_postings,
    meter,
    player,
    round_postings,
    transfer,
    tray,
)
from pitboss.progressive.link import Link
from pitboss.rules import Content
from pitboss.service.compliance.judgements import Judgements, decide_judgement
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.commands import decode, encode
from pitboss.service.floor.decisions import Poster
from pitboss.service.floor.event_json import events_json
from pitboss.service.floor.events import SheetKept
from pitboss.service.floor.house import House, decide_house
from pitboss.service.floor.link import decide_link, is_saved, opened_link, restore_link, save_link, table_of
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import (
    COMPLIANCE,
    HOUSE_STREAM,
    LINK,
    RATINGS,
    SCHOOL_STREAM,
    learner_named,
    paper_named,
    person_named,
    sheet_named,
    table_named,
)
from pitboss.service.money import corrections, counts_and_fills, progressive_payments, shortfalls
from pitboss.service.operations.keys import Keys
from pitboss.service.people.player_limits import Standing, decide_person
from pitboss.service.ratings.looks import Looks, decide_look
from pitboss.service.school.courses import SchoolBook, decide_school
from pitboss.service.school.learners import Learner, decide_learner
from pitboss.service.school.papers import PaperBook, decide_paper
from pitboss.service.tables import staffed
from pitboss.service.tables.bookmarks import EVERY, bookmarked
from pitboss.service.tables.live_table import Live, restore, save
from pitboss.service.tables.table_commands import decide, opened
from pitboss.service.tables.viewers import Viewer, seen_events, seen_so_far, viewer_of
from pitboss.store import GENESIS, Commit, Entry, Store, chained
from pitboss.store.contract import Round, Snapshot

__all__ = [
    "POSTERS", "Answer", "AnyChange", "AnyStream", "Change", "ComplianceStream", "HouseStream", "LearnerStream",
    "LinkStream", "PaperStream", "PersonStream", "Plan", "RatingsStream", "SchoolStream", "SheetStream", "Stream",
    "TableChange", "TableStream", "ends_a_round", "finished", "round_of", "sealed_input", "stream_of",
]  # fmt: skip

SNAPSHOT_EVERY: Final = 8
"""Rounds between two snapshots of a table."""
LINK_SNAPSHOT_EVERY: Final = 200
LEARNER_SNAPSHOT_EVERY: Final = 500

POSTERS: Final[Mapping[type[c.Command], Poster]] = {
    **staffed.POSTERS, **corrections.POSTERS, **progressive_payments.POSTERS, **counts_and_fills.POSTERS
}  # fmt: skip
"""The postings of commands that move money outside the round."""

StateT = TypeVar("StateT", Live, Link, House, Standing, Learner, SchoolBook, PaperBook, Content, Judgements, Looks)


class Change(msgspec.Struct, Generic[StateT], frozen=True):
    """What one entry does to a stream."""

    stream: Stream[StateT]
    entry: Entry
    before: StateT | None
    """The state before it; None where the entry is the first of its stream."""
    state: StateT
    events: tuple[Any, ...] = ()
    seen: tuple[Any, ...] = ()
    """The events as anybody could see them."""
    public: Viewer | None = None
    """At a table: what anybody has seen of the round under way."""
    lines: tuple[Posting, ...] = ()
    """The postings of its entry."""

    @property
    def prior(self) -> StateT:
        """The state before an entry that is not the first of its stream."""
        assert self.before is not None
        return self.before


@dataclass(slots=True)
class Stream(ABC, Generic[StateT]):
    """A stream as this process knows it."""

    name: str
    sheets: Sheets
    """Where the sheets are found that the log refers to."""
    version: int = 0
    hash: str = GENESIS
    state: StateT | None = None
    turn: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)
    """Whoever takes an entry over holds it: threads that read the same stream anew come one after the other."""
    commands: ClassVar[Any]
    """The union of the commands that its log holds."""

    # what each kind says for itself

    @abstractmethod
    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[StateT]:
        """Return what a command does; raise IllegalAction where it may not be done."""

    def postings(self, command: c.Command, change: Change[StateT]) -> tuple[Posting, ...]:
        """The money that a command moves."""
        return ()

    def saved(self, change: Change[StateT]) -> bytes | None:
        """The state after a change, as a snapshot keeps it; None where none is due."""
        return None

    def restored(self, octets: bytes) -> StateT | None:
        """The state that a snapshot has kept; None where it cannot be gone on from."""
        return None

    def is_saved(self, octets: bytes, state: StateT) -> bool:
        """Whether a snapshot has kept this very state."""
        return self.restored(octets) == state

    # what all of them do alike

    @property
    def current(self) -> StateT:
        """The state of a stream that has begun."""
        assert self.state is not None
        return self.state

    def read(self, entry: Entry) -> Any:
        """The command of an entry."""
        return decode(entry.command, self.commands)

    def replay(self, entry: Entry, keys: Keys) -> Change[StateT]:
        """Return what an entry of the log does to the state before it."""
        return self.decide(self.read(entry), entry, _seed_of(entry, keys))

    def recomputed(self, entry: Entry, keys: Keys) -> Change[StateT]:
        """Return an entry made anew from its input: events, postings and hash; an honest one equals the log's."""
        change = self.replay(entry, keys)
        return finished(change, self.postings(self.read(entry), change))

    def take_over(self, change: Change[StateT]) -> None:
        """Go on from a change that is in the store."""
        self.version, self.hash, self.state = change.entry.version, change.entry.hash, change.state

    def load(self, store: Store, keys: Keys, *, upto: int | None = None) -> None:
        """Take up the last snapshot, or the last one up to a version; entries after it are not read yet."""
        snapshot = store.snapshot(self.name) if upto is None else store.snapshot(self.name, upto=upto)
        if snapshot is None:
            return
        state = self.restored(keys.unseal(snapshot.sealed, _snapshot_seal(self.name, snapshot.version)))
        if state is not None:
            entry = store.read(self.name, after=snapshot.version - 1, upto=snapshot.version)[0]
            self.version, self.hash, self.state = entry.version, entry.hash, state

    def catch_up(self, store: Store, keys: Keys, *, upto: int | None = None) -> Iterator[Change[StateT]]:
        """Replay and take over every entry that this process has not read yet."""
        for entry in store.read(self.name, after=self.version, upto=upto):
            with self.turn:
                if entry.version <= self.version:
                    continue  # somebody else has read it meanwhile
                change = self.replay(entry, keys)
                self.take_over(change)
            yield change

    def snapshots(self, change: Change[StateT], keys: Keys) -> Iterator[Snapshot]:
        """The snapshot that goes with a change, where one is due."""
        octets, version = self.saved(change), change.entry.version
        if octets is not None:
            yield Snapshot(
                stream=self.name, version=version, sealed=keys.seal(octets, _snapshot_seal(self.name, version))
            )


@dataclass(slots=True)
class TableStream(Stream[Live]):
    """A table: its state, and what anybody has seen of the round under way."""

    public: Viewer | None = None
    kept: int = 0
    """The last version that was kept as a snapshot or a bookmark."""
    commands: ClassVar[Any] = r.TableCommand

    @property
    def live(self) -> Live:
        return self.current

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Live]:
        if isinstance(command, c.OpenTable):
            terms = r.recorded(command)
            live, events = opened(table_named(self.name), terms, entry.at, sheet=self.sheets.of(terms))
        else:
            live, events = decide(
                self.live, command, actor=entry.actor, role=entry.role, at=entry.at, seed=seed, version=entry.version,
                engine=engine_of(entry.engine),
            )  # fmt: skip
        public = self.public
        if isinstance(command, c.Retract):
            public = seen_so_far(live)
        elif isinstance(command, c.StartRound):
            live, public = msgspec.structs.replace(live, round_first=entry.version), viewer_of(live)
        elif public is not None and any(isinstance(event, RoundEvent) for event in events):
            public = public.copy()
        return Change(self, entry, self.state, live, tuple(events), seen_events(public, events), public)

    def postings(self, command: c.Command, change: Change[Live]) -> tuple[Posting, ...]:
        table = table_named(self.name)
        if isinstance(command, c.OpenTable):
            return transfer(HOUSE, tray(table), command.tray, "fill") if command.tray else ()
        if isinstance(command, c.Retract):
            return self._taken_back(change)
        if (poster := POSTERS.get(r.asked_kind(command))) is not None:
            return poster(change, command)
        if not any(isinstance(event, RoundEvent) for event in change.events):
            return ()
        owners = {**change.prior.owners(), **change.state.owners()}
        return (*round_postings(table, owners, change.events), *shortfalls.postings_of(table, change.events))

    def _taken_back(self, change: Change[Live]) -> tuple[Posting, ...]:
        """The money that a retracted entry moved, the other way."""
        last = change.prior.before
        assert last is not None
        lines = self.postings(last.command, Change(self, change.entry, last.live, change.prior, last.events))
        return tuple(Posting(account, -cents, RETRACTED) for account, cents, _ in reversed(lines))

    def saved(self, change: Change[Live]) -> bytes | None:
        due = ends_a_round(change) and not change.state.table.rounds % SNAPSHOT_EVERY
        return save(change.state) if due else None

    def restored(self, octets: bytes) -> Live:
        return restore(octets, self.sheets.of)

    def load(self, store: Store, keys: Keys, *, upto: int | None = None) -> None:
        """Take up the last snapshot, or the bookmark if that is later."""
        Stream.load(self, store, keys, upto=upto)
        found = bookmarked(store, keys, self.name, after=self.version, sheets=self.sheets.of) if upto is None else None
        if found is not None:
            self.version, self.hash, self.state = found
            self.public = seen_so_far(self.state)
        self.kept = self.version

    def bookmark_due(self) -> bool:
        """Whether many entries have come since the table was last kept."""
        return self.version - self.kept >= EVERY

    def take_over(self, change: Change[Live]) -> None:
        Stream.take_over(self, change)
        self.public = change.public


@dataclass(slots=True)
class LinkStream(Stream[Link]):
    """The link: its meters, and the sheet that it was opened on."""

    terms: c.OpenLink | None = None
    commands: ClassVar[Any] = r.LinkCommand

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Link]:
        if isinstance(command, c.OpenLink):
            link, events = opened_link(command, self.sheets.of(command))
        else:
            link, events = decide_link(self.current, command, engine_of(entry.engine))
        return Change(self, entry, self.state, link, events, events)

    def postings(self, command: c.Command, change: Change[Link]) -> tuple[Posting, ...]:
        if change.before is None:
            seeds = ((meter("major"), change.state.major), (meter("minor"), change.state.minor))
            return tuple(line for name, cents in seeds for line in transfer(HOUSE, name, cents, "seed"))
        ids = {event.id for event in change.events if hasattr(event, "id")}
        return link_postings(change.events, {id: table_of(id) for id in ids})

    def saved(self, change: Change[Link]) -> bytes | None:
        if change.entry.version == 1 or change.entry.version % LINK_SNAPSHOT_EVERY:
            return None
        assert self.terms is not None
        return save_link(self.terms, change.state)

    def restored(self, octets: bytes) -> Link | None:
        found = restore_link(octets, self.sheets.of)
        if found is None:
            return None
        self.terms, link = found
        return link

    def is_saved(self, octets: bytes, state: Link) -> bool:
        return is_saved(octets, state, self.sheets.of)

    def take_over(self, change: Change[Link]) -> None:
        if change.before is None:
            self.terms = self.read(change.entry)
        Stream.take_over(self, change)


@dataclass(slots=True)
class HouseStream(Stream[House]):
    """The house: what two people have decided."""

    commands: ClassVar[Any] = r.HouseRecord

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[House]:
        house, events = decide_house(self.state or House(), command, actor=entry.actor, at=entry.at)
        return Change(self, entry, self.state, house, events, events)


@dataclass(slots=True)
class PersonStream(Stream[Standing]):
    """A person: their limits, the house's rulings on their conduct, and their way to the cage."""

    commands: ClassVar[Any] = r.PersonCommand

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Standing]:
        standing, events = decide_person(self.state or Standing(), command, actor=entry.actor, at=entry.at)
        return Change(self, entry, self.state, standing, events, events)

    def postings(self, command: c.Command, change: Change[Standing]) -> tuple[Posting, ...]:
        account = player(person_named(self.name))
        match command:
            case c.Hello():
                return transfer(CAGE, account, command.chips, "play chips") if command.chips else ()
            case c.BuyIn():
                return transfer(CAGE, account, command.cents, "buy-in")
            case c.CashOut():
                return transfer(account, CAGE, command.cents, "cash-out")
            case _:
                return ()


@dataclass(slots=True)
class LearnerStream(Stream[Learner]):
    """A learner: what they were asked and have answered. It moves no money."""

    commands: ClassVar[Any] = r.LearnerCommand

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Learner]:
        learner, events = decide_learner(self.state or Learner(), command, at=entry.at, number=entry.version, seed=seed)
        return Change(self, entry, self.state, learner, events, events)

    def saved(self, change: Change[Learner]) -> bytes | None:
        return None if change.entry.version % LEARNER_SNAPSHOT_EVERY else encode(change.state)

    def restored(self, octets: bytes) -> Learner:
        return decode(octets, Learner)


@dataclass(slots=True)
class SchoolStream(Stream[SchoolBook]):
    """What teachers have set: courses, who learns in them, and exams."""

    commands: ClassVar[Any] = r.SchoolCommand

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[SchoolBook]:
        book, events = decide_school(
            self.state or SchoolBook(), command, actor=entry.actor, at=entry.at, number=entry.version, seed=seed
        )
        return Change(self, entry, self.state, book, events, events)


@dataclass(slots=True)
class PaperStream(Stream[PaperBook]):
    """What somebody writes in an exam, and its marks."""

    commands: ClassVar[Any] = r.PaperCommand

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[PaperBook]:
        paper, events = decide_paper(self.state or PaperBook(), command, at=entry.at)
        return Change(self, entry, self.state, paper, events, events)


@dataclass(slots=True)
class SheetStream(Stream[Content]):
    """A sheet: its text with everything it extends, kept once under its hash."""

    commands: ClassVar[Any] = c.KeepSheet

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Content]:
        assert isinstance(command, c.KeepSheet)
        if self.state is not None or command.content.hash != sheet_named(self.name):
            raise IllegalAction("sheet.not_kept", hash=sheet_named(self.name)[:12])
        events = (SheetKept(by=entry.actor, sheet=command.content.texts[0].name),)
        return Change(self, entry, self.state, command.content, events, events)


@dataclass(slots=True)
class ComplianceStream(Stream[Judgements]):
    """Compliance: what was judged, which its entries keep under seal."""

    commands: ClassVar[Any] = c.Judge

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Judgements]:
        judgements, events = decide_judgement(self.state or Judgements(), entry, seed)
        return Change(self, entry, self.state, judgements, events, events)


@dataclass(slots=True)
class RatingsStream(Stream[Looks]):
    """Ratings: who looked at them."""

    commands: ClassVar[Any] = c.LookAtRating

    def decide(self, command: c.Command, entry: Entry, seed: str = "") -> Change[Looks]:
        assert isinstance(command, c.LookAtRating)
        looks, events = decide_look(self.state or Looks(), command, entry)
        return Change(self, entry, self.state, looks, events, events)

    def saved(self, change: Change[Looks]) -> bytes | None:
        return None if change.entry.version % LEARNER_SNAPSHOT_EVERY else encode(change.state)

    def restored(self, octets: bytes) -> Looks:
        return decode(octets, Looks)


TableChange = Change[Live]
AnyChange = Change[Any]
AnyStream = (
    TableStream | LinkStream | HouseStream | PersonStream | LearnerStream | SchoolStream | PaperStream | SheetStream
    | ComplianceStream | RatingsStream
)  # fmt: skip


def stream_of(name: str, sheets: Sheets) -> AnyStream:
    """A stream by its name, of which nothing is known yet."""
    if name == LINK:
        return LinkStream(name, sheets)
    if name == HOUSE_STREAM:
        return HouseStream(name, sheets)
    if name == COMPLIANCE:
        return ComplianceStream(name, sheets)
    if name == RATINGS:
        return RatingsStream(name, sheets)
    if name == SCHOOL_STREAM:
        return SchoolStream(name, sheets)
    if sheet_named(name):
        return SheetStream(name, sheets)
    if paper_named(name)[0]:
        return PaperStream(name, sheets)
    if learner_named(name):
        return LearnerStream(name, sheets)
    return PersonStream(name, sheets) if person_named(name) else TableStream(name, sheets)


@dataclass(frozen=True, slots=True)
class Plan:
    """A decided command: the commit that makes it true, and the streams it changes."""

    commit: Commit
    changes: tuple[AnyChange, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The command is durable: where it stands in the log, what it changed and the accounts it moved.

    A command that was taken before has the same stream and version, and changes nothing.
    """

    stream: str
    version: int
    changes: tuple[AnyChange, ...] = ()
    balances: Mapping[str, int] = field(default_factory=dict)


def _snapshot_seal(stream: str, version: int) -> str:
    """What a snapshot is sealed to: it opens as that of this stream and version only."""
    return f"{stream} {version}"


def sealed_input(stream: str, version: int) -> str:
    """What the chance behind an entry is sealed to."""
    return f"{stream} {version} input"


def _seed_of(entry: Entry, keys: Keys) -> str:
    """The chance that was drawn for an entry; empty where it needed none."""
    return keys.unseal(entry.sealed, sealed_input(entry.stream, entry.version)).decode() if entry.sealed else ""


def finished(change: Change[StateT], postings: tuple[Posting, ...]) -> Change[StateT]:
    """The change with its entry whole: what anybody could see, the postings, and the hash."""
    entry = msgspec.structs.replace(
        change.entry,
        events=events_json(change.seen).decode(),
        postings=encode(postings).decode(),
    )
    return msgspec.structs.replace(change, entry=chained(entry), lines=postings)


def ends_a_round(change: AnyChange) -> bool:
    before, after = change.before, change.state
    return isinstance(before, Live) and isinstance(after, Live) and before.round is not None and after.round is None


def round_of(change: AnyChange) -> list[Round]:
    """The line in the index for a round that was dealt and is over."""
    if not ends_a_round(change):
        return []
    before: Live = change.prior
    assert before.round is not None
    if not before.round.over:
        return []
    players = tuple(dict.fromkeys(before.owners().values()))
    number, first, last = before.table.rounds, before.round_first, change.entry.version
    return [Round(stream=change.entry.stream, number=number, first=first, last=last, players=players)]
