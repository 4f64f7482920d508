"""A hold'em table in a few words: play a round on given cards, and read what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pitboss.cards import cards_text, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.actions import Action, Check, Fold, PlaceBet, PlaceToke, PlayBet, Proceed, StartDeal
from pitboss.games.events import PlayBetMade, StubDiscarded
from pitboss.games.holdem.round import HoldemRound
from pitboss.rules import load

UTH = "ultimate-texas-holdem"

# Boards and dealers that many tests use.
BOARD = "2c 7d 9h Js Kd"  # nothing on it
PAIR = "Kh 3s"  # the dealer's pair of kings on it
HIGH = "Qs 3h"  # the dealer's king and queen high on it, which do not qualify
ACES = "As Ah"  # a player's pair of aces on it, which beats both
LOW = "Tc 3d"  # a player's king, jack and ten high on it, which both beat

Amounts = Mapping[int, Mapping[str, int]]


def deck(hands: Mapping[int, str], board: str = BOARD, dealer: str = PAIR) -> str:
    """The cards in the order of the shuffler: board, packets from seat 1 on, the dealer."""
    return " ".join([board, *(hands[seat] for seat in sorted(hands)), dealer])


def open_round(cards: str | None = None, *, sets: Iterable[str] = (), manual: bool = False, **more: Any) -> HoldemRound:
    """A round that takes bets; without cards each one is declared."""
    return HoldemRound(
        load(UTH, sets=sets), None if cards is None else parse_cards(cards), automatic=not manual, **more
    )


def bet(r: HoldemRound, seat: int, ante: int = 1000, **more: int) -> HoldemRound:
    """Equal Ante and Blind for a seat, and whatever else."""
    for wager, cents in {"ante": ante, "blind": ante, **more}.items():
        r.act(PlaceBet(spot=seat, cents=cents, wager=wager, player=f"P{seat}"))
    return r


def seated(
    hands: Mapping[int, str],
    board: str = BOARD,
    dealer: str = PAIR,
    *,
    ante: int = 1000,
    bets: Amounts = {},  # noqa: B006  (never changed)
    tokes: Amounts = {},  # noqa: B006
    declared: bool = False,
    **more: Any,
) -> HoldemRound:
    """A round with the bets of all seats that have a hand, not started yet; ``bets`` are the further ones."""
    r = open_round(None if declared else deck(hands, board, dealer), **more)
    for seat in hands:
        bet(r, seat, **{"ante": ante, **bets.get(seat, {})})
        for wager, cents in tokes.get(seat, {}).items():
            r.act(PlaceToke(spot=seat, cents=cents, wager=wager))
    return r


def play(
    hands: Mapping[int, str],
    board: str = BOARD,
    dealer: str = PAIR,
    plans: Mapping[int, str] = {},
    **more: Any,
) -> HoldemRound:
    """A round with these cards; each seat decides by its plan (``check 2x``, ``check check fold``), else ``4x``."""
    return go(seated(hands, board, dealer, **more).act(StartDeal()), plans)


def go(r: HoldemRound, plans: Mapping[int, str] = {}) -> HoldemRound:
    """The dealer does what is due and the seats decide by plan, until a plan ends or somebody else is asked."""
    left = {seat: plans.get(seat, "4x").split() for seat in r.seats}
    while r.question is not None:
        seat = r.question.spot
        if r.question.kind == "proceed":
            r.act(Proceed())
        elif r.question.kind in ("preflop", "flop", "river"):
            seat = seat or next((s for s in r.waiting if left[s]), 0)
            if not seat or not left[seat]:
                break
            r.act(decision(left[seat].pop(0), seat))
        else:
            break
    return r


def decision(word: str, seat: int = 0) -> Action:
    """``check``, ``4x``, ``fold``, ``tuck`` (fold and keep the cards for Trips) or ``muck`` (fold without)."""
    if word == "check":
        return Check(spot=seat)
    if word in ("fold", "tuck", "muck"):
        return Fold(spot=seat, tuck={"fold": None, "tuck": True, "muck": False}[word])
    assert word.endswith("x")
    return PlayBet(int(word[:-1]), spot=seat)


def act(r: HoldemRound, *actions: Action | str, role: str = "") -> HoldemRound:
    """Actions one after another; a word with a seat (``2: check``) is a decision."""
    for action in actions:
        if isinstance(action, str):
            seat, _, word = action.rpartition(": ")
            action = decision(word, int(seat or 0))
        r.act(action, role=role)
    return r


def steps(r: HoldemRound, count: int) -> HoldemRound:
    """The dealer does so many things."""
    for _ in range(count):
        r.act(Proceed())
    return r


def refused(
    r: HoldemRound, action: Action | str, *, role: str = "", clause: str | None = None, says: str = "."
) -> None:
    """The action is refused with this clause and these words in its reason, and nothing has changed."""
    before, events, inputs = r.key(), list(r.events), list(r.inputs)
    with pytest.raises(IllegalAction, match=says) as refusal:
        act(r, action, role=role)
    assert clause is None or refusal.value.clause == clause, refusal.value
    assert (r.key(), r.events, r.inputs) == (before, events, inputs)


# reading the log


def happened(r: HoldemRound, *kinds: type[e.Event]) -> list[Any]:
    """The events of these kinds, in order."""
    return [event for event in r.events if isinstance(event, kinds)]


def order(r: HoldemRound, *kinds: type[e.Event]) -> list[str]:
    """The names of the events (of these kinds, or all), in order."""
    return [type(event).__name__ for event in r.events if not kinds or isinstance(event, kinds)]


def where(r: HoldemRound, kind: type[e.Event], **facts: Any) -> int:
    """The place in the log of the first event of this kind with these facts."""
    for place, event in enumerate(r.events):
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in facts.items()):
            return place
    raise AssertionError(f"no {kind.__name__} with {facts}")


def results(r: HoldemRound, seat: int | None = None, wager: str | None = None) -> dict[Any, tuple[str, int]]:
    """Result and amount by wager of a seat, or by seat of a wager, as they stand at the end."""
    return {
        (s.wager if seat is not None else s.spot): (s.result, s.pays)
        for s in happened(r, e.WagerSettled)
        if seat in (None, s.spot) and wager in (None, s.wager)
    }


def clauses(r: HoldemRound, seat: int) -> dict[str, str]:
    """The clause by which each wager of a seat was settled."""
    return {s.wager: s.clause for s in happened(r, e.WagerSettled) if s.spot == seat}


def texts(events: Iterable[Any]) -> list[str]:
    """The cards of each event."""
    return [cards_text(event.cards) for event in events]


# nothing is lost


def money(r: HoldemRound) -> dict[str, int]:
    """Gain of players, dealers and house over the whole log, what still lies on the layout, and what stays up."""
    gain = {"players": 0, "dealers": 0, "house": 0, "layout": 0, "stays": 0}
    last: dict[tuple[int, str], str] = {}
    for event in r.events:
        match event:
            case e.BetPlaced() | e.TokePlaced() | PlayBetMade():
                _move(gain, event.cents, "players", "layout")
            case e.BetChanged():
                _move(gain, event.cents - event.before, "players", "layout")
            case e.BetTakenBack():
                _move(gain, event.cents, "layout", "players")
            case e.WagerSettled():
                last[event.spot, event.wager] = event.result
                _settle(gain, event, event.result, 1)
            case e.SettlementReversed():
                _settle(gain, event, last[event.spot, event.wager], -1)
        assert gain["layout"] >= 0, event
    return gain


def _move(gain: dict[str, int], cents: int, giver: str, taker: str) -> None:
    gain[giver] -= cents
    gain[taker] += cents


def _settle(gain: dict[str, int], event: Any, result: str, sign: int) -> None:
    """A stake leaves the layout with what it wins or loses: to the player, a toke that won to the dealers."""
    owner = "dealers" if event.owner == "dealers" and result == "win" else "players"
    _move(gain, sign * event.stake, "layout", "stays" if result == "stays" else owner)
    _move(gain, sign * event.pays, "house", owner)


def check_conserved(r: HoldemRound) -> None:
    """At the end no chip lies on the layout, and every card of the deck is in the rack, burned or in the stub."""
    assert r.over
    total = money(r)
    assert total["layout"] == 0, total
    assert sum(total.values()) == 0
    tokes = sum(event.cents for event in happened(r, e.TokePlaced)) - sum(
        event.cents for event in happened(r, e.BetTakenBack) if event.wager.startswith("toke:")
    )
    returned = sum(s.stake for s in r.settlements if s.owner == "dealers" and s.result in ("push", "void"))
    assert total["players"] == sum(r.net().values()) - (tokes - returned)
    if r.cards_out:
        stub = sum(event.count for event in happened(r, StubDiscarded))
        out = [card for event in happened(r, e.CardsDiscarded) for card in event.cards]
        assert len(out) + len(r.burned) + stub == 52
        if r.order is not None:
            assert sorted([*out, *r.burned]) == sorted(r.order[: r.next_card])
