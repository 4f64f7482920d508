"""Ratings in a real browser: the list, one visit as a sum, its plots with their figures, and the way to a replay."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.axe import serious_trouble
from tests.web.consoles import Desk
from tests.web.house import Server

from pitboss.client import Client

pytestmark = pytest.mark.slow

TABLE = "catfish-blackjack-1"
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "desktop": (1440, 900)}


@pytest.fixture(scope="module")
def played(server: Server) -> Server:
    server.play(TABLE, [Client(server.address)], rounds=4)
    return server


@pytest.fixture
def desk(played: Server, browser: Browser) -> Iterator[Desk]:
    made = Desk(played, browser, "surveillance", SIZES["desktop"])
    yield made
    made.close()


def opened(desk: Desk) -> Page:
    """The page of the latest visit."""
    page = desk.go("/ratings.html")
    page.locator(".visits tbody a").first.click()
    page.locator(".panes").wait_for()
    return page


def cents(text: str) -> int:
    found = re.search(r"([+\u2212]?)\$([\d,]+)\.(\d\d)", text)
    assert found, text
    return int(found[2].replace(",", "") + found[3]) * (-1 if found[1] == "\u2212" else 1)


def test_the_sum_that_is_shown_adds_up(desk: Desk) -> None:
    page = opened(desk)
    expect(page.locator(".rating-sum")).not_to_contain_text("being worked out", timeout=120_000)
    shown = [one.get_attribute("aria-label") or "" for one in page.locator(".rating-figure svg").all()]
    sheet, cards, skill, exact, _ = map(cents, shown)
    assert sheet + cards + skill == exact
    assert shown[3].startswith("= ")


def test_every_plot_has_its_figures_as_a_table_and_staff_see_no_verdict(desk: Desk) -> None:
    page = opened(desk)
    page.get_by_text("The figures as a table").click()
    assert page.locator(".rating-rounds tbody tr").count() == page.locator(".pane-bet, .pane-raised").count()
    expect(page.locator(".rating-panel")).to_contain_text("a person decides")


def test_the_list_is_sorted_by_what_is_pressed(desk: Desk) -> None:
    page = desk.go("/ratings.html")
    page.get_by_role("button", name="Exact theo").click()
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("Exact theo")
    page.get_by_role("button", name="Exact theo").click()
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Exact theo")


def test_a_round_is_replayed_from_here_and_arrows_go_from_round_to_round(desk: Desk) -> None:
    page = opened(desk)
    ways = page.locator(".replay")
    if ways.count() > 1:
        ways.first.focus()
        page.keyboard.press("ArrowDown")
        expect(ways.nth(1)).to_be_focused()
    if ways.count():
        ways.first.press("Enter")
        expect(page.locator("#shown h2")).to_contain_text("round", ignore_case=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_visit_at_every_size_has_no_serious_trouble(desk: Desk, size: str) -> None:
    width, high = SIZES[size]
    desk.page.set_viewport_size({"width": width, "height": high})
    page = opened(desk)
    assert not serious_trouble(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_player_is_told_that_it_is_not_for_them(played: Server, browser: Browser) -> None:
    desk = Desk(played, browser, "player", SIZES["desktop"])
    page = desk.go("/ratings.html")
    page.get_by_role("link", name="To the lobby").wait_for()
    assert page.locator(".visits").count() == 0
    desk.close()
