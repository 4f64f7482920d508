"""The pages for everyone in a real browser: rules, strategy, analysis and comparison of each sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.axe import serious_trouble
from tests.web.house import Server

from pitboss.maths import analysis
from pitboss.maths.analysis.edges import house_edges
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.money import dollars
from pitboss.reports import numbers
from pitboss.reports.look import FELTS
from pitboss.reports.strategy import Style, strategy_chart
from pitboss.rules import load
from pitboss.rules.load import SHIPPED
from pitboss.rules.placard import placard
from pitboss.rules.register import clause

SIZES = {390: 844, 820: 1180, 1440: 900}
ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "artefacts" / "pages"
LONG_MS = 900_000
"""The longest figures, on a busy machine."""
WAIT_MS = 90_000
"""All others."""


class Visit:
    """One person with a browser, and what its console said."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.troubles: list[str] = []
        page.set_default_timeout(30_000)
        page.on("console", lambda said: self.troubles.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)
        expect(self.page.locator("main > *").first).to_be_visible()

    def worked_out(self) -> None:
        """Wait until nothing is being worked out any more."""
        expect(self.page.locator("h1")).to_be_visible(timeout=LONG_MS)
        expect(self.page.locator(".working")).to_have_count(0, timeout=LONG_MS)


@pytest.fixture(params=[1440])
def visit(request: pytest.FixtureRequest, server: Server, browser: Browser) -> Iterator[Visit]:
    width = request.param
    context = browser.new_context(viewport={"width": width, "height": SIZES[width]}, reduced_motion="reduce")
    found = Visit(context.new_page(), server.address)
    yield found
    context.close()
    assert found.troubles == []


# --- every page -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_pages_and_lists_have_the_felt_of_the_sheet(visit: Visit, name: str) -> None:
    """The colour that the sheet names, with the value that print has for it."""
    page, felt = visit.page, load(name).felt
    shade = "rgb({}, {}, {})".format(*bytes.fromhex(FELTS[felt].removeprefix("#")))
    visit.go(f"/rules.html?sheet={name}")
    expect(page.locator(".page-head")).to_have_css("border-top-color", shade)
    visit.page.goto(f"{visit.address}/")
    expect(page.locator(f".tables li:has(a.sit[href*='{name}']) .mini .cloth").first).to_have_css("fill", shade)


# --- rules ------------------------------------------------------------------------------------------------


@pytest.mark.clause("BJ-META-1", "UTH-META-1", "V5-BET-3")
@pytest.mark.parametrize("name", SHIPPED)
def test_the_printed_sheet_says_what_it_is_who_signed_it_and_the_whole_game(visit: Visit, name: str) -> None:
    sheet, page = load(name), visit.page
    visit.go(f"/rules.html?sheet={name}")
    expect(page.locator("h1")).to_have_text(sheet.title)
    signed = f"Approved by {sheet.approved_by} on {sheet.approved_on}" if sheet.approved else "Unapproved"
    page.emulate_media(media="print")
    expect(page.locator("#approval")).to_contain_text(signed)
    expect(page.locator("#approval")).to_contain_text(sheet.edition or "none stated")
    low, high = dollars(sheet.rules.table.minimum), dollars(sheet.rules.table.maximum)
    expect(page.locator("#sign")).to_contain_text(f"Minimum {low}, maximum {high}")
    expect(page.locator(".print-foot")).to_contain_text(signed)
    expect(page.locator(".print-foot")).to_contain_text(re.compile("Initials _+ +Date _+"))
    posted = placard(sheet)
    assert page.locator(".parts h2").all_inner_texts() == [part.title for part in posted.parts]
    told = page.locator(".parts .sentence").all_text_contents()
    lines = [line for part in posted.parts for line in part.lines]
    assert sorted(told) == sorted(
        line.text + line.pays + (", ".join(line.clauses) or "house setting") for line in lines
    )


@pytest.mark.clause("GC-NAME-1", "V5-META-1")
def test_the_two_names_of_the_game_and_the_date_of_the_version_are_there(visit: Visit) -> None:
    visit.go("/rules.html?sheet=games-of-chance-blackjack")
    expect(visit.page.locator("h1")).to_have_text("Blackjack (21)")
    visit.go("/rules.html?sheet=blackjack-v5")
    expect(visit.page.locator("h1")).to_have_text("Blackjack (21), Version 5")
    expect(visit.page.locator("#approval")).to_contain_text("Version 5, 05/05/2021, Exhibit A")


