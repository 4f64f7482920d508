"""Where wagers lie on a felt, for any number of side bets and boxes: nothing over another, all within the cloth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.gallery.serving import GalleryServer, side_bets_on

from pitboss.web.layouts import PlacedWager, layout_of

PHONE, TABLET, DESKTOP = 390, 820, 1440
TITLES = ("Over", "Lucky Ladies", "Match the Dealer", "TriLux", "Royal", "Perfect Pair", "Extra")
"""Names of very different lengths; the first is the main wager's."""

PLACED = """async ([form, layout, seats]) => {
  const { BOX, ROW, CLOTH, CENTRE, W, boxPlaces, showdownPlaces, spot, angleOf } = await import("/draw/geometry.js");
  const boxes = form === "boxes";
  const { wide, circles } = boxes ? boxPlaces(layout, seats) : { wide: 0, circles: showdownPlaces(layout, seats) };
  const at = (n) => circles.map(({ wager, across, along, r, press }) => {
    const { x, y } = spot(boxes ? BOX.radius : ROW, angleOf(n, seats), across, along);
    return { seat: n, wager, across, along, x: x / W, y: y / W, r, press };
  });
  const all = Array.from({ length: seats }, (_, i) => at(i + 1)).flat();
  return { wide, high: BOX.high, all, cloth: CLOTH, centre: CENTRE };
}"""
PHONES = """async ([layout, width]) => {
  const { phoneBoxPlaces } = await import("/draw/geometry.js");
  return phoneBoxPlaces(layout, width, 100);
}"""
SET_IN = """async ([title, r, scale]) => {
  const { placeWords } = await import("/draw/place-words.js");
  return [...placeWords(title, r, scale).querySelectorAll("[data-said]")].map((line) => line.dataset.said);
}"""


@pytest.fixture(scope="module")
def page(drawn: GalleryServer, browser: Browser) -> Iterator[Page]:
    found = browser.new_page()
    found.goto(drawn.page)
    yield found
    found.close()


def layout(kind: str, many: int) -> dict[str, Any]:
    """A layout of a form with a number of optional wagers; of a showdown, the last one is of the link."""
    main = [{"wager": "main", "title": TITLES[0], "kind": "main"}]
    if kind == "showdown":
        main += [{"wager": name, "title": name, "kind": name} for name in ("equal", "play")]
    kinds = ["side"] * many if kind == "boxes" else ["side"] * max(0, many - 1) + ["progressive"] * bool(many)
    sides = [{"wager": f"side{n}", "title": TITLES[n], "kind": one} for n, one in enumerate(kinds, 1)]
    return {"table": kind, "boxes": 7, "wagers": [*main, *sides], "board": []}


def apart(one: dict[str, float], other: dict[str, float]) -> float:
    return math.dist((one["x"], one["y"]), (other["x"], other["y"])) - one["r"] - other["r"]


@pytest.mark.parametrize("kind", ["boxes", "showdown"])
@pytest.mark.parametrize("many", range(7))
def test_no_place_lies_over_another_and_all_lie_within_the_cloth(page: Page, kind: str, many: int) -> None:
    for seats in range(1, 8):
        found = page.evaluate(PLACED, [kind, layout(kind, many), seats])
        everything = found["all"]
        assert len(everything) == seats * (many + (0 if kind == "boxes" else 3))
        for one, other in itertools.combinations(everything, 2):
            assert apart(one, other) > 0.001, (seats, one, other)
        for one in everything:
            out = math.dist((one["x"], one["y"]), (found["centre"]["x"], found["centre"]["y"])) + one["r"]
            assert out < found["cloth"]["radius"], (seats, one)
            assert found["cloth"]["side"] < one["x"] - one["r"], (seats, one)
            assert one["x"] + one["r"] < 1 - found["cloth"]["side"], (seats, one)


