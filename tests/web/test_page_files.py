"""Scripts and styles are kept by the browser for good; a page of another version names others."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.house import Server
from tests.web.visits import Visit

from pitboss.web.page_files import PAGES, mark_of

FILES = re.compile(r'(?:href|src)="(/[\w/.-]+\.(?:js|css))"')


def test_a_page_names_its_files_by_their_mark_and_they_are_kept(server: Server) -> None:
    client = server.client()
    page = client.get("/table.html")
    files = FILES.findall(page.text)
    assert len(files) > 50
    assert {file.split("/")[:3] == ["", "at", mark_of(PAGES)] for file in files} == {True}
    for file in files:
        answer = client.get(file)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.text == (PAGES / file.split("/", 3)[3]).read_text(encoding="utf-8")


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


@pytest.mark.parametrize("path", ["/at", "/at/", "/at/dom.js", "/at/x/..%2f..%2fapp.py", "/at/x/%2e%2e/%2e%2e/app.py"])
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
    assert [
        name for name in fetched if not name.startswith("/games/")
    ] == []  # a game's own room comes when it is known
