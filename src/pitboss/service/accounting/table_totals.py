"""A table's log read entry by entry: every settled wager and every movement of the tray goes into the sums.

Nothing is replayed. What a wager is compared by is its initial stake: of blackjack the main bet with all that its
splits and doubles total, of hold'em the Ante with Blind and Play, of the progressive the wager with award and envy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct, field

from pitboss.games.game import ENGINES
from pitboss.ledger import drop, is_player, over_short, tokes, tray
from pitboss.rules.game import GAME_RULES
from pitboss.service.accounting.notable_events import MOST_NOTICES, Notice, notices_of
from pitboss.service.accounting.sums import ALL, Added, Cells
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.store import Entry

__all__ = ["GROUPS", "TableTotals", "Terms", "group_of"]

GROUPS: Final[Mapping[str, str]] = {
    **{name: "main" for game in GAME_RULES for name in GAME_RULES[game].settled_with_main},
    "progressive_award": "progressive",
    "envy": "progressive",
}
"""Wagers that are won and lost together with another, by whose initial stake they are measured."""
INITIAL: Final = frozenset(ENGINES[game].main_wagers[0] for game in ENGINES)
"""The stake that the main game is measured by."""
CORRECTIONS: Final = ("DeclarePaid", "Reverse", "PayAgain")
_TRAY_FIELDS: Final[Mapping[str, str]] = {
    "OpenTable": "opening", "VisitorBuysIn": "sold", "CountTray": "found", "CloseTable": "closing",
    **dict.fromkeys(CORRECTIONS, "corrected"),
}  # fmt: skip
"""What a movement of the tray is for, by the command; all else is the game's."""


def group_of(wager: str) -> str:
    """The wager by whose stake this one is measured.

    >>> group_of("blind"), group_of("trips")
    ('main', 'trips')
    """
    return GROUPS.get(wager, wager)


class Terms(Struct, frozen=True):
    """What a table was opened on."""

    title: str
    sheet: str
    sets: tuple[str, ...]
    hash: str
    dealer: str = "automatic"
    text: str = ""

    @property
    def sheet_hash(self) -> str:
        return self.hash


class Layout(Struct):
    """What lies on the layout in the round under way, as far as it is needed to know what a settlement counts for."""

    bets: dict[int, int] = {}
    """Initial stakes by spot."""
    settled: dict[str, int] = {}
    """Settlements that stand, by spot and group."""
    counted: dict[str, int] = {}
    """Initial stakes that were counted, by spot and group."""
    together: dict[str, int] = {}
    """What was counted in this round, by group."""

    def copy(self) -> Layout:
        return Layout(dict(self.bets), dict(self.settled), dict(self.counted), dict(self.together))


class LastEntry(Struct):
    """What the last entry did, which may still be taken back."""

    version: int
    at: int
    added: list[Added]
    layout: Layout


