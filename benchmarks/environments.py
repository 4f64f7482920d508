"""Steps of the learning environments per second of processor time, beside Gymnasium's own blackjack in the same run.

python3 benchmarks/environments.py

Gymnasium's knows hit and stand; ours any legal action of a sheet, chosen at random. A step is one answer at one table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import pitboss.envs  # noqa: F401  (registers the environments)
from pitboss.rules import load

TARGET = 1_000_000
TABLES = 4096
Choose = Callable[[dict[str, Any]], np.ndarray]
RNG = np.random.default_rng(1)


def any_legal(info: dict[str, Any]) -> np.ndarray:
    mask = info["action_mask"]
    return (RNG.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)


def steps_per_second(env: Any, steps: int, choose: Choose) -> tuple[float, float]:
    """Steps per second of processor time: of the environment alone, and with the choice of actions."""
    _, info = env.reset(seed=1)
    env.step(choose(info))  # compiled, or taken from the cache
    _, info = env.reset(seed=1)
    alone, began = 0.0, process_time()
    for _ in range(steps):
        actions = choose(info)
        start = process_time()
        _, _, _, _, info = env.step(actions)
        alone += process_time() - start
    env.close()
    return steps * env.num_envs / alone, steps * env.num_envs / (process_time() - began)


def main() -> int:
    print(f"{'':44}{'steps/s':>12}{'with choice':>14}")

    def told(name: str, figures: tuple[float, float]) -> float:
        print(f"{name:44}{figures[0]:12,.0f}{figures[1]:14,.0f}")
        return figures[0]

    peer = gymnasium.make_vec("Blackjack-v1", num_envs=64, vectorization_mode="sync")
    theirs = told("Gymnasium Blackjack-v1 (sync)", steps_per_second(peer, 600, lambda _: RNG.integers(2, size=64)))
    single = gymnasium.make_vec("pitboss/Blackjack-v0", num_envs=16, vectorization_mode="sync")
    told("pitboss/Blackjack-v0 by the engine (sync)", steps_per_second(single, 100, any_legal))
    slowest = float("inf")
    for sheet in ("catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5"):
        env = gymnasium.make_vec("pitboss/Blackjack-v0", num_envs=TABLES, sheet=load(sheet))
        slowest = min(slowest, told(sheet, steps_per_second(env, 300, any_legal)))
    everything = {"bets": (1, 2, 4, 8), "count": "hi-lo", "cards_left": True, "whole_shoe": True}
    env = gymnasium.make_vec("pitboss/Blackjack-v0", num_envs=TABLES, **everything)
    told("catfish, with bets, count and cards left", steps_per_second(env, 300, any_legal))
    env = gymnasium.make_vec("pitboss/Blackjack-v0", num_envs=TABLES, autoreset_mode="SameStep")
    told("catfish, reset in the same step", steps_per_second(env, 300, any_legal))
    print(f"the slowest sheet: {slowest / theirs:,.0f} times Gymnasium's; target {TARGET:,} steps/s")
    return 0 if slowest >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
