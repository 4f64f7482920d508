"""What the house's own requests and answers are made of, and those about people's standing; money in cents."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.service.audit.significant_events import Kind
from pitboss.service.floor.sheets import LONGEST
from pitboss.web.figure_models import SheetName
from pitboss.web.models import NAME, TABLE
from pitboss.web.placards import PlacardShown
from pitboss.web.sheet_options import SheetOption

__all__ = [
    "ApprovedSheet",
    "Change",
    "ChangeShown",
    "ConductRuling",
    "ExclusionAsked",
    "HouseNow",
    "LimitFigure",
    "LimitsAsked",
    "LimitsRuleToSet",
    "LimitsToChange",
    "LinkIsDown",
    "LinkIsUp",
    "MeterToSet",
    "MyLimits",
    "NewProposal",
    "ProposalApplied",
    "ProposalApproval",
    "ProposalOpen",
    "ProposalRejection",
    "Recorded",
    "SheetEdited",
    "SheetForm",
    "SheetRead",
    "SheetText",
    "SheetToApprove",
    "SheetToEdit",
    "SheetToPropose",
    "SheetToWithdraw",
    "SignificantEvent",
]  # fmt: skip

PROPOSAL: Final = r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$"
FILE: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$"
HASH: Final = r"^[0-9a-f]{64}$"
Why = Annotated[str, Field(min_length=1, max_length=500, pattern=r"\S", examples=["a busier night"])]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Named(_Asked):
    id: str = Field(pattern=r"^[!-~]{1,64}$", description=NAME, examples=["h1"])


# the house


class SheetToApprove(_Asked):
    """A sheet, with what is set on it, that tables may open on; the hashes are the program's where they are empty."""

    type: Literal["sheet"]
    sheet: SheetName
    sets: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=50, examples=[["table.minimum=25"]])
    sheet_hash: str = Field("", pattern=r"^([0-9a-f]{64})?$")
    placard: str = Field("", pattern=r"^([0-9a-f]{64})?$", description="SHA-256 of the placard's text")


class SheetText(_Asked):
    """A house's own sheet as it is written; the name is that of its file, where the sheet does not name itself."""

    name: str = Field(pattern=FILE, examples=["river-room"])
    text: str = Field(max_length=LONGEST, examples=['extends = "catfish-blackjack"\nname = "river-room-blackjack"\n'])


class SheetToEdit(SheetText):
    """A sheet as it is written, and single values to change in its text."""

    sets: list[Annotated[str, Field(min_length=2, max_length=400)]] = Field(
        max_length=200, examples=[["dealer.soft_17=stand", "house=River Room"]]
    )
    unset: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(
        [], max_length=200, description="paths of values that the text is to say nothing of"
    )


class SheetToPropose(SheetText):
    """A house's own sheet that tables may open on; what it extends is a shipped sheet or one of the house's own."""

    type: Literal["text"]


class SheetToWithdraw(_Asked):
    """A version of a sheet that no further table opens on."""

    type: Literal["withdrawal"]
    sheet: SheetName
    sheet_hash: str = Field(pattern=HASH)
    text: str = Field("", pattern=r"^([0-9a-f]{64})?$", description="the hash of its text")


class MeterToSet(_Asked):
    """A meter to be raised with money of the house, or lowered, never below its seed, where it is wrong."""

    type: Literal["meter"]
    meter: Literal["major", "minor"]
    to: int = Field(gt=0, le=10**11, examples=[2_500_000])


class LimitsToChange(_Asked):
    """The limits of an open table, in cents: from the next round on, or from a time on."""

    type: Literal["limits"]
    table: str = Field(pattern=TABLE)
    minimum: int = Field(gt=0, le=10**9)
    maximum: int = Field(gt=0, le=10**9)
    at: int = Field(0, ge=0, le=10**14, description="milliseconds since 1970; 0 is with the next round")
    keeps_earlier: bool = False


class LimitsRuleToSet(_Asked):
    """Whether the limits of an open table take two people."""

    type: Literal["limits_rule"]
    two_people: bool


class GamingDayToSet(_Asked):
    """The time zone of the house, and when its gaming day begins by the clock on the wall."""

    type: Literal["gaming_day"]
    zone: str = Field(max_length=60, description="a name of the IANA time zone database", examples=["America/Chicago"])
    starts: str = Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", examples=["06:00"])


