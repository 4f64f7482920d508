"""What a start of the server leaves for later: libraries that few requests need, and validators that none needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from fastapi.routing import APIRoute

from pitboss.web import admin, api
from pitboss.web.app import create_app
from pitboss.web.settings import Settings

FOR_LATER = ("alembic", "httpx", "jinja2", "matplotlib", "numba", "psycopg", "rich", "typst")
"""Libraries that take long to load, and that most servers do not need before somebody asks for what they do."""


def test_a_start_loads_no_library_that_is_for_later() -> None:
    asked = f"import sys, pitboss.web.serving; print([name for name in {FOR_LATER} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_refusal_is_described_by_its_schema_and_no_validator_is_built_for_it(tmp_path: Path) -> None:
    app = create_app(Settings.of(home=tmp_path))
    found = app.openapi()
    refused = {"$ref": "#/components/schemas/Refusal"}
    described = [
        answer["content"]["application/json"]["schema"]
        for operations in found["paths"].values()
        for operation in operations.values()
        for code, answer in operation["responses"].items()
        if code == "429"
    ]
    assert len(described) > 100
    assert all(schema == refused for schema in described)
    assert set(found["components"]["schemas"]["Refusal"]["required"]) == {"reason", "code", "params"}
    routes = [*api.router.routes, *admin.router.routes]
    assert len(routes) > 20
    assert all(isinstance(route, APIRoute) and not route.response_fields for route in routes)
