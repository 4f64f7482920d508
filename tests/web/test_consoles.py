"""The consoles in a real browser: what dealers, the floor, surveillance and regulators do all night."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.consoles import Desk, Pit
from tests.web.house import Server

from pitboss.cards import DECK
from pitboss.rules import SHIPPED

pytestmark = pytest.mark.slow

CALM = "skngfr"
"""Keys of calm answers: stand, check, no insurance, go on, fold, refuse."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floor")) as found:
        yield found


@pytest.fixture
def pit(request: pytest.FixtureRequest, floor: Server, browser: Browser) -> Iterator[Pit]:
    found = Pit(floor, browser, getattr(request, "param", "catfish-blackjack"))
    found.open()
    yield found
    found.close()


def any_cards() -> Iterator[str]:
    """Faces one after the other; as many decks as it takes, none of them a ten or an ace first."""
    low = [card.text for card in DECK if card.text[0] in "2345678"]
    return itertools.chain(low, (card.text for card in DECK if card.text[0] in "9TJQKA"))


@pytest.mark.parametrize("pit", SHIPPED, indirect=True)
def test_a_declared_round_by_keyboard(pit: Pit) -> None:
    pit.guests(1, 3)
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#step .rule-button")
    pit.deal_by_keys(any_cards(), CALM)
    assert pit.see["round"] == 1
    assert page.locator("#refused").inner_text() == ""


def test_a_card_takes_two_keys_and_a_slip_of_the_finger_is_taken_back(pit: Pit) -> None:
    pit.guests(2)
    pit.dealer.do(pit.table, {"type": "Act", "action": {"type": "StartDeal"}})
    pit.dealer.do(pit.table, {"type": "Act", "action": {"type": "Proceed"}})
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#pad .pad-key")
    page.keyboard.press("k")
    page.keyboard.press("Backspace")  # the wrong rank, before the suit
    page.keyboard.press("9")
    page.keyboard.press("h")
    page.get_by_role("button", name="Take the last entry back").wait_for()
    assert [e["card"] for e in pit.dealer.see(pit.table)["events"] if e["type"] == "CardDealt"] == ["9h"]
    page.keyboard.press("Backspace")  # the whole card
    page.wait_for_selector("#pad .pad-key:not(:disabled)")
    assert not [e for e in pit.dealer.see(pit.table)["events"] if e["type"] == "CardDealt"]
    page.get_by_role("button", name="ace").click()
    page.get_by_role("button", name="spades").click()
    page.wait_for_function("() => !document.querySelector('#pad .pad-key')")
    assert [e["card"] for e in pit.dealer.see(pit.table)["events"] if e["type"] == "CardDealt"] == ["As"]


def test_a_case_is_ruled_on_with_its_worth_and_a_note(pit: Pit) -> None:
    """Box 3 is dealt a card too many: called, named, weighed, ruled on, and the round goes on."""
    pit.guests(1, 3)
    dealer = pit.dealer.go(f"/dealer.html?table={pit.table}")
    floor = pit.floor.go(f"/pit.html#floor/{pit.table}")
    floor.wait_for_selector(".tile")
    cards = iter(["Kd", "Tc", "9d", "4h", "7s", "6s", "5d", "8c", "3s", "2h"])
    dealer.wait_for_selector("#step .rule-button")
    version = pit.dealer.see(pit.table)["version"]
    dealer.keyboard.press("Enter")  # no more bets
    pit._moved(version)
    for wrong in (False, False, False, True):
        version = pit.dealer.see(pit.table)["version"]
        if wrong:
            dealer.get_by_text("Something went wrong").click()
            dealer.get_by_role("button", name="By mistake: the card went to box 3").click()
        else:
            pit._one_key(dealer, cards, CALM)
        pit._moved(version)
        if pit.dealer.staff(pit.table)["card"]:
            version = pit.dealer.see(pit.table)["version"]
            pit._one_key(dealer, cards, CALM)
            pit._moved(version)
    while pit.dealer.staff(pit.table)["case"] is None:
        version = pit.dealer.see(pit.table)["version"]
        pit._one_key(dealer, cards, CALM)
        pit._moved(version)
    assert pit.dealer.staff(pit.table)["case"]["kind"] == "wrong_count"
    dealer.get_by_role("button", name="Call the supervisor").click()
    dealer.get_by_role("button", name="Keep").click()
    floor.get_by_role("heading", name="wrong number of cards").wait_for()
    floor.wait_for_selector(".ruling .worth-bar")
    assert floor.locator(".ruling input[type=radio]").count() == 3
    assert "BJ-IRR-7" in floor.locator(".case-clause").inner_text()
    floor.get_by_label("Note for the log").fill("came out stuck to the second")
    floor.locator(".ruling", has_text="Sit out").locator("input").check()
    version = pit.dealer.see(pit.table)["version"]
    floor.locator(".rule-button").click()
    pit._moved(version)
    ruled = next(e for e in pit.dealer.see(pit.table)["events"] if e["type"] == "Ruled")
    assert (ruled["choice"], ruled["note"]) == ("sit_out", "came out stuck to the second")
    pit.deal_by_keys(cards, CALM)


