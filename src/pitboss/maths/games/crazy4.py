"""Crazy 4 Poker, worked out and simulated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.cards import Card
from pitboss.maths.games import Dealt
from pitboss.maths.games.poker import PokerMaths, check_whole_deck
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules
from pitboss.rules.progressive import Progressive

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.maths.analysis.examples import Example
    from pitboss.maths.analysis.progress import Steps
    from pitboss.maths.analysis.progressive_notes import LinkBasis
    from pitboss.maths.analysis.situations import Valuation
    from pitboss.maths.crazy4 import Crazy4Solution
    from pitboss.maths.simulation.run import ShardedGame
    from pitboss.maths.simulation.setup import Setup

__all__ = ["GAME"]


class _Crazy4(PokerMaths):
    examples: tuple[Example, ...] = ()

    def win_at_once(self, sheet: Sheet, example: Example, hands: int) -> bool:
        raise AssertionError("its rules have no worked example")

    def solve(self, sheet: Sheet, stake_cents: int | None) -> Crazy4Solution:
        from pitboss.maths.crazy4 import solve

        return solve(sheet, stake_cents=stake_cents)

    def analyze(
        self, sheet: Sheet, stakes: Mapping[str, int], cards: tuple[Card, ...] | None, link: LinkBasis, progress: Steps
    ) -> Analysis:
        from pitboss.maths.analysis.crazy4 import analyze_crazy4

        check_whole_deck(cards, "Crazy 4 Poker")
        return analyze_crazy4(sheet, stakes, link, progress)

    def edges(self, sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
        from pitboss.maths.analysis.crazy4 import crazy4_edges

        return crazy4_edges(sheet, stakes)

    def value(self, sheet: Sheet, situation: str, stake: int, *, shoe: Dealt, seen: str, cache: bool) -> Valuation:
        from pitboss.maths.analysis.crazy4.situations import value_crazy4

        return value_crazy4(sheet, situation, stake, shoe=shoe, seen=seen)

    def opening_values(self, sheet: Sheet) -> dict[str, dict[str, float]]:
        """Every kind of hand that the strategy card shows, on average."""
        from pitboss.maths.crazy4 import solve
        from pitboss.maths.crazy4.kinds import opening_values

        return opening_values(solve(sheet))

    def simulated(self, setup: Setup) -> ShardedGame:
        from pitboss.maths.simulation.crazy4 import Crazy4Game

        return Crazy4Game(
            setup.sheet, seats=setup.seats, stakes=setup.all_stakes, tokes=setup.tokes, playbook=setup.play_name,
            meters=setup.meters,
        )  # fmt: skip

    def hit_chances(self, progressive: Progressive, bettors: int) -> Mapping[tuple[int, int], Fraction]:
        from pitboss.maths.simulation.crazy4.hits import hit_chances

        return hit_chances(progressive, bettors)

    def shared_meter(self, line: str, counts: tuple[int, ...], bettors: int) -> Mapping[int, Fraction]:
        from pitboss.maths.crazy4.shared_meters import shared_chances

        return shared_chances(line, counts, bettors)

    def kernel_terms(self) -> type:
        from pitboss.maths._kernels.crazy4_rounds import Terms

        return Terms

    def exact_edge(self, setup: Setup, wager: str) -> float | None:
        from pitboss.maths.progressive import progressive_figures
        from pitboss.maths.sidebets import bet_figures
        from pitboss.maths.simulation.crazy4 import Crazy4Game

        sheet, game = setup.sheet, setup.game
        assert isinstance(sheet.rules, Crazy4Rules)
        assert isinstance(game, Crazy4Game)
        assert game.way is not None
        if wager == "main":
            return float(game.way.house_edge)
        if wager == "queens_up":
            return bet_figures(sheet, wager, stake_cents=setup.stakes[wager]).house_edge
        if wager == "progressive" and setup.meters is not None:
            return float(progressive_figures(sheet, meters=setup.meters or None, bettors=setup.seats).house_edge)
        return None


GAME: Final = _Crazy4()
