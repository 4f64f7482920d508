"""A visit on paper: what the house expected as a sum, by wager, the dearest errors of play, and every round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.printable import printable
from pitboss.reports.look import FELTS
from pitboss.reports.money import money
from pitboss.reports.numbers import percent
from pitboss.reports.par import PAPERS, Paper
from pitboss.reports.typesetting import typeset

__all__ = ["visit_pdf"]

ERRORS: Final = 8
"""Errors of play that are listed."""
Rated = Mapping[str, Any]
"""A visit as `/api/ratings/visits/{visit}` tells it, or a part of it."""


def visit_pdf(visit: Rated, *, exact: Mapping[int, Rated] | None = None, paper: Paper = "a4") -> bytes:
    """Return the rating of a visit; the same facts give the same bytes.

    ``exact`` has the rounds of evidence that were solved, by number, as the server tells them.
    """
    played, handle, bet = visit["played"], money(visit["handle"]), money(visit["average_bet"])
    data = {
        "title": "Rating of a visit",
        "visit": visit["id"],
        "name": printable(visit["person"]),
        "about": f"{visit['title']}, table {visit['table']}, {visit['day']}: {played} rounds, handle {handle}, "
        f"average bet {bet}",
        "sum": _sum(visit),
        "basis": _basis(visit),
        "wagers": [_wager(one) for one in visit["wagers"]],
        "errors": [_error(one) for one in visit["worst"][:ERRORS]],
        "following": _following(visit["following"]),
        "evidence": _evidence(visit["following"], exact or {}),
        "rounds": [_round(one, visit["count"]) for one in visit["rounds"]],
        "paper": PAPERS[paper],
        "felt": FELTS[visit["felt"]],
    }
    return typeset("visit.typ", data, "pdf")


def _signed(cents: int | None) -> str:
    return "–" if cents is None else f"{'+' if cents > 0 else ''}{money(cents)}"


def _sum(visit: Rated) -> list[list[str]]:
    theo, deviation, off = visit["theo"], visit["deviation"], visit["deviations"]
    return [
        ["Theo, by the sheet", _signed(theo["sheet"]), "at best play"],
        ["Cards as they lay", _signed(theo["cards"]), "bet by bet"],
        ["Skill cost", _signed(theo["skill"]), f"{visit['mistakes']} of {visit['choices']} choices not best"],
        ["Exact theo", f"= {_signed(theo['exact'])}", "" if deviation is None else f"± {money(deviation)}"],
        ["Actual", _signed(visit["actual"]), "" if off is None else f"{off:+.1f} deviations"],
    ]


def _basis(visit: Rated) -> str:
    """What the figures rest on."""
    if visit["error"] is None:
        return "Decisions are valued from a full shoe, or a fresh deck."
    off = percent(visit["error"], 2)
    return (
        f"Decisions are valued from a full shoe; edges by the cards seen are off by {off}, measured on "
        f"{visit['sample']} shoes solved exactly."
    )


def _wager(one: Rated) -> list[str]:
    name = one["wager"].replace("_", " ").capitalize()
    amounts = [_signed(one[part]) for part in ("sheet", "cards", "actual")]
    return [name, money(one["handle"]), percent(one["edge"], 3), *amounts]


def _error(one: Rated) -> list[str]:
    hand = f"{one['cards']} against {one['against']}" if one["cards"] else "–"
    return [str(one["number"]), hand, one["answer"], money(one["cost"])]


def _round(one: Rated, count: str) -> list[str]:
    stood = f"{one['counts'][count]:+.1f}" if count in one["counts"] else "–"
    edge = "–" if one["edge"] is None else percent(one["edge"], 2)
    places = [str(one[part]) for part in ("number", "shoe", "seen")]
    return [*places, stood, money(one["bet"]), one["after"], _signed(one["result"]), edge, _signed(one["theo"])]


def _following(found: Rated | None) -> list[str]:
    if found is None:
        return []
    crossed = found["crossed"]
    reached = "It was not reached." if crossed is None else f"It was reached in round {crossed}."
    return [
        f"The ratio of the two models is {found['ratio']:,.4g} to 1. {found['false_alarm']} {reached}",
        found["models"],
        f"Against it: {found['against']}",
        "These are bets and counts, no verdict: a person decides.",
    ]


def _evidence(found: Rated | None, exact: Mapping[int, Rated]) -> list[list[str]]:
    """The rounds that were solved: what the count stood at, the bet, and the edge by effects of removal and exactly."""
    solved = [] if found is None else [one for one in found["evidence"] if one["number"] in exact]
    return [
        [str(one["number"]), f"{one['count']:+.1f}", money(one["bet"]), one["after"], f"{one['factor']:.1f}",
         *_edges(exact[one["number"]]["wagers"][0])]
        for one in solved
    ]  # fmt: skip


def _edges(wager: Rated) -> list[str]:
    return ["–" if wager[name] is None else percent(wager[name], 2) for name in ("line", "exact")]
