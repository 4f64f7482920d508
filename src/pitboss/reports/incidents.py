"""The report of an incident or a dispute, on paper: the layout, what was due and why, what was paid, the ruling.

It is made from a settled hand record alone; what a floor knows beside it (who, when, what was paid and put right) is
handed in as plain facts. The record stands at its end, so that anybody can settle the round again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.cards import UNKNOWN, Card
from pitboss.games.events import ChoiceNamed, IrregularityDeclared, Ruled, SupervisorCalled, WagerSettled
from pitboss.money import cents_text, dollars
from pitboss.printable import printable
from pitboss.records import write
from pitboss.records.course import course
from pitboss.records.replaying import sheet_of
from pitboss.records.settling import Settlement, Undecided
from pitboss.reports.look import FELTS
from pitboss.reports.par import PAPERS, Paper
from pitboss.reports.typesetting import typeset
from pitboss.rules import Sheet
from pitboss.rules.register import clause
from pitboss.rules.wager_words import line_title, wager_title
from pitboss.words import shown_name, wording

__all__ = ["Incident", "incident_pdf"]

SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SIGNING: Final = ("Dealer", "Floor supervisor", "Player", "Surveillance")
CASE: Final = (IrregularityDeclared, SupervisorCalled, ChoiceNamed, Ruled)
"""The events that tell of an irregularity and of the ruling on it."""

Place = tuple[int, str, int]
"""A spot, a wager there, and a hand, from 0."""


@dataclass(frozen=True)
class Incident:
    """What is known of a round beside its record."""

    facts: tuple[tuple[str, str], ...] = ()
    """Who, when and where: pairs of a name and what it is."""
    paid: Mapping[Place, int] = field(default_factory=dict)
    """What was paid on wagers, where that is known and the record does not say it."""
    afterwards: tuple[str, ...] = ()
    """What was put right after the round, a sentence each."""
    rulings: tuple[str, ...] = ()
    """Who ruled, when and why, a sentence each."""


def incident_pdf(settled: Settlement, known: Incident | None = None, *, paper: Paper = "a4") -> bytes:
    """The report as a document to be signed; the same record and facts give the same bytes."""
    known, sheet, record = known or Incident(), sheet_of(settled.record), write(settled.record)
    steps = list(course(settled.events))
    data = {
        "title": "Incident and dispute report",
        "game": sheet.title,
        "house": sheet.house,
        "verdict": _verdict(settled, known),
        "right": settled.right and not _otherwise(settled, known),
        "facts": [*known.facts, *_of_record(settled, sheet, record)],
        "note": printable(settled.record.note),
        "dealer": [_card(card) for card in settled.dealer],
        "board": [_card(card) for card in settled.board],
        "spots": list(_spots(settled, sheet)),
        "wagers": list(_wagers(settled, sheet, known)),
        "doubts": list(_doubts(settled, sheet)),
        "case": [*_case(settled), *known.rulings],
        "afterwards": list(known.afterwards),
        "clauses": list(_clauses(settled)),
        "course": [[step.clause, step.words, printable(step.details)] for step in steps],
        "record": [printable(line) for line in record.splitlines()],
        "signing": SIGNING,
        "paper": PAPERS[paper],
        "felt": FELTS[sheet.felt],
    }
    return typeset("incident.typ", data, "pdf")


# what is said first


def _verdict(settled: Settlement, known: Incident) -> str:
    if settled.undecided:
        return "Cannot be decided without cards that nobody saw."
    if _otherwise(settled, known):
        return "Something else was paid than was due."
    stated = known.paid or any(spot.paid or spot.paid_tokes for spot in settled.record.spots)
    return "All was paid as due." if stated else "What was paid is not recorded; what is due stands below."


def _otherwise(settled: Settlement, known: Incident) -> bool:
    due = _due(settled.wagers)
    return bool(settled.differences) or any(due.get(place) != cents for place, cents in known.paid.items())


def _due(wagers: Iterable[WagerSettled]) -> dict[Place, int]:
    due: dict[Place, int] = {}
    for one in wagers:
        place = (one.spot, one.wager, one.hand)
        due[place] = due.get(place, 0) + one.pays
    return due


def _of_record(settled: Settlement, sheet: Sheet, record: str) -> Iterator[tuple[str, str]]:
    changed = f" with {', '.join(settled.record.set)}" if settled.record.set else ""
    yield "Rules", f"{sheet.title}, version {sheet.version}, hash {sheet.hash[:12]}{printable(changed)}"
    yield "Record", f"SHA-256 {hashlib.sha256(record.encode()).hexdigest()[:24]}"


# the layout


def _card(card: Card) -> dict[str, Any]:
    if card == UNKNOWN:
        return {"rank": "?", "suit": "", "red": False}
    rank = "10" if card.rank == "T" else card.rank
    return {"rank": rank, "suit": SUITS[card.suit], "red": card.suit in "hd"}


def _spots(settled: Settlement, sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Each box with its player, its hands, and the chips that lay there at the end."""
    for spot in sorted(settled.record.spots, key=lambda one: one.box):
        own = [one for one in settled.wagers if one.spot == spot.box]
        chips = {(one.wager, one.hand): one.stake for one in own}
        yield {
            "box": spot.box,
            "player": shown_name(printable(spot.player or "")),
            "hands": [[_card(card) for card in hand] for hand in settled.hands.get(spot.box, ())],
            "chips": [
                [_wager_name(settled, sheet, spot.box, wager, hand), dollars(cents)]
                for (wager, hand), cents in chips.items()
            ],
            "net": cents_text(settled.net[spot.box]) if spot.box in settled.net else "",
        }


