"""Counting: what the server works out is what the library says, and the page shows it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyarrow.parquet as parquet
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.house import ROOMY, Server
from tests.web.test_figures import worked_out

from pitboss.errors import IllegalAction
from pitboss.maths.analysis.progress import silent
from pitboss.maths.counting import COUNTS, read_count
from pitboss.maths.counting.risk import Bettor, best_bets, score
from pitboss.maths.counting.worth import TOGETHER, covariance, mean_edge, played_by_count
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.simulation.blackjack.counting import Deviation
from pitboss.money import dollars
from pitboss.reports.counts import COUNT_COLUMNS, PLAY_COLUMNS, count_rows, outcome_json
from pitboss.rules import load
from pitboss.rules.load import SHIPPED
from pitboss.web.counting import rows_text

pytestmark = pytest.mark.slow

SHEET, CUT, SHOES, ROUNDS = "catfish-blackjack", "52", 36, 500_000
"""Few shoes and rounds: what is shown is looked at here, not how exact it is."""
LONG_MS = 600_000
PHONE, TABLET, DESKTOP = (390, 844), (1024, 768), (1440, 900)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    few = replace(ROOMY, counting_shoes=SHOES, counting_rounds=ROUNDS)
    with Server(tmp_path_factory.mktemp("floor"), limits=few) as found:
        yield found


@pytest.fixture(scope="module")
def hilo(server: Server) -> dict[str, Any]:
    return worked_out(server.client(), f"{SHEET}/counting", cut=CUT)


@pytest.fixture
def troubles() -> list[str]:
    """What the browser's console says went wrong."""
    return []


@pytest.fixture(params=[DESKTOP])
def page(request: pytest.FixtureRequest, browser: Browser, hilo: dict[str, Any], troubles: list[str]) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    found = context.new_page()
    found.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: troubles.append(str(error)))
    yield found
    context.close()
    assert troubles == []


def opened(page: Page, server: Server, query: str = f"sheet={SHEET}&cut={CUT}") -> None:
    page.goto(f"{server.address}/counting.html?{query}")
    expect(page.locator("#counted > *").first).to_be_visible()
    expect(page.locator(".working")).to_have_count(0, timeout=LONG_MS)


# --- the figures ------------------------------------------------------------------------------------------


def test_the_figures_are_the_librarys(hilo: dict[str, Any]) -> None:
    sheet, count = load(SHEET), read_count("hi-lo")
    study = GAME_MATHS[sheet.game].study_count(
        sheet, count, cut=int(CUT), stake=None, progress=silent, shoes=SHOES
    )  # fmt: skip
    plays = study.plays.by_value(len(study.plays.plays))
    assert [one["text"] for one in hilo["plays"]] == [one.text for one in plays]
    assert [one["error"] for one in hilo["plays"]] == [one.error for one in plays]
    assert hilo["texts"] == study.plays.texts(plays[: hilo["played"]])
    assert all(Deviation.parse(text) for text in hilo["texts"])
    for name in ("betting_correlation", "insurance_correlation", "playing_efficiency", "effects", "cut", "shoes"):
        assert hilo[name] == getattr(study, name), name

    rows = played_by_count(sheet, count, plays=hilo["texts"], cut=study.cut, rounds=ROUNDS)
    table = sheet.rules.table
    bettor = Bettor(1_000_000, 0.05, table.minimum, table.maximum, table.bet_step)
    best = best_bets(rows, bettor)
    assert hilo["by_count"] == count_rows(rows, best)
    assert hilo["best"] == json.loads(json.dumps(outcome_json(best)))
    assert (hilo["flat_edge"], hilo["rounds"]) == (mean_edge(rows), ROUNDS)
    assert hilo["compared"]["score"] == score(rows, spread=8).score
    narrow = best_bets(rows, replace(bettor, maximum=2 * table.minimum))
    assert hilo["spreads"][0] == {
        "spread": 2,
        "best": json.loads(json.dumps(outcome_json(narrow))),
        "score": score(rows, spread=2).score,
        "n0": score(rows, spread=2).n0 if score(rows, spread=2).score else None,
    }


