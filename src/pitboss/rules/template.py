"""A new sheet of a house's own as a commented file: what it sets, and beside it what else it might."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.rules.game import GAME_RULES
from pitboss.rules.load import load
from pitboss.rules.read import find_path
from pitboss.rules.schema import schema_name
from pitboss.rules.sheet import Sheet
from pitboss.rules.write import toml_text

__all__ = ["asked_paths", "new_sheet"]


def asked_paths(sheet: Sheet) -> tuple[str, ...]:
    """The values that houses choose most often, in the order of a placard."""
    return tuple(path for path in GAME_RULES[sheet.game].asked if path in sheet.fields)


def new_sheet(base: str, sets: Iterable[str], head: Mapping[str, str]) -> str:
    """The text of a sheet that extends another one; the values are read and checked before it is written.

    >>> "soft_17 = \\"stand\\"" in new_sheet("catfish-blackjack", ["soft_17=stand"], {"name": "mine"})
    True
    """
    below, sheet = load(base), load(base, sets=sets)
    changed = {find_path(text.partition("=")[0].strip(), sheet.fields) for text in sets}
    lines = [
        f"#:schema {schema_name(sheet.game)}",
        f"# {head.get('title') or sheet.title}: what it takes over from {base}, and what differs.",
        "# `pitboss sheet check FILE` says what is wrong with it, `pitboss rules FILE` prints its placard,",
        "# `pitboss sheet diff SHEET FILE` what each difference costs. A line behind # says what else there is.",
        "",
        f"extends = {toml_text(base)}",
        *(f"{key} = {toml_text(value)}" for key, value in head.items() if value),
    ]
    shown = dict.fromkeys((*asked_paths(sheet), *sorted(changed)))
    return "\n".join([*lines, *_sections(sheet, below, list(shown), changed)]) + "\n"


def _sections(sheet: Sheet, below: Sheet, paths: list[str], changed: set[str]) -> Iterator[str]:
    sections: dict[str, list[str]] = {}
    for path in paths:
        section, _, key = path.rpartition(".")
        sections.setdefault(section, []).extend(_entry(sheet, below, path, key, own=path in changed))
    for section, lines in sections.items():
        told = any(not line.startswith("#") for line in lines)
        yield ""
        yield f"[{section}]" if told else f"# [{section}]"
        yield from lines


def _entry(sheet: Sheet, below: Sheet, path: str, key: str, *, own: bool) -> Iterator[str]:
    """One value with its sentence, what it may be, and what the sheet below says."""
    field, value = sheet.fields[path], sheet.values.get(path)
    said = field.sentence(value) if value is not None and not path.endswith(".offered") else ""
    before = below.values.get(path)
    instead = f"; {below.name} has {toml_text(below.written(path))}" if own and before is not None else ""
    yield f"# {said}{' ' if said else ''}It may be {field.expected}{instead}."
    written = toml_text(sheet.written(path)) if value is not None else '""'
    yield f"{key} = {written}" if own else f"# {key} = {written}"
