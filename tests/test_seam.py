"""Outside the rooms of a game nothing names it: a new game is new rooms, and no edits."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss.registry import GAMES
from pitboss.rules import SHIPPED
from pitboss.rules.game import GAME_RULES

PACKAGE = Path(pitboss.__file__).parent
REGISTRIES = {"registry.py", "__init__.py", "envs/__init__.py"}
"""The list of games, the names that the package hands out, and the names of the environments."""

HANDS = {"bets/parsing.py": frozenset({"blackjack"}), "bets/patterns.py": frozenset({"blackjack"})}
"""Where a word is a hand that a declared side bet looks for, and not the game of that name."""


def of_a_game(name: str) -> bool:
    """Whether a path or the dotted name of a module bears the name of a game.

    >>> of_a_game("pitboss.maths._kernels.holdem_rounds"), of_a_game("pitboss.hands.totals")
    (True, False)
    """
    return not {*GAMES}.isdisjoint(re.split(r"[/._]", name))


@cache
def modules() -> dict[str, ast.Module]:
    files = sorted(PACKAGE.rglob("*.py"))
    return {file.relative_to(PACKAGE).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in files}


@cache
def room_classes() -> frozenset[str]:
    """The classes that rooms define and that bear the name of their game."""
    prefixes = tuple(game.capitalize() for game in GAMES)
    rooms = [tree for name, tree in modules().items() if of_a_game(name)]
    defined = (node.name for tree in rooms for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return frozenset(name for name in defined if name.startswith(prefixes))


def names_a_room(text: str) -> bool:
    """Whether a text is the name of a game, of a class of its rooms, or of one of its modules.

    >>> [names_a_room(text) for text in ("holdem", "HoldemRules", "pitboss.games.holdem", "a holdem table")]
    [True, True, True, False]
    """
    titles = {game.capitalize() for game in GAMES}  # what people call it
    return text in {*GAMES, *room_classes()} - titles or (
        re.fullmatch(r"\w+(\.\w+)+", text) is not None and of_a_game(text)
    )


@cache
def own_sections() -> frozenset[str]:
    """The sections of sheets that not every game has."""
    sections = [{field.name for field in fields(GAME_RULES[game].sections)} for game in GAMES]
    return frozenset(set.union(*sections) - set.intersection(*sections))


def is_game(node: ast.expr) -> bool:
    """Whether an expression is the game of something: a field, a key or a variable of that name."""
    match node:
        case ast.Attribute(attr="game") | ast.Name(id="game") | ast.Subscript(slice=ast.Constant(value="game")):
            return True
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value="game"), *_]):
            return True
    return False


def texts(node: ast.expr) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def told_apart(node: ast.AST) -> Iterator[str]:
    """What treats one game or one sheet unlike another: its name in a condition, or a section that only some have."""
    match node:
        case ast.Compare(left=left, comparators=others):
            parts = [left, *others]
            said = [text for part in parts for text in texts(part)]
            if any(map(is_game, parts)) and [text for text in said if text not in ("", "game")]:
                yield ast.unparse(node)
            yield from (text for text in said if text in SHIPPED)
        case ast.Match(subject=subject) if is_game(subject):
            yield ast.unparse(subject)
        case ast.Subscript(value=ast.Dict(), slice=game) if is_game(game):
            yield ast.unparse(game)
        case ast.Call(func=ast.Attribute(value=game, attr="startswith" | "endswith" | "find")) if is_game(game):
            yield ast.unparse(game)
        case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[_, ast.Constant(value=str(name)), *_]):
            yield from {name} & own_sections()


def named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a module names a game or tells it from others: an import, a class, a text, a section, a condition."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=names):
                imported = [f"{module}.{name.name}" for name in names]
                yield from ((node.lineno, one) for one in imported if of_a_game(one))
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if of_a_game(name.name))
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in room_classes():
                yield node.lineno, name
            case ast.Constant(value=str(value)) if names_a_room(value):
                yield node.lineno, value
            case ast.Attribute(value=ast.Attribute(attr="rules"), attr=section) if section in own_sections():
                yield node.lineno, f"rules.{section}"
            case ast.Compare() | ast.Match() | ast.Subscript() | ast.Call():
                yield from ((node.lineno, told) for told in told_apart(node))


def shared() -> list[str]:
    return [name for name in modules() if not of_a_game(name) and name not in REGISTRIES]


def named_in(name: str) -> list[tuple[int, str]]:
    hands = HANDS.get(name, frozenset())
    return [(line, said) for line, said in named(modules()[name]) if said not in hands]


def test_nothing_outside_the_rooms_and_registries_names_a_game() -> None:
    found = {name: named_in(name) for name in shared()}
    assert {name: places for name, places in found.items() if places} == {}


def test_there_are_rooms_to_be_held_apart() -> None:
    rooms = [name for name in modules() if of_a_game(name)]
    assert {f"games/{game}/round.py" for game in GAMES} <= {*rooms}
    assert {"BlackjackRound", "HoldemRound"} <= room_classes()


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.games.blackjack import state",
        "from pitboss.games import holdem",
        "import pitboss.rules.holdem.sections",
        "if sheet.game == 'holdem': pass",
        "isinstance(rules, BlackjackRules)",
        "rules.HoldemRules",
        "WORDS = {'blackjack': 1}",
        "type(rules).__name__ == 'HoldemRules'",
        "import_module('pitboss.games.holdem')",
        "if sheet.game == 'black' + kind: pass",
        "if 'hold' in sheet.game: pass",
        "if posted.get('game') != 'other': pass",
        "if posted['game'] in ('a', 'b'): pass",
        "match sheet.game:\n  case _: pass",
        "{'a': 1}[sheet.game]",
        "sheet.game.startswith('black')",
        "if sheet.name == 'catfish-blackjack': pass",
        "sheet.rules.blind.pays",
        "hasattr(sheet.rules, 'surrender')",
    ],
)
def test_the_walk_sees_a_game_that_is_named(source: str) -> None:
    assert list(named(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "class BlackjackOverlooked: pass",
        "'a blackjack'",
        "from pitboss.hands import totals",
        "if one.game == other.game: pass",
        "ROOMS[sheet.game].felt",
        "if written.get('game', game) != game: pass",
        "load('catfish-blackjack')",
        "sheet.rules.table.minimum",
    ],
)
def test_the_walk_leaves_words_of_the_pit_alone(source: str) -> None:
    assert not list(named(ast.parse(source)))


def test_the_list_of_sheets_stands_once() -> None:
    """An example may name a sheet or two; whoever names more of them keeps a list."""
    listing = {
        name
        for name, tree in modules().items()
        if len({node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} & {*SHIPPED}) > 2
    }
    assert listing == {"sheets/__init__.py"}


def test_every_layer_has_a_room_for_every_game() -> None:
    registries = {
        match[1]
        for name in modules()
        for match in re.finditer(r'Rooms\[[^"]*\("pitboss\.([\w.]+)"\)', (PACKAGE / name).read_text(encoding="utf-8"))
    }
    assert len(registries) > 8
    for layer in registries:
        for game in GAMES:
            path = PACKAGE / layer.replace(".", "/") / game
            assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), path


# --- a game that was not there before ---------------------------------------------------------------------

COPIED, COPY = "crazy4", "copied4"
PLAYS_A_COPY = """
from pitboss.games.actions import PlaceBet, StartDeal
from pitboss.records import record_of, settle
from pitboss.rules import load
from pitboss.rules.placard import placard
from pitboss.service.games import FLOOR_GAMES
from pitboss.shoe.sources import SeededSource
from pitboss.table import Table
from pitboss.web.layouts import layout_of

