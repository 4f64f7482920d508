"""The pages in a real browser: whole rounds by click and by key, what is lost and comes back, what may not be seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.house import PASSWORD, Server
from tests.web.stacked import next_round, open_stacked, order
from tests.web.visits import SIZES, UNHURRIED, Visit, bet_by_click, clause_of, play_by_click

from pitboss.service.floor import commands as c
from pitboss.store.errors import StoreError

SHEETS = (
    "catfish-blackjack", "free-bet-blackjack", "blackjack-v5", "games-of-chance-blackjack", "ultimate-texas-holdem",
    "crazy-4-poker",
)  # fmt: skip
CALM = ("s", "n", "k", "1", "y")
"""Keys that answer any question: stand, no, check, the smallest bet, yes."""
MOST_WATCHED = 30
"""Tables that the lobby hears at once."""
CARD = re.compile(r"^[2-9TJQKA][cdhs]$")


# --- whole rounds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_guest_plays_a_round_by_clicks(visit: Visit, floor: Server, sheet: str) -> None:
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    bet_by_click(visit)
    play_by_click(visit)
    results = visit.page.locator("pit-results .result")
    expect(results.first).to_be_visible()
    expect(visit.page.locator(".bar-title")).to_have_text(re.compile(r"This round|Push"))
    assert clause_of(visit, results.first)
    expect(visit.page.locator("#balance svg")).to_have_attribute("aria-label", re.compile(r"Play chips \$[\d,]+\.\d\d"))


def by_keyboard(visit: Visit, table: str) -> None:
    """From the lobby to the results of a round, with a main bet and another, by keys alone."""
    page = visit.page
    visit.go("/")
    page.locator(f".tables a.sit[href*='table={table}&']").focus()
    page.keyboard.press("Enter")
    if visit.is_in("cut", "bet") == "cut":
        page.keyboard.press("Enter")
    visit.is_in("bet")
    chips = [int(chip.get_attribute("data-chip") or 0) for chip in page.locator("button.chip").all()]
    fit = [int(chip.get_attribute("data-chip") or 0) for chip in page.locator("button.chip:not(.unfit)").all()]
    page.keyboard.press(str(chips.index(max(chip for chip in fit if chip <= 500)) + 1))
    page.keyboard.press("Enter")
    if page.locator(".bar-refused").inner_text():
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ready")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(str(chips.index(100) + 1))
    page.keyboard.press("Enter")
    expect(page.locator("button.place").nth(1)).to_have_attribute("aria-label", re.compile(r"\$1$"))
    page.keyboard.press("Space")
    while visit.is_in("answer", "result") == "answer":
        offered = {one.get_attribute("data-key") for one in page.locator("pit-bar [data-key]").all()}
        with visit.answered():
            page.keyboard.press(next(key for key in CALM if key in offered))
    expect(page.locator("pit-results .result").first).to_be_visible()


TURNED_UP = ("CardDealt", "HoleTurned", "DoubleCardTurned", "HoleCardsSeen", "FlopTurned", "TurnRiverTurned")
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
HEARD = """() => addEventListener("DOMContentLoaded", () => {
  window.heard = [];
  for (const name of ["polite", "assertive"]) {
    const place = document.getElementById(name);
    if (place) new MutationObserver(() => heard.push([name, place.textContent])).observe(place, { childList: true });
  }
})"""
"""What a screen reader would say of its own accord."""
NAMELESS = """() => [...document.querySelectorAll("pit-bar button, pit-bar input, pit-felt [tabindex='0']")]
  .filter((node) => node.checkVisibility() && !(node.ariaLabel || node.textContent || node.labels?.length))
  .map((node) => node.outerHTML)"""
"""Controls that a screen reader has no name for."""


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_guest_who_does_not_see_plays_a_round_by_keyboard_alone(visit: Visit, floor: Server, sheet: str) -> None:
    """Every control has a name; one's turn, every open card and every result are said, each as it comes."""
    visit.page.add_init_script(f"({HEARD})()")
    by_keyboard(visit, open_stacked(floor, sheet, UNHURRIED))
    assert visit.page.evaluate(NAMELESS) == []
    heard = visit.page.evaluate("heard")
    said = " ".join(text for name, text in heard if name == "polite")
    events = visit.events()
    cards = [card for one in events if one["type"] in TURNED_UP for card in (one.get("card"), *one.get("cards", ()))]
    for card in filter(CARD.match, filter(None, cards)):
        assert f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}" in said, card
    results = [one for one in events if one["type"] == "WagerSettled" and one["stake"] and one["result"] != "taken"]
    assert results
    assert len(re.findall(r"Your [^:.]+: ", said)) >= len(results)
    turns = [text for name, text in heard if name == "assertive" and text.startswith("Your turn")]
    assert bool(turns) == any((frame.get("you") or {}).get("offers") for frame in visit.frames)


