"""Hold'em against the dealer, worked out and simulated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.cards import RANKS, Card
from pitboss.maths.games import Dealt
from pitboss.maths.games.poker import PokerMaths, check_whole_deck
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules
from pitboss.rules.progressive import Progressive

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.maths.analysis.examples import Example
    from pitboss.maths.analysis.progress import Steps
    from pitboss.maths.analysis.progressive_notes import LinkBasis
    from pitboss.maths.analysis.situations import Valuation
    from pitboss.maths.holdem import HoldemSolution
    from pitboss.maths.simulation.holdem.plays import WayToPlay
    from pitboss.maths.simulation.run import ShardedGame
    from pitboss.maths.simulation.setup import Setup

__all__ = ["GAME"]


class _Holdem(PokerMaths):
    @property
    def examples(self) -> tuple[Example, ...]:
        from pitboss.maths.analysis.holdem.examples import EXAMPLES

        return EXAMPLES

    def win_at_once(self, sheet: Sheet, example: Example, hands: int) -> bool:
        from pitboss.maths.analysis.holdem.examples import win_at_once

        return win_at_once(sheet, example, hands)

    def solve(self, sheet: Sheet, stake_cents: int | None) -> HoldemSolution:
        from pitboss.maths.holdem import solve

        return solve(sheet)

    def analyze(
        self, sheet: Sheet, stakes: Mapping[str, int], cards: tuple[Card, ...] | None, link: LinkBasis, progress: Steps
    ) -> Analysis:
        from pitboss.maths.analysis.holdem import analyze_holdem

        check_whole_deck(cards, "hold'em")
        return analyze_holdem(sheet, stakes, link, progress)

    def edges(self, sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
        from pitboss.maths.analysis.holdem import holdem_edges

        return holdem_edges(sheet, stakes)

    def value(self, sheet: Sheet, situation: str, stake: int, *, shoe: Dealt, seen: str, cache: bool) -> Valuation:
        from pitboss.maths.analysis.holdem.situations import value_holdem

        return value_holdem(sheet, situation, stake, shoe=shoe, seen=seen, cache=cache)

    def opening_values(self, sheet: Sheet) -> dict[str, dict[str, float]]:
        """Every kind of hole cards before the flop."""
        from pitboss.maths.analysis import value

        ranks = RANKS[::-1]
        kinds = [f"{rank}{rank}" for rank in ranks]
        kinds += [f"{high}{low}{suits}" for at, high in enumerate(ranks) for low in ranks[at + 1 :] for suits in "so"]
        return {kind: {choice.name: choice.value for choice in value(sheet, kind).choices} for kind in kinds}

    def simulated(self, setup: Setup) -> ShardedGame:
        from pitboss.maths.simulation.holdem import HoldemGame

        return HoldemGame(
            setup.sheet, seats=setup.seats, stakes=setup.all_stakes, tokes=setup.tokes, playbook=setup.play_name,
            meters=setup.meters,
        )  # fmt: skip

    def hit_chances(self, progressive: Progressive, bettors: int) -> Mapping[tuple[int, int], Fraction]:
        from pitboss.maths.simulation.holdem.hits import hit_chances

        return hit_chances(progressive, bettors)

    def shared_meter(self, line: str, counts: tuple[int, ...], bettors: int) -> Mapping[int, Fraction]:
        from pitboss.maths.holdem.shared_meters import shared_chance

        both = (bettors - 1) * shared_chance(line, counts)
        return {2: both} if both else {}

    def kernel_terms(self) -> type:
        from pitboss.maths._kernels.holdem_rounds import Terms

        return Terms

    def exact_edge(self, setup: Setup, wager: str) -> float | None:
        from pitboss.maths.progressive import progressive_figures
        from pitboss.maths.sidebets import bet_figures

        sheet, way = setup.sheet, _way(setup)
        assert isinstance(sheet.rules, HoldemRules)
        if wager == "main":
            return way.house_edge
        if wager == "trips" and sheet.rules.play.fold_tucks_automatically:
            return bet_figures(sheet, wager, stake_cents=setup.stakes[wager]).house_edge
        if wager == "progressive" and setup.meters is not None:
            meters = setup.meters or None
            found = progressive_figures(sheet, meters=meters, bettors=setup.seats, not_folded=way.not_folded)
            return float(found.house_edge)
        return None


def _way(setup: Setup) -> WayToPlay:
    """How it is played, and what that is worth."""
    from pitboss.maths.simulation.holdem import HoldemGame

    assert isinstance(setup.game, HoldemGame)
    assert setup.game.way is not None
    return setup.game.way


GAME: Final = _Holdem()
