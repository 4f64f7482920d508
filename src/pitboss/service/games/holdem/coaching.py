"""The coach at hold'em: a decision as its player sees it, and what every answer is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.holdem import HoldemRound
from pitboss.games.holdem.playing import STREETS
from pitboss.games.round import Offer, Round
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import Position, Values

__all__ = ["HoldemCoach"]


class HoldemCoach:
    """Values of Ante, Blind and Play."""

    questions = frozenset(STREETS)

    def basis(self, position: Position) -> str:
        return f"Ante, Blind and Play at an Ante of {dollars(position.stake)}, from your cards and the board"

    def position(self, round_: Round, box: int, events: Sequence[Any], offers: tuple[Offer, ...]) -> Position:
        question = round_.question
        assert isinstance(round_, HoldemRound)
        assert question is not None
        holes = {event.spot: event.cards for event in events if isinstance(event, e.HoleCardsSeen)}
        turned = (event for event in events if isinstance(event, (e.FlopTurned, e.TurnRiverTurned)))
        board = [card for event in turned for card in event.cards]
        cards = holes.get(box, ())
        if len(cards) != 2 or not all(card.known for card in cards):
            raise IllegalAction("coach.look_first")
        return Position(
            sheet=round_.sheet,
            question=question.kind,
            spot=box,
            hand=0,
            stake=round_.seats[box].ante,
            cards=tuple(cards),
            against=tuple(board),
            seen=tuple(sorted(card for spot, own in holes.items() if spot != box for card in own if card.known)),
            offers=offers,
        )

    def values(self, position: Position) -> Values:
        from pitboss.maths.analysis import value
        from pitboss.maths.holdem import live
        from pitboss.maths.holdem.play import hole_class

        sheet, stake = position.sheet, position.stake
        found: Mapping[str, Fraction | None]
        if position.against:
            dead = position.seen
            found = live.value(sheet, position.cards, position.against, dead=dead, stake_cents=stake).choices
        else:
            solved = value(sheet, hole_class(position.cards), stake_cents=_same_game(sheet, stake))
            found = {choice.name: choice.exact for choice in solved.choices}

        def worth(action: a.Action) -> Fraction | None:
            if isinstance(action, a.PlayBet):
                return found.get(f"{action.multiple}x")
            return found.get("check" if isinstance(action, a.Check) else "fold")

        return worth

    def prepare(self, sheet: Sheet) -> None:
        """Have the whole game before the flop solved."""
        from pitboss.maths.analysis import value

        value(sheet, "AA")

    def meaning(self, position: Position, action: a.Action) -> tuple[Any, ...]:
        if isinstance(action, a.PlayBet):
            offered = [one.action.multiple for one in position.offers if isinstance(one.action, a.PlayBet)]
            return "PlayBet", action.multiple or action.cents // position.stake or max(offered)
        return (type(action).__name__,)

    def said(self, action: a.Action) -> str:
        raise AssertionError("every Play bet is offered")


def _same_game(sheet: Sheet, stake: int) -> int:
    """The smallest Ante at which the game is the same in units of it, as roundings and limits go; it is solved once."""
    from pitboss.maths.holdem.record import HoldemRecord, compile_holdem

    def in_units(record: HoldemRecord) -> tuple[Fraction, ...]:
        amounts = (record.ante_win, *record.blind_pays, *(cents for bet in record.bets for cents in bet[1:]))
        return tuple(Fraction(cents, record.stake) for cents in amounts)

    least, own = compile_holdem(sheet), compile_holdem(sheet, stake_cents=stake)
    return least.stake if in_units(least) == in_units(own) else stake