def test_the_last_bet_is_made_again(visit: Visit, floor: Server) -> None:
    table = open_stacked(floor, "catfish-blackjack", UNHURRIED)
    visit.sit(table)
    bet_by_click(visit)
    play_by_click(visit)
    next_round(floor, table)
    visit.is_in("bet")
    visit.page.get_by_role("button", name="Double last bet").click()
    expect(visit.page.locator("button.place").first).to_have_attribute("aria-label", "Main bet $10")
    visit.page.get_by_role("button", name="Clear").click()
    expect(visit.page.locator("button.place").first).to_have_attribute(
        "aria-label", re.compile("^Main bet .*, no bet$")
    )


def test_who_plays_two_seats_is_told_each_result_with_its_seat(visit: Visit, floor: Server) -> None:
    page = visit.page
    visit.sit(open_stacked(floor, "catfish-blackjack", UNHURRIED))
    page.get_by_role("button", name="Sit down at seat 5").dispatch_event("click")
    for seat in (4, 5):
        page.locator(f"button.place[aria-label^='Seat {seat}: Main bet']").click()
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    places = page.get_by_role("group", name="Betting places")
    assert places.evaluate("node => node.scrollWidth - node.clientWidth") <= 0, "every place is seen"
    visit.ready()
    play_by_click(visit)
    assert sorted(name.partition(":")[0] for name in visit.results()) == ["Seat 4", "Seat 5"]


# --- what must not get lost, and what must not be seen ----------------------------------------------------


def ask_me(visit: Visit, floor: Server, sheet: str = "catfish-blackjack") -> str:
    """Sit at a fresh table and bet until there is a question to answer: a blackjack is over at once."""
    table = open_stacked(floor, sheet, UNHURRIED)
    visit.sit(table)
    for _ in range(6):
        bet_by_click(visit)
        if visit.is_in("answer", "result") == "answer":
            return table
        next_round(floor, table)
        visit.is_in("bet")
    raise AssertionError("six blackjacks in a row")


def test_a_reload_in_a_decision_finds_the_same_question(visit: Visit, floor: Server) -> None:
    ask_me(visit, floor)
    before, title = visit.calls(), visit.page.locator(".bar-title").inner_text()
    visit.page.reload()
    visit.is_in("answer")
    assert visit.calls() == before
    assert visit.page.locator(".bar-title").inner_text() == title
    play_by_click(visit)


def test_a_lost_connection_is_said_and_taken_up_again(visit: Visit, floor: Server) -> None:
    ask_me(visit, floor)
    before = visit.calls()
    visit.page.context.set_offline(True)
    visit.is_in("line")
    expect(visit.page.locator(".bar-note")).to_contain_text("Your bet stands")
    assert visit.calls() == []
    visit.page.context.set_offline(False)
    visit.is_in("answer")
    assert visit.calls() == before
    visit.forgive_the_network()
    play_by_click(visit)


