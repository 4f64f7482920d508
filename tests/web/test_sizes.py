"""The table on every screen: nothing below the fold, one's own bets in sight, cards as large as the room allows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.gallery.serving import GalleryServer
from tests.web.house import Server
from tests.web.stacked import open_stacked
from tests.web.visits import UNHURRIED, Visit, bet_by_click, play_by_click

SCREENS = ((1440, 900), (1180, 820), (1024, 768), (844, 390), (390, 844), (375, 667))
SHEETS = ("catfish-blackjack", "games-of-chance-blackjack", "ultimate-texas-holdem", "crazy-4-poker")
FITS = """
() => {
  const box = (node) => node.getBoundingClientRect();
  const area = document.querySelector('.felt-area');
  const felt = box(area), bar = box(document.querySelector('pit-bar'));
  const cards = [...document.querySelectorAll('pit-felt .pieces .card')].map(box);
  const results = document.querySelector('pit-results');
  const outside = [...document.querySelectorAll('pit-bar button:not(.place):not(.away), pit-felt .place')]
    .filter((one) => one.getClientRects().length)
    .filter((one) => box(one).bottom > innerHeight + 1 || box(one).right > innerWidth + 1 || box(one).left < -1);
  return {
    page: document.documentElement.scrollHeight - innerHeight,
    wide: document.documentElement.scrollWidth - innerWidth,
    felt: area.scrollHeight - area.clientHeight,
    bar: Math.max(0, Math.round(bar.bottom - innerHeight)),
    title: box(document.querySelector('#title')).right <= box(document.querySelector('.balance')).left,
    whole: [...document.querySelectorAll('#title')].every((one) => one.scrollWidth <= one.clientWidth
      && box(one).bottom <= felt.top && box(one).top >= 0),
    outside: outside.map((one) => one.getAttribute('aria-label') ?? one.textContent),
    cards: cards.filter(({ bottom, left, right }) => bottom > felt.bottom + 1 || left < 0 || right > innerWidth).length,
    results: results ? results.scrollHeight - results.clientHeight : 0,
  };
}
"""


def all_in_sight(visit: Visit) -> None:
    for width, height in SCREENS:
        visit.page.set_viewport_size({"width": width, "height": height})
        nothing = {
            "page": 0, "wide": 0, "felt": 0, "bar": 0, "title": True, "whole": True, "outside": [], "cards": 0,
            "results": 0,
        }  # fmt: skip
        visit.page.wait_for_function(f"nothing => JSON.stringify(({FITS})()) === JSON.stringify(nothing)", arg=nothing)
    visit.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_whole_table_is_in_sight_on_every_screen(visit: Visit, floor: Server, sheet: str) -> None:
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    all_in_sight(visit)
    bet_by_click(visit)
    visit.is_in("answer", "result")
    all_in_sight(visit)
    play_by_click(visit)
    visit.is_in("result")
    all_in_sight(visit)


def test_the_whole_table_is_in_sight_with_others_at_it(come: Any, floor: Server) -> None:
    """Their row takes room from one's own bets, most on a phone on its side."""
    table = open_stacked(floor, "games-of-chance-blackjack", UNHURRIED)
    visit = come()
    visit.sit(table)
    come().sit(table)
    visit.page.wait_for_function(
        "document.querySelector('pit-felt').model.seats.filter((seat) => seat.name && !seat.you).length === 1"
    )
    all_in_sight(visit)


def test_cards_on_a_phone_use_the_room_that_there_is(come: Any, floor: Server) -> None:
    sizes = {}
    for height in (667, 844):
        visit = come(viewport={"width": 390, "height": height})
        visit.sit(open_stacked(floor, "catfish-blackjack", UNHURRIED))
        bet_by_click(visit)
        visit.is_in("answer", "result")
        own = visit.page.locator(".stage:last-child .pieces .card").first
        sizes[height] = own.evaluate("card => card.getBoundingClientRect().width")
    assert sizes[844] > 1.2 * sizes[667]


