"""What each choice is worth in one situation, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.blackjack import POINTS
from pitboss.maths.analysis.reading import BlackjackSpot, read_blackjack, read_holdem, read_removed
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.display import fragment, html_table
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Shoe, Solution

__all__ = ["Choice", "Valuation", "value"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do, and what it is worth in units of the stake it is for."""

    name: str
    value: float
    stake_cents: int
    exact: Fraction | None = None
    """The same as a fraction, where it is known as one."""

    @property
    def dollars(self) -> float:
        """What it is worth in dollars at the stake."""
        return self.value * self.stake_cents / 100


@dataclass(frozen=True, slots=True)
class Valuation:
    """Every choice of one situation, best first."""

    sheet: str
    situation: str
    stake_cents: int
    basis: str
    choices: tuple[Choice, ...]
    before_check: tuple[Choice, ...] = ()
    """What can be chosen before the dealer looks for a blackjack."""
    insurance: float | None = None
    """What insurance is worth per unit of the insurance bet, where it is offered."""

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def cost(self, choice: Choice) -> float:
        """What a choice gives away against the best one, in units of the stake."""
        return (self.before_check if choice in self.before_check else self.choices)[0].value - choice.value

    def _repr_html_(self) -> str:
        parts = [
            html_table(
                ["choice", "per unit", "cost"],
                [[choice.name, f"{choice.value:+.6f}", f"{self.cost(choice):.6f}"] for choice in choices],
                caption=caption,
            )
            for choices, caption in ((self.before_check, "before the dealer's check"), (self.choices, ""))
            if choices
        ]
        insured = [] if self.insurance is None else [f"Insurance is worth {self.insurance:+.4f} per unit of its bet."]
        return fragment(f"{self.situation} ({self.sheet})", *parts, notes=[f"For {self.basis}.", *insured])


def value(
    sheet: Sheet,
    situation: str,
    *,
    stake_cents: int | None = None,
    shoe: str | Iterable[Card] | None = None,
    seen: str = "",
    cache: bool = True,
) -> Valuation:
    """What each choice is worth in one situation.

    `shoe` holds all cards before the deal (the sheet's decks where nothing is said), `seen` what has left it.

    >>> from pitboss.rules import load
    >>> value(load("catfish-blackjack"), "8 8 against T").best.name
    'split'
    """
    stake = stakes_of(sheet, None if stake_cents is None else {"main": stake_cents})["main"]
    if sheet.game == "holdem":
        return _holdem(sheet, situation, stake, shoe=shoe, seen=seen, cache=cache)
    return _blackjack(sheet, read_blackjack(situation), stake, _shoe(sheet, shoe, seen))


# --- blackjack --------------------------------------------------------------------------------------------


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


def _blackjack(sheet: Sheet, spot: BlackjackSpot, stake: int, shoe: Counter[Card]) -> Valuation:
    from pitboss.maths.blackjack.shoe import read_shoe

    spot = _held(spot, shoe)
    solution = _solved(sheet, stake, read_shoe(shoe.elements()))
    worked = [_worked_out(solution, spot, hand, shoe) for hand in spot.hands]
    checked = spot.up.rank == "A" or (POINTS[spot.up] == 10 and solution.record.peek_on_ten)
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
        _ordered(_mean((hand.values, hand.dealt * hand.unbeaten) for hand in worked), stake),
        _ordered(early, stake) if len(early) > 1 else (),
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
    """The chance that the dealer's check finds nothing."""


def _worked_out(solution: Solution, spot: BlackjackSpot, hand: tuple[Card, ...], shoe: Counter[Card]) -> _Hand:
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


