"""The consoles in a real browser: what dealers, the floor, surveillance and regulators do all night."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.waiting import eventually
from tests.web.consoles import FIGURES_MS, Desk, Pit
from tests.web.house import Server

from pitboss.cards import DECK
from pitboss.money import dollars
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


def act(pit: Pit, *actions: dict[str, str]) -> None:
    """Steps of the round by the dealer."""
    for action in actions:
        pit.dealer.do(pit.table, {"type": "Act", "action": action})


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
    eventually(lambda: faces(pit) == ["9h"], "the card is not dealt")
    page.get_by_role("button", name="Take the last entry back").wait_for()
    pit.dealer.shows(pit.table)
    page.keyboard.press("Backspace")  # the whole card
    eventually(lambda: faces(pit) == [], "the card is not taken back")
    pit.dealer.shows(pit.table)
    page.wait_for_selector("#pad .pad-key:not(:disabled)")
    page.get_by_role("button", name="ace").click()
    page.get_by_role("button", name="spades").click()
    eventually(lambda: faces(pit) == ["As"], "the card is not dealt")


def faces(pit: Pit) -> list[str]:
    """The cards that were dealt, as they were typed."""
    return [e["card"] for e in pit.dealer.see(pit.table)["events"] if e["type"] == "CardDealt"]


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
    pit.moved(version)
    for wrong in (False, False, False, True):
        version = pit.dealer.see(pit.table)["version"]
        if wrong:
            dealer.get_by_text("Something went wrong").click()
            dealer.get_by_role("button", name="By mistake: the card went to box 3").click()
        else:
            pit._one_key(dealer, cards, CALM)
        pit.moved(version)
        if pit.dealer.staff(pit.table)["card"]:
            version = pit.dealer.see(pit.table)["version"]
            pit._one_key(dealer, cards, CALM)
            pit.moved(version)
    while pit.dealer.staff(pit.table)["case"] is None:
        version = pit.dealer.see(pit.table)["version"]
        pit._one_key(dealer, cards, CALM)
        pit.moved(version)
    assert pit.dealer.staff(pit.table)["case"]["kind"] == "wrong_count"
    dealer.get_by_role("button", name="Call the supervisor").click()
    dealer.get_by_role("button", name="Keep").click()
    floor.get_by_role("heading", name="wrong number of cards").wait_for()
    floor.wait_for_selector(".ruling .worth-bar")
    assert floor.locator(".ruling input[type=radio]").count() == 3
    assert "BJ-IRR-7" in floor.locator(".case-clause").inner_text()
    expect(floor.locator(".case-facts")).to_contain_text("Box 1 has K♦ (10)")
    worth = floor.locator(".ruling:not(.names)").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('svg')].map(({ ariaLabel }) => ariaLabel).join())"
    )
    assert len(set(worth)) == 3, worth
    expect(floor.locator(".ruling", has_text="Keep").locator("input")).to_be_checked()  # what the player named
    floor.get_by_label("Note for the log").fill("came out stuck to the second")
    floor.locator(".ruling", has_text="Sit out").locator("input").check()
    version = pit.dealer.see(pit.table)["version"]
    button = floor.locator(".rule-button")
    floor.keyboard.press(
        "Enter"
    )  # the ruling that was touched has the keyboard, and Enter is what it says all the same
    expect(button).to_contain_text("Once more")
    floor.keyboard.press("2")
    expect(button).not_to_contain_text("Once more")
    floor.keyboard.press("1")
    expect(button).to_contain_text("sit out")
    floor.keyboard.press("Enter")
    expect(button).to_contain_text("Once more")
    floor.keyboard.press("Enter")
    pit.moved(version)
    ruled = next(e for e in pit.dealer.see(pit.table)["events"] if e["type"] == "Ruled")
    assert (ruled["choice"], ruled["note"]) == ("sit_out", "came out stuck to the second")
    pit.dealer.shows(pit.table)
    model = "document.querySelector('pit-felt').model.seats[0]"
    assert dealer.evaluate(f"{model}.hands.flatMap(({{ cards }}) => cards)") == []
    assert dealer.evaluate(f"{model}.wagers") == {}
    pit.deal_by_keys(cards, CALM)


def test_the_floor_declares_too_and_a_second_enter_is_no_second_declaration(pit: Pit) -> None:
    pit.guests(1)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.until("hole_exposed", any_cards(), CALM)
    floor = pit.floor.go(f"/pit.html#floor/{pit.table}")
    floor.get_by_text("Something went wrong").click()
    floor.get_by_role("button", name="hole card").click()
    floor.keyboard.press("Enter")
    floor.get_by_role("heading", name="hole card").wait_for()
    declared = [e for e in pit.floor.see(pit.table)["events"] if e["type"] == "IrregularityDeclared"]
    assert [one["kind"] for one in declared] == ["hole_exposed"]


def test_the_floor_is_called_and_answers(pit: Pit) -> None:
    dealer = pit.dealer.go(f"/dealer.html?table={pit.table}")
    dealer.get_by_role("button", name="Call the floor").click()
    floor = pit.floor.go(f"/pit.html#floor/{pit.table}")
    floor.wait_for_selector(".tile.needs[aria-pressed='true']")
    expect(floor.locator(".needed")).to_have_text(re.compile("^[1-9][0-9]* needs? you$"))
    floor.get_by_role("button", name="Answer the call").click()
    floor.wait_for_selector(".tile[aria-pressed='true']:not(.needs)")


def named(pit: Pit) -> str:
    """A table as the consoles call it."""
    return f"Table {pit.table.removeprefix(f'{pit.sheet}-')}, Catfish Blackjack"


def test_money_forms_name_their_table_and_say_what_happened(pit: Pit) -> None:
    page = pit.manager.go(f"/pit.html#money/{pit.table}")
    slip = page.locator("form", has_text="Ask for a fill or a credit")
    slip.get_by_label("Kind").select_option("credit")
    slip.locator("[data-chip='10000']").fill("3")
    slip.get_by_role("button", name="Write the slip").click()
    expect(slip.locator(".form-trouble")).to_have_text(f"{named(pit)}: a credit of $300.00 was asked for.")
    page.get_by_role("button", name="Cancel", exact=True).click()
    cancelled = re.compile(f"^{re.escape(named(pit))}: credit .+ of \\$300\\.00 was cancelled\\.$")
    page.get_by_role("status").filter(has_text=cancelled).wait_for()
    for title, press, said in (
        ("Drop box", "Pull the drop box", "the drop box was pulled and counted at $0.00."),
        ("Dealers’ box", "Count the dealers’ box", "the dealers’ box was counted at $0.00."),
    ):
        box = page.locator("form", has_text=press)
        expect(box.get_by_role("heading")).to_have_text(f"{title}: {named(pit)}")
        box.get_by_label("Counted, in dollars").fill("0")
        box.get_by_role("button", name=press).click()
        expect(box.locator(".form-trouble")).to_have_text(f"{named(pit)}: {said}")


def test_a_tray_is_counted_where_the_floor_is_led_and_what_is_missing_is_told(floor: Server, browser: Browser) -> None:
    with closing(Pit(floor, browser, "catfish-blackjack")) as pit:
        pit.dealer.do(pit.table, {"type": "TapIn"})
        while pit.dealer.staff(pit.table)["next"]["text"] != "count the tray":
            pit.step()
        page = pit.floor.go(f"/pit.html#floor/{pit.table}")
        page.get_by_role("link", name="Count the tray", exact=True).click()
        count = page.locator("form", has_text="Record the count")
        expect(count.get_by_label("When")).to_have_value("opening")
        count.get_by_role("button", name="Record the count").click()
        expect(count.locator(".form-trouble")).to_have_text("No chips were entered: 0 in one field is an empty tray.")
        tray = next(one["tray"] for one in pit.floor.client.get("/api/floor").json() if one["table"] == pit.table)
        count.locator("[data-chip='100']").fill(str(tray // 100 - 5))
        count.get_by_role("button", name="Record the count").click()
        counted = f"{named(pit)}: the tray was counted at ${tray / 100 - 5:,.2f} as the table opens."
        expect(count.locator(".form-trouble")).to_have_text(f"{counted} That is $5.00 less than by the books.")
        expect(count.get_by_label("When")).to_have_value("check")
        page.go_back()
        expect(page.locator(".tile[aria-pressed=true]")).not_to_have_class(re.compile("needs"))
        expect(page.get_by_role("link", name="Count the tray", exact=True)).to_have_count(0)


def test_a_fill_is_asked_for_and_signed_and_the_table_closes_with_its_count(pit: Pit) -> None:
    floor = pit.floor.go(f"/pit.html#money/{pit.table}")
    fill = floor.locator("form", has_text="Ask for a fill or a credit")
    fill.locator("[data-chip='10000']").fill("20")
    fill.get_by_role("button", name="Write the slip").click()
    expect(fill.locator(".form-trouble")).to_have_text(f"{named(pit)}: a fill of $2,000.00 was asked for.")
    floor.locator("td", has_text="20 × $100").wait_for()
    dealer = pit.dealer.go(f"/dealer.html?table={pit.table}")
    dealer.get_by_role("button", name=re.compile(r"The chips of fill .*, \$2,000(\.00)?, are counted")).click()
    floor.get_by_text("No fill or credit is under way.").wait_for()
    pit.dealer.do(pit.table, {"type": "EndRound"})
    tray = next(one["tray"] for one in pit.floor.client.get("/api/floor").json() if one["table"] == pit.table)
    count = floor.locator("form", has_text="Count the tray")
    count.get_by_label("When").select_option("closing")
    count.locator("[data-chip='100']").fill(str(tray // 100))
    count.get_by_role("button", name="Record the count").click()
    counted = f"{named(pit)}: the tray was counted at ${tray / 100:,.2f} as the table closes."
    expect(count.locator(".form-trouble")).to_have_text(counted)
    floor.goto(f"{pit.floor.address}/pit.html#floor/{pit.table}")
    floor.get_by_role("button", name="Close the table").click()
    floor.get_by_role("button", name="Press again").click()
    eventually(lambda: pit.floor.see(pit.table)["state"]["closed"], "the table does not close")
    expect(floor.locator(".pit-foot")).to_contain_text(named(pit))


def test_a_dealer_who_deals_elsewhere_is_told_where_by_the_tables_name(
    pit: Pit, floor: Server, browser: Browser
) -> None:
    with closing(Pit(floor, browser, "catfish-blackjack", supervisors=(pit.floor, pit.manager))) as other:
        page = pit.dealer.go(f"/dealer.html?table={other.table}")
        page.get_by_role("button", name="Tap in").first.click()
        told = f"{pit.dealer.name} deals at {named(pit)}: tap out there first."
        expect(page.locator("#refused")).to_have_text(told)


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
    proposer, approver = (who.client.get("/api/me").json()["name"] for who in (one, other))
    for name in (proposer, approver):  # who made whom, before it is approved
        second.get_by_text(f"{name} has the role from the program, at the first start.").wait_for()
    second.get_by_role("button", name="Approve", exact=True).click()
    second.get_by_role("button", name="Apply").click()
    second.locator("td", has_text="table.minimum=25").wait_for()
    second.get_by_text("A table may still say “Unapproved”").wait_for()
    second.locator("td", has_text="the program, at the first start").first.wait_for()
    opened = {"table": "dear-1", "sheet": "catfish-blackjack", "sets": ["table.minimum=25"]}
    assert other.client.post("/api/admin/tables", json=opened).status_code == 201
    one.close()
    other.close()


def test_a_wrong_meter_is_lowered_by_two(floor: Server, browser: Browser) -> None:
    one, other = (Desk(floor, browser, role, (1180, 820)) for role in ("shift_manager", "administrator"))
    shown = one.client.get("/api/meters").json()["minor"]
    floor.decide({"type": "meter", "meter": "minor", "to": shown + 50_000})
    page = one.go("/pit.html#approvals")
    form = page.locator("form", has_text="Put a meter right")
    form.get_by_label("Meter").select_option("minor")
    form.get_by_label("What it should show").fill("1499.99")
    form.get_by_label("Name of the proposal").fill("the sign was wrong")
    form.get_by_label("Reason").fill("typed twice")
    form.get_by_role("button", name="Propose the meter").click()
    form.get_by_text("the minor is never below its seed of $1,500").wait_for()
    form.get_by_label("What it should show").fill(f"{shown / 100:.2f}")
    form.get_by_role("button", name="Propose the meter").click()
    waiting = page.locator("article", has_text="the sign was wrong")
    waiting.get_by_text("Lower the Minor from").wait_for()
    second = other.go("/pit.html#approvals")
    second.get_by_role("button", name="Approve", exact=True).click()
    second.get_by_role("button", name="Apply").click()
    second.locator("article", has_text="the sign was wrong").wait_for(state="detached")
    assert one.client.get("/api/meters").json()["minor"] == shown
    one.close()
    other.close()


@pytest.mark.parametrize("role", ["surveillance", "regulator"])
def test_the_eye_sees_and_does_not_act(role: str, pit: Pit, floor: Server, browser: Browser) -> None:
    pit.guests(1)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.deal_by_keys(any_cards(), CALM)
    eye = Desk(floor, browser, role, (1440, 900))
    page = eye.go(f"/eye.html?table={pit.table}")
    named = pit.table.removeprefix(f"{pit.sheet}-")
    page.get_by_role("button", name=f"Table {named}, Catfish Blackjack, round 1").click()
    page.get_by_role("button", name="Next").click()
    page.locator(".replay-said", has_text="2 of").wait_for()
    floor.use_up_link()
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
    money = eye.go(f"/pit.html#money/{pit.table}")
    money.wait_for_selector(".corrections td")
    assert money.locator("main form, main button").count() == 0
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
    assert page.locator(".report-table", has_text="1 round,").count() >= 1
    page.locator(".report-table .course").first.wait_for(timeout=FIGURES_MS)  # it comes by itself once it is worked out
    assert "format=html" in (page.get_by_role("link", name="The whole report").get_attribute("href") or "")
    page.goto(f"{pit.floor.address}/pit.html#floor/{pit.table}")
    page.locator(".tile[aria-pressed=true]", has_text="expected").wait_for()
    page.locator(".pit-facts div", has_text="Census").wait_for()


def test_what_went_wrong_and_where_is_told_in_words(pit: Pit) -> None:
    pit.guests(1)
    dealing = pit.dealer.go(f"/dealer.html?table={pit.table}")
    dealing.wait_for_selector("#step .rule-button")
    cards = any_cards()
    pit.until("missed_hit", cards, CALM)
    pit.wrong("passed over")
    pit.deal_by_keys(cards, "1")
    page = pit.floor.go("/reports.html")
    page.locator("h2", has_text="Liabilities").wait_for()
    told = page.locator("section", has=page.get_by_role("heading", name="Significant events"))
    expect(told).to_contain_text("Irregularity: a hand that wanted a card was passed over at spot 1")
    expect(told).to_contain_text(named(pit))
    expect(told).not_to_contain_text(pit.table)
    expect(told.locator("tr", has_text="Sheet released").first).to_contain_text("the program")
    kinds = page.locator("section", has=page.get_by_role("heading", name="Irregularities"))
    expect(kinds).to_contain_text("A hand that wanted a card was passed over")
    page.goto(f"{pit.floor.address}/eye.html?table={pit.table}")
    page.get_by_label("Irregularity").select_option(label="A hand that wanted a card was passed over")
    page.get_by_role("button", name="Search").click()
    row = page.locator("#found tr", has_text="round 1")
    expect(row).to_contain_text("A hand that wanted a card was passed over")
    row.get_by_role("button").click()
    for _ in range(40):
        if "passed over" in page.locator(".replay-said").inner_text():
            break
        page.get_by_role("button", name="Next").click()
    expect(page.locator(".replay-said")).to_contain_text("passed over")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("pit-replay", has_text="Guest 1").wait_for()
    expect(page.locator("pit-replay")).not_to_contain_text("Choose an open seat")


def test_one_key_opens_the_report_of_an_incident_in_the_last_round(pit: Pit) -> None:
    page = pit.floor.go(f"/pit.html#floor/{pit.table}")
    report = page.get_by_role("button", name="Incident report")
    report.wait_for()
    page.keyboard.press("i")
    page.get_by_text("No round is over at this table yet.").wait_for()
    pit.guests(1, 2)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.deal_by_keys(any_cards(), CALM)
    wanted = f"/api/eye/tables/{pit.table}/rounds/1/incident"
    with page.context.expect_event("request", lambda request: request.url.endswith(wanted)):
        page.keyboard.press("i")  # on a page of its own, which a browser without a reader for PDFs closes again
    made = page.request.get(pit.floor.address + wanted)
    assert (made.status, made.headers["content-type"]) == (200, "application/pdf")
    assert made.body().startswith(b"%PDF")


@pytest.mark.parametrize("role", ["player", "security"])
def test_who_has_no_business_on_the_floor_is_told_so(role: str, floor: Server, browser: Browser) -> None:
    desk = Desk(floor, browser, role, (820, 1180))
    page = desk.go("/eye.html")
    page.get_by_text("This page is for surveillance, the regulator and the floor.").wait_for()
    desk.close()


def step_at(pit: Pit, desk: Desk, button: str) -> None:
    """A step of a payment at somebody's desk."""
    version = desk.see(pit.table)["version"]
    desk.page.locator(".win").get_by_role("button", name=button).click()
    pit.moved(version)


