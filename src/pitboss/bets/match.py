"""Match the Dealer: one or both of the player's first cards match the rank of the up card (GC-MATCH-1, V5-MTDW-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import AFTER_DEAL, Bet, Limits, Line, Seen
from pitboss.money import Odds
from pitboss.options import Cents, Option

__all__ = ["BET", "MatchTheDealer"]


@dataclass(frozen=True, slots=True)
class Pays:
    two_suited: Annotated[Odds, Line("Two suited matches")]
    one_of_each: Annotated[Odds, Line("One suited and one unsuited match")]
    two_unsuited: Annotated[Odds, Line("Two unsuited matches")]
    one_suited: Annotated[Odds, Line("One suited match")]
    one_unsuited: Annotated[Odds, Line("One unsuited match")]
    three_suited_aces: Annotated[Odds | None, Line("Three aces of one suit")] = None


@dataclass(frozen=True, slots=True)
class MatchTheDealer(Limits):
    settlement: Annotated[Literal["after_deal", "end_of_round"], AFTER_DEAL]
    pays: Pays
    before_insurance: Annotated[
        bool,
        Option(
            "order",
            {
                True: "Match the Dealer is settled before insurance is offered.",
                False: "Match the Dealer is settled after insurance is closed.",
            },
        ),
    ] = True
    three_aces_stake: Annotated[
        Cents | None, Option("settlement figures", "The three-aces line is paid only on a {} wager.")
    ] = None
    three_aces_wager: Annotated[
        Literal["match_bet", "ante"],
        Option(
            "settlement figures",
            {
                "match_bet": "The wager that counts for the three-aces line is the Match the Dealer bet.",
                "ante": "The wager that counts for the three-aces line is the ante.",
            },
        ),
    ] = "match_bet"


def lines(seen: Seen, rules: MatchTheDealer) -> tuple[str, ...]:
    """The one line the matches make, or none (GC-PAY-10 to 15, V5-MTDPAY-1 to 5, V5-MTDW-1 to 2)."""
    up = seen.up
    suited = sum(card is up for card in seen.first)
    unsuited = sum(card >> 2 == up >> 2 and card is not up for card in seen.first)
    if suited == 2:
        return ("three_suited_aces",) if up.rank == "A" and _bonus_stake(seen, rules) else ("two_suited",)
    if suited:
        return ("one_of_each",) if unsuited else ("one_suited",)
    return ((), ("one_unsuited",), ("two_unsuited",))[unsuited]


def _bonus_stake(seen: Seen, rules: MatchTheDealer) -> bool:
    if rules.pays.three_suited_aces is None:
        return False
    stake = seen.stake_cents if rules.three_aces_wager == "match_bet" else seen.main_cents
    return rules.three_aces_stake is None or stake == rules.three_aces_stake


BET = Bet("match", "Match the Dealer", "match", MatchTheDealer, ("first", "up", "stakes"), lines)
