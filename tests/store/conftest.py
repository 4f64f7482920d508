"""The stores to be tested: in memory, on SQLite, and on a PostgreSQL that is started when the first test wants it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.server import Server, furnished_server

from pitboss.store import MemoryStore, Store, open_store

Open = Callable[[], Store]
POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.slow)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL server for all tests of this process, with a database that has its tables."""
    with furnished_server() as found:
        yield found


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file that has its tables and nothing in them."""
    path = tmp_path_factory.mktemp("sqlite") / "furnished.db"
    open_store(str(path)).close()
    return path


@pytest.fixture
def sqlite_url(tmp_path: Path, furnished: Path) -> str:
    return f"sqlite:///{shutil.copy(furnished, tmp_path / 'floor.db')}"


@pytest.fixture
def postgres_url(server: Server) -> str:
    return server.emptied("furnished")


@pytest.fixture(params=["sqlite", POSTGRESQL])
def url(request: pytest.FixtureRequest) -> str:
    """The address of a database without entries."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    found: str = request.getfixturevalue(name)
    return found


@pytest.fixture(params=["memory", "sqlite", POSTGRESQL])
def open_another(request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens a store on the same data again and again; in memory it is the same store each time."""
    opened: list[Store] = []
    if request.param == "memory":
        memory = MemoryStore()
        yield lambda: memory
        return
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")

    def another() -> Store:
        opened.append(open_store(url))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


@pytest.fixture
def store(open_another: Open) -> Store:
    return open_another()
