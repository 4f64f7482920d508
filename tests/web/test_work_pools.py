"""What takes long has threads of its own: whoever asks for a lot of it makes nobody else wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.waiting import eventually
from tests.web.house import PASSWORD, ROOMY, Server

from pitboss.client import Client
from pitboss.web.guard import Rate, TooMany
from pitboss.web.work_pools import OwnPool

TABLE = "catfish-blackjack-1"
TIGHT = replace(ROOMY, recalls_waiting=4, recalls_each=3, sign_ins_waiting=4, drafts_waiting=3, drafts_each=3)
DRAFTS = (
    "/api/bets/buster?edge_from=0.01&edge_to=0.03&hits=5",
    "/api/bets/buster/sheet?pay=three=3:1",
    "/api/sheets/catfish-blackjack/placard?set=soft_17=stand",
)


def busy() -> TooMany:
    return TooMany("rate.recalls")


@pytest.fixture
def tight(serve: Callable[..., Server]) -> Server:
    server = serve(limits=TIGHT)
    server.play(TABLE, [Client(server.address)])
    return server


class Held:
    """A pool whose thread is kept busy until it is let go."""

    def __init__(self, pool: OwnPool) -> None:
        self._let_go = threading.Event()
        self._at_it = pool._threads.submit(self._let_go.wait)

    def let_go(self) -> None:
        self._let_go.set()
        self._at_it.result()


@pytest.fixture
def held(tight: Server) -> Iterator[list[Held]]:
    pools = tight.app.state.pools
    found = [Held(pool) for pool in (pools.visitors, pools.passwords)]
    yield found
    for one in found:
        one.let_go()


def asked_for(server: Server, *paths: str) -> list[httpx.Response]:
    """All of these at once, by visitors from one address."""

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
            return list(await asyncio.gather(*(client.get(path) for path in paths)))

    return asyncio.run(ask())


def test_while_rounds_passwords_and_drafts_wait_tables_and_sessions_do_not(tight: Server, held: list[Held]) -> None:
    player = tight.enter("guest")
    statuses: list[int] = []

    def recalls() -> None:
        statuses.extend(one.status_code for one in asked_for(tight, f"/api/tables/{TABLE}/rounds/1/record"))

    def signs_in() -> None:
        who = {"name": "Nobody Here", "password": PASSWORD}
        statuses.append(tight.client().post("/api/session", json=who).status_code)

    def drafts() -> None:
        statuses.extend(one.status_code for one in asked_for(tight, *DRAFTS))

    waiting = [threading.Thread(target=one) for one in (recalls, signs_in, drafts)]
    for thread in waiting:
        thread.start()
    pools = tight.app.state.pools
    asked = (pools.visitors, 1), (pools.passwords, 1), (pools.drafts, len(DRAFTS))
    eventually(lambda: all(pool._inside.total() == count for pool, count in asked), "somebody does not wait")
    refused = tight.client().get("/api/sheets/catfish-blackjack/options?set=soft_17=stand")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate.drafts")
    assert tight.client().get("/api/sheets/catfish-blackjack/placard").status_code == 200, (
        "as it is posted it waits not"
    )
    assert player.get("/api/me").status_code == 200
    done = player.post(f"/api/tables/{TABLE}/commands", json={"id": "1", "command": {"type": "Sit", "box": 5}})
    assert done.status_code == 200
    assert player.get(f"/api/tables/{TABLE}").status_code == 200
    assert statuses == []
    for one in held:
        one.let_go()
    for thread in waiting:
        thread.join()
    assert sorted(statuses) == [200, 200, 200, 200, 401]


def test_more_than_may_wait_is_refused_at_once(tight: Server, held: list[Held]) -> None:
    paths = [f"/api/tables/{TABLE}/rounds/{number}/openings" for number in range(2, 9)]
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda path=path: statuses.append(tight.client().get(path).status_code))
               for path in paths]  # fmt: skip
    for thread in threads:
        thread.start()
    eventually(lambda: len(statuses) == 4, "four of seven are refused")
    assert statuses == [429] * 4, "one address has three waiting at most"
    said = tight.client().get(f"/api/tables/{TABLE}/rounds/1/record").json()
    assert said["code"] == "rate.recalls"
    for one in held:
        one.let_go()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [404] * 3 + [429] * 4


def test_a_round_is_replayed_once_and_kept(tight: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.web import recalls

    replayed: list[Any] = []
    recall = recalls.recall

    def noted(*given: Any, **named: Any) -> Any:
        replayed.append(given)
        return recall(*given, **named)

    monkeypatch.setattr(recalls, "recall", noted)
    path = f"/api/tables/{TABLE}/rounds/1/openings"
    answers = asked_for(tight, path, path, path)
    answers += asked_for(tight, path)
    assert {one.status_code for one in answers} == {200}
    assert len({one.content for one in answers}) == 1
    assert len(replayed) == 1


def test_who_has_cost_much_waits_until_it_is_paid_off() -> None:
    spent = Rate(1.0, 2)
    assert spent.has_left("a")
    spent.charge("a", 1000.0)
    assert not spent.has_left("a")
    assert spent.has_left("b")

    async def ask(caller: str) -> str:
        pool = OwnPool("test", busy, waiting=2, each=2, spent=spent)
        try:
            return await pool.do(caller, str.upper, caller)
        finally:
            pool.close()

    assert asyncio.run(ask("b")) == "B"
    with pytest.raises(TooMany):
        asyncio.run(ask("a"))


def test_who_goes_away_makes_room_only_when_the_work_is_done() -> None:
    """A caller who hangs up has not taken the work along: it still counts as theirs."""

    async def go() -> None:
        pool = OwnPool("test", busy, waiting=1, each=1)
        held = Held(pool)
        first = asyncio.create_task(pool.do("a", str.upper, "a"))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        with pytest.raises(TooMany):
            await pool.do("b", str.upper, "b")
        held.let_go()
        while pool._inside.total():
            await asyncio.sleep(0)
        assert await pool.do("b", str.upper, "b") == "B"
        pool.close()

    asyncio.run(go())
