"""The catalogue: every text that the server says to people, found by its code, one TOML file for each language.

A code is a room and a name, ``bets.above_maximum``. Its text has placeholders in braces, each with the way to show it:
``{cents:money}``, ``{player:person}`` (what people call a player; somebody, where the name is empty), ``{kind:word}``
(a name of the program, in the room ``word``, or in another that is named there), ``{roles:word or}`` (several of them,
with the join of that name between them, and the join for the last one before that). A text with ``one`` and ``other``
forms is chosen by the parameter ``count``.

>>> wording("bets.above_maximum", {"cents": 50_050, "maximum": 50_000})
'$500.50 is above the maximum $500'
>>> wording("role.only", {"roles": ["floor", "shift_manager"]})
'only the floor or shift manager may do that'
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

__all__ = [
    "LANGUAGE", "Param", "Params", "catalogue", "dollars", "languages", "placeholders", "shown_name", "wording",
]  # fmt: skip

Param = str | int | Sequence[str] | Sequence[int]
"""A value that a text shows and JSON holds."""

Params = Mapping[str, Param]

LANGUAGE: Final = "en"
"""Whose catalogue is whole: what another language leaves out is said in this one."""
FOLDER: Final = Path(__file__).parent


def wording(code: str, params: Params, language: str = "") -> str:
    """Return the text of a code with its parameters filled in; a code that no catalogue knows is shown as it is.

    Without a language, in that of the house: `PITBOSS_LANGUAGE`.

    Raises KeyError where a parameter is missing.
    """
    language = language or os.environ.get("PITBOSS_LANGUAGE", LANGUAGE)
    text = catalogue(language).get(code)
    if text is None:  # a refusal without a text still gets an answer
        return code
    if not isinstance(text, str):
        text = text["one" if params["count"] == 1 else "other"]
    return _Filling(language).vformat(text, (), params)


@cache
def catalogue(language: str = LANGUAGE) -> dict[str, str | dict[str, str]]:
    """Return the texts of a language by code; the file is read when the first text is asked for.

    What the language leaves out, and all of a language that has no file, is in English.
    """
    import tomli  # a command that needs no text need not wait for it

    below = {} if language == LANGUAGE else catalogue(LANGUAGE)
    if language not in languages():
        return below
    rooms = tomli.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {**below, **{f"{room}.{name}": text for room, texts in rooms.items() for name, text in texts.items()}}


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def placeholders(text: str | dict[str, str]) -> frozenset[str]:
    """Return the names of the parameters that a text of the catalogue asks for.

    >>> sorted(placeholders({"one": "{who} has {count} spot", "other": "{who} has {count} spots"}))
    ['count', 'who']
    """
    if not isinstance(text, str):
        return frozenset({"count"}.union(*map(placeholders, text.values())))
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def dollars(cents: int) -> str:
    """The amount as a placard prints it.

    >>> dollars(1000000), dollars(50), dollars(-750)
    ('$10,000', '$.50', '-$7.50')
    """
    whole, part = divmod(abs(cents), 100)
    figure = f"{whole:,}" if part == 0 else f"{whole or '':,}.{part:02d}" if whole else f".{part:02d}"
    return f"{'-' if cents < 0 else ''}${figure}"


def shown_name(player: str) -> str:
    """Return what people call a player: a guest at a real table is known as name@table, and the name alone is said.

    >>> shown_name("Guest 1@catfish-1"), shown_name("ann")
    ('Guest 1', 'ann')
    """
    return player.partition("@")[0]


class _Filling(Formatter):
    """Shows parameters by the kind that stands behind their name in the text."""

    def __init__(self, language: str) -> None:
        self._texts = catalogue(language)

    def format_field(self, value: Any, format_spec: str) -> str:
        kind, join = "", "list"
        for part in format_spec.split():
            kind, join = (kind, part) if f"join.{part}" in self._texts else (part, join)
        if isinstance(value, (list, tuple)):
            return self._joined([self._shown(one, kind) for one in value], join)
        return self._shown(value, kind)

    def _joined(self, parts: list[str], join: str) -> str:
        between = str(self._texts[f"join.{join}"])
        last = str(self._texts.get(f"join.{join}_last", between))
        return last.join(part for part in (between.join(parts[:-1]), *parts[-1:]) if part)

    def _shown(self, value: Any, kind: str) -> str:
        if kind == "money":
            return dollars(value)
        if kind == "person":
            return shown_name(value) or str(self._texts["word.somebody"])
        return str(self._texts.get(f"{kind}.{value}") or str(value).replace("_", " ")) if kind else str(value)
