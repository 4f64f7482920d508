"""A table in the middle of anything as sealed bytes, so that taking it up again costs the same whatever the round.

Between rounds a snapshot is part of the log's commit. Within one, and wherever many entries have come since, a bookmark
is put down beside the log: one for a table, each in place of the last. It is a shortcut and no record. It opens with
the floor's own key only, as that of its table, entry and program; what does not open is passed over, and the log is
replayed from the last snapshot instead.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

import pitboss
from pitboss.errors import PitbossError
from pitboss.games.game import ENGINES
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.service.floor.recorded import OpenTable
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live, played_by, sets_since
from pitboss.shoe import shuffle_rules
from pitboss.shoe.rules import ShuffleRules
from pitboss.store import Entry, Store
from pitboss.typed import noted

__all__ = ["EVERY", "KIND", "bookmarked", "opened_bookmark", "put_bookmark"]

KIND: Final = "bookmark"
"""The kind of document."""
EVERY: Final = 32
"""Entries of a table between two bookmarks."""
_PLAIN: Final = (int, str, bool, tuple, list, dict, set, frozenset, type(None))
_MADE_BY: Final = frozenset(
    {("builtins", "set"), ("builtins", "frozenset"), ("copyreg", "__newobj__"), ("msgspec._utils", "rebuild")}
)
"""The classes, beside the project's own, that a saved table may contain."""
_PARTS: Final = ("games", "table", "shoe", "rules", "service/tables", "service/floor")


def put_bookmark(store: Store, keys: Keys, stream: str, entry: Entry, live: Live) -> None:
    """Keep a table as it stands after an entry."""
    if live.before is not None and live.before.live.sheet is not live.sheet:
        return  # its limits have just changed: a bookmark has one sheet
    octets = msgspec.msgpack.encode([live.opened, _pickled(live), *sets_since(live)])
    sealed = keys.seal(octets, _about(stream, entry.version, entry.hash))
    store.put(KIND, stream, {"version": entry.version, "hash": entry.hash, "sealed": sealed.hex()})


def bookmarked(
    store: Store, keys: Keys, stream: str, *, after: int, sheets: Callable[[OpenTable], Sheet]
) -> tuple[int, str, Live] | None:
    """The version, hash and table of a bookmark that is further than a version and fits this program and the log."""
    found = store.get(KIND, stream)
    if found is None or found[0]["version"] <= after:
        return None
    version, hash_ = found[0]["version"], found[0]["hash"]
    live = opened_bookmark(found[0], keys, stream, sheets=sheets)
    there = store.read(stream, after=version - 1, upto=version) if live is not None else []
    return (version, hash_, live) if live is not None and there and there[0].hash == hash_ else None


def opened_bookmark(
    facts: Mapping[str, Any], keys: Keys, stream: str, *, sheets: Callable[[OpenTable], Sheet]
) -> Live | None:
    """The table that a document has kept; None where it does not open, as another program's does not."""
    try:
        octets = keys.unseal(bytes.fromhex(facts["sealed"]), _about(stream, facts["version"], facts["hash"]))
        opened, data, *sets = msgspec.msgpack.decode(octets)
        return _unpickled(data, played_by(sheets(msgspec.convert(opened, noted(OpenTable))), *sets))
    except (PitbossError, ValueError, pickle.UnpicklingError, msgspec.MsgspecError):
        return None


def _about(stream: str, version: int, hash_: str) -> str:
    return f"bookmark {stream} {version} {hash_} {_program()}"


@cache
def _program() -> str:
    """The form in which this very program keeps a table: another one's bookmark is not opened."""
    digest, top = sha256(), Path(pitboss.__file__).parent
    for part in _PARTS:
        for path in sorted((top / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


# what the sheet says is not kept: it is named, and taken from the sheet again


def _from_the_sheet(sheet: Sheet) -> dict[str, Any]:
    """What rounds and cards of a sheet hold that is the same for all of them."""
    blank = ENGINES[sheet.game].round(sheet, automatic=True)
    kinds = (kind for kind in type(blank).__mro__ if issubclass(kind, Round) and kind is not Round)
    shared = {name: getattr(blank, name) for kind in kinds for name in kind.__slots__}
    return {name: value for name, value in shared.items() if not isinstance(value, _PLAIN) or name == "cites"}


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, sheet: Sheet) -> None:
        super().__init__(file, protocol=5)
        self._known = {id(value): name for name, value in _from_the_sheet(sheet).items()}

    def persistent_id(self, obj: Any) -> str | None:
        if isinstance(obj, Sheet):
            return "sheet"
        if isinstance(obj, ShuffleRules):
            return "shuffle"
        return self._known.get(id(obj))


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, sheet: Sheet) -> None:
        super().__init__(file)
        self._known = {**_from_the_sheet(sheet), "sheet": sheet, "shuffle": shuffle_rules(sheet)}

    def persistent_load(self, pid: Any) -> Any:
        return self._known[pid]

    def find_class(self, module_name: str, global_name: str) -> Any:
        """Only what a table is made of."""
        if not module_name.startswith("pitboss.") and (module_name, global_name) not in _MADE_BY:
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is no part of a table")
        return super().find_class(module_name, global_name)


def _pickled(live: Live) -> bytes:
    file = io.BytesIO()
    _Writer(file, live.sheet).dump(live)
    return file.getvalue()


def _unpickled(octets: bytes, sheet: Sheet) -> Live:
    try:
        live = _Reader(io.BytesIO(octets), sheet).load()
    except (KeyError, AttributeError, TypeError, ImportError, IndexError, EOFError) as error:
        raise pickle.UnpicklingError(str(error)) from error
    assert isinstance(live, Live)
    return live
