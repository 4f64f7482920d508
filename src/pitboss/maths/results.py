"""Results that took long, kept on disk from one run to the next.

A result is kept under what it is the result of (the hash of the sheet's values, stakes, cards) and under a hash of
every source that can have a part in it, so that an edit of the program never shows an old figure. What cannot be read,
or was not written whole, counts as not there; where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss.maths.cache import SOURCES, caches, source_hash

__all__ = ["MOST_BYTES", "keep", "pack", "recall", "unpack"]

RULES: Final = ("bets", "games", "options.py", "progressive", "rules", "shoe")
"""The parts of the package that decide a result, beside those that kernels are made from."""
MOST_BYTES: Final = 64 << 20
"""How much is kept in all; what was not asked for the longest goes first."""


@functools.cache
def version() -> str:
    """A name for all sources that results are made by."""
    return source_hash(parts=(*SOURCES, *RULES))


def recall(kind: str, key: Mapping[str, Any], *, shapes: tuple[type, ...]) -> Any | None:
    """A result that was kept before, or None; `shapes` are the dataclasses it may be built from."""
    with suppress(OSError, RuntimeError, ValueError, KeyError, TypeError, RecursionError):
        place = _place(kind, key)
        digest, _, text = place.read_text(encoding="utf-8").partition("\n")
        if digest == _digest(text):
            found = unpack(json.loads(text)["result"], shapes=shapes)
            os.utime(place)
            return found
    return None


def keep(kind: str, key: Mapping[str, Any], result: Any) -> None:
    """Write a result completely or not at all."""
    with suppress(OSError, RuntimeError):  # the second where the user has no home
        place = _place(kind, key)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"key": _text(kind, key), "result": pack(result)}, separators=(",", ":"))
        _replace(place, f"{_digest(text)}\n{text}")
        _bound(place.parent)


def _place(kind: str, key: Mapping[str, Any]) -> Path:
    return caches() / "results" / f"{kind}-{_digest(_text(kind, key))[:40]}.json"


def _text(kind: str, key: Mapping[str, Any]) -> str:
    return json.dumps({"kind": kind, "version": version(), **key}, sort_keys=True)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _replace(place: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _bound(home: Path, most: int | None = None) -> None:
    """Forget what was not asked for the longest while there is too much."""
    found = []
    for file in home.iterdir():
        with suppress(OSError):  # another process may be at it too
            found.append((file.stat().st_mtime, file.stat().st_size, file))
    total = sum(size for _, size, _ in found)
    for _, size, file in sorted(found):
        if total <= (MOST_BYTES if most is None else most):
            return
        with suppress(OSError):
            file.unlink()
        total -= size


# --- plain data -------------------------------------------------------------------------------------------


def pack(value: Any) -> Any:
    """A value as JSON holds it: fractions, tuples, mappings and dataclasses are marked so that they come back alike."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Fraction):
        return {"fraction": f"{value.numerator}/{value.denominator}"}
    if isinstance(value, (tuple, list)):
        return {"items": [pack(item) for item in value]}
    if isinstance(value, Mapping):
        return {"pairs": [[pack(key), pack(item)] for key, item in value.items()]}
    assert dataclasses.is_dataclass(value), type(value)
    fields = {field.name: pack(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return {"shape": type(value).__name__, "fields": fields}


def unpack(data: Any, *, shapes: tuple[type, ...]) -> Any:
    """The value that was packed; a shape that is not among those given is refused."""
    named = {shape.__name__: shape for shape in shapes}
    return _unpack(data, named)


def _unpack(data: Any, named: Mapping[str, Callable[..., Any]]) -> Any:
    if not isinstance(data, dict):
        return data
    if "fraction" in data:
        return Fraction(data["fraction"])
    if "items" in data:
        return tuple(_unpack(item, named) for item in data["items"])
    if "pairs" in data:
        return {_unpack(key, named): _unpack(item, named) for key, item in data["pairs"]}
    fields = {name: _unpack(item, named) for name, item in data["fields"].items()}
    return named[data["shape"]](**fields)
