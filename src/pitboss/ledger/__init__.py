"""The ledger: accounts, and postings that add up to nothing."""

from __future__ import annotations

from pitboss.ledger.accounts import CAGE, HOUSE, RESERVE, is_player, layout, meter, player, tokes, tray
from pitboss.ledger.posting import Posting, balances, moved, transfer
from pitboss.ledger.reading import link_postings, round_postings

__all__ = [
    "CAGE", "HOUSE", "RESERVE", "Posting", "balances", "is_player", "layout", "link_postings", "meter", "moved",
    "player", "round_postings", "tokes", "transfer", "tray",
]  # fmt: skip