@pytest.mark.parametrize("pit", ["ultimate-texas-holdem"], indirect=True)
def test_a_jackpot_from_the_light_to_the_payment(pit: Pit, floor: Server, browser: Browser) -> None:
    """COIN IN with the chips counted, a royal flush on the flop, and all who have a part in paying the Major."""
    pit.guests(1, 2, progressive=500)
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.get_by_label("Chips counted on the sensors").fill("1")
    page.get_by_role("button", name="COIN IN").click()
    page.locator(".called", has_text="sensors").wait_for()
    called = pit.floor.go(f"/pit.html#floor/{pit.table}")
    called.get_by_role("button", name="Answer the call").click()
    page.get_by_label("Chips counted on the sensors").fill("2")
    version = pit.dealer.see(pit.table)["version"]
    page.keyboard.press("Enter")
    pit.moved(version)
    cards = iter(["Ts", "Js", "Qs", "2d", "3c", "9h", "8h", "Ks", "As", "4c", "4d"])
    while not pit.dealer.staff(pit.table)["payments"]:
        pit.key(cards, "k1")
    floor_page = pit.floor.page
    floor_page.get_by_role("link", name="Jackpots").click()
    floor_page.locator(".win", has_text="the Major").wait_for()
    for words in ("press the button", "call the supervisor"):
        page.locator("#step .rule-button", has_text=words).wait_for()
        expect(page.locator("#step h2")).to_contain_text(words)
        pit.key(cards, "")
    guard = Desk(floor, browser, "security", (820, 1180))
    meter = dollars(pit.manager.client.get("/api/meters").json()["major"])
    award = pit.manager.go("/pit.html#jackpots").locator(".win-award svg")
    expect(award).to_have_attribute("aria-label", meter)  # also on a page that is just opened
    guard.go("/pit.html#jackpots").locator(".win").wait_for()
    assert guard.page.locator(".win button").count() == 0, "the guard's turn is later"
    step_at(pit, pit.manager, "do the paperwork")
    step_at(pit, pit.manager, "Offsets are checked")
    step_at(pit, guard, "stand by")
    expect(floor_page.locator(".win .due")).to_have_text(re.compile("^Paid"))
    while pit.dealer.staff(pit.table)["who"] == "dealer":  # what else was won is paid first
        pit.key(cards, "")
    award = pit.manager.staff(pit.table)["payments"][0]["award"]
    prompts = [one["text"] for one in pit.manager.staff(pit.table)["offers"] if one["command"].get("step") == "pay"]
    assert [text.endswith(f", {dollars(award)}") for text in prompts] == [True]
    step_at(pit, pit.manager, "It is paid")
    step_at(pit, pit.floor, "swipe the card")
    page.locator("#step .rule-button", has_text="end the game").wait_for()
    pit.key(cards, "")
    floor_page.get_by_text("No progressive win waits").wait_for()
    told = pit.floor.client.get("/api/house/events?kind=jackpot").json()
    assert {one["role"] for one in told if one["table"] == pit.table} >= {
        "dealer",
        "shift_manager",
        "security",
        "floor",
    }
    pit.deal_by_keys(cards, CALM)
    guard.close()


