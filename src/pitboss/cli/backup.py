"""`pitboss backup` and `pitboss restore`: a whole floor in one file, and back again."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, print_json, say
from pitboss.cli.floor import Database, Home, bar, floor_of
from pitboss.errors import NotationError

if TYPE_CHECKING:
    from pitboss.service.operations.backup import Manifest

__all__ = ["backup", "restore"]

PassphraseFile = Annotated[
    Path | None,
    typer.Option("--passphrase-file", metavar="FILE", help="Read the passphrase from a file instead of asking for it."),
]


def backup(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    home: Home = None,
    database: Database = None,
    with_keys: Annotated[
        bool, typer.Option("--with-keys", help="Take the floor's keys along, sealed with a passphrase.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> None:
    """Write a whole floor to one file, as it stands at one moment, while its server goes on.

    The keys are left out unless you ask for them: with the seal key, whoever has the backup reads the order of undealt
    shoes. Without them a round that is under way cannot go on after a restore, so keep HOME/keys somewhere apart.

    Examples: `pitboss backup -o floor.backup`, `pitboss backup --home /srv/pitboss -o night.backup --with-keys`,
    `pitboss backup --database postgresql://pit@db/pitboss -o floor.backup --with-keys --passphrase-file secret.txt`
    """
    from pitboss.service.operations.backup import backup as written

    if passphrase_file is not None and not with_keys:
        raise NotationError("a passphrase is for the keys, and those are not taken along; give --with-keys too")
    passphrase = _passphrase(passphrase_file, again=True)() if with_keys else None
    with floor_of(home, database) as (store, keys), bar() as progress:
        made = written(
            store, keys, output, clock=lambda: time.time_ns() // 1_000_000, passphrase=passphrase, progress=progress
        )
    if json:
        print_json(_as_json(made, file=str(output)))
        return
    say(f"{output}: {made.entries:,} entries in {len(made.heads):,} streams")
    say(f"signed with {made.public_key}")
    if with_keys:
        print("The keys are inside, sealed: who has this file and the passphrase can read undealt shoes.")
    else:
        say(f"The keys are not inside: keep {keys} apart from this file, for a restore needs both.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of `pitboss backup`.")],
    home: Annotated[Path, typer.Option(help="The folder to make, for the keys and an SQLite database.")],
    database: Annotated[
        str | None,
        typer.Option(help="An empty database: sqlite:///PATH or postgresql://... (default: a file in the home)."),
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Take the keys from this folder, not from the backup.")
    ] = None,
    without_keys: Annotated[
        bool, typer.Option("--without-keys", help="Restore the log alone: it can be read, not played on.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> None:
    """Put a floor back from a backup, into the same kind of database or the other, and verify what was written.

    A floor that is there is never overwritten. Everything is checked before it stands: the signature of the manifest,
    the hash of every part, the chain of every stream, its head, and that the keys are those of this floor.

    Examples: `pitboss restore floor.backup --home /srv/restored --keys /safe/keys`,
    `pitboss restore night.backup --home restored --database postgresql://pit@db/empty`
    """
    from pitboss.service.operations.backup import read_manifest
    from pitboss.service.operations.backup import restore as put_back

    manifest = read_manifest(file)
    _check_key_source(manifest, file, keys=keys, without_keys=without_keys)
    asked = None if without_keys or keys is not None else _passphrase(passphrase_file, again=False)
    where = database or f"sqlite:///{(home / 'floor.sqlite3').absolute()}"
    with bar() as progress:
        done = put_back(file, home=home, database=where, passphrase=asked, keys=keys, progress=progress)
    if json:
        print_json({**_as_json(done.manifest, file=str(file)), "home": str(home), "restored_keys": done.with_keys})
        return
    say(f"{home}: {done.manifest.entries:,} entries in {len(done.manifest.heads):,} streams, every hash in its place")
    say(f"signed with {done.manifest.public_key}")
    shown = f" --database {_shown(database)}" if database else ""
    if not done.with_keys:
        say(f"No keys were restored: put the floor's own into {home / 'keys'} before you verify or serve it.")
        say(f"Next: pitboss money --home {home}{shown}")
        return
    say(f"Next: pitboss audit verify --home {home}{shown}, then pitboss serve --home {home}{shown}")


def _check_key_source(manifest: Manifest, file: Path, *, keys: Path | None, without_keys: bool) -> None:
    """Refuse keys from two places; return the place they come from."""
    if without_keys and keys is not None:
        raise NotationError("--keys and --without-keys exclude each other")
    if not without_keys and keys is None and not manifest.has_keys:
        raise NotationError(
            f'"{file}" has no keys inside: give --keys and the folder you keep them in, '
            "or --without-keys for a log that can only be read"
        )


def _passphrase(file: Path | None, *, again: bool) -> Callable[[], str]:
    """The passphrase, from a file or from the person at the terminal; it is never an argument, which others see."""

    def found() -> str:
        if file is not None:
            try:
                return file.read_text(encoding="utf-8").strip("\r\n")
            except (OSError, UnicodeDecodeError) as error:
                raise NotationError(f'cannot read the passphrase in "{file}": {error}') from None
        if not sys.stdin.isatty():
            raise NotationError("nobody is there to type a passphrase; give --passphrase-file")
        typed: str = typer.prompt("Passphrase for the keys", hide_input=True, confirmation_prompt=again, err=True)
        return typed

    return found


def _shown(database: str) -> str:
    """Return an address without its password."""
    scheme, slashes, rest = database.partition("://")
    people, at, place = rest.rpartition("@")
    return f"{scheme}{slashes}{people.partition(':')[0]}{at}{place}"


def _as_json(manifest: Manifest, *, file: str) -> dict[str, Any]:
    return {
        "file": file,
        "made_at": manifest.made_at,
        "last_at": manifest.last_at,
        "pitboss": manifest.pitboss,
        "schema": manifest.schema,
        "store": manifest.store,
        "entries": manifest.entries,
        "heads": {name: list(head) for name, head in manifest.heads.items()},
        "has_keys": manifest.has_keys,
        "public_key": manifest.public_key,
    }
