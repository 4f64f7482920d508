"""Whether a person may play now: the limits they have set, a self-exclusion, the house's rulings on their conduct.

All of it is a function of the person's own stream and of what the tables' log says they have won, lost and played. It
is checked at new bets and when a seat is taken: a round that has begun is always played to its end.
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.ledger import is_player, player
from pitboss.service.audit.log_by_time import entries_after, first_since
from pitboss.service.floor import commands as c
from pitboss.service.floor import events as e
from pitboss.service.floor.commands import decode
from pitboss.service.floor.gaming_days import UTC_DAYS, GamingDays
from pitboss.service.floor.recorded import Conduct, PersonCommand
from pitboss.service.floor.stream_names import TABLES, person_stream
from pitboss.service.tables.live_table import Live
from pitboss.store import Entry, Store

__all__ = [
    "CONDUCT",
    "DAY_MS",
    "NEW_BETS",
    "PAUSE_MS",
    "DailyPlay",
    "Limit",
    "Played",
    "PlayerStatus",
    "Standing",
    "Standings",
    "barred_from_play",
    "barred_guest",
    "check_may_play",
    "decide_person",
    "player_at_stake",
]  # fmt: skip

DAY_MS: Final = 24 * 3600 * 1000
PAUSE_MS: Final = 30 * 60 * 1000
"""After a pause of this length without a bet, the next bet begins a new session."""
CONDUCT: Final = "conduct"
"""The point of a sheet that leaves conduct at the table to the house."""
LIMITS: Final = ("session_minutes", "loss_cents", "reminder_minutes", "deposit_cents")
_MOST: Final = {
    "session_minutes": 24 * 60, "loss_cents": 10**11, "reminder_minutes": 24 * 60, "deposit_cents": 10**11,
}  # fmt: skip
MINUTE_MS: Final = 60_000


class Limit(Struct, frozen=True):
    """A figure that a person has set, 0 being none, and a wider one that comes into force later."""

    now: int = 0
    later: int = 0
    since: int = 0
    """When the later one does; 0 where there is none."""

    def at(self, at: int) -> int:
        return self.later if self.since and at >= self.since else self.now

    def set(self, value: int, at: int) -> Limit:
        """Tighter at once, wider after a day; asking again for what is on its way does not put it off."""
        now = self.at(at)
        if value == now or _tighter(value, now):
            return Limit(value)
        if at < self.since and value == self.later:
            return self
        return Limit(now, value, at + DAY_MS)


def _tighter(one: int, other: int) -> bool:
    return one > 0 and (other == 0 or one < other)


class Standing(Struct, frozen=True, kw_only=True):
    """A person's own limits and exclusion, and the house's last ruling on their conduct."""

    session_minutes: Limit = Limit()
    loss_cents: Limit = Limit()
    reminder_minutes: Limit = Limit()
    deposit_cents: Limit = Limit()
    deposits: tuple[tuple[int, int], ...] = ()
    """Chips bought at the cage within a day of the last purchase: a minute, and the cents bought in it."""
    excluded_until: int | None = None
    """Until when the person has excluded themselves, 0 being for good; None where they never have."""
    conduct: Literal["", "warned", "asked_to_leave", "barred"] = ""
    conduct_at: int = 0
    conduct_why: str = ""
    account: str = ""
    """The mark of the password that the person came with; empty where an earlier program noted none."""
    forgotten: bool = False
    """Whether the person's key was destroyed; nobody plays by this name any more."""

    def limits(self, at: int) -> dict[str, int]:
        """The figures in force."""
        return {name: getattr(self, name).at(at) for name in LIMITS}

    def counts_play(self, at: int) -> bool:
        """Whether what the person plays counts towards a limit that a new bet is held against."""
        return bool(self.session_minutes.at(at) or self.loss_cents.at(at))

    def deposited(self, at: int) -> int:
        """What the person has paid in within the last 24 hours, to the minute."""
        return sum(cents for minute, cents in self.deposits if minute + DAY_MS > at)

    def excluded(self, at: int) -> bool:
        return self.excluded_until is not None and (self.excluded_until == 0 or at < self.excluded_until)

    def away(self, at: int) -> bool:
        """Whether the house keeps the person from play now: asked to leave for a day, or barred."""
        asked = self.conduct == "asked_to_leave" and at < self.conduct_at + DAY_MS
        return asked or self.conduct == "barred"