def test_guests_are_seated_bet_and_double_for_less_by_touch(pit: Pit) -> None:
    """A seat is touched on the felt; cash, main and side bet, one for the dealer; insurance and a double in part."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.get_by_role("button", name="Seat a guest at seat 2").click()
    page.get_by_label("Name at seat 2").fill("Hana")
    page.get_by_role("button", name="Seat a guest", exact=True).click()
    page.get_by_label("Cash, in dollars").fill("500")
    page.get_by_role("button", name="Buy in").click()
    expect(page.get_by_text("Hana has bought in for $500.")).to_be_visible()
    page.get_by_label("Main bet", exact=True).fill("20")
    page.get_by_label("TriLux", exact=True).fill("5")
    assert page.get_by_label("King’s Bounty", exact=True).count() == 1  # as it is printed everywhere else
    page.get_by_label("For the dealer, Main bet").fill("5")
    page.get_by_role("button", name="Place the bets").click()
    page.locator(".seat-tab", has_text="$30").wait_for()
    cards = iter(["6h", "As", "5d"])
    while pit.dealer.staff(pit.table)["who"] == "dealer":
        pit.key(cards, "")
    page.get_by_label("Insurance, in dollars").fill("7")
    version = pit.dealer.see(pit.table)["version"]
    page.get_by_role("button", name="Insure").click()
    pit.moved(version)
    while pit.dealer.staff(pit.table)["who"] == "dealer":
        pit.key(cards, "")
    page.get_by_label("Doubles for, in dollars").fill("8")
    page.get_by_role("button", name="Double for less").click()
    page.locator("#step h2").wait_for()
    pit.deal_by_keys(iter(["9c", "7s", "8s", "9s"]), CALM)
    done = {(one["wager"], one["stake"]) for one in pit.floor.staff(pit.table)["settled"]}
    assert {("main", 2800), ("trilux", 500), ("insurance", 700), ("toke:main", 500)} <= done


def test_bets_wait_for_the_cash_that_pays_for_them(pit: Pit) -> None:
    """The buy-in first asks what the house has to note; bets that are pressed meanwhile come after it."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    asked: list[Route] = []
    page.route("**/boxes/2/cash?*", lambda route: asked.append(route))
    page.get_by_role("button", name="Seat a guest at seat 2").click()
    page.get_by_role("button", name="Seat a guest", exact=True).click()
    with page.expect_request("**/boxes/2/cash?*"):
        page.get_by_role("button", name="Buy in").click()
    page.get_by_label("Main bet", exact=True).fill("20")
    page.get_by_role("button", name="Place the bets").click()
    page.locator(".seat-tab").nth(2).click()  # another seat is looked at meanwhile
    asked[0].continue_()
    page.locator(".seat-tab", has_text="$20").wait_for()
    assert page.locator("#refused").inner_text() == ""


