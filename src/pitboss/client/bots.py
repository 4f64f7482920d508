"""Bots: players who sit down, bet and answer through the public API, for tables that should not stand empty.

A bot knows what the server tells any player, the text of the rule sheet too. What it does next follows from the table
as it stands, so that a bot whose connection was lost goes on where it was.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from pitboss.client.connection import Client, Refused, Seat, ServerAway
from pitboss.client.play import BotGame, Play, play_of
from pitboss.errors import PitbossError
from pitboss.games.game import ENGINES
from pitboss.rules import Content, Sheet, Text, load, sheet_of

__all__ = ["Bot", "play_tables", "stakes", "tables_at", "thinking"]

POOR: Final = 40
"""With fewer chips than this number of minimum bets a bot buys more, so that it can always double and split."""
PURSE: Final = 400
"""How many minimum bets it buys."""
PATIENCE: Final = 5.0
"""Seconds until a bot that was refused looks at the table again."""
FAREWELL: Final = 10.0
"""Seconds that bots take to finish their round and get up, at most."""

Think = Callable[[], Awaitable[None]]


def thinking(seconds: float, chance: random.Random) -> Think:
    """Return the pause of somebody who takes this long in the mean to decide."""

    async def think() -> None:
        await asyncio.sleep(chance.uniform(0.3, 1.7) * seconds)

    return think


async def at_once() -> None:
    """No pause at all."""


@dataclass(eq=False)
class Bot:
    """Somebody who plays one box of one table."""

    client: Client
    table: str
    box: int = 0
    """The box that is tried first."""
    side_bets: float = 0.0
    """How often each optional bet is made, from 0 to 1."""
    chance: random.Random = field(default_factory=random.Random)
    think: Think = at_once
    done: Callable[[str, float], None] = lambda kind, seconds: None
    """Told of every command that was done, with the time it took."""
    make_play: BotGame = play_of
    """Makes what answers for the bot, from the sheet of its table."""
    actions: int = 0
    """Commands that were done."""
    refusals: int = 0
    playing: bool = True
    sheet: Sheet | None = None
    """What the table plays by, once it has been read from the server."""
    _play: Play | None = None
    _planned: tuple[int, list[tuple[str, int]]] = (-1, [])

    async def play(self) -> None:
        """Play until told to stop."""
        seat = await self.prepare()
        while self.playing:
            await self._step(seat)

    async def get_up(self) -> None:
        """Play what is in play to its end and leave, so that nobody has to wait for a box without a player."""
        seat = await self.client.watch(self.table)
        while seat.you.get("boxes"):
            try:
                await seat.do({"type": "Leave", "box": 0})
                return
            except Refused:
                await self._step(seat)

    async def _step(self, seat: Seat) -> None:
        if self.next(seat) is None:
            await seat.change()
            return
        await self._follow_limits(seat)
        await self.think()
        command = self.next(seat)  # the table may have gone on meanwhile
        if command is not None and self.playing:
            await self._do(seat, command)

    async def prepare(self) -> Seat:
        """Watch the table and know how to play at it; the first of a process has to solve the game."""
        seat = await self.client.watch(self.table)
        await self._read_sheet(seat)
        return seat

    async def _read_sheet(self, seat: Seat) -> None:
        """Read the table's sheet, a house's own too; an older server tells none, and has shipped ones alone."""
        try:
            told = await self.client.call("GET", f"/api/tables/{self.table}/sheet")
            texts = tuple(Text(**one) for one in told["texts"])
            self.sheet = await asyncio.to_thread(sheet_of, Content(texts=texts, sets=tuple(told["sets"])))
        except Refused:
            self.sheet = load(seat.facts["sheet"])
        self._play = await asyncio.to_thread(self.make_play, self.sheet)

    async def _follow_limits(self, seat: Seat) -> None:
        """Read the sheet again once the table has other limits."""
        table = self._rules.rules.table
        if tuple(seat.state.get("limits", ())) not in ((), (table.minimum, table.maximum)):
            await self._read_sheet(seat)

    @property
    def _rules(self) -> Sheet:
        assert self.sheet is not None, "a bot is prepared before it plays"
        return self.sheet

    async def _do(self, seat: Seat, command: dict[str, Any]) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            await seat.do(command)
        except Refused:
            self.refusals += 1
            await self._stop_short(seat)
            return
        self.actions += 1
        self.done(command["type"], clock() - began)
        if seat.you.get("balance", self._poor) < self._poor:
            await self._buy_in(seat)

    async def _stop_short(self, seat: Seat) -> None:
        """Wait after a refusal until the table has changed or some time has passed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await seat.change()
        except TimeoutError:
            await self._buy_in(seat)

    @property
    def _poor(self) -> int:
        return POOR * self._rules.rules.table.minimum

    async def _buy_in(self, seat: Seat) -> None:
        cents = PURSE * self._rules.rules.table.minimum
        name = f"chips-{self.chance.getrandbits(64):016x}"
        try:
            got = await self.client.call("POST", "/api/cage/buy-in", {"id": name, "cents": cents})
        except (Refused, ServerAway):
            return  # it is tried again after the next command
        seat.you["balance"] = got["balance"]

    # what to do

    def next(self, seat: Seat) -> dict[str, Any] | None:
        """The command that the table as it stands calls for, if any."""
        state, boxes = seat.state, seat.you.get("boxes", [])
        if state["closed"]:
            return None
        if not boxes:
            return self._place(state)
        if state["cut"] in boxes:
            return {"type": "RefuseCut"}
        if seat.question == "wagers":
            return self._bet(seat, boxes[0])
        if seat.offers:
            assert self._play is not None, "a bot is prepared before it plays"
            return {"type": "Act", "action": self._play.answer(state["question"], seat.offers, seat.events)}
        return None

    def _place(self, state: dict[str, Any]) -> dict[str, Any] | None:
        free = [box for box, holder in enumerate(state["boxes"], 1) if not holder]
        if self.client.name in state["waiting"]:
            return None
        if not free or state["waiting"]:
            return {"type": "Wait"}
        return {"type": "Sit", "box": self.box if self.box in free else self.chance.choice(free)}

    def _bet(self, seat: Seat, box: int) -> dict[str, Any] | None:
        """Return the next bet that is still missing; when all are down, Ready."""
        lying = _bets_on(seat.events, box)
        for wager, cents in self._wanted(seat):
            if wager not in lying:
                return {"type": "Act", "action": {"type": "PlaceBet", "spot": box, "cents": cents, "wager": wager}}
        return {"type": "Ready"} if lying and self.client.name not in seat.state["ready"] else None

    def _wanted(self, seat: Seat) -> list[tuple[str, int]]:
        """The bets of this round, which are chosen once."""
        number = seat.state["round"]
        if self._planned[0] != number:
            first, others = stakes(self._rules)
            self._planned = number, [*first, *(one for one in others if self.chance.random() < self.side_bets)]
        return self._planned[1]


