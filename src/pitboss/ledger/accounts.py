"""The names of accounts: whose money it is, or where it lies.

>>> player("Ann"), tray("t1"), is_player(player("Ann"))
('player:Ann', 'tray:t1', True)
"""

from __future__ import annotations

from typing import Final

__all__ = ["CAGE", "HOUSE", "RESERVE", "is_player", "layout", "meter", "player", "tokes", "tray"]

CAGE: Final = "cage"
"""Where chips are bought and cashed."""
HOUSE: Final = "house"
"""The house's own money: fills of the trays, seeds of the meters."""
RESERVE: Final = "reserve"
"""What the link has set aside for the next start of the Major."""

_PLAYER: Final = "player:"


def player(name: str) -> str:
    return _PLAYER + name


def is_player(account: str) -> bool:
    """Whether an account is a player's, which never falls below nothing."""
    return account.startswith(_PLAYER)


def tray(table: str) -> str:
    """The chips in front of the dealer."""
    return f"tray:{table}"


def layout(table: str) -> str:
    """The chips that lie on a table's layout."""
    return f"layout:{table}"


def tokes(table: str) -> str:
    """The dealers' box."""
    return f"tokes:{table}"


def meter(name: str) -> str:
    return f"meter:{name}"
