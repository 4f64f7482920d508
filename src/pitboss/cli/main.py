"""The `pitboss` command: runs what was typed, and says what went wrong in one line."""

from __future__ import annotations

import io
import os
import sys
from typing import IO, TYPE_CHECKING, Final, TextIO

import typer

from pitboss.cli.app import COMMANDS, app_with, outline
from pitboss.cli.common import complain, trouble_lines
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["main"]

COMPLETING: Final = "_PITBOSS_COMPLETE"
"""The variable by which a shell asks for completions."""

_CLOSED_PIPE = 141
"""What a shell reports of a program whose reader went away; no check has failed."""


def main() -> None:
    """Run the command line; trouble is said on stderr, with exit status 2."""
    _mend_streams()
    try:
        status = _asked()(standalone_mode=False)
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


def _asked() -> typer.Typer:
    """The program with the one command that was typed, or the names of all, which help and typing errors are about."""
    typed = _typed()
    if typed and typed[0] in COMMANDS:
        return app_with(typed[:1])
    return app_with() if any(word in COMMANDS for word in typed) else outline()


def _typed() -> list[str]:
    """What stands after the program's name, or what somebody has typed so far who asks for completions."""
    if COMPLETING not in os.environ:
        return sys.argv[1:]
    return (os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")).split()[1:]


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
