"""The table: seats and spots across rounds, the cards between them, and what the house decides about both."""

from __future__ import annotations

from pitboss.table.game import Happening
from pitboss.table.table import Table

__all__ = ["Happening", "Table"]
