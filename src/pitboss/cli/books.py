"""`pitboss books`: the reports of a period and its part of the log, as files with their hashes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import FileForm, say, write_file
from pitboss.cli.floor import Database, Home, store_of
from pitboss.cli.money import expected
from pitboss.errors import NotationError

if TYPE_CHECKING:
    from pitboss.service.accounting import Books, Period

__all__ = ["books"]


def books(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder for the files.")],
    period: Annotated[str, typer.Option(help="day, month, year or life.")] = "day",
    day: Annotated[str, typer.Option(metavar="DAY", help="A gaming day of the period; default: the last one.")] = "",
    format: Annotated[FileForm, typer.Option(help="The form of the files.")] = FileForm.csv,
    home: Home = None,
    database: Database = None,
) -> None:
    """Write what auditors ask for into a folder: money, cash, significant events and the log of a period.

    Each file is a table, as CSV or as Parquet (which needs the extra parquet). SHA256SUMS has the hash of each, for
    `sha256sum -c`. The same log makes the same files, byte for byte.

    Examples: `pitboss books september --period month --day 2026-09-21`, `pitboss books today --format parquet`
    """
    from pitboss.service.accounting import Books, Period

    if folder.exists():
        raise NotationError(f'"{folder}" is there already', expected="the name of a new folder")
    with store_of(home, database) as store:
        read = Books(store, keeps=False)
        read.update()
        wanted = Period.of(period, day or read.latest)
        span = wanted.date or "life"
        files = {f"{name}-{span}.{format.value}": _file(text, format) for name, text in _tables(read, wanted)}
    folder.mkdir(parents=True)
    files["SHA256SUMS"] = "".join(f"{sha256(octets).hexdigest()}  {name}\n" for name, octets in files.items()).encode()
    for name, octets in files.items():
        write_file(folder / name, octets)
    say(f"wrote {', '.join(files)} to {folder}")


def _file(text: str, format: FileForm) -> bytes:
    if format is FileForm.csv:
        return text.encode()
    from pitboss.reports.parquet import parquet_of

    return parquet_of(text)


def _tables(read: Books, wanted: Period) -> Iterator[tuple[str, str]]:
    from pitboss.reports.money import money_csv
    from pitboss.service.accounting import report
    from pitboss.service.audit.log_table import entries_of, log_csv
    from pitboss.service.audit.significant_events import as_csv, significant_events
    from pitboss.service.compliance.desk import cash_csv, cash_desk

    def within(at: int) -> bool:
        return wanted.holds(read.days.day_of(at))

    made_at = time.time_ns() // 1_000_000
    yield "money", money_csv(report(read, wanted, partial(expected, read.sheets), made_at=made_at))
    found = [one for one in significant_events(read.store, most=sys.maxsize) if within(one.at)]
    yield "events", as_csv(found)
    days = sorted({read.days.day_of(entry.at) for entry in entries_of(read.store, within)})
    yield "cash", cash_csv({day: cash_desk(read.store, read.days, read.cash, day).people for day in days})
    yield "log", log_csv(entries_of(read.store, within))
