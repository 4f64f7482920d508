"""Rounds of Ultimate Texas Hold'em with six seats through the engine, per second and core.

python3 benchmarks/holdem_rounds.py
"""

from __future__ import annotations

import random
from time import process_time

from pitboss.cards import DECK, Card
from pitboss.games.actions import Check, Fold, PlaceBet, PlayBet, StartDeal
from pitboss.games.holdem.round import HoldemRound
from pitboss.rules import load

SHEET = load("ultimate-texas-holdem")
REGULAR = {"ante": 1000, "blind": 1000}
ALL = {**REGULAR, "trips": 500, "progressive": 500}
START = StartDeal()
METERS = {"major": 20_000_00, "minor": 1_500_00}


def pairs(cards: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether a hole card has its rank on the board or in the other."""
    ranks = {card >> 2 for card in board}
    return cards[0] >> 2 in ranks or cards[1] >> 2 in ranks or cards[0] >> 2 == cards[1] >> 2


def bets(wagers: dict[str, int]) -> list[PlaceBet]:
    """The wagers of six seats."""
    return [
        PlaceBet(spot=seat, cents=cents, wager=wager, player=f"P{seat}")
        for seat in range(1, 7)
        for wager, cents in wagers.items()
    ]


def play(deck: list[Card], wagers: list[PlaceBet]) -> HoldemRound:
    """One round of a simple strategy that uses every street.

    Four times the Ante with an ace or a pair, twice with a pair on the flop, once with a pair in the end, else a fold.
    """
    r = HoldemRound(SHEET, deck, meters=METERS)
    for bet in wagers:
        r.act(bet)
    r.act(START)
    while r.question is not None:
        street, _, spot, _ = r.question
        cards = r.seats[spot].cards
        if street == "preflop":
            r.act(PlayBet(4, spot) if max(cards) >> 2 == 12 or pairs(cards, ()) else Check(spot))
        elif street == "flop":
            r.act(PlayBet(2, spot) if pairs(cards, r.board[:3]) else Check(spot))
        else:
            r.act(PlayBet(1, spot) if pairs(cards, r.board) else Fold(spot))
    assert r.over
    return r


def rounds_per_second(wagers: list[PlaceBet], rounds: int = 300, times: int = 25) -> float:
    """The best of several runs in processor time: the machine's other work only ever adds."""
    rng = random.Random(1)
    decks = [rng.sample(DECK, 52) for _ in range(rounds)]
    best = float("inf")
    for _ in range(times):
        start = process_time()
        for deck in decks:
            play(deck, wagers)
        best = min(best, process_time() - start)
    return rounds / best


if __name__ == "__main__":
    for name, wagers in (("Ante and Blind", REGULAR), ("with Trips and the progressive", ALL)):
        print(f"six seats, {name}: {rounds_per_second(bets(wagers)):,.0f} rounds per second and core (target 3,000)")
