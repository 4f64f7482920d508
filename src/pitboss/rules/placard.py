"""The placard: the whole game for people, from the very values that are played, each line with its clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pitboss.money import Odds, dollars
from pitboss.rules.game import GAME_RULES, bet_title, wager_of
from pitboss.rules.load import load
from pitboss.rules.read import OFFERED
from pitboss.rules.register import clauses_of, register
from pitboss.rules.sheet import Sheet

__all__ = ["Approval", "Line", "Part", "Placard", "heading_title", "placard"]

_HEADING_OF = {
    "table": "wagers",
    "chips": "wagers",
    "toke": "tokes",
    "deal": "deal",
    "dealer": "dealer",
    "aggregate": "payouts",
    "cards": "cards",
    "shuffle": "shuffle",
    "irregularity": "irregularities",
    "timeout": "timed play",
}
"""The headings of the sections that the sheets of several games have."""

_LIMITS = (("min", "max", "step"), ("minimum", "maximum", "bet_step"), ("minimum", "maximum", "step"))
"""The values that together say what may be staked on a wager."""

_ORDER = (
    "game", "wagers", "tokes", "deal", "calls", "insurance", "playing", "splitting", "doubling", "free bets",
    "surrender", "dealer", "payouts", "side bets", "cards", "shuffle", "irregularities", "timed play",
    "unwritten points",
)  # fmt: skip
"""The headings in their order; others that a document or a game has stand before the side bets."""

_TITLES = {
    "game": "The game",
    "tokes": "Bets for the dealer",
    "calls": "The dealer's calls",
    "deal": "The deal",
    "dealer": "The dealer's hand",
    "timed play": "At a table with a clock",
    "unwritten points": "Where the document is silent",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence, or one pay line with its odds, and the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()
    pays: str = ""
    departs: bool = False
    path: str = ""
    """The value that the line words; of limits the smallest, and empty for a clause that no value carries."""


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with its lines; a side bet is a part of its own."""

    title: str
    lines: tuple[Line, ...]
    heading: str = ""
    """Under which heading of the documents it stands."""


@dataclass(frozen=True, slots=True)
class Placard:
    """A sheet as it is posted."""

    title: str
    subtitle: str
    notes: tuple[Line, ...]
    parts: tuple[Part, ...]

    @property
    def clauses(self) -> frozenset[str]:
        """Every clause that the placard names."""
        lines = [*self.notes, *(line for part in self.parts for line in part.lines)]
        return frozenset(clause_id for line in lines for clause_id in line.clauses)


@dataclass(frozen=True, slots=True)
class Approval:
    """Who has approved a sheet for a house, and when; no name where the program has signed for the house."""

    by: str
    on: str
    proposed_by: str = ""

    @property
    def sentence(self) -> str:
        if not self.by:
            return f"Signed by the program for the house on {self.on}."
        return f"Approved by {self.by} on {self.on}, proposed by {self.proposed_by}."


def placard(sheet: Sheet, approval: Approval | None = None) -> Placard:
    """The posted form of a sheet; at a table of a house with the house's own approval."""
    lines: dict[str, list[Line]] = defaultdict(list)
    for heading, line in (*_values(sheet), *_procedures(sheet)):
        lines[heading].append(line)
    return Placard(sheet.title, _subtitle(sheet), _notes(sheet, approval), tuple(_parts(sheet, lines)))


def _heading(sheet: Sheet, path: str) -> str:
    """Return the heading under which a value of the sheet stands."""
    section = path.partition(".")[0]
    return GAME_RULES[sheet.game].headings.get(section) or _HEADING_OF[section]


def _values(sheet: Sheet) -> Iterator[tuple[str, Line]]:
    """The values that the document states or the house sets, as sentences under their headings."""
    departing = {departure.path for departure in sheet.departures}
    for path, value in sheet.values.items():
        section, _, key = path.rpartition(".")
        heading = section if path.startswith("bets.") else _heading(sheet, path)
        whole = ".".join(path.split(".")[:2]) if path.startswith("bets.") else section
        stated = path in sheet.sources or path in departing or f"{whole}.{OFFERED}" in departing
        if not (stated or _is_beside(sheet, path, departing)):
            continue
        if path.startswith("bets.") and path.split(".")[1] not in sheet.rules.table.side_bets:
            continue
        if value == "" or (key == OFFERED and value) or not _has_words(sheet, path):
            continue
        if key in _limit_keys(sheet, section)[1:]:
            continue
        yield ".".join(heading.split(".")[:2]), _with_repeats(replace(_line(sheet, path, value, departing), path=path))


