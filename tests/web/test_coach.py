"""The coach over HTTP: values for one's own question, what answers cost, and nothing where the house forbids it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from tests.waiting import eventually
from tests.web.house import QUICK, Server
from tests.web.stacked import order

from pitboss.rules import load
from pitboss.service.advice import coach
from pitboss.service.floor import commands as c

TABLE, FORBIDDEN = "catfish-blackjack-1", "without-coach"
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def floor(server: Server) -> Server:
    sheet = load("catfish-blackjack")
    terms = c.OpenTable(title="", sheet=sheet.name, sheet_hash=sheet.hash, tray=5_000_000, pace=QUICK, coach=False)
    order(server, server.running.command(FORBIDDEN, terms, actor="house", role="administrator"))
    return server


@pytest.fixture
def guest(floor: Server) -> Iterator[httpx.Client]:
    """A guest who leaves both tables at the end."""
    client = floor.enter("guest")
    yield client
    for table in (TABLE, FORBIDDEN):
        while offers := view(client, table)["you"]["offers"]:
            answer(client, offers[0]["action"], table)
        do(client, {"type": "Leave", "box": 0}, table)


def do(client: httpx.Client, command: dict[str, Any], table: str = TABLE) -> httpx.Response:
    body = {"id": f"c{next(numbers)}", "command": command, "question": view(client, table)["state"]["asked"]}
    return client.post(f"/api/tables/{table}/commands", json=body)


def answer(client: httpx.Client, action: dict[str, Any], table: str = TABLE) -> None:
    do(client, {"type": "Act", "action": action}, table).raise_for_status()


def view(client: httpx.Client, table: str = TABLE) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table}").raise_for_status().json()
    return found


def advice(client: httpx.Client, table: str = TABLE) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table}/coach").raise_for_status().json()
    return found


def refused(client: httpx.Client, path: str) -> tuple[int, str]:
    got = client.get(path)
    return got.status_code, got.json()["reason"]


def play_on(client: httpx.Client, wanted: int, table: str = TABLE) -> list[float]:
    """Answer every question of the round with the choice of this rank; gives what each cost."""
    costs, round_ = [], view(client, table)["state"]["round"]
    raised: list[dict[str, Any]] = []
    while (now := view(client, table))["you"]["offers"] and now["state"]["round"] == round_:
        (position,) = advice(client, table)["positions"]
        action = position["choices"][wanted]["action"]
        answer(client, action, table)
        among = raised or position["choices"]  # a raised bet on fives is one decision, asked twice
        after = view(client, table)["state"]["question"]
        raised = position["choices"] if after is not None and after["kind"] == "fives" else []
        if not raised:
            costs.append(next(one["cost"] for one in among if one["action"] == action))
    finished(client, table, round_)
    return costs


def finished(client: httpx.Client, table: str, number: int) -> None:
    """Wait until the house has ended a round."""
    path = f"/api/tables/{table}/rounds/{number}"
    eventually(lambda: client.get(path).status_code != 404, "the round does not end")


def test_every_answer_has_its_value_best_first(floor: Server, guest: httpx.Client) -> None:
    floor.ask(guest, TABLE, 1)
    now = view(guest)
    found = advice(guest)
    assert (found["table"], found["version"], found["round"]) == (TABLE, now["version"], now["state"]["round"])
    (position,) = found["positions"]
    key = [(one["text"], sorted(one["action"].items())) for one in position["choices"]]
    assert sorted(key) == sorted((one["text"], sorted(one["action"].items())) for one in now["you"]["offers"])
    values = [one["value"] for one in position["choices"]]
    assert values == sorted(values, reverse=True)
    assert [one["cost"] for one in position["choices"]] == pytest.approx([values[0] - value for value in values])
    assert [one["cents"] for one in position["choices"]] == pytest.approx([500 * value for value in values])
    name = now["you"]["name"]
    wanted = coach.advise(coach.positions(floor.running.floor.table(TABLE).live, name)[0])
    assert values == [one.value for one in wanted.choices]


def test_no_card_is_told_that_the_seat_cannot_see(floor: Server, guest: httpx.Client) -> None:
    floor.ask(guest, TABLE, 1)
    shown = [event["card"] for event in view(guest)["events"] if event["type"] == "CardDealt"]
    assert shown.count("??") == 1
    (position,) = advice(guest)["positions"]
    assert sorted([*position["cards"], *position["against"], "??"]) == sorted(shown)


def test_a_question_of_others_is_not_answered(floor: Server, guest: httpx.Client) -> None:
    path = f"/api/tables/{TABLE}/coach"
    floor.ask(guest, TABLE, 1)
    other = floor.enter("guest")
    assert refused(other, path) == (409, "nothing is asked of you that can be worked out")
    assert refused(floor.client(), path)[0] == 401
    assert refused(other, "/api/tables/no-such-table/coach")[0] == 404


def test_a_round_tells_what_its_answers_cost(floor: Server, guest: httpx.Client) -> None:
    floor.ask(guest, TABLE, 1)
    number = view(guest)["state"]["round"]
    path = f"/api/tables/{TABLE}/rounds/{number}/coach"
    assert refused(guest, path)[0] == 404
    costs = play_on(guest, -1)
    found = guest.get(path).raise_for_status().json()
    assert [one["cost"] for one in found] == pytest.approx(costs)
    for one in found:
        assert (one["table"], one["round"], one["in_time"]) == (TABLE, number, True)
        assert one["choices"][one["chosen"]]["cost"] == one["cost"]
        assert one["cost_cents"] == pytest.approx(500 * one["cost"])
    assert refused(floor.enter("guest"), path) == (409, "you had no bet in this round")


def test_the_last_rounds_are_taken_together(floor: Server, guest: httpx.Client) -> None:
    assert guest.get("/api/my/coach").json() == {
        "rounds": 0, "decisions": 0, "mistakes": 0, "cost": 0.0, "cost_cents": 0.0, "worst": [],
    }  # fmt: skip
    costs: list[float] = []
    for rank in (0, -1, -1):
        floor.ask(guest, TABLE, 1)
        costs += play_on(guest, rank)
        do(guest, {"type": "Leave", "box": 0})
    found = guest.get("/api/my/coach?limit=100").raise_for_status().json()
    assert found["decisions"] == len(costs)
    assert found["mistakes"] == sum(cost > 0 for cost in costs) > 0
    assert found["cost"] == pytest.approx(sum(costs))
    assert found["cost_cents"] == pytest.approx(500 * sum(costs))
    assert [one["cost"] for one in found["worst"]] == pytest.approx(sorted((c for c in costs if c > 0), reverse=True))
    for one in found["worst"]:
        again = guest.get(f"/api/tables/{one['table']}/rounds/{one['round']}/coach").json()
        assert one in again
    assert guest.get("/api/my/coach?limit=1").json()["rounds"] == 1


def test_a_table_may_be_played_without(floor: Server, guest: httpx.Client) -> None:
    floor.ask(guest, FORBIDDEN, 1)
    now = view(guest, FORBIDDEN)
    assert now["coach"] is False
    reason = (409, "this table is played without the coach")
    assert refused(guest, f"/api/tables/{FORBIDDEN}/coach") == reason
    while offers := view(guest, FORBIDDEN)["you"]["offers"]:
        answer(guest, offers[0]["action"], FORBIDDEN)
    finished(guest, FORBIDDEN, now["state"]["round"])
    assert refused(guest, f"/api/tables/{FORBIDDEN}/rounds/{now['state']['round']}/coach") == reason
    assert guest.get("/api/my/rounds").json()[0]["table"] == FORBIDDEN
    assert guest.get("/api/my/coach").json()["rounds"] == 0


def test_tables_go_on_while_the_coach_works(floor: Server, guest: httpx.Client) -> None:
    """Many ask for the same at once: it is worked out once, and everybody else is answered meanwhile."""
    floor.ask(guest, TABLE, 1)
    before = coach.advise.cache_info().misses
    with ThreadPoolExecutor(20) as crowd:
        asked = [crowd.submit(advice, floor.client(cookies=guest.cookies)) for _ in range(20)]
        looks = [crowd.submit(floor.healthy) for _ in range(20)]
        found = [one.result() for one in asked]
        assert all(one.result() for one in looks)
    assert all(one == found[0] for one in found)
    assert coach.advise.cache_info().misses == before + 1
