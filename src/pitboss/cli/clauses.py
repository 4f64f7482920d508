"""`pitboss clauses`: the clause register."""

from __future__ import annotations

import textwrap
from enum import StrEnum
from typing import Annotated

import typer

from pitboss.cli.common import Json, as_table, full_name, print_json
from pitboss.cli.shell_completion import sheets_and_clauses
from pitboss.errors import NotationError
from pitboss.rules.load import SHIPPED, load
from pitboss.rules.register import Clause, clause, clauses_of, code_of, register, tests_of, values_of

__all__ = ["clauses"]


class Status(StrEnum):
    open = "open"
    covered = "covered"


class Need(StrEnum):
    engine = "engine"
    view = "view"
    server = "server"


def clauses(
    sheet: Annotated[
        str | None,
        typer.Argument(
            metavar="[SHEET | CLAUSE]",
            help="One sheet, or one clause such as BJ-DEAL-20.",
            autocompletion=sheets_and_clauses,
        ),
    ] = None,
    status: Annotated[
        Status | None, typer.Option("--status", help="Only clauses that a test shows, or that none does yet.")
    ] = None,
    need: Annotated[Need | None, typer.Option("--need", help="Only clauses that need this to be shown.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only clauses of a kind, such as payout.")] = None,
    json: Json = False,
) -> None:
    """Show every clause: text, decision, the values and code that carry it, the tests that prove it.

    Examples: `pitboss clauses`, `pitboss clauses blackjack-v5 --status open`, `pitboss clauses BJ-DEAL-20`
    """
    chosen = [
        c for c in _chosen(sheet)
        if (status is None or c.status == status) and (need is None or c.need == need) and kind in (None, c.kind)
    ]  # fmt: skip
    if kind is not None and kind not in {c.kind for c in clauses_of()}:
        raise NotationError(
            f'there is no kind of clause "{kind}"', expected=", ".join(sorted({c.kind for c in clauses_of()}))
        )
    if json:
        print_json([c.as_json() for c in chosen])
        return
    for c in chosen:
        print(_shown(c))
    if sheet is None or clause(sheet) is None:
        print(_summary(chosen))


def _chosen(sheet: str | None) -> tuple[Clause, ...]:
    if sheet is None:
        return clauses_of()
    if sheet.upper() in register():
        return clauses_of(sheet.upper())
    one = clause(sheet)
    if one is not None:
        return (one,)
    named = full_name(sheet)
    if named in SHIPPED or sheet.endswith(".toml"):
        return clauses_of(load(named or sheet).document)
    raise NotationError(
        f'there is no sheet and no clause "{sheet}"', expected="a name of `pitboss games` or an id such as BJ-DEAL-20"
    )


def _shown(c: Clause) -> str:
    head = f"{c.id}  {c.kind}, needs {c.need}, {c.status}" + (f"  ({c.place})" if c.place else "")
    facts = [
        ("", c.text),
        ("shown by", c.observable),
        ("repeats", c.same_as),
        ("unclear", c.ambiguity),
        ("decided", c.decision),
        ("options", ", ".join(c.options)),
        ("values", ", ".join(values_of().get(c.id, ()))),
        ("code", ", ".join(code_of().get(c.id, ()))),
        ("tests", ", ".join(tests_of().get(c.id, ()))),
    ]
    lines = [head]
    for label, text in facts:
        if text:
            lead = f"    {label + ':':10}" if label else "    "
            lines += textwrap.wrap(
                text,
                100,
                initial_indent=lead,
                subsequent_indent="      ",
                break_on_hyphens=False,
                break_long_words=False,
            )
    return "\n".join(lines) + "\n"


def _summary(chosen: list[Clause]) -> str:
    rows = []
    for document in register().values():
        of_document = [c for c in chosen if c.document == document.prefix]
        if of_document:
            covered = sum(c.status == "covered" for c in of_document)
            open_by_need = [str(sum(c.status == "open" and c.need == need for c in of_document)) for need in Need]
            rows.append([document.sheet, str(len(of_document)), str(covered), *open_by_need])
    return as_table(
        ["sheet", "clauses", "covered", *(f"open: {need}" for need in Need)], rows, right=range(1, 3 + len(Need))
    )
