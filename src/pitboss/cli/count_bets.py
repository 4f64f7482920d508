"""`pitboss count --wager`: what a count is good for at the side bets of a sheet."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from pitboss.cli.common import print_json, write_csv
from pitboss.cli.math_pages import page, plain, shown_progress, table
from pitboss.errors import NotationError

if TYPE_CHECKING:
    from pitboss.maths.counting import Count
    from pitboss.maths.sidebets.countability import BetByCount
    from pitboss.rules import Sheet

__all__ = ["show_bets"]

ALL: Final = "all"
COLUMNS: Final = ("wager", "count", "share", "mean", "error", "deviation")
SELDOM: Final = 1e-3
"""Counts that come up less often are not shown."""


def show_bets(sheet: Sheet, count: Count, wager: str, *, cut: int | None, json: bool, csv: str) -> None:
    """Look at one side bet, or at all of them, by a count."""
    from pitboss.maths.sidebets.bets import by_count, side_wagers
    from pitboss.shoe import shuffle_rules

    wagers = side_wagers(sheet) if wager == ALL else (wager,)
    if not wagers:
        raise NotationError(f'"{sheet.name}" offers no side bet', expected="a sheet with side bets")
    behind = shuffle_rules(sheet).cut_card_depth if cut is None else cut
    found = []
    with shown_progress(float(len(wagers))) as step:
        for one in wagers:
            step(one)
            found.append(by_count(sheet, one, count, cut=behind))
    if csv:
        from pitboss.reports.as_csv import csv_text
        from pitboss.reports.counts import COUNT_KINDS

        write_csv(csv, csv_text(COLUMNS, [row for one in found for row in _rows(one)]), COUNT_KINDS)
    if json:
        told = [{**asdict(one), "rows": _rows(one)} for one in found]
        print_json({"sheet": sheet.name, "hash": sheet.hash, "count": count.text, "cut": behind, "bets": told})
    elif csv != "-":
        _show(sheet, count, behind, found)


def _rows(found: BetByCount) -> list[dict[str, Any]]:
    return [
        {"wager": found.wager, "count": row.count, "share": row.share, "mean": row.mean, "error": row.error,
         "deviation": row.deviation}
        for row in found.rows
    ]  # fmt: skip


def _show(sheet: Sheet, count: Count, cut: int, found: list[BetByCount]) -> None:
    out = page()
    out.print(f"[bold]{plain(str(count))}[/] on the side bets of {plain(sheet.title)}, {cut} cards behind the cut")
    heads = ("side bet", "edge", "correlation", "when", "rounds", "edge then", "in 100", "±")
    shown = table(*heads, right=range(1, 8))
    for one in found:
        figures = ("", "", "", "") if one.trigger is None else _figures(one)
        shown.add_row(
            plain(one.title), f"{one.house_edge:.2%}", f"{one.correlation:+.2f}", _when(one), *figures
        )  # fmt: skip
    out.print(shown)
    if len(found) == 1 and found[0].rows:
        _show_counts(out, found[0])
    out.print("Effects of removal are exact, edges means over random shoes; what is won is in stakes in 100 rounds.")


def _when(one: BetByCount) -> str:
    if not one.shoes:
        return "as the hand is played"
    if one.trigger is None:
        return "never"
    return f"{'at most' if one.below else 'from'} {one.trigger:+d}"


def _figures(one: BetByCount) -> tuple[str, str, str, str]:
    return f"{one.bets:.2%}", f"{one.edge:+.2%}", f"{one.per_hundred:+.3f}", f"{one.error:.3f}"


def _show_counts(out: Any, one: BetByCount) -> None:
    shown = table("count", "of rounds", "edge", "±", "deviation", title="By count", right=range(5))
    for row in one.rows:
        if row.share >= SELDOM:
            count = f"{row.count:+d}" if row.count else "0"
            edge = f"{100 * row.mean:+.2f} %", f"{100 * row.error:.2f}"
            shown.add_row(count, f"{row.share:.2%}", *edge, f"{row.deviation:.2f}")
    out.print(shown)
