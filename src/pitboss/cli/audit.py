"""`pitboss audit`: verify a floor's log, write evidence that verifies offline, check it and opened cards."""

from __future__ import annotations

import dataclasses
import os
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pitboss.cli.common import Json, PaperSize, print_json, say, write_file
from pitboss.cli.floor import Database, Home, bar, floor_of
from pitboss.cli.help_pages import PlainCommand, PlainGroup, spread
from pitboss.errors import NotationError
from pitboss.reports.output_files import form_of

if TYPE_CHECKING:
    from pitboss.service.operations.keys import Keys
    from pitboss.store import Store

__all__ = ["audit"]

SHOWN = 20
"""Findings that are printed; --json has all."""

Seen = Annotated[
    list[str],
    typer.Option(
        "--checkpoint",
        "--seen",
        metavar="CODE|FILE",
        help="A checkpoint's code that has left the house, or a file with such codes; may be given again.",
    ),
]

CODE: Final = r"[1-9][0-9]{0,11}-[0-9a-fA-F]{20}"
"""The code of a checkpoint."""

audit = typer.Typer(
    name="audit",
    cls=PlainGroup,
    help=spread(
        """Verify the log of a floor, and write evidence that anybody can verify.

        Examples: `pitboss audit verify`, `pitboss audit export -o evidence.zip`, `pitboss audit bundle evidence.zip`,
        `pitboss audit openings openings.json --root 6f1c…`
        """
    ),
    rich_markup_mode=None,
    no_args_is_help=True,
)


def verify(
    checkpoint: Seen = [],  # noqa: B006
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes that share the work (default: one for each core).")
    ] = None,
    home: Home = None,
    database: Database = None,
    json: Json = False,
) -> int:
    """Recompute everything that is kept: chain, replay, cards, money, meters, index, snapshots, signatures, documents.

    Exit status 0: all of it holds. 1: something does not; the first bad row comes first. 2: it cannot be read.

    Examples: `pitboss audit verify`, `pitboss audit verify --home /srv/pitboss --json`,
    `pitboss audit verify --database postgresql://pit@db/pitboss --checkpoint 17-3f9a0c2be4d15a7780c1`
    """
    from pitboss.service.audit.audit import verify as verified

    seen = [code for given in checkpoint for code in _codes(given)]
    with _opened(home, database) as (store, keys), bar() as progress:
        found = verified(store, keys, progress=progress, seen=seen, jobs=jobs or _cores())
    if json:
        print_json({**dataclasses.asdict(found), "good": found.good})
        return 0 if found.good else 1
    _print_found([str(finding) for finding in found.findings])
    looked_at = (
        f"{found.entries:,} entries in {found.streams:,} streams, {found.rounds:,} rounds, "
        f"{found.snapshots:,} snapshots, {found.accounts:,} accounts, {found.checkpoints:,} checkpoints"
    )
    print(f"{'all of it holds' if found.good else f'{len(found.findings):,} findings'}: {looked_at}")
    if found.unsigned:
        print(f"no checkpoint covers the last {found.unsigned:,} entries yet")
    return 0 if found.good else 1


def _print_found(found: list[str]) -> None:
    for line in found[:SHOWN]:
        say(line)
    if len(found) > SHOWN:
        print(f"and {len(found) - SHOWN:,} more")


