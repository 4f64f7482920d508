"""The kernel of Crazy 4 Poker: in lock step with the engine on random options, and as often as the solver says."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError, SheetError
from pitboss.games import actions as a
from pitboss.games.crazy4 import Crazy4Round
from pitboss.hands.four_cards import ACES, evaluate
from pitboss.maths._kernels.crazy4_rounds import PAID
from pitboss.maths.simulation.crazy4 import Crazy4Game, SeatBets, compile_table, settle
from pitboss.rules import Sheet, load

C4 = "crazy-4-poker"
OPTIONS = {
    "dealer.opens": ["king_high", "any"],
    "play.fold_keeps_queens_up": ["true", "false"],
    "play.win": ["1:1", "3:2"],
    "toke.follows_wager": ["true", "false"],
    "bets.progressive.jackpot_tie": ["split_evenly", "first_takes_meter"],
    "bets.progressive.returns_wager": ["true", "false"],
    "bets.progressive.envy_to_folded": ["true", "false"],
    "bets.progressive.envy_from": ["progressive_bettors", "any_player"],
    "deal.device": ["shuffler", "hand"],
    "deal.hand_deal_packets": ["five", "one"],
    "super_bonus.pays.flush": ["3:2", "2:1"],
}
HITS = ("As Ks Qs Js Ts", "5h 6h 7h 8h 9h", "5s 6s 7s 8s 9s", "8c 8d 8h 2c 2h", "Ac Ad Ah As 2c")
"""Hands that are dealt to the first seats more often than chance would."""


def some_sheet(chance: Random) -> Sheet:
    return load(C4, sets=[f"{path}={chance.choice(values)}" for path, values in OPTIONS.items()])


def some_bets(chance: Random) -> SeatBets:
    queens_up, progressive = chance.choice([0, 500]), chance.choice([0, 500])
    beside = ["ante", "super_bonus", "play", *["queens_up"] * bool(queens_up)]
    tokes = {wager: 50 * chance.randint(1, 9) for wager in beside if chance.random() < 0.3}
    return SeatBets(100 * chance.randint(5, 45), queens_up, progressive, tokes)


def some_deck(chance: Random, places: Any, seats: int) -> list[Card]:
    """A deck, now and then with a hand in it that wins what is rare."""
    deck = chance.sample(DECK, 52)
    if chance.random() < 0.5:
        for seat, text in enumerate(chance.sample(HITS, min(2, seats))):
            for at, name in enumerate(text.split()):
                place, card = places[5 * seat + at], Card.parse(name)
                other = deck.index(card)
                deck[place], deck[other] = deck[other], deck[place]
    return deck


def engine(
    sheet: Sheet, deck: list[Card], bets: list[SeatBets], plays: list[int], tucked: list[bool], meters: dict[str, int]
) -> list[dict[str, int]]:
    """What every seat is paid, by the dealt round."""
    r = Crazy4Round(sheet, deck, meters=meters)
    for box, own in enumerate(bets, start=1):
        laid = {"ante": own.ante, "super_bonus": own.ante, "queens_up": own.side, "progressive": own.progressive}
        for wager, cents in laid.items():
            if cents:
                r.act(a.PlaceBet(spot=box, cents=cents, wager=wager, player=f"P{box}"))
        for wager, cents in own.tokes.items():
            if wager != "play":
                r.act(a.PlaceToke(spot=box, cents=cents, wager=wager))
    r.act(a.StartDeal())
    for box, (times, tuck) in enumerate(zip(plays, tucked, strict=True), start=1):
        toke = bets[box - 1].tokes.get("play", 0)
        r.act(a.PlayBet(times, spot=box, toke_cents=toke) if times else a.Fold(spot=box, tuck=tuck))
    assert r.over
    return [
        {name: sum(s.pays for s in r.settlements if (s.spot, s.wager) == (box, name)) for name in PAID}
        for box in range(1, len(bets) + 1)
    ]


@pytest.mark.parametrize("seed", range(60))
def test_kernel_and_engine_pay_the_same_to_the_cent(seed: int) -> None:
    chance = Random(f"crazy4 {seed}")
    sheet, seats = some_sheet(chance), chance.randint(1, 6)
    bets = [some_bets(chance) for _ in range(seats)]
    meters = {"major": 2_000_000 + chance.randint(0, 99), "minor": 150_000 + chance.randint(0, 99)}
    table = compile_table(sheet, bets, meters=meters)
    deck = some_deck(chance, table.places, seats)
    plays, tucked = [], []
    for seat in range(seats):
        own = [deck[table.places[5 * seat + at]] for at in range(5)]
        plays.append(chance.randint(0, 3 if evaluate(own) >= ACES else 1))
        tucked.append(chance.random() < 0.7)
    stays = [tuck and sheet.rules.play.fold_keeps_queens_up for tuck in tucked]  # type: ignore[attr-defined]
    found = settle(
        table, np.array([deck], np.uint8), np.array([plays]), np.array([stays], np.int64), table.meters.copy()
    )  # fmt: skip
    kernel = [dict(zip(PAID, row.tolist(), strict=True)) for row in found[0]]
    assert kernel == engine(sheet, deck, bets, plays, tucked, meters)


@pytest.mark.parametrize("play", ["best", "simple"])
def test_the_kernel_keeps_what_the_solver_says(play: str) -> None:
    game = Crazy4Game(load(C4), seats=3, stakes={"main": 500, "queens_up": 500}, playbook=play)
    tally = game.run(1, 0, 200_000)
    assert game.way is not None
    for wager, edge in (("main", float(game.way.house_edge)), ("queens_up", 979 / 21_658)):
        found = tally.wagers[wager]
        mean = -found.won / found.staked
        error = (found.round_squares / tally.rounds) ** 0.5 / (3 * 500) / tally.rounds**0.5
        assert abs(mean - edge) < 4.5 * error, (wager, mean, edge)
    assert sum(tally.counts[name] for name in ("bet once the Ante", "bet more", "folded")) == 600_000


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(NotationError):
        Crazy4Game(load(C4), seats=7)
    with pytest.raises(NotationError):
        Crazy4Game(load(C4), stakes={"trips": 500})
    with pytest.raises(NotationError):
        Crazy4Game(load("ultimate-texas-holdem"))
    with pytest.raises(SheetError):
        load(C4, sets=["play.multiple=4"])
