"""A floor with its staff, for the tests of the consoles: tables opened and counted, each person with a browser."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import httpx
from playwright.sync_api import Browser, Page
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import COOKIE, Server

from pitboss.games.game import ENGINES

__all__ = ["FIGURES_MS", "Desk", "Pit"]

FIGURES_MS = 900_000
"""How long a page may take to show what has to be worked out first, on a busy machine."""

ids = itertools.count(1)


class Desk:
    """One person of the staff: over HTTP for what is only prepared, in a browser for what is tried."""

    def __init__(self, floor: Server, browser: Browser, role: str, size: tuple[int, int]) -> None:
        self.client: httpx.Client = floor.enter(role)
        self.name: str = self.client.get("/api/me").json()["name"]
        self.address, self.running = floor.address, floor.running
        self.browser, self.size = browser, size
        self.troubles: list[str] = []

    @cached_property
    def page(self) -> Page:
        """The page at this desk, which is opened when it is first looked at."""
        width, height = self.size
        context = self.browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_cookies([{"name": COOKIE, "value": self.client.cookies[COOKIE], "url": self.address}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def do(self, table: str, command: dict[str, Any]) -> None:
        body = {"id": f"x{next(ids)}", "command": command, "question": self.see(table)["state"]["asked"]}
        answer = self.client.post(f"/api/tables/{table}/commands", json=body)
        assert answer.status_code == 200, (command, answer.text)

    def see(self, table: str) -> dict[str, Any]:
        seen: dict[str, Any] = self.client.get(f"/api/tables/{table}").json()
        return seen

    def staff(self, table: str) -> dict[str, Any]:
        part: dict[str, Any] = self.see(table)["staff"]
        return part

    def version(self, table: str) -> int:
        """Where a table stands; who asked the server over HTTP for it again and again would keep it from its work."""
        return self.running.floor.table(table).version

    def moved(self, table: str, version: int) -> None:
        """Wait until a table is beyond a version."""
        eventually(lambda: self.version(table) > version, f"nothing happened at {table}")

    def shows(self, table: str) -> dict[str, Any]:
        """The table as it stands, once the dealer's page stands there too."""
        seen = self.see(table)
        self.page.wait_for_function("least => Number(document.body.dataset.version) >= least", arg=seen["version"])
        return seen

    def close(self) -> None:
        if "page" in vars(self):
            self.page.context.close()
        assert self.troubles == [], self.troubles


