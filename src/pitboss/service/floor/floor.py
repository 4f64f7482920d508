"""The floor: every stream as this process knows it; what a command would do, and what became of it.

A command is handled in two halves, with the store between them. :meth:`Floor.plan` decides it, without changing
anything, and returns the commit that would make it true; once the store has answered, :meth:`Floor.take_over` goes on
from it. Whoever calls does not let another command of the same stream in between. Nothing of a table lives here alone:
a floor can be thrown away at any moment and read again from the store.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, cast

import msgspec

from pitboss.engine import NOW
from pitboss.errors import IllegalAction, Refusal
from pitboss.games.actions import Reshuffled
from pitboss.games.events import SettlementReversed
from pitboss.ledger import Posting, is_player, moved, needed, player, tray
from pitboss.progressive.link import Link
from pitboss.rules import SHIPPED, Content, Sheet, load
from pitboss.service.compliance.judgements import Judgement, Judgements, judge_command, sealed_text
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.commands import check_printable, decode, encode
from pitboss.service.floor.event_json import SCHEMA
from pitboss.service.floor.house import (
    HOUR_MS,
    HOUSE_ACTOR,
    House,
)
from pitboss.service.floor.house_plans import plan_house
from pitboss.service.floor.link import link_commands
from pitboss.service.floor.recorded import recorded
from pitboss.service.floor.repeated_commands import check_same
from pitboss.service.floor.server_facts import recorded_at_table
from pitboss.service.floor.sheets import Sheets, Terms, check_legible
from pitboss.service.floor.stream_names import (
    COMPLIANCE,
    HOUSE_STREAM,
    LINK,
    RATINGS,
    person_named,
    person_stream,
    sheet_stream,
    table_named,
    table_stream,
)
from pitboss.service.floor.streams import (
    Answer,
    AnyChange,
    AnyStream,
    ComplianceStream,
    HouseStream,
    LinkStream,
    PersonStream,
    Plan,
    RatingsStream,
    SheetStream,
    Stream,
    TableChange,
    TableStream,
    finished,
    round_of,
    sealed_input,
    stream_of,
)
from pitboss.service.money import shortfalls
from pitboss.service.money.counts_and_fills import FROM_THE_TRAY, MOST
from pitboss.service.operations.keys import Keys
from pitboss.service.people.accounts import NotKnown, account_named
from pitboss.service.people.permissions import STAFF_ROLES, check_permitted
from pitboss.service.people.personal import check_forgetting
from pitboss.service.people.player_limits import (
    CONDUCT,
    Played,
    PlayerStatus,
    Standing,
    Standings,
    barred_guest,
    check_may_play,
    player_at_stake,
)
from pitboss.service.tables.fiddling import check_fiddling
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import SUPERVISORS, is_visitor, visitor_standing
from pitboss.service.tables.table_commands import check_question
from pitboss.service.tables.visitors import guest_who_plays
from pitboss.store import Appended, Commit, Conflict, Deposed, Entry, Lapsed, Outcome, Overdrawn, Repeated, Store

__all__ = ["HOUSE_ACTOR", "Busy", "Dependencies", "Floor", "Unknown"]


class Unknown(Refusal):
    """There is no such table."""


class Busy(Refusal):
    """Other processes were first several times; the command was not done and may be sent again."""


class Dependencies(NamedTuple):
    """What a decision depends on beside the streams it changes: versions that were read, and balances."""

    seen: dict[str, int] = {}  # noqa: RUF012  (never changed)
    held: dict[str, int] = {}  # noqa: RUF012

    def and_on(self, other: Dependencies) -> Dependencies:
        return Dependencies(self.seen | other.seen, self.held | other.held)


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
        """``clock`` returns milliseconds since 1970, ``chance`` random bytes."""
        self.store, self.keys, self.clock, self.chance = store, keys, clock, chance
        self.sheets = Sheets(store)
        self._streams: dict[str, AnyStream] = {}
        self.waiting_ms = 24 * HOUR_MS
        """How long a role that one person gave is that person's own hand at an approval."""
        self._standings = Standings(store, days=lambda: self.house().days)

    # streams

    def stream(self, name: str) -> AnyStream:
        """A stream, read from the store where it is not known yet."""
        known = self._streams.get(name)
        if known is None:
            known = stream_of(name, self.sheets)
            known.load(self.store, self.keys)
            self.refresh(known)
            known = self._streams.setdefault(name, known)  # another thread may have loaded it meanwhile
        return known

    def table(self, table: str) -> TableStream:
        """A table that was opened; raises Unknown where there is none."""
        found = self._table(table)
        if found.state is None:
            self.forget(found.name)
            raise Unknown("table.unknown", table=table)
        return found

    def _table(self, table: str) -> TableStream:
        return cast(TableStream, self.stream(table_stream(table)))

    def link(self) -> LinkStream:
        return cast(LinkStream, self.stream(LINK))

    def house(self) -> House:
        """What the house has decided, as this process knows it."""
        return cast(HouseStream, self.stream(HOUSE_STREAM)).state or House()

    def known(self, name: str) -> AnyStream | None:
        """A stream, if this process has read it."""
        return self._streams.get(name)

    def known_table(self, table: str) -> TableStream | None:
        """A table, if this process has read it."""
        return cast(TableStream | None, self._streams.get(table_stream(table)))

    def known_tables(self) -> Iterator[Live]:
        """Every open or closed table that this process has read."""
        yield from (stream.live for stream in self._tables())

    def known_link(self) -> Link | None:
        """The link, if there is one and this process has read it."""
        stream = self._streams.get(LINK)
        return stream.state if isinstance(stream, LinkStream) else None

    def forget(self, name: str) -> None:
        """Drop what is known of a stream; the store knows it."""
        self._streams.pop(name, None)

    def refresh(self, stream: AnyStream | Stream[Any]) -> list[AnyChange]:
        """Catch up with what other processes have appended."""
        changes: list[AnyChange] = list(stream.catch_up(self.store, self.keys))
        if isinstance(stream, PersonStream) and stream.state is not None:
            self._standings.keep(person_named(stream.name), stream.version, stream.state)
        return changes

    def balance(self, account: str) -> int:
        """What the books have in an account, in cents."""
        return self.store.balances([account])[account]

    # people

    def standing(self, name: str) -> PlayerStatus:
        """How a person stands now, by the store."""
        return self._standings.look(name, self.clock())

    def standing_at_hand(self, name: str) -> PlayerStatus | None:
        """How a person stands now; None where the tables' log has to be read for that."""
        return self._standings.look_at_hand(name, self.clock())

    def standings(self, names: Iterable[str]) -> dict[str, PlayerStatus]:
        """How each of these stands now, by the store."""
        return self._standings.look_all(names, self.clock())

    def remembered_standing(self, name: str) -> PlayerStatus | None:
        """How a person without limits of their own stood last; a commit that depends on it names the version."""
        return self._standings.remembered(name, self.clock())

    def played(self, name: str) -> Played:
        """How long a person has been playing, and today's result, whether they have set a limit or not."""
        return self._standings.played(name, self.clock())

    # tables

    def plan(
        self,
        table: str,
        command: c.TableCommand,
        *,
        actor: str,
        role: str,
        client: str = "",
        known: PlayerStatus | None = None,
        question: int | None = None,
    ) -> Plan:
        """Return what a command at a table would do; raises an IllegalAction that changes nothing.

        ``known`` is how the player stands who takes a seat or bets, where that was looked up already; ``question``
        names the question that is answered, which must still be the one that is open.
        """
        stream = self._table(table) if isinstance(command, c.OpenTable) else self.table(table)
        check_permitted(command, role, stream.live.sheet if stream.version else None)
        rests = Dependencies(self.check_role(actor, role) | self._other_tables(stream, command))
        if isinstance(command, c.OpenTable) and stream.version:
            raise IllegalAction("table.exists", table=table)
        if stream.version:
            check_question(stream.live, command, question)
            check_fiddling(stream.live, command, actor=actor, at=self.clock())
        asked, awards = recorded_at_table(self, stream, command, actor)
        seed = self.chance(32).hex() if _draws_chance(stream, asked) else ""
        draft = self.draft(stream, asked, actor=actor, role=role, client=client, seed=seed)
        change = stream.decide(asked, draft, seed)
        if borne := self._borne(stream, asked, change):
            asked = recorded(asked, borne=borne)
            draft = self.draft(stream, asked, actor=actor, role=role, client=client, seed=seed, at=draft.at)
            change = stream.decide(asked, draft, seed)
        postings = stream.postings(asked, change)
        rests = rests.and_on(self._check_player(stream, asked, draft, postings, known))
        changes: list[AnyChange] = [finished(change, postings)]
        if isinstance(asked, r.OpenTable):
            changes += self.kept(change.state.sheet.content, actor, draft.at)
        if links := (*awards, *link_commands(table, change)):
            changes.append(self.on_link(c.Several(commands=links), draft.at))
        plan = self.planned(changes, rests)
        if stream.version:
            self._check_tray(stream.live, asked, postings)
        return plan

    def _check_tray(self, live: Live, command: c.Command, postings: tuple[Posting, ...]) -> None:
        """Chips that are sold, sent back or paid again are taken from those that are there."""
        if not live.staffed or not isinstance(command, FROM_THE_TRAY):
            return
        taken = -moved(postings).get(tray(live.id), 0)
        if taken > 0 and (book := self.balance(tray(live.id))) < taken:
            raise IllegalAction("tray.less_than_that", cents=book)

    def _borne(self, stream: TableStream, command: c.Command, change: TableChange) -> r.Borne:
        """What players no longer have of what the round takes back, where the house pays it."""
        taken = any(isinstance(event, SettlementReversed) for event in change.events)
        if not taken or not shortfalls.bears(stream.live, command):
            return ()
        lines = stream.postings(command, change)
        accounts = [account for account in moved(lines) if is_player(account)]
        return shortfalls.shortfalls(lines, self.store.balances(accounts) if accounts else {})

    def _check_player(
        self,
        stream: TableStream,
        command: c.Command,
        draft: Entry,
        postings: tuple[Posting, ...],
        known: PlayerStatus | None,
    ) -> Dependencies:
        """Refuse a seat or a new bet to somebody who does not play now, or has reached a limit.

        Returns what the decision depends on: the person's stream and its version; with a limit, what they have as well.
        """
        if not stream.version:
            return Dependencies()
        live = stream.live
        name = player_at_stake(live, command, draft.actor, draft.role)
        if not name:
            return Dependencies(self._check_visitor(live, command, draft.at))
        stake = -moved(postings).get(player(name), 0)
        if stake <= 0 and isinstance(command, c.Act):
            return Dependencies()
        known = known or self.standing(name)
        check_may_play(known, draft.at, stake=stake, clause=live.sheet.cite(CONDUCT))
        held = {} if known.balance is None else {player(name): known.balance}
        return Dependencies({person_stream(name): known.version}, held)

    def check_role(self, actor: str, role: str) -> dict[str, int]:
        """Refuse a command to somebody of the staff whose role is another by now, whichever server took that away."""
        if role not in STAFF_ROLES:
            return {}
        house = cast(HouseStream, self.stream(HOUSE_STREAM))
        version = house.version  # first: a thread may read the house anew, and its later word would be named as seen
        if (house.state or House()).roles.get(actor, role) != role:
            raise IllegalAction("role.another_now")
        return {HOUSE_STREAM: version}

    def _other_tables(self, stream: TableStream, command: c.Command) -> dict[str, int]:
        """What a dealer's tapping in depends on: that they deal at no other table."""
        if not isinstance(command, c.TapIn):
            return {}
        others = [one for one in self._tables() if one is not stream and one.live.staffed and not one.live.closed]
        return {one.name: one.version for one in others}

    def _tables(self) -> list[TableStream]:
        known = list(self._streams.values())
        return [one for one in known if isinstance(one, TableStream) and one.state is not None]

    def _check_visitor(self, live: Live, command: c.Command, at: int) -> dict[str, int]:
        """Refuse a seat, chips or a bet to a guest without an account whom the house keeps from play.

        Somebody of the same name who has excluded themselves counts, too. Returns what the decision depends on.
        """
        name = guest_who_plays(live, command) if live.staffed else ""
        if not name:
            return {}
        ruled, account = visitor_standing(name), account_named(self.store, name)
        known = self._standings.wishes([ruled, account] if account else [ruled])
        standing = known[account][0] if account else Standing()
        clause = live.sheet.cite(CONDUCT)
        if refusal := barred_guest(name, ruled=known[ruled][0], account=standing, at=at, clause=clause):
            raise refusal
        return {person_stream(one): version for one, (_, version) in known.items()}

    # the house, the link and people

    def plan_house(
        self, command: c.HouseRecord, *, actor: str, role: str, client: str = "", content: Content | None = None
    ) -> Plan:
        """Return what a decision of the house would do; a meter is changed on the link in the same commit.

        ``content`` is the sheet that is proposed, where the log may not have it yet: it is kept in the same commit.
        """
        return plan_house(self, command, actor=actor, role=role, client=client, content=content)

    def sheet_meant(self, terms: Terms) -> Sheet:
        """The sheet that a change or an opening names: by its text, or as the program or the house has it now."""
        if terms.text:
            return self.sheets.sheet(terms.text)
        if terms.sheet in SHIPPED:
            return self.sheets.keep(load(terms.sheet, sets=list(terms.sets)).content)
        own = self.house().own().get(terms.sheet)
        if own is None:
            raise IllegalAction("sheet.not_approved", sheet=terms.sheet)
        content = self.sheets.sheet(own.text).content
        return self.sheets.keep(msgspec.structs.replace(content, sets=terms.sets))

    def sheets_not_in_log(self) -> set[Content]:
        """The sheets of the tables and of the link that were opened before the log kept sheets."""
        found = {live.sheet.content for live in self.known_tables() if not live.opened.text}
        terms = self.link().terms
        return found | ({self.sheets.of(terms).content} if terms is not None and not terms.text else set())

    def keep(self, content: Content) -> Plan | None:
        """Return what puts a sheet into the log that a table was opened on before the log kept sheets."""
        changes = self.kept(content, HOUSE_ACTOR, self.clock())
        return self.planned(changes) if changes else None

    def kept(self, content: Content, actor: str, at: int) -> list[AnyChange]:
        """What puts a sheet into the log, where it is not there yet."""
        stream = cast(SheetStream, self.stream(sheet_stream(content.hash)))
        if stream.version:
            return []
        command = c.KeepSheet(content=content)
        draft = self.draft(stream, command, actor=actor, role="house", at=at)
        return [finished(stream.decide(command, draft), ())]

    def open_link(self) -> Link:
        """The link; refused where none was opened."""
        link = self.link().state
        if link is None:
            raise IllegalAction("link.none")
        return link

    def plan_link(self, command: c.LinkCommand, *, actor: str, role: str, client: str = "") -> Plan:
        """Return what a command to the link would do."""
        stream = self.link()
        check_permitted(command, role)
        rests = Dependencies(self.check_role(actor, role))
        if isinstance(command, c.OpenLink) and stream.version:
            raise IllegalAction("link.open_already")
        if not isinstance(command, c.OpenLink) and not stream.version:
            raise IllegalAction("link.none")
        asked, kept = command, []  # type: tuple[c.LinkCommand, list[AnyChange]]
        if isinstance(command, c.OpenLink):
            sheet = self.sheet_meant(command)
            asked = recorded(command, text=sheet.text_hash)
            kept = self.kept(sheet.content, actor, self.clock())
        draft = self.draft(stream, asked, actor=actor, role=role, client=client)
        change = stream.decide(asked, draft)
        return self.planned([finished(change, stream.postings(asked, change)), *kept], rests)

    def on_link(self, command: c.LinkCommand, at: int) -> AnyChange:
        """What the house has the link do, in the commit of another stream."""
        stream = self.link()
        change = stream.decide(command, self.draft(stream, command, actor=HOUSE_ACTOR, role="house", at=at))
        return finished(change, stream.postings(command, change))

    def plan_person(self, name: str, command: c.PersonCommand, *, actor: str, role: str, client: str = "") -> Plan:
        """Return what a command about a person would do: at the cage, their limits, or the house's rulings."""
        stream = cast(PersonStream, self.stream(person_stream(name)))
        check_permitted(command, role)
        rests = Dependencies(self.check_role(actor, role))
        ruled = isinstance(command, c.Conduct) and is_visitor(name)  # the house knows a guest by its rulings alone
        if not ruled and isinstance(command, c.Hello) == bool(stream.version):
            raise IllegalAction("person.known_already" if stream.version else "person.unknown", name=name)
        asked: Any = command
        if isinstance(command, c.Conduct):
            clause = self.table(command.table).live.sheet.cite(CONDUCT) if command.table else ""
            asked = recorded(command, clause=clause)
        if isinstance(command, c.Forget):
            check_forgetting(self.store, self.house(), name, self.clock(), lambda at: self.table(at).live)
        draft = self.draft(stream, asked, actor=actor, role=role, client=client)
        change = stream.decide(asked, draft)
        return self.planned([finished(change, stream.postings(asked, change))], rests)

    def judgements(self) -> Judgements:
        """What compliance has judged, as this process knows it."""
        return cast(ComplianceStream, self.stream(COMPLIANCE)).state or Judgements()

    def plan_judgement(self, judgement: Judgement, *, actor: str, role: str, client: str = "") -> Plan:
        """Return what puts a judgement of compliance into the log, under seal."""
        text = sealed_text(judgement)
        command = judge_command(self.keys, text)
        check_permitted(command, role)
        stream = cast(ComplianceStream, self.stream(COMPLIANCE))
        draft = self.draft(stream, command, actor=actor, role=role, client=client, seed=text)
        change = finished(stream.decide(command, draft, text), ())
        return self.planned([change], Dependencies(self.check_role(actor, role)))

    def plan_look(self, command: c.LookAtRating, *, actor: str, role: str, client: str = "") -> Plan:
        """Return what puts into the log that somebody looks at a rating."""
        check_permitted(command, role)
        stream = cast(RatingsStream, self.stream(RATINGS))
        draft = self.draft(stream, command, actor=actor, role=role, client=client)
        return self.planned([finished(stream.decide(command, draft), ())], Dependencies(self.check_role(actor, role)))

    # commits

    def draft(
        self,
        stream: AnyStream,
        command: c.Command,
        *,
        actor: str,
        role: str,
        client: str = "",
        seed: str = "",
        at: int = 0,
    ) -> Entry:
        """The entry of a command, before it is known what happens by it."""
        version = stream.version + 1
        written = encode(command).decode()
        if isinstance(command, c.KeepSheet):
            check_legible(command.content)
        else:
            check_printable(written)
        return Entry(
            stream=stream.name,
            version=version,
            at=at or self.clock(),
            actor=actor,
            role=role,
            client=client,
            command=written,
            events="[]",
            postings="[]",
            sealed=self.keys.seal(seed.encode(), sealed_input(stream.name, version)) if seed else b"",
            engine=NOW.version,
            schema=SCHEMA,
            previous=stream.hash,
        )

    def planned(self, changes: list[AnyChange], rests: Dependencies | None = None) -> Plan:
        """Return changes of one or several streams as one plan, with what it depends on beside them."""
        rests = rests or Dependencies()
        lines: list[Posting] = [line for change in changes for line in change.lines]
        moves, needs = moved(lines), {name: least for name, least in needed(lines).items() if least and is_player(name)}
        if any(abs(cents) > MOST for cents in moves.values()):
            raise IllegalAction("money.too_much")
        return Plan(
            Commit(
                entries=tuple(change.entry for change in changes),
                moves={**dict.fromkeys((*needs, *rests.held), 0), **moves},
                needs=needs,
                seen=rests.seen,
                held=rests.held,
                rounds=tuple(round_ for change in changes for round_ in round_of(change)),
                snapshots=tuple(kept for change in changes for kept in change.stream.snapshots(change, self.keys)),
            ),
            tuple(changes),
        )

    def take_over(self, plan: Plan, outcome: Outcome) -> Answer | None:
        """Go on from a commit that the store has answered; None where another process was first: plan again."""
        first = plan.commit.entries[0]
        match outcome:
            case Appended():
                for change in plan.changes:
                    with change.stream.turn:
                        if change.entry.version > change.stream.version:  # or another thread has just read it
                            change.stream.take_over(change)
                    if isinstance(change.state, Standing):
                        self._standings.keep(person_named(change.stream.name), change.entry.version, change.state)
                return Answer(first.stream, first.version, plan.changes, outcome.balances)
            case Repeated():
                check_same(outcome.entry, first.stream, plan.changes[0].stream.read(first), self.sheets)
                return Answer(outcome.entry.stream, outcome.entry.version)
            case Overdrawn():
                raise _too_little(first, outcome)
            case Lapsed():
                raise NotKnown("sign_in.first")
            case Conflict() | Deposed():
                return None

    def do(self, plan: Callable[[], Plan]) -> Answer:
        """Plan, append and take over, without anything in between."""
        for _ in range(50):
            planned = plan()
            answer = self.take_over(planned, self.store.append([planned.commit])[0])
            if answer is not None:
                return answer
            for name in {*(change.stream.name for change in planned.changes), *planned.commit.seen}:
                if (known := self.known(name)) is not None:
                    self.refresh(known)
        raise Busy("floor.busy")


