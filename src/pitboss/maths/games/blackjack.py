"""Blackjack, worked out and simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from pitboss.cards import DECK, Card, parse_cards
from pitboss.maths.games import Dealt
from pitboss.rules import Sheet
from pitboss.rules.progressive import Progressive

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.maths.analysis.examples import Example
    from pitboss.maths.analysis.progress import Steps
    from pitboss.maths.analysis.progressive_notes import LinkBasis
    from pitboss.maths.analysis.situations import Valuation
    from pitboss.maths.blackjack import Solution
    from pitboss.maths.blackjack.playbook import Playbook
    from pitboss.maths.blackjack.record import BlackjackRecord
    from pitboss.maths.counting import Count
    from pitboss.maths.counting.protection import Protection
    from pitboss.maths.counting.studies import CountStudy, Variation
    from pitboss.maths.simulation.blackjack import BlackjackGame
    from pitboss.maths.simulation.blackjack.counting import Counting
    from pitboss.maths.simulation.link_history import LinkHistory, ShardHits
    from pitboss.maths.simulation.run import ShardedGame
    from pitboss.maths.simulation.setup import Setup

__all__ = ["GAME"]

RANKS: Final = "AT98765432"


class _Blackjack:
    plays = ("total", "two-card")
    plays_charts = True
    from_shoe = True

    @property
    def examples(self) -> tuple[Example, ...]:
        from pitboss.maths.analysis.blackjack.examples import EXAMPLES

        return EXAMPLES

    def win_at_once(self, sheet: Sheet, example: Example, hands: int) -> bool:
        from pitboss.maths.analysis.blackjack.examples import win_at_once

        return win_at_once(sheet, example, hands)

    def solve(self, sheet: Sheet, stake_cents: int | None) -> Solution:
        from pitboss.maths.blackjack import solve

        return solve(sheet, stake_cents=stake_cents)

    def analyze(
        self, sheet: Sheet, stakes: Mapping[str, int], cards: tuple[Card, ...] | None, link: LinkBasis, progress: Steps
    ) -> Analysis:
        from pitboss.maths.analysis.blackjack import analyze_blackjack

        return analyze_blackjack(sheet, stakes, cards, progress)

    def edges(self, sheet: Sheet, stakes: Mapping[str, int]) -> dict[str, float]:
        from pitboss.maths.blackjack.record import compile_record
        from pitboss.maths.sidebets import bet_figures

        main = stakes["main"]
        found = {"main": _edge(compile_record(sheet, stake_cents=main))}
        for wager in stakes:
            if wager != "main":
                found[wager] = bet_figures(sheet, wager, stake_cents=stakes[wager], main_cents=main).house_edge
        return found

    def edge_from(self, sheet: Sheet, stake: int, cards: Sequence[Card]) -> float:
        from pitboss.maths.blackjack import solve

        return solve(sheet, shoe=cards, stake_cents=stake).house_edge

    def value(self, sheet: Sheet, situation: str, stake: int, *, shoe: Dealt, seen: str, cache: bool) -> Valuation:
        from pitboss.maths.analysis.blackjack.situations import value_blackjack

        return value_blackjack(sheet, situation, stake, shoe=shoe, seen=seen)

    def opening_values(self, sheet: Sheet) -> dict[str, dict[str, float]]:
        """Every first two cards against every up card, by the names of both: "T6 9"."""
        solution = self.solve(sheet, None)
        found = {}
        for at, high in enumerate(RANKS):
            for low in RANKS[at:]:
                for up in RANKS:
                    worth = solution.values(f"{high}s {low}s", f"{up}s")
                    found[f"{high}{low} {up}"] = {choice: float(value) for choice, value in worth.items()}
        return found

    def main_effects(self, sheet: Sheet, stake: int, shoe: Dealt) -> dict[Card, Fraction | float]:
        given = parse_cards(shoe) if isinstance(shoe, str) else shoe
        cards = list(given if given is not None else DECK * sheet.rules.cards.decks)
        whole = self.edge_from(sheet, stake, cards)
        known: dict[str, float] = {}
        for card in dict.fromkeys(cards):
            if card.rank not in known:
                left = list(cards)
                left.remove(card)
                known[card.rank] = self.edge_from(sheet, stake, left) - whole
        return {card: known[card.rank] for card in DECK if card.rank in known}

    def counting(self, count: str, bets: Sequence[tuple[int, int]], index_plays: Sequence[str]) -> Counting:
        from pitboss.maths.counting import read_count
        from pitboss.maths.simulation.blackjack.counting import Counting, Deviation

        return Counting(read_count(count), bets, [Deviation.parse(text) for text in index_plays])

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
        from pitboss.maths.counting.blackjack.study import study_count

        return study_count(sheet, count, cut=cut, stake=stake, shoes=shoes, progress=progress)

    def kept_study(self, sheet: Sheet, count: Count) -> CountStudy | None:
        from pitboss.maths.counting.blackjack.study import kept_study

        return kept_study(sheet, count)

    def count_variations(self, sheet: Sheet, cut: int) -> tuple[Variation, ...]:
        from pitboss.maths.counting.blackjack.variations import variations

        return tuple(variations(sheet, cut))

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
        from pitboss.maths.counting.blackjack.protect import protect

        return protect(
            sheet, count=count, cut=cut, spread=spread, per_hour=per_hour, rounds=rounds, seed=seed, shoes=shoes,
            progress=progress,
        )  # fmt: skip

    def simulated(self, setup: Setup) -> ShardedGame:
        from pitboss.maths.simulation.blackjack import BlackjackGame

        return BlackjackGame(
            setup.sheet, seats=setup.seats, stakes=setup.all_stakes, tokes=dict(setup.tokes), playbook=_playbook(setup),
            cut=setup.cut, counting=cast("Counting | None", setup.counting),
        )  # fmt: skip

    def hit_chances(self, progressive: Progressive, bettors: int) -> Mapping[tuple[int, int], Fraction]:
        raise NotImplementedError  # no sheet of blackjack is on the link

    def awarded(self, link: LinkHistory, shard: ShardHits) -> list[tuple[int, ...]]:
        raise NotImplementedError  # no sheet of blackjack is on the link

    def exact_edge(self, setup: Setup, wager: str) -> float:
        from pitboss.maths.blackjack.evaluate import evaluate
        from pitboss.maths.sidebets.blackjack import figures_by_book
        from pitboss.maths.sidebets.cards import read_card_shoe

        game: BlackjackGame = setup.game  # type: ignore[assignment]
        if wager == "main":
            return -evaluate(game.record, game.book)
        cards, stakes = read_card_shoe(setup.sheet), (game.made[wager], game.made["main"])
        return figures_by_book(setup.sheet, wager, game.book, cards=cards, stakes=stakes).house_edge


@lru_cache(maxsize=256)
def _edge(record: BlackjackRecord) -> float:
    """By the record, as most rules of a sheet do not touch the main bet."""
    from pitboss.maths.blackjack.shoe import full_shoe
    from pitboss.maths.blackjack.solver import solve_record

    return solve_record(record, full_shoe(record.decks)).house_edge


def _playbook(setup: Setup) -> Playbook | None:
    """A playbook other than the best one by totals, which the game finds itself."""
    if setup.play_name == "total":
        return None
    if setup.play_name == "two-card":
        from pitboss.maths.blackjack import solve
        from pitboss.maths.blackjack.strategies import two_card

        return two_card(solve(setup.sheet, stake_cents=setup.all_stakes["main"]))
    from pitboss.maths.blackjack import read_chart
    from pitboss.maths.blackjack.record import compile_record

    return read_chart(Path(setup.play), compile_record(setup.sheet, stake_cents=setup.all_stakes["main"]))


GAME: Final = _Blackjack()
