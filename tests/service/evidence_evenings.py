"""Evenings at staffed tables where anything may go wrong at any moment; each is exported, verified and settled."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from tests.service.staffed_floor import StaffedPit
from tests.service.test_staffed_random import Evening

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.records import read, settle
from pitboss.rules import load
from pitboss.service.audit.evidence_bundle import export
from pitboss.service.audit.recall import recall
from pitboss.service.audit.settled_bundle import SettledCheck
from pitboss.service.audit.verify_bundle import Bundle
from pitboss.service.floor import commands as c

__all__ = ["ClumsyEvening", "RoughEvening", "evidence_faults", "mistakes", "ruled_on"]

COMMON = frozenset({"dropped_card", "faceup_card", "shoe_exhausted", "shuffler_jam", "dealing_jam", "wrong_count"})
"""What can be declared so often, or ends a round so soon, that little else would ever happen."""


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


class ClumsyEvening(RoughEvening):
    """A dealer whose hand slips: cards go astray, blackjacks are overlooked, one's own card is forgotten.

    What can be declared only then is declared more often than not, and what always can is declared now and then: so
    rounds come far enough for every mistake that a sheet has a ruling on.
    """

    def step(self) -> None:
        part, live = self.pit.staff(), self.pit.live()
        slips = [one["command"] for one in part["offers"] if _slip(one["command"])]
        rare = [one for one in part["declare"] if one["kind"] not in COMMON]
        common = [one for one in part["declare"] if one["kind"] in COMMON]
        if rare and not self.chance.below(3):
            self._declare({"declare": rare})
        elif common and not self.chance.below(30):
            self._declare({"declare": common})
        elif slips and not self.chance.below(2 if any(map(_overlooks_a_blackjack, slips)) else 8):
            overlooked = [one for one in slips if isinstance(one.action, a.Overlook)]
            self.pit.dealer(self.chance.choice(overlooked if overlooked and self.chance.below(3) else slips))
        elif live.table.bets_open and len(live.table.spots) < 3 and self.chance.below(6):
            self._bet()
        elif part["card"] is not None and self.chance.below(20):
            self.pit.deals(a.CardIs(self._face()))
        elif not self._players_turn():
            self._staffs_turn(part)

    def _face(self) -> Card:
        """Cards of a real shoe that often make a blackjack."""
        table = self.pit.live().table
        rich = [
            card for card in map(Card.parse, ("As", "Kh", "Ad", "Qc")) if table.can_act(a.CardIs(card), role="dealer")
        ]
        return self.chance.choice(rich) if rich and self.chance.below(2) else super()._face()


def _overlooks_a_blackjack(slip: c.Act) -> bool:
    return isinstance(slip.action, a.Overlook) and slip.action.spot > 0


def _slip(command: object) -> bool:
    return isinstance(command, c.Act) and isinstance(command.action, (a.Deal, a.Overlook))


def mistakes(evening: RoughEvening) -> Counter[str]:
    """The irregularities that have happened at the tables of an evening, by kind."""
    found = Counter[str]()
    for table in evening.tables:
        for entry in evening.pit.store.read(f"table:{table}"):
            for event in msgspec.json.decode(entry.events):
                if event["type"] == "IrregularityDeclared":
                    found[event["kind"]] += 1
                elif event["type"] == "BlackjackOverlooked":
                    found["missed_blackjack"] += 1
    return found


def ruled_on(sheet: str) -> set[str]:
    """The irregularities that a sheet lays down rulings for."""
    return set(load(sheet).rules.irregularity.kinds)


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
    again = any(isinstance(action, a.Reshuffled) for action, _ in recalled.round.inputs)
    if not recalled.live.declared and not again and not recalled.openings():
        found.append(f"round {number} of {table} has no openings")
    return found
