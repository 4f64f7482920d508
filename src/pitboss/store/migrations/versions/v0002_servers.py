"""Which servers are there, and which of them leads a stream."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("streams", sa.Column("leader", _NAME, nullable=False, server_default=""))
    op.add_column("streams", sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "servers",
        sa.Column("server", _NAME, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("renewed", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
