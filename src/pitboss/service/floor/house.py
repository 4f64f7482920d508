"""The house's own decisions: which sheets its tables open on, what its meters are set to, and who has which role.

A change takes two people: one proposes it, another approves it, and then it is applied. Everything is in one stream, so
that what tables may open on is a function of the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.errors import IllegalAction
from pitboss.progressive.link import Link
from pitboss.rules import Sheet, load
from pitboss.rules.placard import placard
from pitboss.rules.posted import as_text
from pitboss.service.floor import commands as c
from pitboss.service.floor import events as e
from pitboss.service.floor import recorded as r
from pitboss.table.table import check_open

__all__ = [
    "CEILING", "HOUR_MS", "HOUSE_ACTOR", "Approved", "Grant", "House", "OpenProposal", "Signature", "check_change",
    "check_opening", "check_two_people", "decide_house", "for_the_meter", "hand_of", "placard_hash",
    "shown_now", "signed_by_the_house",
]  # fmt: skip

SIGNATURES: Final = ("house", "pitboss")
"""The two names that the program signs with for the house; no person can have either."""


class OpenProposal(Struct, frozen=True, kw_only=True):
    """A change that waits: for somebody to approve it, or once approved to be applied."""

    proposal: str
    change: c.SheetChange | c.SheetWithdrawal | r.MeterChange
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

    def find(self, proposal: str) -> OpenProposal:
        """An open proposal; refused where there is none of that name."""
        found = next((one for one in self.open if one.proposal == proposal), None)
        if found is None:
            code = "proposal.decided" if proposal in self.names else "proposal.never_made"
            raise IllegalAction(code, proposal=proposal)
        return found

    def version(self, sheet: str, sheet_hash: str) -> Approved | None:
        """The approval of this very version of a sheet."""
        return next((one for one in self.approved if (one.sheet, one.sheet_hash) == (sheet, sheet_hash)), None)

    def without(self, proposal: str) -> House:
        return _with(self, open=tuple(one for one in self.open if one.proposal != proposal))


def placard_hash(sheet: Sheet) -> str:
    """The hash of what is posted at a table: SHA-256 of the placard's text.

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
            role = e.RoleNoted(by=actor, person=command.person, before=command.before, after=command.after)
            return _granted(house, command, actor, at), (role,)
    raise AssertionError(command)


def _granted(house: House, command: c.NoteRole, actor: str, at: int) -> House:
    """A role is given, or by another once more."""
    again = house.roles.get(command.person) == command.after
    before = house.grants.get(command.person, ()) if again else ()
    grants = {**house.grants, command.person: (*before, Grant(by=actor, at=at))}
    return _with(house, roles={**house.roles, command.person: command.after}, grants=grants)


def hand_of(house: House, person: str, at: int, waiting_ms: int) -> str:
    """Return whose hand somebody is: their own, or for a while that of the one person who gave them their role.

    A role counts as its holder's own once the house's waiting time is over, once a second person, who is nobody's
    hand of the first, has given it as well, and where the program itself gave it.
    """
    grants = house.grants.get(person, ())
    if not grants or any(grant.by == HOUSE_ACTOR or at - grant.at >= waiting_ms for grant in grants):
        return person
    hands = {hand_of(house, grant.by, at, waiting_ms) for grant in grants}
    return hands.pop() if len(hands) == 1 else person


