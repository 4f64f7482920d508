"""The files in examples/ops and the page about operations: what they call is there and takes these words."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import PATIENCE_SECONDS
from tests.web.house import Server
from typer.main import get_command

from pitboss.cli.app import app_with
from pitboss.web.settings import Limits

ROOT = Path(__file__).resolve().parent.parent.parent
OPS = ROOT / "examples" / "ops"
PROGRAM = Path(sys.executable).with_name("pitboss")
UNITS = sorted([*OPS.glob("*.service"), *OPS.glob("*.timer")])
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
INSTALLED = "/opt/pitboss/bin/pitboss"


def taken(words: list[str]) -> None:
    """The command line reads these words to their end; nothing is run."""
    found: Any = get_command(app_with())
    context, rest = found.make_context("pitboss", [words[0]], resilient_parsing=True), words
    while hasattr(found, "commands"):
        name, *rest = rest
        assert name in found.commands, words
        found = found.commands[name]
    found.make_context(" ".join(words), rest, parent=context).close()


def settings(unit: Path) -> list[tuple[str, str]]:
    lines = [line for line in unit.read_text().splitlines() if line and not line.startswith(("#", "["))]
    return [(line.partition("=")[0], line.partition("=")[2]) for line in lines]


# --- systemd ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_calls_what_is_there(unit: Path) -> None:
    for name, value in settings(unit):
        if name.startswith("Exec"):
            program, *words = shlex.split(value)
            assert program in (INSTALLED, "/bin/sh")
            if program == INSTALLED:
                taken(words)
    assert re.findall(r"^\[(\w+)\]$", unit.read_text(), re.MULTILINE)[0] == "Unit"


def test_the_unit_has_files_for_as_many_connections_as_a_server_takes() -> None:
    """Two for each, for one that is on its way to another server is in two processes."""
    given = dict(settings(OPS / "pitboss.service"))
    assert int(given["LimitNOFILE"]) > 2 * Limits().connections


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_a_unit(unit: Path, tmp_path: Path) -> None:
    """With the program of this environment in its place; where systemd is not, its form alone is looked at."""
    for one in UNITS:
        (tmp_path / one.name).write_text(one.read_text().replace(INSTALLED, str(PROGRAM)))
    assert all(re.fullmatch(r"[A-Z]\w+", name) for name, _ in settings(unit))
    if analyze := shutil.which("systemd-analyze"):
        done = subprocess.run(
            [analyze, "verify", "--man=no", str(tmp_path / unit.name)],
            capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False,
        )  # fmt: skip
        about = [line for line in done.stderr.splitlines() if "pitboss" in line]
        assert (done.returncode, about) == (0, []), done.stderr


def test_the_unit_lets_kernels_be_compiled_and_the_home_be_written() -> None:
    given = dict(settings(OPS / "pitboss.service"))
    assert "MemoryDenyWriteExecute" not in given
    assert (given["StateDirectory"], given["StateDirectoryMode"]) == ("pitboss", "0700")
    assert given["ProtectSystem"] == "strict"
    assert ("Environment", "PITBOSS_HOME=/var/lib/pitboss") in settings(OPS / "pitboss.service")


# --- containers -------------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    text = (OPS / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines]


def test_the_container_copies_what_is_there_and_starts_what_there_is() -> None:
    found = instructions()
    copied = [words.split() for name, words in found if name == "COPY" and "--from" not in words]
    assert copied
    assert all((ROOT / source).exists() for *sources, _ in copied for source in sources)
    (command,) = (json.loads(words) for name, words in found if name == "CMD")
    (entry,) = (json.loads(words) for name, words in found if name == "ENTRYPOINT")
    assert entry == [INSTALLED]
    taken(command)
    assert ("USER", "pitboss") in found
    (exposed,) = (words for name, words in found if name == "EXPOSE")
    assert exposed == command[command.index("--port") + 1]


def test_the_build_has_every_file_it_names() -> None:
    """What pyproject.toml builds the wheel from is copied into the image."""
    copied = " ".join(words for name, words in instructions() if name == "COPY").split()
    built = (ROOT / "pyproject.toml").read_text().partition("[tool.hatch.build.targets.sdist]")[0]
    assert {"pyproject.toml", "README.md", "LICENSE", "src"} <= set(copied)
    for folder in re.findall(r'^(\w+) = "pitboss/', built, re.MULTILINE):
        assert folder in copied


def test_the_health_check_tells_a_server_from_none(tmp_path: Path) -> None:
    (line,) = (words for name, words in instructions() if name == "HEALTHCHECK")
    _, flag, code = json.loads(line[line.index("[") :])
    assert flag == "-c"

    def checked(address: str) -> int:
        asked = code.replace("http://127.0.0.1:8765", address)
        return subprocess.run(
            [sys.executable, "-c", asked], capture_output=True, timeout=PATIENCE_SECONDS, check=False
        ).returncode

    with Server(tmp_path) as server:
        assert checked(server.address) == 0
    assert checked(server.address) != 0


# --- a proxy and a watcher --------------------------------------------------------------------------------


def test_the_proxy_overwrites_the_address_and_keeps_the_name() -> None:
    text = (OPS / "nginx.conf").read_text()
    told = re.sub(r"#.*", "", text)
    assert told.count("{") == told.count("}")
    assert all(line.strip().endswith((";", "{", "}")) for line in told.splitlines() if line.strip())
    headers = dict(re.findall(r"proxy_set_header (\S+)\s+(\S+);", told))
    assert headers["Host"] == "$http_host", "with the port, which $host leaves out"
    assert headers["X-Forwarded-For"] == "$remote_addr", "never what the caller sent"
    assert headers["Upgrade"] == "$http_upgrade"
    assert re.search(r"location = /metrics \{\s*return 404;", told)


def test_every_metric_that_is_named_is_told(tmp_path: Path) -> None:
    named = set(re.findall(r"pitboss_[a-z_]+", (OPS / "pitboss-alerts.yml").read_text()))
    table = PAGE.partition("| metric | kind | labels |")[2].partition("\n\n")[0]
    on_page = set(re.findall(r"`((?:pitboss|process)_[a-z_]+)`", table))
    with Server(tmp_path) as server:
        text = server.client().get("/metrics").text
    told = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    assert {name.removesuffix("_bucket") for name in named} <= told
    assert on_page == told


# --- the page ---------------------------------------------------------------------------------------------


def commands() -> list[list[str]]:
    shown = re.findall(r"^```(?:sh|console)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line.removeprefix("$ ") for block in shown for line in block.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("pitboss")]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_of_the_page_is_taken(words: list[str]) -> None:
    taken(words)


def test_every_link_of_the_page_leads_somewhere() -> None:
    targets = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", PAGE)]
    assert targets
    assert all((ROOT / "docs" / target).exists() for target in targets)


def test_the_page_has_every_field_of_a_manifest() -> None:
    from pitboss.service.operations.backup import Manifest

    table = PAGE.partition("### What is in the file")[2].partition("## Upgrade")[0]
    assert set(Manifest.__struct_fields__) <= set(re.findall(r"`([a-z_]+)`", table))
