"""`pitboss money`: what the floor has won, beside what it should have, from its log."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli.common import Json, as_table, print_json, say, write_file
from pitboss.cli.floor import Database, Home, store_of
from pitboss.cli.math_pages import shown_progress
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.maths.expectation import Expectation
    from pitboss.service.accounting.table_totals import Terms
    from pitboss.service.floor.sheets import Sheets

__all__ = ["expected", "money"]

FORMS: Final = ("html", "csv", "json")


def money(
    home: Home = None,
    database: Database = None,
    period: Annotated[str, typer.Option(help="day, month, year or life.")] = "day",
    day: Annotated[str, typer.Option(metavar="DAY", help="A gaming day of the period; default: the last one.")] = "",
    table: Annotated[str, typer.Option(help="Only this table.")] = "",
    game: Annotated[str, typer.Option(help="Only tables of this sheet.")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A .html, .csv or .json file to write.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    json: Json = False,
) -> None:
    """Report the money of a floor: handle, win and hold against the exact expectation, counts, liabilities, meters.

    Examples: `pitboss money`, `pitboss money --period month --day 2026-09-21 -o september.html`,
    `pitboss money --database sqlite:///floor.db --table catfish-blackjack-1 --csv`
    """
    from pitboss.reports.money import money_csv, money_page
    from pitboss.reports.output_files import form_of
    from pitboss.service.accounting import Books, Period
    from pitboss.service.accounting import report as reported
    from pitboss.service.audit.checkpoints import last_code

    form = form_of(output, FORMS) if output is not None else "csv" if csv else "json" if json else "text"
    with store_of(home, database) as store:
        books = Books(store, keeps=False)
        books.update()
        wanted = Period.of(period, day or books.latest)
        found = reported(
            books, wanted, partial(expected, books.sheets), table=table, game=game, made_at=time.time_ns() // 1_000_000
        )
        found["checkpoint"] = last_code(store)
    if output is not None:
        write_file(output, {"html": money_page, "csv": money_csv, "json": _json}[form](found))
        say(f"wrote {output}")
    elif form == "csv":
        print(money_csv(found), end="")
    elif form == "json":
        print_json(found)
    else:
        say(*_lines(found))


def _json(found: dict[str, Any]) -> str:
    from pitboss.cli.common import json_text

    return json_text(found)


def expected(sheets: Sheets, terms: Terms) -> Mapping[str, Expectation] | str:
    """Return the expectation of a sheet's wagers, computed now where it is not cached."""
    from pitboss.maths.expectation import expectations

    try:
        sheet = sheets.of(terms)
        with shown_progress(1.0) as step:
            step(f"working out what {sheet.name} should win")
            return expectations(sheet)
    except PitbossError as error:
        return f"not known: {error}"


# --- to read in a terminal --------------------------------------------------------------------------------------


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _outside(found: list[dict[str, Any]]) -> list[str]:
    """The results that chance does not explain, each with the reasons that were signed."""
    said = []
    for one in found:
        said.append(f"{one['table']}: chance stays nearer in {one['percent']} of 100 such periods.")
        said += [f"  {why['why']} ({why['by']})" for why in one["explanations"]] or ["  No reason was signed yet."]
    return said


def _lines(found: dict[str, Any]) -> list[str]:
    from pitboss.reports.money import money as amount
    from pitboss.reports.numbers import percent

    def row(name: str, line: dict[str, Any], expected: dict[str, Any] | None) -> list[str]:
        known = expected is not None and "win" in expected
        hold = "" if line["hold"] is None else percent(line["hold"], 2)
        if not known:
            return [name, amount(line["handle"]), amount(line["win"]), hold, (expected or {}).get("state", ""), "", ""]
        assert expected is not None
        z = f"{expected['z']:+.2f}" if expected["z"] is not None else ""
        return [
            name, amount(line["handle"]), amount(line["win"]), hold, amount(expected["win"]),
            amount(expected["deviation"]), z,
        ]  # fmt: skip

    rows = []
    for table in found["tables"]:
        rows.append(row(table["table"], table, table["together"]))
        rows += [row(f"  {line['title']}", line, line["expected"]) for line in table["wagers"]]
    rows.append(row("all tables", found["floor"], found["floor"]["together"]))
    floor, progressive = found["floor"], found["progressive"]
    table_lines = as_table(["", "handle", "win", "hold", "expected", "deviation", "z"], rows, right=range(1, 7))
    said = [
        f"Money of the floor: {found['period']['text']}, {_many(floor['rounds'], 'round')} at "
        f"{_many(floor['tables'], 'table')}", "",
        *table_lines.splitlines(), "",
    ]  # fmt: skip
    said += sorted({table["measured"] for table in found["tables"] if table["rounds"]})
    if floor["together"]:
        said.append(floor["together"]["words"])
    said += _outside(found["outside"])
    said += [
        f"Ledger {amount(floor['ledger'])}, over or short {amount(floor['difference'])}, drop {amount(floor['drop'])}, "
        f"tokes {amount(floor['tokes']['into_the_box'])}.",
        "Owed now: " + ", ".join(f"{name} {amount(cents)}" for name, cents in found["liabilities"].items()) + ".",
    ]
    if progressive:
        balances = "balances to the cent" if not progressive["difference"] else "DOES NOT BALANCE"
        said.append(f"Progressive {balances}: difference {amount(progressive['difference'])}.")
    if last := found["checkpoint"]:
        covers = "covers all of the log" if last["whole"] else "the log has gone on since: `pitboss audit checkpoint`"
        said.append(f"Checkpoint {last['code']}, to be kept: {covers}.")
    return said
