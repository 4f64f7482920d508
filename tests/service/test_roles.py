"""Every role against every command: who may passes the check, everybody else is refused and nothing changes."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from tests.service.staffed_floor import DORA, StaffedPit
from tests.service.test_floor import refusal

from pitboss import web
from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.rules import load
from pitboss.school.teaching import Course, Exam, Lesson, Section
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import recorded
from pitboss.service.people.permissions import (
    ACCESS,
    CONSOLES,
    EVERYBODY,
    HOUSE,
    PERMITTED,
    VISITOR,
    allowed_to,
    check_permitted,
)
from pitboss.service.school.plans import plan_learner, plan_paper, plan_school
from pitboss.words import wording

SHEET = load("catfish-blackjack")
ROLES = (VISITOR, *EVERYBODY, HOUSE)
NAMED = {
    "visitor": "a visitor", "floor": "somebody of the floor", "security": "security", "surveillance": "surveillance",
    "administrator": "an administrator", "compliance": "compliance",
}  # fmt: skip


def somebody(role: str) -> str:
    """Somebody of this role in a sentence."""
    return NAMED.get(role, f"a {role.replace('_', ' ')}")


MAY = """
Sit Leave Wait StopWaiting Ready Cut RefuseCut              player
BuyIn CashOut SetLimits Exclude                             player
Act                                                         player dealer floor shift_manager
Prepare Deal Policy                                         house
TimeOut Unseat ChangeLimits                                 house floor shift_manager
StartRound EndRound                                         house dealer
OpenTable                                                   house floor shift_manager administrator
CloseTable                                                  floor shift_manager administrator
TapIn TapOut VisitorBuysIn CallFloor ConfirmFill CoinIn     dealer
HandleCards SeatVisitor UnseatVisitor Retract AskRelease    dealer floor shift_manager
AnswerCall SetSpots DeclarePaid Reverse PayAgain CountTray  floor shift_manager
RequestFill CancelFill CountTokes Conduct                   floor shift_manager
KeepDetails                                                 player shift_manager compliance administrator
SeeDetails                                                  shift_manager compliance administrator
Forget                                                      player administrator
GrantThree                                                  shift_manager
Jackpot                                                     dealer floor shift_manager security
PullDrop                                                    security shift_manager
OpenLink                                                    house administrator
LinkDown LinkUp                                             floor shift_manager administrator
Several Contribute VoidContribution RegisterHit             house
WithdrawHit AwardMeter RaiseMeter LowerMeter NoteProgram    house
Propose Approve Apply                                       house shift_manager administrator
Reject ExplainResult AcknowledgeEvent                                                shift_manager administrator
NoteRole                                                    house administrator
Hello   house player dealer floor shift_manager security surveillance compliance regulator teacher administrator
AskQuestion  visitor player dealer floor shift_manager security surveillance compliance regulator teacher administrator
TakeHint  visitor player dealer floor shift_manager security surveillance compliance regulator teacher administrator
AnswerPart  visitor player dealer floor shift_manager security surveillance compliance regulator teacher administrator
TakeAlong  player dealer floor shift_manager security surveillance compliance regulator teacher administrator
Judge                                                       compliance
LookAtRating                                          house floor shift_manager surveillance regulator administrator
HandOver KeepExam                                           house
SetCourse Enrol Dismiss SetExam OpenExam CloseExam          teacher
BeginPaper  player dealer floor shift_manager security surveillance compliance regulator teacher administrator
AnswerExam  player dealer floor shift_manager security surveillance compliance regulator teacher administrator
HandIn  house player dealer floor shift_manager security surveillance compliance regulator teacher administrator
"""
"""Commands, then the roles they are for."""

SAMPLES: tuple[c.Command, ...] = (
    c.Sit(box=1), c.Leave(), c.Wait(), c.StopWaiting(), c.Ready(), c.Cut(at=100), c.RefuseCut(),
    c.Act(action=a.StartDeal()), c.Prepare(), c.Deal(), c.TimeOut(), c.Policy(), c.Unseat(player="Ann"),
    c.StartRound(sheet_hash=SHEET.hash), c.EndRound(),
    c.OpenTable(title="x", sheet=SHEET.name, sheet_hash=SHEET.hash), c.CloseTable(), c.TapIn(), c.TapOut(),
    c.HandleCards(move="burn"), c.SeatVisitor(box=2, name="Guest"), c.UnseatVisitor(box=2),
    c.VisitorBuysIn(box=2, cents=1000), c.Retract(version=1), c.CallFloor(), c.AnswerCall(),
    c.SetSpots(player="Ann", spots=1), c.GrantThree(player="Ann"), c.AskRelease(box=1),
    c.ChangeLimits(minimum=1000, maximum=1_000_000, reason="x"),
    c.DeclarePaid(version=1, spot=1, wager="main", cents=0),
    c.Reverse(correction="k1", version=1, spot=1, wager="main", reason="test"),
    c.PayAgain(correction="k1", cents=1, reason="test"), c.CoinIn(chips=0), c.Jackpot(seat=1, step="press_hand"),
    c.CountTray(when="check", chips=()), c.RequestFill(kind="fill", slip="f1", chips=((500, 1),)),
    c.ConfirmFill(slip="f1"), c.CancelFill(slip="f1", reason="test"), c.PullDrop(counted=0), c.CountTokes(counted=0),
    c.OpenLink(sheet="ultimate-texas-holdem", sheet_hash=load("ultimate-texas-holdem").hash),
    c.LinkDown(reason="test"), c.LinkUp(), c.Several(commands=()),
    c.Contribute(id="t/1", table="t", game="x", wagers=1), c.VoidContribution(id="t/1"),
    c.RegisterHit(id="t/1/1", meter="minor", table="t", game="x", seat=1, dealt=1),
    c.WithdrawHit(id="t/1/1", reason="test"), c.AwardMeter(meter="minor"),
    c.RaiseMeter(meter="minor", to=10**9, proposal="p1"),
    c.LowerMeter(meter="minor", to=150_000, proposal="p1", reason="test"),
    c.Propose(proposal="p1", change=c.MeterChange(meter="minor", to=10**9), reason="test"), c.Approve(proposal="p1"),
    c.Reject(proposal="p1", reason="test"), c.Apply(proposal="p1"),
    c.NoteRole(person="Ann", before="player", after="dealer"), c.Hello(),
    c.BuyIn(cents=100), c.CashOut(cents=100), c.SetLimits(), c.Exclude(until=0),
    c.Conduct(ruling="warned", reason="test"), c.KeepDetails(fields=(), sealed=""), c.SeeDetails(reason="test"),
    c.Forget(),
    c.AskQuestion(sheet=SHEET.name, drill="pay_it"), c.TakeHint(question=1, part="1"),
    c.AnswerPart(question=1, part="1"), c.TakeAlong(guest="~1"), c.HandOver(to="Ann"),
    c.KeepExam(exam="e1"), c.Judge(mark="x"), c.LookAtRating(what="list"),
    c.ExplainResult(table="t", period="day", day="2026-01-01", reason="test"),
    c.AcknowledgeEvent(stream="t", version=1), c.NoteProgram(version="1", program="x", python="3.11"),
    c.SetCourse(terms=Course(title="x", sheet=SHEET.name, lessons=(Lesson("pay_it"),))),
    c.Enrol(course="c1", trainee="Ann"), c.Dismiss(course="c1", trainee="Ann"),
    c.SetExam(course="c1", terms=Exam(title="x", sections=(Section("pay_it"),))), c.OpenExam(exam="e1"),
    c.CloseExam(exam="e1"), c.BeginPaper(exam="e1"), c.AnswerExam(exam="e1", number=1, part="1"), c.HandIn(exam="e1"),
)  # fmt: skip


def named(command: c.Command) -> str:
    return type(command).__name__


def permitted() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in MAY.strip().splitlines():
        words = line.split()
        roles = {word for word in words if word in ROLES}
        found |= {word: roles for word in words if word not in ROLES}
    return found


def test_the_table_of_who_may_do_what_is_this_one() -> None:
    assert {kind.__name__: set(permit.roles) for kind, permit in PERMITTED.items()} == permitted()
    assert sorted(map(named, SAMPLES)) == sorted(permitted())


@pytest.fixture(scope="module")
def pit() -> StaffedPit:
    pit = StaffedPit().ready()
    pit.hello("Ann")
    return pit


def propose(pit: StaffedPit, command: Any, role: str) -> None:
    """What a command would do, by whichever door it goes; nothing is appended."""
    floor, actor = pit.floor, DORA if role == "dealer" else f"A {role}"
    if isinstance(command, c.PersonCommand):
        floor.plan_person("Ann", command, actor=actor, role=role)
    elif isinstance(command, c.LearnerCommand):
        plan_learner(floor, "Ann", recorded(command), actor=actor, role=role)
    elif isinstance(command, c.TeacherCommand):
        plan_school(floor, recorded(command), actor=actor, role=role)
    elif isinstance(command, c.PaperCommand):
        plan_paper(floor, "Ann", recorded(command), actor=actor, role=role)
    elif isinstance(command, c.HouseRecord):
        floor.plan_house(command, actor=actor, role=role)
    elif isinstance(command, c.LookAtRating):
        floor.plan_look(command, actor=actor, role=role)
    elif isinstance(command, c.LinkCommand):
        floor.plan_link(command, actor=actor, role=role)
    else:
        floor.plan("t", command, actor=actor, role=role)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("command", SAMPLES, ids=named)
def test_who_may(pit: StaffedPit, command: c.Command, role: str) -> None:
    if role in permitted()[named(command)]:
        check_permitted(command, role, SHEET)
        reason = ""
        try:
            propose(pit, command, role)
        except IllegalAction as trouble:  # for another reason than the role
            reason = trouble.reason
        assert ", not for " not in reason
        return
    refused = refusal(pit, lambda: propose(pit, command, role))
    assert refused.reason.startswith("that is for the ")
    assert refused.reason.endswith(f"not for {somebody(role)}")


@pytest.mark.parametrize("role", ["surveillance", "regulator"])
def test_who_only_looks_does_nothing_at_all_but_learn(role: str) -> None:
    """That they look at a rating is noted, too."""
    learns = {"AskQuestion", "TakeHint", "AnswerPart", "TakeAlong", "BeginPaper", "AnswerExam", "HandIn"}
    assert {name for name, roles in permitted().items() if role in roles} == {"Hello", "LookAtRating", *learns}


@pytest.mark.parametrize(
    ("command", "role", "clause"),
    [
        (c.CloseTable(), "dealer", "BJ-CARD-3a"),
        (c.GrantThree(player="Ann"), "floor", "BJ-DEAL-5c"),
        (c.AskRelease(box=1), "player", "BJ-DEAL-4"),
    ],
)
def test_a_refusal_names_the_clause_where_one_says_so(pit: StaffedPit, command: Any, role: str, clause: str) -> None:
    assert refusal(pit, lambda: propose(pit, command, role)).clause == clause


# --- within a round -----------------------------------------------------------------------------------------

ACTIONS: tuple[a.Action, ...] = (
    a.PlaceBet(spot=1, cents=1000), a.TakeBackBet(spot=1), a.PlaceToke(spot=1, cents=100), a.StartDeal(),
    a.Insure(spot=1, cents=100), a.DeclineInsurance(spot=1), a.TakeEvenMoney(spot=1), a.CloseInsurance(), a.Hit(spot=1),
    a.Stand(spot=1), a.Signal(spot=1, hand="hit"), a.DoubleDown(spot=1), a.Split(spot=1), a.Surrender(spot=1),
    a.GoOn(spot=1), a.TakeCard(spot=1), a.RefuseCard(spot=1), a.Proceed(), a.Deal(1), a.CardIs(parse_cards("As")[0]),
    a.PeekSays(False), a.Overlook(1), a.Declare("wrong_count"), a.CallSupervisor(), a.Choose("keep", spot=1),
    a.Reshuffled(()), a.Rule("misdeal"), a.Look(1), a.Check(spot=1), a.PlayBet(1, spot=1), a.Fold(spot=1),
    a.JackpotPaid(1, "minor", 1),
)  # fmt: skip
OF_THE_FLOOR = (a.Declare, a.Rule)
"""What the floor does in a round; the rest is the dealer's, and for a guest the dealer's to enter."""


def test_every_action_is_here() -> None:
    assert {type(action) for action in ACTIONS} == set(c.AnyAction.__args__)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def dealt() -> StaffedPit:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.guest(1)
    pit.account(2, "Ann")
    pit.start()
    pit.bets(1, 2)
    pit.deal("9h 8h 6c 9d 8d")
    return pit


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_who_may_within_a_round(dealt: StaffedPit, action: a.Action, role: str) -> None:
    """It is the guest's turn, whose answers the dealer enters, or whom the dealer may pass over by mistake."""
    command: Any = c.Act(action=action)  # type: ignore[arg-type]
    actor = DORA if role == "dealer" else "Ann" if role == "player" else f"A {role}"
    open_ = {
        "dealer": (a.Hit, a.Stand, a.Signal, a.DoubleDown, a.Split, a.Overlook),
        "player": (),
        "floor": (),
        "shift_manager": (),
    }.get(role, ())
    if isinstance(action, open_):
        dealt.floor.plan("t", command, actor=actor, role=role)
        return
    refused = refusal(dealt, lambda: dealt.floor.plan("t", command, actor=actor, role=role))
    if role in ("floor", "shift_manager") and not isinstance(action, OF_THE_FLOOR):
        assert refused.reason == "that is for the dealer of the table to do"
    elif role == "player" and not isinstance(action, a.PlayerAction):
        assert refused.reason == "that is the dealer's to do"
    elif role not in ("dealer", "player", "floor", "shift_manager"):
        assert (
            refused.reason == f"that is for the player, dealer, floor or shift manager to do, not for {somebody(role)}"
        )
    else:
        assert refused.reason


