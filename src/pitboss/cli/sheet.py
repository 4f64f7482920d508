"""`pitboss sheet`: write a house's own sheet, check it, and say what differs and what that costs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, Sets, SheetName, full_name, json_text, load, print_json, say, write_file
from pitboss.cli.help_pages import PlainCommand, PlainGroup, spread
from pitboss.cli.shell_completion import sheet_names
from pitboss.errors import Defect, DefectsError, NotationError

if TYPE_CHECKING:
    from pitboss.maths.analysis import Comparison, Effect
    from pitboss.rules import Sheet

__all__ = ["sheet"]

sheet = typer.Typer(
    name="sheet",
    cls=PlainGroup,
    help=spread(
        """Write a house's own sheet, check it, and say what differs and what that costs.

        Examples: `pitboss sheet new river-room.toml`, `pitboss sheet check river-room.toml`,
        `pitboss sheet diff catfish-blackjack river-room.toml`, `pitboss sheet schema blackjack`
        """
    ),
    rich_markup_mode=None,
    no_args_is_help=True,
)

Base = Annotated[
    str,
    typer.Option(
        "--from", metavar="SHEET", help="The sheet it is made from.", autocompletion=sheet_names, callback=full_name
    ),
]


def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The .toml file to write.")],
    base: Base = "catfish-blackjack",
    house: Annotated[str, typer.Option("--house", help="Whose tables it is for.")] = "",
    title: Annotated[
        str,
        typer.Option("--title", help="The game as the placard calls it; the house's name and the game's otherwise."),
    ] = "",
    edition: Annotated[str, typer.Option("--edition", help="Which edition of the house's rules it is.")] = "First",
    set: Sets = [],  # noqa: B006  (typer reads the name and copies the default)
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a commented sheet that extends another one, with its JSON schema beside it for editors.

    Without `--set` it asks whose it is and for the values that houses choose most often; Enter keeps what the other
    sheet says. With `--house` it says all that a house states before tables open on rules of its own.

    Examples: `pitboss sheet new river-room.toml`,
    `pitboss sheet new strip.toml --house "River Room" --set soft_17=stand --set blackjack.pays=6:5`
    """
    from pitboss.rules.schema import schema_name, sheet_schema
    from pitboss.rules.template import new_sheet

    if file.suffix != ".toml":
        raise NotationError(f'"{file}" is no sheet', expected="a file whose name ends in .toml")
    if file.exists() and not force:
        raise NotationError(f'"{file}" is there already', expected="another name, or --force")
    below, sets = load(base), list(set)
    if not sets and sys.stdin.isatty():
        print("Enter keeps what stands in brackets.")
        house = house or input("house, whose tables it is for []: ").strip()
        sets = list(_asked(below))
    own = (
        {"house": house, "title": title or f"{house} {below.title}", "edition": edition} if house else {"title": title}
    )
    text = new_sheet(base, sets, {"name": file.stem, **own})
    schema = file.parent / schema_name(below.game)
    write_file(file, text)
    write_file(schema, json_text(sheet_schema(below.game)))
    say(f"wrote {file}, and {schema} for editors")
    say(f"next: pitboss sheet check {file}; pitboss rules {file}; pitboss sheet diff {base} {file}")
    say(*_yet_to_state(load(file)) or (f"then: pitboss serve --sheet {file}",))


def _yet_to_state(sheet: Sheet) -> tuple[str, ...]:
    """What is missing before a table opens on a sheet that departs from its document."""
    if not sheet.unstated:
        return ()
    return (f"no table opens on it before it states {' and '.join(sheet.unstated)}: it departs from its document",)


def _asked(below: Sheet) -> Iterator[str]:
    """Ask for one value after another until each can be read; an empty answer keeps the sheet's own."""
    from pitboss.rules.template import asked_paths

    sets: list[str] = []
    for path in asked_paths(below):
        field, value = below.fields[path], below.values.get(path)
        own = "" if value is None else _plain(below.written(path))
        while answer := input(f"{path} ({field.expected}) [{own}]: ").strip():
            try:
                load(below.name, sets=[*sets, f"{path}={answer}"])
            except NotationError as error:
                say(f"  {error}")
                continue
            sets.append(f"{path}={answer}")
            break
    yield from sets


