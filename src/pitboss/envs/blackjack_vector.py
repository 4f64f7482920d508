"""Many blackjack tables as one Gymnasium vector environment, dealt and settled by the simulation kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.envs.blackjack import ACTIONS, QUESTIONS, BlackjackEnv
from pitboss.envs.rounds import Illegal, Observation
from pitboss.errors import IllegalAction, NotationError
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_steps import reset_tables, step_tables
from pitboss.maths._kernels.blackjack_steps_layout import ENDED, MOST_BETS, PHASE, Told
from pitboss.maths.counting import Count, read_count
from pitboss.maths.simulation.blackjack.counting import HIGHEST, LOWEST
from pitboss.maths.simulation.blackjack.stepping import new_pit, new_told, seed_table
from pitboss.rules import Sheet

__all__ = ["BlackjackVectorEnv"]

Infos = dict[str, Any]
Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


class BlackjackVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Blackjack tables with one player each, all of one sheet; an episode is a round, as in :class:`.BlackjackEnv`.

    Observations have the fields of that environment, and its actions have their numbers. On request there is more:
    ``bets`` (multiples of the main bet) asks for a bet before the deal, one action for each, and tells it; ``count``
    (a name or tags) tells the running and the true count, ``cards_left`` how many cards of each value are unseen, both
    without hole card and burn cards. ``whole_shoe`` deals each shoe to its cut card instead of shuffling every round.
    Table ``n`` has the random numbers of seed + n. ``info["illegal"]`` marks the tables that refused an action. The
    dealer does not ask whether a raise on fives is a split.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        sheet: str | Sheet = "",
        *,
        sets: Sequence[str] = (),
        stakes: Mapping[str, str | int | float] | None = None,
        illegal: Illegal = "refuse",
        bets: Sequence[int] = (),
        count: str | Count | None = None,
        cards_left: bool = False,
        whole_shoe: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int = 1000,
        render_mode: None = None,
    ) -> None:
        if num_envs < 1:
            raise NotationError(f"there are no {num_envs} tables", expected="1 or more")
        one = BlackjackEnv(sheet, sets=sets, stakes=_main_alone(stakes), illegal=illegal)
        self.sheet, self.unit, self.illegal = one.sheet, one.unit, one.illegal
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.bets, self.count = _multiples(bets), read_count(count) if isinstance(count, str) else count
        self.actions = (*ACTIONS, *(f"bet_{multiple}" for multiple in self.bets))
        self._pit = new_pit(
            self.sheet,
            num_envs,
            stakes=[self.unit * multiple for multiple in self.bets or (1,)],
            unit=self.unit,
            choose=bool(self.bets),
            count=self.count,
            cards_left=cards_left,
            whole_shoe=whole_shoe,
            same_step=self.autoreset_mode is AutoresetMode.SAME_STEP,
            most_steps=max_episode_steps,
        )
        self.num_envs = num_envs
        self._make_spaces(cards_left=cards_left)
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._mask: NDArray[np.int8] | None = None

    def _make_spaces(self, *, cards_left: bool) -> None:
        """What is seen, field by field with its least value and how many there are, and what is done."""
        questions = len(QUESTIONS) + bool(self.bets)
        seen = {name: (0, size) for name, size in zip(BlackjackEnv.fields, BlackjackEnv.sizes, strict=True)}
        seen["question"] = 0, questions
        if self.bets:
            seen["bet"] = 0, max(self.bets) + 1
        decks = int(self._pit.values[0, b.CARDS]) // 52
        if cards_left:
            seen |= {f"left_{value}": (0, 4 * decks * (4 if value == "T" else 1) + 1) for value in "A23456789T"}
        if self.count is not None:
            most = abs(self.count.initial(decks)) + decks * sum(abs(self.count.tag(card)) for card in DECK)
            seen |= {"running_count": (-most, 2 * most + 1), "true_count": (LOWEST, HIGHEST - LOWEST + 1)}
        self.fields = tuple(seen)
        self.single_observation_space = spaces.MultiDiscrete(
            [size for _, size in seen.values()], dtype=np.int64, start=[least for least, _ in seen.values()]
        )
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # episodes

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Shuffle and deal at every table; raises NotationError where there are not as many seeds as tables.

        The tables of a ``reset_mask`` in the options alone begin a new round, from the shoe that they have.
        """
        chosen: NDArray[np.bool_] = (options or {}).get("reset_mask", self._all)
        if chosen.shape != self._all.shape or chosen.dtype != np.bool_:
            raise NotationError("this is no reset_mask", expected=f"{self.num_envs} truth values in an array")
        if chosen is self._all or self._mask is None:
            self._pit.work[:, b.FRESH] = 1
        for table, one in enumerate(self._seeds(seed)):
            if one is not None and chosen[table]:
                seed_table(self._pit, table, one)
        told = self._new_told()
        reset_tables(self._pit, told, chosen)
        self._mask = told.masks
        return told.observations, self._infos(told)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        """The seed of each table; a first reset without one has seeds of its own."""
        if isinstance(seed, int | np.integer):
            return [int(seed) + table for table in range(self.num_envs)]
        if seed is None:
            first: list[int] = self.np_random.integers(2**63, size=self.num_envs).tolist()
            return first if self._mask is None else [None] * self.num_envs
        if len(seed) != self.num_envs:
            raise NotationError(f"{len(seed)} seeds are not enough", expected=f"{self.num_envs}, one for each table")
        return seed

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Answer every table's question; a table whose round ended with the last step begins a new one instead."""
        over = self.autoreset_mode is AutoresetMode.DISABLED and (self._pit.state[:, PHASE] == ENDED).any()
        if self._mask is None or over:
            raise IllegalAction("round.reset")
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,) or chosen.min() < 0 or chosen.max() >= len(self.actions):
            raise NotationError(
                "these are no actions", expected=f"{self.num_envs} numbers from 0 to {len(self.actions) - 1}"
            )
        if self.illegal == "raise":
            self._check(chosen, self._mask)
        told = self._new_told()
        step_tables(self._pit, chosen, told)
        self._mask = told.masks
        return told.observations, told.rewards, told.terminated, told.truncated, self._infos(told)

    def _new_told(self) -> Told:
        return new_told(self._pit, len(self.fields), len(self.actions))

    def _check(self, chosen: NDArray[np.int64], mask: NDArray[np.int8]) -> None:
        """Raise IllegalAction for the first table that does not offer what was chosen."""
        refused = np.flatnonzero(mask[np.arange(self.num_envs), chosen] == 0)
        if len(refused):
            offered = [word for word, on in zip(self.actions, mask[refused[0]], strict=True) if on]
            raise IllegalAction("choice.not_offered", action=self.actions[chosen[refused[0]]], offered=offered)

    def _infos(self, told: Told) -> Infos:
        """What is told beside the observations, each with the tables that it is of, as Gymnasium does."""
        infos: Infos = {"action_mask": told.masks, "_action_mask": self._all.copy()}
        ended = told.terminated | told.truncated
        results = {"net_cents": told.net_cents, "_net_cents": told.terminated.copy()}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if ended.any():
                over = np.ones_like(told.masks)
                infos |= {"final_obs": told.final_observations, "_final_obs": ended}
                infos |= {"final_info": {"action_mask": over, "_action_mask": ended, **results}, "_final_info": ended}
        elif told.terminated.any():
            infos |= results
        if told.illegal.any():
            infos |= {"illegal": told.illegal, "_illegal": told.illegal.copy()}
        return infos


def _main_alone(stakes: Mapping[str, str | int | float] | None) -> Mapping[str, str | int | float]:
    """The stakes, among which there may be no side bet."""
    for wager in {**(stakes or {})}.keys() - {"main"}:
        raise NotationError(
            f"{wager} cannot be staked at many tables at once",
            expected='main alone; side bets are played with vectorization_mode="sync"',
        )
    return stakes or {}


def _mode(named: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(named)
    except ValueError:
        modes = ", ".join(mode.value for mode in AutoresetMode)
        raise NotationError(f"{named!r} is no autoreset mode", expected=modes) from None


def _multiples(bets: Sequence[Any]) -> tuple[int, ...]:
    """The bets that may be chosen, which are whole multiples of the main bet in rising order."""
    if len(bets) > MOST_BETS:
        raise NotationError(f"{len(bets)} bets are too many to choose from", expected=f"up to {MOST_BETS}")
    whole = all(isinstance(one, (int, np.integer)) for one in bets)
    if not whole or any(multiple < 1 for multiple in bets) or list(bets) != sorted(set(bets)):
        raise NotationError("bets are whole multiples of the main bet that rise", expected="such as (1, 2, 4, 8)")
    return tuple(int(multiple) for multiple in bets)
