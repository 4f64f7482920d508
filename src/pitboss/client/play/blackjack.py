"""Blackjack by the best strategy that looks at totals, made once per sheet and stake and then only looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pitboss.cards import Card
from pitboss.client.play.play import Action, Happened, careful
from pitboss.games.hand_numbers import renumbered
from pitboss.hands.totals import POINTS
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Playbook

__all__ = ["GAME", "BlackjackPlay"]

ACE: Final = 0


class _Hand:
    """A hand on the table: the values of its cards (0 the ace, 9 a ten), and whether a split or a lammer made it."""

    def __init__(self, cards: list[int], *, split: bool = False, lammer: bool = False) -> None:
        self.cards, self.split, self.lammer = cards, split, lammer
        self.doubled = 0

    @property
    def kind(self) -> int:
        """Which rows of a playbook it is played by."""
        from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT

        if not self.split:
            return UNSPLIT
        if self.cards[0] == ACE:
            return ACE_LAMMER if self.lammer else SPLIT_ACE
        return LAMMER if self.lammer else SPLIT

    @property
    def total(self) -> tuple[int, int]:
        """Softness and points."""
        points = sum(self.cards) + len(self.cards)
        soft = ACE in self.cards and points <= 11
        return int(soft), points + 10 * soft


def _layout(events: Happened) -> dict[tuple[int, int], _Hand]:
    """Every hand by spot and number; spot 0 is the dealer."""
    hands: dict[tuple[int, int], _Hand] = {}
    for event in events:
        if event["type"] == "CardDealt" and event["card"] != "??":
            hand = hands.setdefault((event["spot"], event["hand"]), _Hand([]))
            hand.cards.append(POINTS[Card.parse(event["card"])] - 1)
        elif event["type"] == "HandSplit":
            hands = renumbered(hands, spot=event["spot"], new_hand=event["new_hand"])
            old = hands[event["spot"], event["hand"]]
            new = _Hand([old.cards.pop()], split=True, lammer=event["free"])
            hands[event["spot"], event["new_hand"]], old.split = new, True
        elif event["type"] == "HandDoubled":
            hands[event["spot"], event["hand"]].doubled += 1
    return hands


class BlackjackPlay:
    """The best play by totals, looked up in its tables."""

    def __init__(self, sheet: Sheet) -> None:
        from pitboss.maths.blackjack import best_total_dependent, solve

        self._book: Playbook = best_total_dependent(solve(sheet))
        assert isinstance(sheet.rules, BlackjackRules)
        self._redoubles = sheet.rules.double.redoubles

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        actions = [offer["action"] for offer in offers]
        if question["kind"] == "insurance":
            return self._insurance(actions)
        hands = _layout(events)
        hand, up = hands.get((question["spot"], question["hand"])), hands.get((0, 0))
        if hand is None or up is None or len(hand.cards) < 2:
            return careful(actions)
        return self._played(hand, up.cards[0], actions)

    def _insurance(self, actions: list[Action]) -> Action:
        wanted = {"Insure": self._book.insure, "TakeEvenMoney": self._book.even_money, "DeclineInsurance": True}
        return next((action for action in actions if wanted.get(action["type"])), actions[0])

    def _played(self, hand: _Hand, up: int, actions: list[Action]) -> Action:
        from pitboss.maths.blackjack import Move

        kind, (soft, total) = hand.kind, hand.total
        if hand.doubled:
            least = int(self._book.again[kind, up, soft, total])
            wanted = [int(Move.DOUBLE) if 0 < least <= self._redoubles + 1 - hand.doubled else int(Move.STAND)]
        elif len(hand.cards) > 2:
            wanted = [int(self._book.later[kind, up, soft, total])]
        else:
            first, second = hand.cards
            wanted = [int(self._book.first[kind, up, first, second])]
            if wanted[0] == Move.SPLIT:
                wanted.append(int(self._book.unsplit[kind, up, first]))
        for move in (*wanted, Move.HIT):
            found = next((action for action in actions if _is(action, move)), None)
            if found is not None and (move in wanted or Move.STAND not in wanted):
                return found
        return careful(actions)


def _is(action: Action, move: int) -> bool:
    """Whether an action that is offered is what a playbook calls a move."""
    from pitboss.maths.blackjack import Move

    if action["type"] == "DoubleDown":
        return not action["paid"] and move == (Move.DOUBLE_LESS if action["cents"] else Move.DOUBLE)
    if action["type"] == "Split":
        return not action["paid"] and move == Move.SPLIT
    return {"Stand": Move.STAND, "Hit": Move.HIT, "Surrender": Move.SURRENDER}.get(action["type"]) == move


GAME: Final = BlackjackPlay
