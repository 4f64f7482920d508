"""Many who ask at once how they stand against their own limits keep nobody else waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import Server

from pitboss.service.people.player_limits import DailyPlay
from pitboss.web import work_pools

CAREFUL = 12


def test_others_are_served_while_the_log_is_read_for_many_and_who_comes_on_top_is_refused(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody has played is in the log of all tables, which takes long where much was played."""
    monkeypatch.setattr(work_pools, "LIMITS_WAITING", CAREFUL - 2)
    server, read, reading = serve(), threading.Event(), threading.Event()
    guests = [server.enter("guest") for _ in range(CAREFUL)]
    other = server.enter("guest")

    def follow(diary: DailyPlay, at: int) -> None:
        reading.set()
        read.wait(PATIENCE_SECONDS)

    monkeypatch.setattr(DailyPlay, "_follow", follow)
    with ThreadPoolExecutor(CAREFUL) as threads:
        try:
            asked = [threads.submit(one.get, "/api/my/limits", timeout=PATIENCE_SECONDS) for one in guests]
            assert reading.wait(PATIENCE_SECONDS)
            eventually(lambda: sum(one.done() for one in asked) == 2, "nobody is refused")
            assert other.get("/api/me", timeout=httpx.Timeout(PATIENCE_SECONDS)).status_code == 200
            assert sum(one.done() for one in asked) == 2
        finally:
            read.set()
        answers = sorted(one.result().status_code for one in asked)
    assert answers == [200] * (CAREFUL - 2) + [429] * 2
