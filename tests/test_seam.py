"""Outside the rooms of a game nothing names it: a new game is new rooms, and no edits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss.registry import GAMES
from pitboss.rules import SHIPPED

PACKAGE = Path(pitboss.__file__).parent
REGISTRIES = {"registry.py", "__init__.py", "envs/__init__.py"}
"""The list of games, the names that the package hands out, and the names of the environments."""


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


def named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a module names a game: by importing a room, by a class of one, or by its name as a text."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=names):
                imported = [f"{module}.{name.name}" for name in names]
                yield from ((node.lineno, one) for one in imported if of_a_game(one))
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if of_a_game(name.name))
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in room_classes():
                yield node.lineno, name
            case ast.Constant(value=str(value)) if value in GAMES:
                yield node.lineno, value


def shared() -> list[str]:
    return [name for name in modules() if not of_a_game(name) and name not in REGISTRIES]


def test_nothing_outside_the_rooms_and_registries_names_a_game() -> None:
    found = {name: list(named(modules()[name])) for name in shared()}
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
    ],
)
def test_the_walk_sees_a_game_that_is_named(source: str) -> None:
    assert list(named(ast.parse(source)))


@pytest.mark.parametrize(
    "source", ["class BlackjackOverlooked: pass", "'a blackjack'", "from pitboss.hands import totals"]
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
    assert listing == {"rules/load.py"}


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
