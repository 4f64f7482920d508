"""The side bets of blackjack, one small module each.

A new side bet is one module with its section and its lines, one entry here, one section in a sheet, one test.
"""

from __future__ import annotations

from types import MappingProxyType

from pitboss.bets import kings_bounty, match, overunder, perfect_pair, push22, super7, trilux
from pitboss.bets.base import Bet, Seen

__all__ = ["BETS", "Bet", "Seen"]

BETS = MappingProxyType(
    {
        bet.wager: bet
        for bet in (
            trilux.BET,
            kings_bounty.BET,
            match.BET,
            super7.BET,
            overunder.OVER,
            overunder.UNDER,
            perfect_pair.BET,
            push22.BET,
        )
    }
)
"""Every side bet by the name of its wager."""
