"""A claim can fail: change what carries a clause and see whether the tests that claim the clause notice.

    python scripts/mutate.py --sample 20 --seed 1
    python scripts/mutate.py --clause BJ-TRIPAY-2 --clause GC-OU-3
    python scripts/mutate.py --all

Every mutant is made in a copy of the tree under the system's temporary folder; the project is not touched.
A clause survives when no mutant of it makes a claiming test fail; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any

from pitboss.errors import PitbossError
from pitboss.money import Odds
from pitboss.options import Field
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.rules.register import code_of, tests_of

ROOT = Path(__file__).resolve().parent.parent
MOST_MUTANTS = 6
TESTS_FAILED = 1  # pytest's exit status; 2 and more mean that they did not run


# --- another value ----------------------------------------------------------------------------------------


def others(field: Field, value: Any) -> Iterator[Any]:
    """Other values that the declaration of a field allows, as a sheet writes them."""
    if isinstance(value, tuple):
        yield from _other_lists(field, value)
    elif field.values:
        yield from (other for other in field.values if other != value)
    elif isinstance(value, Odds):
        yield f"{value.pays + 1}:{value.per}"
    elif isinstance(value, Fraction):
        yield from (share for share in ("1/4", "0", "1/50", "1/2", "1") if Fraction(share) != value)
    elif isinstance(value, str):
        yield value + "!"
    elif field.writer(value) == value:
        yield from (value + 1, value - 1)
    else:  # cents: whatever step and limits stand around it, one of these fits
        amounts = (value * 2, value // 2, value + 100, value - 100, value + 10_000, 100, 50)
        yield from (field.writer(amount) for amount in amounts if 0 < amount != value)


def _other_lists(field: Field, value: tuple[Any, ...]) -> Iterator[list[Any]]:
    written = field.writer(value)
    if field.values or len(written) > 1:
        yield written[:-1]
        yield written[1:]
    yield from ([*written, other] for other in field.values if other not in value)
    if not field.values and value and isinstance(value[0], int):
        yield [*written[:-1], field.writer((value[-1] + 1,))[0]]
        yield [*written, field.writer((value[-1] * 2,))[0]]
    elif not field.values:
        yield []


COMPANIONS = {
    "shuffle.procedure": ["shuffle.grab_cards=26", "shuffle.grabs_min=5", "shuffle.grabs_max=7"],
    "bets.progressive.major.hand": ["bets.progressive.minor.hand=royal_flush"],
    "bets.progressive.minor.hand": ["bets.progressive.major.hand=straight_flush"],
}
"""What must be set with a value so that the sheet stays valid."""


def flip(sheet: Sheet, path: str) -> Sheet | None:
    """The sheet with this one value changed to another valid one, or None where there is no other."""
    for other in others(sheet.fields[path], sheet.values[path]):
        try:
            return load(sheet.name, sets=[*COMPANIONS.get(path, []), f"{path}={as_set(other)}"])
        except PitbossError:
            continue
    return None


def as_set(raw: Any) -> str:
    if isinstance(raw, list):
        return ",".join(map(as_set, raw))
    return str(raw).lower() if isinstance(raw, bool) else str(raw)


# --- mutants ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One file of the tree with one change in it."""

    path: Path
    text: str
    says: str


def mutants_of(clause: str, root: Path) -> Iterator[Mutant]:
    """The clause's sheet values first, then the lines of code that name it."""
    yield from _sheet_mutants(clause, root)
    yield from _code_mutants(clause, root)


def _sheet_mutants(clause: str, root: Path) -> Iterator[Mutant]:
    for name in SHIPPED:
        sheet = load(name)
        for path in sheet.sources:
            if clause in sheet.clauses(path) and clause.startswith(f"{sheet.document}-"):
                changed = flip(sheet, path)
                file = root / "src" / "pitboss" / "sheets" / f"{name}.toml"
                text = changed and with_value(file.read_text(encoding="utf-8"), path, changed.written(path))
                if text:
                    yield Mutant(file, text, f"{name}: {path} = {as_set(changed.written(path))}")  # type: ignore[union-attr]
                fixed = without_choice(file.read_text(encoding="utf-8"), path)
                if fixed:
                    yield Mutant(file, fixed, f"{name}: {path} leaves a house no choice")


def with_value(text: str, path: str, raw: Any) -> str | None:
    """The sheet's text with another value on one line; None where the value has several lines."""
    found = _line_of(text, path)
    return text[: found.start(2)] + json.dumps(raw) + text[found.end(2) :] if found else None


def without_choice(text: str, path: str) -> str | None:
    """The sheet's text with the value fixed by its clause; None where it is fixed already."""
    found = _line_of(text, path)
    if found is None or ", may = " not in found[3]:
        return None
    by, _, _ = found[3].partition(", may = ")
    return text[: found.start(3)] + by + " }" + text[found.end(3) :]


def _line_of(text: str, path: str) -> re.Match[str] | None:
    section, _, key = path.rpartition(".")
    head = re.search(rf"^\[{re.escape(section)}\]$", text, re.MULTILINE)
    if head is None:
        return None
    line = re.compile(rf"^({re.escape(key)} = \{{ is = )(.+?)(, by = .*\}})$", re.MULTILINE)
    following = re.search(r"^\[", text[head.end() :], re.MULTILINE)
    end = head.end() + following.start() if following else len(text)
    return line.search(text, head.end(), end)


def _code_mutants(clause: str, root: Path) -> Iterator[Mutant]:
    """Changes of the statement or function that a line naming the clause belongs to."""
    for place in code_of().get(clause, ()):
        name, _, number = place.rpartition(":")
        file = root / "src" / "pitboss" / name
        yield from code_mutants(file, int(number))


