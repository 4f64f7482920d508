"""The event store: streams of entries, each written once, chained by their hashes, on SQLite or PostgreSQL."""

from __future__ import annotations

from pitboss.store.contract import (
    GENESIS,
    Appended,
    Commit,
    Conflict,
    Entry,
    Outcome,
    Overdrawn,
    Repeated,
    Round,
    Snapshot,
    Store,
    chained,
    entry_hash,
)
from pitboss.store.errors import StoreError
from pitboss.store.memory import MemoryStore
from pitboss.store.open import open_store

__all__ = [
    "GENESIS", "Appended", "Commit", "Conflict", "Entry", "MemoryStore", "Outcome", "Overdrawn", "Repeated", "Round",
    "Snapshot", "Store", "StoreError", "chained", "entry_hash", "open_store",
]  # fmt: skip
