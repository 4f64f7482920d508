"""The floor: every stream as this process knows it; what a command would do, and what became of it.

A command is handled in two halves, with the store between them. :meth:`Floor.propose` decides it, without changing
anything, and gives the commit that would make it true; once the store has answered, :meth:`Floor.settle` takes it over.
Whoever calls does not let another command of the same stream in between. Nothing of a table lives here alone: a floor
can be thrown away at any moment and read again from the store.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from pitboss import __version__
from pitboss.errors import IllegalAction, PitbossError
from pitboss.games.events import Event as RoundEvent
from pitboss.games.events import SettlementReversed
from pitboss.games.holdem.events import JackpotHit, ProgressiveLocked
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.holdem.views import Viewer as HoldemViewer
from pitboss.games.views import Viewer as BlackjackViewer
from pitboss.ledger import CAGE, HOUSE, Posting, link_postings, meter, moved, player, round_postings, transfer, tray
from pitboss.money import dollars
from pitboss.progressive.link import Link
from pitboss.rules.holdem import HoldemRules
from pitboss.service import commands as c
from pitboss.service import corrections, counts, payments, staffed
from pitboss.service.commands import decode, encode
from pitboss.service.dealer import decide, opened
from pitboss.service.deciding import Poster
from pitboss.service.keys import Keys
from pitboss.service.linked import LINK, decide_link, opened_link, restore_link, save_link, table_of
from pitboss.service.live import Live, restore, save
from pitboss.service.roles import check_permitted
from pitboss.service.wire import SCHEMA, events_json
from pitboss.store import GENESIS, Appended, Commit, Conflict, Entry, Outcome, Overdrawn, Repeated, Store, chained
from pitboss.store.contract import Round, Snapshot

__all__ = [
    "Answer", "Busy", "Change", "Floor", "Held", "Proposal", "Unknown", "person_stream", "round_of", "table_stream",
]  # fmt: skip

Viewer = BlackjackViewer | HoldemViewer

POSTERS: Final[Mapping[type, Poster]] = {
    **staffed.POSTERS, **corrections.POSTERS, **payments.POSTERS, **counts.POSTERS
}  # fmt: skip

HOUSE_ACTOR: Final = "house"
"""Who signs what the program does by itself."""
SNAPSHOT_EVERY: Final = 8
"""Rounds between two snapshots of a table."""
LINK_SNAPSHOT_EVERY: Final = 200


class Unknown(PitbossError):
    """There is no such table."""


class Busy(PitbossError):
    """Others were first again and again; the command was not done and may be sent once more."""


def table_stream(table: str) -> str:
    return f"table:{table}"


def person_stream(name: str) -> str:
    return f"person:{name}"


@dataclass(slots=True)
class Held:
    """A stream as this process knows it."""

    stream: str
    version: int = 0
    hash: str = GENESIS
    state: Live | Link | None = None
    opened: Any = None
    public: Viewer | None = None
    """What anybody has seen of the round under way."""

    @property
    def live(self) -> Live:
        assert isinstance(self.state, Live)
        return self.state


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit does to one stream."""

    held: Held
    entry: Entry
    state: Live | Link | None
    events: tuple[Any, ...] = ()
    seen: tuple[Any, ...] = ()
    """The events as anybody could see them."""
    public: Viewer | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A decided command: the commit that makes it true, and the streams it changes."""

    commit: Commit
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The command is durable: where it stands in the log, what it changed and the accounts it moved.

    A command that was taken before has the same stream and version, and changes nothing.
    """

    stream: str
    version: int
    changes: tuple[Change, ...] = ()
    balances: Mapping[str, int] = field(default_factory=dict)


