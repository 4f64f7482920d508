"""The player's own money, worked out from events alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.events import PlayBetMade

__all__ = ["Purse"]


@dataclass(frozen=True, slots=True)
class Purse:
    """Money in the player's hand, and what the dealers have got from them.

    >>> bet = e.BetPlaced(spot=1, wager="main", cents=500, player="you", position="box")
    >>> Purse(2000).after([bet]).cents
    1500
    """

    cents: int
    tokes: int = 0
    toke_push: str = "returned"

    def after(self, events: Iterable[object]) -> Purse:
        """The purse when these things have happened; refused where it would not have been enough."""
        purse = self
        for event in events:
            player, dealers = purse._change(event)
            if purse.cents + player < 0:
                raise IllegalAction("purse.left", cents=purse.cents)
            purse = replace(purse, cents=purse.cents + player, tokes=purse.tokes + dealers)
        return purse

    def _change(self, event: object) -> tuple[int, int]:
        """What an event adds to the player's hand and to the dealers'."""
        match event:
            case e.BetPlaced() | e.TokePlaced() | e.InsuranceBet() | e.HandDoubled() | e.HandSplit() | PlayBetMade():
                return -event.cents, 0
            case e.BetChanged():
                return event.before - event.cents, 0
            case e.BetTakenBack():
                return event.cents, 0
            case e.WagerSettled(owner="player"):
                return event.stake + event.pays, 0
            case e.SettlementReversed(owner="player"):
                return -event.stake - event.pays, 0
            case e.WagerSettled():
                back = event.result == "void" or (event.result == "push" and self.toke_push == "returned")
                return (event.stake, 0) if back else (0, event.stake + event.pays)
            case e.SettlementReversed():
                back = event.pays == 0 and self.toke_push == "returned"
                return (-event.stake, 0) if back else (0, -event.stake - event.pays)
        return 0, 0
