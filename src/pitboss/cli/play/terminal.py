"""Lines out and lines in."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from pitboss.cli.play.felt import Paint
from pitboss.printable import printable

__all__ = ["Leave", "Terminal"]


class Leave(Exception):
    """The player has had enough; ``broken_off`` with Ctrl-C."""

    def __init__(self, *, broken_off: bool = False) -> None:
        self.broken_off = broken_off


class Terminal:
    """A person at a terminal, or a script: piped answers are shown, so that a transcript reads like a game."""

    def __init__(self) -> None:
        self.typed = sys.stdin.isatty()
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.paint = Paint(colour)
        if self.typed:
            _edit_lines()

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line)

    def say_all(self, lines: Iterable[str]) -> None:
        self.say(*lines)

    def ask(self, prompt: str) -> str:
        """The next answer; the end of the input, and Ctrl-C, are as good as leaving."""
        try:
            answer = input(prompt)
        except (EOFError, KeyboardInterrupt) as end:
            print()
            raise Leave(broken_off=isinstance(end, KeyboardInterrupt)) from None
        except UnicodeDecodeError:
            answer = "(not text)"
        if not self.typed:
            print(printable(answer))
        if answer.strip().lower() in ("quit", "q", "exit"):
            raise Leave
        return answer.strip()


def _edit_lines() -> None:
    """Let the arrow keys work in answers, where the system has a library for it."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