def checkpoint(home: Home = None, database: Database = None, json: Json = False) -> None:
    """Sign where the log stands now, and print the code: at the end of a shift, for whoever keeps it.

    Who has the code finds a log that was cut or made anew afterwards: `pitboss audit verify --checkpoint CODE`.

    Examples: `pitboss audit checkpoint`, `pitboss audit checkpoint --home /srv/pitboss --json`
    """
    from pitboss.service.audit.checkpoints import Checkpoints, keys_of, short_code

    with floor_of(home, database) as (store, folder):
        checkpoints = Checkpoints(store, keys_of(store, folder), clock=lambda: time.time_ns() // 1_000_000)
        found = checkpoints.sign() or checkpoints.latest()
    if found is None:
        raise NotationError("there is nothing to sign: the log is empty")
    told = {"number": found["number"], "at": found["at"], "code": short_code(found)}
    if json:
        print_json(told)
    else:
        print(told["code"])


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _codes(given: str) -> list[str]:
    """The codes of checkpoints that are given: one as it is, or all that stand in a file."""
    if re.fullmatch(CODE, given):
        return [given]
    try:
        found = re.findall(rf"(?<![\w-]){CODE}(?![\w-])", Path(given).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = []
    if not found:
        raise NotationError("cannot read a checkpoint's code", text=given, expected="such as 12-3f9a… (20 digits)")
    return found


def export(
    output: Annotated[Path, typer.Option("--output", "-o", help="The zip to write.")],
    table: Annotated[list[str], typer.Option(help="Only this table; may be given again.")] = [],  # noqa: B006
    since: Annotated[str, typer.Option("--from", metavar="TIME", help="From this time on (UTC, ISO 8601).")] = "",
    until: Annotated[str, typer.Option("--to", metavar="TIME", help="Until before this time (UTC, ISO 8601).")] = "",
    home: Home = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write an evidence bundle that a stranger verifies offline: `python3 verify.py BUNDLE`, the script is inside.

    Examples: `pitboss audit export -o evidence.zip`,
    `pitboss audit export -o night.zip --table catfish-blackjack-1 --from 2026-08-01T20:00 --to 2026-08-02T06:00`
    """
    from pitboss.service.audit.evidence_bundle import BundlePart
    from pitboss.service.audit.evidence_bundle import export as exported

    wanted = BundlePart(tuple(table), _time(since), _time(until))
    with _opened(home, database) as (store, keys), bar() as progress:
        manifest = exported(store, keys, output, wanted, progress=progress)
    if json:
        print_json(manifest)
        return
    entries = sum(span["last"] - span["first"] + 1 for span in manifest["streams"].values())
    rounds = sum(len(span["rounds"]) for span in manifest["streams"].values())
    say(f"{output}: {entries:,} entries in {len(manifest['streams']):,} streams, {rounds:,} rounds")
    print(f"signed with {manifest['public_key']}")


def bundle(
    path: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The zip, or the folder it was unpacked to.")],
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The floor's public key, from elsewhere.")] = None,
    checkpoint: Seen = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Check an evidence bundle as its own script does, and settle every round in it again by the sheet of its table.

    It needs no floor and no key of one. Exit status 0: all of it holds. 1: something does not; the first bad row comes
    first. 2: it cannot be read.

    Examples: `pitboss audit bundle evidence.zip --key 9bfa…`,
    `pitboss audit bundle evidence.zip --checkpoint 17-3f9a0c2be4d15a7780c1 --json`
    """
    from pitboss.service.audit.settled_bundle import SettledCheck
    from pitboss.service.audit.verify_bundle import Bundle, Unreadable

    if key is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        raise NotationError("cannot read the public key", text=key, expected="64 hex digits")
    seen = tuple(code for given in checkpoint for code in _codes(given))
    try:
        with closing(Bundle(str(path))) as opened, bar() as progress:
            check = SettledCheck(opened, key, seen, progress)
            found = check.all()
    except Unreadable as trouble:
        raise NotationError(f"cannot check: {trouble}") from None
    counts = {
        "entries": check.entries, "rounds": check.rounds, "cards": check.cards, "checkpoints": check.checkpoints,
    }  # fmt: skip
    if json:
        print_json({"good": not found, **counts, "public_key": check.public.hex(), "faults": found})
        return 1 if found else 0
    _print_found(found)
    looked_at = ", ".join(
        f"{number:,} {'opened cards' if what == 'cards' else what}" for what, number in counts.items()
    )
    print(f"{f'{len(found):,} findings' if found else 'all of it holds, every round settled again'}: {looked_at}")
    print(f"signed with {check.public.hex()}{'' if key else ' (compare it, or give --key)'}")
    return 1 if found else 0


def openings(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Opened cards, as a table gives them.")],
    root: Annotated[str | None, typer.Option(metavar="ROOT", help="The root shown at the shuffle.")] = None,
    cut: Annotated[int | None, typer.Option(metavar="CUT", min=0, help="Where the cards were cut.")] = None,
    json: Json = False,
) -> int:
    """Verify a shuffle: every opened card was promised, and the cut, and nothing else, moved the cards.

    Give the root and the cut as you wrote them down at the table; without them the file is only held against itself.
    Exit status 0: as promised. 1: not as promised. 2: it cannot be read.

    Examples: `pitboss audit openings openings.json --root 6f1c… --cut 118`, `pitboss audit openings openings.json`
    """
    from pitboss.shoe.verify import Unreadable, looked_at, told

    shown = None if root is None else "".join(root.split())  # a table shows it in groups of four
    if not json:
        return told(str(file), root=shown, cut=cut)
    try:
        record, wrong = looked_at(str(file), root=shown, cut=cut)
    except Unreadable as trouble:
        raise NotationError(f"cannot check: {trouble}") from None
    told_by = {"root": root is not None, "cut": cut is not None}
    print_json(
        {
            "good": not wrong, "cards": len(record["openings"]), "root": record["root"], "cut": record["cut"],
            "given": told_by, "faults": wrong,
        }
    )  # fmt: skip
    return 1 if wrong else 0


def incident(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table, as the lobby names it.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The number of the round.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    paper: Annotated[PaperSize, typer.Option("--paper", help="The size of its pages.")] = PaperSize.a4,
    through: Annotated[str, typer.Option("--as", metavar="PLAYER", help="With the cards that this player saw.")] = "",
    home: Home = None,
    database: Database = None,
) -> None:
    """Write the report of an incident or a dispute about a round, to be signed.

    Who, when, the layout, what was due by which clause, what was paid, the rulings, and the hand record.

    Examples: `pitboss audit incident catfish-blackjack-1 214 -o incident.pdf`
    """
    from pitboss.records import read, settle
    from pitboss.reports.incidents import Incident, incident_pdf
    from pitboss.service.audit.round_papers import papers_of
    from pitboss.service.floor.floor import Floor

    form_of(output, ("pdf",))
    with _opened(home, database) as (store, keys):
        found = papers_of(Floor(store, keys, clock=lambda: 0), table, number, person=through)
    known = Incident(found.facts, found.paid, found.afterwards, found.rulings)
    write_file(output, incident_pdf(settle(read(found.record)), known, paper=paper.value))
    say(f"wrote {output}")


for command in (verify, checkpoint, export, bundle, openings, incident):
    audit.command(cls=PlainCommand, help=spread(command.__doc__ or ""))(command)


@contextmanager
def _opened(home: Path | None, database: str | None) -> Iterator[tuple[Store, Keys]]:
    """Return the store and the keys of an existing floor."""
    from pitboss.service.operations.keys import Keys

    with floor_of(home, database) as (store, folder):
        yield store, Keys.kept_in(folder)


def _time(text: str) -> int | None:
    """Milliseconds since 1970; without an offset the time is UTC."""
    from datetime import UTC, datetime

    if not text:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise NotationError("cannot read a time", text=text, expected="such as 2026-08-01T20:00") from None
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)
