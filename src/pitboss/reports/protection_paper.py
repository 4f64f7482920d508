"""What a house may lose to counters, on paper: every bet, what it loses by the cut, and what stops its counter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.printable import printable
from pitboss.reports.look import FELTS
from pitboss.reports.numbers import percent
from pitboss.reports.panels import ByCut
from pitboss.reports.par import PAPERS, Paper
from pitboss.reports.pictures import inline_svg
from pitboss.reports.typesetting import typeset
from pitboss.rules import Sheet

__all__ = ["protection_pdf"]

Found = Mapping[str, Any]
"""What :func:`pitboss.reports.protection.protection_json` tells, or a part of it."""
NOTHING: Final = "nothing"


def protection_pdf(sheet: Sheet, found: Found, *, paper: Paper = "a4") -> bytes:
    """Return what a house may lose to counters as a PDF; the same figures give the same bytes."""
    bets, hour = found["bets"], found["rounds_per_hour"]
    data = {
        "title": f"Counters of {sheet.title}",
        "hash": sheet.hash,
        "name": "What counters can take",
        "about": f"{sheet.title}, {found['decks']} decks, {found['cut']} cards behind the cut, {hour} rounds an hour",
        "note": found["note"],
        "bets": [_bet(one) for one in bets],
        "plot": inline_svg(_panel(bets)) if bets else "",
        "changes": [
            {"title": printable(one["title"]), "rows": [_change(change) for change in one["changes"]],
             "least": _least(one)}
            for one in bets if one["changes"]
        ],
        "basis": _basis(found),
        "paper": PAPERS[paper],
        "felt": FELTS[sheet.felt],
    }  # fmt: skip
    return typeset("protection.typ", data, "pdf")


def _dollars(cents: float) -> str:
    return f"${cents / 100:,.2f}"


def _lost(one: Found) -> str:
    """What is lost, with its error; in brackets where chance could make it, or hide it."""
    if one["state"] == "stopped":
        return NOTHING
    said = f"{_dollars(one['per_hour']) if one['per_hour'] > 0 else NOTHING} ± {_dollars(one['error'])}"
    return f"({said})" if one["state"] == "open" else said


def _bet(one: Found) -> list[str]:
    stops = "none tried" if one["stops_at"] is None else f"{one['stops_at']} cards"
    counter = one["counter"] if one["wager"] == "main" or not one["tags"] else f"{one['counter']}: {one['tags']}"
    return [
        printable(one["title"]), percent(one["house_edge"], 2), _lost(one), _dollars(one["stake"]),
        percent(one["bets"], 1), stops, printable(counter),
    ]  # fmt: skip


def _change(one: Found) -> list[str]:
    cost = f"+{percent(one['honest_cost'], 3)}" if one["honest_cost"] > 0 else percent(one["honest_cost"], 3)
    said = "the bet is gone" if one["kind"] == "off" else cost if one["honest_cost"] else NOTHING
    return [printable(one["change"]), _lost(one), said]


def _least(one: Found) -> str:
    if one["least"] is None:
        return "No change that was tried is sure to stop the counter."
    return f"Least cost: {printable(one['least'])}."


def _panel(bets: list[Found]) -> ByCut:
    return ByCut({
        printable(one["title"]): [(at["cut"], at["per_hour"] / 100, at["error"] / 100) for at in one["depths"]]
        for one in bets
    })  # fmt: skip


def _basis(found: Found) -> str:
    return (
        f"Bets of 1 to {found['spread']} on the main bet, side bets at their maximum. In brackets: open, chance could "
        "make it or hide it. A counter is stopped who wins nothing even with two standard errors more. Costs are what "
        "the edge against people who do not count rises by, off the top of the shoe."
    )
