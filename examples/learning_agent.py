"""An agent that learns blackjack by itself, and is told how far it got.

Monte Carlo control with a table of values: every round is played with some curiosity, and what it brought is credited
to each decision in it. `python examples/learning_agent.py 20000` plays so many rounds.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import gymnasium
import numpy as np

import pitboss.envs  # noqa: F401  (registers the environments)
from pitboss import load
from pitboss.maths.blackjack import solve

SHEET = "blackjack-v5"
CURIOSITY = 0.1


def learn(rounds: int, seed: int = 1) -> tuple[float, float]:
    """Play so many rounds; gives the mean result per round of the first and of the last quarter, in bets."""
    env = gymnasium.make("pitboss/Blackjack-v0", sheet=SHEET)
    chance = np.random.default_rng(seed)
    worth: defaultdict[tuple[int, ...], np.ndarray] = defaultdict(lambda: np.zeros(env.action_space.n))
    visits: defaultdict[tuple[int, ...], np.ndarray] = defaultdict(lambda: np.zeros(env.action_space.n))
    results = np.zeros(rounds)
    env.reset(seed=seed)
    for number in range(rounds):
        observation, info = env.reset()
        steps, over = [], False
        while not over:
            allowed = np.flatnonzero(info["action_mask"])
            here = tuple(int(value) for value in observation)
            greedy = allowed[np.argmax(worth[here][allowed])]
            action = int(chance.choice(allowed) if chance.random() < CURIOSITY else greedy)
            steps.append((here, action))
            observation, reward, over, _, info = env.step(action)
        results[number] = reward
        for here, action in steps:
            visits[here][action] += 1
            worth[here][action] += (reward - worth[here][action]) / visits[here][action]
    quarter = rounds // 4
    return float(results[:quarter].mean()), float(results[-quarter:].mean())


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    first, last = learn(rounds)
    print(f"first quarter {first:+.3f}, last quarter {last:+.3f} bets a round")
    print(f"best play     {-solve(load(SHEET)).house_edge:+.3f}")
