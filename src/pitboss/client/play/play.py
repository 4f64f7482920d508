"""What a strategy is asked, in the form of the wire messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from pitboss.rules import Sheet

__all__ = ["Action", "BotGame", "Happened", "Play", "careful"]

Action = dict[str, Any]
"""An action as it goes over the wire."""
Happened = Iterable[dict[str, Any]]
"""Events as they come over the wire."""


class Play(Protocol):
    """A way to play one game at one stake."""

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        """Return the action to take of those that are offered."""


BotGame = Callable[[Sheet], Play]
"""Makes the best play of a sheet of one game."""


def careful(actions: list[Action]) -> Action:
    """The fallback where a playbook has no answer: no further money, no further card."""
    quiet = ("GoOn", "Stand", "DeclineInsurance", "RefuseCard", "Check", "Fold")
    return next((action for kind in quiet for action in actions if action["type"] == kind), actions[0])