@cache
def stakes(sheet: Sheet) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the smallest bets: those that a round needs, and the optional ones."""
    from pitboss.maths.analysis.stakes import ranges

    least = {wager: found.least for wager, found in ranges(sheet).items()}
    main = least.pop("main")
    return [(wager, main) for wager in ENGINES[sheet.game].main_wagers], list(least.items())


def _bets_on(events: Iterable[dict[str, Any]], box: int) -> set[str]:
    """The wagers that lie on a box."""
    lying: set[str] = set()
    for event in events:
        if event["type"] == "BetPlaced" and event["spot"] == box:
            lying.add(event["wager"])
        elif event["type"] == "BetTakenBack" and event["spot"] == box:
            lying.discard(event["wager"])
    return lying


async def tables_at(address: str, wanted: Sequence[str]) -> list[str]:
    """Return the open tables with these names, or of these sheets; all of them where none are named."""
    async with Client(address) as client:
        found = await client.call("GET", "/api/tables")
    known = {name for one in found for name in (one["table"], one["sheet"])}
    if strange := [name for name in wanted if name not in known]:
        raise PitbossError(f"there is no table {strange[0]} at {address}")
    return [one["table"] for one in found if not wanted or {one["table"], one["sheet"]} & {*wanted}]


async def play_tables(
    address: str,
    tables: Sequence[str],
    *,
    seats: int,
    seconds: float,
    think: float,
    side_bets: float = 0.0,
    seed: str | None = None,
) -> list[Bot]:
    """Have N guests play at each table for some seconds (0: until cancelled); returns their bots.

    When the time is over they finish their round and get up. With a ``seed`` they choose boxes and side bets alike.
    """
    bots: list[Bot] = []
    try:
        for table in tables:
            for number in range(seats):
                chance = random.Random(None if seed is None else f"{seed} {table} {number}")
                client = await Client(address).guest()
                bots.append(Bot(client, table, side_bets=side_bets, chance=chance, think=thinking(think, chance)))
                await bots[-1].prepare()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds or None), asyncio.TaskGroup() as group:
                for bot in bots:
                    group.create_task(bot.play())
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL), asyncio.TaskGroup() as group:
                for bot in bots:
                    group.create_task(bot.get_up())
    finally:
        await asyncio.gather(*(bot.client.close() for bot in bots))
    return bots
