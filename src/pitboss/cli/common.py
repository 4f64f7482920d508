"""What the subcommands share: arguments, output, files."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.shell_completion import sheet_names
from pitboss.errors import DefectsError, NotationError, PitbossError
from pitboss.extras import needs
from pitboss.printable import printable, printable_json
from pitboss.sheets import SHIPPED

if TYPE_CHECKING:
    from pitboss.reports.parquet import Kinds
    from pitboss.rules import Sheet

__all__ = [
    "Csv", "FileForm", "Json", "PaperSize", "Sets", "SheetName", "as_table", "begun_so", "check_one_form", "complain",
    "full_name", "json_text", "load", "print_json", "say", "trouble_lines", "write_csv", "write_file",
]  # fmt: skip


def begun_so(said: str, names: Sequence[str]) -> str:
    """Return the one name that starts with the given text; a text that starts none is returned unchanged."""
    begun = "-".join(re.split(r"[\s_-]+", said.strip().lower()))
    found = [name for name in names if begun and name.startswith(begun)]
    if begun in found or not found:
        return begun if found else said
    if len(found) > 1:
        raise NotationError(f'several sheets begin with "{said}"', expected=" or ".join(found))
    return found[0]


def full_name(said: str | None) -> str | None:
    """Return the shipped sheet whose name starts with the text; a path to a house's own sheet is returned unchanged.

    >>> full_name("catfish"), full_name("Free Bet"), full_name("house.toml")
    ('catfish-blackjack', 'free-bet-blackjack', 'house.toml')
    """
    return said and begun_so(said, SHIPPED)


def load(sheet: str | Path, *, sets: Iterable[str] = ()) -> Sheet:
    """Load a sheet; the rules are imported only here, so that help and completion do not wait for them."""
    from pitboss.rules import load as load_now

    return load_now(sheet, sets=sets)


SheetName = Annotated[
    str,
    typer.Argument(
        metavar="SHEET",
        help="A sheet of `pitboss games`, or how its name begins, or a path to a house's own .toml file.",
        autocompletion=sheet_names,
        callback=full_name,
    ),
]
Sets = Annotated[
    list[str], typer.Option("--set", metavar="KEY=VALUE", help="Set one value of the sheet; may be given again.")
]


class PaperSize(StrEnum):
    """The paper that documents are printed on."""

    a4 = "a4"
    letter = "letter"


Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


class FileForm(StrEnum):
    """The forms in which tables of figures are written for other programs."""

    csv = "csv"
    parquet = "parquet"


Csv = Annotated[
    str,
    typer.Option("--csv", metavar="FILE", help="Write the figures there: CSV, or Parquet (x.parquet); - prints CSV."),
]


def check_one_form(*, json: bool, csv: str) -> None:
    """Refuse two forms of output that would go to the same place, and one whose package is missing."""
    if json and csv == "-":
        raise NotationError("--json and --csv - would both be printed", expected="one of them, or a file for the CSV")
    if csv.endswith(f".{FileForm.parquet}"):
        needs("parquet")


def write_csv(where: str, text: str, kinds: Kinds | None = None) -> None:
    """Write a table of figures to a file, or print it."""
    if where == "-":
        print(text, end="")
    elif where.endswith(f".{FileForm.parquet}"):
        from pitboss.reports.parquet import parquet_of

        write_file(Path(where), parquet_of(text, kinds))
    else:
        write_file(Path(where), text)


def say(*lines: str) -> None:
    """Print lines that hold text of files or of people."""
    print("\n".join(map(printable, lines)))


def complain(*lines: str) -> None:
    """Say on stderr what went wrong; further lines are about the first."""
    print("\n".join(map(printable, (f"pitboss: {lines[0]}", *lines[1:]))), file=sys.stderr)


def trouble_lines(error: PitbossError) -> list[str]:
    """What went wrong, in one line or, for a file with several defects, in one for each."""
    return error.lines if isinstance(error, DefectsError) else [str(error)]


def json_text(data: Any) -> str:
    return printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"


def print_json(data: Any) -> None:
    print(json_text(data), end="")


def as_table(headings: list[str], rows: list[list[str]], *, right: Collection[int] = ()) -> str:
    """Columns that line up on the left, or on the right where they hold amounts; the last one ragged.

    A cell is one line, whatever text stands in it.

    >>> print(as_table(["a", "stake", "bee"], [["1", "5.00", "2"], ["three", "10.00", "4"]], right=[1]))
    a      stake  bee
    1       5.00  2
    three  10.00  4
    """
    rows = [list(map(printable, row)) for row in rows]
    widths = [max(len(row[i]) for row in [headings, *rows]) for i in range(len(headings))]

    def line(row: list[str]) -> str:
        cells = (
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    return "\n".join(map(line, [headings, *rows]))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file completely or not at all; a pipe or another special file is written to directly."""
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        raise NotationError(f'cannot write "{path}": {error.strerror}') from None


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:60]}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
