"""Every page at three sizes, dark and light: nothing cut or covered, no serious trouble for anybody who uses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.axe import serious_trouble
from tests.web.house import Server
from tests.web.stacked import Stack, dealt
from tests.web.visits import SIZES, Visit

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "artefacts" / "pages"
FIRST_PAGE_BYTES = 250_000
SCENES = {
    "catfish-blackjack": (
        {"Main": 1000, "TriLux": 500}, {"player": "8 8", "dealer": "6 X"}, ["Split", "Stand", "Stand"],
    ),
    "games-of-chance-blackjack": (
        {"Main": 200, "Super 7": 100, "Match": 100, "Over": 100}, {"player": "7 7", "dealer": "7 X"}, ["Stand"],
    ),
    "ultimate-texas-holdem": (
        {"Ante": 1000, "Trips": 500, "Progressive": 500}, {"player": "A A"}, ["Bet 4×"],
    ),
    "crazy-4-poker": (
        {"Ante": 1000, "Queens Up": 500, "Progressive": 500}, {"player": "A A"}, ["Bet 3×"],
    ),
}  # fmt: skip
FACES_SETTLED = "() => !document.querySelector('pit-felt').getAnimations({ subtree: true }).length"


class Look:
    """A page that is looked at: kept as a picture, measured, and gone through by axe."""

    def __init__(self, visit: Visit, size: str) -> None:
        self.visit, self.size = visit, size
        self.found: list[str] = []

    def at(self, name: str) -> None:
        """Look at the page as it stands, dark and light."""
        page = self.visit.page
        SHOTS.mkdir(parents=True, exist_ok=True)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=SHOTS / f"{name}-{self.size}-{theme}.png")
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        if wide[0] > wide[1]:
            self.found.append(f"{name}: {wide[0]} pixels in a window of {wide[1]}")
        self.found += [f"{name} {one}" for one in serious_trouble(page)]

    def uncovered(self, name: str) -> None:
        """The bar lies below the felt, and what is under it is not hidden."""
        bar, felt = (self.visit.page.locator(one).bounding_box() for one in ("pit-bar", ".felt-area"))
        assert bar
        assert felt
        if bar["y"] < felt["y"] + felt["height"] - 1:
            self.found.append(f"{name}: the bar covers the felt")


@pytest.fixture(params=SIZES)
def look(request: pytest.FixtureRequest, floor: Server, browser: Browser) -> Iterator[Look]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    visit = Visit(context.new_page(), floor.address)
    found = Look(visit, request.param)
    yield found
    context.close()
    assert visit.troubles == []
    assert found.found == []


@pytest.mark.slow
def test_the_pages_around_the_tables(look: Look, floor: Server) -> None:
    visit, page = look.visit, look.visit.page
    visit.go("/")
    expect(page.locator("#jackpot svg").first).to_be_visible()
    expect(page.locator(".tables .shoe-state").first).not_to_be_empty()
    look.at("lobby")
    page.get_by_role("button", name="Sign in").click()
    look.at("door")
    visit.go("/sign.html")
    major = floor.client().get("/api/meters").json()["major"]
    expect(page.locator("#major")).to_have_attribute("aria-label", f"${major / 100:,.2f}")
    look.at("sign")
    visit.go("/verify.html")
    look.at("verify")
    visit.go("/setup.html#token")
    look.at("setup")
    visit.go("/table.html?table=catfish-blackjack-1")
    visit.is_in("watch")
    look.at("watching")


@pytest.mark.slow
@pytest.mark.parametrize("sheet", SCENES)
def test_a_table_through_a_round(look: Look, floor: Server, stack: Stack, sheet: str) -> None:
    visit, page = look.visit, look.visit.page
    bets, cards, calls = SCENES[sheet]
    visit.sit_stacked(floor, stack, sheet, dealt(sheet, **cards))
    for wager, cents in bets.items():
        visit.lay(wager, cents)
    look.at(f"{sheet}-betting")
    look.uncovered("betting")
    visit.ready()
    visit.is_in("answer")
    page.wait_for_function(FACES_SETTLED)
    look.at(f"{sheet}-deciding")
    look.uncovered("deciding")
    for call in calls:
        visit.call(call)
    visit.is_in("result")
    page.wait_for_function(FACES_SETTLED)
    look.at(f"{sheet}-result")
    look.uncovered("result")
    page.keyboard.press("r")
    expect(page.locator(".replay-said")).to_contain_text("1 of ")
    look.at(f"{sheet}-replay")


def test_the_first_page_is_small_and_comes_from_here(floor: Server, browser: Browser) -> None:
    """All that travels for the lobby, and for a table, weighs less than a photograph; nothing comes from elsewhere."""
    for path, ready in (("/", "#jackpot svg"), ("/table.html?table=catfish-blackjack-1", "pit-felt svg")):
        page = browser.new_page()
        sizes: list[int] = []
        places: set[str] = set()

        def came(request: Any, sizes: list[int] = sizes, places: set[str] = places) -> None:
            places.add(request.url.split("/")[2])
            sizes.append(request.sizes()["responseBodySize"])

        page.on("requestfinished", came)
        page.goto(floor.address + path)
        expect(page.locator(ready).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.close()
        assert len(sizes) >= 7  # the page, what it loads, and what it asks the floor for
        assert places == {floor.address.removeprefix("http://")}
        assert sum(sizes) < FIRST_PAGE_BYTES, f"{path} weighs {sum(sizes):,} bytes"


@pytest.mark.slow
def test_the_school(look: Look) -> None:
    """What is taught, a drill before and after a wrong answer, and the map of clauses."""
    visit, page = look.visit, look.visit.page
    visit.go("/school.html")
    expect(page.locator(".taught").first).to_be_visible()
    look.at("school")
    visit.go("/school.html?sheet=catfish-blackjack&drill=pay_it&level=2")
    expect(page.locator(".part-now")).to_be_visible()
    page.locator(".amount-field").fill("1234.50")
    page.get_by_role("button", name="Pay $1,234.50").click()
    expect(page.locator(".explained").first).to_be_visible()
    look.at("school-pay-it")
    visit.go("/school.html?sheet=ultimate-texas-holdem&drill=next_step&level=3")
    expect(page.locator("button.choice").first).to_be_visible()
    while page.locator("button.choice").count():  # what comes next, and where it is somebody else's to do, who does it
        asked = page.locator("#parts").inner_html()
        page.locator("button.choice").first.click()
        page.wait_for_function("asked => document.querySelector('#parts').innerHTML !== asked", arg=asked)
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    look.at("school-next-step")
    visit.go("/school.html?sheet=catfish-blackjack&drill=find_mistake")
    expect(page.locator(".part-now .log-line").first).to_be_visible()
    look.at("school-find-mistake")
    visit.go("/school.html?sheet=catfish-blackjack&view=map")
    expect(page.locator(".clause-map")).to_be_visible()
    look.at("school-map")
