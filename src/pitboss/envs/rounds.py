"""What all environments share: an episode is a round of the engine, a step is an answer to its question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games.round import Round
from pitboss.money import parse_cents
from pitboss.rules import Sheet, load

__all__ = ["Illegal", "Observation", "RoundEnv"]

Observation = NDArray[np.int64]
Illegal = Literal["refuse", "raise"]
R = TypeVar("R", bound=Round)

SEAT = 1
"""The player's box; nobody else is at the table."""


class RoundEnv(gymnasium.Env[Observation, np.int64], Generic[R]):
    """A player alone with the dealer, who plays one round of fresh cards in every episode.

    An observation is a vector of whole numbers, named by :attr:`fields`, of nothing but what the player can see. The
    reward comes with the last step: all that was settled, in units of the main bet. ``info["action_mask"]`` marks the
    actions that the round offers, and all of them once it is over. Any other is refused with the round as it was, no
    reward and the reason in ``info["illegal"]``, or raises :class:`~pitboss.errors.IllegalAction`, as ``illegal`` says.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    default_sheet: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]
    sizes: ClassVar[tuple[int, ...]]
    actions: tuple[str, ...]
    """The names of the actions, by number."""
    unit: int
    """The main bet in cents, of which a reward of 1 is one."""

    def __init__(
        self,
        sheet: str | Sheet = "",
        *,
        sets: Sequence[str] = (),
        stakes: Mapping[str, str | int | float] | None = None,
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("refuse", "raise"):
            raise NotationError(f"{illegal!r} is nothing to do about an illegal action", expected='"refuse" or "raise"')
        self.sheet = sheet if isinstance(sheet, Sheet) else load(sheet or self.default_sheet, sets=list(sets))
        self.actions = tuple(self._action_names())
        self.illegal = illegal
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.MultiDiscrete(list(self.sizes), dtype=np.int64)
        self.stakes = self._stakes({name: parse_cents(str(amount)) for name, amount in (stakes or {}).items()})
        self.round: R | None = None
        self.done = True
        self._opened(self._cards())  # a stake that the sheet does not take is refused here

    @abstractmethod
    def _action_names(self) -> Sequence[str]:
        """The names of all actions that the sheet knows; raises NotationError for a sheet of another game."""

    @abstractmethod
    def _stakes(self, asked: dict[str, int]) -> dict[str, int]:
        """The bets by wager, in cents, in the order in which they are laid."""

    @abstractmethod
    def _round(self, cards: tuple[Card, ...]) -> R:
        """A new round of these cards, before the bets."""

    @abstractmethod
    def _answers(self, round_: R) -> dict[str, a.Action]:
        """The open question's answers by the name of the action; one for going on where there is no question."""

    @abstractmethod
    def _seen(self, round_: R) -> list[int]:
        """What the player sees, by field."""

    @abstractmethod
    def describe(self, observation: Observation) -> str:
        """An observation in words."""

    # an episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle, lay the bets and deal."""
        super().reset(seed=seed)
        self.round = self._opened(self._cards())
        self.round.act(a.StartDeal())
        self.done = False
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give an answer; the round goes on to the next question or to its end."""
        if self.round is None or self.done:
            raise IllegalAction("round.reset")
        if not self.action_space.contains(action):
            raise NotationError(f"there is no action {action}", expected=f"0 to {len(self.actions) - 1}")
        name = self.actions[int(action)]
        answer = self._answers(self.round).get(name)
        if answer is None:
            return self._refused(name)
        if not self.round.over:
            self.round.act(answer)
        self.done = self.round.over
        return self._observation(), self._reward(), self.done, False, self._info()

    def action_mask(self) -> NDArray[np.int8]:
        """Which actions the round offers now, as ``action_space.sample(mask=…)`` takes them.

        After the last step, all: none is looked at before the next round, and a policy can be asked for one as ever.
        """
        offered = self.actions if self.round is None or self.done else self._answers(self.round)
        return np.array([name in offered for name in self.actions], dtype=np.int8)

    def render(self) -> str | None:
        """The table in words."""
        if self.render_mode != "ansi":
            return None
        return "no round yet" if self.round is None else self.describe(self._observation())

    def _cards(self) -> tuple[Card, ...]:
        order = self.np_random.permutation(52 * self.sheet.rules.cards.decks) % 52
        return tuple(DECK[card] for card in order.tolist())

    def _opened(self, cards: tuple[Card, ...]) -> R:
        round_ = self._round(cards)
        for wager, cents in self.stakes.items():
            round_.act(a.PlaceBet(spot=SEAT, cents=cents, wager=wager, player="agent"))
        return round_

    def _refused(self, name: str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        offered = [word for word, on in zip(self.actions, self.action_mask(), strict=True) if on]
        refusal = IllegalAction("choice.not_offered", action=name, offered=offered)
        if self.illegal == "raise":
            raise refusal
        return self._observation(), 0.0, False, False, {**self._info(), "illegal": refusal.reason}

    def _reward(self) -> float:
        assert self.round is not None
        return self.round.net()[SEAT] / self.unit if self.done else 0.0

    def _observation(self) -> Observation:
        assert self.round is not None
        return np.array(self._seen(self.round), dtype=np.int64)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_mask()}
        if self.done and self.round is not None:
            info["net_cents"] = self.round.net()[SEAT]
        return info
