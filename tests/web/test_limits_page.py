"""The limits of an open table in a real browser: announced at a desk, told on every page, by two where it is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.web.consoles import Desk
from tests.web.house import Server

pytestmark = pytest.mark.slow

TABLE = "catfish-blackjack-1"
PIT = f"/pit.html#floor/{TABLE}"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("limits")) as found:
        yield found


def announce(page: Page, minimum: str, *, start: str = "the next round on", earlier: str = "keep their limits") -> None:
    form = page.locator("form", has=page.get_by_role("button", name="Announce the limits"))
    form.locator("[name=minimum]").fill(minimum)
    form.locator("[name=from]").select_option(label=start)
    form.locator("[name=earlier]").select_option(label=earlier)
    form.locator("[name=reason]").fill("a busy night")
    form.get_by_role("button", name="Announce the limits").click()


def test_limits_are_announced_and_told_on_every_page(floor: Server, shift: Desk, boss: Desk) -> None:
    page = shift.go(PIT)
    announce(page, "15.00", start="30 minutes from now")
    expect(page.locator(".called", has_text="Limits change to $15")).to_contain_text("keeps the limits of today")
    notice = shift.see(TABLE)["state"]["notice"]
    assert (notice["minimum"], notice["keeps_earlier"]) == (1500, True)
    assert notice["at"] > 0
    other = boss.go(f"/table.html?table={TABLE}")
    expect(other.locator("#notices")).to_contain_text("Limits change to $15")
    boss.go(f"/rules.html?table={TABLE}")
    expect(other.locator("#sign .limits-notice")).to_contain_text("with the first round after")
    announce(page, "20.00", earlier="get the new limits, too")
    expect(page.locator(".called", has_text="with the next round")).to_contain_text("Limits change to $20")
    boss.go("/")
    expect(other.locator(".limits-notice", has_text="with the next round")).to_contain_text("$20")


def test_a_second_person_approves_them_where_the_house_asks_for_it(boss: Desk, shift: Desk) -> None:
    rule = {"type": "limits_rule", "two_people": True}
    wanted = {"id": "rule", "proposal": "two for limits", "change": rule, "reason": "a rule of the house"}
    assert boss.client.post("/api/house/proposals", json=wanted).status_code == 201
    for who, what in ((shift, "approve"), (boss, "apply")):
        body = {"id": f"rule-{what}"}
        assert who.client.post(f"/api/house/proposals/two for limits/{what}", json=body).status_code == 200
    page = shift.go(PIT)
    announce(page, "25.00")
    expect(page.locator("form", has_text="Announce the limits")).to_contain_text("somebody else approves it")
    pending = boss.client.get("/api/house").json()["proposals"]
    (proposal,) = [one for one in pending if one["proposal"].startswith("limits of")]
    other = boss.go("/pit.html#approvals")
    card = other.locator("article", has_text=proposal["proposal"])
    expect(card).to_contain_text("$25")
    card.get_by_role("button", name="Approve").click()
    card.get_by_role("button", name="Apply").click()
    expect(page.locator(".called", has_text="Limits change to $25")).to_be_visible()
