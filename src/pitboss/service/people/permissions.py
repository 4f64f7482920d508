"""Who may do what and see what: tables of every command, area and console, with the roles they are for.

``GET /api/me`` answers with :func:`allowed_to`, so that the pages keep no lists of roles. A clause that names somebody
is kept here or, for what happens within a round, by the round itself. Surveillance and the regulator see everything and
command none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, get_args

from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import asked_kind

__all__ = [
    "ACCESS", "CONSOLES", "EVERYBODY", "HOUSE", "PERMITTED", "STAFF_ROLES", "VISITOR", "Access", "Allowed", "Area",
    "Console", "Permit", "Role", "allowed_to", "check_permitted",
]  # fmt: skip

Role = Literal[
    "player", "dealer", "floor", "shift_manager", "security", "surveillance", "compliance", "regulator", "teacher",
    "administrator",
]  # fmt: skip
EVERYBODY: Final[tuple[Role, ...]] = get_args(Role)
HOUSE: Final = "house"
"""What the program signs with, where nobody of the staff is asked."""

VISITOR: Final = "visitor"
"""Whoever has not signed in."""

_TEACHER: Final = ("teacher",)
_PLAYER: Final = ("player",)
_DEALER: Final = ("dealer",)
_FLOOR: Final = ("floor", "shift_manager")
_PIT: Final = ("dealer", "floor", "shift_manager")
_DETAILS: Final = ("shift_manager", "compliance", "administrator")
_MANAGERS: Final = ("shift_manager", "administrator")
_WATCHERS: Final = (*_FLOOR, "surveillance", "regulator", "administrator")


class Permit(NamedTuple):
    """The roles of a command, and the point of a sheet whose clause says so."""

    roles: tuple[str, ...]
    point: str = ""


PERMITTED: Final[Mapping[type[c.Command], Permit]] = {
    # players
    c.Sit: Permit(_PLAYER),
    c.Leave: Permit(_PLAYER),
    c.Wait: Permit(_PLAYER),
    c.StopWaiting: Permit(_PLAYER),
    c.Ready: Permit(_PLAYER),
    c.Cut: Permit(_PLAYER),
    c.RefuseCut: Permit(_PLAYER),
    c.Act: Permit(("player", *_PIT)),
    # the automatic dealer
    c.Prepare: Permit((HOUSE,)),
    c.Deal: Permit((HOUSE,)),
    c.TimeOut: Permit((HOUSE, *_FLOOR)),
    c.Policy: Permit((HOUSE,)),
    c.Unseat: Permit((HOUSE, *_FLOOR)),
    c.StartRound: Permit((HOUSE, *_DEALER)),
    c.EndRound: Permit((HOUSE, *_DEALER)),
    # dealers and the floor
    c.OpenTable: Permit((HOUSE, *_FLOOR, "administrator")),
    c.CloseTable: Permit((*_FLOOR, "administrator"), "shoe.close"),
    c.TapIn: Permit(_DEALER),
    c.TapOut: Permit(_DEALER),
    c.HandleCards: Permit(_PIT),
    c.SeatVisitor: Permit(_PIT),
    c.UnseatVisitor: Permit(_PIT),
    c.VisitorBuysIn: Permit(_DEALER),
    c.Retract: Permit(_PIT),
    c.CallFloor: Permit(_DEALER),
    c.AnswerCall: Permit(_FLOOR),
    c.SetSpots: Permit(_FLOOR, "table.house_sets_spots"),
    c.GrantThree: Permit(("shift_manager",), "table.three_hand_return"),
    c.AskRelease: Permit(_PIT, "table.release_spot"),
    c.ChangeLimits: Permit((HOUSE, *_FLOOR), "table.minimum"),
    # money
    c.DeclarePaid: Permit(_FLOOR),
    c.Reverse: Permit(_FLOOR),
    c.PayAgain: Permit(_FLOOR),
    c.CoinIn: Permit(_DEALER, "coin_in"),
    c.Jackpot: Permit((*_PIT, "security")),
    c.CountTray: Permit(_FLOOR),
    c.RequestFill: Permit(_FLOOR),
    c.ConfirmFill: Permit(_DEALER),
    c.CancelFill: Permit(_FLOOR),
    c.PullDrop: Permit(("security", "shift_manager")),
    c.CountTokes: Permit(_FLOOR),
    # the link
    c.OpenLink: Permit((HOUSE, "administrator")),
    c.LinkDown: Permit((*_FLOOR, "administrator"), "link_down"),
    c.LinkUp: Permit((*_FLOOR, "administrator"), "link_down"),
    c.Several: Permit((HOUSE,)),
    c.Contribute: Permit((HOUSE,)),
    c.VoidContribution: Permit((HOUSE,)),
    c.RegisterHit: Permit((HOUSE,)),
    c.WithdrawHit: Permit((HOUSE,)),
    c.AwardMeter: Permit((HOUSE,)),
    c.RaiseMeter: Permit((HOUSE,)),
    c.LowerMeter: Permit((HOUSE,)),
    # the house
    c.Propose: Permit((HOUSE, *_MANAGERS)),
    c.Approve: Permit((HOUSE, *_MANAGERS)),
    c.Reject: Permit(_MANAGERS),
    c.Apply: Permit((HOUSE, *_MANAGERS)),
    c.NoteRole: Permit((HOUSE, "administrator")),
    c.ExplainResult: Permit(_MANAGERS),
    c.AcknowledgeEvent: Permit(_MANAGERS),
    c.NoteProgram: Permit((HOUSE,)),
    # people
    c.Hello: Permit((HOUSE, *EVERYBODY)),
    c.BuyIn: Permit(_PLAYER),
    c.CashOut: Permit(_PLAYER),
    c.SetLimits: Permit(_PLAYER),
    c.Exclude: Permit(_PLAYER),
    c.Conduct: Permit(_FLOOR),
    c.KeepDetails: Permit(("player", *_DETAILS)),
    c.SeeDetails: Permit(_DETAILS),
    c.Forget: Permit(("player", "administrator")),
    # the school
    c.AskQuestion: Permit((VISITOR, *EVERYBODY)),
    c.TakeHint: Permit((VISITOR, *EVERYBODY)),
    c.AnswerPart: Permit((VISITOR, *EVERYBODY)),
    c.TakeAlong: Permit(EVERYBODY),
    c.HandOver: Permit((HOUSE,)),
    c.KeepExam: Permit((HOUSE,)),
    c.SetCourse: Permit(_TEACHER),
    c.Enrol: Permit(_TEACHER),
    c.Dismiss: Permit(_TEACHER),
    c.SetExam: Permit(_TEACHER),
    c.OpenExam: Permit(_TEACHER),
    c.CloseExam: Permit(_TEACHER),
    c.BeginPaper: Permit(EVERYBODY),
    c.AnswerExam: Permit(EVERYBODY),
    c.HandIn: Permit((HOUSE, *EVERYBODY)),
    # compliance
    c.Judge: Permit(("compliance",)),
    # ratings
    c.LookAtRating: Permit((HOUSE, *_WATCHERS)),
}


STAFF_ROLES: Final[tuple[Role, ...]] = tuple(role for role in EVERYBODY if role not in ("player", "teacher"))
"""Who works on the floor; a teacher sees no more of a table than a guest does."""
Area = Literal[
    "playing", "tables_at_a_glance", "worth_of_rulings", "conduct_of_players", "opening_and_closing", "house_decisions",
    "whole_log", "ratings", "accounts", "cash_at_a_table", "cash_log", "suspicious_cash", "personal_details",
    "teaching",
]  # fmt: skip
"""Something that is looked at, or a part of the house's work, as a whole."""


