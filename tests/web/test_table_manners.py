"""Manners of the table: nobody is shut out of a deal, keys do what is printed on them, every way leads out again."""

from __future__ import annotations

import itertools
import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.consoles import Desk, Pit
from tests.web.house import Server
from tests.web.stacked import open_stacked
from tests.web.visits import SIZES, UNHURRIED, Visit, bet_by_click, play_by_click

from pitboss.cards import Card
from pitboss.hands.four_cards import FourCards, category, evaluate
from pitboss.rules import SHIPPED
from pitboss.service.operations.demo_floor import GUEST_CHIPS

BLACKJACK = "catfish-blackjack"


# --- who is waited for ------------------------------------------------------------------------------------


def two(come: Any, floor: Server, sheet: str = BLACKJACK) -> tuple[Visit, Visit]:
    """Two guests at one table, bets open."""
    table = open_stacked(floor, sheet, UNHURRIED)
    first, second = come(), come()
    first.sit(table)
    second.sit(table)
    return first, second


def test_one_players_ready_does_not_shut_another_out(come: Any, floor: Server) -> None:
    first, second = two(come, floor)
    bet_by_click(first)
    expect(first.title).to_have_text("Your bet is down")
    expect(second.note).to_contain_text("deal within")
    assert second.mode == "bet"
    bet_by_click(second)
    for one in (first, second):
        one.is_in("answer", "others", "result")


def test_who_sits_out_lets_the_others_go_on(come: Any, floor: Server) -> None:
    first, second = two(come, floor, "ultimate-texas-holdem")
    expect(second.page.get_by_role("button", name="Sit out")).to_have_count(0)
    bet_by_click(first)
    second.page.get_by_role("button", name="Sit out").click()
    first.is_in("answer")
    assert second.is_in("others") == "others"


# --- keys -------------------------------------------------------------------------------------------------


