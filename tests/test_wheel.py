"""The wheel, built and installed into clean environments, bare and with its extras, works from another folder."""

from __future__ import annotations

import importlib.metadata as metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement

from pitboss.extras import EXTRAS
from pitboss.maths.cache import caches
from pitboss.rules import SHIPPED, load
from pitboss.rules.register import clauses_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "pitboss"
RECORD = ROOT / "examples" / "records" / "overlooked-double.toml"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as it is for a release, from a copy of what the build needs."""
    source, dist = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for folder in (PACKAGE, ROOT / "docs"):
        shutil.copytree(folder, source / folder.relative_to(ROOT), ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist)],
        cwd=source, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    (made,) = dist.glob("*.whl")
    return made


Found = dict[str, metadata.Distribution]


def needed(requirements: Iterable[str], found: Found, extras: Iterable[str] = ()) -> Found:
    """What these requirements name, and what that needs in turn; nothing of what only the tests want."""
    for requirement in map(Requirement, requirements):
        marker = requirement.marker
        if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            continue
        distribution = metadata.distribution(requirement.name)
        assert requirement.specifier.contains(distribution.version), requirement
        if distribution.name.lower() not in found or requirement.extras:
            found[distribution.name.lower()] = distribution
            needed(distribution.requires or (), found, requirement.extras)
    return found


def copied(distribution: metadata.Distribution, target: Path) -> None:
    """A package, file by file as it was installed, without its scripts."""
    for file in distribution.files or ():
        source = Path(str(distribution.locate_file(file)))
        if ".." not in file.parts and "__pycache__" not in file.parts and source.is_file():
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(source, target / file)
            except OSError:  # another disk
                shutil.copy(source, target / file)


def install(wheel: Path, python: Path) -> None:
    """The wheel alone, by uv where dev.py has fetched it, else by the pip that made .venv."""
    uv = next((ROOT / ".tools").glob("uv-*/bin/uv"), None)
    base = getattr(sys, "_base_executable", sys.executable)
    by_uv = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel]
    by_pip = [base, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel]
    subprocess.run([str(word) for word in (by_uv if uv else by_pip)], check=True, capture_output=True, timeout=120)


def made(wheel: Path, folder: Path, extras: Iterable[str]) -> Path:
    """A new environment with the wheel and what the wheel says it needs, and nothing else; no network is used."""
    venv.create(folder, symlinks=True, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    install(wheel, folder / "bin" / "python")
    (described,) = site.glob("pitboss_tables-*.dist-info/METADATA")
    requirements = re.findall(r"^Requires-Dist: (.+)$", described.read_text(encoding="utf-8"), re.MULTILINE)
    for distribution in needed(requirements, {}, extras).values():
        copied(distribution, site)
    return folder


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program without any extra."""
    return made(wheel, tmp_path_factory.mktemp("bare") / "venv", ())


