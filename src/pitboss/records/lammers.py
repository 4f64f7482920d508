"""Free bets that won nothing: nobody's money, so no wager leaves the layout, and yet each has a result (FB-OVER-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.games import events as e
from pitboss.games.hand_numbers import as_they_lie
from pitboss.games.round import Round

__all__ = ["without_value"]


def without_value(round_: Round) -> Iterator[e.WagerSettled]:
    """Yield the free bets that lost, pushed or went with a void hand, in the order their lammers were collected."""
    if not any(type(event) is e.LammerPlaced for event in round_.events):
        return
    paid = Counter((one.spot, one.hand, one.wager) for one in round_.settlements)
    for one in _Lammers(round_).collected:
        if paid[one.spot, one.hand, one.wager]:
            paid[one.spot, one.hand, one.wager] -= 1
        else:
            yield one


class _Lammer(NamedTuple):
    spot: int
    hand: int
    owner: e.Owner
    wager: str


class _Lammers:
    """The lammers of a round, followed through its events to what became of each."""

    def __init__(self, round_: Round) -> None:
        rules = round_.sheet.rules.irregularity
        self.dead_hands_go_back = getattr(rules, "dead_hand_bet", "") == "returned"
        self.void_is_for_all = getattr(rules, "misdeal_settled", "") == "reversed"
        self.lying: list[_Lammer] = []
        self.collected: list[e.WagerSettled] = []
        self.pushed: set[tuple[int, int]] = set()
        self.void_spots: set[int] = set()
        self.missed = (0, 0)
        self.dead: set[tuple[int, int]] = set()
        self.broken: set[tuple[int, int]] = set()
        for event in as_they_lie(round_.events):
            self._take_in(event)

    def _take_in(self, event: e.Event) -> None:
        match event:
            case e.LammerPlaced():
                wager = f"free_{event.why}" if event.owner == "player" else "toke:free"
                self.lying.append(_Lammer(event.spot, event.hand, event.owner, wager))
            case e.LammerCollected():
                self._collect(event)
            case e.PushMarked():
                self.pushed.add((event.spot, event.hand))
            case e.HandBroke():
                self.broken.add((event.spot, event.hand))
            case e.PlayDeclined():
                self.void_spots.add(event.spot)
            case e.IrregularityDeclared(kind="missed_hit"):
                self.missed = event.spot, event.hand
            case e.ChoiceNamed(choice="dead_hand") if self.dead_hands_go_back:
                self.dead.add(self.missed)
            case e.RoundVoided():
                self._void(event.clause)

    def _collect(self, event: e.LammerCollected) -> None:
        where = event.spot, event.hand, event.owner
        lammer = next(one for one in self.lying if one[:3] == where)
        self.lying.remove(lammer)
        spot, hand, owner, wager = lammer
        result = self._result(spot, hand)
        self.collected.append(
            e.WagerSettled(
                spot=spot, hand=hand, wager=wager, stake=0, result=result, pays=0, owner=owner, clause=event.clause
            )
        )

    def _result(self, spot: int, hand: int) -> e.Result:
        if (spot, hand) in self.broken:
            return "lose"
        if spot in self.void_spots or (spot, hand) in self.dead:
            return "void"
        return "push" if (spot, hand) in self.pushed else "lose"

    def _void(self, clause: str) -> None:
        """A void round takes back what was settled before, where the sheet says so."""
        self.void_spots |= {lammer.spot for lammer in self.lying}
        if self.void_is_for_all:
            self.broken.clear()
            self.collected = [replace(one, result="void", clause=clause) for one in self.collected]
