"""The dealer school in a real browser: every drill by keys and by touch, hints, the map, and from guest to account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.house import PASSWORD, Server, names
from tests.web.schooling import LEARNER, SHEET, answer_all, ask
from tests.web.visits import SIZES, Visit

from pitboss.money import parse_cents
from pitboss.rules import load
from pitboss.school import Part, Solution, Task, drills_of
from pitboss.school.steps import STEP_VERBS
from pitboss.service.floor.stream_names import learner_stream
from pitboss.service.school.learners import AskedQuestion, GivenPart, Learner
from pitboss.web.school import guest_named

pytestmark = pytest.mark.slow

DRILLS = drills_of(load(SHEET))
LEVELS = {"deal_a_shoe": 1, "fast_deal": 1}
"""A round that is dealt has as many steps as an evening on the upper levels."""


class Trainee:
    """Somebody who learns in a browser, with the server's own knowledge of what is right."""

    def __init__(self, visit: Visit, server: Server) -> None:
        self.visit, self.page, self.server = visit, visit.page, server

    def opens(self, drill: str, sheet: str = SHEET, **more: object) -> None:
        query = "".join(f"&{name}={value}" for name, value in more.items())
        self.visit.go(f"/school.html?sheet={sheet}&drill={drill}{query}")
        expect(self.now).to_be_visible()

    @property
    def now(self) -> Locator:
        return self.page.locator(".part-now")

    @property
    def rows(self) -> Locator:
        return self.page.locator("#parts > li")

    @property
    def learner(self) -> Learner:
        (cookie,) = [one["value"] for one in self.page.context.cookies() if one["name"] == LEARNER]
        found = self.server.running.floor.stream(learner_stream(guest_named(cookie))).state
        assert isinstance(found, Learner)
        return found

    @property
    def asked(self) -> AskedQuestion:
        (found,) = self.learner.open
        return found

    def task(self) -> Task:
        asked = self.asked
        return self.server.app.state.school.classroom.task(load(asked.sheet), asked)

    def part(self) -> tuple[Part, Solution]:
        task, now = self.task(), self.asked.now
        return next(part for part in task.question.parts if part.id == now), task.solutions[now]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def answers(self) -> None:
        """The part that is asked now, rightly and by keys; and wait until it is judged."""
        part, solution = self.part()
        given = len(self.asked.given)
        KEYS[part.kind](self, part, solution.right)
        expect(self.page.locator(".part-answered")).to_have_count(given + 1)

    def chooses_wrongly(self) -> None:
        part, solution = self.part()
        self.press(_number(part, next(one.id for one in part.options if one.id not in solution.right)))

    def finishes(self) -> None:
        """All parts, rightly, until the question is over."""
        while self.learner.open:
            self.answers()
        expect(self.page.locator("#after .verdict")).to_be_visible()


def _number(part: Part, option: str) -> str:
    return str([one.id for one in part.options].index(option) + 1)


