"""Side bets: declared in words, read once, and settled, calculated and posted from that one declaration.

A bet of the documents is a file of the catalogue (`sheets/bets`) and a section of a sheet; a house adds one by writing
it into its own sheet.
"""

from __future__ import annotations

from pitboss.bets.base import SpotFacts
from pitboss.bets.catalogue import BETS
from pitboss.bets.declaration import Bet, bets_in, section_named

__all__ = ["BETS", "Bet", "SpotFacts", "bets_in", "section_named"]
