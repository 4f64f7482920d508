"""Commands as JSON, and the texts that may stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from pitboss.cards import Card
from pitboss.errors import IllegalAction, NotationError
from pitboss.typed import noted

__all__ = ["check_printable", "decode", "encode"]


T = TypeVar("T")


def encode(value: Any) -> bytes:
    """A command, or anything made of such values, as JSON; cards are their text."""
    return _ENCODER.encode(value)


def check_printable(written: str) -> None:
    """Refuse a command whose texts, as the log stores them, hold control characters."""
    if written.isprintable() and "\\" not in written:
        return
    for place, text in _texts(msgspec.json.decode(written)):
        if not text.isprintable():
            raise IllegalAction("request.one_line", field=place)


def _texts(value: Any, place: str = "a command") -> Iterator[tuple[str, str]]:
    """Every text in a value, with the name of the field it stands in."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, place)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _texts(one, f"the {name.replace('_', ' ')}")


def decode(octets: bytes | str, kind: type[T] | Any) -> T:
    """A command from JSON; trouble is one line for whoever sent it."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.json.Decoder(noted(kind), dec_hook=_card)
    try:
        return decoder.decode(octets)  # type: ignore[no-any-return]
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotationError(f"this cannot be read: {error}") from error


def _text(value: Any) -> str:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(type(value))


def _card(kind: type, value: Any) -> Any:
    if kind is not Card:
        raise NotImplementedError(kind)
    if not isinstance(value, str):
        raise ValueError("a card is written as its text, such as As")
    return Card.parse(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_text)
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}
