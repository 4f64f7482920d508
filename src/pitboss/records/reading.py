"""Reading a record: every defect at once, each with its place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.cards import DECK, UNKNOWN, Card, parse_cards
from pitboss.errors import Defect, NotationError
from pitboss.games.actions import Action
from pitboss.money import parse_cents
from pitboss.records.game import RECORDED_GAMES, RecordedGame
from pitboss.records.record import FORMAT, Line, Paid, Record, RecordError, SpotRecord
from pitboss.records.replaying import sheet_of
from pitboss.records.toml import MOST_CHARACTERS, parse_toml
from pitboss.records.words import parse_line
from pitboss.rules import Text
from pitboss.rules.game import GAME_RULES
from pitboss.typed import noted

__all__ = ["LINE_KEYS", "SPOT_KEYS", "TOP_KEYS", "WAGERS", "read"]

_GAMES = tuple(RECORDED_GAMES[game] for game in RECORDED_GAMES)
WAGERS = tuple(dict.fromkeys(wager for game in _GAMES for wager in game.wagers))
"""The wagers that a spot may hold before the deal."""

_MAIN = frozenset(game.main for game in _GAMES)
_PAID = (*WAGERS, *dict.fromkeys(one for game in _GAMES for one in game.paid))
_PAID_TOKES = (*WAGERS, *dict.fromkeys(one for game in _GAMES for one in game.paid_tokes))
_METERS = ("major", "minor")
_ROLES = ("dealer", "supervisor", "floor", "floor_manager", "shift_manager", "player")
_SHORT_AMOUNT = re.compile(r"(-?)([0-9]{1,10})\.([0-9]{2})", re.ASCII).fullmatch
_MOST_CARDS = 1000
_CARDS = {card.text: card for card in (*DECK, UNKNOWN)}
_LONGEST_TEXT = 10_000
_DEEPEST_SET = 10

_T = TypeVar("_T")


def read(source: str | Path) -> Record:
    """A record from its text, or from a file where a path is given."""
    if isinstance(source, str):
        return _Reader("", None).record(parse_toml(source, ""))
    try:
        with open(source, "rb") as file:  # text mode costs as much as reading the record
            text = file.read(4 * MOST_CHARACTERS + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        raise NotationError(f'cannot read the hand record "{source}": {reason}') from None
    name = str(source)
    return _Reader(name, source.parent).record(parse_toml(text, name))


class _Wrong(Exception):
    """A value that cannot be read: the problem, and what was expected."""

    def __init__(self, problem: str, expected: str = "") -> None:
        self.problem, self.expected = problem, expected


# single values


def _text(raw: Any) -> str:
    if not isinstance(raw, str) or len(raw) > _LONGEST_TEXT:
        raise _Wrong("cannot be read", "a text in quotes")
    return raw


def _truth(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise _Wrong("cannot be read", "true or false")
    return raw


def _number(raw: Any, low: int = 0, high: int = _MOST_CARDS) -> int:
    if type(raw) is not int or not low <= raw <= high:
        raise _Wrong("cannot be read", f"a whole number from {low} to {high}")
    return raw


def _format(raw: Any) -> int:
    if type(raw) is not int or not 1 <= raw <= FORMAT:
        raise _Wrong("is not a format that this version reads", f"a number from 1 to {FORMAT}")
    return raw


def _role(raw: Any) -> str:
    if raw not in _ROLES:
        raise _Wrong("is no role", ", ".join(_ROLES))
    return str(raw)


def _link(raw: Any) -> bool:
    """Whether the link to the progressive is down."""
    if raw not in ("up", "down"):
        raise _Wrong("cannot be read", '"up" or "down"')
    return bool(raw == "down")


def _cards(raw: Any) -> tuple[Card, ...]:
    if isinstance(raw, list) and all(isinstance(part, str) for part in raw):
        raw = " ".join(raw)
    if not isinstance(raw, str) or len(raw) > 5 * _MOST_CARDS:
        raise _Wrong("cannot be read", 'cards in dealt order such as "Th 6c 9h ??"')
    try:
        return _card_text(raw)
    except NotationError as error:
        at = "" if error.at is None else f" at character {error.at + 1}"
        raise _Wrong(f"{error.what}{at}", error.expected) from None


def _card_text(text: str) -> tuple[Card, ...]:
    try:
        return tuple([_CARDS[word] for word in text.split(" ")])
    except KeyError:
        return parse_cards(text)


def _money(raw: Any) -> int:
    """An amount as text, or a whole number of dollars; a decimal fraction is no exact figure."""
    if isinstance(raw, str):
        short = _SHORT_AMOUNT(raw)
        if short is not None:
            cents = int(short[2]) * 100 + int(short[3])
            return -cents if short[1] else cents
        try:
            return parse_cents(raw)
        except NotationError as error:
            raise _Wrong(f'{error.what} in "{raw[:40]}"', error.expected) from None
    if type(raw) is int and abs(raw) < 10**10:
        return raw * 100
    raise _Wrong("is not an amount", 'dollars and cents in quotes, such as "7.50"')


def _stake(raw: Any) -> int:
    cents = _money(raw)
    if cents <= 0:
        raise _Wrong("is no bet", "an amount above nothing")
    return cents


def _paid(raw: Any) -> Paid:
    """One amount for all hands, or a list of one for each."""
    if not isinstance(raw, list):
        return _money(raw)
    if not raw:
        raise _Wrong("is empty", "an amount for each hand")
    return tuple(_money(each) for each in raw)


def _table_of(kind: type, what: str) -> Callable[[Any], dict[str, Any]]:
    def read_table(raw: Any) -> dict[str, Any]:
        if not isinstance(raw, dict) or not all(type(value) is kind for value in raw.values()):
            raise _Wrong("cannot be read", f"a table of {what}")
        return raw

    return read_table


def _sets(raw: Any) -> tuple[str, ...]:
    """Values set on the sheet, as a table or as the command line writes them."""
    if isinstance(raw, list) and all(isinstance(one, str) for one in raw):
        return tuple(raw)
    if not isinstance(raw, dict):
        raise _Wrong("cannot be read", 'values of the sheet, such as { soft_17 = "stand" }')
    return tuple(_set_lines(raw))


def _sheet_texts(raw: Any) -> tuple[Text, ...]:
    """The texts of a house's own sheet, its own first."""
    try:
        return msgspec.convert(raw, noted(tuple[Text, ...]))
    except msgspec.ValidationError:
        raise _Wrong("cannot be read", "tables with name, text and shipped") from None


