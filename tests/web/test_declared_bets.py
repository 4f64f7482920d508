"""A bet that a house wrote into its sheet, played in a real browser; and the page on which bets are designed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect
from tests.bets.sheets import RIVERSIDE
from tests.web.consoles import FIGURES_MS
from tests.web.house import Server
from tests.web.stacked import order
from tests.web.visits import SIZES, UNHURRIED, Visit

from pitboss.money import parse_cents
from pitboss.rules import load, parse_sheet
from pitboss.service.floor import commands as c
from pitboss.service.operations.demo_floor import approve_sheet

TABLE, ANOTHER = "riverside-1", "riverside-2"
"""One for each test that sits down."""


@pytest.fixture(scope="module")
def riverside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A floor with a table on a sheet of the house's own, which departs from the document it stands on."""
    home = tmp_path_factory.mktemp("riverside")
    path = home / "riverside-blackjack.toml"
    path.write_text(RIVERSIDE.replace("name =", 'edition = "First"\nname =', 1), encoding="utf-8")
    with Server(home, pace=UNHURRIED) as server:
        open_tables(server, path)
        yield server


def open_tables(server: Server, path: Path) -> None:
    sheet = load(path)
    assert {departure.path for departure in sheet.departures} >= {"table.side_bets"}
    order(server, approve_sheet(server.running, sheet))
    command = c.OpenTable(
        title=sheet.title, sheet=sheet.name, sheet_hash=sheet.hash, text=sheet.text_hash, tray=5_000_000, pace=UNHURRIED
    )
    for table in (TABLE, ANOTHER):
        order(server, server.running.command(table, command, actor="house", role="administrator"))


@pytest.fixture
def visit(riverside: Server, browser: Browser) -> Iterator[Visit]:
    width, height = SIZES["desktop"]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    found = Visit(context.new_page(), riverside.address)
    yield found
    context.close()
    assert found.troubles == []


def test_a_declared_bet_is_laid_and_paid_at_the_table(visit: Visit) -> None:
    visit.sit(TABLE)
    for wager, cents in {"Main": 1000, "Lucky Sevens": 200, "Big Bust": 100}.items():
        visit.lay(wager, cents)
    visit.ready()
    while visit.is_in("answer", "result") == "answer":
        visit.call(next(words for words in visit.calls() if words.startswith(("Stand", "No insurance", "No"))))
    results = visit.results()
    sheet = parse_sheet(RIVERSIDE)
    for title, wager, cents in (("Lucky Sevens", "lucky_sevens", 200), ("Big Bust", "big_bust", 100)):
        (told,) = [name for name in results if name.lower().startswith(title.lower())]
        amount = parse_cents(results[told].replace("−", "-"))
        odds = {
            sheet.values[path].ratio * cents for path in sheet.values if path.startswith(f"bets.{wager}.pays.")
        }  # fmt: skip
        assert amount == -cents if "lost" in told else amount in odds, told


def test_the_placard_of_the_table_posts_the_declared_lines(riverside: Server) -> None:
    placard = httpx.get(f"{riverside.address}/api/tables/{TABLE}/placard").text
    assert "Three sevens of one suit" in placard
    assert "500 to 1" in placard


# --- the designer -------------------------------------------------------------------------------------------


def test_odds_are_stepped_and_figures_follow(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.address}/designer.html?bet=21%2B3")
    page.locator("#usual").select_option("100-40-30-10-5")
    edge = page.locator(".design-sums dd svg").first
    expect(edge).to_have_attribute("aria-label", "4.6210%")
    page.locator('[data-odds="straight_flush"]').focus()
    page.keyboard.press("ArrowUp")
    expect(edge).to_have_attribute("aria-label", "4.4142%")
    expect(page.locator("#step-note")).to_contain_text("0.207")
    page.keyboard.press("z")
    expect(edge).to_have_attribute("aria-label", "4.6210%")
    page.locator('[data-wish="deviation"]').fill("3.8")
    page.locator('[data-wish="deviation"]').press("Tab")
    expect(page.locator("#wish-deviation")).not_to_have_class(re.compile("is-fulfilled"))
    page.locator("#try").click()
    expect(page.locator("#wish-deviation")).to_have_class(re.compile("is-fulfilled"))
    href = page.locator("#save").get_attribute("href") or ""
    saved = parse_sheet(httpx.get(visit.address + href).text)
    assert saved.values["bets.21+3.pays.suited_trips"].text == "70:1"


