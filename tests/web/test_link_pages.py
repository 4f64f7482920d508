"""The link of two games in a real browser: sign, lobby and every table tell of a hit, and that it is out of order."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.web.consoles import Desk, Pit
from tests.web.house import Server
from tests.web.stacked import open_stacked
from tests.web.visits import UNHURRIED, Visit

pytestmark = pytest.mark.slow

UTH, C4 = "ultimate-texas-holdem", "crazy-4-poker"
GAMES = {UTH: "Ultimate Texas Hold’em", C4: "Crazy 4 Poker"}
HANDS = {UTH: "7h 6h 5h 2c 3d 4c 9d 8h 9h", C4: "Kc Kd 7c 4h 3d 5s 6s 7s 8s 9s"}
"""The cards of a round with one guest as they are turned: a straight flush of five for the guest."""
PLAY = {UTH: 4, C4: 1}

Staffed = Callable[[str], Pit]


def shown_as(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02}"


@pytest.fixture(scope="module")
def supervisors(floor: Server, browser: Browser) -> Iterator[tuple[Desk, Desk]]:
    found = Pit.supervisors(floor, browser)
    yield found
    for desk in found:
        desk.close()


@pytest.fixture(scope="module")
def guard(floor: Server, browser: Browser) -> Iterator[Desk]:
    found = Desk(floor, browser, "security", (820, 1180))
    yield found
    found.close()


@pytest.fixture
def staffed(floor: Server, browser: Browser, supervisors: tuple[Desk, Desk]) -> Iterator[Staffed]:
    """Tables with a dealer and a guest who plays for the meters, dealt until the guest has won one."""
    with ExitStack() as stack:

        def hit(sheet: str) -> Pit:
            pit = Pit(floor, browser, sheet, supervisors=supervisors)
            stack.callback(pit.close)
            pit.open()
            pit.guests(1, progressive=500)
            pit.dealer.do(pit.table, {"type": "CoinIn", "chips": 1})
            deal_to_the_hit(pit)
            return pit

        yield hit


def deal_to_the_hit(pit: Pit) -> None:
    """Every card as it stands in the list, and the guest plays."""
    cards = iter(HANDS[pit.sheet].split())
    while (question := pit.see["question"])["kind"] != "jackpot":
        action: dict[str, Any] = {"type": "Proceed"}
        if question["kind"] == "card":
            action = {"type": "CardIs", "card": next(cards)}
        elif question["role"] == "player":
            action = {"type": "PlayBet", "spot": 1, "multiple": PLAY[pit.sheet]}
        pit.dealer.do(pit.table, {"type": "Act", "action": action})


def award(pit: Pit, guard: Desk) -> int:
    """All steps until the meter is awarded, each by whoever does it."""
    steps = ((pit.dealer, "press_hand"), (pit.dealer, "call_supervisor"), (pit.manager, "do_paperwork"),
             (pit.manager, "check_offsets"), (guard, "confirm_guard"))  # fmt: skip
    for desk, step in steps:
        desk.do(pit.table, {"type": "Jackpot", "seat": 1, "step": step})
        if step == "call_supervisor":
            pit.floor.do(pit.table, {"type": "AnswerCall"})
    (payment,) = pit.floor.staff(pit.table)["payments"]
    return int(payment["award"])


class PlayerViewers:
    """Browsers at the sign, in the lobby and at two tables of each game."""

    def __init__(self, floor: Server, context: BrowserContext) -> None:
        self.floor = floor
        tables = [(f"{sheet}-1", open_stacked(floor, sheet, UNHURRIED)) for sheet in GAMES]
        paths = {table: f"/table.html?table={table}" for two in tables for table in two}
        self.pages = {name: context.new_page() for name in ("/sign.html", "/", *paths)}
        for name, page in self.pages.items():
            page.goto(floor.address + paths.get(name, name))

    def said(self, page: str) -> Any:
        """Where a page tells of the link."""
        return self.pages[page].locator({"/sign.html": "#note", "/": "#link-note"}.get(page, "#notices"))

    def are_told(self, words: str) -> None:
        for page in self.pages:
            expect(self.said(page)).to_contain_text(words)

    def are_not_told(self, words: str) -> None:
        for page in self.pages:
            expect(self.said(page)).not_to_contain_text(words)

    def see_the_meters(self) -> None:
        """Every page shows what the link stands at."""
        link = self.floor.client().get("/api/meters").json()
        for meter, (name, page) in itertools.product(("major", "minor"), self.pages.items()):
            shown = page.locator(f"#{meter}" if name == "/sign.html" else f"#{meter} svg")
            expect(shown).to_have_attribute("aria-label", shown_as(link[meter]))


@pytest.fixture(scope="module")
def onlookers(floor: Server, browser: Browser) -> Iterator[PlayerViewers]:
    context = browser.new_context(reduced_motion="reduce")
    yield PlayerViewers(floor, context)
    context.close()


def place(pit: Pit) -> str:
    return f"Table {pit.table.removeprefix(f'{pit.sheet}-')}, {GAMES[pit.sheet]}"


@pytest.mark.clause("UTH-PROG-0c", "C4-PROG-1")
@pytest.mark.parametrize("sheet", GAMES)
def test_a_hit_at_one_game_is_seen_on_the_sign_and_at_every_table_of_both(
    sheet: str, onlookers: PlayerViewers, staffed: Staffed, guard: Desk
) -> None:
    pit = staffed(sheet)
    onlookers.are_told(f"Minor hit at {place(pit)}")
    onlookers.see_the_meters()
    cents = award(pit, guard)
    assert cents == 150_040
    onlookers.are_told(f"Minor won at {place(pit)}: $1,500.40")
    onlookers.see_the_meters()
    assert onlookers.floor.client().get("/api/meters").json()["minor"] == 150_000


@pytest.mark.clause("UTH-PMULT-2a", "UTH-PMULT-2b")
def test_hits_at_both_games_at_once_are_told_with_their_shares(
    onlookers: PlayerViewers, staffed: Staffed, guard: Desk
) -> None:
    pits = [staffed(sheet) for sheet in GAMES]
    for pit in pits:
        onlookers.are_told(f"Minor hit at {place(pit)}")
    shares = [award(pit, guard) for pit in pits]
    assert sum(shares) == 150_000 + 2 * 40
    for pit, cents in zip(pits, shares, strict=True):
        onlookers.are_told(f"Minor won at {place(pit)}: {shown_as(cents)}")
    onlookers.see_the_meters()


@pytest.mark.clause("UTH-PMULT-4", "C4-PROG-1")
def test_while_the_link_is_down_every_page_says_so_and_both_games_go_on(
    onlookers: PlayerViewers, supervisors: tuple[Desk, Desk], come: Callable[[], Visit]
) -> None:
    words = "The progressive is out of order."
    manager = supervisors[1].go("/pit.html#jackpots")
    manager.get_by_label("Why it is out of order").fill("cable")
    manager.get_by_role("button", name="Take the link down").click()
    onlookers.are_told(words)
    for sheet in GAMES:
        guest = come()
        guest.sit(f"{sheet}-1")
        guest.lay("Ante", 1000)
        guest.page.locator("button.place[aria-label*='Progressive']").click()
        expect(guest.page.locator(".bar-refused")).to_contain_text(re.compile("out of order"))
        guest.ready()
        guest.is_in("answer")
    manager.get_by_role("button", name="The link works again").click()
    onlookers.are_not_told(words)
