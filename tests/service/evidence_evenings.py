"""Evenings at staffed tables where anything may go wrong at any moment; each is exported, verified and settled."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.service.staffed_floor import StaffedPit
from tests.service.test_staffed_random import Evening

from pitboss.games.actions import Reshuffled
from pitboss.records import read, settle
from pitboss.service.audit.evidence_bundle import export
from pitboss.service.audit.recall import recall
from pitboss.service.audit.settled_bundle import SettledCheck
from pitboss.service.audit.verify_bundle import Bundle

__all__ = ["RoughEvening", "evidence_faults"]


class RoughEvening(Evening):
    """Every fifth time that something can be declared, before the bets, between them or later, it is."""

    tables: Sequence[str] = ("t",)

    def __init__(self, sheet: str, cards: str, seed: str, pit: StaffedPit | None = None) -> None:
        super().__init__(sheet, cards, seed, pit)
        self.kinds: Counter[str] = Counter()

    def step(self) -> None:
        part = self.pit.staff()
        if part["declare"] and not self.chance.below(5):
            self.kinds.update([one["kind"] for one in part["declare"]])
            self._declare(part)
        else:
            super().step()


def evidence_faults(evening: RoughEvening) -> list[str]:
    """What of the evidence of an evening does not hold: its bundle, and each round as it is recalled."""
    pit = evening.pit
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evidence.zip"
        export(pit.store, pit.keys(), path)
        bundle = Bundle(str(path))
        found = SettledCheck(bundle, pit.keys().public.hex()).all()
        bundle.close()
    for table in evening.tables:
        for row in pit.store.rounds(stream=f"table:{table}", limit=10_000):
            found += _recall_faults(evening, table, row.number)
    return found


def _recall_faults(evening: RoughEvening, table: str, number: int) -> list[str]:
    """A round as anybody saw it: its record settles to what was paid, and what was promised is opened."""
    recalled = recall(evening.pit.floor, table, number)
    settlement = settle(read(recalled.record()))
    found = [f"round {number} of {table}: {one}" for one in settlement.differences]
    if settlement.undecided:
        found.append(f"round {number} of {table} is not decided by what the table saw")
    again = any(isinstance(action, Reshuffled) for action, _ in recalled.round.inputs)
    if not recalled.live.declared and not again and not recalled.openings():
        found.append(f"round {number} of {table} has no openings")
    return found
