"""Find the mistake: a round is replayed in which the dealer made one mistake, or none.

The mistake is put into the log of a round that the engine dealt; where the log first differs from the engine's own is
the line to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games import events as e
from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.calculation import calculate
from pitboss.school.drills.next_step import askable
from pitboss.school.felt import layout_of
from pitboss.school.happenings import happening_text
from pitboss.school.making import Asked, NothingToAsk, choice, right_id, task
from pitboss.school.practice import Practice, deal
from pitboss.school.questions import Part, Solution, Task
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["MISTAKES", "first_difference", "make"]

Log = list[Any]
Mistake = Callable[[Practice, Log, Aim], Log]
"""Puts a mistake into a log; raises NothingToAsk where the round holds no place for it."""


DEALS: Final = 40
"""How many rounds are dealt for one that holds a place for a mistake."""


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return the log of a round in which one line may be wrong."""
    chance = aim.chance
    name = aim.one(_kinds(sheet)) if chance.bernoulli(4, 5) else ""
    practice, true, shown = _replayed(sheet, level, name, aim)
    began = len(practice.events) - len(true)
    texts = [happening_text(sheet, event) for event in shown]
    at = first_difference([happening_text(sheet, event) for event in true], texts)
    if (at is None) == bool(name):
        raise NothingToAsk
    return task(
        sheet, "find_mistake", level, seed,
        text=wording("school.find_it", {}), layout=layout_of(sheet, practice.events[:began]),
        asked=_asked(sheet, name, true, at, chance), log=texts, round_=practice.round,
    )  # fmt: skip


def _kinds(sheet: Sheet) -> list[str]:
    """The mistakes that can be made at a sheet's table."""
    sections = {path.partition(".")[0] for path in sheet.values}
    return [name for name in MISTAKES if name not in _NEEDS or _NEEDS[name] in sections]


def _replayed(sheet: Sheet, level: int, name: str, aim: Aim) -> tuple[Practice, Log, Log]:
    """A round with a place for the mistake: as dealt, its log from the last bet on, and that with the mistake."""
    for _ in range(1 if aim.wanted else DEALS):  # an aim brings attempts of its own
        practice = deal(sheet, aim.level(min(level, 4)), aim.chance)
        began = next(at for at, event in enumerate(practice.events) if isinstance(event, e.BetsLocked))
        true: Log = practice.events[began:]
        try:
            return practice, true, MISTAKES[name](practice, true, aim) if name else true
        except NothingToAsk:
            continue
    raise NothingToAsk


def first_difference(true: list[str], shown: list[str]) -> int | None:
    """Return the place of the first line that is not as it should be; None where all are."""
    for at, (one, other) in enumerate(zip(true, shown, strict=False)):
        if one != other:
            return at
    return None if len(true) == len(shown) else min(len(true), len(shown))


def _asked(sheet: Sheet, name: str, true: Log, at: int | None, chance: Chance) -> list[Asked]:
    due = true[at] if at is not None else None
    kinds = {kind: wording(_TEXTS[kind], {}) for kind in ("", *_kinds(sheet))}
    what = choice("what", wording("school.what_mistake", {}), kinds[name], kinds.values(), chance)
    line = Part(id="line", kind="line", text=wording("school.which_line", {}))
    number = "0" if at is None else str(at + 1)
    clause = due.clause if due is not None else ""
    found = calculate(sheet, due) if isinstance(due, e.WagerSettled) else None
    why = (
        wording("school.all_in_order", {})
        if due is None
        else wording("school.should_be", {"due": happening_text(sheet, due)})
    )
    shown = Solution(
        right=(number,), shown=number, clause=clause, why=why,
        calculation=found.text if found is not None else "",
    )  # fmt: skip
    return [(line, shown), (what, replace(shown, right=right_id(what, kinds[name]), shown=kinds[name]))]


def _one(log: Log, places: list[int], aim: Aim) -> int:
    """One of these places of a log."""
    return aim.one(aim.fitting(places, lambda at: (log[at].clause,)))


def _places(log: Log, *kinds: type[Any]) -> list[int]:
    return [at for at, event in enumerate(log) if isinstance(event, kinds)]


