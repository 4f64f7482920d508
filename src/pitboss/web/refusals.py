"""A refusal on its way out: the same body for HTTP and WebSocket, whatever kind of error it was."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse

from pitboss.errors import PitbossError, Refusal
from pitboss.store.errors import StoreError

__all__ = ["as_refusal", "refusal_body", "refused_answer"]


def as_refusal(error: PitbossError) -> Refusal:
    """Return the error as a refusal: what could not be read or stored is said in its own words."""
    if isinstance(error, Refusal):
        return error
    return Refusal("store.trouble" if isinstance(error, StoreError) else "request.unreadable", trouble=str(error))


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
