"""The floor's key files on their way into a backup and out of it: sealed with a passphrase, never in the clear."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import msgspec
from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Meta, Struct

from pitboss.errors import PitbossError
from pitboss.service.operations.keys import Keys, KeyTrouble
from pitboss.typed import noted

__all__ = ["FILES", "SHORTEST_PASSPHRASE", "KeyFiles", "check_fits", "kept_in", "locked", "unlocked", "write_to"]

FILES: Final = ("seal.key", "sign.key")
SHORTEST_PASSPHRASE: Final = 12
_ABOUT: Final = b"pitboss backup keys"


@dataclass(frozen=True)
class KeyFiles:
    """The keys as they lie in their folder; they are never shown."""

    seal: bytes
    sign: bytes

    def keys(self) -> Keys:
        return Keys(self.seal, self.sign)

    def __repr__(self) -> str:
        return "KeyFiles(...)"

    @property
    def octets(self) -> tuple[bytes, bytes]:
        return self.seal, self.sign


class Locked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Keys sealed by argon2id and a passphrase; the costs are bounded so that a file cannot exhaust the machine."""

    kdf: str = "argon2id"
    salt: bytes
    time_cost: Annotated[int, Meta(ge=1, le=16)] = 3
    memory_kib: Annotated[int, Meta(ge=8, le=1 << 20)] = 64 * 1024
    lanes: Annotated[int, Meta(ge=1, le=16)] = 4
    nonce: bytes
    sealed: bytes


def kept_in(folder: Path) -> KeyFiles:
    """The keys of a folder; no key is made."""
    found = []
    for name in FILES:
        try:
            octets = (folder / name).read_bytes()
        except OSError as error:
            raise KeyTrouble(f"{folder / name} cannot be read: {error.strerror}") from error
        if len(octets) != 32:
            raise KeyTrouble(f"{folder / name} is no key: 32 bytes are expected, {len(octets)} are there")
        found.append(octets)
    return KeyFiles(*found)


def locked(files: KeyFiles, passphrase: str) -> bytes:
    """The keys sealed with a passphrase, as JSON."""
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise PitbossError(f"a passphrase for the keys has at least {SHORTEST_PASSPHRASE} characters")
    terms = Locked(salt=os.urandom(16), nonce=os.urandom(12), sealed=b"")
    names = dict(zip(FILES, (base64.b64encode(octets).decode() for octets in files.octets), strict=True))
    sealed = AESGCM(_key(terms, passphrase)).encrypt(terms.nonce, msgspec.json.encode(names), _ABOUT)
    return msgspec.json.encode(msgspec.structs.replace(terms, sealed=sealed))


def unlocked(octets: bytes, passphrase: str) -> KeyFiles:
    """The keys that were sealed with a passphrase."""
    try:
        terms = msgspec.json.decode(octets, type=noted(Locked))
        opened = AESGCM(_key(terms, passphrase)).decrypt(terms.nonce, terms.sealed, _ABOUT)
        names = msgspec.json.decode(opened, type=noted(dict[str, bytes]))
        return KeyFiles(*(names[name] for name in FILES))
    except InvalidTag as error:
        raise KeyTrouble("the passphrase does not open the keys of this backup") from error
    except (msgspec.MsgspecError, LookupError, ValueError) as error:
        raise KeyTrouble("the keys in this backup cannot be read") from error


def _key(terms: Locked, passphrase: str) -> bytes:
    return hash_secret_raw(passphrase.encode(), terms.salt, terms.time_cost, terms.memory_kib, terms.lanes, 32, Type.ID)


def check_fits(files: KeyFiles, folder: Path, public: str) -> None:
    """These are the keys of the floor that was backed up, and no others lie where they are to go."""
    if files.keys().public.hex() != public:
        raise KeyTrouble("these keys are not those of the floor that was backed up")
    for name, octets in zip(FILES, files.octets, strict=True):
        path = folder / name
        if path.exists() and path.read_bytes() != octets:
            raise KeyTrouble(f"{path} is the key of another floor: give another --home")


def write_to(files: KeyFiles, folder: Path) -> list[Path]:
    """Write the keys, readable by their owner alone; returns the files that were not there before."""
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name, octets in zip(FILES, files.octets, strict=True):
            path = folder / name
            if not path.exists():
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    made.append(path)
                    file.write(octets)
                    file.flush()
                    os.fsync(file.fileno())
    except OSError as error:
        raise KeyTrouble(f"the keys cannot be written to {folder}: {error.strerror}") from error
    return made