class CashThresholdsToSet(_Asked):
    """From which sum in a gaming day a person's cash is noted, and above which it is reported; in cents."""

    type: Literal["cash"]
    noted: int = Field(ge=0, le=10**12, examples=[300_000])
    reported: int = Field(ge=0, le=10**12, examples=[1_000_000])


class CompRateToSet(_Asked):
    """What part of the exact theoretical loss of a visit is given back in comps."""

    type: Literal["comps"]
    basis_points: int = Field(ge=0, le=10_000, description="in hundredths of a percent", examples=[3000])


class RatingsRetentionToSet(_Asked):
    """For how many days after its gaming day the rating of a visit is told."""

    type: Literal["retention"]
    days: int = Field(ge=1, le=36_500, examples=[400])


Change = Annotated[
    SheetToApprove
    | SheetToPropose
    | SheetToWithdraw
    | MeterToSet
    | LimitsToChange
    | LimitsRuleToSet
    | GamingDayToSet
    | CashThresholdsToSet
    | CompRateToSet
    | RatingsRetentionToSet,
    Field(discriminator="type"),
]


class NewProposal(_Named):
    """A change that somebody else has to approve; ``proposal`` is its name."""

    proposal: str = Field(pattern=PROPOSAL, examples=["dearer on friday"])
    change: Change
    reason: Why


class ProposalApproval(_Named):
    note: str = Field("", max_length=500)


class ProposalRejection(_Named):
    reason: Why


class ProposalApplied(_Named):
    pass


class Recorded(BaseModel):
    """The decision is durable, as this version of the stream that keeps it."""

    stream: str
    version: int


class ApprovedSheet(BaseModel):
    """A version of a sheet that tables may open on, and the two who signed for it."""

    sheet: str
    sets: list[str]
    sheet_hash: str
    placard: str
    proposal: str
    proposed_by: str
    approved_by: str
    at: int
    text: str = Field(description="the hash of its text; empty where an earlier program approved it")
    title: str
    house: str
    edition: str
    departures: list[str] = Field(description="where it departs from the document that it stands on")


class DefectFound(BaseModel):
    """Something wrong with a text, and where."""

    place: str
    problem: str
    expected: str


class DepartureFound(BaseModel):
    """A value outside the bounds of a document, and the clauses that it departs from."""

    path: str
    value: str
    instead_of: str
    clauses: list[str]


class SheetForm(BaseModel):
    """A house's own sheet as a form shows it: what it says of itself, and every value that it can choose."""

    extends: str = Field(description="the sheet that its text stands on")
    head: dict[str, str]
    felts: list[str]
    own: list[str] = Field(description="the paths of the values that its own text gives")
    options: list[SheetOption]


class SheetEdited(BaseModel):
    """The text of a sheet after single values were changed in it."""

    text: str


class SheetRead(BaseModel):
    """What a house's own sheet says, before anybody proposes it: its placard, or all of its defects."""

    defects: list[DefectFound]
    refusal: str = Field(default="", description="why the house cannot approve it as it stands; empty where it can")
    hash: str = ""
    text: str = ""
    departures: list[DepartureFound] = []
    placard: PlacardShown | None = None
    form: SheetForm | None = None


class ChangeShown(BaseModel):
    """A change: of its fields, those that its type has."""

    type: Literal["sheet", "withdrawal", "meter", "limits", "limits_rule", "gaming_day", "cash", "comps", "retention"]
    sheet: str = ""
    sets: list[str] = []
    sheet_hash: str = ""
    placard: str = ""
    text: str = ""
    table: str = ""
    minimum: int = 0
    maximum: int = 0
    at: int = 0
    keeps_earlier: bool = False
    two_people: bool = False
    zone: str = ""
    starts: str = ""
    noted: int = 0
    reported: int = 0
    basis_points: int = 0
    days: int = 0
    meter: str = ""
    to: int = 0
    shown: int = Field(0, description="what the meter showed when it was proposed")


class ProposalOpen(BaseModel):
    """A change that waits to be approved, or to be applied."""

    proposal: str
    change: ChangeShown
    reason: str
    by: str
    at: int
    approved_by: str
    approved_at: int
    made_by: list[str] = Field(default=[], description="who gave the proposer their role, as far as it was noted")
    approver_made_by: list[str] = Field(default=[], description="who gave the one who approved it theirs")


