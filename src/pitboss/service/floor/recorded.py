"""Commands as the log keeps them: what somebody asked, and what the server found when it decided that.

Each class here is its namesake in :mod:`~pitboss.service.floor.commands` with the fields that only the server fills. A
client cannot name those fields; the log stores them, so that a replay needs the entry alone. What a client says
beside a command, such as which question it answers, belongs to the class that is asked and need not be stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.school.learning.stream import Answered
from pitboss.school.teaching.exams import Paper
from pitboss.school.teaching.marking import Result
from pitboss.service.floor import commands as c

__all__ = [
    "Act", "AnswerExam", "AnswerPart", "Apply", "AskQuestion", "BeginPaper", "Borne", "Change", "ChangeLimits",
    "CoinIn", "Conduct", "CountTokes", "CountTray", "Deal", "EndRound", "HandIn", "HouseRecord", "Jackpot", "KeepExam",
    "LearnerCommand", "LinkCommand", "MeterChange", "OpenTable", "PaperCommand", "PersonCommand", "Policy", "Propose",
    "PullDrop", "SchoolCommand", "SetCourse", "SetExam", "StartRound", "TableCommand", "TakeAlong", "TimeOut",
    "UnseatVisitor", "asked_kind", "recorded",
]  # fmt: skip

Borne = tuple[tuple[str, int], ...]
"""What each player no longer has of what a void round takes back, in cents, where the house pays it."""


class OpenTable(c.OpenTable, frozen=True, kw_only=True):
    approval: str = ""
    """The proposal under which the house approved the sheet."""


class StartRound(c.StartRound, frozen=True, kw_only=True):
    link_up: bool = True
    book: int = 0
    """What the books have in the tray of a staffed table."""


class Deal(c.Deal, frozen=True, kw_only=True):
    link_up: bool = True


class TimeOut(c.TimeOut, frozen=True, kw_only=True):
    borne: Borne = ()


class Policy(c.Policy, frozen=True, kw_only=True):
    award: int = 0
    """What the link awarded, where a jackpot is asked for."""
    borne: Borne = ()


class EndRound(c.EndRound, frozen=True, kw_only=True):
    book: int = 0
    """What the books have in the tray of a staffed table."""


class Act(c.Act, frozen=True, kw_only=True):
    borne: Borne = ()


class UnseatVisitor(c.UnseatVisitor, frozen=True, kw_only=True):
    cents: int = 0
    """What the guest takes along: all that their account has."""


class CoinIn(c.CoinIn, frozen=True, kw_only=True):
    link_up: bool = True
    """Where the link is down, what lies on the sensors goes back."""


class Jackpot(c.Jackpot, frozen=True, kw_only=True):
    award: int = 0
    """What the link awarded, where a meter was hit."""


class CountTray(c.CountTray, frozen=True, kw_only=True):
    book: int = 0
    """What the books have in the tray."""


class PullDrop(c.PullDrop, frozen=True, kw_only=True):
    book: int = 0
    """What the books have in the drop box."""


class CountTokes(c.CountTokes, frozen=True, kw_only=True):
    book: int = 0
    """What the books have in the dealers' box."""


class MeterChange(c.MeterChange, frozen=True, kw_only=True):
    shown: int = 0
    """What the meter showed when the change was proposed."""

    def after(self, before: int) -> int:
        """Return what a meter shows after the change: what came in since the proposal stays on it."""
        return self.to if self.to > self.shown else before - (self.shown - self.to)


Change = c.SheetChange | c.SheetWithdrawal | MeterChange | c.LimitsChange | c.RuleChange
"""What takes two people, as the log has it."""


class Propose(c.Propose, frozen=True, kw_only=True):
    change: Change


class ChangeLimits(c.ChangeLimits, frozen=True, kw_only=True):
    proposal: str = ""
    """Where two people have decided it."""


class Apply(c.Apply, frozen=True, kw_only=True):
    meter: int = 0
    """What the meter shows, where one is changed."""


class Conduct(c.Conduct, frozen=True, kw_only=True):
    clause: str = ""
    """What the sheet of the table says about conduct."""


