"""The school over HTTP: what requests and answers are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.web.figure_models import SheetName

__all__ = [
    "AnswerGiven", "ClauseMap", "HintAsked", "LearnerShown", "MapClause", "QuestionAsked", "QuestionShown", "School",
    "SchoolProgress", "SchoolSheet", "Taken",
]  # fmt: skip

PART = r"^[a-z0-9_.]{1,24}$"
DRILL = r"^[a-z_]{1,24}$"
Key = Annotated[str, Field(max_length=80, examples=["22.50"])]
DrillName = Annotated[str, Field(pattern=DRILL, examples=["pay_it"], description="a drill of the sheet")]
PartName = Annotated[str, Field(pattern=PART, examples=["1"], description="the part that is asked now")]
ClauseName = Annotated[str, Field(pattern=r"^[A-Z0-9]+(-[0-9A-Za-z]+)+$|^$", examples=["BJ-PAY-5b"])]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class QuestionAsked(_Asked):
    """Which question comes next."""

    sheet: SheetName
    drill: DrillName
    level: int = Field(0, ge=0, le=5, description="0: the level that you have reached")
    clause: ClauseName = Field("", description="a clause that it should be about, where one can be found")
    another: bool = Field(False, description="put an open question of this drill aside; it counts for nothing")


class AnswerGiven(_Asked):
    """An answer to the part that is asked now."""

    part: PartName
    given: list[Key] = Field(
        [], max_length=200,
        description="ids of options, one or several or all in order; `pay` with an amount, `take` or `push`; "
        "an amount; a number; chips one by one; a line of the log",
        examples=[["pay", "22.50"]],
    )  # fmt: skip
    milliseconds: int = Field(0, ge=0, le=86_400_000, description="how long this part took you")


class HintAsked(_Asked):
    part: PartName


class DrillListed(BaseModel):
    drill: str = Field(examples=["pay_it"])
    title: str
    level: int
    answered: int


class SchoolSheet(BaseModel):
    """A sheet that is taught."""

    sheet: str
    title: str
    game: str
    felt: str
    house: str
    own: bool = Field(description="whether it is the house's own")
    drills: list[DrillListed]


class LearnerShown(BaseModel):
    """Whose progress this is."""

    name: str = Field(description="empty for a guest, who is known by this browser alone")
    answered: int
    left_as_guest: int = Field(description="answers given in this browser as a guest, which you can take along")


class School(BaseModel):
    """What is taught, and whose progress it is."""

    csrf: str = Field(description="the token of your session, as `/api/me` has it; empty where there is none")
    learner: LearnerShown
    sheets: list[SchoolSheet]


class OptionShown(BaseModel):
    id: str
    text: str


class LaidHand(BaseModel):
    spot: int
    hand: int
    cards: list[str]


class LaidWager(BaseModel):
    spot: int
    hand: int
    wager: str
    title: str
    cents: int


class FeltShown(BaseModel):
    """What lies on the felt; `??` lies face down."""

    dealer: list[str]
    board: list[str]
    hands: list[LaidHand]
    wagers: list[LaidWager]


class LineShown(BaseModel):
    number: int
    text: str


class PartJudged(BaseModel):
    """One part of an answer: right or wrong, what is right, and why."""

    part: str = Field(examples=["1"])
    right: bool
    given: list[str]
    answer: str
    note: str
    clause: str
    clause_text: str
    clauses: list[str]
    topics: list[str]
    value: str
    calculation: str
    why: str


class PartShown(BaseModel):
    """One part of a question; what is right stands there once it was answered."""

    id: str = Field(examples=["1"])
    kind: Literal["choice", "several", "order", "settle", "amount", "number", "chips", "line", "step"]
    text: str
    options: list[OptionShown]
    spot: int
    hand: int
    wager: str
    stake: int
    state: Literal["answered", "now", "waiting"]
    hint: str
    given: list[str]
    right: list[str]
    judged: PartJudged | None
    milliseconds: int
    told: list[str]
    """What has happened since the part before, where the table moves on between two parts."""
    layout: FeltShown | None
    """The table as it lies now, where it is another one than the question's; of the part that is asked now."""


class QuestionShown(BaseModel):
    """A question as you may see it now: parts that were answered, the one asked now, and wagers that wait."""

    number: int
    sheet: str
    drill: str = Field(examples=["pay_it"])
    level: int
    text: str
    layout: FeltShown
    log: list[LineShown]
    parts: list[PartShown]
    chips: list[int]
    course: str
    exam: str
    over: bool
    right: bool | None = Field(description="whether every part is; null before it may be told")
    milliseconds: int
    hint: bool
    seed: str = Field(description="what it was made from, once it is answered")
    weighed: bool = Field(description="whether it can be told what each ruling is worth")


class DayShown(BaseModel):
    day: str
    drill: str = Field(examples=["pay_it"])
    answered: int
    right: int
    median_milliseconds: int


class LastShown(BaseModel):
    drill: str = Field(examples=["pay_it"])
    right: bool
    hint: bool


class SchoolProgress(BaseModel):
    """How you stand at a table."""

    sheet: str
    levels: dict[str, int]
    answered: int
    answered_today: int
    right_today: int = Field(description="right at once, without a hint")
    median_today: int = Field(description="milliseconds; 0 where nothing was answered")
    median_week: int = Field(description="of the seven days before today")
    streak: int
    longest_today: int
    last: list[LastShown]
    due: list[str] = Field(description="the clauses to be asked again, the most forgotten first")
    days: list[DayShown]


class MapClause(BaseModel):
    """One clause on the map."""

    clause: str
    kind: str = Field(examples=["payout"])
    heading: str
    text: str
    status: Literal["shown", "shaky", "never"]
    tries: int
    right: int
    last: str = Field(description="the day it was last tried", examples=["2026-08-01"])
    drill: str = Field(description="the drill that asks for it", examples=["pay_it"])


class ClauseMap(BaseModel):
    sheet: str
    clauses: list[MapClause]


class Taken(BaseModel):
    """What was taken along."""

    answers: int
