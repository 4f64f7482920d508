"""No condition depends on a sentence: programs decide by kinds, codes and fields; sentences are for people."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest
from tests.test_project import PACKAGE, ROOT, dev

SENTENCE = re.compile(r"[A-Za-z]{2,}[:,;.]? [A-Za-z$]")
TESTS = {"startswith", "endswith", "find", "index", "match", "search", "fullmatch", "count", "removeprefix"}


def texts(node: ast.expr) -> list[str]:
    return [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def compared(node: ast.AST) -> list[ast.expr]:
    """What a node compares with, if it is a comparison; a container may hold sentences, its keys are looked up."""
    if isinstance(node, ast.Compare):
        return [part for part in (node.left, *node.comparators) if not isinstance(part, (ast.Call, ast.Subscript))]
    if isinstance(node, ast.MatchValue):
        return [node.value]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TESTS:
        return [argument for argument in node.args if not isinstance(argument, ast.Call)]
    return []


def prose_conditions(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        for part in compared(node):
            found += [text for text in texts(part) if SENTENCE.search(text)]
    return found


def test_the_walk_finds_a_sentence_in_a_condition() -> None:
    assert prose_conditions('if reason == "the table is closed": pass') == ["the table is closed"]
    assert prose_conditions('x = reason.startswith("you have $")') == ["you have $"]
    assert prose_conditions('x = "is closed" in reason') == ["is closed"]
    assert prose_conditions('match x:\n  case "no such table": pass') == ["no such table"]
    assert prose_conditions('if code == "chips.too_few": raise Error("you have too few chips")') == []


@pytest.mark.parametrize("folder", ["client", "web"])
def test_no_condition_of_the_client_or_the_server_depends_on_a_sentence(folder: str) -> None:
    modules = [*(PACKAGE / folder).rglob("*.py")]
    assert modules
    found = {str(path.relative_to(PACKAGE)): prose_conditions(path.read_text()) for path in modules}
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ('export const f = (t) => t.startsWith("double for less");', "a condition depends on a sentence"),
        (
            'const SHORT = "You have $";\nexport const f = (t) => t.startsWith(SHORT);',
            "a condition depends on a sentence",
        ),
        ("export const f = (t) => /: let the house bear/.test(t);", "a condition depends on a sentence"),
        ('export const f = (t) => t === "play on";', "a condition depends on a sentence"),
        ('export const f = (s) => s.game === "holdem";', "a game is named outside its room"),
        ('export const f = () => load("blackjack-v5");', "a game is named outside its room"),
        ('export const f = (t) => ["play on", "stand"].includes(t);', "a condition depends on a sentence"),
        (
            'const ASKED = new Set(["play on"]);\nexport const f = (t) => ASKED.has(t);',
            "a condition depends on a sentence",
        ),
        ('export const f = (t) => ({ "play on": 1, stand: 2 })[t];', "a condition depends on a sentence"),
        ('export const f = (t) => t === say("a.play_on");', "a condition depends on a sentence"),
        ('export const f = (s) => s.game === "hold" + "em";', "a game is told from others outside its room"),
        ('export const f = (s) => s.game.startsWith("black");', "a game is told from others outside its room"),
        ("export const f = (s) => { switch (s.game) { default: } };", "a game is told from others outside its room"),
        ("export const f = (s) => TABLES[s.game];", "a game is told from others outside its room"),
        ('export const f = (s) => s.sheet.includes("catfish");', "a condition depends on a sheet"),
        ("export const f = (a, b) => a.game === b.game;", ""),
        ('export const f = (o) => o.kind === "double_for_less" && say("You may double for less");', ""),
        ('export const f = (e) => e.matches("button, a, summary");', ""),
        (f"// {'a' * 117}", ""),
        (f"// {'a' * 118}", "page.js:1: the line has 121 letters, over 120"),
    ],
)
def test_the_check_of_the_scripts_finds_what_it_is_for(script: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text(script)
    command = [str(dev.node()), str(ROOT / "scripts" / "check_pages.js"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == (1 if fault else 0)
    assert fault in done.stdout


CATALOGUE = 'export const en = { "a.bets": "{n} bets lie there", "a.none": "No bet lies there" };'
SAYS = 'import { say } from "./say.js";\nexport const f = (n) => (n ? say("a.bets", { n }) : say("a.none"));'


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({}, ""),
        ({"page.js": SAYS.replace('"a.none"', '"a.gone"')}, "the catalogue has no a.gone"),
        ({"page.js": SAYS.replace("{ n }", "{}")}, "a.bets is not given {n}"),
        ({"page.js": SAYS.replace('say("a.none")', '""')}, "nobody says a.none"),
        ({"page.js": SAYS.replace('say("a.none")', '"Nobody has bet here yet"')}, "stands outside the catalogue"),
        ({"page.js": SAYS.replace('say("a.none")', "`${n} · Round ${n}`")}, "stands outside the catalogue"),
        ({"page.js": SAYS.replace('say("a.none")', "`${n} deals`")}, "stands outside the catalogue"),
        ({"page.html": '<h1 data-say="a.none"></h1>'}, ""),
        ({"page.html": '<h1 data-say="a.gone"></h1>'}, "the catalogue has no a.gone"),
        ({"page.html": "<h1>Bets</h1>"}, "a text stands in the page: Bets"),
        ({"page.html": '<link rel="modulepreload" href="/games/holdem.js">'}, "a page names a game: holdem"),
        ({"page.html": '<a href="/rules.html?sheet=blackjack-v5"></a>'}, "a page names a game: blackjack-v5"),
        ({"page.html": '<nav aria-label="Pages"></nav>'}, "aria-label is not in the catalogue: Pages"),
    ],
)
def test_every_text_of_the_pages_stands_in_the_catalogue(changed: dict[str, str], fault: str, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    for name, text in {"words/en.js": CATALOGUE, "page.js": SAYS, **changed}.items():
        (tmp_path / name).write_text(text)
    command = [str(dev.node()), str(ROOT / "scripts" / "check_pages.js"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if fault else 0), done.stdout
    assert fault in done.stdout


def test_no_script_is_left_out_of_the_checks() -> None:
    """A file that turns its checks off says so at its head; none does."""
    pages = [*(PACKAGE / "web" / "pages").rglob("*.js")]
    assert [path.name for path in pages if "@ts-nocheck" in path.read_text()] == []
    assert [path.name for path in pages if "biome-ignore" in path.read_text()] == []