def test_what_else_could_be_is_the_librarys(hilo: dict[str, Any]) -> None:
    told = {one["change"]: one for one in hilo["varied"]}
    assert {"cut 104", "cards.decks 2", "cards.decks 8", "dealer.soft_17 stand", "blackjack.pays 6:5"} <= set(told)
    assert "dealer.soft_17 hit" not in told, "it is so already"
    assert told["dealer.soft_17 stand"]["words"] == "The dealer stands on soft 17"
    assert told["cut 104"]["words"] == "104 cards behind the cut"
    eight = load(SHEET, sets=["cards.decks=8"])
    rows = played_by_count(eight, read_count("hi-lo"), plays=hilo["texts"], cut=69, rounds=ROUNDS)
    assert told["cards.decks 8"]["flat_edge"] == mean_edge(rows)
    assert told["cards.decks 8"]["score"] == score(rows, spread=8).score
    assert told["blackjack.pays 6:5"]["flat_edge"] < hilo["flat_edge"] - 0.01


def test_bank_and_risk_change_the_bets_alone(server: Server, hilo: dict[str, Any]) -> None:
    other = worked_out(server.client(), f"{SHEET}/counting", cut=CUT, bank="200000", back_count="true")
    assert other["plays"] == hilo["plays"]
    assert [one["mean"] for one in other["by_count"]] == [one["mean"] for one in hilo["by_count"]]
    assert other["bettor"]["bank"] == 200_000
    assert all(one["bet"] == 0 for one in other["by_count"][:3]), "nothing is bet where the house is far ahead"
    assert other["best"]["played"] < hilo["best"]["played"] == pytest.approx(1)


def test_limits_chips_and_spots_are_the_bettors_own(server: Server, hilo: dict[str, Any]) -> None:
    asked = {"least": "1000", "most": "9000", "chips": "2500", "hands": "2"}
    other = worked_out(server.client(), f"{SHEET}/counting", cut=CUT, **asked)
    rows = played_by_count(load(SHEET), read_count("hi-lo"), plays=other["texts"], cut=int(CUT), rounds=ROUNDS)
    both = covariance(load(SHEET), cut=int(CUT), rounds=TOGETHER, seed=1).covariance
    best = best_bets(rows, Bettor(1_000_000, 0.05, 1000, 9000, 2500, 2, both))
    assert other["best"] == json.loads(json.dumps(outcome_json(best)))
    assert {cents for _, cents in other["best"]["bets"]} <= {2500, 5000, 7500}
    assert (other["bettor"]["hands"], other["bettor"]["covariance"]) == (2, both)
    assert 0.3 < both < 0.7
    assert other["plays"] == hilo["plays"]


def test_own_tags_are_the_count_that_they_spell(server: Server, hilo: dict[str, Any]) -> None:
    spelled = worked_out(server.client(), f"{SHEET}/counting", cut=CUT, count="2-6=1 T-A=-1")
    assert spelled["count"] == "2-6=1 T-A=-1"
    assert [one["text"] for one in spelled["plays"]] == [one["text"] for one in hilo["plays"]]
    assert spelled["betting_correlation"] == hilo["betting_correlation"]


def test_the_named_counts_are_listed_with_tags_that_can_be_read(server: Server) -> None:
    found = server.client().get("/api/counts").raise_for_status().json()
    assert [one["name"] for one in found] == list(COUNTS)
    for one in found:
        assert read_count(one["text"]).tags == COUNTS[one["name"]].tags
        assert one["source"]