class Floor:
    """All tables, the link and the people's chips, over a store."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        *,
        clock: Callable[[], int],
        chance: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """``clock`` gives milliseconds since 1970, ``chance`` random bytes."""
        self.store, self.keys, self.clock, self.chance = store, keys, clock, chance
        self._held: dict[str, Held] = {}

    # streams

    def held(self, stream: str) -> Held:
        """A stream, read from the store where it is not known yet."""
        known = self._held.get(stream)
        if known is None:
            known = Held(stream)
            self._load(known)
            known = self._held.setdefault(stream, known)  # another thread may have loaded it meanwhile
        return known

    def table(self, table: str) -> Held:
        found = self.held(table_stream(table))
        if found.state is None:
            self.forget(found.stream)
            raise Unknown(f"there is no table {table}")
        return found

    def link(self) -> Held:
        return self.held(LINK)

    def known(self, stream: str) -> Held | None:
        """A stream, if this process has it at hand."""
        return self._held.get(stream)

    def forget(self, stream: str) -> None:
        """Drop what is known of a stream; the store knows it."""
        self._held.pop(stream, None)

    def _load(self, held: Held) -> None:
        snapshot = self.store.snapshot(held.stream)
        if snapshot is not None:
            kept = self.keys.unseal(snapshot.sealed, f"{held.stream} {snapshot.version}")
            entry = self.store.read(held.stream, after=snapshot.version - 1, upto=snapshot.version)[0]
            held.version, held.hash = entry.version, entry.hash
            held.state = restore_link(kept) if held.stream == LINK else restore(kept)
            if held.stream == LINK:
                first = self.store.read(held.stream, upto=1)[0]
                held.opened = decode(first.command, c.LinkCommand)
        self.refresh(held)

    def refresh(self, held: Held) -> list[Change]:
        """Catch up with what other processes have appended."""
        return [self._replayed(held, entry) for entry in self.store.read(held.stream, after=held.version)]

    def _replayed(self, held: Held, entry: Entry) -> Change:
        change = self.replay(held, entry)
        self._take_over(change)
        return change

    def replay(self, held: Held, entry: Entry) -> Change:
        """What an entry of the log does to the state before it."""
        seed = self.keys.unseal(entry.sealed, _about(entry.stream, entry.version)).decode() if entry.sealed else ""
        if entry.stream == LINK:
            return self._link_change(held, decode(entry.command, c.LinkCommand), entry)
        if entry.stream.startswith("person:"):
            return Change(held, entry, None)
        return self._table_change(held, decode(entry.command, c.TableCommand), entry, seed)

    def recomputed(self, held: Held, entry: Entry) -> Change:
        """An entry made anew from its input: events, postings and hash; an honest one equals the log's."""
        change = self.replay(held, entry)
        if entry.stream == LINK:
            return self._with_link_postings(change)
        name = entry.stream.partition(":")[2]
        if entry.stream.startswith("person:"):
            return _finished(change, _cage_postings(name, decode(entry.command, c.PersonCommand)))
        return _finished(change, self._table_postings(name, decode(entry.command, c.TableCommand), change))

    def _take_over(self, change: Change) -> None:
        held = change.held
        held.version, held.hash = change.entry.version, change.entry.hash
        held.state, held.public = change.state, change.public
        if held.stream == LINK and held.opened is None:
            held.opened = decode(change.entry.command, c.LinkCommand)

    # deciding

    def propose(self, table: str, command: c.TableCommand, *, actor: str, role: str, client: str = "") -> Proposal:
        """What a command at a table would do; refused with an IllegalAction that changes nothing."""
        held = self.held(table_stream(table)) if isinstance(command, c.OpenTable) else self.table(table)
        check_permitted(command, role, held.live.sheet if held.version else None)
        if isinstance(command, c.OpenTable) and held.version:
            raise IllegalAction(f"there is a table {table} already")
        award = self._award_due(held, command)
        if award is not None:
            command = c.Policy(award=award[1])
        seed = self.chance(32).hex() if isinstance(command, (c.Prepare, c.Policy)) else ""
        draft = self._draft(held, command, actor=actor, role=role, client=client, seed=seed)
        change = self._table_change(held, command, draft, seed)
        links = (*(award[0] if award is not None else ()), *_for_the_link(table, change, draft.at))
        postings = self._table_postings(table, command, change)
        changes = [_finished(change, postings)]
        if links:
            changes.append(self._propose_link(links, draft.at))
        return self._proposal(changes)

    def propose_link(self, command: c.LinkCommand, *, actor: str, role: str, client: str = "") -> Proposal:
        """What a command to the link would do."""
        held = self.link()
        check_permitted(command, role)
        if isinstance(command, c.OpenLink) and held.version:
            raise IllegalAction("the link is open already")
        if not isinstance(command, c.OpenLink) and not held.version:
            raise IllegalAction("there is no link on this floor")
        draft = self._draft(held, command, actor=actor, role=role, client=client)
        return self._proposal([self._with_link_postings(self._link_change(held, command, draft))])

    def propose_person(
        self, name: str, command: c.PersonCommand, *, actor: str, role: str, client: str = ""
    ) -> Proposal:
        """What a person does at the cage."""
        held = self.held(person_stream(name))
        check_permitted(command, role)
        if isinstance(command, c.Hello) == bool(held.version):
            raise IllegalAction(f"{name} is known already" if held.version else f"nobody knows {name}")
        draft = self._draft(held, command, actor=actor, role=role, client=client)
        return self._proposal([_finished(Change(held, draft, None), _cage_postings(name, command))])

    def _draft(
        self, held: Held, command: c.Command, *, actor: str, role: str, client: str = "", seed: str = "", at: int = 0
    ) -> Entry:
        version = held.version + 1
        return Entry(
            stream=held.stream,
            version=version,
            at=at or self.clock(),
            actor=actor,
            role=role,
            client=client,
            command=encode(command).decode(),
            events="[]",
            postings="[]",
            sealed=self.keys.seal(seed.encode(), _about(held.stream, version)) if seed else b"",
            engine=__version__,
            schema=SCHEMA,
            previous=held.hash,
        )

    def _table_change(self, held: Held, command: Any, entry: Entry, seed: str) -> Change:
        table = held.stream.partition(":")[2]
        if isinstance(command, c.OpenTable):
            live, events = opened(table, command, entry.at)
        else:
            live, events = decide(
                held.live, command, actor=entry.actor, role=entry.role, at=entry.at, seed=seed, version=entry.version
            )
        public = held.public
        if isinstance(command, c.StartRound):
            live, public = replace(live, round_first=entry.version), viewer_of(live)
        elif public is not None and any(isinstance(event, RoundEvent) for event in events):
            public = public.copy()
        return Change(held, entry, live, tuple(events), seen_events(public, events), public)

    def _link_change(self, held: Held, command: Any, entry: Entry) -> Change:
        if isinstance(command, c.OpenLink):
            link, events = opened_link(command)
        else:
            assert isinstance(held.state, Link)
            link, events = decide_link(held.state, command)
        return Change(held, entry, link, tuple(events), tuple(events))

    def _propose_link(self, commands: tuple[Any, ...], at: int) -> Change:
        held = self.link()
        command = c.Several(commands=commands)
        draft = self._draft(held, command, actor=HOUSE_ACTOR, role="house", at=at)
        return self._with_link_postings(self._link_change(held, command, draft))

    def _with_link_postings(self, change: Change) -> Change:
        link = change.state
        assert isinstance(link, Link)
        ids = {event.id for event in change.events if hasattr(event, "id")}
        postings = link_postings(change.events, {id: table_of(id) for id in ids})
        if change.held.version == 0:
            seeds = ((meter("major"), link.major), (meter("minor"), link.minor))
            postings = tuple(line for name, cents in seeds for line in transfer(HOUSE, name, cents, "seed"))
        return _finished(change, postings)

    def _award_due(self, held: Held, command: Any) -> tuple[tuple[Any, ...], int] | None:
        """For a jackpot at an automatic table: what the link has to do, and what it gives."""
        if not isinstance(command, c.Policy) or held.live.question is None or held.live.question.kind != "jackpot":
            return None
        live, link = held.live, self.link().state
        assert isinstance(live.round, HoldemRound)
        assert isinstance(link, Link)
        assert live.question is not None
        hit = f"{live.id}/{live.table.rounds}/{live.question.spot}"
        if hit in link.paid:
            return (), link.paid[hit].cents
        won = c.AwardMeter(meter=dict(live.round.jackpots)[live.question.spot])
        after, _ = decide_link(link, won)
        return (won,), after.paid[hit].cents

    def _table_postings(self, table: str, command: Any, change: Change) -> tuple[Posting, ...]:
        if isinstance(command, c.OpenTable):
            return transfer(HOUSE, tray(table), command.tray, "fill") if command.tray else ()
        if (poster := POSTERS.get(type(command))) is not None:
            return poster(change, command)
        if not any(isinstance(event, RoundEvent) for event in change.events):
            return ()
        assert isinstance(change.state, Live)
        return round_postings(table, {**change.held.live.owners(), **change.state.owners()}, change.events)

    def _proposal(self, changes: list[Change]) -> Proposal:
        entries = tuple(change.entry for change in changes)
        moves = moved(line for change in changes for line in _lines(change.entry))
        return Proposal(
            Commit(
                entries=entries,
                moves=moves,
                rounds=tuple(round_ for change in changes for round_ in round_of(change)),
                snapshots=tuple(snapshot for change in changes for snapshot in self._snapshot_of(change)),
            ),
            tuple(changes),
        )

    def _snapshot_of(self, change: Change) -> list[Snapshot]:
        entry, state = change.entry, change.state
        if isinstance(state, Link):
            if entry.version == 1 or entry.version % LINK_SNAPSHOT_EVERY:
                return []
            octets = save_link(change.held.opened, state)
        else:
            if state is None or change.held.state is None or not _ends_a_round(change):
                return []
            if state.table.rounds % SNAPSHOT_EVERY:
                return []
            octets = save(state)
        sealed = self.keys.seal(octets, f"{entry.stream} {entry.version}")
        return [Snapshot(stream=entry.stream, version=entry.version, sealed=sealed)]

    # what became of it

    def settle(self, proposal: Proposal, outcome: Outcome) -> Answer | None:
        """Take a commit over that the store has answered; nothing where another process was first: propose again."""
        first = proposal.commit.entries[0]
        match outcome:
            case Appended():
                for change in proposal.changes:
                    self._take_over(change)
                return Answer(first.stream, first.version, proposal.changes, outcome.balances)
            case Repeated():
                return Answer(outcome.entry.stream, outcome.entry.version)
            case Overdrawn():
                raise IllegalAction(f"you have {dollars(outcome.balance)}, which is less than that")
            case Conflict():
                return None

    def do(self, propose: Callable[[], Proposal]) -> Answer:
        """Propose, append and settle, without anything in between."""
        for _ in range(50):
            proposal = propose()
            answer = self.settle(proposal, self.store.append([proposal.commit])[0])
            if answer is not None:
                return answer
            for change in proposal.changes:
                self.refresh(change.held)
        raise Busy("the table is too busy; try again")