sheet = load("copied-4-poker")
table = Table.open(sheet)[0].sit("Ann", 1)[0].prepare(SeededSource("7"))[0].start_round()[0]
for wager in ("ante", "super_bonus"):
    table = table.act(PlaceBet(spot=1, cents=500, wager=wager, player="Ann"))[0]
table = table.act(StartDeal())[0]
while table.round.question is not None:
    table = table.act(table.round.timeout_answer())[0]
assert settle(record_of(table.round)).net == table.round.net()
assert placard(sheet).parts and layout_of(sheet).wagers and FLOOR_GAMES[sheet.game].coach
print(sheet.game, type(table.round).__name__, table.round.net())
"""


def test_a_new_game_is_new_rooms_a_sheet_and_its_names_in_two_lists(tmp_path: Path) -> None:
    """The rooms of a game under another name are a game: a table of it is opened, dealt, settled and drawn."""
    package = tmp_path / "pitboss"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for room in sorted(path for path in package.rglob(f"*{COPIED}*") if COPIED in path.name):
        shutil.copytree(room, room.with_name(COPY)) if room.is_dir() else shutil.copy(
            room, room.with_name(room.name.replace(COPIED, COPY))
        )
    for path in [one for one in package.rglob("*.py") if COPY in one.relative_to(package).as_posix()]:
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(COPIED, COPY).replace(COPIED.capitalize(), COPY.capitalize()), encoding="utf-8")
    written = (package / "sheets" / "crazy-4-poker.toml").read_text(encoding="utf-8")
    (package / "sheets" / "copied-4-poker.toml").write_text(
        written.replace("crazy-4-poker", "copied-4-poker").replace(f'game = "{COPIED}"', f'game = "{COPY}"'),
        encoding="utf-8",
    )
    for listed, old, new in (("registry.py", COPIED, COPY), ("sheets/__init__.py", "crazy-4-poker", "copied-4-poker")):
        text = (package / listed).read_text(encoding="utf-8")
        (package / listed).write_text(text.replace(f'"{old}"', f'"{old}", "{new}"', 1), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PLAYS_A_COPY], env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith(f"{COPY} {COPY.capitalize()}Round "), done.stderr
