"""The limits of an open table over HTTP: announced and told, by one person, and by two where the house asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.waiting import eventually
from tests.web.house import Server, names

TABLE = "catfish-blackjack-1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("limits")) as found:
        yield found


@pytest.fixture(scope="module")
def boss(server: Server) -> httpx.Client:
    return server.enter("administrator")


@pytest.fixture(scope="module")
def shift(server: Server) -> httpx.Client:
    return server.enter("shift_manager")


def order(client: httpx.Client, minimum: int, maximum: int, **other: Any) -> httpx.Response:
    change = {"type": "ChangeLimits", "minimum": minimum, "maximum": maximum, "reason": "a busy night", **other}
    return client.post(f"/api/tables/{TABLE}/commands", json={"id": one_id(), "command": change})


def one_id() -> str:
    return next(names).replace(" ", "")


def state(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{TABLE}").json()["state"]
    return found


def carried(boss: httpx.Client, shift: httpx.Client, change: dict[str, Any]) -> None:
    name = next(names)
    wanted = {"id": one_id(), "proposal": name, "change": change, "reason": "a rule of the house"}
    assert boss.post("/api/house/proposals", json=wanted).status_code == 201
    assert boss.post(f"/api/house/proposals/{name}/approve", json={"id": one_id()}).status_code == 409, "alone"
    for who, what in ((shift, "approve"), (boss, "apply")):
        assert who.post(f"/api/house/proposals/{name}/{what}", json={"id": one_id()}).status_code == 200


def test_limits_are_announced_to_everybody_and_hold_from_the_next_round_on(server: Server, shift: httpx.Client) -> None:
    guest = server.enter("guest")
    before = state(guest)["limits"]
    assert order(guest, 1000, 1_000_000).status_code == 409, "it is the floor's to do"
    later = int(server.running.floor.clock()) + 3_600_000
    assert order(shift, before[0] * 2, before[1], at=later, keeps_earlier=True).status_code == 200
    told = state(server.client())["notice"]
    assert told == {"minimum": before[0] * 2, "maximum": before[1], "at": later, "keeps_earlier": True}
    assert state(guest)["limits"] == before
    assert order(shift, before[1] + 100, before[1]).json()["code"] == "table_limits.impossible"
    assert order(shift, *before).json()["code"] == "table_limits.same"


def test_two_people_decide_when_gaming_days_begin(boss: httpx.Client, shift: httpx.Client) -> None:
    now = boss.get("/api/house").json()
    assert (now["zone"], now["day_starts"]) == ("UTC", "00:00")
    odd = {"type": "gaming_day", "zone": "Iowa", "starts": "06:00"}
    asked = {"id": one_id(), "proposal": next(names), "change": odd, "reason": "a rule of the house"}
    refused = boss.post("/api/house/proposals", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "day.no_such_zone")
    carried(boss, shift, {"type": "gaming_day", "zone": "America/Chicago", "starts": "06:00"})
    after = boss.get("/api/house").json()
    assert (after["zone"], after["day_starts"]) == ("America/Chicago", "06:00")
    money = shift.get("/api/reports/money").json()
    assert money["period"]["text"].endswith("America/Chicago, from 06:00")
    carried(boss, shift, {"type": "gaming_day", "zone": "UTC", "starts": "00:00"})


def test_two_people_decide_which_cash_is_noted_and_reported(boss: httpx.Client, shift: httpx.Client) -> None:
    now = boss.get("/api/house").json()
    assert (now["cash_noted"], now["cash_reported"]) == (300_000, 1_000_000)
    odd = {"type": "cash", "noted": 500, "reported": 400}
    asked = {"id": one_id(), "proposal": next(names), "change": odd, "reason": "a slip of the pen"}
    refused = boss.post("/api/house/proposals", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "cash.noted_before_reported")
    carried(boss, shift, {"type": "cash", "noted": 250_000, "reported": 900_000})
    after = boss.get("/api/house").json()
    assert (after["cash_noted"], after["cash_reported"]) == (250_000, 900_000)
    assert shift.get("/api/cash").json()["thresholds"]["noted"] == 250_000
    carried(boss, shift, {"type": "cash", "noted": 300_000, "reported": 1_000_000})


def test_they_take_two_people_where_the_house_asks_for_it(boss: httpx.Client, shift: httpx.Client) -> None:
    low, high = state(shift)["limits"]
    carried(boss, shift, {"type": "limits_rule", "two_people": True})
    assert boss.get("/api/house").json()["two_for_limits"]
    refused = order(shift, low * 3, high)
    assert (refused.status_code, refused.json()["code"]) == (409, "table_limits.two_people")
    carried(boss, shift, {"type": "limits", "table": TABLE, "minimum": low * 3, "maximum": high})
    eventually(lambda: (state(shift)["notice"] or {}).get("minimum") == low * 3, "the change is not announced")
    carried(boss, shift, {"type": "limits_rule", "two_people": False})
    assert order(shift, low * 2, high).status_code == 200
