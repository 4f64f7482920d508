"""Help as it is read: examples to copy, and no type of what takes no value (`--json`, not `--json <bool>`).

It is plain text, without frames and colours: the library that draws those takes longer to load than all the rest.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand, TyperGroup, TyperOption

from pitboss.cli.plain_values import leave_plain

__all__ = ["PlainCommand", "PlainGroup", "spread"]

_AS_IT_STANDS = "\b"
"""On a line before a paragraph: its lines are not joined and broken anew."""


def spread(text: str) -> str:
    """A help text as wide as its terminal, with every example on a line of its own, to be read and copied.

    >>> text = spread("Do it.\\n\\nAll of it, in\\none go.\\n\\nExamples: `a -b`, `a -c`")
    >>> print(text.replace(_AS_IT_STANDS, "(as it stands)"))
    Do it.
    <BLANKLINE>
    All of it, in one go.
    <BLANKLINE>
    (as it stands)
    Examples:
    `a -b`
    `a -c`
    """
    before, found, examples = cleandoc(text).partition("Examples: ")
    flowing = re.sub(r"(?<!\n)\n(?!\n)", " ", before)
    return flowing + (found and f"{_AS_IT_STANDS}\nExamples:\n" + re.sub(r"`,\s+`", "`\n`", " ".join(examples.split())))


def _plain(params: list[Any]) -> list[Any]:
    for param in params:
        leave_plain(param)
        if isinstance(param, TyperOption) and param.is_flag and param.metavar is None:
            param.metavar = ""
    return params


def _first_paragraph(text: str | None) -> str:
    return (text or "").partition("\n\n")[0]


class PlainCommand(TyperCommand):
    """A command whose flags stand alone in its help, and whose first sentence stands whole in a list of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _plain(super().get_params(ctx))

    def get_short_help_str(self, limit: int = 0) -> str:
        return _first_paragraph(self.help)


class PlainGroup(TyperGroup):
    """The same for a group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _plain(super().get_params(ctx))

    def get_short_help_str(self, limit: int = 0) -> str:
        return _first_paragraph(self.help)
