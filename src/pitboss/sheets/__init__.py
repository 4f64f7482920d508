"""The shipped rule sheets and the clause register, as TOML."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["SHIPPED", "sheet_text"]

SHIPPED: Final = (
    "catfish-blackjack",
    "ultimate-texas-holdem",
    "games-of-chance-blackjack",
    "free-bet-blackjack",
    "blackjack-v5",
    "crazy-4-poker",
)
"""The sheets that come with Pitboss."""


def sheet_text(name: str) -> str:
    """The text of a shipped sheet."""
    return Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
