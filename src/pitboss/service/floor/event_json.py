"""What happened, as JSON: for the log and for whoever watches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.service.floor.commands import encode
from pitboss.shoe import Event as ShoeEvent

__all__ = ["SCHEMA", "JsonObject", "events_json", "plain"]

JsonObject = dict[str, Any]
"""An object of JSON whose fields depend on its type: an event as the log has it, or a page's data."""

SCHEMA = 1
"""The version of the form in which commands and events are written."""


def plain(event: Any) -> Any:
    """An event in a form that :func:`~pitboss.service.floor.commands.encode` writes with its type."""
    if isinstance(event, ShoeEvent):
        return {"type": "Shoe", "name": event.name, **dict(event.data), "clause": event.clause}
    return event


def events_json(events: Iterable[Any]) -> bytes:
    return encode([plain(event) for event in events])