def check_two_people(house: House, command: c.Command, actor: str, at: int, waiting_ms: int) -> None:
    """Refuse an approval by somebody who is as yet the proposer's own hand, or of one hand with them.

    It is no part of what an approval does: a log from before this was a rule replays all the same.
    """
    if not isinstance(command, c.Approve):
        return
    proposer = house.find(command.proposal).by
    hands = [hand_of(house, name, at, waiting_ms) for name in (proposer, actor)]
    if proposer != actor and hands[0] == hands[1]:
        raise IllegalAction("proposal.one_hand", name=hands[0], hours=waiting_ms // HOUR_MS)


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
            kept = house.version(found.change.sheet, found.change.sheet_hash)
            if kept is None:
                raise IllegalAction("sheet.version_not_approved", sheet=found.change.sheet)
            gone = e.SheetWithdrawn(sheet=kept.sheet, before=kept.sheet_hash, **signed)
            return _with(after, approved=tuple(one for one in after.approved if one is not kept)), (gone,)
        case r.MeterChange():
            changed = e.MeterChangeApplied(
                meter=found.change.meter, before=command.meter, after=found.change.after(command.meter), **signed
            )  # fmt: skip
            return after, (changed,)


def _apply_sheet(
    house: House, found: OpenProposal, change: c.SheetChange, at: int, signed: dict[str, str]
) -> tuple[House, tuple[e.HouseEvent, ...]]:
    """A version of a sheet is approved; an older one with the same values set stands back for it."""
    new = Approved(
        sheet=change.sheet, sets=change.sets, sheet_hash=change.sheet_hash, placard=change.placard,
        proposal=found.proposal, proposed_by=found.by, approved_by=found.approved_by, at=at,
    )  # fmt: skip
    same = [one for one in house.approved if (one.sheet, sorted(one.sets)) == (new.sheet, sorted(new.sets))]
    kept = tuple(one for one in house.approved if one not in same)
    event = e.SheetApproved(
        sheet=new.sheet, sets=new.sets, before=same[0].sheet_hash if same else "", after=new.sheet_hash,
        placard=new.placard, **signed,
    )  # fmt: skip
    return _with(house, approved=(*kept, new)), (event,)


def _stated(reason: str) -> str:
    if not reason.strip():
        raise IllegalAction("request.say_why")
    return reason


def _with(house: House, **changed: Any) -> House:
    return msgspec.structs.replace(house, **changed)


# what is held against the program's own sheets, when it is decided


def check_change(change: c.SheetChange | c.SheetWithdrawal | c.MeterChange) -> None:
    """A sheet must be within its document, and its hashes those of the sheet and the placard as they stand now."""
    if not isinstance(change, c.SheetChange):
        return
    sheet = load(change.sheet, sets=list(change.sets))
    check_open(sheet)
    if change.sheet_hash != sheet.hash:
        raise IllegalAction("sheet.other_hash", sheet=sheet.name, hash=sheet.hash[:12], given=change.sheet_hash[:12])
    if change.placard != (hash_ := placard_hash(sheet)):
        raise IllegalAction("sheet.other_placard_hash", hash=hash_[:12], given=change.placard[:12])


CEILING: Final = 200_000_000
"""Cents above which nobody puts a meter: what it shows beyond that has come in by wagers."""


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


def check_opening(house: House, command: c.OpenTable) -> r.OpenTable:
    """A table opens on an approved version of its sheet, with the approved placard; what is recorded names both."""
    sheet = load(command.sheet, sets=list(command.sets))
    check_open(sheet)
    versions = [one for one in house.approved if one.sheet == command.sheet]
    if not versions:
        raise IllegalAction("sheet.not_approved", sheet=sheet.name)
    approved = house.version(command.sheet, command.sheet_hash)
    if approved is None or sheet.hash != command.sheet_hash:
        raise IllegalAction("sheet.not_approved_for_table", sheet=sheet.name)
    posted = command.placard or placard_hash(sheet)
    if posted != approved.placard:
        raise IllegalAction("sheet.other_placard", sheet=sheet.name)
    opening: r.OpenTable = r.recorded(command, placard=posted, approval=approved.proposal)
    return opening


class Signature(NamedTuple):
    """A command of the house that the program signs itself; of the same name it is the same command."""

    actor: str
    command: c.HouseRecord
    client: str


def signed_by_the_house(name: str, sets: Sequence[str] = ()) -> tuple[Signature, ...]:
    """The commands by which the program approves a sheet for the house: each version of a sheet once."""
    sheet = load(name, sets=list(sets))
    change = c.SheetChange(sheet=name, sets=tuple(sets), sheet_hash=sheet.hash, placard=placard_hash(sheet))
    proposal = f"{sheet.name} {sheet.hash[:12]}"
    first, second = SIGNATURES
    why = "the program brings this sheet with it"
    return (
        Signature(first, c.Propose(proposal=proposal, change=change, reason=why), f"{proposal}/propose"),
        Signature(second, c.Approve(proposal=proposal, note="for the house"), f"{proposal}/approve"),
        Signature(first, c.Apply(proposal=proposal), f"{proposal}/apply"),
    )