def test_no_hand_covers_the_words_at_shoe_and_rack(drawn: GalleryServer, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1104, "height": 800})
    page.goto(f"{drawn.address}/gallery/gallery.html")
    page.wait_for_selector("#catfish-blackjack svg")
    covered = page.evaluate(
        """() => {
          const felt = document.querySelector('#catfish-blackjack');
          const hand = (cards) => ({ place: 0, cards, bet: 2500, doubledCard: -1, faceDown: false, total: '18',
            lammers: [], active: false, state: '', result: null });
          const model = structuredClone(felt.model);
          for (const n of [1, 7])
            model.seats[n - 1] = { ...model.seats[n - 1], open: false, name: 'Noor', wagers: { main: 2500 },
              hands: [hand(['2s', '3d', '4h', '5c', '4c'])] };
          felt.model = model;
          const box = (node) => node.getBoundingClientRect();
          const cards = [...felt.querySelectorAll('.pieces .card')].map(box);
          const words = [...felt.querySelectorAll('.printed .felt-note')].map(box);
          const apart = (a, b) => a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
          return [words.length, words.filter((word) => cards.some((card) => !apart(word, card))).length];
        }"""
    )
    page.close()
    assert covered[0] >= 4
    assert covered[1] == 0


@pytest.mark.parametrize("width", [1440, 1024])
@pytest.mark.parametrize("sheet", ["catfish-blackjack", "games-of-chance-blackjack"])
def test_the_places_of_two_seats_need_no_scrolling_sideways(
    visit: Visit, floor: Server, sheet: str, width: int
) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 900})
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    page.get_by_role("button", name="Sit down at seat 3").dispatch_event("click")
    places = page.locator(".places.by-seat")
    expect(places.get_by_role("button", name="Seat 3: Main bet")).to_be_visible()
    expect(places.get_by_role("button", name="Seat 4: Main bet")).to_be_visible()
    assert places.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert places.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.parametrize("sheet", ["catfish-blackjack", "games-of-chance-blackjack", "crazy-4-poker"])
def test_every_place_of_a_seat_is_whole_in_sight_on_a_phone(come: Any, floor: Server, sheet: str) -> None:
    visit = come(viewport={"width": 844, "height": 390})
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    places = visit.page.locator("div.places")
    for width, height in ((844, 390), (390, 844), (375, 667)):
        visit.page.set_viewport_size({"width": width, "height": height})
        assert places.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
        covered = "one => [...one.querySelectorAll('small, kbd')].filter((word) => word.checkVisibility()).length"
        assert places.locator(".chosen").evaluate(covered) <= 1  # no key over the limits
        visit.page.locator("button.place").first.click()
        expect(visit.page.get_by_role("button", name="Ready")).to_be_in_viewport()


def test_a_question_of_the_school_lies_beside_its_felt_on_a_phone_on_its_side(come: Any) -> None:
    visit = come(viewport={"width": 844, "height": 390})
    visit.go("/school.html?sheet=catfish-blackjack&drill=pay_it&level=2")
    field, felt = visit.page.locator(".part-now .amount-field"), visit.page.locator(".drill-felt pit-felt")
    expect(field).to_be_in_viewport()
    asked, drawn = field.bounding_box(), felt.bounding_box()
    assert asked
    assert drawn
    assert asked["x"] >= drawn["x"] + drawn["width"]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1024, 768)])
def test_the_strip_of_a_drill_is_whole_in_sight(come: Any, size: tuple[int, int]) -> None:
    width, height = size
    visit = come(viewport={"width": width, "height": height})
    visit.go("/school.html?sheet=catfish-blackjack&drill=pay_it&level=2")
    figures = visit.page.locator("#strip .strip-figure")
    expect(figures).to_have_count(5)
    for figure in figures.all():
        box = figure.bounding_box()
        assert box
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("path", ["/analysis.html?sheet=catfish-blackjack", "/designer.html"])
def test_words_of_a_plot_stay_words_where_a_phone_is_turned(come: Any, path: str) -> None:
    visit = come(viewport={"width": 390, "height": 844})
    visit.go(path)
    words = visit.page.locator(".plot .plot-text").first
    expect(words).to_be_visible()
    visit.page.set_viewport_size({"width": 844, "height": 390})
    assert words.evaluate("text => text.getBoundingClientRect().height") <= 24


def test_a_page_of_the_documentation_begins_with_itself_on_a_phone(come: Any) -> None:
    visit: Visit = come(viewport={"width": 390, "height": 844})
    visit.go("/docs/command-line")
    places = [visit.page.locator(part).bounding_box() for part in ("main h1", ".docs-list")]
    (text, others) = [box["y"] for box in places if box]
    assert text < 200 < others


