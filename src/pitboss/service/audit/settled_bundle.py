"""An evidence bundle with every round in it settled again: by its cards, its answers and the sheet of its table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace as replaced

from pitboss.errors import PitbossError
from pitboss.money import cents_text
from pitboss.records import Record, Settlement, read, settle
from pitboss.rules.content import Content
from pitboss.service.audit.verify_bundle import SHEET, Bundle, Check, Round, Unreadable, stream_file
from pitboss.service.floor.commands import decode

__all__ = ["SettledCheck"]


class _Kept(Struct):
    """What a sheet's stream begins with."""

    content: Content


class _Line(Struct):
    command: str


class SettledCheck(Check):
    """All that the script in the bundle checks; and whether each round was settled by the rules of its sheet."""

    def __init__(
        self,
        bundle: Bundle,
        key: str | None = None,
        seen: tuple[str, ...] = (),
        progress: Callable[[str, int, int], None] = lambda what, done, total: None,
    ) -> None:
        super().__init__(bundle, key, seen)
        self._progress = progress
        self._total = sum(len(span["rounds"]) for span in self._part("streams").values())
        self._content = lru_cache(maxsize=None)(self._kept_content)

    def settled_otherwise(self, round_: Round, record: str) -> list[str]:
        self._progress("settling", self.rounds, self._total)
        try:
            settlement = settle(self._on_kept_sheet(read(record)))
        except (PitbossError, Unreadable) as trouble:
            return [f"its record cannot be settled: {trouble}"]
        undecided = [
            f"the cards that the table saw do not decide {one.wager} of box {one.spot}" for one in settlement.undecided
        ]
        return undecided or _otherwise(round_, settlement)

    def _on_kept_sheet(self, record: Record) -> Record:
        """A record with the texts that the bundle keeps, where it keeps them: those that the house had approved."""
        if not record.sheet_text or SHEET + record.sheet_text not in self._part("streams"):
            return record
        content = self._content(record.sheet_text)
        return replaced(record, texts=content.texts, set=content.sets)

    def _kept_content(self, text: str) -> Content:
        first = next(self.bundle.lines(stream_file(SHEET + text)))
        return decode(decode(first.decode(), _Line).command, _Kept).content


def _otherwise(round_: Round, settlement: Settlement) -> list[str]:
    """Wagers that lay there, or came to, another amount than the rules make due."""
    lay: dict[tuple[int, str], int] = {}
    due: dict[tuple[int, str], int] = {}
    for one in settlement.wagers:
        wager = one.spot, one.wager
        lay[wager] = lay.get(wager, 0) + one.stake
        due[wager] = due.get(wager, 0) + one.pays
    wrong = []
    for wager in sorted({*lay, *round_.staked}):
        box, name = wager
        for words, by_rules, by_log in (
            ("is staked", lay.get(wager, 0), round_.staked.get(wager, 0)),
            ("is due", due.get(wager, 0), round_.paid.get(wager, 0)),
        ):
            if by_rules != by_log:
                told = cents_text(by_rules), cents_text(by_log)
                wrong.append(f"settled again, {told[0]} {words} for {name} of box {box}; the log has {told[1]}")
    return wrong
