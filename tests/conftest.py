"""What every run shares: its seed, the clauses that tests claim, skips that fail in CI."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Generator, Iterable
from pathlib import Path

import hypothesis.core
import pytest
from hypothesis import settings
from tests.seeding import chance

CI = os.environ.get("CI", "").lower() in {"1", "true"}

os.environ.setdefault("PITBOSS_PREPARE", "0")  # or every server that a test starts would work figures out

settings.register_profile("seeded", deadline=None, derandomize=False)  # or CI would not follow the run's seed
settings.load_profile("seeded")

CLAIMS = pytest.StashKey[dict[str, list[str]]]()
COMPLETE = pytest.StashKey[bool]()
REGISTER = pytest.StashKey[frozenset[str]]()
SLOW = Path(__file__).with_name("slow.txt")
STARTED = frozenset({"browser", "postgres", "postgresql", "serve", "server"})
"""Fixtures that start a browser, a database or a server of ours: a test that asks for one is slow by that."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-proofs",
        metavar="PATH",
        type=Path,
        help="write which test shows which clause to PATH, as JSON, and run nothing",
    )
    parser.addoption(
        "--seed",
        metavar="N",
        type=int,
        default=1,
        help="what every server under test deals and every Hypothesis test tries depends on N (1)",
    )


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.core.global_force_seed = config.getoption("--seed")
    config.stash[REGISTER] = register(config.rootpath / "src" / "pitboss" / "sheets" / "clauses")
    if CI and not hasattr(config, "workerinput"):  # xdist's workers send their reports to this process
        config.pluginmanager.register(SkipsFail())


# --- chance -----------------------------------------------------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test has chance of its own, so that it draws the same alone and among others."""
    chance.begin(f"{item.config.getoption('--seed')} {item.nodeid}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure says the seed that brings it back."""
    report = yield
    if report.failed:
        report.sections.append(("chance", f"--seed {item.config.getoption('--seed')}"))
    return report


# --- clauses ----------------------------------------------------------------------------------------------


def register(folder: Path) -> frozenset[str]:
    """The ids of all clauses and of all points on which the documents are silent; empty without a folder."""
    return frozenset(
        entry["id"]
        for path in folder.glob("*.toml")
        for table in ("clause", "silent")
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get(table, [])
    )


def clause_ids(item: pytest.Item) -> list[str]:
    return [clause for marker in item.iter_markers("clause") for clause in marker.args]


def claims(items: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """Clause id -> the sorted ids of the tests that show it, a test with parameters counting once."""
    found: dict[str, set[str]] = {}
    for item in items:
        for clause in clause_ids(item):
            found.setdefault(clause, set()).add(item.nodeid.partition("[")[0])
    return {clause: sorted(tests) for clause, tests in sorted(found.items())}


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse a file whose tests claim a clause that is not in the register."""
    report = yield
    known = collector.config.stash[REGISTER]
    if known and report.passed:
        unknown = [
            f"{item.nodeid} claims clause {clause!r}, which is not in the register (sheets/clauses)"
            for item in report.result
            if isinstance(item, pytest.Item)
            for clause in dict.fromkeys(clause_ids(item))
            if clause not in known
        ]
        if unknown:
            report.outcome, report.longrepr, report.result = "failed", "\n".join(unknown), []
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note the claims before -k and -m take tests away, and whether every test file was looked at."""
    config.stash[CLAIMS] = claims(items)
    mark_slow(items)
    asked = {(config.invocation_params.dir / arg).resolve() for arg in config.args}
    root = config.rootpath
    narrowed = any(config.getoption(name, None) for name in ("lf", "last_failed", "ignore", "ignore_glob"))
    config.stash[COMPLETE] = bool(asked & {root, root / "tests"}) and not narrowed and not session.testsfailed


def pytest_collection_finish(session: pytest.Session) -> None:
    path: Path | None = session.config.getoption("--write-proofs")
    if path is None:
        return
    if session.testsfailed:
        pytest.exit(f"not every test could be collected, so {path} was left as it was", returncode=1)
    found = session.config.stash[CLAIMS]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    pytest.exit(f"{len(found)} clauses are shown by tests; written to {path}", returncode=0)


def listed_slow() -> frozenset[str]:
    """The files and tests that slow.txt names."""
    lines = SLOW.read_text(encoding="utf-8").splitlines() if SLOW.exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def mark_slow(items: Iterable[pytest.Item]) -> None:
    """What starts something or was measured to be slow is slow, as what says so itself."""
    listed = listed_slow()
    for item in items:
        whole = item.nodeid.partition("[")[0]
        named = not listed.isdisjoint({item.nodeid, whole, whole.partition("::")[0]})
        if named or not STARTED.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("slow")


@pytest.fixture
def claimed(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """The claims of every collected test, those left out by -k and -m included."""
    return request.config.stash[CLAIMS]


@pytest.fixture
def collected_all(request: pytest.FixtureRequest) -> bool:
    """Whether this run looked at every test file there is."""
    return request.config.stash[COMPLETE]


# --- skips ------------------------------------------------------------------------------------------------


class SkipsFail:
    """In CI a skipped test fails the run: what is skipped there is tested nowhere."""

    def __init__(self) -> None:
        self.skips: dict[str, str] = {}

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.skips[report.nodeid] = reason.removeprefix("Skipped: ")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skips and session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.skips:
            terminalreporter.section("skipped, which fails the run in CI", red=True)
            for test, reason in sorted(self.skips.items()):
                terminalreporter.line(f"{test}: {reason}")
