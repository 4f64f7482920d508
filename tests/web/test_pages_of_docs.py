"""The pages about the API and its security name everything there is, with the right figures."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from tests.web.house import Server

from pitboss.service.floor import commands as c
from pitboss.service.floor.event_json import SCHEMA
from pitboss.service.people.accounts import FREE_TRIES, LOCK_MS, LONGEST_LOCK_MS, SESSION_MS, SHORTEST_PASSWORD
from pitboss.web.messages import IN, OUT
from pitboss.web.settings import Limits
from pitboss.web.staff_messages import Staff

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def api() -> str:
    return (DOCS / "api.md").read_text(encoding="utf-8")


def test_every_operation_is_on_the_page_and_no_other(server: Server, api: str) -> None:
    paths = server.client().get("/api/openapi.json").json()["paths"]
    there = {f"{method.upper()} {path}" for path, item in paths.items() for method in item}
    assert set(re.findall(r"`((?:GET|POST|PUT|DELETE) /[^`]*)`", api)) == there


def test_every_message_is_on_the_page_with_its_fields(api: str) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)$", api.partition("You send:")[2].partition("You get:")[0], re.M))
    for kind in IN:
        row = rows.pop(kind.__struct_config__.tag)
        assert {name for name in kind.__struct_fields__ if f"`{name}`" not in row} == set()
    assert rows == {}
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)$", api.partition("You get:")[2].partition("### Gaps")[0], re.M))
    for out in OUT:
        row = rows.pop(out.__struct_config__.tag)
        silent = {"schema", "table"}  # said of all
        assert {name for name in out.__struct_fields__ if name not in silent and f"`{name}`" not in row} == set()
    assert rows == {}
    assert f"describes schema {SCHEMA}." in api


def test_every_command_of_a_player_is_on_the_page(api: str) -> None:
    for kind in c.PlayerCommand.__args__:  # type: ignore[attr-defined]
        assert f"`{kind.__struct_config__.tag}`" in api


def test_every_command_of_the_staff_is_on_the_page_and_all_that_it_is_shown(api: str) -> None:
    section = api.partition("## Staff")[2].partition("## Administration")[0]
    for kind in c.StaffCommand.__args__:  # type: ignore[attr-defined]
        assert f"`{kind.__struct_config__.tag}`" in section
    for move in get_args(c.Move):
        assert f"`{move}`" in section
    for name in Staff.__struct_fields__:
        assert f"`{name}`" in section


def test_every_limit_is_on_the_page_with_its_default() -> None:
    page = (DOCS / "security.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", page, re.M))
    assert rows == {one.name: str(one.default) for one in fields(Limits)}


def test_the_figures_about_people_are_those_of_the_program() -> None:
    assert (FREE_TRIES, LOCK_MS, LONGEST_LOCK_MS) == (5, 30_000, 3_600_000)
    assert (SESSION_MS, SHORTEST_PASSWORD) == (12 * 3600 * 1000, 10)