@pytest.mark.parametrize("many", range(7))
def test_circles_leave_their_box_free(page: Page, many: int) -> None:
    for seats in range(1, 8):
        found = page.evaluate(PLACED, ["boxes", layout("boxes", many), seats])
        assert found["wide"] >= 0.0599, "two stacks of chips have room"
        for one in found["all"]:
            beside = abs(one["across"]) - found["wide"] / 2
            below = one["along"] - found["high"] / 2
            assert max(beside, below) >= one["r"], (seats, one)


@pytest.mark.parametrize("kind", ["boxes", "showdown"])
def test_what_can_be_pressed_is_large_and_nobody_elses(page: Page, kind: str) -> None:
    """Targets are no smaller than their circles; within a seat they do not cover one another's middles."""
    for many, seats in itertools.product(range(7), range(1, 8)):
        everything = page.evaluate(PLACED, [kind, layout(kind, many), seats])["all"]
        for one in everything:
            assert one["press"] >= max(one["r"], 0.017)
        for one, other in itertools.permutations((place for place in everything if place["seat"] == 1), 2):
            assert math.dist((one["x"], one["y"]), (other["x"], other["y"])) > one["press"] + other["r"] / 2


@pytest.mark.parametrize("width", [320, PHONE, 480])
@pytest.mark.parametrize("many", range(7))
def test_places_on_a_phone_lie_apart_and_within_it(page: Page, many: int, width: int) -> None:
    found = page.evaluate(PHONES, [layout("boxes", many), width])
    box, circles = found["box"], found["circles"]
    assert [one["wager"] for one in circles] == [f"side{n}" for n in range(1, many + 1)]
    assert box["w"] >= 120
    for one, other in itertools.combinations(circles, 2):
        assert apart(one, other) > 4, (one, other)
    for one in circles:
        assert one["r"] <= one["x"] <= width - one["r"], one
        assert one["r"] >= 22, "a thumb finds it"
        beside, below = abs(one["x"] - box["x"]) - box["w"] / 2, abs(one["y"] - box["y"]) - box["h"] / 2
        assert max(beside, below) > one["r"], one


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("TriLux", ["TRI", "LUX"]),
        ("King's Bounty", ["KING'S", "BOUNTY"]),
        ("Match the Dealer", ["MATCH", "DEALER"]),
        ("Super 7's", ["SUPER", "7'S"]),
        ("Over", ["OVER"]),
        ("Push 22", ["PUSH", "22"]),
        ("Progressive", ["PROG-", "RESSIVE"]),
        ("Six Card Bonus", ["SIX", "CARD", "BONUS"]),
        ("of the house", ["OF THE", "HOUSE"]),
    ],
)
def test_a_name_is_lettered_in_lines_that_fit(page: Page, title: str, lines: list[str]) -> None:
    assert page.evaluate(SET_IN, [title, 21, 1]) == lines


# --- felts that no document has --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def others(drawn: GalleryServer, browser: Browser) -> Iterator[Callable[[int], Page]]:
    """The gallery's other felts at a width; an error of the page fails the last test."""
    troubles: list[str] = []

    @cache
    def opened(width: int) -> Page:
        page = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{drawn.page}?others")
        expect(page.locator("pit-felt svg").first).to_be_visible()
        return page

    yield opened
    assert troubles == []


