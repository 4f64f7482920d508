"""What each choice is worth in one situation, best first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.display import fragment, html_table
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet

if TYPE_CHECKING:
    pass

__all__ = ["Choice", "Valuation", "ordered", "value"]


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

    `shoe` holds all cards before the deal (by default the sheet's decks), `seen` what has left it.

    >>> from pitboss.rules import load
    >>> value(load("catfish-blackjack"), "8 8 against T").best.name
    'split'
    """
    stake = stakes_of(sheet, None if stake_cents is None else {"main": stake_cents})["main"]
    return GAME_MATHS[sheet.game].value(sheet, situation, stake, shoe=shoe, seen=seen, cache=cache)


def ordered(found: Mapping[str, float | Fraction], stake: int) -> tuple[Choice, ...]:
    """Return choices with their worth in units of the stake, best first."""
    by_worth = sorted(found.items(), key=lambda item: -item[1])
    return tuple(
        Choice(name, float(worth), stake, worth if isinstance(worth, Fraction) else None) for name, worth in by_worth
    )
