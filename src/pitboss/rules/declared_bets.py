"""Side bets that a sheet declares itself, or takes from the catalogue: sections that exist only once the sheet is read.

A house writes `[bets.NAME]` with its cards, lines and odds, or names a bet of the catalogue in `side_bets` and changes
what it wants. Each such bet becomes a section like the others.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple

from pitboss.bets.catalogue import BETS, lines_of, names, usual
from pitboss.bets.check import unwinnable_lines
from pitboss.bets.declaration import (
    LINE_NAME,
    NAME,
    SETTLEMENTS,
    TAKEN,
    TAKEN_LINES,
    Choice,
    Declaration,
    DeclaredLine,
    attribute_of,
    compile_lines,
)
from pitboss.bets.parsing import LOOKS, parse_pattern
from pitboss.bets.patterns import DEALER_BLACKJACK
from pitboss.errors import Defect, NotationError
from pitboss.options import WRITTEN, Option, fields_of

__all__ = ["SheetTables", "SideBets", "side_bets", "with_declared_bets"]

_MOST_BETS: Final = 24
_MOST_LINES: Final = 24
_KEYS: Final = (
    "title", "cards", "settlement", "min", "max", "step", "every_line", "lines", "titles", "pays", "offered",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SideBets:
    """The side bets that a sheet describes; `table.side_bets` says which are offered."""

    if typing.TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class SheetTables(NamedTuple):
    """The tables of one sheet of a chain."""

    tables: Mapping[str, Any]
    of_document: bool


def side_bets(base: type, declared: Sequence[Declaration]) -> type:
    """A class of side bets with a section for each declaration."""
    fields = [
        (attribute_of(one.name), one.section | None, dataclasses.field(default=None, metadata={WRITTEN: one.name}))
        for one in declared
    ]
    return dataclasses.make_dataclass("Bets", fields, bases=(base,), frozen=True, slots=True)


def with_declared_bets(
    sections: type, chain: Sequence[SheetTables], defects: list[Defect]
) -> tuple[type, list[Mapping[str, Any]]]:
    """Return the class of the sheet with every bet that it declares, and the tables with what the catalogue adds."""
    tables = [sheet.tables for sheet in chain]
    bets: type = fields_of(sections)["bets"].section or object
    if not _is_open(bets):
        return sections, tables
    found = _Bets(tuple(fields_of(bets)))
    merged = [found.read(sheet) for sheet in chain]
    if len(found.own) > _MOST_BETS:
        defects.append(Defect("bets", f"declares {len(found.own)} side bets", f"{_MOST_BETS} at most"))
        return sections, [_without(tables, {*found.own}) for tables in merged]
    declared = tuple(one for name in found.own for one in _declaration(name, found.own[name], defects))
    titled = [(f"bets.{bet.section}.title", bet.title) for bet in BETS.values()]
    defects += _same_titles([*titled, *((f"bets.{one.name}.title", one.title) for one in declared)])
    unread = {*found.own} - {one.name for one in declared}
    extended = _extended(sections, bets, declared, tuple(found.own)) if found.own else sections
    return extended, [_without(tables, unread) for tables in merged]


def _without(tables: Mapping[str, Any], unread: set[str]) -> Mapping[str, Any]:
    """Leave out the bets whose defects are reported, so that no further ones are reported for them."""
    if not unread or not isinstance(tables.get("bets"), dict):
        return tables
    return {**tables, "bets": {name: bet for name, bet in tables["bets"].items() if name not in unread}}


def _is_open(bets: type) -> bool:
    """Whether further bets can be declared among these."""
    return issubclass(bets, SideBets)


class _Bets:
    """The bets of a chain of sheets, the lowest first."""

    def __init__(self, known: tuple[str, ...]) -> None:
        self.known = known
        self.described: set[str] = set()
        self.own: dict[str, dict[str, Any]] = {}
        """What the sheets together say of a bet that no section is known for."""

    def read(self, sheet: SheetTables) -> Mapping[str, Any]:
        """Take over what one sheet says; returns its tables with the usual values of bets from the catalogue."""
        written = sheet.tables.get("bets", {})
        table = sheet.tables.get("table", {})
        offered = _plain(table.get("side_bets", [])) if isinstance(table, dict) else []
        if not isinstance(written, dict) or not isinstance(offered, list):
            return sheet.tables
        bets = dict(written)
        for name in dict.fromkeys((*written, *(one for one in offered if isinstance(one, str)))):
            usually = self._usually(name, sheet)
            if usually:
                bets[name] = _merged(usually, bets.get(name, {}))
            if isinstance(bets.get(name), dict):
                self.described.add(name)
                if name not in self.known:
                    self.own[name] = _merged(self.own.get(name, {}), bets[name])
        return {**sheet.tables, "bets": bets} if bets else sheet.tables

    def _usually(self, name: str, sheet: SheetTables) -> Mapping[str, Any]:
        """The values of the catalogue for a bet that no sheet below describes; a document states its own."""
        if name in self.described or name not in names() or (sheet.of_document and name in self.known):
            return {}
        return usual(name)


def _plain(value: Any) -> Any:
    """A value without the clauses that a document names for it."""
    return value["is"] if isinstance(value, dict) and "is" in value else value


def _merged(below: Mapping[str, Any], above: Any) -> dict[str, Any]:
    """One table over another, part by part."""
    found = dict(below)
    for key, value in above.items() if isinstance(above, dict) else ():
        inner = found.get(key)
        both = isinstance(inner, dict) and isinstance(value, dict) and "is" not in value
        found[key] = _merged(inner, value) if both and isinstance(inner, dict) else value
    return found


# declarations


def _declaration(name: str, table: Mapping[str, Any], defects: list[Defect]) -> Iterator[Declaration]:
    """The declaration in a table, or what is wrong with it."""
    place = f"bets.{name}"
    wrong = list(_problems(name, place, table))
    if wrong:
        defects += wrong
        return
    patterns = {line: _plain(text) for line, text in table["lines"].items()}
    titles = {line: _plain(text) for line, text in table.get("titles", {}).items()}
    settlements = tuple(_settlements(_plain(table["cards"]), " ".join(patterns.values())))
    lines = lines_of(patterns, titles)
    defects += _same_titles((f"{place}.titles.{line.name}", line.title) for line in lines)
    made = _made(name, _plain(table["title"]), _plain(table["cards"]), lines, settlements)
    every = _plain(table.get("every_line", False)) is True
    hopeless = [
        Defect(f"{place}.lines{line}", why) for line, why in _unwinnable(made.cards, tuple(patterns.items()), every)
    ]
    defects += hopeless
    if not hopeless:
        yield made


@lru_cache(maxsize=256)
def _unwinnable(cards: str, patterns: tuple[tuple[str, str], ...], every_line: bool) -> tuple[tuple[str, str], ...]:
    """What is wrong with the lines taken together, each with its place; looked for once in the same text."""
    try:
        lines = compile_lines(cards, patterns, every_line=every_line)
        return tuple((f".{line}", why) for line, why in unwinnable_lines(lines))
    except NotationError as error:
        return (("", error.what),)


def _problems(name: str, place: str, table: Mapping[str, Any]) -> Iterator[Defect]:
    """Everything that keeps a table from being a declaration."""
    if not NAME.fullmatch(name):
        yield Defect(place, "has a name that cannot be", "small letters, digits, _, + and -, 30 at most")
    if name in TAKEN:
        yield Defect(place, "has a name that means something else", "another name")
    for key in ("title", "cards"):
        text = _plain(table.get(key))
        if not isinstance(text, str) or not text.strip():
            yield Defect(f"{place}.{key}", "is missing", "a bet of the catalogue, or a declaration of its own")
    for key in table:
        if key not in _KEYS:
            yield Defect(f"{place}.{key}", "is not known", ", ".join(_KEYS))
    if not isinstance(table.get("titles", {}), dict):
        yield Defect(f"{place}.titles", "is no table", "a title for each line")
    yield from _wrong_lines(place, table.get("lines"), _plain(table.get("cards")))


def _wrong_lines(place: str, lines: Any, cards: Any) -> Iterator[Defect]:
    if not isinstance(lines, dict) or not lines:
        yield Defect(f"{place}.lines", "are missing", f"1 to {_MOST_LINES} lines, best first, each a pattern")
        return
    if len(lines) > _MOST_LINES:
        yield Defect(f"{place}.lines", f"are {len(lines)}", f"1 to {_MOST_LINES} lines, best first, each a pattern")
        return
    if not isinstance(cards, str) or cards not in LOOKS:
        if isinstance(cards, str):
            yield Defect(f"{place}.cards", f"cannot be {cards[:40]!r}", " or ".join(LOOKS))
        return
    for line, text in lines.items():
        yield from _unreadable(f"{place}.lines.{line}", line, _plain(text), cards)


def _same_titles(titled: Iterable[tuple[str, str]]) -> Iterator[Defect]:
    """Titles and lines that a guest could not tell apart on the placard."""
    seen: dict[str, str] = {}
    for place, title in titled:
        if not isinstance(title, str):
            continue
        words = " ".join(title.casefold().split())
        if words in seen:
            yield Defect(place, f'has the title "{title[:40]}", as {seen[words]} has', "a title of its own")
        seen.setdefault(words, place.rpartition(".")[2] if ".titles." in place else place.split(".")[1])


def _unreadable(place: str, line: str, text: Any, cards: str) -> Iterator[Defect]:
    """What is wrong with one line as it is written."""
    if not LINE_NAME.fullmatch(line) or line in TAKEN_LINES:
        yield Defect(place, "has a name that cannot be", "a small letter, then small letters, digits and _")
    if not isinstance(text, str):
        yield Defect(place, "is no pattern", "a pattern such as pair and suited")
        return
    try:
        parse_pattern(text, LOOKS[cards], {})
    except NotationError as error:
        yield Defect(place, error.what, error.expected)


def _settlements(cards: str, patterns: str) -> Iterator[str]:
    """When a bet on these cards can be settled; a dealer's blackjack is not known right after the deal."""
    needs = LOOKS[cards].needs
    if "third" in needs or "dealer" in needs:
        return
    if "hand" not in needs and DEALER_BLACKJACK.replace("_", " ") not in patterns:
        yield "after_deal"
    yield "end_of_player_hand"
    yield "end_of_round"