def _plain(written: Any) -> str:
    if isinstance(written, list):
        return ", ".join(map(str, written))
    return str(written).lower() if isinstance(written, bool) else str(written)


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A house's own .toml file.")], json: Json = False
) -> int:
    """List every defect of a sheet with its line, and where it departs from its document.

    Exit status 0: it can be used. 1: it has defects. 2: it cannot be read at all.

    Examples: `pitboss sheet check river-room.toml`, `pitboss sheet check river-room.toml --json`
    """
    from pitboss.rules.line_numbers import line_of, lines_of

    defects: list[Defect] = []
    departures: tuple[Any, ...] = ()
    unstated: tuple[str, ...] = ()
    try:
        found = load(file)
        departures, unstated = found.departures, _yet_to_state(found)
    except DefectsError as error:
        defects = list(error.defects)
    lines = lines_of(file.read_text(encoding="utf-8-sig"))
    if json:
        print_json(
            {
                "file": str(file),
                "defects": [
                    {"line": line_of(one, lines), "place": one.place, "problem": one.problem, "expected": one.expected}
                    for one in defects
                ],
                "departures": [str(departure) for departure in departures],
                "notes": list(unstated),
            }
        )
        return 1 if defects else 0
    for one in sorted(defects, key=lambda one: line_of(one, lines) or 0):
        line = line_of(one, lines)
        say(f"{file}:{line}: {one}" if line else f"{file}: {one}")
    if not defects:
        say(f"{file}: no defects")
    for departure in sorted(departures, key=lambda departure: lines.get(departure.path, 0)):
        line = lines.get(departure.path)
        say(f"{file}:{line}: {departure}" if line else f"{file}: {departure}")
    for note in unstated:
        say(f"{file}: {note}")
    return 1 if defects else 0


def diff(
    a: SheetName,
    b: Annotated[
        str,
        typer.Argument(metavar="OTHER", help="The other sheet.", autocompletion=sheet_names, callback=full_name),
    ],
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Whether to work out the cost.")] = True,
    json: Json = False,
) -> None:
    """Say in sentences what differs between two sheets, and what each difference does to the house's edge.

    Examples: `pitboss sheet diff catfish-blackjack river-room.toml`,
    `pitboss sheet diff examples/strip-six-deck.toml examples/european-no-hole-card.toml --no-figures`
    """
    from pitboss.rules.differences import differences

    one, other = load(a), load(b)
    found = list(differences(one, other))
    compared = _compared(one, other) if figures and found else None
    effects = {path: effect for effect in compared.effects for path in effect.change.paths} if compared else {}
    if json:
        print_json(
            {
                "a": one.name,
                "b": other.name,
                "differences": [
                    {
                        "path": each.path,
                        "before": each.before,
                        "after": each.after,
                        "moves": dict(effects[each.path].moved) if each.path in effects else {},
                    }
                    for each in found
                ],
                "edges": {"a": dict(compared.edges_a), "b": dict(compared.edges_b)} if compared else None,
            }
        )
        return
    if not found:
        say(f"{one.name} and {other.name} play alike.")
    for each in found:
        say(*_told(each, effects.get(each.path)))
    if compared is not None:
        say("", *_in_all(compared))


def _compared(one: Sheet, other: Sheet) -> Comparison:
    from pitboss.cli.math_pages import shown_progress
    from pitboss.maths import analysis

    return analysis.compare(one, other, progress=shown_progress)


def _told(each: Any, effect: Effect | None) -> Iterator[str]:
    yield each.path
    yield f"  first   {each.before or 'says nothing.'}"
    yield f"  second  {each.after or 'says nothing.'}"
    for wager, moved in sorted(effect.moved.items(), key=lambda item: -abs(item[1])) if effect else ():
        if abs(moved) > 1e-12:
            more = "raises" if moved > 0 else "lowers"
            yield f"  cost    alone it {more} the house's edge on {wager} by {abs(moved) * 100:.4f} %."


def _in_all(compared: Comparison) -> Iterator[str]:
    for wager, moved in compared.moved.items():
        before, after = compared.edges_a[wager], compared.edges_b[wager]
        yield f"All together, {wager}: {before * 100:.4f} % becomes {after * 100:.4f} % ({moved * 100:+.4f} %)."
    for effect in compared.refused:
        yield f"Not solved: {effect.change.name} alone: {effect.refused}."
    if compared.refused_b:
        yield f"Not solved: all together: {compared.refused_b}."


def schema(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game of the sheets; the first where none is named.")
    ] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to a file instead.")] = None,
) -> None:
    """Print the JSON schema of a game's sheets, which editors complete and check TOML files by.

    A sheet links to it by its first line: `#:schema blackjack-sheet.schema.json`.

    Examples: `pitboss sheet schema`, `pitboss sheet schema holdem -o holdem-sheet.schema.json`
    """
    from pitboss.registry import GAMES
    from pitboss.rules.schema import sheet_schema

    game = game or GAMES[0]
    if game not in GAMES:
        raise NotationError(f'there is no game called "{game}"', expected=" or ".join(GAMES))
    text = json_text(sheet_schema(game))
    if output is not None:
        write_file(output, text)
        say(f"wrote {output}")
    else:
        sys.stdout.write(text)


for command in (new, check, diff, schema):
    sheet.command(cls=PlainCommand, help=spread(command.__doc__ or ""))(command)
