"""The names of accounts: whose money it is, or where it lies.

>>> player("Ann"), tray("t1"), is_player(player("Ann"))
('player:Ann', 'tray:t1', True)
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "CAGE", "DEALERS", "HOUSE", "RESERVE", "drop", "is_player", "layout", "meter", "over_short", "player", "tokes",
    "tray",
]  # fmt: skip

CAGE: Final = "cage"
"""Where chips are bought and cashed."""
HOUSE: Final = "house"
"""The house's own money: fills of the trays, seeds of the meters and what wagers add to them."""
RESERVE: Final = "reserve"
"""What the link has set aside for the next start of the Major."""
DEALERS: Final = "dealers"
"""What has been counted out of the dealers' boxes: theirs to share."""

_PLAYER: Final = "player:"


def player(name: str) -> str:
    return _PLAYER + name


def is_player(account: str) -> bool:
    """Whether an account is a player's, which never falls below zero."""
    return account.startswith(_PLAYER)


def tray(table: str) -> str:
    """The chips in front of the dealer."""
    return f"tray:{table}"


def layout(table: str) -> str:
    """The chips that lie on a table's layout."""
    return f"layout:{table}"


def drop(table: str) -> str:
    """The box that cash goes into where chips are bought at the table."""
    return f"drop:{table}"


def tokes(table: str) -> str:
    """The dealers' box."""
    return f"tokes:{table}"


def over_short(table: str) -> str:
    """What counts at a table have found missing; negative where more was found than the books have."""
    return f"over_short:{table}"


def meter(name: str) -> str:
    return f"meter:{name}"
