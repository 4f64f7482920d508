"""A table of Crazy 4 Poker in a few words: play a round on given cards, and read what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from tests.holdem.table import check_conserved, clauses, happened, order, results, texts, where

from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction
from pitboss.games.actions import Action, CardIs, Fold, PlaceBet, PlaceToke, PlayBet, Proceed, StartDeal
from pitboss.games.crazy4 import Crazy4Round
from pitboss.rules import load

__all__ = [
    "C4",
    "KINGS",
    "NINES",
    "NOT_OPEN",
    "check_conserved",
    "clauses",
    "declare_cards",
    "go",
    "happened",
    "open_round",
    "order",
    "play",
    "refused",
    "results",
    "seated",
    "texts",
    "where",
]  # fmt: skip

C4 = "crazy-4-poker"
KINGS = "Kc Kd 7s 5h 3d"  # the dealer's pair of kings
NINES = "9c 9d 7c 4h 2d"  # the dealer's pair of nines
NOT_OPEN = "Qc Jd 9s 7h 2c"  # queen high

Amounts = Mapping[int, Mapping[str, int]]


def open_round(cards: str | None = None, *, sets: Iterable[str] = (), manual: bool = False, **more: Any) -> Crazy4Round:
    """A round that takes bets; without cards each one is declared."""
    return Crazy4Round(load(C4, sets=sets), None if cards is None else parse_cards(cards), automatic=not manual, **more)


def bet(r: Crazy4Round, seat: int, ante: int = 1000, player: str = "", **more: int) -> Crazy4Round:
    for wager, cents in {"ante": ante, "super_bonus": ante, **more}.items():
        r.act(PlaceBet(spot=seat, cents=cents, wager=wager, player=player or f"P{seat}"))
    return r


def seated(
    hands: Mapping[int, str],
    dealer: str = NINES,
    *,
    ante: int = 1000,
    bets: Amounts = {},  # noqa: B006  (never changed)
    tokes: Amounts = {},  # noqa: B006
    declared: bool = False,
    **more: Any,
) -> Crazy4Round:
    """A round with the bets of all seats that have a hand, not started yet."""
    cards = " ".join([*(hands[seat] for seat in sorted(hands)), dealer])
    r = open_round(None if declared else cards, **more)
    for seat in hands:
        bet(r, seat, **{"ante": ante, **bets.get(seat, {})})
        for wager, cents in tokes.get(seat, {}).items():
            r.act(PlaceToke(spot=seat, cents=cents, wager=wager))
    return r


def play(hands: Mapping[int, str], dealer: str = NINES, plans: Mapping[int, str] = {}, **more: Any) -> Crazy4Round:
    """A round with these cards; each seat decides by its plan (``1x``, ``3x``, ``fold``, ``muck``), else ``1x``."""
    return go(seated(hands, dealer, **more).act(StartDeal()), plans)


def go(r: Crazy4Round, plans: Mapping[int, str] = {}) -> Crazy4Round:
    """The dealer does what is due and the seats decide by plan, until somebody else is asked."""
    while r.question is not None:
        if r.question.kind == "proceed":
            r.act(Proceed())
        elif r.question.kind == "fold_or_play":
            seat = r.question.spot or r.waiting[0]
            plan = plans.get(seat, "1x")
            if not plan:
                break
            r.act(decision(plan, seat))
        else:
            break
    return r


def decision(word: str, seat: int = 0) -> Action:
    if word in ("fold", "muck"):
        return Fold(spot=seat, tuck=None if word == "fold" else False)
    return PlayBet(int(word.removesuffix("x")), spot=seat)


def declare_cards(r: Crazy4Round, cards: str) -> Crazy4Round:
    """The dealer says the faces that are asked for, one after another."""
    for card in parse_cards(cards):
        while r.question is not None and r.question.kind == "proceed":
            r.act(Proceed())
        r.act(CardIs(card))
    return r


def refused(r: Crazy4Round, action: Action, *, role: str = "", clause: str | None = None, says: str = ".") -> None:
    """The action is refused with this clause and these words in its reason, and nothing has changed."""
    before, events, inputs = r.key(), list(r.events), list(r.inputs)
    with pytest.raises(IllegalAction, match=says) as refusal:
        r.act(action, role=role)
    assert clause is None or refusal.value.clause == clause, refusal.value
    assert (r.key(), r.events, r.inputs) == (before, events, inputs)
