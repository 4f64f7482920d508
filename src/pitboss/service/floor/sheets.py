"""The sheets of a floor: each stands in the log once, whole, in a stream that is called after the hash of its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from pitboss.errors import IllegalAction
from pitboss.rules import SHIPPED, Content, Sheet, load, sheet_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode
from pitboss.service.floor.stream_names import sheet_named, sheet_stream
from pitboss.store import Store

__all__ = ["Sheets", "Terms", "check_legible"]

LONGEST: Final = 48_000
"""The most characters of a house's own texts together, ten times what any needs."""


def check_legible(content: Content) -> None:
    """Refuse a sheet with control characters, or longer than any sheet needs to be."""
    own = [text for text in content.texts if not text.shipped]
    lines = (line for text in own for line in text.text.replace("\t", " ").splitlines())
    if not all(map(str.isprintable, (*lines, *(text.name for text in own), *content.sets))):
        raise IllegalAction("sheet.odd_letters", sheet=content.texts[0].name)
    if sum(len(text.text) for text in own) > LONGEST:
        raise IllegalAction("sheet.too_long", sheet=content.texts[0].name, most=LONGEST)


class Terms(Protocol):
    """What a table or the link was opened on; one that an earlier program opened does not name the text."""

    @property
    def sheet(self) -> str: ...
    @property
    def sets(self) -> tuple[str, ...]: ...
    @property
    def sheet_hash(self) -> str: ...
    @property
    def text(self) -> str: ...


class Sheets:
    """What a store keeps of sheets, each read once; without a store, those that the program brings along."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._read: dict[str, Sheet] = {}

    def sheet(self, text: str) -> Sheet:
        """The sheet of this text; raises IllegalAction where the log does not keep it, or not as it was."""
        found = self._read.get(text)
        if found is None:
            content = self._content(text)
            if content is None or content.hash != text:
                raise IllegalAction("sheet.not_kept", hash=text[:12])
            found = self._read[text] = sheet_of(content)
        return found

    def keep(self, content: Content) -> Sheet:
        """The sheet of a content that is about to be kept."""
        return self._read.setdefault(content.hash, sheet_of(content))

    def keeps(self, text: str) -> bool:
        """Whether the log has it."""
        return self._store is not None and self._store.head(sheet_stream(text))[0] > 0

    def of(self, terms: Terms) -> Sheet:
        """The sheet that a table or the link was opened on, whatever the program's own sheets have become since."""
        if terms.text:
            return self.sheet(terms.text)
        if terms.sheet in SHIPPED:
            own = load(terms.sheet, sets=list(terms.sets))
            if terms.sheet_hash in ("", own.hash):  # a snapshot of an earlier program names none
                return own
        for kept in self._kept():
            if (kept.content.texts[0].name, kept.content.sets, kept.hash) == (
                terms.sheet, terms.sets, terms.sheet_hash,
            ):  # fmt: skip
                return kept
        raise IllegalAction("sheet.not_approved_for_table", sheet=terms.sheet)

    def _content(self, text: str) -> Content | None:
        if self._store is None:
            return next((own for name in SHIPPED if (own := load(name).content).hash == text), None)
        entries = self._store.read(sheet_stream(text), upto=1)
        if not entries:
            return None
        kept: c.KeepSheet = decode(entries[0].command, c.KeepSheet)
        return kept.content

    def _kept(self) -> Iterator[Sheet]:
        names = [] if self._store is None else self._store.heads()
        return (self.sheet(text) for name in names if (text := sheet_named(name)))
