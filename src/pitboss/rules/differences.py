"""What two sheets of one game say differently, in the sentences of their placards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.errors import NotationError
from pitboss.options import Field
from pitboss.rules.read import OFFERED, find_path
from pitboss.rules.sheet import Sheet

__all__ = ["Difference", "change_words", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that differs, with what each sheet says of it; an empty text for a sheet without such a value."""

    path: str
    before: str
    after: str


def differences(a: Sheet, b: Sheet) -> Iterator[Difference]:
    """Every value by which two sheets differ; of a section that only one of them offers the fact alone.

    >>> from pitboss.rules import load
    >>> [one] = differences(load("catfish-blackjack"), load("catfish-blackjack", sets=["soft_17=stand"]))
    >>> one.before, one.after
    ('The dealer draws on soft 17.', 'The dealer stands on soft 17.')
    """
    if a.game != b.game:
        raise NotationError(f"{a.name} is {a.game} and {b.name} is {b.game}", expected="two sheets of one game")
    lone = [
        path.removesuffix(OFFERED)
        for path in a.fields
        if path.endswith(f".{OFFERED}") and bool(a.values.get(path)) != bool(b.values.get(path))
    ]
    for path, field in a.fields.items():
        before, after = a.values.get(path), b.values.get(path)
        inside = any(path.startswith(section) and path != f"{section}{OFFERED}" for section in lone)
        if before != after and not inside:
            yield Difference(path, _said(field, path, before), _said(field, path, after))


def change_words(sheet: Sheet, text: str) -> str:
    """What a sheet says after a ``key=value``: the placard's sentence without its full stop, as a name of the change.

    A value that is taken out has no sentence; the text itself is returned.

    >>> from pitboss.rules import load
    >>> sheet = load("catfish-blackjack")
    >>> change_words(sheet, "dealer.soft_17=stand"), change_words(sheet, "surrender.offered=false")
    ('The dealer stands on soft 17', 'Surrender is not offered')
    """
    key, _, value = text.partition("=")
    path = find_path(key.strip(), sheet.fields)
    field = sheet.fields[path]
    said = _said(field, path, field.reader(value.strip())) if value.strip() else ""
    return said.removesuffix(".") or text


def _said(field: Field, path: str, value: Any) -> str:
    if path.endswith(f".{OFFERED}"):
        section = path.removesuffix(f".{OFFERED}").rpartition(".")[2].replace("_", " ").capitalize()
        return f"{section} is{'' if value else ' not'} offered."
    if value is None or value == "":
        return ""
    return field.sentence(value) if _is_sentence(field) else f"{field.sentence(value)} pays {field.words(value)}."


def _is_sentence(field: Field) -> bool:
    """Whether what is said is more than the name of a pay line."""
    assert field.option is not None
    return not isinstance(field.option.says, str) or "{}" in field.option.says
