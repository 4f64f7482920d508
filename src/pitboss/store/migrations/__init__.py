"""The steps that make and change the tables, one module each in ``versions``, in alembic's form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from pitboss.store.errors import StoreError
from pitboss.store.schema import REVISION, VERSION_TABLE

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

__all__ = ["migrate", "revision", "steps"]


def revision(connection: Connection) -> str | None:
    """The migration that a database stands at; none where there are no tables of ours yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def _script() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(Path(__file__).parent))


def steps() -> list[str]:
    """Every step that this program knows, the last one first."""
    return [step.revision for step in _script().walk_revisions()]


def migrate(connection: Connection) -> None:
    """Take every step that is missing, in the transaction of the connection; refuse the tables of a newer program."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    script, known = _script(), steps()
    found = revision(connection)
    if found is not None and found not in known:
        raise StoreError(
            f"the database is of a newer Pitboss (its schema is {found}, this program knows up to {REVISION}): "
            "update Pitboss, or use another database"
        )
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    missing = [script.get_revision(step) for step in reversed(known[: known.index(found)] if found else known)]
    with Operations.context(context):
        for step in missing:
            step.module.upgrade()
    context.stamp(script, REVISION)
