"""The coach at poker against the dealer: a decision as its player sees it, and what every answer is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.poker.round import PokerRound
from pitboss.games.round import Offer, Round
from pitboss.money import dollars
from pitboss.service.advice.answer_values import Position, Values
from pitboss.table import Happening

__all__ = ["PokerCoach"]


class PokerCoach:
    """Values of Ante, its equal and Play."""

    questions: ClassVar[frozenset[str]]
    wagers: ClassVar[str]
    seen: ClassVar[str]
    """What a player decides by, in words."""

    def choices(self, position: Position) -> Mapping[str, Fraction | None]:
        """Return what each choice is worth, in units of the Ante."""
        raise NotImplementedError

    def basis(self, position: Position) -> str:
        return f"{self.wagers} at an Ante of {dollars(position.stake)}, from {self.seen}"

    def position(self, round_: Round, box: int, events: Sequence[Happening], offers: tuple[Offer, ...]) -> Position:
        question = round_.question
        assert isinstance(round_, PokerRound)
        assert question is not None
        hands = {event.spot: event.cards for event in events if isinstance(event, e.HoleCardsSeen)}
        turned = (event for event in events if isinstance(event, (e.FlopTurned, e.TurnRiverTurned)))
        cards = hands.get(box, ())
        if len(cards) != round_.t.poker.deal.hole_cards or not all(card.known for card in cards):
            raise IllegalAction("coach.look_first")
        return Position(
            sheet=round_.sheet,
            question=question.kind,
            spot=box,
            hand=0,
            stake=round_.seats[box].ante,
            cards=tuple(cards),
            against=tuple(card for event in turned for card in event.cards),
            seen=tuple(sorted(card for spot, own in hands.items() if spot != box for card in own if card.known)),
            offers=offers,
        )

    def values(self, position: Position) -> Values:
        found = self.choices(position)

        def worth(action: a.Action) -> Fraction | None:
            if isinstance(action, a.PlayBet):
                return found.get(f"{action.multiple}x")
            return found.get("check" if isinstance(action, a.Check) else "fold")

        return worth

    def meaning(self, position: Position, action: a.Action) -> tuple[Any, ...]:
        if isinstance(action, a.PlayBet):
            offered = [one.action.multiple for one in position.offers if isinstance(one.action, a.PlayBet)]
            return "PlayBet", action.multiple or action.cents // position.stake or max(offered)
        return (type(action).__name__,)

    def said(self, action: a.Action) -> str:
        raise AssertionError("every Play bet is offered")
