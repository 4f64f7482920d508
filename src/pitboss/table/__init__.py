"""The table: seats and spots across rounds, the shoe between them, and what the house decides about both."""

from __future__ import annotations

from pitboss.table.state import Happening
from pitboss.table.table import Table

__all__ = ["Happening", "Table"]
