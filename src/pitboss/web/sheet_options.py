"""The values of a sheet, or those that move its figures, with what each may be, for a form to change them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from pitboss.bets.catalogue import in_catalogue, names
from pitboss.money import Odds
from pitboss.options import Field as Declared
from pitboss.rules import Sheet, load
from pitboss.rules.declared_bets import SideBets
from pitboss.rules.game import bet_title
from pitboss.rules.load import SHIPPED
from pitboss.rules.read import OFFERED
from pitboss.rules.write import set_text
from pitboss.web.layouts import GAME_LAYOUTS

__all__ = ["SheetOption", "SheetOptions", "every_option", "options_of"]

HEADINGS: Final = {
    "table": "Limits and side bets",
    "cards": "Cards",
    "deal": "The deal",
    "dealer": "The dealer’s hand",
}
"""The headings of the sections that every game has; those of its own follow them."""
LAST: Final = "Table and shuffle"
LATE_HEADINGS: Final = {
    "toke": "Bets for the dealer",
    "aggregate": "Cap on what a round pays",
    "irregularity": "Irregularities",
    "chips": "Chips",
    "calls": "What the dealer calls",
}
"""Those that stand at the end, after the bets."""
FEW: Final = 12
"""Up to this number of whole numbers is chosen from a list."""
BOXES: Final = 20
"""Up to this number of them is shown as boxes to tick."""
SIDE_BETS: Final = "table.side_bets"
CUT: Final = ("shuffle.cut_minimum_cards", "shuffle.cut_card_depth")
USUAL_ODDS: Final = ("3:2", "6:5", "7:5", "2:1", "1:1")
TITLES: Final = {
    "toke.offered": "Bets for the dealer",
    "aggregate.offered": "Cap on what a round pays",
}
"""Names of values that would say too little by themselves; a game has others of its own."""

Kind = Literal["choice", "several", "text"]


class OptionChoice(BaseModel):
    """One value an option may have, and all that has to be set for it."""

    value: str
    words: str = Field(description="the sentence that the placard then has")
    sets: list[str]


class SheetOption(BaseModel):
    """One value of a sheet that can be chosen."""

    path: str
    title: str
    heading: str
    kind: Kind = Field(description="one of the choices, several of them, or a text such as odds or an amount")
    value: str
    words: str
    choices: list[OptionChoice]
    expected: str
    low: int | None = Field(description="the least whole number that it may be")
    high: int | None
    may: str = Field(description="what the document lets a house choose")
    clauses: list[str]
    departs: bool


class SheetOptions(BaseModel):
    """What can be changed on a sheet, and where what was set leaves its document."""

    sheet: str
    title: str
    game: str
    departures: list[str]
    options: list[SheetOption]


def options_of(sheet: Sheet) -> SheetOptions:
    """Every value of a sheet that moves its figures, in the order of the sheet."""
    return SheetOptions(
        sheet=sheet.name,
        title=sheet.title,
        game=sheet.game,
        departures=[str(departure) for departure in sheet.departures],
        options=sorted(_options(sheet), key=lambda option: _place(sheet, option.heading)),
    )


def _place(sheet: Sheet, heading: str) -> int:
    order = [*dict.fromkeys((*HEADINGS.values(), *GAME_LAYOUTS[sheet.game].option_headings.values()))]
    late = (LAST, *LATE_HEADINGS.values())
    if heading in order:
        return order.index(heading)
    return len(order) + (1 + late.index(heading) if heading in late else 0)


def every_option(sheet: Sheet) -> list[SheetOption]:
    """Every value of a sheet that is in force or can be, whatever it touches."""
    departing = {departure.path for departure in sheet.departures}
    found = [
        _option(sheet, path, declared, departs=path in departing)
        for path, declared in sheet.fields.items()
        if _is_open(sheet, path) and _in_force(sheet, path)
    ]
    for option in found:
        if option.path == SIDE_BETS and isinstance(sheet.rules.bets, SideBets):
            option.choices += _further_bets({one.value for one in option.choices})
    return sorted(found, key=lambda option: _place(sheet, option.heading))


def _further_bets(offered: Collection[str]) -> list[OptionChoice]:
    """The bets of the catalogue that a text takes by their names alone."""
    return [
        OptionChoice(value=name, words=in_catalogue(name)["title"], sets=[f"{SIDE_BETS}={name}"])
        for name in names()
        if name not in offered
    ]


def _options(sheet: Sheet) -> Iterator[SheetOption]:
    departing = {departure.path for departure in sheet.departures}
    for path, declared in sheet.fields.items():
        assert declared.option is not None
        if path in sheet.values and "figures" in declared.option.touches.split() and _is_open(sheet, path):
            yield _option(sheet, path, declared, departs=path in departing)


def _is_open(sheet: Sheet, path: str) -> bool:
    """Whether a value can be chosen alone: bets are taken in and out by the list of them."""
    parts = path.split(".")
    if parts[0] != "bets":
        return True
    return parts[1] in sheet.rules.table.side_bets and parts[-1] != OFFERED


def _in_force(sheet: Sheet, path: str) -> bool:
    """Whether the sections around a value are offered; that a section is offered can always be chosen."""
    around = path.split(".")[: -2 if path.endswith(f".{OFFERED}") else -1]
    switches = (".".join((*around[:depth], OFFERED)) for depth in range(1, len(around) + 1))
    return all(sheet.values.get(switch, True) for switch in switches)


def _option(sheet: Sheet, path: str, declared: Declared, *, departs: bool) -> SheetOption:
    value = sheet.values.get(path)
    choices = [_choice(sheet, path, declared, one) for one in _values(sheet, path, declared)]
    if path in _titles(sheet) and isinstance(value, Odds):
        choices = [_choice(sheet, path, declared, Odds.parse(odds)) for odds in USUAL_ODDS]
    if choices and value is None:
        choices.insert(0, OptionChoice(value="", words="", sets=[f"{path}="]))
    assert declared.option is not None
    return SheetOption(
        path=path,
        title=_title(sheet, path, declared),
        heading=_heading(sheet, path),
        kind=_kind(declared, choices),
        value="" if value is None else set_text(sheet.written(path)),
        words="" if value is None else _words(declared, value),
        choices=choices,
        expected=declared.expected,
        low=declared.option.low if declared.kind is int else None,
        high=declared.option.high if declared.kind is int else None,
        may=_may(sheet, path),
        clauses=list(sheet.clauses(path)),
        departs=departs,
    )


def _kind(declared: Declared, choices: list[OptionChoice]) -> Kind:
    if declared.kind is Odds or not choices:
        return "text"
    return "several" if declared.listed else "choice"


def _values(sheet: Sheet, path: str, declared: Declared) -> list[Any]:
    if path == SIDE_BETS:
        return [name for name in declared.values if sheet.values.get(f"bets.{name}.{OFFERED}")]
    if declared.values:
        return list(declared.values)
    option = declared.option
    assert option is not None
    most = BOXES if declared.listed else FEW
    if declared.kind is int and option.high is not None and option.high - (option.low or 0) < most:
        return list(range(option.low or 0, option.high + 1))
    return []


def _choice(sheet: Sheet, path: str, declared: Declared, value: Any) -> OptionChoice:
    text = set_text(value if declared.listed else declared.writer(value))
    return OptionChoice(
        value=text,
        words=_choice_words(sheet, path, declared, value),
        sets=[f"{path}={text}", *_with_it(sheet, path, value)],
    )


def _choice_words(sheet: Sheet, path: str, declared: Declared, value: Any) -> str:
    if path == SIDE_BETS:
        return bet_title(sheet.game, sheet.rules, str(value))
    return str(value).replace("_", " ") if declared.listed else _words(declared, value)


def _with_it(sheet: Sheet, path: str, value: Any) -> list[str]:
    """What has to be set beside a value."""
    if path == "cards.decks":
        return _cut(sheet, 52 * value)
    section = path.removesuffix(f".{OFFERED}")
    return _section(sheet, path, section) if section != path and value and not sheet.values.get(path) else []


def _cut(sheet: Sheet, cards: int) -> list[str]:
    """The cut of this number of cards, where the sheet's own would leave no place for it."""
    places = [place for place in CUT if 2 * sheet.values.get(place, 0) >= cards]
    return [f"{place}={cards // 4}" for place in places]


