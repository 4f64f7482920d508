"""The OpenAPI description: FastAPI's, with the types of commands and events put in from the messages themselves."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pitboss.service.floor import commands as c
from pitboss.web import messages
from pitboss.web.house import RULES
from pitboss.web.models import FROM_MESSAGES, Refusal
from pitboss.web.openapi_examples import add_examples

__all__ = ["described"]

DESCRIPTION: Final = """\
Live tables of the casino games of the rule sheets. Money is in cents, time in milliseconds since 1970. What changes
is streamed over the WebSocket `/api/live`, whose messages `/api/messages.json` describes. A session is a cookie; every
request that changes something carries the session's token as `X-Pitboss-Token`.
"""
SECURITY: Final = {
    "session": {"type": "apiKey", "in": "cookie", "name": "pitboss_session"},
    "token": {"type": "apiKey", "in": "header", "name": "X-Pitboss-Token"},
}
OPEN: Final = {"/api/guests", "/api/people", "/api/session", "/api/setup"}
"""Whoever asks here need not be signed in."""
LEARNING: Final = "/api/school/questions"
"""Below it guests learn, too: who has signed in brings the token, who has not is known by a cookie."""


def described(app: FastAPI) -> dict[str, Any]:
    """The description of the whole API, made once."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes)
        found["components"]["schemas"] |= _from_messages(found["components"]["schemas"])
        found["components"]["schemas"]["Refusal"] = Refusal.model_json_schema(mode="serialization")
        found["components"]["securitySchemes"] = SECURITY
        _say_who(found["paths"])
        found = _filled(found)
        add_examples(found)
        app.openapi_schema = found
    return app.openapi_schema


def _from_messages(known: dict[str, Any]) -> dict[str, Any]:
    kinds = {
        "AnyAction": c.AnyAction, "TableCommand": c.PlayerCommand | c.StaffCommand, "AnyEvent": messages.AnyEvent,
        "TableView": messages.Table,
    }  # fmt: skip
    made = messages.components(kinds, "#/components/schemas/{name}")
    twice = set(made) & set(known)
    assert not twice, f"two schemas of one name: {sorted(twice)}"
    return made


def _filled(value: Any) -> Any:
    """The description with every mark replaced by what it stands for."""
    if isinstance(value, list):
        return [_filled(item) for item in value]
    if not isinstance(value, dict):
        return value
    if FROM_MESSAGES in value:
        about = {key: item for key, item in value.items() if key in ("description", "examples")}
        return {"$ref": f"#/components/schemas/{value[FROM_MESSAGES]}", **about}
    return {key: _filled(item) for key, item in value.items()}


def _say_who(paths: dict[str, Any]) -> None:
    """Who has to be signed in, and where the token is wanted."""
    for path, operations in paths.items():
        for method, operation in operations.items():
            if method != "get" and path.startswith(LEARNING):
                operation["security"] = [{"session": [], "token": []}, {}]
            elif method != "get" and not (path in OPEN and method == "post"):
                operation["security"] = [{"session": [], "token": []}]
            elif (
                path in ("/api/me", "/api/my/rounds", "/api/floor")
                or path.startswith(("/api/admin/", "/api/eye/", "/api/reports/"))
                or path.endswith(("/coach", "/worth", "/census"))
                or path in ("/api/my/limits", "/api/my/data")
                or (path.startswith("/api/house") and path != RULES)
            ):
                operation["security"] = [{"session": []}]
