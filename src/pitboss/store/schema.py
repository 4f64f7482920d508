"""The tables, as the program reads and writes them; ``migrations`` makes them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

__all__ = [
    "ENTRY_FIELDS", "REVISION", "SAME_LOG", "VERSION_TABLE", "balances", "documents", "entries", "kept_columns",
    "metadata", "round_players", "rounds", "servers", "snapshots", "streams",
]  # fmt: skip

REVISION: Final = "0002"
"""The migration that this program's tables come from: the last one in ``migrations/versions``."""
SAME_LOG: Final = frozenset({"0001", REVISION})
"""The migrations whose log has the same rows: what came since is of the moment, such as which servers are there."""
VERSION_TABLE: Final = "pitboss_schema"
"""Where a database notes the migration it stands at."""

metadata = MetaData()

# Names sort by code point on every database, so that locks are taken and lists are given in one order everywhere.
_NAME: Final = Text().with_variant(Text(collation="C"), "postgresql")
# Only an INTEGER key counts up by itself on SQLite; it has 64 bits there all the same.
_SEQUENCE: Final = BigInteger().with_variant(Integer(), "sqlite")

streams = Table(
    "streams",
    metadata,
    Column("stream", _NAME, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("leader", _NAME, nullable=False, server_default="", info={"momentary": True}),
    Column("epoch", BigInteger, nullable=False, server_default="0", info={"momentary": True}),
    sqlite_with_rowid=False,
)

servers = Table(
    "servers",
    metadata,
    Column("server", _NAME, primary_key=True),
    Column("address", Text, nullable=False),
    Column("renewed", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),
    Column("turn", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Which servers are there: when each said so by the database's clock, and for how many milliseconds."""

entries = Table(
    "entries",
    metadata,
    Column("seq", _SEQUENCE, primary_key=True),
    Column("stream", _NAME, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", _NAME, nullable=False),
    Column("role", Text, nullable=False),
    Column("client", _NAME, nullable=False),
    Column("command", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("postings", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("engine", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "version", name="entries_stream_version"),
)
Index(
    "entries_command",
    entries.c.actor,
    entries.c.client,
    unique=True,
    sqlite_where=text("client <> ''"),
    postgresql_where=text("client <> ''"),
)

ENTRY_FIELDS: Final = tuple(column for column in entries.c if column.name != "seq")
"""The columns of an entry, in the order of its fields."""

balances = Table(
    "balances",
    metadata,
    Column("account", _NAME, primary_key=True),
    Column("cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    Column("seq", _SEQUENCE, primary_key=True),
    Column("stream", _NAME, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
)
Index("rounds_stream_number", rounds.c.stream, rounds.c.number)

round_players = Table(
    "round_players",
    metadata,
    Column("round", BigInteger, ForeignKey("rounds.seq"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("player", _NAME, nullable=False),
    sqlite_with_rowid=False,
)
Index("round_players_player", round_players.c.player, round_players.c.round)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", _NAME, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    Column("kind", _NAME, primary_key=True),
    Column("key", _NAME, primary_key=True),
    Column("value", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
)


def kept_columns(table: Table) -> list[Column[Any]]:
    """The columns that belong to the log: without those that hold for the moment."""
    return [column for column in table.c if not column.info.get("momentary")]