@pytest.mark.parametrize(("rows", "columns"), [("plays", PLAY_COLUMNS), ("counts", COUNT_COLUMNS)])
def test_plays_and_counts_can_be_taken_away(
    server: Server, hilo: dict[str, Any], rows: str, columns: tuple[str, ...]
) -> None:
    asked = {"cut": CUT, "format": "csv", "rows": rows}
    answer = server.client().get(f"/api/sheets/{SHEET}/counting", params=asked).raise_for_status()
    assert answer.headers["content-type"].startswith("text/csv")
    assert f'filename="counting-{SHEET}-{rows}.csv"' in answer.headers["content-disposition"]
    told = list(csv.DictReader(io.StringIO(answer.text)))
    shown = hilo["plays" if rows == "plays" else "by_count"]
    assert tuple(told[0]) == columns
    assert [one["count"] for one in told] == [str(one["count"]) for one in shown]
    assert [float(one["error"]) for one in told] == [one["error"] for one in shown]


def test_all_of_it_is_there_on_paper_and_as_parquet(server: Server, hilo: dict[str, Any]) -> None:
    asked = {"cut": CUT, "format": "pdf", "paper": "letter"}
    answer = server.client().get(f"/api/sheets/{SHEET}/counting", params=asked).raise_for_status()
    assert (answer.headers["content-type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
    asked = {"cut": CUT, "format": "parquet", "rows": "counts"}
    answer = server.client().get(f"/api/sheets/{SHEET}/counting", params=asked).raise_for_status()
    read = parquet.read_table(io.BytesIO(answer.content)).to_pylist()
    assert [row["deviation"] for row in read] == [row["deviation"] for row in hilo["by_count"]]


@pytest.mark.parametrize(
    ("path", "query", "status", "says"),
    [
        (SHEET, {"count": "no-such"}, 422, "there is no count"),
        (SHEET, {"count": "2-7=1 T-A=-1"}, 422, "unbalanced"),
        (SHEET, {"count": "x" * 301}, 422, "count"),
        (SHEET, {"count": "2=1/997 3=1/991; divide nothing"}, 422, "too fine"),
        (SHEET, {"cut": "416"}, 422, "cut"),
        (SHEET, {"least": "5000", "most": "1000"}, 422, "cannot bet like that"),
        (SHEET, {"most": "1000", "chips": "2500"}, 422, "no whole number of chips"),
        (SHEET, {"bank": "1"}, 422, "bank"),
        (SHEET, {"risk": "1"}, 422, "risk"),
        ("ultimate-texas-holdem", {}, 409, "fresh deck"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    server: Server, path: str, query: dict[str, str], status: int, says: str
) -> None:
    answer = server.client().get(f"/api/sheets/{path}/counting", params=query)
    assert answer.status_code == status
    assert says in str(answer.json())


@pytest.mark.parametrize("state", ["waiting", "working"])
def test_a_file_is_there_once_its_figures_are(state: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        rows_text({"state": state}, "plays")
    assert refused.value.code == "figures.not_yet"


def test_sheets_say_whether_they_are_dealt_from_a_shoe(server: Server) -> None:
    listed = {one["sheet"]: one["shoe"] for one in server.client().get("/api/sheets").json()}
    assert listed == {name: load(name).game == "blackjack" for name in SHIPPED}


# --- the page ---------------------------------------------------------------------------------------------


def test_the_page_shows_correlations_plays_edges_bets_and_risk(
    page: Page, server: Server, hilo: dict[str, Any]
) -> None:
    opened(page, server)
    expect(page.locator("#correlations")).to_contain_text(f"{hilo['betting_correlation']:.3f}")
    expect(page.locator("#correlations")).to_contain_text(f"{hilo['insurance_correlation']:.3f}")
    first = hilo["plays"][0]
    rows = page.locator("#plays table").first.locator("tbody tr")
    expect(rows).to_have_count(hilo["played"])
    expect(rows.first).to_contain_text(f"{first['hand'].capitalize()} against {first['up']}")
    expect(rows.first).to_contain_text(f"± {first['error']:.2f}")
    expect(page.locator("#bets")).to_contain_text(dollars(round(hilo["best"]["win"])).replace("-", "−"))
    expect(page.locator(".count-plots svg[role=img]")).to_have_count(4)
    often = [one for one in hilo["by_count"] if one["share"] >= 1e-3]
    expect(page.get_by_role("img", name="Edge by count").locator("circle")).to_have_count(len(often))
    together = 1 + len(hilo["spreads"]) + len(hilo["varied"])
    expect(page.locator("#varied tbody tr")).to_have_count(together)
    expect(page.locator("#varied tbody")).to_contain_text("bets of 1 to 12")
    expect(page.locator("#varied tbody")).to_contain_text("104 cards behind the cut")
    expect(page.locator("#varied svg rect")).to_have_count(together)
    with page.expect_download() as saved:
        page.locator("#plays .count-files a").first.click()
    assert saved.value.suggested_filename == f"counting-{SHEET}-plays.csv"


CUT_OFF = """selects => selects.filter((one) => {
  const wide = one.offsetWidth;
  Object.assign(one.style, { width: "max-content", maxWidth: "none" });
  const whole = one.offsetWidth;
  Object.assign(one.style, { width: "", maxWidth: "" });
  return whole > wide + 1;
}).map(({ id }) => id)"""
"""Choices whose words do not find room."""


@pytest.mark.parametrize("page", [PHONE, TABLET, DESKTOP], indirect=True)
def test_the_page_fits_every_screen(page: Page, server: Server) -> None:
    opened(page, server)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".count-asked select").evaluate_all(CUT_OFF) == []
    page.emulate_media(media="print")
    expect(page.locator(".count-asked")).to_be_hidden()
    expect(page.locator("#plays table").first).to_be_visible()


def test_what_is_asked_for_stands_in_the_address(page: Page, server: Server) -> None:
    opened(page, server)
    page.locator("#count").select_option("Tags of my own")
    page.get_by_label("Tags, such as").fill("2-6=1 T-A=-1")
    page.get_by_label("Bank, dollars").fill("2000")
    page.get_by_label("Bet only with an edge").check()
    with page.expect_navigation(url="**/counting.html?*back=1*"):
        page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".working")).to_have_count(0, timeout=LONG_MS)
    asked = {"cut": CUT, "count": "2-6=1 T-A=-1", "bank": "200000", "back_count": "true"}
    found = worked_out(server.client(), f"{SHEET}/counting", **asked)
    assert found["best"]["risk_of_ruin"] <= 0.05, "who sits out has an edge"
    expect(page.locator("#counted")).to_contain_text("With $2,000.00 and a risk of ruin of at most 5.0 %, bet nothing")
    expect(page.locator("#counted")).to_contain_text("What 2-6=1 T-A=-1 is good for")
    expect(page.get_by_label("Tags, such as")).to_have_value("2-6=1 T-A=-1")


def test_limits_chips_and_spots_are_asked_for_on_the_page(page: Page, server: Server) -> None:
    opened(page, server)
    page.get_by_label("Smallest bet").fill("10")
    page.get_by_label("Largest bet").fill("90")
    page.get_by_label("Chips").fill("25")
    page.get_by_label("Spots").select_option("2")
    with page.expect_navigation(url="**/counting.html?*least=10&most=90&chips=25&hands=2*"):
        page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".working")).to_have_count(0, timeout=LONG_MS)
    expect(page.locator("#counted")).to_contain_text("Each bet lies on 2 spots.")
    expect(page.get_by_label("Chips")).to_have_value("25")


def test_a_game_of_fresh_decks_has_nothing_to_count(page: Page, server: Server) -> None:
    opened(page, server, "sheet=ultimate-texas-holdem")
    expect(page.locator("#fresh")).to_contain_text("fresh deck")
    page.get_by_label("Game").select_option(SHEET)
    page.wait_for_url(f"**sheet={SHEET}*")


def test_what_goes_wrong_is_said(page: Page, server: Server, troubles: list[str]) -> None:
    opened(page, server, f"sheet={SHEET}&cut=312")
    expect(page.locator(".page-trouble")).to_contain_text("312 cards cannot lie behind the cut")
    assert [one.partition(":")[0] for one in troubles] == ["Failed to load resource"], "the refusal, and nothing else"
    troubles.clear()
