"""What `pitboss doctor` looks at: each check is a line with its level and, where it is not well, what to do next."""

from __future__ import annotations

import ast
import functools
import os
import platform
import re
import shutil
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.extras import EXTRAS, how_to_install, missing, program_hash

if TYPE_CHECKING:
    from pitboss.store.inspection import DatabaseStatus

__all__ = ["Check", "Level", "check_all"]

Level = Literal["ok", "warning", "trouble"]

OLDEST_PYTHON: Final = (3, 11)
LITTLE_BYTES: Final = 1 << 30
"""Free disk below this is a warning."""
NO_BYTES: Final = 100 << 20
"""And below this trouble: the log stops when the disk is full."""
BEHIND_MS: Final = 2_000
"""How far two good clocks may be apart."""
EARLIEST_MS: Final = 1_735_689_600_000  # 2025: a clock before that was never set
_KEYS: Final = ("seal.key", "sign.key")
_FOR_OTHERS: Final = 0o077


@dataclass(frozen=True)
class Check:
    """One line of the list."""

    name: str
    level: Level
    says: str
    todo: str = ""


def check_all(home: Path | None, database: str | None, *, now: int | None = None) -> list[Check]:
    """Everything, in the order in which one thing needs another; nothing is made or changed."""
    floor = () if missing("serve") else _floor(home, database, time.time_ns() // 1_000_000 if now is None else now)
    return [*_program(), *_sheets(), *floor, _kernels(), _results(), _chromium()]


def _floor(home: Path | None, database: str | None, now: int) -> Iterator[Check]:
    from pitboss.web.settings import Settings

    settings = Settings.of(home=home, database=database)
    seen, reached = _reached(settings.database)
    yield from (_home(settings.home), _keys(settings.home / "keys", seen), _disk(settings.home), reached)
    if seen is not None and seen.found:
        yield from (_tables(seen), _clock(seen, now))
        if seen.delivery is not None:
            yield _delivery(seen.delivery)
        if seen.kind == "SQLite":
            yield _file(Path(seen.place))


# --- the program ------------------------------------------------------------------------------------------


def _program() -> Iterator[Check]:
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}, {sys.executable}"
    old = sys.version_info[:2] < OLDEST_PYTHON
    wanted = ".".join(map(str, OLDEST_PYTHON))
    yield Check("python", "trouble" if old else "ok", found, f"use Python {wanted} or later" if old else "")
    yield Check("pitboss", "ok", f"{__version__}, {Path(__file__).parent.parent}, files {program_hash()}")
    versions = _versions("")
    absent = [name for name, version in versions.items() if not version]
    if absent:
        yield Check("packages", "trouble", f"missing: {', '.join(absent)}", "install Pitboss again")
    else:
        yield Check("packages", "ok", _listed(versions))
    yield from map(_extra, EXTRAS)


def _extra(name: str) -> Check:
    """An extra that is not installed is a choice, and no trouble."""
    if absent := missing(name):
        return Check("extra", "ok", f"{name}: not installed (no {', '.join(absent)})", how_to_install(name))
    return Check("extra", "ok", f"{name}: {_listed(_versions(name))}")


def _versions(extra: str) -> dict[str, str]:
    """The packages of an extra, or of the plain program, as its own description names them; "" where one is missing."""
    found: dict[str, str] = {}
    for requirement in metadata.requires("pitboss-tables") or ():
        name, marker = re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0], requirement.partition(";")[2]
        if extra == "".join(re.findall(r"extra == ['\"]([\w-]+)", marker)):
            try:
                found[name] = metadata.version(name)
            except metadata.PackageNotFoundError:
                found[name] = ""
    return found


def _listed(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items() if version)


def _sheets() -> Iterator[Check]:
    from pitboss.rules import SHIPPED, load
    from pitboss.rules.register import clauses_of

    for name in SHIPPED:
        try:
            sheet = load(name)
            rules = f"{name} version {sheet.version}, hash {sheet.hash[:12]}, {len(clauses_of(sheet.document))} clauses"
            yield Check("sheet", "ok", rules)
        except (PitbossError, OSError) as error:
            yield Check(
                "sheet", "trouble", f"{name}: {_line(error)}", "install Pitboss again: a shipped file is damaged"
            )


# --- the floor --------------------------------------------------------------------------------------------