def test_chips_are_tapped_and_the_same_bets_made_again(pit: Pit) -> None:
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.get_by_role("button", name="Seat a guest at seat 2").click()
    page.get_by_role("button", name="Seat a guest", exact=True).click()
    page.get_by_role("button", name="Buy in").click()
    tap = page.get_by_role("group", name="Chips to tap")
    for chip in ("$5", "$5", "$25"):
        tap.get_by_role("button", name=chip, exact=True).click()
    page.get_by_label("TriLux", exact=True).focus()
    tap.get_by_role("button", name="$5", exact=True).click()
    page.get_by_role("button", name="Place the bets").click()
    page.locator(".seat-tab", has_text="$40").wait_for()
    expect(page.get_by_role("button", name="Same bets again")).to_have_count(0)
    pit.deal_by_keys(iter(["Kd", "Td", "9c", "7c", "8s"]), CALM)
    while pit.see["question"] is None:
        pit.step()
    page.get_by_role("button", name="Same bets again, $40").click()
    page.locator(".seat-tab", has_text="$40").wait_for()
    laid = pit.dealer.see(pit.table)["events"]
    assert {(one["wager"], one["cents"]) for one in laid if one["type"] == "BetPlaced"} == {
        ("main", 3500), ("trilux", 500),
    }  # fmt: skip


def test_the_book_value_of_a_tray_follows_its_table(pit: Pit) -> None:
    pit.guests(1)
    pit.manager.page.add_init_script("window.setInterval = () => 0")  # nothing is asked for now and then
    page = pit.manager.go(f"/pit.html#money/{pit.table}")

    def books() -> int:
        return int(next(one["tray"] for one in pit.floor.client.get("/api/floor").json() if one["table"] == pit.table))

    before = books()
    value = page.locator("p", has_text="Book value of the tray").locator("b")
    expect(value).to_have_text(f"${before / 100:,.2f}")
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.deal_by_keys(iter(["Kd", "Td", "9c", "7c", "8s"]), CALM)
    assert books() != before
    expect(value).to_have_text(f"${books() / 100:,.2f}")
    before = books()
    pit.floor.do(pit.table, {"type": "RequestFill", "kind": "fill", "slip": "f1", "chips": [[10000, 20]]})
    pit.dealer.do(pit.table, {"type": "ConfirmFill", "slip": "f1"})
    assert books() == before + 200_000
    expect(value).to_have_text(f"${books() / 100:,.2f}")
    (main,) = [one for one in pit.floor.staff(pit.table)["settled"] if one["wager"] == "main"]
    paid = {"type": "DeclarePaid", "version": main["version"], "spot": 1, "wager": "main", "cents": 1000}
    pit.floor.do(pit.table, paid)
    assert books() == before + 200_000 - 500
    expect(value).to_have_text(f"${books() / 100:,.2f}")


RAW = re.compile(r"\S+@\S+|\b[a-z]+_[a-z_]+\b")
"""A guest as the table knows them, or a name of the program."""


def test_no_console_shows_a_name_of_the_program(pit: Pit) -> None:
    """Between two rounds with guests at the table, one of whom was paid wrongly on a side bet."""
    pit.guests(1, 2, kings_bounty=500)
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#step .rule-button")
    pit.deal_by_keys(iter(["Kd", "Td", "Kc", "9c", "7c", "8d", "8s"]), CALM)
    (side,) = [
        one for one in pit.floor.staff(pit.table)["settled"] if (one["wager"], one["spot"]) == ("kings_bounty", 2)
    ]
    where = {"version": side["version"], "spot": 2, "wager": "kings_bounty"}
    pit.floor.do(pit.table, {"type": "DeclarePaid", **where, "cents": 0, "note": "left where it lay"})
    offers = [one["text"] for desk in (pit.dealer, pit.floor, pit.manager) for one in desk.staff(pit.table)["offers"]]
    told = [one["what"] for one in pit.floor.client.get(f"/api/house/events?table={pit.table}").json()]
    assert "kings bounty of Guest 2 was paid so" in told
    assert [text for text in (*offers, *told) if RAW.search(text)] == []
    pit.dealer.shows(pit.table)
    seen = {"dealer": page.locator("body").inner_text()}
    for view in (f"pit.html#floor/{pit.table}", f"pit.html#money/{pit.table}", "pit.html#people", "pit.html#log"):
        other = pit.manager.go(f"/{view}")
        other.reload()  # another view of the same page is another page
        other.wait_for_load_state("networkidle")
        seen[view] = other.locator("body").inner_text()
    replay = pit.manager.go(f"/eye.html?table={pit.table}&round=1")
    forward = replay.get_by_role("button", name="Next")
    expect(forward).to_be_enabled()
    told = []
    while forward.is_enabled():
        forward.click()
        told.append(replay.locator(".replay-said").inner_text())
    assert any("Guest 2’s main bet" in text for text in told)
    seen["eye.html"] = "\n".join([*told, replay.locator("main").inner_text()])
    assert pit.table not in seen["eye.html"]
    assert {view: found for view, text in seen.items() if (found := RAW.findall(text))} == {}


def test_a_payout_is_picked_declared_reversed_and_paid_again(pit: Pit) -> None:
    """The dealer has paid $10 instead of $5; the floor says so, takes it back and pays what is due."""
    pit.guests(1)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    pit.deal_by_keys(iter(["Kd", "Td", "9c", "7c", "8s"]), CALM)
    page = pit.floor.go(f"/pit.html#money/{pit.table}")
    page.locator(".corrections tr", has_text="Main bet").get_by_role("button", name="Correct").click()
    declared = page.locator("form", has_text="Something else was paid")
    declared.get_by_label("Paid beside the stake").fill("10")
    declared.get_by_role("button", name="Declare what was paid").click()
    page.locator(".corrections td", has_text="+$10.00").wait_for()
    right = page.locator("form", has_text="Right amount")
    assert right.get_by_label("Right amount").input_value() == "5.00"
    right.get_by_label("Reason").fill("paid two chips instead of one")
    right.get_by_role("button", name="Reverse and pay again").click()
    page.locator(".corrections td", has_text="+$10.00").wait_for(state="detached")
    (main,) = [one for one in pit.floor.staff(pit.table)["settled"] if one["wager"] == "main"]
    assert (main["due"], main["paid"]) == (500, 500)
    assert main["correction"]


