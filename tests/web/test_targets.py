"""Whatever can be pressed is large enough for a finger: 44 pixels each way, or it has a larger twin."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.consoles import Desk
from tests.web.house import QUICK, Server
from tests.web.stacked import open_stacked
from tests.web.staffed_case import open_case
from tests.web.visits import UNHURRIED, Visit

from pitboss.client import Client

pytestmark = pytest.mark.slow

SMALL = """() => {
  const LEAST = 43.5;
  const reaches = (node, x, y) => node.contains(document.elementFromPoint(x, y));
  const spans = (node) => {
    const { left, top, width, height } = (node.closest("label") ?? node).getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const wide = width >= LEAST || (reaches(node, x - 21, y) && reaches(node, x + 21, y));
    return wide && (height >= LEAST || (reaches(node, x, y - 21) && reaches(node, x, y + 21)));
  };
  const within = (node) => getComputedStyle(node).display === "inline" && node.closest("p, li, dd, .quiet");
  const shown = [...document.querySelectorAll("a, button, select, input, summary")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width);
  return shown
    .filter((node) => !within(node) && !node.matches(".chart .cell"))
    .filter((node) => { node.scrollIntoView({ block: "center" }); return !spans(node); })
    .map((node) => `${node.tagName} ${node.id || node.className} ${node.textContent.trim().slice(0, 30)}`);
}"""
"""Controls that a finger misses; links within a sentence and the fields of a card, which has a twin, are left out."""
PAGES = (
    "/", "/table.html?table=catfish-blackjack-1", "/rules.html?sheet=catfish-blackjack", "/verify.html",
    "/play.html?sheet=catfish-blackjack", "/school.html", "/designer.html", "/explorer.html", "/docs/",
    "/counting.html?sheet=ultimate-texas-holdem",
)  # fmt: skip


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_every_control_can_be_hit_by_a_finger(size: tuple[int, int], floor: Server, browser: Browser) -> None:
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    found = {}
    for path in PAGES:
        page.goto(floor.address + path)
        page.wait_for_load_state("networkidle")
        found[path] = page.evaluate(SMALL)
    context.close()
    assert found == {path: [] for path in PAGES}


def test_what_lies_behind_the_menu_of_a_phone_can_be_hit(come: Any, floor: Server) -> None:
    visit: Visit = come(viewport={"width": 375, "height": 667}, has_touch=True)
    visit.sit(open_stacked(floor, "catfish-blackjack", UNHURRIED))
    visit.page.locator("#menu-button").click()
    expect(visit.page.locator("#verify")).to_be_visible()
    found = visit.page.evaluate(SMALL)
    assert [one for one in found if "approval" not in one] == [], "that lies below the menu"


@pytest.fixture(scope="module")
def worked(floor: Server) -> Server:
    """A floor with a dealer, a case, cash and a round that is over, so that lists have rows to press."""
    open_case(floor, "catfish-blackjack-case")
    floor.play(open_stacked(floor, "catfish-blackjack", QUICK), [Client(floor.address)])
    return floor


CONSOLES = (
    "/pit.html#floor", "/pit.html#jackpots", "/pit.html#money", "/pit.html#people", "/pit.html#sheets",
    "/pit.html#approvals", "/pit.html#log", "/dealer.html", "/eye.html", "/reports.html", "/ratings.html",
    "/cash.html",
)  # fmt: skip


ROWS = {
    "/pit.html#people": ".grid td a", "/eye.html": ".grid td .link", "/ratings.html": ".grid td a",
    "/cash.html": ".grid td summary",
}  # fmt: skip
"""What is waited for in lists that are not there at once."""


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_every_control_of_the_consoles_can_be_hit(size: tuple[int, int], worked: Server, browser: Browser) -> None:
    found = {}
    with closing(Desk(worked, browser, "shift_manager", size)) as desk:
        for path in CONSOLES:
            page = desk.go(path)
            page.reload()  # another view of the same page is another page
            page.wait_for_load_state("networkidle")
            if path in ROWS:
                page.locator(ROWS[path]).first.wait_for()
            found[path] = page.evaluate(SMALL)
    assert found == {path: [] for path in CONSOLES}


def test_a_field_of_the_card_has_a_larger_twin(floor: Server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{floor.address}/strategy.html?sheet=catfish-blackjack")
    page.get_by_label("Look up a hand").select_option(label="16")
    page.get_by_label("Dealer shows").select_option(label="10")
    expect(page.locator("#worth h2")).to_have_text("10, 6 against 10")
    best = page.locator("#worth .choices .best span").first.inner_text()
    expect(page.locator(".cell.chosen")).to_have_text(best[0])
    context.close()
