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
    Store,
    chained,
    entry_hash,
)
from pitboss.store.memory import MemoryStore

__all__ = [
    "GENESIS", "Appended", "Commit", "Conflict", "Entry", "MemoryStore", "Outcome", "Overdrawn", "Repeated", "Store",
    "chained", "entry_hash",
]  # fmt: skip
