"""`pitboss cash`: what each person paid in and was paid out in a gaming day, from the log of a floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Csv, Json, as_table, check_one_form, print_json, say, write_csv
from pitboss.cli.floor import Database, Home, store_of
from pitboss.money import cents_text, parse_cents

if TYPE_CHECKING:
    from pitboss.service.accounting.cash import CashDay
    from pitboss.service.floor.cash_rules import CashRules

__all__ = ["cash"]


def cash(
    day: Annotated[str, typer.Option(metavar="DAY", help="The gaming day; default: the last one.")] = "",
    noted: Annotated[str, typer.Option(metavar="DOLLARS", help="From this sum on cash is noted.")] = "",
    reported: Annotated[str, typer.Option(metavar="DOLLARS", help="Above this sum it is reported.")] = "",
    forms: Annotated[bool, typer.Option("--forms", help="Print what is to be reported, as JSON for a form.")] = False,
    home: Home = None,
    database: Database = None,
    csv: Csv = "",
    json: Json = False,
) -> None:
    """List the cash that each person paid in and was paid out in a gaming day, each sum by itself and never netted.

    Chips bought for cash at the cage or at a table are cash in, chips cashed at the cage are cash out. Sums that are
    to be noted or reported, by what the house has decided ($3,000 and $10,000 where it has not), are marked, and how
    much more may come before that is told. --json has every entry, --forms what is to be reported, for a form.

    Examples: `pitboss cash`, `pitboss cash --day 2026-09-21 --json`, `pitboss cash --forms`
    """
    import msgspec

    from pitboss.service.accounting import Books, Period
    from pitboss.service.compliance.desk import cash_csv, cash_desk, form_of

    check_one_form(json=json or forms, csv=csv)
    with store_of(home, database) as store:
        books = Books(store, keeps=False)
        books.update()
        wanted = Period.of("day", day or books.latest).day
        desk = cash_desk(store, books.days, _asked(books.cash, noted, reported), wanted)
    if csv:
        write_csv(csv, cash_csv({wanted: desk.people}))
    if forms:
        due = (one for one in desk.people if "reported" in (one.level_in, one.level_out))
        print_json({"unit": "cents", "forms": [form_of(desk, one, books.days) for one in due]})
    elif json:
        print_json({"unit": "cents", **msgspec.to_builtins(desk)})
    elif not csv:
        say(*_lines(wanted, desk.people))


def _asked(house: CashRules, noted: str, reported: str) -> CashRules:
    """The thresholds of the house, or those that were asked for in their place."""
    from pitboss.service.floor.cash_rules import CashRules, Thresholds, check_thresholds

    if not noted and not reported:
        return house
    usual = house.at(2**62)
    low = parse_cents(noted) if noted else usual.noted
    high = parse_cents(reported) if reported else usual.reported
    check_thresholds(low, high)
    return CashRules((Thresholds(noted=low, reported=high),))


def _lines(day: str, found: Sequence[CashDay]) -> Iterator[str]:
    if not found:
        yield f"{day}: no cash came in or went out."
        return
    heads = ["person", "cash in", "", "left", "cash out", "", "left"]
    rows = [
        [_name(one), cents_text(one.cash_in), one.level_in, cents_text(one.left_in), cents_text(one.cash_out),
         one.level_out, cents_text(one.left_out)]
        for one in found
    ]  # fmt: skip
    yield f"Cash of {day}"
    yield from as_table(heads, rows, right=(1, 3, 4, 6)).splitlines()
    yield "Left is what may still come before the sum is noted or, once it is, reported."


def _name(one: CashDay) -> str:
    return f"{one.person} (guest)" if one.walk_in else one.person
