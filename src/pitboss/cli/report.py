"""`pitboss report`: the par sheet of a sheet, as PDF or HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, PaperSize, Sets, SheetName, load, print_json, say, write_file
from pitboss.cli.floor import Database, Home, store_of
from pitboss.cli.math_pages import Fresh, Stakes, read_stakes, shown_progress
from pitboss.errors import NotationError
from pitboss.reports.as_json import analysis_json, par_json
from pitboss.reports.output_files import form_of

if TYPE_CHECKING:
    from pitboss.reports.par import Revised

__all__ = ["report"]


def report(
    sheet: SheetName,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The .pdf or .html file to write; needed without --json."),
    ] = None,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    paper: Annotated[PaperSize, typer.Option("--paper", help="The size of a PDF's pages.")] = PaperSize.a4,
    stake: Stakes = [],  # noqa: B006
    no_cache: Fresh = False,
    revisions: Annotated[
        bool, typer.Option("--revisions", help="List the versions that the house of a floor has approved.")
    ] = False,
    home: Home = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write the par sheet: rules, pay tables, edges, deviations, plots, the strategy card and the hold.

    Examples: `pitboss report catfish-blackjack -o par.pdf`,
    `pitboss report blackjack-v5 --set decks=8 --stake main=10 -o par.html`,
    `pitboss report catfish-blackjack --json`, `pitboss report catfish-blackjack --revisions -o par.pdf`
    """
    from pitboss.maths.analysis.analysis import analyze
    from pitboss.reports.par import PAR_FORMS, par_bytes
    from pitboss.reports.par_gathering import report as gathered

    if output is None and not json:
        raise NotationError("a par sheet needs a file", expected="-o par.pdf or -o par.html, or --json to print it")
    form = form_of(output, PAR_FORMS) if output else None
    loaded = load(sheet, sets=set)
    found = analyze(loaded, stakes=read_stakes(stake), cache=not no_cache, progress=shown_progress)
    par = gathered(loaded, found, _revisions(loaded.name, home, database) if revisions else ())
    if output and form:
        write_file(output, par_bytes(par, form, paper=paper.value))
    if json:
        print_json({**par_json(loaded, par), "analysis": analysis_json(found)})
    else:
        say(f"wrote {output}")


def _revisions(sheet: str, home: Path | None, database: str | None) -> list[Revised]:
    """The history of a sheet in the house of a floor, as it is printed."""
    from pitboss.reports.par import Revised
    from pitboss.service.audit.sheet_revisions import revisions

    with store_of(home, database) as store:
        return [
            Revised(one.day, one.what, one.hash[:16], " ".join((*one.changes, f"({one.why})")), ", ".join(one.signed))
            for one in revisions(store, sheet)
        ]
