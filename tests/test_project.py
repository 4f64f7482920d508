"""The project itself: its layers, its two commands, its pins, and which test shows which clause."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import pitboss

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
PACKAGE = SRC / "pitboss"
PROOFS = PACKAGE / "sheets" / "clauses" / "proofs.json"
TEST_COMMAND = "python3 dev.py test"

ENGINES = ("cards", "money", "options", "hands", "bets", "rules", "shoe", "games", "progressive", "table")
NOT_FOR_ENGINES = {"datetime", "numba", "numpy", "time"}


def load_dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


dev = load_dev()


def run(*command: str | Path, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command with this environment, less CI and pytest's own variables."""
    inherited = {name: value for name, value in os.environ.items() if name != "CI" and "PYTEST" not in name}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**inherited, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


# --- layers -----------------------------------------------------------------------------------------------


def modules(name: str) -> Iterator[Path]:
    """The files of one module or package of pitboss; none where it does not exist."""
    single = PACKAGE / f"{name}.py"
    yield from [single] if single.exists() else sorted((PACKAGE / name).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The first names of everything a file imports, wherever in the file it does so."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_engine_imports_no_clock_and_no_numpy(engine: str) -> None:
    assert {path: bad for path in modules(engine) if (bad := imported(path) & NOT_FOR_ENGINES)} == {}


def test_contract_names_every_engine() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (engines,) = [contract for contract in contracts if contract["type"] == "forbidden"]
    assert set(engines["forbidden_modules"]) == NOT_FOR_ENGINES
    existing = {f"pitboss.{engine}" for engine in ENGINES if list(modules(engine))}
    assert set(engines["source_modules"]) == existing, "source_modules in pyproject.toml: name each engine there is"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, to be broken."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("errors.py", "import pitboss.cards", "imports go downwards only BROKEN"),
        ("cards.py", "import pitboss.money", "imports go downwards only BROKEN"),
        ("newcomer.py", "", "imports go downwards only BROKEN"),
        ("cards.py", "import time", "engines know no clock and no number-crunching BROKEN"),
        ("money.py", "import numpy.random", "engines know no clock and no number-crunching BROKEN"),
    ],
)
def test_contracts_break(copied: Path, module: str, line: str, broken: str) -> None:
    with (copied / "src" / "pitboss" / module).open("a") as file:
        file.write(f"\n{line}\n")
    lint = run(
        Path(sys.executable).with_name("lint-imports"),
        "--no-cache",
        cwd=copied,
        PYTHONPATH=str(copied / "src"),
    )
    assert lint.returncode == 1
    assert broken in lint.stdout


# --- what ships -------------------------------------------------------------------------------------------


def test_version_is_the_installed_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", pitboss.__version__)


