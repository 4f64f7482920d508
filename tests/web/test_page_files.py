"""Scripts and styles are kept by the browser for good; a page of another version names others."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.web.house import Server
from tests.web.stacked import open_stacked
from tests.web.visits import UNHURRIED, Visit

from pitboss.web.page_files import PAGES, mark_of

FILES = re.compile(r'(?:href|src)="(/[\w/.-]+\.(?:js|css))"')


def test_a_page_names_its_files_by_their_mark_and_they_are_kept(server: Server) -> None:
    client = server.client()
    page = client.get("/table.html")
    files = FILES.findall(page.text)
    at = f"/at/{mark_of(PAGES)}"
    assert files == [f"{at}/{name}" for name in ("theme.js", "joined/table.css", "words/en.js", "joined/table.js")]
    for file in (*files, f"{at}/joined/table.js.map", f"{at}/draw/card.js"):
        answer = client.get(file)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("kind", ["js", "css", "js.map"])
def test_a_joined_file_is_sent_compressed_to_whom_that_is_welcome(kind: str, server: Server) -> None:
    path = f"/at/{mark_of(PAGES)}/joined/table.{kind}"
    packed, plain = (server.client().get(path, headers={"Accept-Encoding": one}) for one in ("br, gzip", "identity"))
    assert (packed.headers.get("content-encoding"), plain.headers.get("content-encoding")) == ("gzip", None)
    assert (packed.headers["vary"], plain.headers["vary"]) == ("Accept-Encoding", "Accept-Encoding")
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(plain.content) / 2


def test_a_page_itself_is_asked_for_each_time_and_sent_when_it_is_another(server: Server) -> None:
    client = server.client()
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/", headers={"If-None-Match": '"another"'}).status_code == 200


def test_the_mark_is_of_every_file(tmp_path: Path) -> None:
    shutil.copytree(PAGES / "draw", tmp_path / "draw")
    first = mark_of(tmp_path)
    (tmp_path / "draw" / "card.js").write_text("export {};\n")
    assert mark_of(tmp_path) != first


@pytest.mark.parametrize("path", ["/at/0123456789abcdef/dom.js", "/at/x/words/en.js"])
def test_a_file_of_another_version_is_answered_and_not_kept(path: str, server: Server) -> None:
    answer = server.client().get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "/at",
        "/at/",
        "/at/dom.js",
        "/at/x/..%2f..%2fapp.py",
        "/at/x/%2e%2e/%2e%2e/app.py",
        "/at/x/joined/no.js",
        "/at/x/joined/verify.js",
        "/at/x/joined/../table.js.map",
        "/joined/table.js",
    ],
)
def test_nothing_else_lies_there(path: str, server: Server) -> None:
    assert server.client().get(path).status_code == 404


@pytest.mark.slow
def test_a_table_is_opened_from_the_lobby_without_fetching_a_script(floor: Server, browser: Browser) -> None:
    context = browser.new_context()
    visit = Visit(context.new_page(), floor.address)
    visit.go("/")
    visit.page.wait_for_selector("link[rel=prefetch][href$='/table.js']", state="attached")
    visit.page.wait_for_load_state("networkidle")
    visit.page.locator(".tables a.sit").first.click()
    visit.is_in("cut", "bet")
    fetched = visit.page.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter(({ name, transferSize }) => /\\/at\\/.*\\.(js|css)$/.test(name) && transferSize > 0)
          .map(({ name }) => name.replace(/.*\\/at\\/[^/]+/, ""))"""
    )
    context.close()
    assert fetched == []


@pytest.mark.parametrize(("table", "asked"), [("blackjack-v5-1", True), ('"><b>', False), ("", False)])
def test_a_page_asks_for_its_table_before_its_script_is_there(table: str, asked: bool, server: Server) -> None:
    page = server.client().get("/table.html", params={"table": table}).text
    link = f'<link rel="preload" as="fetch" crossorigin href="/api/tables/{table}/posted">'
    assert (link in page, page.count('as="fetch"')) == (asked, 1 + asked)
    assert "{table}" not in page


@pytest.mark.slow
def test_a_table_opened_by_its_address_waits_for_the_line_once_for_each_step(floor: Server, browser: Browser) -> None:
    """The page, then all that it needs at once (a browser asks for six files at a time), then the table itself."""
    context = browser.new_context()
    visit = Visit(context.new_page(), floor.address)
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(re.sub(r".*?//[^/]+|/at/\w+|\?.*", "", request.url)))
    visit.go(f"/table.html?table={open_stacked(floor, 'catfish-blackjack', UNHURRIED)}")
    visit.is_in("watch")
    by_page = visit.page.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter(({ name, initiatorType }) => !/icon|manifest/.test(name) && initiatorType === "fetch").length"""
    )
    context.close()
    needed = [name for name in asked if "icon" not in name and not name.endswith("webmanifest")]
    assert needed[0] == "/table.html"
    assert sorted(re.sub(r"tables/[\w-]+", "tables/ONE", name) for name in needed[1:]) == [
        "/api/sheets", "/api/tables/ONE/posted", "/joined/table.css", "/joined/table.js", "/theme.js", "/words/en.js",
    ]  # fmt: skip
    assert by_page == 0  # both were asked for by the page, and taken over by the script


@pytest.mark.slow
def test_a_table_that_answers_before_its_rules_do_is_shown_with_them(visit: Visit, floor: Server) -> None:
    held: list[Route] = []
    visit.page.route("**/posted", lambda route: held.append(route))
    visit.go(f"/table.html?table={open_stacked(floor, 'catfish-blackjack', UNHURRIED)}")
    visit.hears("table")
    assert visit.mode == ""
    held[0].continue_()
    visit.is_in("watch")
    expect(visit.page.locator("#limits dd").first).to_have_text("$5 – $10,000")


@pytest.mark.slow
def test_at_a_table_that_is_not_there_the_line_is_left(visit: Visit) -> None:
    visit.go("/table.html?table=no-such-table")
    expect(visit.page.locator("#title")).to_have_text("There is no such table")
    assert visit.page.evaluate("document.body.dataset.line ?? ''") in ("", "open")
    visit.forgive_the_network()