SHOW = """([name, layout]) => {
  const felt = document.getElementById(name);
  felt.model = { ...felt.model, layout: { ...felt.model.layout, ...layout } };
}"""


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
@pytest.mark.parametrize("many", [0, 1, 3, 4, 6])
def test_a_sheet_with_any_number_of_side_bets_is_drawn(others: Callable[[int], Page], many: int, width: int) -> None:
    page = others(width)
    felt = page.locator(f"#bets-{many}")
    titles = [one.title.replace("'", "’") for one in layout_of(side_bets_on(many)).wagers]
    assert len(titles) == many + 1
    assert felt.locator(".place.is-place").count() == many + 1
    for title in titles:
        expect(felt.get_by_role("button", name=f"{title}: no bet", exact=True)).to_have_count(1)
    printed = felt.locator(".printed .seat circle.rule")
    assert printed.count() == many * (1 if width == PHONE else 7)


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("title", ["Dragon’s Envy", "Blackjackinsurancebonus", "Ñandú & Co", "Удача", "7"])
def test_a_side_bet_that_nobody_knows_has_its_circle_and_its_name(
    others: Callable[[int], Page], title: str, width: int
) -> None:
    page = others(width)
    stranger = PlacedWager(wager="stranger", title=title, kind="side").model_dump()
    kept = [one.model_dump() for one in layout_of(side_bets_on(2)).wagers]
    page.evaluate(SHOW, ["bets-2", {"wagers": [*kept, stranger]}])
    felt = page.locator("#bets-2")
    button = felt.get_by_role("button", name=f"{title}: no bet", exact=True)
    expect(button).to_have_count(1)
    size = button.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 32
    assert felt.locator(".printed .seat circle.rule").count() == 3 * (1 if width == PHONE else 7)
    assert felt.locator(".printed .seat .word path, .printed .seat .word text").count() > 0


LETTERS = """name => {
  const felt = document.getElementById(name);
  const circles = [...felt.querySelectorAll(".printed .seat g:has(> circle.rule)")];
  return circles.map((place) => {
    const ring = place.querySelector("circle").getBoundingClientRect();
    const words = place.querySelector(".word").getBoundingClientRect();
    return [ring.width, words.width, words.height];
  });
}"""


@pytest.mark.parametrize("width", [TABLET, DESKTOP])
@pytest.mark.parametrize("many", [1, 3, 4, 6])
def test_words_stay_within_their_circles(others: Callable[[int], Page], many: int, width: int) -> None:
    page = others(width)
    found = page.evaluate(LETTERS, f"bets-{many}")
    assert len(found) == many * 7
    for ring, wide, high in found:
        assert wide <= ring
        assert 5 <= high <= ring


def test_without_insurance_there_is_no_line_for_it(others: Callable[[int], Page]) -> None:
    for width in (PHONE, DESKTOP):
        page = others(width)
        said = page.locator("#bets-5 .printed [data-said^='Insurance']")
        assert said.count() == 1
        page.evaluate(SHOW, ["bets-5", {"line": ""}])
        assert said.count() == 0


LAID = """async boxes => {
  const { boxTable } = await import("/draw/box-table.js");
  const { model } = document.getElementById("bets-3");
  const play = { ...model, phase: "play", turn: null, seats: model.seats.slice(0, boxes) };
  const bet = { bet: 500, doubledCard: -1, total: "11", lammers: [], state: "", place: 0, result: null };
  const hand = { cards: ["8h", "3s"], ...bet };
  const seats = play.seats.map((seat) => ({ ...seat, hands: [hand] }));
  const { pieces } = boxTable({ ...play, seats }, 1);
  return pieces.map(({ x, y }) => [x, y]);
}"""


@pytest.mark.parametrize("boxes", range(1, 8))
def test_hands_lie_on_the_table_for_any_number_of_boxes(others: Callable[[int], Page], boxes: int) -> None:
    page = others(DESKTOP)
    found = page.evaluate(LAID, boxes)
    assert len(found) >= 3 * boxes
    assert all(x is not None and 0 < x < 1104 and y is not None and 0 < y < 729 for x, y in found)


def test_five_cards_for_each_and_no_board(others: Callable[[int], Page]) -> None:
    """A game that is not played here yet is drawn from its layout alone."""
    page = others(DESKTOP)
    felt = page.locator("#five-cards")
    for title in ("Ante", "Super Bonus", "Queens Up", "Progressive"):
        expect(felt.get_by_role("button", name=f"{title}: no bet", exact=True)).to_have_count(1)
    page.locator("section:has(#five-cards)").get_by_role("button", name="Results").dispatch_event("click")
    assert felt.locator(".pieces .card").count() == 5 + 6 * 5
    assert felt.locator(".printed [data-said='Flop']").count() == 0
