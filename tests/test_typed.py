"""What is read into types by several threads at once."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "pitboss"

AT_ONCE = """
import sys, threading, types
import msgspec
from pitboss.typed import noted

sys.setswitchinterval(1e-6)
module = sys.modules["fresh"] = types.ModuleType("fresh")
for number in range(400):
    exec('''
from msgspec import Struct

class Inner(Struct):
    a: int = 1
    b: "list[int]" = []
    c: "dict[str, int]" = {}

class Outer(Struct):
    p: "Inner"
    q: "Inner | None" = None
    r: "list[Inner]" = []
    s: "dict[str, Inner]" = {}
''', module.__dict__ | {"__name__": "fresh"}, module.__dict__)
    kind, ready, found = module.Outer, threading.Barrier(4), []

    def read():
        ready.wait()
        plain = {"p": {"a": 1, "b": [1]}, "q": {"a": 2}, "r": [{"a": 1}], "s": {"x": {"a": 1}}}
        found.append(msgspec.convert(plain, NOTED))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and found[0] == found[3], found
"""


def read_at_once(kind: str) -> int:
    """The status of a process whose threads read into fresh types at the same time."""
    code = AT_ONCE.replace("NOTED", kind)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode


def test_threads_that_read_into_a_fresh_type_at_once_all_get_it() -> None:
    assert read_at_once("noted(kind)") == 0


def typed_calls(tree: ast.AST) -> list[tuple[int, ast.expr]]:
    """What is read into, with its line, of every call of msgspec that is given a type."""
    found = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func)
        if not name.startswith("msgspec."):
            continue
        given = [one.value for one in call.keywords if one.arg == "type"]
        if name.endswith(("convert", "Decoder")):
            given += call.args[1:2] if name.endswith("convert") else call.args[:1]
        found += [(call.lineno, one) for one in given]
    return found


def test_nothing_is_read_into_a_type_that_was_not_noted() -> None:
    calls = {
        f"{path.relative_to(SOURCES)}:{line}": ast.unparse(kind)
        for path in sorted(SOURCES.rglob("*.py"))
        if path.name != "typed.py"
        for line, kind in typed_calls(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert len(calls) > 20
    assert {place: kind for place, kind in calls.items() if not kind.startswith("noted(")} == {}
