"""A store by its address."""

from __future__ import annotations

from pathlib import Path

from pitboss.extras import needs
from pitboss.store.contract import Store
from pitboss.store.errors import StoreError
from pitboss.store.memory import MemoryStore

__all__ = ["open_store"]


def open_store(url: str, *, read_only: bool = False) -> Store:
    """The store at an address: ``memory:``, ``sqlite:///floor.db`` or a plain path, ``postgresql://…``.

    Its tables are made or brought up to date first. A path after ``sqlite:///`` is taken from here; an absolute one
    has a fourth slash. With ``read_only`` an SQLite file is read as it is, where it may not be written.

    >>> open_store("memory:").heads()
    {}
    """
    if url == "memory:":
        return MemoryStore()
    needs("serve")
    if url.startswith(("postgresql://", "postgres://")):
        from pitboss.store.postgres import PostgresStore

        return PostgresStore(url)
    path = url.removeprefix("sqlite:///")
    if not path or ":memory:" in path or "://" in path or path.startswith("sqlite:"):
        kind = url.partition("://")[0]  # the rest may hold a password
        raise StoreError(f'no store is at "{kind}…": give memory:, sqlite:///FILE or postgresql://USER@HOST/DATABASE')

    from pitboss.store.sqlite import SqliteStore

    return SqliteStore(Path(path), read_only=read_only)
