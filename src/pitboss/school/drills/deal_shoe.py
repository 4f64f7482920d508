"""Deal a shoe: a round at a whole table, in which the trainee names every step and none is offered.

Guests bet, tip, hesitate, ask for what is not allowed, bet late and point at wrong hands; now and then something goes
wrong. What they do is told; what the dealer does has to be named. A step that is named wrongly is put right, so that
one mistake costs one step. At speed, cards that follow each other are dealt by one word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.calculation import calculate
from pitboss.school.cases import Case, kinds_of, open_case_in
from pitboss.school.drills.requests import Request, requests
from pitboss.school.drills.rule_it import kinds_about
from pitboss.school.felt import layout_of
from pitboss.school.guest_words import guest_text
from pitboss.school.guests import place_bets
from pitboss.school.happenings import happening_text, place_text, step_text
from pitboss.school.making import Asked, NothingToAsk, task
from pitboss.school.practice import open_round, play_on
from pitboss.school.questions import Part, Solution, Task
from pitboss.school.steps import Step, step_of
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["make", "make_at_speed"]

LIVELY_FROM: Final = 2
"""The level from which guests ask for things and hesitate."""
TROUBLE_FROM: Final = 3
"""The level from which something may go wrong."""
ASIDES: Final = 3
"""How often, at most, a guest asks for something or hesitates in a round."""
AT_ONCE: Final = ("deal", "muck", "press", "check", "turn")
"""Steps of one kind that follow each other are one step at speed."""
GUESTS: Final = (
    a.PlaceBet, a.TakeBackBet, a.PlaceToke, a.Hit, a.Stand, a.Signal, a.DoubleDown, a.Split, a.Surrender, a.Insure,
    a.TakeEvenMoney, a.Look, a.Check, a.Fold, a.PlayBet,
)  # fmt: skip
"""What a guest may ask for."""
DECIDED: Final = (a.PlayerAction, a.Rule, a.Declare)
"""Whose first event is not the dealer's."""


class Moment(NamedTuple):
    """A place of the log at which an input came: how many events there were, the round, and what was done."""

    first: int
    round: Round
    action: a.Action


class Aside(NamedTuple):
    """Something a guest does that the dealer has to answer: the words, the right step, and why."""

    told: str
    step: Step
    clause: str
    why: str


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a round to deal card by card."""
    return _make(sheet, level, seed, aim, drill="deal_a_shoe")


def make_at_speed(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a round to deal at speed."""
    return _make(sheet, level, seed, aim, drill="fast_deal", at_once=AT_ONCE)


def _make(sheet: Sheet, level: int, seed: str, aim: Aim, *, drill: str, at_once: Sequence[str] = ()) -> Task:
    chance = aim.chance
    round_ = open_round(sheet, aim.level(level), chance)
    start = round_.copy()
    place_bets(round_, aim.level(level), chance)
    case = _trouble(round_, level, aim)
    played = case.round if case is not None else round_
    list(play_on(played, chance))
    moments = list(_moments(start, played))
    asides = dict(_asides(moments, chance)) if level >= LIVELY_FROM else {}
    hidden = range(case.before, case.seen) if case is not None else range(0)
    asked = list(_asked(played, moments, asides, hidden, at_once))
    if len(asked) < 2:
        raise NothingToAsk
    return task(
        sheet, drill, level, seed, text=wording("school.deal_it", {}), layout=layout_of(sheet, ()), asked=asked,
        round_=played, chips=sorted(sheet.rules.chips.denominations, reverse=True),
    )  # fmt: skip


def _trouble(round_: Round, level: int, aim: Aim) -> Case | None:
    """Something that goes wrong in one of three rounds, or where a clause of it is wanted.

    What a teacher keeps to comes up on every level.
    """
    about = kinds_about(round_.sheet, aim)
    if not about and ((level < TROUBLE_FROM and not aim.kinds) or aim.chance.below(3)):
        return None
    kind = aim.one(about or aim.kinds or kinds_of(round_.sheet))
    case = open_case_in(round_.copy(), kind, aim.chance)
    if case is None and about:
        raise NothingToAsk
    return case


def _moments(start: Round, played: Round) -> Iterator[Moment]:
    """Every input of a round, with the round before it: dealt again from its inputs."""
    twin = start.copy()
    twin.order = played.order
    for action, role in played.inputs:
        yield Moment(len(twin.events), twin.copy(), action)
        twin.act(action, role=role)
    assert twin.events == played.events


