"""Examples for the description of the API: one for each parameter, each body and each answer, made from its types.

An example follows its schema, so it cannot go out of date; the words and numbers in it come from the name of the
place, so that it reads like a floor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pitboss.registry import GAMES

__all__ = ["Examples", "add_examples"]

JSON: Final = "application/json"
DEEPEST: Final = 7
"""Below this, what may be left out is left out."""

WORDS: Final[Mapping[str, str]] = {
    "table": "catfish-blackjack-1", "sheet": "catfish-blackjack", "other": "blackjack-v5", "name": "Ann",
    "player": "Ann", "players": "Ann", "person": "Ann", "irregularity": "exposed_card",
    "irregularities": "exposed_card", "by": "Bea", "dealer": "Cy", "clause": "BJ-DEAL-20", "clause_id": "BJ-DEAL-20",
    "clauses": "BJ-DEAL-20", "clauses_new": "BJ-DEAL-20", "id": "a1", "command_id": "a1", "game": GAMES[0],
    "title": "Blackjack", "wager": "main", "line": "suited_kings", "set": "soft_17=stand", "sets": "soft_17=stand",
    "reason": "the wager had been read wrongly", "role": "player", "card": "As", "cards": "As", "proposal": "p1",
    "day": "2026-08-01", "csrf": "b2e1c7", "token": "b2e1c7", "x-pitboss-token": "b2e1c7", "version": "0.1.0",
    "house": "Catfish Bend Casinos", "hash": "a505ae7cc6f0", "root": "6f1c", "text": "The dealer draws on soft 17.",
    "words": "Stand", "kind": "round_void", "password": "correct horse battery", "exact": "192/4043",
    "stake": "5.00", "stakes": "5.00", "path": "dealer.soft_17", "paths": "dealer.soft_17", "from": "hit",
    "to": "stand", "question": "play", "choice": "stand", "findings": "Best play never takes even money.",
    "play": "best play by the hand's cards", "basis": "a stake of $5, the first round of the shoe", "step": "best play",
    "notes": "In the charts: S stand, H hit, D double.", "rules": "Raise with any pair of threes or better.",
    "columns": "T", "row": "16", "plays": "H", "letters": "H", "meter": "major", "meters": "major",
    "departures": "dealer.soft_17 = stand departs from BJ-DEAL-20 (hit).", "figure": "0.615 %",
    "subtitle": "6 decks, dealer hits soft 17", "without_effect": "limits", "why": "it cannot be solved",
    "change": "dealer.soft_17", "instead_of": "hit", "place": "dealer.soft_17", "problem": "cannot be 'perhaps'",
    "expected": "hit or stand", "edition": "May 2026", "refusal": "",
    "detail": "$25.00 on spot 1", "note": "checked at the table", "wagers": "main",
    "visit": "catfish-blackjack-1.332", "count": "hi-lo",
    "zone": "America/Chicago", "starts": "06:00", "day_starts": "06:00",
}  # fmt: skip
NUMBERS: Final[Mapping[str, int]] = {
    "cents": 2500, "balance": 100_000, "minimum": 500, "maximum": 1_000_000, "at": 1_785_700_000_000,
    "since": 1_785_700_000_000, "until": 1_785_786_400_000, "deadline": 1_785_700_030_000, "round": 12, "number": 12,
    "version": 310, "spot": 1, "box": 1, "boxes": 7, "limit": 20, "major": 2_500_000, "minor": 180_000, "stake": 2500,
    "pays": 3750, "days": 30, "tray": 5_000_000, "session_minutes": 120, "loss_cents": 20_000, "reminder_minutes": 30,
    "seed": 2_000_000, "deposit_cents": 50_000, "deposited": 10_000,
}  # fmt: skip
SHARES: Final[Mapping[str, float]] = {
    "house_edge": 0.0062, "edge": 0.0062, "a": 0.0062, "b": 0.004, "difference": -0.0022, "standard_deviation": 1.15,
    "pays": 1.5, "probability": 0.045, "value": -0.54, "average_bet": 1.13, "element_of_risk": 0.0055, "result": -1.0,
    "cost": 0.0001, "share": 1.0,
}  # fmt: skip
"""What stands in places that need not be whole numbers."""


def add_examples(described: dict[str, Any]) -> None:
    """Put an example wherever the description has none yet."""
    made = Examples(described["components"]["schemas"])
    for operations in described["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                parameter.setdefault("example", made.of(parameter["schema"], parameter["name"]))
            bodies = [operation["requestBody"]] if "requestBody" in operation else []
            answers = [answer for code, answer in operation["responses"].items() if code.startswith("2")]
            for content in (one.get("content", {}).get(JSON) for one in (*bodies, *answers)):
                if content and content.get("schema"):
                    content.setdefault("example", made.of(content["schema"]))


class Examples:
    """Examples of the schemas of one description."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self.schemas = schemas

    def of(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value that a schema allows, in words that suit the name of its place."""
        if "$ref" in schema:
            return self.of(self.schemas[schema["$ref"].rpartition("/")[2]], name, depth)
        for said in ("examples", "enum"):
            if schema.get(said):
                return schema[said][0]
        for said in ("example", "const"):
            if said in schema:
                return schema[said]
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self.of(self._chosen(schema[union], depth), name, depth)
        return self._typed(schema, name, depth)

    def _chosen(self, kinds: list[Mapping[str, Any]], depth: int) -> Mapping[str, Any]:
        """The first of several kinds that says something; far down, null where that is allowed."""
        empty = [kind for kind in kinds if kind.get("type") == "null"]
        return empty[0] if empty and depth > DEEPEST else next(kind for kind in kinds if kind.get("type") != "null")

    def _typed(self, schema: Mapping[str, Any], name: str, depth: int) -> Any:
        match schema.get("type"):
            case "object":
                return self._object(schema, name, depth)
            case "array":
                return self._array(schema, name, depth)
            case "string":
                return _string(schema, name)
            case "integer" | "number" as kind:
                return _number(schema, name, whole=kind == "integer")
            case "boolean":
                return True
        return None

    def _object(self, schema: Mapping[str, Any], name: str, depth: int) -> dict[str, Any]:
        needed = schema.get("required", ())
        found = {
            key: self.of(inner, key, depth + 1)
            for key, inner in schema.get("properties", {}).items()
            if depth <= DEEPEST or key in needed
        }
        more = schema.get("additionalProperties")
        return {"main": self.of(more, name, depth + 1)} if not found and isinstance(more, Mapping) else found

    def _array(self, schema: Mapping[str, Any], name: str, depth: int) -> list[Any]:
        places = [self.of(inner, name, depth + 1) for inner in schema.get("prefixItems", ())]
        items = schema.get("items")
        short = places or depth > DEEPEST
        wanted = schema.get("minItems", 0) - len(places) if short else max(schema.get("minItems", 0), 1)
        more = [self.of(items, name, depth + 1)] * wanted if isinstance(items, Mapping) and wanted > 0 else []
        return [*places, *more]


def _string(schema: Mapping[str, Any], name: str) -> str:
    """The word for a place, where it is long or short enough and of the right form."""
    forms = (schema.get("pattern", ""), schema.get("minLength", 0), schema.get("maxLength", 10**6))
    for word in (WORDS.get(name, ""), name, "catfish-blackjack-1", "b2e1c7"):
        if re.search(forms[0], word) and forms[1] <= len(word) <= forms[2]:
            return word
    raise AssertionError(f"no example for {name!r}: {schema}")


def _number(schema: Mapping[str, Any], name: str, *, whole: bool) -> float:
    low = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1 if "exclusiveMinimum" in schema else None)
    high = schema.get("maximum", schema.get("exclusiveMaximum", 0) - 1 if "exclusiveMaximum" in schema else None)
    number = NUMBERS.get(name, 1) if whole else SHARES.get(name, 0.25)
    number = number if low is None else max(number, low)
    number = number if high is None else min(number, high)
    return int(number) if whole else number
