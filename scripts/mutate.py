"""A claim can fail: change what carries a clause and see whether the tests that claim the clause notice.

    python scripts/mutate.py --sample 20 --seed 1
    python scripts/mutate.py --clause BJ-TRIPAY-2 --clause GC-OU-3
    python scripts/mutate.py --all
    python scripts/mutate.py --code --sample 100 --seed 7

Every mutant is made in a copy of the tree under the system's temporary folder; the project is not touched.
A clause survives when no mutant of it makes a claiming test fail; the exit status is then 1. With --code, random
comparisons, conditions, operators and constants of the engine are flipped one at a time, and those that none of its
quick tests notices survive. A flip with which a module cannot be imported is replaced by another.
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
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, takewhile, zip_longest
from pathlib import Path
from time import monotonic
from typing import Any

from pitboss.errors import PitbossError
from pitboss.money import Odds
from pitboss.options import Field
from pitboss.registry import GAMES
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.rules.register import code_of, tests_of

ROOT = Path(__file__).resolve().parent.parent
MOST_MUTANTS = 6
PLAIN = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
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
        yield [] if value else [9, 10, 11]


COMPANIONS = {
    "shuffle.procedure": ["shuffle.grab_cards=26", "shuffle.grabs_min=5", "shuffle.grabs_max=7"],
    "deal.blackjack_takes": ["deal.peek_on_ten=false"],
    "double.redoubles": ["double.redouble=true"],
    "bonus.split_hands": ["bonus.suited_blackjack=5:1"],
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
    line: int = 0


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


def _point_mutants(clause: str, root: Path) -> Iterator[Mutant]:
    """Changes where the engine cites the clause by a point of procedure, or opens the irregularity it is about."""
    for name in SHIPPED:
        sheet = load(name)
        points = [point for point, clauses in sheet.points.items() if clause in clauses]
        words = {f'"{word}"' for point in points for word in (point, re.sub(r"^(shoe\.|irregular_)", "", point))}
        if clause.startswith(f"{sheet.document}-"):
            for file, line in _lines_with(words, root / "src" / "pitboss", sheet.game):
                yield from code_mutants(file, line)


def _lines_with(words: set[str], package: Path, game: str) -> Iterator[tuple[Path, int]]:
    """Where one of these words stands in the shoe, or in the rooms of the game's round and what they share."""
    for part in ("games", "shoe", "table"):
        for file in sorted((package / part).rglob("*.py")):
            room = file.relative_to(package / part).parts[0]
            if part == "games" and room in GAMES and room != game:
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if any(word in line for word in words):
                    yield file, number


_KINDS = (_sheet_mutants, _code_mutants, _point_mutants)

_OTHER_WORDS = ((" and ", " or "), (" or ", " and "), (" over ", " under "), (" under ", " over "), ("not ", ""))


def declared_mutants(file: Path, line: int) -> Iterator[Mutant]:
    """The patterns of a declared side bet below the comment that names the clause, with one word of each changed."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    for at in takewhile(lambda number: not lines[number].startswith("#"), range(line, len(lines))):
        for was, now in _OTHER_WORDS:
            if ' = "' in lines[at] and was in lines[at]:
                changed = lines[at].replace(was, now, 1)
                says = f"{file.name}:{at + 1}: {changed.strip()}"
                yield Mutant(file, "".join((*lines[:at], changed, *lines[at + 1 :])), says, at + 1)


def code_mutants(file: Path, line: int) -> Iterator[Mutant]:
    if file.suffix == ".toml":
        yield from declared_mutants(file, line)
        return
    source = file.read_bytes()
    yield from flips(file, source, _scope(ast.parse(source), line))


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


# --- flips ------------------------------------------------------------------------------------------------

_INSTEAD: dict[type, tuple[str, ...]] = {
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Lt: ("<", ">=", "<="), ast.LtE: ("<=", ">", "<"),
    ast.Gt: (">", "<=", ">="), ast.GtE: (">=", "<", ">"), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.And: ("and", "or"), ast.Or: ("or", "and"),
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "//"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//"),
}  # fmt: skip
"""How an operator is written, and what is written instead."""

_Change = tuple[int, int, str]
"""First byte, last byte, and what to write there instead."""


def flips(file: Path, source: bytes, scope: ast.AST) -> Iterator[Mutant]:
    """Every change of one comparison, condition, operator or constant that can change what the code does."""
    starts = [0, *(at + 1 for at, byte in enumerate(source) if byte == ord("\n"))]
    for node in _deciding(scope):
        for start, stop, after in _changes(node, source, starts):
            text = (source[:start] + after.encode() + source[stop:]).decode()
            row = source.count(b"\n", 0, start) + 1
            old, new = source.decode().splitlines()[row - 1].strip(), text.splitlines()[row - 1].strip()
            place = "/".join(file.parts[file.parts.index("pitboss") + 1 :]) if "pitboss" in file.parts else file.name
            yield Mutant(file, text, f"{place}:{row}: {old}  ->  {new}", row)


def _deciding(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide something: no annotations, docstrings, texts, assertions or reasons of errors."""
    if isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)) or _is_declaration(node):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _deciding(child)


