"""Checkpoints leave the house, in the background: whoever keeps their codes finds a log that was cut."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.service.audit_floor import PlayedFloor
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import Server

from pitboss.cli.doctor_checks import check_all
from pitboss.client import Client
from pitboss.errors import PitbossError
from pitboss.service.audit.audit import verify
from pitboss.service.audit.checkpoints import Checkpoints, short_code, signing
from pitboss.service.audit.courier import KIND, Courier
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.operations.keys import Keys
from pitboss.store import MemoryStore, Store, open_store
from pitboss.web.settings import Settings

SOON = 0.01


@pytest.fixture
def floor() -> PlayedFloor:
    return PlayedFloor(MemoryStore(), sheets=("blackjack-v5",))


def _sign(floor: PlayedFloor, courier: Courier) -> str:
    """One more entry, signed and let out; returns the code."""
    floor.floor.do(lambda: floor.floor.plan_person("Ann", c.BuyIn(cents=100), actor="Ann", role="player"))
    made = Checkpoints(floor.store, floor.keys, clock=floor.clock, let_out=courier.bring).sign()
    assert made is not None
    return short_code(made)


@contextmanager
def courier_to(store: Store, to: str | Path, **given: Any) -> Iterator[Courier]:
    courier = Courier(store, str(to), clock=lambda: 1_790_000_000_000, again=SOON, **given)
    with closing(courier):
        yield courier


class Outside:
    """Somebody outside of the house who takes checkpoints, or does not."""

    def __init__(self) -> None:
        self.status, self.got, self.headers = 200, list[dict[str, Any]](), list[dict[str, str]]()
        self.elsewhere = ""
        outside = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if outside.status == 200:
                    outside.got.append(said)
                    outside.headers.append(dict(self.headers))
                self.send_response(outside.status)
                if outside.elsewhere:
                    self.send_header("Location", outside.elsewhere)
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": SOON})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def outside() -> Iterator[Outside]:
    with closing(Outside()) as one:
        yield one


def test_a_log_that_was_cut_is_found_by_the_file_that_is_outside(tmp_path: Path) -> None:
    """The house puts back an older copy of its floor, whole and signed with its own key."""
    home, codes = tmp_path / "home", tmp_path / "outside.txt"
    home.mkdir()
    with closing(open_store(str(home / "floor.sqlite3"))) as store:
        played = PlayedFloor(store, sheets=("blackjack-v5",), keys=Keys.kept_in(home / "keys"))
        with courier_to(store, codes) as courier:
            first = _sign(played, courier)
    shutil.copytree(home, tmp_path / "older")
    with closing(open_store(str(home / "floor.sqlite3"))) as store, courier_to(store, codes) as courier:
        second = _signed_again(store, home, courier)
    kept = [line.split()[1] for line in codes.read_text().splitlines()]
    assert kept == [first, second]
    with closing(open_store(str(tmp_path / "older" / "floor.sqlite3"))) as store:
        keys = Keys.kept_in(home / "keys")
        assert verify(store, keys).findings == [], "nothing that is left tells it"
        assert verify(store, keys, seen=[first]).good
        (found,) = verify(store, keys, seen=kept).findings
        assert str(found) == "documents checkpoint 000000000002 2: was shown and is gone"


def _signed_again(store: Store, home: Path, courier: Courier) -> str:
    keys = Keys.kept_in(home / "keys")
    floor = Floor(store, keys, clock=lambda: 1_790_000_900_000)
    floor.do(lambda: floor.plan_person("Ann", c.BuyIn(cents=100), actor="Ann", role="player"))
    made = Checkpoints(store, keys, clock=floor.clock, let_out=courier.bring).sign()
    assert made is not None
    return short_code(made)


def test_codes_are_posted_in_their_order_and_what_was_refused_comes_later(
    floor: PlayedFloor, outside: Outside, caplog: pytest.LogCaptureFixture
) -> None:
    outside.status = 503
    with caplog.at_level(logging.INFO), courier_to(floor.store, f"http://{outside.place}/codes") as courier:
        codes = [_sign(floor, courier)]
        eventually(lambda: courier.trouble == "it answers 503", "the refusal is not noticed")
        codes += [_sign(floor, courier), _sign(floor, courier)]
        (state,) = (value for _, value in floor.store.documents(KIND))
        assert (state["number"], state["since"] > 0) == (0, True)
        outside.status = 200
        eventually(lambda: len(outside.got) == 3, "what was refused never came")
        eventually(lambda: not courier.trouble, "trouble that is over")
    assert [one["code"] for one in outside.got] == codes
    assert {one["public_key"] for one in outside.got} == {floor.keys.public.hex()}
    said = [record.getMessage() for record in caplog.records if "get to" in record.getMessage()]
    assert len(said) == 2, "once when it begins, once when it is over"
    assert verify(floor.store, floor.keys, seen=codes).good


def test_an_address_that_never_answers_holds_nobody_up(floor: PlayedFloor) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        to = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        courier = Courier(floor.store, to, clock=floor.clock, again=SOON, patience=10 * PATIENCE_SECONDS)
        for _ in range(3):
            _sign(floor, courier)  # or this test would never end
        assert len(courier._waiting) == 3
    eventually(lambda: courier.trouble, "an address that is gone is not noticed")
    courier.close()


def test_a_code_goes_nowhere_else_and_no_password_is_told(floor: PlayedFloor, outside: Outside) -> None:
    with closing(Outside()) as other:
        outside.status, outside.elsewhere = 307, f"http://{other.place}/"
        with courier_to(floor.store, f"http://pit:s3cret@{outside.place}/x?token=t0ken") as courier:
            _sign(floor, courier)
            eventually(lambda: courier.trouble, "a redirect is followed")
            assert other.got == []
            outside.status, outside.elsewhere = 200, ""
            eventually(lambda: outside.got, "nothing comes after the redirect")
    assert outside.headers[0]["Authorization"] == "Basic cGl0OnMzY3JldA=="
    told = str(floor.store.documents(KIND))
    assert f"http://{outside.place}/x" in told
    assert "s3cret" not in told
    assert "t0ken" not in told


def test_what_an_earlier_start_could_not_bring_is_brought_by_the_next(floor: PlayedFloor, tmp_path: Path) -> None:
    codes = tmp_path / "later" / "codes.txt"
    with courier_to(floor.store, codes) as courier:
        code = _sign(floor, courier)
        eventually(lambda: courier.trouble == "No such file or directory", "a folder that is missing is not noticed")
    codes.parent.mkdir()

    async def evening(courier: Courier) -> None:
        async with signing(Checkpoints(floor.store, floor.keys, clock=floor.clock, let_out=courier.bring)):
            pass

    for _ in range(2):
        with courier_to(floor.store, codes) as courier:
            asyncio.run(evening(courier))
    assert [line.split()[1] for line in codes.read_text().splitlines()] == [code], "once"


def test_two_servers_on_one_store_bring_a_code_once(floor: PlayedFloor, tmp_path: Path) -> None:
    codes = tmp_path / "codes.txt"
    with courier_to(floor.store, codes) as idle:
        with courier_to(floor.store, codes) as busy:
            code = _sign(floor, busy)
        latest = floor.checkpoints.latest()
        assert latest is not None
        idle.bring(latest)
    assert [line.split()[1] for line in codes.read_text().splitlines()] == [code]


def _codes(path: Path) -> list[str]:
    """The codes in a file, each once, in the order in which they first came."""
    return list(dict.fromkeys(line.split()[1] for line in path.read_text().splitlines()))


def test_what_one_server_could_not_bring_another_brings_first(floor: PlayedFloor, tmp_path: Path) -> None:
    """Otherwise the one that comes through first would leave out all that the other has signed meanwhile."""
    path = tmp_path / "there" / "codes"
    path.parent.mkdir()
    with courier_to(floor.store, path) as first:
        signed = [_sign(floor, first)]
        eventually(lambda: path.exists(), "nothing is written")
    path.parent.rename(tmp_path / "away")
    patient = Courier(floor.store, str(path), clock=lambda: 1_790_000_000_000, again=600)
    with closing(patient), courier_to(floor.store, path) as quick:
        signed += [_sign(floor, courier) for courier in (patient, quick, patient, quick)]
        eventually(lambda: patient.trouble and quick.trouble, "they are brought")
        (tmp_path / "away").rename(path.parent)
        eventually(lambda: len(_codes(path)) == len(signed), "some are left out")
    assert _codes(path) == signed


def test_what_was_not_brought_is_brought_after_the_next_start(floor: PlayedFloor, tmp_path: Path) -> None:
    path = tmp_path / "there" / "codes"
    path.parent.mkdir()
    with courier_to(floor.store, path) as before:
        signed = [_sign(floor, before)]
        eventually(lambda: path.exists(), "nothing is written")
        path.parent.rename(tmp_path / "away")
        signed += [_sign(floor, before) for _ in range(3)]
        eventually(lambda: before.trouble, "they are brought")
    (tmp_path / "away").rename(path.parent)
    with courier_to(floor.store, path, patience=PATIENCE_SECONDS) as after:
        latest = floor.checkpoints.latest()
        assert latest is not None
        after.bring(latest)
    assert _codes(path) == signed


def test_the_code_is_told_at_the_end_of_the_gaming_day_and_of_the_floor(
    floor: PlayedFloor, caplog: pytest.LogCaptureFixture
) -> None:
    days = iter(["Monday"])

    async def evening() -> None:
        async with signing(floor.checkpoints, day_of=lambda at: next(days, "Tuesday"), every=SOON):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not any("is over" in record.getMessage() for record in caplog.records):
                    await asyncio.sleep(SOON)

    with caplog.at_level(logging.INFO):
        asyncio.run(evening())
    latest = floor.checkpoints.latest()
    assert latest is not None
    code = short_code(latest)
    assert [record.getMessage() for record in caplog.records] == [
        f"gaming day Monday is over, at checkpoint {code}", f"the floor closes, at checkpoint {code}",
    ]  # fmt: skip


@pytest.mark.parametrize("to", ["ftp://far.example/x", "http://", "https://:443/x", "http://a:99999/", "file:///x"])
def test_an_address_that_cannot_be_posted_to_is_refused_when_it_is_set(to: str, tmp_path: Path) -> None:
    with pytest.raises(PitbossError, match="checkpoints go to a file"):
        Settings.of({}, home=tmp_path, checkpoints_to=to)
    assert Settings.of({"PITBOSS_CHECKPOINT_FILE": "x"}, home=tmp_path).checkpoints_to == "x"
    assert to not in str(Settings.of({"PITBOSS_CHECKPOINTS_TO": "/secret"}, home=tmp_path))


@pytest.mark.slow
def test_a_server_deals_on_while_its_checkpoints_do_not_get_out_and_says_so(tmp_path: Path) -> None:
    with ExitStack() as stack:
        deaf = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        to = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
        deaf.close()  # whoever calls there is refused
        server = stack.enter_context(Server(tmp_path, checkpoints_to=to))
        eventually(lambda: server.client().get("/healthz").json()["checkpoints"] is False, "it is not told")
        server.play("catfish-blackjack-1", [Client(server.address)])
        assert server.healthy(), "who plays is not concerned"
    (check,) = (one for one in check_all(tmp_path, None) if one.name == "checkpoints")
    assert check.level == "warning"
    assert f"at {to}; later ones do not get there since" in check.says
    with Server(tmp_path, checkpoints_to=str(tmp_path / "codes.txt")) as server:
        eventually(lambda: (tmp_path / "codes.txt").exists(), "nothing is written")
        assert server.client().get("/healthz").json()["checkpoints"] is True
    (check,) = (one for one in check_all(tmp_path, None) if one.name == "checkpoints")
    assert (check.level, check.says.endswith("codes.txt")) == ("ok", True)