class TableTotals(Struct):
    """The sums of one table, up to a version of its log."""

    table: str
    version: int = 0
    hash: str = ""
    terms: Terms | None = None
    cells: Cells = field(default_factory=Cells)
    layout: Layout = field(default_factory=Layout)
    counts: dict[str, dict[str, int]] = {}
    """The opening and the closing count of each day, where the tray was counted."""
    told: list[Notice] = []
    """What somebody should look at, the last ones."""
    last: LastEntry | None = None

    def take(self, entry: Entry, days: GamingDays) -> None:
        """Add one entry."""
        assert entry.version == self.version + 1, f"{entry.stream} {entry.version} does not follow {self.version}"
        kind = _kind(entry.command)
        events: list[JsonObject] = decode(entry.events, list[JsonObject]) if entry.events != "[]" else []
        before = self.layout.copy() if events else self.layout
        if kind == "Retract" and self._retract(events, days):
            added: list[Added] = [Added(ALL, "retracted", 1)]
        else:
            added = [*self._events(entry, kind, events), *self._money(entry, kind, events, days)]
        self._add(entry.at, added, days)
        self._tell(entry, kind, events, days)
        self.last = LastEntry(entry.version, entry.at, added, before)
        self.version, self.hash = entry.version, entry.hash

    def _add(self, at: int, added: list[Added], days: GamingDays, *, sign: int = 1) -> None:
        if added:
            self.cells.add((days.day_of(at), days.slot_of(at)), added, sign=sign)

    def _retract(self, events: list[JsonObject], days: GamingDays) -> bool:
        """Undo the last entry; its money goes back with what it had counted for."""
        last = self.last
        if last is None or {"EntryRetracted": last.version} not in [{e["type"]: e.get("version")} for e in events]:
            return False
        self._add(last.at, last.added, days, sign=-1)
        self.layout = last.layout
        self.told = [one for one in self.told if one.version != last.version]
        return True

    # wagers

    def _events(self, entry: Entry, kind: str, events: Iterable[JsonObject]) -> list[Added]:
        added: list[Added] = []
        for event in events:
            reader = _READERS.get(event["type"])
            if reader is not None and not (kind in CORRECTIONS and reader in (_settled, _reversed)):
                added += reader(self.layout, event)
        if kind == "OpenTable":
            opened: JsonObject = decode(entry.command, JsonObject)
            self.terms = Terms(
                opened["title"], opened["sheet"], tuple(opened["sets"]), opened["sheet_hash"],
                opened.get("dealer", "automatic"), opened.get("text", ""),
            )  # fmt: skip
        return added

    # the tray and the boxes

    def _money(self, entry: Entry, kind: str, events: Iterable[JsonObject], days: GamingDays) -> list[Added]:
        if entry.postings == "[]":
            return []
        sums: dict[str, int] = {}
        lines: list[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
        for account, cents, _ in lines:
            sums[account] = sums.get(account, 0) + cents
        moved = sums.get(tray(self.table), 0)
        added = [Added(ALL, _TRAY_FIELDS.get(kind, "game"), moved)]
        if kind == "ConfirmFill":
            added = [Added(ALL, "fills", moved) if moved > 0 else Added(ALL, "credits", -moved)]
        added += [
            Added(ALL, "drop_pulled" if kind == "PullDrop" else "drop", sums.get(drop(self.table), 0)),
            Added(ALL, "tokes_paid" if kind == "CountTokes" else "tokes", sums.get(tokes(self.table), 0)),
            Added(ALL, "over_short", sums.get(over_short(self.table), 0)),
        ]
        if kind in CORRECTIONS:
            theirs = (cents for account, cents in sums.items() if is_player(account) or account == tokes(self.table))
            added += _corrected(events, -sum(theirs))
        if moved and kind not in ("CountTray", "CloseTable"):
            self.counts.get(days.day_of(entry.at), {}).pop("closing", None)  # chips have moved since
        return [one for one in added if one.amount]

    # what somebody should look at

    def _tell(self, entry: Entry, kind: str, events: Iterable[JsonObject], days: GamingDays) -> None:
        for event in events:
            if event["type"] == "TrayCounted" and event["when"] in ("opening", "closing"):
                self._count(days.day_of(entry.at), event)
        told = notices_of(entry, kind, events)
        if told:
            self.told = [*self.told, *told][-MOST_NOTICES:]

    def _count(self, gaming_day: str, event: JsonObject) -> None:
        day = self.counts.setdefault(gaming_day, {})
        if event["when"] == "closing":
            day["closing"] = event["counted"]
        else:
            day.setdefault("opening", event["counted"])


def _kind(command: str) -> str:
    """The type of a command, without reading all of it."""
    return command[9 : command.index('"', 9)]


# --- what an event adds ---------------------------------------------------------------------------------------


def _bet(layout: Layout, event: JsonObject) -> list[Added]:
    if event["wager"] in INITIAL:
        layout.bets[event["spot"]] = event["cents"]
    return []


def _taken_back(layout: Layout, event: JsonObject) -> list[Added]:
    if event["wager"] in INITIAL:
        layout.bets.pop(event["spot"], None)
    return []


def _started(layout: Layout, event: JsonObject) -> list[Added]:
    layout.bets, layout.settled, layout.counted, layout.together = {}, {}, {}, {}
    return []


def _settled(layout: Layout, event: JsonObject) -> list[Added]:
    """A settlement counts from its initial stake on; what went back void was never bet."""
    if event["result"] == "void":
        return []
    stake: int = event["stake"]
    wager = group_of(event["wager"])
    key = f"{event['spot']} {wager}"
    layout.settled[key] = layout.settled.get(key, 0) + 1
    added = [Added(wager, "action", stake), Added(wager, "result", event["pays"])]
    if key not in layout.counted:
        initial = layout.bets.get(event["spot"], stake) if wager == "main" else stake
        added += _counted(layout, key, wager, initial)
    elif wager not in ("main", "progressive") and stake:
        added += _counted(layout, key, wager, layout.counted[key] + stake)
    return [one for one in added if one.amount]


def _counted(layout: Layout, key: str, wager: str, stake: int) -> list[Added]:
    """A box's initial stake becomes this; the squares follow, its own and that of the round's boxes together."""
    before, together = layout.counted.pop(key, 0), layout.together.get(wager, 0)
    after = together + stake - before
    layout.together[wager] = after
    if stake:
        layout.counted[key] = stake
    return [
        Added(wager, "wagers", (stake > 0) - (before > 0)),
        Added(wager, "handle", stake - before),
        Added(wager, "squares", stake**2 - before**2),
        Added(wager, "round_squares", after**2 - together**2),
    ]


def _reversed(layout: Layout, event: JsonObject) -> list[Added]:
    """A settlement that is taken back; with the last of a box its stake counts no more."""
    if event["result"] == "void":
        return []
    wager = group_of(event["wager"])
    key = f"{event['spot']} {wager}"
    layout.settled[key] = layout.settled.get(key, 0) - 1
    added = [Added(wager, "action", -event["stake"]), Added(wager, "result", -event["pays"])]
    if layout.settled[key] <= 0:
        layout.settled.pop(key)
        added += _counted(layout, key, wager, 0)
    return [one for one in added if one.amount]


def _kept(layout: Layout, event: JsonObject) -> list[Added]:
    """What a player keeps of a settlement that was taken back is lost on that wager."""
    return [Added(group_of(event["wager"]), "result", event["cents"])]


def _corrected(events: Iterable[JsonObject], win: int) -> list[Added]:
    """What a correction changes in the win on a wager."""
    wager = next((group_of(event["wager"]) for event in events if "wager" in event), ALL)
    return [Added(wager, "result", -win)]


def _count_of(field: str) -> Callable[[Layout, JsonObject], list[Added]]:
    return lambda layout, event: [Added(ALL, field, 1)]


def _irregular(layout: Layout, event: JsonObject) -> list[Added]:
    return [Added(ALL, "irregularities", 1), Added(ALL, f"irregularity {event['kind']}", 1)]


_READERS: Final[Mapping[str, Callable[[Layout, JsonObject], list[Added]]]] = {
    "RoundStarted": _started,
    "BetPlaced": _bet,
    "BetChanged": _bet,
    "BetTakenBack": _taken_back,
    "WagerSettled": _settled,
    "SettlementReversed": _reversed,
    "PayoutKept": _kept,
    "RoundEnded": _count_of("rounds"),
    "RoundVoided": _count_of("voided"),
    "IrregularityDeclared": _irregular,
    "Ruled": _count_of("rulings"),
    "FloorCalled": _count_of("calls"),
    "PaidOtherwise": _count_of("corrections"),
    "PayoutReversed": _count_of("corrections"),
    "PaidAgain": _count_of("corrections"),
}
