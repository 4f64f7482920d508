"""The demo floor: the shipped sheets approved, the link, and a table for each sheet, open from the first start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pitboss.rules import SHIPPED, load
from pitboss.rules.progressive import progressive_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.house import signed_by_the_house
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import LINK

__all__ = ["GUEST_CHIPS", "approve_sheet", "open_demo_floor", "open_table"]

TRAY = 5_000_000
GUEST_CHIPS = 100_000
"""Play chips of a new guest, in cents."""
ACTOR, ROLE = "house", "administrator"
CARDS: Final[Mapping[Literal["program", "declared"], str]] = {"program": ", with a dealer", "declared": ", real cards"}
"""What the title of a staffed table says of its cards."""


async def open_demo_floor(
    running: Running, *, tables_each: int = 1, pace: c.Pace | None = None, staffed: bool = False
) -> None:
    """Open what is not open yet; a sheet that the house has withdrawn since stays as it is.

    With ``staffed`` there are two more tables of each sheet, which wait for a dealer: one with the program's cards,
    one with real ones.
    """
    for name in SHIPPED:
        await approve_sheet(running, name)
        if progressive_of(load(name).rules) is not None:
            await open_link(running, name)
        for number in range(1, tables_each + 1):
            while f"{name}-{number}" in running.asleep:
                number += tables_each
            await open_table(running, f"{name}-{number}", name, pace=pace)
        for cards in CARDS if staffed else ():
            await open_table(running, f"{name}-{cards}", name, pace=pace, cards=cards)


async def approve_sheet(running: Running, name: str, sets: Sequence[str] = ()) -> None:
    """The program signs for the house, twice, that tables may open on a sheet; only once for each version of it."""
    for actor, command, client in signed_by_the_house(name, sets):
        await running.house_command(command, actor=actor, role="house", client=client)


async def open_link(running: Running, sheet: str) -> None:
    if running.floor.store.head(LINK)[0] == 0:
        command = c.OpenLink(sheet=sheet, sheet_hash=load(sheet).hash)
        await running.link_command(command, actor=ACTOR, role=ROLE)


async def open_table(
    running: Running,
    table: str,
    name: str,
    *,
    pace: c.Pace | None = None,
    cards: Literal["", "program", "declared"] = "",
) -> None:
    """Open a table of a sheet, unless it is open; with ``cards`` a staffed one."""
    sheet = load(name)
    if running.floor.store.head(f"table:{table}")[0] == 0 and (await running.house()).version(name, sheet.hash):
        command = c.OpenTable(
            title=f"{sheet.title}{CARDS[cards]}" if cards else sheet.title,
            sheet=name,
            sheet_hash=sheet.hash,
            tray=TRAY,
            pace=pace or c.Pace(),
            dealer="staffed" if cards else "automatic",
            cards=cards or "program",
        )
        await running.command(table, command, actor=ACTOR, role=ROLE)
