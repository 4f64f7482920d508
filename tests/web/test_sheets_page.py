"""A house's own sheet in a real browser: written, read as it is typed, proposed, approved, opened, and played."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from httpx import Client
from playwright.sync_api import Browser, Locator, Page, expect
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.consoles import FIGURES_MS, Desk
from tests.web.house import COOKIE, Server

pytestmark = pytest.mark.slow

SHEET = """\
extends = "catfish-blackjack"
name = "red-lantern"
title = "Red Lantern Blackjack"
house = "Red Lantern"
edition = "May 2026"

[dealer]
soft_17 = "stand"

[blackjack]
pays = "6:5"
"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("sheets")) as found:
        yield found


def write(page: Page, text: str) -> None:
    page.get_by_role("button", name="As text").click()
    page.get_by_label("The sheet", exact=True).fill(text)


def test_a_text_is_read_as_it_is_typed(boss: Desk) -> None:
    page = boss.go("/pit.html#sheets")
    write(page, SHEET.replace("soft_17", "sofft_17").replace('"6:5"', '"often"'))
    expect(page.locator(".sheet-defects li")).to_have_count(2)
    expect(page.locator(".sheet-defects")).to_contain_text("dealer.sofft_17 is not known")
    expect(page.locator(".sheet-placard")).to_be_empty()
    expect(page.locator(".sheet-reading")).not_to_contain_text("What departs")  # nobody knows as long as it has defects
    write(page, SHEET.replace('house = "Red Lantern"\n', ""))
    expect(page.locator(".sheet-refusal")).to_contain_text("a document of its own, whose sheet states house")
    write(page, SHEET)
    expect(page.locator(".sheet-refusal")).to_have_count(0)
    expect(page.locator(".sheet-placard")).to_contain_text("Red Lantern Blackjack · Red Lantern · May 2026")
    expect(page.locator(".sheet-reading")).to_contain_text("BJ-DEAL-20")
    rows = page.locator(".sheet-edges tbody tr")
    expect(rows).to_have_count(4, timeout=FIGURES_MS)  # two changes, before and after
    expect(rows.first).to_contain_text("+")


def text_of(page: Page) -> Locator:
    return page.get_by_label("The sheet", exact=True)


def heading(page: Page, words: str) -> None:
    page.locator(".sheet-form summary", has_text=words).click()


def test_a_form_writes_the_text_and_follows_it(boss: Desk) -> None:
    page = boss.go("/pit.html#sheets")
    page.get_by_label("Start from").select_option(label="Free Bet Blackjack")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".sheet-head")).to_contain_text("Stands on free-bet-blackjack")
    page.get_by_label("House", exact=True).fill("Red Lantern")
    page.get_by_label("House", exact=True).press("Tab")
    expect(text_of(page)).to_have_value(re.compile('\nhouse = "Red Lantern"\n'))
    heading(page, "The dealer’s hand")
    soft = page.locator("[data-path='dealer.soft_17']")
    soft.get_by_role("combobox").select_option("stand")
    expect(soft).to_contain_text("Departs from the document.")
    expect(text_of(page)).to_have_value(re.compile('\n\\[dealer\\]\nsoft_17 = "stand"\n$'))
    expect(page.locator(".sheet-placard")).to_contain_text("The dealer stands on soft 17.")
    expect(page.locator(".sheet-reading .grid").first).to_contain_text("dealer.soft_17")
    expect(page.locator(".sheet-edges tbody tr")).to_have_count(3, timeout=FIGURES_MS)  # one change, before and after