def test_the_designer_shows_how_countable_a_bet_is_and_takes_a_wish_for_the_top_award(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.address}/designer.html?bet=21%2B3")
    page.locator('[data-wish="top"]').fill("5")
    page.locator('[data-wish="top"]').press("Tab")
    expect(page.locator("#wish-top")).not_to_have_class(re.compile("is-fulfilled"))
    expect(page.locator("#wish-top .value")).to_contain_text("off")
    page.locator("#count").click()
    expect(page.locator("#counted tbody tr", has_text="count").first).to_be_visible(timeout=FIGURES_MS)
    expect(page.locator("#counted")).to_contain_text("21+3")
    expect(page.locator("#counted .plot-fan .plot-band")).to_have_count(2)
    expect(page.locator("#counted details").first.locator("tbody tr").first).to_contain_text("−3.2 %")
    page.locator('[data-odds="flush"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#counted")).to_have_class(re.compile("is-old"))


def test_on_a_phone_the_edge_stays_in_sight_while_the_odds_are_stepped(riverside: Server, browser: Browser) -> None:
    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{riverside.address}/designer.html?bet=21%2B3")
    page.locator('[data-odds="flush"]').focus()
    page.evaluate("scrollTo(0, document.querySelector('.pay-table').offsetTop)")
    expect(page.locator(".design-sums")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_designer_refuses_what_cannot_be_read(riverside: Server) -> None:
    with httpx.Client(base_url=riverside.address) as client:
        assert client.get("/api/bets/zebra").status_code == 422
        assert client.get("/api/bets/21+3", params={"pay": "flush=many"}).status_code == 422
        assert client.get("/api/bets/21+3", params={"pay": "zebra=3:1"}).status_code == 422
        missed = {"deviation": 0.5, "search": False}
        assert not client.get("/api/bets/21+3", params=missed).json()["searched"], "so that a step is answered at once"
        assert client.get("/api/bets/21+3", params=missed | {"deviation": 50}).json()["searched"], "nothing is missed"
        deep = client.get("/api/bets/21+3/count", params={"decks": 1, "cut": 40})
        assert (deep.status_code, deep.json()["code"]) == (409, "figures.cut_too_deep")
        shallow = client.get("/api/bets/21+3/count", params={"decks": 1, "cut": 13})
        assert shallow.json()["code"] == "request.cannot_be_read", "told at the door"
        listed = client.get("/api/bets").json()
    assert {"21+3", "buster", "trilux"} <= {one["bet"] for one in listed}


def test_bars_of_the_designer_do_not_lie_over_their_figures(visit: Visit) -> None:
    visit.page.goto(f"{visit.address}/designer.html?bet=buster")
    expect(visit.page.locator(".adds")).to_have_count(8)
    covered = visit.page.evaluate(
        """() => [...document.querySelectorAll(".adds")].filter((one) => {
          const figure = document.createRange();
          figure.selectNodeContents(one.lastChild);
          return one.querySelector(".bar").getBoundingClientRect().right > figure.getBoundingClientRect().left;
        }).length"""
    )
    assert covered == 0


OVERLAPS = """() => {
  const boxes = (which) => [...document.querySelectorAll(which)].map((node) => node.getBoundingClientRect());
  const chips = boxes(".pieces .chips");
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [chips.length, boxes(".pieces .word").filter((word) => chips.some((chip) => over(word, chip))).length];
}"""


def test_sums_of_three_side_bets_do_not_lie_under_chips(visit: Visit) -> None:
    visit.sit(ANOTHER)
    for wager, cents in {"Main": 1000, "TriLux": 200, "Lucky Sevens": 200, "Big Bust": 200}.items():
        visit.lay(wager, cents)
    chips, covered = visit.page.evaluate(OVERLAPS)
    assert chips >= 4
    assert covered == 0