def code_mutants(file: Path, line: int) -> Iterator[Mutant]:
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    scope = _scope(tree, line)
    for node in ast.walk(scope):
        for before, after in _changes(node):
            row, start, stop = before
            lines = source.splitlines(keepends=True)
            old = lines[row - 1].encode()
            lines[row - 1] = (old[:start] + after.encode() + old[stop:]).decode()
            text = "".join(lines)
            if text != source:
                yield Mutant(file, text, f"{file.name}:{row}: {lines[row - 1].strip()}")


def _scope(tree: ast.Module, line: int) -> ast.AST:
    """The innermost function around the line, else the statement nearest to it, else the whole module."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if around:
        return around[-1]
    statements = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    after = [node for node in statements if (node.end_lineno or node.lineno) + 1 >= line > 1]
    return after[0] if after else tree


_OPPOSITE: dict[type, str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip

_Change = tuple[tuple[int, int, int], str]


def _changes(node: ast.AST) -> Iterator[_Change]:
    """Places (line, first byte, last byte) of one node and what to write there instead."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and node.left.lineno == node.comparators[0].lineno:
        span = (node.left.lineno, node.left.end_col_offset or 0, node.comparators[0].col_offset)
        yield span, f" {_OPPOSITE[type(node.ops[0])]} "
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        word, instead = ("not ", "") if isinstance(node.op, ast.Not) else ("-", "+")
        yield (node.lineno, node.col_offset, node.col_offset + len(word)), instead
    elif isinstance(node, ast.Constant) and node.lineno == node.end_lineno:
        span = (node.lineno, node.col_offset, node.end_col_offset or 0)
        if isinstance(node.value, bool):
            yield span, str(not node.value)
        elif isinstance(node.value, int):
            yield span, str(node.value + 1)


# --- running ----------------------------------------------------------------------------------------------


class Workshop:
    """A copy of the tree in which mutants are made, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        keep = shutil.ignore_patterns("__pycache__", ".venv", ".tools", ".git", ".*_cache", ".hypothesis")
        shutil.copytree(ROOT, self.root, ignore=keep)

    def killed(self, mutant: Mutant, tests: Iterable[str]) -> bool:
        """Whether one of the tests fails on the mutant; that the code no longer starts is no proof."""
        original = mutant.path.read_bytes()
        mutant.path.write_text(mutant.text, encoding="utf-8")
        try:
            return self.run(tests) == TESTS_FAILED
        finally:
            mutant.path.write_bytes(original)

    def run(self, tests: Iterable[str]) -> int:
        code = "import sys; sys.path.insert(0, 'src'); import pytest; sys.exit(pytest.main(sys.argv[1:]))"
        command = [sys.executable, "-B", "-c", code, "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
        return subprocess.run(command, cwd=self.root, capture_output=True, check=False).returncode


def survivors(clauses: Iterable[str], *, seed: str = "1", most: int = MOST_MUTANTS) -> dict[str, list[str]]:
    """The clauses of which no mutant was noticed, with the mutants tried; progress goes to stderr."""
    chosen = list(clauses)
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="pitboss-mutate-") as folder:
        shop = Workshop(Path(folder))
        claiming = sorted({test for clause in chosen for test in tests_of()[clause]})
        if shop.run(claiming) != 0:
            raise SystemExit("the tests fail on the unchanged tree: mend them first (or run `python3 dev.py proofs`)")
        began = monotonic()
        for number, clause in enumerate(chosen, 1):
            tried, noticed = _try(clause, shop, seed, most)
            if not noticed:
                found[clause] = tried
            left = (monotonic() - began) / number * (len(chosen) - number)
            verdict = "noticed" if noticed else f"SURVIVED {len(tried)} mutants" if tried else "NOTHING TO MUTATE"
            print(f"{number:4}/{len(chosen)}  {clause:14} {verdict}  ({left:.0f} s left)", file=sys.stderr, flush=True)
    return found


def _try(clause: str, shop: Workshop, seed: str, most: int) -> tuple[list[str], bool]:
    """The mutants tried until one was noticed, and whether one was; sheet values and code take turns."""
    chance = random.Random(f"{seed} {clause}")
    by_kind = [list(_sheet_mutants(clause, shop.root)), list(_code_mutants(clause, shop.root))]
    for kind in by_kind:
        chance.shuffle(kind)
    mutants = [mutant for pair in _turns(by_kind) for mutant in pair][:most]
    tests = tests_of()[clause]
    tried = []
    for mutant in mutants:
        tried.append(mutant.says)
        if shop.killed(mutant, tests):
            return tried, True
    return tried, False


def _turns(kinds: list[list[Mutant]]) -> Iterator[list[Mutant]]:
    for i in range(max(map(len, kinds), default=0)):
        yield [kind[i] for kind in kinds if i < len(kind)]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=20, help="how many covered clauses to try")
    parser.add_argument("--seed", default="1", help="the seed of the sample")
    parser.add_argument("--all", action="store_true", help="try every covered clause")
    parser.add_argument("--clause", action="append", help="try this clause; may be given again")
    asked = parser.parse_args(arguments)
    covered = sorted(tests_of())
    if asked.clause:
        unknown = [clause for clause in asked.clause if clause not in covered]
        if unknown:
            parser.error(f"no test claims {', '.join(unknown)}")
        chosen = asked.clause
    else:
        chosen = covered if asked.all else random.Random(asked.seed).sample(covered, min(asked.sample, len(covered)))
    found = survivors(chosen, seed=asked.seed)
    for clause, tried in found.items():
        print(f"{clause}: claimed by {', '.join(tests_of()[clause])}")
        print("".join(f"    survived {says}\n" for says in tried) or "    no value and no code carries it\n", end="")
    print(f"{len(chosen) - len(found)} of {len(chosen)} clauses are shown by tests that can fail")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