def _home(home: Path) -> Check:
    where = str(home.absolute())
    if not home.exists():
        if not os.access(_nearest(home), os.W_OK):
            return Check("home", "trouble", f"{where} cannot be made", "give --home, or permission to write there")
        return Check("home", "ok", f"{where} is not there yet; `pitboss serve` makes it")
    if not home.is_dir() or not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        return Check("home", "trouble", f"{where} cannot be written", "give --home, or permission to write there")
    return Check("home", "ok", where)


def _keys(folder: Path, seen: DatabaseStatus | None) -> Check:
    """The keys are there, are keys, and are their owner's alone; a floor that cannot be reached may need them."""
    absent = [name for name in _KEYS if not (folder / name).is_file()]
    if len(absent) == len(_KEYS) and seen is not None and not seen.entries:
        return Check("keys", "ok", f"none in {folder} yet; the first start makes them")
    if absent:
        return Check(
            "keys",
            "trouble",
            f"{folder} lacks {', '.join(absent)}",
            "put the floor's own back before any start: new ones would open nothing that is sealed",
        )
    try:
        cut = [name for name in _KEYS if len((folder / name).read_bytes()) != 32]
    except OSError as error:
        return Check("keys", "trouble", f"{folder} cannot be read: {error.strerror}", "run as the owner of the home")
    if cut:
        return Check("keys", "trouble", f"{cut[0]} has not 32 bytes", "put the floor's own back from where you keep it")
    if shown := [path for path in (folder, *(folder / name for name in _KEYS)) if _others_read(path)]:
        says = f"{shown[0]} can be read by others: who has it and the log reads undealt shoes"
        return Check("keys", "trouble", says, f"chmod -R go= {folder}")
    if seen is not None and seen.signed_by and seen.signed_by != _public(folder):
        says = f"those in {folder} are another floor's: this one signs with {seen.signed_by}"
        return Check("keys", "trouble", says, "put the floor's own back before any start")
    return Check("keys", "ok", f"in {folder}, for their owner alone")


def _public(folder: Path) -> str:
    from pitboss.service.operations.backup_keys import kept_in

    return kept_in(folder).keys().public.hex()


def _others_read(path: Path) -> bool:
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & _FOR_OTHERS)


def _disk(home: Path) -> Check:
    free = shutil.disk_usage(_nearest(home)).free
    says = f"{_size(free)} free for {home.absolute()}"
    if free < NO_BYTES:
        return Check("disk", "trouble", says, "make room: nothing is taken when the disk is full")
    if free < LITTLE_BYTES:
        return Check("disk", "warning", says, "make room soon")
    return Check("disk", "ok", says)


def _reached(database: str) -> tuple[DatabaseStatus | None, Check]:
    from pitboss.store.inspection import look

    try:
        seen = look(database)
    except PitbossError as error:
        return None, Check("database", "trouble", _line(error), "start it, correct --database, or restore a backup")
    if not seen.found:
        return seen, Check("database", "ok", f"no {seen.kind} file at {seen.place} yet; `pitboss serve` makes it")
    if seen.revision is None:
        return seen, Check("database", "ok", f"{seen.kind} at {seen.place} answers and has no floor yet")
    log = f"{seen.entries:,} entries in {seen.streams:,} streams" if seen.at_head else "not looked into"
    return seen, Check("database", "ok", f"{seen.kind} at {seen.place} answers: {log}")


def _tables(seen: DatabaseStatus) -> Check:
    from pitboss.store.schema import REVISION

    if seen.revision is None:
        return Check("migrations", "ok", f"none taken yet; `pitboss serve` takes them up to {REVISION}")
    if not seen.known:
        return Check(
            "migrations", "trouble", f"the tables are of a newer Pitboss ({seen.revision}; this one knows {REVISION})",
            "update Pitboss, or use another database",
        )  # fmt: skip
    if not seen.at_head:
        return Check(
            "migrations", "warning", f"the tables stand at {seen.revision}, the program at {REVISION}",
            "make a backup, then start the server: it takes the missing steps",
        )  # fmt: skip
    return Check("migrations", "ok", f"at the last step, {REVISION}")


