"""Rules and fairness open over the table: nobody leaves a seat for them, and the verdict comes first."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from tests.web.house import Server
from tests.web.stacked import open_stacked
from tests.web.visits import UNHURRIED, Visit, bet_by_click, play_by_click

pytestmark = pytest.mark.slow
SHEET = "catfish-blackjack"


@pytest.fixture
def played(visit: Visit, floor: Server) -> Visit:
    """A guest who has played a round."""
    visit.sit(open_stacked(floor, SHEET, UNHURRIED))
    bet_by_click(visit)
    play_by_click(visit)
    return visit


def test_the_rules_open_over_the_table_and_close_again(played: Visit) -> None:
    page, seat = played.page, played.page.url
    page.locator("#rules-link").click()
    over = page.locator("#over")
    expect(over.get_by_role("heading", name="Insurance", exact=True)).to_be_visible()
    expect(over.locator("li", has_text="BJ-INS-").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(over).to_be_hidden()
    assert page.url == seat
    assert len(page.context.pages) == 1


def test_the_verdict_on_the_last_round_comes_first_with_the_root_that_was_shown(played: Visit) -> None:
    page = played.page
    root = page.locator("#root").inner_text()
    page.locator("#verify").click()
    lines = page.locator("#over .over-table > *")
    expect(lines.first).to_have_text("As promised")
    expect(lines.nth(1)).to_have_text(re.compile(r"Round 1: \d+ cards, cut at \d+"))
    expect(lines.nth(2)).to_contain_text("while you were here")
    expect(lines.nth(3)).to_have_text(root)


def test_cards_that_were_not_promised_are_told(played: Visit) -> None:
    def other_card(route: Route) -> None:
        record: dict[str, Any] = route.fetch().json()
        first = record["openings"][0]
        first["card"] = "2c" if first["card"] != "2c" else "3c"
        route.fulfill(json=record)

    played.page.route("**/openings", other_card)
    played.page.locator("#verify").click()
    expect(played.page.locator("#over .verdict")).to_have_text("NOT as promised")
    expect(played.page.locator("#over .form-trouble")).to_have_count(1)


def test_who_came_after_the_round_is_told_so(played: Visit, come: Any) -> None:
    later: Visit = come()
    later.go(f"/table.html?table={played.table}")
    later.is_in("watch")
    later.page.locator("#verify").click()
    expect(later.page.locator("#over .over-table")).to_contain_text("You have not seen this root before the round")


def test_before_a_round_is_over_there_is_nothing_to_check(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, SHEET, UNHURRIED))
    visit.page.locator("#verify").click()
    expect(visit.page.locator("#over")).to_contain_text("No round is over yet")
