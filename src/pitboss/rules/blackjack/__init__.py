"""The rules of blackjack: its sections, and what must fit together in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.bets import BETS, Bet, bets_in
from pitboss.rules.blackjack.checks import CHECKS
from pitboss.rules.blackjack.sections import BlackjackRules
from pitboss.rules.game import Check, Wager

__all__ = ["GAME", "BlackjackRules"]

_MAIN = Wager("main", "Main bet", "main", pays="bonus")
_INSURANCE = Wager("insurance", "Insurance", "insurance")


def _side(bet: Bet) -> Wager:
    return Wager(bet.wager, bet.title, "side", pays=f"bets.{bet.section}.pays")


class _Blackjack:
    sections: type = BlackjackRules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Main bets"
    felt = "river"
    headings: Mapping[str, str] = {
        "calls": "calls",
        "split": "splitting",
        "double": "doubling",
        "free": "free bets",
        "insurance": "insurance",
        "surrender": "surrender",
        "blackjack": "payouts",
        "payouts": "payouts",
        "bonus": "payouts",
    }
    heading_titles: Mapping[str, str] = {"splitting": "Splitting pairs", "doubling": "Doubling down"}
    settled_with_main = ("main", "free_split", "free_double")
    every_wager = (_MAIN, _INSURANCE, *map(_side, BETS.values()))
    asked: tuple[str, ...] = (
        "table.minimum", "table.maximum", "table.side_bets", "cards.decks", "deal.hole_card", "dealer.soft_17",
        "blackjack.pays", "double.totals", "double.after_split", "split.max_hands", "split.resplit_aces",
        "surrender.offered",
    )  # fmt: skip
    main_game = _MAIN

    def wagers(self, rules: BlackjackRules) -> tuple[Wager, ...]:
        return (_MAIN, _INSURANCE, *map(_side, bets_in(rules.bets)))


GAME: Final = _Blackjack()
