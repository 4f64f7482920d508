"""The cards of a declared table, counted from its log, against the cards that should be in its shoe.

Only faces that were seen count: a hole card that was never turned, a burn card that nobody was shown and the cards
behind the cut card are simply not known. An entry that was taken back has shown no card.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.hand_numbers import renumbered
from pitboss.maths.census import CERTAINTY, KINDS, Census, Finding, needed, seen_of
from pitboss.rules import Sheet
from pitboss.rules.common import ShoeShuffle
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.recorded import OpenTable
from pitboss.service.floor.sheets import Sheets
from pitboss.service.tables.live_table import Live
from pitboss.store import Entry, Store

__all__ = ["Censuses", "TableCensus", "call_for", "impossible_card"]

HIDDEN: Final = "??"
SHOE: Final = "shoe"
"""What the cards of a table are called where its decks have no names."""
PAGE: Final = 2000
_IMPOSSIBLE: Final = "was declared once more than the decks hold it: count the shoe"
_NOTE: Final = re.compile(rf"([2-9TJQKA][cdhs]) {_IMPOSSIBLE}")
_NEW_CARDS: Final = ("decks_brought", "deck_brought", "deck_spread")
_SHOWN: Final = ("FlopTurned", "TurnRiverTurned", "DealerShown", "HandExposed", "HoleCardsSeen", "CardsDiscarded")
"""What shows cards of hold'em, each of which is in the deck once."""


# --- a face that cannot be -------------------------------------------------------------------------------------


def impossible_card(live: Live, card: Card) -> str:
    """Why a face that is declared now cannot have come out of the right shoe; empty where it can."""
    round_ = live.round
    if not live.declared or round_ is None or not card.known:
        return ""
    return f"{card.text} {_IMPOSSIBLE}" if round_.seen.get(card, 0) >= live.sheet.rules.cards.decks else ""


def call_for(live: Live, command: c.Command) -> c.CallFloor | None:
    """The call to the floor that a refused declaration makes, unless it was made already."""
    if not (isinstance(command, c.Act) and isinstance(command.action, a.CardIs)):
        return None
    note = impossible_card(live, command.action.card)
    return c.CallFloor(note=note) if note and note not in live.calls else None


# --- the cards of a round --------------------------------------------------------------------------------------


class RoundCards:
    """The cards that have left the shoe in a round, with the faces that were seen."""

    def __init__(self, *, single: bool) -> None:
        """``single`` is for one deck of which hands are dealt in packets."""
        self.single = single
        self.hands: dict[tuple[int, int], list[str]] = {}
        self.away: list[str] = []
        """In the rack, burned, or open on the layout."""
        self.exposed: list[str] = []
        self.once: set[str] = set()
        """Faces of a single deck, wherever they were seen."""
        self.shuffled_again = False

    def faces(self) -> Counter[str]:
        """Every face that was seen, as often as there were such cards."""
        found = Counter([*(card for hand in self.hands.values() for card in hand), *self.away, *self.exposed])
        found.update(self.once - found.keys())
        del found[HIDDEN]
        return found

    def hear(self, event: JsonObject) -> None:
        """Carry out what an event does to the cards."""
        if self.single:
            cards = event["cards"] if event["type"] in _SHOWN else [event.get("card", HIDDEN)]
            self.once |= {card for card in cards if card != HIDDEN}
            return
        match event["type"]:
            case "CardDealt":
                if event["card"] in self.exposed:
                    self.exposed.remove(event["card"])
                self._hand(event).append(event["card"])
            case "CardExposed":
                self.exposed.append(event["card"])
            case "HoleTurned" | "HoleExposed":
                self._name(self.hands.setdefault((0, 0), []), event["card"])
            case "DoubleCardTurned":
                self._name(self._hand(event), event["card"])
            case "HandSplit":
                self.hands = renumbered(self.hands, spot=event["spot"], new_hand=event["new_hand"])
                self.hands[event["spot"], event["new_hand"]] = [self._hand(event).pop()]
            case "CardMoved":
                self._take(event["card"], event["from_spot"])
                self.hands.setdefault((event["to_spot"], 0), []).append(event["card"])
            case "CardBurned":
                self._take(event["card"], event["spot"])
                self.away.append(event["card"])
            case "CardsReshuffled":
                self.shuffled_again = True
            case "CardsDiscarded":
                for card in event["cards"]:
                    self._name(self._hand(event), card, once=True)

    def _hand(self, event: JsonObject) -> list[str]:
        return self.hands.setdefault((event["spot"], event["hand"]), [])

    def _name(self, hand: list[str], card: str, *, once: bool = False) -> None:
        """A card that lay unseen in a hand gets its face."""
        if HIDDEN in hand and card != HIDDEN and not (once and card in hand):
            hand[hand.index(HIDDEN)] = card

    def _take(self, card: str, spot: int) -> None:
        """Take a card from where it lies, if it lay anywhere: otherwise it comes out of the shoe."""
        if card in self.exposed:
            self.exposed.remove(card)
            return
        for (box, _), hand in self.hands.items():
            if box == spot and card in hand:
                hand.remove(card)
                return