def _clock(seen: DatabaseStatus, now: int) -> Check:
    """A log never goes back in time, and neither may the clock."""
    says = f"{_time(now)} here"
    if now < EARLIEST_MS:
        return Check("clock", "trouble", f"{says}: it was never set", "set the clock (chrony, systemd-timesyncd)")
    if seen.last_at > now + BEHIND_MS:
        return Check(
            "clock", "warning", f"{says}, {(seen.last_at - now) / 1000:,.0f} s behind the last entry of the log",
            "set the clock before you serve: what is dealt now would be older than what was",
        )  # fmt: skip
    return Check("clock", "ok", says + (f", after the last entry ({_time(seen.last_at)})" if seen.last_at else ""))


def _delivery(told: Mapping[str, Any]) -> Check:
    """Whether the codes of checkpoints get where the house wants them."""
    so_far = f"checkpoints up to {told['number']} are at {told['to']}"
    if not told["trouble"]:
        return Check("checkpoints", "ok", so_far)
    says = f"{so_far}; later ones do not get there since {_time(told['since'])}: {told['trouble']}"
    return Check("checkpoints", "warning", says, "put it right there; the server tries again by itself")


def _file(path: Path) -> Check:
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        return Check("file", "trouble", f"{path} or its folder cannot be written", "run as the owner of the home")
    if _others_read(path):
        return Check(
            "file", "warning", f"{path} can be read by others: it holds the hashes of passwords", f"chmod go= {path}"
        )
    parts = (path, path.with_name(f"{path.name}-wal"))  # what was written last may still lie beside the file
    size = sum(part.stat().st_size for part in parts if part.exists())
    return Check("file", "ok", f"{_size(size)}, for its owner alone")


# --- what is kept to be quick, and what some commands need ----------------------------------------------------


def _kernels() -> Check:
    from pitboss.maths.cache import caches

    try:
        home = caches() / "kernels"
    except RuntimeError:
        return Check("kernels", "warning", "nowhere to keep what is compiled", "set PITBOSS_CACHE to a folder")
    if not os.access(_nearest(home), os.W_OK):
        return Check("kernels", "warning", f"{home} cannot be written: every start compiles anew", "set PITBOSS_CACHE")
    every = _kernel_names()
    done = sum((home / _version(module) / f"{module}.{name}.compiled").exists() for module, name in every)
    rest = "" if done else "; the first use of each compiles it"
    return Check("kernels", "ok", f"{done} of {len(every)} compiled, {_size(_folder_size(home))} in {home}{rest}")


@functools.cache
def _version(module: str) -> str:
    """The name of a module's sources as they are now."""
    from pitboss.maths.cache import SOURCES, made_from, source_hash

    return source_hash(parts=made_from(module) or SOURCES)


@functools.cache
def _kernel_names() -> tuple[tuple[str, str], ...]:
    """The module and name of everything that is compiled."""
    package = Path(__file__).parent.parent
    found: list[tuple[str, str]] = []
    for path in sorted((package / "maths").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "@kernel" not in text:
            continue
        module = ".".join(("pitboss", *path.relative_to(package).with_suffix("").parts))
        functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
        found += [(module, node.name) for node in functions if any(map(_is_kernel, node.decorator_list))]
    return tuple(found)


def _is_kernel(mark: ast.expr) -> bool:
    return isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "kernel"


def _results() -> Check:
    from pitboss.maths.cache import caches
    from pitboss.maths.results import MOST_BYTES

    try:
        home = caches() / "results"
    except RuntimeError:
        return Check("results", "warning", "nowhere to keep results", "set PITBOSS_CACHE to a folder")
    count = sum(1 for _ in home.glob("*.json")) if home.is_dir() else 0
    return Check("results", "ok", f"{count} kept, {_size(_folder_size(home))} of at most {_size(MOST_BYTES)} in {home}")


def _chromium() -> Check:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return Check("chromium", "ok", found or "not here; only the tests in a browser want it")


# --- words ------------------------------------------------------------------------------------------------


def _nearest(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    found = path.absolute()
    while not found.is_dir():
        found = found.parent
    return found


def _folder_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0


def _size(octets: int) -> str:
    """
    >>> _size(1536), _size(3 << 30)
    ('1.5 KiB', '3.0 GiB')
    """
    power = min(max(int(octets).bit_length() - 1, 0) // 10, 4)
    if not power:
        return f"{octets} bytes"
    return f"{octets / (1 << 10 * power):.1f} {('KiB', 'MiB', 'GiB', 'TiB')[power - 1]}"


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
