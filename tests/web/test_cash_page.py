"""Cash in a real browser: the word at the table before a threshold is reached, and the page of the day."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Route
from tests.waiting import eventually
from tests.web.consoles import Desk, Pit
from tests.web.house import Server

pytestmark = pytest.mark.slow


@pytest.fixture
def pit(server: Server, browser: Browser) -> Iterator[Pit]:
    made = Pit(server, browser, "catfish-blackjack")
    made.open()
    yield made
    made.close()


def paid_in(server: Server, *sums: int) -> httpx.Client:
    player = server.enter("player")
    for number, cents in enumerate(sums):
        player.post("/api/cage/buy-in", json={"id": f"in-{number}", "cents": cents}).raise_for_status()
    return player


def test_the_dealer_is_told_before_a_threshold_is_reached(pit: Pit) -> None:
    """$2,900 is taken at once; with $200 more it is noted, which is said before anything is done, and then done."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.get_by_role("button", name="Seat a guest at seat 2").click()
    page.get_by_label("Name at seat 2").fill(f"Hana of {pit.table[-3:]}")
    before = pit.dealer.see(pit.table)["version"]
    page.get_by_role("button", name="Seat a guest", exact=True).click()
    pit.moved(before)
    page.get_by_label("Cash, in dollars").fill("2900")
    page.get_by_role("button", name="Buy in").click()
    pit.moved(before + 1)
    page.get_by_label("Cash, in dollars").fill("200")
    page.get_by_role("button", name="Buy in").click()
    page.get_by_text("With this it is $3,100 today, which is noted").wait_for()
    assert pit.dealer.see(pit.table)["version"] == before + 2
    page.get_by_role("button", name="Buy in").click()
    pit.moved(before + 2)
    page.get_by_label("Cash, in dollars").fill("8000")
    page.get_by_role("button", name="Buy in").click()
    page.get_by_text("which is reported: call the floor").wait_for()


def test_compliance_sees_what_to_look_at_and_judges_it(server: Server, browser: Browser) -> None:
    person = paid_in(server, 150_000, 140_000).get("/api/me").json()["name"]
    desk = Desk(server, browser, "compliance", (1440, 900))
    page = desk.go("/cash.html")
    found = page.locator(".cash-pattern", has_text=person)
    found.get_by_role("heading", name="Just below a threshold").wait_for()
    found.get_by_label("What it is").select_option("watched")
    found.get_by_label("Why").fill("every friday")
    found.get_by_role("button", name="Judge it so").click()
    page.locator(".cash-pattern", has_text="every friday").wait_for()
    page.locator("tr", has_text=person).get_by_text("$2,900.00").wait_for()
    desk.close()


@pytest.mark.parametrize("role", ["shift_manager", "regulator"])
def test_others_see_the_cash_and_no_suspicion(role: str, server: Server, browser: Browser) -> None:
    person = paid_in(server, 295_000).get("/api/me").json()["name"]
    desk = Desk(server, browser, role, (820, 1180))
    page = desk.go("/cash.html")
    page.locator("tr", has_text=person).wait_for()
    assert page.locator(".cash-pattern").count() == 0
    assert "look at" not in page.locator("main").inner_text().lower()
    desk.close()


def test_nobody_learns_of_a_suspicion_by_any_answer(server: Server) -> None:
    """What compliance has judged is in no answer to anybody else, whatever they may see."""
    person = paid_in(server, 298_000).get("/api/me").json()["name"]
    officer = server.enter("compliance")
    pattern = next(
        one for one in officer.get("/api/cash/patterns").json() if person in {part["person"] for part in one["parts"]}
    )
    judged = {"id": "j", "day": pattern["day"], "pattern": pattern["id"], "finding": "watched", "note": "a magpie"}
    officer.post("/api/cash/judgements", json=judged).raise_for_status()
    for role in ("player", "dealer", "floor", "shift_manager", "surveillance", "regulator", "administrator"):
        client = server.enter(role)
        for path in (
            "/api/cash",
            "/api/cash/forms",
            "/api/house/events",
            "/api/house",
            "/api/reports/money",
            "/api/me",
        ):
            assert "magpie" not in client.get(path).text
            assert pattern["id"] not in client.get(path).text
        assert client.get("/api/cash/patterns").status_code == 403


def test_a_manager_signs_for_a_result_that_chance_does_not_explain(pit: Pit) -> None:
    """The real answer, with one result put into it as if it lay outside; the reason then stands in the log."""
    outside = {"table": pit.table, "title": "Blackjack", "sheet": pit.sheet, "percent": 99, "win": 900_000,
               "expected": 10_000, "deviation": 300_000, "explanations": []}  # fmt: skip

    def put_in(route: Route) -> None:
        real = route.fetch().json()
        played = [one | {"rounds": 1} for one in real["tables"] if one["table"] == pit.table]
        route.fulfill(json=real | {"outside": [outside], "tables": played})

    def told() -> list[str]:
        return [one["why"] for one in desk.client.get("/api/house/events").json() if one["kind"] == "result"]

    desk = pit.manager
    desk.page.route("**/api/reports/money?*", put_in)
    page = desk.go("/reports.html")
    page.get_by_role("heading", name="Outside what chance explains").wait_for()
    page.locator("#outside").get_by_label("Why").fill("one guest, all evening")
    page.get_by_role("button", name="Sign this reason").click()
    eventually(lambda: "one guest, all evening" in told(), "the reason is not in the log")
