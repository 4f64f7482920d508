"""`pitboss serve`: live tables."""

from __future__ import annotations

import gc
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pitboss.printable import printable

__all__ = ["serve"]


class Log(StrEnum):
    text = "text"
    json = "json"


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8765,
    home: Annotated[
        Path | None, typer.Option(help="Folder for the database and the keys (default: $PITBOSS_HOME or pitboss-data).")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///PATH or postgresql://... (default: $PITBOSS_DATABASE or a file in the home)."),
    ] = None,
    demo: Annotated[bool, typer.Option(help="Open a table of each shipped sheet.")] = True,
    tables_each: Annotated[int, typer.Option(min=1, max=100, help="Tables of each sheet on a demo floor.")] = 1,
    staffed: Annotated[
        bool, typer.Option(help="On a demo floor, two more tables of each sheet that wait for a dealer.")
    ] = False,
    sheet: Annotated[
        list[Path] | None,
        typer.Option(help="A house's own sheet (.toml): an embedded floor opens a table on it. May be given again."),
    ] = None,
    prepare: Annotated[
        bool,
        typer.Option(
            envvar="PITBOSS_PREPARE", help="Work out charts and figures of posted sheets before somebody asks."
        ),
    ] = True,
    checkpoints_to: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="Where the code of every checkpoint goes (default: $PITBOSS_CHECKPOINTS_TO, or nowhere).",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes on this port; each leads its share of the tables.")
    ] = 1,
    log: Annotated[Log, typer.Option(help="How the log is written to stderr: for people, or an object a line.")] = (
        Log.text
    ),
) -> None:
    """Start the table server: a table of each sheet open, on SQLite, with nothing to configure.

    Examples: `pitboss serve`, `pitboss serve --sheet river-room.toml`,
    `pitboss serve --port 9000 --home /srv/pitboss --log json`,
    `pitboss serve --checkpoints-to https://regulator.example/checkpoints`,
    `PITBOSS_DATABASE=postgresql://pit@db/pitboss pitboss serve --host 0.0.0.0 --no-demo --workers 4`
    """
    gc.set_threshold(200_000, 50, 50)  # what a start makes is kept: looking for garbage in it only delays the opening
    from pitboss.rules import filed_sheet
    from pitboss.service.floor.house import check_approvable
    from pitboss.web.serving import serve as run
    from pitboss.web.settings import Settings
    from pitboss.web.workers import serve_workers

    sheets = tuple(filed_sheet(one) for one in sheet or ())
    for one in sheets:
        check_approvable(one)
    settings = Settings.of(
        host=host, port=port, home=home, database=database, demo=demo, tables_each=tables_each, staffed=staffed,
        sheets=sheets, figures_ahead=prepare, checkpoints_to=checkpoints_to,
    )  # fmt: skip

    def started(address: str) -> None:
        print(printable(f"Pitboss is open at {address}  (Ctrl-C closes it)"), flush=True)

    if workers > 1:
        serve_workers(settings, workers, started=started, log_form=log.value)
    else:
        run(settings, started=started, log_form=log.value)
