"""The drawing in a real browser: every felt of the gallery, its places by name, how its cards lie and how they move."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.gallery.serving import GalleryServer

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = ROOT / "artefacts"
TABLET, PHONE, DESKTOP = 820, 390, 1440
SMALL = 680
"""The felt of a replay beside a list of rounds."""

PLACES = {
    "catfish-blackjack": ["Main bet: $50", "TriLux: no bet", "King’s Bounty: $5"],
    "free-bet-blackjack": ["Main bet: no bet", "Push 22: no bet"],
    "blackjack-v5": ["Main bet: $6", "Match the Dealer: no bet"],
    "games-of-chance-blackjack": [
        "Main bet: no bet", "Over: no bet", "Under: no bet", "Super 7’s: no bet", "Match the Dealer: no bet",
        "Perfect Pair: no bet",
    ],
    "ultimate-texas-holdem": ["Ante: $10", "Blind: $10", "Trips: no bet", "Progressive: no bet"],
}  # fmt: skip
"""The places that can be pressed in the gallery's scene "Taking bets"."""

Opened = Callable[..., Page]


@pytest.fixture
def gallery(drawn: GalleryServer, browser: Browser) -> Iterator[Opened]:
    """The gallery at a width; whatever its console says fails the test."""
    pages: list[Page] = []
    troubles: list[str] = []

    def opened(width: int = DESKTOP, **context: Any) -> Page:
        page = browser.new_page(viewport={"width": width, "height": 900}, **context)
        pages.append(page)
        page.set_default_timeout(20_000)
        page.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(drawn.page)
        expect(page.locator("pit-felt")).to_have_count(len(PLACES))
        return page

    yield opened
    for page in pages:
        page.close()
    assert troubles == []


def show(page: Page, sheet: str, scene: str) -> None:
    """Press a scene's button without a key or a pointer, so that its moves go on."""
    page.locator(f"section:has(#{sheet})").get_by_role("button", name=scene, exact=True).dispatch_event("click")


def moves(page: Page, sheet: str) -> list[dict[str, Any]]:
    """The keyframes of everything that moves on a felt now."""
    found: list[dict[str, Any]] = page.evaluate(
        """sheet => document.getElementById(sheet).getAnimations({ subtree: true })
          .flatMap((one) => one.effect.getKeyframes())""",
        sheet,
    )
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_gallery_is_drawn_at_every_width(gallery: Opened, width: int, theme: str) -> None:
    page = gallery(width, color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    arrangement = "phone" if width == PHONE else "table"
    assert page.locator(f'pit-felt[data-arrangement="{arrangement}"]').count() == len(PLACES)
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"gallery-{width}-{theme}.png", full_page=True)


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("sheet", PLACES)
def test_own_betting_places_have_names(gallery: Opened, sheet: str, width: int) -> None:
    page = gallery(width)
    show(page, sheet, "Taking bets")
    felt = page.locator(f"#{sheet}")
    for name in PLACES[sheet]:
        expect(felt.get_by_role("button", name=name, exact=True)).to_have_count(1)
    assert felt.locator(".place.is-place").count() == len(PLACES[sheet])
    felt.screenshot(path=ARTEFACTS / f"felt-{sheet}-{width}.png")


def test_open_seats_have_names(gallery: Opened) -> None:
    felt = gallery().locator("#catfish-blackjack")
    for seat in (2, 5, 7):
        expect(felt.get_by_role("button", name=f"Sit down at seat {seat}", exact=True)).to_have_count(1)


def test_a_place_is_pressed_by_mouse_and_by_key(gallery: Opened) -> None:
    page = gallery()
    show(page, "catfish-blackjack", "Taking bets")
    said = page.locator("section:has(#catfish-blackjack) output")
    page.locator("#catfish-blackjack").get_by_role("button", name="TriLux: no bet").click()
    expect(said).to_have_text('place {"seat":4,"wager":"trilux"}')
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="King’s Bounty: $5")).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_have_text('place {"seat":4,"wager":"kings_bounty"}')


def test_a_result_tells_its_clause(gallery: Opened) -> None:
    page = gallery()
    show(page, "catfish-blackjack", "Results")
    page.locator("#catfish-blackjack").get_by_role("button", name="Main bet: Blackjack. +$150.00").press("Enter")
    expect(page.locator("section:has(#catfish-blackjack) output")).to_contain_text('clause {"clause":"BJ-PAY-5b"')


