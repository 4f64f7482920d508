"""What players read and how soon it is there: how to play each game from its sheet, and pages that load at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.house import Server
from tests.web.stacked import open_stacked
from tests.web.visits import UNHURRIED, Visit

import pitboss.web
from pitboss.rules import SHIPPED, load

PAGES = Path(pitboss.web.__file__).parent / "pages"
DEALT = {"blackjack": 4, "holdem": 9, "crazy4": 10}
"""Cards of one player, the dealer and the board."""


@pytest.mark.parametrize("sheet", SHIPPED)
def test_each_game_is_told_to_players_from_its_sheet_with_pictures(visit: Visit, sheet: str) -> None:
    visit.go(f"/play.html?sheet={sheet}")
    page = visit.page
    expect(page.locator("h1")).to_contain_text(load(sheet).display_title)
    expect(page.locator("figure pit-felt svg").first).to_be_visible()
    expect(page.locator("figure").last.locator("pit-felt .card")).to_have_count(DEALT[load(sheet).game])
    expect(page.locator(".pay-lines dd").first).to_contain_text(" to ")
    expect(page.locator("main h2")).not_to_have_count(0)


def test_the_documentation_and_the_table_lead_players_there(visit: Visit, floor: Server) -> None:
    visit.go("/docs")
    for sheet in SHIPPED:
        title = load(sheet).display_title or load(sheet).title
        expect(visit.page.locator(f"a[href='/play.html?sheet={sheet}']")).to_have_text(f"How to play {title}")
    visit.go(f"/table.html?table={open_stacked(floor, 'catfish-blackjack', UNHURRIED)}")
    expect(visit.page.locator("#play-link")).to_have_attribute("href", "/play.html?sheet=catfish-blackjack")
    for way in ("#play-link", "#rules-link", "#verify"):
        expect(visit.page.locator(way)).to_have_attribute("target", "_blank")
