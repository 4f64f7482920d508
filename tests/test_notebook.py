"""The example notebook runs cell by cell, and every result shows itself as a table."""

from __future__ import annotations

import ast
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pitboss.maths.display import fragment, html_table

NOTEBOOK = Path(__file__).resolve().parent.parent / "examples" / "figures.ipynb"


def code_cells() -> list[str]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: what its last line is worth is what it shows."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), NOTEBOOK.name, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)  # type: ignore[attr-defined]


class Cells(HTMLParser):
    """The words of a fragment by element; every element that is opened must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: dict[str, list[str]] = {}
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.setdefault(self.open[-1], []).append(data)


@pytest.mark.slow
def test_the_notebook_runs_and_its_results_show_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    results = [shown(source, names) for source in code_cells()]
    tables = {type(result).__name__: Cells(result._repr_html_()).words for result in results if result is not None}
    assert set(tables) == {"Analysis", "Valuation", "Comparison", "Solution", "Result"}
    for words in tables.values():
        assert words["th"]
        assert words["td"]
    assert "+0.5271 %" in tables["Analysis"]["td"]
    assert "Best play never takes even money." in tables["Analysis"]["li"]
    assert tables["Valuation"]["caption"] == ["before the dealer's check"]
    assert any("cards.decks: 6 → 8" in cell for cell in tables["Comparison"]["td"])
    assert tables["Solution"]["strong"] == ["House edge +0.6154 %"]
    assert tables["Result"]["strong"] == ["200,000 rounds, seed 7"]
    assert "standard errors apart" in capsys.readouterr().out


def test_words_of_a_sheet_cannot_become_markup() -> None:
    words = Cells(fragment("<b>", html_table(["&"], [["<script>"]], caption="</table>"), notes=["<i>"])).words
    assert words == {"strong": ["<b>"], "caption": ["</table>"], "th": ["&"], "td": ["<script>"], "li": ["<i>"]}
