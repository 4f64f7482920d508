"""Rounds of poker against the dealer, told so that a flipped option shows in what it touches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.actions import Action, Declare, JackpotPaid, PlaceBet, PlaceToke, Proceed, Rule, StartDeal
from pitboss.games.poker.round import PokerRound
from pitboss.rules import Sheet

TOUCHES = ("order", "role", "settlement")
SWAPPED = ("bets.progressive.major.hand", "bets.progressive.minor.hand")
Bets = Mapping[int, Mapping[str, int]]


def touched(sheet: Sheet) -> list[tuple[str, str]]:
    """Every value of a sheet with each thing at the table that its option says it touches."""
    return [
        (path, touch)
        for path, field in sheet.fields.items()
        for touch in TOUCHES
        if path in sheet.values and field.option is not None and touch in field.option.touches.split()
    ]


class ToldRound:
    """A round told by what was settled, in what order things happened, and who was asked or told.

    What the sheet refuses is left out and noted.
    """

    def __init__(self, round_: PokerRound) -> None:
        self.round = round_
        self.roles: list[Any] = []
        self.amounts: list[Any] = []

    def attempt(self, action: Any, role: str = "") -> bool:
        try:
            self.round.act(action, role=role)
        except IllegalAction as refusal:
            self.amounts.append((type(action).__name__, "refused"))
            self.roles.append(str(refusal))
            return False
        return True

    def lay(self, bets: Bets, tokes: Bets, players: Mapping[int, str]) -> None:
        for seat, own in bets.items():
            for wager, cents in own.items():
                self.attempt(PlaceBet(spot=seat, cents=cents, wager=wager, player=players.get(seat, f"P{seat}")))
            for wager, cents in tokes.get(seat, {}).items():
                self.attempt(PlaceToke(spot=seat, cents=cents, wager=wager))

    def play(
        self,
        decide: Callable[[int], Action],
        *,
        declare: Declare | None = None,
        after: str = "wagers",
        ruling: str = "",
        last_first: bool = False,
    ) -> dict[str, Any]:
        """Play to the end or to a question that nobody answers; ``declare`` is said after the wagers or a question."""
        self.attempt(declare if declare is not None and after == "wagers" else StartDeal())
        while (question := self.round.question) is not None:
            self.roles.append((question.kind, question.role))
            if declare is not None and after == question.kind and self.attempt(declare):
                after = ""
            elif not self._answer(question.kind, question.spot, decide, ruling, last_first):
                break
        return self._told()

    def _answer(self, kind: str, seat: int, decide: Callable[[int], Action], ruling: str, last_first: bool) -> bool:
        """Whether the question was answered, or may be asked again."""
        r = self.round
        match kind:
            case "proceed":
                self.attempt(Proceed())
            case "ruling":
                self.attempt(Rule(ruling), role="supervisor") or self.attempt(Rule(ruling), role="shift_manager")
            case "jackpot":
                self.attempt(JackpotPaid(seat, dict(r.jackpots)[seat], 1_500_00))
            case "fold_or_play" | "preflop" | "flop" | "river":
                boxes = [offer.action.spot for offer in r.offers()]  # type: ignore[attr-defined]
                chosen = decide(boxes[-1] if last_first else boxes[0])
                return self.attempt(chosen) or self.attempt(r.offers()[0].action)
            case _:
                return False
        return True

    def _told(self) -> dict[str, Any]:
        events = self.round.events
        told = [event for event in events if isinstance(event, (e.SupervisorNotified, e.Ruled))]
        bet = [(b.spot, b.wager, b.cents) for b in events if isinstance(b, (e.BetPlaced, e.TokePlaced))]
        paid = [(s.spot, s.wager, s.stake, s.result, s.pays) for s in events if isinstance(s, e.WagerSettled)]
        return {
            "settlement": (sorted(bet), sorted(paid), self.amounts),
            "order": [(type(x).__name__, getattr(x, "spot", 0), getattr(x, "wager", "")) for x in events],
            "role": (told, self.roles),
        }
