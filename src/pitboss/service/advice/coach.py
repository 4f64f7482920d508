"""The coach at a live table: what the answers of a player are worth now, and what those they gave have cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.round import Offer
from pitboss.service.advice.answer_values import Advice, Choice, Position, advise, positions_of, prepare
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import TableCommand
from pitboss.service.floor.streams import TableChange
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.viewers import seen_events, viewer_of
from pitboss.service.tables.views import offers_to

__all__ = [
    "Advice",
    "Choice",
    "Decision",
    "GivenAnswer",
    "Position",
    "Summary",
    "advise",
    "check_allowed",
    "decided",
    "positions",
    "prepare",
    "summed_up",
    "taken",
]  # fmt: skip

WORST: Final = 20
"""Mistakes that a summary lists."""


class GivenAnswer(NamedTuple):
    """An answer that was given in a round: where, what, and whether the player or the clock gave it."""

    position: Position
    action: a.Action
    version: int
    in_time: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that was given, with all that could have been."""

    advice: Advice
    choice: Choice
    version: int
    in_time: bool

    @property
    def cost(self) -> float:
        """Units of the stake that it gave away; None where that is not worked out."""
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
    """Refuse advice at a table where the house has switched the coach off."""
    if not live.opened.coach:
        raise IllegalAction("coach.not_here")


def positions(live: Live, person: str) -> tuple[Position, ...]:
    """The decisions that are open to a person now, one for each hand that may answer."""
    offers = offers_to(live, person)
    if live.round is None or not offers:
        raise IllegalAction("coach.nothing_asked")
    return positions_of(live.round, seen_events(viewer_of(live, person), live.round.events), offers)


# --- what was done ----------------------------------------------------------------------------------------


def taken(changes: Sequence[TableChange], person: str) -> list[GivenAnswer]:
    """Every answer of a person in a round, or the clock's for that person, in order."""
    found: list[GivenAnswer] = []
    raised: Position | None = None
    for before, change in pairwise(changes):
        own, live = before.state, change.state
        if own.round is None or live.round is None:
            continue
        answers = live.round.inputs[len(own.round.inputs) :]
        asked = _asked(own, person) if answers else {}
        clock = isinstance(c.decode(change.entry.command, TableCommand), c.TimeOut)
        for action, _ in answers:
            position = asked.get(getattr(action, "spot", 0))
            if position is None:
                continue
            if live.question is not None and live.question.kind == "fives" != position.question:
                raised = position  # the dealer asks what the raised bet means, and that is the answer
                continue
            if position.question == "fives" and raised is not None:
                position, raised = raised, None
            found.append(GivenAnswer(position, action, change.entry.version, not clock))
    return found


def _asked(live: Live, person: str) -> dict[int, Position]:
    """The decisions of a person by spot; the only one also by 0, which an answer may leave out."""
    try:
        found = {position.spot: position for position in positions(live, person)}
    except IllegalAction:
        return {}
    return {**found, 0: next(iter(found.values()))} if len(found) == 1 else found


def decided(answer: GivenAnswer) -> Decision:
    """Return a given answer with all that could have been given."""
    position, game = answer.position, FLOOR_GAMES[answer.position.sheet.game].coach
    wanted = game.meaning(position, answer.action)
    known = any(game.meaning(position, offer.action) == wanted for offer in position.offers)
    if not known:  # an amount between those that are offered
        own = type(answer.action)
        like = next((offer for offer in position.offers if isinstance(offer.action, own)), position.offers[0])
        alike = [offer for offer in position.offers if isinstance(offer.action, own) and offer.amounts is not None]
        variety, cents = alike[0].variety if alike else "", getattr(answer.action, "cents", 0)
        given = Offer(answer.action, like.clause, game.said(answer.action), variety, cents)
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
