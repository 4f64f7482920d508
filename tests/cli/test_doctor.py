"""`pitboss doctor`: what is well, what is not, and that looking changes nothing."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.service.audit_floor import PlayedFloor
from tests.store.floor import grow
from tests.store.server import Server

from pitboss.cli import doctor_checks
from pitboss.cli.doctor_checks import Check, check_all
from pitboss.maths.cache import folder
from pitboss.rules import SHIPPED, load
from pitboss.service.audit.checkpoints import Checkpoints
from pitboss.service.operations.keys import Keys
from pitboss.store import open_store, schema

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a floor, as a server leaves it."""
    home = tmp_path_factory.mktemp("home")
    store = open_store(str(home / "floor.sqlite3"))
    PlayedFloor(store, sheets=("blackjack-v5",), keys=Keys.kept_in(home / "keys"))
    store.close()
    return home


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "home")


def looked(home: Path, database: str = "", **given: Any) -> dict[str, Check]:
    found = check_all(home, database or str(home / "floor.sqlite3"), **given)
    return {check.name: check for check in found}


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


# --- the command ------------------------------------------------------------------------------------------


def test_a_good_floor_is_status_0_and_stays_as_it_was(run: Run, home: Path) -> None:
    before = files(home)
    status, out, err = run("doctor", "--home", str(home))
    assert (status, err) == (0, "")
    assert out.endswith("\nall well\n")
    assert "\x1b" not in out, "no colour where nobody looks"
    for name in SHIPPED:
        assert f"{name} version {load(name).version}, hash {load(name).hash[:12]}" in out
    assert files(home) == before


