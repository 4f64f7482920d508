"""Ratings over HTTP: visits with what was expected of them, each look in the log, and nobody else's eyes on it."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import httpx
import pyarrow.parquet as parquet
import pytest
from tests.web.house import Server

from pitboss.client import Client
from pitboss.service.audit.audit import verify
from pitboss.service.floor.stream_names import RATINGS

TABLE = "catfish-blackjack-1"


@pytest.fixture(scope="module")
def played(server: Server) -> Server:
    server.play(TABLE, [Client(server.address)])
    return server


@pytest.fixture(scope="module")
def eye(played: Server) -> httpx.Client:
    return played.enter("surveillance")


def looks(eye: httpx.Client) -> list[tuple[str, str]]:
    return [(one["what"], one["visit"]) for one in eye.get("/api/ratings/looks").raise_for_status().json()]


def a_visit(eye: httpx.Client) -> dict[str, object]:
    found = eye.get("/api/ratings/visits", params={"table": TABLE}).raise_for_status().json()
    return next(one for one in found["visits"] if one["played"])


def test_the_list_has_the_visit_and_its_sum(eye: httpx.Client) -> None:
    one = a_visit(eye)
    theo = one["theo"]
    assert isinstance(theo, dict)
    assert one["table"] == TABLE
    assert theo["fresh"] == theo["sheet"] + theo["skill"]
    assert theo["exact"] == theo["fresh"] + (theo["cards"] or 0)
    assert theo["sheet"] > 0


def test_the_pit_is_all_visits_together(eye: httpx.Client) -> None:
    found = eye.get("/api/ratings/visits").raise_for_status().json()
    pit, visits = found["together"], found["visits"]
    for name in ("sheet", "skill", "fresh", "exact"):
        assert pit["theo"][name] == sum(one["theo"][name] for one in visits)
    assert pit["actual"] == sum(one["actual"] for one in visits)
    assert pit["hold"] == pytest.approx(pit["actual"] / pit["handle"])
    assert pit["expected_hold"] == pytest.approx(pit["theo"]["exact"] / pit["handle"])


def test_one_visit_has_its_rounds_with_the_count_before_each_bet(eye: httpx.Client) -> None:
    line = a_visit(eye)
    told = eye.get(f"/api/ratings/visits/{line['id']}", params={"count": "hi-lo"}).raise_for_status().json()
    assert len(told["rounds"]) == told["played"]
    first = told["rounds"][0]
    assert first["counts"] == {"hi-lo": 0.0}
    assert first["bet"] == first["bets"]["main"]
    assert sum(one["sheet"] for one in told["wagers"]) == told["theo"]["sheet"]
    assert sum(one["bet"] for one in told["rounds"]) == told["wagers"][0]["handle"]


def test_a_round_is_solved_from_the_cards_that_were_left(eye: httpx.Client) -> None:
    line = a_visit(eye)
    told = eye.get(f"/api/ratings/visits/{line['id']}").raise_for_status().json()
    number = told["rounds"][0]["number"]
    solved = eye.get(f"/api/ratings/visits/{line['id']}/rounds/{number}").raise_for_status().json()
    assert solved["left"] == 312
    assert solved["wagers"][0]["exact"] == pytest.approx(told["wagers"][0]["edge"], abs=1e-3)
    assert eye.get(f"/api/ratings/visits/{line['id']}/rounds/999").status_code == 404


def test_each_look_is_in_the_log_and_the_log_stays_good(played: Server) -> None:
    eye = played.enter("surveillance")
    line = a_visit(eye)
    before = looks(eye)
    assert before[0] == ("list", "")
    eye.get(f"/api/ratings/visits/{line['id']}").raise_for_status()
    eye.get("/api/ratings/visits", params={"format": "csv"}).raise_for_status()
    eye.get(f"/api/ratings/visits/{line['id']}", params={"format": "csv"}).raise_for_status()
    assert looks(eye) == [("export", line["id"]), ("export", ""), ("visit", line["id"]), *before]
    only = eye.get("/api/ratings/looks", params={"visit": line["id"]}).json()
    assert {one["visit"] for one in only} == {line["id"]}
    played.use_up_link()
    store = played.running.floor.store
    assert verify(store, played.running.floor.keys).good
    assert str(line["person"]) not in "".join(entry.command + entry.events for entry in store.read(RATINGS))


def test_a_page_that_asks_again_has_looked_once_in_a_minute(played: Server) -> None:
    eye = played.enter("surveillance")
    line = a_visit(eye)
    before = len(looks(eye))
    for _ in range(5):
        eye.get(f"/api/ratings/visits/{line['id']}").raise_for_status()
    assert len(looks(eye)) - before in (1, 2)  # the minute may turn


def test_players_never_see_it_and_a_refused_look_is_none(played: Server, eye: httpx.Client) -> None:
    line, before = a_visit(eye), looks(eye)
    for role in ("player", "guest", "dealer", "teacher"):
        client = played.enter(role)
        for path in ("/visits", f"/visits/{line['id']}", "/looks"):
            assert client.get(f"/api/ratings{path}").status_code == 403
    assert looks(eye) == before


def test_files_are_the_figures(eye: httpx.Client) -> None:
    line = a_visit(eye)
    text = eye.get("/api/ratings/visits", params={"format": "csv", "table": TABLE}).raise_for_status().text
    (row,) = [one for one in csv.DictReader(io.StringIO(text)) if one["visit"] == line["id"]]
    parts = [row["theo_by_the_sheet"], row["cards_as_they_lay"] or "0", row["skill_cost"]]
    assert sum(round(float(part) * 100) for part in parts) == round(float(row["exact_theo"]) * 100)
    rounds = eye.get(f"/api/ratings/visits/{line['id']}", params={"format": "csv"}).raise_for_status().text
    assert len(list(csv.DictReader(io.StringIO(rounds)))) == line["played"]
    paper = eye.get(f"/api/ratings/visits/{line['id']}", params={"format": "pdf"}).raise_for_status()
    assert (paper.headers["content-type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    octets = eye.get("/api/ratings/visits", params={"format": "parquet", "table": TABLE}).raise_for_status().content
    (typed,) = [one for one in parquet.read_table(io.BytesIO(octets)).to_pylist() if one["visit"] == line["id"]]
    assert (typed["exact_theo"], typed["began"]) == (Decimal(row["exact_theo"]), line["began"])
    octets = eye.get(f"/api/ratings/visits/{line['id']}", params={"format": "parquet"}).raise_for_status().content
    first = parquet.read_table(io.BytesIO(octets)).to_pylist()[0]
    assert (type(first["bet"]), type(first["round"]), type(first["count_stood_at"])) == (Decimal, int, float)


def test_comps_follow_the_rate_that_two_people_decided(played: Server, eye: httpx.Client) -> None:
    """The rate holds for visits that begin after it: a new one at another table."""
    assert a_visit(eye)["comp"] is None
    played.decide({"type": "comps", "basis_points": 3000})
    assert eye.get("/api/house").json()["comp_basis_points"] == 3000
    played.play("free-bet-blackjack-1", [Client(played.address)])
    found = eye.get("/api/ratings/visits", params={"table": "free-bet-blackjack-1"}).raise_for_status().json()
    one = next(one for one in found["visits"] if one["played"])
    assert one["comp"] == max(one["theo"]["exact"], 0) * 3000 // 10_000
    assert a_visit(eye)["comp"] is None


def test_ratings_are_told_for_as_long_as_two_people_decided(played: Server, eye: httpx.Client) -> None:
    line = a_visit(eye)
    old = {"day": "2020-01-01"}
    assert eye.get("/api/ratings/visits", params=old).status_code == 200
    played.decide({"type": "retention", "days": 30})
    assert eye.get("/api/house").json()["ratings_days"] == 30
    before = looks(eye)
    for path, more in (("visits", {}), ("visits", {"format": "csv"}), ("findings", {})):
        refused = eye.get(f"/api/ratings/{path}", params=old | more)
        assert (refused.status_code, refused.json()["code"]) == (409, "ratings.not_kept")
    assert looks(eye) == before, "what is not told is no look"
    assert eye.get(f"/api/ratings/visits/{line['id']}").status_code == 200
    played.use_up_link()
    store, keys = played.running.floor.store, played.running.floor.keys
    assert verify(store, keys).good


def test_a_visit_that_is_not_there(eye: httpx.Client) -> None:
    got = eye.get(f"/api/ratings/visits/{TABLE}.999999")
    assert got.status_code == 404
    assert got.json()["code"] == "ratings.no_visit"
