"""The list of slow tests names tests that there are, in order, each once."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINES = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").splitlines()
NAMED = [line for line in LINES if line and not line.startswith("#")]


def functions(path: Path) -> set[str]:
    """The tests of a file, those in classes by both names; a state machine's test is made when it is run."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for each in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        found |= {f"{each.name}::{node.name}" for node in each.body if isinstance(node, ast.FunctionDef)}
    machines = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    return found | {f"{name.id}::runTest" for name in machines if isinstance(name, ast.Name)}


def test_every_line_names_a_test_or_a_file() -> None:
    for line in NAMED:
        file, _, test = line.partition("::")
        assert (ROOT / file).is_file(), line
        assert not test or test.partition("[")[0] in functions(ROOT / file), line


def test_the_list_is_in_order_and_says_nothing_twice() -> None:
    assert sorted(set(NAMED)) == NAMED
    whole = {line for line in NAMED if "::" not in line}
    assert not [line for line in NAMED if "::" in line and line.partition("::")[0] in whole]