def _is_beside(sheet: Sheet, path: str, departing: set[str]) -> bool:
    """Whether a value belongs to others of its section, of which the house sets some."""
    option = sheet.fields[path].option
    section = path.rpartition(".")[0]
    return option is not None and option.beside and any(one.rpartition(".")[0] == section for one in departing)


def _has_words(sheet: Sheet, path: str) -> bool:
    """Whether a value is posted by a sentence: the patterns of a declared bet are by the titles of their lines.

    Another value of the sheet may make this one meaningless.
    """
    option = sheet.fields[path].option
    if option is None or not option.says:
        return False
    return option.unless is None or sheet.values.get(option.unless[0]) != option.unless[1]


def _line(sheet: Sheet, path: str, value: Any, departing: set[str]) -> Line:
    section, _, key = path.rpartition(".")
    clauses, departs = sheet.clauses(path), path in departing
    if key == OFFERED:
        return Line(f"{section.rpartition('.')[2].capitalize()} is not offered.", clauses, departs=departs)
    if key in _limit_keys(sheet, section):
        return _limits(sheet, section, departing)
    field = sheet.fields[path]
    assert field.option is not None
    if path in ("table.side_bets", "toke.wagers"):
        named = ", ".join(_bet_title(sheet, name) for name in value if _is_offered(sheet, name)) or "none"
        return Line(str(field.option.says).format(named), clauses, departs=departs)
    if isinstance(value, Odds) and "{}" not in field.option.says:
        return Line(field.sentence(value), clauses, value.words, departs)
    sentence = field.sentence(value)
    part = section.rpartition(".")[2]
    meter = f"{part.capitalize()} meter: " if part in ("major", "minor") else ""
    if meter:
        sentence = meter + sentence[:1].lower() + sentence[1:]
    return Line(sentence[:1].upper() + sentence[1:], clauses, departs=departs)


def _is_offered(sheet: Sheet, wager: str) -> bool:
    """Whether a wager is to be had: a side bet only while the table offers it."""
    found = wager_of(sheet.game, sheet.rules, wager)
    section = "" if found is None else found.section
    return section in ("", *sheet.rules.table.side_bets) or wager in sheet.rules.table.side_bets


def _limit_keys(sheet: Sheet, section: str) -> tuple[str, ...]:
    return next((keys for keys in _LIMITS if all(f"{section}.{key}" in sheet.values for key in keys)), ())


def _limits(sheet: Sheet, section: str, departing: set[str]) -> Line:
    """Smallest, largest and step of a wager in one sentence, as it is posted at the table (BJ-LIM-2)."""
    paths = [f"{section}.{key}" for key in _limit_keys(sheet, section)]
    low, high, step = (dollars(sheet.values[path]) for path in paths)
    who = {"table": GAME_RULES[sheet.game].main_bets, "toke": "Tokes"}.get(section, "Bets")
    clauses = tuple(dict.fromkeys(clause_id for path in paths for clause_id in sheet.clauses(path)))
    return Line(f"{who} from {low} to {high}, in steps of {step}.", clauses, departs=bool(departing & set(paths)))


def _procedures(sheet: Sheet) -> Iterator[tuple[str, Line]]:
    """The clauses that no value carries, those of a base document too, but for its unwritten points.

    Irregularities are told whole and in order, since their sentences lean on one another; only a clause whose
    value the house has changed is left to the sentence of that value.
    """
    own = register().get(sheet.document)
    base = [document for document in register().values() if document.sheet in sheet.extends and document is not own]
    carried = _carried(sheet, *(load(document.sheet) for document in base))
    changed = _changed(sheet)
    absent = {_heading(sheet, path) for path, value in sheet.values.items() if _is_out(path, value)}
    for document in [own, *base] if own else base:
        for clause in document.clauses:
            unsaid = document is not own and clause.heading == "unwritten points"
            told = clause.id in changed or (clause.id in carried and clause.heading != "irregularities")
            if not (told or clause.same_as or clause.heading in ("approval", *absent) or unsaid):
                yield clause.heading, _with_repeats(Line(clause.text, (clause.id,)))


