"""The ledger: accounts, and postings that add up to zero."""

from __future__ import annotations

from pitboss.ledger.accounts import (
    CAGE,
    DEALERS,
    HOUSE,
    RESERVE,
    drop,
    is_player,
    layout,
    meter,
    over_short,
    player,
    tokes,
    tray,
)
from pitboss.ledger.posting import RETRACTED, TAKEN_BACK, Posting, balances, moved, needed, transfer
from pitboss.ledger.reading import link_postings, round_postings

__all__ = [
    "CAGE", "DEALERS", "HOUSE", "RESERVE", "RETRACTED", "TAKEN_BACK", "Posting", "balances", "drop", "is_player",
    "layout", "link_postings", "meter", "moved", "needed", "over_short", "player", "round_postings", "tokes",
    "transfer", "tray",
]  # fmt: skip
