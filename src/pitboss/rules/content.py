"""A sheet as it was written: its text with everything it extends and what is set on it, under one hash.

The hash of a content is its identity: two texts that play alike still have two of them. What a log keeps under that
hash is read back to the same sheet by any later program, whatever its own sheets have become.
"""

from __future__ import annotations

import hashlib
import json

from msgspec import Struct

__all__ = ["Content", "Text"]


class Text(Struct, frozen=True, kw_only=True):
    """One file of a sheet: what it is called, what it says, and whether the program brought it along."""

    name: str
    text: str
    shipped: bool = False


class Content(Struct, frozen=True, kw_only=True):
    """A sheet's own text first, then each one that the text before it extends, and single values set on top."""

    texts: tuple[Text, ...]
    sets: tuple[str, ...] = ()

    @property
    def hash(self) -> str:
        """SHA-256 of all of it in one fixed form."""
        texts = [[text.name, text.text, text.shipped] for text in self.texts]
        form = json.dumps([texts, list(self.sets)], separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(form.encode()).hexdigest()
