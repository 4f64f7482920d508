"""The matrix of what regulators ask for names only what is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
MATRIX = ROOT / "docs" / "compliance.md"
API = ROOT / "docs" / "api.md"
PAGES = ROOT / "src" / "pitboss" / "web" / "pages"


class Row(NamedTuple):
    asked: str
    source: str
    met: str
    where: str
    shown: str


def rows() -> list[Row]:
    lines = (line for line in MATRIX.read_text(encoding="utf-8").splitlines() if line.startswith("| "))
    cells = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines)
    found = [Row(*(cell + [""] * (5 - len(cell)))) for cell in cells]
    return [row for row in found if row.asked not in ("What is asked", "---")]


def test_the_matrix_is_read() -> None:
    assert len(rows()) > 35
    assert {"met"} < {row.met for row in rows()} <= {"met", "partly", "not"}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.asked[:40])
def test_a_row_has_a_source_and_what_it_names_is_there(row: Row) -> None:
    assert row.source
    assert bool(row.where) == bool(row.shown) == (row.met != "not"), "what is met says where and what shows it"
    for named in re.findall(r"`([^`]+)`", row.where):
        assert is_there(named), named
    for named in re.findall(r"`([^`]+)`", row.shown):
        path, _, test = named.partition("::")
        assert not test or test in names_in(ROOT / path), named
        assert (ROOT / path).is_file(), named


def is_there(named: str) -> bool:
    if named.startswith("/"):
        return (PAGES / named[1:]).is_file()
    if named.startswith("pitboss "):
        return named in commands()
    return f"`{named}`" in API.read_text(encoding="utf-8")  # which names every request, as another test holds


def names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def commands() -> set[str]:
    """Every command as it is typed."""
    from typer.main import get_command

    from pitboss.cli.app import app_with

    found = set()
    for name, command in get_command(app_with()).commands.items():  # type: ignore[attr-defined]
        found |= {f"pitboss {name}", *(f"pitboss {name} {below}" for below in getattr(command, "commands", {}))}
    return found