def test_the_form_shows_what_is_typed_and_where_a_value_is_wrong(boss: Desk) -> None:
    page = boss.go("/pit.html#sheets")
    write(page, f"# ours, since May\n{SHEET}")
    page.get_by_role("button", name="As a form").click()
    pays = page.locator("[data-path='blackjack.pays']")
    expect(pays.get_by_role("combobox")).to_have_value("6:5")
    pays.get_by_role("combobox").fill("often")
    pays.get_by_role("combobox").press("Tab")
    expect(pays.locator(".option-defect")).to_contain_text("cannot read odds in")
    expect(page.locator(".sheet-placard")).to_be_empty()
    pays.get_by_role("button", name="as in the sheet below").click()
    expect(pays.locator(".option-defect")).to_have_count(0)
    expect(pays.get_by_role("combobox")).to_have_value("3:2")
    page.locator("[data-path='dealer.soft_17'] select").select_option("hit")
    whole = f"# ours, since May\n{SHEET[: SHEET.index('[dealer]')]}"
    expect(text_of(page)).to_have_value(whole.rstrip("\n") + "\n")  # as the document has it, so nothing is said of it


def test_limits_of_numbers_and_bets_of_the_catalogue_are_in_the_form(boss: Desk) -> None:
    page = boss.go("/pit.html#sheets")
    write(page, SHEET)
    page.get_by_role("button", name="As a form").click()
    heading(page, "Limits and side bets")
    page.get_by_label("21+3").check()
    expect(page.locator(".sheet-form summary", has_text="21+3")).to_have_count(1)
    expect(text_of(page)).to_have_value(re.compile(r'side_bets = \["trilux", "kings_bounty", "21\+3"\]'))
    heading(page, "Table and shuffle")
    cut = page.locator("[data-path='shuffle.cut_card_depth'] input")
    assert (cut.get_attribute("min"), cut.get_attribute("max")) == ("0", "260")
    cut.fill("78")
    cut.press("Tab")
    expect(text_of(page)).to_have_value(re.compile(r"\[shuffle\]\ncut_card_depth = 78\n"))


def test_one_proposes_another_approves_and_a_guest_plays(
    floor: Server, browser: Browser, boss: Desk, shift: Desk
) -> None:
    page = boss.go("/pit.html#sheets")
    write(page, SHEET)
    page.get_by_label("Name of the proposal").fill("red lantern in may")
    page.get_by_label("Reason").fill("our own game")
    page.get_by_role("button", name="Propose the sheet").click()
    expect(page.locator(".sheet-reading .form-trouble")).to_contain_text("Done.")
    other = shift.go("/pit.html#approvals")
    proposal = other.locator("article", has_text="red lantern in may")
    expect(proposal.locator(".grid")).to_contain_text("BJ-DEAL-20")
    proposal.locator("summary", has_text="The placard as it will read").click()
    expect(proposal).to_contain_text("Red Lantern Blackjack · Red Lantern · May 2026")
    expect(proposal).to_contain_text("The dealer stands on soft 17.")
    proposal.get_by_role("button", name="Approve").click()
    proposal.get_by_role("button", name="Apply").click()
    expect(other.locator(".grid").last).to_contain_text("Red Lantern Blackjack")
    other.goto(f"{floor.address}/pit.html#floor/open")
    other.locator("select[name=at]").select_option(label="Red Lantern Blackjack")
    other.get_by_role("button", name="Open the table").click()
    eventually(lambda: "red-lantern-1" in {one["table"] for one in tables(floor)}, "the table is not open")
    play(floor, browser)


