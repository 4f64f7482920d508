"""The school over HTTP: guests and accounts, questions and answers, and that nothing is told too early or lost."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from tests.web.house import COOKIE, PASSWORD, Server, names
from tests.web.schooling import LEARNER, SHEET, answer, answer_all, ask, now, solution_of

from pitboss.rules import SHIPPED, load
from pitboss.school import drills_of
from pitboss.service.floor.stream_names import learner_stream
from pitboss.service.school.learners import Learner
from pitboss.web.school import guest_named

OWN = """\
extends = "catfish-blackjack"
name = "own-school"
title = "Our own"
house = "Our house"
edition = "May 2026"
[dealer]
soft_17 = "stand"
"""


def progress(client: httpx.Client, sheet: str = SHEET) -> dict[str, object]:
    found: dict[str, object] = client.get(f"/api/school/sheets/{sheet}/progress").raise_for_status().json()
    return found


def test_the_overview_names_every_sheet_with_its_drills(server: Server) -> None:
    found = server.client().get("/api/school").raise_for_status().json()
    taught = {one["sheet"]: [drill["drill"] for drill in one["drills"]] for one in found["sheets"]}
    assert {name: tuple(taught[name]) for name in SHIPPED} == {name: drills_of(load(name)) for name in SHIPPED}
    assert {drill["level"] for one in found["sheets"] for drill in one["drills"]} == {1}
    assert found["learner"] == {"name": "", "answered": 0, "left_as_guest": 0}


@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_drill_of_every_sheet_is_asked_and_judged(server: Server, sheet: str) -> None:
    client = server.client()
    for drill in drills_of(load(sheet)):
        asked = ask(client, drill, sheet, level=3)
        assert (asked["sheet"], asked["drill"], asked["level"], asked["over"]) == (sheet, drill, 3, False)
        done = answer_all(client, asked)
        assert done["over"]
        assert isinstance(done["right"], bool)
        right = solution_of(done["seed"], done)
        for part in done["parts"]:
            judged = part["judged"]
            assert judged["right"] or judged["note"], "a wrong answer is never only wrong"
            assert judged["answer"]
            if part["kind"] != "order":
                assert tuple(part["right"]) == right[part["id"]]
    assert progress(client, sheet)["answered"] == len(drills_of(load(sheet)))


def test_the_open_question_is_asked_again_until_it_is_answered_or_put_aside(server: Server) -> None:
    client = server.client()
    first = ask(client, "pay_it", level=4)
    assert ask(client, "pay_it") == first
    assert client.get(f"/api/school/questions/{first['number']}").json() == first
    other = ask(client, "pay_it", another=True)
    assert other["number"] != first["number"]
    assert client.get(f"/api/school/questions/{first['number']}").status_code == 409
    assert ask(client, "pay_it", level=5)["level"] == 5
    assert ask(client, "read_it")["drill"] == "read_it"
    assert progress(client)["answered"] == 0


def test_what_is_right_counts_and_leads_on(server: Server) -> None:
    client = server.client()
    for _ in range(4):
        asked = ask(client, "next_step")
        learner = learner_of(server, client)
        right = solution_of(next(one.seed for one in learner.open), asked)
        while not asked["over"]:
            asked = answer(client, asked, *right[now(asked)["id"]], milliseconds=10)
        assert asked["right"] is True
    stands = progress(client)
    assert (stands["answered"], stands["right_today"], stands["streak"], stands["longest_today"]) == (4, 4, 4, 4)
    assert stands["levels"]["next_step"] == 2  # type: ignore[index]
    assert [one["right"] for one in stands["last"]] == [True] * 4  # type: ignore[attr-defined]
    marks = client.get(f"/api/school/sheets/{SHEET}/map").json()["clauses"]
    assert {one["drill"] for one in marks if one["tries"]} == {"next_step"}
    assert {one["status"] for one in marks} >= {"shaky", "never"}


def learner_of(server: Server, client: httpx.Client) -> Learner:
    """What the server has of a guest."""
    found = server.running.floor.stream(learner_stream(guest_named(client.cookies[LEARNER]))).state
    assert isinstance(found, Learner)
    return found


# --- bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"part": "1", "given": "pay"}, 422),
        ({"part": "<b>", "given": []}, 422),
        ({"part": "nothing", "given": ["a"]}, 409),
        ({"part": "1", "given": ["x" * 81]}, 422),
        ({"part": "1", "given": ["a"] * 201}, 422),
        ({"part": "1", "given": ["a\nb"]}, 422),
        ({"part": "1", "given": ["a"], "milliseconds": -1}, 422),
        ({"part": "1", "given": ["a"], "more": 1}, 422),
    ],
)
def test_bad_input_loses_nothing(server: Server, body: dict[str, object], status: int) -> None:
    client = server.client()
    answer_all(client, ask(client, "next_step"))
    asked, before = ask(client, "pay_it"), progress(client)
    got = client.post(f"/api/school/questions/{asked['number']}/answers", json=body)
    assert got.status_code == status or got.json()["code"] == "request.one_line", got.text
    assert ask(client, "pay_it") == asked
    assert progress(client) == before


def test_what_cannot_be_read_as_an_answer_is_wrong_and_told_so(server: Server) -> None:
    client = server.client()
    done = answer(client, ask(client, "pay_it"), "pay", "a lot")
    judged = done["parts"][0]["judged"]
    assert (judged["right"], "a lot" in judged["note"]) == (False, True)


def test_the_same_answer_again_changes_nothing_and_another_is_refused(server: Server) -> None:
    client = server.client()
    asked = ask(client, "next_step")
    done = answer(client, asked, "a")
    where, body = f"/api/school/questions/{asked['number']}/answers", {"part": "next", "given": ["a"]}
    assert client.post(where, json=body).json() == done
    again = client.post(where, json={**body, "given": ["b"]})
    assert (again.status_code, again.json()["code"]) == (409, "school.answered_already")
    assert progress(client)["answered"] == 1


def test_progress_outlives_the_server(serve: Callable[..., Server]) -> None:
    first = serve()
    client = first.client()
    answer_all(client, ask(client, "next_step"))
    waiting = ask(client, "pay_it", level=3)
    before = progress(client)
    first.stop()
    second = serve()
    back = second.client(cookies={LEARNER: client.cookies[LEARNER]})
    assert progress(back) == before
    assert ask(back, "pay_it") == waiting


def test_unknown_sheets_and_drills_are_refused(server: Server) -> None:
    client = server.client()
    nothing = {"sheet": "nothing", "drill": "pay_it"}
    assert client.post("/api/school/questions", json=nothing).status_code == 404
    no_shoe = {"sheet": "ultimate-texas-holdem", "drill": "count_it"}
    got = client.post("/api/school/questions", json=no_shoe)
    assert (got.status_code, got.json()["code"]) == (409, "school.no_such_drill")


# --- guests and accounts ------------------------------------------------------------------------------------


def test_guests_learn_without_an_account_and_nobody_is_made(server: Server) -> None:
    client, before = server.client(), len(server.people.everybody())
    assert client.get("/api/school").status_code == 200
    assert LEARNER not in client.cookies, "who only looks leaves nothing behind"
    answer_all(client, ask(client, "next_step"))
    assert COOKIE not in client.cookies
    assert client.get("/api/me").status_code == 401
    assert len(server.people.everybody()) == before


def test_nobody_sees_or_answers_the_questions_of_another(server: Server) -> None:
    mine, yours = server.client(), server.client()
    asked = ask(mine, "pay_it")
    ask(yours, "next_step")
    assert yours.get(f"/api/school/questions/{asked['number']}").json().get("drill") != "pay_it"
    got = server.client().post(f"/api/school/questions/{asked['number']}/answers", json={"part": "1", "given": []})
    assert got.status_code == 409
    assert ask(mine, "pay_it") == asked


def test_a_guest_takes_their_answers_along_to_an_account(server: Server) -> None:
    client = server.client()
    answer_all(client, ask(client, "next_step"))
    answer_all(client, ask(client, "pay_it"))
    name = next(names)
    me = client.post("/api/people", json={"name": name, "password": PASSWORD}).raise_for_status().json()
    client.headers["X-Pitboss-Token"] = me["csrf"]
    learner = client.get("/api/school").json()["learner"]
    assert learner == {"name": name, "answered": 0, "left_as_guest": 2}
    assert client.post("/api/school/take-along").raise_for_status().json() == {"answers": 2}
    learner = client.get("/api/school").json()["learner"]
    assert learner == {"name": name, "answered": 2, "left_as_guest": 0}
    assert LEARNER not in client.cookies
    assert client.post("/api/school/take-along").json()["code"] == "school.nothing_to_take"
    elsewhere = server.client()
    me = elsewhere.post("/api/session", json={"name": name, "password": PASSWORD}).raise_for_status().json()
    assert elsewhere.get("/api/school").json()["learner"]["answered"] == 2


def test_who_plays_as_a_guest_makes_an_account_first(server: Server) -> None:
    guest = server.enter("guest")
    answer_all(guest, ask(guest, "next_step"))
    assert guest.get("/api/school").json()["learner"] == {"name": "", "answered": 1, "left_as_guest": 0}
    assert guest.post("/api/school/take-along").json()["code"] == "school.account_first"


def test_a_session_brings_its_token(server: Server) -> None:
    player = server.enter("player")
    bare = server.client(cookies=player.cookies)
    for path, body in (("questions", {"sheet": SHEET, "drill": "pay_it"}), ("questions/1/hints", {"part": "1"})):
        got = bare.post(f"/api/school/{path}", json=body)
        assert (got.status_code, got.json()["code"]) == (403, "request.no_token")
    assert ask(player, "pay_it")["number"] == 1


# --- rulings, and a house's own sheet -----------------------------------------------------------------------


def test_what_each_ruling_is_worth_is_told_after_the_answer(server: Server) -> None:
    client = server.client()
    asked = ask(client, "rule_it")
    early = client.get(f"/api/school/questions/{asked['number']}/worth")
    assert (early.status_code, early.json()["code"]) == (409, "school.no_worth")
    done = answer_all(client, asked)
    while not done["weighed"]:
        done = answer_all(client, ask(client, "rule_it"))
    found = client.get(f"/api/school/questions/{done['number']}/worth").raise_for_status().json()
    assert found
    assert all(ruling["choice"] for ruling in found)


def test_a_sheet_of_the_house_is_taught_as_it_is_written(server: Server) -> None:
    server.decide({"type": "text", "name": "own-school", "text": OWN})
    client = server.client()
    taught = [one for one in client.get("/api/school").json()["sheets"] if one["own"]]
    assert [one["sheet"] for one in taught] == ["own-school"]
    assert client.get("/api/school/sheets/own-school/felt").json()["lettering"]
    done = answer_all(client, ask(client, "pay_it", "own-school", level=2))
    assert done["sheet"] == "own-school"
