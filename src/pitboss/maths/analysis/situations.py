"""What each choice is worth in one situation, best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.blackjack import POINTS
from pitboss.maths.analysis.reading import BlackjackSpot, read_blackjack, read_holdem, read_removed
from pitboss.maths.analysis.stakes import stakes_of
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

    _check_held(spot, shoe)
    solution = _solved(sheet, stake, read_shoe(shoe.elements()))
    found = solution.values(spot.hand, spot.up, kind=spot.kind)
    first = spot.kind == "unsplit" and len(spot.hand) == 2
    low, high = sorted(POINTS[card] for card in spot.hand[:2])
    early = solution.deals[(low, high), POINTS[spot.up]] if first else {}
    insurance = solution.insurance_value(spot.hand) if first and spot.up.rank == "A" else None
    checked = spot.up.rank == "A" or (POINTS[spot.up] == 10 and solution.record.peek_on_ten)
    basis = f"a stake of {dollars(stake)}, {shoe.total()} cards before the deal"
    return Valuation(
        sheet.name,
        spot.text,
        stake,
        f"{basis}, the dealer has looked and has no blackjack" if checked else basis,
        _ordered(found, stake),
        _ordered(early, stake) if len(early) > 1 else (),
        insurance,
    )


@lru_cache(maxsize=8)
def _solved(sheet: Sheet, stake: int, shoe: Shoe) -> Solution:
    from pitboss.maths.blackjack import solve

    return solve(sheet, shoe=shoe, stake_cents=stake)


def _ordered(found: Mapping[str, float | Fraction], stake: int) -> tuple[Choice, ...]:
    ordered = sorted(found.items(), key=lambda item: -item[1])
    return tuple(
        Choice(name, float(worth), stake, worth if isinstance(worth, Fraction) else None) for name, worth in ordered
    )


def _check_held(spot: BlackjackSpot, shoe: Counter[Card]) -> None:
    """The hand and the up card must have come from the shoe."""
    cards = (*spot.hand, spot.up)
    if spot.suited:
        short = [card.name for card, n in Counter(cards).items() if n > shoe[card]]
    else:
        held = Counter(card.rank for card in shoe.elements())
        short = [rank for rank, n in Counter(card.rank for card in cards).items() if n > held[rank]]
    if short:
        raise NotationError(f"the shoe does not hold so many of {short[0]}", text=spot.text)


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
