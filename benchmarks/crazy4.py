"""How long exact Crazy 4 Poker takes, cold and warm, beside plain counting: `python3 dev.py bench crazy4.py`.

Plain counting meets each of a sample of hands with all 1,533,939 of the dealer's, as compiled code; what it would take
for all 2,598,960 hands follows. Both must count the same.
"""

from __future__ import annotations

import subprocess
import sys
import time
from random import Random

import numpy as np

from pitboss.maths._kernels.crazy4_hands import HANDS, face_one
from pitboss.maths.crazy4 import compile_crazy4, solve
from pitboss.maths.crazy4.showdowns import faced
from pitboss.rules import load

SAMPLE = 40
COLD = """
import time
from pitboss.maths.crazy4 import solve
from pitboss.rules import load
print(solve(load("crazy-4-poker")).house_edge, time.process_time())
"""


def cold() -> None:
    """A new process, kernels compiled and nothing kept: its processor time from the first import on."""
    edge, seconds = subprocess.run(
        [sys.executable, "-c", COLD], check=True, capture_output=True, text=True
    ).stdout.split()  # fmt: skip
    print(f"edge {edge}, a new process              {float(seconds):8.3f} s CPU (aim 3)")


def counted(opens: int) -> float:
    """CPU seconds of a sample of hands, each counted out against all of the dealer's and held against the solver's."""
    hands, chance = faced(opens), Random(4)
    number = {int(at): place for place, at in enumerate(hands.number)}
    spent = 0.0
    for _ in range(SAMPLE):
        own = sorted(chance.sample(range(52), 5))
        left = np.array([card for card in range(52) if card not in own])
        results, before = np.zeros(4, np.int64), time.process_time()
        face_one(np.array(own), left, opens, results)
        spent += time.process_time() - before
        place = number[_number(own)]
        solved = [int(each[place]) for each in (hands.unopened, hands.won, hands.tied, hands.lost)]
        if results.tolist() != solved:
            sys.exit(f"{own}: {results.tolist()} by counting, {solved} by the solver")
    return spent


def _number(cards: list[int]) -> int:
    from math import comb

    return sum(comb(card, at) for at, card in enumerate(cards, 1))


def main() -> None:
    cold()
    sheet = load("crazy-4-poker")
    opens = compile_crazy4(sheet).opens
    faced(opens)
    faced.cache_clear()
    before = time.process_time()
    solve(sheet)
    warm = time.process_time() - before
    counted(opens)
    all_hands = counted(opens) / SAMPLE * HANDS
    print(f"solve, warm: edge, play, distribution {warm:8.3f} s CPU")
    print(f"plain counting of {SAMPLE} hands, for all   {all_hands:8.0f} s CPU: {all_hands / warm:,.0f} times as long")


if __name__ == "__main__":
    main()
