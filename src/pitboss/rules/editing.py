"""Change single values in the text of a sheet: what a form sets stands there, and all else stays as it was."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.errors import IllegalAction, NotationError, SheetError
from pitboss.options import Field
from pitboss.rules.line_numbers import Place, comment_in, places_of
from pitboss.rules.read import HEAD, find_path, parse_toml
from pitboss.rules.sheet import Sheet
from pitboss.rules.write import key_text, toml_text

__all__ = ["edited_text", "with_values"]

Fields = Mapping[str, Field]


def edited_text(text: str, sets: Iterable[str], *, fields: Fields, below: Sheet | None) -> str:
    """The text of a sheet with these `key=value` in it; one that equals the sheet below is taken out.

    A value that cannot be read is written as it was given, so that the sheet's defect is shown at its place.

    >>> from pitboss.rules.load import load
    >>> catfish = load("catfish-blackjack")
    >>> edited_text('# ours\\n', ["soft_17=stand"], fields=catfish.fields, below=catfish)
    '# ours\\n\\n[dealer]\\nsoft_17 = "stand"\\n'
    """
    return with_values(text, dict(_wanted(one, fields, below) for one in sets))


def _wanted(text: str, fields: Fields, below: Sheet | None) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise NotationError("cannot read a setting", text=text, expected="key=value such as soft_17=stand")
    if key in HEAD:
        return key, value.strip() or None
    path = find_path(key.strip(), fields)
    return path, _written(value.strip(), fields[path], path, below)


def _written(text: str, field: Field, path: str, below: Sheet | None) -> Any:
    if not text and not field.required and not field.listed:
        return None
    try:
        value = field.reader(text)
    except NotationError:
        return [part.strip() for part in text.split(",")] if field.listed else text
    if below is not None and below.values.get(path) == value:
        return None
    return field.writer(value)


def with_values(text: str, values: Mapping[str, Any]) -> str:
    """A TOML text with these values by dotted path; None takes one out. Comments and order stay.

    >>> with_values('[dealer]\\nsoft_17 = "hit"  # as ever\\n', {"dealer.soft_17": "stand"})
    '[dealer]\\nsoft_17 = "stand"  # as ever\\n'
    """
    for path, value in values.items():
        text = _with_value(text, path, value)
    return text


def _with_value(text: str, path: str, value: Any) -> str:
    before = parse_toml(text, "the sheet")
    places = places_of(text)
    here = next((place for place in places if place.path == path and not place.is_table), None)
    lines = text.splitlines()
    if here is None and value is not None:
        _put_in(lines, places, path, toml_text(value))
    elif here is not None and value is not None:
        lines[here.first - 1 : here.last] = [_over(lines, here, toml_text(value))]
    elif here is not None:
        _take_out(lines, places, here)
    changed = "\n".join(lines) + "\n" if lines else ""
    if not _says(changed, _laid(before, path, value)):
        raise IllegalAction("sheet.text_alone", key=path)
    return changed


def _says(text: str, wanted: Mapping[str, Any]) -> bool:
    """Whether a text holds these values and no others; empty tables do not count."""
    try:
        return bool(_full(parse_toml(text, "the sheet")) == _full(wanted))
    except SheetError:
        return False


def _laid(tables: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    laid = copy.deepcopy(dict(tables))
    *sections, key = path.split(".")
    inside = laid
    for section in sections:
        inside = inside.setdefault(section, {})
        if not isinstance(inside, dict):
            raise IllegalAction("sheet.text_alone", key=path)
    inside[key] = value
    return laid


def _full(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {key: _full(one) for key, one in value.items()}
    return {key: one for key, one in inner.items() if one is not None and one != {}}


def _over(lines: list[str], here: Place, value: str) -> str:
    """The line of a value with another one, its key and the comment after it as they were."""
    key, _, rest = lines[here.first - 1].partition("=")
    comment = comment_in(rest) if here.first == here.last else ""
    return f"{key.rstrip()} = {value}{comment}"


def _take_out(lines: list[str], places: list[Place], here: Place) -> None:
    """Take a value out, and the header above it where no other value stands below that."""
    del lines[here.first - 1 : here.last]
    header = next((one for one in places if one.is_table and one.path == here.table), None)
    alone = header is not None and not any(one.table == here.table and one not in (here, header) for one in places)
    if header is None or not alone:
        return
    after = next((at for at, line in enumerate(lines) if at >= header.first and line.lstrip()[:1] == "["), len(lines))
    if not any(line.strip() for line in lines[header.first : after]):
        above = header.first - 2 if header.first > 1 and not lines[header.first - 2].strip() else header.first - 1
        del lines[above : max(header.first, after - (after < len(lines)))]


def _put_in(lines: list[str], places: list[Place], path: str, value: str) -> None:
    """Write a value that the text does not have: into its table, beside its sisters, or as a table of its own."""
    section, _, key = path.rpartition(".")
    inside = [one for one in places if one.table == section]
    sisters = [
        one for one in places if not one.is_table and one.path.startswith(f"{section}.") and one.table != section
    ]
    if inside or not section:
        last = inside[-1].last if inside else _after_comments(lines)
        lines.insert(last, f"{key_text(key)} = {value}")
    elif dotted := [one for one in sisters if len(one.table) < len(section)]:
        told = path.removeprefix(f"{dotted[-1].table}.") if dotted[-1].table else path
        lines.insert(dotted[-1].last, f"{_dotted(told)} = {value}")
    else:
        lines += [*([""] if lines and lines[-1].strip() else []), f"[{_dotted(section)}]", f"{key_text(key)} = {value}"]


def _after_comments(lines: list[str]) -> int:
    return next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))


def _dotted(path: str) -> str:
    return ".".join(map(key_text, path.split(".")))
