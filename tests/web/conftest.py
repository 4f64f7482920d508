"""A server for the tests of a module, and servers of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browsers import CHROMIUM
from tests.waiting import PATIENCE_SECONDS
from tests.web.consoles import Desk
from tests.web.gallery.serving import GalleryServer
from tests.web.house import Server
from tests.web.stacked import Stack
from tests.web.visits import SIZES, UNHURRIED, Visit

expect.set_options(timeout=PATIENCE_SECONDS * 1000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floor")) as found:
        yield found


@pytest.fixture(scope="session")
def drawn() -> Iterator[GalleryServer]:
    with GalleryServer() as found:
        yield found


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers with settings of their own, over one home."""
    with ExitStack() as stack:

        def started(**given: Any) -> Server:
            return stack.enter_context(Server(tmp_path, **given))

        yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, which `dev.py test --system-packages` installs."""
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: python3 dev.py test --system-packages installs Debian's")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def stack() -> Stack:
    """The chance of the floor: a test puts the shuffle there that it wants."""
    return Stack()


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, stack: Stack) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floor"), pace=UNHURRIED) as found:
        found.running.floor.chance = stack
        yield found


@pytest.fixture
def come(floor: Server, browser: Browser) -> Iterator[Any]:
    """People who come, each with a browser of their own, or a further tab of somebody's; what went wrong fails."""
    found: list[Visit] = []

    def came(*, beside: Visit | None = None, rhythm: int = 0, **given: Any) -> Visit:
        width, height = SIZES["desktop"]
        context = beside.page.context if beside else browser.new_context(
            **{"viewport": {"width": width, "height": height}, **given}
        )  # fmt: skip
        context.add_init_script(f"localStorage.setItem('pitboss.rhythm', '{rhythm}')")
        visit = Visit(context.new_page(), floor.address)
        found.append(visit)
        return visit

    yield came
    for one in found:
        one.page.context.close()
    assert [one.troubles for one in found] == [[] for _ in found]


@pytest.fixture
def visit(come: Any) -> Visit:
    one: Visit = come()
    return one


@pytest.fixture
def boss(floor: Server, browser: Browser) -> Iterator[Desk]:
    """The administrator's desk at the floor that the module has."""
    with closing(Desk(floor, browser, "administrator", (1440, 900))) as desk:
        yield desk


@pytest.fixture
def shift(floor: Server, browser: Browser) -> Iterator[Desk]:
    """The shift manager's desk there."""
    with closing(Desk(floor, browser, "shift_manager", (1440, 900))) as desk:
        yield desk
