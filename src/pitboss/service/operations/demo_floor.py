"""The demo floor: the shipped sheets approved, the link, and a table for each sheet, open from the first start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pitboss.rules import SHIPPED, Sheet, load
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
    running: Running,
    *,
    tables_each: int = 1,
    pace: c.Pace | None = None,
    staffed: bool = False,
    own: Sequence[Sheet] = (),
) -> None:
    """Open what is not open yet, on the shipped sheets and a house's own; one that the house has withdrawn stays so.

    With ``staffed`` there are two more tables of each sheet, which wait for a dealer: one with the program's cards,
    one with real ones.
    """
    for sheet in (*own, *map(load, SHIPPED)):
        await approve_sheet(running, sheet)
        if progressive_of(sheet.rules) is not None:
            await open_link(running, sheet)
        name = sheet.name
        for number in range(1, tables_each + 1):
            while await _is_taken(running, f"{name}-{number}", sheet):
                number += tables_each
            await open_table(running, f"{name}-{number}", sheet, pace=pace)
        for cards in CARDS if staffed else ():
            await open_table(running, f"{name}-{cards}", sheet, pace=pace, cards=cards)


async def _is_taken(running: Running, table: str, sheet: Sheet) -> bool:
    """Whether a table is suspended, or open on another edition of a house's own sheet."""
    if table in running.asleep:
        return True
    if sheet.name in SHIPPED or running.floor.store.head(f"table:{table}")[0] == 0:
        return False
    return (await running.table(table)).live.opened.text != sheet.text_hash


async def approve_sheet(running: Running, sheet: Sheet) -> None:
    """The program signs for the house, twice, that tables may open on a sheet; only once for each version of it."""
    if sheet.name in (await running.house()).withdrawn:
        return
    for actor, command, client in signed_by_the_house(sheet):
        await running.house_command(command, actor=actor, role="house", client=client, content=sheet.content)


async def open_link(running: Running, sheet: Sheet) -> None:
    if running.floor.store.head(LINK)[0] == 0:
        command = c.OpenLink(sheet=sheet.name, sheet_hash=sheet.hash, text=sheet.text_hash)
        await running.link_command(command, actor=ACTOR, role=ROLE)


async def open_table(
    running: Running,
    table: str,
    sheet: Sheet,
    *,
    pace: c.Pace | None = None,
    cards: Literal["", "program", "declared"] = "",
) -> None:
    """Open a table of a sheet, unless it is open; with ``cards`` a staffed one."""
    approved = (await running.house()).version(sheet.name, sheet.hash, sheet.text_hash)
    if running.floor.store.head(f"table:{table}")[0] == 0 and approved:
        command = c.OpenTable(
            title=f"{sheet.title}{CARDS[cards]}" if cards else sheet.title,
            sheet=sheet.name,
            sheet_hash=sheet.hash,
            text=sheet.text_hash,
            tray=TRAY,
            pace=pace or c.Pace(),
            dealer="staffed" if cards else "automatic",
            cards=cards or "program",
        )
        await running.command(table, command, actor=ACTOR, role=ROLE)