def test_the_table_is_told_in_words_with_own_hands_first(gallery: Opened) -> None:
    words = gallery().locator("#catfish-blackjack ul li").all_inner_texts()
    assert words[:2] == [
        "Your hand 1: 8 of clubs, 10 of diamonds, 18, stands, bet $50",
        "Your hand 2: 8 of hearts, 3 of spades, 11, bet $50",
    ]
    assert "Dealer: 6 of diamonds, a card face down, 6" in words
    assert any(line.endswith("hand: ace of spades, 7 of hearts, soft 18, bet $100") for line in words)


FAN = """async ([cards, doubled]) => {
  const { fan } = await import("/draw/pieces.js");
  return fan({ cards, doubledCard: doubled }, 100).cards.map(({ x, y, turn }) => [x, y, turn]);
}"""


@pytest.mark.clause("BJ-DEAL-12")
def test_hits_leave_two_thirds_of_the_card_below_visible(gallery: Opened) -> None:
    first, second, third = gallery().evaluate(FAN, [["8h", "3s", "5c"], -1])
    for below, above in ((first, second), (second, third)):
        right, down = above[0] - below[0], above[1] - below[1]
        assert 1 - (100 - right) * (140 - down) / (100 * 140) >= 2 / 3
    assert third[1] == -70, "the hand's lower edge stays where it is"


def test_the_double_card_lies_across_the_lower_half(gallery: Opened) -> None:
    _, second, double = gallery().evaluate(FAN, [["6c", "5d", "9h"], 2])
    assert double[2] == 90
    assert double[0] == second[0]
    assert double[1] - 50 >= second[1], "the index of the second card stays free"


@pytest.mark.clause("BJ-DEAL-21a", "BJ-DEAL-21b", "BJ-DEAL-22")
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_the_hole_card_lies_at_the_dealers_left_and_hits_apart_at_the_right(gallery: Opened, width: int) -> None:
    """The dealer's left is the players' right: hole card, up card, then the hits, none over another."""
    page = gallery(width, reduced_motion="reduce")
    show(page, "catfish-blackjack", "Results")
    cards = page.evaluate("document.getElementById('catfish-blackjack').model.dealer.cards")
    assert len(cards) >= 3
    seen = page.evaluate(
        """() => {
          const felt = document.getElementById("catfish-blackjack");
          const { cards } = felt.model.dealer;
          const drawn = [...felt.querySelectorAll(".pieces .card")].map((card) => [card, card.getBoundingClientRect()]);
          const top = Math.min(...drawn.map(([, at]) => at.top));
          const row = drawn.filter(([, at]) => at.top < top + 20);
          return row.map(([card, at]) => [card.dataset.face, at.left, at.right]);
        }"""
    )
    row = sorted(seen, key=lambda one: -one[1])
    up, hole, *hits = cards
    assert [face for face, _, _ in row] == [hole, up, *hits], "from the dealer's left to the right"
    assert all(left[2] < right[1] for right, left in itertools.pairwise(row)), "every card is seen whole"


DEAL = """(many) => {
  const felt = document.getElementById("catfish-blackjack");
  felt.setAttribute("watched", "");
  const cards = [...Array(many)].map((_, i) => `${"23456789A"[i]}${"shdc"[i % 4]}`);
  felt.model = { ...felt.model, dealer: { ...felt.model.dealer, cards } };
}"""
ROOM = """(many) => {
  const felt = document.getElementById("catfish-blackjack");
  const box = (node) => node.getBoundingClientRect();
  const words = [...felt.querySelectorAll("text")].find(({ textContent }) => textContent.startsWith("Discard"));
  const cards = [...felt.querySelectorAll(".pieces .card")].map(box);
  const row = cards.filter(({ top }) => top < Math.min(...cards.map((one) => one.top)) + 20);
  return row.length === many && Math.min(...row.map(({ left }) => left)) - box(words).right;
}"""
"""From the words beside the rack to the dealer's cards, once these are all there and no others."""


@pytest.mark.parametrize("width", [SMALL, TABLET, DESKTOP])
def test_many_cards_of_the_dealer_leave_the_words_beside_the_rack(gallery: Opened, width: int) -> None:
    page = gallery(width, reduced_motion="reduce")
    show(page, "catfish-blackjack", "Results")
    for many in (3, 6, 9):
        page.evaluate(DEAL, many)
        assert page.wait_for_function(ROOM, arg=many).json_value() > 0, f"{many} cards"


ON_THE_LINE = """async () => {
  const { boxTable } = await import("/draw/box-table.js");
  const felt = document.getElementById("catfish-blackjack");
  const { pieces } = boxTable(felt.model, 1);
  const [insurance, bet] = ["s6/insurance", "s6/h0/bet"].map((key) => pieces.find((piece) => piece.key === key));
  const line = felt.querySelector(".band-open");
  return [insurance, bet].map(({ x, y }) => [line.isPointInStroke(new DOMPoint(x, y)), y]);
}"""


