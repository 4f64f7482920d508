"""The money report on paper: the same plain data that the JSON has, as a page to read and print, and as CSV.

Amounts come in cents; how they were worked out is said in the report itself.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from pitboss.money import cents_text
from pitboss.reports import numbers
from pitboss.reports.look import ACCENT, FELTS, HAIRLINE, TEXT
from pitboss.reports.panels import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Course", "money_csv", "money_page"]

Report = Mapping[str, Any]
PLOT_HEIGHT: Final = 2.4
FEWEST_POINTS: Final = 2
BANDS: Final = ((1.959963984540054, HAIRLINE, "19 of 20"), (1.0, "#B9C4BC", "2 of 3"))


@dataclass(frozen=True)
class Course:
    """The win of the house over the rounds of a period, and where it was to be expected."""

    points: Sequence[Mapping[str, Any]]
    title: str = "Win and expectation"

    def draw(self, axes: Axes) -> None:
        rounds = [0, *(point["rounds"] for point in self.points)]
        win, mean, spread = ([0.0, *(point[name] / 100 for point in self.points)] for name in _DRAWN)
        for times, tint, share in BANDS:
            low = [middle - times * one for middle, one in zip(mean, spread, strict=True)]
            high = [middle + times * one for middle, one in zip(mean, spread, strict=True)]
            axes.fill_between(rounds, low, high, color=tint, linewidth=0, label=f"{share} end here")
        axes.plot(rounds, mean, color=INK, linewidth=1.0, linestyle="--", label="expected")
        axes.plot(rounds, win, color=ACCENT, linewidth=1.6, label="win")
        axes.axhline(0, color=TEXT, linewidth=0.6)
        axes.set_xlim(0, rounds[-1])
        axes.set_xlabel("rounds")
        axes.set_ylabel("dollars")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}".replace("-", "−"))
        axes.legend(frameon=False, fontsize=8, loc="best", ncols=2)


_DRAWN: Final = ("win", "expected", "deviation")


# --- the page -------------------------------------------------------------------------------------------------


def money_page(report: Report) -> str:
    """The report as a page that stands alone."""
    from pitboss.reports.typesetting import html

    games = report["games"]
    return html(
        "money.html",
        report=report,
        felt=FELTS[games[0]["felt"]] if len(games) == 1 else FELTS["river"],
        games=[(game, _plot(game) if len(game["tables"]) > 1 else "", _sentence(game)) for game in games],
        tables=[(table, _plot(table), _sentence(table)) for table in report["tables"]],
        money=money,
        share=_share,
        number=_number,
        score=_score,
        words=_words,
    )


def money(cents: int | None) -> str:
    """An amount with its sign and thousands.

    >>> money(-123456), money(0), money(None)
    ('−$1,234.56', '$0.00', '')
    """
    if cents is None:
        return ""
    return ("−" if cents < 0 else "") + f"${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def _share(value: float | None) -> str:
    return "" if value is None else numbers.percent(value, 2)


def _number(value: int) -> str:
    return f"{value:,}"


def _score(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}".replace("-", "−")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _plot(page: Mapping[str, Any]) -> str:
    from pitboss.reports.pictures import inline_svg

    points = page["course"]
    if len({point["rounds"] for point in points}) < FEWEST_POINTS:
        return ""
    return inline_svg(Course(points), height=PLOT_HEIGHT)


def _sentence(page: Mapping[str, Any]) -> str:
    """What is to be said of all wagers of a game or a table together."""
    found = page["together"]
    if found is not None:
        return (
            f"{money(page['win'])} won, {money(found['win'])} ± {money(found['deviation'])} expected. {found['words']}"
        )
    states = {line["expected"]["state"] for line in page["wagers"]} - {"known"}
    if not states:
        return "Nothing was staked."
    return f"The expectation is not complete: {', '.join(sorted(states))}."


# --- the CSV --------------------------------------------------------------------------------------------------

COLUMNS: Final = (
    "level", "table", "sheet", "wager", "rounds", "wagers", "handle", "action", "win", "hold", "edge", "expected_win",
    "deviation", "z", "chance", "state", "drop", "win_by_drop", "opening", "closing", "fills", "credits",
    "counted_result", "ledger_result", "difference", "tokes_into_the_box", "irregularities", "corrections", "amount",
)  # fmt: skip
_MONEY: Final = frozenset({
    "handle", "action", "win", "expected_win", "deviation", "drop", "opening", "closing", "fills", "credits",
    "counted_result", "ledger_result", "difference", "tokes_into_the_box", "amount",
})  # fmt: skip


def money_csv(report: Report) -> str:
    """The report as one table: a line for the floor, each game, each table, each wager of both, and what is owed."""
    out = StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in _rows(report):
        writer.writerow({name: _cell(name, value) for name, value in row.items() if value is not None})
    return out.getvalue()


def _cell(name: str, value: Any) -> str:
    if name in _MONEY:
        return cents_text(value)
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def _rows(report: Report) -> Iterator[dict[str, Any]]:
    floor = report["floor"]
    yield _whole("floor", floor) | {"ledger_result": floor["ledger"], "difference": floor["difference"]}
    for game in report["games"]:
        yield _whole("game", game) | _named(game)
        yield from (_wager("game wager", line) | _named(game) for line in game["wagers"])
    for table in report["tables"]:
        result = table["result"]
        yield (
            _whole("table", table)
            | _named(table)
            | {name: result[name] for name in ("opening", "closing", "fills", "credits", "difference")}
            | {"counted_result": result["counted"], "ledger_result": result["ledger"]}
        )
        yield from (_wager("table wager", line) | _named(table) for line in table["wagers"])
    for name, cents in report["liabilities"].items():
        yield {"level": f"liabilities: {name}", "amount": cents}
    for name, cents in (report["progressive"] or {}).items():
        if isinstance(cents, int):
            yield {"level": f"progressive: {_words(name)}", "amount": cents}
    if last := report.get("checkpoint"):
        yield {"level": f"checkpoint: {last['code']}"}


def _named(page: Mapping[str, Any]) -> dict[str, Any]:
    sets = " ".join(page["sets"])
    return {"table": page.get("table", " ".join(page.get("tables", ()))), "sheet": f"{page['sheet']} {sets}".strip()}


def _whole(level: str, page: Mapping[str, Any]) -> dict[str, Any]:
    found = page["together"] or {}
    irregular = page.get("irregular", {})
    return {
        "level": level,
        **{name: page[name] for name in ("rounds", "handle", "win", "hold", "drop", "win_by_drop")},
        "expected_win": found.get("win"),
        **{name: found.get(name) for name in ("deviation", "z", "chance")},
        "tokes_into_the_box": page["tokes"]["into_the_box"],
        "irregularities": irregular.get("irregularities"),
        "corrections": irregular.get("corrections"),
    }


def _wager(level: str, line: Mapping[str, Any]) -> dict[str, Any]:
    found = line["expected"]
    return {
        "level": level,
        **{name: line[name] for name in ("wager", "wagers", "handle", "action", "win", "hold")},
        "expected_win": found.get("win"),
        **{name: found.get(name) for name in ("edge", "deviation", "z", "chance", "state")},
    }
