"""The books over HTTP: who may read them, in which forms, and that nobody waits for a figure."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import pytest
from tests.waiting import eventually
from tests.web.house import EVERYBODY, Server

from pitboss.client import Client
from pitboss.service.audit.audit import verify

TABLE = "catfish-blackjack-1"
MONEY = "/api/reports/money"
READERS = {"floor", "shift_manager", "administrator", "surveillance", "regulator"}
STAFF = set(EVERYBODY) - {"visitor", "guest", "player", "teacher"}


@pytest.fixture(scope="module")
def played(server: Server) -> Server:
    """Three rounds after the books were looked at first."""
    before = server.enter("regulator").get(MONEY, params={"period": "life"}).raise_for_status().json()
    assert before["floor"]["rounds"] == 0
    server.play(TABLE, [Client(server.address)], rounds=3)
    return server


@pytest.fixture(scope="module")
def reader(played: Server) -> httpx.Client:
    return played.enter("surveillance")


def found(client: httpx.Client, **named: Any) -> dict[str, Any]:
    return client.get(MONEY, params={"table": TABLE, **named}).raise_for_status().json()  # type: ignore[no-any-return]


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_may_read_the_books(played: Server, role: str) -> None:
    expected = 200 if role in READERS else 401 if role == "visitor" else 403
    assert played.enter(role).get(MONEY, params={"table": TABLE}).status_code == expected


def test_the_report_is_of_the_rounds_that_were_played(reader: httpx.Client) -> None:
    report = found(reader)
    (table,) = report["tables"]
    assert table["rounds"] == 3
    assert table["result"]["ledger"] == table["win"] - table["tokes"]["won"]
    assert report["unit"] == "cents"
    assert report["liabilities"]["total"] > 0


def test_figures_that_are_not_known_yet_hold_nobody_up(reader: httpx.Client) -> None:
    """Every answer comes at once, and one of them has the expectation."""
    main: dict[str, Any] = {}
    states = set()

    def known() -> bool:
        nonlocal main
        (main,) = [line for line in found(reader)["tables"][0]["wagers"] if line["wager"] == "main"]
        states.add(main["expected"]["state"])
        return main["expected"]["state"] == "known"

    eventually(known, "the expectation is never known", seconds=900)
    assert states <= {"known", "being computed"}
    assert main["expected"]["win"] == round(main["handle"] * main["expected"]["edge"])
    assert main["expected"]["words"]


def test_csv_and_page(reader: httpx.Client) -> None:
    answer = reader.get(MONEY, params={"table": TABLE, "format": "csv"})
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {row["table"] for row in rows if row["level"] == "table"} == {TABLE}
    page = reader.get(MONEY, params={"table": TABLE, "format": "html", "period": "month"})
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    assert f"<h2>{TABLE}</h2>" in page.text


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"period": "week"}, 422), ({"day": "2026-13-40"}, 422), ({"day": "today"}, 422), ({"table": "nowhere"}, 422),
        ({"game": "poker"}, 422), ({"format": "pdf"}, 422), ({"day": "1999-01-01"}, 200), ({"period": "life"}, 200),
    ],
)  # fmt: skip
def test_what_can_be_asked(reader: httpx.Client, asked: dict[str, str], status: int) -> None:
    answer = reader.get(MONEY, params={"table": TABLE, **asked})
    assert answer.status_code == status
    if status == 422:
        assert answer.json()["reason"]


# --- the census ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def declared(played: Server) -> str:
    """A staffed table whose cards are declared."""
    wanted = {"table": "real-cards", "sheet": "catfish-blackjack", "dealer": "staffed", "cards": "declared"}
    assert played.enter("floor").post("/api/admin/tables", json=wanted).status_code == 201
    return "real-cards"


@pytest.mark.parametrize("role", EVERYBODY)
def test_the_census_is_for_the_staff(played: Server, declared: str, role: str) -> None:
    expected = 200 if role in STAFF else 401 if role == "visitor" else 403
    answer = played.enter(role).get(f"/api/tables/{declared}/census")
    assert answer.status_code == expected
    if expected == 200:
        assert (answer.json()["decks"], answer.json()["sets"]) == (6, [])


def test_where_the_cards_are_the_programs_there_is_nothing_to_count(played: Server) -> None:
    client = played.enter("floor")
    found = client.get(f"/api/tables/{TABLE}/census").raise_for_status().json()
    assert (found["declared"], found["decks"], found["sets"]) == (False, 6, [])
    assert client.get("/api/tables/nowhere/census").status_code == 404


@pytest.mark.parametrize("format", ["json", "csv", "html"])
def test_a_shift_ends_with_a_code_that_the_report_prints_and_the_audit_takes(played: Server, format: str) -> None:
    manager = played.enter("shift_manager")  # whereby the log has moved
    ended = manager.post("/api/reports/shift-end").raise_for_status().json()
    assert manager.post("/api/reports/shift-end").json() == ended, "where nothing has moved, it is the same"
    assert manager.get("/api/checkpoint").json()["code"] == ended["code"]
    paper = manager.get(MONEY, params={"table": TABLE, "format": format}).text
    assert ended["code"] in paper
    floor = played.running.floor
    played.use_up_link()
    assert verify(floor.store, floor.keys, seen=[ended["code"]]).good
    shown = manager.get(MONEY, params={"table": TABLE}).json()["checkpoint"]
    assert (shown["number"], shown["whole"]) == (ended["number"], True)
    cut = floor.store.get("checkpoint", f"{ended['number']:012d}")
    assert cut is not None
    floor.store.put("checkpoint", f"{ended['number']:012d}", None)
    try:
        found = verify(floor.store, floor.keys, seen=[ended["code"]])
        assert any("was shown and is gone" in str(one) for one in found.findings)
    finally:
        floor.store.put("checkpoint", f"{ended['number']:012d}", cut[0])


@pytest.mark.parametrize("role", EVERYBODY)
def test_who_ends_a_shift(played: Server, role: str) -> None:
    may = role in {"shift_manager", "administrator"}
    expected = 201 if may else 401 if role == "visitor" else 403
    assert played.enter(role).post("/api/reports/shift-end").status_code == expected
