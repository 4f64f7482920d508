"""What a browser has to carry: the first page's weight and start, the deal to seven spots, an action and its answer.

Fifty chips are laid by click and a table is opened twice over: on this machine, and on a line with 300 ms of delay.

python3 dev.py bench pages
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Page, Response, sync_playwright

PROGRAM = Path(sys.executable).with_name("pitboss")
TABLE = "catfish-blackjack-1"
TABLES = {0: "catfish-blackjack-2", 300: "catfish-blackjack-3"}
"""Where chips are laid, by the delay of the line."""
STARTS = 7
ROUNDS = 6
CLICKS = 50
DEALING_MS = 2000
DELAYS_MS = (0, 300)
GOALS = {"bytes": 250_000, "start": 1000.0, "task": 50.0, "answer": 150.0, "click": 100.0}

WATCH = """
  window.seen = { answers: [], ready: 0 };
  const look = () => {
    if (document.querySelector(".tables a.sit")) seen.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""The moment at which a seat can be taken."""

ANSWERS = """(pressed) => {
  let asked = 0;
  seen.answers = [];
  addEventListener(pressed, () => { asked = performance.now(); }, true);
  const drawn = () => {
    if (!asked) return;
    const began = asked;
    asked = 0;
    requestAnimationFrame(() => seen.answers.push(performance.now() - began));
  };
  new MutationObserver(drawn).observe(document.querySelector("pit-felt ul"), { childList: true });
}"""
"""From a key or a click to the frame in which the felt shows what it did."""
WATCHED = "() => document.querySelector('pit-bar')?.dataset.mode === 'watch'"
SEATED = "() => ['cut', 'bet'].includes(document.querySelector('pit-bar')?.dataset.mode)"


SPANS = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !/icon|webmanifest/.test(name))
  .map(({ requestStart, responseEnd }) => [requestStart, responseEnd])"""

ASKED = """() => {
  const { phase, turn } = document.querySelector("pit-felt").model;
  return [phase, turn?.seat ?? 0];
}"""


FETCHED_AHEAD = "/table.html"
"""The page that the lobby reads before somebody goes there; what it needs, and the lobby does not, comes after it."""


class Weight(NamedTuple):
    """Bytes as the page sees them, and as they are sent."""

    bytes: int
    sent: int


@contextmanager
def floor() -> Iterator[str]:
    """A server of its own, in another process."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as home:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        address = f"http://127.0.0.1:{port}"
        command = [str(PROGRAM), "serve", "--home", home, "--port", str(port), "--tables-each", "3", "--no-prepare"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait_for(address)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            httpx.get(f"{address}/healthz")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not start")


def page_of(browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(WATCH)
    return page


def first_page(browser: Browser, address: str) -> tuple[Weight, Weight, float]:
    """What the lobby loads for itself, what it fetches ahead for a table, and milliseconds to a seat."""
    answers: list[Response] = []
    page = page_of(browser)
    page.on("response", lambda response: answers.append(response))
    page.goto(address)
    page.wait_for_function("() => seen.ready > 0")
    page.wait_for_load_state("networkidle")
    took: float = page.evaluate("seen.ready")
    since = next(place for place, answer in enumerate(answers) if answer.url.endswith(FETCHED_AHEAD))
    own, later = weight_of(answers[:since]), weight_of(answers[since:])
    page.context.close()
    return own, later, took


def weight_of(answers: list[Response]) -> Weight:
    """These answers together."""
    return Weight(
        bytes=sum(len(answer.body()) for answer in answers),
        sent=sum(max(answer.request.sizes()["responseBodySize"], 0) for answer in answers),  # less where it was kept
    )


class Guest:
    """One of the others at the table, over HTTP."""

    def __init__(self, address: str, box: int) -> None:
        self._client, self._box, self._number = httpx.Client(base_url=address), box, 0
        self._client.headers["X-Pitboss-Token"] = self._client.post("/api/guests").json()["csrf"]
        self.do({"type": "Sit", "box": box})

    def do(self, command: dict[str, Any]) -> None:
        self._number += 1
        body = {"id": f"{self._box}-{self._number}", "command": command}
        self._client.post(f"/api/tables/{TABLE}/commands", json=body)

    def bet(self) -> None:
        self.do({"type": "Act", "action": {"type": "PlaceBet", "spot": self._box, "cents": 2500}})

    def answer(self, phase: str) -> None:
        decline = {"type": "DeclineInsurance", "spot": self._box}
        self.do({"type": "Act", "action": decline if phase == "insurance" else {"type": "Stand"}})


def mode_of(page: Page, *modes: str) -> str:
    page.wait_for_function("modes => modes.includes(document.querySelector('pit-bar')?.dataset.mode)", arg=list(modes))
    return page.locator("pit-bar").get_attribute("data-mode") or ""


@contextmanager
def traced(page: Page) -> Iterator[list[float]]:
    """What each task of the page's main thread took of the processor meanwhile, in milliseconds."""
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    tasks: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))
    session.send("Tracing.start", {"categories": "toplevel,devtools.timeline", "transferMode": "ReportEvents"})
    yield tasks
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    main = {(one["pid"], one["tid"]) for one in events if one["name"] == "FunctionCall"}
    whole = (one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in main)
    tasks.extend(one.get("tdur", 0) / 1000 for one in whole)


