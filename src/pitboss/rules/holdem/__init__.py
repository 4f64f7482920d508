"""The rules of hold'em against the dealer: its sections, and what must fit together in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules.game import Check, Wager
from pitboss.rules.holdem.checks import CHECKS
from pitboss.rules.holdem.sections import HoldemRules

__all__ = ["GAME", "HoldemRules"]

_ANTE = Wager("ante", "Ante", "main")
_BLIND = Wager("blind", "Blind", "equal", pays="blind.pays")
_PLAY = Wager("play", "Play", "play")
_TRIPS = Wager("trips", "Trips", "side", pays="bets.trips.pays")
_PROGRESSIVE = Wager("progressive", "Progressive", "progressive", pays="bets.progressive.pays")


class _Holdem:
    sections: type = HoldemRules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Ante and Blind, equal,"
    felt = "dusk"
    headings: Mapping[str, str] = {"play": "playing", "blind": "blind", "notice": "payouts"}
    heading_titles: Mapping[str, str] = {"blind": "The Blind bet"}
    settled_with_main = ("ante", "blind", "play")
    every_wager = (_ANTE, _BLIND, _PLAY, _TRIPS, _PROGRESSIVE)
    asked: tuple[str, ...] = ("table.minimum", "table.maximum", "table.bet_step", "table.side_bets")
    main_game = Wager("main", "Ante, Blind, Play", "main", pays="blind.pays")

    def wagers(self, rules: HoldemRules) -> tuple[Wager, ...]:
        trips = (_TRIPS,) if rules.bets.trips is not None else ()
        progressive = (_PROGRESSIVE,) if rules.bets.progressive is not None else ()
        return (_ANTE, _BLIND, _PLAY, *trips, *progressive)


GAME: Final = _Holdem()
