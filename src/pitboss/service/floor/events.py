"""What happened on the floor around a table: calls, counts, payments; each with who did it."""

from __future__ import annotations

from msgspec import Struct

from pitboss.service.floor.commands import Change, Chips
from pitboss.table.events import TableEvent

__all__ = [
    "CallAnswered",
    "CashDropped",
    "CashThresholdsSet",
    "ChangeApproved",
    "ChangeProposed",
    "ChangeRejected",
    "CompRateSet",
    "ConductRuled",
    "DealerLeft",
    "DetailsKept",
    "DetailsSeen",
    "DropCounted",
    "EntryRetracted",
    "EventAcknowledged",
    "FillCancelled",
    "FillRequested",
    "FillSigned",
    "FloorCalled",
    "GamingDaySet",
    "HouseEvent",
    "JackpotStep",
    "JudgementSealed",
    "LimitSet",
    "LimitsAnnounced",
    "LimitsApproved",
    "LimitsChanged",
    "LimitsRuled",
    "MeterChangeApplied",
    "PaidAgain",
    "PaidOtherwise",
    "PayoutKept",
    "PayoutReversed",
    "PersonEvent",
    "PersonExcluded",
    "PersonForgotten",
    "ProgramNoted",
    "RatingLooked",
    "RatingsRetentionSet",
    "ResultExplained",
    "RoleNoted",
    "SensorsDiffer",
    "SheetApproved",
    "SheetKept",
    "SheetWithdrawn",
    "TokesCounted",
    "TrayCounted",
    "TrayShort",
    "VisitorLeft",
]  # fmt: skip


class FloorCalled(TableEvent, frozen=True, tag=True):
    """The dealer has called somebody of the floor."""

    by: str
    note: str = ""


class CallAnswered(TableEvent, frozen=True, tag=True):
    by: str
    note: str = ""


class EntryRetracted(TableEvent, frozen=True, tag=True):
    """A mis-keyed entry was taken back: the table stands as it did before it."""

    version: int
    by: str


class DealerLeft(TableEvent, frozen=True, tag=True):
    """The dealer has tapped out, and nobody deals until the next one taps in."""

    dealer: str


class CashDropped(TableEvent, frozen=True, tag=True):
    """Cash went into the drop box, and chips for it to the player."""

    player: str
    cents: int


class VisitorLeft(TableEvent, frozen=True, tag=True):
    """A guest at the real table has gone with their chips."""

    player: str
    cents: int


# the progressive


class SensorsDiffer(TableEvent, frozen=True, tag=True):
    """The dealer has counted other chips than sensors are lit: the deal waits for the floor."""

    lit: tuple[int, ...]
    counted: int
    by: str


class JackpotStep(TableEvent, frozen=True, tag=True):
    """A step of paying a progressive win; ``key`` is what was pressed on the keypad."""

    seat: int
    step: str
    by: str
    role: str
    cents: int = 0
    """The award, as far as it is known."""
    detail: str = ""
    key: str = ""


# what was paid wrongly


class PaidOtherwise(TableEvent, frozen=True, tag=True):
    """Something else was paid on a wager than was due; ``settled`` is the entry that settled it."""

    settled: int
    spot: int
    hand: int
    wager: str
    player: str
    owner: str
    due: int
    before: int
    """What was thought to be paid."""
    paid: int
    by: str
    note: str = ""


class PayoutReversed(TableEvent, frozen=True, tag=True):
    """What was paid on a wager has come back, or the house pays it and the player keeps it."""

    correction: str
    settled: int
    spot: int
    hand: int
    wager: str
    player: str
    owner: str
    cents: int
    borne_by: str
    by: str
    reason: str


class PaidAgain(TableEvent, frozen=True, tag=True):
    """The right amount was paid instead; ``reversed`` is the entry that took the wrong one back."""

    correction: str
    reversed: int
    spot: int
    hand: int
    wager: str
    player: str
    owner: str
    cents: int
    kept: int
    """What the player had kept of the wrong payment."""
    by: str
    reason: str


class PayoutKept(TableEvent, frozen=True, tag=True):
    """The round has taken back what a player no longer has: they keep ``cents`` of it, and the house pays that."""

    spot: int
    hand: int
    wager: str
    player: str
    cents: int
    by: str


# counts


# limits


class LimitsAnnounced(TableEvent, frozen=True, tag=True):
    """Other limits are coming: with the next round, or with the first one after a time."""

    minimum: int
    maximum: int
    at: int
    keeps_earlier: bool
    by: str
    why: str
    proposal: str = ""


class LimitsChanged(TableEvent, frozen=True, tag=True):
    """Other limits hold from here on; those who keep the ones before are named."""

    before: tuple[int, int]
    after: tuple[int, int]
    kept: tuple[str, ...] = ()


class TrayCounted(TableEvent, frozen=True, tag=True):
    """The tray was counted; ``difference`` is what was found beyond the books."""

    when: str
    chips: Chips
    counted: int
    book: int
    difference: int
    by: str
    note: str = ""


class TrayShort(TableEvent, frozen=True, tag=True):
    """After a round the books have the tray below 0: the floor is called for a fill."""

    book: int
    by: str


class DropCounted(TableEvent, frozen=True, tag=True):
    counted: int
    book: int
    difference: int
    by: str
    note: str = ""


class TokesCounted(TableEvent, frozen=True, tag=True):
    counted: int
    book: int
    difference: int
    by: str
    note: str = ""


class FillRequested(TableEvent, frozen=True, tag=True):
    """Chips were asked for from the vault, or offered back to it."""

    slip: str
    kind: str
    chips: Chips
    cents: int
    by: str
    note: str = ""


