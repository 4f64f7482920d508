"""What the figures of side bets ask of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, Protocol

from pitboss.cards import Card
from pitboss.maths.counting import Count
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.countability import BetByCount, Countability, Counting
from pitboss.registry import Rooms
from pitboss.rules import Sheet

__all__ = ["GAMES_SIDE_BETS", "JointFigures", "PlayName", "SideBetStakes", "SideBets"]

PlayName = Literal["best", "joint", "totals"]
"""How the main game is played where that counts.

As is best for the main bet by the cards of the hand, for both bets together, or by the best book of totals.
"""

SideBetStakes = tuple[int | None, int | None]
"""What lies on the side bet and on the main bet, in cents; None for the smallest that is allowed."""


@dataclass(frozen=True, slots=True)
class JointFigures:
    """A side bet and the main bet when both are played for together."""

    side: WagerFigures
    main_house_edge: float
    """What the house keeps of the main bet then, insurance left out."""
    main_cost: float
    """By how much that is more than under the best play of the main bet alone."""
    changes: Mapping[tuple[Card, Card, Card], tuple[str, str]]
    """First card, second card and up card where the play differs: what is best alone, and what together."""


class SideBets(Protocol):
    """The side bets of a game whose figures need only its cards; the progressive also has meters."""

    def wagers(self, sheet: Sheet) -> tuple[str, ...]:
        """Return those that a sheet offers."""

    def figures(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName) -> WagerFigures:
        """Return the exact figures of one on these cards; raises NotationError for cards it cannot be dealt from."""

    def effects(
        self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName
    ) -> dict[Card, Fraction]:
        """Return by how much its house edge changes for every kind of card that is gone."""

    def joint(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes) -> JointFigures:
        """Return its figures when it is played for together with the main bet.

        Raises NotationError where the play does not count for it.
        """

    def stakes_that_matter(self, sheet: Sheet, wager: str) -> list[SideBetStakes]:
        """Return the stakes that can make a difference to its lines: only the smallest, unless it looks at them."""

    def countability(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting) -> Countability:
        """Return how countable it is from these cards on.

        Raises NotationError where that cannot be worked out, and Refusal where a game has nothing to count.
        """

    def by_count(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting, count: Count) -> BetByCount:
        """Return what a count is good for at a bet; the correlation alone where the play of the hand decides it.

        Raises Refusal where a game has nothing to count.
        """


GAMES_SIDE_BETS: Final = Rooms[SideBets]("pitboss.maths.sidebets")
