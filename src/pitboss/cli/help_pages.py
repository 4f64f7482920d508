"""Help as it is read: examples to copy, and no type of what takes no value (`--json`, not `--json <bool>`)."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand, TyperGroup, TyperOption

__all__ = ["PlainCommand", "PlainGroup", "spread"]


def spread(text: str) -> str:
    """A help text as wide as its terminal, with every example on a line of its own, to be read and copied.

    >>> print(spread("Do it.\\n\\nAll of it, in\\none go.\\n\\nExamples: `a -b`, `a -c`"))
    Do it.
    <BLANKLINE>
    All of it, in one go.
    <BLANKLINE>
    Examples:
    `a -b`
    `a -c`
    """
    before, found, examples = cleandoc(text).partition("Examples: ")
    flowing = re.sub(r"(?<!\n)\n(?!\n)", " ", before)
    return flowing + (found and "Examples:\n" + re.sub(r"`,\s+`", "`\n`", " ".join(examples.split())))


def _plain(params: list[Any]) -> list[Any]:
    for param in params:
        if isinstance(param, TyperOption) and param.is_flag and param.metavar is None:
            param.metavar = ""
    return params


class PlainCommand(TyperCommand):
    """A command whose flags stand alone in its help."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _plain(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """The same for a group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _plain(super().get_params(ctx))
