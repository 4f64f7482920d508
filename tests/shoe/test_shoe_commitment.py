"""Commitments: every card opens, and nothing else does."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss.shoe.verify as verify_module
from pitboss.errors import IllegalAction
from pitboss.shoe import Commitment, SeededChance, commit, fresh_decks, openings_json
from pitboss.shoe.moves import cut
from pitboss.shoe.verify import Unreadable, faults, main

VERIFY = Path(verify_module.__file__)
CUT = 118


@pytest.fixture(scope="module")
def promise() -> Commitment:
    return commit(SeededChance("order").shuffled(fresh_decks(6)), SeededChance("nonces"))


def record(promise: Commitment, slots: Any = range(5), at: int = CUT) -> Any:
    return json.loads(openings_json(promise, slots, cut=at))


def test_every_slot_of_the_cut_shoe_opens(promise: Commitment) -> None:
    opened = record(promise, range(312))
    assert faults(opened, root=promise.root, cut=CUT) == []
    shoe = cut(promise.order, CUT)
    assert [row["card"] for row in opened["openings"]] == [card.text for card in shoe]
    assert [row["position"] for row in opened["openings"]] == [(slot + CUT) % 312 for slot in range(312)]


@pytest.mark.parametrize("cards", [1, 2, 3, 5, 6, 7, 13, 52, 311, 312, 416])
def test_every_size_of_tree_opens(cards: int) -> None:
    promise = commit(fresh_decks(8)[:cards], SeededChance(cards))
    assert faults(record(promise, range(cards), at=cards // 2)) == []


def test_the_tree_is_as_defined() -> None:
    """Three cards by hand: the odd one goes up as it is."""
    promise = commit(fresh_decks(1)[:3], SeededChance("three"))
    nonces = SeededChance("three").octets(48)
    a, b, c = (
        sha256(b"\0" + bytes([0, 0, 0, at]) + card.text.encode() + nonces[16 * at : 16 * at + 16]).digest()
        for at, card in enumerate(promise.order)
    )
    pair = sha256(b"\1" + a + b).digest()
    top = sha256(b"\1" + pair + c).digest()
    assert promise.root == sha256(b"\2\0\0\0\3" + top).hexdigest()
    assert promise.open(2).path == (pair.hex(),)
    assert promise.open(0).path == (b.hex(), c.hex())


def test_golden_root(promise: Commitment) -> None:
    assert promise.root == GOLDEN_ROOT


def flipped(text: str, at: int) -> str:
    """The hex text with one bit of its byte changed."""
    octets = bytearray.fromhex(text)
    octets[at % len(octets)] ^= 1 << at % 8
    return octets.hex()


@pytest.mark.parametrize("slot", [0, 77, 311])
def test_any_flipped_byte_is_found(promise: Commitment, slot: int) -> None:
    for at in range(16):
        changed = record(promise, [slot])
        changed["openings"][0]["nonce"] = flipped(changed["openings"][0]["nonce"], at)
        assert faults(changed)
    for at in range(32):
        changed = record(promise, [slot])
        changed["root"] = flipped(changed["root"], at)
        assert faults(changed)
        for step in range(len(changed["openings"][0]["path"])):
            changed = record(promise, [slot])
            path = changed["openings"][0]["path"]
            path[step] = flipped(path[step], at)
            assert faults(changed)
    right = record(promise, [slot])["openings"][0]["card"]
    for card in {card.text for card in fresh_decks(1)} - {right}:
        changed = record(promise, [slot])
        changed["openings"][0]["card"] = card
        assert faults(changed)
    for other in set(range(312)) - {CUT}:
        changed = record(promise, [slot])
        changed["cut"] = other
        assert faults(changed)


def test_another_position_slot_size_or_path_is_found(promise: Commitment) -> None:
    for key in ("position", "slot"):
        for bit in range(9):
            changed = record(promise, [20])
            changed["openings"][0][key] ^= 1 << bit
            assert faults(changed)
    other: dict[str, Any]
    for other in ({"slot": 21, "position": 20 + CUT + 1}, {"path": []}):
        changed = record(promise, [20])
        changed["openings"][0].update(other)
        assert faults(changed)
    changed = record(promise, [20])
    changed["openings"][0]["path"].append("00" * 32)
    assert faults(changed)
    for cards in (52, 311, 416):
        changed = record(promise, [300])
        changed["cards"] = cards
        assert faults(changed)


def test_a_brick_of_another_size_has_another_root(promise: Commitment) -> None:
    """With 311 cards the cut would wrap one card earlier, and slot 300 would be another promised card."""
    honest = record(promise, [300])
    lie = honest | {"cards": 311}
    lie["openings"] = [
        honest["openings"][0] | json.loads(openings_json(promise, [301], cut=CUT))["openings"][0] | {"slot": 300}
    ]
    assert lie["openings"][0]["position"] == (300 + CUT) % 311
    assert faults(lie) == [f"opening 1: {lie['openings'][0]['card']} at position 107 was not promised under this root"]


def test_a_root_or_cut_that_was_not_shown_is_found(promise: Commitment) -> None:
    other = commit(promise.order, SeededChance("other nonces"))
    assert faults(record(other), root=promise.root) == ["the root is not the one that was shown"]
    assert faults(record(promise), cut=CUT + 1) == [f"the cut is {CUT}, not {CUT + 1}"]


def test_one_slot_is_not_opened_twice(promise: Commitment) -> None:
    assert faults(record(promise, [3, 3])) == ["opening 2: slot 3 is opened twice"]


def test_an_opening_says_nothing_of_other_cards(promise: Commitment) -> None:
    opening = promise.open(7)
    closed = {nonce.hex() for at, nonce in enumerate(promise.nonces) if at != 7}
    assert not closed & {opening.nonce, *opening.path}
    assert len(set(promise.nonces)) == 312
    assert promise.order[0].text not in repr(promise).split()
    for position in (-1, 312):
        assert not promise.can_open(position)
        with pytest.raises(IllegalAction):
            promise.open(position)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "else"}, "format"),
        ({"cards": "312"}, "cards"),
        ({"cut": -1}, "cut"),
        ({"cut": True}, "cut"),
        ({"root": "zz" * 32}, "root"),
        ({"root": "12 4" * 16}, "root"),
        ({"openings": []}, "openings"),
        ({"openings": [7]}, "opening 1"),
        ({"openings": [{"slot": 0, "position": 0, "card": "1x", "nonce": "", "path": []}]}, "card"),
        ({"openings": [{"slot": 0, "position": 0, "card": "As", "nonce": "00", "path": []}]}, "nonce"),
        ({"openings": [{"slot": 0, "position": 0, "card": "As", "nonce": "00" * 16, "path": "x"}]}, "path"),
    ],
)
def test_an_unreadable_record_says_where(promise: Commitment, change: dict[str, Any], why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        faults(record(promise) | change)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["cards", "cut", "root", "openings"]), inner)
    ),
    max_leaves=8,
)


@given(json_values)
def test_no_json_brings_it_down(value: Any) -> None:
    with pytest.raises(Unreadable):
        faults(value)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """As a stranger runs it: the one file, copied out of the project, in an isolated Python."""
    alone = folder / "verify.py"
    alone.write_bytes(VERIFY.read_bytes())
    command = [sys.executable, "-I", "-S", str(alone), *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False, timeout=30)


def test_verify_runs_alone(promise: Commitment, tmp_path: Path) -> None:
    (tmp_path / "openings.json").write_text(openings_json(promise, range(40), cut=CUT))
    done = run(tmp_path, "openings.json", "--root", promise.root, "--cut", str(CUT))
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    assert "40 cards are as promised" in done.stdout


def test_verify_says_what_is_wrong_in_one_line(promise: Commitment, tmp_path: Path) -> None:
    changed = record(promise)
    changed["openings"][3]["card"] = "2c" if changed["openings"][3]["card"] != "2c" else "3c"
    (tmp_path / "openings.json").write_text(json.dumps(changed))
    done = run(tmp_path, "openings.json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "opening 4" in done.stderr


@pytest.mark.parametrize(
    "words",
    [[], ["missing.json"], ["a.json", "b.json"], ["a.json", "--cut", "x"], ["a.json", "--root"], ["--what"]],
)
def test_verify_cannot_read(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.json").write_text("{")
    assert main([str(tmp_path / word) if word.endswith("json") else word for word in words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"1e999"])
def test_verify_survives_any_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "openings.json"
    path.write_bytes(content)
    assert main([str(path)]) == 2


# Computed once by a second program from the definition in docs/shuffles.md.
GOLDEN_ROOT = "d9b7800a1d43da03a3cba52dad3f604791da3ad8e96841d54498a2d15a1bec46"