def test_the_floor_is_called_and_answers(pit: Pit) -> None:
    dealer = pit.dealer.go(f"/dealer.html?table={pit.table}")
    dealer.get_by_role("button", name="Call the floor").click()
    floor = pit.floor.go(f"/pit.html#floor/{pit.table}")
    floor.get_by_text("1 needs you").wait_for()
    floor.get_by_role("button", name="Answer the call").click()
    floor.get_by_text("1 needs you").wait_for(state="detached")


def test_a_fill_is_asked_for_and_signed_and_the_table_closes_with_its_count(pit: Pit) -> None:
    floor = pit.floor.go(f"/pit.html#money/{pit.table}")
    fill = floor.locator("form", has_text="Ask for a fill or a credit")
    fill.locator("[data-chip='10000']").fill("20")
    fill.get_by_role("button", name="Write the slip").click()
    floor.locator("td", has_text="20 × $100").wait_for()
    dealer = pit.dealer.go(f"/dealer.html?table={pit.table}")
    dealer.get_by_role("button", name="are counted").click()
    floor.get_by_text("No fill or credit is under way.").wait_for()
    pit.dealer.do(pit.table, {"type": "EndRound"})
    tray = next(one["tray"] for one in pit.floor.client.get("/api/floor").json() if one["table"] == pit.table)
    count = floor.locator("form", has_text="Count the tray")
    count.get_by_label("When").select_option("closing")
    count.locator("[data-chip='100']").fill(str(tray // 100))
    count.get_by_role("button", name="Record the count").click()
    count.get_by_text("Done.").wait_for()
    floor.goto(f"{pit.floor.address}/pit.html#floor/{pit.table}")
    floor.get_by_role("button", name="Close the table").click()
    floor.wait_for_timeout(200)
    assert pit.floor.see(pit.table)["state"]["closed"]


def test_a_sheet_is_proposed_by_one_and_approved_by_another(floor: Server, browser: Browser) -> None:
    one, other = (Desk(floor, browser, role, (1180, 820)) for role in ("shift_manager", "administrator"))
    page = one.go("/pit.html#approvals")
    form = page.locator("form", has_text="Propose a sheet")
    form.get_by_label("What is set").fill("table.minimum=25")
    form.get_by_label("Name of the proposal").fill("dearer tonight")
    form.get_by_label("Reason").fill("a busy night")
    form.get_by_role("button", name="Propose the sheet").click()
    page.locator("article", has_text="dearer tonight").wait_for()
    assert page.get_by_role("button", name="Approve", exact=True).count() == 0  # nobody approves his own
    second = other.go("/pit.html#approvals")
    second.get_by_role("button", name="Approve", exact=True).click()
    second.get_by_role("button", name="Apply").click()
    second.locator("td", has_text="table.minimum=25").wait_for()
    opened = {"table": "dear-1", "sheet": "catfish-blackjack", "sets": ["table.minimum=25"]}
    assert other.client.post("/api/admin/tables", json=opened).status_code == 201
    one.close()
    other.close()


@pytest.mark.parametrize("role", ["surveillance", "regulator"])
def test_the_eye_sees_and_does_not_act(role: str, pit: Pit, floor: Server, browser: Browser) -> None:
    pit.guests(1)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.deal_by_keys(any_cards(), CALM)
    eye = Desk(floor, browser, role, (1440, 900))
    page = eye.go(f"/eye.html?table={pit.table}")
    page.get_by_role("button", name=f"{pit.table} 1").click()
    page.get_by_role("button", name="Next").click()
    assert "2 of" in page.locator(".replay-said").inner_text()
    page.get_by_role("button", name="Recompute the whole log").click()
    page.get_by_text("All of it holds").wait_for()
    with page.expect_download() as zipped:
        page.get_by_role("link", name="Evidence bundle").click()
    assert zipped.value.suggested_filename == "evidence.zip"
    for command in ({"type": "TapIn"}, {"type": "Sit", "box": 2}, {"type": "CloseTable"}, {"type": "AnswerCall"}):
        body = {"id": "no", "command": command}
        answer = eye.client.post(f"/api/tables/{pit.table}/commands", json=body)
        assert answer.status_code == 409
        assert "that is for the" in answer.json()["reason"]
    console = eye.go(f"/dealer.html?table={pit.table}")
    console.wait_for_selector("#step h2")
    assert console.locator("#step .rule-button, #answers button").count() == 0
    eye.close()


def test_reports_show_win_against_expectation(pit: Pit) -> None:
    pit.guests(1, 2)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.deal_by_keys(any_cards(), CALM)
    page = pit.floor.go("/reports.html")
    page.locator("h2", has_text="Liabilities").wait_for()
    assert page.locator(".report-table", has_text="1 rounds").count() >= 1
    assert "format=html" in (page.get_by_role("link", name="The whole report").get_attribute("href") or "")


@pytest.mark.parametrize("role", ["player", "security"])
def test_who_has_no_business_on_the_floor_is_told_so(role: str, floor: Server, browser: Browser) -> None:
    desk = Desk(floor, browser, role, (820, 1180))
    page = desk.go("/eye.html")
    page.get_by_text("This page is for surveillance, the regulator and the floor.").wait_for()
    desk.close()
