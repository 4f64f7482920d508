"""What somebody sees of a live table: the whole of it once, then every change.

Both are made so that a person's faces, choices and chips are in that person's messages alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from pitboss.games.events import Event as RoundEvent
from pitboss.games.game import ENGINES
from pitboss.games.round import Offer, Question
from pitboss.ledger import player as player_account
from pitboss.progressive.link import Link
from pitboss.service.floor.commands import encode
from pitboss.service.floor.event_json import SCHEMA, JsonObject, events_json, plain
from pitboss.service.floor.streams import TableChange
from pitboss.service.people.permissions import STAFF_ROLES
from pitboss.service.staff.views import staff_part, staff_shared
from pitboss.service.tables.live_table import Live, asked_seat
from pitboss.service.tables.table_commands import deadline
from pitboss.service.tables.table_limits import limits_now, limits_of, own_round
from pitboss.service.tables.viewers import Viewer, seen_events, viewer_of
from pitboss.shoe import Ceremony

__all__ = [
    "ChangeMessages", "OpenAnswers", "PlayerViewers", "link_message", "offers_to", "placed", "run_by", "table_view",
]  # fmt: skip

RunBy = Literal["program", "dealer", "nobody"]


class PlayerViewers:
    """The players at a table with cards of their own: for each, how far they have seen the round under way."""

    def __init__(self) -> None:
        self._viewers: dict[str, tuple[Viewer, int]] = {}

    def see(self, change: TableChange, person: str) -> tuple[Any, ...]:
        """A change as a person sees it; unless it shows an owner their own cards, that is what anybody does."""
        live = change.state
        fresh = [event for event in change.events if isinstance(event, RoundEvent)]
        if not person or live.round is None or not any(map(ENGINES[live.sheet.game].owner_sees_more, fresh)):
            return change.seen
        events = live.round.events
        viewer, seen = self._viewers.get(person) or (watching(live, person), 0)
        for event in events[seen : len(events) - len(fresh)]:  # what looked alike, or came while they were away
            viewer.see(event)
        self._viewers[person] = viewer, len(events)
        return seen_events(viewer, change.events)

    def new_round(self) -> None:
        self._viewers.clear()


def watching(live: Live, person: str) -> Viewer:
    """Return a new viewer for the round under way."""
    return viewer_of(live, person or None)


def table_view(
    live: Live,
    version: int,
    *,
    person: str,
    balance: int | None,
    link: Link | None,
    role: str = "player",
    book: int = 0,
) -> JsonObject:
    """All that a person may know of a table now, in a role; ``book`` is what the books have in a staffed tray."""
    events: Iterable[Any] = ()
    if live.round is not None:
        events = seen_events(watching(live, person), live.round.events)
    return {
        "type": "table",
        "schema": SCHEMA,
        "table": live.id,
        "title": live.opened.title,
        "sheet": live.sheet.name,
        "sheet_hash": live.sheet.hash,
        "sheet_text": live.sheet.text_hash,
        "game": live.sheet.game,
        "version": version,
        "coach": live.opened.coach,
        "events": [plain(event) for event in events],
        "state": state_of(live),
        "you": you(OpenAnswers(live), person, balance),
        "staff": staff_part(live, staff_shared(live, book=book), role=role, person=person, book=book)
        if role in STAFF_ROLES
        else None,
        "meters": None if link is None else meters(link),
    }


class ChangeMessages:
    """The messages about one change of a table: what several of them have alike is made once."""

    def __init__(self, change: TableChange, balances: Mapping[str, int]) -> None:
        live, entry = change.state, change.entry
        self._change, self._balances = change, balances
        self._answers = OpenAnswers(live)
        self._shared = b'{"type":"change","schema":%d,"table":%s,"version":%d,"at":%d,"state":%s,"events":' % (
            SCHEMA, encode(live.id), entry.version, entry.at, encode(state_of(live)),
        )  # fmt: skip
        self._for_all = entry.events.encode()

    def to_player(self, person: str, seen: tuple[Any, ...]) -> bytes:
        """The change for one person, or for anybody without a name; ``seen`` are its events in their eyes."""
        events = self._for_all if seen is self._change.seen else events_json(seen)
        balance = self._balances.get(player_account(person))
        mine = encode(you(self._answers, person, balance)) if person else b"null"
        return b'%s%s,"you":%s,"staff":null}' % (self._shared, events, mine)

    def to_staff(self, part: JsonObject | None) -> bytes:
        """The change for somebody of the staff, who sees what anybody does and has a part of their own."""
        return b'%s%s,"you":null,"staff":%s}' % (self._shared, self._for_all, encode(part))


def state_of(live: Live) -> JsonObject:
    """What anybody may know of how a table stands."""
    table, question, colours = live.table, live.question, dict(live.colours)
    return {
        "boxes": table.boxes,
        "colours": [colours.get(name, 0) for name in table.boxes],
        "waiting": table.waiting,
        "round": table.rounds,
        "dealt": table.round is not None,
        "question": None if question is None else question._asdict(),
        "asked": live.asked,
        "cut": asked_seat(table),
        "deadline": deadline(live),
        "ready": sorted(live.ready),
        "run_by": run_by(live),
        "cards": _cards(live),
        "closed": live.closed,
        "limits": limits_now(live),
        "notice": live.notice,
    }


def run_by(live: Live) -> RunBy:
    """Who deals: the program, a dealer, or nobody yet where a dealer is needed."""
    if not live.staffed:
        return "program"
    return "dealer" if live.table.dealer else "nobody"


def _cards(live: Live) -> JsonObject:
    """The shoe as anybody can see it: how full it is, and the promise about its order."""
    cards = live.table.cards
    if not isinstance(cards, Ceremony):
        return {"deck": cards.in_play.name, "mode": cards.mode}
    shoe = cards.shoe
    drawn = live.round.cards_out if live.round is not None else shoe.drawn if shoe is not None else 0
    total = len(shoe.order) if shoe is not None else len(cards.cards)
    return {"phase": cards.phase, "drawn": drawn, "total": total, "root": cards.root, "cut": cards.cut_at}


def you(answers: OpenAnswers, person: str, balance: int | None) -> JsonObject | None:
    """What concerns one person: boxes, chips, and the answers that are open."""
    if not person:
        return None
    live = answers.live
    mine: JsonObject = {"name": person, "boxes": live.table.boxes_of(person)}
    if balance is not None:
        mine["balance"] = balance
    if person in dict(live.earlier):
        mine["limits"] = limits_of(live, person)
    mine["offers"] = [_offer(offer, live.question) for offer in answers.of(person)]
    return mine


class OpenAnswers:
    """The answers that the players of a table can give now; for several who play by the same limits found once."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._posted: list[Offer] | None = None

    def of(self, person: str) -> list[Offer]:
        """The answers that a person can give."""
        table, question = self.live.table, self.live.question
        if question is None or question.role != "player" or person not in table.boxes:
            return []
        if question.spot:
            return self._all(person) if table.holder(question.spot) == person else []
        return [offer for offer in self._all(person) if table.holder(getattr(offer.action, "spot", 0)) == person]

    def _all(self, person: str) -> list[Offer]:
        """What is offered to anybody, by the limits that hold for a person."""
        if self._posted is not None:
            return self._posted
        round_ = own_round(self.live, person)
        assert round_ is not None
        offers = round_.offers()
        if not self.live.earlier:
            self._posted = offers
        return offers


