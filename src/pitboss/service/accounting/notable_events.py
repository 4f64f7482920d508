"""What somebody of the floor should look at: what it was before and after, who did it, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct

from pitboss.money import dollars
from pitboss.rules.wager_words import wager_in_words
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.link import place_of, table_of
from pitboss.store import Entry
from pitboss.words import wording

__all__ = ["MOST_NOTICES", "Notice", "notices_of"]

MOST_NOTICES: Final = 400
"""How many are kept of each stream; the log has all."""
SHORT: Final = 16
"""Characters of a hash that tell it from others."""


class Notice(Struct, frozen=True, kw_only=True):
    """One significant event."""

    at: int
    stream: str
    version: int
    what: str
    before: str = ""
    after: str = ""
    who: str = ""
    role: str = ""
    why: str = ""


def notices_of(entry: Entry, kind: str, events: Iterable[JsonObject]) -> list[Notice]:
    """The significant events of an entry."""
    found = []
    for event in events:
        teller = _TELLERS.get(event["type"])
        if teller is not None:
            found.append(_notice(entry, **teller(event)))
    if kind == "CloseTable":
        found.append(_notice(entry, what="table closed"))
    return found


def _notice(entry: Entry, **said: str) -> Notice:
    return Notice(at=entry.at, stream=entry.stream, version=entry.version, who=entry.actor, role=entry.role, **said)


def _plain(what: str, *, why: str = "") -> Callable[[JsonObject], dict[str, str]]:
    return lambda event: {"what": what, "why": str(event.get(why, "")) if why else ""}


def _count(what: str) -> Callable[[JsonObject], dict[str, str]]:
    """What the books said before a count, and what was found."""
    return lambda event: {
        "what": f"{what} counted" + (f", {event['when']}" if "when" in event else ""),
        "before": dollars(event["book"]),
        "after": dollars(event["counted"]),
        "why": event["note"],
    }


def _slip(event: JsonObject) -> dict[str, str]:
    return {
        "what": f"{event['kind']} {event['slip']} signed for",
        "after": dollars(event["cents"]),
        "why": f"asked for by {event['requested_by']}",
    }


def _cancelled(event: JsonObject) -> dict[str, str]:
    what = f"{event['kind']} {event['slip']} cancelled"
    return {"what": what, "before": dollars(event["cents"]), "after": dollars(0), "why": event["reason"]}


def _place(event: JsonObject) -> str:
    return f"{wager_in_words(event['wager'])} of spot {event['spot']}"


def _paid_otherwise(event: JsonObject) -> dict[str, str]:
    what = f"paid wrongly: {_place(event)}, {dollars(event['due'])} due"
    return {"what": what, "before": dollars(event["before"]), "after": dollars(event["paid"]), "why": event["note"]}


def _payout_reversed(event: JsonObject) -> dict[str, str]:
    what = f"correction {event['correction']}: {_place(event)} taken back, borne by {event['borne_by']}"
    return {"what": what, "before": dollars(event["cents"]), "after": dollars(0), "why": event["reason"]}


def _paid_again(event: JsonObject) -> dict[str, str]:
    what = f"correction {event['correction']}: {_place(event)} paid again"
    return {"what": what, "before": dollars(event["kept"]), "after": dollars(event["cents"]), "why": event["reason"]}


def _payout_kept(event: JsonObject) -> dict[str, str]:
    what = f"the house bears what {event['player']} no longer has: {_place(event)}"
    return {"what": what, "after": dollars(event["cents"])}


def _declared(event: JsonObject) -> dict[str, str]:
    spot = f" at spot {event['spot']}" if event["spot"] else ""
    return {"what": f"irregularity: {_happened(event)}{spot}", "why": event["note"]}


def _ruled(event: JsonObject) -> dict[str, str]:
    what = f"ruling: {_happened(event)}"
    return {"what": what, "after": _words(event["choice"]), "why": event["note"] or event["clause"]}


def _happened(event: JsonObject) -> str:
    return _mistake(event["kind"])


def _mistake(kind: str) -> str:
    return _words(wording("irregular.what_happened", {"kind": kind})) if kind else ""


def _words(name: str) -> str:
    return name.replace("_", " ")


def _meter(what: str) -> Callable[[JsonObject], dict[str, str]]:
    return lambda event: {
        "what": f"{event['meter'].capitalize()} {what}",
        "before": dollars(event["before"]),
        "after": dollars(event["after"]),
        "why": event.get("reason") or event.get("proposal", ""),
    }


def _award(what: str) -> Callable[[JsonObject], dict[str, str]]:
    return lambda event: {
        "what": f"{event['meter'].capitalize()} {what}, {place_of(event['id'])} of table {table_of(event['id'])}",
        "after": dollars(event["cents"]),
    }


def _changed(what: str) -> Callable[[JsonObject], dict[str, str]]:
    """A change of the house, which two people made."""
    return lambda event: {
        "what": f"{what} {event.get('sheet') or event.get('meter') or event.get('person', '')}",
        "before": str(event.get("before", ""))[:SHORT],
        "after": str(event.get("after", ""))[:SHORT],
        "why": event.get("why", ""),
    }


def _role_given(event: JsonObject) -> dict[str, str]:
    said = _changed("role of")(event)
    return {**said, "before": _words(said["before"]), "after": _words(said["after"])}


_TELLERS: Final[Mapping[str, Callable[[JsonObject], dict[str, str]]]] = {
    "TableOpened": lambda event: {"what": "table opened", "after": event["sheet"]},
    "TrayCounted": _count("tray"),
    "TrayShort": lambda event: {"what": "tray short by the books: a fill is wanted", "after": dollars(event["book"])},
    "DropCounted": _count("drop box"),
    "TokesCounted": _count("dealers' box"),
    "FillSigned": _slip,
    "FillCancelled": _cancelled,
    "PaidOtherwise": _paid_otherwise,
    "PayoutReversed": _payout_reversed,
    "PaidAgain": _paid_again,
    "PayoutKept": _payout_kept,
    "IrregularityDeclared": _declared,
    "Ruled": _ruled,
    "RoundVoided": lambda event: {"what": "round void", "why": _mistake(event["why"])},
    "EntryRetracted": lambda event: {"what": f"entry {event['version']} taken back"},
    "FloorCalled": _plain("floor called", why="note"),
    "SensorsDiffer": lambda event: {
        "what": "sensors differ",
        "before": f"{len(event['lit'])} lit",
        "after": f"{event['counted']} counted",
    },
    "JackpotAwarded": _award("awarded"),
    "AwardReturned": _award("award returned"),
    "MeterReset": _meter("starts again"),
    "MeterRestored": _meter("without that award"),
    "MeterRaised": _meter("raised"),
    "MeterLowered": _meter("lowered"),
    "LinkWentDown": _plain("link down", why="reason"),
    "LinkWentUp": _plain("link up"),
    "SheetApproved": _changed("sheet released for tables:"),
    "SheetWithdrawn": _changed("sheet withdrawn:"),
    "MeterChangeApplied": _changed("meter changed:"),
    "RoleNoted": _role_given,
}
