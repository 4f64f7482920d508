"""Shoes whose first round is known: the chance behind a shuffle and the cut are chosen, the rest is the table's own.

Nothing is stacked in the page or in the shoe: shuffles are made by the very steps of the service until one of them, cut
somewhere, deals the wanted cards. A floor whose chance is that shuffle's then deals them for everybody to see.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from functools import cache
from typing import NamedTuple

from tests.seeding import chance as anything
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import Server

from pitboss.cards import Card
from pitboss.games.events import BoardCardDealt, CardDealt, PacketDealt
from pitboss.games.game import ENGINES
from pitboss.rules import Sheet, load
from pitboss.service.floor import commands as c
from pitboss.service.operations.demo_floor import approve_sheet
from pitboss.service.tables.card_promises import SHOE, promise
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.table_commands import decide, due, opened
from pitboss.shoe import Ceremony

SEAT = 4


class Stacked(NamedTuple):
    """A shuffle by its chance, and where it is cut."""

    chance: bytes
    cut: int
    root: str


class Stack:
    """The chance of a floor: what was put on it first, anything after that."""

    def __init__(self) -> None:
        self._next: deque[bytes] = deque()

    def put(self, chance: bytes) -> None:
        self._next.append(chance)

    def __call__(self, size: int) -> bytes:
        return self._next.popleft() if self._next else anything(size)


def dealt(sheet: str, *, player: str, dealer: str = "", then: str = "", board: str = "", first: int = 0) -> Stacked:
    """A shuffle that deals one player at the middle seat these cards: "8", "Kh", "X" for ten points, "?" for any.

    Cards are divided by spaces. The dealer's are the up card and the hole card; ``then`` comes after the deal,
    ``board`` is hold'em's. ``first`` says where the search starts, for what is rare.
    """
    wanted = {
        **_named("player", player), **_named("dealer", dealer), **_named("then", then), **_named("board", board),
    }  # fmt: skip
    burned, places = _opening(sheet)
    order = [wanted.get(place, "?") for place in places]
    for number in itertools.count(first):
        chance = number.to_bytes(32, "big")
        live = _shuffled(sheet, chance)
        for cut, cards in _bricks(live, burned):
            if all(_fits(name, card) for name, card in zip(order, cards, strict=False)):
                return Stacked(chance, cut, _root(live))
    raise AssertionError("unreachable")


def _fits(name: str, card: Card) -> bool:
    rank = card.text[0]
    return name in ("?", rank, card.text) or (name == "X" and rank in "TJQK")


def _named(where: str, cards: str) -> dict[tuple[str, int], str]:
    return {(where, at): name for at, name in enumerate(cards.split())}


def _shuffled(sheet: str, chance: bytes) -> Live:
    """A table with one player, after the shuffle of this chance."""
    return decide(_seated(sheet), c.Prepare(), actor="house", at=0, seed=chance.hex()).live


@cache
def _seated(sheet: str) -> Live:
    loaded = load(sheet)
    live = opened("stacked-1", c.OpenTable(title="", sheet=sheet, sheet_hash=loaded.hash), 0, sheet=loaded).live
    return decide(live, c.Sit(box=SEAT), actor="player", at=0).live


def _bricks(live: Live, burned: int) -> list[tuple[int, tuple[Card, ...]]]:
    """Every order in which a shuffle can be dealt: the cards after the burn card, for each cut that may be made."""
    cards = live.table.cards
    if not isinstance(cards, Ceremony):
        return [(0, cards.in_play.cards)]
    least, brick = cards.rules.cut_minimum_cards, cards.cards * 2
    return [(cut, brick[cut + burned : cut + burned + 16]) for cut in range(least, len(cards.cards) - least)]


def _root(live: Live) -> str:
    cards = live.table.cards
    seeds = dict(live.seeds)
    if isinstance(cards, Ceremony):
        return promise(cards.cards, seeds[SHOE]).root
    return promise(cards.in_play.cards, seeds[cards.in_play.name]).root


Places = list[tuple[str, int]]


@cache
def _opening(sheet: str) -> tuple[int, Places]:
    """How many cards are burned, and where those of a round with one player go in order: seen by dealing one."""
    live = _shuffled(sheet, bytes(32))
    if isinstance(live.table.cards, Ceremony):
        live = decide(live, c.Cut(at=len(live.table.cards.cards) // 2), actor="player", at=0).live
        live = decide(live, c.Prepare(), actor="house", at=0, seed=bytes(32).hex()).live
    live = decide(live, c.StartRound(sheet_hash=live.sheet.hash), actor="house", at=0).live
    stake = live.sheet.rules.table.minimum
    for wager in ENGINES[live.sheet.game].main_wagers:
        bet = {"type": "Act", "action": {"type": "PlaceBet", "spot": SEAT, "cents": stake, "wager": wager}}
        live = decide(live, c.decode(c.encode(bet), c.PlayerCommand), actor="player", at=0).live
    dealt = decide(live, c.Deal(), actor="house", at=0)
    events, cards = dealt.events, dealt.live.table.cards
    shoe = cards.shoe if isinstance(cards, Ceremony) else None
    burned = shoe.drawn if shoe is not None else 0  # what the round has drawn is not among them until it is over
    return burned, _blackjack_places(events) if live.sheet.game == "blackjack" else _poker_places(events)


def _blackjack_places(events: tuple[object, ...]) -> Places:
    first = [event for event in events if isinstance(event, CardDealt)][:4]
    own = itertools.count()
    places = [
        ("player", next(own)) if event.spot else ("dealer", 0 if event.seen == "all" else 1) for event in first
    ]  # fmt: skip
    return [*places, *(("then", at) for at in range(12))]


def _poker_places(events: tuple[object, ...]) -> Places:
    places: Places = []
    for event in events:
        if isinstance(event, BoardCardDealt):
            places.append(("board", event.position - 1))
        elif isinstance(event, PacketDealt):
            places += [("player" if event.spot else "dealer", at) for at in range(len(event.cards))]
    return places


def open_stacked(server: Server, sheet: str, pace: c.Pace, sets: tuple[str, ...] = ()) -> str:
    """A fresh table on a floor that is open."""
    number = next(_numbers)
    table, loaded = f"{sheet}-{number}", load(sheet, sets=list(sets))
    order(server, approve_sheet(server.running, loaded))
    command = c.OpenTable(title=loaded.title, sheet=sheet, sheet_hash=loaded.hash, sets=sets, tray=5_000_000, pace=pace)
    order(server, server.running.command(table, command, actor="house", role="administrator"))
    return table


def open_own(server: Server, sheet: Sheet, pace: c.Pace) -> str:
    """A fresh table on a house's own sheet, which the house approves first."""
    table = f"{sheet.name}-{next(_numbers)}"
    order(server, approve_sheet(server.running, sheet))
    command = c.OpenTable(
        title=sheet.title, sheet=sheet.name, sheet_hash=sheet.hash, text=sheet.text_hash, tray=5_000_000, pace=pace
    )
    order(server, server.running.command(table, command, actor="house", role="administrator"))
    return table


_numbers = itertools.count(100)


def next_round(server: Server, table: str) -> None:
    """Open the bets of the next round, as the house does by itself when the results have been looked at."""
    live = server.running.floor.table(table).live

    def is_next() -> bool:
        nonlocal live
        live = server.running.floor.table(table).live
        found = due(live)
        return found is not None and isinstance(found.command, c.StartRound)

    eventually(is_next, f"no round follows at {table}")
    start = c.StartRound(sheet_hash=live.sheet.hash)
    order(server, server.running.command(table, start, actor="house", role="house"))


def order(server: Server, coroutine: object) -> None:
    """Have something done in the server's own loop."""
    loop = server.running._loop
    assert loop is not None
    asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE_SECONDS)  # type: ignore[arg-type]