def _choice(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    trainee.press(_number(part, right[0]))


def _several(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    for one in right:
        number = _number(part, one)
        if len(number) == 1:
            trainee.press(number)
        else:
            trainee.now.locator("button.toggle").nth(int(number) - 1).press(" ")
    trainee.now.get_by_role("button", name="These hold").press("Enter")


def _order(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    trainee.press(*(_number(part, one) for one in right), "Enter")


def _settle(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    match right:
        case ("pay", said):
            trainee.press(*said, "Enter")
        case (verb, *_):
            trainee.press(verb[0])


def _chips(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    values = sorted(trainee.task().question.chips)
    trainee.press(*(str(values.index(parse_cents(chip)) + 1) for chip in right), "Enter")


def _typed(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    trainee.press(*right[0], "Enter")


def _line(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    if right == ("0",):
        trainee.press("0")
        return
    trainee.press(*["ArrowDown"] * int(right[0]), "Enter")


def _step(trainee: Trainee, part: Part, right: tuple[str, ...]) -> None:
    expect(trainee.now.locator(".step-field")).to_be_focused()
    trainee.page.keyboard.type(right[0])
    trainee.press("Enter")


KEYS = {
    "choice": _choice, "several": _several, "order": _order, "settle": _settle, "chips": _chips, "amount": _typed,
    "number": _typed, "line": _line, "step": _step,
}  # fmt: skip
"""How each kind of part is answered without a mouse."""


def _visit(server: Server, browser: Browser, size: str, **given: Any) -> Visit:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **given)
    return Visit(context.new_page(), server.address)


@pytest.fixture
def trainee(server: Server, browser: Browser) -> Iterator[Trainee]:
    visit = _visit(server, browser, "desktop")
    yield Trainee(visit, server)
    visit.page.context.close()
    assert visit.troubles == []


@pytest.fixture
def on_phone(server: Server, browser: Browser) -> Iterator[Trainee]:
    visit = _visit(server, browser, "phone", has_touch=True)
    yield Trainee(visit, server)
    visit.page.context.close()
    assert visit.troubles == []


# --- by keys ------------------------------------------------------------------------------------------------


def wrong_parts(trainee: Trainee) -> list[GivenPart]:
    """Of the last question, what was not answered rightly."""
    assert trainee.learner.last is not None
    return [one for one in trainee.learner.last.given if not one.right]


@pytest.mark.parametrize("drill", DRILLS)
def test_every_drill_is_answered_by_keys_alone(trainee: Trainee, drill: str) -> None:
    trainee.opens(drill, level=LEVELS.get(drill, 3))
    trainee.finishes()
    assert wrong_parts(trainee) == []
    assert {row.get_attribute("data-mark") for row in trainee.rows.all()} == {"right"}
    expect(trainee.page.locator("#after .verdict")).to_contain_text("Right, in")
    expect(trainee.page.locator("#strip .last-right")).to_have_count(1)
    trainee.press("Enter")
    expect(trainee.now).to_be_visible()
    assert len(trainee.learner.open) == 1


@pytest.mark.parametrize("sheet", ["ultimate-texas-holdem", "free-bet-blackjack"])
def test_other_tables_are_paid_by_keys(trainee: Trainee, sheet: str) -> None:
    trainee.opens("pay_it", sheet, level=3)
    trainee.finishes()
    assert wrong_parts(trainee) == []


def test_chips_laid_for_an_amount_answer_the_question_which_chips(trainee: Trainee) -> None:
    trainee.opens("pay_it", level=1)
    while trainee.part()[1].right[0] != "pay":
        trainee.finishes()
        trainee.press("Enter")
        expect(trainee.now).to_be_visible()
    pays = trainee.task().solutions["1.chips"].right
    values = sorted(trainee.task().question.chips)
    trainee.press("Tab", *(str(values.index(parse_cents(chip)) + 1) for chip in pays), "Enter")
    expect(trainee.page.locator("#after .verdict")).to_be_visible()
    assert trainee.learner.last is not None
    assert sorted(trainee.learner.last.given[1].given) == sorted(pays)
    assert trainee.learner.answers[-1].right


def test_keys_lead_to_the_map_and_out(trainee: Trainee) -> None:
    trainee.opens("next_step")
    trainee.press("m")
    expect(trainee.page.get_by_role("heading", name="Clause map")).to_be_visible()
    trainee.opens("next_step")
    trainee.press("Escape")
    expect(trainee.page.get_by_role("heading", name="Dealer school")).to_be_visible()


# --- what is said -------------------------------------------------------------------------------------------


def test_a_wrong_amount_is_struck_and_explained_and_the_felt_settled_rightly(trainee: Trainee) -> None:
    trainee.opens("pay_it", level=2)
    part, solution = trainee.part()
    trainee.press(*"1234.50", "Enter")
    row = trainee.page.locator(".part-answered").first
    expect(row).to_have_attribute("data-mark", "wrong")
    expect(row.locator(".explained")).to_contain_text(solution.clause)
    expect(row.locator(".explained")).to_contain_text(solution.calculation.replace("-", "−"))
    expect(row.locator("s svg")).to_have_attribute("aria-label", "+$1,234.50")
    cents = {"pay": 1, "take": -1, "push": 0}[solution.right[0]] * (
        parse_cents(solution.right[1]) if len(solution.right) > 1 else part.stake
    )
    assert settled(trainee.page, part) == cents


def settled(page: Page, part: Part) -> int:
    """What the felt shows for a wager."""
    seat = page.evaluate("spot => document.querySelector('pit-felt').model.seats[spot - 1]", part.spot)
    hand = seat["hands"][part.hand] if part.hand < len(seat["hands"]) else None
    results = [*seat["results"], *([hand["result"]] if hand and hand["result"] else [])]
    (found,) = [one["cents"] for one in results if one["wager"] == part.wager]
    return int(found)


def test_the_wager_that_is_asked_about_is_ringed(trainee: Trainee) -> None:
    trainee.opens("pay_it", level=2)
    part, _ = trainee.part()
    asked = trainee.page.evaluate("document.querySelector('pit-felt').model.asked")
    assert (asked["seat"], asked["hand"], asked["wager"]) == (part.spot, part.hand, part.wager)
    expect(trainee.page.locator("pit-felt .asked-ring")).to_have_count(1)


def test_a_wrong_choice_has_its_cross_and_the_right_one_the_look_of_an_action(trainee: Trainee) -> None:
    trainee.opens("next_step")
    _, solution = trainee.part()
    trainee.chooses_wrongly()
    row = trainee.page.locator(".part-answered")
    expect(row.locator(".option.chosen .mark-wrong")).to_have_count(1)
    words = solution.shown[0].upper() + solution.shown[1:].replace("_", " ")
    expect(row.locator(".option.holds")).to_have_text(words)
    expect(row.locator(".explained a")).to_have_text(solution.clause)
    expect(trainee.page.locator("#strip .last-wrong")).to_have_count(1)


def test_a_hint_is_told_and_counts_as_practised(trainee: Trainee) -> None:
    trainee.opens("next_step")
    trainee.press("h")
    expect(trainee.now.locator(".hint-told")).not_to_be_empty()
    expect(trainee.now.get_by_role("button", name="Hint")).to_have_count(0)
    trainee.answers()
    expect(trainee.page.locator(".part-answered")).to_have_attribute("data-mark", "hint")
    expect(trainee.page.locator("#after .verdict")).to_contain_text("Practised, in")
    expect(trainee.page.locator("#strip .last-hint")).to_have_count(1)
    assert trainee.learner.answers[-1].hint


def test_the_felt_does_not_tell_totals_where_they_are_asked_for(trainee: Trainee) -> None:
    trainee.opens("read_it", level=3)
    expect(trainee.page.locator("pit-felt .pill")).to_have_count(0)


def test_what_each_ruling_was_worth_is_told(trainee: Trainee) -> None:
    trainee.opens("rule_it", level=2)
    while not trainee.task().ruling:
        trainee.finishes()
        trainee.press("Enter")
        expect(trainee.now).to_be_visible()
    trainee.finishes()
    trainee.press("w")
    expect(trainee.page.locator(".ruling-worth li").first).to_be_visible()


def test_what_the_server_refuses_is_told_and_nothing_is_lost(trainee: Trainee) -> None:
    """Another window has answered the same part in the meantime."""
    trainee.opens("next_step")
    part, solution = trainee.part()
    wrong = next(one.id for one in part.options if one.id not in solution.right)
    cookies = {one["name"]: one["value"] for one in trainee.page.context.cookies()}
    elsewhere = trainee.server.client(cookies=cookies)
    body = {"part": part.id, "given": list(solution.right)}
    elsewhere.post(f"/api/school/questions/{trainee.asked.number}/answers", json=body).raise_for_status()
    trainee.press(_number(part, wrong))
    expect(trainee.page.locator("#refused")).to_contain_text("answered already")
    assert len(trainee.learner.answers) == 1
    trainee.visit.forgive_the_network()


# --- the map ------------------------------------------------------------------------------------------------


def test_the_map_is_walked_with_arrows_and_enter_opens_the_drill(trainee: Trainee) -> None:
    page = trainee.page
    trainee.visit.go(f"/school.html?sheet={SHEET}&view=map")
    cells = page.locator("a.clause-cell")
    told = trainee.server.client().get(f"/api/school/sheets/{SHEET}/map").json()["clauses"]
    expect(cells).to_have_count(len(told))
    cells.first.focus()
    trainee.press("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")
    chosen = page.evaluate("document.activeElement.dataset.clause")
    expect(page.locator("#map-chosen")).to_contain_text(chosen)
    expect(page.locator('a.clause-cell[tabindex="0"]')).to_have_count(1)
    trainee.press("Enter")
    expect(trainee.now).to_be_visible()
    assert trainee.learner.open


def test_the_map_shows_what_was_tried(trainee: Trainee) -> None:
    clause = "BJ-DEAL-21c"
    trainee.opens("next_step", clause=clause)
    trainee.finishes()
    trainee.visit.go(f"/school.html?sheet={SHEET}&view=map")
    cell = trainee.page.locator(f'a.clause-cell[data-clause="{clause}"]')
    expect(cell).to_have_class("clause-cell shaky")
    cell.focus()
    expect(trainee.page.locator("#map-chosen")).to_contain_text("Right 1 of 1")


def test_days_are_drawn_with_their_figures(trainee: Trainee) -> None:
    trainee.visit.go(f"/school.html?sheet={SHEET}&view=map")
    expect(trainee.page.locator(".clause-map")).to_be_visible()
    assert trainee.page.locator(".days").count() == 0
    trainee.opens("next_step")
    trainee.finishes()
    trainee.visit.go(f"/school.html?sheet={SHEET}&view=map")
    expect(trainee.page.locator(".plot-days rect")).to_have_count(1)
    expect(trainee.page.locator(".days tbody td").nth(1)).to_have_text("1 · 100 %")


# --- on a phone ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drill", DRILLS)
def test_every_drill_fits_a_phone_and_is_answered_by_touch(on_phone: Trainee, drill: str) -> None:
    page = on_phone.page
    on_phone.opens(drill, level=LEVELS.get(drill, 4))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    felt = page.evaluate("document.querySelector('pit-felt')?.model?.seats.length ?? 0")
    assert felt <= 3
    small = page.evaluate(
        "[...document.querySelectorAll('main button, main a')].filter((one) => one.getClientRects().length)"
        ".map((one) => one.getBoundingClientRect()).filter((box) => box.height < 44).length"
    )
    assert small == 0
    while on_phone.learner.open:
        given = len(on_phone.asked.given)
        tap(on_phone)
        expect(page.locator("#parts > li:not(.part-now):not(.part-waiting)")).to_have_count(given + 1)
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tap(trainee: Trainee) -> None:
    """Some answer to the part that is asked now."""
    part, _ = trainee.part()
    now = trainee.now
    match part.kind:
        case "settle":
            now.get_by_role("button", name="Take").tap()
        case "choice":
            now.locator("button.choice").first.tap()
        case "several":
            now.get_by_role("button", name="These hold").tap()
        case "order":
            for option in range(len(part.options)):
                now.locator("button.toggle").nth(option).tap()
            now.get_by_role("button", name="In this order").tap()
        case "chips":
            now.locator("button.lay-chip").first.tap()
            now.get_by_role("button", name="With these").tap()
        case "step":
            now.locator("input").fill("wait")
            now.get_by_role("button", name="Do it").tap()
        case "line":
            now.locator("button.log-line").first.tap()
        case _:
            now.locator("input").fill("3")
            now.get_by_role("button", name="Answer").tap()


def test_the_table_that_is_dealt_is_seen_on_a_phone(on_phone: Trainee) -> None:
    """The guests' bets lie there before the first step."""
    on_phone.opens("deal_a_shoe", level=1)
    expect(on_phone.page.locator("#felt")).to_be_visible()
    expect(on_phone.page.locator("#felt .stack, #felt .chips, #felt [class*=chip]").first).to_be_visible()


def test_the_words_of_a_step_are_there_to_tap(on_phone: Trainee) -> None:
    """All of them, at every step: none is offered as the one that is due."""
    on_phone.opens("deal_a_shoe", level=1)
    on_phone.now.get_by_text("Words that can be typed").tap()
    words = on_phone.now.locator(".step-words button")
    assert words.all_inner_texts() == list(STEP_VERBS)
    words.get_by_text("bets", exact=True).tap()
    assert on_phone.now.locator(".step-field").input_value() == "bets "
    on_phone.now.get_by_role("button", name="Do it").tap()
    expect(on_phone.rows.first).to_contain_text("Right")


def test_cards_on_a_phone_are_large_enough(on_phone: Trainee) -> None:
    on_phone.opens("play_it")
    wide = on_phone.page.evaluate(
        "Math.min(...[...document.querySelectorAll('pit-felt .piece:has(.card)')].map((one) =>"
        " one.querySelector('.card').getBoundingClientRect().width))"
    )
    assert round(wide) >= 44


# --- from guest to account ----------------------------------------------------------------------------------


def test_a_guest_takes_their_answers_along(trainee: Trainee) -> None:
    page = trainee.page
    trainee.opens("next_step")
    trainee.finishes()
    trainee.press("Escape")
    expect(page.get_by_text("You learn as a guest")).to_be_visible()
    page.get_by_role("link", name="Make an account").click()
    door = page.locator("#door")
    expect(door).to_be_visible()
    name = next(names)
    door.get_by_label("Name").fill(name)
    door.get_by_label("Password").fill(PASSWORD)
    door.get_by_role("button", name="Make an account").click()
    expect(page.locator("#sign-out")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="School", exact=True).click()
    expect(page.get_by_text("As a guest you gave 1 answer in this browser")).to_be_visible()
    page.get_by_role("button", name="Take them along").click()
    expect(page.get_by_text(f"You learn as {name}: 1 answer so far.")).to_be_visible()
    expect(page.get_by_role("button", name="Take them along")).to_have_count(0)


def test_who_has_signed_in_learns_under_their_name(trainee: Trainee) -> None:
    player = trainee.server.enter("player")
    answer_all(player, ask(player, "next_step"))
    cookies = [{"name": one, "value": player.cookies[one], "url": trainee.server.address} for one in player.cookies]
    trainee.page.context.add_cookies(cookies)  # type: ignore[arg-type]
    trainee.opens("next_step")
    trainee.press("1")
    expect(trainee.page.locator("#after .verdict")).to_be_visible()
    assert player.get("/api/school").json()["learner"]["answered"] == 2
