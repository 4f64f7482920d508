"""Ratings of a floor on which somebody counts, in a browser: who stands out, by what, and who has looked."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.service.counted_floor import COUNTER, WatchedFloor
from tests.waiting import PATIENCE_SECONDS
from tests.web.axe import serious_trouble
from tests.web.consoles import Desk
from tests.web.house import Server

from pitboss.service.operations.keys import Keys
from pitboss.store import open_store
from pitboss.web.settings import Settings

pytestmark = pytest.mark.slow

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "desktop": (1440, 900)}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server on what was played, and the gaming day of it."""
    home = tmp_path_factory.mktemp("watched")
    store = open_store(Settings.of({}, home=home).database)
    played = WatchedFloor(store, keys=Keys.kept_in(home / "keys"))
    day = played.book.visits()[0].day
    store.close()
    with Server(home) as found:
        yield found, day


@pytest.fixture
def desk(watched: tuple[Server, str], browser: Browser) -> Iterator[Desk]:
    made = Desk(watched[0], browser, "surveillance", SIZES["desktop"])
    yield made
    made.close()


def listed(desk: Desk, day: str) -> Page:
    """The list of the night, with all that is worked out for it."""
    page = desk.go("/ratings.html")
    page.locator("#choose input[name=day]").fill(day)
    page.locator(".visits tbody tr").nth(3).wait_for()
    page.locator(".rating-findings").wait_for(timeout=PATIENCE_SECONDS * 1000)
    return page


def test_who_follows_the_count_stands_out_in_the_list(watched: tuple[Server, str], desk: Desk) -> None:
    page = listed(desk, watched[1])
    alarms = page.locator(".visits tr", has=page.locator(".rating-alarm"))
    expect(alarms).to_have_count(1)
    expect(alarms).to_contain_text(COUNTER)
    expect(alarms.locator(".rating-alarm")).to_have_text(re.compile(r"^[\d,]+:1from round \d+$"))
    page.get_by_role("button", name="Follows the count").click()
    expect(page.locator(".visits tbody tr").first).to_contain_text(":1from round")
    assert not desk.troubles


def test_what_no_single_visit_shows_leads_to_the_visit_and_the_round(watched: tuple[Server, str], desk: Desk) -> None:
    page = listed(desk, watched[1])
    found = page.locator(".rating-findings li")
    expect(found.first).to_contain_text(re.compile(r"raises when .* does, beyond what the count explains"))
    replay = found.first.get_by_text("Replay").get_attribute("href") or ""
    assert re.search(r"/eye\.html\?table=free-bet-blackjack-1&round=\d+$", replay)
    found.first.get_by_role("link", name="Visit").click()
    expect(page.locator("#visit h1")).to_contain_text("one visit")
    assert "free-bet-blackjack-1." in page.url


def test_a_visit_tells_each_way_of_following_and_who_has_looked(watched: tuple[Server, str], desk: Desk) -> None:
    page = listed(desk, watched[1])
    page.locator(".visits tr", has=page.locator(".rating-alarm")).get_by_role("link").click()
    ways = page.locator(".rating-channels")
    expect(ways).to_contain_text("Bets")
    expect(ways).to_contain_text("Index plays and insurance")
    page.locator("#visit .rating-looks summary").click()
    looks = page.locator("#visit .rating-looks tbody tr")
    expect(looks.first).to_contain_text(desk.name)
    expect(looks.first).to_contain_text("surveillance")


@pytest.mark.parametrize("size", SIZES)
def test_the_list_at_every_size_has_no_serious_trouble(watched: tuple[Server, str], desk: Desk, size: str) -> None:
    width, high = SIZES[size]
    desk.page.set_viewport_size({"width": width, "height": high})
    page = listed(desk, watched[1])
    page.locator("#list .rating-looks summary").click()
    page.locator("#list .rating-looks tbody tr").first.wait_for()
    assert not serious_trouble(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
