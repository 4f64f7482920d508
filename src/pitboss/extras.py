"""What is installed: the program, named by a hash of its files, and packages that only some uses need.

These come in extras of the distribution; a missing one is named in one line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pitboss import __version__
from pitboss.errors import PitbossError

__all__ = ["EXTRAS", "MissingExtra", "how_to_install", "missing", "needs", "program_hash"]

PACKAGE: Final = Path(__file__).parent

EXTRAS: Final = {
    "serve": (
        "alembic", "argon2", "cryptography", "fastapi", "httpx", "jinja2", "markdown_it", "matplotlib",
        "prometheus_client", "psycopg", "pydantic", "sqlalchemy", "typst", "tzdata", "uvicorn", "websockets",
    ),
    "report": ("jinja2", "matplotlib", "typst"),
    "gym": ("gymnasium",),
    "cluster": ("dask", "distributed"),
    "parquet": ("pyarrow",),
}  # fmt: skip
"""The modules of each extra; pyproject.toml names the packages they come from."""


class MissingExtra(PitbossError, ImportError):
    """A package that only some uses need is not installed; the text says how to install it."""


def missing(extra: str) -> list[str]:
    """The modules of an extra that are not installed; nothing is imported to find out."""
    return [module for module in EXTRAS[extra] if find_spec(module) is None]


def needs(extra: str, *modules: str) -> None:
    """Raise MissingExtra unless the modules, which are all of the extra's where none is named, are installed."""
    absent = [module for module in missing(extra) if module in (modules or EXTRAS[extra])]
    if absent:
        raise MissingExtra(f"{absent[0]} is not installed; it comes with the extra {extra} ({how_to_install(extra)})")


def how_to_install(extra: str) -> str:
    """The commands that install an extra, neither of which asks a package index for this program.

    >>> how_to_install("gym").partition(";")[0]
    'in the source folder: pip install ".[gym]"'
    """
    wheel = f"pitboss_tables-{__version__}-py3-none-any.whl"
    return f'in the source folder: pip install ".[{extra}]"; from a wheel: pip install "./{wheel}[{extra}]"'


@cache
def program_hash(package: Path = PACKAGE) -> str:
    """Return SHA-256 over every file of the program, with its path and length; what Python compiled is left out."""
    digest = sha256()
    for parts in sorted(_files_below(str(package), ())):
        octets = package.joinpath(*parts).read_bytes()
        digest.update(f"{'/'.join(parts)}\0{len(octets)}\0".encode())
        digest.update(octets)
    return digest.hexdigest()


def _files_below(folder: str, below: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every file of a folder and those in it, by the parts of its path."""
    with os.scandir(folder) as found:
        for one in found:
            if one.name == "__pycache__":
                continue
            if one.is_dir():
                yield from _files_below(one.path, (*below, one.name))
            elif one.is_file():
                yield (*below, one.name)
