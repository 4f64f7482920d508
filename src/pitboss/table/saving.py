"""A table between two rounds as plain data, and back: what a server keeps so that it need not replay from the start.

It holds the order of the shoe, so it is a secret like the shoe itself.

>>> from pitboss.rules import load
>>> from pitboss.shoe import SeededSource
>>> from pitboss.table import Table
>>> table, _ = Table.open(load("catfish-blackjack"))
>>> table, _ = table.sit("Ann", 1)
>>> table, _ = table.prepare(SeededSource("a quiet night"))
>>> restored(table.sheet, saved(table)) == table
True
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_type_hints

import msgspec

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.shoe import Ceremony, DeckRotation, shuffle_rules
from pitboss.table.game import Cards
from pitboss.table.table import Table
from pitboss.typed import noted

__all__ = ["restored", "saved"]

T = TypeVar("T")

_LEFT_OUT: Final = {"rules", "sheet", "round", "cards"}
"""The fields that are not saved: those that follow from the sheet, and those saved separately."""


def saved(table: Table) -> bytes:
    """A table without a round under way, as bytes."""
    if table.round is not None:
        raise IllegalAction("table.saved_between_rounds")
    return msgspec.msgpack.encode([_plain(table), _plain(table.cards, keep="cards")], enc_hook=_card_number)


def restored(sheet: Sheet, data: bytes) -> Table:
    """The table that was saved, on its sheet."""
    own, cards = msgspec.msgpack.decode(data)
    rules = shuffle_rules(sheet)
    held: Cards = _made(Ceremony, cards, rules=rules) if "phase" in cards else _made(DeckRotation, cards, rules=rules)
    return _made(Table, own, sheet=sheet, cards=held)


def _plain(value: Any, keep: str = "") -> dict[str, Any]:
    names = [name for name in get_type_hints(type(value)) if name == keep or name not in _LEFT_OUT]
    return {name: getattr(value, name) for name in names}


def _made(kind: type[T], plain: dict[str, Any], **given: Any) -> T:
    hints = get_type_hints(kind)
    read = {name: msgspec.convert(value, noted(hints[name]), dec_hook=_card_of) for name, value in plain.items()}
    return kind(**read, **given)


def _card_number(value: Any) -> int:
    assert isinstance(value, Card)
    return int(value)


def _card_of(kind: type, value: Any) -> Any:
    assert kind is Card
    return Card(value)
