"""Personal data over HTTP: one's own look, details, staff who look, and being forgotten; and accounts by pseudonym."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from tests.web.house import PASSWORD, Server

from pitboss.service.audit.audit import verify
from pitboss.service.operations.keys import Keys
from pitboss.store import open_store

DETAILS = {"full_name": "Wilhelmina Zaft", "born": "1980-02-29"}


def name_of(client: httpx.Client) -> str:
    name: str = client.get("/api/me").raise_for_status().json()["name"]
    return name


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("personal"), demo=False) as found:
        yield found


def test_details_are_ones_own_to_keep_and_to_read(server: Server) -> None:
    player = server.enter("player")
    kept = player.put("/api/my/details", json={"id": "a", "details": DETAILS}).raise_for_status().json()
    assert kept == {"name": name_of(player), "details": DETAILS}
    data = player.get("/api/my/data").raise_for_status().json()
    assert data["details"] == DETAILS
    assert data["name"] == name_of(player)
    assert [entry["command"] for entry in data["log"]] == ["Hello", "KeepDetails"]
    assert player.put("/api/my/details", json={"id": "b", "details": {"horoscope": "Leo"}}).status_code == 422


def test_a_look_of_the_house_is_in_the_persons_own_data(server: Server) -> None:
    player, keeper = server.enter("player"), server.enter("compliance")
    player.put("/api/my/details", json={"id": "a", "details": DETAILS}).raise_for_status()
    where = f"/api/people/{name_of(player)}/details"
    assert keeper.post(where, json={"id": "l", "reason": ""}).status_code == 422
    seen = keeper.post(where, json={"id": "m", "reason": "a report of cash"}).raise_for_status().json()
    assert seen["details"] == DETAILS
    entry = player.get("/api/my/data").json()["log"][-1]
    assert (entry["command"], entry["by"], entry["events"][0]["why"]) == (
        "SeeDetails", name_of(keeper), "a report of cash",
    )  # fmt: skip
    assert server.enter("dealer").post(where, json={"id": "n", "reason": "curious"}).status_code == 403


def test_what_changes_something_wants_the_token_of_the_session(server: Server) -> None:
    player, keeper = server.enter("player"), server.enter("compliance")
    elsewhere = server.client(cookies=keeper.cookies)
    where = f"/api/people/{name_of(player)}/details"
    assert elsewhere.post(where, json={"id": "l", "reason": "a report"}).status_code == 403
    assert elsewhere.put(where, json={"id": "m", "details": DETAILS}).status_code == 403


def cash_out(client: httpx.Client) -> None:
    cents = client.get("/api/me").json()["balance"]
    client.post("/api/cage/cash-out", json={"id": "all", "cents": cents}).raise_for_status()


def forgotten(client: httpx.Client, password: str = PASSWORD) -> httpx.Response:
    return client.post("/api/my/forgetting", json={"id": "f", "password": password})


def test_who_is_forgotten_is_gone_and_the_log_is_good(server: Server) -> None:
    player = server.enter("player")
    name = name_of(player)
    player.put("/api/my/details", json={"id": "a", "details": DETAILS}).raise_for_status()
    assert forgotten(player, "not the password").json()["code"] == "forget.password"
    assert forgotten(player).json()["code"] == "forget.has_money"
    cash_out(player)
    player.post("/api/my/forgetting", json={"id": "g", "password": PASSWORD}).raise_for_status()
    assert player.get("/api/my/data").status_code == 401
    again = server.client().post("/api/session", json={"name": name, "password": PASSWORD})
    assert again.status_code == 401
    boss = server.enter("administrator")
    seen = boss.post(f"/api/people/{name}/details", json={"id": "l", "reason": "why not"})
    assert seen.json()["code"] == "person.forgotten"
    server.use_up_link()
    store = open_store(server.settings.database)
    assert verify(store, Keys.kept_in(server.settings.home / "keys")).good
    store.close()


def test_an_administrator_forgets_who_has_asked_for_it(server: Server) -> None:
    player, boss = server.enter("player"), server.enter("administrator")
    cash_out(player)
    where = f"/api/admin/people/{name_of(player)}/forgetting"
    boss.post(where, json={"id": "f", "reason": "by letter"}).raise_for_status()
    assert player.get("/api/my/data").status_code == 401


def test_by_pseudonym_nobody_at_a_table_learns_a_name(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("pseudonyms")
    with Server(home, demo=False, pseudonyms=True) as server:
        player = server.client()
        who = {"name": "Wilhelmina Zaft", "password": PASSWORD}
        me = player.post("/api/people", json=who).raise_for_status().json()
        assert me["name"].startswith("Player ")
        assert player.get("/api/my/data").json()["details"] == {"full_name": "Wilhelmina Zaft"}
        assert server.client().post("/api/session", json=who).json()["name"] == me["name"]
        assert server.client().post("/api/people", json=who).status_code == 409
    kept = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    assert b"zaft" not in kept.lower()
