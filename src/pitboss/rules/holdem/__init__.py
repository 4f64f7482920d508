"""The rules of hold'em against the dealer: its sections, and what must fit together in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules.game import Check, Wager
from pitboss.rules.holdem.checks import CHECKS
from pitboss.rules.holdem.sections import HoldemRules
from pitboss.rules.poker import ANTE, PLAY, PROGRESSIVE, PokerWagers

__all__ = ["GAME", "HoldemRules"]

_BLIND = Wager("blind", "Blind", "equal", pays="blind.pays")
_TRIPS = Wager("trips", "Trips", "side", pays="bets.trips.pays")


class _Holdem(PokerWagers):
    sections: type = HoldemRules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Ante and Blind, equal,"
    felt = "dusk"
    headings: Mapping[str, str] = {"play": "playing", "blind": "blind", "notice": "payouts"}
    heading_titles: Mapping[str, str] = {"blind": "The Blind bet"}
    every_wager = (ANTE, _BLIND, PLAY, _TRIPS, PROGRESSIVE)
    main_game = Wager("main", "Ante, Blind, Play", "main", pays="blind.pays")


GAME: Final = _Holdem()
