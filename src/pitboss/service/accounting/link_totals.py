"""The link's log: what wagers and the house have put on the meters, what was won, and at which meters was played."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from pitboss.ledger import HOUSE, RESERVE, meter
from pitboss.service.accounting.notable_events import MOST_NOTICES, Notice, notices_of
from pitboss.service.accounting.sums import ALL, Added, Cells
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.service.floor.link import table_of
from pitboss.store import Entry

__all__ = ["METERS", "LinkTotals"]

METERS: Final = ("major", "minor")
_WAGERS: Final = ("Contributed", "ContributionVoided")
"""What moves wagers' money; all else that the house puts on a meter is its own."""


class LinkTotals(Struct):
    """The sums of the link, up to a version of its log; by name of the table, or for the link as a whole."""

    version: int = 0
    hash: str = ""
    cells: Cells = field(default_factory=Cells)
    meters: dict[str, int] = {}
    """What the meters and the reserve hold, by the postings."""
    contributed: dict[str, list[Added]] = {}
    """What the last contribution of each table added, for the case that its round becomes void."""
    told: list[Notice] = []

    def take(self, entry: Entry, days: GamingDays) -> None:
        """Add one entry."""
        assert entry.version == self.version + 1, f"{entry.stream} {entry.version} does not follow {self.version}"
        events: list[JsonObject] = decode(entry.events, list[JsonObject])
        added = self._postings(entry)
        for event in events:
            added += self._event(event)
        if added:
            self.cells.add((days.day_of(entry.at), days.slot_of(entry.at)), added)
        if told := notices_of(entry, "", events):
            self.told = [*self.told, *told][-MOST_NOTICES:]
        self.version, self.hash = entry.version, entry.hash

    def _postings(self, entry: Entry) -> list[Added]:
        added = []
        lines: list[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
        for account, cents, why in lines:
            if account in (meter("major"), meter("minor"), RESERVE):
                self.meters[account] = self.meters.get(account, 0) + cents
            elif account == HOUSE and why not in _WAGERS:
                added.append(Added(ALL, "house", -cents))
            elif account.startswith("tray:"):
                added.append(Added(account.removeprefix("tray:"), "tray", cents))
        return added

    def _event(self, event: JsonObject) -> list[Added]:
        match event["type"]:
            case "Contributed":
                found = self._contributed(event)
                self.contributed[event["table"]] = found
                return found
            case "ContributionVoided":
                table = table_of(event["id"])
                back = [each for each in self.contributed.pop(table, []) if each.name == table]
                return [*(Added(each.name, each.field, -each.amount) for each in back), *_parts(event, -1)]
            case "JackpotAwarded":
                return _awarded(event, 1)
            case "AwardReturned":
                return _awarded(event, -1)
        return []

    def _contributed(self, event: JsonObject) -> list[Added]:
        """Wagers by the number of bettors, with the meters as this contribution leaves them, which can be won."""
        wagers, table = event["wagers"], event["table"]
        return [
            Added(table, f"wagers {wagers}", wagers),
            *(Added(table, f"{name} {wagers}", wagers * self.meters.get(meter(name), 0)) for name in METERS),
            *_parts(event, 1),
        ]


def _awarded(event: JsonObject, sign: int) -> list[Added]:
    """What a win takes from the meters, and from its own."""
    cents = sign * event["cents"]
    return [Added(ALL, "awarded", cents), Added(ALL, f"awarded {event['meter']}", cents), Added(ALL, "awards", sign)]


def _parts(event: JsonObject, sign: int) -> list[Added]:
    """Where wagers go: to the meters, the reserve and the house."""
    meters = event["major"] + event["minor"]
    return [
        Added(ALL, "wagered", sign * (meters + event["reserve"] + event["house"])),
        Added(ALL, "to_meters", sign * meters),
        Added(ALL, "to_reserve", sign * event["reserve"]),
        Added(ALL, "house_share", sign * event["house"]),
    ]
