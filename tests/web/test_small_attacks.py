"""Small things that somebody with the source would try: each is refused in a line, and nothing has changed."""

from __future__ import annotations

import http.client
import json
import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import ROOMY, Server, answer, run

from pitboss.errors import Refusal
from pitboss.service.floor.floor import Unknown
from pitboss.service.floor.running import Unsure
from pitboss.service.people.accounts import check_name
from pitboss.store.errors import StoreError
from pitboss.web import health, metrics
from pitboss.web.refusals import as_refusal
from pitboss.web.steady_clock import SteadyClock

TABLE = "catfish-blackjack-1"


@pytest.mark.parametrize("cents", ["100", True, 1e3, None, [100]])
def test_the_cage_takes_whole_cents_only(server: Server, cents: Any) -> None:
    guest = server.enter("guest")
    assert guest.post("/api/cage/buy-in", json={"id": "a", "cents": cents}).status_code == 422


def test_the_cage_sells_so_much_at_once_and_the_house_says_how_much(serve: Callable[..., Server]) -> None:
    guest = serve(limits=replace(ROOMY, buy_in_cents=1000)).enter("guest")
    assert guest.post("/api/cage/buy-in", json={"id": "a", "cents": 1000}).status_code == 200
    refused = guest.post("/api/cage/buy-in", json={"id": "b", "cents": 1001})
    assert (refused.status_code, refused.json()["code"]) == (409, "cage.above_limit")


def test_an_id_is_one_commands_only(server: Server) -> None:
    guest = server.enter("guest")
    buys = [guest.post("/api/cage/buy-in", json={"id": "same", "cents": cents}) for cents in (100, 100, 200)]
    assert [one.status_code for one in buys] == [200, 200, 409]
    assert buys[0].json() == buys[1].json()
    assert buys[2].json()["code"] == "request.id_used"
    sit = {"id": "same", "command": {"type": "Sit", "box": 6}}
    assert guest.post(f"/api/tables/{TABLE}/commands", json=sit).json()["code"] == "request.id_used"
    again = {"id": "sits", "command": {"type": "Sit", "box": 6}}
    assert [guest.post(f"/api/tables/{TABLE}/commands", json=again).status_code for _ in range(2)] == [200, 200]
    other = {"id": "sits", "command": {"type": "Leave"}}
    assert guest.post(f"/api/tables/{TABLE}/commands", json=other).json()["code"] == "request.id_used"
    guest.post(f"/api/tables/{TABLE}/commands", json={"id": "goes", "command": {"type": "Leave"}}).raise_for_status()