# --- a table ----------------------------------------------------------------------------------------------------


@dataclass
class TableCensus:
    """All that was seen of a table's cards, up to a version of its log; decks that take turns are counted apart."""

    table: str
    version: int = 0
    sheet: Sheet | None = None
    declared: bool = False
    rounds: int = 0
    censuses: dict[str, Census] = field(default_factory=dict)
    deck: str = SHOE
    slot: int = -1
    """Where in the shoe the last round with cards began."""
    spoiled: bool = False
    """Whether discards have come back into this shoe; cards seen after that are no evidence about it."""
    burns: set[int] = field(default_factory=set)
    """The slots of burn cards that were shown of this shoe."""
    calls: dict[int, Card] = field(default_factory=dict)
    """Faces that cannot be, by the entries that said so."""
    under_way: list[tuple[int, list[JsonObject]]] = field(default_factory=list)
    """The entries of the round under way and of the time before it, with their events."""

    @property
    def decks(self) -> int:
        assert self.sheet is not None
        return self.sheet.rules.cards.decks

    @property
    def single(self) -> bool:
        """Whether every round has a deck of its own, shuffled for it."""
        return self.sheet is not None and not isinstance(self.sheet.rules.shuffle, ShoeShuffle)

    def take(self, entry: Entry, sheets: Sheets) -> None:
        """Add one entry."""
        self.version = entry.version
        if self.sheet is None:
            self._open(entry, sheets)
        if not self.declared or entry.events == "[]":
            return
        events: list[JsonObject] = decode(entry.events, list[JsonObject])
        back = {event["version"] for event in events if event["type"] == "EntryRetracted"}
        self.under_way = [one for one in self.under_way if one[0] not in back]
        for version in back & self.calls.keys():
            self._census().withdraw(self.calls.pop(version))
        if any(event["type"] == "RoundStarted" for event in events):
            self.under_way = [(entry.version, events)]
            return
        self.under_way.append((entry.version, events))
        if any(event["type"] in ("RoundEnded", "RoundAbandoned") for event in events):
            self._count()
        for event in events:
            self._beside(entry.version, event)

    def _open(self, entry: Entry, sheets: Sheets) -> None:
        opened: OpenTable = decode(entry.command, OpenTable)
        self.sheet, self.declared = sheets.of(opened), opened.cards == "declared"

    def _census(self) -> Census:
        """Of the cards in play; decks that take turns begin anew with every round."""
        return self.censuses.setdefault(self.deck, Census(self.decks))

    def _count(self) -> None:
        """A round is over: the faces it showed are evidence."""
        cards = RoundCards(single=self.single)
        started: JsonObject = {}
        for _, events in self.under_way:
            for event in events:
                if event["type"] == "RoundStarted":
                    started = event
                cards.hear(event)
        self.under_way = []
        faces = cards.faces()
        if not started or not faces:
            return
        self._begin(started)
        self.rounds += 1
        if not self.spoiled:
            self._census().see(seen_of(Card.parse(face) for face in faces.elements()))
        if self.single:
            self._census().close()
        self.spoiled = self.spoiled or cards.shuffled_again

    def _begin(self, started: JsonObject) -> None:
        """A round that begins no further in the shoe than the last one is dealt from a new shoe."""
        self.deck = started["deck"] or SHOE
        if started["slot"] <= self.slot:
            self._shuffled()
        self.slot = started["slot"]

    def _shuffled(self) -> None:
        self._census().close()
        self.slot, self.spoiled, self.burns = -1, False, set()

    def _beside(self, version: int, event: JsonObject) -> None:
        """What is shown between rounds, a new shoe, new cards, and a face that cannot be."""
        if event["type"] == "FloorCalled" and (found := _NOTE.match(event["note"])):
            self.calls[version] = Card.parse(found[1])
            self._census().prove(self.calls[version])
        elif event["type"] == "Shoe":
            self._at_the_shoe(event)

    def _at_the_shoe(self, event: JsonObject) -> None:
        name = event["name"]
        if name == "shoe_loaded":
            self._shuffled()
        elif name == "burn_shown" and event["card"] != HIDDEN and event["slot"] not in self.burns:
            self.burns.add(event["slot"])
            self._census().see(seen_of([Card.parse(event["card"])]))
        elif name in _NEW_CARDS and self.rounds:
            self.censuses.pop(event.get("deck") or SHOE, None)

    # what it says

    def report(self, *, needed: bool = True) -> JsonObject:
        """The findings of every set of cards, and if asked for how long each kind of defect takes to be found here."""
        return {
            "table": self.table,
            "declared": self.declared,
            "decks": self.decks,
            "rounds": self.rounds,
            "certainty": CERTAINTY,
            "sets": [
                {"cards": name, **_said(census.finding()), "needed": self._needed(census) if needed else {}}
                for name, census in sorted(self.censuses.items())
            ],
        }

    def _needed(self, census: Census) -> JsonObject:
        """Rounds until a defect of each kind is found, at this table's penetration and cards per round."""
        finding = census.finding()
        if not finding.shuffles:
            return {}
        seen = round(finding.seen / finding.shuffles)
        rounds = self.rounds / sum(one.finding().shuffles for one in self.censuses.values())
        made: JsonObject = {"seen_per_shuffle": seen, "rounds_per_shuffle": rounds}
        for kind in KINDS:
            found = needed(kind, decks=census.decks, seen=seen)
            last = found.nearly_always if found is not None else None
            made[kind] = {
                "rounds_on_average": None if found is None else round(found.mean * rounds),
                "rounds_to_be_sure": None if last is None else round(last * rounds),
            }
        return made


