"""What the commands of the mathematics share: a page on the terminal, stakes, and progress while it is worked out."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.errors import NotationError
from pitboss.money import parse_cents
from pitboss.printable import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pitboss.maths.analysis.progress import Step

__all__ = ["Fresh", "Stakes", "edge_text", "page", "plain", "read_stakes", "shown_progress", "table"]

Stakes = Annotated[
    list[str],
    typer.Option("--stake", metavar="WAGER=AMOUNT", help="What is staked, such as main=10; may be given again."),
]
Fresh = Annotated[bool, typer.Option("--no-cache", help="Work it out anew, and keep nothing.")]


def read_stakes(texts: Iterable[str]) -> dict[str, int]:
    """Stakes in cents by wager; an amount alone is for the main bet.

    >>> read_stakes(["10", "trilux=2.50"])
    {'main': 1000, 'trilux': 250}
    """
    found: dict[str, int] = {}
    for text in texts:
        wager, equals, amount = text.rpartition("=")
        if equals and not wager.strip():
            raise NotationError("cannot read a stake", text=text, expected="wager=amount such as main=10")
        found[wager.strip() or "main"] = parse_cents(amount)
    return found


def plain(text: str) -> str:
    """A text of a file or a person on a page: what cannot be printed is escaped, and what looks like markup is none."""
    from rich.markup import escape

    return escape(printable(text))


def page() -> Console:
    """Return a console of the terminal's width, within readable limits; without colour if it is not a terminal."""
    from rich.console import Console

    width = min(max(shutil.get_terminal_size((96, 24)).columns, 60), 120)
    return Console(file=sys.stdout, width=width, highlight=False, emoji=False)


def table(*headings: str, title: str = "", right: Iterable[int] = ()) -> Table:
    """A plain table; the columns named by number line up on the right."""
    from rich import box
    from rich.table import Table

    made = Table(title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    numbers = set(right)
    for i, heading in enumerate(headings):
        made.add_column(heading, justify="right" if i in numbers else "left", overflow="fold")
    return made


def edge_text(edge: float) -> str:
    """A house edge in percent."""
    return f"{edge * 100:+.4f} %"


@contextmanager
def shown_progress(work: float) -> Iterator[Step]:
    """Show the current step and the time left on stderr, if it is a terminal."""
    if not sys.stderr.isatty():
        from pitboss.maths.analysis.progress import silent

        with silent(work) as unseen:
            yield unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=work)
        done = 0.0

        def step(name: str, share: float = 1.0) -> None:
            nonlocal done
            progress.update(task, description=name, advance=done)
            done = share

        yield step