def test_earlier_rounds_can_be_corrected_as_far_as_a_table_remembers(pit: Pit) -> None:
    pit.guests(1)
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    for number, first in enumerate(("Kd", "Kh", "Ks")):
        if number:
            while pit.see["question"] is None:
                pit.step()
            pit.dealer.do(pit.table, {"type": "Act", "action": {"type": "PlaceBet", "spot": 1, "cents": 500}})
        pit.deal_by_keys(iter([first, "Td", "9c", "7c", "8s"]), CALM)
    page = pit.floor.go(f"/pit.html#money/{pit.table}")
    page.locator(".corrections tr", has_text="Main bet").first.wait_for()
    assert page.locator(".corrections tr", has_text="Main bet").count() == 2
    page.get_by_role("button", name="Show the last ten rounds").click()
    oldest = page.locator(".corrections tbody tr", has_text="Main bet").nth(2)
    assert oldest.locator("td").first.inner_text() == "1"
    oldest.get_by_role("button", name="Correct").click()
    declared = page.locator("form", has_text="Something else was paid")
    declared.get_by_label("Paid beside the stake").fill("10")
    declared.get_by_role("button", name="Declare what was paid").click()
    oldest.locator("td", has_text="+$10.00").wait_for()


def test_a_tray_that_is_short_is_told_on_its_tile_and_takes_no_bets(pit: Pit) -> None:
    """One dollar is left after the guest has bought in, and he wins five."""
    pit.floor.do(pit.table, {"type": "CountTray", "when": "check", "chips": [[100, 1001]]})
    pit.guests(1)
    dealing = pit.dealer.go(f"/dealer.html?table={pit.table}")
    dealing.wait_for_selector("#step .rule-button")
    pit.deal_by_keys(iter(["Kd", "Td", "9c", "7c", "8s"]), CALM)
    page = pit.floor.go(f"/pit.html#floor/{pit.table}")
    page.locator(".tile[aria-pressed=true]", has_text="Tray short: fill it or count it").wait_for()
    page.locator(".called", has_text="the tray is short by the books").wait_for()
    page.get_by_role("button", name="Answer the call").click()
    page.locator(".called").wait_for(state="detached")
    expect(page.locator(".tile.needs[aria-pressed=true]")).to_contain_text(re.compile(r"Stopped \d"))
    page.goto(f"{pit.floor.address}/pit.html#money/{pit.table}")
    page.get_by_text("−$4.00").wait_for()
    page.get_by_text("No bets are opened before").wait_for()
    dealing.locator("#step", has_text=re.compile("fill the tray, or count it", re.IGNORECASE)).wait_for()
    expect(dealing.locator("#step .rule-button")).to_have_count(0)
    assert "StartRound" not in str(pit.dealer.staff(pit.table)["offers"])


def test_the_house_bears_what_a_player_no_longer_has_by_one_press(pit: Pit, floor: Server) -> None:
    """Ann was paid her blackjack early and has cashed it; the shoe runs out, and the floor goes on."""
    ann = floor.enter("player")
    commands = f"/api/tables/{pit.table}/commands"
    bet = {"type": "Act", "action": {"type": "PlaceBet", "spot": 1, "cents": 500}}
    for number, command in enumerate(({"type": "Sit", "box": 1}, bet)):
        asked = {"question": pit.see["asked"]}
        ann.post(commands, json={"id": f"a{number}", "command": command, **asked}).raise_for_status()
    pit.guests(2)
    faces = iter(["As", "9h", "6d", "Kc", "5d"])
    act(pit, {"type": "StartDeal"})
    while (asked := pit.see["question"])["kind"] != "play":
        act(pit, {"type": "CardIs", "card": next(faces)} if asked["kind"] == "card" else {"type": "Proceed"})
    act(pit, {"type": "Hit"}, {"type": "Proceed"})
    balance = ann.get("/api/me").json()["balance"]
    ann.post("/api/cage/cash-out", json={"id": "out", "cents": balance}).raise_for_status()
    act(pit, {"type": "Declare", "kind": "shoe_exhausted"}, {"type": "CallSupervisor"})
    page = pit.floor.go(f"/pit.html#floor/{pit.table}")
    page.locator(".ruling input[type=radio]").first.check()
    page.get_by_label("Note for the log").fill("the shoe is short")
    page.locator(".case .rule-button").click()
    page.locator(".case .rule-button", has_text="Once more").click()
    page.get_by_text("less than the early payout that comes back").wait_for()
    version = pit.dealer.see(pit.table)["version"]
    page.get_by_role("button", name="The house bears the rest").click()
    pit.moved(version)
    (kept,) = [
        one for one in pit.floor.client.get("/api/house/events?kind=correction").json() if "keeps" in one["what"]
    ]
    assert (kept["table"], kept["who"], kept["after"]) == (pit.table, pit.floor.name, "$7.50")
    assert ann.get("/api/me").json()["balance"] == 0


@pytest.mark.parametrize("pit", ["games-of-chance-blackjack"], indirect=True)
def test_the_floor_sets_a_players_spots(pit: Pit) -> None:
    pit.guests(1, 2)
    page = pit.floor.go(f"/pit.html#floor/{pit.table}")
    form = page.locator("form", has_text="How many spots a player has")
    form.get_by_label("Player").select_option(label="Guest 2")
    form.get_by_label("Spots").select_option("1")
    form.get_by_role("button", name="Set the spots").click()
    form.locator("option", has_text="Guest 2, at most 1 now").wait_for(state="attached")
    assert pit.floor.staff(pit.table)["allotted"] == [[f"Guest 2@{pit.table}", 1]]


def test_a_table_is_opened_counted_and_dealt_at_from_the_consoles(floor: Server, browser: Browser) -> None:
    """From an approved sheet to the cut: the tray counted, a dealer tapped in, shuffle, and a cut at 100."""
    boss, dealer = Desk(floor, browser, "floor", (1440, 900)), Desk(floor, browser, "dealer", (1180, 820))
    page = boss.go("/pit.html#floor/open")
    page.get_by_label("Sheet").select_option(label="Catfish Blackjack")
    page.get_by_label("Who deals").select_option("staffed declared")
    table = "the-new-one"
    page.get_by_label("Name of the table").fill(table)
    page.get_by_label("Chips in the tray").fill("10000")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(f"**/pit.html#floor/{table}")
    page.locator(".tile[aria-pressed=true]", has_text="Tray not counted").wait_for()
    page.goto(f"{boss.address}/pit.html#money/{table}")
    count = page.locator("form", has_text="Count the tray")
    count.locator("[data-chip='10000']").fill("100")
    count.get_by_role("button", name="Record the count").click()
    expect(count.get_by_role("heading")).to_have_text(f"Count the tray: Table {table}, Catfish Blackjack")
    said = f"Table {table}, Catfish Blackjack: the tray was counted at $10,000.00 as the table opens."
    expect(count.locator(".form-trouble")).to_have_text(said)
    dealing = dealer.go(f"/dealer.html?table={table}")
    dealing.locator("#step .rule-button", has_text="Tap in").wait_for()
    dealing.keyboard.press("Enter")
    dealing.get_by_role("button", name="Tap out").wait_for()
    while not dealing.get_by_label("Cards in front of the cut").count():
        version = dealer.shows(table)["version"]
        ours = [one for one in dealer.staff(table)["offers"] if one["command"]["type"] == "HandleCards"]
        if ours:
            dealing.keyboard.press("Enter")
        else:
            (move,) = [one for one in boss.staff(table)["offers"] if one["command"]["type"] == "HandleCards"][:1]
            boss.do(table, move["command"])
        dealer.moved(table, version)
        dealer.shows(table)
    dealing.get_by_label("Cards in front of the cut").fill("100")
    version = dealer.see(table)["version"]
    dealing.get_by_role("button", name="The stack is cut").click()
    dealer.moved(table, version)
    page.goto(f"{boss.address}/pit.html#people")
    page.locator("tr", has_text=table).get_by_text(dealer.name).wait_for()
    boss.close()
    dealer.close()


