"""`pitboss doctor`: what is here, whether it is well, and what to do next."""

from __future__ import annotations

import dataclasses
import textwrap
from typing import TYPE_CHECKING, Final

from pitboss.cli.common import Json, print_json
from pitboss.cli.floor import Database, Home
from pitboss.printable import printable

if TYPE_CHECKING:
    from pitboss.cli.doctor_checks import Check

__all__ = ["doctor"]

STYLES: Final = {"ok": "green", "warning": "yellow", "trouble": "bold red"}


def doctor(home: Home = None, database: Database = None, json: Json = False) -> int:
    """Look over program, home, keys, database, clock, disk and caches, and say what to do next.

    Nothing is made or changed. Exit status 0: all well, or only warnings. 1: something is in trouble.

    Examples: `pitboss doctor`, `pitboss doctor --home /srv/pitboss`,
    `pitboss doctor --database postgresql://pit@db/pitboss --json`
    """
    from pitboss.cli.doctor_checks import check_all

    found = check_all(home, database)
    troubles = sum(check.level == "trouble" for check in found)
    warnings = sum(check.level == "warning" for check in found)
    if json:
        print_json({"good": not troubles, "checks": [dataclasses.asdict(check) for check in found]})
    else:
        _show(found)
        print(
            f"\n{_count(troubles, 'trouble')}, {_count(warnings, 'warning')}" if troubles + warnings else "\nall well"
        )
    return 1 if troubles else 0


def _show(found: list[Check]) -> None:
    """The level in colour where somebody looks, the rest plain, long lines folded under their beginning."""
    from rich.text import Text

    from pitboss.cli.math_pages import page

    console = page()
    for check in found:
        indent = " " * 20
        words = textwrap.wrap(printable(check.says), console.width - len(indent), break_on_hyphens=False) or [""]
        line = (
            Text(f"{check.level:8}", STYLES[check.level])
            .append(f"{check.name:12}", "bold")
            .append(words[0], "not bold")
        )
        console.print(line, soft_wrap=True)
        for more in words[1:]:
            console.print(indent + more, markup=False, soft_wrap=True)
        if check.todo:
            console.print(f"{indent}do: {printable(check.todo)}", markup=False, soft_wrap=True)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