def test_a_sentence_opens_its_clause_with_decision_and_place(visit: Visit) -> None:
    known, page = clause("BJ-SPLIT-5b"), visit.page
    assert known is not None
    visit.go("/rules.html?sheet=catfish-blackjack")
    sentence = page.locator("button.sentence", has_text="BJ-SPLIT-5b").first
    sentence.click()
    opened = page.locator(".clauses-read:visible")
    expect(opened).to_contain_text(known.text)
    expect(opened).to_contain_text(known.decision)
    expect(opened).to_contain_text(known.place)
    expect(opened.get_by_role("link", name="Catfish Blackjack, Splitting pairs")).to_be_visible()
    expect(sentence).to_have_attribute("aria-expanded", "true")
    sentence.press("Enter")
    expect(opened).to_have_count(0)


def test_a_departure_is_named_on_the_placard(visit: Visit) -> None:
    visit.go("/rules.html?sheet=catfish-blackjack&set=soft_17=stand")
    expect(visit.page.locator(".notes")).to_contain_text("dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)")
    changed = visit.page.locator(".parts .sentence", has_text="stands on soft 17")
    expect(changed).to_contain_text("Departs from the document.")


LEFT_TO_THE_BROWSER = """(link) => {
    let left = false;
    const caught = (event) => { left = !event.defaultPrevented; event.preventDefault(); };
    addEventListener("click", caught, { once: true });
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
    return left;
}"""
"""Whether a page leaves a click for a further tab alone; a browser without windows loses such a tab now and then."""


@pytest.mark.clause("BJ-META-1", "BJ-LIM-2", "UTH-META-1", "V5-BET-3", "V5-BET-4")
@pytest.mark.parametrize("name", SHIPPED)
def test_a_table_posts_limits_and_approval_and_leads_to_all_its_rules(visit: Visit, name: str) -> None:
    sheet, page = load(name), visit.page
    visit.go(f"/table.html?table={name}-1")
    approval = page.locator("header #approval")
    expect(page.locator("header h1")).not_to_be_empty()
    expect(approval).to_be_visible(visible=not sheet.approved)
    expect(approval).to_have_text("Unapproved")
    limits = f"{dollars(sheet.rules.table.minimum)} – {dollars(sheet.rules.table.maximum)}"
    expect(page.locator("#limits dd").first).to_have_text(limits)
    posted = placard(sheet)
    sentences = sum(len(part.lines) for part in posted.parts)
    link, over = page.get_by_role("link", name="Rules of this table"), page.locator("#over")
    link.click()
    expect(over.locator("h3")).to_have_count(len(posted.parts))
    expect(over.locator("li")).to_have_count(sentences)
    page.keyboard.press("Escape")
    expect(over).to_be_hidden()
    assert link.evaluate(LEFT_TO_THE_BROWSER)
    rules = page.context.new_page()
    rules.goto(link.evaluate("link => link.href"))
    expect(rules.locator("h1")).to_have_text(sheet.title)
    assert rules.locator(".parts h2").count() == len(posted.parts)
    assert rules.locator(".parts .sentence").count() == sentences
    rules.get_by_role("link", name="Back to table 1").click()
    rules.wait_for_url(f"**/table.html?table={name}-1")


def test_the_lobby_leads_to_every_page(visit: Visit) -> None:
    page = visit.page
    for name, title in (
        ("Rules", "Blackjack"),
        ("Strategy", "Best play"),
        ("Analysis", "What Catfish Blackjack costs"),
    ):
        visit.go("/")
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(page.locator("h1")).to_contain_text(title, timeout=WAIT_MS)
    page.get_by_role("link", name="Compare", exact=True).click()
    expect(page.locator("h1")).to_have_text("What a rule does to the edge")
    visit.go("/")
    page.locator("a.rules[href*='table=blackjack-v5-1']").click()
    expect(page.locator("h1")).to_have_text("Blackjack (21), Version 5")
    visit.worked_out()


@pytest.mark.parametrize("page_name", ["rules", "strategy", "analysis", "compare"])
def test_a_page_says_when_the_floor_does_not_answer(visit: Visit, page_name: str) -> None:
    page = visit.page
    page.route("**/api/sheets", lambda route: route.abort())
    visit.go(f"/{page_name}.html")
    expect(page.get_by_role("alert")).to_contain_text("The floor does not answer.")
    page.unroute("**/api/sheets")
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_be_visible(timeout=WAIT_MS)
    visit.worked_out()
    assert {"ERR_FAILED" in one for one in visit.troubles} == {True}  # the browser's own word for it
    visit.troubles.clear()


# --- strategy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_has_every_cell_in_letters_and_colours(visit: Visit, name: str) -> None:
    visit.go(f"/strategy.html?sheet={name}")
    visit.worked_out()
    chart = strategy_chart(load(name))
    cells = [cell for grid in chart.grids for _, row in grid.rows for cell in row]
    shown = visit.page.locator("table.chart .cell")
    assert shown.all_inner_texts() == [cell.letters for cell in cells]
    looks = shown.evaluate_all("cells => cells.map(cell => cell.className)")
    assert [look.split()[1] for look in looks] == [f"play-{cell.play}" for cell in cells]
    expect(visit.page.locator("#edge")).to_contain_text(chart.figure_label)
    expect(visit.page.locator("#edge svg")).to_have_attribute("aria-label", chart.figure)
    for note in chart.notes:
        expect(visit.page.locator(".card-notes")).to_contain_text(note)


