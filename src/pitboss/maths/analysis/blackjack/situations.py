"""What each choice of a blackjack hand is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS
from pitboss.maths.analysis.blackjack.notation import Situation, read_situation
from pitboss.maths.analysis.situation_notation import read_removed
from pitboss.maths.analysis.situations import Valuation, ordered
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Shoe, Solution

__all__ = ["value_blackjack"]


def value_blackjack(
    sheet: Sheet, situation: str, stake: int, *, shoe: str | Iterable[Card] | None, seen: str
) -> Valuation:
    """What each choice is worth in a situation; the shoe holds all cards before the deal."""
    return _blackjack(sheet, read_situation(situation), stake, _shoe(sheet, shoe, seen))


def _shoe(sheet: Sheet, shoe: str | Iterable[Card] | None, seen: str) -> Counter[Card]:
    """The cards before the deal."""
    if shoe is None:
        cards: Iterable[Card] = DECK * sheet.rules.cards.decks
    elif isinstance(shoe, str):
        left = read_removed(shoe, DECK * 8)
        cards = (Counter(DECK * 8) - left).elements()
    else:
        cards = shoe
    return read_removed(seen, cards)


def _blackjack(sheet: Sheet, spot: Situation, stake: int, shoe: Counter[Card]) -> Valuation:
    from pitboss.maths.blackjack.shoe import read_shoe

    spot = _held(spot, shoe)
    solution = _solved(sheet, stake, read_shoe(shoe.elements()))
    worked = [_worked_out(solution, spot, hand, shoe) for hand in spot.hands]
    checked = POINTS[spot.up] in (1, 10) and solution.record.checked[POINTS[spot.up] - 1]
    said = [f"a stake of {dollars(stake)}, {shoe.total()} cards before the deal"]
    said += ["its two cards as often as they are dealt"] if len(worked) > 1 else []
    said += (
        ["the second of two hands and the first not looked at"]
        if any("split" in hand.values for hand in worked) and _is_split(spot)
        else []
    )
    said += ["the dealer has looked and has no blackjack"] if checked else []
    early = _mean((hand.early, hand.dealt) for hand in worked)
    insurance = _mean(({"": hand.insurance}, hand.dealt) for hand in worked if hand.insurance is not None)
    return Valuation(
        sheet.name,
        spot.text,
        stake,
        ", ".join(said),
        ordered(_mean((hand.values, hand.dealt * hand.unbeaten) for hand in worked), stake),
        ordered(early, stake) if len(early) > 1 else (),
        insurance.get(""),
    )


class _Hand(NamedTuple):
    """One hand of a situation, and how often it comes about."""

    values: Mapping[str, float]
    early: Mapping[str, float]
    """What can be chosen before the dealer's check."""
    insurance: float | None
    dealt: float
    unbeaten: float
    """The chance that the dealer's check finds no blackjack."""


def _worked_out(solution: Solution, spot: Situation, hand: tuple[Card, ...], shoe: Counter[Card]) -> _Hand:
    from pitboss.maths.blackjack.solver import no_blackjack

    first = spot.kind == "unsplit" and len(hand) == 2
    low, high = sorted(POINTS[card] for card in hand[:2])
    counts = solution.table.counts[solution.row(hand)]
    left = [n - (value == POINTS[spot.up]) for value, n in enumerate(solution.shoe.values, 1)]
    return _Hand(
        values=_choices(solution, spot, hand, shoe),
        early=solution.deals[(low, high), POINTS[spot.up]] if first else {},
        insurance=solution.insurance_value(hand) if first and spot.up.rank == "A" else None,
        dealt=float(left[low - 1] * (left[high - 1] - (low == high))),
        unbeaten=no_blackjack(solution.record, solution.shoe.values, counts, POINTS[spot.up] - 1),
    )


def _choices(solution: Solution, spot: Situation, hand: tuple[Card, ...], shoe: Counter[Card]) -> Mapping[str, float]:
    """The choices of one hand; one of a split may be a pair that is split again while there is room."""
    from pitboss.maths.blackjack.in_play import InPlay
    from pitboss.maths.blackjack.record import KINDS

    found = solution.values(hand, spot.up, kind=spot.kind, suits=spot.suited)
    if not _is_split(spot):
        return found
    kind, aces = KINDS.index(spot.kind), spot.kind in ("split ace", "ace on a lammer")
    if aces and ((len(hand) > 2 and not solution.record.kinds[kind].hit) or "A" not in (card.rank for card in hand)):
        raise NotationError("a split ace has one card beside it on this sheet", text=spot.text)
    if len(hand) > 2 or POINTS[hand[0]] != POINTS[hand[1]]:
        return found
    again = InPlay(solution.record, shoe.elements(), spot.up).choices(hand, kind, hands=2)
    return {**found, "split": again["split"]} if "split" in again else found


def _is_split(spot: Situation) -> bool:
    return spot.kind != "unsplit"


def _mean(weighted: Iterable[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    """The mean of every choice by how often its hand comes about."""
    hands = list(weighted)
    total = sum(weight for _, weight in hands)
    names = dict.fromkeys(name for values, _ in hands for name in values)
    return {name: sum(values[name] * (weight / total) for values, weight in hands) for name in names}


@lru_cache(maxsize=8)
def _solved(sheet: Sheet, stake: int, shoe: Shoe) -> Solution:
    from pitboss.maths.blackjack import solve

    return solve(sheet, shoe=shoe, stake_cents=stake)


def _held(spot: Situation, shoe: Counter[Card]) -> Situation:
    """The situation with the hands that can have come from the shoe beside the up card."""
    short = [_short((*hand, spot.up), shoe, suited=spot.suited) for hand in spot.hands]
    held = tuple(hand for hand, missing in zip(spot.hands, short, strict=True) if not missing)
    if not held:
        raise NotationError(f"the shoe holds too few of {short[0]}", text=spot.text)
    return replace(spot, hands=held)


def _short(cards: tuple[Card, ...], shoe: Counter[Card], *, suited: bool) -> str:
    """A card of which the shoe does not hold enough, by its suit where every card has one."""
    if suited:
        return next((card.name for card, n in Counter(cards).items() if n > shoe[card]), "")
    held = Counter(card.rank for card in shoe.elements())
    return next((rank for rank, n in Counter(card.rank for card in cards).items() if n > held[rank]), "")
