"""The felt of blackjack: boxes with circles for side bets, and the line for insurance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.rules import Sheet
from pitboss.web.layouts import lettered

__all__ = ["GAME"]


class _Blackjack:
    lettered: Mapping[str, str] = {
        "blackjack_pays": "blackjack.pays",
        "soft_17": "dealer.soft_17",
        "insurance_pays": "insurance.pays",
    }

    def lettering(self, sheet: Sheet) -> dict[str, Any]:
        return {
            "table": "boxes",
            "headline": lettered(sheet, "blackjack.pays"),
            "rule": lettered(sheet, "dealer.soft_17"),
            "line": lettered(sheet, "insurance.pays"),
        }


GAME: Final = _Blackjack()
