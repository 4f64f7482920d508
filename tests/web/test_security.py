"""Cookies, origins, headers, limits, sessions and sockets; and that nothing secret reaches a log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
import websockets
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import COOKIE, PASSWORD, ROOMY, Server, answer, bet, run, said, sit, until

from pitboss.client import Client
from pitboss.errors import PitbossError
from pitboss.service.people.accounts import FREE_TRIES, SESSION_MS
from pitboss.web import slow_clients
from pitboss.web.guard import HEADERS, Rate
from pitboss.web.settings import Limits, Settings

EVIL = "http://evil.example"


# --- cookies and tokens -----------------------------------------------------------------------------------


def test_the_session_is_a_cookie_that_no_script_and_no_other_site_can_use(server: Server) -> None:
    cookie = server.client().post("/api/guests").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie
    assert f"max-age={SESSION_MS // 1000}" in cookie


def test_behind_https_the_cookie_is_secure_and_browsers_stay_there(serve: Callable[..., Server]) -> None:
    client = serve(secure_cookies=True).client()
    got = client.post("/api/guests")
    assert "; secure" in got.headers["set-cookie"].lower()
    assert got.headers["strict-transport-security"] == "max-age=31536000"
    host = client.base_url.netloc.decode()
    assert client.post("/api/guests", headers={"Origin": f"http://{host}"}).status_code == 403
    assert client.post("/api/guests", headers={"Origin": f"https://{host}"}).status_code == 201


def test_signing_out_takes_the_cookie_back_and_ends_the_session(server: Server) -> None:
    guest = server.enter("guest")
    token = guest.cookies[COOKIE]
    got = guest.delete("/api/session")
    assert got.status_code == 204
    assert "max-age=0" in got.headers["set-cookie"].lower()
    assert server.client(cookies={COOKIE: token}).get("/api/me").status_code == 401


@pytest.mark.parametrize("token", ["x", "x" * 4000, "%00", "é".encode().decode("latin-1"), "' OR 1=1 --"])
def test_a_made_up_cookie_is_nobodys(server: Server, token: str) -> None:
    raw = server.client().get("/api/me", headers={"Cookie": f"{COOKIE}={token}".encode("latin-1")})
    assert raw.status_code == 401


def test_a_token_that_is_no_ascii_is_refused(server: Server) -> None:
    guest = server.enter("guest")
    got = guest.post("/api/cage/buy-in", json={"id": "x", "cents": 1}, headers={"X-Pitboss-Token": b"\xff\xfe"})
    assert got.status_code == 403


# --- origins ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [{"Origin": EVIL}, {"Origin": "null"}, {"Origin": "http://["}, {"Origin": ""}, {"Sec-Fetch-Site": "cross-site"},
     {"Sec-Fetch-Site": "same-site"}],
)  # fmt: skip
def test_another_sites_page_changes_nothing(server: Server, headers: dict[str, str]) -> None:
    guest = server.enter("guest")
    for method, path in (("POST", "/api/guests"), ("POST", "/api/cage/buy-in"), ("DELETE", "/api/session")):
        got = guest.request(method, path, headers=headers)
        assert got.status_code == 403
        assert got.json()["reason"] == "this page is not of this floor"
    assert guest.get("/api/me").status_code == 200


@pytest.mark.parametrize("headers", [{"Origin": EVIL}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}])
def test_another_sites_page_gets_no_socket(server: Server, headers: dict[str, str]) -> None:
    guest = server.enter("guest")

    async def go() -> None:
        async with server.socket(guest, **headers):
            pass

    with pytest.raises(websockets.InvalidStatus) as caught:
        run(go())
    assert caught.value.response.status_code == 403


def test_a_page_of_this_floor_gets_a_socket_and_so_does_an_origin_of_the_settings(
    serve: Callable[..., Server],
) -> None:
    server = serve(origins=("https://tables.example",))

    async def hello(origin: str) -> str:
        async with server.socket(Origin=origin) as connected:
            return str(said(await connected.recv())["type"])

    assert run(hello(server.address)) == "hello"
    assert run(hello("https://tables.example")) == "hello"
    ours = server.client().post("/api/guests", headers={"Origin": "https://tables.example"})
    assert ours.status_code == 201


# --- headers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/no-such-page", 404),
        ("GET", "/api/tables", 200),
        ("GET", "/api/me", 401),
        ("GET", "/api/nothing", 404),
        ("PATCH", "/api/tables", 405),
        ("POST", "/api/session", 422),
        ("GET", "/healthz", 200),
        ("GET", "/api/openapi.json", 200),
    ],
)
def test_every_answer_has_the_headers(server: Server, method: str, path: str, status: int) -> None:
    got = server.client().request(method, path)
    assert got.status_code == status
    assert {name: got.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in got.headers


def test_a_bug_of_ours_is_one_line_with_the_headers_too(
    serve: Callable[..., Server], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()

    def broken() -> None:
        raise AssertionError("a secret detail")

    server.running.tables = broken  # type: ignore[method-assign, assignment]
    with caplog.at_level(logging.CRITICAL, "pitboss.web.guard"):
        got = server.client().get("/api/tables")
    assert got.status_code == 500
    assert set(got.json()) == {"reason", "clause", "code", "params"}
    assert "secret" not in got.text
    assert {name: got.headers.get(name) for name in HEADERS} == HEADERS


# --- limits -----------------------------------------------------------------------------------------------


def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    rate = Rate(2, 5, callers=2)
    assert [rate.take("a", 0.0) for _ in range(6)] == [True] * 5 + [False]
    assert rate.take("b", 0.0)
    assert [rate.take("a", 1.0) for _ in range(3)] == [True, True, False]
    assert [rate.take("a", 100.0) for _ in range(6)] == [True] * 5 + [False]


def test_limits_come_from_the_environment_and_are_numbers() -> None:
    settings = Settings.of({"PITBOSS_LIMIT_CONNECTIONS_EACH": "7", "PITBOSS_LIMIT_BODY_SECONDS": "0.5"})
    assert settings.limits == replace(Limits(), connections_each=7, body_seconds=0.5)
    for wrong in ("many", "-1", "0", "1.5", ""):
        with pytest.raises(PitbossError, match="PITBOSS_LIMIT_WATCHED"):
            Settings.of({"PITBOSS_LIMIT_WATCHED": wrong})


@pytest.mark.parametrize("address", ["10.0.0.7", ":8766", "10.0.0.7:x", "10.0.0.7:70000", "0.0.0.0:8766", "[::]:8766"])
def test_the_private_address_is_one_at_which_others_find_this_machine(address: str) -> None:
    """Who is told to come to 0.0.0.0 comes to themselves."""
    with pytest.raises(PitbossError, match="PITBOSS_PRIVATE is an address of this machine and a port"):
        Settings.of({"PITBOSS_PRIVATE": address})
    assert Settings.of({"PITBOSS_PRIVATE": "[fd00::7]:8766"}).private == ("fd00::7", 8766)


def test_the_home_that_is_given_is_where_the_database_lies() -> None:
    settings = Settings.of({"PITBOSS_HOME": "/elsewhere"}, home="/srv/pit")
    assert settings.database == "sqlite:////srv/pit/floor.sqlite3"


def test_wrong_passwords_lock_the_account_and_too_many_tries_the_address(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, sign_ins_burst=FREE_TRIES + 4, sign_ins_per_second=0.001))
    client = server.client()
    assert client.post("/api/people", json={"name": "Ann", "password": PASSWORD}).status_code == 201
    wrong = {"name": "Ann", "password": "wrong password"}
    assert [client.post("/api/session", json=wrong).status_code for _ in range(FREE_TRIES)] == [401] * FREE_TRIES
    locked = client.post("/api/session", json={"name": "Ann", "password": PASSWORD})
    assert (locked.status_code, locked.json()["reason"]) == (429, "too many wrong passwords; try again later")
    other = [client.post("/api/session", json={"name": "Bob", "password": "x"}).status_code for _ in range(4)]
    assert other == [401, 401, 429, 429]
    assert "address" in client.post("/api/session", json=wrong).json()["reason"]
    elsewhere = server.client(headers={"X-Forwarded-For": "192.0.2.7"})
    assert elsewhere.post("/api/session", json={"name": "Bob", "password": "x"}).status_code == 401


def test_too_many_requests_guests_and_commands_are_refused(serve: Callable[..., Server]) -> None:
    tight = replace(ROOMY, guests_burst=3, guests_per_second=0.001, commands_burst=4, commands_per_second=0.001)
    server = serve(limits=tight)
    guests = [server.client().post("/api/guests").status_code for _ in range(4)]
    assert guests == [201, 201, 201, 429]
    server.app.state.rates.guests = Rate(1, 1)
    guest = server.enter("guest")
    bought = [guest.post("/api/cage/buy-in", json={"id": f"b{n}", "cents": 1}).status_code for n in range(5)]
    assert bought == [200, 200, 200, 200, 429]


def test_one_address_cannot_take_all_requests(serve: Callable[..., Server]) -> None:
    client = serve(limits=replace(ROOMY, requests_burst=5, requests_per_second=0.001)).client()
    codes = [client.get("/healthz").status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2
    assert client.get("/healthz", headers={"X-Forwarded-For": "192.0.2.8"}).status_code == 200


def test_a_body_that_is_too_long_is_refused_with_a_length_and_without(server: Server) -> None:
    most = server.settings.limits.body_bytes
    client = server.client()
    assert client.post("/api/session", content=b"x" * (most + 1)).status_code == 413
    chunks = (b"x" * 1024 for _ in range(most // 1024 + 2))
    assert client.post("/api/session", content=chunks).status_code == 413
    assert client.post("/api/session", content=b"x" * most).status_code == 422
    with raw(server) as huge:
        huge.sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n")
        assert huge.recv(4096).startswith((b"HTTP/1.1 413 ", b"HTTP/1.1 400 "))


def raw(server: Server) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS)


def test_a_slow_body_and_slow_headers_are_given_up(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, body_seconds=0.3, header_seconds=0.3))
    with raw(server) as slow:
        slow.sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert slow.recv(4096).startswith(b"HTTP/1.1 408 ")
    with raw(server) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")

        def hung_up() -> bool:
            try:
                slow.sendall(b"x")
            except OSError:
                return True
            return False

        eventually(hung_up, "headers may take as long as they like")
    with raw(server) as silent:
        assert silent.recv(1) == b""
    with raw(server) as again:  # the second request of a connection is no slower either
        again.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        got = b""
        while not got.endswith(b"}"):
            got += again.recv(8192)
        assert got.startswith(b"HTTP/1.1 200 ")
        again.sendall(b"GET /heal")
        assert again.recv(1) == b""
    assert server.healthy()


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
def test_who_asks_and_never_reads_the_answer_is_dropped(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, more: bytes
) -> None:
    """Also on a connection that is closed after the answer: the last bytes are not waited for without end."""
    begun, begin = [], slow_clients._Unread.begin
    monkeypatch.setattr(slow_clients._Unread, "begin", lambda unread: (begun.append(unread), begin(unread)))
    server = serve(limits=replace(ROOMY, send_seconds=0.3))
    server._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # which every connection inherits
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect((host, int(port)))
        silent.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n" + more + b"\r\n")
        open_ = server.house.server_state.connections
        eventually(lambda: begun and not open_, "who never reads is kept")
    assert server.healthy()


def test_who_reads_slowly_gets_all_of_it(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, send_seconds=PATIENCE_SECONDS))
    whole = server.client().get("/api/openapi.json", headers={"Accept-Encoding": "identity"}).content
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(PATIENCE_SECONDS)
        slow.connect((host, int(port)))
        slow.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b"".join(iter(lambda: slow.recv(4096), b"")).endswith(whole)


def test_an_address_has_so_many_sockets_and_no_more(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, connections_each=3, connections=4))

    async def go() -> None:
        held = [await server.socket() for _ in range(3)]
        with pytest.raises(websockets.InvalidStatus):
            await server.socket()
        elsewhere = await server.socket(**{"X-Forwarded-For": "192.0.2.9"})
        with pytest.raises(websockets.InvalidStatus):  # the house is full
            await server.socket(**{"X-Forwarded-For": "192.0.2.10"})
        await held.pop().close()
        while len(server.app.state.connections) > 3:
            await asyncio.sleep(0.01)
        held += [await server.socket(), elsewhere]
        for one in held:
            await one.close()

    run(go())


# --- sessions and sockets ---------------------------------------------------------------------------------


def test_signing_out_closes_the_sockets_of_that_session_and_no_others(server: Server) -> None:
    client = server.client()
    name = "Sign Out"
    me = client.post("/api/people", json={"name": name, "password": PASSWORD}).json()
    other = server.client()
    other.post("/api/session", json={"name": name, "password": PASSWORD}).raise_for_status()

    async def go() -> None:
        async with server.socket(client) as mine, server.socket(client) as second, server.socket(other) as elsewhere:
            for one in (mine, second, elsewhere):
                assert said(await one.recv())["name"] == name
            headers = {"X-Pitboss-Token": me["csrf"]}
            assert (await asyncio.to_thread(client.delete, "/api/session", headers=headers)).status_code == 204
            for one in (mine, second):
                with pytest.raises(websockets.ConnectionClosed) as caught:
                    await one.recv()
                assert caught.value.rcvd is not None
                assert (caught.value.rcvd.code, caught.value.rcvd.reason) == (1008, "signed out")
            await elsewhere.send('{"type":"ping"}')
            assert said(await elsewhere.recv())["type"] == "pong"

    run(go())


def test_a_session_that_another_process_ended_or_time_did_closes_its_sockets(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, session_check_seconds=0.1))
    guest = server.enter("guest")

    async def go() -> int:
        async with server.socket(guest) as connected:
            await connected.recv()
            server.people.sign_out(guest.cookies[COOKIE])  # straight in the store, as another process does
            with pytest.raises(websockets.ConnectionClosed) as caught:
                await connected.recv()
            assert caught.value.rcvd is not None
            return int(caught.value.rcvd.code)

    assert run(go()) == 1008


def test_an_expired_session_is_no_session(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    guest = server.enter("guest")
    assert guest.get("/api/me").status_code == 200
    clock = server.people._clock
    monkeypatch.setattr(server.people, "_clock", lambda: clock() + SESSION_MS + 1)
    assert guest.get("/api/me").status_code == 401


def test_a_role_is_given_at_once_to_requests_and_to_open_sockets(server: Server) -> None:
    boss, other = server.enter("administrator"), server.enter("player")
    name = other.get("/api/me").json()["name"]

    async def go() -> None:
        async with server.socket(other) as connected:
            assert said(await connected.recv())["role"] == "player"
            for role, may in (("administrator", 200), ("dealer", 403)):
                path = f"/api/admin/people/{name}/role"
                assert (
                    await asyncio.to_thread(boss.put, path, json={"role": role, "reason": "new"})
                ).status_code == 200
                assert said(await connected.recv()) == {"type": "hello", "schema": 1, "name": name, "role": role}
                assert (await asyncio.to_thread(other.get, "/api/admin/people")).status_code == may

    run(go())


def test_a_guest_cannot_sign_in_elsewhere(server: Server) -> None:
    name = server.enter("guest").get("/api/me").json()["name"]
    for password in ("", "None", name, PASSWORD):
        got = server.client().post("/api/session", json={"name": name, "password": password})
        assert got.status_code == 401


def test_the_link_for_the_first_administrator_works_once(serve: Callable[..., Server]) -> None:
    server = serve()
    (token,) = server.tokens
    who = {"name": "Boss", "password": PASSWORD, "token": token}
    assert server.client().post("/api/setup", json={**who, "token": token[:-1]}).status_code == 401
    boss = server.client()
    got = boss.post("/api/setup", json=who)
    assert (got.status_code, got.json()["role"]) == (201, "administrator")
    assert server.client().post("/api/setup", json={**who, "name": "Boss 2"}).status_code == 401
    assert boss.get("/api/admin/people").json() == [{"name": "Boss", "role": "administrator", "guest": False}]
    server.stop()
    assert serve().tokens == []


# --- logs -------------------------------------------------------------------------------------------------


class Everything(logging.Handler):
    """All that anybody logs, as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def logged() -> Any:
    handler, root = Everything(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


def test_nothing_secret_is_logged_in_a_whole_session(
    serve: Callable[..., Server], logged: Everything, capfd: pytest.CaptureFixture[str]
) -> None:
    """Set up, register, sign in wrongly and rightly, play, fail, sign out: at any level, no secret is in the log."""
    server = serve()
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):  # they are told to keep to warnings
        logging.getLogger(name).setLevel(logging.DEBUG)
        logging.getLogger(name).propagate = True
    secrets = [*server.tokens, PASSWORD, "another wrong one", *_session(server)]
    seeds = _seeds(server)
    assert seeds
    server.stop()
    text = "\n".join(
        line for line in logged.lines if not line.split(" ")[3].startswith(("httpx", "httpcore", "websockets.client"))
    )
    written = capfd.readouterr()
    assert "pitboss.web.admin: table" in text
    for secret in (*secrets, *seeds):
        assert len(secret) >= 10
        assert secret not in text
        assert secret not in written.out + written.err