def test_the_card_is_switched_to_totals_only(visit: Visit) -> None:
    page = visit.page
    visit.go("/strategy.html?sheet=blackjack-v5")
    visit.worked_out()
    best = strategy_chart(load("blackjack-v5"))
    expect(page.locator("#edge svg")).to_have_attribute("aria-label", best.figure)
    page.get_by_role("button", name="Totals only").click()
    total = strategy_chart(load("blackjack-v5"), Style.TOTAL)
    expect(page.locator("h1")).to_contain_text("Best play by totals", timeout=WAIT_MS)
    visit.worked_out()
    expect(page.locator("#edge svg")).to_have_attribute("aria-label", total.figure)
    letters = [cell.letters for grid in total.grids for _, row in grid.rows for cell in row]
    assert page.locator("table.chart .cell").all_inner_texts() == letters
    assert total.figure != best.figure
    assert "play=total" in page.url


def test_a_field_tells_what_each_choice_is_worth(visit: Visit) -> None:
    page = visit.page
    visit.go("/strategy.html?sheet=catfish-blackjack")
    visit.worked_out()
    sixteen = page.locator("table.chart").first.locator("tr", has=page.get_by_role("rowheader", name="16", exact=True))
    sixteen.locator(".cell").nth(8).click()
    for hand in ("10, 6", "9, 7"):
        page.get_by_role("group", name="Hands of this row").get_by_role("button", name=hand).click()
        expect(page.locator("#worth h2")).to_have_text(f"{hand} against 10")
        best, *_ = analysis.value(load("catfish-blackjack"), f"{hand.replace('10', 'T').replace(', ', '')} v T").choices
        first = page.locator("#worth .choices li").first
        expect(first).to_contain_text(best.name.capitalize())
        expect(first).to_contain_text(f"{best.value:+.4f}".replace("-", "−"))
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#worth")).not_to_be_visible()


def test_the_card_is_read_by_keyboard(visit: Visit) -> None:
    page = visit.page
    visit.go("/strategy.html?sheet=ultimate-texas-holdem")
    visit.worked_out()
    assert page.locator("table.chart .cell[tabindex='0']").count() == 1
    page.locator("table.chart .cell").first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#worth h2")).to_have_text("KQo")
    assert page.locator("table.chart .cell[tabindex='0']").inner_text() == "KQo"


# --- analysis ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_analysis_shows_edges_lines_findings_and_the_spread(visit: Visit, name: str) -> None:
    page, sheet = visit.page, load(name)
    visit.go(f"/analysis.html?sheet={name}")
    expect(page.locator("#edges tbody tr").first).to_be_visible(timeout=LONG_MS)
    visit.worked_out()
    found = analysis.analyze(sheet)
    rows = page.locator("#edges tbody tr").all_inner_texts()
    assert len(rows) == len(found.wagers)
    for row, figures in zip(rows, found.wagers.values(), strict=True):
        assert numbers.percent(figures.house_edge, 4) in row
        assert f"{figures.standard_deviation:.4f}" in row
        assert ("favours the player" in row) == (figures.house_edge < 0)
    assert page.locator(".findings li").all_inner_texts() == list(found.findings or ("Nothing out of the ordinary.",))
    assert found.main.distribution is not None
    assert page.locator("#spread rect").count() == len(found.main.distribution)
    assert page.locator("details .wide-table").count() == len(found.wagers) + 1
    meters = 2 if "progressive" in found.wagers else 0
    assert page.locator("svg.plot .plot-curve").count() == meters


@pytest.mark.slow
def test_a_figure_tells_its_exact_fraction_on_tap(visit: Visit) -> None:
    page = visit.page
    visit.go("/analysis.html?sheet=ultimate-texas-holdem")
    visit.worked_out()
    exact = analysis.analyze(load("ultimate-texas-holdem")).wagers["main"].exact
    assert exact is not None
    fraction = page.locator("#edges .fraction").first
    expect(fraction).not_to_be_visible()
    page.locator("#edges button.exact").first.click()
    expect(fraction).to_have_text(f"{exact.numerator} / {exact.denominator}")


# --- comparison -------------------------------------------------------------------------------------------


def edges(*sets: str, sheet: str = "catfish-blackjack") -> dict[str, float]:
    loaded = load(sheet, sets=sets)
    return house_edges(loaded, stakes_of(loaded))


