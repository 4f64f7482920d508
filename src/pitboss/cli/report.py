"""`pitboss report`: the par sheet of a sheet, as PDF or HTML."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Sets, SheetName, write_file
from pitboss.cli.pages import Fresh, Stakes, read_stakes, shown_progress
from pitboss.reports.places import form_of
from pitboss.rules import load

__all__ = ["report"]


class PaperSize(StrEnum):
    a4 = "a4"
    letter = "letter"


def report(
    sheet: SheetName,
    output: Annotated[Path, typer.Option("--output", "-o", help="The .pdf or .html file to write.")],
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    paper: Annotated[PaperSize, typer.Option("--paper", help="The size of a PDF's pages.")] = PaperSize.a4,
    stake: Stakes = [],  # noqa: B006
    no_cache: Fresh = False,
) -> None:
    """Write the par sheet: rules, pay tables, edges, deviations, plots, the strategy card and the hold.

    Examples: `pitboss report catfish-blackjack -o par.pdf`,
    `pitboss report blackjack-v5 --set decks=8 --stake main=10 -o par.html`
    """
    from pitboss.maths.analysis.analysis import analyze
    from pitboss.reports.gathering import report as gathered
    from pitboss.reports.par import PAR_FORMS, par_bytes

    form = form_of(output, PAR_FORMS)
    loaded = load(sheet, sets=set)
    found = analyze(loaded, stakes=read_stakes(stake), cache=not no_cache, progress=shown_progress)
    par = gathered(loaded, found)
    write_file(output, par_bytes(par, form, paper=paper.value))
    print(f"wrote {output}")