def _is_out(path: str, value: Any) -> bool:
    """Whether a value says that a whole section of the game is not offered."""
    return (
        path.endswith(f".{OFFERED}") and not path.startswith("bets.") and not value and path != f"aggregate.{OFFERED}"
    )


def _carried(*sheets: Sheet) -> set[str]:
    """The clauses that a value of one of the sheets carries."""
    sources = [source for sheet in sheets for source in sheet.sources.values()]
    return {clause_id for source in sources for clause_id in source.clauses}


def _changed(sheet: Sheet) -> set[str]:
    """The clauses of the values that a house has changed in the sheet of its document."""
    before = sheet.base or sheet
    if before.document != sheet.document:
        return set()
    paths = [path for path, value in sheet.values.items() if before.values.get(path) != value]
    return {clause_id for path in paths for clause_id in sheet.clauses(path)}


def _with_repeats(line: Line) -> Line:
    """A line also names the clauses that merely repeat its own."""
    more = tuple(again for clause_id in line.clauses for again in _repeats().get(clause_id, ()))
    return replace(line, clauses=tuple(dict.fromkeys(line.clauses + more)))


@cache
def _repeats() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for clause in clauses_of():
        if clause.same_as:
            found[clause.same_as].append(clause.id)
    return found


def heading_title(sheet: Sheet, heading: str) -> str:
    """Return a heading of the documents as it is written: `bets.trilux` is TriLux."""
    if heading.startswith("bets."):
        return _bet_title(sheet, heading.removeprefix("bets."))
    titles = {**_TITLES, **GAME_RULES[sheet.game].heading_titles}
    return titles.get(heading, heading.capitalize())


def _parts(sheet: Sheet, lines: dict[str, list[Line]]) -> Iterator[Part]:
    before = _ORDER.index("side bets")
    others = [heading for heading in lines if heading not in _ORDER and not heading.startswith("bets.")]
    for heading in (*_ORDER[:before], *others, *_ORDER[before:]):
        if heading == "side bets":
            for name in sheet.rules.table.side_bets:
                yield Part(_bet_title(sheet, name), _pay_lines_last(lines[f"bets.{name}"]))
        if lines[heading]:
            yield Part(heading_title(sheet, heading), _pay_lines_last(lines[heading]), heading)


def _pay_lines_last(lines: list[Line]) -> tuple[Line, ...]:
    """Sentences first, then the odds, the highest on top (GC-SUP7-2, GC-PP-2)."""
    pays = [line for line in lines if line.pays]
    return (*(line for line in lines if not line.pays), *sorted(pays, key=lambda line: -Odds.parse(line.pays).ratio))


def _bet_title(sheet: Sheet, name: str) -> str:
    return "the main bet" if name == "main" else bet_title(sheet.game, sheet.rules, name)


def _subtitle(sheet: Sheet) -> str:
    parts = [sheet.house, f"sheet {sheet.name} version {sheet.version}", f"hash {sheet.hash[:12]}"]
    if not sheet.content.texts[0].shipped:
        parts.append(f"text {sheet.text_hash[:12]}")
    return " · ".join(part for part in parts if part)


def _notes(sheet: Sheet, house: Approval | None) -> tuple[Line, ...]:
    """Edition and approval, then every departure from the document."""
    own = register().get(sheet.document)
    meta = tuple(clause.id for clause in own.clauses if clause.heading == "approval") if own else ()
    edition = f"Edition: {sheet.edition}. " if sheet.edition else ""
    signed = [f"Approved by {sheet.approved_by} on {sheet.approved_on}."] if sheet.approved else []
    signed += [house.sentence] if house is not None else []
    approval = " ".join(signed) or "Unapproved."
    departures = (Line(f"{departure}.", departure.clauses, departs=True) for departure in sheet.departures)
    return (Line(edition + approval, meta), *departures)
