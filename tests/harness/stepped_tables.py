"""Lock step of the vector environment: what it was told to do is done again by the engine, with the same cards.

A walk answers every table with any legal action and keeps what each round told; a round that has ended is dealt by the
engine from the same place of the same shoe. At every decision the engine must show the same and offer the same, and in
the end it must have settled the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.envs.blackjack import ACTIONS, BlackjackEnv
from pitboss.envs.blackjack_vector import BlackjackVectorEnv
from pitboss.envs.rounds import SEAT
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack.round import BlackjackRound
from pitboss.maths._kernels import blackjack_steps_layout as w
from pitboss.maths._kernels import blackjack_tables as b

__all__ = ["Played", "finished_rounds", "make_rich", "replayed"]

CARDS = {b.card_code(card): card for card in DECK}


@dataclass
class Played:
    """A round as the environment told it: what was seen, what was legal and what was done at each decision."""

    shoe: NDArray[np.uint8]
    start: int = 0
    steps: list[tuple[list[int], list[int], int]] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    net_cents: int = 0
    reward: float = 0.0

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(CARDS[code] for code in self.shoe[self.start :].tolist())

    @property
    def done(self) -> list[int]:
        return [action for _, _, action in self.steps]


def make_rich(env: BlackjackVectorEnv, random: Random, rich: str) -> None:
    """Put more pairs, aces and tens into some shoes, so that rare hands are not rare; they are shuffled later."""
    size = int(env._pit.values[0, b.CARDS])
    for row in env._pit.shoes[:: random.choice((2, 3))]:
        ranks = rich or random.choice(("A", "AT", "AT8", "7A", "K", "569", "TA5"))
        codes = [b.card_code(card) for card in DECK if card.rank in ranks]
        row[: size // 2] = random.choices(codes, k=size // 2)


def finished_rounds(env: BlackjackVectorEnv, steps: int, random: Random, *, rich: str = "") -> Iterator[Played]:
    """Rounds played by any legal action, as they end; the environment resets with the next step."""
    rng, size = np.random.default_rng(random.getrandbits(32)), int(env._pit.values[0, b.CARDS])
    seen, info = env.reset(seed=random.getrandbits(32))
    make_rich(env, random, rich)
    seen, info = env.reset()
    open_: list[Played | None] = [Played(row[:size].copy()) for row in env._pit.shoes]
    for _ in range(steps):
        mask = info["action_mask"]
        assert mask.any(axis=1).all()
        chosen = (rng.random(mask.shape) * mask).argmax(axis=1)
        before, legal = seen.tolist(), mask.tolist()
        seen, rewards, terminated, truncated, info = env.step(chosen)
        assert not truncated.any()
        assert "illegal" not in info
        for table, played in enumerate(open_):
            if played is None:
                assert not rewards[table]
                open_[table] = Played(env._pit.shoes[table][:size].copy())
                continue
            played.steps.append((before[table], legal[table], int(chosen[table])))
            if not terminated[table]:
                assert not rewards[table]
                continue
            played.start, played.last = int(env._pit.state[table, w.START]), seen[table].tolist()
            played.reward, played.net_cents = float(rewards[table]), int(info["net_cents"][table])
            open_[table] = None
            yield played


def replayed(env: BlackjackVectorEnv, played: Played) -> dict[str, Any] | None:
    """The first difference to the engine, or None."""
    steps, units = played.steps, 1
    if env.bets:
        units = env.bets[steps[0][2] - w.FIRST_BET]
        steps = steps[1:]
    one = BlackjackEnv(env.sheet, stakes={"main": f"{env.unit * units / 100:.2f}"})
    one.round = one._opened(played.cards)
    one.round.act(a.StartDeal())
    one.done = False
    for seen, legal, action in steps:
        if one.round.case is not None:
            return None  # out of cards, which is the supervisor's business
        found = one._observation().tolist(), one.action_mask().tolist()
        if found != (seen[:10], legal[: len(ACTIONS)]):
            return {"engine": found, "tables": (seen, legal), "done": played.done, "cards": played.cards[:12]}
        try:
            do(one, one.round, ACTIONS[action])
        except IllegalAction as refused:
            return {"refused": str(refused), "action": ACTIONS[action], "done": played.done}
    if one.round.case is not None:
        return None
    result = one.round.net()[SEAT] if one.round.over else None
    last = one._observation().tolist()
    if (result, last) != (played.net_cents, played.last[:10]):
        return {"engine": (result, last), "tables": (played.net_cents, played.last), "done": played.done}
    return None


def do(one: BlackjackEnv, round_: BlackjackRound, name: str) -> None:
    """An answer at the engine's table, given again where the dealer asks what a raise on fives is."""
    if round_.over:
        return
    answer = one._answers(round_)[name]
    round_.act(answer)
    if round_.question is not None and round_.question.kind == "fives":
        round_.act(answer)