def _too_little(entry: Entry, overdrawn: Overdrawn) -> IllegalAction:
    """Return the refusal for a player without enough chips, with advice where a payment to them was already spent."""
    name, balance = overdrawn.account.partition(":")[2], overdrawn.balance
    if table_named(entry.stream):
        command: r.TableCommand = decode(entry.command, r.TableCommand)
        if isinstance(command, c.Reverse):
            return IllegalAction("chips.too_few_reverse", name=name, balance=balance)
        if "SettlementReversed" in entry.events:
            if entry.role in SUPERVISORS:
                return IllegalAction("chips.let_house_bear", name=name, balance=balance)
            return IllegalAction("chips.floor_may_bear", name=name, balance=balance)
    if name == entry.actor:
        return IllegalAction("chips.too_few", balance=balance)
    return IllegalAction("chips.too_few_of", name=name, balance=balance)


def _draws_chance(stream: TableStream, command: c.Command) -> bool:
    """Whether a command shuffles the program's cards."""
    if isinstance(command, (c.Prepare, c.Policy)):
        return True
    shuffles = isinstance(command, c.HandleCards) and command.move == "shuffle"
    again = isinstance(command, c.Act) and isinstance(command.action, Reshuffled)
    return (shuffles or again) and stream.live.staffed and not stream.live.declared