def test_nothing_there_yet_is_well_and_nothing_is_made(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("doctor", "--home", str(tmp_path / "new"))
    assert status == 0
    assert "`pitboss serve` makes it" in out
    assert list(tmp_path.iterdir()) == []


def test_trouble_is_status_1_with_what_to_do(run: Run, home: Path) -> None:
    (home / "keys" / "seal.key").chmod(0o644)
    status, out, _ = run("doctor", "--home", str(home))
    assert status == 1
    assert f"do: chmod -R go= {home / 'keys'}" in out
    assert out.endswith("1 trouble, 0 warnings\n")
    told = json.loads(run("doctor", "--home", str(home), "--json")[1])
    assert told["good"] is False
    assert [check["name"] for check in told["checks"] if check["level"] == "trouble"] == ["keys"]
    assert {"name", "level", "says", "todo"} == set(told["checks"][0])


# --- each check -------------------------------------------------------------------------------------------


def test_keys(home: Path) -> None:
    assert looked(home)["keys"].level == "ok"
    (home / "keys" / "sign.key").write_bytes(b"short")
    assert "sign.key has not 32 bytes" in looked(home)["keys"].says
    (home / "keys" / "sign.key").unlink()
    assert looked(home)["keys"].says.endswith("lacks sign.key")
    shutil.rmtree(home / "keys")
    missing = looked(home)["keys"]
    assert (missing.level, "new ones would open nothing" in missing.todo) == ("trouble", True)


def test_keys_of_another_floor_are_trouble(home: Path) -> None:
    store = open_store(str(home / "floor.sqlite3"))
    Checkpoints(store, Keys.kept_in(home / "keys"), clock=lambda: 1_790_000_000_000).sign()
    store.close()
    assert looked(home)["keys"].level == "ok"
    shutil.rmtree(home / "keys")
    Keys.kept_in(home / "keys")
    found = looked(home)["keys"]
    assert found.level == "trouble"
    assert "are another floor's" in found.says


def test_a_database_that_does_not_answer(home: Path) -> None:
    found = looked(home, f"postgresql://pit:s3cret@127.0.0.1:1/floor?host={home}")
    assert found["database"].level == "trouble"
    assert "s3cret" not in str(found)
    (home / "floor.sqlite3").write_bytes(b"no database at all" * 100)
    assert looked(home)["database"].level == "trouble"
    assert "clock" not in looked(home)


def test_migrations(home: Path) -> None:
    assert looked(home)["migrations"] == Check("migrations", "ok", f"at the last step, {schema.REVISION}")
    with closing(sqlite3.connect(home / "floor.sqlite3")) as connection, connection:
        connection.execute(f"UPDATE {schema.VERSION_TABLE} SET version_num = '9999'")
    newer = looked(home)["migrations"]
    assert (newer.level, "newer Pitboss (9999" in newer.says) == ("trouble", True)
    with closing(sqlite3.connect(home / "empty.sqlite3")):
        pass
    (home / "empty.sqlite3").touch()
    assert "none taken yet" in looked(home, str(home / "empty.sqlite3"))["migrations"].says


def test_older_tables_are_a_warning(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "REVISION", "0003")
    found = looked(home)["migrations"]
    assert (found.level, found.says) == ("warning", "the tables stand at 0002, the program at 0003")


def test_a_clock_behind_the_log_is_a_warning(home: Path) -> None:
    with closing(sqlite3.connect(home / "floor.sqlite3")) as connection:
        (last,) = connection.execute("SELECT max(at) FROM entries").fetchone()
    assert looked(home, now=last)["clock"].level == "ok"
    behind = looked(home, now=last - 90_000)["clock"]
    assert (behind.level, "90 s behind the last entry" in behind.says) == ("warning", True)
    assert looked(home, now=1000)["clock"].level == "trouble"


def test_disk(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = shutil.disk_usage(home).free
    monkeypatch.setattr(doctor_checks, "LITTLE_BYTES", free * 2)
    assert looked(home)["disk"].level == "warning"
    monkeypatch.setattr(doctor_checks, "NO_BYTES", free * 2)
    assert looked(home)["disk"].level == "trouble"


def test_a_file_that_others_read_is_a_warning(home: Path) -> None:
    (home / "floor.sqlite3").chmod(0o644)
    assert looked(home)["file"].level == "warning"


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    assert looked(tmp_path / "home", "sqlite:///none")["home"].level == "trouble"


def test_a_running_server_is_looked_at_as_it_stands(home: Path) -> None:
    store = open_store(str(home / "floor.sqlite3"))
    try:
        grow(store, 3)
        count = sum(version for version, _ in store.heads().values())
        assert f"answers: {count:,} entries" in looked(home)["database"].says
    finally:
        store.close()


def test_kernels_and_results_are_counted(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    every = doctor_checks._kernel_names()
    assert "pitboss.maths.blackjack.dealer" in {module for module, _ in every}
    assert f"0 of {len(every)} compiled, 0 bytes" in looked(home)["kernels"].says
    module, name = every[0]
    folder.cache_clear()
    (folder(module) / f"{module}.{name}.compiled").touch()
    folder.cache_clear()
    assert looked(home)["kernels"].says.startswith(f"1 of {len(every)} compiled")
    (tmp_path / "cache" / "results").mkdir()
    (tmp_path / "cache" / "results" / "analysis-1.json").write_text("x" * 2048)
    assert looked(home)["results"].says.startswith("1 kept, 2.0 KiB of at most 64.0 MiB")


def test_a_damaged_sheet_is_trouble(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.rules.SHIPPED", ("no-such-game",))
    found = looked(home)["sheet"]
    assert (found.level, found.todo) == ("trouble", "install Pitboss again: a shipped file is damaged")


def test_a_missing_package_is_trouble(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor_checks.metadata, "requires", lambda name: ["no-such-part>=1", "numpy>=2", "dask; extra == 'x'"]
    )
    found = looked(home)["packages"]
    assert (found.level, found.says) == ("trouble", "missing: no-such-part")
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert looked(home)["python"].level == "trouble"


@pytest.fixture
def postgresql() -> Iterator[Server]:
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.mark.slow
def test_postgresql(postgresql: Server, home: Path) -> None:
    url = postgresql.new_database()
    assert looked(home, url)["migrations"].says.startswith("none taken yet")
    open_store(url).close()
    found = looked(home, url)
    assert (found["database"].level, "0 entries in 0 streams" in found["database"].says) == ("ok", True)
    assert "file" not in found
    postgresql.stop()
    assert looked(home, url)["database"].level == "trouble"
