"""The house's own decisions: which sheets its tables open on, what its meters are set to, and who has which role.

A change takes two people: one proposes it, another approves it, and then it is applied. Everything is in one stream, so
that what tables may open on is a function of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.errors import IllegalAction
from pitboss.progressive.link import Link
from pitboss.rules import SHIPPED, Sheet
from pitboss.rules.placard import placard
from pitboss.rules.posted import as_text
from pitboss.service.floor import commands as c
from pitboss.service.floor import events as e
from pitboss.service.floor import recorded as r
from pitboss.service.floor.cash_rules import CashRules, Thresholds
from pitboss.service.floor.comp_rules import CompRule, CompRules
from pitboss.service.floor.gaming_days import UTC_DAYS, DayRule, GamingDays

__all__ = [
    "CEILING", "HOUR_MS", "HOUSE_ACTOR", "Approved", "Grant", "House", "OpenProposal", "Signature", "approved_for",
    "check_approvable", "check_opening", "check_sheet", "check_two_people", "decide_house", "for_the_meter",
    "for_the_table", "hand_of", "placard_hash", "shown_now", "signed_by_the_house",
]  # fmt: skip

SIGNATURES: Final = ("house", "pitboss")
"""The two names that the program signs with for the house; no person can have either."""


class OpenProposal(Struct, frozen=True, kw_only=True):
    """A change that waits: for somebody to approve it, or once approved to be applied."""

    proposal: str
    change: r.Change
    reason: str
    by: str
    at: int
    approved_by: str = ""
    approved_at: int = 0


class Approved(Struct, frozen=True, kw_only=True):
    """A version of a sheet that tables may open on, with the placard to post and the two who signed for it."""

    sheet: str
    sets: tuple[str, ...]
    sheet_hash: str
    placard: str
    proposal: str
    proposed_by: str
    approved_by: str
    at: int
    text: str = ""
    """The hash of the text that the log keeps; empty where an earlier program approved it."""


HOUSE_ACTOR: Final = "house"
"""Who signs what the program does by itself."""
HOUR_MS: Final = 3600 * 1000


class Grant(Struct, frozen=True, kw_only=True):
    """A role that somebody was given: by whom, and when."""

    by: str
    at: int


class House(Struct, frozen=True, kw_only=True):
    """What the house has decided so far."""

    approved: tuple[Approved, ...] = ()
    open: tuple[OpenProposal, ...] = ()
    names: frozenset[str] = frozenset()
    """Every name that a proposal has had."""
    roles: Mapping[str, str] = {}
    """The role that everybody was given last, as far as it was noted."""
    grants: Mapping[str, tuple[Grant, ...]] = {}
    """Who gave everybody that role, and when; several where more than one has said so."""
    signed: tuple[Approved, ...] = ()
    """Every approval there ever was, for tables that go on after theirs was withdrawn."""
    two_for_limits: bool = False
    """Whether the limits of an open table take two people."""
    days: GamingDays = UTC_DAYS
    """When its gaming days begin."""
    cash: CashRules = CashRules()
    """Which sums of cash it notes and reports."""
    comps: CompRules = CompRules()
    """What part of the theoretical loss it gives back in comps."""
    ratings_days: int | None = None
    """For how many days after its gaming day the rating of a visit is told; None for as long as the log is kept."""
    program: str = ""
    """The hash of the program that opened the floor last; empty where an earlier one did, which noted nothing."""
    acknowledged: Mapping[tuple[str, int], str] = {}
    """Who has taken note of which significant entry of the log, by its stream and version."""
    withdrawn: frozenset[str] = frozenset()
    """The names of sheets that were withdrawn and not approved again: the program signs for none of them."""

    def find(self, proposal: str) -> OpenProposal:
        """An open proposal; refused where there is none of that name."""
        found = next((one for one in self.open if one.proposal == proposal), None)
        if found is None:
            code = "proposal.decided" if proposal in self.names else "proposal.never_made"
            raise IllegalAction(code, proposal=proposal)
        return found

    def version(self, sheet: str, sheet_hash: str, text: str = "") -> Approved | None:
        """The approval of this very version of a sheet: of its text, where that is known on both sides."""
        alike = (one for one in self.approved if (one.sheet, one.sheet_hash) == (sheet, sheet_hash))
        return next((one for one in alike if not text or one.text in ("", text)), None)

    def signed_for(self, proposal: str) -> Approved | None:
        """The approval under which a table was opened."""
        return next((one for one in reversed(self.signed) if one.proposal == proposal), None)

    def own(self) -> dict[str, Approved]:
        """The approved sheets of the house itself, by name."""
        return {one.sheet: one for one in self.approved if one.sheet not in SHIPPED and not one.sets}

    def without(self, proposal: str) -> House:
        return _with(self, open=tuple(one for one in self.open if one.proposal != proposal))


def placard_hash(sheet: Sheet) -> str:
    """The hash of what is posted at a table: SHA-256 of the placard's text.

    >>> from pitboss.rules import load
    >>> placard_hash(load("catfish-blackjack")) == placard_hash(load("catfish-blackjack", sets=["table.minimum=25"]))
    False
    """
    return sha256(as_text(placard(sheet)).encode()).hexdigest()


# deciding


def decide_house(house: House, command: c.Command, *, actor: str, at: int) -> tuple[House, tuple[e.HouseEvent, ...]]:
    """The house after a command, and what happened; refused where the rule of two people is not kept."""
    match command:
        case r.Propose():
            return _propose(house, command, actor, at)
        case c.Approve():
            return _approve(house, command, actor, at)
        case c.Reject():
            found = house.find(command.proposal)
            why = _stated(command.reason)
            event = e.ChangeRejected(by=actor, proposal=found.proposal, proposed_by=found.by, why=why)
            return house.without(found.proposal), (event,)
        case r.Apply():
            return _apply(house, command, actor, at)
        case c.NoteRole():
            role = e.RoleNoted(
                by=actor, person=command.person, before=command.before, after=command.after, why=command.reason
            )
            return _granted(house, command, actor, at), (role,)
        case c.ExplainResult():
            why = _stated(command.reason)
            return house, (
                e.ResultExplained(by=actor, table=command.table, period=command.period, day=command.day, why=why),
            )
        case c.NoteProgram():
            program = e.ProgramNoted(
                by=actor, version=command.version, python=command.python, before=house.program, after=command.program
            )
            return _with(house, program=command.program), (program,)
        case c.AcknowledgeEvent():
            return _acknowledge(house, command, actor)
    raise AssertionError(command)


def _acknowledge(house: House, command: c.AcknowledgeEvent, actor: str) -> tuple[House, tuple[e.HouseEvent, ...]]:
    """An entry is taken note of, once."""
    where = command.stream, command.version
    if where in house.acknowledged:
        raise IllegalAction("event.acknowledged", name=house.acknowledged[where])
    noted = e.EventAcknowledged(by=actor, stream=command.stream, version=command.version, note=command.note)
    return _with(house, acknowledged={**house.acknowledged, where: actor}), (noted,)


def _granted(house: House, command: c.NoteRole, actor: str, at: int) -> House:
    """A role is given, or by another once more."""
    again = house.roles.get(command.person) == command.after
    before = house.grants.get(command.person, ()) if again else ()
    grants = {**house.grants, command.person: (*before, Grant(by=actor, at=at))}
    return _with(house, roles={**house.roles, command.person: command.after}, grants=grants)


def hand_of(house: House, person: str, at: int, waiting_ms: int) -> str:
    """Return who a person acts for: themselves or, for a while, the one person who gave them their role.

    A role counts as its holder's own once the house's waiting time is over, once a second person, who does
    not act for the first, has given it as well, and where the program itself gave it.
    """
    grants = house.grants.get(person, ())
    if not grants or any(grant.by == HOUSE_ACTOR or at - grant.at >= waiting_ms for grant in grants):
        return person
    hands = {hand_of(house, grant.by, at, waiting_ms) for grant in grants}
    return hands.pop() if len(hands) == 1 else person


def check_two_people(house: House, command: c.Command, actor: str, at: int, waiting_ms: int) -> None:
    """Refuse an approval by somebody who still acts for the proposer, or for the same person as the proposer.

    While there is only one administrator, who may have made everybody else, every approval is refused. It is no part of
    what an approval does: a log from before this was a rule replays all the same.
    """
    if not isinstance(command, c.Approve):
        return
    proposer = house.find(command.proposal).by
    hands = [hand_of(house, name, at, waiting_ms) for name in (proposer, actor)]
    if proposer != actor and hands[0] == hands[1]:
        raise IllegalAction("proposal.one_hand", name=hands[0], hours=waiting_ms // HOUR_MS)
    administrators = [name for name, role in house.roles.items() if role == "administrator"]
    if len(administrators) == 1:
        raise IllegalAction("proposal.second_administrator", name=administrators[0])


def _propose(house: House, command: r.Propose, actor: str, at: int) -> tuple[House, tuple[e.HouseEvent, ...]]:
    if command.proposal in house.names:
        raise IllegalAction("proposal.exists", proposal=command.proposal)
    change, why = command.change, _stated(command.reason)
    new = OpenProposal(proposal=command.proposal, change=change, reason=why, by=actor, at=at)
    after = _with(house, open=(*house.open, new), names=house.names | {command.proposal})
    return after, (e.ChangeProposed(by=actor, proposal=command.proposal, change=change, why=why),)


def _approve(house: House, command: c.Approve, actor: str, at: int) -> tuple[House, tuple[e.HouseEvent, ...]]:
    found = house.find(command.proposal)
    if found.by == actor:
        raise IllegalAction("proposal.own")
    if found.approved_by:
        raise IllegalAction("proposal.approved_already", name=found.approved_by, proposal=found.proposal)
    signed = msgspec.structs.replace(found, approved_by=actor, approved_at=at)
    after = _with(house, open=tuple(signed if one is found else one for one in house.open))
    event = e.ChangeApproved(by=actor, proposal=found.proposal, proposed_by=found.by, note=command.note)
    return after, (event,)


def _apply(house: House, command: r.Apply, actor: str, at: int) -> tuple[House, tuple[e.HouseEvent, ...]]:
    found = house.find(command.proposal)
    if not found.approved_by:
        raise IllegalAction("proposal.needs_approval", proposal=found.proposal, name=found.by)
    after = house.without(found.proposal)
    signed = {
        "by": actor, "proposal": found.proposal, "proposed_by": found.by, "approved_by": found.approved_by,
        "why": found.reason,
    }  # fmt: skip
    match found.change:
        case c.SheetChange():
            return _apply_sheet(after, found, found.change, at, signed)
        case c.SheetWithdrawal():
            return _withdraw(after, found.change, signed)
        case c.LimitsRule():
            ruled = e.LimitsRuled(two_people=found.change.two_people, **signed)
            return _with(after, two_for_limits=found.change.two_people), (ruled,)
        case c.GamingDay(zone=zone, starts=starts):
            begun = GamingDays((*house.days.rules, DayRule(since=at, zone=zone, starts=starts)))
            return _with(after, days=begun), (e.GamingDaySet(zone=zone, starts=starts, **signed),)
        case c.CashThresholds(noted=noted, reported=reported):
            ruled_so = CashRules((*house.cash.rules, Thresholds(since=at, noted=noted, reported=reported)))
            return _with(after, cash=ruled_so), (e.CashThresholdsSet(noted=noted, reported=reported, **signed),)
        case c.CompRate(basis_points=rate):
            comps = CompRules((*house.comps.rules, CompRule(since=at, basis_points=rate)))
            return _with(after, comps=comps), (e.CompRateSet(basis_points=rate, **signed),)
        case c.RatingsRetention(days=days):
            return _with(after, ratings_days=days), (e.RatingsRetentionSet(days=days, **signed),)
        case c.LimitsChange():
            limits = found.change
            decided = e.LimitsApproved(
                table=limits.table, minimum=limits.minimum, maximum=limits.maximum, at=limits.at,
                keeps_earlier=limits.keeps_earlier, **signed,
            )  # fmt: skip
            return after, (decided,)
        case r.MeterChange():
            changed = e.MeterChangeApplied(
                meter=found.change.meter, before=command.meter, after=found.change.after(command.meter), **signed
            )  # fmt: skip
            return after, (changed,)


def _withdraw(
    house: House, change: c.SheetWithdrawal, signed: dict[str, str]
) -> tuple[House, tuple[e.HouseEvent, ...]]:
    kept = house.version(change.sheet, change.sheet_hash, change.text)
    if kept is None:
        raise IllegalAction("sheet.version_not_approved", sheet=change.sheet)
    left = tuple(one for one in house.approved if one is not kept)
    gone = e.SheetWithdrawn(sheet=kept.sheet, before=kept.sheet_hash, text=change.text and kept.text, **signed)
    return _with(house, approved=left, withdrawn=house.withdrawn | {kept.sheet}), (gone,)


def _apply_sheet(
    house: House, found: OpenProposal, change: c.SheetChange, at: int, signed: dict[str, str]
) -> tuple[House, tuple[e.HouseEvent, ...]]:
    """A version of a sheet is approved; an older one with the same values set is replaced by it."""
    new = Approved(
        sheet=change.sheet, sets=change.sets, sheet_hash=change.sheet_hash, placard=change.placard,
        proposal=found.proposal, proposed_by=found.by, approved_by=found.approved_by, at=at, text=change.text,
    )  # fmt: skip
    same = [one for one in house.approved if (one.sheet, sorted(one.sets)) == (new.sheet, sorted(new.sets))]
    kept = tuple(one for one in house.approved if one not in same)
    event = e.SheetApproved(
        sheet=new.sheet, sets=new.sets, before=same[0].sheet_hash if same else "", after=new.sheet_hash,
        placard=new.placard, text=new.text, **signed,
    )  # fmt: skip
    after = _with(
        house, approved=(*kept, new), signed=(*house.signed, new), withdrawn=house.withdrawn - {new.sheet}
    )  # fmt: skip
    return after, (event,)


def _stated(reason: str) -> str:
    if not reason.strip():
        raise IllegalAction("request.say_why")
    return reason


def _with(house: House, **changed: Any) -> House:
    return msgspec.structs.replace(house, **changed)


# what is held against the sheet itself, when it is decided


def check_approvable(sheet: Sheet) -> None:
    """A house opens tables within a document, or on a document of its own (BJ-CARD-1, BJ-SHUF-1, BJ-LIM-3, GC-EQUIP-2).

    Where a sheet departs from the document it stands on, it has to say whose it is, its title and its edition.
    """
    if sheet.name in SHIPPED and not sheet.content.texts[0].shipped:
        raise IllegalAction("sheet.name_taken", sheet=sheet.name)
    if not sheet.departures:
        return
    clauses = sheet.departures[0].clauses
    if sheet.unstated:
        found = [str(departure) for departure in sheet.departures]
        raise IllegalAction(
            "table.sheet_departs", clauses[0] if clauses else "", departures=found, missing=list(sheet.unstated)
        )
    others = {below.house.casefold().strip(): below.house for below in _below(sheet) if below.content.texts[0].shipped}
    if (another := others.get(sheet.house.casefold().strip())) is not None:
        raise IllegalAction("sheet.of_another_house", clauses[0] if clauses else "", house=another)


def _below(sheet: Sheet) -> Iterator[Sheet]:
    """The sheets that a sheet stands on, one below the other."""
    while sheet.base is not None:
        sheet = sheet.base
        yield sheet


def check_sheet(change: c.SheetChange, sheet: Sheet) -> c.SheetChange:
    """The change with the hash of its text; refused where it means another sheet or placard than it would bring."""
    check_approvable(sheet)
    if change.sheet_hash != sheet.hash:
        raise IllegalAction("sheet.other_hash", sheet=sheet.name, hash=sheet.hash[:12], given=change.sheet_hash[:12])
    if change.placard != (hash_ := placard_hash(sheet)):
        raise IllegalAction("sheet.other_placard_hash", hash=hash_[:12], given=change.placard[:12])
    return msgspec.structs.replace(change, sheet=sheet.name, sets=sheet.content.sets, text=sheet.text_hash)


CEILING: Final = 200_000_000
"""The highest amount, in cents, that the house may set a meter to: anything above it comes from wagers."""


def shown_now(change: c.MeterChange, link: Link) -> r.MeterChange:
    """The change with what its meter shows; refused where the meter shows that already, or at a wrong height."""
    shown: int = getattr(link, change.meter)
    link.check_seed(change.meter, change.to)
    if change.to > max(CEILING, shown):
        raise IllegalAction("link.above_ceiling", most=CEILING)
    if change.to == shown:
        raise IllegalAction("link.meter_already", meter=change.meter, cents=shown)
    return r.MeterChange(meter=change.meter, to=change.to, shown=shown)


def for_the_meter(found: OpenProposal, change: r.MeterChange, before: int) -> c.RaiseMeter | c.LowerMeter:
    """What an approved change of a meter that shows this much means for the link."""
    kind = c.RaiseMeter if change.to > change.shown else c.LowerMeter
    if kind is c.LowerMeter and before < change.shown:
        raise IllegalAction("proposal.meter_has_fallen", meter=change.meter, shown=change.shown, cents=before)
    return kind(meter=change.meter, to=change.after(before), proposal=found.proposal, reason=found.reason)


def approved_for(house: House, sheet: Sheet) -> Approved:
    """The approval by which a table opens on a sheet."""
    if not any(one.sheet == sheet.name for one in house.approved):
        raise IllegalAction("sheet.not_approved", sheet=sheet.name)
    approved = house.version(sheet.name, sheet.hash, sheet.text_hash)
    if approved is None:
        raise IllegalAction("sheet.not_approved_for_table", sheet=sheet.name)
    return approved


def check_opening(house: House, command: c.OpenTable, sheet: Sheet) -> r.OpenTable:
    """A table opens on an approved version of its sheet, with the approved placard; what is recorded names both."""
    check_approvable(sheet)
    approved = approved_for(house, sheet)
    if sheet.hash != command.sheet_hash:
        raise IllegalAction("sheet.not_approved_for_table", sheet=sheet.name)
    posted = command.placard or placard_hash(sheet)
    if posted != approved.placard:
        raise IllegalAction("sheet.other_placard", sheet=sheet.name)
    opening: r.OpenTable = r.recorded(command, placard=posted, approval=approved.proposal, text=sheet.text_hash)
    return opening


def for_the_table(found: OpenProposal, change: c.LimitsChange, now: int) -> r.ChangeLimits:
    """What an approved change of limits means for its table; a time that has passed meanwhile is the next round."""
    return r.ChangeLimits(
        minimum=change.minimum, maximum=change.maximum, at=change.at if change.at > now else 0,
        keeps_earlier=change.keeps_earlier, reason=found.reason, proposal=found.proposal,
    )  # fmt: skip


class Signature(NamedTuple):
    """A command of the house that the program signs itself; of the same name it is the same command."""

    actor: str
    command: c.HouseRecord
    client: str


def signed_by_the_house(sheet: Sheet, why: str = "the program brings this sheet with it") -> tuple[Signature, ...]:
    """The commands by which the program approves a sheet for the house: each version of a sheet once."""
    change = c.SheetChange(
        sheet=sheet.name, sets=sheet.content.sets, sheet_hash=sheet.hash, placard=placard_hash(sheet)
    )  # fmt: skip
    proposal = f"{sheet.name} {sheet.text_hash[:12]} {change.placard[:6]}"
    first, second = SIGNATURES
    return (
        Signature(first, c.Propose(proposal=proposal, change=change, reason=why), f"{proposal}/propose"),
        Signature(second, c.Approve(proposal=proposal, note="for the house"), f"{proposal}/approve"),
        Signature(first, c.Apply(proposal=proposal), f"{proposal}/apply"),
    )
