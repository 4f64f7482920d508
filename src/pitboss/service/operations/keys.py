"""The floor's secrets: one key seals what nobody may read yet, one signs."""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pitboss.errors import PitbossError

__all__ = ["KeyTrouble", "Keys", "public_key"]

_NONCE = 12


class KeyTrouble(PitbossError):
    """Keys that are missing, unreadable, or not the ones that sealed this."""


class Keys:
    """Seal, unseal, sign; the chance for nonces is handed in so that a whole floor can be replayed."""

    def __init__(self, seal: bytes, sign: bytes, *, chance: Callable[[int], bytes] = os.urandom) -> None:
        self._aead = AESGCM(seal)
        self._signer = Ed25519PrivateKey.from_private_bytes(sign)
        self._chance, self._secrets = chance, (seal, sign)

    @classmethod
    def fresh(cls, chance: Callable[[int], bytes] = os.urandom) -> Keys:
        return cls(chance(32), chance(32), chance=chance)

    @classmethod
    def kept_in(cls, folder: Path) -> Keys:
        """The keys of a folder, made there at the first start, readable by their owner alone."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            return cls(*(_kept(folder / name) for name in ("seal.key", "sign.key")))
        except OSError as error:
            raise KeyTrouble(f"the keys in {folder} cannot be used: {error.strerror or error}") from error

    def handed_on(self) -> tuple[bytes, bytes]:
        """What makes the same keys in a process that helps this one."""
        return self._secrets

    def seal(self, secret: bytes, about: str) -> bytes:
        """A secret that can only be opened with the key, and only as what it is about."""
        nonce = self._chance(_NONCE)
        return nonce + self._aead.encrypt(nonce, secret, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        try:
            return self._aead.decrypt(sealed[:_NONCE], sealed[_NONCE:], about.encode())
        except (InvalidTag, ValueError) as error:
            raise KeyTrouble(f"{about} cannot be unsealed: another key, or it was changed") from error

    def sign(self, octets: bytes) -> bytes:
        return self._signer.sign(octets)

    def derived(self, about: str) -> bytes:
        """A key of 32 bytes for one thing alone: who knows it knows neither the floor's key nor that of another."""
        return hmac.digest(self._secrets[0], about.encode(), "sha256")

    @property
    def public(self) -> bytes:
        """What anybody needs to check a signature."""
        return self._signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def public_key(octets: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(octets)


def _kept(path: Path) -> bytes:
    """A key from its file; where two processes start at once, the first one's file counts."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(os.urandom(32))
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        pass
    octets = path.read_bytes()
    if len(octets) != 32:
        raise KeyTrouble(f"{path} is no key: 32 bytes are expected, {len(octets)} are there")
    return octets
