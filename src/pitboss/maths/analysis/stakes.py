"""The stakes that figures are for: the least a sheet allows, or what a caller asks for, checked before any work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.bets import section_named
from pitboss.bets.base import Limits
from pitboss.errors import NotationError
from pitboss.games.game import ENGINES
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.rules.game import GAME_RULES, wager_of

__all__ = ["Range", "offered", "ranges", "stakes_of", "telling_stakes"]

NEAR = 10
"""How many stakes from the least one up are looked at for rounding, beside the largest."""


class Range(NamedTuple):
    """What may be staked on a wager, in cents."""

    least: int
    most: int
    step: int

    def holds(self, cents: int) -> bool:
        return self.least <= cents <= self.most and cents % self.step == 0

    @property
    def text(self) -> str:
        if self.least == self.most:
            return f"exactly {dollars(self.least)}"
        return f"{dollars(self.least)} to {dollars(self.most)} in steps of {dollars(self.step)}"


def offered(sheet: Sheet) -> tuple[str, ...]:
    """The wagers of a sheet, the main bet first.

    >>> from pitboss.rules import load
    >>> offered(load("games-of-chance-blackjack"))
    ('main', 'match', 'super7', 'over', 'under', 'perfect_pair')
    """
    described, side_bets = GAME_RULES[sheet.game].wagers(sheet.rules), sheet.rules.table.side_bets
    return ("main", *(wager.name for wager in described if wager.section in side_bets))


def ranges(sheet: Sheet) -> dict[str, Range]:
    """What may be staked on each wager that is offered."""
    table = sheet.rules.table
    found = {"main": Range(table.minimum, table.maximum, table.bet_step)}
    for wager in offered(sheet)[1:]:
        described = wager_of(sheet.game, sheet.rules, wager)
        assert described is not None, wager
        section = section_named(sheet.rules.bets, described.section)
        if isinstance(section, Limits):
            found[wager] = Range(section.min, section.max, section.step)
        else:
            found[wager] = Range(section.wager, section.wager, section.wager)
    return found


def stakes_of(sheet: Sheet, asked: Mapping[str, int] | None = None) -> dict[str, int]:
    """The stake of every wager in cents: the smallest where none is asked for.

    >>> from pitboss.rules import load
    >>> stakes_of(load("blackjack-v5"), {"main": 400})
    {'main': 400, 'match': 100}
    """
    allowed = ranges(sheet)
    chosen = {wager: limits.least for wager, limits in allowed.items()}
    for name, cents in (asked or {}).items():
        wager = "main" if name in ENGINES[sheet.game].main_wagers else name
        if wager not in allowed:
            raise NotationError(f'there is no wager "{name}" on this sheet', expected=", ".join(allowed))
        if not allowed[wager].holds(cents):
            raise NotationError(f"a stake of {dollars(cents)} on {name} cannot be bet", expected=allowed[wager].text)
        chosen[wager] = cents
    return chosen


def telling_stakes(sheet: Sheet, wager: str, stake: int) -> list[int]:
    """The stakes at which a figure could be another: the least ones, where rounding is felt most, and the largest.

    >>> from pitboss.rules import load
    >>> telling_stakes(load("games-of-chance-blackjack"), "main", 200)
    [100, 200, 300, 400]
    """
    limits = ranges(sheet)[wager]
    first = range(limits.least, limits.most + 1, limits.step)[:NEAR]
    return sorted({*first, limits.most, stake})
