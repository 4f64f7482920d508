"""The money of the whole log in the order it was written: sums, balances, and what tables and link say of each other.

It reads what the log says happened; that this is what must have happened is for the replay to show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.errors import PitbossError
from pitboss.ledger import RESERVE, is_player, layout, meter, tray
from pitboss.service.audit.findings import Audit
from pitboss.service.audit.house_decisions import Decisions
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.link import table_of
from pitboss.service.floor.stream_names import LINK, table_named
from pitboss.service.money.counts_and_fills import BOOKS
from pitboss.service.money.progressive_payments import FORFEIT
from pitboss.store import Entry, entry_hash
from pitboss.store.rows import Row, Rows

__all__ = ["Meters", "Money", "check_places"]

_TOLD = (
    "BetsLocked", "ProgressiveLocked", "SettlementReversed", "JackpotHit", "RoundStarted", "RoundVoided", "Ruled",
    "TableOpened", "progressive_award",
)  # fmt: skip
"""Words in a table's events that may concern the link."""
_METERS = ("major", "minor")


class Meters(NamedTuple):
    """What the link shows, in cents."""

    major: int
    minor: int
    reserve: int


class Money:
    """Adds up every posting, and follows the link's money from the tables and back."""

    def __init__(self, rows: Rows, audit: Audit) -> None:
        self._rows, self._audit = rows, audit
        self.sums: Counter[str] = Counter()
        self._between, self._decisions = TablesAgainstLink(audit), Decisions(audit)

    def check(self) -> Iterator[int]:
        """Go through the log; yields the number of entries so far, from time to time."""
        for number, row in enumerate(self._rows.walk("entries", ("seq",)), 1):
            try:
                self._check_row(row)
                self._check_book(row)
                self._add(row)
                self._between.hear(row)
                self._decisions.hear(row)
            except (PitbossError, LookupError, TypeError, ValueError) as error:
                self._audit.found("entries", row["stream"], row["version"], f"cannot be read: {error}")
            if not number % 1000:
                yield number
        self._between.end()
        self._decisions.end()
        self._check_balances()

    def _check_row(self, row: Row) -> None:
        """Read the stream's name from the row itself, which an index may have hidden."""
        entry = Entry(**{name: row[name] for name in Entry.__struct_fields__})
        if entry_hash(entry) != entry.hash:
            self._audit.found("entries", row["stream"], row["version"], "was changed: its hash does not fit")

    def _check_book(self, row: Row) -> None:
        """A count was held against what the account had in it when it was made."""
        if '"book":' not in row["command"]:
            return
        command: r.TableCommand = decode(row["command"], r.TableCommand)
        if isinstance(command, (r.CountTray, r.PullDrop, r.CountTokes, r.StartRound, r.EndRound)):
            account = BOOKS.get(r.asked_kind(command), tray)(table_named(row["stream"]))
            if self.sums[account] != command.book:
                what = f"is held against {command.book} cents; {account} had {self.sums[account]}"
                self._audit.found("entries", row["stream"], row["version"], what)

    def _add(self, row: Row) -> None:
        if row["postings"] == "[]":
            return
        lines: list[tuple[str, int, str]] = decode(row["postings"], list[tuple[str, int, str]])
        moved: Counter[str] = Counter()
        for account, cents, _ in lines:
            moved[account] += cents
        if sum(moved.values()):
            self._audit.found("entries", row["stream"], row["version"], "makes or loses money")
        for account, cents in moved.items():
            self.sums[account] += cents
            if cents < 0 and self.sums[account] < 0 and is_player(account):
                what = f"takes {account} below nothing, to {self.sums[account]} cents"
                self._audit.found("entries", row["stream"], row["version"], what)

    def _check_balances(self) -> None:
        kept = set()
        for row in self._rows.walk("balances", ("account",)):
            account, cents = row["account"], row["cents"]
            kept.add(account)
            if account not in self.sums:
                self._audit.found("balances", account, 0, "the log has no such account")
            elif cents != self.sums[account]:
                self._audit.found("balances", account, 0, f"is {cents} cents; the log gives {self.sums[account]}")
        for account, cents in self.sums.items():
            if cents and account not in kept:
                self._audit.found("balances", account, 0, f"is missing; the log gives {cents} cents")
        self._audit.accounts = len(kept)


def check_places(sums: Counter[str], layouts: Mapping[str, int], meters: Meters | None, audit: Audit) -> None:
    """The accounts of the layouts, the meters and the reserve hold what the tables and the link show."""
    shown = {layout(table): cents for table, cents in layouts.items()}
    if meters is not None:
        shown |= {meter("major"): meters.major, meter("minor"): meters.minor, RESERVE: meters.reserve}
    for account, cents in shown.items():
        if sums[account] != cents:
            audit.found("balances", account, 0, f"the log gives {sums[account]} cents, and {cents} are shown")


@dataclass
class SentToLink:
    """What an entry of a table means for the link."""

    version: int
    at: int
    commands: tuple[Any, ...]


@dataclass
class SendingTable:
    """What is known of a table that may send something to the link."""

    game: str = ""
    round: int = 0
    dealt: int = 0
    """When the deal of the round began."""
    hits: list[int] = field(default_factory=list)
    """The seats that hit a meter in the round and have not lost it again."""
    sent: list[SentToLink] = field(default_factory=list)


