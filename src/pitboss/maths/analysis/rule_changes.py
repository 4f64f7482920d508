"""One sheet's values carried over to another, one rule at a time."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pitboss.bets.declaration import attribute_of
from pitboss.errors import SheetError
from pitboss.rules import Sheet
from pitboss.rules.check import problems
from pitboss.rules.read import OFFERED
from pitboss.rules.sheet import Rules, content_hash

__all__ = ["Change", "changes", "with_values", "with_values_of"]

LIMITS = ("table.minimum", "table.maximum", "table.bet_step", "chips.denominations")
"""What decides which stakes there are: figures are for the least stake, so these go over together."""


@dataclass(frozen=True, slots=True)
class Change:
    """One rule that differs: the values that only make sense together, and how both sheets write them."""

    name: str
    paths: tuple[str, ...]
    """Values, or a whole section that only one of the sheets has."""
    before: str
    after: str


def changes(a: Sheet, b: Sheet) -> tuple[Change, ...]:
    """The rules by which settlement or figures of two sheets of one game differ.

    One that makes no sense by itself on the first sheet goes over with another of its section that it needs.
    """
    found = list(_changes(a, b))
    for change in [change for change in found if not _stands_alone(a, b, change)]:
        section = change.name.partition(".")[0]
        others = (other for other in found if other != change and other.name.partition(".")[0] == section)
        both = next((both for other in others if _stands_alone(a, b, both := _joined(other, change))), None)
        if both is not None:
            joined = [other for other in found if set(other.paths) <= set(both.paths)]
            found[found.index(joined[0])] = both
            found = [other for other in found if other not in joined]
    return tuple(found)


def _stands_alone(a: Sheet, b: Sheet, change: Change) -> bool:
    try:
        with_values_of(a, b, change.paths)
    except SheetError:
        return False
    return True


def _joined(one: Change, two: Change) -> Change:
    return Change(
        f"{one.name}, {two.name}",
        (*one.paths, *two.paths),
        f"{one.before}, {two.before}",
        f"{one.after}, {two.after}",
    )


def _changes(a: Sheet, b: Sheet) -> Iterator[Change]:
    differing = [path for path in a.fields if _differs(a, b, path)]
    sections = [path.removesuffix(f".{OFFERED}") for path in differing if path.endswith(f".{OFFERED}")]
    limits = tuple(path for path in differing if path in LIMITS)
    if limits:
        yield Change("limits", limits, _written(a, limits), _written(b, limits))
    for path in differing:
        if path in limits or path == "table.side_bets" or not _in_both(a, b, path):
            continue
        if path.endswith(f".{OFFERED}"):
            section = path.removesuffix(f".{OFFERED}")
            yield Change(section, (section,), _section(a, section), _section(b, section))
        elif not any(path.startswith(f"{section}.") for section in sections):
            yield Change(path, (path,), _written(a, (path,)), _written(b, (path,)))


def _differs(a: Sheet, b: Sheet, path: str) -> bool:
    option = a.fields[path].option
    assert option is not None
    touches = option.touches.split()
    return ("settlement" in touches or "figures" in touches) and a.values.get(path) != b.values.get(path)


def _in_both(a: Sheet, b: Sheet, path: str) -> bool:
    """Whether a value is of a wager that both sheets offer, or of the game itself."""
    if not path.startswith("bets."):
        return True
    section = path.split(".")[1]
    return section in a.rules.table.side_bets and section in b.rules.table.side_bets


def _written(sheet: Sheet, paths: Iterable[str]) -> str:
    return ", ".join(_shown(sheet.written(path)) if path in sheet.values else "none" for path in paths)


def _section(sheet: Sheet, section: str) -> str:
    if not sheet.values.get(f"{section}.{OFFERED}"):
        return "not offered"
    inside = {path: sheet.written(path) for path in sheet.values if path.startswith(f"{section}.")}
    return ", ".join(
        f"{path.removeprefix(f'{section}.')} {_shown(value)}"
        for path, value in inside.items()
        if not path.endswith(f".{OFFERED}")
    )


def _shown(written: Any) -> str:
    if isinstance(written, list):
        return "/".join(map(str, written)) or "none"
    return str(written).lower() if isinstance(written, bool) else str(written)


def with_values_of(a: Sheet, b: Sheet, paths: Iterable[str]) -> Sheet:
    """The first sheet with some values, or whole sections, of the second; contradictions are defects as in a file.

    >>> from pitboss.rules import load
    >>> catfish, other = load("catfish-blackjack"), load("games-of-chance-blackjack")
    >>> with_values_of(catfish, other, ["double.cards"]).rules.double.cards
    'any'
    >>> with_values_of(catfish, other, []).hash == catfish.hash
    True
    """
    rules: Any = a.rules
    for path in paths:
        rules = _replaced(rules, b.rules, _steps(path))
    return _with_rules(a, rules, paths)


def with_values(sheet: Sheet, values: Mapping[str, Any]) -> Sheet:
    """The sheet with some values in place of its own; a value of a section that it does not have is left out.

    A section itself can be taken out: `surrender.offered` as False.

    >>> from pitboss.rules import load
    >>> with_values(load("catfish-blackjack"), {"dealer.soft_17": "stand"}).rules.dealer.soft_17
    'stand'
    """
    rules: Any = sheet.rules
    for path, value in values.items():
        if path in sheet.values:
            rules = _set(rules, _steps(path), value)
    return _with_rules(sheet, rules, values)


def _with_rules(a: Sheet, rules: Rules, paths: Iterable[str]) -> Sheet:
    defects = list(problems(a.game, rules))
    if defects:
        raise SheetError(f"{a.name} with {', '.join(paths)}", defects)
    values = dict(_values(a, rules))
    return dataclasses.replace(
        a,
        rules=rules,
        values=MappingProxyType(values),
        hash=content_hash(a.game, a.fields, values),
        departures=(),
        approved_by="",
    )


def _steps(path: str) -> list[str]:
    """The attributes that a path leads over: a bet may have a name that no attribute can have, such as 21+3."""
    return [attribute_of(name) for name in path.split(".")]


def _set(into: Any, names: list[str], value: Any) -> Any:
    name, *inner = names
    if inner == [OFFERED]:
        return into if value else dataclasses.replace(into, **{name: None})
    return dataclasses.replace(into, **{name: _set(getattr(into, name), inner, value) if inner else value})


def _replaced(into: Any, source: Any, names: list[str]) -> Any:
    name, *inner = names
    mine, theirs = getattr(into, name), getattr(source, name)
    if inner and mine is not None and theirs is not None:
        theirs = _replaced(mine, theirs, inner)
    return dataclasses.replace(into, **{name: theirs})


def _values(sheet: Sheet, rules: Rules) -> Iterator[tuple[str, Any]]:
    """Every value of the rules by its path, as a loaded sheet has them."""
    for path in sheet.fields:
        *sections, name = _steps(path)
        here: Any = rules
        for section in sections:
            here = None if here is None else getattr(here, section)
        if name == OFFERED:
            outside: Any = rules
            for section in sections[:-1]:
                outside = None if outside is None else getattr(outside, section)
            if outside is not None:
                yield path, here is not None
        elif here is not None and (value := getattr(here, name)) is not None:
            yield path, value
