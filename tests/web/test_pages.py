"""The pages in a real browser: whole rounds by click and by key, reload in a decision, and no card before its time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.house import Server

from pitboss.service.commands import Pace

SHEETS = (
    "catfish-blackjack", "free-bet-blackjack", "blackjack-v5", "games-of-chance-blackjack", "ultimate-texas-holdem",
)  # fmt: skip
UNHURRIED = Pace(betting=60_000, decision=60_000, cut=60_000, result=3_000, idle=600_000)
CALM = ("s", "n", "k", "1", "y")
"""Keys that answer any question: stand, no, check, the smallest bet, yes."""
CALM_CALLS = ("Stand", "No insurance", "Check", "Play on", "Take the blackjack", "Bet 1×")
CARD = re.compile(r"^[2-9TJQKA][cdhs]$")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floor"), pace=UNHURRIED, tables_each=2) as found:
        yield found


class Visit:
    """One person with a browser: the page, what its console said, every frame that came."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.troubles: list[str] = []
        self.frames: list[dict[str, Any]] = []
        page.set_default_timeout(10_000)
        page.on("console", lambda said: self.troubles.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, payload: str | bytes) -> None:
        self.frames.append(json.loads(payload))

    @property
    def mode(self) -> str:
        return self.page.locator("pit-bar").get_attribute("data-mode") or ""

    def is_in(self, *modes: str) -> str:
        """Wait until the bar is in one of these modes."""
        self.page.wait_for_function(
            "modes => modes.includes(document.querySelector('pit-bar')?.dataset.mode)", arg=list(modes)
        )
        return self.mode

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Something that the server answers, and its answer."""
        before = self._answers()
        yield
        while self._answers() == before:
            self.page.wait_for_timeout(10)

    def _answers(self) -> int:
        return sum(frame["type"] in ("done", "refused") for frame in self.frames)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sit(self, table: str) -> None:
        """From the lobby to a seat as a guest, in one click, and past the cut where one is offered."""
        self.go("/")
        self.page.locator(f".tables a.sit[href*='table={table}&']").click()
        if self.is_in("cut", "bet") == "cut":
            self.page.get_by_role("button", name="Cut here").click()
        self.is_in("bet")

    def calls(self) -> list[str]:
        """The words of the answers that are offered now."""
        return self.page.locator("pit-bar .action b").all_inner_texts()


@pytest.fixture
def visit(floor: Server, browser: Browser) -> Iterator[Visit]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    found = Visit(context.new_page(), floor.address)
    yield found
    context.close()
    assert found.troubles == []


def bet_by_click(visit: Visit) -> None:
    page = visit.page
    page.locator("button.chip[aria-pressed=true]").click()
    place = page.locator("button.place").first
    place.click()
    if page.locator(".bar-refused").inner_text():
        place.click()  # two chips make the least bet
    page.get_by_role("button", name="Ready").click()


def play_by_click(visit: Visit) -> None:
    """The first calm answer to every question, until the results are there."""
    while visit.is_in("answer", "result") == "answer":
        calls = visit.calls()
        wanted = next((one for one in CALM_CALLS if one in calls), calls[-1])
        with visit.answered():
            visit.page.locator(f"pit-bar .action:has(b:text-is('{wanted}'))").click()


# --- whole rounds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_guest_plays_a_round_by_clicks(visit: Visit, sheet: str) -> None:
    visit.sit(f"{sheet}-1")
    bet_by_click(visit)
    play_by_click(visit)
    results = visit.page.locator("pit-results .result")
    expect(results.first).to_be_visible()
    expect(visit.page.locator(".bar-title")).to_have_text(re.compile(r"This round|Push"))
    results.first.hover()
    expect(visit.page.locator("#clause-slip b")).to_have_text(re.compile(r"^[A-Z0-9]+-"))
    expect(visit.page.locator("#balance svg")).to_have_attribute("aria-label", re.compile(r"Play chips \$[\d,]+\.\d\d"))


@pytest.mark.parametrize("sheet", ["catfish-blackjack", "ultimate-texas-holdem"])
def test_a_guest_plays_a_round_by_keyboard_alone(visit: Visit, sheet: str) -> None:
    page = visit.page
    visit.go("/")
    page.locator(f".tables a.sit[href*='table={sheet}-2&']").focus()
    page.keyboard.press("Enter")
    if visit.is_in("cut", "bet") == "cut":
        page.keyboard.press("Enter")
    visit.is_in("bet")
    page.keyboard.press("3")  # the $5 chip
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(page.get_by_role("button", name="Ready")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("button.place").nth(1)).to_have_attribute("aria-label", re.compile(r"\$1$"))
    page.keyboard.press("Space")
    while visit.is_in("answer", "result") == "answer":
        for key in CALM:
            page.keyboard.press(key)
        page.wait_for_timeout(120)
    expect(page.locator("pit-results .result").first).to_be_visible()


def test_the_last_bet_is_made_again(visit: Visit) -> None:
    visit.sit("catfish-blackjack-1")
    bet_by_click(visit)
    play_by_click(visit)
    visit.is_in("bet")
    visit.page.get_by_role("button", name="Double last bet").click()
    expect(visit.page.locator("button.place").first).to_have_attribute("aria-label", "Main bet, $10")
    visit.page.get_by_role("button", name="Clear").click()
    expect(visit.page.locator("button.place").first).to_have_attribute("aria-label", "Main bet, no bet")


# --- what must not get lost, and what must not be seen ----------------------------------------------------


def ask_me(visit: Visit, table: str) -> None:
    """Bet until there is a question to answer: a blackjack is over at once."""
    visit.sit(table)
    for _ in range(6):
        bet_by_click(visit)
        if visit.is_in("answer", "result") == "answer":
            return
        visit.is_in("bet")
    pytest.fail("six blackjacks in a row")


def test_a_reload_in_a_decision_finds_the_same_question(visit: Visit) -> None:
    ask_me(visit, "catfish-blackjack-1")
    before, title = visit.calls(), visit.page.locator(".bar-title").inner_text()
    visit.page.reload()
    visit.is_in("answer")
    assert visit.calls() == before
    assert visit.page.locator(".bar-title").inner_text() == title
    play_by_click(visit)


def test_a_lost_connection_is_said_and_taken_up_again(visit: Visit) -> None:
    ask_me(visit, "catfish-blackjack-1")
    before = visit.calls()
    visit.page.context.set_offline(True)
    visit.is_in("line")
    expect(visit.page.locator(".bar-note")).to_contain_text("Your bet stands")
    assert visit.calls() == []
    visit.page.context.set_offline(False)
    visit.is_in("answer")
    assert visit.calls() == before
    visit.troubles.clear()  # the browser says that it could not connect
    play_by_click(visit)


def events_of_round(visit: Visit) -> list[dict[str, Any]]:
    """What came of the round under way."""
    events = [event for frame in visit.frames for event in frame.get("events", ())]
    begun = max(at for at, event in enumerate(events) if event["type"] == "RoundStarted")
    return events[begun:]


def dealers_cards(events: list[dict[str, Any]]) -> list[str]:
    return [event["card"] for event in events if event["type"] == "CardDealt" and event["spot"] == 0]


def test_the_hole_card_is_nowhere_before_its_time(visit: Visit) -> None:
    """In no frame, no element and no storage until it is turned."""
    ask_me(visit, "catfish-blackjack-1")
    before = events_of_round(visit)
    up, hole = dealers_cards(before)
    assert CARD.match(up)
    assert hole == "??"
    assert not any(event["type"] in ("HoleTurned", "HoleExposed") for event in before)
    page = visit.page
    assert page.evaluate("document.querySelector('pit-felt').model.dealer.cards") == [up, "??"]
    expect(page.locator("pit-felt li", has_text="Dealer")).to_contain_text("face down")
    kept = page.evaluate("[...Object.values(sessionStorage), ...Object.values(localStorage)].join()")
    assert not re.search(r"[2-9TJQKA][cdhs]\b", kept)
    while visit.is_in("answer", "result") == "answer":
        page.keyboard.press("s")
        page.keyboard.press("n")
    turned = [event["card"] for event in events_of_round(visit) if event["type"] == "HoleTurned"]
    assert len(turned) == 1
    assert page.evaluate("document.querySelector('pit-felt').model.dealer.cards[1]") == turned[0]


def test_holdem_shows_nothing_that_lies_face_down(visit: Visit) -> None:
    ask_me(visit, "ultimate-texas-holdem-1")
    model = visit.page.evaluate("document.querySelector('pit-felt').model")
    assert model["board"] == ["??"] * 5
    assert model["dealer"]["cards"] == ["??", "??"]
    own = next(seat for seat in model["seats"] if seat["you"])["hands"][0]["cards"]
    told = [event.get("cards") for frame in visit.frames for event in frame.get("events", ())]
    faces = {card for cards in told if isinstance(cards, list) for card in cards}
    assert faces - {"??"} == set(own)
    play_by_click(visit)


# --- the other pages --------------------------------------------------------------------------------------


def test_last_rounds_are_replayed_and_can_be_taken_home(visit: Visit) -> None:
    visit.sit("blackjack-v5-1")
    bet_by_click(visit)
    play_by_click(visit)
    page = visit.page
    page.keyboard.press("r")
    expect(page.locator(".replay-said")).to_contain_text("1 of ")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-said")).to_contain_text("2 of ")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the hand record").click()
    assert 'sheet = "blackjack-v5"' in Path(download.value.path()).read_text()
    page.get_by_role("link", name="Check the shuffle").last.click()
    expect(page.locator("#answer h2")).to_have_text("As promised")


def test_two_browsers_see_each_other(visit: Visit, browser: Browser, floor: Server) -> None:
    visit.sit("free-bet-blackjack-1")
    context = browser.new_context()
    other = Visit(context.new_page(), floor.address)
    other.go("/table.html?table=free-bet-blackjack-1")
    other.is_in("watch")
    bet_by_click(visit)
    other.page.wait_for_function("() => document.querySelector('pit-felt').model.seats.some(seat => seat.hands.length)")
    assert other.troubles == []
    context.close()
    play_by_click(visit)


def test_the_sign_shows_the_meters(visit: Visit) -> None:
    visit.go("/sign.html")
    expect(visit.page.locator("#major")).to_have_attribute("aria-label", re.compile(r"^\$2\d,\d{3}\.\d\d$"))


def test_the_first_administrator_comes_by_the_link(visit: Visit, floor: Server) -> None:
    visit.go(f"/setup.html#{floor.tokens[0]}")
    visit.page.get_by_label("Name").fill("Boss")
    visit.page.get_by_label("Password").fill("a long enough one")
    visit.page.get_by_role("button", name="Become administrator").click()
    expect(visit.page.get_by_role("heading", name="You are the administrator")).to_be_visible()


def test_a_table_that_is_not_there_is_said_plainly(visit: Visit) -> None:
    visit.go("/table.html?table=nowhere-1")
    expect(visit.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    visit.troubles.clear()  # the browser notes the refusal