class TablesAgainstLink:
    """Holds tables and link against each other: what one sends arrives at the other, once and unchanged."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._tables: dict[str, SendingTable] = {}
        self._awarded: dict[str, tuple[int, int]] = {}
        """Awards that no table has paid yet: cents and the link's version, by hit."""
        self._paid: dict[str, tuple[int, str, int]] = {}
        """Jackpots paid that no award was seen for yet: cents, stream and version."""

    def hear(self, row: Row) -> None:
        if row["stream"] == LINK:
            self._arrived(row)
        elif table_named(row["stream"]) and any(word in row["events"] for word in _TOLD):
            self._sent(row)

    def _sent(self, row: Row) -> None:
        table = table_named(row["stream"])
        told = self._tables.setdefault(table, SendingTable())
        events: list[JsonObject] = decode(row["events"], list[JsonObject])
        commands: list[Any] = []
        for event in events:
            match event["type"]:
                case "TableOpened":
                    told.game = event["sheet"]
                case "RoundStarted":
                    told.round, told.hits = event["number"], []
                case "BetsLocked":
                    told.dealt = row["at"]
                case "ProgressiveLocked" | "JackpotHit" | "SettlementReversed" | "RoundVoided" | "Ruled":
                    commands = _with(commands, event, table, told)
                case "WagerSettled" if event["wager"] == "progressive_award" and event.get("line") in _METERS:
                    self._pay(f"{table}/{told.round}/{event['spot']}", row)
        if commands:
            told.sent.append(SentToLink(row["version"], row["at"], tuple(commands)))

    def _pay(self, hit: str, row: Row) -> None:
        command: r.TableCommand = decode(row["command"], r.TableCommand)
        cents = command.award if isinstance(command, (r.Policy, r.Jackpot)) else 0
        self._paid[hit] = cents, row["stream"], row["version"]
        self._compare(hit)

    def _compare(self, hit: str) -> None:
        """Remove a jackpot that was both awarded and paid."""
        if hit not in self._paid or hit not in self._awarded:
            return
        (paid, stream, version), (awarded, _) = self._paid.pop(hit), self._awarded.pop(hit)
        if paid != awarded:
            what = f"pays {paid} cents for hit {hit}; the link awarded {awarded}"
            self._audit.found("entries", stream, version, what)

    def _arrived(self, row: Row) -> None:
        command: c.LinkCommand = decode(row["command"], c.LinkCommand)
        if isinstance(command, c.Several):
            self._match(row, tuple(one for one in command.commands if not isinstance(one, c.AwardMeter)))
        elif not isinstance(command, c.OpenLink | c.LinkDown | c.LinkUp | c.RaiseMeter | c.LowerMeter):
            self._audit.found("entries", LINK, row["version"], "is of no table's entry")
        events: list[JsonObject] = decode(row["events"], list[JsonObject])
        for event in events:
            if event["type"] == "JackpotAwarded":
                self._awarded[event["id"]] = event["cents"], row["version"]
                self._compare(event["id"])
            elif event["type"] == "AwardReturned":
                self._awarded.pop(event["id"], None)

    def _match(self, row: Row, commands: tuple[Any, ...]) -> None:
        if not commands:
            return
        told = self._tables.get(table_of(commands[0].id), SendingTable())
        for sent in told.sent:
            if (sent.at, sent.commands) == (row["at"], commands):
                told.sent.remove(sent)
                return
        self._audit.found("entries", LINK, row["version"], "is of no table's entry")

    def end(self) -> None:
        for table, told in self._tables.items():
            for sent in told.sent:
                self._audit.found("entries", f"table:{table}", sent.version, "sent the link what it never got")
        for hit, (cents, stream, version) in self._paid.items():
            what = f"pays {cents} cents for hit {hit}, which the link never awarded"
            self._audit.found("entries", stream, version, what)
        for hit, (cents, version) in self._awarded.items():
            table, number, _ = hit.split("/")
            if self._tables.get(table, SendingTable()).round != int(number):
                what = f"awards {cents} cents for hit {hit}, which were never paid"
                self._audit.found("entries", LINK, version, what)


def _with(commands: list[Any], event: JsonObject, table: str, told: SendingTable) -> list[Any]:
    """The commands to the link with what one more event adds; a void counts once, and last."""
    id = f"{table}/{told.round}"
    match event["type"]:
        case "ProgressiveLocked":
            return [*commands, c.Contribute(id=id, table=table, game=told.game, wagers=len(event["spots"]))]
        case "JackpotHit":
            seat, name = event["spot"], event["meter"]
            told.hits.append(seat)
            hit = c.RegisterHit(id=f"{id}/{seat}", meter=name, table=table, game=told.game, seat=seat, dealt=told.dealt)
            return [*commands, hit]
        case "RoundVoided":
            return [*commands, *(c.WithdrawHit(id=f"{id}/{seat}", reason=event["why"]) for seat in told.hits)]
        case "Ruled" if event["choice"] == FORFEIT and event["spot"] in told.hits:
            told.hits.remove(event["spot"])
            return [*commands, c.WithdrawHit(id=f"{id}/{event['spot']}", reason=event["kind"])]
        case "SettlementReversed" if event["wager"] == "progressive":
            return [*(one for one in commands if not isinstance(one, c.VoidContribution)), c.VoidContribution(id=id)]
    return commands