@pytest.mark.clause("BJ-WAG-4")
def test_insurance_lies_on_its_line_between_the_box_and_the_dealer(gallery: Opened) -> None:
    page = gallery()
    show(page, "catfish-blackjack", "Insurance")
    (on_line, near), (bet_on_line, far) = page.evaluate(ON_THE_LINE)
    assert (on_line, bet_on_line) == (True, False)
    assert near < far, "the dealer is at the top"


@pytest.mark.clause("GC-EQUIP-1")
def test_the_layout_marks_where_wagers_go(gallery: Opened) -> None:
    """Every seat has its box and circles, lettered where there is room; the insurance line says what it pays."""
    page = gallery()
    show(page, "games-of-chance-blackjack", "Taking bets")
    felt = page.locator("#games-of-chance-blackjack")
    circles = felt.locator(".printed .seat circle.rule")
    assert circles.count() == 7 * 5
    assert felt.locator(".printed .seat rect.rule").count() >= 7
    for words in ("OVER", "UNDER", "SUPER", "MATCH", "PERFECT"):
        assert felt.locator(f".printed [data-said='{words}']").count() >= 3
    insurance = felt.locator(".printed [data-said^='Insurance pays']").get_attribute("data-said") or ""
    assert insurance.startswith("Insurance pays 2 to 1")


CUT_OFF = """(felt) => {
  const inside = (node) => {
    const [drawn, whole] = [node.getBoundingClientRect(), node.ownerSVGElement.getBoundingClientRect()];
    return drawn.top >= whole.top && drawn.bottom <= whole.bottom;
  };
  const sums = [...felt.querySelectorAll(".pieces .word")];
  return [sums.length, sums.filter((node) => !inside(node)).length];
}"""


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_sums_beside_chips_are_not_cut_off_at_the_edge_of_the_felt(gallery: Opened, width: int) -> None:
    """Five side bets make two rows of circles on a phone, the lower one with its sums below it."""
    drawn, cut = gallery(width).locator("#games-of-chance-blackjack").evaluate(CUT_OFF)
    assert drawn >= 2
    assert cut == 0


@pytest.mark.clause("UTH-QUAL-8")
def test_the_layout_shows_what_blind_and_trips_pay(gallery: Opened) -> None:
    felt = gallery().locator("#ultimate-texas-holdem")
    for words in ("Blind pays", "Trips pays", "Royal flush", "500 to 1", "50 to 1", "Three of a kind"):
        assert felt.locator(f".printed [data-said='{words}']").count() >= 1, words


