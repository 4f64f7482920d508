"""The rules of blackjack: its sections, and what must fit together in them."""

from __future__ import annotations

from typing import Final

from pitboss.bets import BETS
from pitboss.rules.blackjack.checks import CHECKS
from pitboss.rules.blackjack.sections import BlackjackRules
from pitboss.rules.game import Check

__all__ = ["GAME", "BlackjackRules"]


class _Blackjack:
    sections: type = BlackjackRules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Main bets"

    def wagers(self, rules: BlackjackRules) -> tuple[str, ...]:
        return ("main", *(wager for wager, bet in BETS.items() if getattr(rules.bets, bet.section) is not None))


GAME: Final = _Blackjack()
