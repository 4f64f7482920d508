"""The tables: made from nothing, left alone when they are there, refused when they are of a newer program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text
from tests.store.floor import grow
from tests.store.server import Server
from tests.waiting import PATIENCE_SECONDS

import pitboss.store.migrations
from pitboss.store import Entry, StoreError, open_store, schema

OPEN = """
import sys
from pitboss.store import open_store
sys.stdin.readline()
open_store(sys.argv[1]).close()
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/floor.db"
    server: Server = request.getfixturevalue("server")
    return server.new_database()


@pytest.fixture
def engine(bare: str) -> Iterator[Engine]:
    engine = create_engine(bare.replace("postgresql:", "postgresql+psycopg:"))
    yield engine
    engine.dispose()


def test_the_program_expects_the_last_step() -> None:
    script = ScriptDirectory(str(Path(pitboss.store.migrations.__file__).parent))
    assert script.get_heads() == [schema.REVISION]


def test_columns_are_the_fields_of_an_entry() -> None:
    assert tuple(column.name for column in schema.ENTRY_FIELDS) == Entry.__struct_fields__


def test_the_steps_make_the_tables_that_the_program_uses(bare: str, engine: Engine) -> None:
    open_store(bare).close()
    with engine.connect() as connection:
        options = {"version_table": schema.VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, schema.metadata) == []
        assert set(inspect(connection).get_table_names()) == {*schema.metadata.tables, schema.VERSION_TABLE}


def test_opening_again_changes_nothing(bare: str) -> None:
    store = open_store(bare)
    kept = grow(store, 2)
    store.close()
    store = open_store(bare)
    assert store.read("table:1") == kept
    store.close()


def test_tables_of_a_newer_program_are_refused(bare: str, engine: Engine) -> None:
    open_store(bare).close()
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {schema.VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"is of a newer Pitboss \(its schema is 9999, .*\): update Pitboss") as caught:
        open_store(bare)
    assert len(str(caught.value).splitlines()) == 1
    with engine.connect() as connection:
        assert connection.execute(text(f"SELECT version_num FROM {schema.VERSION_TABLE}")).scalar() == "9999"


def test_tables_that_something_else_made_are_refused_and_left_alone(bare: str, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE rounds (golf integer)"))
    with pytest.raises(StoreError, match=r"rounds.* already exists"):
        open_store(bare)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["rounds"], "no step is taken by half"


def test_processes_that_start_at_once_make_the_tables_once(bare: str) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", OPEN, bare], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate(timeout=PATIENCE_SECONDS)[1] for process in processes] == [""] * 2
    assert [process.returncode for process in processes] == [0] * 2
    store = open_store(bare)
    grow(store, 1)
    store.close()
