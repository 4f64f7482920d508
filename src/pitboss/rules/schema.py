"""The format of a sheet as a JSON schema, for editors that complete and check TOML files."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from pitboss.money import Odds
from pitboss.options import Cents, Field, fields_of
from pitboss.rules.game import FELTS, GAME_RULES
from pitboss.rules.read import HEAD, OFFERED, PROCEDURE

__all__ = ["schema_name", "sheet_schema"]

BETS: Final = "bets"
_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_SAID: Final = {
    "extends": "The sheet it is made from: a shipped one, or the path of another file.",
    "name": "Its name; the file's where it is left out.",
    "title": "The game as the placard calls it.",
    "display_title": "The game as the lobby lists it among others.",
    "about": "What sets the game apart, in one line.",
    "house": "Whose tables it is for.",
    "felt": "Its colour on the pages and in print.",
    "game": "The game, where the sheet extends none.",
    "document": "The prefix of the clauses, in the sheet of a document alone.",
    "version": "The version of the sheet.",
    "edition": "The edition of the document that it follows.",
    "approved_by": "Who has approved it.",
    "approved_on": "When that was.",
}
_AMOUNT: Final = {"type": ["string", "integer"], "pattern": r"^\s*\$?\s*(\d[\d,]*)?(\.\d{1,2})?\s*$", "minimum": 0}
_ODDS: Final = {"type": "string", "pattern": r"^\s*[\d,]+\s*(:|\bto\b)\s*\d+\s*$"}
_SHARE: Final = {
    "type": ["string", "integer"],
    "pattern": r"^\s*(\d+/\d+|\d*(\.\d+)?%?)\s*$",
    "minimum": 0,
    "maximum": 1,
}
_BY_TYPE: Final[Mapping[Any, Mapping[str, Any]]] = {
    bool: {"type": "boolean"}, Cents: _AMOUNT, Odds: _ODDS, Fraction: _SHARE, str: {"type": "string", "maxLength": 200},
}  # fmt: skip


def schema_name(game: str) -> str:
    """The file that the sheets of a game link to."""
    return f"{game}-sheet.schema.json"


def sheet_schema(game: str) -> dict[str, Any]:
    """The JSON schema of a game's sheets.

    >>> sheet_schema("blackjack")["properties"]["dealer"]["properties"]["soft_17"]["anyOf"][0]["enum"]
    ['hit', 'stand']
    """
    head: dict[str, dict[str, Any]] = {key: {"type": "string", "description": _SAID[key]} for key in HEAD}
    head["felt"] |= {"enum": ["", *FELTS]}
    head["game"] |= {"enum": [game]}
    return {
        "$schema": _DRAFT,
        "$id": schema_name(game),
        "title": f"A Pitboss rule sheet of {game}",
        "type": "object",
        "properties": {**head, PROCEDURE: {"type": "object"}, **_section(GAME_RULES[game].sections)},
        "additionalProperties": False,
    }


def _section(section: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, field in fields_of(section).items():
        if field.section is None:
            found[name] = _value(field)
        else:
            inner = _section(field.section)
            if not field.required and field.default is None:
                switch = {"description": "Whether this is offered at all.", "anyOf": _said({"type": "boolean"})}
                inner = {OFFERED: switch, **inner}
            own: bool | dict[str, str] = (
                {"type": "object"} if name == BETS else False
            )  # bets that a sheet declares itself
            found[name] = {"type": "object", "properties": inner, "additionalProperties": own}
    return found


def _value(field: Field) -> dict[str, Any]:
    """A value alone, or with the clauses that a document gives it."""
    assert field.option is not None
    says = field.option.says
    described = says.format("…") if isinstance(says, str) else "\n".join(f"{key}: {text}" for key, text in says.items())
    found = {"description": f"{described}\nIt may be {field.expected}.", "anyOf": _said(_kind(field))}
    return found if field.required or field.default is None else {**found, "default": field.writer(field.default)}


def _said(value: dict[str, Any]) -> list[dict[str, Any]]:
    with_clauses = {
        "type": "object",
        "properties": {"is": value, "by": {"type": ["string", "array"], "items": {"type": "string"}}, "may": {}},
        "required": ["is"],
        "additionalProperties": False,
    }
    return [value, with_clauses]


def _kind(field: Field) -> dict[str, Any]:
    one = _single(field)
    return {"type": "array", "items": one, "uniqueItems": True} if field.listed else one


def _single(field: Field) -> dict[str, Any]:
    assert field.option is not None
    if field.values and field.kind is not bool:
        numbers = [int(value) for value in field.values if value.isdigit()]
        return {"enum": [*field.values, *numbers]}
    if field.kind is int:
        most = {} if field.option.high is None else {"maximum": field.option.high}
        return {"type": "integer", "minimum": field.option.low or 0, **most}
    return dict(_BY_TYPE[field.kind])