def test_another_dealer_enters_nothing(dealt: StaffedPit) -> None:
    for action in ACTIONS:
        command: Any = c.Act(action=action)  # type: ignore[arg-type]
        refused = refusal(dealt, lambda: dealt.floor.plan("t", command, actor="Dan", role="dealer"))  # noqa: B023
        assert refused.reason == "Dora deals at this table"


def test_no_area_is_open_to_a_role_that_does_not_exist_and_each_says_who_it_is_for() -> None:
    for area, access in ACCESS.items():
        assert set(access.roles) < set(EVERYBODY), area
        assert wording(access.code, {}).startswith("only "), area


def test_whoever_may_ask_for_what_belongs_to_an_area_may_do_it() -> None:
    """The door and the command behind it are for the same people."""
    behind = {
        "playing": (c.SetLimits, c.Exclude), "conduct_of_players": (c.Conduct,),
        "opening_and_closing": (c.OpenTable, c.CloseTable, c.LinkDown, c.LinkUp),
        "house_decisions": (c.Propose, c.Approve, c.Reject, c.Apply, c.AcknowledgeEvent),
        "accounts": (c.NoteRole,), "personal_details": (c.SeeDetails,),
    }  # fmt: skip
    for area, kinds in behind.items():
        for kind in kinds:
            assert set(PERMITTED[kind].roles) - {HOUSE} == set(ACCESS[area].roles), (area, kind)  # type: ignore[index]