def test_who_only_watches_is_not_told_of_a_bet(visit: Visit, floor: Server) -> None:
    visit.go(f"/table.html?table={open_stacked(floor, 'catfish-blackjack', UNHURRIED)}")
    visit.is_in("watch")
    visit.page.context.set_offline(True)
    visit.is_in("line")
    expect(visit.note).to_have_text(re.compile(r"^Trying again in \d seconds?\.$"))
    visit.page.context.set_offline(False)
    visit.is_in("watch")
    visit.forgive_the_network()


def dealers_cards(events: list[dict[str, Any]]) -> list[str]:
    return [event["card"] for event in events if event["type"] == "CardDealt" and event["spot"] == 0]


def test_the_hole_card_is_nowhere_before_its_time(visit: Visit, floor: Server) -> None:
    """In no frame, no element and no storage until it is turned."""
    ask_me(visit, floor)
    before = visit.events()
    up, hole = dealers_cards(before)
    assert CARD.match(up)
    assert hole == "??"
    assert not any(event["type"] in ("HoleTurned", "HoleExposed") for event in before)
    page = visit.page
    assert page.evaluate("document.querySelector('pit-felt').model.dealer.cards") == [up, "??"]
    expect(page.locator("pit-felt li", has_text="Dealer")).to_contain_text("face down")
    drawn = page.eval_on_selector_all(".pieces .card", "cards => cards.map((card) => card.dataset.face)")
    assert sorted(drawn) == sorted([up, "??", *visit.own["hands"][0]["cards"]])
    kept = page.evaluate("[...Object.values(sessionStorage), ...Object.values(localStorage)].join()")
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", kept)
    while visit.is_in("answer", "result") == "answer":
        page.keyboard.press("s")
        page.keyboard.press("n")
    turned = [event["card"] for event in visit.events() if event["type"] == "HoleTurned"]
    assert len(turned) == 1
    assert page.evaluate("document.querySelector('pit-felt').model.dealer.cards[1]") == turned[0]


def test_holdem_shows_nothing_that_lies_face_down(visit: Visit, floor: Server) -> None:
    ask_me(visit, floor, "ultimate-texas-holdem")
    model = visit.page.evaluate("document.querySelector('pit-felt').model")
    assert model["board"] == ["??"] * 5
    assert model["dealer"]["cards"] == ["??", "??"]
    own = next(seat for seat in model["seats"] if seat["you"])["hands"][0]["cards"]
    told = [event.get("cards") for frame in visit.frames for event in frame.get("events", ())]
    faces = {card for cards in told if isinstance(cards, list) for card in cards}
    assert faces - {"??"} == set(own)
    play_by_click(visit)


@pytest.mark.clause("V5-BET-3")
def test_the_limits_are_posted_at_the_table(visit: Visit) -> None:
    visit.go("/table.html?table=blackjack-v5-1")
    visit.is_in("watch")
    main = visit.page.locator("#limits div", has_text="Main bet")
    expect(main.locator("dd")).to_have_text("$2 – $10")
    expect(main).to_be_visible()


NOTE_OF_SURRENDER = """async (table) => {
  const { answerOf } = await import("/games/index.js");
  const posted = await (await fetch(`/api/tables/${table}/posted`)).json();
  return answerOf("blackjack", "surrender").note({}, { posted, question: "play", total: "16" });
}"""


@pytest.mark.parametrize(
    ("loss", "share", "back", "most"),
    [
        ("1/2", "1/2", "half the bet back", "up to half the bet"),
        ("1/4", "1/4", "three quarters of the bet back", "up to a quarter of the bet"),
        ("3/5", "2/5", "2/5 of the bet back", "up to 2/5 of the bet"),
    ],
)
def test_shares_are_said_as_the_sheet_has_them(
    visit: Visit, floor: Server, loss: str, share: str, back: str, most: str
) -> None:
    """A house may choose them, so the page reads what is posted instead of knowing it."""
    sets = (f"surrender.loss={loss}", f"insurance.share={share}")
    table = open_stacked(floor, "games-of-chance-blackjack", UNHURRIED, sets)
    visit.go(f"/table.html?table={table}")
    visit.is_in("watch")
    expect(visit.page.locator("#limits div", has_text="Insurance").locator("dd")).to_have_text(most)
    assert visit.page.evaluate(NOTE_OF_SURRENDER, table) == back


