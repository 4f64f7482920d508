"""The placard and the sign of a table on paper: all that is posted stands in them, and a sign is one page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from tests.commands import Run, run
from tests.reports.pdf import words_of

from pitboss.errors import NotationError
from pitboss.reports.par import figure_rules
from pitboss.reports.placards import SignPaper, placard_pdf, sign_pdf
from pitboss.rules import SHIPPED, Sheet, load, parse_sheet
from pitboss.rules.placard import Approval, placard

__all__ = ["run"]

CROWDED = parse_sheet("""
extends = "catfish-blackjack"
[table]
side_bets = ["trilux", "kings_bounty", "21+3", "perfect_pairs", "lucky_ladies", "buster"]
""")
"""As many side bets as a layout holds."""


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def pages(document: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", document))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_placard_on_paper_says_all_that_is_posted(name: str) -> None:
    sheet = load(name)
    document = placard_pdf(sheet, paper="letter")
    words = words_of(document)
    for part in placard(sheet).parts:
        for line in part.lines:
            assert squeezed(line.text) in words, line.text
            assert all(clause in words for clause in line.clauses), line.clauses
            assert squeezed(line.pays) in words
    assert document == placard_pdf(sheet, paper="letter"), "byte for byte"


@pytest.mark.parametrize("paper", get_args(SignPaper))
@pytest.mark.parametrize("sheet", [load(name) for name in SHIPPED], ids=SHIPPED)
def test_a_sign_is_one_page_with_limits_pays_and_the_rules_that_move_a_figure(sheet: Sheet, paper: SignPaper) -> None:
    document = sign_pdf(sheet, paper=paper)
    words = words_of(document)
    assert pages(document) == 1
    for part in figure_rules(sheet):
        assert squeezed(part.title) in words or not part.lines[1:]
        for line in part.lines:
            assert squeezed(line.text) in words, line.text
            assert squeezed(line.pays) in words
    assert sheet.hash[:12] in words


def test_a_sign_that_could_not_be_read_is_refused() -> None:
    """Six side bets go on a letter page, and not on a card."""
    assert pages(sign_pdf(CROWDED, paper="letter")) == 1
    with pytest.raises(NotationError, match="more rules than the page holds"):
        sign_pdf(CROWDED, paper="card")


def test_both_say_who_has_approved_the_sheet_and_what_departs() -> None:
    sheet = load("catfish-blackjack", sets=["blackjack.pays=6:5"])
    approval = Approval("Mona", "2026-11-01", "Paul")
    for document in (placard_pdf(sheet, approval), sign_pdf(sheet, approval)):
        assert "Mona" in words_of(document)
        assert "departs" in words_of(document)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-f", "html", "-o", "x.pdf"], '"x.pdf" is no name for html'),
        (["--options", "-o", "x.pdf"], '"x.pdf" is no name for text'),
        (["--json", "-o", "x.pdf"], '"x.pdf" is no name for text'),
        (["-f", "pdf", "-o", "x.txt"], '"x.txt" is no name for pdf'),
        (["-f", "pdf"], "a PDF is not printed in a terminal"),
        (["--sign"], "a PDF is not printed in a terminal"),
        (["--sign", "-o", "x.html"], "a sign is a page to print"),
        (["--paper", "card", "-o", "x.pdf"], "does not go on a card"),
    ],
)
def test_nothing_but_a_pdf_goes_into_a_file_called_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run("rules", "blackjack-v5", *arguments)
    assert (status, out) == (2, "")
    assert expected in err
    assert not list(tmp_path.iterdir())


def test_the_ending_of_a_file_says_what_is_written(run: Run, tmp_path: Path) -> None:
    begins = {"a.pdf": b"%PDF", "a.md": b"# Black", "a.html": b"<!doctype", "a.toml": b"name =", "a.txt": b"BLACKJACK"}
    for name, first in begins.items():
        assert run("rules", "blackjack-v5", "-o", str(tmp_path / name))[0] == 0
        assert (tmp_path / name).read_bytes().startswith(first)
    assert run("rules", "blackjack-v5", "--sign", "--paper", "card", "-o", str(tmp_path / "sign.pdf"))[0] == 0
    assert pages((tmp_path / "sign.pdf").read_bytes()) == 1
