"""What the mathematics asks of a game; each room loads what it needs when it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol

from pitboss.cards import Card
from pitboss.registry import Rooms
from pitboss.rules import Sheet
from pitboss.rules.progressive import Progressive

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.maths.analysis.examples import Example
    from pitboss.maths.analysis.progress import Steps
    from pitboss.maths.analysis.progressive_notes import LinkBasis
    from pitboss.maths.analysis.situations import Valuation
    from pitboss.maths.counting import Count
    from pitboss.maths.counting.protection import Protection
    from pitboss.maths.counting.studies import CountStudy, Variation
    from pitboss.maths.simulation.link_history import LinkHistory, ShardHits
    from pitboss.maths.simulation.run import ShardedGame
    from pitboss.maths.simulation.setup import Setup

__all__ = ["GAME_MATHS", "CardCount", "Dealt", "GameMaths"]

Dealt = Iterable[Card] | str | None
"""The cards that a shoe holds, as a caller gives them; None for the sheet's own decks."""


class CardCount(Protocol):
    """How a card counter counts, bets and plays."""

    @property
    def text(self) -> str:
        """The count in words, complete enough to tell two counts apart."""


class GameMaths(Protocol):
    """One game's solver, analysis and simulation."""

    @property
    def plays(self) -> tuple[str, ...]:
        """The ways to play that can be simulated, the usual one first."""

    @property
    def plays_charts(self) -> bool:
        """Whether a chart file is a way to play, too."""

    @property
    def from_shoe(self) -> bool:
        """Whether rounds follow each other on one shoe, so that cut card and counts have a meaning."""

    @property
    def examples(self) -> tuple[Example, ...]:
        """The worked examples of its documents in which several bets win one line in the same round."""

    def win_at_once(self, sheet: Sheet, example: Example, hands: int) -> bool:
        """Return whether the cards can lie so that this number of hands wins the line of an example together."""

    def solve(self, sheet: Sheet, stake_cents: int | None) -> Any:
        """Return the best play of a sheet, with the value of every choice."""

    def analyze(
        self, sheet: Sheet, stakes: Mapping[str, int], cards: tuple[Card, ...] | None, link: LinkBasis, progress: Steps
    ) -> Analysis:
        """Return all figures of a sheet; raises NotationError for cards that the game is not dealt from."""

    def edges(self, sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
        """Return the house edge of every wager at these stakes."""

    def edge_from(self, sheet: Sheet, stake: int, cards: Sequence[Card]) -> float | None:
        """Return the house edge of the main bet dealt from these cards; None where every round has its own deck."""

    def value(self, sheet: Sheet, situation: str, stake: int, *, shoe: Dealt, seen: str, cache: bool) -> Valuation:
        """Return what each choice is worth in a situation."""

    def opening_values(self, sheet: Sheet) -> dict[str, dict[str, float]]:
        """Return what each choice is worth for every hand that a player can be dealt."""

    def main_effects(self, sheet: Sheet, stake: int, shoe: Dealt) -> dict[Card, Fraction | float] | None:
        """Return by how much the main bet's edge changes for each card that is gone; None where that is not known."""

    def counting(self, count: str, bets: Sequence[tuple[int, int]], index_plays: Sequence[str]) -> CardCount:
        """Return a counter by the name or the tags of a count, a bet spread and plays that change with the count.

        Raises NotationError for what cannot be read, and where cards that are gone do not matter.
        """

    def study_count(
        self,
        sheet: Sheet,
        count: Count,
        *,
        cut: int | None,
        stake: int | None,
        progress: Steps,
        shoes: int | None = None,
    ) -> CountStudy:
        """Return what a count is good for on a sheet: correlations, efficiency and index plays.

        ``shoes`` are solved exactly for it, the usual number where it is not said. Raises NotationError where cards
        that are gone do not matter.
        """

    def kept_study(self, sheet: Sheet, count: Count) -> CountStudy | None:
        """Return the study of a count with the sheet's own cut, where one was made before; it is never made here."""

    def count_variations(self, sheet: Sheet, cut: int) -> tuple[Variation, ...]:
        """The game with other cuts, decks and rules, to stand beside what a count wins; none where none is counted."""

    def protect(
        self,
        sheet: Sheet,
        count: Count,
        *,
        cut: int | None,
        spread: int,
        per_hour: int,
        rounds: int,
        seed: int | str,
        progress: Steps,
        shoes: int | None = None,
    ) -> Protection:
        """Return which bets counters can beat, the main bet by a count, by how much an hour, and what stops them."""

    def simulated(self, setup: Setup) -> ShardedGame:
        """Return the compiled game of a simulation."""

    def hit_chances(self, progressive: Progressive, bettors: int) -> Mapping[tuple[int, int], Fraction]:
        """Return the chance of each number of winners of Major and Minor in a round with this number of wagers."""

    def shared_meter(self, line: str, counts: tuple[int, ...], bettors: int) -> Mapping[int, Fraction]:
        """Return the chance that N bettors of a table, a given one among them, have a meter's hand, from two up."""

    def awarded(self, link: LinkHistory, shard: ShardHits) -> list[tuple[int, ...]]:
        """Award the hits that a shard noted from the meters of a link, which move on.

        Returns the result of every bettor's wager.
        """

    def exact_edge(self, setup: Setup, wager: str) -> float | None:
        """Return the exact edge of a simulated wager, or None where it is not known."""


GAME_MATHS: Final = Rooms[GameMaths]("pitboss.maths.games")
