"""`pitboss cash`: what each person paid in and was paid out in a gaming day, from the log of a floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Csv, Json, as_table, check_one_form, print_json, say, write_csv
from pitboss.cli.floor import Database, Home, store_of
from pitboss.errors import NotationError
from pitboss.money import cents_text, parse_cents

if TYPE_CHECKING:
    from pitboss.service.accounting.cash import CashDay

__all__ = ["cash"]

COLUMNS = ("day", "person", "at", "direction", "amount", "place", "stream", "version")


def cash(
    day: Annotated[str, typer.Option(metavar="DAY", help="The gaming day; default: the last one.")] = "",
    noted: Annotated[str, typer.Option(metavar="DOLLARS", help="From this sum on cash is noted.")] = "3000",
    reported: Annotated[str, typer.Option(metavar="DOLLARS", help="Above this sum cash is reported.")] = "10000",
    home: Home = None,
    database: Database = None,
    csv: Csv = "",
    json: Json = False,
) -> None:
    """List the cash that each person paid in and was paid out in a gaming day, each sum by itself and never netted.

    Chips bought for cash at the cage or at a table are cash in, chips cashed at the cage are cash out. Sums that are
    to be noted or reported are marked, and how much more may come before that is told. --json has every entry.

    Examples: `pitboss cash`, `pitboss cash --day 2026-09-21 --json`, `pitboss cash --noted 2500 --csv cash.csv`
    """
    import msgspec

    from pitboss.service.accounting import Books, Period
    from pitboss.service.accounting.cash import Thresholds, cash_of

    check_one_form(json=json, csv=csv)
    thresholds = Thresholds(parse_cents(noted), parse_cents(reported))
    if not 0 < thresholds.noted <= thresholds.reported:
        raise NotationError("cash is noted before it is reported", expected="--noted above 0 and at most --reported")
    with store_of(home, database) as store:
        books = Books(store, keeps=False)
        books.update()
        wanted = Period.of("day", day or books.latest).day
        found = cash_of(store, books.days, wanted, thresholds)
    if csv:
        write_csv(csv, _csv(wanted, found))
    if json:
        print_json({"unit": "cents", "day": wanted, "thresholds": msgspec.to_builtins(thresholds),
                    "people": msgspec.to_builtins(found)})  # fmt: skip
    elif not csv:
        say(*_lines(wanted, found))


def _lines(day: str, found: Sequence[CashDay]) -> Iterator[str]:
    if not found:
        yield f"{day}: no cash came in or went out."
        return
    heads = ["person", "cash in", "", "left", "cash out", "", "left"]
    rows = [
        [one.person, cents_text(one.cash_in), one.level_in, cents_text(one.left_in), cents_text(one.cash_out),
         one.level_out, cents_text(one.left_out)]
        for one in found
    ]  # fmt: skip
    yield f"Cash of {day}"
    yield from as_table(heads, rows, right=(1, 3, 4, 6)).splitlines()
    yield "Left is what may still come before the sum is noted or, once it is, reported."


def _csv(day: str, found: Sequence[CashDay]) -> str:
    import csv

    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for one in found:
        for moved in one.movements:
            rows.writerow([day, one.person, moved.at, moved.direction, cents_text(moved.cents), moved.place,
                           moved.stream, moved.version])  # fmt: skip
    return out.getvalue()
