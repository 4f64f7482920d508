"""The demo floor: the link and a table for each shipped sheet, open from the first start."""

from __future__ import annotations

from pitboss.rules import SHIPPED, load
from pitboss.rules.holdem import HoldemRules
from pitboss.service import commands as c
from pitboss.service.linked import LINK
from pitboss.service.running import Running

__all__ = ["GUEST_CHIPS", "open_demo_floor", "open_table"]

TRAY = 5_000_000
GUEST_CHIPS = 100_000
"""Play chips of a new guest, in cents."""
ACTOR, ROLE = "house", "administrator"


async def open_demo_floor(running: Running, *, tables_each: int = 1, pace: c.Pace | None = None) -> None:
    """Open what is not open yet; the shipped sheets are approved for this floor."""
    for name in SHIPPED:
        if isinstance(load(name).rules, HoldemRules):
            await open_link(running, name)
        for number in range(1, tables_each + 1):
            await open_table(running, f"{name}-{number}", name, pace=pace)


async def open_link(running: Running, sheet: str) -> None:
    if running.floor.store.head(LINK)[0] == 0:
        command = c.OpenLink(sheet=sheet, sheet_hash=load(sheet).hash)
        await running.link_command(command, actor=ACTOR, role=ROLE)


async def open_table(running: Running, table: str, name: str, *, pace: c.Pace | None = None) -> None:
    if running.floor.store.head(f"table:{table}")[0] == 0:
        sheet = load(name)
        command = c.OpenTable(
            title=sheet.title, sheet=name, sheet_hash=sheet.hash, tray=TRAY, pace=pace or c.Pace()
        )  # fmt: skip
        await running.command(table, command, actor=ACTOR, role=ROLE)
