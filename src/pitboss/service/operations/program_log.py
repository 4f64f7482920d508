"""Which program ran when: the house's log names each one by a hash of its files, the first time it opens the floor."""

from __future__ import annotations

import platform

from pitboss import __version__
from pitboss.service.floor import commands as c
from pitboss.service.floor.house import HOUSE_ACTOR
from pitboss.service.floor.running import Running

__all__ = ["note_program"]


async def note_program(running: Running, hash_: str) -> None:
    """Note the program that opens the floor, where another one did last."""
    if (await running.house()).program != hash_:
        command = c.NoteProgram(version=__version__, program=hash_, python=platform.python_version())
        await running.house_command(command, actor=HOUSE_ACTOR, role=HOUSE_ACTOR)
