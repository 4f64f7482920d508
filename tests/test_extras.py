"""The extras: what they bring, and what is said where one is missing."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from pitboss import MissingExtra, PitbossError, __version__
from pitboss.extras import EXTRAS, missing, needs
from pitboss.reports import typesetting
from pitboss.reports.output_files import form_of
from pitboss.reports.pictures import picture
from pitboss.store import open_store

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOR_SPEED = {"uvloop"}  # the server runs without it


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in requirements}


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_modules_of_an_extra_are_those_of_its_packages(extra: str) -> None:
    brought = metadata.packages_distributions()
    packages = {name.lower().replace("_", "-") for module in EXTRAS[extra] for name in brought[module]}
    assert packages == named(PROJECT["optional-dependencies"][extra]) - FOR_SPEED


def test_all_is_every_extra_that_a_user_may_want() -> None:
    (whole,) = PROJECT["optional-dependencies"]["all"]
    assert whole == f"{PROJECT['name']}[{','.join(sorted(EXTRAS))}]"
    assert set(PROJECT["optional-dependencies"]) == {*EXTRAS, "all", "dev", "peers"}


def test_what_is_there_is_needed_in_silence() -> None:
    for extra in EXTRAS:
        assert missing(extra) == []
        needs(extra)


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert missing("report") == ["typst"]
    needs("report", "jinja2", "matplotlib")
    with pytest.raises(MissingExtra) as caught:
        needs("report")
    assert isinstance(caught.value, PitbossError)
    assert isinstance(caught.value, ImportError)
    assert str(caught.value) == (
        'typst is not installed; it comes with the extra report (in the source folder: pip install ".[report]"; '
        f'from a wheel: pip install "./pitboss_tables-{__version__}-py3-none-any.whl[report]")'
    )


def test_library_calls_say_it_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in ("jinja2", "matplotlib", "sqlalchemy", "typst"):
        monkeypatch.setitem(sys.modules, module, None)
    typesetting._environment.cache_clear()
    for call in (
        lambda: typesetting.html("plots.html"),
        lambda: typesetting.typeset("card.typ", {}, "pdf"),
        lambda: picture([], "png"),
        lambda: form_of(tmp_path / "par.pdf", ("pdf",)),
        lambda: open_store("floor.sqlite3"),
    ):
        with pytest.raises(MissingExtra, match=r"comes with the extra (report|serve)"):
            call()
    assert form_of(tmp_path / "books.csv", ("html", "csv")) == "csv"
    assert open_store("memory:").heads() == {}


def test_nobody_is_told_to_install_by_name() -> None:
    """A name is looked up on an index, where `pitboss` is another program; a path is not."""
    texts = [ROOT / "README.md", ROOT / "dev.py", ROOT / "pyproject.toml"]
    texts += [path for folder in ("docs", "examples", "src") for path in (ROOT / folder).rglob("*") if path.is_file()]
    told = [
        (path.relative_to(ROOT), words)
        for path in texts
        if "__pycache__" not in path.parts
        for line in path.read_text(encoding="utf-8", errors="ignore").splitlines()
        for words in re.findall(r"pip install ((?:-\S+ |constraints\.txt )*\S+)", line)
    ]
    assert told, "the pages do tell how it is installed"
    assert [each for each in told if not re.search(r"""(^|["' ])[./]\S*$""", each[1])] == []