def _is_declaration(node: ast.AST) -> bool:
    """Whether this is written for readers and type checkers: `__all__`, `if TYPE_CHECKING`, `zip(strict=True)`."""
    match node:
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.keyword(arg="strict" | "maxsize") | ast.Subscript(value=ast.Name(id="Literal")):
            return True
    return False


def _changes(node: ast.AST, source: bytes, starts: list[int]) -> Iterator[_Change]:
    def begin(at: ast.AST) -> int:
        return starts[at.lineno - 1] + at.col_offset  # type: ignore[attr-defined]

    def end(at: ast.AST) -> int:
        return starts[at.end_lineno - 1] + at.end_col_offset  # type: ignore[attr-defined]

    for left, operator, right in _operators(node):
        written, *others = _INSTEAD.get(type(operator), ("",))
        at = source.find(written.encode(), end(left), begin(right))
        yield from ((at, at + len(written), other) for other in others)
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield begin(node), begin(node) + len("not "), ""
        case ast.UnaryOp(op=ast.USub()):
            yield begin(node), begin(node) + 1, "+"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if isinstance(
            test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
        ):
            yield begin(test), begin(test), "not "
        case ast.Constant(value=bool()):
            yield begin(node), end(node), str(not node.value)
        case ast.Constant(value=int()):
            yield from ((begin(node), end(node), str(other)) for other in (node.value + 1, node.value - 1))
        case ast.Compare(comparators=[ast.Constant(value=str()) as word]):
            yield end(word) - 1, end(word) - 1, "!"


def _operators(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, ast.AST]]:
    """Each operator of a node with what stands left and right of it."""
    match node:
        case ast.Compare():
            yield from zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
        case ast.BoolOp():
            yield from ((left, node.op, right) for left, right in pairwise(node.values))
        case ast.BinOp():
            yield node.left, node.op, node.right
        case ast.AugAssign():
            yield node.target, node.op, node.value


# --- running ----------------------------------------------------------------------------------------------