class AskQuestion(c.AskQuestion, frozen=True, kw_only=True):
    at_level: int = 1
    pick: str = ""
    """Which question of the chance that was drawn for it; empty where one of before comes back."""
    again: str = ""
    """The seed of a question of before."""
    parts: tuple[str, ...] = ()
    payouts: int = 0
    """How many wagers are to be settled in it."""
    program: str = ""
    """The version that made it; with sheet, drill, level and seed it makes the question again."""
    digest: str = ""
    """The hash of the question as it was shown."""


class AnswerPart(c.AnswerPart, frozen=True, kw_only=True):
    right: bool = False
    shows: tuple[str, ...] = ()
    """The clauses and topics that a right answer shows."""


class TakeAlong(c.TakeAlong, frozen=True, kw_only=True):
    answers: tuple[Answered, ...] = ()
    """What the guest had answered."""


class KeepExam(c.KeepExam, frozen=True, kw_only=True):
    answers: tuple[Answered, ...] = ()
    """What was answered in it, with its marks."""


class SetCourse(c.SetCourse, frozen=True, kw_only=True):
    text: str = ""
    """The hash of the text of its sheet, which the log keeps."""


class SetExam(c.SetExam, frozen=True, kw_only=True):
    paper: Paper | None = None
    """The questions, without the seed, which is sealed."""
    text: str = ""


class BeginPaper(c.BeginPaper, frozen=True, kw_only=True):
    minutes: int = 0


class AnswerExam(c.AnswerExam, frozen=True, kw_only=True):
    parts: tuple[str, ...] = ()
    """The parts of the question, in their order."""


class HandIn(c.HandIn, frozen=True, kw_only=True):
    result: Result | None = None


_RECORDED: Final[Mapping[type[c.Command], type[c.Command]]] = {
    kind.__bases__[0]: kind
    for kind in (
        OpenTable, StartRound, Deal, TimeOut, Policy, EndRound, Act, UnseatVisitor, CoinIn, Jackpot, CountTray,
        PullDrop, CountTokes, Propose, Apply, Conduct, ChangeLimits, AskQuestion, AnswerPart, TakeAlong,
        KeepExam, SetCourse, SetExam, BeginPaper, AnswerExam, HandIn,
    )
}  # fmt: skip
"""The stored class of each command that the server adds something to."""
_ASKED: Final = {stored: asked for asked, stored in _RECORDED.items()}


def asked_kind(command: c.Command) -> type[c.Command]:
    """The class by which a command is asked for, whether this one was asked or recorded."""
    return _ASKED.get(type(command), type(command))


def recorded(command: c.Command, **found: Any) -> Any:
    """Return a command as the log keeps it, with what the server found; a field that is not named keeps its value."""
    stored = _RECORDED.get(type(command))
    if stored is None:
        return msgspec.structs.replace(command, **found) if found else command
    return stored(**{name: getattr(command, name) for name in command.__struct_fields__} | found)


# what the log of each stream holds

TableCommand = (
    OpenTable | StartRound | Deal | TimeOut | Policy | EndRound | Act | UnseatVisitor | CoinIn | Jackpot | CountTray
    | PullDrop | CountTokes | ChangeLimits
    | c.CloseTable | c.Prepare | c.Unseat | c.Sit | c.Leave | c.Wait | c.StopWaiting | c.Ready | c.Cut | c.RefuseCut
    | c.TapIn | c.TapOut | c.HandleCards | c.SeatVisitor | c.VisitorBuysIn | c.Retract | c.CallFloor | c.AnswerCall
    | c.SetSpots | c.GrantThree | c.AskRelease | c.DeclarePaid | c.Reverse | c.PayAgain | c.RequestFill | c.ConfirmFill
    | c.CancelFill
)  # fmt: skip
LinkCommand = c.LinkCommand
HouseRecord = Propose | c.Approve | c.Reject | Apply | c.NoteRole | c.ExplainResult | c.AcknowledgeEvent | c.NoteProgram
LearnerCommand = AskQuestion | c.TakeHint | AnswerPart | TakeAlong | KeepExam | c.HandOver
SchoolCommand = SetCourse | c.Enrol | c.Dismiss | SetExam | c.OpenExam | c.CloseExam
PaperCommand = BeginPaper | AnswerExam | HandIn
PersonCommand = (
    c.Hello | c.BuyIn | c.CashOut | c.SetLimits | c.Exclude | Conduct | c.KeepDetails | c.SeeDetails | c.Forget
)