def test_a_sheet_is_withdrawn_by_two_and_its_table_stays(floor: Server, boss: Desk, shift: Desk) -> None:
    text = SHEET.replace("red-lantern", "blue-lantern").replace("Red Lantern", "Blue Lantern")
    change = {"type": "text", "name": "blue", "text": text}
    body = {"id": "blue", "proposal": "blue lantern", "change": change, "reason": "a second game"}
    assert boss.client.post("/api/house/proposals", json=body).status_code == 201
    for who, what in ((shift, "approve"), (boss, "apply")):
        done = who.client.post(f"/api/house/proposals/blue lantern/{what}", json={"id": f"blue-{what}"})
        assert done.status_code == 200
    opened = {"table": "blue-lantern-1", "sheet": "blue-lantern"}
    assert boss.client.post("/api/admin/tables", json=opened).status_code == 201
    page = boss.go("/pit.html#sheets")
    page.get_by_role("button", name="Withdraw Blue Lantern Blackjack").click()
    other = shift.go("/pit.html#approvals")
    proposal = other.locator("article", has_text="Withdraw blue-lantern")
    expect(proposal).to_contain_text("Blue Lantern Blackjack")
    proposal.get_by_role("button", name="Approve").click()
    proposal.get_by_role("button", name="Apply").click()
    expect(proposal).to_have_count(0)
    expect(other.locator(".grid").last).not_to_contain_text("Blue Lantern")
    other.goto(f"{floor.address}/pit.html#floor/open")
    expect(other.locator("select[name=at] option", has_text="Blackjack V5")).to_have_count(1)
    expect(other.locator("select[name=at] option", has_text="Blue Lantern")).to_have_count(0)
    other.goto(f"{floor.address}/table.html?table=blue-lantern-1")
    expect(other.locator("#title")).to_have_text("Blue Lantern Blackjack")


def tables(floor: Server) -> list[dict[str, str]]:
    found: list[dict[str, str]] = floor.client().get("/api/tables").json()
    return found


def play(floor: Server, browser: Browser) -> None:
    """A guest finds the table in the lobby, is told whose it is and that it departs, and plays a round."""
    guest = floor.enter("guest")
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.add_cookies([{"name": COOKIE, "value": guest.cookies[COOKIE], "url": floor.address}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_SECONDS * 1000)
    page.goto(floor.address)
    row = page.locator("li", has_text="Red Lantern Blackjack")
    expect(row).to_contain_text("Red Lantern")
    expect(row).to_contain_text("departs from its document in 2 points")
    row.get_by_role("link", name="Sit down").click()
    expect(page.locator("#departs")).to_contain_text("departs from its document in 2 points")
    expect(page.locator("#title")).to_have_text("Red Lantern Blackjack")
    me = guest.get("/api/me").json()["name"]
    eventually(lambda: me in seats(guest), "nobody sat down")
    bet = {"type": "PlaceBet", "spot": seats(guest).index(me) + 1, "cents": 1000, "wager": "main"}
    eventually(lambda: sent(guest, "bet", {"type": "Act", "action": bet}), "the bet is not taken")
    eventually(lambda: sent(guest, "ready", {"type": "Ready"}), "the deal does not begin")
    eventually(lambda: finished(guest), "the round does not end")
    page.goto(f"{floor.address}/rules.html?table=red-lantern-1")
    expect(page.locator("body")).to_contain_text("The dealer stands on soft 17.")
    expect(page.locator(".page-head")).to_contain_text("Red Lantern")
    expect(page.locator(".page-head")).not_to_contain_text("Catfish")
    for way, words in (("play", "The dealer stands on soft 17."), ("strategy", "dealer stands on soft 17")):
        page.goto(f"{floor.address}/{way}.html?sheet=red-lantern")
        expect(page.locator("main")).to_contain_text(words, timeout=FIGURES_MS)
        expect(page.locator("h1")).to_contain_text("Red Lantern Blackjack")
    context.close()


def seats(guest: Client) -> list[str]:
    found: list[str] = guest.get("/api/tables/red-lantern-1").json()["state"]["boxes"]
    return found


def sent(guest: Client, name: str, command: dict[str, object]) -> bool:
    asked = guest.get("/api/tables/red-lantern-1").json()["state"]["asked"]
    body = {"id": name, "command": command, "question": asked}
    answer = guest.post("/api/tables/red-lantern-1/commands", json=body)
    return bool(answer.status_code == 200)


def finished(guest: Client) -> bool:
    """Stand, and say no, until the round is over."""
    view = guest.get("/api/tables/red-lantern-1").json()
    for offer in view["you"]["offers"]:
        action = offer["action"]
        if action["type"] in ("Stand", "DeclineInsurance"):
            sent(guest, f"v{view['version']}", {"type": "Act", "action": action})
    return bool(view["state"]["round"] > 1)
