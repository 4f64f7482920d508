"""The API is what it says it is: OpenAPI, messages, refusals, versions, gaps."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from tests.web.house import Server, answer, bet, play_round, run, said, sit

import pitboss.web
from pitboss import __version__
from pitboss.client import Client
from pitboss.printable import printable
from pitboss.service.floor.event_json import SCHEMA
from pitboss.web.messages import IN, OUT
from pitboss.words import catalogue, wording

METHODS = ("get", "post", "put", "delete")


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.client().get("/api/openapi.json").raise_for_status().json()
    return found


def operations(described: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(method, path, one) for path, item in described["paths"].items() for method, one in item.items()]


# --- OpenAPI ----------------------------------------------------------------------------------------------


def test_every_operation_says_what_it_gives_and_how_it_refuses(described: dict[str, Any]) -> None:
    for method, path, operation in operations(described):
        assert method in METHODS
        assert operation.get("description") or operation["summary"], path
        answers = operation["responses"]
        good = next(answers[code] for code in answers if code.startswith("2"))
        if "204" not in answers and path != "/api/messages.json":  # which is a schema itself
            assert _typed(good, described), f"{method} {path} gives anything"
        if path.startswith("/api/"):
            for code in ("401", "403", "404", "409", "413", "422", "429", "503"):
                schema = answers[code]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Refusal"}, (path, code)


def examples_of(operation: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Parameters, body and good answers in JSON: each a place that has a schema and an example."""
    answers = [answer for code, answer in operation["responses"].items() if code.startswith("2")]
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    contents = [one.get("content", {}).get("application/json") for one in (*bodies, *answers)]
    places = [*operation.get("parameters", []), *(content for content in contents if content and content["schema"])]
    return [(place["schema"], place) for place in places]


def test_every_place_has_an_example_that_its_schema_allows(described: dict[str, Any]) -> None:
    places = [(path, *both) for _, path, one in operations(described) for both in examples_of(one)]
    assert len(places) > 100
    for path, schema, place in places:
        assert "example" in place, path
        jsonschema_rs.validate({**schema, "components": described["components"]}, place["example"])


def test_example_parameters_are_read_by_the_server(server: Server, described: dict[str, Any]) -> None:
    """What they name need not be there, but no request made of them is unreadable."""
    client = server.client()
    for method, path, operation in operations(described):
        if method != "get" or path.startswith("/api/sheets/{sheet}/"):  # which would be worked out
            continue
        given = {one["name"]: one["example"] for one in operation.get("parameters", [])}
        query = {one["name"]: one["example"] for one in operation.get("parameters", []) if one["in"] == "query"}
        assert client.get(path.format(**given), params=query).status_code != 422, path


def _typed(answer: dict[str, Any], described: dict[str, Any]) -> bool:
    kind, content = next(iter(answer["content"].items()))
    schema = content["schema"]
    while "$ref" in schema or "items" in schema:
        schema = schema["items"] if "items" in schema else _resolved(schema["$ref"], described)
    return kind in ("text/plain", "application/zip", "application/pdf") or "properties" in schema


def _resolved(ref: str, described: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = described["components"]["schemas"][ref.rpartition("/")[2]]
    return found


def test_every_reference_leads_somewhere_and_no_mark_is_left(described: dict[str, Any]) -> None:
    text = json.dumps(described)
    assert "x-from-messages" not in text
    refs = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert refs <= set(described["components"]["schemas"])
    assert {"TableCommand", "TableView", "AnyEvent", "CardDealt", "Refusal"} <= refs


def test_whatever_changes_something_asks_for_session_and_token(described: dict[str, Any]) -> None:
    coming_in = {"/api/guests", "/api/people", "/api/session", "/api/setup"}
    for method, path, operation in operations(described):
        if method != "get" and path.startswith("/api/school/questions"):  # where guests learn without a session
            assert operation["security"] == [{"session": [], "token": []}, {}], path
        elif method != "get" and not (method == "post" and path in coming_in):
            assert operation["security"] == [{"session": [], "token": []}], path


def test_a_table_is_what_the_description_says(server: Server, described: dict[str, Any]) -> None:
    schema = {"$ref": "#/components/schemas/TableView", "components": described["components"]}
    client = server.client()
    for listed in client.get("/api/tables").json():
        jsonschema_rs.validate(schema, client.get(f"/api/tables/{listed['table']}").json())
    broken = {**client.get("/api/tables/blackjack-v5-1").json(), "version": "one"}
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(schema, broken)


# --- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/me", None, 401),
        ("GET", "/api/tables/no-such-table", None, 404),
        ("GET", "/api/tables/UPPER", None, 422),
        ("GET", "/api/tables/blackjack-v5-1/rounds/0", None, 422),
        ("GET", "/api/tables/blackjack-v5-1/rounds/99", None, 404),
        ("GET", "/api/nothing", None, 404),
        ("GET", "/nothing.html", None, 404),
        ("PATCH", "/api/me", None, 405),
        ("POST", "/api/session", b"{", 422),
        ("POST", "/api/session", b"\xff\xfe", 422),
        ("POST", "/api/session", b'{"name": "x", "password": "y", "more": 1}', 422),
        ("POST", "/api/session", b'{"name": "\\ud800", "password": "y"}', 422),
        ("POST", "/api/session", b'{"name": "a\\u0000b", "password": "y"}', 401),
        ("POST", "/api/session", b"[" * 5000 + b"]" * 5000, 400),
    ],
)
def test_every_refusal_is_one_line_in_one_form(
    server: Server, method: str, path: str, body: bytes | None, status: int
) -> None:
    headers = {"content-type": "application/json"} if body is not None else {}
    got = server.client().request(method, path, content=body, headers=headers)
    assert got.status_code == status
    assert got.headers["content-type"] == "application/json"
    refused = got.json()
    assert set(refused) == {"reason", "clause", "code", "params"}
    assert refused["code"] in catalogue()
    assert refused["reason"] == printable(wording(refused["code"], refused["params"])) != ""
    assert "\n" not in refused["reason"]


