"""Rule it, as it comes up all evening: somebody asks for what may or may not be allowed.

A guest bets late, caps a bet, plays out of turn, asks by voice alone, wants more insurance than there is; a dealer or a
player does what only another may do. The engine is asked the same, on a copy of the round, and its answer is the right
one, with its reason and clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.notation import action_text
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.rules.game import on_layout
from pitboss.school.aiming import Aim
from pitboss.school.felt import layout_of
from pitboss.school.guests import place_bets
from pitboss.school.happenings import happening_text
from pitboss.school.levels import level_of
from pitboss.school.making import choice, right_id, task
from pitboss.school.practice import next_action, open_round
from pitboss.school.questions import Solution, Task
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["Request", "make", "requests", "wishes"]


class Request(NamedTuple):
    """What somebody wants to do, and what the engine says: a reason where it refuses, and the clause."""

    action: a.Action
    role: str
    reason: str
    clause: str
    clauses: tuple[str, ...] = ()

    @property
    def allowed(self) -> bool:
        return not self.reason


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a moment of a round at which somebody asks for something."""
    round_ = _moment(sheet, level, aim.chance)
    found = list(requests(round_))
    by_clause: dict[str, list[Request]] = {}
    for one in aim.fitting(found, lambda one: (one.clause, *one.clauses)):
        if one.clause:
            by_clause.setdefault(one.clause, []).append(one)
    return _task(round_, level, seed, aim.one(aim.one(list(by_clause.values()))), found, aim.chance)


def _moment(sheet: Sheet, level: int, chance: Chance) -> Round:
    """A round at one of its questions, each kind as often as another."""
    round_ = open_round(sheet, level_of(level), chance)
    moments = {"": [round_.copy()]}
    place_bets(round_, level_of(level), chance)
    while not round_.over:
        assert round_.question is not None
        moments.setdefault(round_.question.kind, []).append(round_.copy())
        round_.act(next_action(round_, chance))
    kinds = list(moments.values())
    drawn = kinds[chance.below(len(kinds))]
    return drawn[chance.below(len(drawn))]


def _task(round_: Round, level: int, seed: str, asked: Request, found: list[Request], chance: Chance) -> Task:
    sheet = round_.sheet
    yes = wording("school.allowed", {})
    answers = [yes if one.allowed else wording("school.refused", {"reason": one.reason}) for one in (asked, *found)]
    part = choice("request", wording("school.may_they", {}), answers[0], [*answers[1:], yes], chance)
    spot = getattr(asked.action, "spot", 0)
    params = {"who": asked.role, "spot": spot, "said": action_text(asked.action)}
    text = wording("school.request", params) if spot else wording("school.request_of", params)
    solution = Solution(
        right=right_id(part, answers[0]),
        shown=answers[0],
        clause=asked.clause,
        clauses=asked.clauses,
    )
    log = [happening_text(sheet, event) for event in round_.events[-6:]]
    return task(
        sheet, "rule_it", level, seed,
        text=text, layout=layout_of(sheet, round_.events), asked=[(part, solution)], log=log, round_=round_,
    )  # fmt: skip


def requests(round_: Round) -> Iterator[Request]:
    """Yield everything that somebody could ask for now, each with the engine's answer."""
    offers = {type(offer.action): offer.clause for offer in round_.offers()} if round_.question else {}
    for action, role in wishes(round_):
        twin = round_.copy()
        try:
            twin.act(action, role=role)
        except IllegalAction as refusal:
            if refusal.code != "round.no_such_action":
                yield Request(action, role, refusal.reason, refusal.clause)
            continue
        brought = [event.clause for event in twin.events[len(round_.events) :] if event.clause]
        yield Request(action, role, "", (brought or [offers.get(type(action), "")])[0], tuple(brought))


def wishes(round_: Round) -> Iterator[tuple[a.Action, str]]:
    """What guests, dealers and supervisors could want, wise or not."""
    table = round_.sheet.rules.table
    boxes = tuple(round_.boxes) or (1,)
    yield a.Proceed(), "player"
    yield a.StartDeal(), "dealer"
    yield a.CloseInsurance(), "dealer"
    yield a.PeekSays(False), "dealer"
    for box in boxes:
        yield from ((action, "player") for action in _bets(round_, box))
        yield from ((action, "player") for action in _decisions(box, table.minimum))
    yield a.PlaceBet(boxes[0], table.minimum, wager=_main(round_), player="a guest", position="outside"), "player"


def _main(round_: Round) -> str:
    return next(wager.name for wager in on_layout(round_.sheet.game, round_.sheet.rules) if wager.kind == "main")


def _bets(round_: Round, box: int) -> Iterator[a.Action]:
    """Bets early and late, small and large."""
    table, main = round_.sheet.rules.table, _main(round_)
    place = round_.places.get(box)
    player = place.player if place is not None else "a guest"
    for wager in on_layout(round_.sheet.game, round_.sheet.rules):
        if wager.kind == "play":
            continue
        chips = sorted(round_.sheet.rules.chips.denominations)
        for cents in (chips[0], table.minimum, chips[-1] * 10, table.minimum + 1):
            yield a.PlaceBet(box, cents, wager=wager.name, player=player)
        yield a.TakeBackBet(box, wager=wager.name)
        for cents in (chips[0], chips[-1]):
            yield a.PlaceToke(box, cents, wager=wager.name)
    yield a.TakeBackBet(box, wager="insurance")
    yield a.PlaceBet(box, table.maximum * 2, wager=main, player=player)
    yield a.PlaceBet(box, table.maximum, wager=main, player="somebody else")


def _decisions(box: int, least: int) -> Iterator[a.Action]:
    """Decisions in and out of turn, by hand and by voice."""
    yield a.Hit(spot=box)
    yield a.Stand(spot=box)
    yield a.Signal(spot=box, voice="hit")
    yield a.Signal(spot=box, voice="stand")
    yield a.Signal(spot=box, hand="stand", voice="hit")
    yield a.DoubleDown(spot=box)
    yield a.DoubleDown(spot=box, cents=least * 100)
    yield a.DoubleDown(spot=box, face_down=True)
    yield a.Split(spot=box)
    yield a.Split(spot=box, toke_cents=100)
    yield a.Hit(spot=box, hand=1)
    yield a.Surrender(spot=box)
    yield a.Insure(spot=box, cents=least * 50)
    yield a.Insure(spot=box, cents=least // 2)
    yield a.TakeEvenMoney(spot=box)
    yield a.Look(spot=box)
    yield a.Check(spot=box)
    yield a.Fold(spot=box)
    yield a.PlayBet(multiple=2, spot=box)
    yield a.PlayBet(multiple=4, spot=box)
    yield a.PlayBet(multiple=7, spot=box)
