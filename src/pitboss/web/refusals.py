"""A refusal on its way out: the same body for HTTP and WebSocket, whatever kind of error it was."""

from __future__ import annotations

import re
from typing import Any, Final

from starlette.responses import JSONResponse

from pitboss.errors import PitbossError, Refusal
from pitboss.service.floor.running import Unsure
from pitboss.store.errors import StoreError

__all__ = ["as_refusal", "refusal_body", "refused_answer", "without_places"]

_PLACE: Final = re.compile(r"""["']?(?:[\w+.-]+://\S+|(?:[A-Za-z]:)?[/\\][^\s"':]+)["']?""")
"""An address or an absolute path."""


def as_refusal(error: PitbossError) -> Refusal:
    """Return the error as a refusal: what could not be read or stored is said in its own words."""
    if isinstance(error, Unsure) and "trouble" in error.params:
        return Refusal("store.unsure", trouble=without_places(str(error.params["trouble"])))
    if isinstance(error, Refusal):
        return error
    if isinstance(error, StoreError):
        return Refusal("store.trouble", trouble=without_places(str(error)))
    return Refusal("request.unreadable", trouble=str(error))


def without_places(trouble: str) -> str:
    """Return what a store says without where it lies, which is not for everybody.

    >>> without_places("/srv/pitboss/floor.sqlite3 cannot be written: disk full")
    'the database cannot be written: disk full'
    """
    return _PLACE.sub("the database", trouble)


def refusal_body(refusal: Refusal) -> dict[str, Any]:
    """Return what is sent of a refusal: the sentence for people, the other fields for programs."""
    return {
        "reason": refusal.reason,
        "clause": refusal.clause,
        "code": refusal.code,
        "params": dict(refusal.params),
    }


def refused_answer(status: int, refusal: Refusal) -> JSONResponse:
    """Return the HTTP answer of a refusal."""
    return JSONResponse(refusal_body(refusal), status)
