"""One way through the house: the same links on every public page, and on every console those of who works there."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect
from tests.web.consoles import Desk
from tests.web.house import Server
from tests.web.visits import Visit

pytestmark = pytest.mark.slow

PUBLIC = ["play", "rules", "strategy", "analysis", "compare", "counting", "designer", "school", "verify"]


def test_every_public_page_has_the_same_ways(visit: Visit, floor: Server) -> None:
    visit.go("/")
    ways = visit.page.locator("#pages a")
    expect(ways).to_have_count(len(PUBLIC) + 1)
    names = ways.all_inner_texts()
    paths = {page: f"/{page}.html?sheet=blackjack-v5" for page in PUBLIC} | {"docs": "/docs", "page": "/docs/glossary"}
    for page, path in paths.items():
        visit.go(path)
        links = visit.page.locator("#top nav a")
        expect(links).to_have_text(["Tables", *names])
        here = names[PUBLIC.index(page)] if page in PUBLIC else "Documentation"
        expect(visit.page.locator("#top nav [aria-current=page]")).to_have_text(here)
        if page in PUBLIC[:-2]:
            assert all("sheet=blackjack-v5" in (links.nth(at).get_attribute("href") or "") for at in range(1, 9))


@pytest.mark.parametrize("role", ["shift_manager", "surveillance", "floor"])
def test_every_console_leads_to_the_others_of_a_role_and_to_no_more(role: str, floor: Server, browser: Browser) -> None:
    with closing(Desk(floor, browser, role, (1440, 900))) as desk:
        mine = desk.client.get("/api/me").json()["may"]["consoles"]
        for console in mine:
            page = desk.go(f"/{console}.html")
            links = page.locator("#consoles a")
            expect(links).to_have_count(len(mine))
            assert [links.nth(at).get_attribute("href") for at in range(len(mine))] == [f"/{one}.html" for one in mine]
            expect(page.locator("#consoles [aria-current=page]")).to_have_attribute("href", f"/{console}.html")
        for console in mine:
            assert desk.client.get(f"/{console}.html").status_code == 200