def _about(stream: str, version: int) -> str:
    return f"{stream} {version} input"


def viewer_of(live: Live, person: str | None = None) -> Viewer:
    """Somebody, or anybody, who will watch a round at this table."""
    return HoldemViewer(person) if isinstance(live.sheet.rules, HoldemRules) else BlackjackViewer(person)


def seen_events(viewer: Viewer | None, events: Iterable[Any]) -> tuple[Any, ...]:
    """What a viewer sees of these events; those beside the round are for everybody."""
    if viewer is None:
        return tuple(events)
    return tuple(viewer.see(event) if isinstance(event, RoundEvent) else event for event in events)


def _finished(change: Change, postings: tuple[Posting, ...]) -> Change:
    """The change with its entry whole: what anybody could see, the postings, and the hash."""
    entry = msgspec.structs.replace(
        change.entry,
        events=events_json(change.seen).decode(),
        postings=encode([list(line) for line in postings]).decode(),
    )
    return replace(change, entry=chained(entry))


def _lines(entry: Entry) -> list[Posting]:
    lines: list[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
    return [Posting(*line) for line in lines]


def _ends_a_round(change: Change) -> bool:
    before, after = change.held.state, change.state
    return isinstance(before, Live) and isinstance(after, Live) and before.round is not None and after.round is None


def round_of(change: Change) -> list[Round]:
    """The line in the index for a round that was dealt and is over."""
    if not _ends_a_round(change):
        return []
    before = change.held.live
    assert before.round is not None
    if not before.round.over:
        return []
    players = tuple(dict.fromkeys(before.owners().values()))
    number, first, last = before.table.rounds, before.round_first, change.entry.version
    return [Round(stream=change.entry.stream, number=number, first=first, last=last, players=players)]


def _for_the_link(table: str, change: Change, at: int) -> list[Any]:
    """What a table's events mean for the link."""
    commands: list[Any] = []
    if not isinstance(change.state, Live):
        return commands
    game, round_ = change.state.sheet.name, f"{table}/{change.state.table.rounds}"
    void = c.VoidContribution(id=round_)
    for event in change.events:
        match event:
            case ProgressiveLocked():
                commands.append(c.Contribute(id=round_, table=table, game=game, wagers=len(event.spots)))
            case SettlementReversed() if event.wager == "progressive":
                commands = [*(one for one in commands if not isinstance(one, c.VoidContribution)), void]
            case JackpotHit():
                hit = f"{round_}/{event.spot}"
                commands.append(
                    c.RegisterHit(id=hit, meter=event.meter, table=table, game=game, seat=event.spot, dealt=at)
                )
    return commands


def _cage_postings(name: str, command: c.PersonCommand) -> tuple[Posting, ...]:
    match command:
        case c.Hello():
            return transfer(CAGE, player(name), command.chips, "play chips") if command.chips else ()
        case c.BuyIn():
            return transfer(CAGE, player(name), command.cents, "buy-in")
        case c.CashOut():
            return transfer(player(name), CAGE, command.cents, "cash-out")
        case _:
            return ()
