"""`pitboss school`: the drills of the dealer school in the terminal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.common import Json, Sets, SheetName

__all__ = ["school"]

BROKEN_OFF = 130
"""What a shell reports of a program that was ended with Ctrl-C."""


def school(
    sheet: SheetName,
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    drill: Annotated[
        str, typer.Option("--drill", metavar="NAME", help="Which drill, or how its name begins; asked for if left out.")
    ] = "",
    level: Annotated[
        int, typer.Option("--level", min=0, max=5, help="From 1 to 5; left out, the level you have reached.")
    ] = 0,
    questions: Annotated[int, typer.Option("--questions", min=0, help="How many; 0 goes on until you quit.")] = 0,
    seed: Annotated[str, typer.Option("--seed", help="Ask the question of this seed, and no schedule.")] = "",
    learner: Annotated[str, typer.Option("--learner", metavar="NAME", help="Whose progress it is.")] = "me",
    home: Annotated[
        Path | None,
        typer.Option(
            "--home", metavar="DIR", help="Where progress is kept (default: $PITBOSS_HOME or your data folder)."
        ),
    ] = None,
    answer: Annotated[
        list[str],
        typer.Option("--answer", metavar="PART=ANSWER", help="With --json and --seed: judge this; may be given again."),
    ] = [],  # noqa: B006
    progress: Annotated[bool, typer.Option("--progress", help="Show accuracy and speed by day, and stop.")] = False,
    map: Annotated[bool, typer.Option("--map", help="Show every clause: shown, shaky, never tried; and stop.")] = False,
    worth: Annotated[
        bool, typer.Option("--worth", help="At a ruling, also say what each is worth to whom; slow the first time.")
    ] = False,
    json: Json = False,
) -> int:
    """Learn a house's own procedures: pay, read, name the next step, rule, find the mistake.

    Every question is made from the sheet and judged by the engine; a wrong answer is told with the clause, the value
    and the line of the calculation. What is asked next follows from what was missed and forgotten. At any prompt `?`
    helps, `hint` shows the value in question, and `quit` leaves; what was answered is kept at once.

    Examples: `pitboss school catfish-blackjack`, `pitboss school ultimate-texas-holdem --drill pay --questions 10`,
    `pitboss school house.toml --learner ann --map`, `pitboss school blackjack-v5 --progress --json`,
    `pitboss school catfish-blackjack --drill pay --seed 7 --level 2 --json --answer "1=pay 15"`
    """
    from pitboss.cli.classroom import desk, reports
    from pitboss.rules import load
    from pitboss.school.learning.stream import StreamFile

    loaded = load(sheet, sets=set)
    stream = StreamFile.of(home or data_folder(), learner)
    if progress or map:
        (reports.show_map if map else reports.show_progress)(loaded, stream.read(), json=json)
        return 0
    if json:
        return reports.one_question(loaded, desk.drill_named(loaded, drill), max(level, 1), seed, answer)
    finished = desk.Desk(loaded, stream, drill=drill, level=level, seed=seed, worth=worth).sit(questions)
    return 0 if finished else BROKEN_OFF


def data_folder() -> Path:
    """Return where a person's own data is kept: `$PITBOSS_HOME`, or where the system keeps such things."""
    if chosen := os.environ.get("PITBOSS_HOME"):
        return Path(chosen)
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pitboss"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"
