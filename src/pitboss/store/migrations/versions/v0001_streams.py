"""The first tables: streams and their entries, balances, rounds, snapshots, documents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_REFUSED = "an entry is written once and never changed or deleted"

_SQLITE_TRIGGERS = (
    f"CREATE TRIGGER entries_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END",
    f"CREATE TRIGGER entries_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END",
    # REPLACE deletes the row it meets without a word to the trigger for deletion.
    f"""
    CREATE TRIGGER entries_replace BEFORE INSERT ON entries
    WHEN EXISTS (SELECT 1 FROM entries WHERE seq = NEW.seq)
      OR EXISTS (SELECT 1 FROM entries WHERE stream = NEW.stream AND version = NEW.version)
      OR EXISTS (SELECT 1 FROM entries WHERE actor = NEW.actor AND client = NEW.client AND client <> '')
    BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END
    """,
)

_POSTGRESQL_TRIGGERS = (
    f"""
    CREATE FUNCTION entries_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_REFUSED}'; END $$
    """,
    """
    CREATE TRIGGER entries_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION entries_refuse()
    """,
)


def upgrade() -> None:
    _streams_and_entries()
    _what_stands_beside()
    triggers = _SQLITE_TRIGGERS if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL_TRIGGERS
    for trigger in triggers:
        op.execute(trigger)


def _streams_and_entries() -> None:
    op.create_table(
        "streams",
        sa.Column("stream", _NAME, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        sa.Column("stream", _NAME, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", _NAME, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("client", _NAME, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("postings", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "version", name="entries_stream_version"),
    )
    named = sa.text("client <> ''")
    op.create_index(
        "entries_command", "entries", ["actor", "client"], unique=True, sqlite_where=named, postgresql_where=named
    )


def _what_stands_beside() -> None:
    op.create_table(
        "balances",
        sa.Column("account", _NAME, primary_key=True),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rounds",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        sa.Column("stream", _NAME, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_index("rounds_stream_number", "rounds", ["stream", "number"])
    op.create_table(
        "round_players",
        sa.Column("round", sa.BigInteger, sa.ForeignKey("rounds.seq"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("player", _NAME, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("round_players_player", "round_players", ["player", "round"])
    op.create_table(
        "snapshots",
        sa.Column("stream", _NAME, primary_key=True),
        sa.Column("version", sa.BigInteger, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "documents",
        sa.Column("kind", _NAME, primary_key=True),
        sa.Column("key", _NAME, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
    )
