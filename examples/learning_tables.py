"""Thousands of tables learn blackjack together, and are told how far they got.

Monte Carlo control with one table of values: what a round brought is credited to each decision in it, and older rounds,
which were played worse, count half as much with every lesson. `python examples/learning_tables.py` takes some seconds;
a number of steps may follow.
"""

from __future__ import annotations

import sys

import gymnasium
import numpy as np

import pitboss.envs  # noqa: F401  (registers the environments)
from pitboss import load
from pitboss.maths.blackjack import solve

SHEET = "blackjack-v5"
TABLES = 2048
LESSONS = 20
CURIOSITY = 0.1
LONGEST = 64
"""More decisions than a round has."""
SEEN = ("question", "total", "soft", "up_card", "pair", "split")
"""What of an observation is looked at; the count of cards and hands hardly matters."""


class Player:
    """The mean result of every action in every situation, and the choice by it."""

    def __init__(self, env: gymnasium.vector.VectorEnv, seed: int) -> None:
        self.env, self.rng = env, np.random.default_rng(seed)
        self.columns = [env.fields.index(name) for name in SEEN]
        sizes = env.single_observation_space.nvec[self.columns]
        self.places = np.cumprod([1, *sizes[:-1]])
        self.won = np.zeros((int(np.prod(sizes)), env.single_action_space.n))
        self.times = np.zeros_like(self.won)

    def choose(self, here: np.ndarray, mask: np.ndarray, curiosity: float) -> np.ndarray:
        """The best legal action by what is known, or any with some probability; what was never tried is worth 0."""
        worth = self.won[here] / np.maximum(self.times[here], 1)
        best = np.where(mask, worth, -np.inf).argmax(axis=1)
        anything = (self.rng.random(mask.shape) * mask).argmax(axis=1)
        return np.where(self.rng.random(len(here)) < curiosity, anything, best)

    def play(self, steps: int, *, curiosity: float, learn: bool = True) -> float:
        """Take N steps at all tables together; returns the mean result of a round in bets."""
        observations, info = self.env.reset()
        done, length = np.zeros((TABLES, LONGEST), dtype=np.int64), np.zeros(TABLES, dtype=np.int64)
        rows, total, rounds = np.arange(TABLES), 0.0, 0
        for _ in range(steps // TABLES):
            here = observations[:, self.columns] @ self.places
            actions = self.choose(here, info["action_mask"], curiosity)
            done[rows, length] = here * self.won.shape[1] + actions
            length += 1
            observations, rewards, over, _, info = self.env.step(actions)
            total, rounds = total + rewards.sum(), rounds + over.sum()
            if learn:
                self.credit(done[over], length[over], rewards[over])
            length[over] = 0
        return float(total / rounds)

    def credit(self, done: np.ndarray, length: np.ndarray, rewards: np.ndarray) -> None:
        """What rounds brought, to each of their decisions."""
        taken = np.arange(LONGEST) < length[:, None]
        np.add.at(self.won.reshape(-1), done[taken], np.repeat(rewards, length))
        np.add.at(self.times.reshape(-1), done[taken], 1)


def learn(steps: int, seed: int = 1) -> tuple[float, float]:
    """Learn for N steps; returns the mean result of a round by random play and by what was learned, in bets."""
    env = gymnasium.make_vec("pitboss/Blackjack-v0", num_envs=TABLES, sheet=SHEET, autoreset_mode="SameStep")
    env.reset(seed=seed)
    player = Player(env, seed)
    by_chance = player.play(steps // LESSONS, curiosity=1.0)
    for _ in range(LESSONS - 1):
        player.won, player.times = player.won / 2, player.times / 2
        player.play(steps // LESSONS, curiosity=CURIOSITY)
    return by_chance, player.play(max(steps // 4, 200_000), curiosity=0.0, learn=False)


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 8_000_000
    by_chance, learned = learn(steps)
    print(f"random play {by_chance:+.3f}, learned {learned:+.3f} bets a round")
    print(f"best play   {-solve(load(SHEET)).house_edge:+.3f}")
