"""A round of hold'em against the dealer, in the order of its document.

>>> from pitboss.cards import parse_cards
>>> from pitboss.games.actions import PlaceBet, StartDeal
>>> from pitboss.games.actions import PlayBet
>>> from pitboss.rules import load
>>> cards = parse_cards("Ah Kd 7c 7d 2s  As Ac  Qh Jh")
>>> r = HoldemRound(load("ultimate-texas-holdem"), cards)
>>> _ = r.act(PlaceBet(spot=1, cents=1000, wager="ante")).act(PlaceBet(spot=1, cents=1000, wager="blind"))
>>> _ = r.act(StartDeal()).act(PlayBet(4))
>>> r.net()
{1: 8000}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.holdem import dealing, irregular, playing, settling
from pitboss.games.holdem.offers import decisions, timeout_answer
from pitboss.games.holdem.state import Terms, terms_of
from pitboss.games.poker.round import PokerRound
from pitboss.games.poker.state import Seat
from pitboss.games.round import Offer, StepTuple
from pitboss.hands.poker import evaluate, line_of
from pitboss.rules import Sheet

__all__ = ["HoldemRound"]


class HoldemRound(PokerRound):
    """One round on a hold'em sheet: place bets, start the deal, answer the questions."""

    __slots__ = ("blind_shares", "board", "turned")

    ROUND: ClassVar[tuple[StepTuple, ...]] = (
        ("take_wagers",),
        ("coin_in",),
        ("deal",),
        ("ask_street", "preflop"),
        ("turn_flop",),
        ("ask_street", "flop"),
        ("turn_river",),
        ("ask_street", "river"),
        ("show_dealer",),
        ("return_antes",),
        ("settle",),
    )
    DECISIONS: ClassVar[tuple[str, ...]] = playing.STREETS
    DEALER_STEPS: ClassVar[frozenset[str]] = frozenset(
        {
            "coin_in", "burn_board", "deal_board", "deal_packet", "end_of_deal", "turn_flop", "turn_river",
            "show_dealer", "settle_seat",
        }
    )  # fmt: skip
    OPENINGS: ClassVar[Mapping[str, Callable[..., None]]] = {
        **PokerRound.OPENINGS,
        "early_board_card": irregular.early_board,
    }
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"early_board_card": ("go_on", "void"), **PokerRound.CHOICES}
    STEPS: ClassVar[Mapping[str, Callable[..., None]]] = {
        **PokerRound.STEPS,
        "deal": dealing.deal,
        "deal_board": dealing.deal_board,
        "board_card": dealing.board_card,
        "burn_board": dealing.burn_board,
        "burned_for_board": dealing.burned_for_board,
        "turn_flop": dealing.turn_flop,
        "turn_river": dealing.turn_river,
        "board_turned": dealing.board_turned,
        "show_dealer": playing.show_dealer,
        "return_antes": settling.return_antes,
    }
    ACTIONS: ClassVar[Mapping[type[a.Action], Callable[..., None]]] = {**PokerRound.ACTIONS, a.Check: playing.check}

    t: Terms

    def prepare(self) -> None:
        self.board: tuple[Card, ...] = ()
        self.turned = 0
        self.blind_shares: dict[tuple[int, str], int] = {}

    def terms(self, sheet: Sheet) -> Terms:
        return terms_of(sheet)

    def timeout_answer(self) -> a.Action | None:
        return timeout_answer(self)

    def decisions(self, question: str, box: int) -> Iterator[Offer]:
        return decisions(self, question, box)

    def multiples(self, seat: Seat, question: str) -> tuple[int, ...]:
        return playing.multiples(self, question)

    def multiple_value(self, question: str, multiple: int) -> str:
        return playing.MULTIPLE_VALUE[question]

    def check_fold(self, question: str) -> None:
        playing.check_fold(self, question)

    def tucks(self, asked: bool | None) -> bool:
        return self.t.play.fold_tucks_automatically if asked is None else asked

    def strength_of(self, seat: Seat) -> int:
        return evaluate((*seat.cards, *self.board))

    def hand_name(self, strength: int) -> str:
        return playing.hand_name(strength)

    def compare(self, seat: Seat, strength: int) -> None:
        if strength > self.dealer_strength:
            settling.win(self, seat, strength)
        elif strength < self.dealer_strength:
            settling.lose(self, seat)
        else:
            settling.tie(self, seat)

    def side_line(self, strength: int) -> str:
        return line_of(strength)

    def progressive_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The two hole cards and the flop (UTH-PWIN-6a)."""
        return (*seat.cards, *self.board[: self.t.deal.flop_cards])

    def needs_all_open(self, seat: Seat) -> bool:
        """An award that shares the limit."""
        return settling.limited_odds(self, seat) is not None

    @property
    def common(self) -> tuple[Card, ...]:
        return self.board

    @property
    def cards_out(self) -> bool:
        return bool(self.board or self.burned)

    def key(self) -> tuple[Any, ...]:
        return (*super().key(), self.board, self.turned, tuple(self.blind_shares.items()))
