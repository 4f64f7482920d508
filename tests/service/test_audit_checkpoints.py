"""Checkpoints: what is signed, when, by whom, and that the server does it by itself."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.service.audit_floor import PlayedFloor
from tests.waiting import PATIENCE_SECONDS

from pitboss.service.audit.audit import verify
from pitboss.service.audit.checkpoints import KIND, Checkpoints, canonical, digest, signing
from pitboss.service.floor import commands as c
from pitboss.service.operations.keys import Keys, public_key
from pitboss.store import GENESIS, MemoryStore, StoreError, open_store
from pitboss.web.app import create_app
from pitboss.web.settings import Settings


@pytest.fixture
def floor() -> PlayedFloor:
    return PlayedFloor(MemoryStore(), sheets=("blackjack-v5",))


def _move(floor: PlayedFloor) -> None:
    floor.floor.do(lambda: floor.floor.plan_person("Ann", c.BuyIn(cents=100), actor="Ann", role="player"))


def _all(store: Any) -> list[dict[str, Any]]:
    return [value for _, value in store.documents(KIND)]


def test_a_checkpoint_signs_all_heads_and_follows_the_one_before(floor: PlayedFloor) -> None:
    first = floor.checkpoints.sign()
    _move(floor)
    second = floor.checkpoints.sign()
    assert first is not None
    assert second is not None
    assert {name: tuple(head) for name, head in first["heads"].items()}.keys() == floor.store.heads().keys()
    assert second["heads"] == {"person:Ann": list(floor.store.head("person:Ann"))}
    assert second["all"] == digest(floor.store.heads())
    assert (first["previous"], second["previous"]) == (GENESIS, digest(first))
    signed = canonical({name: value for name, value in second.items() if name != "signature"})
    public_key(floor.keys.public).verify(bytes.fromhex(second["signature"]), signed)
    assert [key for key, _ in floor.store.documents(KIND)] == ["000000000001", "000000000002"]


def test_nothing_is_signed_where_nothing_has_moved(floor: PlayedFloor) -> None:
    assert Checkpoints(MemoryStore(), floor.keys, clock=floor.clock).sign() is None
    assert floor.checkpoints.sign() is not None
    assert floor.checkpoints.sign() is None
    again = Checkpoints(floor.store, floor.keys, clock=floor.clock)  # another process, or after a restart
    assert again.sign() is None
    assert len(_all(floor.store)) == 1


def test_several_processes_sign_one_chain(floor: PlayedFloor) -> None:
    others = [Checkpoints(floor.store, floor.keys, clock=floor.clock) for _ in range(3)]
    for _ in range(4):
        for other in others:
            _move(floor)
            other.sign()
    assert [one["number"] for one in _all(floor.store)] == list(range(1, 13))
    assert verify(floor.store, floor.keys).good


def test_two_that_sign_at_once_do_not_take_the_same_number(floor: PlayedFloor) -> None:
    one, other = (Checkpoints(floor.store, floor.keys, clock=floor.clock) for _ in range(2))
    barrier = threading.Barrier(2)

    def sign(checkpoints: Checkpoints) -> None:
        barrier.wait()
        checkpoints.sign()

    for _ in range(20):
        _move(floor)
        threads = [threading.Thread(target=sign, args=(who,)) for who in (one, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(_all(floor.store)) == 20
    assert verify(floor.store, floor.keys).good


def test_a_floor_that_is_open_is_signed_from_time_to_time_and_at_the_end(floor: PlayedFloor) -> None:
    async def evening() -> None:
        async with signing(floor.checkpoints, every=0.005):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not _all(floor.store):
                    await asyncio.sleep(0.005)
        _move(floor)
        async with signing(floor.checkpoints, every=60):
            pass

    asyncio.run(evening())
    assert [one["number"] for one in _all(floor.store)] == [1, 2]


def test_a_store_that_is_away_is_signed_later(floor: PlayedFloor, caplog: pytest.LogCaptureFixture) -> None:
    class Away(MemoryStore):
        def heads(self) -> Any:
            raise StoreError("the database is away")

    async def evening() -> None:
        async with signing(Checkpoints(Away(), floor.keys, clock=floor.clock)):
            pass

    with caplog.at_level(logging.WARNING):
        asyncio.run(evening())
    said = "no checkpoint could be signed: the database is away"
    assert [record.getMessage() for record in caplog.records] == [said, said]


def test_it_is_signed_on_where_the_gaming_day_cannot_be_told_just_then(floor: PlayedFloor) -> None:
    asked: list[int] = []

    def day_of(at: int) -> str:
        asked.append(at)
        raise StoreError("the database is away")

    async def evening() -> None:
        async with signing(floor.checkpoints, day_of=day_of, every=0.005), asyncio.timeout(PATIENCE_SECONDS):
            while len(asked) < 2:
                await asyncio.sleep(0.005)
            _move(floor)
            while len(_all(floor.store)) < 2:
                await asyncio.sleep(0.005)

    asyncio.run(evening())


def test_the_server_signs_when_it_opens_and_when_it_stops(tmp_path: Path) -> None:
    settings = Settings.of({}, home=tmp_path)
    assert settings.database == f"sqlite:///{tmp_path / 'floor.sqlite3'}"
    app = create_app(settings)

    async def evening() -> None:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://t") as client,
        ):
            assert (await client.post("/api/guests")).status_code == 201

    asyncio.run(evening())
    store = open_store(settings.database)
    audit = verify(store, Keys.kept_in(tmp_path / "keys"))
    store.close()
    assert (audit.findings, audit.checkpoints, audit.unsigned) == ([], 2, 0)
