"""The `pitboss` command: one small module per subcommand, loaded when it is called."""

from __future__ import annotations

import io
import os
import sys
from typing import IO, TYPE_CHECKING, Annotated, TextIO

import typer

from pitboss import __version__
from pitboss.cli.analyze import analyze
from pitboss.cli.audit import audit
from pitboss.cli.backup import backup, restore
from pitboss.cli.bets import bets
from pitboss.cli.bots import bots
from pitboss.cli.chart import chart
from pitboss.cli.clauses import clauses
from pitboss.cli.common import complain, trouble_lines
from pitboss.cli.compare import compare
from pitboss.cli.deal import deal
from pitboss.cli.design import design
from pitboss.cli.doctor import doctor
from pitboss.cli.games import games
from pitboss.cli.help_pages import PlainCommand, PlainGroup, spread
from pitboss.cli.money import money
from pitboss.cli.report import report
from pitboss.cli.rules import rules
from pitboss.cli.school import school
from pitboss.cli.serve import serve
from pitboss.cli.settle import settle
from pitboss.cli.sheet import sheet
from pitboss.cli.shuffle import shuffle
from pitboss.cli.simulate import simulate
from pitboss.cli.value import value
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["app", "main"]

app = typer.Typer(
    name="pitboss",
    cls=PlainGroup,
    help="Casino table games from one rule sheet.",
    epilog="Start with `pitboss games`, then `pitboss rules catfish-blackjack`.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    games, rules, clauses, deal, school, settle, shuffle, value, analyze, compare, simulate, report, chart, bets,
    design, serve, bots, money, backup, restore, doctor,
):  # fmt: skip
    app.command(cls=PlainCommand, help=spread(command.__doc__ or ""))(command)
app.add_typer(audit)
app.add_typer(sheet)


def _version(wanted: bool) -> None:
    if wanted:
        from pitboss.rules import SHIPPED, load

        print(f"pitboss {__version__}")
        for name in SHIPPED:
            sheet = load(name)
            print(f"  {name} version {sheet.version}, hash {sheet.hash[:12]}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version of Pitboss and its sheets."),
    ] = False,
) -> None:
    """Runs, settles, solves and proves casino table games from one rule sheet."""
    if context.invoked_subcommand is None:
        print(context.get_help())


_CLOSED_PIPE = 141
"""What a shell reports of a program whose reader went away; no check has failed."""


def main() -> None:
    """Run the command line; trouble is said on stderr, with exit status 2."""
    _mend_streams()
    try:
        status = app(standalone_mode=False)
        print(end="", flush=True)
    except PitbossError as error:
        sys.exit(_trouble(*trouble_lines(error)))
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        words = " ".join(getattr(error, "format_message", error.__str__)().splitlines())
        sys.exit(_trouble(f"{words} (see `{context.command_path if context else 'pitboss'} --help`)"))
    except typer.Abort:
        sys.exit(130)
    except OSError as error:
        _forget_output(sys.stdout)
        sys.exit(_trouble(f"cannot write the output: {error.strerror}"))
    sys.exit(status if isinstance(status, int) else 0)


class _Pipe(io.FileIO):
    """A stream whose reader may go away, which ends the program; libraries would make a failed check (1) of it."""

    def write(self, octets: ReadableBuffer, /) -> int | None:  # type: ignore[override]
        try:
            return super().write(octets)
        except BrokenPipeError:
            _forget_output(self)
            raise SystemExit(_CLOSED_PIPE) from None


def _forget_output(stream: IO[str] | io.FileIO) -> None:
    """What could not be written is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _mend_streams() -> None:
    """A stream that was closed before the start reads and writes nothing, instead of being missing."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = _mended(sys.stdout, sys.__stdout__)
    sys.stderr = _mended(sys.stderr, sys.__stderr__)


def _mended(stream: TextIO | None, own: TextIO | None) -> TextIO:
    """A stream of the process that ends it when its reader goes away; one that somebody put in its place stays."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if stream is not own or not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    raw = io.BufferedWriter(_Pipe(stream.fileno(), "wb", closefd=False))
    at_once = own is sys.__stderr__ or stream.write_through or stream.isatty()
    return io.TextIOWrapper(raw, stream.encoding, stream.errors, line_buffering=at_once)


def _trouble(*lines: str) -> int:
    complain(*lines)
    return 2