class Pit:
    """A dealer at one staffed table, and a floor supervisor and a shift manager, who may have other tables, too."""

    def __init__(
        self, floor: Server, browser: Browser, sheet: str, *, supervisors: tuple[Desk, Desk] | None = None
    ) -> None:
        self.sheet, self.table = sheet, f"{sheet}-s{next(ids)}"
        self.dealer = Desk(floor, browser, "dealer", (1180, 820))
        self.floor, self.manager = supervisors or self.supervisors(floor, browser)
        self._own = (self.dealer,) if supervisors else (self.dealer, self.floor, self.manager)
        opened = {"table": self.table, "sheet": sheet, "dealer": "staffed", "cards": "declared"}
        assert self.floor.client.post("/api/admin/tables", json=opened).status_code == 201
        self.posted: dict[str, Any] = self.floor.client.get(f"/api/tables/{self.table}/posted").json()

    def close(self) -> None:
        for desk in self._own:
            desk.close()

    @staticmethod
    def supervisors(floor: Server, browser: Browser) -> tuple[Desk, Desk]:
        """Somebody of the floor, and a shift manager."""
        return Desk(floor, browser, "floor", (1440, 900)), Desk(floor, browser, "shift_manager", (1440, 900))

    def open(self) -> None:
        """The opening count, a dealer, and all that is due with the cards, until bets can be opened."""
        self.tap_in()
        while self.see["question"] is None:
            self.step()

    def tap_in(self) -> None:
        """The opening count and a dealer, where there was none."""
        if not self.floor.staff(self.table)["counted"]:
            tray = self.floor.client.get("/api/floor").json()
            cents = next(one["tray"] for one in tray if one["table"] == self.table)
            chips = [[100, cents // 100]]
            self.floor.do(self.table, {"type": "CountTray", "when": "opening", "chips": chips})
            self.dealer.do(self.table, {"type": "TapIn"})

    def step(self) -> None:
        """The most usual thing that can be done now, by whoever may."""
        for desk in (self.dealer, self.floor):
            offers = [one["command"] for one in desk.staff(self.table)["offers"]]
            usual = [one for one in offers if one["type"] in ("HandleCards", "StartRound")]
            if usual:
                desk.do(self.table, usual[0])
                return
        raise AssertionError("nothing can be done")

    @property
    def see(self) -> dict[str, Any]:
        state: dict[str, Any] = self.dealer.see(self.table)["state"]
        return state

    def guests(self, *boxes: int, **more: int) -> None:
        """Guests with the least bet in these boxes, and further wagers beside it."""
        least = self.posted["wagers"][0]["minimum"]
        first = ENGINES[self.posted["game"]].main_wagers
        for box in boxes:
            self.dealer.do(self.table, {"type": "SeatVisitor", "box": box, "name": f"Guest {box}"})
            self.dealer.do(self.table, {"type": "VisitorBuysIn", "box": box, "cents": 100_000})
            for wager, cents in {**dict.fromkeys(first, least), **more}.items():
                action = {"type": "PlaceBet", "spot": box, "cents": cents, "wager": wager}
                self.dealer.do(self.table, {"type": "Act", "action": action})

    def deal_by_keys(self, cards: Iterator[str], answers: str, most: int = 120) -> None:
        """The dealer's page by keyboard alone, until the round is over: cards, steps, and what the guests signal."""
        for _ in range(most):
            if not self.see["dealt"]:
                return
            self.key(cards, answers)
        raise AssertionError(f"the round does not end: {self.dealer.staff(self.table)}")

    def _one_key(self, page: Page, cards: Iterator[str], answers: str) -> None:
        staff = self.dealer.shows(self.table)["staff"]
        if staff["card"]:
            page.wait_for_selector("#pad .pad-key")
            card = next(cards)
            page.keyboard.press(card[0].lower())
            page.keyboard.press(card[1])
            return
        if staff["who"] in ("floor", "shift_manager"):
            self.rule(staff["who"])
            return
        page.wait_for_selector("#step .rule-button, #answers button")
        if staff["who"] == "dealer" or not page.locator("#answers [data-key]").count():
            page.wait_for_selector("#step .rule-button")
            page.keyboard.press("Enter")
            return
        shown = {one.get_attribute("data-key") for one in page.locator("#answers [data-key]").all()}
        page.keyboard.press(next((key for key in answers if key in shown), min(filter(None, shown))))

    def rule(self, role: str) -> None:
        """The first permitted ruling, at the desk of whoever gives it."""
        desk = self.manager if role == "shift_manager" else self.floor
        page = desk.go(f"/pit.html#floor/{self.table}")
        named = self.table.removeprefix(f"{self.sheet}-")
        page.locator(".case-head", has_text=f"Table {named} ").wait_for()
        page.locator(".ruling input[type=radio]").first.check()
        page.get_by_label("Note for the log").fill("as the clause says")
        for _ in range(2):  # it asks once more
            page.locator(".case .rule-button").click()

    def until(self, kind: str, cards: Iterator[str], answers: str) -> None:
        """Go on until an irregularity of this kind can be declared."""
        for _ in range(80):
            if any(one["kind"] == kind for one in self.dealer.staff(self.table)["declare"]):
                return
            self.key(cards, answers)
        raise AssertionError(f"{kind} can never be declared")

    def key(self, cards: Iterator[str], answers: str) -> None:
        """One thing more, and its answer."""
        version = self.dealer.version(self.table)
        self._one_key(self.dealer.page, cards, answers)
        self.moved(version)

    def wrong(self, words: str) -> None:
        """Something that went wrong, by its words."""
        page, version = self.dealer.page, self.dealer.shows(self.table)["version"]
        details = page.locator("#declare details")
        details.wait_for()
        if not details.evaluate("one => one.open"):
            page.locator("#declare summary").click()
        page.locator("#declare button", has_text=words).first.click()
        self.moved(version)

    def moved(self, version: int) -> None:
        self.dealer.moved(self.table, version)