def _paid_wrongly(practice: Practice, log: Log, aim: Aim) -> Log:
    """A payment by other odds, one that is short, or a push that is taken."""
    at = _one(log, [at for at in _places(log, e.WagerSettled) if log[at].stake and log[at].result != "stays"], aim)
    done = log[at]
    chip = min(practice.round.sheet.rules.chips.denominations)
    wrong = {
        "win": [done.pays + done.stake, max(chip, done.pays - chip), done.pays * 2],
        "lose": [0, done.stake],
        "push": [done.stake, -done.stake],
    }.get(done.result, [0])
    pays = aim.one(wrong)
    return [*log[:at], replace(done, pays=pays), *log[at + 1 :]]


def _wrong_order(practice: Practice, log: Log, aim: Aim) -> Log:
    """Two steps for different spots, one before the other, exchanged."""
    began = len(practice.events) - len(log)
    due = {at - began for at in askable(practice)}
    places = [
        at
        for at in range(1, len(log) - 1)
        if at in due and at + 1 in due and type(log[at]) is type(log[at + 1]) and _spot(log[at]) != _spot(log[at + 1])
    ]
    at = _one(log, places, aim)
    return [*log[:at], log[at + 1], log[at], *log[at + 2 :]]


def _spot(event: Any) -> int:
    return int(getattr(event, "spot", -1))


LEFT_OUT: Final = (
    e.Called, e.CardBurned, e.Peeked, e.HandVerified, e.PushMarked, e.CardsDiscarded, e.KeyPressed, e.StubDiscarded,
    e.LammerPlaced, e.LammerCollected, e.SupervisorNotified, e.HandLeftForEnvy, e.WagerSettled, e.ProgressiveLocked,
)  # fmt: skip


def _left_out(practice: Practice, log: Log, aim: Aim) -> Log:
    """A call, a check, a burn or a wager that was forgotten."""
    at = _one(log, [at for at in _places(log, *LEFT_OUT) if at < len(log) - 1], aim)
    return [*log[:at], *log[at + 1 :]]


def _wrong_hand(practice: Practice, log: Log, aim: Aim) -> Log:
    """A card, a packet or chips before the wrong spot."""
    boxes = [*practice.round.boxes, 0]
    at = _one(log, [at for at in _places(log, e.CardDealt, e.PacketDealt) if len(boxes) > 1], aim)
    others = [box for box in boxes if box != log[at].spot]
    return [*log[:at], replace(log[at], spot=aim.one(others)), *log[at + 1 :]]


def _unchecked(practice: Practice, log: Log, aim: Aim) -> Log:
    """A double for more than the bet, or a Play bet of a size that nobody may make."""
    at = _one(log, [at for at in _places(log, e.HandDoubled, e.PlayBetMade) if log[at].cents], aim)
    raised = log[at]
    wrong: dict[str, Any] = {"cents": raised.cents * 3}
    if isinstance(raised, e.PlayBetMade):
        wrong["multiple"] = raised.multiple * 3
    return [*log[:at], replace(raised, **wrong), *log[at + 1 :]]


def _missed_insurance(practice: Practice, log: Log, aim: Aim) -> Log:
    """Insurance was not offered: the call, the answers and the call that closes it are missing."""
    answers = _places(log, e.InsuranceDeclined)
    if not answers or _places(log, e.InsuranceBet, e.EvenMoneyTaken):
        raise NothingToAsk
    first, last = answers[0], answers[-1]
    first -= isinstance(log[first - 1], e.Called)
    last += isinstance(log[last + 1], e.Called)
    _one(log, [first], aim)
    return [*log[:first], *log[last + 1 :]]


MISTAKES: Final[Mapping[str, Mistake]] = {
    "paid_wrongly": _paid_wrongly,
    "wrong_order": _wrong_order,
    "left_out": _left_out,
    "wrong_hand": _wrong_hand,
    "unchecked": _unchecked,
    "missed_insurance": _missed_insurance,
}
_NEEDS: Final = {"missed_insurance": "insurance"}
"""The section of a sheet without which a mistake cannot be made."""
_TEXTS: Final = {
    "": "school.no_mistake",
    "paid_wrongly": "school.paid_wrongly",
    "wrong_order": "school.wrong_order",
    "left_out": "school.left_out",
    "wrong_hand": "school.wrong_hand",
    "unchecked": "school.unchecked",
    "missed_insurance": "school.missed_insurance",
}
