"""Poker hands of seven cards per second, beside eval7, phevaluator and treys in the same run.

python3 dev.py bench evaluator
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.hands.poker import evaluate
from pitboss.maths._kernels.poker import FLUSHES, KEYS, MOVES7, PLACES7
from pitboss.maths.evaluator import evaluate_batch, strength_counts

ALL_HANDS = 133_784_560
BATCH, SINGLE = 4_000_000, 20_000
COMMAND = "python3 dev.py bench evaluator"

PLAIN_C = """
#include <stdint.h>
void batch(const uint8_t *cards, long n, uint16_t *out, const uint64_t *keys, const uint16_t *places,
           const uint8_t *moves, const uint16_t *flushes)
{
    for (long i = 0; i < n; i++, cards += 7) {
        uint64_t key = 0x3333, held = 0;
        for (int j = 0; j < 7; j++) { key += keys[cards[j]]; held |= 1ull << cards[j]; }
        if (key & 0x8888) {
            uint64_t ranks = held >> (__builtin_ctzll(key & 0x8888) >> 2);
            unsigned set = 0;
            for (int rank = 0; rank < 13; rank++) set |= (ranks >> 4 * rank & 1) << rank;
            out[i] = flushes[set];
        } else out[i] = places[((key >> 32) ^ moves[key >> 50]) & 0xffff];
    }
}
"""


def random_hands(count: int) -> NDArray[np.uint8]:
    drawn = np.random.default_rng(7).integers(0, 52, (2 * count, 7), dtype=np.uint8)
    ordered = np.sort(drawn, axis=1)
    return drawn[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][:count]


def rate(hands: int, work: Callable[[], object], rounds: int = 7) -> float:
    """Hands per second of CPU in the best of several rounds: the machine's other work only ever adds."""
    work()
    seconds = []
    for _ in range(rounds):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return hands / min(seconds)


def each(evaluator: Callable[[Any], int], hands: Sequence[Any]) -> Callable[[], object]:
    def work() -> None:
        for hand in hands:
            evaluator(hand)

    return work


def peers(hands: list[list[Card]]) -> dict[str, float]:
    """The peers, one call for each hand: none of them takes an array."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import eval7
        import treys
        from phevaluator import evaluate_cards
    eval7_cards = [eval7.Card(card.text) for card in DECK]
    treys_cards, evaluator = [treys.Card.new(card.text) for card in DECK], treys.Evaluator()
    calls: dict[str, Callable[[], object]] = {
        "eval7": each(eval7.evaluate, [[eval7_cards[card] for card in hand] for hand in hands]),
        "phevaluator": each(lambda hand: evaluate_cards(*hand), [list(map(int, hand)) for hand in hands]),
        "treys": each(lambda hand: evaluator.evaluate(hand, []), [[treys_cards[c] for c in hand] for hand in hands]),
    }
    return {name: rate(len(hands), call, rounds=3) for name, call in calls.items()}


def plain_c(hands: NDArray[np.uint8]) -> float | None:
    """The same tables read by a plain C loop without checks, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "batch.c", Path(folder) / "batch.so"
        source.write_text(PLAIN_C)
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        batch = ctypes.CDLL(str(library)).batch
        out = np.empty(len(hands), dtype=np.uint16)
        tables = [ctypes.c_void_p(table.ctypes.data) for table in (KEYS, PLACES7, MOVES7, FLUSHES)]
        cards, count = ctypes.c_void_p(hands.ctypes.data), ctypes.c_long(len(hands))
        found = rate(len(hands), lambda: batch(cards, count, ctypes.c_void_p(out.ctypes.data), *tables))
        assert (out == evaluate_batch(hands)).all()
        return found


def main() -> None:
    hands = random_hands(BATCH)
    singles = [[DECK[card] for card in hand] for hand in hands[:SINGLE].tolist()]
    other = peers(singles)
    rows: list[tuple[str, float | None]] = [
        ("all 133,784,560 hands in order", rate(ALL_HANDS, lambda: strength_counts(7), rounds=3)),
        ("batch of random hands", rate(BATCH, lambda: evaluate_batch(hands))),
        ("the same in plain C, unchecked", plain_c(hands)),
        ("one call for each, pure Python", rate(SINGLE, each(evaluate, singles))),
        *((f"one call for each, {name}", speed) for name, speed in other.items()),
    ]
    print(f"{COMMAND}   (Python {sys.version.split()[0]}, one core, CPU time)")
    print(f"{'':32}{'hands/s':>14}{'each':>12}" + "".join(f"{'/ ' + name:>14}" for name in other))
    for name, speed in rows:
        if speed is None:
            print(f"{name:32}{'no C compiler':>14}")
            continue
        ratios = "".join(f"{speed / theirs:>14,.2f}" for theirs in other.values())
        print(f"{name:32}{speed:>14,.0f}{1e9 / speed:>9,.1f} ns{ratios}")


if __name__ == "__main__":
    main()