ASKED_ABOUT_INSURANCE = """async () => {
  const { insuranceWords } = await import("/bar.js");
  const words = (...offers) => insuranceWords({ boxes: [1], offers })[0];
  const no = { kind: "decline_insurance", action: { spot: 1 } };
  const insure = { kind: "insure", action: { spot: 1 }, amounts: { most: 250 } };
  const even = { kind: "take_even_money", action: { spot: 1 } };
  return [words(insure, no), words(even, no), words(no)];
}"""


def test_even_money_is_asked_where_it_is_offered(visit: Visit) -> None:
    """A quarter of the smallest bet may be less than the smallest insurance: then neither is offered."""
    visit.go("/play.html")  # a page without a bar of its own
    said = ["Insurance? Up to $2.50", "Even money?", "Too small a bet to insure"]
    assert visit.page.evaluate(ASKED_ABOUT_INSURANCE) == said


GERMAN = 'export const words = {"page.lobby.sign_in": "Anmelden", "lobby.seats_open": "Plätze frei"};'


def test_a_further_language_is_a_further_file(visit: Visit) -> None:
    """What it leaves out is said in English."""
    visit.page.route("**/words/de.js", lambda route: route.fulfill(body=GERMAN, content_type="text/javascript"))
    visit.page.add_init_script("localStorage.setItem('pitboss.language', 'de')")
    visit.go("/")
    expect(visit.page.locator("#sign-in")).to_have_text("Anmelden")
    expect(visit.page.locator(".seats-open").first).to_contain_text("Plätze frei")
    expect(visit.page.locator("#tables a.sit").first).to_contain_text("Sit down")


# --- the other pages --------------------------------------------------------------------------------------


def test_last_rounds_are_replayed_and_can_be_taken_home(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, "blackjack-v5", UNHURRIED))
    bet_by_click(visit)
    play_by_click(visit)
    page = visit.page
    page.keyboard.press("r")
    expect(page.locator(".replay-said")).to_contain_text("1 of ")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-said")).to_contain_text("2 of ")
    notes = [one.lower() for one in page.locator("pit-replay .felt-note").all_text_contents()]
    assert any("discard" in one for one in notes)
    assert [one for one in notes if re.search(r"\d|left", one)] == []  # how many cards are in the shoe is of today
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the hand record").click()
    assert 'sheet = "blackjack-v5"' in Path(download.value.path()).read_text()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Check the shuffle").last.click()
    expect(opened.value.locator("#answer h2")).to_have_text("As promised")


def test_two_browsers_at_one_table_play_together(visit: Visit, come: Any, floor: Server) -> None:
    """Each sees the other's bets, turn and results live; a spectator sees both."""
    table = open_stacked(floor, "free-bet-blackjack", UNHURRIED)
    visit.sit(table)
    other: Visit = come()
    watcher: Visit = come()
    watcher.go(f"/table.html?table={table}")
    watcher.is_in("watch")
    other.go(f"/table.html?table={table}")
    other.page.get_by_role("button", name="Sit down at seat 2").dispatch_event("click")
    other.is_in("bet")
    visit.page.locator("button.place").first.click()
    bet_by_click(other)
    expect(other.title).to_have_text("Your bet is down")
    visit.ready()
    waiting = {"answer", "others", "result"}
    while {visit.is_in(*waiting), other.is_in(*waiting)} != {"result"}:
        for mine, theirs in ((visit, other), (other, visit)):
            if mine.mode == "answer":
                if theirs.mode == "others":
                    expect(theirs.title).to_contain_text("to act")
                calls = mine.calls()
                mine.call(next(one for one in ("Stand", "No insurance", *calls) if one in calls))
    watcher.page.wait_for_function("document.querySelector('pit-felt').model.phase === 'over'")
    seats = [[seat["hands"] for seat in one.model["seats"]] for one in (visit, other, watcher)]
    assert [[len(hands) for hands in one] for one in seats] == [[0, 1, 0, 1, 0, 0, 0]] * 3
    assert [[hand["cards"] for hands in one for hand in hands] for one in seats][1:] == [
        [hand["cards"] for hands in seats[0] for hand in hands]
    ] * 2
    assert watcher.model["dealer"] == visit.model["dealer"]