def test_what_a_role_is_told_that_it_may_is_what_it_may() -> None:
    for role in EVERYBODY:
        told = allowed_to(role)
        assert set(told.commands) == {kind.__name__ for kind, permit in PERMITTED.items() if role in permit.roles}
        assert set(told.areas) == {area for area, access in ACCESS.items() if role in access.roles}
        assert set(told.consoles) == {console for console, roles in CONSOLES.items() if role in roles}
        assert told.roles == (EVERYBODY if role == "administrator" else ())


def test_consoles_are_made_for_staff_who_may_see_the_tables() -> None:
    for console, roles in CONSOLES.items():
        area = "teaching" if console == "teacher" else "tables_at_a_glance"
        assert set(roles) <= set(ACCESS[area].roles), console


def test_no_page_keeps_a_list_of_roles_and_each_asks_for_commands_that_there_are() -> None:
    """What a page shows to whom follows from ``/api/me``: it names no two roles in a list and compares nobody's."""
    pages = sorted((Path(web.__file__).parent / "pages").rglob("*.js"))
    roles = "|".join(EVERYBODY)
    listed = re.compile(rf"""[\[(]\s*"(?:{roles})",\s*"(?:{roles})"|(?:me|staff|known)\.role\s*[!=]=""")
    asked = re.compile(r"""\bmay\((?:[^"()]*\?\s*)?"(\w+)"(?:\s*:\s*"(\w+)")?\)|may\.commands\.includes\("(\w+)"\)""")
    names = {kind.__name__ for kind in PERMITTED}
    found: set[str] = set()
    for page in pages:
        source = page.read_text(encoding="utf-8")
        assert not listed.search(source), page.name
        found |= {name for match in asked.findall(source) for name in match if name}
    assert found <= names
    assert {"OpenTable", "PullDrop", "Propose", "Conduct", "TapIn", "LinkUp"} <= found


def test_no_module_of_the_web_keeps_a_list_of_roles() -> None:
    """One table says who may look at what: a list of roles beside it would come to differ from it."""
    found = []
    for path in sorted(Path(web.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
                names = {one.value for one in node.elts if isinstance(one, ast.Constant)}
                if len(names & set(EVERYBODY)) > 1:
                    found.append(f"{path.name}:{node.lineno}")
    assert not found