@lru_cache(maxsize=256)
def _made(
    name: str, title: str, cards: str, lines: tuple[DeclaredLine, ...], settlements: tuple[str, ...]
) -> Declaration:
    """One declaration for one text, so that a sheet that is read again has the same classes."""
    choices: tuple[Choice, ...] = ()
    if settlements:
        says = {when: SETTLEMENTS[when] for when in settlements}
        choices = (Choice("settlement", Literal[settlements], Option("order", says), settlements[0]),)
    return Declaration(name, title, cards, lines, choices=choices)


@lru_cache(maxsize=256)
def _extended(sections: type, bets: type, declared: tuple[Declaration, ...], may_offer: tuple[str, ...]) -> type:
    """The class of a sheet with further side bets, and the names that its table may offer besides."""
    table = fields_of(sections)["table"].section
    assert table is not None
    offers = fields_of(table)["side_bets"]
    assert offers.option is not None
    one_of: Any = Literal[(*offers.values, *may_offer)]
    offered = types.GenericAlias(tuple, (one_of, ...))
    more = dataclasses.make_dataclass(
        "Table", [("side_bets", Annotated[offered, offers.option])], bases=(table,), frozen=True, slots=True
    )
    wider = side_bets(bets, declared)
    return dataclasses.make_dataclass(
        sections.__name__,
        [("table", more), ("bets", wider, dataclasses.field(default=wider()))],
        bases=(sections,),
        frozen=True,
        slots=True,
    )