def test_the_sign_shows_the_meters(visit: Visit) -> None:
    visit.go("/sign.html")
    expect(visit.page.locator("#major")).to_have_attribute("aria-label", re.compile(r"^\$2\d,\d{3}\.\d\d$"))


def test_the_sign_shows_the_code_of_the_last_checkpoint(visit: Visit, floor: Server) -> None:
    floor.app.state.checkpoints.sign()
    visit.go("/sign.html")
    code = floor.client().get("/api/checkpoint").json()["code"]
    assert code
    expect(visit.page.locator("#checkpoint")).to_have_text(f"Checkpoint of the log: {code}")


def test_the_first_administrator_comes_by_the_link(visit: Visit, floor: Server) -> None:
    visit.go(f"/setup.html#{floor.tokens[0]}")
    visit.page.get_by_label("Name", exact=True).fill("Boss")
    visit.page.get_by_label("Password").fill("a long enough one")
    visit.page.get_by_role("button", name="Become administrator").click()
    expect(visit.page.get_by_role("heading", name="You are the administrator")).to_be_visible()


def test_a_table_that_is_not_there_is_said_plainly(visit: Visit) -> None:
    visit.go("/table.html?table=nowhere-1")
    expect(visit.page.get_by_role("heading", name="There is no such table")).to_be_visible()
    assert visit.page.get_by_role("button").count() == 0, "nothing that would do nothing"
    visit.go("/table.html")
    expect(visit.page.locator(".page")).to_contain_text("The address names no table.")
    visit.forgive_the_network()


# --- what can go wrong ------------------------------------------------------------------------------------


def test_a_full_table_has_a_line_and_a_free_seat_is_given(visit: Visit, come: Any, floor: Server) -> None:
    table = open_stacked(floor, "blackjack-v5", UNHURRIED)
    guests = [floor.enter("guest") for _ in range(7)]
    names = [guest.get("/api/me").json()["name"] for guest in guests]
    for box, guest in enumerate(guests, 1):
        body = {"id": f"sit-{box}", "command": {"type": "Sit", "box": box}}
        guest.post(f"/api/tables/{table}/commands", json=body).raise_for_status()
    visit.go("/")
    row = visit.page.locator(f".tables li:has(a[href*='table={table}'])").first
    expect(row.locator(".seats-open")).to_have_text("0 of 7 seats open")
    row.get_by_role("link", name="Wait for a seat").click()
    visit.is_in("watch")
    expect(visit.title).to_have_text("You wait for a seat")
    expect(visit.note).to_contain_text("You are next")
    other: Visit = come()
    other.go(f"/table.html?table={table}&wish=sit")
    expect(other.page.locator(".bar-refused")).to_contain_text("All seats are taken. Wait for a seat here")
    lobby: Visit = come()
    lobby.go("/")
    expect(lobby.page.locator(f".tables li:has(a[href*='table={table}']) .seats-open").first).to_contain_text(
        "1 waiting"
    )
    order(floor, floor.running.command(table, c.Unseat(player=names[2]), actor="house", role="house"))
    visit.is_in("cut", "bet", "others")
    assert visit.own["n"] == 3