def test_who_deals_is_told_before_the_tables_have_spoken(pit: Pit) -> None:
    page = pit.floor.page
    page.route_web_socket(re.compile("."), lambda socket: None)  # it opens, and nothing is heard
    pit.floor.go("/pit.html#people")
    page.locator(f"tr:has(a[href='#floor/{pit.table}'])").get_by_text(pit.dealer.name).wait_for()


def test_conduct_is_ruled_on_with_its_reason(floor: Server, browser: Browser) -> None:
    boss, player = Desk(floor, browser, "floor", (1024, 768)), floor.enter("player")
    name = player.get("/api/me").json()["name"]
    page = boss.go("/pit.html#people")
    for who, said, ruling, reason in (
        (name, "a player with an account", "warned", "touched the bets after the deal"),
        ("Zoe", "a guest at a real table, by name", "barred", "threw a glass"),
    ):
        page.get_by_role("textbox", name="Player").fill(who)
        page.locator("select[name=who]").select_option(label=said)
        page.get_by_label("Ruling").select_option(ruling)
        page.get_by_label("Reason").fill(reason)
        page.get_by_role("button", name="Record the ruling").click()
        page.locator("tr", has_text=reason).wait_for()
    assert "zoe, a guest at the tables" in page.locator("tr", has_text="threw a glass").inner_text()
    boss.close()


def test_the_log_dates_what_is_not_of_today(floor: Server, browser: Browser) -> None:
    boss = Desk(floor, browser, "floor", (1440, 900))
    boss.page.clock.set_fixed_time(datetime.now() + timedelta(days=2))
    page = boss.go("/pit.html#log")
    page.get_by_label("Since").select_option("7")
    page.locator("td", has_text="Tables open on Catfish Blackjack").first.wait_for()
    at = page.locator("tbody td").first.inner_text()
    assert re.fullmatch(r"[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d:\d\d", at), at
    boss.close()


def test_an_administrator_gives_an_account_its_role(floor: Server, browser: Browser) -> None:
    boss, player = Desk(floor, browser, "administrator", (1024, 768)), floor.enter("player")
    name = player.get("/api/me").json()["name"]
    page = boss.go("/pit.html#people")
    page.get_by_role("combobox", name="Name of the account").fill(name)
    page.locator("select[name=role]").select_option("dealer")
    page.locator("form", has_text="Give somebody a role").get_by_label("Reason").fill("a new dealer")
    page.get_by_role("button", name="Give the role").click()
    page.locator("tr", has_text=name).get_by_text("Dealer", exact=True).wait_for()
    assert player.get("/api/me").json()["role"] == "dealer"
    shift = Desk(floor, browser, "shift_manager", (1024, 768))
    log = shift.go("/pit.html#log")
    row = log.locator("tr", has_text=f"The role of {name}").first
    row.get_by_text("a new dealer").wait_for()
    row.get_by_role("button", name="Acknowledge").click()
    row.get_by_text(shift.client.get("/api/me").json()["name"], exact=True).wait_for()
    own = boss.go("/pit.html#log").locator("tr", has_text=f"The role of {name}").first
    own.wait_for()
    assert own.get_by_role("button").count() == 0  # who did it does not acknowledge it
    shift.close()
    boss.close()


STAFF_LINKS = {
    "floor": ["Floor", "Dealer console", "Rounds and records", "Ratings", "Reports"],
    "dealer": ["Dealer console"],
    "regulator": ["Floor", "Rounds and records", "Ratings", "Reports", "Cash"],
    "compliance": ["Cash"],
    "teacher": ["Class"],
    "player": [],
}


@pytest.mark.parametrize("role", STAFF_LINKS)
def test_the_lobby_leads_each_role_to_its_console(role: str, floor: Server, browser: Browser) -> None:
    desk = Desk(floor, browser, role, (820, 1180))
    page = desk.go("/")
    page.get_by_text(f"Signed in as {desk.name}").wait_for()
    assert page.locator("#welcome a").all_inner_texts() == STAFF_LINKS[role]
    desk.close()


def test_reports_print_without_what_belongs_to_the_screen(pit: Pit, tmp_path: Path) -> None:
    page = pit.floor.go("/reports.html")
    page.locator("h2", has_text="Liabilities").wait_for()
    page.emulate_media(media="print")
    assert not page.locator(".pit-top").is_visible()
    assert not page.locator("#choose").is_visible()
    assert page.locator("h2", has_text="Significant events").is_visible()
    page.pdf(path=tmp_path / "report.pdf", format="A4")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_a_shift_manager_ends_the_shift_and_prints_the_code(pit: Pit, floor: Server) -> None:
    """The button signs the log; the paper that is printed has the code that the sign shows."""
    page = pit.floor.go("/reports.html")
    page.locator("h2", has_text="Liabilities").wait_for()
    assert page.get_by_role("button", name="End the shift").count() == 0, "that is for a manager"
    page = pit.manager.go("/reports.html")
    page.evaluate("() => { window.print = () => { document.title = document.querySelector('#checkpoint').innerText } }")
    pit.manager.client.post("/api/reports/shift-end").raise_for_status()
    before = pit.manager.client.get("/api/checkpoint").json()["number"]
    floor.enter("guest")  # the log goes on
    page.get_by_role("button", name="End the shift").click()
    eventually(lambda: pit.manager.client.get("/api/checkpoint").json()["number"] > before, "nothing is signed")
    code = pit.manager.client.get("/api/checkpoint").json()["code"]
    eventually(lambda: page.title() == code, "the code is not printed")


# --- what Enter does ---------------------------------------------------------------------------------------