CONTRAST = """(felt) => {
  const colour = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (text) => {
    const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour(text).map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const against = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const fill = (node) => getComputedStyle(node).fill;
  const [cloth, rail] = [".cloth", ".rail"].map((name) => fill(felt.querySelector(name)));
  const all = (name) => [...felt.querySelectorAll(name)];
  const ink = (node) => getComputedStyle(node).color;
  return [
    ...all(".printed > .word, .printed > g > .word").map((node) => ["letters", against(ink(node), cloth)]),
    ...all(".felt-note").map((node) => [node.textContent, against(fill(node), cloth)]),
    ...all(".name, .stake").map((node) => [node.textContent, against(fill(node), rail)]),
  ];
}"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_words_on_felt_and_rail_stand_out(gallery: Opened, theme: str) -> None:
    page = gallery(color_scheme=theme)
    for sheet in PLACES:
        found = page.locator(f"#{sheet}").evaluate(CONTRAST)
        assert len(found) > len(PLACES)
        assert [one for one in found if one[1] < 4.5] == [], sheet


def test_only_transform_and_opacity_move_and_any_key_ends_it(gallery: Opened) -> None:
    page = gallery()
    show(page, "catfish-blackjack", "Results")
    frames = moves(page, "catfish-blackjack")
    assert frames
    timing = {"offset", "computedOffset", "easing", "composite"}
    assert {key for frame in frames for key in frame} - timing <= {"transform", "opacity"}
    page.keyboard.press("Shift")
    left = [frame["transform"] for frame in moves(page, "catfish-blackjack") if "transform" in frame]
    assert all(one.startswith("scaleX") for one in left), "only a card that was turning has its second half left"
    page.wait_for_function(
        "() => !document.getElementById('catfish-blackjack').getAnimations({ subtree: true }).length"
    )


SETTLED = """async () => {
  const felt = document.getElementById("catfish-blackjack");
  const lay = (settled) => {
    const seat = (n) => {
      const lost = n === 7 || n === 2;
      const result = { cents: lost ? -500 : 500, text: "", clause: "BJ-PAY-1", at: 10 - n };
      const hand = { cards: ["Tc", "9d"], bet: lost && settled ? 0 : 500, doubledCard: -1, total: "19", lammers: [] };
      const hands = [{ ...hand, place: 0, result: settled ? result : null }];
      const seat = { ...felt.model.seats[0], n, open: false, you: false, tokes: {}, results: [] };
      return { ...seat, wagers: { main: 500 }, hands };
    };
    const dealer = { cards: settled ? ["6d", "Ts", "4c"] : ["6d", "Ts"], total: "20", text: "" };
    felt.model = { ...felt.model, turn: null, dealer, seats: [1, 2, 3, 4, 5, 6, 7].map(seat) };
  };
  lay(false);
  document.dispatchEvent(new KeyboardEvent("keydown"));
  await new Promise(requestAnimationFrame);
  lay(true);
  const piece = (one) => one.effect.target.getAttribute("transform").match(/[\\d.]+/g).map(Number);
  const delay = (one) => one.effect.getTiming().delay;
  const moving = felt.getAnimations({ subtree: true }).filter((one) => one.effect.target.matches(".piece"));
  const has = (name) => (one) => one.effect.target.querySelector(name);
  const cards = moving.filter(has(".card")).map((one) => delay(one) + one.effect.getTiming().duration);
  const chips = moving.filter((one) => !has(".card")(one) && has("title")(one) && delay(one));
  return [Math.max(...cards), chips.sort((a, b) => delay(a) - delay(b)).map((one) => [delay(one), piece(one)[0]])];
}"""


def test_chips_are_taken_and_paid_in_the_order_of_settlement_after_the_cards(gallery: Opened) -> None:
    """Seat 7 loses, seats 6 to 3 win, seat 2 loses, seat 1 wins: in that order, once the dealer's last card lies."""
    page = gallery()
    dealt, chips = page.evaluate(SETTLED)
    assert len(chips) == 7
    assert chips[0][0] > dealt - 17 > 0, "within a frame"
    assert [x for _, x in chips] == sorted(x for _, x in chips), "from the dealer's right to the left"
    assert all(later[0] > sooner[0] for sooner, later in itertools.pairwise(chips))


NAMED = """(sheet) => {
  const felt = document.getElementById(sheet);
  const seats = felt.model.seats.map((seat) => ({
    ...seat, open: false, you: false, name: seat.n % 2 ? "WWWWWWWWWWWWWWWWWWWWWWWW" : "Maximilian von Hohenzoll",
    wagers: { main: 1000000, ante: 1000000 },
  }));
  felt.model = { ...felt.model, seats };
  const names = [...felt.querySelectorAll(".printed text:has(.name)")];
  return names.map((text) => {
    const last = text.getNumberOfChars() - 1;
    const [from, to] = [text.getStartPositionOfChar(0), text.getEndPositionOfChar(last)];
    return [text.textContent, from.x, to.x];
  });
}"""


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
@pytest.mark.parametrize("sheet", ["catfish-blackjack", "ultimate-texas-holdem"])
def test_long_names_and_large_stakes_leave_each_other_room(gallery: Opened, sheet: str, width: int) -> None:
    page = gallery(width)
    named = sorted(page.evaluate(NAMED, sheet), key=lambda one: one[1])
    assert len(named) >= 6
    assert all(text.endswith("…") for text, _, _ in named if text.startswith("W")), "cut where it is too long"
    assert named[0][1] >= 0
    assert all(one[2] < other[1] for one, other in itertools.pairwise(named))


def test_nothing_travels_with_reduced_motion(gallery: Opened) -> None:
    page = gallery(reduced_motion="reduce")
    show(page, "catfish-blackjack", "Results")
    frames = moves(page, "catfish-blackjack")
    assert frames
    assert [frame for frame in frames if "transform" in frame] == []


def test_focus_stays_on_a_place_while_the_table_changes(gallery: Opened) -> None:
    page = gallery()
    show(page, "catfish-blackjack", "Taking bets")
    page.get_by_role("button", name="Main bet: $50").focus()
    page.evaluate(
        """() => {
          const felt = document.getElementById("catfish-blackjack");
          const seats = felt.model.seats.map((seat) => (seat.you ? { ...seat, wagers: { main: 7500 } } : seat));
          felt.model = { ...felt.model, seats };
        }"""
    )
    expect(page.get_by_role("button", name="Main bet: $75")).to_be_focused()