def test_a_seat_that_another_took_first_is_said(visit: Visit, floor: Server) -> None:
    table = open_stacked(floor, "catfish-blackjack", UNHURRIED)
    visit.go(f"/table.html?table={table}")
    visit.is_in("watch")
    guest = floor.enter("guest")
    name = guest.get("/api/me").json()["name"]
    body = {"id": "first", "command": {"type": "Sit", "box": 3}}
    guest.post(f"/api/tables/{table}/commands", json=body).raise_for_status()
    expect(visit.page.get_by_role("button", name="Sit down at seat 3")).to_have_count(0)
    visit.page.evaluate(
        "document.getElementById('felt').dispatchEvent(new CustomEvent('sit', { detail: { seat: 3 } }))"
    )
    expect(visit.page.locator(".bar-refused")).to_have_text(f"{name} took seat 3 first. Choose another seat.")
    visit.page.keyboard.press("Enter")
    visit.is_in("cut", "bet", "others")
    assert visit.own["n"] == 4


def test_a_table_that_closes_says_so_and_leaves_the_lobby(visit: Visit, come: Any, floor: Server) -> None:
    table = open_stacked(floor, "catfish-blackjack", UNHURRIED)
    lobby: Visit = come()
    lobby.go("/")
    row = lobby.page.locator(f".tables li:has(a[href*='table={table}'])")
    expect(row).to_have_count(1)
    visit.sit(table)
    order(floor, floor.running.command(table, c.CloseTable(), actor="house", role="administrator"))
    visit.is_in("closed")
    expect(visit.title).to_have_text("This table is closed")
    expect(visit.note).to_have_text("Your chips are with you. Choose another table.")
    expect(row).to_have_count(0)
    visit.page.keyboard.press("Enter")
    expect(visit.page.get_by_role("heading", name=re.compile("tables open"))).to_be_visible()


def test_a_session_that_is_over_is_said_and_the_seat_comes_back(visit: Visit, floor: Server) -> None:
    page, name = visit.page, "Ilse Over"
    visit.go("/")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    expect(page.locator("#welcome")).to_have_text(f"Signed in as {name}.")
    visit.sit(open_stacked(floor, "catfish-blackjack", UNHURRIED))
    bet = page.locator("button.place").first
    bet.click()
    expect(bet).to_have_attribute("aria-label", "Main bet $5")
    page.evaluate(
        """async () => {
          const { csrf } = await (await fetch("/api/me")).json();
          await fetch("/api/session", { method: "DELETE", headers: { "X-Pitboss-Token": csrf } });
        }"""
    )
    visit.is_in("line")
    expect(visit.title).to_have_text("You were signed out")
    expect(visit.note).to_have_text("Sign in again in the lobby; your chips are kept. A guest sits down anew.")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("#door-form").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Back to your seat").click()
    visit.is_in("bet")
    expect(bet).to_have_attribute("aria-label", "Main bet $5")
    page.get_by_role("button", name="Clear").click()
    expect(bet).to_have_attribute("aria-label", re.compile("^Main bet .*, no bet$"))


def test_a_lobby_of_more_tables_than_one_watches_leads_back_to_the_seat(visit: Visit, floor: Server) -> None:
    """What is not watched is told with each list."""
    while len(floor.client().get("/api/tables").json()) <= MOST_WATCHED:
        open_stacked(floor, "crazy-4-poker", UNHURRIED)
    last = open_stacked(floor, "crazy-4-poker", UNHURRIED)
    visit.sit(last)
    visit.go("/")
    way = visit.page.locator(f"a.sit[href$='table={last}']")
    expect(way).to_contain_text("Back to your seat")
    expect(visit.page.locator("li", has=way).locator(".seats-open")).to_contain_text("5 of 6")