class Workshop:
    """A copy of the tree in which mutants are made, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        keep = shutil.ignore_patterns("__pycache__", ".venv", ".tools", ".git", ".*_cache", ".hypothesis")
        shutil.copytree(ROOT, self.root, ignore=keep)

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """The copy with the mutant in it."""
        original = mutant.path.read_bytes()
        mutant.path.write_text(mutant.text, encoding="utf-8")
        try:
            yield
        finally:
            mutant.path.write_bytes(original)

    def killed(self, mutant: Mutant, tests: Iterable[str]) -> bool:
        """Whether one of the tests fails on the mutant; that the code no longer starts is no proof."""
        with self.changed(mutant):
            return self.run(tests) == TESTS_FAILED

    def run(self, tests: Iterable[str]) -> int:
        return self.python("import pytest; sys.exit(pytest.main(sys.argv[1:]))", "-x", *PLAIN, *tests)

    def python(self, code: str, *arguments: str) -> int:
        """The exit status of a line of Python that imports the project from the copy."""
        command = [sys.executable, "-B", "-c", f"import sys; sys.path.insert(0, 'src'); {code}", *arguments]
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
    """The mutants tried until one was noticed, and whether one was; sheet values, code and points take turns."""
    chance = random.Random(f"{seed} {clause}")
    by_kind = [list(kind(clause, shop.root)) for kind in _KINDS]
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


# --- flips of code ----------------------------------------------------------------------------------------

PACKAGES = ("games", "bets", "hands", "progressive", "table", "ledger", "shoe", "rules")
ENGINE_TESTS = (
    "tests/bets", "tests/blackjack", "tests/crazy4", "tests/holdem", "tests/records", "tests/shoe", "tests/enumeration",
    "tests/service/test_link_orders.py", "tests/cli/test_sheet_tools.py",
    *(f"tests/test_{name}.py" for name in (
        "action_words", "bets", "conservation", "flips", "four_cards", "fuzz", "hands", "ledger", "library",
        "offer_facts", "options", "placard", "poker", "progressive", "records", "register", "settle", "sheet_edges",
        "sheet_editing", "sheets", "state_machine", "table", "table_edges", "values",
    )),
    *(f"src/pitboss/{package}" for package in PACKAGES),
)  # fmt: skip
"""The tests of the engine; those that are slow are left out."""
QUICK = ("-m", "not slow", "--hypothesis-seed=1")
FIRST = 200
"""How many tests that reach a function are tried before all others."""
NEAR = 8
"""How many files of tests that reach a module are tried before all others."""

SURVIVED, KILLED, STILLBORN, TIMED_OUT = "SURVIVED", "killed", "stillborn", "timed out"
VERDICTS = {0: SURVIVED, 1: KILLED, 3: TIMED_OUT}
NOT_FOUND = 2
"""The server's answer where it does not know the function that a flip is in."""


class Judge:
    """Knows what each test reaches, and lets the tests say what they notice.

    A flip inside a function is put into a process that has collected the tests; one outside of functions, or one
    that takes part in the collection, is written into the copy and tried by a run of its own. So is one that nobody
    noticed, by the files whose tests reach its module: the process remembers what it has read and worked out before.
    Tests that have other processes work for them are left out: those import the project as it is installed, not the
    copy.
    """

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        server = str(Path(__file__).with_name("mutant_server.py"))
        command = [sys.executable, server, ",".join(PACKAGES), *QUICK, *PLAIN, *ENGINE_TESTS]
        pipe = subprocess.PIPE
        self.server = subprocess.Popen(command, cwd=shop.root, stdin=pipe, stdout=pipe, encoding="utf-8")
        to = shop.root.parent / "traced.json"
        if self.ask({"trace": str(to)}) != 0:
            raise SystemExit("the tests fail on the unchanged tree: mend them first")
        found = json.loads(to.read_text(encoding="utf-8"))
        self.collected = frozenset(found["collected"])
        tests = {test: (seconds, places) for test, (seconds, places, others) in found["tests"].items() if not others}
        self.elsewhere = [f"--deselect={test}" for test in found["tests"] if test not in tests]
        self.seconds = {test: seconds for test, (seconds, _) in tests.items()}
        self.files: dict[str, float] = {}
        for test, seconds in self.seconds.items():
            self.files[_file(test)] = self.files.get(_file(test), 0) + seconds
        self.breadth = {test: len(places) for test, (_, places) in tests.items()}
        self.reaching: dict[str, list[str]] = {}
        for test, (_, places) in tests.items():
            for place in places:
                self.reaching.setdefault(place, []).append(test)

    def ask(self, request: dict[str, Any]) -> int:
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        print(json.dumps(request), file=self.server.stdin, flush=True)
        return int(json.loads(self.server.stdout.readline() or "1"))

    def end(self) -> None:
        self.server.communicate()

    def verdict(self, mutant: Mutant) -> str:
        """What the tests say of a mutant; it is stillborn where its module cannot be imported."""
        file = mutant.path.relative_to(self.shop.root).as_posix()
        function, statement = _around(ast.parse(mutant.path.read_bytes()), mutant.line)
        place = f"{file}:{statement}"
        if function:
            tests = {test: self.seconds[test] for test in self._order(self.reaching.get(place, []))}
            status = self.ask({"file": file, "source": mutant.text, "line": function, "tests": tests})
            if status not in (0, NOT_FOUND):
                return VERDICTS.get(status, KILLED)
            if status == 0 and place not in self.collected:
                with self.shop.changed(mutant):
                    return KILLED if self.shop.run([*QUICK, *self.elsewhere, *self._near(file)]) != 0 else SURVIVED
        with self.shop.changed(mutant):
            return self._by_itself(file)

    def _near(self, file: str) -> list[str]:
        """The files whose tests reach a module, nearest first."""
        reaching = [tests for place, tests in self.reaching.items() if place.startswith(f"{file}:")]
        return list(dict.fromkeys(map(_file, self._order([test for tests in reaching for test in tests]))))

    def _by_itself(self, file: str) -> str:
        """Try what is written in the copy now: by the tests of the module, then by the others, quick ones first."""
        module = ".".join(Path(file).relative_to("src").with_suffix("").parts).removesuffix(".__init__")
        if self.shop.python(f"import {module}") != 0:
            return STILLBORN
        files = dict.fromkeys([*self._near(file)[:NEAR], *sorted(self.files, key=self.files.__getitem__)])
        return KILLED if self.shop.run([*QUICK, *self.elsewhere, *files]) != 0 else SURVIVED

    def _order(self, reaching: Iterable[str]) -> list[str]:
        """Tests that reach a place: first one of each file, those that reach little else; then all of their files."""
        near = sorted(set(reaching), key=lambda test: (self.breadth[test], self.seconds[test], test))
        by_file: dict[str, list[str]] = {}
        for test in near:
            by_file.setdefault(_file(test), []).append(test)
        turns = [test for turn in zip_longest(*by_file.values()) for test in turn if test]
        beside = (test for test in self.seconds if _file(test) in by_file)
        rest = sorted({*near, *beside}, key=lambda test: (_file(test), test))
        return list(dict.fromkeys([*turns[:FIRST], *rest]))


