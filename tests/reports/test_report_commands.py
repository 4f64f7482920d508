"""`pitboss report` and `pitboss chart`: what they write and show, and what they say to bad input."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from pathlib import Path

import pytest
from PIL import Image
from tests.commands import Run, run
from tests.reports.pdf import words_of

from pitboss.errors import NotationError
from pitboss.maths.analysis.analysis import analyze
from pitboss.reports.numbers import percent
from pitboss.reports.output_files import form_of
from pitboss.reports.strategy import Style, strategy_chart
from pitboss.rules import load

__all__ = ["run"]


@pytest.mark.parametrize("command", ["report", "chart"])
def test_help_shows_examples(run: Run, command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert "Examples:" in out
    assert f"pitboss {command} catfish-blackjack" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["report", "catfish-blackjack", "-o", "par.docx"], "a name that ends in .pdf or .html"),
        (["report", "catfish-blackjack", "-o", "par"], "a name that ends in .pdf or .html"),
        (["report", "catfish-blackjack", "-o", "/no/such/folder/par.pdf"], "no folder"),
        (["report", "catfish-blackjack"], "-o par.pdf or -o par.html, or --json"),
        (["report", "no-such-sheet", "-o", "par.pdf"], "no-such-sheet"),
        (["report", "catfish-blackjack", "-o", "par.pdf", "--paper", "a3"], "a3"),
        (["chart", "catfish-blackjack", "-o", "card.pdf"], "a name that ends in .png or .svg or .html"),
        (["chart", "catfish-blackjack", "-o", "/no/such/folder/card.png"], "no folder"),
        (["chart", "catfish-blackjack", "--play", "wild"], "wild"),
        (["chart", "catfish-blackjack", "--set", "decks=99"], "decks"),
        (["chart", "ultimate-texas-holdem", "--play", "total"], "way to play blackjack"),
    ],
)
def test_bad_input_is_one_clear_line(
    run: Run, arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    assert says in err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "par.pdf"
    folder.mkdir()
    with pytest.raises(NotationError, match="it is a folder"):
        form_of(folder, ("pdf", "html"))


def test_what_cannot_be_written_is_said(run: Run) -> None:
    status, _, err = run("chart", "blackjack-v5", "--play", "total", "-o", "/proc/card.html")
    assert status == 2
    assert err.startswith('pitboss: cannot write "/proc/card.html"')
    assert err.count("\n") == 1


def test_chart_is_shown_in_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    status, out, err = run("chart", "catfish-blackjack", "--play", "total")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Best play by totals, Blackjack"
    chart = strategy_chart(load("catfish-blackjack"), Style.TOTAL)
    for grid in chart.grids:
        assert grid.title in out
        for label, cells in grid.rows:
            letters = r"\s+".join(cell.letters for cell in cells)
            assert re.search(rf"(^|\s){re.escape(label)}\s+{letters}(\s|$)", out, re.MULTILINE), label
    assert all(note in out for note in chart.notes)
    assert "House edge, played this way: 0.618 %" in out


def test_chart_as_json_has_every_cell(run: Run, tmp_path: Path) -> None:
    status, out, err = run("chart", "blackjack-v5", "--play", "total", "--json")
    assert (status, err) == (0, "")
    told, made = json.loads(out), strategy_chart(load("blackjack-v5"), Style.TOTAL)
    assert (told["sheet"], told["play"], told["figure"]) == ("blackjack-v5", "total", made.figure)
    letters = [[cell["letters"] for cell in row["cells"]] for grid in told["grids"] for row in grid["rows"]]
    assert letters == [[cell.letters for cell in cells] for grid in made.grids for _, cells in grid.rows]
    card = tmp_path / "card.html"
    assert run("chart", "blackjack-v5", "--play", "total", "--json", "-o", str(card))[1] == out
    assert card.exists()


@pytest.mark.slow
def test_report_as_json_is_the_par_sheet_with_its_figures(run: Run) -> None:
    status, out, err = run("report", "blackjack-v5", "--json")
    assert (status, err) == (0, "")
    told, found = json.loads(out), analyze(load("blackjack-v5"))
    assert (told["sheet"], told["hash"], told["findings"]) == ("blackjack-v5", found.hash, list(found.findings))
    assert [row["wager"] for row in told["summary"]] == [figures.title for figures in found.wagers.values()]
    assert told["analysis"]["wagers"]["main"]["house_edge"] == found.wagers["main"].house_edge
    assert [len(wager["hold"]) > 0 for wager in told["wagers"]] == [True] * len(found.wagers)
    assert {line["clauses"][0] for part in told["rules"] for line in part["lines"] if line["clauses"]} >= {"V5-DECK-1"}
    assert told["chart"]["grids"]


def test_chart_fits_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = run("chart", "blackjack-v5", "--play", "total")[1]
    assert max(map(len, out.splitlines())) <= 60
    assert "17" in out


def test_chart_writes_each_form_of_a_house_sheet(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "ours.toml"
    sheet.write_text(
        'extends = "catfish-blackjack"\ntitle = "Our game"\n[dealer]\nsoft_17 = "stand"\n', encoding="utf-8"
    )
    card = tmp_path / "card.HTML"
    status, out, _ = run("chart", str(sheet), "-o", str(card), "--play", "total")
    assert (status, out) == (0, f"wrote {card}\n")
    page = card.read_text(encoding="utf-8")
    assert "Best play by totals, Our game" in page
    assert "dealer stands on soft 17" in page
    assert "#14393B" in page  # the felt of its document
    picture = tmp_path / "card.png"
    assert run("chart", str(sheet), "-o", str(picture))[0] == 0
    assert Image.open(io.BytesIO(picture.read_bytes())).size[0] > 1000


@pytest.mark.slow
def test_report_of_a_whole_sheet_twice(run: Run, tmp_path: Path) -> None:
    sheet = load("blackjack-v5")
    first, again, page = (tmp_path / name for name in ("first.pdf", "again.pdf", "par.html"))
    for path in (first, again, page):
        status, out, err = run("report", "blackjack-v5", "-o", str(path))
        assert (status, out) == (0, f"wrote {path}\n"), err
    assert first.read_bytes() == again.read_bytes()
    figures = analyze(sheet)
    for words in (words_of(first.read_bytes()), squeezed_page(page)):
        for wager in figures.wagers.values():
            assert re.sub(r"\s", "", percent(wager.house_edge, 6)) in words
            assert all(re.sub(r"\s", "", line.title).removeprefix("-") in words for line in wager.lines)
        assert all(re.sub(r"\s", "", finding) in words for finding in figures.findings)
        assert "Hardtotals" in words
        assert sheet.hash in words
        assert "Inthecharts" not in words  # the key of another chart


def squeezed_page(path: Path) -> str:
    text = re.sub(r"<(style|svg).*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"\s", "", unescape(re.sub(r"<[^>]+>", "", text)))


@pytest.mark.slow
def test_holdem_card_raises_500_of_1326_hands(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    assert run("chart", "ultimate-texas-holdem", "-o", str(path))[0] == 0
    hands = re.findall(r'<td class="cell (\S+?)"[^>]*><span>(\w+)</span>', path.read_text(encoding="utf-8"))
    assert len(hands) == 169
    ways = {2: 6, "s": 4, "o": 12}
    raised = [name for play, name in hands if play == "raise"]
    assert sum(ways[2 if len(name) == 2 else name[2]] for name in raised) == 500
    assert {"22", "K4o", "Q7o", "Q5s", "J9o", "J7s", "T9s"} <= {name for play, name in hands if play == "check"}
    assert {play for play, _ in hands} == {"raise", "check"}  # never three times
