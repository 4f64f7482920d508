"""The desk of compliance: the cash of a gaming day, what looks suspicious in it, and the report as data for a form."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from io import StringIO
from typing import Any, Final

from msgspec import Struct

from pitboss.money import cents_text
from pitboss.service.accounting.cash import CashDay, cash_of, thresholds_of
from pitboss.service.audit.significant_events import harmless
from pitboss.service.compliance.cash_patterns import DAYS_BACK, Pattern, patterns_of
from pitboss.service.floor.cash_rules import CashRules, Thresholds
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.store import Store

__all__ = ["CashDesk", "cash_csv", "cash_desk", "form_of", "suspicions"]


COLUMNS: Final = ("day", "person", "guest", "at", "direction", "amount", "place", "stream", "version")


class CashDesk(Struct, frozen=True):
    """The cash of a gaming day with what the house notes and reports."""

    day: str
    thresholds: Thresholds
    people: list[CashDay]


def cash_desk(store: Store, days: GamingDays, rules: CashRules, day: str) -> CashDesk:
    thresholds = thresholds_of(rules, days, day)
    return CashDesk(day, thresholds, cash_of(store, days, day, thresholds))


def suspicions(store: Store, days: GamingDays, rules: CashRules, day: str) -> list[Pattern]:
    """What looks suspicious in the cash of a gaming day, beside that of the days before."""
    today = cash_desk(store, days, rules, day)
    wanted = {one.key for one in today.people}
    earlier = [
        [one for one in cash_of(store, days, before) if one.key in wanted]
        for before in ((date.fromisoformat(day) - timedelta(days=back)).isoformat() for back in range(DAYS_BACK, 0, -1))
    ]
    return patterns_of(day, today.people, today.thresholds, earlier)


def form_of(desk: CashDesk, one: CashDay, days: GamingDays) -> dict[str, Any]:
    """What a report of somebody's cash asks for and the log knows; the rest, people fill in. Money in cents."""
    return {
        "gaming_day": desk.day,
        "person": one.person,
        "account": "" if one.walk_in else one.key,
        "cash_in": one.cash_in,
        "cash_in_reported": one.level_in == "reported",
        "cash_out": one.cash_out,
        "cash_out_reported": one.level_out == "reported",
        "threshold": desk.thresholds.reported,
        "transactions": [
            {
                "time": days.rule_at(moved.at).local(moved.at).isoformat(timespec="seconds"),
                "direction": moved.direction,
                "amount": moved.cents,
                "place": moved.place,
                "entry": f"{moved.stream} {moved.version}",
            }
            for moved in one.movements
        ],
        "to_be_filled_in": ["full name", "address", "identification seen", "number of the account or player card"],
    }


def cash_csv(days: Mapping[str, Sequence[CashDay]]) -> str:
    """The cash of gaming days for a spreadsheet: one line for each entry."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for day, found in days.items():
        for one in found:
            for moved in one.movements:
                rows.writerow([day, harmless(one.person), "yes" if one.walk_in else "", moved.at, moved.direction,
                               cents_text(moved.cents), moved.place, moved.stream, moved.version])  # fmt: skip
    return out.getvalue()
