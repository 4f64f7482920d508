"""A count on paper: what it is good for on a sheet, edge and bets by count, what they bring, and the index plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitboss.printable import printable
from pitboss.reports.counts import varied_words
from pitboss.reports.look import FELTS
from pitboss.reports.numbers import percent
from pitboss.reports.panels import ByCount
from pitboss.reports.par import PAPERS, Paper
from pitboss.reports.pictures import inline_svg
from pitboss.reports.typesetting import typeset
from pitboss.rules import Sheet

__all__ = ["counting_pdf"]

SELDOM: Final = 1e-3
"""Counts that come up less often are left out."""
Found = Mapping[str, Any]
"""What `/api/sheets/{sheet}/counting` tells, or a part of it."""


def counting_pdf(sheet: Sheet, found: Found, *, paper: Paper = "a4") -> bytes:
    """Return a count's figures on a sheet as a PDF; the same figures give the same bytes."""
    rows = [row for row in found["by_count"] if row["share"] >= SELDOM]
    data = {
        "title": f"{found['title']} on {sheet.title}",
        "hash": sheet.hash,
        "name": printable(found["title"]),
        "about": f"{sheet.title}, {found['decks']} decks, {found['cut']} cards behind the cut; {found['count']}",
        "sums": _sums(found),
        "effects": [[rank, _signed(effect, 3)] for rank, effect in found["effects"].items() if rank not in "JQK"],
        "plot": inline_svg(_panel(rows)),
        "bets": _bets(found, last=max(row["count"] for row in rows)),
        "rows": [_row(row) for row in rows],
        "spreads": [_spread(one) for one in found.get("spreads", ())],
        "varied": [_varied(sheet, one) for one in found.get("varied", ())],
        "plays": [_play(one) for one in found["plays"]],
        "basis": _basis(found),
        "paper": PAPERS[paper],
        "felt": FELTS[sheet.felt],
    }
    return typeset("counting.typ", data, "pdf")


def _signed(share: float, places: int) -> str:
    return f"{'+' if share > 0 else ''}{percent(share, places)}"


def _count(count: int) -> str:
    return f"{count:+d}" if count else "0"


def _dollars(cents: float) -> str:
    return f"{'−' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def _sums(found: Found) -> list[list[str]]:
    return [
        ["Betting correlation", f"{found['betting_correlation']:.3f}"],
        ["Playing efficiency", f"{found['playing_efficiency']:.2f}"],
        ["Insurance correlation", f"{found['insurance_correlation']:.3f}"],
        ["Edge of flat bets", _signed(found["flat_edge"], 3)],
        ["c-SCORE", f"{found['compared']['score']:.2f}"],
    ]


def _panel(rows: Sequence[Found]) -> ByCount:
    counts, shares, edges, errors, bets = (
        [row[name] for row in rows] for name in ("count", "share", "mean", "error", "bet")
    )
    return ByCount(counts, shares, edges, errors, bets)


def _bets(found: Found, *, last: int) -> list[str]:
    """Who bets, what they bet up to the last count that is shown, and what that brings."""
    bettor, best = found["bettor"], found["best"]
    told = [(count, cents) for count, cents in best["bets"] if count <= last]
    bets = ", ".join(f"{_dollars(cents) if cents else 'nothing'} from {_count(count)}" for count, cents in told)
    n0 = "never" if best["n0"] is None else f"{best['n0']:,.0f} rounds"
    spots = f" on each of {bettor['hands']} spots" if bettor.get("hands", 1) > 1 else ""
    return [
        f"With {_dollars(bettor['bank'])} at a risk of {percent(bettor['risk'], 1)}, bets of "
        f"{_dollars(bettor['minimum'])} to {_dollars(bettor['maximum'])}{spots}: {bets}.",
        f"They win {_dollars(best['win'])} ± {_dollars(best['win_error'])} in 100 rounds, deviation "
        f"{_dollars(best['deviation'])}; {percent(best['played'], 1)} of the rounds are played.",
        f"Risk of ruin {percent(best['risk_of_ruin'], 2)}, N0 {n0}, desirability {best['desirability']:.2f}, SCORE "
        f"{best['score']:.2f}, certainty equivalent {_dollars(best['certainty'])} in 100 rounds.",
    ]


def _row(row: Found) -> list[str]:
    return [
        _count(row["count"]), percent(row["share"], 2), _signed(row["mean"], 2), percent(row["error"], 2),
        f"{row['deviation']:.3f}", _dollars(100 * row["bet"]),
    ]  # fmt: skip


def _spread(one: Found) -> list[str]:
    best = one["best"]
    win, risk = _dollars(best["win"]), percent(best["risk_of_ruin"], 1)
    return [f"1 to {one['spread']}", win, risk, f"{one['score']:.2f}"]


def _varied(sheet: Sheet, one: Found) -> list[str]:
    best, n0 = one["best"], one["n0"]
    figures = _dollars(best["win"]), percent(best["risk_of_ruin"], 1), f"{one['score']:.2f}"
    words = printable(varied_words(sheet, one["change"]))
    return [words, _signed(one["flat_edge"], 3), *figures, "never" if n0 is None else f"{n0:,.0f}"]


def _play(one: Found) -> list[str]:
    at = f"{'below ' if one['below'] else ''}{_count(one['count'])}"
    threshold = f"{one['threshold']:+.2f} ± {one['error']:.2f}"
    gains = [f"{one[name]:.4f}" for name in ("gain", "spread_gain")]
    return [one["hand"], one["up"], one["play"], at, one["instead"], threshold, *gains]


def _basis(found: Found) -> str:
    return (
        f"Index plays by exact values of {found['shoes']} shoes, averaged over {found['met']:,} random ones; edges by "
        f"{found['rounds']:,} simulated rounds. Values of plays in bets in 100 rounds, flat and with bets of 1 to 8."
    )
