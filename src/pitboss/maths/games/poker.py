"""Poker against the dealer, worked out and simulated: what its games share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.maths.games import CardCount, Dealt
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.progress import Steps
    from pitboss.maths.counting import Count
    from pitboss.maths.counting.protection import Protection
    from pitboss.maths.counting.studies import CountStudy, Variation
    from pitboss.maths.simulation.link_history import LinkHistory, ShardHits

__all__ = ["PokerMaths", "check_whole_deck"]


class PokerMaths:
    """Every round is dealt from a fresh deck, so there is no shoe to count."""

    plays = ("best", "simple")
    plays_charts = False
    from_shoe = False

    def kernel_terms(self) -> type:
        """Return the rules of the game as its kernel reads them."""
        raise NotImplementedError

    def awarded(self, link: LinkHistory, shard: ShardHits) -> list[tuple[int, ...]]:
        from pitboss.maths.simulation.poker.shards import award_noted

        return award_noted(link, shard, self.kernel_terms())

    def edge_from(self, sheet: Sheet, stake: int, cards: Sequence[Card]) -> None:
        """Every round has a deck of its own."""
        return None

    def main_effects(self, sheet: Sheet, stake: int, shoe: Dealt) -> None:
        """Its best play is worked out for a whole deck."""
        return None

    def counting(self, count: str, bets: Sequence[tuple[int, int]], index_plays: Sequence[str]) -> CardCount:
        raise NotationError("every round is dealt from a fresh deck", expected="no count")

    def kept_study(self, sheet: Sheet, count: Count) -> None:
        """Every round has a deck of its own."""
        return None

    def count_variations(self, sheet: Sheet, cut: int) -> tuple[Variation, ...]:
        return ()

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
        from pitboss.maths.counting.protection import Protection

        if cut is not None:
            raise NotationError("every round is dealt from a fresh deck", expected="no cut card")
        return Protection(
            (), (), per_hour, spread, 0, "", "Every round is dealt from a fresh deck: there is nothing to count."
        )

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
        raise NotationError("every round is dealt from a fresh deck", expected="a game that is dealt from a shoe")


def check_whole_deck(cards: tuple[Card, ...] | None, game: str) -> None:
    """Refuse to analyse a game from given cards."""
    if cards is not None:
        raise NotationError(f"{game} is analysed from a whole deck", expected="no shoe")
