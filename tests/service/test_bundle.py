"""Evidence bundles: the same log gives the same bytes, a stranger verifies them, and no flipped byte goes unseen."""

from __future__ import annotations

import ast
import io
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.service.audit_floor import PROGRESSIVE, PlayedFloor
from tests.waiting import PATIENCE_SECONDS

from pitboss.errors import PitbossError
from pitboss.records import read, settle
from pitboss.rules import load
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.evidence_bundle import BundlePart, export
from pitboss.service.audit.verify_bundle import Bundle, faults, signed_by
from pitboss.service.floor.stream_names import sheet_stream
from pitboss.service.operations.keys import Keys
from pitboss.store import MemoryStore, open_store

CATFISH, HOLDEM = "table:catfish-blackjack-1", f"table:{PROGRESSIVE}-1"
SHEET = sheet_stream(load("catfish-blackjack").text_hash)


@pytest.fixture(scope="module")
def floor() -> PlayedFloor:
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack", PROGRESSIVE))
    floor.play(3)
    floor.hit_the_minor()
    floor.play(1)
    return floor


@pytest.fixture(scope="module")
def bundle(floor: PlayedFloor, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bundle") / "evidence.zip"
    export(floor.store, floor.keys, path)
    return path


def _members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as box:
        return {name: box.read(name) for name in box.namelist()}


def _unpack(members: dict[str, bytes], folder: Path) -> Path:
    for name, octets in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(octets)
    return folder


def _faults(path: Path, key: str | None = None) -> list[str]:
    opened = Bundle(str(path))
    try:
        return faults(opened, key)
    finally:
        opened.close()


def _stranger(*words: str | Path, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Somebody with Python and nothing else: no package, no environment, no folder of the project."""
    command = [python, "-I", "-S", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS, cwd="/", env={}
    )


# --- honest bundles -----------------------------------------------------------------------------------------------


def test_a_stranger_verifies_the_zip_and_the_folder(floor: PlayedFloor, bundle: Path, tmp_path: Path) -> None:
    folder = _unpack(_members(bundle), tmp_path)
    entries = sum(version for version, _ in floor.store.heads().values())
    for what in (bundle, folder):
        done = _stranger(folder / "verify.py", what, "--key", floor.keys.public.hex())
        assert (done.returncode, done.stderr) == (0, "")
        assert f"all of it holds: {entries} entries, 9 rounds, " in done.stdout


def test_the_script_inside_is_ours_and_needs_nothing_but_python_3_9(bundle: Path) -> None:
    source = Path(verify_bundle.__file__).read_bytes()
    assert _members(bundle)["verify.py"] == source
    tree = ast.parse(source, feature_version=(3, 9))
    imported = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in ast.walk(tree)
                if isinstance(node, ast.Import | ast.ImportFrom)}  # fmt: skip
    assert {str(name).partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_the_same_log_gives_the_same_bytes_from_any_store(floor: PlayedFloor, bundle: Path, tmp_path: Path) -> None:
    export(floor.store, floor.keys, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == bundle.read_bytes()
    store = open_store(str(tmp_path / "floor.db"))
    other = PlayedFloor(store, sheets=("catfish-blackjack", PROGRESSIVE))
    other.play(3)
    other.hit_the_minor()
    other.play(1)
    export(store, other.keys, tmp_path / "sqlite.zip")
    store.close()
    assert (tmp_path / "sqlite.zip").read_bytes() == bundle.read_bytes()


def test_every_card_that_anybody_saw_is_opened_and_the_others_stay_closed(bundle: Path) -> None:
    members = _members(bundle)
    records = {name: octets.decode() for name, octets in members.items() if name.endswith(".toml")}
    assert len(records) == 9
    for name, record in records.items():
        cards = next(line for line in record.splitlines() if line.startswith("cards = ")).split('"')[1].split()
        opened = json.loads(members[name.replace(".toml", ".openings.json")])["openings"]
        assert len(opened) == sum(card != "??" for card in cards) > 0
    assert "??" in records["rounds/jackpot/1.toml"], "who does not answer folds, and nobody sees those cards"


def test_the_records_of_a_bundle_settle(bundle: Path) -> None:
    for name, octets in _members(bundle).items():
        if name.endswith(".toml") and b"??" not in octets:
            assert settle(read(octets.decode())).right, name


def test_no_secret_of_the_floor_is_in_it(floor: PlayedFloor, bundle: Path) -> None:
    live = floor.floor.table("catfish-blackjack-1").live
    everything = b"".join(_members(bundle).values())
    for _, seed in live.seeds:
        assert seed.partition("/")[0].encode() not in everything


def test_a_part_begins_at_the_shuffle_of_its_first_round(floor: PlayedFloor, tmp_path: Path) -> None:
    last = floor.store.rounds(stream=CATFISH, number=3)[0]
    entries = floor.store.read(CATFISH)
    wanted = BundlePart(("catfish-blackjack-1",), entries[last.first].at, entries[last.last - 1].at + 1)
    manifest = export(floor.store, floor.keys, tmp_path / "part.zip", wanted)
    span = manifest["streams"].pop(CATFISH)
    assert list(manifest["streams"]) == [SHEET]  # what the table was opened on, whenever that was
    assert span["rounds"] == {"3": [last.first, last.last]}
    assert '"commitment_shown"' in entries[span["first"] - 1].events
    assert span["last"] == last.last
    assert _faults(tmp_path / "part.zip") == []


def test_the_link_goes_with_a_table_that_plays_for_it(floor: PlayedFloor, tmp_path: Path) -> None:
    alone = export(floor.store, floor.keys, tmp_path / "a.zip", BundlePart(("catfish-blackjack-1",)))
    linked = export(floor.store, floor.keys, tmp_path / "b.zip", BundlePart((f"{PROGRESSIVE}-1",)))
    assert (list(alone["streams"]), list(linked["streams"])) == (
        ["house", SHEET, CATFISH],
        ["house", sheet_stream(load(PROGRESSIVE).text_hash), "link", HOLDEM],
    )
    assert _faults(tmp_path / "a.zip") == _faults(tmp_path / "b.zip") == []


def test_a_table_that_is_not_there_leaves_no_file(floor: PlayedFloor, tmp_path: Path) -> None:
    with pytest.raises(PitbossError, match="there is no table nosuch"):
        export(floor.store, floor.keys, tmp_path / "x.zip", BundlePart(("nosuch",)))
    assert list(tmp_path.iterdir()) == []


# --- changed bundles ----------------------------------------------------------------------------------------------


def test_a_flipped_byte_in_any_kind_of_file_is_found_and_its_row_named(bundle: Path, tmp_path: Path) -> None:
    members = _members(bundle)
    kinds = {name.partition("/")[0] + name.rpartition(".")[2]: name for name in members}
    _flip_each(members, kinds.values(), _unpack(members, tmp_path), times=1)


@pytest.mark.slow
def test_flipped_bytes_in_every_file_are_found_and_their_rows_named(bundle: Path, tmp_path: Path) -> None:
    members = _members(bundle)
    _flip_each(members, members, _unpack(members, tmp_path), times=6)


def _flip_each(members: dict[str, bytes], names: Iterable[str], folder: Path, *, times: int) -> None:
    chance = random.Random("bundle")
    for name in names:
        octets = members[name]
        for _ in range(times):
            at = chance.randrange(len(octets))
            flipped = octets[:at] + bytes([octets[at] ^ (1 << chance.randrange(8))]) + octets[at + 1 :]
            (folder / name).write_bytes(flipped)
            first = _first_fault(folder)
            assert any(place in first for place in _places(name, octets, at)), f"{name} at {at}: {first}"
        (folder / name).write_bytes(octets)
    assert _faults(folder) == []


def _first_fault(folder: Path) -> str:
    try:
        found = _faults(folder)
    except verify_bundle.Unreadable as trouble:
        return str(trouble)
    assert found, "nothing was found"
    return found[0]


def _places(name: str, octets: bytes, at: int) -> list[str]:
    """How the row with this byte may be called; a file without rows is called by its name."""
    line = octets[:at].count(b"\n")
    if name.startswith("streams/"):
        entry = json.loads(octets.splitlines()[line])
        return [f"{entry['stream']} {entry['version']}"]
    if name == "checkpoints.jsonl":
        return [f"checkpoint {line + 1}"]
    if name.startswith("rounds/"):
        table, number = name.split("/")[1:]
        return [f"table:{table} round {number.partition('.')[0]}:", name]
    if name == "manifest.sig":
        return [name, "manifest.json"]
    if name == "manifest.json":
        return [""]  # it tells what to look for: wherever it leads, something is not as it says
    return [name]


def test_the_stranger_is_told_by_the_exit_status(bundle: Path, tmp_path: Path) -> None:
    folder = _unpack(_members(bundle), tmp_path)
    (folder / "balances.json").write_bytes((folder / "balances.json").read_bytes().replace(b":", b": ", 1))
    bad = _stranger(folder / "verify.py", folder)
    assert (bad.returncode, bad.stdout) == (1, "")
    assert "balances.json: is not the file that was signed" in bad.stderr
    unreadable = _stranger(folder / "verify.py", folder / "README.txt")
    assert (unreadable.returncode, unreadable.stdout, unreadable.stderr.count("\n")) == (2, "", 1)
    assert _stranger(folder / "verify.py").returncode == 2


def test_a_bundle_of_another_key_is_told_by_the_key(floor: PlayedFloor, bundle: Path) -> None:
    assert _faults(bundle, Keys.fresh().public.hex()) == ["manifest.json: the key in it is not the one you gave"]
    assert _faults(bundle, floor.keys.public.hex().upper()) == []


Change = Callable[[dict[str, bytes]], None]


def _resigned(members: dict[str, bytes], keys: Keys, change: Change) -> dict[str, bytes]:
    """A bundle that its own floor has changed and signed again."""
    change(members)
    manifest = json.loads(members["manifest.json"])
    listed = {name: octets for name, octets in members.items() if name not in verify_bundle.UNLISTED}
    manifest["files"] = {name: verify_bundle.sha256(octets).hexdigest() for name, octets in sorted(listed.items())}
    members["manifest.json"] = verify_bundle.canonical(manifest)
    members["manifest.sig"] = keys.sign(members["manifest.json"]).hex().encode()
    return members


def _another_card(members: dict[str, bytes]) -> None:
    name = next(name for name in members if name.endswith("1/2.openings.json"))
    record = json.loads(members[name])
    record["openings"][0]["card"] = "2c" if record["openings"][0]["card"] != "2c" else "3c"
    members[name] = json.dumps(record).encode()


def _closed_card(members: dict[str, bytes]) -> None:
    name = next(name for name in members if name.endswith("1/2.openings.json"))
    record = json.loads(members[name])
    del record["openings"][1]
    members[name] = json.dumps(record).encode()


def _no_openings(members: dict[str, bytes]) -> None:
    del members[next(name for name in members if name.endswith("1/2.openings.json"))]


def _another_record(members: dict[str, bytes]) -> None:
    name = next(name for name in members if name.endswith("1/2.toml"))
    members[name] = members[name].replace(b'cards = "', b'cards = "?? ')


def _no_record(members: dict[str, bytes]) -> None:
    del members[next(name for name in members if name.endswith("1/2.toml"))]


def _another_balance(members: dict[str, bytes]) -> None:
    kept = json.loads(members["balances.json"])
    kept["after"]["player:Ann"] += 100
    members["balances.json"] = json.dumps(kept).encode()


def _no_first_checkpoint(members: dict[str, bytes]) -> None:
    members["checkpoints.jsonl"] = members["checkpoints.jsonl"].partition(b"\n")[2]


def _rewritten_entry(members: dict[str, bytes]) -> None:
    """The last entry of a stream with another role, its hash made to fit."""
    name = verify_bundle.stream_file(CATFISH)
    lines = members[name].splitlines()
    entry = {**json.loads(lines[-1]), "role": "regulator"}
    entry["hash"] = verify_bundle._entry_hash(entry)
    members[name] = b"\n".join([*lines[:-1], _line(entry)]) + b"\n"


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def _cut_off(members: dict[str, bytes]) -> None:
    name = verify_bundle.stream_file(CATFISH)
    members[name] = b"\n".join(members[name].splitlines()[:-1]) + b"\n"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_another_card, "table:catfish-blackjack-1 round 2: its openings: "),
        (_closed_card, "table:catfish-blackjack-1 round 2: "),
        (_no_openings, "table:catfish-blackjack-1 round 2: no card of it is opened"),
        (_another_record, "table:catfish-blackjack-1 round 2: its record has other cards than were opened"),
        (_no_record, "table:catfish-blackjack-1 round 2: its record: "),
        (_another_balance, "balances.json: player:Ann is "),
        (_no_first_checkpoint, "checkpoint 1: is number 2"),
        (_rewritten_entry, "checkpoint 4: signs another entry as table:catfish-blackjack-1"),
        (_cut_off, "table:catfish-blackjack-1 "),
    ],
)
def test_what_a_floor_signs_again_after_changing_it_is_found(
    floor: PlayedFloor, bundle: Path, tmp_path: Path, change: Change, words: str
) -> None:
    folder = _unpack(_resigned(_members(bundle), floor.keys, change), tmp_path)
    found = _faults(folder)
    assert found
    assert found[0].startswith(words), found
    assert not [what for what in found if "manifest" in what or "signed" in what], "its own signature holds"


def test_a_file_that_was_added_is_found(bundle: Path, tmp_path: Path) -> None:
    folder = _unpack({**_members(bundle), "rounds/more.toml": b""}, tmp_path)
    assert _faults(folder) == ["rounds/more.toml: is not in the manifest"]


def test_a_damaged_zip_is_told(bundle: Path, tmp_path: Path) -> None:
    octets = bytearray(bundle.read_bytes())
    with zipfile.ZipFile(io.BytesIO(octets)) as box:
        info = box.getinfo("balances.json")
    octets[info.header_offset + 60] ^= 1
    (tmp_path / "bad.zip").write_bytes(octets)
    assert any("balances.json" in what for what in _faults(tmp_path / "bad.zip"))


# --- signatures ---------------------------------------------------------------------------------------------------

RFC_8032 = (
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246551"
    "41438e7a100b",
)  # fmt: skip
"""The first test vector of the standard: a public key, and the signature of nothing."""


def test_the_signature_of_the_standard_holds() -> None:
    key, signature = (bytes.fromhex(part) for part in RFC_8032)
    assert signed_by(key, signature, b"")
    assert not signed_by(key, signature, b"x")
    assert not signed_by(
        key, signature[:32] + (2**252 + int.from_bytes(signature[32:], "little")).to_bytes(32, "little"), b""
    )


@settings(max_examples=20)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 64 * 8 - 1))
def test_signatures_hold_as_another_program_makes_them_and_no_flipped_one_does(
    seed: bytes, text: bytes, bit: int
) -> None:
    signer = Ed25519PrivateKey.from_private_bytes(seed)
    key, signature = signer.public_key().public_bytes_raw(), signer.sign(text)
    assert signed_by(key, signature, text)
    flipped = bytes(octet ^ (1 << bit % 8 if at == bit // 8 else 0) for at, octet in enumerate(signature))
    assert not signed_by(key, flipped, text)
