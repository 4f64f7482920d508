"""The checker that a stranger runs: the edges of a brick, and what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.shoe import Commitment, SeededChance, commit, fresh_decks, openings_json
from pitboss.shoe.verify import Unreadable, faults, main

CARDS, CUT = 52, 20


@pytest.fixture(scope="module")
def promise() -> Commitment:
    return commit(fresh_decks(1), SeededChance("edges"))


def record(promise: Commitment, slots: Any = (0, 1), at: int = CUT) -> Any:
    return json.loads(openings_json(promise, slots, cut=at))


@pytest.mark.parametrize("place", [{"slot": CARDS}, {"position": CARDS}, {"slot": 2**32 - 1}])
def test_a_place_outside_the_brick_is_found(promise: Commitment, place: dict[str, int]) -> None:
    changed = record(promise)
    changed["openings"][0] |= place
    assert faults(changed) == [f"opening 1: outside the brick of {CARDS} cards"]


@pytest.mark.parametrize(("cut", "wrong"), [(0, 0), (CARDS, 0), (CARDS + 1, 1)])
def test_a_cut_lies_within_the_brick(promise: Commitment, cut: int, wrong: int) -> None:
    found = faults(record(promise, [0], at=0) | {"cut": cut})
    assert [f"the cut {cut} is outside the brick"] * wrong == found[:wrong]
    assert len(found) == 2 * wrong  # it is another position, too


@pytest.mark.parametrize("number", [-1, 2**32, 1.5, True, None, "1"])
def test_a_number_is_whole_and_fits(promise: Commitment, number: object) -> None:
    for key in ("cards", "cut"):
        with pytest.raises(Unreadable, match=f'"{key}" is not a whole number'):
            faults(record(promise) | {key: number})
    changed = record(promise)
    changed["openings"][1]["slot"] = number
    with pytest.raises(Unreadable, match='opening 2: "slot"'):
        faults(changed)


@pytest.mark.parametrize("card", ["1s", "Ax", "A", "As ", "sA", "", None, 7])
def test_a_card_is_a_rank_and_a_suit(promise: Commitment, card: object) -> None:
    changed = record(promise)
    changed["openings"][0]["card"] = card
    with pytest.raises(Unreadable, match="is not a card"):
        faults(changed)


def test_hex_digits_may_be_large_but_not_more_nor_fewer(promise: Commitment) -> None:
    shown = record(promise)
    assert faults(shown | {"root": shown["root"].upper()}, root=shown["root"].upper()) == []
    for root in (shown["root"][:-1], shown["root"] + "0", 64, None):
        with pytest.raises(Unreadable, match="the root is not 64 hex digits"):
            faults(shown | {"root": root})


@pytest.fixture
def file(promise: Commitment, tmp_path: Path) -> str:
    path = tmp_path / "openings.json"
    path.write_text(openings_json(promise, (0, 1, 2), cut=CUT))
    return str(path)


def test_it_says_under_what_the_cards_are_as_promised(
    promise: Commitment, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = f"under root {promise.root}, cut at {CUT}"
    given = {"--root": promise.root, "--cut": str(CUT)}
    words = [word for pair in given.items() for word in pair]
    for more, says in (([], own), (words[:2], own), (words[2:], own), (words, f"you gave, cut at {CUT}")):
        assert main([file, *more]) == 0
        assert f"verify: 3 cards are as promised {says}" in capsys.readouterr().out.replace(
            "under the root and cut ", ""
        )


def test_it_says_the_first_fault_and_how_many_more_there_are(
    promise: Commitment, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, "--cut", "21"]) == 1
    assert capsys.readouterr().err == "verify: NOT as promised: the cut is 20, not 21\n"
    assert main(["--cut", "21", "--root", "0" * 64, file]) == 1
    assert capsys.readouterr().err.endswith("the root is not the one that was shown (and 1 more)\n")


@pytest.mark.parametrize(
    "words", [["--cut", "²"], ["--cut", ""], ["--cut"], ["--root", "0" * 63], ["again.json"], ["-x"]]
)
def test_words_that_mean_nothing_are_refused(file: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file, *words]) == 2
    assert capsys.readouterr().err.startswith("verify: cannot check: ")


@pytest.mark.parametrize("path", ["-\x1b[2K\n", "no\x1b[2K\nsuch.json"])
def test_what_it_says_of_a_strange_name_is_one_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([path]) == 2
    said = capsys.readouterr().err
    assert "\\x1b[2K\\n" in said
    assert said.removesuffix("\n").isprintable()


@pytest.mark.parametrize("place", ["format", "root", "openings"])
def test_what_it_says_of_a_strange_file_is_one_line(
    promise: Commitment, tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "openings.json"
    path.write_text(json.dumps(record(promise) | {place: "\x1b[2K\nverify: all is well"}))
    assert main([str(path)]) == 2
    assert capsys.readouterr().err.removesuffix("\n").isprintable()
