"""The table from the dealer's side: turned by half a circle, with every word, card and stack upright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.web.gallery.serving import GalleryServer

SHEETS = (
    "catfish-blackjack", "free-bet-blackjack", "blackjack-v5", "games-of-chance-blackjack", "ultimate-texas-holdem",
)  # fmt: skip
NARROW, WIDE = 640, 1240
TURN = """sheets => {
  for (const sheet of sheets) {
    const felt = document.getElementById(sheet);
    felt.setAttribute("turned", "");
    felt.model = { ...felt.model };
  }
}"""
RESULTS = """sheet => {
  const felt = document.getElementById(sheet);
  const scene = [...felt.parentNode.querySelectorAll("button")].find((one) => one.textContent === "Results");
  scene.click();
}"""
TILTED = """sheet => {
  const felt = document.getElementById(sheet);
  const upright = (node) => {
    const { a, b } = node.getScreenCTM();
    return (Math.atan2(b, a) * 180) / Math.PI;
  };
  const all = (wanted) => [...felt.querySelectorAll(wanted)].map(upright);
  return [all(".printed .word path[stroke-width]"), all(".piece > g")];
}"""
NAMES = """sheet => [...document.getElementById(sheet).querySelectorAll(".seat-name")].map((text) => {
  const { x, y } = text.getStartPositionOfChar(0);
  return { said: text.textContent, x, y, tilt: text.getRotationOfChar(0) };
})"""
DEALER = """async sheet => {
  const { boxTable } = await import("/draw/box-table.js");
  const { seenFrom } = await import("/draw/view.js");
  const model = { ...document.getElementById(sheet).model, turned: true };
  const { pieces, shoe, rack, tray } = seenFrom(model, boxTable(model, 1));
  const cards = [0, 1, 2].map((i) => pieces.find((piece) => piece.key === `dealer/${i}`));
  return { cards: cards.map(({ x, y, turn }) => ({ x, y, turn })), shoe, rack, tray };
}"""
FANNED = """async () => {
  const { boxTable } = await import("/draw/box-table.js");
  const { seenFrom } = await import("/draw/view.js");
  const model = { ...document.getElementById("catfish-blackjack").model, turned: true };
  return seenFrom(model, boxTable(model, 1)).pieces
    .filter(({ key }) => /^s\\d+\\/h\\d+\\/c\\d+$/.test(key))
    .map(({ key, x, y, turn }) => [key, x, y, turn]);
}"""


@pytest.fixture(scope="module", params=[NARROW, WIDE])
def dealt(request: pytest.FixtureRequest, drawn: GalleryServer, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": request.param, "height": 900}, reduced_motion="reduce")
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(drawn.page)
    page.wait_for_selector("pit-felt svg")
    page.evaluate(TURN, list(SHEETS))
    yield page
    page.close()
    assert troubles == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_whole_table_stays_at_any_width(dealt: Page, sheet: str) -> None:
    assert dealt.locator(f"#{sheet}").get_attribute("data-arrangement") == "table"
    assert dealt.locator(f"#{sheet} svg[role=group]").count() == 1


@pytest.mark.parametrize("sheet", SHEETS)
def test_words_cards_and_chips_are_upright(dealt: Page, sheet: str) -> None:
    letters, pieces = dealt.evaluate(TILTED, sheet)
    assert len(letters) > 40
    assert all(abs(tilt) < 60 for tilt in letters)
    across = [tilt for tilt in pieces if tilt]
    assert all(abs(tilt) < 125 for tilt in across), (
        "a double card and a tucked hand lie across; none stands on its head"
    )
    assert len(across) <= len(pieces) // 3


@pytest.mark.parametrize("sheet", SHEETS)
def test_seat_one_is_at_the_dealers_left_and_names_are_read_along_the_rail(dealt: Page, sheet: str) -> None:
    names = sorted(dealt.evaluate(NAMES, sheet), key=lambda one: one["x"])
    seats = dealt.evaluate("sheet => document.getElementById(sheet).model.seats.map((one) => one.name)", sheet)
    for name, seat in zip(names, seats, strict=True):
        assert not seat or name["said"].removeprefix("● ").startswith(("You", seat[:8]))
        assert abs(name["tilt"]) < 60
    assert min(one["y"] for one in names) == names[len(names) // 2]["y"], "the rail is far from the dealer"


@pytest.mark.clause("BJ-DEAL-21a", "BJ-DEAL-21b", "BJ-DEAL-22")
def test_hole_card_left_of_the_up_card_and_hits_to_the_right_in_full(dealt: Page) -> None:
    dealt.evaluate(RESULTS, "catfish-blackjack")
    found: dict[str, Any] = dealt.evaluate(DEALER, "catfish-blackjack")
    up, hole, hit = found["cards"]
    assert hole["x"] < up["x"] < hit["x"]
    assert hit["x"] - up["x"] >= 68 * 1.09
    assert {one["turn"] for one in found["cards"]} == {0}
    assert up["y"] > 729 / 2, "the dealer's cards are near the dealer"
    assert found["shoe"]["x"] < 300 < 800 < found["rack"]["x"]
    assert found["tray"]["y"] > up["y"]


def test_hits_still_leave_the_index_below_free(dealt: Page) -> None:
    dealt.evaluate(RESULTS, "catfish-blackjack")
    cards = {key: (x, y, turn) for key, x, y, turn in dealt.evaluate(FANNED)}
    checked = 0
    for key, (x, y, turn) in cards.items():
        spot, number = key.rsplit("/c", 1)
        before = cards.get(f"{spot}/c{int(number) - 1}")
        if before is None or turn:
            continue
        assert (x - before[0], y - before[1]) > (10, 20)
        checked += 1
    assert checked >= 3


ASKED = """async wager => {
  const felt = document.getElementById("catfish-blackjack");
  const { seats, ...rest } = structuredClone(felt.model);
  const hand = { place: 0, cards: ["As", "8h"], bet: 3000, doubledCard: -1, faceDown: false, total: "9/19",
    lammers: [], active: false, state: "", result: null };
  const empty = { open: true, name: "", wagers: {}, tokes: {}, hands: [], results: [] };
  const others = seats.map((seat) => ({ ...seat, ...empty }));
  others[2] = { ...others[2], open: false, name: "Noor", wagers: { main: 3000, kings_bounty: 1000 }, hands: [hand] };
  felt.model = { ...rest, seats: others, asked: { seat: 3, hand: 0, wager } };
  await new Promise(requestAnimationFrame);
  const box = (node) => { const { left, right, top, bottom } = node.getBoundingClientRect();
    return { left, right, top, bottom }; };
  const words = [...felt.querySelectorAll(".pieces g.word")].map(box);
  return { ring: box(felt.querySelector(".asked-ring")), words };
}"""


@pytest.mark.parametrize("wager", ["main", "kings_bounty"])
def test_the_ring_around_a_wager_leaves_the_sums_free(dealt: Page, wager: str) -> None:
    found = dealt.evaluate(ASKED, wager)
    ring = found["ring"]
    assert len(found["words"]) >= 2
    for word in found["words"]:
        apart = (
            word["right"] <= ring["left"] or word["left"] >= ring["right"],
            word["bottom"] <= ring["top"] or word["top"] >= ring["bottom"],
        )
        assert any(apart), found


def test_the_sum_of_a_side_bet_lies_towards_the_rail(dealt: Page) -> None:
    found = dealt.evaluate(ASKED, "kings_bounty")
    assert min(word["top"] for word in found["words"]) < found["ring"]["top"], "away from the box, which lies below"


SUMS = """([sheet, look]) => {
  const felt = document.getElementById(sheet);
  for (const name of ["turned", "close"]) felt.toggleAttribute(name, look.includes(name));
  const { seats, ...rest } = structuredClone(felt.model);
  const wagers = { ante: 3000, blind: 3000, trips: 3000, play: 3000, progressive: 500 };
  const empty = { open: true, name: "", you: false, wagers: {}, tokes: {}, hands: [], results: [] };
  const taken = { ...empty, open: false, name: "Noor", wagers, sensor: "locked" };
  const two = (at) => (at === 2 || at === 3 ? taken : empty);
  felt.model = { ...rest, phase: "play", seats: seats.map((seat, at) => ({ ...seat, ...two(at) })) };
  const box = (node) => node.getBoundingClientRect();
  const words = [...felt.querySelectorAll(".pieces g.word")].map(box).filter(({ width }) => width);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const covered = words.filter((word, at) => words.slice(at + 1).some((other) => !apart(word, other)));
  const cut = [...felt.querySelectorAll(".printed .sensor-lit")].filter((ring) => {
    const [inside, stage] = [box(ring), box(ring.closest("svg"))];
    const seen = inside.left >= stage.left && inside.right <= stage.right && inside.top < stage.bottom;
    return seen && inside.bottom > stage.bottom + 0.5;
  });
  return [words.length >= 6, covered.length, felt.dataset.arrangement, cut.length];
}"""


@pytest.mark.parametrize(("look", "arranged"), [("", "table"), ("turned", "table"), ("turned close", "close")])
def test_sums_of_neighbours_lie_apart_and_no_sensor_is_cut(
    drawn: GalleryServer, browser: Browser, look: str, arranged: str
) -> None:
    page = browser.new_page(
        viewport={"width": 1240 if arranged == "table" else 390, "height": 900}, reduced_motion="reduce"
    )
    page.goto(drawn.page)
    page.wait_for_selector("pit-felt svg")
    found = page.evaluate(SUMS, ["ultimate-texas-holdem", look.split()])
    page.close()
    assert found == [True, 0, arranged, 0]
