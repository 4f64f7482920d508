"""Complete blackjack rounds per second through the engine, beside a plain Python loop in the same run.

python3 benchmarks/rounds.py
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from time import process_time

from pitboss import BlackjackRound, Card, SeededSource, Table, actions, load
from pitboss.cards import DECK

TARGET = 3000
SHEET = load("catfish-blackjack")
HIT, STAND = actions.Hit(), actions.Stand()
BETS = [actions.PlaceBet(spot=box, cents=1000, player=str(box)) for box in range(1, 8)]


def shoes(seed: int, rounds: int, per_shoe: int) -> list[tuple[Card, ...]]:
    """Enough shuffled shoes for so many rounds, made before the clock starts."""
    generator, cards = random.Random(seed), list(DECK) * 6
    made = []
    for _ in range(-(-rounds // per_shoe)):
        generator.shuffle(cards)
        made.append(tuple(cards))
    return made


def answer(round_: BlackjackRound) -> None:
    """Hit below 17 against a high card and below 12 otherwise; never insure."""
    question = round_.question
    assert question is not None
    if question.kind == "play":
        total = round_.spots[question.spot].hands[question.hand].total
        round_.act(HIT if total < 12 or (total < 17 and round_.up.rank in "789TJQKA") else STAND)
    else:
        answer = round_.timeout_answer()
        assert answer is not None
        round_.act(answer)


def engine(spots: int, rounds: int, per_shoe: int) -> Callable[[], int]:
    """So many rounds through the engine; gives the events logged."""
    bets, made = BETS[:spots], shoes(1, rounds, per_shoe)

    def play() -> int:
        events = at = 0
        for number in range(rounds):
            if number % per_shoe == 0:
                at = 0
            round_ = BlackjackRound(SHEET, made[number // per_shoe], start=at)
            for bet in bets:
                round_.act(bet)
            round_.act(actions.StartDeal())
            while not round_.over:
                answer(round_)
            at = round_.next_card
            events += len(round_.events)
        return events

    return play


def table(spots: int, rounds: int) -> Callable[[], int]:
    """The same through a table: seats, shuffles and a new value for every action."""

    def play() -> int:
        state, _ = Table.open(SHEET)
        source = SeededSource("benchmark")
        for box in range(1, spots + 1):
            state, _ = state.sit(str(box), box)
        events = 0
        for _ in range(rounds):
            state, _ = state.prepare(source)
            state, _ = state.start_round()
            for bet in BETS[:spots]:
                state, _ = state.act(bet)
            state, _ = state.act(actions.StartDeal())
            while state.round is not None and not state.round.over:
                reply = state.round.timeout_answer()
                assert reply is not None
                state, _ = state.act(reply)
            assert state.round is not None
            events += len(state.round.events)
            state, _ = state.end_round()
        return events

    return play


def plain(spots: int, rounds: int, per_shoe: int) -> Callable[[], int]:
    """The yardstick: lists, totals and a dictionary of results, with no rules, questions or log."""
    values = [min(index // 4 + 2, 10) for index in range(48)] + [11] * 4
    made = [[values[card] for card in shoe] for shoe in shoes(1, rounds, per_shoe)]

    def play() -> int:
        won = at = 0
        for number in range(rounds):
            if number % per_shoe == 0:
                at = 0
            shoe = made[number // per_shoe]
            hands = [[shoe[at + box], shoe[at + spots + 1 + box]] for box in range(spots + 1)]
            at += 2 * spots + 2
            up = hands[spots][0]
            for hand in hands[:spots]:
                limit = 17 if up > 6 else 12
                while best(hand) < limit:
                    hand.append(shoe[at])
                    at += 1
            dealer = hands[spots]
            while best(dealer) < 17:
                dealer.append(shoe[at])
                at += 1
            results = {box: result(best(hand), best(dealer)) for box, hand in enumerate(hands[:spots])}
            won += sum(results.values())
        return won

    return play


def best(hand: list[int]) -> int:
    total, aces = sum(hand), hand.count(11)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


def result(mine: int, dealer: int) -> int:
    if mine > 21:
        return -1
    return 1 if dealer > 21 or mine > dealer else 0 if mine == dealer else -1


def per_second(play: Callable[[], int], rounds: int, times: int = 7) -> float:
    """The best of several runs in processor time: the machine's other work hardly counts."""
    fastest = float("inf")
    play()
    for _ in range(times):
        start = process_time()
        play()
        fastest = min(fastest, process_time() - start)
    return rounds / fastest


def main() -> None:
    print(f"Python {sys.version.split()[0]}, rounds per second of processor time, best of 7: python3 {sys.argv[0]}")
    rows = [
        ("seven spots, engine", per_second(engine(7, 1000, 5), 1000), per_second(plain(7, 1000, 5), 1000)),
        ("one spot, engine", per_second(engine(1, 4000, 30), 4000), per_second(plain(1, 4000, 30), 4000)),
        ("seven spots, table", per_second(table(7, 200), 200), per_second(plain(7, 1000, 5), 1000)),
    ]
    for name, ours, yardstick in rows:
        print(f"{name:22} {ours:8,.0f}   plain loop {yardstick:9,.0f}   {yardstick / ours:5.1f} times slower")
    seven = rows[0][1]
    print(f"target for seven spots: {TARGET:,} ({'met' if seven >= TARGET else 'missed'}, {seven / TARGET:.2f} times)")


if __name__ == "__main__":
    main()