def test_enter_does_nothing_while_somebody_else_is_waited_for(pit: Pit) -> None:
    """Bets are open and nobody has bet: to end the round is on a digit, and asks once more."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    end = page.locator("#answers button", has_text="Nobody bets")
    end.wait_for()
    assert page.locator("#step .rule-button").count() == 0
    version = pit.dealer.see(pit.table)["version"]
    page.keyboard.press("Enter")
    digit = end.get_attribute("data-key") or ""
    assert digit.isdigit()
    page.keyboard.press(digit)
    expect(end).to_contain_text("Press again")
    assert pit.dealer.see(pit.table)["version"] == version
    page.keyboard.press(digit)
    pit.moved(version)


def test_what_asks_once_more_asks_anew_after_something_else_was_pressed(pit: Pit) -> None:
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    end = page.locator("#answers button", has_text="Nobody bets")
    end.wait_for()
    version, digit = pit.dealer.see(pit.table)["version"], end.get_attribute("data-key") or ""
    for other in (lambda: page.keyboard.press("x"), lambda: page.locator(".seat-tab").first.click()):
        page.keyboard.press(digit)
        expect(end).to_contain_text("Press again")
        other()
        expect(end).not_to_contain_text("Press again")
    page.locator(".seat-tab").first.click()  # its field has the keyboard no longer
    page.keyboard.press(digit)
    expect(end).to_contain_text("Press again")
    assert pit.dealer.see(pit.table)["version"] == version
    end.click()
    pit.moved(version)


def test_enter_does_nothing_while_the_floor_has_to_count_the_tray(floor: Server, browser: Browser) -> None:
    """What would put the cards away again is on a digit; the table waits for the floor."""
    with closing(Pit(floor, browser, "catfish-blackjack")) as pit:
        pit.dealer.do(pit.table, {"type": "TapIn"})
        while pit.dealer.staff(pit.table)["next"]["text"] != "count the tray":
            pit.step()
        page = pit.dealer.go(f"/dealer.html?table={pit.table}")
        pit.dealer.shows(pit.table)
        page.locator("#step", has_text=re.compile("count the tray", re.IGNORECASE)).wait_for()
        expect(page.locator("#step .rule-button")).to_have_count(0)
        version = pit.dealer.see(pit.table)["version"]
        page.keyboard.press("Enter")
        page.keyboard.press("k")  # is answered after Enter was, and does nothing either
        expect(page.locator("#refused")).to_contain_text("No card is due")
        assert pit.dealer.see(pit.table)["version"] == version


def test_a_key_that_is_held_down_counts_once_at_the_dealers_console(pit: Pit) -> None:
    """What asks once more is not confirmed by the same press."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    end = page.locator("#answers button", has_text="Nobody bets")
    end.wait_for()
    version, digit = pit.dealer.see(pit.table)["version"], end.get_attribute("data-key") or ""
    for _ in range(3):
        page.keyboard.down(digit)
    page.keyboard.up(digit)
    expect(end).to_contain_text("Press again")
    end.focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    pit.moved(version)
    assert pit.dealer.see(pit.table)["version"] == version + 1


def test_enter_does_what_is_printed_also_after_something_was_clicked_or_while_a_bet_is_typed(pit: Pit) -> None:
    pit.guests(1)
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#step .rule-button")
    due, tab = page.locator("#step kbd"), page.locator(".seat-tab").first
    tab.click()
    field = page.get_by_label("Main bet", exact=True)
    expect(field).to_be_focused()
    expect(due).to_be_hidden()
    expect(page.locator(".seat-form kbd").first).to_be_visible()
    tab.click()
    expect(field).to_be_hidden()
    expect(due).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_selector("#pad .pad-key")  # no more bets: the first card is named


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_take_and_pay_lies_below_the_felt_and_the_next_step_stays_where_it_is(pit: Pit, size: tuple[int, int]) -> None:
    pit.guests(1, trilux=500)
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_selector("#step .rule-button")
    before = page.locator("#step").bounding_box()
    cards = iter(["Kd", "Td", "9c", "7c"])
    while not pit.dealer.staff(pit.table)["payouts"]:
        pit.key(cards, CALM)
    pit.dealer.shows(pit.table)
    page.wait_for_selector("#payouts li")
    after = page.locator("#step").bounding_box()
    strip, told = (page.locator(one).bounding_box() for one in ("#seats", "#payouts"))
    assert before
    assert after
    assert strip
    assert told
    assert (after["x"], after["y"]) == (before["x"], before["y"])
    assert told["y"] >= strip["y"] + strip["height"]
    assert told["x"] + told["width"] <= after["x"]
    expect(page.locator("#payouts li").first).to_be_in_viewport(ratio=0.9)


def test_a_typed_card_is_dealt_and_one_at_the_wrong_moment_is_not_swallowed(pit: Pit) -> None:
    pit.guests(1)
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#step .rule-button")
    page.keyboard.press("k")
    expect(page.locator("#refused")).to_contain_text("No card is due")
    page.keyboard.press("Enter")  # no more bets
    page.wait_for_selector("#pad .pad-key")
    page.keyboard.press("k")
    page.keyboard.press("s")
    eventually(lambda: faces(pit) == ["Ks"], "the card is not dealt")


def test_cards_that_are_typed_in_one_go_are_all_dealt(pit: Pit) -> None:
    """The next card is typed while the last one is still on its way; none is swallowed, and none goes to a decision."""
    pit.guests(1)
    act(pit, {"type": "StartDeal"})
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#pad .pad-key")
    for key in "ks9htd4c":  # the fourth card is the hole card, whose face nobody types
        page.keyboard.press(key)
    expect(page.locator("#refused")).to_have_text("No card is due now: 4C was not taken.")
    assert [face for face in faces(pit) if face != "??"] == ["Ks", "9h", "Td"]


def test_a_suit_before_its_rank_is_told_until_the_table_goes_on(pit: Pit) -> None:
    pit.guests(1)
    act(pit, {"type": "StartDeal"}, {"type": "Proceed"}, {"type": "CardIs", "card": "Ks"})
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.wait_for_selector("#pad .pad-key")
    page.keyboard.press("s")
    expect(page.locator("#refused")).to_have_text("The rank comes first, then the suit: S was not taken.")
    pit.dealer.do(pit.table, {"type": "CallFloor"})
    expect(page.locator("#refused")).to_have_text("")