def test_a_refused_rule_names_its_clause_once(server: Server) -> None:
    table = "/api/tables/catfish-blackjack-1/commands"
    got = server.enter("guest").post(table, json={"id": "c", "command": {"type": "Cut", "at": 100}, "question": 0})
    assert got.status_code == 409
    assert got.json()["clause"]
    assert got.json()["clause"] not in got.json()["reason"]


def test_a_program_reads_a_refusal_by_its_code_over_both_ways(server: Server) -> None:
    guest = server.enter("guest")
    command = {"id": "b9", "command": {"type": "Sit", "box": 99}}
    sent = guest.post("/api/tables/catfish-blackjack-1/commands", json=command).json()
    assert sent == {
        "reason": "there are 7 betting boxes",
        "clause": sent["clause"],
        "code": "place.none",
        "params": {"most": 7, "places": "betting boxes"},
    }

    async def go() -> dict[str, Any]:
        async with server.socket(guest) as socket:
            await socket.send(json.dumps({"type": "command", "table": "catfish-blackjack-1", **command}))
            return await answer(socket, "refused")

    assert run(go()) == {"type": "refused", "schema": 1, "id": "b9", "again": False, **sent}


def test_what_was_sent_is_not_in_the_refusal(server: Server) -> None:
    got = server.client().post("/api/session", json={"name": "Ann", "password": ["hunter2hunter2"]})
    assert got.status_code == 422
    assert "hunter2" not in got.text


# --- health -----------------------------------------------------------------------------------------------


def test_health_says_whether_the_store_answers_and_the_link_is_up(server: Server) -> None:
    assert server.client().head("/healthz").status_code == 200  # some who watch ask for no more
    health = server.client().get("/healthz")
    assert health.status_code == 200
    found = health.json()
    assert (found["status"], found["store"], found["link"]) == ("ok", True, True)
    assert (found["version"], found["schema"]) == (__version__, SCHEMA)
    assert found["tables"] >= 5


# --- messages ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def messages(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.client().get("/api/messages.json").json()
    return found


