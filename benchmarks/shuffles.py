"""Time to shuffle six decks, beside Python's own shuffles in the same run.

python3 benchmarks/shuffles.py
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from pitboss.shoe import CryptographicChance, SeededChance, fresh_decks

CARDS = fresh_decks(6)


def milliseconds(shuffle: Callable[[], object], times: int = 300, rounds: int = 7) -> float:
    """The best of several rounds: the machine's other work only ever adds."""
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(times):
            shuffle()
        best = min(best, perf_counter() - start)
    return best / times * 1000


def python_shuffle(generator: random.Random) -> Callable[[], object]:
    """Python's shuffle of a copy, which is the work that ours does."""

    def shuffle() -> object:
        cards = list(CARDS)
        generator.shuffle(cards)
        return cards

    return shuffle


def main() -> None:
    cryptographic, seeded = CryptographicChance(), SeededChance("benchmark")
    rows = [
        (
            "cryptographic",
            lambda: cryptographic.shuffled(CARDS),
            "random.SystemRandom",
            random.SystemRandom(),
        ),
        ("seeded", lambda: seeded.shuffled(CARDS), "random.Random", random.Random(1)),
    ]
    for name, ours, other, generator in rows:
        mine, theirs = milliseconds(ours), milliseconds(python_shuffle(generator))
        print(f"{name:14} {mine:.3f} ms   {other:20} {theirs:.3f} ms   {theirs / mine:.1f} times as fast")


if __name__ == "__main__":
    main()
