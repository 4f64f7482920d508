"""The coach at Crazy 4 Poker: the one decision as its player sees it, and what every answer is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.crazy4 import Crazy4Round
from pitboss.games.crazy4.playing import DECIDE
from pitboss.games.round import Offer, Round
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import Position, Values

__all__ = ["Crazy4Coach"]


class Crazy4Coach:
    """Values of Ante, Super Bonus and Play."""

    questions = frozenset({DECIDE})

    def basis(self, position: Position) -> str:
        return f"Ante, Super Bonus and Play at an Ante of {dollars(position.stake)}, from your five cards"

    def position(self, round_: Round, box: int, events: Sequence[Any], offers: tuple[Offer, ...]) -> Position:
        assert isinstance(round_, Crazy4Round)
        hands = {event.spot: event.cards for event in events if isinstance(event, e.HoleCardsSeen)}
        cards = hands.get(box, ())
        if len(cards) != round_.t.deal.hole_cards or not all(card.known for card in cards):
            raise IllegalAction("coach.look_first")
        return Position(
            sheet=round_.sheet,
            question=DECIDE,
            spot=box,
            hand=0,
            stake=round_.seats[box].ante,
            cards=tuple(cards),
            against=(),
            seen=tuple(sorted(card for spot, own in hands.items() if spot != box for card in own if card.known)),
            offers=offers,
        )

    def values(self, position: Position) -> Values:
        from pitboss.maths.crazy4 import live

        found = live.value(position.sheet, position.cards, dead=position.seen, stake_cents=position.stake)

        def worth(action: a.Action) -> Fraction | None:
            return found.get(f"{action.multiple}x" if isinstance(action, a.PlayBet) else "fold")

        return worth

    def prepare(self, sheet: Sheet) -> None:
        """Have the kernel loaded."""
        from pitboss.cards import DECK
        from pitboss.maths.crazy4 import live

        live.value(sheet, DECK[:5])

    def meaning(self, position: Position, action: a.Action) -> tuple[Any, ...]:
        if isinstance(action, a.PlayBet):
            offered = [one.action.multiple for one in position.offers if isinstance(one.action, a.PlayBet)]
            return "PlayBet", action.multiple or action.cents // position.stake or max(offered)
        return (type(action).__name__,)

    def said(self, action: a.Action) -> str:
        raise AssertionError("every Play bet is offered")
