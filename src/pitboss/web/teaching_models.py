"""The teacher's side of the school over HTTP: what requests and answers are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.web.figure_models import SheetName
from pitboss.web.school_models import ClauseName, DrillName, Key, PartName

__all__ = [
    "ClassShown", "CourseSaved", "CourseShown", "CourseTerms", "CoursesShown", "ExamListed", "ExamSaved", "ExamShown",
    "ExamTerms", "MyCourse", "MyCourses", "PaperShown", "TraineeNamed", "WrittenAnswer",
]  # fmt: skip

Title = Annotated[str, Field(min_length=1, max_length=80, examples=["Evening class"])]
Irregularity = Annotated[str, Field(pattern=r"^[a-z_]{1,40}$", examples=["exposed_card"])]
Right = Annotated[int, Field(ge=0, le=100, description="how many of a hundred are to be right at once")]
Speed = Annotated[int, Field(ge=0, le=600_000, description="for one payout; 0 where speed does not matter")]
Person = Annotated[str, Field(min_length=1, max_length=64, examples=["Ann"])]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LessonSet(_Asked):
    drill: DrillName
    level: int = Field(0, ge=0, le=5, description="0: the level that each trainee has reached")


class CourseTerms(_Asked):
    """What a class is taught, and the goal it is taught for."""

    title: Title
    sheet: SheetName
    lessons: list[LessonSet] = Field(min_length=1, max_length=12)
    right: Right = 95
    payout_milliseconds: Speed = 5000
    irregularities: list[Irregularity] = Field([], max_length=60, description="all of the sheet's where none is named")
    homework: list[ClauseName] = Field([], max_length=60, description="clauses that everybody is asked to work on")


class SectionSet(_Asked):
    drill: DrillName
    level: int = Field(3, ge=1, le=5)
    questions: int = Field(10, ge=1, le=120)


class ExamTerms(_Asked):
    """What is asked, for how long, and what passes."""

    title: Title
    sections: list[SectionSet] = Field(min_length=1, max_length=12)
    minutes: int = Field(40, ge=0, le=480, description="from the moment a trainee begins; 0 for no limit")
    right: Right = 95
    payout_milliseconds: Speed = 0
    irregularities: list[Irregularity] = Field([], max_length=60)


class TraineeNamed(_Asked):
    trainee: Person


class WrittenAnswer(_Asked):
    """An answer to the part that is asked now."""

    part: PartName
    given: list[Key] = Field([], max_length=200, description="as in practice")


# answers


class CourseSaved(BaseModel):
    course: str = Field(examples=["c1"])


class ExamSaved(BaseModel):
    exam: str = Field(examples=["e2"])


class TraineeShown(BaseModel):
    """One trainee on the sheet of the course, in a line."""

    name: str
    answered: int
    right: int = Field(description="right at once, without a hint")
    payout_milliseconds: int = Field(description="the median; 0 where nothing was paid yet")
    shown: int
    shaky: int
    never: int
    last: str = Field(description="the day of the last answer", examples=["2026-08-01"])


class ShakyClause(BaseModel):
    clause: str
    text: str
    trainees: int = Field(description="how many of the class have tried it and not shown it yet")


class ClassShown(BaseModel):
    trainees: list[TraineeShown]
    shaky: list[ShakyClause]
    clauses: int


State = Literal["set", "open", "closed"]


class ExamListed(BaseModel):
    """An exam without its questions: those are sealed."""

    exam: str = Field(examples=["e2"])
    course: str
    title: str
    state: State
    terms: ExamTerms
    questions: int
    set_at: int
    teacher: str
    program: str = Field(description="the version that drew the questions")


class CourseListed(BaseModel):
    course: str = Field(examples=["c1"])
    title: str
    sheet: str
    trainees: int
    teacher: str


class IrregularityNamed(BaseModel):
    kind: str
    text: str


class SheetTaught(BaseModel):
    """What can be asked about a sheet."""

    sheet: str
    title: str
    drills: list[str] = Field(examples=[["pay_it"]])
    irregularities: list[IrregularityNamed]


class CoursesShown(BaseModel):
    courses: list[CourseListed]
    sheets: list[SheetTaught]


class CourseShown(BaseModel):
    """A course with its class and its exams."""

    course: str = Field(examples=["c1"])
    terms: CourseTerms
    sheet_title: str
    teacher: str
    standing: ClassShown
    exams: list[ExamListed]


class ResultShown(BaseModel):
    """What a paper came to."""

    right: int
    questions: int
    payout_milliseconds: int
    passed: bool
    clauses_right: int
    clauses: int
    check: str = Field(description="the number that certificate and transcript share", examples=["7f2c 91ae"])


class PaperListed(BaseModel):
    """How far somebody is with an exam; marks once it is handed in."""

    trainee: str
    began: int
    until: int
    answered: int
    handed_in: int
    result: ResultShown | None


class ExamShown(BaseModel):
    exam: ExamListed
    papers: list[PaperListed]


class PaperQuestion(BaseModel):
    number: int
    drill: str = Field(examples=["pay_it"])
    level: int
    state: Literal["open", "begun", "answered"]


class PaperShown(BaseModel):
    """Your paper: what is answered and how long it takes; no marks before it is handed in."""

    exam: str
    title: str
    sheet: str
    state: State
    began: int
    until: int = Field(description="when its time is over; 0 where there is no limit")
    now: int
    late: bool
    handed_in: int
    questions: list[PaperQuestion]
    result: ResultShown | None
    review: bool = Field(description="whether its questions may be looked at with their answers")


class MyExam(BaseModel):
    exam: str = Field(examples=["e2"])
    title: str
    state: State
    questions: int
    minutes: int
    began: int
    handed_in: int
    result: ResultShown | None


class MyCourse(BaseModel):
    """A course that you learn in."""

    course: str = Field(examples=["c1"])
    terms: CourseTerms
    teacher: str
    exams: list[MyExam]


class MyCourses(BaseModel):
    courses: list[MyCourse]
