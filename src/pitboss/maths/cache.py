"""Compiled kernels, kept from one start to the next.

numba looks only at the file a function stands in, and would go on using what it compiled before an edit in another.
So the folder it keeps its work in is named after all the sources that the kernel is made from: its own module, and what
that imports of this package, and so on.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any, Final, ParamSpec, TypeVar, cast

__all__ = [
    "BESIDE", "KERNELS", "SOURCES", "caches", "folder", "inlined", "kernel", "made_from", "mark_of", "part",
    "source_hash", "told",
]  # fmt: skip

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ("maths", "hands", "cards.py", "money.py")
"""The parts of the package that kernels are made from."""

IMPORT: Final = re.compile(rf"^[ \t]*from ({PACKAGE.name}[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
COMMENT: Final = re.compile(r"#.*")

UNUSED_DAYS: Final = 30
"""How long the folder of other sources is kept after its last use."""

KERNELS: Final[dict[str, Callable[[], object]]] = {}
"""By module and name, what compiles a kernel without a call; kernels of any signature need one."""
BESIDE: Final[dict[str, IO[str]]] = {}
"""Kernels that a second process compiles (:mod:`.ahead`), with what it writes: a line for each that is done."""
ONE_READER: Final = Lock()


def source_hash(package: Path = PACKAGE, parts: Sequence[str] = SOURCES) -> str:
    """A name for the sources as they are now: another after any edit."""
    digest = hashlib.sha256()
    for part in parts:
        path = package / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(f"{file.relative_to(package).as_posix()} {file.stat().st_size}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:20]


def made_from(module: str, package: Path = PACKAGE) -> tuple[str, ...]:
    """The files of the package that a module is made from: its own, and those it imports, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        file = _file(waiting.pop(), package)
        if file is not None and file not in found:
            found.add(file)
            waiting += imports_of((package / file).read_text(encoding="utf-8"))
    return tuple(sorted(found))


def _file(module: str, package: Path) -> str | None:
    """The file of a module of this package; what is imported from one may be a name in it or a module below it."""
    name, *path = module.split(".")
    if name != PACKAGE.name:
        return None
    for parts in (path, path[:-1]):
        for file in ("/".join(parts) + ".py", "/".join([*parts, "__init__.py"])):
            if (package / file).is_file():
                return file
    return None


def imports_of(source: str) -> list[str]:
    """What a source imports of this package; read as text, because Python's parser takes a second for them all.

    >>> imports_of("from pitboss.cards import RANKS as R, SUITS  # by value\\nfrom os import path")
    ['pitboss.cards.RANKS', 'pitboss.cards.SUITS']
    """
    statements = IMPORT.findall(COMMENT.sub("", source))
    listed = ((module, entry.split()) for module, names in statements for entry in names.strip("()").split(","))
    return [f"{module}.{words[0]}" for module, words in listed if words]


@functools.cache
def folder(module: str = "") -> Path:
    """Where this process keeps a module's compiled kernels: ``$PITBOSS_CACHE``, or where the system keeps such things.

    Without a module it is the folder that changes with any source.
    """
    try:
        home = caches() / "kernels"
        chosen = home / source_hash(parts=made_from(module) or SOURCES)
        chosen.mkdir(parents=True, exist_ok=True)
        os.utime(chosen)
        with tempfile.TemporaryFile(dir=chosen):
            pass
    except (OSError, RuntimeError):  # the second where the user has no home
        return for_this_process()
    forget_unused(home)
    return chosen


def for_this_process() -> Path:
    """Return a private temporary folder where the usual one cannot be used: code others could write must not run."""
    chosen = tempfile.mkdtemp(prefix="pitboss-kernels-")
    atexit.register(shutil.rmtree, chosen, ignore_errors=True)
    return Path(chosen)