def _set_lines(raw: dict[str, Any], prefix: str = "") -> Iterator[str]:
    if prefix.count(".") > _DEEPEST_SET:
        raise _Wrong("is nested too deeply", "values of the sheet by their names")
    for key, value in raw.items():
        if isinstance(value, dict):
            yield from _set_lines(value, f"{prefix}{key}.")
        elif isinstance(value, bool):
            yield f"{prefix}{key}={str(value).lower()}"
        elif isinstance(value, (str, int)):
            yield f"{prefix}{key}={value}"
        elif isinstance(value, list) and all(isinstance(one, (str, int)) for one in value):
            yield f"{prefix}{key}={','.join(map(str, value))}"
        else:
            raise _Wrong(f"has a {prefix}{key} that cannot be read", "a text, a whole number, true, false or a list")


# the whole


def _names(game: RecordedGame) -> set[str]:
    """The wagers that a game knows."""
    return {*game.wagers, *game.paid, *game.paid_tokes}


class _Reader:
    """The tables of one record on their way to a value."""

    def __init__(self, name: str, folder: Path | None) -> None:
        self.name, self.folder = name, folder
        self.defects: list[Defect] = []
        self.sheet: Any = ""
        self.texts: tuple[Text, ...] = ()

    @cached_property
    def game(self) -> str:
        """The game that the sheet is of, so that what is expected is said in its words; empty where there is none."""
        try:
            record = Record(sheet=self.sheet, folder=self.folder, texts=self.texts)
            return sheet_of(record).game if isinstance(self.sheet, str) else ""
        except NotationError:
            return ""

    @cached_property
    def declared(self) -> frozenset[str]:
        """The wagers that the sheet declares itself."""
        try:
            sheet = sheet_of(Record(sheet=self.sheet, folder=self.folder)) if isinstance(self.sheet, str) else None
        except NotationError:
            return frozenset()
        wagers = GAME_RULES[sheet.game].wagers(sheet.rules) if sheet is not None else ()
        return frozenset(wager.name for wager in wagers if wager.section)

    def known(self, names: Iterable[str]) -> list[str]:
        """These names without those that only other games know."""
        if not self.game:
            return list(names)
        own, others = _names(RECORDED_GAMES[self.game]), {name for game in _GAMES for name in _names(game)}
        return [name for name in names if name in own or name not in others]

    def nearest(self, key: str, known: Iterable[str]) -> str:
        """Return the known name nearest to a misspelled one, in this game."""
        names = self.known(known)
        near = difflib.get_close_matches(key, names, n=1, cutoff=0.6)
        return f"perhaps {near[0]}" if near else "one of " + ", ".join(names)

    def action(self, raw: Any, box: int = 0) -> Action:
        """The action that words mean."""
        words = _text(raw)
        try:
            return parse_line(words, box)
        except NotationError:
            pass
        try:
            return parse_line(words, box, self.game)
        except NotationError as error:
            raise _Wrong(f'{error.what} in "{words[:60]}"', error.expected) from None

    def wrong(self, place: str, problem: str, expected: str = "") -> None:
        self.defects.append(Defect(place, problem, expected))

    def value(self, place: str, read_value: Callable[..., _T], *raw: Any) -> _T | None:
        """A value, or None and a defect noted."""
        try:
            return read_value(*raw)
        except _Wrong as error:
            self.wrong(place, error.problem, error.expected)
            return None

    def record(self, tables: dict[str, Any]) -> Record:
        values: dict[str, Any] = {"sheet": ""}
        self.sheet = tables.get("sheet")
        if "texts" in tables:
            self.texts = self.value("texts", _sheet_texts, tables["texts"]) or ()
        for key, raw in tables.items():
            reader = _TOP.get(key)
            if reader is not None:
                value = self.value(key, reader, raw)
            elif key == "spot":
                key, value = "spots", self.spots(raw)
            elif key == "link":
                key, value = "link_down", self.value(key, _link, raw)
            elif key == "meters":
                value = self.amounts(key, raw, _METERS, _stake)
            elif key in ("actions", "staff"):
                value = self.lines(key, raw)
            else:
                self.wrong(key[:40], "is not known", self.nearest(key, TOP_KEYS))
                continue
            if value is not None:
                values[key] = value
        for key, expected in _MISSING.items():
            # A round may be void before anybody bets: then something was declared, and there is no box to name.
            if key not in tables and not (key == "spot" and {"actions", "staff"} & tables.keys()):
                self.wrong(key, "is missing", expected)
        self.whole(tables, values.get("spots", ()))
        if self.defects:
            raise RecordError(self.name, self.defects)
        return Record(**values, name=self.name, folder=self.folder)

    def whole(self, tables: dict[str, Any], spots: tuple[SpotRecord, ...]) -> None:
        """What can only be seen when all is read."""
        boxes = [spot.box for spot in spots]
        if len(set(boxes)) < len(boxes):
            for box in sorted({box for box in boxes if boxes.count(box) > 1}):
                self.wrong("spot", f"box {box} is there twice", "one [[spot]] for each box")
        if "actions" not in tables:
            for spot in spots:
                unread = {f"spot {spot.box}.{main}" for main in _MAIN} & {defect.place for defect in self.defects}
                if not _MAIN & spot.wagers.keys() and not unread:
                    self.no_bet(spot.box)
        elif "staff" in tables or any(spot.answers for spot in spots):
            self.wrong("actions", "stands beside answers or staff", "the whole story in actions, or none of it")

    def no_bet(self, box: int) -> None:
        if not self.game:
            self.wrong(f"spot {box}", "has no bet", 'main = "10.00", in hold\'em ante = "10.00"')
            return
        bet = RECORDED_GAMES[self.game].main
        self.wrong(f"spot {box}.{bet}", "is missing", f'the bet, such as {bet} = "10.00"')

    # lines

    def lines(self, place: str, raw: Any) -> tuple[Line, ...]:
        if not isinstance(raw, list):
            self.wrong(place, "cannot be read", "a list of lines")
            return ()
        found = [self.line(f"{place}[{i}]", one) for i, one in enumerate(raw, 1)]
        return tuple(line for line in found if line is not None)

    def line(self, place: str, raw: Any) -> Line | None:
        """Words alone, or a table of words, role and place."""
        if not isinstance(raw, dict):
            action = self.value(place, self.action, raw)
            return None if action is None else Line(action)
        values: dict[str, Any] = {}
        for key, value in raw.items():
            if key not in _LINE:
                self.wrong(f"{place}.{key[:40]}", "is not known", self.nearest(key, LINE_KEYS))
            elif (found := self.value(f"{place}.{key}", _LINE[key] or self.action, value)) is not None:
                values[key] = found
        if "do" not in raw:
            self.wrong(place, "does not say what was done", 'do = "declare hole_exposed"')
        return Line(**values) if "do" in values else None

    # spots

    def spots(self, raw: Any) -> tuple[SpotRecord, ...]:
        if not isinstance(raw, list) or not all(isinstance(one, dict) for one in raw):
            self.wrong("spot", "cannot be read", "[[spot]] and its values")
            return ()
        return tuple([self.spot(i, one) for i, one in enumerate(raw, 1)])

    def spot(self, number: int, raw: dict[str, Any]) -> SpotRecord:
        box = raw.get("box")
        if type(box) is not int or not 1 <= box <= 99:
            problem = "is missing" if box is None else "cannot be read"
            self.wrong(f"spot[{number}].box", problem, "the number of the box")
            box = number
        place = f"spot {box}"
        wagers: dict[str, int] = {}
        values: dict[str, Any] = {"box": box, "wagers": wagers}
        for key, value in raw.items():
            if key in WAGERS or (key not in SPOT_KEYS and key in self.declared):
                cents = self.value(f"{place}.{key}", _stake, value)
                if cents is not None:
                    wagers[key] = cents
            elif key == "player":
                values[key] = self.value(f"{place}.{key}", _text, value)
            elif key == "answers":
                values[key] = self.answers(f"{place}.{key}", value, box)
            elif key in _AMOUNTS:
                values[key] = self.amounts(f"{place}.{key}", value, *_AMOUNTS[key])
            elif key != "box":
                self.wrong(f"{place}.{key[:40]}", "is not known", self.nearest(key, SPOT_KEYS))
        return SpotRecord(**values)

    def answers(self, place: str, raw: Any, box: int) -> tuple[Action, ...]:
        if not isinstance(raw, list):
            self.wrong(place, "cannot be read", 'a list such as ["hit", "stand"]')
            return ()
        found = [self.value(f"{place}[{i}]", self.action, one, box) for i, one in enumerate(raw, 1)]
        return tuple([action for action in found if action is not None])

    def amounts(self, place: str, raw: Any, names: tuple[str, ...], read_one: Callable[[Any], Any]) -> dict[str, Any]:
        """Amounts by the name of their wager."""
        found: dict[str, Any] = {}
        if not isinstance(raw, dict):
            self.wrong(place, "cannot be read", f'amounts by name, such as {{ {self.known(names)[0]} = "1.00" }}')
            return found
        for name, value in raw.items():
            if name not in names and (names is _METERS or name not in self.declared):
                what = "is no meter" if names is _METERS else "is no wager"
                self.wrong(f"{place}.{name[:40]}", what, self.nearest(name, names))
            elif (cents := self.value(f"{place}.{name}", read_one, value)) is not None:
                found[name] = cents
        return found


