"""Poker hands by the million: counts with known totals, and agreement with everyone who ranks hands."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitboss.bets import BETS, SpotFacts
from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.hands.poker import evaluate, playing_ranks
from pitboss.maths import cache
from pitboss.maths.evaluator import category_counts, evaluate_batch, strength_counts
from pitboss.rules import load

COUNTS = Path(__file__).parent / "counts"
MILLION = 1_000_000

Hands = NDArray[np.uint8]
Strengths = NDArray[np.int64]


def random_hands(count: int, cards: int, seed: int) -> Hands:
    """So many hands, each of a deck of its own."""
    chance = np.random.default_rng(seed)
    found: list[Hands] = []
    while sum(map(len, found)) < count:
        drawn = chance.integers(0, 52, (count, cards), dtype=np.uint8)
        ordered = np.sort(drawn, axis=1)
        found.append(drawn[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)])
    return np.concatenate(found)[:count]


def one_by_one(hands: Hands) -> list[int]:
    return [evaluate([DECK[card] for card in hand]) for hand in hands.tolist()]


# --- counts with known totals -----------------------------------------------------------------------------


def known(name: str) -> dict[str, int]:
    """The lines of a file in tests/counts: a name and a number each."""
    lines = (COUNTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    parts = [line.rsplit(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return {name.strip(): int(number.replace(",", "")) for name, number in parts}


def difference(expected: Mapping[str, int], counted: Mapping[str, int]) -> str:
    """Both counts line by line and what lies between them; empty where there is nothing."""
    if expected == counted:
        return ""
    rows = []
    for name in {**expected, **counted}:
        wanted, found = expected.get(name, 0), counted.get(name, 0)
        rows.append(f"{name:16}{wanted:>14,}{found:>14,}{found - wanted:>+14,}")
    return "\n".join(["", f"{'':16}{'expected':>14}{'counted':>14}{'difference':>14}", *rows])


def count_poker(cards: int) -> dict[str, int]:
    counts = category_counts(cards)
    return {
        "all hands": sum(counts.values()),
        **{kind.text: count for kind, count in counts.items()},
        "strengths": int(np.count_nonzero(strength_counts(cards))),
    }


def count_trilux() -> dict[str, int]:
    """Three cards as TriLux sees them, with what it does not pay told apart by the ranks."""
    paid, no_royal = (
        load("catfish-blackjack", sets=sets).rules.bets.trilux for sets in ([], ["bets.trilux.mini_royal=no_pay"])
    )
    counts: Counter[str] = Counter({"all hands": 0})
    trilux = BETS["trilux"]
    for first, second, up in combinations(DECK, 3):
        seen = SpotFacts((first, second), up)
        line = "".join(trilux.lines(seen, paid)).replace("_", " ")
        if line and not trilux.lines(seen, no_royal):
            line = "mini royal"
        counts["all hands"] += 1
        counts[line or ("pair" if len({card >> 2 for card in (first, second, up)}) == 2 else "high card")] += 1
    return dict(counts)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("three-cards", count_trilux),
        ("five-cards", lambda: count_poker(5)),
        ("six-cards", lambda: count_poker(6)),
        ("seven-cards", lambda: count_poker(7)),
    ],
)
def test_counts_have_their_known_totals(name: str, count: Callable[[], dict[str, int]]) -> None:
    if found := difference(known(name), count()):
        pytest.fail(f"tests/counts/{name}.txt{found}", pytrace=False)


def test_every_file_of_counts_adds_up() -> None:
    files = sorted(path.stem for path in COUNTS.glob("*.txt"))
    assert files == ["best-four-of-five", "five-cards", "four-cards", "seven-cards", "six-cards", "three-cards"]
    for name in files:
        lines = known(name)
        lines.pop("strengths", None)
        assert lines.pop("all hands") == sum(lines.values())


def test_difference_shows_each_line() -> None:
    assert difference({"pair": 2, "flush": 1}, {"flush": 1, "pair": 2}) == ""
    text = difference({"pair": 1200, "flush": 1}, {"pair": 1201, "straight": 1})
    assert re.search(r"pair +1,200 +1,201 +\+1\n", text)
    assert re.search(r"flush +1 +0 +-1\n", text)
    assert re.search(r"straight +0 +1 +\+1$", text)


# --- the same as one hand at a time -----------------------------------------------------------------------


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_batch_equals_single_evaluation_on_random_hands(cards: int) -> None:
    hands = random_hands(30_000, cards, seed=cards)
    assert evaluate_batch(hands).tolist() == one_by_one(hands)


def dealt(ranks: tuple[int, ...]) -> list[int]:
    """Cards of these ranks with no five of a suit: each suit in its turn, copies of a rank in different ones."""
    cards: list[int] = []
    for at, rank in enumerate(ranks):
        cards.append(next(c for c in (4 * rank + (at + step) % 4 for step in range(4)) if c not in cards))
    return cards


@pytest.mark.parametrize(("cards", "ways"), [(5, 6175), (6, 18_395), (7, 49_205)])
def test_batch_equals_single_evaluation_for_every_choice_of_ranks(cards: int, ways: int) -> None:
    choices = [ranks for ranks in combinations_with_replacement(range(13), cards) if max(Counter(ranks).values()) <= 4]
    assert len(choices) == ways
    hands = np.array([dealt(ranks) for ranks in choices], dtype=np.uint8)
    assert max(np.bincount(hand & 3).max() for hand in hands) < 5
    assert evaluate_batch(hands).tolist() == one_by_one(hands)


@pytest.mark.parametrize("suited", [5, 6, 7])
def test_batch_equals_single_evaluation_for_every_flush(suited: int) -> None:
    for suit in range(4):
        ranks = np.array(list(combinations(range(13), suited)), dtype=np.uint8)
        hands = ranks * np.uint8(4) + np.uint8(suit)
        assert evaluate_batch(hands).tolist() == one_by_one(hands)


def test_every_strength_is_met_by_five_cards_and_tells_its_ranks() -> None:
    strengths = np.flatnonzero(strength_counts(5)).tolist()
    assert len(strengths) == 7462
    assert len({(strength >> 12, playing_ranks(strength)) for strength in strengths}) == 7462
    assert set(np.flatnonzero(strength_counts(7)).tolist()) < set(strengths)


@given(st.lists(st.permutations(range(52)), min_size=1, max_size=20), st.integers(5, 7), st.sampled_from("bBhHiIlL"))
def test_any_layout_and_type_of_numbers_gives_the_same(decks: list[list[int]], cards: int, kind: str) -> None:
    hands = np.array([deck[:cards] for deck in decks])
    expected = one_by_one(hands.astype(np.uint8))
    assert evaluate_batch(hands.astype(kind)).tolist() == expected
    assert evaluate_batch(np.asfortranarray(hands.astype(kind))).tolist() == expected
    assert evaluate_batch(np.repeat(hands.astype(np.uint8), 2, axis=0)[::2]).tolist() == expected


def test_no_hands_have_no_strengths() -> None:
    assert evaluate_batch(np.empty((0, 7), dtype=np.uint8)).tolist() == []


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        (np.zeros(7, dtype=np.uint8), r"shape \(7,\)"),
        (np.zeros((3, 4), dtype=np.uint8), r"shape \(3, 4\)"),
        (np.zeros((3, 8), dtype=np.uint8), r"shape \(3, 8\)"),
        (np.zeros((3, 7)), "type float64"),
        (np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, 52]], dtype=np.uint8), "hand 1 has a number that is no card"),
        (np.array([[0, 1, 2, 3, 255, 5, 6]], dtype=np.uint8), "hand 0 has a number that is no card"),
        (np.array([[0, 1, 2, 3, -1]]), "hand 0 has a number that is no card"),
        (np.array([[0, 1, 2, 3, 256 + 4]]), "hand 0 has a number that is no card"),
        (np.array([[0, 1, 2, 3, 4]] * 3 + [[51, 1, 2, 51, 4]], dtype=np.uint8), "hand 3 has the ace of spades twice"),
        (np.array([[0, 0, 0, 0, 0, 0, 0]], dtype=np.uint8), "hand 0 has the two of clubs twice"),
        (np.array([[0, 64, 1, 2, 3, 4, 5]], dtype=np.uint8), "hand 0 has a number that is no card"),
    ],
)
def test_what_is_no_array_of_hands_is_refused(hands: Hands, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        evaluate_batch(hands)


def test_hands_of_four_cards_cannot_be_counted() -> None:
    with pytest.raises(NotationError, match="cannot have 4 cards"):
        strength_counts(4)


# --- the same order as others -----------------------------------------------------------------------------


def eval7_strengths(hands: Hands) -> list[int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it calls its parser by names that are going away
        import eval7
    cards = [eval7.Card(card.text) for card in DECK]
    return [eval7.evaluate([cards[card] for card in hand]) for hand in hands.tolist()]


def phevaluator_strengths(hands: Hands) -> list[int]:
    from phevaluator import evaluate_cards

    return [-evaluate_cards(*hand) for hand in hands.tolist()]  # its cards have our numbers, and its best hand is 1


def treys_strengths(hands: Hands) -> list[int]:
    import treys

    cards, evaluator = [treys.Card.new(card.text) for card in DECK], treys.Evaluator()
    return [-evaluator.evaluate([cards[card] for card in hand], []) for hand in hands.tolist()]  # its best hand is 1


@pytest.mark.slow
@pytest.mark.parametrize("peer", [eval7_strengths, phevaluator_strengths, treys_strengths])
def test_a_million_hands_stand_in_the_same_order(peer: Callable[[Hands], list[int]]) -> None:
    hands = random_hands(MILLION, 7, seed=2025)
    assert same_order(evaluate_batch(hands).astype(np.int64), np.array(peer(hands)))


def same_order(ours: Strengths, theirs: Strengths) -> bool:
    """Whether two hands that are equal, or better and worse, to one are so to the other."""
    pairs = np.unique(np.stack([ours, theirs], axis=1), axis=0)
    return bool((np.diff(pairs, axis=0) > 0).all())


def test_another_order_is_seen() -> None:
    assert same_order(np.array([1, 2, 1, 5]), np.array([10, 20, 10, 21]))
    assert not same_order(np.array([1, 2, 3]), np.array([10, 30, 20]))
    assert not same_order(np.array([1, 2, 2]), np.array([10, 20, 30]))
    assert not same_order(np.array([1, 2, 3]), np.array([10, 20, 20]))


# --- what was compiled is kept ----------------------------------------------------------------------------


@pytest.mark.parametrize("edited", ["maths/_kernels/poker_tables.py", "hands/poker.py", "cards.py"])
def test_an_edit_in_any_source_of_a_kernel_gives_another_name(edited: str, tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    kernels = "pitboss.maths._kernels.poker_batch"
    before = cache.source_hash(parts=cache.made_from(kernels))
    assert cache.source_hash(package, cache.made_from(kernels, package)) == before
    with (package / edited).open("a") as file:
        file.write("# edited\n")
    assert cache.source_hash(package, cache.made_from(kernels, package)) != before


def test_an_edit_elsewhere_leaves_a_kernel_as_it_was(tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    with (package / "maths" / "record.py").open("a") as file:
        file.write("# edited\n")
    parts = cache.made_from("pitboss.maths._kernels.poker_batch", package)
    assert "maths/_kernels/poker_tables.py" in parts
    assert cache.source_hash(package, parts) == cache.source_hash(parts=parts)


def test_imports_are_read_as_the_parser_reads_them() -> None:
    for path in cache.PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        parsed = {
            f"{node.module}.{name.name}"
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "pitboss"
            for name in node.names
        }
        assert parsed <= set(cache.imports_of(source)), path


def test_compiles_once_and_says_so(tmp_path: Path) -> None:
    program = "import pitboss.maths._kernels.poker_tables as t; t.hand_tables()"

    def start() -> str:
        environment = {**os.environ, "PITBOSS_CACHE": str(tmp_path)}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120).stderr

    assert start().count("compiling") == 1
    assert start() == ""
    name = cache.source_hash(parts=cache.made_from("pitboss.maths._kernels.poker_tables"))
    kept = [path for path in tmp_path.rglob("*.nbc") if name in path.parts]
    assert len(kept) == 1


def test_old_folders_are_forgotten(tmp_path: Path) -> None:
    for name, days in (("old", 31), ("new", 29)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbc").touch()
        then = (tmp_path / name).stat().st_mtime - days * 86_400
        os.utime(tmp_path / name, (then, then))
    cache.forget_unused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_where_nothing_can_be_kept_a_folder_of_this_process_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    chosen = cache.folder.__wrapped__()
    assert chosen.is_dir()
    assert tmp_path not in chosen.parents