@pytest.mark.parametrize("path", ["/", "/docs", "/counting.html?sheet=ultimate-texas-holdem"])
def test_every_way_is_in_sight_on_a_tablet(come: Any, path: str) -> None:
    visit = come(viewport={"width": 1024, "height": 768})
    visit.go(path)
    ways = visit.page.locator(":is(.public-top, #pages) a")
    expect(ways.last).to_be_in_viewport(ratio=0.9)
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("path", ["/docs", "/verify.html", "/counting.html?sheet=ultimate-texas-holdem"])
def test_the_way_to_the_page_that_is_open_is_in_sight_on_a_phone(come: Any, path: str) -> None:
    visit = come(viewport={"width": 375, "height": 667})
    visit.go(path)
    expect(visit.page.locator(".public-top nav a[aria-current]")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("sheet", "seats"), [("catfish-blackjack", (4, 3, 5)), ("games-of-chance-blackjack", (4, 3))])
def test_somebody_at_several_seats_has_all_of_them_in_sight_on_every_screen(
    visit: Visit, floor: Server, sheet: str, seats: tuple[int, ...]
) -> None:
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    for number in seats[1:]:
        visit.page.get_by_role("button", name=f"Sit down at seat {number}").dispatch_event("click")
        expect(visit.page.locator(f"button.place[aria-label*='Seat {number}: Main bet']")).to_have_count(1)
    all_in_sight(visit)
    visit.page.set_viewport_size({"width": 375, "height": 667})
    shown = visit.page.locator("button.place[aria-label*='Main bet']:visible")
    expect(shown).to_have_count(1)
    least = visit.page.locator("button.chip").nth(2 if sheet == "catfish-blackjack" else 0)
    least.click()
    for number in seats:
        visit.page.locator(f"pit-felt [data-place='bet-{number}-main']").click()
        expect(shown).to_have_accessible_name(re.compile(f"Seat {number}: Main bet .*[$]"))
    visit.ready()
    visit.is_in("answer", "result")
    all_in_sight(visit)
    play_by_click(visit)
    visit.is_in("result")
    all_in_sight(visit)


LEGIBLE = """() => [...document.querySelectorAll("pit-felt text")].map((text) =>
  Math.round(Number(text.getAttribute("font-size")) * text.getScreenCTM().a * 10) / 10)"""


def test_names_and_counts_stay_legible_on_a_phone_on_its_side(come: Any, floor: Server) -> None:
    """With others at the table its rows are drawn smaller there; their words are not."""
    table = open_stacked(floor, "catfish-blackjack", UNHURRIED)
    visit, other = come(viewport={"width": 844, "height": 390}), come()
    visit.sit(table)
    other.sit(table)
    expect(visit.page.locator("pit-felt text.name")).to_have_count(1)
    sizes = visit.page.evaluate(LEGIBLE)
    assert len(sizes) == 3
    assert min(sizes) >= 10


def test_hands_of_neighbours_stand_apart_on_a_phone(drawn: GalleryServer, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(f"{drawn.address}/gallery/gallery.html")
    page.wait_for_selector("#ultimate-texas-holdem svg")
    gap = page.evaluate(
        """() => {
          const felt = document.querySelector("#ultimate-texas-holdem");
          const hand = { place: 0, cards: Array(5).fill("??"), bet: 0, doubledCard: -1, faceDown: false, total: "",
            lammers: [], active: false, state: "", result: null };
          const model = structuredClone(felt.model);
          model.seats = model.seats.map((seat, at) => ({ ...seat, open: false, you: at === 3, name: "Noor", results: [],
            hands: at === 3 ? [] : [hand] }));
          felt.model = model;
          const drawn = [...felt.querySelectorAll(".stage.row .pieces .card")];
          const cards = drawn.map((one) => one.getBoundingClientRect());
          const [right, next] = [cards.slice(0, 5), cards.slice(5, 10)].map((five) => [
            Math.min(...five.map(({ left }) => left)), Math.max(...five.map(({ right }) => right))]);
          return Math.max(right[0] - next[1], next[0] - right[1]);
        }"""
    )
    page.close()
    assert gap >= 4
