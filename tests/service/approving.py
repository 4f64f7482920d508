"""A house that has approved what its tables open on."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rules import Sheet, load
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.house import signed_by_the_house


def approve(floor: Floor, sheet: str, sets: Sequence[str] = ()) -> None:
    """The program signs for the house, unless it has before."""
    approve_sheet(floor, load(sheet, sets=list(sets)))


def approve_sheet(floor: Floor, sheet: Sheet) -> None:
    if floor.house().version(sheet.name, sheet.hash, sheet.text_hash) is not None:
        return
    for signed in signed_by_the_house(sheet):
        floor.do(
            lambda signed=signed: floor.plan_house(  # type: ignore[misc]
                signed.command, actor=signed.actor, role="house", client=signed.client, content=sheet.content
            )
        )
