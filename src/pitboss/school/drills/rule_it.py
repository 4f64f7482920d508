"""Rule it: something has gone wrong, and the floor is asked whom to call, what may be chosen, and what follows.

Everything comes from the engine: who is called and who rules, the choices that it offers, and what it does next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from pitboss.cards import DECK
from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.round import Offer, Round
from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.cases import Case, kinds_of, open_case
from pitboss.school.drills import permissions, requests
from pitboss.school.felt import layout_of
from pitboss.school.happenings import happening_text, step_text
from pitboss.school.making import Asked, NothingToAsk, choice, right_id, task
from pitboss.school.practice import next_action
from pitboss.school.questions import Option, Part, Solution, Task
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["case_of", "kinds_about", "make"]

RULERS: Final = ("player", "dealer", "supervisor", "floor_manager", "shift_manager")
ROLES: Final = ("supervisor", "floor_manager", "shift_manager", "security")
CHOSEN: Final = ("choice", "ruling", "offer_card")
"""The questions of a case that have answers to choose from."""
DECIDING: Final = (
    e.RoundVoided, e.CardBurned, e.CardMoved, e.PlayDeclined, e.CardsReshuffled, e.UnseenCardUsed, e.CardsDiscarded,
    e.CardDealt, e.WagerSettled, e.HoleExposed,
)  # fmt: skip
"""What a case can come to, the most telling first."""
MOST_STEPS: Final = 40
DEALS: Final = 30
"""How many rounds are dealt for one that holds a place for an irregularity."""


def case_of(sheet: Sheet, level: int, aim: Aim) -> Case:
    """Return an irregularity of the sheet, each kind as often as another; one that is about a wanted clause first."""
    kind = aim.one(kinds_about(sheet, aim) or aim.kinds or kinds_of(sheet))
    for _ in range(1 if aim.wanted else DEALS):  # an aim brings attempts of its own
        case = open_case(sheet, kind, aim.level(level), aim.chance)
        if case is not None:
            return case
    raise NothingToAsk


def kinds_about(sheet: Sheet, aim: Aim) -> list[str]:
    """Return the irregularities whose chapter a wanted clause stands in; none without an aim."""
    chapters = {_chapter(one) for one in aim.wanted}
    return [kind for kind in aim.kinds or kinds_of(sheet) if _chapter(sheet.cite(f"irregular_{kind}")) in chapters]


def _chapter(clause: str) -> str:
    """The chapter of a document that a clause stands in: all but the letters and figures behind its number."""
    found = re.match(r"\w+-[A-Z]+-\d+", clause)
    return found[0] if found else clause


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a case to rule on, or what somebody asks for, or who may do what."""
    chance = aim.chance
    kind = chance.below(12)
    if kind == 0:
        return permissions.make(sheet, level, seed, aim)
    if kind < 5:
        return requests.make(sheet, level, seed, aim)
    case = case_of(sheet, level, aim)
    seen = case.round.events[: case.seen]
    ended = case.round.copy()
    choices = _play_out(ended, chance)
    happened = ended.events[case.before :]
    asked = [
        *_called(sheet, happened, choices, chance),
        *_choices(choices),
        *_rulers(choices),
        *_outcome(sheet, ended, case, chance),
    ]
    log = [happening_text(sheet, event) for event in seen[max(0, case.before - 4) :]]
    text = wording("school.went_wrong", {"kind": case.kind})
    return task(
        sheet, "rule_it", level, seed,
        text=text, layout=layout_of(sheet, seen), asked=asked, log=log, round_=ended,
        ruling=None if choices is None else choices[0],
    )  # fmt: skip


Chosen = tuple[Round, list[Offer]]
"""A round at a question of the case, and what it offers."""


def _play_out(round_: Round, chance: Chance) -> Chosen | None:
    """Play until the case is closed; returns the first question that offered several answers, or one ruling."""
    first: Chosen | None = None
    for _ in range(MOST_STEPS):
        question = round_.question
        if round_.over or question is None or (round_.open_case is None and question.kind not in (*CHOSEN, "call")):
            break
        if first is None and question.kind in CHOSEN:
            first = round_.copy(), round_.offers()
        round_.act(next_action(round_, chance))
    return first