_MISSING = {
    "sheet": 'a sheet of `pitboss games`, such as sheet = "catfish-blackjack", or a .toml file',
    "cards": 'the cards in dealt order, such as cards = "Th 6c 9h Td Tc"',
    "spot": "[[spot]] with box and main, in hold'em ante",
}

_TOP: dict[str, Callable[[Any], Any]] = {
    "format": _format,
    "sheet": _text,
    "set": _sets,
    "sheet_hash": _text,
    "sheet_text": _text,
    "texts": _sheet_texts,
    "engine": _text,
    "events_hash": _text,
    "note": _text,
    "about": _table_of(str, "texts"),
    "cards": _cards,
    "declared": _truth,
    "automatic": _truth,
    "shoe_ends": _truth,
    "cut_card": _number,
    "spot_limits": _table_of(int, "whole numbers"),
    "by_hand": _truth,
}
_LINE: dict[str, Callable[[Any], Any] | None] = {
    "do": None,  # words, which a reader reads who knows the game
    "by": _role,
    "after_cards": _number,
    "turn": lambda raw: _number(raw, 1, 99),
    "player": _text,
}
_AMOUNTS: dict[str, tuple[tuple[str, ...], Callable[[Any], Any]]] = {
    "tokes": (WAGERS, _stake),
    "paid": (_PAID, _paid),
    "paid_tokes": (_PAID_TOKES, _paid),
}

TOP_KEYS = (*_TOP, "link", "meters", "spot", "actions", "staff")
SPOT_KEYS = ("box", "player", *WAGERS, "answers", *_AMOUNTS)
LINE_KEYS = tuple(_LINE)
