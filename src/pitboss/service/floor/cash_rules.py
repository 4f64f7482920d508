"""From which sum in a gaming day a person's cash is noted, and above which it is reported, as the house has decided."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from pitboss.errors import IllegalAction

__all__ = ["USUAL", "CashRules", "Level", "Thresholds", "check_thresholds"]

Level = Literal["", "noted", "reported"]
"""What a sum calls for."""
LEVELS: Final[tuple[Level, ...]] = ("", "noted", "reported")


class Thresholds(Struct, frozen=True, kw_only=True):
    """From which sum in a gaming day somebody's cash is noted, and above which it is reported; in cents."""

    since: int = 0
    """The moment from which on they hold, in milliseconds since 1970."""
    noted: int = 300_000
    reported: int = 1_000_000

    def level(self, cents: int) -> Level:
        """What a sum calls for.

        >>> USUAL.level(299_999), USUAL.level(300_000), USUAL.level(1_000_000), USUAL.level(1_000_001)
        ('', 'noted', 'noted', 'reported')
        """
        return "reported" if cents > self.reported else "noted" if cents >= self.noted else ""

    def left(self, cents: int) -> int:
        """How much more leaves the level as it is: what a cashier can take before the next one is reached."""
        return max(0, self.noted - 1 - cents if cents < self.noted else self.reported - cents)


USUAL: Final = Thresholds()
"""Those of a house that has decided on none."""


class CashRules(Struct, frozen=True):
    """What the house has decided of them, oldest first."""

    rules: tuple[Thresholds, ...] = ()

    def at(self, moment: int) -> Thresholds:
        """The thresholds that hold at a time."""
        return next((rule for rule in reversed(self.rules) if rule.since <= moment), USUAL)


def check_thresholds(noted: int, reported: int) -> None:
    """Refuse a house that would report before it notes."""
    if not 0 < noted <= reported:
        raise IllegalAction("cash.noted_before_reported")
