"""What the commands about a floor share: where it is, and progress while its log is read."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.errors import NotationError

if TYPE_CHECKING:
    from pitboss.service.operations.keys import Keys
    from pitboss.store import Store

__all__ = ["Database", "Home", "bar", "floor_of", "keys_beside", "store_of"]

Home = Annotated[
    Path | None, typer.Option(help="Folder of the database and the keys (default: $PITBOSS_HOME or pitboss-data).")
]
Database = Annotated[
    str | None,
    typer.Option(help="sqlite:///PATH or postgresql://... (default: $PITBOSS_DATABASE or the file in the home)."),
]


@contextmanager
def floor_of(home: Path | None, database: str | None) -> Iterator[tuple[Store, Path]]:
    """Open an existing floor: return its store and the folder of its keys. Nothing is created."""
    from pitboss.web.settings import Settings

    keys = Settings.of(home=home, database=database).home / "keys"
    with store_of(home, database) as store:
        if not (keys / "seal.key").is_file():
            raise NotationError(f'there are no keys in "{keys}"; give --home')
        yield store, keys


@contextmanager
def store_of(home: Path | None, database: str | None) -> Iterator[Store]:
    """Open the store of an existing floor, for what needs no keys. Nothing is created."""
    from pitboss.store import open_store
    from pitboss.web.settings import Settings

    settings = Settings.of(home=home, database=database)
    path = settings.database.removeprefix("sqlite:///")
    if "://" not in path and not Path(path).is_file():
        raise NotationError(f'there is no floor at "{path}"; give --home or --database')
    store = open_store(settings.database, read_only="://" not in path and not _writable(Path(path)))
    try:
        yield store
    finally:
        store.close()


def _writable(path: Path) -> bool:
    """Whether a file and its folder may be written; what is looked at on a disk that may not is left as it is."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def keys_beside(store: Store, home: Path | None) -> Keys | None:
    """Return the keys of a floor where they are at hand, for what is told in less detail without them."""
    from pitboss.service.audit.checkpoints import keys_of
    from pitboss.web.settings import Settings

    folder = Settings.of(home=home).home / "keys"
    return keys_of(store, folder) if (folder / "seal.key").is_file() else None


@contextmanager
def bar() -> Iterator[Callable[[str, int, int], None]]:
    """Show progress and the time left on stderr, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns: tuple[Any, ...] = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        TextColumn("{task.completed:,.0f} entries"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("")
        yield lambda what, done, total: shown.update(task, description=what, completed=done, total=total)
