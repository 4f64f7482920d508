"""A blackjack table in a few words: play a round on given cards, and read what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.actions import Action, PlaceBet, PlaceToke, Proceed, StartDeal
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.notation import parse_action
from pitboss.rules import load

BJ = "catfish-blackjack"
Bets = Mapping[int, int | Mapping[str, int]]
Answer = str | Action


def open_round(sheet: str, cards: str | None = None, *, sets: Iterable[str] = (), **more: Any) -> BlackjackRound:
    """A round that takes bets; without cards each one is declared."""
    return BlackjackRound(load(sheet, sets=sets), None if cards is None else parse_cards(cards), **more)


def play(
    sheet: str,
    cards: str | None = None,
    *,
    bets: Bets,
    tokes: Bets = {},  # noqa: B006  (never changed)
    answers: Iterable[Answer] = (),
    sets: Iterable[str] = (),
    manual: bool = False,
    players: Mapping[int, str] = {},
    **more: Any,
) -> BlackjackRound:
    """Bets and tokes in cents by spot (a plain number is the main bet), then the deal and the answers in turn."""
    round_ = open_round(sheet, cards, sets=sets, automatic=not manual, **more)
    for spot, wagers in bets.items():
        for wager, cents in _by_wager(wagers).items():
            round_.act(PlaceBet(spot=spot, cents=cents, wager=wager, player=players.get(spot, f"P{spot}")))
    for spot, wagers in tokes.items():
        for wager, cents in _by_wager(wagers).items():
            round_.act(PlaceToke(spot=spot, cents=cents, wager=wager))
    round_.act(StartDeal())
    return act(round_, *answers)


def shoe(*hands: str, dealer: str, then: str = "") -> str:
    """The cards in the order of the deal: the first two of each spot and of the dealer, then those to come.

    >>> shoe("Th 9h", "5c 6c", dealer="7d Tc", then="2s")
    'Th 5c 7d 9h 6c Tc 2s'
    """
    both = [hand.split() for hand in (*hands, dealer)]
    return " ".join([*(first for first, _ in both), *(second for _, second in both), *then.split()])


def _by_wager(wagers: int | Mapping[str, int]) -> Mapping[str, int]:
    return {"main": wagers} if isinstance(wagers, int) else wagers


def act(round_: BlackjackRound, *answers: Answer, role: str = "") -> BlackjackRound:
    """Answers one after another, in words (`"3: insure 5.00"`) or as actions.

    ``"go"`` lets the dealer do what is due until somebody else is asked, ``"go 2"`` lets him do two things.
    """
    for answer in answers:
        if isinstance(answer, str) and answer.split()[0] == "go" and answer != "go on":
            _go(round_, int(answer.split()[1]) if " " in answer else 10_000)
        else:
            round_.act(parse_action(answer) if isinstance(answer, str) else answer, role=role)
    return round_


def _go(round_: BlackjackRound, steps: int) -> None:
    while steps and round_.question is not None and round_.question.kind == "proceed":
        round_.act(Proceed())
        steps -= 1


def refused(
    round_: BlackjackRound, answer: Answer, *, role: str = "", clause: str | None = None, says: str = ""
) -> None:
    """The answer is refused with this clause and these words in its reason, and nothing has changed."""
    before, events = round_.key(), list(round_.events)
    with pytest.raises(IllegalAction, match=says or None) as refusal:
        act(round_, answer, role=role)
    assert clause is None or refusal.value.clause == clause, refusal.value
    assert (round_.key(), round_.events) == (before, events)


# reading the log


def happened(round_: BlackjackRound, *kinds: type[e.Event]) -> list[Any]:
    """The events of these kinds, in order."""
    return [event for event in round_.events if isinstance(event, kinds)]


def order(round_: BlackjackRound, *kinds: type[e.Event]) -> list[str]:
    """The names of the events (of these kinds, or all), in order."""
    return [type(event).__name__ for event in round_.events if not kinds or isinstance(event, kinds)]


def settled(round_: BlackjackRound, wager: str | None = None) -> list[tuple[int, int, str, int, str, int]]:
    """Spot, hand, wager, stake, result and amount of each settlement, in order."""
    return [
        (s.spot, s.hand, s.wager, s.stake, s.result, s.pays)
        for s in happened(round_, e.WagerSettled)
        if wager in (None, s.wager)
    ]


def calls(round_: BlackjackRound) -> list[str]:
    """What the dealer said, in order."""
    return [call.text for call in happened(round_, e.Called)]


def dealt(round_: BlackjackRound, why: str | None = None) -> list[tuple[int, str]]:
    """Spot and card of each card dealt, in order."""
    return [(c.spot, c.card.text) for c in happened(round_, e.CardDealt) if why in (None, c.why)]


def options(round_: BlackjackRound) -> set[str]:
    """The names of the answers that the open question takes."""
    return {type(offer.action).__name__ for offer in round_.offers()}


# nothing is lost


def money(round_: BlackjackRound) -> dict[str, int]:
    """Gain of players, dealers and house over the whole log, what still lies on the layout, and what stays up."""
    gain = {"players": 0, "dealers": 0, "house": 0, "layout": 0, "stays": 0}
    last: dict[tuple[int, int, str], str] = {}
    for event in round_.events:
        if isinstance(event, e.HandSplit):
            make_room(last, event)
        match event:
            case e.BetPlaced() | e.TokePlaced() | e.InsuranceBet() | e.HandDoubled() | e.HandSplit():
                _move(gain, event.cents, "players", "layout")
            case e.BetChanged():
                _move(gain, event.cents - event.before, "players", "layout")
            case e.BetTakenBack():
                _move(gain, event.cents, "layout", "players")
            case e.WagerSettled():
                last[event.spot, event.hand, event.wager] = event.result
                _settle(gain, event, event.result, 1)
            case e.SettlementReversed():
                _settle(gain, event, last[event.spot, event.hand, event.wager], -1)
    return gain


def _move(gain: dict[str, int], cents: int, giver: str, taker: str) -> None:
    gain[giver] -= cents
    gain[taker] += cents


def _settle(gain: dict[str, int], event: Any, result: str, sign: int) -> None:
    """A stake leaves the layout with what it wins or loses: to the player, a toke that won to the dealers."""
    owner = "dealers" if event.owner == "dealers" and result == "win" else "players"
    _move(gain, sign * event.stake, "layout", "stays" if result == "stays" else owner)
    _move(gain, sign * event.pays, "house", owner)


def make_room(kept: Any, split: e.HandSplit) -> None:
    """The hands that lie behind a new one get the next number, in whatever is kept by spot and hand."""
    for key in sorted(kept, reverse=True):
        if key[0] == split.spot and key[1] >= split.new_hand:
            kept[(key[0], key[1] + 1, *key[2:])] = kept.pop(key)


def layout(round_: BlackjackRound) -> dict[tuple[int, int, str], int]:
    """What lies on the layout by spot, hand and wager; no wager ever holds less than nothing."""
    lies: Counter[tuple[int, int, str]] = Counter()
    for event in round_.events:
        match event:
            case e.BetPlaced() | e.InsuranceBet():
                lies[event.spot, 0, getattr(event, "wager", "insurance")] += event.cents
            case e.BetChanged():
                lies[event.spot, 0, event.wager] += event.cents - event.before
            case e.BetTakenBack():
                lies[event.spot, 0, event.wager] -= event.cents
            case e.TokePlaced():
                lies[event.spot, event.hand, f"toke:{event.wager}"] += event.cents
            case e.HandDoubled():
                lies[event.spot, event.hand, "main"] += event.cents
            case e.HandSplit():
                make_room(lies, event)
                lies[event.spot, event.new_hand, "main"] += event.cents
            case e.WagerSettled():
                lies[event.spot, event.hand, event.wager] -= event.stake
            case e.SettlementReversed():
                lies[event.spot, event.hand, event.wager] += event.stake
        assert min(lies.values(), default=0) >= 0, event
    return +lies


def check_conserved(round_: BlackjackRound) -> None:
    """At the end no chip lies on the layout, and every card that came out is in the rack or burned."""
    assert round_.over
    assert not layout(round_)
    assert money(round_)["layout"] == 0, money(round_)
    assert sum(money(round_).values()) == 0
    if round_.order is not None:
        out = sorted(round_.order[: round_.next_card])
        racked = [card for event in happened(round_, e.CardsDiscarded) for card in event.cards]
        assert sorted([*racked, *round_.burned]) == out
    left = [c for spot in round_.spots.values() for hand in spot.hands for c in hand.cards]
    assert not left
    assert UNKNOWN not in round_.burned
