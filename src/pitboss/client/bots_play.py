"""How a bot plays its hands: as the solvers say, from nothing but what the server sends.

Blackjack is played by the best strategy that looks at totals, made once per sheet and stake and then only looked up.
Hold'em is played before the flop by the rules to remember, which raise what the best play raises, and counted out
exactly from the flop on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.cards import RANKS, Card, parse_cards
from pitboss.games.hand_numbers import renumbered
from pitboss.hands.blackjack import POINTS
from pitboss.rules import Sheet, load

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Playbook

__all__ = ["BlackjackPlay", "HoldemPlay", "Play", "play_of", "raises_before_flop"]

Action = dict[str, Any]
"""An action as it goes over the wire."""
Happened = Iterable[dict[str, Any]]
"""Events as they come over the wire."""

ACE = 0


class Play(Protocol):
    """A way to play one game at one stake."""

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        """The action to take of those that are offered."""
        ...


_solving = Lock()


def play_of(name: str) -> Play:
    """The play for a shipped sheet at its minimum, which all bots of this process share; worked out at first use."""
    with _solving:
        return _play_of(name)


@lru_cache(maxsize=32)
def _play_of(name: str) -> Play:
    sheet = load(name)
    return HoldemPlay(sheet) if sheet.game == "holdem" else BlackjackPlay(sheet)


# --- blackjack --------------------------------------------------------------------------------------------


class _Hand:
    """A hand on the table: the values of its cards (0 the ace, 9 a ten), and whether a split or a lammer made it."""

    def __init__(self, cards: list[int], *, split: bool = False, lammer: bool = False) -> None:
        self.cards, self.split, self.lammer = cards, split, lammer

    @property
    def kind(self) -> int:
        """Which rows of a playbook it is played by."""
        from pitboss.maths.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT

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
    return hands


class BlackjackPlay:
    """The best play by totals, looked up in its tables."""

    def __init__(self, sheet: Sheet) -> None:
        from pitboss.maths.blackjack import best_total_dependent, solve

        self._book: Playbook = best_total_dependent(solve(sheet))

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        actions = [offer["action"] for offer in offers]
        if question["kind"] == "insurance":
            return self._insurance(actions)
        hands = _layout(events)
        hand, up = hands.get((question["spot"], question["hand"])), hands.get((0, 0))
        if hand is None or up is None or len(hand.cards) < 2:
            return _careful(actions)
        return self._played(hand, up.cards[0], actions)

    def _insurance(self, actions: list[Action]) -> Action:
        wanted = {"Insure": self._book.insure, "TakeEvenMoney": self._book.even_money, "DeclineInsurance": True}
        return next((action for action in actions if wanted.get(action["type"])), actions[0])

    def _played(self, hand: _Hand, up: int, actions: list[Action]) -> Action:
        from pitboss.maths.blackjack import Move

        kind, (soft, total) = hand.kind, hand.total
        if len(hand.cards) > 2:
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
        return _careful(actions)


def _is(action: Action, move: int) -> bool:
    """Whether an action that is offered is what a playbook calls a move."""
    from pitboss.maths.blackjack import Move

    if action["type"] == "DoubleDown":
        return not action["paid"] and move == (Move.DOUBLE_LESS if action["cents"] else Move.DOUBLE)
    if action["type"] == "Split":
        return not action["paid"] and move == Move.SPLIT
    return {"Stand": Move.STAND, "Hit": Move.HIT, "Surrender": Move.SURRENDER}.get(action["type"]) == move


def _careful(actions: list[Action]) -> Action:
    """Where a playbook has nothing to say: no money more, no card more."""
    quiet = ("GoOn", "Stand", "DeclineInsurance", "RefuseCard", "Check", "Fold")
    return next((action for kind in quiet for action in actions if action["type"] == kind), actions[0])


# --- hold'em ----------------------------------------------------------------------------------------------


class HoldemPlay:
    """The best play; no table of the whole game is needed for it."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        for board in ("2c 3d 4h", "2c 3d 4h 9s 9c"):  # what is loaded now keeps nobody waiting at the table
            self._counted_out(parse_cards("As Ks"), parse_cards(board))

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        spot = offers[0]["action"]["spot"] or question["spot"]
        actions = [offer["action"] for offer in offers if offer["action"]["spot"] == spot]
        hole, board = _holdem_cards(events, spot)
        if not board:
            bets = [action for action in actions if action["type"] == "PlayBet"]
            most = max(bets, key=lambda action: int(action["multiple"]), default=None)
            return most if most is not None and raises_before_flop(hole) else _careful(actions)
        choice = self._counted_out(hole, board)
        return next((action for action in actions if _name(action) == choice), None) or _careful(actions)

    def _counted_out(self, hole: Sequence[Card], board: Sequence[Card]) -> str:
        from pitboss.maths.holdem.live import value

        return value(self._sheet, hole, board).best


def raises_before_flop(hole: Sequence[Card]) -> bool:
    """Whether two cards raise the most before the flop.

    >>> [raises_before_flop(parse_cards(text)) for text in ("3c 3s", "Kh 2h", "Kh 2c", "Qs 8d")]
    [True, True, False, True]
    """
    from pitboss.maths.holdem.simple import SIMPLE

    low, high = sorted(hole)
    if low.rank == high.rank:
        return RANKS.index(low.rank) >= RANKS.index(SIMPLE.pairs_from)
    partner = (SIMPLE.suited_from if low.suit == high.suit else SIMPLE.offsuit_from).get(high.rank)
    return partner is not None and RANKS.index(low.rank) >= RANKS.index(partner)


def _holdem_cards(events: Happened, spot: int) -> tuple[list[Card], list[Card]]:
    """The hole cards of a seat that have been looked at, and the board as far as it is turned."""
    hole: list[Card] = []
    board: list[Card] = []
    for event in events:
        if event["type"] == "HoleCardsSeen" and event["spot"] == spot and "??" not in event["cards"]:
            hole = list(parse_cards(" ".join(event["cards"])))
        elif event["type"] in ("FlopTurned", "TurnRiverTurned"):
            board += parse_cards(" ".join(event["cards"]))
    return hole, board


def _name(action: Action) -> str:
    """An action by the name that the solver gives it."""
    return f"{action['multiple']}x" if action["type"] == "PlayBet" else str(action["type"]).lower()