def _section(sheet: Sheet, path: str, section: str) -> list[str]:
    """The values of a section that the sheet does not have, from a shipped sheet of the same game that has it."""
    for name in SHIPPED:
        other = load(name)
        if other.game == sheet.game and other.values.get(path):
            inside = [one for one in other.values if one.startswith(f"{section}.") and one != path]
            return [f"{one}={set_text(other.written(one))}" for one in inside]
    return []


def _words(declared: Declared, value: Any) -> str:
    if declared.name == OFFERED:
        return "Offered." if value else "Not offered."
    if isinstance(value, Odds) and "{}" not in str(declared.option and declared.option.says):
        return f"{declared.sentence(value)}: {value.words}"
    return declared.sentence(value)


def _title(sheet: Sheet, path: str, declared: Declared) -> str:
    """The name of a value: a pay line by its hand, a section by itself, a meter's values with the meter."""
    section, _, name = path.rpartition(".")
    if path in _titles(sheet):
        return _titles(sheet)[path]
    if ".pays." in path or path.partition(".")[0] in GAME_LAYOUTS[sheet.game].option_sentences:
        value = sheet.values.get(path)
        return declared.name.replace("_", " ").capitalize() if value is None else declared.sentence(value)
    own = section.rpartition(".")[2]
    said = own if name == OFFERED else f"{own}: {name}" if own in ("major", "minor") else name
    return said.replace("_", " ").capitalize()


def _titles(sheet: Sheet) -> Mapping[str, str]:
    return {**TITLES, **GAME_LAYOUTS[sheet.game].option_titles}


def _heading(sheet: Sheet, path: str) -> str:
    first, second = path.split(".")[:2]
    if first == "bets":
        return bet_title(sheet.game, sheet.rules, second)
    return {**HEADINGS, **LATE_HEADINGS, **GAME_LAYOUTS[sheet.game].option_headings}.get(first, LAST)


def _may(sheet: Sheet, path: str) -> str:
    """What the document lets a house choose, in words."""
    source = sheet.sources.get(path)
    if source is None:
        return "The document does not speak of it."
    if source.may is None:
        return "The document fixes it."
    if source.may == "any":
        return "The document leaves it to the house."
    if isinstance(source.may, dict) and "with" in source.may:
        return f"In the document's proportion to {source.may['with']}."
    if isinstance(source.may, dict):
        return f"The house may choose from {source.may['from']} to {source.may['to']}."
    listed = [", ".join(map(str, one)) if isinstance(one, list) else set_text(one) for one in source.may]
    return f"The house may choose: {' or '.join(one or 'none' for one in listed)}."