def caches() -> Path:
    """The folder for what can be made again at any time."""
    if chosen := os.environ.get("PITBOSS_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pitboss"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "pitboss"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"


def forget_unused(home: Path) -> None:
    """Remove the folders of other sources that have not been used for a long time."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    for other in home.iterdir():
        with suppress(OSError):  # another process may be at it too
            if other.stat().st_mtime < oldest:
                shutil.rmtree(other)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A function for use inside kernels: it becomes part of each kernel that calls it.

    Tables are best read as globals of its module. An array that is handed from function to function has its references
    counted at every call, which costs more than a whole evaluation of a poker hand.
    """
    import numba  # takes half a second; callers who only ask for the folder need not wait for it

    return cast(Callable[P, R], numba.njit(inline="always")(function))


def part(function: Callable[P, R]) -> Callable[P, R]:
    """A function for use inside kernels that make no arrays: compiled once, then put in the place of every call.

    Where parts call parts this takes far less time to compile than :func:`inlined`, and runs as fast.
    """
    import numba

    options: dict[str, Any] = {"forceinline": True, "_nrt": False}
    return cast(Callable[P, R], numba.njit(**options)(function))


def kernel(*signatures: str, makes_arrays: bool = True) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function that Python calls and the machine runs, compiled by its first call and kept in :func:`folder`.

    It runs without the interpreter's lock. A kernel cannot be called from another; what they share is :func:`inlined`.
    In one that makes no arrays nobody counts references, so arrays may be handed from function to function.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        compiled: Callable[P, R] | None = None
        make = functools.partial(compile_kernel, function, signatures, makes_arrays=makes_arrays)
        if signatures:
            KERNELS[f"{function.__module__}.{function.__qualname__}"] = make

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal compiled
            if compiled is not None:
                return compiled(*args, **kwargs)
            with told(function.__module__, function.__qualname__):
                compiled = make()
                return compiled(*args, **kwargs)

        return call

    return decorate


def compile_kernel(
    function: Callable[P, R], signatures: tuple[str, ...], *, makes_arrays: bool = True
) -> Callable[P, R]:
    """Have numba compile a function, or take it from the folder; other users of numba keep their own folder."""
    import numba

    config: Any = numba.config
    if config.DISABLE_JIT:  # numba's own switch, to go through kernels as Python
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder(function.__module__))
    try:
        options: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": makes_arrays}
        compiled: Any = numba.njit(**options)(function)
        spare(compiled._cache)
        if signatures and not read_back(compiled, signatures, makes_arrays=makes_arrays):
            for signature in signatures:
                compiled.compile(signature)
            compiled.disable_compile()
        return cast(Callable[P, R], compiled)
    finally:
        config.CACHE_DIR = before


def spare(cache: Any) -> None:
    """Let no file of the folder keep a kernel from running: what cannot be read is compiled, and kept if it can be.

    Where the power fails while files are written they may be there and empty, at every start from then on.
    """
    read, write = getattr(cache, "_load_overload", None), getattr(cache, "_save_overload", None)
    if read is None or write is None:
        return

    def read_or_forget(*args: Any) -> Any:
        try:
            return read(*args)
        except Exception:  # whatever bytes that mean nothing lead to
            with suppress(OSError):
                cache.flush()
            return None

    def write_if_possible(*args: Any) -> None:
        with suppress(OSError):
            write(*args)

    cache._load_overload, cache._save_overload = read_or_forget, write_if_possible


def read_back(compiled: Any, signatures: tuple[str, ...], *, makes_arrays: bool) -> bool:
    """Return whether a kernel was found in the folder and is ready to be called.

    By itself numba first sets up all that compiling needs, for a quarter of a second. To be read, a kernel needs none
    of it but what arrays are made with. Where a version of numba keeps its files otherwise, it reads them by itself.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.runtime.nrt import rtsys

    read = getattr(compiled._cache, "_load_overload", None)
    if read is None:
        return False
    with global_compiler_lock:
        if makes_arrays:
            rtsys.initialize(compiled.targetctx)
        for signature in signatures:
            found = read(signature, compiled.targetctx)
            if found is None:
                return False
            compiled.add_overload(found)
    compiled.disable_compile()
    return True


@contextmanager
def told(module: str, name: str) -> Iterator[None]:
    """Say, once in a process, that a first use takes longer because it compiles."""
    mark = mark_of(module, name)
    if not mark.exists():
        say_once()
        wait_for(f"{module}.{name}")
    yield
    mark.touch()


def mark_of(module: str, name: str) -> Path:
    """The file that is there once a kernel was compiled."""
    return folder(module) / f"{module}.{name}.compiled"


def wait_for(kernel: str) -> None:
    """Wait for a kernel that a second process compiles, if it does."""
    with ONE_READER:
        while kernel in BESIDE:
            if done := BESIDE[kernel].readline().strip():
                del BESIDE[done]
            else:
                BESIDE.clear()  # it has ended


@functools.cache
def say_once() -> None:
    print("pitboss: compiling, which the first use on this machine needs ...", file=sys.stderr, flush=True)