def test_space_means_ready_also_where_a_box_has_the_focus(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    box = visit.page.locator("pit-felt .place.is-place[aria-label*='Main bet']")
    box.focus()
    visit.page.keyboard.press("Enter")
    expect(visit.page.get_by_role("button", name="Ready")).to_be_enabled()
    laid = visit.own["wagers"]["main"]
    box.focus()
    visit.page.keyboard.press("Space")
    visit.is_in("answer", "result")
    assert sum(hand["bet"] for hand in visit.own["hands"]) in (laid, 0)


def test_who_is_ready_lays_nothing_more_by_a_key(come: Any, floor: Server) -> None:
    first, second = two(come, floor)
    place = first.page.locator("button.place").first
    place.focus()
    first.page.keyboard.press("Enter")
    expect(first.page.get_by_role("button", name="Ready")).to_be_enabled()
    laid = first.own["wagers"]["main"]
    first.page.keyboard.press("Space")
    expect(first.title).to_have_text("Your bet is down")
    for where in (place, first.page.locator("pit-felt .place.is-place[aria-label*='Main bet']")):
        where.focus()
        first.page.keyboard.press("Space")
        first.page.keyboard.press("Enter")
    bet_by_click(second)
    first.is_in("answer", "others", "result")
    bets = [event["cents"] for event in first.events() if event["type"] in ("BetPlaced", "BetChanged")]
    assert bets[0] == laid
    assert len(bets) == 2, "one's own, and the other player's"


def test_enter_lays_a_chip_on_the_place_that_shows_it(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    page = visit.page
    shown = page.locator("button.place.chosen")
    expect(shown).to_have_count(1)
    expect(shown.locator("kbd")).to_be_visible()
    page.locator("button.place").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ready")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    expect(shown).to_be_focused()
    expect(shown).to_contain_text("TriLux")
    page.keyboard.press("Enter")
    expect(shown.locator("svg")).to_have_count(1)
    assert set(visit.own["wagers"]) == {"main", "trilux"}


def test_a_key_that_is_held_down_counts_once(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    for _ in range(3):
        visit.page.keyboard.down("Enter")
    visit.page.keyboard.up("Enter")
    expect(visit.page.get_by_role("button", name="Ready")).to_be_enabled()
    assert visit.own["wagers"]["main"] == visit.page.evaluate(
        "Number(document.querySelector('button.chip[aria-pressed=true]').dataset.chip)"
    )


def test_the_last_rounds_let_the_keyboard_out(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    bet_by_click(visit)
    play_by_click(visit)
    page = visit.page
    page.keyboard.press("r")
    expect(page.locator("#rounds pit-replay button[data-key=ArrowRight]")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#rounds pit-replay button[data-key=ArrowRight]")).not_to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#rounds pit-replay button[data-key=ArrowRight]")).to_be_focused()
    page.set_viewport_size({"width": 844, "height": 390})
    wide = "one => one.getBoundingClientRect().width > 400"
    page.wait_for_function(f"() => ({wide})(document.querySelector('#rounds pit-felt'))")
    page.keyboard.press("Escape")
    expect(page.locator("#rounds")).to_be_hidden()


# --- the rhythm of the cards ------------------------------------------------------------------------------

CALM = 600
SEEN = """
(() => {
  window.pictures = [];
  const felt = document.querySelector('pit-felt'), bar = document.querySelector('pit-bar');
  const look = (at) => {
    const { dealer, seats } = felt.model;
    const own = seats.find((seat) => seat.you);
    window.pictures.push({
      cards: dealer.cards, results: own.results.length, told: document.querySelectorAll('#story li').length,
      balance: document.querySelector('#balance').dataset.cents, mode: bar.dataset.mode, at,
      major: felt.model.meters?.major,
    });
  };
  const { set, get } = Object.getOwnPropertyDescriptor(felt.constructor.prototype, 'model');
  Object.defineProperty(felt, 'model', { get, set(model) {
    const at = performance.now();
    set.call(felt, model);
    queueMicrotask(() => look(at));
  } });
})()
"""


def drawing(come: Any, floor: Server) -> Visit:
    """A guest who has just stood, and the dealer draws to a six: hole card first, then at least one more."""
    for _ in range(40):
        visit: Visit = come(rhythm=CALM)
        table = open_stacked(floor, BLACKJACK, UNHURRIED)
        visit.sit(table)
        bet_by_click(visit)
        if visit.is_in("answer", "result") == "answer" and "Stand" in visit.calls():
            visit.page.evaluate(SEEN)
            visit.page.keyboard.press("s")
            return visit
        visit.page.close()
    raise AssertionError("nobody was ever asked")


def test_numbers_and_log_follow_the_cards(come: Any, floor: Server) -> None:
    visit = drawing(come, floor)
    visit.is_in("result")
    pictures = visit.page.evaluate("pictures")
    last = pictures[-1]
    hidden = [one for one in pictures if "??" in one["cards"]]
    fewer = [one for one in pictures if len(one["cards"]) < len(last["cards"]) or "??" in one["cards"]]
    assert hidden, "the hole card was seen face down after the answer"
    assert all(one["results"] == 0 and one["mode"] == "others" for one in fewer)
    assert all(one["told"] < last["told"] for one in fewer)
    assert {one["balance"] for one in fewer} == {pictures[0]["balance"]}
    assert last["results"] > 0


def test_the_dealers_cards_come_at_the_rhythm(come: Any, floor: Server) -> None:
    visit = drawing(come, floor)
    visit.is_in("result")
    pictures = visit.page.evaluate("pictures")
    turned = [one for one in pictures if "??" not in one["cards"]]
    first = {len(one["cards"]): one["at"] for one in reversed(turned)}
    times = [first[many] for many in sorted(first)]
    assert all(after - before >= CALM - 1 for before, after in itertools.pairwise(times))


def test_a_key_shows_what_is_still_to_come_and_does_nothing_else(come: Any, floor: Server) -> None:
    visit = drawing(come, floor)
    visit.is_in("others")
    visit.page.keyboard.press("h")
    assert visit.mode == "result"


def test_a_key_that_is_printed_beside_the_table_does_what_it_says_while_cards_come(come: Any, floor: Server) -> None:
    visit = drawing(come, floor)
    visit.is_in("others")
    visit.page.keyboard.press("r")
    expect(visit.page.locator("#rounds pit-replay")).to_be_visible()
    assert visit.mode == "result"


def test_a_reload_in_the_middle_of_the_cards_shows_the_table_as_it_stands(come: Any, floor: Server) -> None:
    visit = drawing(come, floor)
    visit.is_in("others")
    visit.page.reload()
    visit.is_in("result")
    assert "??" not in visit.model["dealer"]["cards"]
    visit.page.wait_for_selector("pit-results .result")
    results = visit.own["results"]
    me = visit.page.request.get(f"{floor.address}/api/me").json()
    assert sum(one["cents"] for one in results) == me["balance"] - GUEST_CHIPS
    expect(visit.page.locator("#balance")).to_have_attribute("data-cents", str(me["balance"]))
    assert visit.page.locator("#story li", has_text="main bet").count() == len(results)


def test_meters_move_after_the_cards_of_their_round(come: Any, floor: Server) -> None:
    visit = come(rhythm=CALM)
    visit.sit(open_stacked(floor, "ultimate-texas-holdem", UNHURRIED))
    visit.lay("Ante and Blind", 500)
    visit.page.locator("button.place", has_text="Progressive").click()
    visit.page.evaluate(SEEN)
    before = visit.model["meters"]["major"]
    visit.ready()
    visit.is_in("answer")
    visit.page.wait_for_function("before => document.querySelector('pit-felt').model.meters.major > before", arg=before)
    dealing = [one for one in visit.page.evaluate("pictures") if one["mode"] == "others"]
    assert dealing, "the cards came one after another"
    assert {one["major"] for one in dealing} == {before}


def test_with_reduced_motion_nothing_is_waited_for(come: Any, floor: Server) -> None:
    visit = come(rhythm=CALM, reduced_motion="reduce")
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    visit.page.evaluate(SEEN)
    bet_by_click(visit)
    play_by_click(visit)
    visit.is_in("result")
    pictures = visit.page.evaluate("pictures")
    assert not any(one["mode"] == "others" for one in pictures)


# --- what is offered and told ------------------------------------------------------------------------------


def test_a_chip_that_does_not_fit_says_why_before_anything_is_laid(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, "blackjack-v5", UNHURRIED))
    page = visit.page
    main = page.locator("button.place").first
    main.click()
    assert visit.own["wagers"]["main"] == 200
    five = page.locator("button.chip[data-chip='500']")
    expect(five).to_have_class(re.compile("unfit"))
    five.click()
    main.click()
    expect(page.locator(".bar-refused")).to_contain_text("steps of $2")
    assert visit.own["wagers"]["main"] == 200


def test_a_side_bet_before_the_main_bet_is_whole_hears_what_is_missing(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    page = visit.page
    page.locator("button.chip[data-chip='100']").click()
    page.locator("button.place").first.click()
    page.locator("button.place", has_text="TriLux").click()
    expect(page.locator(".bar-refused")).to_contain_text("from $5")
    page.locator("button.chip[data-chip='500']").click()
    page.locator("button.place").first.click()
    page.locator("button.chip[data-chip='10000']").click()
    page.locator("button.place", has_text="King’s Bounty").click()
    expect(page.locator(".bar-refused")).to_have_text("King’s Bounty: at most $25.")


OFFERED = """async (sheets) => {
  const { Betting, fits, isFixed, misfitWords } = await import("/betting.js");
  const { ask } = await import("/live.js");
  const begins = (chip, place) => fits(chip, place) && Math.max(chip, place.step) <= place.minimum;
  return Promise.all(sheets.map(async (sheet) => {
    const posted = await ask(`/api/tables/${sheet}-1/posted`);
    const { chips, chip } = new Betting(posted);
    const places = [...posted.wagers, ...(posted.toke ? [{ ...posted.toke, title: "toke" }] : [])];
    const free = places.filter((one) => !isFixed(one));
    return {
      sheet, number: chips.length, places: places.length, begins: fits(chip, posted.wagers[0]),
      useless: chips.filter((one) => !free.some((place) => fits(one, place))),
      unreachable: free.filter((place) => !chips.some((one) => begins(one, place))).map(({ title }) => title),
      silent: free.flatMap((place) => chips.filter((one) => !fits(one, place)).map((one) => misfitWords(place, one)))
        .filter((text) => !/: (at most|in steps of) \\$/.test(text)),
    };
  }));
}"""


def test_every_chip_that_is_offered_is_good_for_some_wager_and_every_wager_has_a_chip(visit: Visit) -> None:
    visit.go("/")
    for told in visit.page.evaluate(OFFERED, list(SHIPPED)):
        assert told["number"], told
        assert told["places"] > 1, told
        assert told["begins"], told
        assert (told["useless"], told["unreachable"], told["silent"]) == ([], [], []), told


@pytest.mark.parametrize(
    ("sheet", "wager", "said"),
    [
        (BLACKJACK, "trilux", "Straight flush"),
        (BLACKJACK, "kings_bounty", "1,000 to 1"),
        ("free-bet-blackjack", "main", "22 is a push"),
        ("ultimate-texas-holdem", "progressive", "wins $5,000 of envy"),
        ("ultimate-texas-holdem", "progressive", "Minor meter: won by a straight flush"),
    ],
)
def test_a_wager_tells_its_pay_table_limits_and_clauses(
    visit: Visit, floor: Server, sheet: str, wager: str, said: str
) -> None:
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    visit.page.locator(f"button.place[data-wager='{wager}']").hover()
    slip = visit.page.locator("#clause-slip")
    expect(slip).to_be_visible()
    expect(slip.locator("b")).to_contain_text("$")
    expect(slip).to_contain_text(said)
    expect(slip.locator("small")).to_have_text(re.compile(r"[A-Z0-9]+-[A-Z0-9]+-"))
    told, bar = slip.bounding_box(), visit.page.locator("pit-bar").bounding_box()
    assert told
    assert bar
    assert told["y"] + told["height"] <= bar["y"], "chips and places below the felt stay in sight"
    part = visit.page.locator(f"#pay-tables details[data-wager='{wager}']")
    part.locator("summary").click()
    expect(part).to_contain_text(said)


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TAPPED = [
    (BLACKJACK, "trilux", "30 to 1"), ("games-of-chance-blackjack", "main", "[$]1"),
    ("free-bet-blackjack", "main", "22 is a push.*Free split"), ("ultimate-texas-holdem", "ante", "Blind"),
]  # fmt: skip


@pytest.mark.parametrize(("sheet", "wager", "said"), TAPPED)
def test_a_tap_lays_a_chip_and_tells_what_the_wager_pays(
    come: Any, floor: Server, sheet: str, wager: str, said: str
) -> None:
    """Told over the felt: chips and buttons below it stay in sight; the next touch puts it away."""
    visit: Visit = come(**PHONE)
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    page, slip = visit.page, visit.page.locator("#clause-slip")
    place = page.locator(f"button.place[data-wager='{wager}']")
    place.tap()
    expect(slip).to_contain_text(re.compile(said))
    expect(slip.locator("small")).to_have_text(re.compile(r"[A-Z0-9]+-[A-Z0-9]+-"))
    covered, bar = slip.bounding_box(), page.locator("pit-bar").bounding_box()
    assert covered
    assert bar
    assert covered["y"] + covered["height"] <= bar["y"]
    page.locator("#balance").tap()
    expect(slip).to_be_hidden()


def test_a_long_press_tells_and_lays_nothing(come: Any, floor: Server) -> None:
    visit: Visit = come(**PHONE)
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    page, slip = visit.page, visit.page.locator("#clause-slip")
    box = page.locator("button.place[data-wager='main']").bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(slip).to_contain_text("Main bet")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("button.place[data-wager='trilux']").tap()
    expect(slip).to_contain_text("TriLux")
    assert visit.own["wagers"].get("main", 0) == 0


@pytest.mark.parametrize(("sheet", "wager"), [(BLACKJACK, "Main bet"), ("ultimate-texas-holdem", "Blind")])
def test_chips_that_lie_in_a_round_tell_what_they_are_paid(come: Any, floor: Server, sheet: str, wager: str) -> None:
    visit: Visit = come(**PHONE)
    visit.sit(open_stacked(floor, sheet, UNHURRIED))
    bet_by_click(visit)
    visit.is_in("answer")
    name = "h0" if sheet == BLACKJACK else "blind"
    visit.page.locator(f"pit-felt [data-chips*='/{name}']").first.tap(timeout=15_000)
    expect(visit.page.locator("#clause-slip b")).to_contain_text(wager)


def test_a_players_hand_is_named_as_the_board_grows(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, "ultimate-texas-holdem", UNHURRIED))
    bet_by_click(visit)
    visit.is_in("answer")
    visit.call("Check")
    visit.is_in("answer")
    expect(visit.note).to_contain_text("You have")
    expect(visit.page.locator("#pay-tables details[data-wager='ranking'] li")).to_have_count(10)


NAMED = [
    ("Ah Kh", "Qh Jh Th", "a royal flush"), ("9s 8s", "7s 6s 5s Ah Kd", "a straight flush"),
    ("9s 9d", "9h 9c 2d", "four of a kind"), ("9s 9d", "9h 2c 2d", "a full house"), ("Ah 2h", "9h 7h 3h", "a flush"),
    ("Ah 2c", "3d 4s 5h", "a straight"), ("9s 9d", "9h 2c 4d", "three of a kind"), ("9s 9d", "2h 2c 4d", "two pair"),
    ("9s 9d", "2h 3c 5d", "a pair"), ("As 9d", "2h 3c 7d", "a high card"), ("As 9d", "", ""), ("?? ??", "2h 3c 7d", ""),
]  # fmt: skip


def test_hands_are_named_as_they_rank(visit: Visit) -> None:
    visit.go("/rules.html")
    name = "([own, board]) => import('/games/holdem.js').then(({ holdem }) => holdem.handName(own, board))"
    for own, board, wanted in NAMED:
        assert visit.page.evaluate(name, [own.split(), board.split()]) == wanted


def test_hands_of_four_cards_are_named_as_the_table_names_them(visit: Visit) -> None:
    """Some of each kind, by the kind that the engine finds: a flush is below three of a kind here."""
    visit.go("/rules.html")
    found: dict[FourCards, list[list[str]]] = {}
    for number, cards in enumerate(combinations(map(Card, range(52)), 5)):
        if number % 211 == 0:
            kind = category(evaluate(cards))
            found.setdefault(kind, []).append([card.text for card in cards])
    assert {*found} == {*FourCards}
    hands = [cards for kind in found.values() for cards in kind[:20]]
    named = visit.page.evaluate(
        "hands => import('/games/crazy4.js').then(({ crazy4 }) => hands.map((cards) => crazy4.handName(cards)))", hands
    )
    kinds = [kind.text for kind, mine in found.items() for _ in mine[:20]]
    assert [name.removeprefix("a ") for name in named] == kinds
    ranking = visit.page.evaluate("import('/games/crazy4.js').then(({ crazy4 }) => crazy4.ranking())")
    assert [name.removeprefix("a ") for name in ranking] == [kind.text for kind in sorted(FourCards, reverse=True)]
    assert visit.page.evaluate("import('/games/crazy4.js').then(({ crazy4 }) => crazy4.handName(['??', 'As']))") == ""


def test_the_dealer_busts_and_pushes_in_words(visit: Visit) -> None:
    visit.go("/rules.html")
    has = "([sum, push]) => import('/games/blackjack.js').then(({ blackjack }) => blackjack.dealerHas(sum, push))"
    assert visit.page.evaluate(has, ["24", None]) == "Dealer busts with 24"
    assert visit.page.evaluate(has, ["22", 22]) == "Dealer has 22, a push"
    assert visit.page.evaluate(has, ["8/18", None]) == "Dealer has 8/18"


def test_an_ace_of_the_dealer_is_called_an_ace(visit: Visit) -> None:
    visit.go("/")
    shown = """async (cards) => {
      const { Table, freshRound, pictured } = await import("/model.js");
      const { ask } = await import("/live.js");
      const posted = await ask("/api/tables/catfish-blackjack-1/posted");
      const { lineTitle } = new Table(posted);
      const round = freshRound(1);
      round.dealer.cards = cards;
      const state = { boxes: Array(7).fill(""), cards: {}, question: null, dealt: true };
      return pictured(round, { posted, state, you: null, meters: null, lineTitle, facts: null }).dealer.text;
    }"""
    assert visit.page.evaluate(shown, ["Ad", "??"]) == "Dealer shows an ace"
    assert visit.page.evaluate(shown, ["Td", "??"]) == "Dealer shows 10"


def test_a_void_bet_is_no_push(visit: Visit) -> None:
    visit.go("/rules.html")
    drawn = """(result) => import('/draw/wagers.js').then(({ resultPlace }) =>
      resultPlace("one", { result, cents: 0, text: "", clause: "" }, { x: 0, y: 0 }).sig)"""
    assert visit.page.evaluate(drawn, "void").lower() == "void"
    assert visit.page.evaluate(drawn, "push").lower() == "push"


def test_who_plays_several_seats_is_told_which_one(visit: Visit, floor: Server) -> None:
    visit.sit(open_stacked(floor, BLACKJACK, UNHURRIED))
    page = visit.page
    page.get_by_role("button", name="Sit down at seat 3").dispatch_event("click")
    page.locator("button.chip[data-chip='500']").click()
    for seat in (3, 4):
        page.get_by_role("button", name=f"Seat {seat}: Main bet").click()
    visit.ready()
    play_by_click(visit)
    visit.is_in("result")
    for seat in (3, 4):
        settled = page.locator("#story li", has_text=f"Seat {seat}: Your main bet")
        assert settled.count() == sum(one["n"] == seat for one in visit.model["seats"] for _ in one["results"])
    page.keyboard.press("r")
    replay = page.locator("#rounds pit-replay")
    while replay.get_by_role("button", name="Next").is_enabled():
        replay.get_by_role("button", name="Next").click()
    expect(replay.locator(".replay-said")).to_contain_text(re.compile("Seat [34]: Your"))


def test_a_folded_hand_is_tucked_under_the_side_bet_of_its_game(visit: Visit) -> None:
    visit.go("/")
    told = """async () => {
      const { tell } = await import("/words.js");
      return tell({ type: "HandFolded", spot: 1, hand: 0, tucked: true }, () => "", () => "", { short: "" });
    }"""
    assert visit.page.evaluate(told) == "You fold, cards tucked under the side bet"


def test_a_refusal_about_oneself_says_you(visit: Visit) -> None:
    visit.go("/rules.html")
    said = """(you) => import('/live.js').then(({ refusalOf }) => {
      const caught = Object.assign(new Error("Ann dropped from three spots: not before the next shoe"),
        { code: "spots.dropped", params: { player: "Ann" }, clause: "BJ-DEAL-5c" });
      return refusalOf(caught, you).reason;
    })"""
    assert visit.page.evaluate(said, "Ann") == "You dropped from three spots: not before the next shoe (BJ-DEAL-5c)"
    assert visit.page.evaluate(said, "Ben").startswith("Ann dropped")


def test_tables_are_called_in_words(visit: Visit) -> None:
    visit.go("/")
    named = """async (tables) => {
      const { tableName } = await import("/words.js");
      return tables.map((table) => tableName(table, "blackjack-v5"));
    }"""
    tables = ["blackjack-v5-1", "blackjack-v5-declared", "blackjack-v5-program", "main-pit-3"]
    told = ["Table 1", "Table with real cards", "Table with a dealer", "Table main-pit-3"]
    assert visit.page.evaluate(named, tables) == told
    titled = "import('/words.js').then(({ ownTitle }) => ownTitle('', `Hold'em, real cards`))"
    assert visit.page.evaluate(titled) == "Hold’em, real cards"


def test_a_guest_is_called_as_he_wants_and_seen_in_the_colour_he_chose(visit: Visit, come: Any, floor: Server) -> None:
    visit.go("/")
    visit.page.get_by_label("Your name here").fill("Rosa")
    visit.page.get_by_role("radio", name="Colour 3").check(force=True)
    table = open_stacked(floor, BLACKJACK, UNHURRIED)
    visit.sit(table)
    assert visit.own["name"].startswith("Guest Rosa")
    expect(visit.page.locator("pit-felt .name.you .avatar-3")).to_have_count(1)
    expect(visit.page.locator("#polite")).to_contain_text("You sit down at seat")
    other: Visit = come()
    other.go(f"/table.html?table={table}")
    expect(other.page.locator("pit-felt .name .avatar-3")).to_have_count(1)


# --- a table with a dealer --------------------------------------------------------------------------------


def test_a_table_without_its_dealer_says_so_in_the_lobby_and_at_the_table(
    visit: Visit, floor: Server, browser: Browser
) -> None:
    pit = Pit(floor, browser, BLACKJACK)
    visit.go("/")
    row = visit.page.locator(f".tables li:has(a[href*='table={pit.table}'])")
    for width, height in SIZES.values():
        visit.page.set_viewport_size({"width": width, "height": height})
        expect(row.get_by_text("Waiting for a dealer")).to_be_visible()
    row.locator("a.sit").click()
    visit.is_in("others")
    expect(visit.title).to_have_text("Waiting for a dealer")
    pit.tap_in()
    expect(visit.title).not_to_have_text("Waiting for a dealer")
    visit.go("/")
    expect(visit.page.locator(f".tables li:has(a[href*='table={pit.table}'])")).not_to_contain_text("Waiting")
    pit.close()


def test_a_normal_deal_of_a_dealer_is_no_call_for_the_floor(visit: Visit, floor: Server, browser: Browser) -> None:
    pit = Pit(floor, browser, BLACKJACK)
    pit.open()
    visit.go(f"/table.html?table={pit.table}&wish=sit")
    visit.is_in("bet")
    page = visit.page
    page.locator("button.place").first.click()
    visit.ready()
    start(pit.dealer, pit.table)
    visit.is_in("others")
    expect(visit.title).to_have_text("With the dealer")
    pit.close()


def start(dealer: Desk, table: str) -> None:
    """The dealer closes the bets."""
    offers = [one["command"] for one in dealer.staff(table)["offers"]]
    deal = next(one for one in offers if one.get("action", {}).get("type") == "StartDeal")
    dealer.do(table, deal)