def barred_from_play(standing: Standing, at: int, clause: str = "") -> IllegalAction | None:
    """Return the refusal for somebody who does not play now, None where they may; their own wish needs no clause."""
    if standing.forgotten:
        return IllegalAction("person.forgotten")
    if standing.excluded(at):
        return _excluded(standing.excluded_until, at)
    if standing.away(at):
        code = "play.barred" if standing.conduct == "barred" else "play.asked_to_leave"
        return IllegalAction(code, clause, why=standing.conduct_why)
    return None


def _excluded(until: int | None, at: int) -> IllegalAction:
    if not until:
        return IllegalAction("play.excluded_for_good")
    hours = max(-(-(until - at) // 3_600_000), 1)
    days = -(-hours // 24)
    if days > 1:
        return IllegalAction("play.excluded_days", days=days)
    return IllegalAction("play.excluded_hours", count=hours)


def barred_guest(name: str, *, ruled: Standing, account: Standing, at: int, clause: str = "") -> IllegalAction | None:
    """Return the refusal for a guest of this name at a real table: the house's word, or the wish of an account."""
    if ruled.away(at):
        return IllegalAction("guest.barred", clause, name=name, why=ruled.conduct_why)
    if account.excluded(at):
        return IllegalAction("guest.account_excluded", clause, name=name)
    return IllegalAction("guest.account_barred", clause, name=name) if account.away(at) else None


# the person's own stream


def decide_person(
    standing: Standing, command: c.Command, *, actor: str, at: int
) -> tuple[Standing, tuple[e.PersonEvent, ...]]:
    """A person's standing after an entry of their stream, and what changed in it."""
    if standing.forgotten:
        raise IllegalAction("person.forgotten")
    match command:
        case c.Hello():
            return _with(standing, account=command.account), ()
        case c.BuyIn():
            return _deposit(standing, command.cents, at), ()
        case c.SetLimits():
            return _set_limits(standing, command, actor, at)
        case c.Exclude():
            return _exclude(standing, command, actor, at)
        case Conduct():
            return _rule(standing, command, actor, at)
        case c.KeepDetails():
            return standing, (e.DetailsKept(by=actor, fields=command.fields),)
        case c.SeeDetails():
            if not command.reason.strip():
                raise IllegalAction("request.say_why")
            return standing, (e.DetailsSeen(by=actor, why=command.reason),)
        case c.Forget():
            return _with(standing, forgotten=True), (e.PersonForgotten(by=actor, why=command.reason),)
    return standing, ()


def _deposit(standing: Standing, cents: int, at: int) -> Standing:
    """Somebody pays in, who plays now and stays within their own limit for any 24 hours."""
    if refusal := barred_from_play(standing, at):
        raise refusal
    before, most = standing.deposited(at), standing.deposit_cents.at(at)
    if most and before + cents > most:
        raise IllegalAction("limits.deposit", limit=most, deposited=before)
    minute = at - at % MINUTE_MS
    recent = {earlier: paid for earlier, paid in standing.deposits if earlier + DAY_MS > at}
    recent[minute] = recent.get(minute, 0) + cents
    return _with(standing, deposits=tuple(recent.items()))


def _set_limits(
    standing: Standing, command: c.SetLimits, actor: str, at: int
) -> tuple[Standing, tuple[e.PersonEvent, ...]]:
    changed: dict[str, Limit] = {}
    happened: list[e.PersonEvent] = []
    for name in LIMITS:
        value, before = getattr(command, name), getattr(standing, name)
        if not 0 <= value <= _MOST[name]:
            raise IllegalAction("limits.range", limit=name, most=_MOST[name])
        after = before.set(value, at)
        if (after.at(at), after.since) != (before.at(at), before.since if at < before.since else 0):
            happened.append(
                e.LimitSet(by=actor, limit=name, before=before.at(at), after=value, since=after.since or at)
            )
        changed[name] = after
    return _with(standing, **changed), tuple(happened)


def _exclude(standing: Standing, command: c.Exclude, actor: str, at: int) -> tuple[Standing, tuple[e.PersonEvent, ...]]:
    """Nobody takes an exclusion back: it can only be made longer."""
    until, before = command.until, standing.excluded_until if standing.excluded(at) else None
    if until and until <= at:
        raise IllegalAction("exclusion.future")
    if before is not None and (before == 0 or 0 < until <= before):
        raise IllegalAction("exclusion.already")
    return _with(standing, excluded_until=until), (e.PersonExcluded(by=actor, before=before, until=until),)


def _rule(standing: Standing, command: Conduct, actor: str, at: int) -> tuple[Standing, tuple[e.PersonEvent, ...]]:
    """The house rules on somebody's conduct, with its reason, against the account (GC-RULE-20)."""
    if not command.reason.strip():
        raise IllegalAction("request.say_why", command.clause)
    before, after = standing.conduct, command.ruling
    if after == "readmitted" and not standing.away(at):
        raise IllegalAction("conduct.not_barred", command.clause)
    if after != "barred" and after != "readmitted" and standing.away(at):
        raise IllegalAction("conduct.already", command.clause)
    event = e.ConductRuled(
        by=actor, before=before, after=after, why=command.reason, table=command.table, clause=command.clause
    )  # fmt: skip
    kept = "" if after == "readmitted" else after
    return _with(standing, conduct=kept, conduct_at=at, conduct_why=command.reason), (event,)


def _with(standing: Standing, **changed: Any) -> Standing:
    return msgspec.structs.replace(standing, **changed)


# what was played


class Played(NamedTuple):
    """How long somebody has been playing in this session, and what they have won today, or lost."""

    minutes: int = 0
    result: int = 0


class Page(NamedTuple):
    """What the log says of somebody at a moment."""

    days: GamingDays
    day: str
    result: int
    """Today's."""
    began: int
    """When their session began; its first bet."""
    last_bet: int
    """0 where it is a pause ago."""
    moves: int
    """How often what they have was changed at the tables since this log is read."""

    def played(self, at: int) -> Played:
        return Played((at - self.began) // 60_000 if self.in_session(at) else 0, self.result)

    def in_session(self, at: int) -> bool:
        """Whether the session goes on, and bets that are not known do not change when it began."""
        return at - self.last_bet < PAUSE_MS


class DailyPlay:
    """What everybody has won and lost today, and when they have bet: the tables' log, read once and then followed.

    Days are the gaming days of the house. It begins with the day before, so that a session that goes on into the next
    is known from its beginning.
    """

    def __init__(self, store: Store, days: Callable[[], GamingDays] = lambda: UTC_DAYS) -> None:
        self._store, self._days = store, days
        self._lock = threading.Lock()
        self._read: dict[str, int] = {}
        self._results: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._moves: Counter[str] = Counter()
        self._bets: defaultdict[str, list[int]] = defaultdict(list)

    def look(self, name: str, at: int) -> Played:
        """What the log says of somebody at this moment."""
        return self.pages([name], at)[name].played(at)

    def pages(self, names: Iterable[str], at: int) -> dict[str, Page]:
        """What the log says of each of them at this moment."""
        with self._lock:
            self._follow(at)
            return {name: self._page(name, at) for name in names}

    def _page(self, name: str, at: int) -> Page:
        days, account = self._days(), player(name)
        day = days.day_of(at)
        return Page(days, day, self._results[day][account], *self._session(name, at), self._moves[account])

    def _follow(self, at: int) -> None:
        days, since = self._days(), at - 2 * DAY_MS
        for stream, (last, _) in self._store.heads(prefix=TABLES).items():
            if stream not in self._read:
                self._read[stream] = first_since(self._store, stream, since, last=last) - 1
            for entry in entries_after(self._store, stream, self._read[stream], last=last):
                self._take(entry, days)
                self._read[stream] = entry.version
        for day in [day for day in self._results if day < days.day_of(since)]:
            del self._results[day]

    def _take(self, entry: Entry, days: GamingDays) -> None:
        if '"player:' in entry.postings:
            lines: list[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
            for account, cents, _ in lines:
                if is_player(account):
                    self._results[days.day_of(entry.at)][account] += cents
                    self._moves[account] += 1
        if entry.role == "player" and '"PlaceBet"' in entry.command:
            self._bets[entry.actor].append(entry.at)

    def _session(self, name: str, at: int) -> tuple[int, int]:
        """The first bet after a pause and the last one; none where that is a pause ago."""
        bets = self._bets[name] = sorted(bet for bet in self._bets[name] if bet >= at - 3 * DAY_MS)
        start = at
        for bet in reversed(bets):
            if start - bet >= PAUSE_MS:
                break
            start = bet
        return (start, bets[-1]) if bets and at - bets[-1] < PAUSE_MS else (at, 0)


class PlayerStatus(NamedTuple):
    """Somebody's standing and, where they have set a limit on their play, what they have played."""

    standing: Standing
    played: Played
    version: int
    """The version of the person's stream; a decision that depends on this holds while it is the last."""
    balance: int | None = None
    """Their balance when their play was looked up, where they have set a limit on it; a bet changes it."""


class Carried(NamedTuple):
    """What the log said of somebody when they had so many chips: what was won since is told by what they have now.

    Chips come and go at the tables and in the person's own stream alone; while that stands still, no table is read.
    """

    page: Page
    version: int
    balance: int

    def now(self, at: int, days: GamingDays, balance: int, *, session: bool) -> Played | None:
        """What was played by now, the length of the ``session`` too where it is wanted; None to ask the log."""
        page = self.page
        if page.days != days or page.day != days.day_of(at) or (session and not page.in_session(at)):
            return None
        return page._replace(result=page.result + balance - self.balance).played(at)


class Standings:
    """How everybody stands, by the store; what is known of a person is kept with the version of their stream."""

    def __init__(self, store: Store, *, days: Callable[[], GamingDays] = lambda: UTC_DAYS, most: int = 20_000) -> None:
        self._store, self._days, self._most = store, days, most
        self._kept: dict[str, tuple[int, Standing]] = {}
        self._carried: dict[str, Carried] = {}
        self._diary = DailyPlay(store, days)

    def look(self, name: str, at: int) -> PlayerStatus:
        """How somebody stands at this moment against what a new bet is held against."""
        return self.look_at_hand(name, at) or self._read_log(name, at)

    def look_at_hand(self, name: str, at: int) -> PlayerStatus | None:
        """The same where it can be told without the tables' log; None where that has to be read."""
        carried = self._carried.get(name)
        balance = self._balance(name) if carried is not None else 0  # first: who is paid out meanwhile has moved on
        last, _ = self._store.head(person_stream(name))
        standing = self._standing(name, last)
        if not standing.counts_play(at):
            return PlayerStatus(standing, Played(), last)
        if carried is not None and carried.version == last:
            played = carried.now(at, self._days(), balance, session=bool(standing.session_minutes.at(at)))
            if played is not None:
                return PlayerStatus(standing, played, last, balance)
        return None

    def _read_log(self, name: str, at: int) -> PlayerStatus:
        """Read what was played, and keep it with the chips that belong to it, where nothing moved meanwhile."""
        last, _ = self._store.head(person_stream(name))
        standing = self._standing(name, last)
        before = self._diary.pages([name], at)[name]
        balance = self._balance(name)
        page = self._diary.pages([name], at)[name]
        if page.moves == before.moves and self._store.head(person_stream(name))[0] == last:
            if len(self._carried) >= self._most:
                self._carried.clear()
            self._carried[name] = Carried(page, last, balance)
        return PlayerStatus(standing, page.played(at), last, balance)

    def _balance(self, name: str) -> int:
        account = player(name)
        return self._store.balances([account])[account]

    def look_all(self, names: Iterable[str], at: int) -> dict[str, PlayerStatus]:
        """How each of them stands at this moment, with what is played by those who have set anything about it."""
        found = self.wishes(names)
        minded = [name for name, (one, _) in found.items() if one.counts_play(at) or one.reminder_minutes.at(at)]
        pages = self._diary.pages(minded, at) if minded else {}
        return {
            name: PlayerStatus(one, pages[name].played(at) if name in pages else Played(), last)
            for name, (one, last) in found.items()
        }

    def wishes(self, names: Iterable[str]) -> dict[str, tuple[Standing, int]]:
        """What each of them has set and the house has ruled, and the version of their stream; no table is read."""
        streams = {person_stream(name): name for name in names}
        heads = self._store.heads(streams)
        lasts = {name: heads.get(stream, (0, ""))[0] for stream, name in streams.items()}
        return {name: (self._standing(name, last), last) for name, last in lasts.items()}

    def remembered(self, name: str, at: int) -> PlayerStatus | None:
        """How somebody stood when last looked up; None if they were not, or have limits that their play counts for."""
        version, standing = self._kept.get(name, (0, Standing()))
        return PlayerStatus(standing, Played(), version) if version and not standing.counts_play(at) else None

    def keep(self, name: str, version: int, standing: Standing) -> None:
        """Take over what somebody's standing has become."""
        if len(self._kept) >= self._most:
            self._kept.clear()
        self._kept[name] = version, standing

    def played(self, name: str, at: int) -> Played:
        return self._diary.look(name, at)

    def _standing(self, name: str, last: int) -> Standing:
        """What the stream says up to its last entry, as far as it is not known yet."""
        version, standing = self._kept.get(name, (0, Standing()))
        if version < last:
            for entry in entries_after(self._store, person_stream(name), version, last=last):
                command: PersonCommand = decode(entry.command, PersonCommand)
                standing, _ = decide_person(standing, command, actor=entry.actor, at=entry.at)
            self.keep(name, last, standing)
        return standing


# at a table

NEW_BETS: Final = (a.PlaceBet, a.PlaceToke)


def player_at_stake(live: Live, command: c.Command, actor: str, role: str) -> str:
    """Whose seat is taken or whose money is put up anew by a command; nobody's for all others.

    A guest at a real table has no account, and what is played on in a round was begun before.
    """
    if isinstance(command, (c.Sit, c.Wait)):
        return actor
    if not isinstance(command, c.Act) or not isinstance(command.action, NEW_BETS):
        return ""
    name = actor if role == "player" else live.table.holder(command.action.spot)
    return "" if "@" in name else name


def check_may_play(known: PlayerStatus, at: int, *, stake: int = 0, clause: str = "") -> None:
    """Refuse a seat, or more money on the layout, to somebody who may not play now or has reached their limit."""
    standing, played = known.standing, known.played
    if refusal := barred_from_play(standing, at, clause):
        raise refusal
    limits = standing.limits(at)
    session, loss = limits["session_minutes"], limits["loss_cents"]
    if session and played.minutes >= session:
        raise IllegalAction("limits.session", minutes=played.minutes, limit=session)
    if loss and max(stake, 1) - played.result > loss:  # a seat is for who can still bet something
        lost = max(-played.result, 0)
        raise IllegalAction("limits.loss", limit=loss, lost=lost)