def offers_to(live: Live, person: str) -> list[Offer]:
    """The answers that a person can give now."""
    return OpenAnswers(live).of(person)


def _offer(offer: Offer, question: Question | None) -> JsonObject:
    spot, hand = (question.spot, question.hand) if question is not None else (0, -1)
    return {"action": placed(offer.action, spot, hand), "text": offer.text, "clause": offer.clause, **offer.facts}


def placed(action: Any, spot: int, hand: int) -> Any:
    """An answer that names its box and hand: sent again when another is on turn, it is not taken for theirs."""
    if not spot:
        return action
    left_open = {"spot": (0, spot), "hand": (-1, hand)}
    return replace(action, **{n: to for n, (open_, to) in left_open.items() if getattr(action, n, None) == open_})


def meters(link: Link) -> JsonObject:
    """What the meters stand at, whether they are played for, and who has won one lately."""
    return {"major": link.major, "minor": link.minor, "up": link.up, "won": _won(link)}


def _won(link: Link) -> list[JsonObject]:
    """Hits in the order of the deal, with their award once it is made, until their table plays for the meters again."""
    awards = {id: award.cents for id, award in link.paid.items()}
    hits = [*link.hits.values(), *(award.hit for award in link.paid.values())]
    hits.sort(key=lambda hit: (hit.dealt, hit.table, hit.seat))
    return [{"meter": hit.meter, "table": hit.table, "sheet": hit.game, "cents": awards.get(hit.id)} for hit in hits]


def link_message(link: Link, version: int) -> bytes:
    return encode({"type": "meters", "schema": SCHEMA, "version": version, **meters(link)})