def test_too_few_chips_are_said_with_the_way_to_more(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, "catfish-blackjack", UNHURRIED))
    page = visit.page
    name = page.evaluate("fetch('/api/me').then((said) => said.json())")["name"]
    order(floor, floor.running.person_command(name, c.CashOut(cents=99_000), actor=name))
    page.reload()
    visit.is_in("bet")
    visit.page.locator("button.chip[data-chip='2500']").click()
    page.locator("button.place").first.click()
    expect(page.locator(".bar-refused")).to_contain_text("You have $10.00 left. Lay a smaller chip, or get more.")
    order(floor, floor.running.person_command(name, c.CashOut(cents=700), actor=name))
    page.reload()
    visit.is_in("bet")
    expect(visit.title).to_have_text("Too few chips for this table")
    page.keyboard.press("g")
    expect(page.locator("#balance svg")).to_have_attribute("aria-label", "Play chips $1,003.00")
    page.locator("button.place").first.click()
    expect(page.locator("button.place").first).to_have_attribute("aria-label", re.compile(r"^Main bet \$\d+$"))


def test_two_tabs_on_one_seat_show_the_same_and_answer_once(visit: Visit, come: Any, floor: Server) -> None:
    table = ask_me(visit, floor)
    second: Visit = come(beside=visit)
    second.go(f"/table.html?table={table}")
    second.is_in("answer")
    for tab in (visit, second):
        expect(tab.page.locator("#notices")).to_contain_text("This seat is open in another tab, too.")
    assert second.calls() == visit.calls()
    play_by_click(second)
    visit.is_in("result")
    assert visit.results() == second.results()
    second.page.close()
    expect(visit.page.locator("#notices")).to_be_empty()


def test_a_wrong_clock_does_not_matter_and_is_said(come: Any, floor: Server) -> None:
    visit: Visit = come()
    visit.page.add_init_script("const real = Date.now; Date.now = () => real() + 2 * 3_600_000;")
    ask_me(visit, floor, "blackjack-v5")
    expect(visit.note).to_have_text(re.compile(r"\b[1-6]\d\d seconds left"))
    expect(visit.page.locator("#notices")).to_have_text(
        re.compile("Your clock is 2 hours fast. The table counts by its own")
    )
    play_by_click(visit)


def test_a_server_that_goes_and_comes_back_finds_everything(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, pace=UNHURRIED) as first:
        port = int(first.address.rsplit(":", 1)[1])
        context = browser.new_context()
        visit = Visit(context.new_page(), first.address)
        ask_me(visit, first)
        before, own = visit.calls(), visit.own
        first.stop()
        visit.is_in("line")
        expect(visit.title).to_have_text("Connection lost")
        expect(visit.note).to_contain_text("Your bet stands. Trying again in")
        with Server(tmp_path, pace=UNHURRIED, port=port) as _:
            visit.is_in("answer")
            assert visit.calls() == before
            assert visit.own == own
            play_by_click(visit)
        visit.forgive_the_network()
        assert visit.troubles == []
        context.close()


def test_a_command_the_store_was_unsure_of_is_sent_again_by_itself(visit: Visit, floor: Server) -> None:
    """The store does not answer once: the page asks again under the same name, and the bet is made once."""
    visit.sit(open_stacked(floor, "catfish-blackjack", UNHURRIED))
    place = visit.page.locator("button.place").first
    writer = floor.running._writer
    real, failed = writer.append, []

    async def once_away(commit: Any) -> Any:
        if not failed and commit.entries[0].client:  # what a player sent, not what the house does of itself
            failed.append(commit)
            raise StoreError("the disk is full")
        return await real(commit)

    writer.append = once_away  # type: ignore[method-assign]
    try:
        with visit.answered():
            place.click()
        expect(place).to_have_attribute("aria-label", "Main bet $5")
        expect(visit.page.locator(".bar-refused")).to_be_empty()
    finally:
        writer.append = real  # type: ignore[method-assign]
    assert failed
    assert any(frame["type"] == "refused" and frame["again"] for frame in visit.frames)
    visit.page.get_by_role("button", name="Clear").click()
