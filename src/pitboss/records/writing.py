"""Writing a record: the text that reads back as the same record, short where it can be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pitboss.cards import cards_text
from pitboss.money import cents_text
from pitboss.records.record import Line, Paid, Record, SpotRecord
from pitboss.records.words import answer_text, line_text

__all__ = ["write"]


def write(record: Record) -> str:
    """The record as TOML.

    >>> from pitboss.records import read
    >>> text = 'cards = "Th6c9hTdTc"\\nsheet = "blackjack-v5"\\n[[spot]]\\nbox = 1\\nmain = 10\\nanswers = ["stand"]'
    >>> print(write(read(text)), end="")
    format = 2
    sheet = "blackjack-v5"
    cards = "Th 6c 9h Td Tc"
    <BLANKLINE>
    [[spot]]
    box = 1
    main = "10.00"
    answers = ["stand"]
    """
    return "\n".join([*_head(record), *_actions(record), *_spots(record), *_staff(record), *_sheet(record)]) + "\n"


def _head(record: Record) -> Iterator[str]:
    yield f"format = {record.format}"
    for key in ("note", "sheet", "sheet_hash", "sheet_text", "engine", "events_hash"):
        if getattr(record, key):
            yield f"{key} = {_text(getattr(record, key))}"
    if record.set:
        yield f"set = {_texts(record.set)}"
    if record.about:
        yield f"about = {_table({key: _text(value) for key, value in record.about.items()})}"
    yield f"cards = {_text(cards_text(record.cards))}"
    for key in ("declared", "shoe_ends", "by_hand"):
        if getattr(record, key):
            yield f"{key} = true"
    if record.automatic is not None:
        yield f"automatic = {str(record.automatic).lower()}"
    if record.cut_card is not None:
        yield f"cut_card = {record.cut_card}"
    if record.spot_limits:
        yield f"spot_limits = {_table({name: str(most) for name, most in record.spot_limits.items()})}"
    if record.link_down:
        yield 'link = "down"'
    if record.meters:
        yield f"meters = {_amounts(record.meters)}"


def _actions(record: Record) -> Iterator[str]:
    if record.actions:
        yield "actions = ["
        yield from (f"    {_line(line)}," for line in record.actions)
        yield "]"


def _line(line: Line) -> str:
    fields = dict(_line_fields(line))
    return fields["do"] if len(fields) == 1 else _table(fields)


def _line_fields(line: Line) -> Iterator[tuple[str, str]]:
    yield "do", _text(line_text(line.do))
    if line.by:
        yield "by", _text(line.by)
    if line.player:
        yield "player", _text(line.player)
    if line.after_cards is not None:
        yield "after_cards", str(line.after_cards)
    if line.turn:
        yield "turn", str(line.turn)


def _spots(record: Record) -> Iterator[str]:
    for spot in record.spots:
        yield "\n[[spot]]"
        yield from _spot(spot)


def _spot(spot: SpotRecord) -> Iterator[str]:
    yield f"box = {spot.box}"
    if spot.player is not None:
        yield f"player = {_text(spot.player)}"
    for wager, cents in spot.wagers.items():
        yield f'{_key(wager)} = "{cents_text(cents)}"'
    if spot.tokes:
        yield f"tokes = {_amounts(spot.tokes)}"
    if spot.answers:
        yield f"answers = {_texts(map(answer_text, spot.answers))}"
    for key in ("paid", "paid_tokes"):
        if getattr(spot, key):
            yield f"{key} = {_amounts(getattr(spot, key))}"


def _staff(record: Record) -> Iterator[str]:
    for line in record.staff:
        yield "\n[[staff]]"
        yield from (f"{key} = {value}" for key, value in _line_fields(line))


def _sheet(record: Record) -> Iterator[str]:
    for one in record.texts:
        yield "\n[[texts]]"
        yield from (f"name = {_text(one.name)}", f"shipped = {str(one.shipped).lower()}", f"text = {_text(one.text)}")


def _amounts(amounts: dict[str, Any]) -> str:
    return _table({name: _paid(cents) for name, cents in amounts.items()})


def _paid(cents: Paid) -> str:
    return _texts(cents_text(each) for each in cents) if isinstance(cents, tuple) else f'"{cents_text(cents)}"'


def _texts(texts: Any) -> str:
    return "[" + ", ".join(map(_text, texts)) + "]"


def _table(values: dict[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(key)} = {value}" for key, value in values.items()) + " }"


def _key(key: str) -> str:
    plain = key.replace("_", "").replace("-", "")
    return key if plain.isascii() and plain.isalnum() else _text(key)


def _text(text: str) -> str:
    """A basic string; JSON's escapes are TOML's, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
