"""What a house may lose to counters: what the server works out is what the library says, and the page shows it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.reports.pdf import words_of
from tests.web.house import ROOMY, Server
from tests.web.test_figures import worked_out

from pitboss.maths.analysis.progress import silent
from pitboss.maths.counting import read_count
from pitboss.maths.games import GAME_MATHS
from pitboss.money import dollars
from pitboss.reports.protection import BET_COLUMNS, CHANGE_COLUMNS, protection_json
from pitboss.rules import load

pytestmark = pytest.mark.slow

SHEET, CUT, SPREAD, HOUR, SHOES, ROUNDS = "catfish-blackjack", 26, 24, 60, 36, 200_000
"""Few shoes and rounds: what is shown is looked at here, not how exact it is."""
ASKED = {"cut": str(CUT), "spread": str(SPREAD), "rounds_per_hour": str(HOUR)}
LONG_MS = 600_000
PHONE, TABLET, DESKTOP = (390, 844), (1024, 768), (1440, 900)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    few = replace(ROOMY, counting_shoes=SHOES, counting_rounds=ROUNDS)
    with Server(tmp_path_factory.mktemp("floor"), limits=few) as found:
        yield found


@pytest.fixture(scope="module")
def told(server: Server) -> dict[str, Any]:
    return worked_out(server.client(), f"{SHEET}/protection", **ASKED)


@pytest.fixture(params=[DESKTOP])
def page(request: pytest.FixtureRequest, browser: Browser, server: Server, told: dict[str, Any]) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    found = context.new_page()
    troubles: list[str] = []
    found.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: troubles.append(str(error)))
    found.goto(f"{server.address}/counting.html?sheet={SHEET}&view=house&cut={CUT}&spread={SPREAD}&hour={HOUR}")
    expect(found.locator("#exposed")).to_be_visible(timeout=LONG_MS)
    yield found
    context.close()
    assert troubles == []


def test_the_figures_are_the_librarys(told: dict[str, Any]) -> None:
    sheet = load(SHEET)
    found = GAME_MATHS[sheet.game].protect(
        sheet, read_count("hi-lo"), cut=CUT, spread=SPREAD, per_hour=HOUR, rounds=ROUNDS, seed=1, shoes=SHOES,
        progress=silent,
    )  # fmt: skip
    expected = json.loads(json.dumps(protection_json(sheet, found)))
    assert {name: told[name] for name in expected} == expected
    assert [one["wager"] for one in told["bets"] if one["beaten"]], "a shoe dealt to half a deck is beaten"
    assert told["rounds"] == ROUNDS


@pytest.mark.parametrize(("rows", "columns"), [("bets", BET_COLUMNS), ("changes", CHANGE_COLUMNS)])
def test_bets_and_changes_can_be_taken_away(
    server: Server, told: dict[str, Any], rows: str, columns: tuple[str, ...]
) -> None:
    asked = {**ASKED, "format": "csv", "rows": rows}
    answer = server.client().get(f"/api/sheets/{SHEET}/protection", params=asked).raise_for_status()
    assert f'filename="protection-{SHEET}-{rows}.csv"' in answer.headers["content-disposition"]
    found = list(csv.DictReader(io.StringIO(answer.text)))
    each = "depths" if rows == "bets" else "changes"
    assert tuple(found[0]) == columns
    assert len(found) == sum(len(one[each]) for one in told["bets"])
    assert float(found[0]["per_hour"]) == pytest.approx(told["bets"][0][each][0]["per_hour"] / 100)


def test_all_of_it_is_there_on_paper(server: Server, told: dict[str, Any]) -> None:
    asked = {**ASKED, "format": "pdf"}
    answer = server.client().get(f"/api/sheets/{SHEET}/protection", params=asked).raise_for_status()
    assert answer.headers["content-type"] == "application/pdf"
    words = words_of(answer.content)
    for one in told["bets"]:
        assert "".join(one["title"].split()).replace("'", "\u2019") in words.replace("'", "\u2019")
    assert "cardsbehindthecut" in words


def test_fresh_decks_are_refused(server: Server) -> None:
    answer = server.client().get("/api/sheets/ultimate-texas-holdem/protection")
    assert answer.status_code == 409
    assert "fresh deck" in str(answer.json())


def test_the_page_shows_what_is_lost_where_it_stops_and_what_stops_it(page: Page, told: dict[str, Any]) -> None:
    rows = page.locator("#exposed tbody tr")
    expect(rows).to_have_count(len(told["bets"]))
    for at, one in enumerate(told["bets"]):
        row = rows.nth(at)
        expect(row).to_contain_text(one["title"])
        expect(row).to_contain_text(dollars(round(one["per_hour"])) if one["per_hour"] > 0 else "nothing")
        expect(row.get_by_text("open: within chance")).to_have_count(int(one["state"] == "open"))
        stops = one["stops_at"]
        expect(row).to_contain_text("no cut tried" if stops is None else f"{stops} cards behind the cut")
    expect(page.get_by_role("img", name="Loss an hour by the cards behind the cut").locator("path")).to_have_count(
        len(told["bets"])
    )
    tried = [one for one in told["bets"] if one["changes"]]
    expect(page.locator(".house-changes")).to_have_count(len(tried))
    section = page.locator(".house-changes").first
    expect(section.locator("tbody tr")).to_have_count(len(tried[0]["changes"]))
    expect(section.locator(".least")).to_contain_text("Least cost" if tried[0]["least"] else "No change")
    expect(page.locator(".count-views [aria-current]")).to_have_text("For the house")


def test_the_two_sides_are_one_step_apart_and_what_is_asked_stands_in_the_address(page: Page) -> None:
    expect(page.get_by_role("link", name="For counters")).to_have_attribute(
        "href", f"/counting.html?sheet={SHEET}&count=hi-lo&cut={CUT}"
    )
    page.get_by_label("Rounds an hour").fill("90")
    with page.expect_navigation(url="**/counting.html?*hour=90*"):
        page.get_by_role("button", name="Work it out").click()
    assert "view=house" in page.url
    assert f"spread={SPREAD}" in page.url


@pytest.mark.parametrize("page", [PHONE, TABLET, DESKTOP], indirect=True)
def test_the_page_fits_every_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")
    expect(page.locator(".count-asked")).to_be_hidden()
    expect(page.locator("#exposed table")).to_be_visible()
