"""People with a browser: what they press, what they see, and every frame that comes to them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect
from tests.waiting import PATIENCE_SECONDS
from tests.web.house import Server
from tests.web.stacked import Stack, Stacked, open_stacked

from pitboss.money import parse_cents
from pitboss.service.floor.commands import Pace

UNHURRIED = Pace(betting=600_000, decision=600_000, cut=600_000, result=600_000, idle=6_000_000)
"""Nothing happens by the clock, not even the next round: see ``next_round``."""
CALM_CALLS = ("Stand", "No insurance", "Check", "Play on", "Take the blackjack", "Bet 1×")
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
CHIPS = (10_000, 2_500, 500, 100, 50)
PLAIN_TROUBLE = ("net::ERR_", "WebSocket connection to", "Failed to load resource")
"""What Chromium itself says of a server that is away or refuses."""


def _laid(place: Locator) -> int:
    """Return the cents that lie on a betting place, as its label says it."""
    told = re.search(r" \$([\d,.]+)$", place.get_attribute("aria-label") or "")
    return parse_cents(told[1]) if told else 0


class Visit:
    """One person with a browser: the page, what its console said, every frame that came."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.troubles: list[str] = []
        self.frames: list[dict[str, Any]] = []
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        page.on("console", lambda said: self.troubles.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, payload: str | bytes) -> None:
        self.frames.append(json.loads(payload))

    def forgive_the_network(self) -> None:
        """Leave out what the browser notes about a server that was away or refused."""
        self.troubles = [said for said in self.troubles if not any(known in said for known in PLAIN_TROUBLE)]

    @property
    def table(self) -> str:
        """The table whose page is open."""
        return parse_qs(urlsplit(self.page.url).query)["table"][0]

    @property
    def mode(self) -> str:
        return self.page.locator("pit-bar").get_attribute("data-mode") or ""

    @property
    def title(self) -> Locator:
        return self.page.locator(".bar-title")

    @property
    def note(self) -> Locator:
        return self.page.locator(".bar-note")

    @property
    def model(self) -> dict[str, Any]:
        """The table as it is drawn."""
        found: dict[str, Any] = self.page.evaluate("document.querySelector('pit-felt').model")
        return found

    @property
    def own(self) -> dict[str, Any]:
        """One's own seat as it is drawn."""
        seats: list[dict[str, Any]] = self.model["seats"]
        return next(seat for seat in seats if seat["you"])

    def is_in(self, *modes: str) -> str:
        """Wait until the bar is in one of these modes."""
        self.page.wait_for_function(
            "modes => modes.includes(document.querySelector('pit-bar')?.dataset.mode)", arg=list(modes)
        )
        return self.mode

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Something that the server answers, and its answer."""
        before = self._heard("done", "refused")
        yield
        self.hears("done", "refused", more_than=before)

    def hears(self, *kinds: str, more_than: int = 0) -> None:
        """Wait until more than N messages of these kinds have come over the WebSocket."""
        while self._heard(*kinds) <= more_than:
            self.page.wait_for_timeout(10)

    def _heard(self, *kinds: str) -> int:
        return sum(frame["type"] in kinds for frame in self.frames)

    def events(self) -> list[dict[str, Any]]:
        """What came of the round under way."""
        events = [event for frame in self.frames for event in frame.get("events", ())]
        begun = max(at for at, event in enumerate(events) if event["type"] == "RoundStarted")
        return events[begun:]

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sit(self, table: str) -> None:
        """From the lobby to a seat as a guest, in one click, and past the cut where one is offered."""
        self.go("/")
        self.page.locator(f".tables a.sit[href*='table={table}&']").click()
        if self.is_in("cut", "bet") == "cut":
            self.page.get_by_role("button", name="Cut here").click()
        self.is_in("bet")

    def sit_stacked(self, server: Server, stack: Stack, sheet: str, shoe: Stacked, sets: tuple[str, ...] = ()) -> str:
        """Take the middle seat of a fresh table, and cut its shuffle where the wanted cards come."""
        table = open_stacked(server, sheet, UNHURRIED, sets)
        self.sit_down(stack, table, shoe)
        return table

    def sit_down(self, stack: Stack, table: str, shoe: Stacked) -> None:
        """Take the middle seat of a table that nobody has sat at, and cut its shuffle where the wanted cards come."""
        self.go(f"/table.html?table={table}")
        self.is_in("watch")
        stack.put(shoe.chance)
        self.page.get_by_role("button", name="Sit down at seat 4").dispatch_event("click")
        if self.is_in("cut", "bet") == "cut":
            assert self.model["cards"]["root"] == shoe.root
            self.page.locator(".slider input").fill(str(shoe.cut))
            self.page.get_by_role("button", name="Cut here").click()
        self.is_in("bet")

    def lay(self, wager: str, cents: int) -> None:
        """Lay chips on a betting place, the largest first; small ones make up one step of the bet at a time."""
        place = self.page.locator(f"button.place[aria-label*='{wager}']")
        for chip in CHIPS:
            while cents - _laid(place) >= chip:
                self.page.locator(f"button.chip[data-chip='{chip}']").click()
                before = _laid(place)
                place.click()
                assert _laid(place) > before, self.page.locator(".bar-refused").inner_text()

    def calls(self) -> list[str]:
        """The words of the answers that are offered now."""
        return self.page.locator("pit-bar .action b").all_inner_texts()

    def call(self, words: str) -> None:
        """Give an answer by its words, and wait until the table has taken it."""
        with self.answered():
            self.page.locator(f"pit-bar .action:has(b:text-is('{words}'))").click()

    def ready(self) -> None:
        self.page.get_by_role("button", name="Ready").click()

    def results(self) -> dict[str, str]:
        """Every wager's result as the bar tells it: its name, words and amount."""
        self.is_in("result")
        found = {}
        for result in self.page.locator("pit-results .result").all():
            name = result.locator("span").first.inner_text()
            found[name] = result.locator("svg").get_attribute("aria-label") or ""
        return found


def with_menu(visit: Visit, press: Callable[[], object]) -> None:
    """Press something that a phone has behind its menu."""
    menu = visit.page.locator("#menu-button")
    narrow = menu.is_visible()
    if narrow:
        menu.click()
    press()
    if narrow and visit.page.locator("#menu-close").is_visible():
        visit.page.locator("#menu-close").click()


def bet_by_click(visit: Visit) -> None:
    page = visit.page
    page.locator("button.chip[aria-pressed=true]").click()
    place = page.locator("button.place").first
    place.click()
    if page.locator(".bar-refused").inner_text():
        place.click()  # two chips make the least bet
    visit.ready()


def play_by_click(visit: Visit) -> None:
    """The first calm answer to every question, until the results are there."""
    while visit.is_in("answer", "result") == "answer":
        calls = visit.calls()
        visit.call(next((one for one in CALM_CALLS if one in calls), calls[-1]))


def clause_of(visit: Visit, result: Locator) -> str:
    """The clause that a result tells when it is pointed at."""
    result.hover()
    slip = visit.page.locator("#clause-slip b")
    expect(slip).to_have_text(re.compile(r"^[A-Z0-9]+-"))
    return slip.inner_text()