def _said(finding: Finding) -> JsonObject:
    return {
        "verdict": finding.verdict,
        "words": _words(finding),
        "shuffles": finding.shuffles,
        "seen": finding.seen,
        "odds": finding.odds,
        "likely": {"text": finding.likely.text, "odds": finding.likely_odds, "share": finding.share},
        "excluded": finding.excluded,
        "defects": finding.defects,
        "proof": [card.text for card in finding.proof],
    }


def _words(finding: Finding) -> str:
    """The verdict in a sentence."""
    match finding.verdict:
        case "proof":
            faces = ", ".join(card.text for card in finding.proof)
            return f"The cards are not what they should be: {faces} came out more often than the decks hold it."
        case "defective":
            return f"The cards are not what they should be, with 99 % certainty; most likely {finding.likely.text}."
        case "whole":
            return "Any single card too many, missing or replaced would have shown by now, with 99 % certainty."
    return f"Nothing is certain yet: {finding.excluded:,} of {finding.defects:,} possible defects are excluded."


class Censuses:
    """The censuses of a floor's tables, which go on from one question to the next."""

    def __init__(self) -> None:
        self._tables: dict[str, TableCensus] = {}
        self._lock = Lock()

    def report(self, store: Store, table: str, *, needed: bool = True) -> JsonObject:
        """What is known of a table's cards, with what is new in its log."""
        with self._lock:
            census = self._tables.setdefault(table, TableCensus(table))
            stream = f"table:{table}"
            head, _ = store.head(stream)
            for first in range(census.version, head, PAGE):
                for entry in store.read(stream, after=first, upto=min(first + PAGE, head)):
                    census.take(entry, Sheets(store))
            return census.report(needed=needed)