def _asides(moments: Sequence[Moment], chance: Chance) -> Iterator[tuple[int, Aside]]:
    """What guests do besides, by the place of the log before which they do it."""
    for moment in chance.shuffled(moments)[: chance.between(1, ASIDES)]:
        question = moment.round.question
        waits = question is not None and question.role == "player" and question.spot
        if waits and question is not None and chance.bernoulli(1, 3):
            yield moment.first, _hesitates(moment.round, question.spot)
        elif isinstance(moment.action, GUESTS) and chance.bernoulli(1, 2):
            yield moment.first, _request(moment.round.sheet, _allowed(moment))
        elif (wish := _wish(moment.round, chance)) is not None:
            yield moment.first, _request(moment.round.sheet, wish)


def _hesitates(round_: Round, spot: int) -> Aside:
    """A guest who does not answer: the dealer waits, and the engine says by which clause."""
    try:
        round_.copy().act(a.Proceed(), role="dealer")
    except IllegalAction as refusal:
        told = wording("school.hesitates", {"place": place_text(spot)})
        return Aside(told, Step("wait"), refusal.clause, refusal.reason)
    raise AssertionError("a dealer does not go on while a guest is asked")


def _wish(round_: Round, chance: Chance) -> Request | None:
    """Something a guest asks for that the table does not allow now; each reason as often as another."""
    by_reason: dict[str, list[Request]] = {}
    for one in requests(round_):
        if isinstance(one.action, GUESTS) and one.role == "player" and not one.allowed:
            by_reason.setdefault(one.reason, []).append(one)
    if not by_reason:
        return None
    drawn = list(by_reason.values())[chance.below(len(by_reason))]
    return drawn[chance.below(len(drawn))]


def _allowed(moment: Moment) -> Request:
    """What a guest is about to do, as something they ask for first: a bet in time, a toke, a decision on their turn."""
    twin = moment.round.copy()
    twin.act(moment.action)
    brought = [event.clause for event in twin.events[moment.first :] if event.clause]
    return Request(_named(moment), "player", "", (brought or [""])[0])


def _named(moment: Moment) -> a.Action:
    """The action with the spot and hand that the round asks, where it names none."""
    question, action = moment.round.question, moment.action
    if question is None or getattr(action, "spot", True):
        return action
    where = {name: getattr(question, name) for name in ("spot", "hand") if hasattr(action, name)}
    return replace(action, **where)


def _request(sheet: Sheet, asked: Request) -> Aside:
    step = Step("allow" if asked.allowed else "refuse")
    return Aside(guest_text(sheet, asked.action), step, asked.clause, asked.reason)


class _Telling:
    """What has been told since the last step that was asked for, and the number of the next one."""

    def __init__(self, round_: Round) -> None:
        self.sheet, self.events = round_.sheet, round_.events
        self.told: list[str] = []
        self.number = 0

    def ask(self, at: int, solution: Solution) -> Asked:
        """The next step, at a place of the log."""
        self.number += 1
        part = Part(
            id=str(self.number), kind="step", text=wording("school.name_step", {}), told=tuple(self.told),
            layout=layout_of(self.sheet, self.events[:at]),
        )  # fmt: skip
        self.told = []
        return part, solution


def _asked(
    round_: Round, moments: Iterable[Moment], asides: dict[int, Aside], hidden: range, at_once: Sequence[str]
) -> Iterator[Asked]:
    """Every step of the dealer in its order, with what is told before it."""
    decided = {moment.first for moment in moments if isinstance(moment.action, DECIDED)}
    telling = _Telling(round_)
    before = ""
    for at, event in enumerate(round_.events):
        if (aside := asides.get(at)) is not None and at not in hidden:
            telling.told.append(aside.told)
            yield telling.ask(at, _answer(aside))
        step = None if at in decided or at in hidden else step_of(event)
        if step is not None and not (step.verb == before and step.verb in at_once):
            yield telling.ask(at, _solution(round_.sheet, event, step))
        before = step.verb if step is not None else ""
        telling.told.append(happening_text(round_.sheet, event))


def _answer(aside: Aside) -> Solution:
    return Solution(right=(aside.step.text,), shown=aside.step.text, clause=aside.clause, why=aside.why)


def _solution(sheet: Sheet, event: Any, step: Step) -> Solution:
    found = calculate(sheet, event) if isinstance(event, e.WagerSettled) else None
    return Solution(
        right=(step.text,), shown=wording("school.step_is", {"step": step.text, "text": step_text(sheet, event)}),
        clause=event.clause, calculation=found.text if found is not None else "",
    )  # fmt: skip
