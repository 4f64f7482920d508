"""Rule sheets: load, extend, override and validate them; print them as a placard; look up the clauses behind them."""

from __future__ import annotations

from pitboss.rules.content import Content, Text
from pitboss.rules.load import SHIPPED, filed_sheet, load, parse_sheet, proposed_sheet, sheet_of
from pitboss.rules.sheet import Departure, Sheet, Source

__all__ = [
    "SHIPPED", "Content", "Departure", "Sheet", "Source", "Text", "filed_sheet", "load", "parse_sheet",
    "proposed_sheet", "sheet_of",
]  # fmt: skip