class FillSigned(TableEvent, frozen=True, tag=True):
    """The chips of a slip were counted at the table and signed for."""

    slip: str
    kind: str
    cents: int
    requested_by: str
    by: str


class FillCancelled(TableEvent, frozen=True, tag=True):
    slip: str
    kind: str
    cents: int
    requested_by: str
    by: str
    reason: str


# the house's own


class HouseEvent(Struct, frozen=True, tag=True, kw_only=True):
    """What the house decided about itself, and who did."""

    by: str


class ChangeProposed(HouseEvent, frozen=True, tag=True):
    """Somebody wants a change; somebody else has to approve it."""

    proposal: str
    change: Change
    why: str


class ChangeApproved(HouseEvent, frozen=True, tag=True):
    proposal: str
    proposed_by: str
    note: str = ""


class ChangeRejected(HouseEvent, frozen=True, tag=True):
    proposal: str
    proposed_by: str
    why: str


class SheetKept(HouseEvent, frozen=True, tag=True):
    """A sheet stands in the log from now on, with everything it extends."""

    sheet: str


class SheetApproved(HouseEvent, frozen=True, tag=True, omit_defaults=True):
    """Tables may open on this version of a sheet, with this placard; ``before`` is the version it stands in for."""

    proposal: str
    sheet: str
    sets: tuple[str, ...]
    before: str
    after: str
    placard: str
    proposed_by: str
    approved_by: str
    why: str
    text: str = ""


class SheetWithdrawn(HouseEvent, frozen=True, tag=True, omit_defaults=True):
    """No further table opens on this version of a sheet."""

    proposal: str
    sheet: str
    before: str
    proposed_by: str
    approved_by: str
    why: str
    text: str = ""


class MeterChangeApplied(HouseEvent, frozen=True, tag=True):
    """A meter was raised with money of the house, or lowered, which gave it back."""

    proposal: str
    meter: str
    before: int
    after: int
    proposed_by: str
    approved_by: str
    why: str


class LimitsApproved(HouseEvent, frozen=True, tag=True):
    """Two people have decided on the limits of an open table."""

    proposal: str
    table: str
    minimum: int
    maximum: int
    at: int
    keeps_earlier: bool
    proposed_by: str
    approved_by: str
    why: str


class LimitsRuled(HouseEvent, frozen=True, tag=True):
    """From now on the limits of an open table take two people, or one."""

    proposal: str
    two_people: bool
    proposed_by: str
    approved_by: str
    why: str


class GamingDaySet(HouseEvent, frozen=True, tag=True):
    """From now on a gaming day begins at this hour of this time zone."""

    proposal: str
    zone: str
    starts: str
    proposed_by: str
    approved_by: str
    why: str


class CompRateSet(HouseEvent, frozen=True, tag=True):
    """What part of the theoretical loss is given back in comps, in hundredths of a percent."""

    proposal: str
    basis_points: int
    proposed_by: str
    approved_by: str
    why: str


class RatingsRetentionSet(HouseEvent, frozen=True, tag=True):
    """From now on the rating of a visit is told for this number of days after its gaming day."""

    proposal: str
    days: int
    proposed_by: str
    approved_by: str
    why: str


class CashThresholdsSet(HouseEvent, frozen=True, tag=True):
    """From now on a person's cash of a gaming day is noted from one sum on, and reported above another."""

    proposal: str
    noted: int
    reported: int
    proposed_by: str
    approved_by: str
    why: str


class ResultExplained(HouseEvent, frozen=True, tag=True):
    """A manager has said why a table's result of a period lies outside what chance explains."""

    table: str
    period: str
    day: str
    why: str


class EventAcknowledged(HouseEvent, frozen=True, tag=True):
    """A manager has taken note of what an entry of the log holds that is significant."""

    stream: str
    version: int
    note: str


class ProgramNoted(HouseEvent, frozen=True, tag=True):
    """Another program than the last one has opened the floor, by the hash of its files."""

    version: str
    python: str
    before: str
    after: str


class RoleNoted(HouseEvent, frozen=True, tag=True, omit_defaults=True):
    """Somebody has another role from now on."""

    person: str
    before: str
    after: str
    why: str = ""


# compliance


class RatingLooked(Struct, frozen=True, tag=True, kw_only=True):
    """Somebody of the staff has looked at the rating of a visit, at the list of them, or taken a file of it away."""

    by: str
    what: str
    visit: str = ""
    day: str = ""


class JudgementSealed(Struct, frozen=True, tag=True, kw_only=True):
    """Somebody of compliance has judged something: about whom and how, the entry has under seal."""

    by: str


# a person's standing


class PersonEvent(Struct, frozen=True, tag=True, kw_only=True):
    """What changed in what somebody may do, by whom, and the clause behind it."""

    by: str
    clause: str = ""


class LimitSet(PersonEvent, frozen=True, tag=True):
    """A person has set a limit: from when on it is that, 0 being none."""

    limit: str
    before: int
    after: int
    since: int


class PersonExcluded(PersonEvent, frozen=True, tag=True):
    """A person does not play until then, or with 0 never again."""

    before: int | None
    until: int


class ConductRuled(PersonEvent, frozen=True, tag=True):
    """The house has ruled on somebody's conduct."""

    before: str
    after: str
    why: str
    table: str = ""


class DetailsKept(PersonEvent, frozen=True, tag=True):
    """Personal fields were kept under the person's seal, in place of those before."""

    fields: tuple[str, ...]


class DetailsSeen(PersonEvent, frozen=True, tag=True):
    """Somebody of the house has looked at them."""

    why: str


class PersonForgotten(PersonEvent, frozen=True, tag=True):
    """The person's key is to be destroyed, and with it every personal field of theirs."""

    why: str = ""
