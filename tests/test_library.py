"""The library's front door, and every block of the pages that show it."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ENTRY = Path(sys.executable).with_name("pitboss")
COMPILING = b"pitboss: compiling, which the first use on this machine needs ...\n"
"""What a first use may say."""


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The blocks of a page in one language, each with the line it begins on."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}[^\n]*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(text[: block.start(1)].count("\n") + 1, block[1]) for block in found]


def commands(page: Path) -> list[str]:
    """The `$ pitboss ...` lines of a page."""
    lines = [line.strip() for _, block in blocks(page, "console") for line in block.splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ pitboss")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_of_a_page_run_in_order(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for line, block in blocks(page, "python"):
        if ">>> " in block:
            test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
            assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0, capsys.readouterr().out
            names = test.globs
        else:
            exec(compile("\n" * line + block, str(page), "exec"), names)


SHOWN = [pytest.param(page, command, id=f"{page.name}: {command}") for page in PAGES for command in commands(page)]


@pytest.mark.parametrize(("page", "command"), SHOWN)
def test_commands_of_a_page_run(page: Path, command: str, tmp_path: Path) -> None:
    words = shlex.split(command, comments=True)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    done = subprocess.run(
        [str(ENTRY), *words[1:]], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr.replace(COMPILING, b"")) == (0, b""), page


def test_the_page_says_what_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands in the comments of the first block is what it prints."""
    _, block = blocks(ROOT / "docs" / "library.md", "python")[0]
    exec(block, {})
    printed = capsys.readouterr().out
    for comment in re.findall(r"print\(.*?# (.+)$", block, re.MULTILINE):
        assert comment in printed.splitlines()
    assert printed.splitlines()[-2:] == ["0 2000 win 2000 BJ-INTRO-12", "1 1000 win 1000 BJ-INTRO-12"]


def test_every_public_name_is_there_and_typed() -> None:
    stub = ast.parse((ROOT / "src" / "pitboss" / "__init__.pyi").read_text())
    imported = {
        name.asname for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names if name.asname
    }
    assert imported | {"__version__"} == set(pitboss.__all__)
    assert set(pitboss.__all__) <= set(dir(pitboss))
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'roulette'"):
        _ = pitboss.roulette


def test_importing_the_library_loads_nothing_yet() -> None:
    code = "import sys, pitboss; print(sorted(m for m in sys.modules if m.startswith('pitboss') or m == 'msgspec'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "['pitboss']"


def test_the_example_dispute_shows_the_payment_that_differs(tmp_path: Path) -> None:
    record = ROOT / "examples" / "records" / "overlooked-double.toml"
    done = subprocess.run([str(ENTRY), "settle", str(record)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "25.00" in done.stdout
    assert "50.00" in done.stdout


def named_in_sentences() -> list[str]:
    """The commands that stand in the sentences of the front page; the server's own tests start it."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = dict.fromkeys(re.findall(r"`(pitboss [^`]+)`", text))
    return [words for words in found if not words.startswith("pitboss serve")]


ADDED = {"pitboss audit export": ["-o", "evidence.zip"]}
"""What a sentence leaves out."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples and a floor in it."""
    from tests.service.audit_floor import PlayedFloor

    from pitboss.service.operations.keys import Keys
    from pitboss.store import open_store

    folder = tmp_path_factory.mktemp("floor")
    shutil.copytree(ROOT / "examples", folder / "examples")
    home = folder / "pitboss-data"
    home.mkdir()
    store = open_store(str(home / "floor.sqlite3"))
    PlayedFloor(store, sheets=("blackjack-v5",), keys=Keys.kept_in(home / "keys"))
    store.close()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", named_in_sentences())
def test_commands_in_the_sentences_of_the_front_page_run(command: str, floor: Path) -> None:
    words = shlex.split(command.replace("SHEET", "blackjack-v5")) + ADDED.get(command, [])
    done = subprocess.run(
        [str(ENTRY), *words[1:]], cwd=floor, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False
    )
    differs = 1 if "overlooked-double" in command else 0
    assert (done.returncode, done.stderr.replace(COMPILING, b"")) == (differs, b"")


def test_the_sentences_of_the_front_page_show_each_kind_of_user_a_command() -> None:
    shown = {command.split()[1] for command in named_in_sentences()}
    assert shown >= {"deal", "settle", "analyze", "report", "chart", "simulate", "rules", "audit", "doctor"}
