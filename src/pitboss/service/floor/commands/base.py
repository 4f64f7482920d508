"""What every command is made of."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Command"]


class Command(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """One input."""
