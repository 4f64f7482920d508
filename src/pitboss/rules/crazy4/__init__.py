"""The rules of Crazy 4 Poker: its sections, and what must fit together in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules.crazy4.checks import CHECKS
from pitboss.rules.crazy4.sections import Crazy4Rules
from pitboss.rules.game import Check, Wager
from pitboss.rules.poker import ANTE, PLAY, PROGRESSIVE, PokerWagers

__all__ = ["GAME", "Crazy4Rules"]

_SUPER_BONUS = Wager("super_bonus", "Super Bonus", "equal", pays="super_bonus.pays")
_QUEENS_UP = Wager("queens_up", "Queens Up", "side", pays="bets.queens_up.pays")


class _Crazy4(PokerWagers):
    sections: type = Crazy4Rules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Ante and Super Bonus, equal,"
    felt = "wine"
    headings: Mapping[str, str] = {"play": "playing", "super_bonus": "super bonus", "notice": "payouts"}
    heading_titles: Mapping[str, str] = {"super bonus": "Super Bonus"}
    every_wager = (ANTE, _SUPER_BONUS, PLAY, _QUEENS_UP, PROGRESSIVE)
    main_game = Wager("main", "Ante, Super Bonus, Play", "main", pays="super_bonus.pays")


GAME: Final = _Crazy4()
