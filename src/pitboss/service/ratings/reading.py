"""The visits of a floor, read from the log of its tables: entry by entry, without replaying a round.

The log says in the open who sat where, what was bet, which cards everybody saw, what was done and what was paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import Final

import msgspec

from pitboss.cards import Card
from pitboss.rules import Sheet
from pitboss.service.accounting.table_totals import CORRECTIONS, Terms
from pitboss.service.audit.log_by_time import entries_after
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.gaming_days import UTC_DAYS, GamingDays
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import person_stream, table_named, table_stream
from pitboss.service.ratings.visits import BoxPlayed, Dealt, LogEvent, Payout, Shoe, Visit, VisitRound
from pitboss.service.tables.table_limits import limited
from pitboss.store import Entry, Store
from pitboss.typed import noted
from pitboss.words import wording

__all__ = ["TableReader", "VisitBook", "visits_of"]

HIDDEN: Final = "??"
PLAYER: Final = "player:"
MARK: Final = 6
"""Letters by which those who were forgotten are told apart: of the hash of the entry that says so."""
UNCLEAR: Final = frozenset({"IrregularityDeclared", "HoleExposed", "CardExposed", "CardsReshuffled"})
"""After these the cards no longer came in the plain order, and no solver can value the round."""
_EVENTS: Final = msgspec.json.Decoder(noted(list[LogEvent]))
_LINES: Final = msgspec.json.Decoder(noted(list[tuple[str, int, str]]))
_CARDS: Final[Mapping[str, Card]] = {card.text: card for card in map(Card, range(52))}


class TableReader:
    """The visits of one table, up to an entry of its log."""

    def __init__(self, table: str, sheets: Sheets, days: GamingDays = UTC_DAYS) -> None:
        self.table, self.sheets, self.days = table, sheets, days
        self.version = 0
        self.visits: list[Visit] = []
        self._sheet: Sheet | None = None
        self._terms: Terms | None = None
        self._shoe = Shoe(0)
        self._slot = -1
        self._burns: set[int] = set()
        self._dealt: Dealt | None = None
        self._boxes: dict[int, tuple[str, BoxPlayed]] = {}
        self._exposed: list[str] = []
        self._hole_known = False
        self._sitting: dict[str, Visit] = {}
        self._holding: dict[str, set[int]] = {}
        self._lately: dict[str, Visit] = {}
        self._entry: Entry | None = None

    # entries

    def follow(self, store: Store, head: int) -> bool:
        """Read on up to an entry; False where the last one that was read has been taken back since: begin again."""
        held: Entry | None = None
        for entry in entries_after(store, table_stream(self.table), self.version, last=head):
            if '"EntryRetracted"' in entry.events:
                if held is None:
                    return False
                held = None
            if held is not None:
                self.take(held)
            held = entry
        if held is not None:
            self.take(held)
        return True

    def take(self, entry: Entry) -> None:
        """Add one entry that stands."""
        assert entry.version > self.version
        self.version = entry.version
        if entry.events == "[]":
            return
        kind = _kind(entry.command)
        if kind == "OpenTable":
            self._open(entry)
        self._entry = entry
        if kind in CORRECTIONS:
            self._correct(entry)
            return
        for event in _EVENTS.decode(entry.events):
            reader = _READERS.get(event.type)
            if reader is not None:
                reader(self, event)
        for visit in self._sitting.values():
            visit.last, visit.until = entry.version, entry.at

    def _open(self, entry: Entry) -> None:
        opened: JsonObject = msgspec.json.decode(entry.command)
        self._terms = Terms(
            opened["title"], opened["sheet"], tuple(opened["sets"]), opened["sheet_hash"],
            opened.get("dealer", "automatic"), opened.get("text", ""),
        )  # fmt: skip
        self._sheet = self.sheets.of(self._terms)

    def _correct(self, entry: Entry) -> None:
        """A correction moves money of a person who sits here, or has lately."""
        for account, cents, _ in _LINES.decode(entry.postings):
            if account.startswith(PLAYER):
                person = account.removeprefix(PLAYER)
                visit = self._sitting.get(person) or self._lately.get(person)
                if visit is not None:
                    visit.corrected += cents

    @property
    def now(self) -> Entry:
        assert self._entry is not None
        return self._entry

    @property
    def sheet(self) -> Sheet:
        assert self._sheet is not None
        return self._sheet

    @property
    def dealing_from(self) -> Shoe:
        """The shoe of the round under way, or of the last one."""
        return self._shoe

    # who sits where

    def sat(self, event: LogEvent) -> None:
        visit = self._sitting.get(event.player)
        if visit is None:
            entry = self.now
            visit = Visit(
                id=f"{self.table}.{entry.version}", person=event.player, table=self.table,
                title=self._terms.title if self._terms is not None else "", sheet=self.sheet,
                day=self.days.day_of(entry.at), began=entry.at, first=entry.version, until=entry.at,
            )  # fmt: skip
            self._sitting[event.player] = visit
            self.visits.append(visit)
        self._holding.setdefault(event.player, set()).add(event.box)
        if event.box not in visit.seats:
            visit.seats.append(event.box)

    def freed(self, event: LogEvent) -> None:
        """A person gives a box up; with their last one they leave."""
        held = self._holding.get(event.player, set())
        held.discard(event.box)
        if not held and event.player in self._sitting:
            entry, visit = self.now, self._sitting.pop(event.player)
            visit.left, visit.last, visit.until = entry.at, entry.version, entry.at
            self._lately[event.player] = visit

    # rounds

    def shoe(self, event: LogEvent) -> None:
        """A new shoe, or a burn card of this one that everybody is shown."""
        if event.name == "shoe_loaded":
            self._new_shoe()
        elif event.name == "burn_shown" and event.card != HIDDEN and event.slot not in self._burns:
            self._burns.add(event.slot)
            self._shoe.cards.append(_CARDS[event.card])

    def _new_shoe(self) -> None:
        self._shoe, self._slot, self._burns = Shoe(self._shoe.number + 1), -1, set()

    def limits(self, event: LogEvent) -> None:
        """New limits are part of the sheet that the rounds after it are played by."""
        assert isinstance(event.after, tuple)
        low, high = event.after
        if event.kept and isinstance(event.before, tuple):
            low, high = min(low, event.before[0]), max(high, event.before[1])
        self._sheet = limited(self.sheet, (low, high))

    def started(self, event: LogEvent) -> None:
        """A round that begins no further in the shoe than the last one is dealt from new cards."""
        if event.slot <= self._slot or not self._shoe.number:
            self._new_shoe()
        self._slot = event.slot
        self._dealt = Dealt(event.number, self.sheet, self._shoe, self.now.version)
        self._boxes, self._exposed, self._hole_known = {}, [], False

    def bet(self, event: LogEvent) -> None:
        _, box = self._boxes.setdefault(event.spot, (event.player, BoxPlayed(event.spot)))
        box.bets[event.wager] = event.cents

    def taken_back(self, event: LogEvent) -> None:
        if event.spot in self._boxes:
            _, box = self._boxes[event.spot]
            box.bets.pop(event.wager, None)
            if not box.bets:
                del self._boxes[event.spot]

    def locked(self, event: LogEvent) -> None:
        """No more bets: the round is one of everybody who has a box in it."""
        dealt = self.dealt
        dealt.at, dealt.last, dealt.seen = self.now.at, self.now.version, len(self._shoe.cards)
        for player, box in self._boxes.values():
            visit = self._sitting.get(player)
            if visit is None:
                continue
            if not visit.rounds or visit.rounds[-1].dealt is not dealt:
                before = visit.rounds[-1] if visit.rounds else None
                visit.rounds.append(VisitRound(dealt, after=before.outcome if before is not None else ""))
            visit.rounds[-1].boxes.append(box)
        dealt.boxes = len(self._boxes)
        betting = {player for player, _ in self._boxes.values()}
        for player in self._sitting.keys() - betting:
            self._sitting[player].sat_out.append(dealt)

    @property
    def dealt(self) -> Dealt:
        assert self._dealt is not None
        return self._dealt

    # cards

    def card(self, event: LogEvent) -> None:
        """A card that was dealt: seen where its face is in the log."""
        if event.card != HIDDEN:
            if event.card in self._exposed:
                self._exposed.remove(event.card)
            else:
                self._shoe.cards.append(_CARDS[event.card])
        self.happened(event)

    def hole(self, event: LogEvent) -> None:
        if not self._hole_known:
            self._hole_known = True
            self._shoe.cards.append(_CARDS[event.card])
        self.happened(event)

    def exposed(self, event: LogEvent) -> None:
        if event.card != HIDDEN:
            self._exposed.append(event.card)
            self._shoe.cards.append(_CARDS[event.card])
        self.happened(event)

    def turned(self, event: LogEvent) -> None:
        """The card of a double, or cards of the board, are turned over."""
        cards = event.cards if isinstance(event.cards, tuple) and event.cards else (event.card,)
        self._shoe.cards += [_CARDS[card] for card in cards if card and card != HIDDEN]
        self.happened(event)

    def happened(self, event: LogEvent) -> None:
        """Something of a box, of the dealer or of the board."""
        dealt = self._dealt
        if dealt is None:
            return
        if event.type in UNCLEAR:
            dealt.unclear = True
        found = self._boxes.get(event.spot)
        if found is not None:
            found[1].events.append(event)
        elif not event.spot:
            dealt.shown.append(event)

    def peeked(self, event: LogEvent) -> None:
        self.dealt.peeked = True
        for _, box in self._boxes.values():
            box.events.append(event)

    # money

    def settled(self, event: LogEvent) -> None:
        found = self._boxes.get(event.spot)
        if found is not None and event.owner == "player" and isinstance(event.hand, int):
            found[1].payouts.append(Payout(event.wager, event.hand, event.stake, event.result, event.pays))

    def reversed(self, event: LogEvent) -> None:
        """A settlement of the round is taken back."""
        found = self._boxes.get(event.spot)
        if found is None or event.owner != "player":
            return
        payouts = found[1].payouts
        for at in range(len(payouts) - 1, -1, -1):
            one = payouts[at]
            if (one.wager, one.hand, one.pays) == (event.wager, event.hand, event.pays):
                del payouts[at]
                return

    def kept(self, event: LogEvent) -> None:
        """What a player keeps of a settlement that was taken back."""
        found = self._boxes.get(event.spot)
        if found is not None:
            found[1].payouts.append(Payout(event.wager, 0, 0, "kept", event.cents))

    def ended(self, event: LogEvent) -> None:
        dealt = self.dealt
        dealt.over, dealt.last = True, self.now.version
        dealt.void = dealt.void or event.type == "RoundVoided"


def _kind(command: str) -> str:
    """The type of a command, without reading all of it."""
    return command[9 : command.index('"', 9)]


Reader = Callable[[TableReader, LogEvent], None]
_OF_HANDS: Final = (
    "HandHit", "HandStood", "HandDoubled", "HandSplit", "HandSurrendered", "HandBroke", "InsuranceBet",
    "InsuranceDeclined", "EvenMoneyTaken", "LammerPlaced", "IrregularityDeclared", "CardsReshuffled", "HandExposed",
    "PlayBetMade", "HandFolded", "Checked",
)  # fmt: skip
_READERS: Final[Mapping[str, Reader]] = {
    "PlayerSat": TableReader.sat,
    "BoxFreed": TableReader.freed,
    "Shoe": TableReader.shoe,
    "LimitsChanged": TableReader.limits,
    "RoundStarted": TableReader.started,
    "BetPlaced": TableReader.bet,
    "BetChanged": TableReader.bet,
    "BetTakenBack": TableReader.taken_back,
    "BetsLocked": TableReader.locked,
    "CardDealt": TableReader.card,
    "HoleTurned": TableReader.hole,
    "HoleExposed": TableReader.hole,
    "CardExposed": TableReader.exposed,
    "DoubleCardTurned": TableReader.turned,
    "FlopTurned": TableReader.turned,
    "TurnRiverTurned": TableReader.turned,
    "Peeked": TableReader.peeked,
    "WagerSettled": TableReader.settled,
    "SettlementReversed": TableReader.reversed,
    "PayoutKept": TableReader.kept,
    "RoundEnded": TableReader.ended,
    "RoundVoided": TableReader.ended,
    **dict.fromkeys(_OF_HANDS, TableReader.happened),
}


class VisitBook:
    """The visits of every table of a store, which go on from where they were left; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sheets = Sheets(store)
        self._tables: dict[str, TableReader] = {}
        self._heads: dict[str, int] = {}
        self._pseudonyms: dict[str, str] = {}
        self._lock = Lock()

    def update(self, days: GamingDays = UTC_DAYS, tables: Iterable[str] | None = None) -> None:
        """Read what is new in the log, of these tables or of all."""
        wanted = None if tables is None else {table_stream(table) for table in tables}
        with self._lock:
            for stream, (head, _) in sorted(self.store.heads(wanted).items()):
                if table := table_named(stream):
                    known = self._tables.setdefault(table, TableReader(table, self.sheets))
                    known.days = days
                    if not known.follow(self.store, head):
                        again = self._tables[table] = TableReader(table, self.sheets, days)
                        again.follow(self.store, head)
            self._name_the_forgotten()

    def _name_the_forgotten(self) -> None:
        """Give a pseudonym to whoever was forgotten: nothing comes after that in their log, so its last entry tells."""
        visits = [visit for reader in self._tables.values() for visit in reader.visits if not visit.walk_in]
        people = {person_stream(visit.person): visit.person for visit in visits}
        for stream, (head, _) in self.store.heads(set(people)).items():
            if self._heads.get(stream) != head:
                self._heads[stream] = head
                for entry in self.store.read(stream, after=head - 1):
                    if '"PersonForgotten"' in entry.events:
                        mark = entry.hash[:MARK].upper()
                        self._pseudonyms[people[stream]] = wording("ratings.forgotten", {"mark": mark})
        for visit in visits:
            visit.pseudonym = self._pseudonyms.get(visit.person, "")

    def visits(self, *, table: str = "", person: str = "", day: str = "") -> list[Visit]:
        """Visits that were read, the latest first; of one table, person or gaming day, or of all."""
        with self._lock:
            readers = [self._tables[table]] if table in self._tables else [] if table else self._tables.values()
            found = [visit for reader in readers for visit in reader.visits]
        asked = (one for one in found if person in ("", one.person) and day in ("", one.day))
        return sorted(asked, key=lambda one: (one.began, one.id), reverse=True)

    def shoe(self, table: str) -> Shoe:
        """The shoe that a table deals from, as far as it was read."""
        with self._lock:
            return self._tables[table].dealing_from

    def visit(self, id: str) -> Visit | None:
        """A visit by its name; None where there is none."""
        return next((one for one in self.visits(table=id.rpartition(".")[0]) if one.id == id), None)


def visits_of(store: Store, *, days: GamingDays = UTC_DAYS, table: str = "") -> list[Visit]:
    """The visits of a store, or of one of its tables, the latest first."""
    book = VisitBook(store)
    book.update(days, [table] if table else None)
    return book.visits(table=table)
