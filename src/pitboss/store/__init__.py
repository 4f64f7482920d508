"""The event store: streams of entries, each written once, chained by their hashes, on SQLite or PostgreSQL."""

from __future__ import annotations

from pitboss.store.contract import (
    GENESIS,
    Appended,
    Commit,
    Conflict,
    Deposed,
    Entry,
    Lapsed,
    Lead,
    Outcome,
    Overdrawn,
    Repeated,
    Round,
    Server,
    Snapshot,
    Store,
    chained,
    entry_hash,
)
from pitboss.store.errors import StoreError
from pitboss.store.memory import MemoryStore
from pitboss.store.open import open_store

__all__ = [
    "GENESIS", "Appended", "Commit", "Conflict", "Deposed", "Entry", "Lapsed", "Lead", "MemoryStore", "Outcome",
    "Overdrawn", "Repeated", "Round", "Server", "Snapshot", "Store", "StoreError", "chained", "entry_hash",
    "open_store",
]  # fmt: skip
