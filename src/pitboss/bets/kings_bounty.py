"""King's Bounty: the player's first two cards total twenty (BJ-KB-0a, BJ-KB-6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import Bet, Limits, Line, Seen
from pitboss.cards import Card
from pitboss.hands.totals import total
from pitboss.money import Odds
from pitboss.options import Option

__all__ = ["BET", "KingsBounty"]

_KING_OF_SPADES = Card.parse("Ks")


@dataclass(frozen=True, slots=True)
class Pays:
    spade_kings_dealer_blackjack: Annotated[Odds, Line("Two kings of spades and a dealer blackjack")]
    spade_kings: Annotated[Odds, Line("Two kings of spades")]
    suited_kings: Annotated[Odds, Line("Two kings of one suit")]
    suited_tens: Annotated[Odds, Line("Two queens, jacks or tens of one rank and suit")]
    suited_20: Annotated[Odds, Line("Any other 20 of one suit")]
    kings: Annotated[Odds, Line("Two kings of different suits")]
    unsuited_20: Annotated[Odds, Line("Any other 20 of mixed suits")]


@dataclass(frozen=True, slots=True)
class KingsBounty(Limits):
    settlement: Annotated[
        Literal["end_of_round", "end_of_player_hand"],
        Option(
            "order",
            {
                "end_of_round": "Settled with the main bet when the round is over, also for a hand that broke.",
                "end_of_player_hand": "Settled as soon as the player's own hand is over.",
            },
        ),
    ]
    soft20: Annotated[
        bool,
        Option(
            "settlement figures",
            {True: "An ace and a nine count as 20.", False: "An ace and a nine do not count as 20."},
        ),
    ]
    pays: Pays


def lines(seen: Seen, rules: KingsBounty) -> tuple[str, ...]:
    """The highest line only, two kings of spades on top (BJ-KB-0b, BJ-KB-7, BJ-KBPAY-1 to 7)."""
    first, second = seen.first
    points, soft = total(seen.first)
    if points != 20 or (soft and not rules.soft20):
        return ()
    suited = first & 3 == second & 3
    kings = first.rank == second.rank == "K"
    if first is second is _KING_OF_SPADES:
        return ("spade_kings_dealer_blackjack",) if seen.dealer_blackjack else ("spade_kings",)
    if kings:
        return ("suited_kings",) if suited else ("kings",)
    if suited:
        return ("suited_tens",) if first is second else ("suited_20",)
    return ("unsuited_20",)


BET = Bet("kings_bounty", "King's Bounty", "kings_bounty", KingsBounty, ("first", "dealer_blackjack"), lines)
