"""The open hand record: one TOML file holds one round, which can be read, replayed, settled and written.

>>> record = read('''
... sheet = "catfish-blackjack"
... cards = "Th 6c 9h Td Tc"
... [[spot]]
... box = 1
... main = "10.00"
... answers = ["stand"]
... ''')
>>> settle(record).net
{1: 1000}
"""

from __future__ import annotations

from pitboss.records.from_round import record_of
from pitboss.records.reading import read
from pitboss.records.record import Line, Record, RecordError, SpotRecord
from pitboss.records.replaying import replay
from pitboss.records.settling import Difference, Settlement, settle, verify
from pitboss.records.writing import write

__all__ = [
    "Difference", "Line", "Record", "RecordError", "Settlement", "SpotRecord", "read", "record_of", "replay", "settle",
    "verify", "write",
]  # fmt: skip