def validator(messages: dict[str, Any], of: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{of}", "$defs": messages["$defs"]})


def test_the_schema_of_messages_is_one_and_has_them_all(messages: dict[str, Any]) -> None:
    jsonschema_rs.meta.validate(messages)
    assert messages["version"] == SCHEMA
    assert {kind.__name__ for kind in (*IN, *OUT)} <= set(messages["$defs"])


@pytest.mark.parametrize("table", ["catfish-blackjack-1", "ultimate-texas-holdem-1"])
def test_every_message_of_a_round_is_in_the_schema(server: Server, messages: dict[str, Any], table: str) -> None:
    """A player and a visitor watch a round; whatever they are sent is as described."""
    out = validator(messages, "ServerMessage")
    got: list[dict[str, Any]] = []

    async def look(socket: Any) -> None:
        while True:
            got.append(said(await socket.recv()))

    async def go() -> None:
        client = Client(server.address)
        seat = await sit(client, table, 2)
        headers = {"Cookie": f"pitboss_session={client.cookie}"}
        async with server.socket(**headers) as mine, server.socket() as theirs:
            looking = [asyncio.create_task(look(socket)) for socket in (mine, theirs)]
            for socket in (mine, theirs):
                for sent in ({"type": "watch", "table": table}, {"type": "meters"}, {"type": "ping"}, {"type": "no"}):
                    await socket.send(json.dumps(sent))
            await play_round([seat])
            leave = {"type": "command", "id": "w", "table": table, "command": {"type": "Leave"}}
            await mine.send(json.dumps(leave))
            while not any(message["type"] == "done" for message in got):
                await asyncio.sleep(0.01)
            for task in looking:
                task.cancel()
        await client.close()

    run(go())
    assert {message["type"] for message in got} == {kind.__struct_config__.tag for kind in OUT} - {"reminder"}
    for message in got:
        errors = list(out.iter_errors(message))
        assert not errors, (message, errors[0].message)
    events = {event["type"] for message in got for event in message.get("events", [])}
    assert "WagerSettled" in events


def test_a_command_in_another_schema_is_refused_over_both_ways(server: Server) -> None:
    guest = server.enter("guest")
    command = {"id": "x1", "command": {"type": "Wait"}, "schema": 2}
    got = guest.post("/api/tables/blackjack-v5-1/commands", json=command)
    assert got.status_code == 422
    assert "schema" in got.json()["reason"]

    async def go() -> dict[str, Any]:
        async with server.socket(guest) as socket:
            await socket.send(json.dumps({"type": "command", "table": "blackjack-v5-1", **command}))
            return await answer(socket, "refused")

    refused = run(go())
    assert refused["id"] == "x1"
    assert refused["reason"] == "this server speaks schema 1, not 2"


def test_who_misses_a_change_watches_again_and_stands_where_the_others_do(server: Server) -> None:
    """A client that loses one message asks for the whole table and goes on from there."""
    table = "free-bet-blackjack-1"

    async def go() -> None:
        async with Client(server.address) as player, Client(server.address) as watcher:
            seat = await sit(player, table, 1)
            await watcher.guest()
            seen = await watcher.watch(table)
            lost: list[int] = []
            take = seen.take

            def lossy(message: dict[str, Any]) -> bool:
                if message["type"] == "change" and not lost and message["version"] > seen.version:
                    lost.append(message["version"])
                    return True
                return take(message)

            seen.take = lossy  # type: ignore[method-assign]
            await bet(seat, whole=False)
            while not lost:
                await seat.act({"type": "TakeBackBet", "spot": 1, "wager": "main"})
                await bet(seat, whole=False)
            await seat.do({"type": "Ready"})
            while seen.version != seat.version:
                await asyncio.sleep(0.01)
            assert [e for e in seen.events if e["type"] == "CardDealt"] == [
                e for e in seat.events if e["type"] == "CardDealt"
            ]
            assert seen.state == seat.state

    run(go())


def test_sent_twice_over_both_ways_is_done_once(server: Server) -> None:
    guest = server.enter("guest")
    buy = {"id": "buy-1", "cents": 5000}
    first = guest.post("/api/cage/buy-in", json=buy).json()
    assert guest.post("/api/cage/buy-in", json=buy).json() == first
    command = {"id": "sit-1", "command": {"type": "Sit", "box": 7}}
    one = guest.post("/api/tables/blackjack-v5-1/commands", json=command)
    assert one.status_code == 200, one.text

    async def go() -> dict[str, Any]:
        async with server.socket(guest) as socket:
            await socket.send(json.dumps({"type": "command", "table": "blackjack-v5-1", **command}))
            return await answer(socket, "done")

    assert run(go())["version"] == one.json()["version"]


def test_all_of_the_api_is_json_that_nobody_keeps(server: Server) -> None:
    client = server.client()
    for path in ("/api/tables", "/api/meters", "/api/me", "/api/nothing", "/api/openapi.json"):
        got: httpx.Response = client.get(path)
        assert got.headers["content-type"] == "application/json"
        assert got.headers["cache-control"] == "no-store"


# --- what the pages read ---------------------------------------------------------------------------------

INTERFACE = re.compile(r"^export interface (\w+)[^{]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)(\??): ([^;{]*)", re.MULTILINE)
PRIMITIVES = {"string": {"string"}, "number": {"number", "integer"}, "boolean": {"boolean"}}


def _interfaces(name: str) -> dict[str, list[tuple[str, str, str]]]:
    """The interfaces of a file of types, each with its fields: name, question mark, type."""
    source = (Path(pitboss.web.__file__).parent / "pages" / name).read_text()
    return {one[1]: FIELD.findall(one[2]) for one in INTERFACE.finditer(source)}


def test_the_types_of_the_scripts_are_those_of_the_api(described: dict[str, Any], server: Server) -> None:
    """An interface with the name of a schema has no field that the schema lacks, and its plain types are the same."""
    messages = server.client().get("/api/messages.json").raise_for_status().json()["$defs"]
    schemas = {**described["components"]["schemas"], **messages}
    read = {**_interfaces("api.d.ts"), **_interfaces("wire.d.ts")}
    assert set(_interfaces("api.d.ts")) - {"CoursePoint"} <= set(schemas)
    for name in read.keys() & schemas.keys():
        for field, _, written in read[name]:
            told = schemas[name]["properties"].get(field)
            assert told is not None, f"{name}.{field} is not what the server answers"
            kinds = PRIMITIVES.get(written.strip())
            assert kinds is None or told.get("type", written) in (*kinds, written), f"{name}.{field}: {told}"
