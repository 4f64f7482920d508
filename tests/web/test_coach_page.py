"""The coach in a real browser: switched on, asked, paid for, and looked at again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.web.house import Server
from tests.web.stacked import Stack, dealt, next_round, order
from tests.web.visits import SIZES, UNHURRIED, Visit, with_menu

from pitboss.maths import analysis
from pitboss.rules import load
from pitboss.service.floor import commands as c

SHEET = "catfish-blackjack"


@pytest.fixture(params=["desktop", "phone"])
def visit(request: pytest.FixtureRequest, floor: Server, browser: Browser) -> Iterator[Visit]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    found = Visit(context.new_page(), floor.address)
    yield found
    context.close()
    assert found.troubles == []


def eights(visit: Visit, floor: Server, stack: Stack) -> Page:
    """A pair of eights against a six, and the coach on."""
    visit.sit_stacked(floor, stack, SHEET, dealt(SHEET, player="8 8", dealer="6", then="3"))
    switch(visit)
    expect(visit.page.locator("body")).to_have_class(re.compile("coaching"))
    visit.lay("Main bet", 2500)
    visit.ready()
    visit.is_in("answer")
    return visit.page


def switch(visit: Visit) -> None:
    """Press the switch, which a phone has behind its menu."""
    with_menu(visit, lambda: visit.page.get_by_role("switch").click())


def worth(button: Locator) -> str:
    """The value on a control."""
    return button.locator(".worth svg").get_attribute("aria-label") or ""


def control(page: Page, words: str) -> Locator:
    return page.locator(f"pit-bar .action:has(b:text-is('{words}'))")


def test_the_coach_is_off_until_it_is_wanted(visit: Visit, floor: Server, stack: Stack) -> None:
    visit.sit_stacked(floor, stack, SHEET, dealt(SHEET, player="8 8", dealer="6", then="3"))
    expect(visit.page.get_by_role("switch", include_hidden=True)).to_have_attribute("aria-checked", "false")
    visit.lay("Main bet", 2500)
    visit.ready()
    visit.is_in("answer")
    assert visit.page.locator(".worth").count() == 0
    before = visit.page.locator("pit-bar").bounding_box()
    with visit.page.expect_response("**/coach"):
        switch(visit)
    expect(control(visit.page, "Split")).to_have_class(re.compile("best"))
    visit.page.keyboard.press("c")
    expect(visit.page.locator("pit-bar .worth")).to_have_count(0)
    assert visit.page.locator("pit-bar").bounding_box() == before


def test_each_choice_shows_its_value_and_the_best_is_marked(visit: Visit, floor: Server, stack: Stack) -> None:
    page = eights(visit, floor, stack)
    found = {one.name: one for one in analysis.value(load(SHEET), "8 8 against 6", stake_cents=2500).choices}
    expect(page.locator(".coach-choices li")).to_have_count(len(found))
    names = page.locator(".coach-choices b").all_text_contents()
    assert names == ["Split", "Stand", "Hit", "Double for $1", "Double"]
    for name, words in (("Split", "Split"), ("Stand", "Stand"), ("Hit", "Hit"), ("Double", "Double")):
        value = found[name.lower()].value
        sign = "+" if value > 0 else "−"
        assert worth(control(page, words)) == f"{sign}${abs(value) * 25:.2f}"
        row = page.locator(f".coach-choices li:has(b:text-is('{name}'))")
        assert f"{sign}{abs(value):.4f} units" in (row.text_content() or "")
    assert page.locator("pit-bar .action.best b").all_text_contents() == ["Split"]
    assert page.locator(".coach-choices li.best b").all_text_contents() == ["Split"]


def test_values_come_without_moving_anything(visit: Visit, floor: Server, stack: Stack) -> None:
    page = visit.page
    held: list[Route] = []
    page.route("**/coach", lambda route: held.append(route))
    eights(visit, floor, stack)
    buttons = page.locator("pit-bar .action")
    expect(page.locator("#coach .quiet")).to_have_text("Working it out …")
    before = [button.bounding_box() for button in buttons.all()]
    for route in held:
        route.continue_()
    expect(page.locator("pit-bar .worth svg").first).to_be_visible()
    assert [button.bounding_box() for button in buttons.all()] == before


def test_a_worse_choice_tells_its_cost_and_is_replayed(visit: Visit, floor: Server, stack: Stack) -> None:
    page = eights(visit, floor, stack)
    found = {one.name: one.value for one in analysis.value(load(SHEET), "8 8 against 6", stake_cents=2500).choices}
    cost = found["split"] - found["stand"]
    expect(page.locator("pit-bar .worth svg").first).to_be_visible()
    visit.call("Stand")
    line = f"Stand cost ${cost * 25:.2f}, {cost:.4f} units. The best was Split."
    expect(page.locator(".coach-line")).to_have_text(line)
    visit.is_in("result")
    next_round(floor, visit.table)
    visit.is_in("bet")
    button = page.get_by_role("button", name="Look at the mistakes", include_hidden=True)
    expect(button).to_be_enabled()
    menu = page.locator("#menu-button")
    if menu.is_visible():
        menu.click()
    button.click()
    dialog = page.locator("#choices")
    expect(dialog.locator("p").first).to_contain_text(
        f"1 choice in 1 round: 1 was not the best and cost ${cost * 25:.2f}"
    )
    expect(dialog.locator("li")).to_contain_text("You chose Stand, the best was Split")
    dialog.get_by_role("button", name="Replay").click()
    rounds = page.locator("#rounds")
    expect(rounds.get_by_role("button", name="Round 1")).to_have_attribute("aria-pressed", "true")
    expect(rounds.locator(".replay-said")).to_contain_text("1 of ")


def test_the_best_choice_is_said_to_be(visit: Visit, floor: Server, stack: Stack) -> None:
    page = eights(visit, floor, stack)
    expect(page.locator("pit-bar .worth svg").first).to_be_visible()
    visit.call("Split")
    expect(page.locator(".coach-line")).to_have_text("Split was the best.")
    visit.is_in("answer")
    expect(page.locator(".coach-choices li.best b")).to_have_text("Double")


def test_an_amount_of_ones_own_has_its_own_cost(visit: Visit, floor: Server, stack: Stack) -> None:
    page = visit.page
    visit.sit_stacked(floor, stack, SHEET, dealt(SHEET, player="6 5", dealer="6"))
    switch(visit)
    visit.lay("Main bet", 2500)
    visit.ready()
    visit.is_in("answer")
    expect(page.locator("pit-bar .worth svg").first).to_be_visible()
    found = {one.name: one.value for one in analysis.value(load(SHEET), "6 5 against 6", stake_cents=2500).choices}
    control(page, "Double for less").click()
    page.locator(".slider input").fill("1300")
    with visit.answered():
        page.locator("pit-bar .action:has(b:text-is('Double'))").click()
    cost = (found["double"] - found["double 1.00"]) / 2
    expect(page.locator(".coach-line")).to_have_text(
        f"Double for $13 cost ${cost * 25:.2f}, {cost:.4f} units. The best was Double."
    )


def test_the_switch_is_remembered_and_a_table_may_forbid_it(visit: Visit, floor: Server, stack: Stack) -> None:
    page = eights(visit, floor, stack)
    page.reload()
    visit.is_in("answer")
    expect(page.locator("pit-bar .worth svg").first).to_be_visible()
    sheet = load(SHEET)
    terms = c.OpenTable(title="", sheet=SHEET, sheet_hash=sheet.hash, tray=5_000_000, pace=UNHURRIED, coach=False)
    table = f"quiet-{page.viewport_size['width']}"  # type: ignore[index]
    order(floor, floor.running.command(table, terms, actor="house", role="administrator"))
    visit.go(f"/table.html?table={table}")
    expect(page.locator("#coach .quiet")).to_have_text("This table is played without the coach.")
    assert page.get_by_role("switch", include_hidden=True).count() == 0
    expect(page.locator("body")).not_to_have_class(re.compile("coaching"))