@pytest.mark.parametrize("key", ["p", "u", "Enter"])
def test_a_key_that_does_nothing_is_told(pit: Pit, key: str) -> None:
    """Bets are open: nothing is to split or surrender, and the players are waited for."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.locator("#answers button", has_text="Nobody bets").wait_for()
    version = pit.dealer.see(pit.table)["version"]
    page.keyboard.press(key)
    expect(page.locator("#refused")).to_have_text(f"{key.title()} does nothing now.")
    assert pit.dealer.see(pit.table)["version"] == version


def test_enter_is_for_what_is_due_also_after_the_mistakes_were_looked_at(pit: Pit) -> None:
    pit.guests(1)
    act(pit, {"type": "StartDeal"})
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.get_by_text("Something went wrong").click()
    version = pit.dealer.see(pit.table)["version"]
    page.keyboard.press("Enter")
    pit.moved(version)
    expect(page.locator("#declare details")).to_have_attribute("open", "")


ALL_NAMED = "[...document.querySelectorAll('.tile')].every((tile) => tile.querySelector('.tile-number svg'))"
OUTSIDE_THEIR_TILES = """() => [...document.querySelectorAll(".tile")].flatMap((tile) => {
  const box = (name) => tile.querySelector(name).getBoundingClientRect();
  const all = tile.getBoundingClientRect(), name = box(".tile-number svg"), mini = box(".mini");
  const fits = name.left >= all.left + 8 && name.right <= mini.left && mini.right <= all.right - 8;
  return fits ? [] : [tile.querySelector(".unseen").textContent];
})"""


def test_tables_that_need_somebody_come_first_with_names_of_their_own(pit: Pit) -> None:
    pit.dealer.do(pit.table, {"type": "CallFloor"})
    since = pit.floor.staff(pit.table)["needed_at"]
    assert since > 0
    page = pit.floor.go(f"/pit.html#floor/{pit.table}")  # on a floor of many tables, those asked for are watched
    page.wait_for_selector(".tile.needs")
    needed = page.locator(".tile").evaluate_all("tiles => tiles.map((tile) => tile.className)")  # at one moment
    assert sorted(needed, key=lambda name: "needs" not in name) == needed
    names = page.locator(".tile .unseen").evaluate_all("names => names.map((name) => name.textContent)")
    assert len(set(names)) == len(names)
    page.wait_for_function(ALL_NAMED)
    assert page.evaluate(OUTSIDE_THEIR_TILES) == []
    page.reload()
    page.wait_for_selector(".tile.needs")
    assert pit.floor.staff(pit.table)["needed_at"] == since
    number = pit.table.removeprefix(f"{pit.sheet}-").upper()
    named = page.locator(".unseen", has_text=re.compile(rf"\b{re.escape(number)}$"))
    tile = page.locator(".tile.needs", has=named)
    expect(tile).to_contain_text("Floor called")
    expect(tile).to_contain_text(re.compile(r"Stopped \d"))
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Answer the call").wait_for()


def test_a_shuffle_to_acknowledge_is_a_need(floor: Server, browser: Browser) -> None:
    with closing(Pit(floor, browser, "catfish-blackjack")) as pit:
        pit.tap_in()
        while "'acknowledge'" not in str(pit.floor.staff(pit.table)["offers"]):
            pit.step()
        assert pit.floor.staff(pit.table)["needed_at"] > 0
        page = pit.floor.go(f"/pit.html#floor/{pit.table}")
        expect(page.locator(".tile.needs[aria-pressed=true]")).to_contain_text(re.compile("shuffle", re.IGNORECASE))
        pit.floor.do(pit.table, {"type": "HandleCards", "move": "acknowledge"})
        page.wait_for_selector(".tile[aria-pressed=true]:not(.needs)")
        assert pit.floor.staff(pit.table)["needed_at"] == 0


def test_the_demo_floors_tables_have_the_same_names_on_their_tiles(
    serve: Callable[..., Server], browser: Browser
) -> None:
    """The one is called a table with real cards, the other a table with a dealer."""
    with closing(Desk(serve(staffed=True), browser, "floor", (1440, 900))) as desk:
        page = desk.go("/pit.html")
        for name, called in (("CB CARDS", "Table with real cards"), ("CB DEALER", "Table with a dealer")):
            page.locator(".tile", has=page.locator(".unseen", has_text=re.compile(f"^Table {name}$"))).click()
            expect(page.locator(".case h2")).to_have_text(f"{called}, Catfish Blackjack")
        page.wait_for_function(ALL_NAMED)
        assert page.evaluate(OUTSIDE_THEIR_TILES) == []


def test_a_floor_of_more_tables_than_are_followed_names_them_all(
    serve: Callable[..., Server], browser: Browser
) -> None:
    with closing(Desk(serve(tables_each=6), browser, "floor", (1440, 900))) as desk:
        page = desk.go("/pit.html")
        expect(page.locator(".tile .tile-number svg")).to_have_count(6 * len(SHIPPED))
        assert page.evaluate(OUTSIDE_THEIR_TILES) == []
        last = page.locator(".tile").last
        expect(last).to_contain_text("Ultimate Texas Hold’em")
        expect(last.locator("b")).not_to_be_empty()


def test_a_call_from_a_table_that_is_not_followed_comes_first_with_its_reason_and_its_clock(
    serve: Callable[..., Server], browser: Browser
) -> None:
    """The list of tables tells of it, and then it is followed in the place of one where nothing is due."""
    with closing(Pit(serve(tables_each=6), browser, "ultimate-texas-holdem")) as pit:
        pit.open()
        page = pit.floor.go("/pit.html")
        named = page.locator(".unseen", has_text=re.compile(f"{pit.table.rpartition('-')[2]}$", re.IGNORECASE))
        tile = page.locator(".tile", has=named)
        expect(tile).to_contain_text(pit.dealer.name)
        expect(tile.locator(".tile-facts")).not_to_contain_text("$")  # it is not followed: its limits are not known
        expect(page.locator(".tile.needs")).to_have_count(0)
        pit.dealer.do(pit.table, {"type": "CallFloor"})
        first = page.locator(".tile").first
        expect(first).to_have_class(re.compile("needs"))
        expect(first.locator(named)).to_have_count(1)
        expect(first).to_contain_text("Floor called")
        expect(first).to_contain_text(re.compile(r"Stopped \d"))
        expect(page.locator(".needed")).to_contain_text("1")
        expect(first.locator(".tile-facts")).to_contain_text("$")
        page.get_by_role("button", name="Answer the call").click()
        expect(page.locator(".tile.needs")).to_have_count(0)
        expect(tile.locator(".tile-facts")).to_contain_text("$")
        page.locator(".tile").last.click()
        expect(page.locator(".tile[aria-pressed=true] .mini svg")).to_have_count(1)
        assert pit.floor.troubles == []


def test_on_a_phone_the_chosen_table_is_in_sight_below_one_row_of_tiles(pit: Pit) -> None:
    page = pit.floor.go(f"/pit.html#floor/{pit.table}")
    page.set_viewport_size({"width": 375, "height": 844})
    expect(page.locator(".case pit-felt svg").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.reload()  # now the row of tiles is one from the beginning
    expect(page.locator(".tile[aria-pressed=true]")).to_be_in_viewport(ratio=0.9)
    last = page.locator(".tile").last.locator(".unseen").text_content()
    page.locator(".tile").last.click()
    expect(page.locator(".tile[aria-pressed=true] .unseen")).to_have_text(last or "")
    expect(page.locator(".tile[aria-pressed=true]")).to_be_in_viewport(ratio=0.9)
    page.locator(".more summary").click()
    assert page.locator(".more nav").evaluate("menu => menu.scrollWidth - menu.clientWidth") <= 0


CALLED = """async (tables) => {
  const { learn, tableCalled } = await import("/words.js");
  learn(await (await fetch("/api/sheets")).json());
  return tables.map(tableCalled);
}"""


def test_the_log_calls_tables_by_their_names(pit: Pit) -> None:
    page = pit.floor.go("/pit.html#log")
    called = page.evaluate(CALLED, ["catfish-blackjack-s2", "blackjack-v5-1", "no-sheet-of-ours"])
    assert called == ["Table s2, Catfish Blackjack", "Table 1, Blackjack V5", "no-sheet-of-ours"]


BESIDE = """() => {
  const box = (node) => node.getBoundingClientRect();
  const [shoe, rack] = [...document.querySelectorAll("#felt .card-edges")].map((one) => one.parentNode);
  const words = [...document.querySelectorAll("#felt .felt-note")].map(box);
  const over = (thing) => Math.max(0, ...words.map((word) =>
    word.bottom < box(thing).top || word.top > box(thing).bottom ? 0
      : Math.min(word.right, box(thing).right) - Math.max(word.left, box(thing).left))) / box(thing).width;
  return [words.length, over(shoe), over(rack)];
}"""


@pytest.mark.parametrize("size", [(1180, 820), (1024, 768)])
def test_words_at_shoe_and_rack_stand_beside_them_on_a_small_felt(pit: Pit, size: tuple[int, int]) -> None:
    """They are turned in their places, so that the boxes around them may touch."""
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_selector("#felt .felt-note")
    many, *over = page.evaluate(BESIDE)
    assert many >= 3
    assert max(over) < 0.15
