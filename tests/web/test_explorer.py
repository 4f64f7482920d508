"""The page that explores the API, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.axe import serious_trouble
from tests.web.house import Server

ROOT = Path(__file__).resolve().parents[2]
SIZES = {390: 844, 820: 1180, 1440: 900}

pytestmark = pytest.mark.slow


@pytest.fixture
def troubles() -> list[str]:
    return []


@pytest.fixture
def page(server: Server, browser: Browser, troubles: list[str]) -> Iterator[Page]:
    """The page, opened; whatever its console complains of is kept."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{server.address}/explorer.html")
    expect(page.locator("h1")).to_have_text("Pitboss API")
    yield page
    context.close()


def opened(page: Page, operation: str) -> Page:
    page.locator(f'[id="{operation}"] > summary').click()
    return page


def test_every_operation_is_there_with_its_examples(server: Server, page: Page, troubles: list[str]) -> None:
    paths = server.client().get("/api/openapi.json").json()["paths"]
    wanted = [f"{method}{path}" for path, methods in paths.items() for method in methods]
    found = page.locator(".operation").evaluate_all("all => all.map((one) => one.id)")
    assert sorted(found) == sorted(wanted)
    opened(page, "post/api/cage/buy-in")
    sent = page.locator('[id="post/api/cage/buy-in"] pre').first.text_content()
    body = paths["/api/cage/buy-in"]["post"]["requestBody"]["content"]["application/json"]
    assert json.loads(sent or "") == body["example"]
    assert troubles == []


def test_a_request_that_reads_is_sent_and_its_answer_shown(server: Server, page: Page, troubles: list[str]) -> None:
    opened(page, "get/api/tables/{table}/posted")
    box = page.locator('[id="get/api/tables/{table}/posted"]')
    assert box.locator("input[name=table]").input_value() == "catfish-blackjack-1"
    box.locator("button").click()
    expect(box.locator(".answer h4")).to_have_text("GET /api/tables/catfish-blackjack-1/posted: 200")
    told = json.loads(box.locator(".answer pre").text_content() or "")
    assert told == server.client().get("/api/tables/catfish-blackjack-1/posted").json()
    assert troubles == []


def test_a_refusal_is_shown_as_it_came(page: Page) -> None:
    opened(page, "get/api/tables/{table}")
    box = page.locator('[id="get/api/tables/{table}"]')
    box.locator("input[name=table]").fill("no/such table")
    box.locator("button").click()
    expect(box.locator(".answer .refused")).to_contain_text("/api/tables/no%2Fsuch%20table: 4")


def test_what_changes_something_cannot_be_sent(page: Page) -> None:
    for operation in page.locator('.operation:has([data-method]:not([data-method="get"]))').all():
        operation.locator("summary").click()
        expect(operation.locator(".inside")).to_be_visible()
        assert operation.locator("button").count() == 0


def test_operations_are_found_by_words_and_by_address(server: Server, page: Page) -> None:
    page.locator("#wanted").fill("coach round")
    expect(page.locator('[id="get/api/tables/{table}/rounds/{number}/coach"]')).to_be_visible()
    expect(page.locator('[id="get/api/meters"]')).to_be_hidden()
    page.goto(f"{server.address}/explorer.html#get/api/meters")
    page.reload()
    expect(page.locator('[id="get/api/meters"] .inside')).to_be_visible()


@pytest.mark.parametrize("width", SIZES)
def test_it_fits_and_reads_at_every_size(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    opened(page, "get/api/eye/rounds")
    opened(page, "post/api/house/proposals")
    opened(page, "get/api/tables").locator('[id="get/api/tables"] button').click()
    expect(page.locator(".answer pre")).to_contain_text("catfish-blackjack-1")
    right = page.locator("pre, input, summary").evaluate_all(
        "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    )
    assert right <= width
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_trouble(page) == []
