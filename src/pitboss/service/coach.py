"""The coach: what every answer that a player can give is worth, from nothing but what that player can see.

The cards that count are those of the round under way: the whole shoe less every card that this seat has been able to
see since the deal, those of other seats among them. What was dealt in earlier rounds of the shoe is left out, as a
house may forbid to keep count of it. Values are those of the main bet with insurance, or of Ante, Blind and Play, at
the stake that lies there and with best play from here on; other wagers of the spot are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from pitboss.cards import Card
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.round import Offer
from pitboss.rules import Sheet
from pitboss.service import commands as c
from pitboss.service.changes import Change, seen_events, viewer_of
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.live import Live
from pitboss.service.views import offers_to

__all__ = [
    "Advice", "Choice", "Decision", "Position", "Summary", "Taken", "Values", "advise", "check_allowed", "decided",
    "positions", "prepare", "summed_up", "taken",
]  # fmt: skip

NOTHING_LOST: Final = 1e-9
"""Units that are no mistake: values that are equal may differ in their last digits."""
WORST: Final = 20
"""Mistakes that a summary lists."""
UNCLEAR: Final = (e.IrregularityDeclared, e.HoleExposed, e.CardExposed, e.CardsReshuffled)
"""After these, what is known is no longer the plain course of the cards that solvers work out."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision as its player sees it; nothing else has a part in its values."""

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

    @property
    def basis(self) -> str:
        """What the values are for, in words."""
        return FLOOR_GAMES[self.sheet.game].coach.basis(self)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer and what it is worth in units of the stake; nothing where that is not worked out."""

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
        """What a choice gives away against the best one, in units of the stake."""
        if choice.value is None or self.best.value is None:
            return None
        lost = self.best.value - choice.value
        return lost if lost > NOTHING_LOST else 0.0


class Taken(NamedTuple):
    """An answer that was given in a round: where, what, and whether the player or the clock gave it."""

    position: Position
    action: a.Action
    version: int
    in_time: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that was given, among all that could have been."""

    advice: Advice
    choice: Choice
    version: int
    in_time: bool

    @property
    def cost(self) -> float:
        """Units of the stake that it gave away; none where that is not worked out."""
        return self.advice.cost(self.choice) or 0.0

    @property
    def cost_cents(self) -> float:
        return self.cost * self.advice.position.stake


@dataclass(frozen=True, slots=True)
class Summary:
    """Rounds together: the decisions that were taken, and the mistakes by what they cost."""

    rounds: int
    decisions: int
    mistakes: int
    cost: float
    cost_cents: float
    worst: tuple[tuple[str, int, Decision], ...]
    """Table, round and decision, the dearest first."""


# --- what is asked ----------------------------------------------------------------------------------------


def check_allowed(live: Live) -> None:
    """A house may want its table played without."""
    if not live.opened.coach:
        raise IllegalAction("this table is played without the coach")


def positions(live: Live, person: str) -> tuple[Position, ...]:
    """The decisions that are open to a person now, one for each hand that may answer."""
    offers, question = offers_to(live, person), live.question
    game = FLOOR_GAMES[live.sheet.game].coach
    if question is None or question.kind not in game.questions or not offers:
        raise IllegalAction("nothing is asked of you that can be worked out")
    events = seen_events(viewer_of(live, person), live.round.events if live.round is not None else ())
    if any(isinstance(event, UNCLEAR) for event in events):
        raise IllegalAction("an irregularity has changed what is known of the cards")
    by_spot: dict[int, list[Offer]] = {}
    for offer in offers:
        by_spot.setdefault(question.spot or getattr(offer.action, "spot", 0), []).append(offer)
    return tuple(game.position(live, spot, events, tuple(own)) for spot, own in by_spot.items())


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
        raise IllegalAction(f"this cannot be worked out: {trouble}") from trouble
    worst = float("-inf")
    return Advice(position, tuple(sorted(choices, key=lambda one: -(worst if one.value is None else one.value))))


def prepare(sheet: Sheet) -> None:
    """Have ready what takes long at first."""
    FLOOR_GAMES[sheet.game].coach.prepare(sheet)


def _choice(offer: Offer, value: float | Fraction | None) -> Choice:
    exact = value if isinstance(value, Fraction) else None
    return Choice(offer, None if value is None else float(value), exact)


# --- what was done ----------------------------------------------------------------------------------------


def taken(changes: Sequence[Change], person: str) -> list[Taken]:
    """Every answer of a person in a round, or the clock's for that person, in order."""
    found: list[Taken] = []
    raised: Position | None = None
    for before, change in pairwise(changes):
        own, live = before.state, change.state
        if not isinstance(own, Live) or not isinstance(live, Live) or own.round is None or live.round is None:
            continue
        answers = live.round.inputs[len(own.round.inputs) :]
        asked = _asked(own, person) if answers else {}
        clock = isinstance(c.decode(change.entry.command, c.TableCommand), c.TimeOut)
        for action, _ in answers:
            position = asked.get(getattr(action, "spot", 0))
            if position is None:
                continue
            if live.question is not None and live.question.kind == "fives" != position.question:
                raised = position  # the dealer asks what the raised bet means, and that is the answer
                continue
            if position.question == "fives" and raised is not None:
                position, raised = raised, None
            found.append(Taken(position, action, change.entry.version, not clock))
    return found


def _asked(live: Live, person: str) -> dict[int, Position]:
    """The decisions of a person by spot; the only one also by 0, which an answer may leave out."""
    try:
        found = {position.spot: position for position in positions(live, person)}
    except IllegalAction:
        return {}
    return {**found, 0: next(iter(found.values()))} if len(found) == 1 else found


def decided(answer: Taken) -> Decision:
    """An answer among all that could have been given."""
    position, game = answer.position, FLOOR_GAMES[answer.position.sheet.game].coach
    wanted = game.meaning(position, answer.action)
    known = any(game.meaning(position, offer.action) == wanted for offer in position.offers)
    if not known:  # an amount between those that are offered
        own = type(answer.action)
        like = next((offer for offer in position.offers if isinstance(offer.action, own)), position.offers[0])
        given = Offer(answer.action, like.clause, game.said(answer.action))
        position = replace(position, offers=(*position.offers, given))
    advice = advise(position)
    choice = next(one for one in advice.choices if game.meaning(position, one.offer.action) == wanted)
    return Decision(advice, choice, answer.version, answer.in_time)


def summed_up(rounds: Iterable[tuple[str, int, Sequence[Decision]]]) -> Summary:
    """Rounds by table and number with their decisions, taken together."""
    played = list(rounds)
    all_ = [(table, number, one) for table, number, decisions in played for one in decisions]
    mistakes = sorted((one for one in all_ if one[2].cost), key=lambda one: -one[2].cost_cents)
    return Summary(
        rounds=len(played),
        decisions=len(all_),
        mistakes=len(mistakes),
        cost=sum(one.cost for _, _, one in mistakes),
        cost_cents=sum(one.cost_cents for _, _, one in mistakes),
        worst=tuple(mistakes[:WORST]),
    )