def _called(sheet: Sheet, happened: list[e.Event], choices: Chosen | None, chance: Chance) -> Iterator[Asked]:
    """Who must be called, or who rules; nobody where the procedure says it all."""
    called = next((event for event in happened if isinstance(event, (e.SupervisorCalled, e.Ruled))), None)
    role = called.role if called is not None else ""
    if called is None and choices is not None:
        asked = choices[0].question
        role = asked.role if asked is not None and asked.kind == "ruling" else ""
    declared = next((event for event in happened if event.clause), None)
    source = called or declared
    nobody = wording("school.nobody", {})
    right = role.replace("_", " ") or nobody
    others = [*(one.replace("_", " ") for one in ROLES), nobody]
    part = choice("called", wording("school.who_is_called", {}), right, others, chance)
    clause = source.clause if source is not None else ""
    yield (
        part,
        Solution(right=right_id(part, right), shown=right, clause=clause, value=right),
    )


def _rulers(choices: Chosen | None) -> Iterator[Asked]:
    """Who may rule, where a ruling is asked for."""
    if choices is None or choices[0].question is None or choices[0].question.kind != "ruling":
        return
    round_, offers = choices
    said = {role: _refusal(round_, offers[0], role) for role in RULERS}
    right = tuple(role for role, refused in said.items() if refused is None)
    clause = next((refused.clause for refused in said.values() if refused is not None and refused.clause), "")
    part = Part(
        id="rulers", kind="several", text=wording("school.who_may_rule", {}),
        options=tuple(Option(role, role.replace("_", " ")) for role in RULERS),
    )  # fmt: skip
    shown = ", ".join(role.replace("_", " ") for role in right)
    yield part, Solution(right=right, shown=shown, clause=clause or offers[0].clause)


def _refusal(round_: Round, offer: Offer, role: str) -> IllegalAction | None:
    """Why somebody in this role may not rule so; None where they may."""
    try:
        round_.copy().act(offer.action, role=role)
    except IllegalAction as refusal:
        return refusal
    return None


def _choices(choices: Chosen | None) -> Iterator[Asked]:
    """What may be chosen or ruled, out of all that sounds likely."""
    if choices is None:
        return
    round_, offers = choices
    right = tuple(dict.fromkeys(_name(offer) for offer in offers))
    names = sorted({*right, *LIKELY})
    part = Part(
        id="choices", kind="several", text=wording("school.which_choices", {"role": _who(round_)}),
        options=tuple(Option(name, name.replace("_", " ")) for name in names),
    )  # fmt: skip
    yield (
        part,
        Solution(
            right=right,
            shown=", ".join(name.replace("_", " ") for name in right),
            clause=offers[0].clause,
            clauses=tuple(offer.clause for offer in offers[1:]),
        ),
    )


LIKELY: Final = ("misdeal", "sit_out", "dead_hand", "draw_later", "fold", "keep", "next", "void", "take_card")
"""Choices that sound likely in any case."""


def _name(offer: Offer) -> str:
    return getattr(offer.action, "choice", "") or offer.kind


def _who(round_: Round) -> str:
    assert round_.question is not None
    return round_.question.role.replace("_", " ")


def _outcome(sheet: Sheet, ended: Round, case: Case, chance: Chance) -> Iterator[Asked]:
    """What the case comes to, after the choices that were named."""
    happened: list[Any] = ended.events[case.before :]
    after: list[Any] = [event for event in ended.events[case.seen :] if event.clause]
    due = next((event for kind in DECIDING for event in after if type(event) is kind), None)
    goes_on = wording("school.goes_on", {})
    named = [event for event in happened if isinstance(event, (e.ChoiceNamed, e.Ruled))]
    right = step_text(sheet, due) if due is not None else goes_on
    likely = (
        e.RoundVoided(why=case.kind), e.CardBurned(card=DECK[0], why=case.kind), e.UnseenCardUsed(),
        e.PlayDeclined(spot=max(1, getattr(due, "spot", 1))),
    )  # fmt: skip
    true = {step_text(sheet, event) for event in after}
    others = [said for said in (goes_on, *(step_text(sheet, event) for event in likely)) if said not in true]
    text = wording("school.what_follows", {"named": " ".join(happening_text(sheet, event) for event in named)})
    part = choice("outcome", text, right, others, chance)
    clauses = tuple(event.clause for event in happened if event.clause)
    clause = due.clause if due is not None else (clauses[-1] if clauses else "")
    yield (
        part,
        Solution(
            right=right_id(part, right),
            shown=right,
            clause=clause,
            clauses=clauses,
            why=" ".join(happening_text(sheet, event) for event in after[:6]),
        ),
    )
