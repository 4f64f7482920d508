"""Decks, shuffles, the cut, the burn and the shoe; where cards come from, and a promise about each.

::

    chance       the one door of chance            rules        the sheet's values for all of this
    deck         fresh decks, defects, backs       moves        riffle, strip, wash, cut
    procedures   the documents' shuffles           sources      cryptographic, seeded, manual, declared
    ceremony     from new decks to the first card  rotation     single decks taking turns
    shoe         the shoe as a value               distance     how well a procedure mixes
    commitment   a root over every position        verify       checks it, alone
"""

from __future__ import annotations

from pitboss.shoe.ceremony import DEALER, Ceremony, Question
from pitboss.shoe.chance import Chance, CryptographicChance, SeededChance
from pitboss.shoe.commitment import Commitment, Opening, commit, openings_json
from pitboss.shoe.deck import NEW_DECK_ORDER, CardDefect, Deck, card_defects, census, check_decks, fresh_decks
from pitboss.shoe.distance import Distance, Figure, measure
from pitboss.shoe.events import Event, Step
from pitboss.shoe.from_sheet import shuffle_rules
from pitboss.shoe.procedures import PROCEDURES, perform
from pitboss.shoe.rotation import DeckRotation
from pitboss.shoe.rules import POINTS, ShuffleRules
from pitboss.shoe.shoe import Shoe, assert_conserved
from pitboss.shoe.sources import (
    CardSource,
    CryptographicSource,
    DeclaredSource,
    ManualSource,
    SeededSource,
    Shuffled,
)

__all__ = [
    "DEALER",
    "NEW_DECK_ORDER",
    "POINTS",
    "PROCEDURES",
    "CardDefect",
    "CardSource",
    "Ceremony",
    "Chance",
    "Commitment",
    "CryptographicChance",
    "CryptographicSource",
    "Deck",
    "DeckRotation",
    "DeclaredSource",
    "Distance",
    "Event",
    "Figure",
    "ManualSource",
    "Opening",
    "Question",
    "SeededChance",
    "SeededSource",
    "Shoe",
    "ShuffleRules",
    "Shuffled",
    "Step",
    "assert_conserved",
    "card_defects",
    "census",
    "check_decks",
    "commit",
    "fresh_decks",
    "measure",
    "openings_json",
    "perform",
    "shuffle_rules",
]