def test_half_a_pair_of_surrogates_is_no_text(server: Server) -> None:
    guest = server.enter("guest")
    body = b'{"name": "Ann\\ud800", "password": "correct horse battery"}'
    headers = {"Content-Type": "application/json"}
    assert guest.post("/api/people", content=body, headers=headers).status_code == 422
    body = b'{"id": "s", "command": {"type": "SeatVisitor", "box": 1, "name": "\\udfff"}}'
    answer = guest.post(f"/api/tables/{TABLE}/commands", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    password = b'{"name": "Ann", "password": "\\ud800 horse battery"}'
    assert guest.post("/api/session", content=password, headers=headers).status_code in (401, 422)


@pytest.mark.parametrize("name", ["Ann\u1160", "Ann\u3164", "\u0410nn", "Ann \u0421", "\u0421\u043e\u0440"])
def test_a_name_that_is_taken_for_another_is_refused(name: str) -> None:
    with pytest.raises(Refusal):
        check_name(name)


@pytest.mark.parametrize("name", ["Ann", "Zoë", "Анна", "Ἀνδρέας", "李雷", "O'Neil", "Ann 2"])
def test_a_name_in_any_one_alphabet_is_taken(name: str) -> None:
    assert check_name(name) == name


def test_where_the_database_lies_is_not_told() -> None:
    trouble = StoreError("/srv/pitboss/floor.sqlite3 cannot be written: database or disk is full")
    assert as_refusal(trouble).reason == "the database cannot be written: database or disk is full"
    told = as_refusal(Unsure("store.unsure", trouble="postgresql://pit:secret@db/floor is away")).reason
    assert "secret" not in told
    assert as_refusal(Unknown("table.no_such")).code == "table.no_such"


def test_a_full_disk_and_a_store_that_takes_nothing_are_not_healthy(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.client().get("/healthz").status_code == 200
    monkeypatch.setattr(server.running._writer, "failing", True)
    assert server.client().get("/healthz").status_code == 503
    monkeypatch.undo()
    full = SimpleNamespace(free=health.LEAST_FREE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
    assert server.client().get("/healthz").status_code == 503


def test_the_metrics_answer_nobody_who_asks_another_host_for_them(server: Server) -> None:
    port = server.address.rpartition(":")[2]
    for host, status in ((f"127.0.0.1:{port}", 200), (f"localhost:{port}", 200), ("evil.example", 403)):
        assert server.client().get("/metrics", headers={"Host": host}).status_code == status
    assert metrics._names_this_machine("[::1]:80")
    assert not metrics._names_this_machine("evil.example:8765")


def test_visitors_of_one_address_leave_room_for_players_of_it_and_the_log_says_so(
    serve: Callable[..., Server], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(limits=replace(ROOMY, connections_each=4, visitors_each=2))
    guest = server.enter("guest")

    async def crowd() -> list[int]:
        visitors = [await server.socket() for _ in range(2)]
        refused = []
        for _ in range(5):
            try:
                await server.socket()
            except Exception as closed:
                refused.append(getattr(getattr(closed, "response", None), "status_code", 0))
        players = [await server.socket(guest) for _ in range(2)]
        for socket in (*visitors, *players):
            await socket.close()
        return refused

    with caplog.at_level(logging.WARNING):
        assert len(run(crowd())) == 5
    said = [record for record in caplog.records if "connections are refused" in record.getMessage()]
    assert len(said) == 1, "of one flood once"


def test_a_clock_that_is_set_back_makes_nobody_wait() -> None:
    wall, steady = [10_000_000], [0]
    clock = SteadyClock(lambda: wall[0], lambda: steady[0])
    assert clock() == 10_000_000
    wall[0] -= 3_600_000
    steady[0] += 3_000
    assert clock() == 10_003_000, "three seconds later, whatever the wall says"
    wall[0] = 20_000_000
    assert clock() == 20_000_000, "and on with it once it is ahead"
    clock.not_before(30_000_000)
    steady[0] += 5
    assert clock() == 30_000_005


ANSWERS: list[dict[str, Any]] = [
    {"type": "Act", "action": {"type": "Hit"}},
    {"type": "Act", "action": {"type": "PlaceBet", "spot": 1, "cents": 500}},
    {"type": "Ready"}, {"type": "Cut", "at": 100}, {"type": "RefuseCut"}, {"type": "TimeOut"},
    {"type": "CoinIn", "chips": 1},
]  # fmt: skip


@pytest.mark.parametrize(
    "command", ANSWERS, ids=lambda one: "-".join([one["type"], *one.get("action", {}).values()][:2])
)
def test_an_answer_that_names_no_question_is_refused_over_both_ways(server: Server, command: dict[str, Any]) -> None:
    guest = server.enter("guest")
    before = guest.get(f"/api/tables/{TABLE}").json()["version"]
    sent = {"id": "unnamed", "command": command}
    got = guest.post(f"/api/tables/{TABLE}/commands", json=sent)
    assert (got.status_code, got.json()["code"]) == (409, "question.not_named")

    async def go() -> dict[str, Any]:
        async with server.socket(guest) as socket:
            await socket.send(json.dumps({"type": "command", "table": TABLE, **sent}))
            return await answer(socket, "refused")

    assert run(go())["code"] == "question.not_named"
    named = guest.post(f"/api/tables/{TABLE}/commands", json={**sent, "question": 10**6}).json()["code"]
    assert named != "question.not_named", "the same id may be tried again, since nothing was done under it"
    assert guest.get(f"/api/tables/{TABLE}").json()["version"] == before


@pytest.mark.parametrize("action", [{"type": "Look", "spot": 1}, {"type": "PlaceToke", "spot": 1, "cents": 100}])
def test_what_is_done_beside_the_question_need_not_name_one(server: Server, action: dict[str, Any]) -> None:
    sent = {"id": "beside", "command": {"type": "Act", "action": action}}
    got = server.enter("guest").post(f"/api/tables/{TABLE}/commands", json=sent)
    assert got.json()["code"] not in ("question.not_named", "request.cannot_be_read")


# --- tried by somebody with the source ----------------------------------------------------------------------------

DEEP = [b"[" * 30_000, b'{"a":' * 12_000, b"[" * 30_000 + b"]" * 30_000]


@pytest.mark.parametrize("body", DEEP, ids=["brackets", "braces", "closed"])
def test_what_lies_in_itself_a_thousand_times_is_refused_over_both_ways(
    server: Server, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever reads it would run out of stack: that is no mistake of the server, and not worth a traceback."""
    guest = server.enter("guest")
    headers = {"Content-Type": "application/json"}
    wrapped = b'{"id":"deep","command":' + body + b"}"
    with caplog.at_level(logging.ERROR):
        for path, sent in (("/api/session", body), (f"/api/tables/{TABLE}/commands", wrapped)):
            assert guest.post(path, content=sent, headers=headers).status_code in (400, 413, 422)

        async def go() -> dict[str, Any]:
            async with server.socket(guest) as socket:
                await socket.send(wrapped[:16_000].decode())
                await answer(socket, "refused")
                await socket.send(json.dumps({"type": "ping"}))
                return await answer(socket, "pong")

        assert run(go())["type"] == "pong"
    assert not caplog.records


PLACES = [
    "/../../../../etc/passwd", "/at/../../app.py", "/at/x/%2e%2e/%2e%2e/app.py", "/%2e%2e/app.py", "/..%2fapp.py",
    "/%5c..%5capp.py", "//etc/passwd", "/docs/../../pyproject.toml", "/lobby.js%00.html", "/%ff%fe",
    "/api/tables/..%2f..%2fhouse/placard", "/api/tables/%2e%2e/rounds/1/record", "/" + "a" * 9000,
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES, ids=range(len(PLACES)))
def test_no_way_leads_out_of_the_pages(server: Server, place: str) -> None:
    """Sent as it stands: a client of the usual kind would take the dots away before."""
    line = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE_SECONDS)
    line.putrequest("GET", place)
    line.endheaders()
    got = line.getresponse()
    assert got.status in (400, 404, 414, 422)
    assert got.getheader("X-Content-Type-Options") == "nosniff" or got.status == 400
    line.close()


@pytest.mark.parametrize("cents", [2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**40, -(2**63), -(10**40)])
def test_amounts_that_no_column_holds_are_refused_and_change_nothing(server: Server, cents: int) -> None:
    guest = server.enter("guest")
    assert guest.post("/api/cage/buy-in", json={"id": "huge", "cents": cents}).status_code in (409, 422)
    seated = guest.post(f"/api/tables/{TABLE}/commands", json={"id": "sits", "command": {"type": "Sit", "box": 5}})
    seated.raise_for_status()

    def opened() -> int | None:
        state = guest.get(f"/api/tables/{TABLE}").json()["state"]
        return int(state["asked"]) if (state["question"] or {}).get("kind") == "wagers" else None

    eventually(opened, "no bets are taken")
    before = guest.get("/api/me").json()["balance"]
    for kind, more in (("PlaceBet", {"wager": "main"}), ("PlaceToke", {})):
        action = {"type": kind, "spot": 5, "cents": cents, **more}
        sent = {"id": kind, "question": opened(), "command": {"type": "Act", "action": action}}
        assert guest.post(f"/api/tables/{TABLE}/commands", json=sent).status_code in (409, 422)
    assert guest.get("/api/me").json()["balance"] == before
    guest.post(f"/api/tables/{TABLE}/commands", json={"id": "goes", "command": {"type": "Leave"}}).raise_for_status()


@pytest.mark.parametrize("title", ["\u202eelbat", "a\u0000b", "x\ny", "\u2028", "\ud800"])
def test_a_table_has_a_title_that_can_be_read(server: Server, title: str) -> None:
    boss = server.enter("administrator")
    body = json.dumps({"table": "odd", "sheet": "blackjack-v5", "title": title}).encode()
    got = boss.post("/api/admin/tables", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= got.status_code < 500
    for name in ("../t", "t/../u", "\u0442", "t\u200b", "T" * 65, ""):
        assert boss.post("/api/admin/tables", json={"table": name, "sheet": "blackjack-v5"}).status_code == 422