def _session(server: Server) -> list[str]:
    """A life at the floor; gives its secrets."""
    boss, ann = server.client(), server.client()
    made = boss.post("/api/setup", json={"name": "Boss", "password": PASSWORD, "token": server.tokens[0]}).json()
    boss.headers["X-Pitboss-Token"] = made["csrf"]
    boss.post("/api/admin/tables", json={"table": "t2", "sheet": "blackjack-v5"}).raise_for_status()
    me = ann.post("/api/people", json={"name": "Ann", "password": PASSWORD}).json()
    ann.post("/api/session", json={"name": "Ann", "password": "another wrong one"})
    ann.post("/api/session", json={"name": ["another wrong one"], "password": "another wrong one"})
    signed = ann.post("/api/session", json={"name": "Ann", "password": PASSWORD}).json()
    cookie = ann.cookies[COOKIE]

    async def play() -> None:
        async with Client(server.address, cookie=cookie) as client:
            await client.resume()
            seat = await sit(client, "catfish-blackjack-1", 1)
            await bet(seat)
            await until(seat, lambda: seat.question != "wagers")
        async with server.socket(ann) as connected:
            await connected.send(json.dumps({"type": "command", "id": "x", "password": PASSWORD}))
            await answer(connected, "refused")

    run(play())
    ann.get("/api/me", headers={"X-Pitboss-Token": signed["csrf"]})
    ann.delete("/api/session", headers={"X-Pitboss-Token": signed["csrf"]})
    return [made["csrf"], me["csrf"], signed["csrf"], cookie, boss.cookies[COOKIE]]


def _seeds(server: Server) -> list[str]:
    """The chance behind the shuffles, opened with the floor's own key."""
    floor = server.running.floor
    held = floor.known("table:catfish-blackjack-1")
    assert held is not None
    return [seed.partition("/")[0] for _, seed in held.live.seeds]


def test_the_pages_are_html_and_the_rest_is_not(server: Server) -> None:
    client: httpx.Client = server.client()
    assert client.get("/").headers["content-type"].startswith("text/html")
    record = client.get("/api/tables/catfish-blackjack-1/rounds/1/record")
    assert not record.headers["content-type"].startswith("text/html")