def _wager_name(settled: Settlement, sheet: Sheet, box: int, wager: str, hand: int) -> str:
    several = len(settled.hands.get(box, ())) > 1
    return wager_title(sheet, wager) + (f", hand {hand + 1}" if several else "")


# what was due, and what was paid


def _wagers(settled: Settlement, sheet: Sheet, known: Incident) -> Iterator[dict[str, Any]]:
    stated = _stated(settled, known)
    players = {spot.box: shown_name(printable(spot.player or "")) for spot in settled.record.spots}
    for one in settled.wagers:
        paid = stated.get((one.spot, one.wager, one.hand))
        yield {
            "spot": one.spot,
            "player": players.get(one.spot, ""),
            "wager": _wager_name(settled, sheet, one.spot, one.wager, one.hand),
            "stake": cents_text(one.stake),
            "result": one.result,
            "line": line_title(sheet, one.wager, one.line) if one.line else "",
            "due": cents_text(one.pays),
            "paid": "" if paid is None else cents_text(paid),
            "differs": paid is not None and paid != _due(settled.wagers)[one.spot, one.wager, one.hand],
            "clause": one.clause,
        }


def _stated(settled: Settlement, known: Incident) -> dict[Place, int]:
    """What was paid on each wager of each hand: by the floor's log, or by the record where it says so hand by hand."""
    found = dict(known.paid)
    for spot in settled.record.spots:
        for prefix, paid in (("", spot.paid), ("toke:", spot.paid_tokes)):
            for wager, cents in paid.items():
                hands = sorted({o.hand for o in settled.wagers if (o.spot, o.wager) == (spot.box, prefix + wager)})
                each = cents if isinstance(cents, tuple) else (cents,) if len(hands) == 1 else ()
                found |= {
                    (spot.box, prefix + wager, hand): one for hand, one in zip(hands, each, strict=False)
                }  # fmt: skip
    return found


def _doubts(settled: Settlement, sheet: Sheet) -> Iterator[str]:
    """What cannot be decided, and differences that the record gives for all hands of a spot at once."""
    for open_ in settled.undecided:
        yield f"Spot {open_.spot}, {_undecided(settled, sheet, open_)}."
    for one in settled.differences:
        if one.hand < 0 and len(settled.hands.get(one.spot, ())) > 1:
            paid, due = cents_text(one.paid_cents), cents_text(one.due_cents)
            yield f"Spot {one.spot}, {wager_title(sheet, one.wager)}, all hands: paid {paid}, due {due}."


def _undecided(settled: Settlement, sheet: Sheet, open_: Undecided) -> str:
    ends = {f"{o.settled.result} {cents_text(o.settled.pays)}" if o.settled else "no wager" for o in open_.outcomes}
    return f"{_wager_name(settled, sheet, open_.spot, open_.wager, open_.hand)}: {', or '.join(sorted(ends))}"


# the case


def _case(settled: Settlement) -> Iterator[str]:
    """The irregularities and the rulings, in the order in which they came."""
    for event in settled.events:
        if not isinstance(event, CASE):
            continue
        cited = f" [{event.clause}]" if event.clause else ""
        yield f"{_told(event)}{cited}"


def _told(event: IrregularityDeclared | SupervisorCalled | ChoiceNamed | Ruled) -> str:
    if isinstance(event, SupervisorCalled):
        return f"Called: {event.role.replace('_', ' ')}"
    what = wording("irregular.what_happened", {"kind": event.kind})
    where = f", spot {event.spot}" if event.spot else ""
    note = f' "{printable(event.note)}"' if not isinstance(event, ChoiceNamed) and event.note else ""
    if isinstance(event, IrregularityDeclared):
        return f"Declared{where}: {what}{note}"
    choice = event.choice.replace("_", " ")
    if isinstance(event, ChoiceNamed):
        return f"The player of spot {event.spot} chose: {choice} ({what})"
    return f"Ruled by the {event.role.replace('_', ' ')}{where}: {choice} ({what}){note}"


def _clauses(settled: Settlement) -> Iterator[list[str]]:
    """The clauses behind the amounts and the rulings, in our words."""
    cited = [one.clause for one in settled.wagers] + [one.clause for one in settled.events if isinstance(one, CASE)]
    for name in dict.fromkeys(cited):
        found = clause(name)
        if found is not None:
            yield [name, found.text]
