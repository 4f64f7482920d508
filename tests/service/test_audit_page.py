"""The page that verifies a shuffle, in a browser, under the headers of the server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright
from tests.browsers import CHROMIUM
from tests.service.audit_floor import PlayedFloor

from pitboss.service.audit.recall import recall
from pitboss.store import MemoryStore
from pitboss.web.guard import HEADERS
from pitboss.web.page_files import PAGES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is missing: see python3 dev.py test --system-packages"),
]


class _Pages(SimpleHTTPRequestHandler):
    """The pages with the server's headers, and the openings of one round."""

    openings = ""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self) -> None:
        if not self.path.startswith("/api/"):
            super().do_GET()
            return
        found = self.path == "/api/tables/catfish-blackjack-1/rounds/1/openings"
        body = (self.openings if found else '{"reason": "there is no such round", "clause": ""}').encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def openings() -> str:
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    floor.play(1)
    return recall(floor.floor, "catfish-blackjack-1", 1).openings()


@pytest.fixture(scope="module")
def address(openings: str) -> Iterator[str]:
    handler = type("Handler", (_Pages,), {"openings": openings})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(PAGES)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


Check = Callable[..., str]


@pytest.fixture
def check(page: Page, address: str) -> Check:
    """Fills the form, presses the button and reads the answer."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{address}/verify.html")
    assert complaints == []

    def check(record: str, root: str = "", cut: str = "") -> str:
        for name, value in (("record", record), ("root", root), ("cut", cut)):
            page.fill(f"#{name}", value)
        page.evaluate("document.getElementById('answer').replaceChildren()")
        page.click("button[type=submit]")
        page.wait_for_selector("#answer h2")
        return page.inner_text("#answer")

    return check


def test_opened_cards_are_as_promised(check: Check, openings: str) -> None:
    record = json.loads(openings)
    said = check(openings, record["root"].upper(), str(record["cut"]))
    assert said.startswith("As promised")
    assert f"{len(record['openings'])} cards under the root that you wrote down, cut at {record['cut']}." in said
    assert " ".join(opening["card"] for opening in record["openings"]) in said


def test_the_root_may_be_copied_as_the_table_shows_it(check: Check, openings: str) -> None:
    root = json.loads(openings)["root"]
    shown = " ".join(root[at : at + 4] for at in range(0, len(root), 4))
    assert check(openings, f" {shown}\n").startswith("As promised")


def _card(record: dict[str, Any]) -> None:
    record["openings"][0]["card"] = "2c" if record["openings"][0]["card"] != "2c" else "3c"


def _nonce(record: dict[str, Any]) -> None:
    record["openings"][0]["nonce"] = "0" * 32


def _short_path(record: dict[str, Any]) -> None:
    record["openings"][0]["path"].pop()


def _long_path(record: dict[str, Any]) -> None:
    record["openings"][0]["path"].append("0" * 64)


def _count(record: dict[str, Any]) -> None:
    record["cards"] += 1


def _slot(record: dict[str, Any]) -> None:
    record["openings"][0]["slot"] += 1


def _twice(record: dict[str, Any]) -> None:
    record["openings"].append(record["openings"][0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_card, "was not promised under this root"),
        (_nonce, "was not promised under this root"),
        (_short_path, "was not promised under this root"),
        (_long_path, "was not promised under this root"),
        (_count, "was not promised under this root"),
        (_slot, "with the cut at"),
        (_twice, "is opened twice"),
    ],
)
def test_a_change_is_not_as_promised(
    check: Check, openings: str, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    record = json.loads(openings)
    change(record)
    said = check(json.dumps(record))
    assert said.startswith("NOT as promised")
    assert words in said


def test_another_root_or_cut_is_not_as_promised(check: Check, openings: str) -> None:
    assert "the root is not the one that you wrote down" in check(openings, root="0" * 64)
    assert "NOT as promised" in check(openings, cut="1")


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": "pitboss-openings-1"}', "<b>no</b>"])
def test_what_is_no_record_cannot_be_checked(check: Check, text: str) -> None:
    assert check(text).startswith("Cannot check")


def test_a_round_of_this_floor_is_fetched_and_checked(page: Page, address: str) -> None:
    page.goto(f"{address}/verify.html?table=catfish-blackjack-1&round=1")
    page.wait_for_selector("#answer.good h2")
    page.goto(f"{address}/verify.html?table=catfish-blackjack-1&round=2")
    page.wait_for_selector("#answer.bad h2")
    assert "There is no such round." in page.inner_text("#answer")


def test_without_a_round_it_is_asked_for(page: Page, address: str) -> None:
    page.goto(f"{address}/verify.html?table=catfish-blackjack-1")
    page.click("#fetch")
    page.wait_for_selector("#answer.bad h2")
    assert "the number of a round that is over" in page.inner_text("#answer")