def test_changing_an_option_moves_the_edge_to_what_the_library_says(visit: Visit) -> None:
    page = visit.page
    visit.go("/compare.html?sheet=catfish-blackjack")
    main = page.locator("#edges tbody tr").first
    expect(main).to_contain_text(numbers.percent(edges()["main"], 4), timeout=WAIT_MS)
    page.locator("summary", has_text="The dealer’s hand").click()
    page.get_by_label("Soft 17").select_option("stand")
    after = edges("soft_17=stand")["main"]
    expect(main).to_contain_text(numbers.percent(after, 4), timeout=WAIT_MS)
    expect(main.locator(".has-moved")).to_have_text(numbers.percent(after - edges()["main"], 4))
    expect(page.locator("#departs")).to_contain_text("dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)")
    expect(page.locator("#rules tbody tr").first).to_contain_text("dealer: soft 17", timeout=WAIT_MS)
    page.locator("summary", has_text="Cards").click()
    page.get_by_label("Decks").select_option("8")
    both = edges("soft_17=stand", "cards.decks=8")["main"]
    expect(main).to_contain_text(numbers.percent(both, 4), timeout=WAIT_MS)
    expect(page.locator("#rules tbody")).to_contain_text("Together, beyond the sum", timeout=WAIT_MS)
    page.reload()
    expect(main).to_contain_text(numbers.percent(both, 4), timeout=WAIT_MS)
    page.get_by_role("button", name="Undo all changes").click()
    expect(main.locator("b")).to_have_text("0.0000 %", timeout=WAIT_MS)
    visit.worked_out()


def test_a_value_that_cannot_be_is_refused_beside_the_figures(visit: Visit, server: Server) -> None:
    page = visit.page
    visit.go("/compare.html?sheet=blackjack-v5")
    page.locator("summary", has_text="Blackjack and payouts").click()
    field = page.get_by_label("Blackjack pays")
    field.fill("plenty")
    field.press("Enter")
    alert = page.get_by_role("alert").first
    expect(alert).to_contain_text("blackjack.pays")
    field.fill("6:5")
    field.press("Enter")
    row = page.locator("#edges tbody tr").first
    expect(row).to_contain_text(
        numbers.percent(edges("blackjack.pays=6:5", sheet="blackjack-v5")["main"], 4), timeout=WAIT_MS
    )
    expect(page.get_by_role("alert")).to_have_count(0)
    visit.worked_out()
    assert {"422" in one for one in visit.troubles} == {True}  # the browser's own word for the refusal
    visit.troubles.clear()


def test_two_sheets_are_compared_rule_by_rule(visit: Visit) -> None:
    page = visit.page
    visit.go("/compare.html?sheet=catfish-blackjack")
    page.get_by_label("Second").select_option("blackjack-v5")
    known = analysis.compare(load("catfish-blackjack"), load("blackjack-v5"))
    rules = page.locator("#rules")
    for effect in known.effects:
        expect(rules).to_contain_text(effect.change.name.replace("_", " ").replace(".", ": "), timeout=WAIT_MS)
    for wager, by in known.moved.items():
        assert wager == "main"
        expect(page.locator("#edges tbody tr").first).to_contain_text(f"{100 * by:+.4f} %".replace("-", "−"))
    assert "with=blackjack-v5" in page.url
    games = page.get_by_label("Second").locator("option").all_inner_texts()
    assert "Ultimate Texas Hold’em" not in games
    visit.worked_out()


# --- pictures ---------------------------------------------------------------------------------------------

SHOWN = {
    "rules": "/rules.html?sheet=blackjack-v5",
    "strategy": "/strategy.html?sheet=catfish-blackjack",
    "strategy-holdem": "/strategy.html?sheet=ultimate-texas-holdem",
    "analysis": "/analysis.html?sheet=ultimate-texas-holdem",
    "compare": "/compare.html?sheet=catfish-blackjack&set=dealer.soft_17=stand",
}


@pytest.mark.slow
@pytest.mark.parametrize("visit", SIZES, indirect=True)
def test_each_page_fits_the_screen_and_its_picture_is_kept(visit: Visit) -> None:
    page = visit.page
    PICTURES.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size
    assert size is not None
    for name, path in SHOWN.items():
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            visit.go(path)
            visit.worked_out()
            assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"], (name, size)
            page.screenshot(path=PICTURES / f"{name}-{size['width']}-{theme}.png")


@pytest.mark.slow
@pytest.mark.parametrize("visit", [390, 1440], indirect=True)
def test_nothing_stands_in_the_way_of_anybody(visit: Visit) -> None:
    """Axe finds no serious trouble: names, labels, contrast, dark and light."""
    page = visit.page
    for path in SHOWN.values():
        visit.go(path)
        visit.worked_out()
        if "strategy" in path:
            page.locator("table.chart .cell").nth(5).click()
        assert serious_trouble(page) == [], path
