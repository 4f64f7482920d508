"""Backup and restore: a whole floor in one file, from any store into any other.

A backup is a zip with the rows of every table as they stood at one moment, a line of JSON each, and a signed manifest
with the hash of each part and the head of every stream. The floor's keys come along only on request, sealed with a
passphrase: the seal key is what makes the undealt shoe readable. ``docs/operations.md`` has the form.
"""

from __future__ import annotations

import base64
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from msgspec import Struct
from sqlalchemy import LargeBinary

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.service.audit.checkpoints import canonical
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.operations.backup_keys import FILES, KeyFiles, check_fits, kept_in, locked, unlocked, write_to
from pitboss.service.operations.keys import KeyTrouble, public_key
from pitboss.store import GENESIS, Entry, Store, entry_hash, open_store
from pitboss.store.copying import TABLES
from pitboss.store.rows import Row, Rows
from pitboss.store.schema import REVISION, SAME_LOG, metadata
from pitboss.store.sql import SqlStore
from pitboss.typed import noted

__all__ = ["BackupTrouble", "Manifest", "Restored", "backup", "read_manifest", "restore"]

FORMAT: Final = "pitboss backup 1"
MANIFEST: Final = "manifest.json"
KEYS: Final = "keys.json"
_BINARY: Final = {
    name: [column.name for column in metadata.tables[name].c if isinstance(column.type, LargeBinary)] for name in TABLES
}

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many entries of how many."""


class BackupTrouble(PitbossError):
    """A backup that cannot be made, read or trusted."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the zip."""

    rows: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in a backup, signed with the key of its floor."""

    format: str = FORMAT
    made_at: int
    """Milliseconds since 1970, as the next one."""
    last_at: int
    """When the last entry was decided."""
    pitboss: str
    schema: str
    store: str
    parts: dict[str, Part]
    heads: dict[str, tuple[int, str]]
    public_key: str
    signature: str = ""

    @property
    def entries(self) -> int:
        return self.parts[_file("entries")].rows

    @property
    def has_keys(self) -> bool:
        return KEYS in self.parts

    def signed_part(self) -> bytes:
        return canonical(msgspec.to_builtins(msgspec.structs.replace(self, signature="")))


@dataclass(frozen=True)
class Restored:
    """A floor that was put back, and whether its keys were."""

    manifest: Manifest
    with_keys: bool


class Chain:
    """The heads of all streams while entries pass one after another; the first that does not follow is named."""

    def __init__(self) -> None:
        self.heads: dict[str, tuple[int, str]] = {}
        self.last_at = 0

    def follow(self, row: Row) -> None:
        """Take one more entry, which has to follow the one before it of its stream and hash to what it says."""
        entry = Entry(**{name: row[name] for name in Entry.__struct_fields__})
        version, previous = self.heads.get(entry.stream, (0, GENESIS))
        if (entry.version, entry.previous) != (version + 1, previous) or entry_hash(entry) != entry.hash:
            raise BackupTrouble(
                f"the log is broken at {entry.stream} {entry.version}: `pitboss audit verify` says more"
            )
        self.heads[entry.stream] = (entry.version, entry.hash)
        self.last_at = max(self.last_at, entry.at)

    def check_heads(self, heads: dict[str, tuple[int, str]]) -> None:
        """All streams have come to these heads."""
        wrong = next((name for name in sorted({*heads, *self.heads}) if heads.get(name) != self.heads.get(name)), None)
        if wrong is not None:
            raise BackupTrouble(f"the log of {wrong} does not end where its head is: `pitboss audit verify` says more")


def _file(table: str) -> str:
    return f"{table}.jsonl"


# --- backup -----------------------------------------------------------------------------------------------


def backup(
    store: Store,
    keys: Path,
    path: Path,
    *,
    clock: Callable[[], int],
    passphrase: str | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Manifest:
    """Write all that a store keeps, as it stands at one moment, to a file: whole or not at all.

    With a passphrase the keys of the folder go along, sealed with it.
    """
    files = kept_in(keys)
    partial = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as box:
                manifest = _written(box, store, files, clock(), passphrase, progress)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise BackupTrouble(f'cannot write "{path}": {error.strerror or error}') from error
    finally:
        partial.unlink(missing_ok=True)
    return manifest


def _written(
    box: zipfile.ZipFile, store: Store, files: KeyFiles, now: int, passphrase: str | None, progress: Progress
) -> Manifest:
    parts: dict[str, Part] = {}
    chain = Chain()
    with store.rows() as rows:
        total = rows.count("entries")
        for name, order in TABLES.items():
            found: Iterable[Row] = rows.walk(name, order)
            if name == "entries":
                found = _followed(found, chain, total, progress)
            parts[_file(name)] = _add(box, _file(name), map(_line, found))
        heads = {row["stream"]: (row["version"], row["hash"]) for row in rows.walk("streams", ("stream",))}
    chain.check_heads(heads)
    if passphrase is not None:
        parts[KEYS] = _add(box, KEYS, [locked(files, passphrase)])
    unsigned = Manifest(
        made_at=now,
        last_at=chain.last_at,
        pitboss=__version__,
        schema=REVISION,
        store=type(store).__name__.removesuffix("Store").lower(),
        parts=parts,
        heads=heads,
        public_key=files.keys().public.hex(),
    )
    manifest = msgspec.structs.replace(unsigned, signature=files.keys().sign(unsigned.signed_part()).hex())
    box.writestr(MANIFEST, canonical(msgspec.to_builtins(manifest)))
    return manifest


def _followed(rows: Iterable[Row], chain: Chain, total: int, progress: Progress) -> Iterator[Row]:
    for done, row in enumerate(rows, 1):
        chain.follow(row)
        progress("copying", done, total)
        yield row


def _line(row: Row) -> bytes:
    try:
        return msgspec.json.encode(row) + b"\n"
    except UnicodeEncodeError as error:
        raise BackupTrouble("a row of the database is damaged: `pitboss audit verify` says which") from error


def _add(box: zipfile.ZipFile, name: str, lines: Iterable[bytes]) -> Part:
    """A file of the zip, line by line, so that a long log need not be in memory."""
    digest, count = sha256(), 0
    with box.open(name, "w", force_zip64=True) as member:
        for line in lines:
            digest.update(line)
            member.write(line)
            count += 1
    return Part(count, digest.hexdigest())


# --- restore ----------------------------------------------------------------------------------------------


def read_manifest(path: Path) -> Manifest:
    """What a backup says of itself; its signature has to hold."""
    with _opened(path) as box:
        return _manifest(box, path)


def restore(
    path: Path,
    *,
    home: Path,
    database: str,
    passphrase: Callable[[], str] | None = None,
    keys: Path | None = None,
    progress: Progress = lambda what, done, total: None,
) -> Restored:
    """Put a floor back into an empty database and its keys into a home without any: all of it, or none.

    The keys come from the folder that is given, or from the backup with its passphrase, or not at all.
    """
    with ExitStack() as undo:
        box = undo.enter_context(_opened(path))
        manifest = _manifest(box, path)
        _check_parts(box, manifest)
        files = _key_files(box, manifest, passphrase, keys)
        if files is not None:
            check_fits(files, home / "keys", manifest.public_key)
        store = undo.enter_context(_Empty(database)).store
        if files is not None:
            undo.callback(_remove, write_to(files, home / "keys"))
        total = manifest.entries
        store.fill(
            lambda table: _rows(box, table),
            lambda rows: _check(rows, manifest, files, total, progress),
        )
        store.close()
        undo.pop_all()
        box.close()
    return Restored(manifest, files is not None)


class _Empty:
    """An empty database; where its file was not there before, it is removed again unless it was filled."""

    def __init__(self, database: str) -> None:
        path = Path(database.removeprefix("sqlite:///"))
        self._made = (
            [] if "://" in str(path) or path.exists() else [path, *(_beside(path, s) for s in ("-wal", "-shm"))]
        )
        found = open_store(database)
        if not isinstance(found, SqlStore):
            raise BackupTrouble("a floor is restored into SQLite or PostgreSQL, not into memory")
        self.store = found

    def __enter__(self) -> _Empty:
        try:
            self.store.check_empty()
        except BaseException:
            self.store.close()
            raise
        return self

    def __exit__(self, *raised: object) -> None:
        self.store.close()
        _remove(self._made)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise BackupTrouble(
            f'"{path}" is no backup that can be read: {getattr(error, "strerror", None) or error}'
        ) from error


def _read(box: zipfile.ZipFile, name: str) -> bytes:
    try:
        return box.read(name)
    except (KeyError, OSError, zipfile.BadZipFile, zlib.error) as error:
        raise BackupTrouble(f"the backup is damaged: its {name} cannot be read") from error


def _manifest(box: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        manifest = msgspec.json.decode(_read(box, MANIFEST), type=noted(Manifest))
    except msgspec.MsgspecError as error:
        raise BackupTrouble(f'"{path}" has no manifest that can be read ({error})') from error
    if manifest.format != FORMAT:
        raise BackupTrouble(f'"{path}" is "{manifest.format[:40]}", and this program reads "{FORMAT}"')
    if manifest.schema not in SAME_LOG:
        raise BackupTrouble(
            f"the backup has the tables {manifest.schema}, this program those of {REVISION}: "
            f"restore it with Pitboss {manifest.pitboss}, then update"
        )
    if missing := [_file(name) for name in TABLES if _file(name) not in manifest.parts]:
        raise BackupTrouble(f"the backup has no {missing[0]}")
    try:
        public_key(bytes.fromhex(manifest.public_key)).verify(bytes.fromhex(manifest.signature), manifest.signed_part())
    except (InvalidSignature, ValueError) as error:
        raise BackupTrouble("the signature of the manifest does not hold: the backup was changed") from error
    return manifest


def _key_files(
    box: zipfile.ZipFile, manifest: Manifest, passphrase: Callable[[], str] | None, folder: Path | None
) -> KeyFiles | None:
    if folder is not None:
        return kept_in(folder)
    if passphrase is None or not manifest.has_keys:
        return None
    return unlocked(_read(box, KEYS), passphrase())


def _check_parts(box: zipfile.ZipFile, manifest: Manifest) -> None:
    """Every file of the zip is what the manifest says, before anything is written."""
    for name, part in manifest.parts.items():
        digest, count = sha256(), 0
        try:
            with box.open(name) as member:
                for line in member:
                    digest.update(line)
                    count += 1
        except (KeyError, OSError, zipfile.BadZipFile, zlib.error) as error:
            raise BackupTrouble(f"the backup is damaged: its {name} cannot be read") from error
        if Part(count, digest.hexdigest()) != part:
            raise BackupTrouble(f"the backup is damaged: its {name} is not what the manifest says")


def _rows(box: zipfile.ZipFile, table: str) -> Iterator[Row]:
    with box.open(_file(table)) as member:
        for line in member:
            yield _row(line, table)


def _row(line: bytes, table: str) -> Row:
    row: JsonObject = msgspec.json.decode(line, type=noted(JsonObject))
    for name in _BINARY[table]:
        row[name] = base64.b64decode(row[name], validate=True)
    return row


def _check(rows: Rows, manifest: Manifest, files: KeyFiles | None, total: int, progress: Progress) -> None:
    """What was written is read again: every hash, every head, and that the keys open what is sealed."""
    chain = Chain()
    sealed: Row | None = None
    for done, row in enumerate(rows.walk("entries", TABLES["entries"]), 1):
        chain.follow(row)
        sealed = row if row["sealed"] else sealed
        progress("verifying", done, total)
    chain.check_heads(manifest.heads)
    heads = {row["stream"]: (row["version"], row["hash"]) for row in rows.walk("streams", TABLES["streams"])}
    if heads != manifest.heads:
        raise BackupTrouble("the heads that were written are not those of the manifest")
    for name in TABLES:
        if rows.count(name) != manifest.parts[_file(name)].rows:
            raise BackupTrouble(f"{name} has {rows.count(name)} rows, and the manifest says otherwise")
    if files is not None and sealed is not None:
        try:
            files.keys().unseal(sealed["sealed"], f"{sealed['stream']} {sealed['version']} input")
        except KeyTrouble as error:
            raise KeyTrouble(f"{FILES[0]} is not the key that sealed this floor") from error
