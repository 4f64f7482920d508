"""What is heard and felt at a table where somebody asked for it, and the floor as an app of a device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.web.house import Server
from tests.web.stacked import Stack, dealt, open_stacked
from tests.web.visits import UNHURRIED, Visit, with_menu

pytestmark = pytest.mark.slow

BLACKJACK = "catfish-blackjack"

LISTEN = """
window.heard = { hiss: 0, tone: 0, felt: [] };
for (const [name, what] of [["createBufferSource", "hiss"], ["createOscillator", "tone"]]) {
  const made = BaseAudioContext.prototype[name];
  BaseAudioContext.prototype[name] = function () { heard[what] += 1; return made.call(this); };
}
Navigator.prototype.vibrate = (pattern) => heard.felt.push([pattern].flat());
"""
"""Counts the sounds that are made and the trembles that are asked for."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def play(come: Any, floor: Server, stack: Stack) -> Callable[..., dict[str, Any]]:
    """Win a round against a six with settings chosen, on a device; returns what was heard and felt."""

    def played(device: dict[str, Any], **chosen: str) -> dict[str, Any]:
        visit: Visit = come(**device)
        visit.page.add_init_script(LISTEN)
        visit.sit_stacked(floor, stack, BLACKJACK, dealt(BLACKJACK, player="T T", dealer="6 T", then="9"))
        for name, choice in chosen.items():
            setting = visit.page.locator("#settings .setting", has_text=name).locator("select")
            with_menu(visit, lambda found=setting, value=choice: found.select_option(value))
        visit.lay("Main bet", 2500)
        visit.ready()
        visit.is_in("answer")
        visit.call("Stand")
        visit.is_in("result")
        return dict(visit.page.evaluate("heard"))

    return played


def test_nothing_is_heard_or_felt_that_nobody_asked_for(play: Callable[..., dict[str, Any]]) -> None:
    assert play(PHONE) == {"hiss": 0, "tone": 0, "felt": []}


def test_cards_chips_and_a_win_are_heard_by_who_asked_for_it(play: Callable[..., dict[str, Any]]) -> None:
    heard = play({}, Sounds="on")
    assert heard["hiss"] == 6, "four cards, the hole card turned, and one more"
    assert heard["tone"] >= 4, "a chip rings twice, and so does a win"
    assert heard["felt"] == []


def test_a_phone_trembles_at_ones_turn_and_at_a_win_where_that_was_chosen(play: Callable[..., dict[str, Any]]) -> None:
    heard = play(PHONE, Vibration="on")
    assert heard["felt"] == [[30], [40, 60, 40]]
    assert (heard["hiss"], heard["tone"]) == (0, 0)


def test_a_desktop_is_not_asked_whether_it_trembles(come: Any, floor: Server) -> None:
    visit: Visit = come()
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    assert visit.page.locator("#settings .setting").all_inner_texts()[1:] == ["Sounds\nOff\nOn"]


@pytest.mark.parametrize("page", ["/", "/table.html", "/school.html", "/docs/"])
def test_the_floor_can_be_installed_as_an_app(page: str, come: Any, floor: Server) -> None:
    visit: Visit = come()
    visit.page.goto(floor.address + page)
    browser = visit.page.context.new_cdp_session(visit.page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["url"] == f"{floor.address}/pitboss.webmanifest"
    assert manifest["errors"] == []
    found = {one["errorId"] for one in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert found <= {"in-incognito"}, "each test has a private window"