def _choices(
    solution: Solution, spot: BlackjackSpot, hand: tuple[Card, ...], shoe: Counter[Card]
) -> Mapping[str, float]:
    """The choices of one hand; one of a split may be a pair that is split again while there is room."""
    from pitboss.maths.blackjack.in_play import InPlay
    from pitboss.maths.record import KINDS

    found = solution.values(hand, spot.up, kind=spot.kind)
    if not _is_split(spot):
        return found
    kind, aces = KINDS.index(spot.kind), spot.kind in ("split ace", "ace on a lammer")
    if aces and ((len(hand) > 2 and not solution.record.kinds[kind].hit) or "A" not in (card.rank for card in hand)):
        raise NotationError("a split ace has one card beside it on this sheet", text=spot.text)
    if len(hand) > 2 or POINTS[hand[0]] != POINTS[hand[1]]:
        return found
    again = InPlay(solution.record, shoe.elements(), spot.up).choices(hand, kind, hands=2)
    return {**found, "split": again["split"]} if "split" in again else found


def _is_split(spot: BlackjackSpot) -> bool:
    return spot.kind != "unsplit"


def _mean(weighted: Iterable[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    """The mean of every choice by how often its hand comes about."""
    found, weights = dict[str, float](), 0.0
    for values, weight in weighted:
        weights += weight
        for name, value in values.items():
            found[name] = found.get(name, 0.0) + value * weight
    return {name: value / weights for name, value in found.items()}


@lru_cache(maxsize=8)
def _solved(sheet: Sheet, stake: int, shoe: Shoe) -> Solution:
    from pitboss.maths.blackjack import solve

    return solve(sheet, shoe=shoe, stake_cents=stake)


def _ordered(found: Mapping[str, float | Fraction], stake: int) -> tuple[Choice, ...]:
    ordered = sorted(found.items(), key=lambda item: -item[1])
    return tuple(
        Choice(name, float(worth), stake, worth if isinstance(worth, Fraction) else None) for name, worth in ordered
    )


def _held(spot: BlackjackSpot, shoe: Counter[Card]) -> BlackjackSpot:
    """The situation with the hands that can have come from the shoe beside the up card."""
    short = [_short((*hand, spot.up), shoe, suited=spot.suited) for hand in spot.hands]
    held = tuple(hand for hand, missing in zip(spot.hands, short, strict=True) if not missing)
    if not held:
        raise NotationError(f"the shoe does not hold so many of {short[0]}", text=spot.text)
    return replace(spot, hands=held)


def _short(cards: tuple[Card, ...], shoe: Counter[Card], *, suited: bool) -> str:
    """A card of which the shoe does not hold so many, by its suit where every card has one."""
    if suited:
        return next((card.name for card, n in Counter(cards).items() if n > shoe[card]), "")
    held = Counter(card.rank for card in shoe.elements())
    return next((rank for rank, n in Counter(card.rank for card in cards).items() if n > held[rank]), "")


# --- hold'em ----------------------------------------------------------------------------------------------


def _holdem(
    sheet: Sheet, situation: str, stake: int, *, shoe: str | Iterable[Card] | None, seen: str, cache: bool
) -> Valuation:
    from pitboss.maths.holdem import live

    spot = read_holdem(situation)
    if shoe is not None:
        raise NotationError("hold'em is valued from one deck", expected="cards of other seats as seen, and no shoe")
    if spot.board:
        dead = parse_cards(seen)
        found = live.value(sheet, spot.hole, spot.board, dead=dead, stake_cents=stake).choices
    elif seen:
        raise NotationError("before the flop only the own cards count", expected="nothing seen, or a board")
    else:
        found = _starting_hands(sheet, stake, cache=cache)[spot.kind]
    deck = f"one deck without {seen}" if seen else "one deck"
    basis = f"an Ante of {dollars(stake)}, {deck}, best play from here on"
    return Valuation(sheet.name, spot.text, stake, basis, _ordered(found, stake))


def _starting_hands(sheet: Sheet, stake: int, *, cache: bool) -> Mapping[str, Mapping[str, Fraction]]:
    """What each choice before the flop is worth for all 169 hands: the whole game must be solved for one."""
    from pitboss.maths import results

    key = {"sheet": sheet.hash, "stake": stake}
    found: Mapping[str, Mapping[str, Fraction]] | None = None
    if cache:
        found = results.recall("starting-hands", key, shapes=())
    if found is None:
        from pitboss.maths.holdem import solve

        found = solve(sheet, stake_cents=stake).hands
        if cache:
            results.keep("starting-hands", key, found)
    return found
