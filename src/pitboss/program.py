"""What the installed program is made of, in one hash."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

__all__ = ["program_hash"]

PACKAGE: Final = Path(__file__).parent


@cache
def program_hash(package: Path = PACKAGE) -> str:
    """Return SHA-256 over every file of the program, with its path and length; what Python compiled is left out."""
    digest = sha256()
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            octets = path.read_bytes()
            digest.update(f"{path.relative_to(package).as_posix()}\0{len(octets)}\0".encode())
            digest.update(octets)
    return digest.hexdigest()