@pytest.fixture(scope="module")
def whole(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with every extra."""
    return made(wheel, tmp_path_factory.mktemp("whole") / "venv", ["all"])


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


def environment(elsewhere: Path) -> dict[str, str]:
    """Nothing of this run's own environment leads back to the source, but for compiled kernels: they are the same."""
    return {"PATH": os.defpath, "HOME": str(elsewhere), "PITBOSS_CACHE": str(caches())}


def pitboss(folder: Path, elsewhere: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return ran(folder / "bin" / "pitboss", elsewhere, *words)


def ran(program: Path, elsewhere: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *words],
        cwd=elsewhere, env=environment(elsewhere), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


def test_every_file_of_the_package_is_inside(wheel: Path) -> None:
    """Sheets, clauses, migrations, templates, pages, types, and the licence."""
    with zipfile.ZipFile(wheel) as box:
        inside = set(box.namelist())
    here = {
        f"pitboss/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }
    assert here - inside == set()
    for sign in (
        "sheets/catfish-blackjack.toml", "sheets/clauses/bj.toml", "sheets/clauses/proofs.json", "py.typed",
        "store/migrations/versions/v0001_streams.py", "reports/templates/par.typ", "web/pages/table.html",
        "service/audit/verify_bundle.py", "records/schema.json",
    ):  # fmt: skip
        assert f"pitboss/{sign}" in inside
    pages = {f"pitboss/web/docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    assert pages - inside == set()
    assert any(name.endswith("licenses/LICENSE") for name in inside)
    assert not [name for name in inside if name.startswith(("tests/", "docs/", "examples/"))]
    assert not [name for name in inside if "gallery" in name], "sample tables are for tests alone"


def test_it_is_the_installed_one_that_runs(bare: Path, elsewhere: Path) -> None:
    asked = "import pitboss, sys; print(pitboss.__file__); print(*sys.path, sep='\\n')"
    done = ran(bare / "bin" / "python", elsewhere, "-c", asked)
    assert str(ROOT) not in done.stdout
    assert done.stdout.startswith(str(bare))


# --- the program without its extras -----------------------------------------------------------------------


def test_no_web_database_or_pdf_package_comes_along(bare: Path, elsewhere: Path) -> None:
    asked = "import json; from pitboss.extras import EXTRAS, missing; print(json.dumps([*map(missing, EXTRAS)]))"
    done = ran(bare / "bin" / "python", elsewhere, "-c", asked)
    brought_by_rich_and_typer = {"markdown_it", "pydantic"}
    wanted = [[module for module in modules if module not in brought_by_rich_and_typer] for modules in EXTRAS.values()]
    assert json.loads(done.stdout) == wanted, done.stderr


def test_games_rules_clauses_and_settle(bare: Path, elsewhere: Path) -> None:
    found = json.loads(pitboss(bare, elsewhere, "games", "--json").stdout)
    assert [(each["sheet"], each["hash"]) for each in found] == [(name, load(name).hash) for name in SHIPPED]
    for name in SHIPPED:
        done = pitboss(bare, elsewhere, "rules", name)
        assert (done.returncode, done.stderr) == (0, "")
        assert load(name).title.upper() in done.stdout
    clauses = json.loads(pitboss(bare, elsewhere, "clauses", "--json").stdout)
    assert [(each["id"], each["text"]) for each in clauses] == [(each.id, each.text) for each in clauses_of()]
    shutil.copy(RECORD, elsewhere / "round.toml")
    done = pitboss(bare, elsewhere, "settle", "round.toml")
    assert (done.returncode, "BJ-" in done.stdout, done.stderr) == (1, True, "")


def test_analyze(bare: Path, elsewhere: Path) -> None:
    done = pitboss(bare, elsewhere, "analyze", "blackjack-v5", "--no-cache", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["sheet"] == "blackjack-v5"
    assert 0 < found["wagers"]["main"]["house_edge"] < 0.02


@pytest.mark.parametrize(
    ("words", "sign"),
    [
        (("deal", "catfish-blackjack", "--seed", "1"), "You sit at box 1"),
        (("value", "blackjack-v5", "8 8 vs T"), "split"),
        (("chart", "blackjack-v5", "--play", "total"), "Hard"),
        (("shuffle", "blackjack-v5"), "shuffle"),
        (("compare", "blackjack-v5", "--set", "soft_17=hit"), "soft_17"),
        (("doctor",), "report: not installed"),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_other_commands_that_need_no_extra(bare: Path, elsewhere: Path, words: tuple[str, ...], sign: str) -> None:
    done = pitboss(bare, elsewhere, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert sign in done.stdout


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("serve", ("serve", "--home", "bare-home")),
        ("serve", ("bots",)),
        ("serve", ("money",)),
        ("serve", ("audit", "verify")),
        ("serve", ("books", "september")),
        ("serve", ("backup", "-o", "floor.backup")),
        ("report", ("report", "blackjack-v5", "-o", "par.pdf")),
        ("report", ("chart", "blackjack-v5", "-o", "card.html")),
        ("report", ("simulate", "blackjack-v5", "--rounds", "1000", "--plot", "plot.png")),
        ("cluster", ("simulate", "blackjack-v5", "--rounds", "1000", "--cluster", "tcp://127.0.0.1:9")),
        ("parquet", ("analyze", "blackjack-v5", "--csv", "edges.parquet")),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_a_missing_extra_is_one_line_and_status_2(
    bare: Path, elsewhere: Path, extra: str, words: tuple[str, ...]
) -> None:
    before = sorted(elsewhere.iterdir())
    done = pitboss(bare, elsewhere, *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert re.fullmatch(rf"pitboss: \w+ is not installed; it comes with the extra {extra} \(.*\)\n", done.stderr)
    assert f'pip install ".[{extra}]"' in done.stderr
    assert sorted(elsewhere.iterdir()) == before, "nothing was made"


def test_a_library_call_raises_what_both_kinds_of_caller_catch(bare: Path, elsewhere: Path) -> None:
    done = ran(
        bare / "bin" / "python", elsewhere, "-c",
        "import pitboss\n"
        "for name in ('envs', 'client', 'service.floor', 'web.app'):\n"
        "    try: __import__(f'pitboss.{name}')\n"
        "    except ImportError as error: print(isinstance(error, pitboss.PitbossError), type(error).__name__)\n",
    )  # fmt: skip
    assert done.stdout == "True MissingExtra\n" * 4, done.stderr


# --- the program with all of them -------------------------------------------------------------------------


def test_report(whole: Path, elsewhere: Path) -> None:
    done = pitboss(whole, elsewhere, "report", "blackjack-v5", "-o", "par.pdf")
    assert done.returncode == 0, done.stderr
    assert (elsewhere / "par.pdf").read_bytes().startswith(b"%PDF")


def test_doctor_is_content(whole: Path, elsewhere: Path) -> None:
    done = pitboss(whole, elsewhere, "doctor", "--json")
    assert (done.returncode, json.loads(done.stdout)["good"]) == (0, True), done.stdout


@pytest.fixture(scope="module")
def served(whole: Path, elsewhere: Path) -> Iterator[str]:
    """The address of a server of the installed program."""
    words = ["serve", "--port", "0", "--home", "home"]
    with subprocess.Popen(
        [str(whole / "bin" / "pitboss"), *words],
        cwd=elsewhere, env=environment(elsewhere), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        (opened,) = (line for line in lines if "Pitboss is open" in line)
        yield re.findall(r"http://\S+", opened)[0]
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def test_serve_answers_with_pages_scripts_and_clauses(served: str) -> None:
    with httpx.Client(base_url=served, timeout=30) as client:
        health = client.get("/healthz").json()
        assert (health["status"], health["tables"]) == ("ok", len(SHIPPED))
        for page in ("/", "/table.html"):
            text = client.get(page).raise_for_status().text
            assert text.lstrip().lower().startswith("<!doctype html>")
            scripts = re.findall(r'<script[^>]* src="([^"]+)"', text)
            assert scripts
            for script in scripts:
                got = client.get(f"/{script.lstrip('./')}").raise_for_status()
                assert "javascript" in got.headers["content-type"]
        posted = client.get("/api/tables/blackjack-v5-1/posted").raise_for_status().text
        assert load("blackjack-v5").title in posted
        (clause,) = (each for each in clauses_of() if each.id == "V5-DECK-1")
        assert client.get("/api/clauses/V5-DECK-1").raise_for_status().json()["text"] == clause.text
