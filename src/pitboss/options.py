"""How a rule sheet's values are declared: their type, the values they may take, what they touch, what they say.

A section of a sheet is a frozen dataclass whose fields carry an :class:`Option`::

    soft_17: Annotated[Literal["hit", "stand"], Option("settlement figures", {"hit": "…", "stand": "…"})]

The annotation is the type the program works with and the values a sheet may give; the option says what a change of
the value touches and how the placard words it.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, NewType

from pitboss.errors import NotationError
from pitboss.money import Odds, cents_text, dollars, parse_cents

__all__ = ["TOUCHES", "WRITTEN", "Cents", "Field", "Option", "fields_of", "share_words", "walk"]

Cents = NewType("Cents", int)

WRITTEN = "written"
"""In the metadata of a field: the name that a sheet writes for it."""

TOUCHES = ("order", "role", "settlement", "figures")
"""What a value may touch: the order of events, who may act, the amounts of a round, the mathematical figures."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a value touches, and its sentence on the placard (``{}`` stands for the value)."""

    touches: str
    says: str | Mapping[Any, str]
    low: int | None = None
    high: int | None = None
    later: bool = False
    """Whether it came after sheets had been hashed: at its default it is left out, so that their hashes stay."""
    none: str = ""
    """The sentence of an empty list, where that means more than none."""
    last: Literal["and", "or"] = "and"
    """The word before the last of a list."""
    unless: tuple[str, Any] | None = None
    """Another value of the sheet that makes this one meaningless, so that its sentence is not posted."""
    beside: bool = False
    """Whether it is posted wherever a house sets another value of its section, whichever value it has itself."""

    def __post_init__(self) -> None:
        assert set(self.touches.split()) <= set(TOUCHES), self.touches


@dataclass(frozen=True, slots=True)
class Field:
    """One declared value, or one nested section, of a sheet."""

    name: str
    option: Option | None
    section: type | None
    required: bool
    default: Any
    reader: Callable[[Any], Any]
    writer: Callable[[Any], Any]
    words: Callable[[Any], str]
    expected: str
    values: tuple[Any, ...] = ()
    ordered: bool = False
    attribute: str = ""
    """Its name on the section's object; another one than a sheet writes where that is no name in Python."""
    kind: Any = None
    """The type of the value, or of each value of a list."""
    listed: bool = False

    def sentence(self, value: Any) -> str:
        assert self.option is not None
        says = self.option.says
        if self.option.none and value == ():
            return self.option.none
        return says.format(self.words(value)) if isinstance(says, str) else says[value]


@cache
def fields_of(section: type) -> Mapping[str, Field]:
    """The declared fields of a section, in the order written."""
    hints = typing.get_type_hints(section, include_extras=True)
    declared = (_field(f, hints[f.name]) for f in dataclasses.fields(section))
    return types.MappingProxyType({field.name: field for field in declared})


def _field(declared: dataclasses.Field[Any], hint: Any) -> Field:
    name = declared.metadata.get(WRITTEN, declared.name)
    required = declared.default is dataclasses.MISSING
    default = None if required else declared.default
    option: Option | None = None
    if typing.get_origin(hint) is Annotated:
        hint, option = typing.get_args(hint)
    inner = _without_none(hint)
    if dataclasses.is_dataclass(inner) and inner is not Odds:
        section = typing.cast(type, inner)
        return Field(
            name, option, section, required, default, _never, _never, str, "a section", attribute=declared.name
        )
    assert option is not None, f"{declared.name} has no option"
    reader, writer, words, expected, values = _kind(inner, option)
    ordered, listed = inner in (int, Cents, Odds, Fraction), typing.get_origin(inner) is tuple
    kind = typing.get_args(inner)[0] if listed else inner
    return Field(
        name, option, None, required, default, reader, writer, words, expected, values, ordered, declared.name, kind,
        listed,
    )  # fmt: skip


def _never(value: Any) -> Any:
    raise AssertionError("a section has no value of its own")


def _without_none(hint: Any) -> Any:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = (part for part in typing.get_args(hint) if part is not types.NoneType)
    return hint


_Kind = tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], str], str, tuple[Any, ...]]


def _kind(hint: Any, option: Option) -> _Kind:
    """How a value of this type is read, written, worded and described."""
    if typing.get_origin(hint) is Literal:
        values = typing.get_args(hint)
        return _one_of(values), _same, _plain_words, " or ".join(values), values
    if typing.get_origin(hint) is tuple:
        item, *_ = typing.get_args(hint)
        read, write, words, expected, values = _kind(item, option)
        return _list_of(read, expected), _each(write), _joined(words, option.last), f"a list of {expected}", values
    if hint is bool:
        return _read_bool, _same, str, "true or false", (True, False)
    if hint is int:
        return _read_int(option), _same, _int_words, _range_text(option), ()
    if hint is Cents:
        return _read_cents, cents_text, dollars, "an amount such as 5.00", ()
    if hint is Odds:
        return _read_odds, lambda odds: odds.text, lambda odds: odds.words, "odds such as 3:2", ()
    if hint is Fraction:
        return _read_share, str, share_words, "a share such as 1/2, 0.5 or 10%", ()
    assert hint is str, hint
    return _read_text, _same, str, "a line of text", ()