def test_everything_is_pinned_exactly_and_without_an_address() -> None:
    pins = (ROOT / "constraints.txt").read_text().splitlines()
    lines = [line for line in pins if line and not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; .*)?", line)] == []
    named = {line.partition("==")[0] for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    assert re.fullmatch(r"uv==[\d.]+", dev.UV)
    assert re.fullmatch(r"[a-z-]+==[\d.]+", dev.NODE)
    assert {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in wanted} <= named | {project["project"]["name"]}


def test_readme_and_ci_run_the_same_command() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert TEST_COMMAND in [line.strip() for block in blocks for line in block.splitlines()]
    script = (ROOT / ".ci" / "run").read_text().splitlines()
    assert [line for line in script if "python" in line] == [f"{TEST_COMMAND} {dev.SYSTEM_PACKAGES}"]
    assert "set -eu" in script
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


# --- dev.py -----------------------------------------------------------------------------------------------


def test_dev_needs_the_standard_library_only() -> None:
    assert imported(ROOT / "dev.py") <= set(sys.stdlib_module_names)


def test_dev_that_is_told_to_stop_tells_what_it_has_started() -> None:
    """Otherwise a server goes on alone, and keeps its port."""
    code = (
        "import sys, dev; sys.exit(dev.run(sys.executable, '-c', 'import time; print(1, flush=True); time.sleep(60)'))"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1\n"
        process.terminate()
        assert process.communicate(timeout=30)[0] == "", "the pipe is closed by the last who has it"


@pytest.mark.parametrize("asked", [[], ["--help"], ["test", "--help"]])
def test_dev_help_names_every_command(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(asked) == 0
    text = capsys.readouterr().out
    assert all(f"  {command}" in text for command in dev.COMMANDS)


@pytest.mark.parametrize("asked", [["shuffle"], ["check", "twice"], ["proofs", "--fast"]])
def test_dev_refuses_in_one_line(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(asked) == 2
    refusal = capsys.readouterr().err
    assert refusal.count("\n") == 1
    assert asked[-1] in refusal


def test_dev_takes_pip_settings_as_pip_install_does() -> None:
    listing = "\n".join(
        [
            ":env:.find-links='/env/links'",
            "global.find-links='/global/links'",
            "global.index-url='https://global.example/simple'",
            "install.index-url='https://install.example/simple?a=b'",
            "install.trusted-host='one.example\\ntwo.example'",
            "download.timeout='5'",
            "no setting at all",
        ]
    )
    assert dev.pip_settings(listing) == {
        "find-links": "/env/links",
        "index-url": "https://install.example/simple?a=b",
        "trusted-host": "one.example\ntwo.example",
    }
    assert dev.pip_settings("\n".join(reversed(listing.splitlines()))) == dev.pip_settings(listing)


def test_dev_hands_pip_settings_on_to_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = dev.uv_settings(
        {
            "index-url": "https://one.example/simple",
            "extra-index-url": "\nhttps://two.example/simple\nhttps://three.example/simple",
            "find-links": f"{tmp_path} /no/such/folder https://four.example/wheels",
            "trusted-host": "one.example",
            "cert": "/etc/certs.pem",
            "proxy": "http://proxy.example:3128",
        }
    )
    assert found == {
        "UV_DEFAULT_INDEX": "https://one.example/simple",
        "UV_INDEX": "https://two.example/simple https://three.example/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": f"{tmp_path},https://four.example/wheels",
        "UV_INSECURE_HOST": "one.example",
        "SSL_CERT_FILE": "/etc/certs.pem",
        "HTTP_PROXY": "http://proxy.example:3128",
        "HTTPS_PROXY": "http://proxy.example:3128",
    }
    assert dev.uv_settings({}) == {}
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://mine.example/simple")
    assert dev.uv_environment({"index-url": "https://pip.example"})["UV_DEFAULT_INDEX"] == "https://mine.example/simple"


def test_dev_stamp_follows_what_was_installed(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    before = dev.stamp(tmp_path)
    assert dev.stamp(tmp_path) == before
    for name in ("pyproject.toml", "constraints.txt"):
        with (tmp_path / name).open("a") as file:
            file.write("# changed\n")
        assert dev.stamp(tmp_path) != before
        before = dev.stamp(tmp_path)
    assert dev.stamp(ROOT) != before


@pytest.mark.parametrize("harm", ["nothing", "stamp", "cut", "python", "script"])
def test_dev_sees_a_broken_venv(harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv = tmp_path / ".venv"
    monkeypatch.setattr(dev, "VENV", venv)
    monkeypatch.setattr(dev, "STAMP", venv / "set-up-for")
    (venv / dev.BIN).mkdir(parents=True)
    python, script = dev.in_venv("python"), dev.in_venv("pitboss")
    python.symlink_to(sys.executable)
    script.touch()
    dev.STAMP.write_text(dev.stamp())
    if harm == "stamp":
        dev.STAMP.unlink()
    elif harm == "cut":
        dev.STAMP.write_text(dev.stamp()[:20])
    elif harm == "python":  # the Python it was made from has gone
        python.unlink()
        python.symlink_to(tmp_path / "gone")
    elif harm == "script":
        script.unlink()
    assert dev.is_set_up() == (harm == "nothing")


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (
            "WARNING: Retrying: Temporary failure in name resolution\nERROR: No matching distribution",
            None,
        ),
        (
            "WARNING: a\nERROR: No matching distribution found for rich==0\n",
            "No matching distribution found for rich==0",
        ),
    ],
)
def test_dev_says_why(output: str, reason: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "LOG", tmp_path / "setup.log")
    dev.LOG.write_text(f"$ first\nERROR: another\n(exit status 1)\n$ pip\n{output}\n(exit status 1)\n")
    assert dev.reason() == (reason or "the package index could not be reached")


def test_dev_says_what_an_old_python_lacks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    assert dev.main(["test"]) == 2
    assert "3.11 or later" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [False, True])
def test_dev_installs_chromium_only_where_it_is_asked_to(
    asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the flag nothing is installed outside the folder, also not by root, and the tests go on."""
    ran: list[list[str]] = []

    def logged(command: list[str], **_: object) -> bool:
        ran.append(command)
        return True

    monkeypatch.setattr(dev.shutil, "which", lambda name: None if "chromium" in name else f"/usr/bin/{name}")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(dev, "logged", logged)
    for name in ("set_up", "bring_script_tools", "bring_axe"):
        monkeypatch.setattr(dev, name, lambda: None)
    monkeypatch.setattr(dev, "check_all", lambda: True)
    monkeypatch.setattr(dev, "run", lambda *command: ran.append([str(word) for word in command]) or 0)
    assert dev.main(["test", "-x", *([dev.SYSTEM_PACKAGES] if asked else [])]) == 0
    assert [command[0] for command in ran[:-1]] == (["apt-get"] if asked else [])
    assert ran[-1][-2:] == ["--durations=15", "-x"]
    assert ("skipped; --system-packages installs it" in capsys.readouterr().err) != asked


def test_dev_says_who_may_install_chromium(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    monkeypatch.setattr(dev, "logged", lambda *_, **__: pytest.fail("nothing is run"))
    dev.bring_chromium(allowed=True)
    assert capsys.readouterr().err == (
        "dev.py: Chromium is missing and only root installs it by apt-get; the tests in a browser are skipped\n"
    )


def test_the_checkers_of_the_scripts_are_pinned_exactly_without_a_lock_file() -> None:
    """A lock file would name the hosts of one machine; exact versions are enough for tools that never ship."""
    pinned = json.loads(dev.SCRIPT_PINS.read_text())
    assert pinned["private"]
    assert "dependencies" not in pinned, "the pages themselves need none of it"
    versions = pinned["devDependencies"]
    assert {name: version for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)} == {}
    assert list(ROOT.glob("*lock*")) == []


def in_empty_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "TOOLS", tmp_path)
    monkeypatch.setattr(dev, "SCRIPT_TOOLS", tmp_path / "npm")
    monkeypatch.setattr(dev, "LOG", tmp_path / "setup.log")


def test_dev_fetches_the_checkers_of_the_scripts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_empty_tools(tmp_path, monkeypatch)
    ran: list[list[str]] = []

    def logged(command: list[str], **_: object) -> bool:
        ran.append(command)
        if "--target" in command:  # pip, which brings Node
            node = Path(command[command.index("--target") + 1]) / dev.node().relative_to(dev.home_of(dev.NODE))
            node.parent.mkdir(parents=True)
            node.touch()
        return True

    monkeypatch.setattr(dev, "logged", logged)
    monkeypatch.setattr(dev, "find_pip", lambda: ["pip"])
    dev.bring_script_tools()
    assert [command[0] for command in ran] == ["pip", str(dev.node())]
    assert "--no-package-lock" in ran[1]
    assert dev.has_script_tools()
    dev.bring_script_tools()
    assert len(ran) == 2, "what is there is not fetched again"
    monkeypatch.setattr(dev, "SCRIPT_PINS", tmp_path / "package.json")
    dev.SCRIPT_PINS.write_text("{}")
    assert not dev.has_script_tools(), "other pins are other tools"


def test_dev_says_in_one_line_that_the_checkers_cannot_be_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_empty_tools(tmp_path, monkeypatch)
    monkeypatch.setattr(dev, "set_up", lambda: None)
    fails = [sys.executable, "-c", "import sys; sys.exit('ERROR: no such wheel')"]
    monkeypatch.setattr(dev, "find_pip", lambda: fails)
    assert dev.main(["check"]) == 2
    *_, said = capsys.readouterr().err.splitlines()
    assert said.startswith("dev.py: could not fetch what checks the pages' scripts: no such wheel. Check the network")
    assert not dev.has_script_tools()


def test_dev_hands_no_terminal_to_what_it_sets_up_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What asks a question there reads the end of its input instead of waiting for somebody."""
    monkeypatch.setattr(dev, "LOG", tmp_path / "log")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    assert dev.logged([sys.executable, "-c", "import sys; sys.exit(sys.stdin.read() != '')"])


# --- chance and clocks in the tests -----------------------------------------------------------------------

UNSEEDED = re.compile(r"os\.u[r]andom|\bimport [s]ecrets|\bRandom\(\)|System[R]andom|\buuid[4]")
BY_THE_CLOCK = re.compile(r"\btime\.[s]leep\(|wait_for_[t]imeout\(")
SLEEPERS = {
    "tests/waiting.py": "between two looks at what is waited for",
    "tests/web/visits.py": "between two looks, in which Playwright hears what has come",
    "tests/web/test_frames.py": "somebody who is slow or silent is what is tested",
    "tests/store/test_faults.py": "the moment of a kill, whichever it is",
    "tests/maths/test_simulation_cluster.py": "between two looks at a file",
    "tests/test_project.py": "a process that is stopped",
}


def lines_with(pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """The lines of the tests in which a pattern is found, by file."""
    files = {path.relative_to(ROOT).as_posix(): path.read_text() for path in sorted((ROOT / "tests").rglob("*.py"))}
    found = {name: [line.strip() for line in text.splitlines() if pattern.search(line)] for name, text in files.items()}
    return {name: lines for name, lines in found.items() if lines}


def test_no_test_draws_from_anything_but_a_seed() -> None:
    assert lines_with(UNSEEDED) == {}
    assert all(map(UNSEEDED.search, ("os.u" + "random(4)", "import " + "secrets", "Random" + "()")))


def test_tests_wait_for_something_and_not_for_the_clock() -> None:
    assert lines_with(BY_THE_CLOCK).keys() == SLEEPERS.keys(), "wait with tests.waiting.eventually"


DRAWS = """
from hypothesis import given, settings, strategies as st
from tests.seeding import chance
seen = []

@settings(max_examples=4)
@given(st.integers())
def test_a(n):
    seen.append(n)

def test_b():
    raise AssertionError(f"{chance(4).hex()} {chance(4).hex()} {seen}")

def test_c():
    raise AssertionError(chance(4).hex())
"""


def test_a_failure_names_the_seed_that_brings_it_back(small: Path) -> None:
    (small / "tests" / "test_it.py").write_text(DRAWS)

    def failing(seed: int, *options: str) -> dict[str, str]:
        done = pytest_in(small, "-p", "no:xdist", "--seed", str(seed), *options)
        named = re.findall(r"^E +AssertionError: (.*)$", done.stdout, re.MULTILINE)
        assert re.findall(r"^--seed (\d+)$", done.stdout, re.MULTILINE) == [str(seed)] * len(named)
        return dict(zip(re.findall(r"^_+ (test_\w+) _+$", done.stdout, re.MULTILINE), named, strict=True))

    found = failing(7)
    assert found.keys() == {"test_b", "test_c"}
    assert failing(7) == found
    assert failing(7, "-k", "test_c") == {"test_c": found["test_c"]}, "alone as among others"
    other = failing(8)
    assert len({*found["test_b"].split()[:2], *other["test_b"].split()[:2], found["test_c"], other["test_c"]}) == 6
    assert found["test_b"].partition("[")[2] != other["test_b"].partition("[")[2], "Hypothesis follows the seed, too"


def test_what_is_listed_or_starts_something_is_left_out_of_the_quick_tests(small: Path) -> None:
    (small / "tests" / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.fixture\ndef server(): pass\n"
        "@pytest.fixture\ndef visit(server): pass\n"
        "@pytest.mark.parametrize('n', [1, 2])\ndef test_a(n): pass\n"
        "def test_b(visit): pass\n"
        "def test_c(): pass\n"
        "def test_d(): pass\n"
    )
    (small / "tests" / "test_whole.py").write_text("def test_e(): pass\n")
    listed = ("test_it.py::test_a[2]", "test_it.py::test_c", "test_whole.py")
    (small / "tests" / "slow.txt").write_text("# why\n" + "".join(f"tests/{line}\n" for line in listed))
    done = pytest_in(small, "-p", "no:xdist", "-m", "not slow", "--collect-only", "-q")
    assert re.findall(r"^tests/.*$", done.stdout, re.MULTILINE) == [
        "tests/test_it.py::test_a[1]", "tests/test_it.py::test_d",
    ]  # fmt: skip


# --- clauses and skips ------------------------------------------------------------------------------------


def test_shipped_proofs_agree_with_the_tests(claimed: dict[str, list[str]], collected_all: bool) -> None:
    shipped = json.loads(PROOFS.read_text()) if PROOFS.exists() else {}
    if collected_all:
        assert shipped == claimed, "run: python3 dev.py proofs"
    missing = {clause: left for clause, tests in claimed.items() if (left := set(tests) - set(shipped.get(clause, [])))}
    assert missing == {}, "run: python3 dev.py proofs"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A project with this one's conftest.py and pytest settings, and a register of three clauses."""
    clauses = tmp_path / "src" / "pitboss" / "sheets" / "clauses"
    clauses.mkdir(parents=True)
    (clauses / "zz.toml").write_text('[[clause]]\nid = "ZZ-1"\n[[clause]]\nid = "ZZ-2"\n[[silent]]\nid = "ZZ-S1"\n')
    (tmp_path / "tests").mkdir()
    for name in ("conftest.py", "seeding.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    settings["testpaths"] = ["tests"]
    (tmp_path / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    )
    return tmp_path


def pytest_in(folder: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, cwd=folder, **env)


def test_proofs_are_written_from_the_markers(small: Path) -> None:
    (small / "tests" / "test_it.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.clause('ZZ-S1')\n"
        "@pytest.mark.parametrize('n', [1, 2])\n"
        "@pytest.mark.clause('ZZ-2', 'ZZ-1')\n"
        "def test_b(n): raise AssertionError\n"
        "class TestC:\n"
        "    @pytest.mark.clause('ZZ-1')\n"
        "    def test_a(self): raise AssertionError\n"
    )
    proofs = small / "src" / "pitboss" / "sheets" / "clauses" / "proofs.json"
    proofs.write_text("{}")
    done = pytest_in(small, "-p", "no:xdist", f"--write-proofs={proofs}", "-k", "test_a")
    assert done.returncode == 0, done.stdout
    text = proofs.read_text()
    assert text.endswith("}\n")
    both = ["tests/test_it.py::TestC::test_a", "tests/test_it.py::test_b"]
    assert json.loads(text) == {"ZZ-1": both, "ZZ-2": ["tests/test_it.py::test_b"], "ZZ-S1": both}


@pytest.mark.parametrize("workers", ["0", "2"])
def test_unknown_clause_fails_the_collection(small: Path, workers: str) -> None:
    (small / "tests" / "test_it.py").write_text(
        "import pytest\n@pytest.mark.clause('ZZ-1', 'ZZ-9')\ndef test_a(): pass\n"
    )
    done = pytest_in(small, "-n", workers)
    assert done.returncode not in (0, 5)
    assert "tests/test_it.py::test_a claims clause 'ZZ-9', which is not in the register" in done.stdout
    assert pytest_in(small, "-p", "no:xdist", "--write-proofs=proofs.json").returncode == 1
    assert not (small / "proofs.json").exists()


@pytest.mark.parametrize("workers", ["0", "2"])
def test_skip_fails_the_run_in_ci_only(small: Path, workers: str) -> None:
    (small / "tests" / "test_it.py").write_text(
        "import pytest\n"
        "def test_a(): pass\n"
        "def test_b(): pytest.skip('no table')\n"
        "@pytest.mark.xfail\ndef test_c(): raise AssertionError\n"
    )
    (small / "tests" / "test_module.py").write_text("import pytest\npytest.importorskip('no_such_module')\n")
    assert pytest_in(small, "-n", workers).returncode == 0
    done = pytest_in(small, "-n", workers, CI="true")
    assert done.returncode == 1
    assert "tests/test_it.py::test_b: no table" in done.stdout
    assert "tests/test_module.py: could not import 'no_such_module'" in done.stdout
    assert "test_c:" not in done.stdout
    assert pytest_in(small, "-n", workers, "-k", "test_a or test_c", "tests/test_it.py", CI="true").returncode == 0


def test_the_program_needs_nothing_of_its_tests() -> None:
    """What only tests and scripts use stands in tests/harness and is not in the wheel."""
    found = []
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{path.relative_to(SRC)}: {name}" for name in names if name.partition(".")[0] == "tests"]
    assert not found
    assert (ROOT / "tests" / "harness" / "__init__.py").is_file()