def _file(test: str) -> str:
    return test.partition("::")[0]


def _around(tree: ast.Module, line: int) -> tuple[int, int]:
    """The first lines of the outermost function around a line, decorators included, and of the innermost statement.

    Both are 0 outside of functions.
    """
    function = statement = 0
    for node in ast.walk(tree):  # from the outside in
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            if function:
                statement = node.lineno
            elif isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line:
                function = min(each.lineno for each in [node, *node.decorator_list])
    return function, statement


def every_flip(root: Path) -> list[Mutant]:
    """Every flip of the engine's packages in a tree."""
    files = [file for package in PACKAGES for file in sorted((root / "src" / "pitboss" / package).rglob("*.py"))]
    return [mutant for file in files for mutant in flips(file, file.read_bytes(), ast.parse(file.read_bytes()))]


def judge_flips(sample: int, seed: str, only: str) -> int:
    """Judge a random sample of flips, print each, and return how many survived."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="pitboss-mutate-") as folder:
        shop = Workshop(Path(folder))
        every = [mutant for mutant in every_flip(shop.root) if only in mutant.says]
        random.Random(seed).shuffle(every)
        judge = Judge(shop)
        for mutant in every:
            if counts.total() - counts[STILLBORN] == sample:
                break
            began = monotonic()
            verdict = judge.verdict(mutant)
            counts[verdict] += 1
            number = counts.total() - counts[STILLBORN]
            print(f"{number:4}/{sample}  {verdict:9} {mutant.says}  ({monotonic() - began:.1f} s)", flush=True)
        judge.end()
    print(f"of {len(every)} flips: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return counts[SURVIVED]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=20, help="how many covered clauses to try")
    parser.add_argument("--seed", default="1", help="the seed of the sample")
    parser.add_argument("--all", action="store_true", help="try every covered clause")
    parser.add_argument("--clause", action="append", help="try this clause; may be given again")
    parser.add_argument(
        "--code", action="store_true", help="flip code of the engine anywhere; --sample flips are tried"
    )
    parser.add_argument("--only", default="", help="with --code: only flips whose line in the report has this in it")
    asked = parser.parse_args(arguments)
    if asked.code:
        return 1 if judge_flips(asked.sample, asked.seed, asked.only) else 0
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
