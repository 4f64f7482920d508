"""The pages say what the program does: words that both have are held against each other."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import get_args

import pytest

import pitboss
from pitboss.cards import parse_cards
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound, rulings
from pitboss.games.events import Owner, Result
from pitboss.games.holdem import HoldemRound
from pitboss.maths.counting import COUNTS
from pitboss.registry import GAMES
from pitboss.rules import SHIPPED, load
from pitboss.rules.read import HEAD
from pitboss.service.people.permissions import EVERYBODY

DOCS = Path(__file__).resolve().parent.parent / "docs"
KINDS = {kind for name in SHIPPED for kind in load(name).rules.irregularity.kinds}
RULED = {"go_on", "deal_dealer", "back_up", "next", "reshuffle"}  # what permitted() gives beside a player's choices


def words_of(page: str) -> set[str]:
    """What stands in code on a page, word by word."""
    return set(re.findall(r"[\w:-]+", " ".join(re.findall(r"`([^`\n]+)`", (DOCS / page).read_text(encoding="utf-8")))))


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("hand-records.md", {choice for choices in rulings.CHOICES.values() for choice in choices} | RULED),
        ("hand-records.md", {choice for choices in HoldemRound.CHOICES.values() for choice in choices}),
        ("hand-records.md", KINDS - {"missed_blackjack", "late_dealer_blackjack"}),  # these are `overlook`, `peek no`
        ("hand-records.md", {*get_args(Result), *get_args(Owner), "toke:main", "toke:free"}),
        ("counting.md", set(COUNTS)),
        ("api.md", set(EVERYBODY)),
        ("rule-sheets.md", set(HEAD)),
    ],
    ids=["choices", "rulings of hold'em", "irregularities", "results", "counts", "roles", "head of a sheet"],
)
def test_a_page_names_every_word(page: str, words: set[str]) -> None:
    assert words - words_of(page) == set()


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    parts = [re.findall(r"^\| (?!word|---)([^|]+) \|", part, re.MULTILINE) for part in text.split("\n## ")[1:]]
    assert all(parts)
    for part in parts:
        assert part == sorted(part, key=str.lower)
    every = [word for part in parts for term in part for word in term.split(", ")]
    assert len(every) == len(set(every))
    assert {"toke", "lammer", "burn", "muck", "hole card", "tap in", "wash", "take and pay"} <= set(every)


def test_the_whole_sheet_on_the_page_is_played(tmp_path: Path) -> None:
    """The complete example loads as it stands, departs by name, and a round is dealt on it."""
    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / "rule-sheets.md").read_text(encoding="utf-8"), re.DOTALL)
    (whole,) = (block for block in blocks if "house =" in block)
    path = tmp_path / "red-lantern.toml"
    path.write_text(whole, encoding="utf-8")
    sheet = load(path)
    assert (sheet.house, sheet.title, sheet.edition) == ("Red Lantern", "Red Lantern Blackjack", "May 2026")
    assert {one.path for one in sheet.departures} >= {"dealer.soft_17", "blackjack.pays"}
    round_ = BlackjackRound(sheet, parse_cards("As 6c Ks Td 9h"))
    round_.act(a.PlaceBet(1, 1500)).act(a.StartDeal())
    assert round_.over
    assert round_.net() == {1: 1800}


ARCHITECTURE = DOCS / "architecture.md"
PACKAGE = Path(pitboss.__file__).parent
NAMED = re.compile(r"`((?:[\w*.-]+/)+[\w*.-]*|[\w-]+\.(?:py|js|toml))`")


def test_everything_that_the_architecture_names_is_there() -> None:
    for path in NAMED.findall(ARCHITECTURE.read_text()):
        folders = [DOCS.parent, PACKAGE, PACKAGE / "web" / "pages"]
        patterns = [path.replace("GAME", game).rstrip("/") for game in GAMES] if "GAME" in path else [path.rstrip("/")]
        assert any([*folder.glob(one)] for folder in folders for one in patterns), f"there is no {path}"


def test_the_list_of_what_a_game_brings_names_every_room() -> None:
    told = NAMED.findall(ARCHITECTURE.read_text())
    for file in PACKAGE.rglob("*"):
        game = next((one for one in GAMES if re.match(rf"{one}(?![a-z0-9-])", file.name)), None)
        if game and "sheets" not in file.parts and "__pycache__" not in file.parts:
            path = file.relative_to(PACKAGE).as_posix()
            rooms = [one.replace("GAME", game) for one in told if "GAME" in one]
            assert any(fnmatch(path, one) for one in rooms), f"the architecture does not name {path}"


def test_the_architecture_names_what_games_of_poker_share() -> None:
    told = NAMED.findall(ARCHITECTURE.read_text())
    shared = [path for path in PACKAGE.rglob("poker*") if path.stem == "poker" and path.parent.name != "__pycache__"]
    layers = [path.relative_to(PACKAGE).as_posix() for path in shared if path.parent.name not in ("hands", "_kernels")]
    assert layers
    assert {*layers} <= {*told}
