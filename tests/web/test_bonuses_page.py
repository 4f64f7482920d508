"""Bonuses at a live table in a real browser: posted, paid, and told in results, story and replay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.house import Server
from tests.web.stacked import Stack, Stacked, dealt, open_own
from tests.web.visits import SIZES, UNHURRIED, Visit

from pitboss.rules import parse_sheet

pytestmark = pytest.mark.slow

SHEET = "catfish-blackjack"
HOUSE = """\
extends = "catfish-blackjack"
name = "river-room"
title = "River Room Blackjack"
house = "River Room"
edition = "May 2026"

[bonus]
suited_blackjack = "2:1"
six_seven_eight = "3:2"
five_card_21 = "2:1"
"""


@pytest.fixture(params=["desktop", "phone"])
def visit(request: pytest.FixtureRequest, floor: Server, browser: Browser) -> Iterator[Visit]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    found = Visit(context.new_page(), floor.address)
    yield found
    context.close()
    assert found.troubles == []


def seated(visit: Visit, floor: Server, stack: Stack, shoe: Stacked) -> str:
    table = open_own(floor, parse_sheet(HOUSE), UNHURRIED)
    visit.sit_down(stack, table, shoe)
    return table


def test_bonuses_are_posted_where_bets_are_made(visit: Visit, floor: Server, stack: Stack) -> None:
    table = seated(visit, floor, stack, dealt(SHEET, player="6 7", dealer="X X", then="8"))
    pays = visit.page.locator("details[data-wager=main]")
    told = {"6-7-8": "3 to 2", "21 of five cards or more": "2 to 1", "Blackjack of one suit, as dealt": "2 to 1"}
    for line, odds in told.items():
        assert pays.locator(".pay-lines div", has_text=line).locator("dd").text_content() == odds
    assert "Bonuses are for hands that are neither split nor doubled." in (pays.text_content() or "")
    visit.go(f"/rules.html?table={table}")
    expect(visit.page.locator("body")).to_contain_text("Bonuses are for hands that are neither split nor doubled.")
    expect(visit.page.locator("body")).to_contain_text("21 of five cards or more")


def test_a_six_seven_eight_is_paid_and_told_by_its_line(visit: Visit, floor: Server, stack: Stack) -> None:
    page = visit.page
    table = seated(visit, floor, stack, dealt(SHEET, player="6 7", dealer="X X", then="8"))
    visit.lay("Main", 1000)
    visit.ready()
    visit.is_in("answer")
    visit.call("Hit")
    visit.call("Stand")
    assert visit.results() == {"Main bet won, 6-7-8, 3 to 2": "+$15.00"}
    (settled,) = [event for event in visit.events() if event["type"] == "WagerSettled"]
    assert (settled["line"], settled["pays"], settled["clause"]) == ("six_seven_eight", 1500, "BJ-PAY-5a")
    page.locator("pit-results .result").focus()
    expect(page.locator("#clause-slip b")).to_have_text("BJ-PAY-5a")
    expect(page.locator("#clause-slip .own-rule")).to_have_text("This house’s own rule: 6-7-8: 3 to 2.")
    page.keyboard.press("r")
    expect(page.locator(".replay-said")).to_contain_text("1 of ")
    shown = floor.client().get(f"/api/tables/{table}/rounds").json()
    assert shown, "the round is not among the last ones"


def test_a_blackjack_of_one_suit_is_paid_its_own_odds(visit: Visit, floor: Server, stack: Stack) -> None:
    seated(visit, floor, stack, dealt(SHEET, player="Ah Kh", dealer="9"))
    visit.lay("Main", 1000)
    visit.ready()
    assert visit.results() == {"Main bet won, Blackjack of one suit, as dealt, 2 to 1": "+$20.00"}
    visit.page.locator("pit-results .result").focus()
    expect(visit.page.locator("#clause-slip .own-rule")).to_have_count(1)
    expect(visit.page.locator("#clause-slip .own-rule")).to_contain_text("Blackjack of one suit, as dealt: 2 to 1")


def test_what_departs_is_posted_with_the_clauses_that_it_departs_from(floor: Server) -> None:
    own = parse_sheet(HOUSE.replace('"river-room"', '"six-to-five"') + '\n[blackjack]\npays = "6:5"\n')
    table = open_own(floor, own, UNHURRIED)
    rules = floor.client().get(f"/api/tables/{table}/posted").json()["own_rules"]
    short = {"text": "Blackjack pays 6 to 5.", "clauses": ["BJ-PAY-5b", "BJ-PAY-3a"], "wager": "", "line": ""}
    assert short in [{**rule, "clauses": rule["clauses"][:2]} for rule in rules]
    assert {rule["line"] for rule in rules if rule["wager"] == "main"} == {
        "suited_blackjack", "six_seven_eight", "five_card_21",
    }  # fmt: skip


HEADS_OVERLAP = """() => {
  const shown = [...document.querySelectorAll(".top > *")].filter((one) => one.checkVisibility());
  const boxes = shown.map((one) => one.getBoundingClientRect());
  const out = boxes.filter((box) => box.right > innerWidth + 1).length;
  const over = boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
  return [out, over];
}"""


def test_a_head_that_says_that_rules_depart_covers_nothing(floor: Server, browser: Browser) -> None:
    table = open_own(floor, parse_sheet(HOUSE), UNHURRIED)
    context = browser.new_context(reduced_motion="reduce")
    visit = Visit(context.new_page(), floor.address)
    visit.go(f"/table.html?table={table}")
    visit.is_in("watch")
    expect(visit.page.locator("#departs")).to_be_visible()
    for width, height in ((390, 844), (844, 390), (1024, 768), (1440, 900)):
        visit.page.set_viewport_size({"width": width, "height": height})
        assert visit.page.evaluate(HEADS_OVERLAP) == [0, 0], width
    context.close()
