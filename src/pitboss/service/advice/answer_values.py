"""What every answer that a player can give is worth, by what that player can see and no more.

The cards that count are those of the round under way: the whole shoe less every card that this seat has been able to
see since the deal, those of other seats among them. What was dealt in earlier rounds of the shoe is left out, as a
house may forbid to keep count of it. Values are those of the main bet with insurance, or of Ante, Blind and Play, at
the stake that lies there and with best play from here on; other wagers of the spot are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.cards import Card
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.round import Offer, Round
from pitboss.rules import Sheet
from pitboss.service.games import FLOOR_GAMES
from pitboss.table import Happening

__all__ = ["Advice", "Choice", "Position", "Values", "advise", "positions_of", "prepare"]

NOTHING_LOST: Final = 1e-9
"""Differences up to this are not mistakes: equal values may differ in their last digits."""
UNCLEAR: Final = (e.IrregularityDeclared, e.HoleExposed, e.CardExposed, e.CardsReshuffled)
"""After these events solvers cannot value the round: its cards no longer came in the plain order."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision as its player sees it: all that its values depend on."""

    sheet: Sheet
    question: str
    spot: int
    hand: int
    stake: int
    """The main bet or the Ante, in cents: the unit of all values."""
    cards: tuple[Card, ...]
    against: tuple[Card, ...]
    """The dealer's up card, or the board."""
    seen: tuple[Card, ...]
    """Other cards that were seen in this round."""
    offers: tuple[Offer, ...]
    kind: int = 0
    """Which kind of hand it is, where a game tells several apart."""
    hands: int = 1
    waiting: int = 0
    """Hands of the spot that wait for their second card."""
    raised: tuple[int, int, bool] | None = None
    """Of a hand that was doubled: what lies on it in cents, how often it was doubled again, and whether free."""

    @property
    def basis(self) -> str:
        """What the values are for, in words."""
        return FLOOR_GAMES[self.sheet.game].coach.basis(self)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer and what it is worth in units of the stake; None where that is not worked out."""

    offer: Offer
    value: float | None
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """Every answer to a question, best first."""

    position: Position
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def cost(self, choice: Choice) -> float | None:
        """How much less a choice is worth than the best one, in units of the stake."""
        if choice.value is None or self.best.value is None:
            return None
        lost = self.best.value - choice.value
        return lost if lost > NOTHING_LOST else 0.0


# --- what is asked ----------------------------------------------------------------------------------------


def positions_of(round_: Round, events: Sequence[Happening], offers: Sequence[Offer]) -> tuple[Position, ...]:
    """The decisions that a player has now, one for each hand that may answer, from the events that they saw."""
    question, game = round_.question, FLOOR_GAMES[round_.sheet.game].coach
    if question is None or question.kind not in game.questions or not offers:
        raise IllegalAction("coach.nothing_asked")
    if any(isinstance(event, UNCLEAR) for event in events):
        raise IllegalAction("coach.cards_unclear")
    by_spot: dict[int, list[Offer]] = {}
    for offer in offers:
        by_spot.setdefault(question.spot or getattr(offer.action, "spot", 0), []).append(offer)
    return tuple(game.position(round_, spot, events, tuple(own)) for spot, own in by_spot.items())


# --- what it is worth -------------------------------------------------------------------------------------


Values = Callable[[a.Action], float | Fraction | None]
"""What an action is worth, in units of the stake."""


@lru_cache(maxsize=4096)
def advise(position: Position) -> Advice:
    """Every answer of a position with its value, best first."""
    try:
        value = FLOOR_GAMES[position.sheet.game].coach.values(position)
        choices = [_choice(offer, value(offer.action)) for offer in position.offers]
    except NotationError as trouble:
        raise IllegalAction("coach.cannot_work_out", trouble=str(trouble)) from trouble
    worst = float("-inf")
    return Advice(position, tuple(sorted(choices, key=lambda one: -(worst if one.value is None else one.value))))


def prepare(sheet: Sheet) -> None:
    """Prepare what takes long on first use."""
    FLOOR_GAMES[sheet.game].coach.prepare(sheet)


def _choice(offer: Offer, value: float | Fraction | None) -> Choice:
    exact = value if isinstance(value, Fraction) else None
    return Choice(offer, None if value is None else float(value), exact)
