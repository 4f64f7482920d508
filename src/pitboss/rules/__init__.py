"""Rule sheets: load, extend, override and validate them; print them as a placard; look up the clauses behind them."""

from __future__ import annotations

from pitboss.rules.load import SHIPPED, load, parse_sheet
from pitboss.rules.sheet import Departure, Sheet, Source

__all__ = ["SHIPPED", "Departure", "Sheet", "Source", "load", "parse_sheet"]
