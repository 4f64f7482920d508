"""The floor: every stream as this process knows it; what a command would do, and what became of it.

A command is handled in two halves, with the store between them. :meth:`Floor.propose` decides it, without changing
anything, and gives the commit that would make it true; once the store has answered, :meth:`Floor.settle` takes it over.
Whoever calls does not let another command of the same stream in between. Nothing of a table lives here alone: a floor
can be thrown away at any moment and read again from the store.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from pitboss.engine import NOW, engine_of
from pitboss.errors import IllegalAction, PitbossError
from pitboss.games.actions import Reshuffled
from pitboss.games.events import Event as RoundEvent
from pitboss.games.events import SettlementReversed
from pitboss.ledger import (
    CAGE,
    HOUSE,
    RETRACTED,
    Posting,
    is_player,
    link_postings,
    meter,
    moved,
    needed,
    player,
    round_postings,
    transfer,
    tray,
)  # fmt: skip
from pitboss.money import dollars
from pitboss.progressive.link import Link
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import check_printable, decode, encode
from pitboss.service.floor.decisions import Poster
from pitboss.service.floor.event_json import SCHEMA
from pitboss.service.floor.house import (
    HOUSE_STREAM,
    House,
    check_change,
    check_opening,
    decide_house,
    for_the_meter,
    shown_now,
)
from pitboss.service.floor.link import LINK, decide_link, opened_link, restore_link, save_link, table_of
from pitboss.service.floor.streams import (
    Answer,
    Change,
    Held,
    Proposal,
    ends_a_round,
    finished,
    for_the_link,
    lines_of,
    person_stream,
    round_of,
    seen_events,
    seen_so_far,
    table_stream,
    viewer_of,
)
from pitboss.service.money import corrections, counts_and_fills, progressive_payments, shortfalls
from pitboss.service.money.counts_and_fills import BOOKS, FROM_THE_TRAY, MOST
from pitboss.service.operations.keys import Keys
from pitboss.service.people.accounts import account_named
from pitboss.service.people.permissions import check_permitted
from pitboss.service.people.player_limits import (
    CONDUCT,
    Known,
    Played,
    Standing,
    Standings,
    barred_guest,
    check_minded,
    decide_person,
    minded,
)
from pitboss.service.tables import staffed
from pitboss.service.tables.live_table import Live, restore, save
from pitboss.service.tables.on_duty import SUPERVISORS, is_visitor, visitor_standing
from pitboss.service.tables.table_commands import decide, opened
from pitboss.service.tables.visitors import guest_who_plays, leaves_the_table
from pitboss.store import Appended, Commit, Conflict, Entry, Outcome, Overdrawn, Repeated, Store
from pitboss.store.contract import Snapshot

__all__ = ["HOUSE_ACTOR", "POSTERS", "Busy", "Floor", "Unknown"]

POSTERS: Final[Mapping[type, Poster]] = {
    **staffed.POSTERS, **corrections.POSTERS, **progressive_payments.POSTERS, **counts_and_fills.POSTERS
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
        self._standings = Standings(store)

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

    def house(self) -> House:
        """What the house has decided, as this process knows it."""
        state = self.held(HOUSE_STREAM).state
        return state if isinstance(state, House) else House()

    def standing(self, name: str) -> Known:
        """How a person stands now, by the store."""
        return self._standings.look(name, self.clock())

    def standings(self, names: Iterable[str]) -> dict[str, Known]:
        """How each of these stands now, by the store."""
        return self._standings.look_all(names, self.clock())

    def at_hand(self, name: str) -> Known | None:
        """How a person without limits of his own stood last; the commit that rests on it says so."""
        return self._standings.at_hand(name, self.clock())

    def played(self, name: str) -> Played:
        """How long a person has been playing, and today's result, whether he has set a limit or not."""
        return self._standings.played(name, self.clock())

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
            held.state = restore_link(kept) if held.stream == LINK else restore(kept)
        if snapshot is not None and held.state is not None:
            entry = self.store.read(held.stream, after=snapshot.version - 1, upto=snapshot.version)[0]
            held.version, held.hash = entry.version, entry.hash
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
        if entry.stream == HOUSE_STREAM:
            return self._house_change(held, decode(entry.command, c.HouseRecord), entry)
        if entry.stream.startswith("person:"):
            return self._person_change(held, decode(entry.command, c.PersonCommand), entry)
        return self._table_change(held, decode(entry.command, c.TableCommand), entry, seed)

    def recomputed(self, held: Held, entry: Entry) -> Change:
        """An entry made anew from its input: events, postings and hash; an honest one equals the log's."""
        change = self.replay(held, entry)
        if entry.stream == LINK:
            return self._with_link_postings(change)
        if entry.stream == HOUSE_STREAM:
            return finished(change, ())
        name = entry.stream.partition(":")[2]
        if entry.stream.startswith("person:"):
            return finished(change, _cage_postings(name, decode(entry.command, c.PersonCommand)))
        return finished(change, self._table_postings(name, decode(entry.command, c.TableCommand), change))

    def _take_over(self, change: Change) -> None:
        held = change.held
        held.version, held.hash = change.entry.version, change.entry.hash
        held.state, held.public = change.state, change.public
        if isinstance(change.state, Standing):
            self._standings.keep(held.stream.partition(":")[2], held.version, change.state)
        if held.stream == LINK and held.opened is None:
            held.opened = decode(change.entry.command, c.LinkCommand)

    # deciding

    def propose(
        self,
        table: str,
        command: c.TableCommand,
        *,
        actor: str,
        role: str,
        client: str = "",
        known: Known | None = None,
    ) -> Proposal:
        """What a command at a table would do; refused with an IllegalAction that changes nothing.

        ``known`` is how the player stands who takes a seat or bets, where that was looked up already.
        """
        held = self.held(table_stream(table)) if isinstance(command, c.OpenTable) else self.table(table)
        check_permitted(command, role, held.live.sheet if held.version else None)
        if isinstance(command, c.OpenTable) and held.version:
            raise IllegalAction(f"there is a table {table} already")
        if isinstance(command, c.OpenTable):
            command = check_opening(self.house(), command)
        award = self._award_due(held, command)
        if award is not None:
            command = msgspec.structs.replace(command, award=award[1])
        if getattr(command, "borne", ()):
            command = msgspec.structs.replace(command, borne=())
        if (book := BOOKS.get(type(command))) is not None:
            command = msgspec.structs.replace(command, book=self.store.balances([book(table)])[book(table)])
        if not isinstance(command, c.OpenTable) and held.live.staffed:
            command = self._filled_in(held.live, command, actor)
        seed = self.chance(32).hex() if _draws_chance(held, command) else ""
        draft = self._draft(held, command, actor=actor, role=role, client=client, seed=seed)
        change = self._table_change(held, command, draft, seed)
        if borne := self._borne(held, command, change):
            command = msgspec.structs.replace(command, borne=borne)
            draft = self._draft(held, command, actor=actor, role=role, client=client, seed=seed, at=draft.at)
            change = self._table_change(held, command, draft, seed)
        links = (*(award[0] if award is not None else ()), *for_the_link(table, change))
        postings = self._table_postings(table, command, change)
        seen = self._check_person(held, command, draft, postings, known)
        changes = [finished(change, postings)]
        if links:
            changes.append(self._propose_link(links, draft.at))
        proposal = self._proposal(changes, seen)
        if held.version:
            self._check_tray(held.live, command, postings)
        return proposal

    def _filled_in(self, live: Live, command: Any, actor: str) -> Any:
        """What the staff of a table cannot know: whether the link is up, what a guest has, who deals elsewhere."""
        match command:
            case c.StartRound() | c.CoinIn():
                link = self.link().state
                command = msgspec.structs.replace(command, link_up=isinstance(link, Link) and link.up)
            case c.UnseatVisitor():
                account = player(leaves_the_table(live, command.box))
                return msgspec.structs.replace(command, cents=self.store.balances([account])[account])
            case c.TapIn():
                for other in [held.state for held in list(self._held.values()) if isinstance(held.state, Live)]:
                    if other.table.dealer == actor and other.id != live.id and not other.closed:
                        raise IllegalAction(f"{actor} deals at {other.id}: tap out there first")
        if isinstance(command, (c.StartRound, c.EndRound)):
            return msgspec.structs.replace(command, book=self._in_tray(live.id))
        return command

    def _in_tray(self, table: str) -> int:
        """What the books have in a tray."""
        return self.store.balances([tray(table)])[tray(table)]

    def _check_tray(self, live: Live, command: Any, postings: tuple[Posting, ...]) -> None:
        """Chips that are sold, sent back or paid again are taken from those that are there."""
        if not live.staffed or not isinstance(command, FROM_THE_TRAY):
            return
        taken = -moved(postings).get(tray(live.id), 0)
        if taken > 0 and (book := self._in_tray(live.id)) < taken:
            raise IllegalAction(f"the books have {dollars(book)} in the tray, which is less than that: a fill first")

    def _borne(self, held: Held, command: Any, change: Change) -> tuple[tuple[str, int], ...]:
        """What players no longer have of what the round takes back, where the house bears it."""
        taken = any(isinstance(event, SettlementReversed) for event in change.events)
        if not taken or not shortfalls.bears(held.live, command):
            return ()
        lines = self._table_postings(held.live.id, command, change)
        accounts = [account for account in moved(lines) if is_player(account)]
        return shortfalls.shortfalls(lines, self.store.balances(accounts) if accounts else {})

    def _check_person(
        self, held: Held, command: Any, draft: Entry, postings: tuple[Posting, ...], known: Known | None
    ) -> dict[str, int]:
        """Refuse a seat or a new bet to somebody who does not play now, or has come to a limit.

        Gives what the decision rests on: the person's stream and its version.
        """
        if not held.version:
            return {}
        name = minded(held.live, command, draft.actor, draft.role)
        if not name:
            return self._check_guest(held.live, command, draft.at)
        stake = -moved(postings).get(player(name), 0)
        if stake <= 0 and isinstance(command, c.Act):
            return {}
        known = known or self.standing(name)
        check_minded(known, draft.at, stake=stake, clause=held.live.sheet.cite(CONDUCT))
        return {person_stream(name): known.version}

    def _check_guest(self, live: Live, command: Any, at: int) -> dict[str, int]:
        """Refuse a seat, chips or a bet to a guest whose name the house, or its bearer, keeps from play."""
        name = guest_who_plays(live, command) if live.staffed else ""
        if not name:
            return {}
        ruled, account = visitor_standing(name), account_named(self.store, name)
        known = self._standings.look_all([ruled, account] if account else [ruled], at)
        standing = known[account].standing if account else Standing()
        if reason := barred_guest(name, ruled=known[ruled].standing, account=standing, at=at):
            raise IllegalAction(reason, live.sheet.cite(CONDUCT))
        return {person_stream(one): found.version for one, found in known.items()}

    def propose_house(self, command: c.HouseRecord, *, actor: str, role: str, client: str = "") -> Proposal:
        """What a decision of the house would do; a meter is changed on the link in the same commit."""
        held = self.held(HOUSE_STREAM)
        check_permitted(command, role)
        wanted: c.RaiseMeter | c.LowerMeter | None = None
        if isinstance(command, c.Propose):
            check_change(command.change)
            if isinstance(command.change, c.MeterChange):
                command = msgspec.structs.replace(command, change=shown_now(command.change, self._open_link()))
        if isinstance(command, c.Apply):
            found = self.house().find(command.proposal)
            check_change(found.change)
            if isinstance(found.change, c.MeterChange):
                command = msgspec.structs.replace(command, meter=getattr(self._open_link(), found.change.meter))
                wanted = for_the_meter(found, found.change, command.meter)
        draft = self._draft(held, command, actor=actor, role=role, client=client)
        changes = [finished(self._house_change(held, command, draft), ())]
        if wanted is not None:
            linked = self._draft(self.link(), wanted, actor=HOUSE_ACTOR, role="house", at=draft.at)
            changes.append(self._with_link_postings(self._link_change(self.link(), wanted, linked)))
        return self._proposal(changes)

    def _open_link(self) -> Link:
        link = self.link().state
        if not isinstance(link, Link):
            raise IllegalAction("there is no link on this floor")
        return link

    def _house_change(self, held: Held, command: Any, entry: Entry) -> Change:
        before = held.state if isinstance(held.state, House) else House()
        house, events = decide_house(before, command, actor=entry.actor, at=entry.at)
        return Change(held, entry, house, events, events)

    def _person_change(self, held: Held, command: Any, entry: Entry) -> Change:
        before = held.state if isinstance(held.state, Standing) else Standing()
        standing, events = decide_person(before, command, actor=entry.actor, at=entry.at)
        return Change(held, entry, standing, events, events)

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
        if isinstance(command, c.Conduct) and is_visitor(name):
            pass  # a guest of the tables is known by nothing but the house's word
        elif isinstance(command, c.Hello) == bool(held.version):
            raise IllegalAction(f"{name} is known already" if held.version else f"nobody knows {name}")
        if isinstance(command, c.Conduct):
            clause = self.table(command.table).live.sheet.cite(CONDUCT) if command.table else ""
            command = msgspec.structs.replace(command, clause=clause)
        draft = self._draft(held, command, actor=actor, role=role, client=client)
        return self._proposal([finished(self._person_change(held, command, draft), _cage_postings(name, command))])

    def _draft(
        self, held: Held, command: c.Command, *, actor: str, role: str, client: str = "", seed: str = "", at: int = 0
    ) -> Entry:
        version = held.version + 1
        written = encode(command).decode()
        check_printable(written)
        return Entry(
            stream=held.stream,
            version=version,
            at=at or self.clock(),
            actor=actor,
            role=role,
            client=client,
            command=written,
            events="[]",
            postings="[]",
            sealed=self.keys.seal(seed.encode(), _about(held.stream, version)) if seed else b"",
            engine=NOW.version,
            schema=SCHEMA,
            previous=held.hash,
        )

    def _table_change(self, held: Held, command: Any, entry: Entry, seed: str) -> Change:
        table = held.stream.partition(":")[2]
        if isinstance(command, c.OpenTable):
            live, events = opened(table, command, entry.at)
        else:
            live, events = decide(
                held.live, command, actor=entry.actor, role=entry.role, at=entry.at, seed=seed, version=entry.version,
                engine=engine_of(entry.engine),
            )  # fmt: skip
        public = held.public
        if isinstance(command, c.Retract):
            public = seen_so_far(live)
        elif isinstance(command, c.StartRound):
            live, public = replace(live, round_first=entry.version), viewer_of(live)
        elif public is not None and any(isinstance(event, RoundEvent) for event in events):
            public = public.copy()
        return Change(held, entry, live, tuple(events), seen_events(public, events), public)

    def _link_change(self, held: Held, command: Any, entry: Entry) -> Change:
        if isinstance(command, c.OpenLink):
            link, events = opened_link(command)
        else:
            assert isinstance(held.state, Link)
            link, events = decide_link(held.state, command, engine_of(entry.engine))
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
        return finished(change, postings)

    def _award_due(self, held: Held, command: Any) -> tuple[tuple[Any, ...], int] | None:
        """For a jackpot: what the link has to do, and what it gives; by itself, or when the paperwork is done."""
        if not isinstance(command, (c.Policy, c.Jackpot)):
            return None
        live, link, seat = held.live, self.link().state, progressive_payments.wants_award(held.live, command)
        if not seat:
            return (), 0
        assert live.round is not None
        assert isinstance(link, Link)
        hit = f"{live.id}/{live.table.rounds}/{seat}"
        if hit in link.paid:
            return (), link.paid[hit].cents
        if isinstance(command, c.Jackpot) and command.step != "do_paperwork":
            return (), 0
        won = c.AwardMeter(meter=dict(live.round.jackpots)[seat])
        after, _ = decide_link(link, won, NOW)
        return (won,), after.paid[hit].cents

    def _table_postings(self, table: str, command: Any, change: Change) -> tuple[Posting, ...]:
        if isinstance(command, c.OpenTable):
            return transfer(HOUSE, tray(table), command.tray, "fill") if command.tray else ()
        if isinstance(command, c.Retract):
            return self._taken_back(table, change)
        if (poster := POSTERS.get(type(command))) is not None:
            return poster(change, command)
        if not any(isinstance(event, RoundEvent) for event in change.events):
            return ()
        assert isinstance(change.state, Live)
        owners = {**change.held.live.owners(), **change.state.owners()}
        return (*round_postings(table, owners, change.events), *shortfalls.postings_of(table, change.events))

    def _taken_back(self, table: str, change: Change) -> tuple[Posting, ...]:
        """The money that a retracted entry moved, the other way."""
        before = change.held.live.before
        assert before is not None
        held = Held(change.held.stream, before.version - 1, state=before.live)
        done = Change(held, change.entry, change.held.live, before.events)
        lines = self._table_postings(table, before.command, done)
        return tuple(Posting(account, -cents, RETRACTED) for account, cents, _ in reversed(lines))

    def _proposal(self, changes: list[Change], seen: dict[str, int] | None = None) -> Proposal:
        entries = tuple(change.entry for change in changes)
        lines = [line for change in changes for line in lines_of(change.entry)]
        moves, needs = moved(lines), {name: least for name, least in needed(lines).items() if least and is_player(name)}
        if any(abs(cents) > MOST for cents in moves.values()):
            raise IllegalAction("that is more money than one entry moves")
        return Proposal(
            Commit(
                entries=entries,
                moves={**dict.fromkeys(needs, 0), **moves},
                needs=needs,
                seen=seen or {},
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
            if not isinstance(state, Live) or not ends_a_round(change):
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
                raise IllegalAction(_too_little(first, outcome))
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


def _too_little(entry: Entry, overdrawn: Overdrawn) -> str:
    """Who has not got that much, and what to do where it is the payment to somebody who has spent it."""
    name = overdrawn.account.partition(":")[2]
    has = f"{'you have' if name == entry.actor else f'{name} has'} {dollars(overdrawn.balance)}"
    reason = f"{has}, which is less than that"
    if not entry.stream.startswith("table:"):
        return reason
    command: c.TableCommand = decode(entry.command, c.TableCommand)
    if isinstance(command, c.Reverse):
        return f"{reason}: reverse it with the house bearing it"
    if "SettlementReversed" not in entry.events:
        return reason
    way = "let the house bear" if entry.role in SUPERVISORS else "the floor may let the house bear"
    return f"{has}, which is less than the early payout that comes back: {way} the rest"


def _about(stream: str, version: int) -> str:
    return f"{stream} {version} input"


def _draws_chance(held: Held, command: Any) -> bool:
    """Whether a command shuffles the program's cards."""
    if isinstance(command, (c.Prepare, c.Policy)):
        return True
    shuffles = isinstance(command, c.HandleCards) and command.move == "shuffle"
    again = isinstance(command, c.Act) and isinstance(command.action, Reshuffled)
    return (shuffles or again) and held.live.staffed and not held.live.declared


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
