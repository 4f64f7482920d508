"""In a real browser: people set their own limits, are reminded of the time, and keep themselves from play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.waiting import PATIENCE_SECONDS
from tests.web.axe import serious_trouble
from tests.web.house import COOKIE, ROOMY, Server

from pitboss.service.floor import commands as c

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = replace(ROOMY, reminder_check_seconds=0.05)
    with Server(tmp_path_factory.mktemp("own"), limits=limits) as found:
        yield found


@pytest.fixture
def page(floor: Server, browser: Browser) -> Iterator[tuple[Page, str]]:
    """The lobby as an account sees it, and the name of that account."""
    client = floor.enter("player")
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": COOKIE, "value": client.cookies[COOKIE], "url": floor.address}])
    found = context.new_page()
    found.set_default_timeout(PATIENCE_SECONDS * 1000)
    found.goto(floor.address)
    yield found, str(client.get("/api/me").json()["name"])
    context.close()


def test_limits_are_set_and_a_wider_one_is_told_to_come_later(floor: Server, page: tuple[Page, str]) -> None:
    lobby, name = page
    lobby.set_viewport_size({"width": 375, "height": 667})
    lobby.get_by_role("button", name="Your limits").click()
    dialog = lobby.get_by_role("dialog", name="Your limits")
    for field, value in (
        ("Most to lose", "50.50"),
        ("Most to pay in", "200"),
        ("Longest time", "90"),
        ("Remind me", "30"),
    ):
        dialog.get_by_label(field).fill(value)
    dialog.get_by_role("button", name="Set these limits").click()
    said = dialog.get_by_role("status").filter(has_text="Your limits are kept.")
    expect(said).to_be_in_viewport()
    expect(dialog.get_by_role("button", name="Set these limits")).to_be_focused()
    standing = floor.running.floor.standing(name).standing
    set_ = {"loss_cents": 5050, "deposit_cents": 20_000, "session_minutes": 90, "reminder_minutes": 30}
    assert standing.limits(floor.running.floor.clock()) == set_
    dialog.get_by_label("Most to pay in").fill("")
    dialog.get_by_role("button", name="Set these limits").click()
    expect(dialog.locator("label", has_text="Most to pay in")).to_contain_text("no limit from")
    assert floor.running.floor.standing(name).standing.limits(floor.running.floor.clock()) == set_
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_everybody_can_use_the_form(page: tuple[Page, str]) -> None:
    lobby, _ = page
    lobby.get_by_role("button", name="Your limits").click()
    expect(lobby.get_by_role("dialog", name="Your limits")).to_be_visible()
    assert serious_trouble(lobby) == []


def test_whoever_keeps_themselves_from_play_is_asked_once_more(floor: Server, page: tuple[Page, str]) -> None:
    lobby, name = page
    lobby.get_by_role("button", name="Your limits").click()
    dialog = lobby.get_by_role("dialog", name="Your limits")
    dialog.get_by_label("Keep me from play").select_option(label="30 days")
    button = dialog.get_by_role("button", name="Do not let me play")
    button.click()
    assert not floor.running.floor.standing(name).standing.excluded(floor.running.floor.clock())
    button.click()
    expect(dialog).to_contain_text("You do not play until")
    assert floor.running.floor.standing(name).standing.excluded(floor.running.floor.clock())


def test_a_reminder_is_shown_until_it_is_acknowledged(floor: Server, page: tuple[Page, str]) -> None:
    lobby, name = page
    running = floor.running
    aside = type(running.floor)(running.floor.store, running.floor.keys, clock=running.floor.clock)
    limits = c.SetLimits(reminder_minutes=1)
    aside.do(lambda: aside.plan_person(name, limits, actor=name, role="player"))
    played = running.floor._standings._diary
    played._bets[name].append(running.floor.clock() - 3 * 60_000)  # three minutes ago
    reminder = lobby.locator("dialog.reminder")
    expect(reminder).to_contain_text("You have been playing for 3 minutes")
    reminder.get_by_role("button", name="Go on").click()
    expect(reminder).to_have_count(0)
    played._bets[name].insert(0, running.floor.clock() - 10 * 60_000)
    expect(reminder).to_contain_text("You have been playing for 10 minutes")


DISTURBED = """async () => {
  const { showReminders } = await import("/own-limits.js");
  const live = Object.assign(new EventTarget(), { acknowledge() {} });
  let may = false;
  showReminders(live, () => may);
  const remind = () => {
    live.dispatchEvent(new CustomEvent("reminder", { detail: { minutes: 5, result: 0 } }));
    return document.querySelectorAll("dialog.reminder").length;
  };
  const before = remind();
  may = true;
  return [before, remind(), remind()];
}"""


def test_a_reminder_waits_until_nobody_is_disturbed_by_it(page: tuple[Page, str]) -> None:
    lobby, _ = page
    assert lobby.evaluate(DISTURBED) == [0, 1, 1]


ON_ITS_WAY = """async () => {
  const { showReminders } = await import("/own-limits.js");
  const live = Object.assign(new EventTarget(), { acknowledge() {} });
  showReminders(live);
  const remind = () => live.dispatchEvent(new CustomEvent("reminder", { detail: { minutes: 5, result: 0 } }));
  remind();
  const closed = new Promise((over) => document.querySelector("dialog.reminder").addEventListener("close", over));
  document.querySelector("dialog.reminder button").click();
  await closed;
  remind();
  return document.querySelectorAll("dialog.reminder").length;
}"""


def test_a_reminder_that_was_on_its_way_when_it_was_acknowledged_is_not_shown_again(page: tuple[Page, str]) -> None:
    lobby, _ = page
    assert lobby.evaluate(ON_ITS_WAY) == 0
