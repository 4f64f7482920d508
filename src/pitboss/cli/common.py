"""What the subcommands share: arguments, output, files."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.errors import NotationError

__all__ = ["Json", "Sets", "SheetName", "as_table", "print_json", "write_file"]

SheetName = Annotated[
    str, typer.Argument(metavar="SHEET", help="A sheet of `pitboss games`, or a path to a house's own .toml file.")
]
Sets = Annotated[
    list[str], typer.Option("--set", metavar="KEY=VALUE", help="Set one value of the sheet; may be given again.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def as_table(headings: list[str], rows: list[list[str]]) -> str:
    """Columns that line up, the last one ragged.

    >>> print(as_table(["a", "bee"], [["1", "2"], ["three", "4"]]))
    a      bee
    1      2
    three  4
    """
    widths = [max(len(row[i]) for row in [headings, *rows]) for i in range(len(headings))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in [headings, *rows]
    )


def write_file(path: Path, text: str) -> None:
    """Write a whole file or nothing."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise NotationError(f'cannot write "{path}": {error.strerror}') from None
