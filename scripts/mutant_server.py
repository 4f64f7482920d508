"""Tries mutants for `mutate.py`: a run of pytest that collects its tests once and forks for every mutant.

It is started in the copy of the tree. A request is a line of JSON on stdin, its answer a line of JSON on stdout.
"""

from __future__ import annotations

import ast
import builtins
import gc
import inspect
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from importlib.machinery import PathFinder, SourceFileLoader
from itertools import pairwise
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any, TextIO

import pytest

SURVIVED, KILLED, NOT_FOUND, TIMED_OUT = 0, 1, 2, 3
MEMORY = 8 << 30
MARK = "__reached__"


# --- what a test reaches ----------------------------------------------------------------------------------


class MarkingLoader(SourceFileLoader):
    """Loads a module of which every statement inside a function notes that it was reached."""

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:  # type: ignore[override]
        tree = ast.parse(data)
        file = os.path.relpath(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                mark_all(node, file)
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def mark_all(node: ast.AST, file: str) -> None:
    """Put a mark before every statement in the body of a function, and of what stands in it."""
    for name in ("body", "orelse", "finalbody"):
        inside = getattr(node, name, None)
        if isinstance(inside, list):
            marked: list[ast.stmt] = []
            for statement in inside:
                if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                    mark = ast.parse(f"{MARK}({f'{file}:{statement.lineno}'!r})").body[0]
                    marked.append(ast.copy_location(mark, statement))
                marked.append(statement)
                if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                    mark_all(statement, file)
            setattr(node, name, marked)
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        mark_all(part, file)


class MarkingFinder(PathFinder):
    """Finds the modules of the packages that are flipped."""

    packages: tuple[str, ...] = ()

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        if not f"{fullname}.".startswith(cls.packages):
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = MarkingLoader(fullname, spec.origin)
        return spec


def forget_results() -> None:
    """Empty what the project's functions remember, so that they are reached again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss."):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


# --- one mutant -------------------------------------------------------------------------------------------


def codes_of(source: str | bytes, path: str) -> dict[tuple[int, str], CodeType]:
    """The code of every function in a source, by its first line and name."""
    found: dict[tuple[int, str], CodeType] = {}
    left = [compile(source, path, "exec")]
    while left:
        inner = [const for const in left.pop().co_consts if isinstance(const, CodeType)]
        found |= {(code.co_firstlineno, code.co_name): code for code in inner}
        left += inner
    return found


def put_in(source: str | bytes, path: str, line: int | None = None) -> bool:
    """Give the functions of a module, or the one at a line, the code that they have in the source."""
    codes = codes_of(source, path)
    done = False
    for module in [module for module in list(sys.modules.values()) if getattr(module, "__file__", None) == path]:
        for function in functions_in(module):
            code = codes.get((function.__code__.co_firstlineno, function.__code__.co_name))
            if code is not None and line in (None, code.co_firstlineno):
                function.__code__ = code
                done = True
    return done


def unmark(packages: tuple[str, ...]) -> None:
    """Let the project's functions run as they are written, once it is known what they reach."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(packages) and module.__file__ is not None:
            put_in(Path(module.__file__).read_bytes(), module.__file__)


_WRAPPED = ("fget", "__func__", "func")
"""Where a property, a class method and a cached property keep their function."""


def functions_in(owner: Any) -> Iterator[FunctionType]:
    """The functions of a module or class, those under a decorator or in an inner class too."""
    for each in list(vars(owner).values()):
        each = next((inner for name in _WRAPPED if (inner := getattr(each, name, None))), each)
        each = inspect.unwrap(each) if callable(each) else each
        if isinstance(each, FunctionType):
            yield each
        elif isinstance(each, type) and each.__module__ == getattr(owner, "__module__", owner.__name__):
            yield from functions_in(each)


def limit(seconds: float) -> None:
    """End this process when it has used its processor time."""
    signal.signal(signal.SIGPROF, lambda *_: os._exit(TIMED_OUT))
    signal.setitimer(signal.ITIMER_PROF, seconds)


class Server:
    """Answers requests in place of the loop that would run the tests."""

    def __init__(self, requests: TextIO, answers: TextIO) -> None:
        self.requests, self.answers = requests, answers
        self.places: set[str] = set()
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()  # so that forks need not copy what they do not change
        for line in self.requests:
            request = json.loads(line)
            work = self.trace if "trace" in request else self.judge
            print(json.dumps(forked(work, items, request)), file=self.answers, flush=True)
            if "trace" in request:
                unmark(MarkingFinder.packages)
        return True

    def trace(self, items: dict[str, pytest.Item], request: dict[str, Any]) -> int:
        """Run every test, and write down what it reaches, how long it takes, and whether others work for it."""
        found: dict[str, Any] = {"collected": sorted(self.places), "tests": {}}
        file = ""
        for name, following in pairwise([*items, ""]):
            if file != (file := name.partition("::")[0]):
                forget_results()
            began, others = process_time(), time_of_others()
            self.places.clear()
            run(items, name, following)
            found["tests"][name] = [process_time() - began, sorted(self.places), time_of_others() > others]
        Path(request["trace"]).write_text(json.dumps(found), encoding="utf-8")
        return KILLED if self.failed else SURVIVED

    def judge(self, items: dict[str, pytest.Item], request: dict[str, Any]) -> int:
        """Put the mutant in and run its tests until one fails."""
        if not put_in(request["source"], os.path.abspath(request["file"]), request["line"]):
            return NOT_FOUND
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        forget_results()
        tests: dict[str, float] = request["tests"]
        for name, following in pairwise([*tests, ""]):
            limit(5 + 20 * tests[name])
            run(items, name, following)
            if self.failed:
                return KILLED
        return SURVIVED


def time_of_others() -> float:
    """The processor time of the processes that this one has started."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def run(items: dict[str, pytest.Item], name: str, following: str) -> None:
    item = items[name]
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=items.get(following))


def forked(work: Callable[[dict[str, pytest.Item], dict[str, Any]], int], *given: dict[str, Any]) -> int:
    """What the work returns in a process of its own."""
    child = os.fork()
    if child == 0:
        status = KILLED
        try:
            status = work(*given)
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(ended)


def main(packages: str, arguments: list[str]) -> None:
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(quiet, stream)
    sys.path.insert(0, str(Path("src").absolute()))
    server = Server(requests, answers)
    setattr(builtins, MARK, server.places.add)
    MarkingFinder.packages = tuple(f"pitboss.{package}." for package in packages.split(","))
    sys.meta_path.insert(0, MarkingFinder)
    sys.exit(pytest.main(arguments, plugins=[server]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
