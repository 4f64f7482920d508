"""`pitboss simulate --years`: a progressive link over years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.common import print_json, write_file
from pitboss.cli.math_pages import page, plain, table
from pitboss.money import cents_text, dollars

if TYPE_CHECKING:
    from pitboss.maths.simulation.jackpots import Spread, Years
    from pitboss.reports.pictures import PictureForm
    from pitboss.rules import Sheet

__all__ = ["show_years"]


def show_years(
    sheet: Sheet, *, years: int, tables: int, seats: int | None, hands_per_hour: int, hours_per_day: int,
    histories: int, seed: int | str, meters: Mapping[str, int] | None, also: Sequence[tuple[Sheet, int]],
    plot: Path | None, json: bool,
) -> int:  # fmt: skip
    """Play the years, print the results, and draw them if asked to."""
    from pitboss.maths.simulation.jackpots import Floor, simulate_years
    from pitboss.reports.output_files import form_of
    from pitboss.reports.pictures import FORMS

    form = None if plot is None else form_of(plot, FORMS)
    floor = Floor(tables, sheet_seats(sheet) if seats is None else seats, hands_per_hour, hours_per_day)
    found = simulate_years(sheet, floor, years=years, histories=histories, seed=seed, meters=meters, also=also)
    if json:
        print_json(_as_json(sheet, found, also))
    else:
        _show(sheet, found, also)
    if plot is not None and form is not None:
        write_file(plot, drawn(sheet, found, form))
    return 0


def sheet_seats(sheet: Sheet) -> int:
    """The seats of a table; a sheet without a link is refused later, by name."""
    return getattr(sheet.rules.table, "seats", 1)


def _as_json(sheet: Sheet, found: Years, also: Sequence[tuple[Sheet, int]]) -> dict[str, Any]:
    floor = found.floor
    return {
        "sheet": sheet.name,
        "seed": found.seed,
        "years": found.years,
        "histories": found.histories,
        "basis": {
            "meters": {name: cents_text(cents) for name, cents in found.opening.items()},
            "tables": floor.tables, "bettors": floor.bettors, "hands_per_hour": floor.hands_per_hour,
            "hours_per_day": floor.hours_per_day, "rounds_per_day": floor.rounds_per_day,
            "also": {one.name: tables for one, tables in also},
        },
        "meters": {
            name: {
                "hits_per_year": meter.hits_per_year,
                "expected_hits_per_year": meter.expected_hits_per_year,
                "shared_hits": meter.shared,
                "value_at_hit": _money(meter.value_at_hit),
                "days_between_hits": _plain(meter.days_between),
                "from_house": _money(meter.from_house),
            }
            for name, meter in found.meters.items()
        },
        "reserve_shortfall": _money(found.shortfall),
        "reserve_left": _money(found.reserve_left),
        "envy_per_year": cents_text(round(found.envy_per_year)),
    }  # fmt: skip


def _money(spread: Spread) -> dict[str, Any]:
    quantiles = {share: cents_text(round(cents)) for share, cents in spread.quantiles.items()}
    return {"count": spread.count, "mean": cents_text(round(spread.mean)), "quantiles": quantiles}


def _plain(spread: Spread) -> dict[str, Any]:
    return {
        "count": spread.count,
        "mean": spread.mean,
        "deviation": spread.deviation,
        "quantiles": dict(spread.quantiles),
    }


def drawn(sheet: Sheet, found: Years, form: PictureForm) -> bytes:
    """What every meter stands at when it is hit, and how many days lie between hits."""
    from pitboss.reports.panels import Results
    from pitboss.reports.pictures import picture

    panels = []
    for name in found.meters:
        values, days = found.of_hits(name)
        panels.append(Results(Counter(values), title=f"The {name.capitalize()} when it is hit", unit="dollars"))
        panels.append(Results(Counter(days), title=f"Days between hits of the {name.capitalize()}", unit="days"))
    title = f"{sheet.title}: {found.years} years of {found.floor.tables} tables, seed {found.seed}"
    return picture([panel for panel in panels if panel.results], form, title=title)


def _show(sheet: Sheet, found: Years, also: Sequence[tuple[Sheet, int]]) -> None:
    out, floor = page(), found.floor
    out.print(f"[bold]{plain(sheet.title)}[/bold]  {plain(sheet.name)}, the linked progressive")
    out.print(
        f"{found.years} years, played {found.histories:,} times, seed {found.seed}: {floor.tables} tables with "
        f"{floor.bettors} wagers each, {floor.hands_per_hour} hands an hour, {floor.hours_per_day} hours a day; "
        + ", ".join(f"{name.capitalize()} from {dollars(cents)}" for name, cents in found.opening.items())
        + " on"
    )
    for one, tables in also:
        out.print(f"{tables} of the tables are of {plain(one.title)}, {plain(one.name)}.")
    out.print(_hits(found))
    rows = table("", "mean", "5 %", "median", "95 %", "most", title="How it is spread", right=range(1, 6))
    rows.columns[0].no_wrap = True
    for name, meter in found.meters.items():
        _add(rows, f"{name} at a hit", meter.value_at_hit, money=True)
        _add(rows, f"days between {name} hits", meter.days_between, money=False)
        _add(rows, f"house adds to a new {name}", meter.from_house, money=True)
    _add(rows, f"house adds in {found.years} years", found.shortfall, money=True)
    _add(rows, "reserve at the end", found.reserve_left, money=True)
    out.print(rows)
    out.print(f"Envy costs the tray {dollars(round(found.envy_per_year / 100) * 100)} a year.")


def _hits(found: Years) -> Any:
    rows = table("meter", "hits a year", "expected", "hits in all", "shared", title="Hits", right=range(1, 5))
    for name, meter in found.meters.items():
        rows.add_row(
            name, f"{meter.hits_per_year:,.3f}", f"{meter.expected_hits_per_year:,.3f}",
            f"{meter.value_at_hit.count:,}", f"{meter.shared:,}",
        )  # fmt: skip
    return rows


def _add(rows: Any, name: str, spread: Spread, *, money: bool) -> None:
    def text(value: float) -> str:
        return dollars(round(value / 100) * 100) if money else f"{value:,.2f}"

    if not spread.count:
        rows.add_row(name, *["-"] * 5)
        return
    shares = [spread.quantiles[share] for share in ("5%", "50%", "95%", "most")]
    rows.add_row(name, text(spread.mean), *map(text, shares))