def play(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """Rounds with seven spots: the tasks of the page while it deals, and how long each answer took to be seen."""
    page = page_of(browser)
    page.goto(f"{address}/table.html?table={TABLE}&wish=sit")
    if mode_of(page, "cut", "bet") == "cut":
        page.keyboard.press("Enter")
    mode_of(page, "bet")
    guests = {box: Guest(address, box) for box in (1, 2, 3, 5, 6, 7)}
    page.evaluate(ANSWERS, "keydown")
    tasks: list[float] = []
    for _ in range(ROUNDS):
        mode_of(page, "bet")
        page.locator("button.place").first.click()
        for guest in guests.values():
            guest.bet()
        for guest in guests.values():
            guest.do({"type": "Ready"})
        with traced(page) as dealing:
            page.get_by_role("button", name="Ready").click()
            mode_of(page, "answer", "others", "result")
            page.wait_for_timeout(DEALING_MS)
        tasks += dealing
        while (mode := mode_of(page, "answer", "others", "result")) != "result":
            phase, seat = page.evaluate(ASKED)
            if mode == "answer":
                page.keyboard.press("n" if phase == "insurance" else "s")
            elif phase == "insurance":
                for guest in guests.values():
                    guest.answer(phase)
            elif seat in guests:
                guests[seat].answer(phase)
            page.wait_for_timeout(20)
    answers: list[float] = page.evaluate("seen.answers")
    page.context.close()
    return tasks, answers


def waits(page: Page) -> tuple[int, int]:
    """Requests that a page has made, and how many of them had to wait for one another, one after the other."""
    spans: list[tuple[float, float]] = page.evaluate(SPANS)
    depths: list[tuple[float, int]] = []
    for began, ended in sorted(spans):
        depths.append((ended, 1 + max((depth for end, depth in depths if end <= began), default=0)))
    return len(spans), max(depth for _, depth in depths)


def clicks(browser: Browser, address: str, delay: int) -> tuple[float, tuple[int, int], float, list[float]]:
    """How long a table took to open by its address with what it asked for; to a seat from the lobby; each chip laid."""
    page = page_of(browser)
    line = {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", line)
    page.goto(f"{address}/table.html?table={TABLES[delay]}")
    page.wait_for_function(WATCHED)
    cold: float = page.evaluate("performance.now()")
    asked = waits(page)
    page.goto(address)
    page.wait_for_selector("link[rel=prefetch]", state="attached")
    page.wait_for_load_state("networkidle")
    page.locator(f".tables a.sit[href*='table={TABLES[delay]}&']").click()
    page.wait_for_function(SEATED)
    opened: float = page.evaluate("performance.now()")
    if mode_of(page, "cut", "bet") == "cut":
        page.keyboard.press("Enter")
    mode_of(page, "bet")
    page.evaluate(ANSWERS, "pointerdown")
    for number in range(1, CLICKS + 1):
        page.locator("button.place").first.click()
        page.wait_for_function("many => seen.answers.length >= many", arg=number)
    took: list[float] = page.evaluate("seen.answers")
    page.context.close()
    return cold, asked, opened, took


def verdict(name: str, value: float, unit: str) -> str:
    goal = GOALS[name]
    return f"goal under {goal:,.0f} {unit}: {'met' if value < goal else 'MISSED'}"


def main() -> None:
    """Print every figure beside its goal."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        raise SystemExit("Chromium is missing: install Debian's package chromium-headless-shell")
    with floor() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        first_page(browser, address)  # once to warm the disk
        starts = [first_page(browser, address) for _ in range(STARTS)]
        own, ahead, start = *starts[0][:2], median(took for *_, took in starts)
        print(f"first page                   {own.bytes:9,} bytes   {verdict('bytes', own.bytes, 'bytes')}"
              f" (sent: {own.sent:,})")  # fmt: skip
        print(f"fetched ahead for a table    {ahead.bytes:9,} bytes   (sent: {ahead.sent:,})")
        print(f"a seat can be taken after    {start:9.0f} ms      {verdict('start', start, 'ms')}")
        tasks, answers = play(browser, address)
        worst = max(tasks)
        print(f"longest task, seven spots    {worst:9.0f} ms      {verdict('task', worst, 'ms')}"
              f" (processor time, {len(tasks):,} tasks)")  # fmt: skip
        middle, slowest = median(answers), max(answers)
        print(f"key to visible answer        {middle:9.0f} ms      {verdict('answer', slowest, 'ms')}"
              f" (slowest of {len(answers)}: {slowest:.0f} ms)")  # fmt: skip
        for delay in DELAYS_MS:
            cold, (requests, rounds), opened, took = clicks(browser, address, delay)
            print(f"by address, {delay:3} ms delay     {cold:9.0f} ms      nothing kept yet:"
                  f" {requests} requests, {rounds} one after the other, and the WebSocket")  # fmt: skip
            print(f"from lobby, {delay:3} ms delay     {opened:9.0f} ms      to a seat")
            print(f"click to paint, {delay:3} ms delay {median(took):9.0f} ms      {verdict('click', max(took), 'ms')}"
                  f" (slowest of {len(took)}: {max(took):.0f} ms)")  # fmt: skip
        browser.close()


if __name__ == "__main__":
    main()
