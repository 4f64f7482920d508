"""The rules of Crazy 4 Poker: its sections, and what must fit together in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules.crazy4.checks import CHECKS
from pitboss.rules.crazy4.sections import Crazy4Rules
from pitboss.rules.game import Check, Wager

__all__ = ["GAME", "Crazy4Rules"]

_ANTE = Wager("ante", "Ante", "main")
_SUPER_BONUS = Wager("super_bonus", "Super Bonus", "equal", pays="super_bonus.pays")
_PLAY = Wager("play", "Play", "play")
_QUEENS_UP = Wager("queens_up", "Queens Up", "side", pays="bets.queens_up.pays")
_PROGRESSIVE = Wager("progressive", "Progressive", "progressive", pays="bets.progressive.pays")


class _Crazy4:
    sections: type = Crazy4Rules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Ante and Super Bonus, equal,"
    felt = "wine"
    headings: Mapping[str, str] = {"play": "playing", "super_bonus": "super bonus", "notice": "payouts"}
    heading_titles: Mapping[str, str] = {"super bonus": "Super Bonus"}
    asked: tuple[str, ...] = ("table.minimum", "table.maximum", "table.bet_step", "table.side_bets")
    settled_with_main = ("ante", "super_bonus", "play")
    every_wager = (_ANTE, _SUPER_BONUS, _PLAY, _QUEENS_UP, _PROGRESSIVE)
    main_game = Wager("main", "Ante, Super Bonus, Play", "main", pays="super_bonus.pays")

    def wagers(self, rules: Crazy4Rules) -> tuple[Wager, ...]:
        queens_up = (_QUEENS_UP,) if rules.bets.queens_up is not None else ()
        progressive = (_PROGRESSIVE,) if rules.bets.progressive is not None else ()
        return (_ANTE, _SUPER_BONUS, _PLAY, *queens_up, *progressive)


GAME: Final = _Crazy4()