class Access(NamedTuple):
    """The roles that an area is open to, and the code of the refusal for everybody else."""

    roles: tuple[str, ...]
    code: str


ACCESS: Final[Mapping[Area, Access]] = {
    "playing": Access(_PLAYER, "role.player"),
    "tables_at_a_glance": Access(STAFF_ROLES, "role.staff"),
    "worth_of_rulings": Access(_FLOOR, "role.floor"),
    "conduct_of_players": Access(PERMITTED[c.Conduct].roles, "role.floor"),
    "opening_and_closing": Access(PERMITTED[c.CloseTable].roles, "role.floor_or_administrator"),
    "house_decisions": Access(PERMITTED[c.Reject].roles, "role.shift_manager_or_administrator"),
    "whole_log": Access(_WATCHERS, "role.may_watch"),
    "ratings": Access(_WATCHERS, "role.may_watch"),
    "accounts": Access(("administrator",), "role.administrator"),
    "cash_at_a_table": Access(_PIT, "role.pit"),
    "cash_log": Access(("shift_manager", "compliance", "regulator"), "role.cash_log"),
    "suspicious_cash": Access(("compliance",), "role.compliance"),
    "personal_details": Access(PERMITTED[c.SeeDetails].roles, "role.personal_details"),
    "teaching": Access(_TEACHER, "role.teacher"),
}
"""Who may look at what, and who may ask for what belongs together, before the command itself is checked."""

Console = Literal["pit", "dealer", "eye", "ratings", "reports", "cash", "teacher"]
"""A page of the house."""

CONSOLES: Final[Mapping[Console, tuple[str, ...]]] = {
    "pit": (*_FLOOR, "security", "surveillance", "regulator", "administrator"),
    "dealer": (*_PIT, "administrator"),
    "eye": ACCESS["whole_log"].roles,
    "ratings": ACCESS["ratings"].roles,
    "reports": ACCESS["whole_log"].roles,
    "cash": ACCESS["cash_log"].roles,
    "teacher": ACCESS["teaching"].roles,
}
"""Whose work each page is made for: the lobby leads them there."""


class Allowed(NamedTuple):
    """All that a role may: the consoles made for it, the areas open to it, its commands, the roles it may give."""

    consoles: tuple[Console, ...]
    areas: tuple[Area, ...]
    commands: tuple[str, ...]
    roles: tuple[Role, ...]


def allowed_to(role: str) -> Allowed:
    """Return what somebody of this role may do and see.

    >>> [command in allowed_to("security").commands for command in ("Jackpot", "PullDrop", "Propose")]
    [True, True, False]
    """
    return Allowed(
        consoles=tuple(console for console, roles in CONSOLES.items() if role in roles),
        areas=tuple(area for area, access in ACCESS.items() if role in access.roles),
        commands=tuple(sorted(kind.__name__ for kind, permit in PERMITTED.items() if role in permit.roles)),
        roles=EVERYBODY if role in ACCESS["accounts"].roles else (),
    )


def check_permitted(command: c.Command, role: str, sheet: Sheet | None = None) -> None:
    """Refuse a command that is not for this role, with the clause where the sheet has one."""
    permit = PERMITTED[asked_kind(command)]
    if role not in permit.roles:
        roles = [name for name in permit.roles if name != HOUSE] or ["program_itself"]
        clause = sheet.cite(permit.point) if sheet is not None and permit.point else ""
        raise IllegalAction("role.not_yours", clause, roles=roles, role=role or "nobody")