def _same(value: Any) -> Any:
    return value


def _plain_words(value: str) -> str:
    return value.replace("_", " ")


def _int_words(value: int) -> str:
    names = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return names[value] if 0 <= value < len(names) else f"{value:,}"


def share_words(share: Fraction) -> str:
    """A share as people say it.

    >>> share_words(Fraction(1, 2)), share_words(Fraction(1, 10))
    ('half', '10%')
    """
    named = {Fraction(1, 2): "half", Fraction(1, 4): "a quarter", Fraction(3, 4): "three quarters", Fraction(1): "all"}
    if share in named:
        return named[share]
    percent = share * 100
    return f"{percent}%" if percent.denominator == 1 else str(share)


def _range_text(option: Option) -> str:
    low = 0 if option.low is None else option.low
    return f"a whole number from {low} up" if option.high is None else f"a whole number from {low} to {option.high}"


def _one_of(values: tuple[str, ...]) -> Callable[[Any], str]:
    def read(raw: Any) -> str:
        text = _digits(raw)
        if not isinstance(text, str) or text not in values:
            raise NotationError(f"cannot be {_shown(raw)}", expected=" or ".join(values))
        return text

    return read


def _list_of(read: Callable[[Any], Any], expected: str) -> Callable[[Any], tuple[Any, ...]]:
    def read_all(raw: Any) -> tuple[Any, ...]:
        if isinstance(raw, str):
            raw = [part.strip() for part in raw.strip("[] ").split(",") if part.strip()]
        if not isinstance(raw, (list, tuple)):
            raise NotationError(f"cannot be {_shown(raw)}", expected="a list")
        try:
            items = tuple(read(item.strip("\"'") if isinstance(item, str) else item) for item in raw)
        except NotationError as error:
            raise NotationError(error.what, expected=f"a list of {error.expected or expected}") from None
        if len(set(items)) != len(items):
            raise NotationError(f"names a value twice in {_shown(raw)}", expected="each value once")
        return items

    return read_all


def _each(write: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda items: [write(item) for item in items]


def _joined(words: Callable[[Any], str], last: str) -> Callable[[Any], str]:
    def join(items: tuple[Any, ...]) -> str:
        parts = [words(item) for item in items]
        return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts) or "none"

    return join


def _read_bool(raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    if raw in ("true", "false"):
        return bool(raw == "true")
    raise NotationError(f"cannot be {_shown(raw)}", expected="true or false")


def _read_int(option: Option) -> Callable[[Any], int]:
    low = 0 if option.low is None else option.low

    def read(raw: Any) -> int:
        if isinstance(raw, str) and re.fullmatch(r"\d{1,9}", raw, re.ASCII):
            raw = int(raw)
        inside = isinstance(raw, int) and not isinstance(raw, bool) and low <= raw
        if not inside or (option.high is not None and raw > option.high):
            raise NotationError(f"cannot be {_shown(raw)}", expected=_range_text(option))
        return int(raw)

    return read


def _read_cents(raw: Any) -> Cents:
    text = _digits(raw)
    if not isinstance(text, str):
        raise NotationError(f"cannot be {_shown(raw)}", expected='an amount in quotes such as "5.00"')
    cents = parse_cents(text)
    if cents < 0:
        raise NotationError(f"cannot be {_shown(raw)}", expected="an amount of zero or more")
    return Cents(cents)


def _read_odds(raw: Any) -> Odds:
    if not isinstance(raw, str):
        raise NotationError(f"cannot be {_shown(raw)}", expected='odds in quotes such as "3:2"')
    return Odds.parse(raw)


def _read_share(raw: Any) -> Fraction:
    text = _digits(raw)
    match = isinstance(text, str) and re.fullmatch(
        r"\s*(?:(\d{1,6})/(\d{1,6})|(\d{0,6}(?:\.\d{1,6})?)(%?))\s*", text, re.ASCII
    )
    if match:
        top, bottom, number, percent = match.groups()
        if bottom and int(bottom):
            share = Fraction(int(top), int(bottom))
        elif number:
            share = Fraction(number) / (100 if percent else 1)
        else:
            share = Fraction(-1)
        if 0 <= share <= 1:
            return share
    raise NotationError(f"cannot be {_shown(raw)}", expected='a share from 0 to 1 in quotes such as "1/2" or "10%"')


def _read_text(raw: Any) -> str:
    if not isinstance(raw, str) or len(raw) > 200 or not raw.isprintable():
        raise NotationError(f"cannot be {_shown(raw)}", expected="a line of text")
    return raw


def _digits(raw: Any) -> Any:
    """A whole number as its digits, so that `2` may stand for `"2"`; anything else as it is."""
    plain = isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) < 10**15
    return str(raw) if plain else raw


def _shown(raw: Any) -> str:
    try:
        text = repr(raw)
    except (RecursionError, ValueError):  # tables without end, numbers of thousands of digits
        return "so large a value"
    return text if len(text) <= 40 else text[:39] + "…"


def walk(section: type, path: str = "") -> Iterator[tuple[str, Field]]:
    """Every leaf a section can hold, with its dotted path."""
    for field in fields_of(section).values():
        here = f"{path}.{field.name}" if path else field.name
        if field.section is None:
            yield here, field
        else:
            yield from walk(field.section, here)
