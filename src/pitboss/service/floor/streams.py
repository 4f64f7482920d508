"""What a command does to a stream: the stream as this process knows it, the change, and what of it anybody sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from pitboss.games.events import Event as RoundEvent
from pitboss.games.events import JackpotHit, ProgressiveLocked, RoundVoided, Ruled, SettlementReversed
from pitboss.games.game import ENGINES, Viewer
from pitboss.ledger import Posting
from pitboss.progressive.link import Link
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode, encode
from pitboss.service.floor.event_json import events_json
from pitboss.service.floor.house import House
from pitboss.service.money import progressive_payments
from pitboss.service.people.player_limits import Standing
from pitboss.service.tables.live_table import Live
from pitboss.store import GENESIS, Commit, Entry, chained
from pitboss.store.contract import Round

__all__ = [
    "Answer", "Change", "Held", "Proposal", "Viewer", "ends_a_round", "finished", "for_the_link", "lines_of",
    "person_stream", "round_of", "seen_events", "seen_so_far", "table_stream", "viewer_of",
]  # fmt: skip


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
    state: Live | Link | House | Standing | None = None
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
    state: Live | Link | House | Standing | None
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


def viewer_of(live: Live, person: str | None = None) -> Viewer:
    """Somebody, or anybody, who will watch a round at this table."""
    return ENGINES[live.sheet.game].viewer(person)


def seen_so_far(live: Live, person: str | None = None) -> Viewer | None:
    """Somebody, or anybody, who has watched the round under way from its first event on."""
    if live.round is None:
        return None
    viewer = viewer_of(live, person)
    for event in live.round.events:
        viewer.see(event)
    return viewer


def seen_events(viewer: Viewer | None, events: Iterable[Any]) -> tuple[Any, ...]:
    """What a viewer sees of these events; those beside the round are for everybody."""
    if viewer is None:
        return tuple(events)
    return tuple(viewer.see(event) if isinstance(event, RoundEvent) else event for event in events)


def finished(change: Change, postings: tuple[Posting, ...]) -> Change:
    """The change with its entry whole: what anybody could see, the postings, and the hash."""
    entry = msgspec.structs.replace(
        change.entry,
        events=events_json(change.seen).decode(),
        postings=encode([list(line) for line in postings]).decode(),
    )
    return replace(change, entry=chained(entry))


def lines_of(entry: Entry) -> list[Posting]:
    lines: list[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
    return [Posting(*line) for line in lines]


def ends_a_round(change: Change) -> bool:
    before, after = change.held.state, change.state
    return isinstance(before, Live) and isinstance(after, Live) and before.round is not None and after.round is None


def round_of(change: Change) -> list[Round]:
    """The line in the index for a round that was dealt and is over."""
    if not ends_a_round(change):
        return []
    before = change.held.live
    assert before.round is not None
    if not before.round.over:
        return []
    players = tuple(dict.fromkeys(before.owners().values()))
    number, first, last = before.table.rounds, before.round_first, change.entry.version
    return [Round(stream=change.entry.stream, number=number, first=first, last=last, players=players)]


def for_the_link(table: str, change: Change) -> list[Any]:
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
                dealt = change.state.dealt_at
                commands.append(
                    c.RegisterHit(id=hit, meter=event.meter, table=table, game=game, seat=event.spot, dealt=dealt)
                )
            case RoundVoided() | Ruled():
                why = event.why if isinstance(event, RoundVoided) else event.kind
                seats = progressive_payments.undone(change.held.live, event)
                commands += (c.WithdrawHit(id=f"{round_}/{seat}", reason=why) for seat in seats)
    return commands