class HouseNow(BaseModel):
    """What the house has decided, and what waits."""

    approved: list[ApprovedSheet]
    proposals: list[ProposalOpen]
    made_you: list[str] = Field(default=[], description="who gave you your role: you may still count as their hand")
    two_for_limits: bool = Field(description="whether the limits of an open table take two people")
    zone: str = Field(description="the time zone of the house")
    day_starts: str = Field(description="when its gaming day begins by the clock on the wall")
    cash_noted: int = Field(description="from how many cents on a person's cash of a gaming day is noted")
    cash_reported: int = Field(description="above how many cents it is reported")
    comp_basis_points: int | None = Field(
        description="what part of exact theo is given back in comps, in hundredths of a percent; null where not decided"
    )
    ratings_days: int | None = Field(
        description="for how many days after its gaming day a rating is told; null while the log is kept"
    )


class LinkIsDown(_Named):
    reason: Why


class LinkIsUp(_Named):
    pass


class SignificantEvent(BaseModel):
    """One significant event: when, where it stands in the log, who in which role, before and after, why."""

    at: int
    stream: str
    version: int
    table: str
    who: str
    role: str
    kind: Kind
    what: str
    before: str
    after: str
    why: str
    clause: str
    acknowledged_by: str = Field(description="who has taken note of it; empty where nobody has yet")
    acknowledged_at: int


class EventNoted(_Named):
    """A significant event that a manager takes note of, by its place in the log."""

    stream: str = Field(min_length=1, max_length=200, examples=["table:catfish-blackjack-1"])
    version: int = Field(ge=1, le=10**12)
    note: str = Field("", max_length=500)


# people


class LimitFigure(BaseModel):
    """A limit in force, 0 being none, and a wider one on its way."""

    now: int
    later: int | None
    since: int | None = Field(description="when the later one comes into force")


class MyLimits(BaseModel):
    """What you allow yourself, and how you stand against it."""

    session_minutes: LimitFigure
    loss_cents: LimitFigure = Field(description="the most to lose between two midnights (UTC)")
    reminder_minutes: LimitFigure
    deposit_cents: LimitFigure = Field(description="the most to pay in at the cage in any 24 hours")
    deposited: int = Field(description="cents paid in within the last 24 hours")
    played_minutes: int = Field(description="since the first bet after half an hour without one")
    result_today: int
    excluded: bool
    excluded_until: int | None = Field(description="0 for good")
    may_not_play: str = Field(description="why you may not play now; empty where you may")


class LimitsAsked(_Named):
    """Tighter at once, wider after a day; 0 is no limit."""

    session_minutes: int = Field(0, ge=0, le=1440)
    loss_cents: int = Field(0, ge=0, le=10**11)
    reminder_minutes: int = Field(0, ge=0, le=1440)
    deposit_cents: int = Field(0, ge=0, le=10**11)


class ExclusionAsked(_Named):
    """Not to play for a number of days, or with 0 never again; nobody takes it back."""

    days: int = Field(ge=0, le=36_500)


DetailField = Literal["full_name", "born", "address", "email", "phone", "identification", "notes"]


class DetailsAsked(_Named):
    """Personal fields, in place of those that were kept before."""

    details: dict[DetailField, Annotated[str, Field(max_length=500)]] = Field(examples=[{"phone": "555 0100"}])


class LookAsked(_Named):
    reason: Why


class ForgettingAsked(_Named):
    """To be forgotten; an account of one's own is ended with its password."""

    password: str = Field("", max_length=256)
    reason: str = Field("", max_length=200)


class Details(BaseModel):
    """What is kept about somebody."""

    name: str
    details: dict[str, str]


class MyEntry(BaseModel):
    """An entry of one's own log."""

    at: int
    by: str
    role: str
    command: str
    events: list[dict[str, object]]
    postings: list[tuple[str, int, str]]


class MyRound(BaseModel):
    table: str
    number: int


class MyData(BaseModel):
    """All that the house has about somebody."""

    name: str
    role: str
    guest: bool
    details: dict[str, str]
    balance: int
    log: list[MyEntry]
    rounds: list[MyRound] = Field(description="the latest first; each can be looked at again")


class ConductRuling(_Named):
    ruling: Literal["warned", "asked_to_leave", "barred", "readmitted"]
    reason: Why
    table: str = Field("", pattern=rf"^$|{TABLE}", description="where it was")
    visitor: bool = Field(False, description="a guest at a real table, who has no account: the name as it was given")
