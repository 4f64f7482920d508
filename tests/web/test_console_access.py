"""Every page of the staff: pictures at tablet and desktop, nothing cut off, and no serious trouble for anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.web.axe import serious_trouble
from tests.web.consoles import FIGURES_MS, Desk, Pit
from tests.web.house import Server
from tests.web.test_access import ROOT

pytestmark = pytest.mark.slow

SHOTS = ROOT / "artefacts" / "consoles"
SIZES = {"portrait": (820, 1180), "landscape": (1180, 820), "small": (1024, 768), "desktop": (1440, 900)}
SMALL_TARGETS = """() => [...document.querySelectorAll("button, summary, select, input:not([type=radio])")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect().height])
  .filter(([, high]) => high < 31.5)"""
"""Controls that a finger would miss; links within a grid have the height of its lines."""


class Evening:
    """A pit in the middle of things: a guest who acts, a case to rule on, sensors lit, a round behind it."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.pits = {
            name: Pit(server, browser, sheet)
            for name, sheet in {
                "acting": "catfish-blackjack",
                "case": "catfish-blackjack",
                "coin": "ultimate-texas-holdem",
                "naming": "games-of-chance-blackjack",
            }.items()
        }
        self.eye = Desk(server, browser, "surveillance", SIZES["desktop"])
        self.officer = Desk(server, browser, "compliance", SIZES["desktop"])
        server.enter("player").post("/api/cage/buy-in", json={"id": "cash", "cents": 299_900}).raise_for_status()
        self._a_round_behind("acting")
        self._until("acting", (1, 3, 6), lambda staff: staff["who"] == "player", trilux=500)
        self._a_case("case")
        self._open("coin", (1, 2, 4), progressive=500)
        self._until("naming", (2, 5), lambda staff: staff["card"])

    def close(self) -> None:
        for pit in self.pits.values():
            pit.close()
        self.eye.close()
        self.officer.close()

    def _open(self, name: str, boxes: tuple[int, ...], **more: int) -> Pit:
        pit = self.pits[name]
        pit.open()
        pit.guests(*boxes, **more)
        return pit

    def _a_round_behind(self, name: str) -> None:
        pit = self._open(name, (2,))
        cards = iter(["Kd", "9d", "Th", "7c", "8s"])
        while pit.see["dealt"] or pit.see["question"]:
            offers = [one["command"] for one in pit.dealer.staff(pit.table)["offers"]]
            if pit.dealer.staff(pit.table)["card"]:
                pit.dealer.do(pit.table, act("CardIs", card=next(cards)))
            else:
                usual = [one for one in offers if one["type"] in ("EndRound", "Act")]
                pit.dealer.do(pit.table, next((one for one in usual if one.get("action") == STAND), usual[0]))
        pit.dealer.do(pit.table, {"type": "UnseatVisitor", "box": 2})

    def _until(
        self, name: str, boxes: tuple[int, ...], reached: Callable[[dict[str, object]], object], **more: int
    ) -> None:
        pit = self._open(name, boxes, **more)
        cards = iter(["Kd", "Tc", "9c", "9d", "Th", "4h", "7s"])
        pit.dealer.do(pit.table, act("StartDeal"))
        while not reached(staff := pit.dealer.staff(pit.table)):
            due = act("CardIs", card=next(cards)) if staff["card"] else act("Proceed")
            pit.dealer.do(pit.table, due)

    def _a_case(self, name: str) -> None:
        """Seat 3 is dealt three cards."""
        pit = self._open(name, (1, 3, 5))
        cards = iter(["Kd", "Tc", "9c", "9d", "4h", "Th", "5d", "7s", "8c", "8s"])
        moves = [act("StartDeal"), *[act("Proceed")] * 3, act("Deal", spot=3), *[act("Proceed")] * 9]
        while not pit.dealer.staff(pit.table)["case"]:
            naming = pit.dealer.staff(pit.table)["card"]
            pit.dealer.do(pit.table, act("CardIs", card=next(cards)) if naming else moves.pop(0))
        while not pit.dealer.staff(pit.table)["case"]["rulings"]:
            offers = [one["command"] for one in pit.dealer.staff(pit.table)["offers"]]
            pit.dealer.do(pit.table, next(one for one in offers if one["type"] == "Act"))


def act(type_: str, **more: object) -> dict[str, object]:
    return {"type": "Act", "action": {"type": type_, **more}}


STAND = {"type": "Stand", "spot": 0, "hand": -1}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Evening]:
    with Server(tmp_path_factory.mktemp("floor")) as server:
        found = Evening(server, browser)
        yield found
        found.close()


PAGES: dict[str, tuple[str, str, str, str]] = {
    "dealer-acting": ("acting", "dealer", "/dealer.html?table={acting}", "#answers .answer"),
    "dealer-naming": ("naming", "dealer", "/dealer.html?table={naming}", ".pad-key"),
    "dealer-coin-in": ("coin", "dealer", "/dealer.html?table={coin}", ".amount-form"),
    "dealer-choosing": ("coin", "dealer", "/dealer.html", ".your-table"),
    "floor-case": ("case", "floor", "/pit.html#floor/{case}", ".ruling .worth-bar"),
    "floor-table": ("case", "floor", "/pit.html#floor/{acting}", ".case pit-felt svg"),
    "floor-open": ("case", "floor", "/pit.html#floor/open", ".case form"),
    "floor-jackpots": ("case", "floor", "/pit.html#jackpots", ".jackpot-meters svg"),
    "floor-money": ("case", "floor", "/pit.html#money/{acting}", ".corrections td"),
    "floor-people": ("case", "floor", "/pit.html#people", ".grid td"),
    "floor-approvals": ("case", "manager", "/pit.html#approvals", ".grid td"),
    "floor-log": ("case", "floor", "/pit.html#log", ".grid td"),
    "eye": ("case", "eye", "/eye.html?table={acting}", "#found .link"),
    "reports": ("case", "eye", "/reports.html", ".course"),
    "ratings": ("case", "eye", "/ratings.html", ".visits td"),
    "cash": ("case", "officer", "/cash.html", ".cash-pattern"),
}
"""Whose page, where it is, and what shows that it stands."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_staff(name: str, evening: Evening) -> None:
    whose, role, path, standing = PAGES[name]
    desk = getattr(evening, role, None) or getattr(evening.pits[whose], role)
    desk.go("/healthz")  # so that another part of the same page is loaded anew
    page: Page = desk.go(path.format(**{key: pit.table for key, pit in evening.pits.items()}))
    page.wait_for_selector(standing, timeout=FIGURES_MS)
    if name == "eye":
        page.locator("#found .link").first.click()
        page.wait_for_selector("pit-replay svg")
    SHOTS.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.screenshot(path=SHOTS / f"{name}-{size}-{theme}.png")
        wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room, f"{size}: {wide} pixels in a window of {room}"
    assert page.evaluate(SMALL_TARGETS) == []
    assert serious_trouble(page) == []
