"""How the command line behaves: help with examples that work, completion, colours, exit statuses, one page for all."""

from __future__ import annotations

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import PATIENCE_SECONDS
from typer.main import get_command

from pitboss.cli.app import app_with, outline
from pitboss.cli.shell_completion import sheet_names, sheets_and_clauses
from pitboss.rules import SHIPPED, load
from pitboss.rules.register import clauses_of

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(sys.executable).with_name("pitboss")
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
Run = Callable[..., tuple[int, str, str]]


def every_command() -> Iterator[tuple[str, ...]]:
    """The words of every command and of every command of a group."""

    def below(words: tuple[str, ...], found: object) -> Iterator[tuple[str, ...]]:
        for name, command in getattr(found, "commands", {}).items():
            yield (*words, name)
            yield from below((*words, name), command)

    return below((), get_command(app_with()))


COMMANDS = list(every_command())


def program(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the real program, without what the environment says of colours."""
    kept = {name: value for name, value in os.environ.items() if "COLOR" not in name}
    return subprocess.run(
        [str(PROGRAM), *words],
        env={**kept, **env},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


# --- help -------------------------------------------------------------------------------------------------


def test_the_outline_says_what_every_command_says_of_itself() -> None:
    """It is read from the sources: names and help must be those of the commands that are run."""
    known, run = (getattr(get_command(app), "commands", {}) for app in (outline(), app_with()))
    assert sorted(known) == sorted(run)
    assert {name: command.help for name, command in known.items()} == {name: run[name].help for name in run}


def test_a_quick_command_and_the_help_load_no_validator_and_no_other_command() -> None:
    for words in (["games"], ["--help"], ["rules", "--help"], ["chart", "-h"], ["simulate", "-h"], ["settle", "-h"]):
        loaded = subprocess.run(
            [sys.executable, "-X", "importtime", str(PROGRAM), *words],
            capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True,
        ).stderr  # fmt: skip
        assert "typer.core" in loaded
        assert re.findall(r"\| +(numpy|pydantic|rich|pitboss\.rules)\b.*", loaded) == []


def help_of(run: Run, words: tuple[str, ...]) -> str:
    status, out, err = run(*words, "--help")
    assert (status, err) == (0, "")
    return " ".join(line.strip() for line in out.splitlines() if line.strip())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_help_has_an_example_of_its_own_command(run: Run, words: tuple[str, ...]) -> None:
    text = help_of(run, words)
    before, found, examples = text.partition("Examples: ")
    assert found, "no examples"
    assert f"pitboss {' '.join(words)}" in examples
    assert before.count("Usage: ") == 1


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_example_names_options_that_exist(run: Run, words: tuple[str, ...]) -> None:
    """Whoever types an example is not told that there is no such option."""
    examples = help_of(run, words).partition("Examples: ")[2].partition(" Options: ")[0]
    known = options_of(words)
    for example in re.findall(r"pitboss [^`·]*", examples):
        used = set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", example))
        assert used <= known, example


def options_of(words: tuple[str, ...]) -> set[str]:
    """The options of a command, and of the commands below it."""
    found: Any = get_command(app_with())
    for word in words:
        found = found.commands[word]
    below = [command for _, command in sorted(getattr(found, "commands", {}).items())]
    return {name for one in (found, *below) for each in one.params for name in (*each.opts, *each.secondary_opts)}


def test_no_part_of_a_help_is_taken_for_markup(run: Run) -> None:
    for words in COMMANDS:
        text = help_of(run, words)
        assert not re.search(r" [.,;]( |$)", text), words
        assert "[bold]" not in text, words


# --- completion -------------------------------------------------------------------------------------------


def completed(*words: str, shell: str = "bash") -> list[str]:
    """What a shell gets for the last word, as it asks for it."""
    line = shlex.join(["pitboss", *words])
    env = {"_PITBOSS_COMPLETE": f"complete_{shell}"}
    if shell == "bash":
        env |= {"COMP_WORDS": line + ("" if words[-1] else " "), "COMP_CWORD": str(len(words))}
    else:
        env |= {"_TYPER_COMPLETE_ARGS": " ".join(["pitboss", *words])}
        env |= {"_TYPER_COMPLETE_FISH_ACTION": "get-args", "_TYPER_COMPLETE_WORD_TO_COMPLETE": words[-1]}
    done = program(**env)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@pytest.mark.slow
def test_commands_sheets_and_clauses_are_completed() -> None:
    assert completed("do") == ["doctor"]
    assert completed("rules", "free") == ["free-bet-blackjack"]
    assert completed("compare", "blackjack-v5", "cat") == ["catfish-blackjack"]
    assert completed("clauses", "V5-DECK-1") == ["V5-DECK-1"]
    assert completed("audit", "v") == ["verify"]


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["fish"])
def test_another_shell_is_answered_too(shell: str) -> None:
    assert any("free-bet-blackjack" in line for line in completed("rules", "free", shell=shell))


def test_what_is_offered_is_what_there_is() -> None:
    assert list(sheet_names("")) == list(SHIPPED)
    assert list(sheets_and_clauses("")) == [*SHIPPED, *(clause.id for clause in clauses_of())]
    assert list(sheet_names("our")) == [], "and the shell goes on with files"


NAMED = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
"""The shell is the one that is named, not the one that the tests were started from."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o default -F"), ("zsh", "compdef"), ("fish", "complete")]
)
def test_the_script_for_a_shell_is_shown(shell: str, sign: str) -> None:
    done = program("--show-completion", shell, **NAMED)
    assert (done.returncode, done.stderr) == (0, "")
    assert sign in done.stdout
    assert "_PITBOSS_COMPLETE" in done.stdout


@pytest.mark.slow
def test_bash_takes_the_script_and_completes_with_it(tmp_path: Path) -> None:
    """The script in a real shell, which asks the real program."""
    bash = shutil.which("bash")
    assert bash is not None
    script = tmp_path / "completion.sh"
    script.write_text(program("--show-completion", "bash", **NAMED).stdout)
    asked = f"""
    source {shlex.quote(str(script))}
    COMP_WORDS=(pitboss rules cat); COMP_CWORD=2
    _pitboss_completion pitboss
    echo "${{COMPREPLY[@]}}"
    """
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [bash, "--norc", "-c", asked], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "catfish-blackjack\n"


# --- colours ----------------------------------------------------------------------------------------------


def on_a_terminal(*words: str, **env: str) -> str:
    """What the program writes to somebody who looks."""
    parent, child = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if "COLOR" not in name}
    with subprocess.Popen(
        [str(PROGRAM), *words], stdin=child, stdout=child, stderr=child, env={**kept, "TERM": "xterm-256color", **env}
    ) as process:
        os.close(child)
        written = b""
        while True:
            try:
                more = os.read(parent, 65536)
            except OSError:  # Linux ends a terminal like this
                break
            if not more:
                break
            written += more
        process.wait(60)
    os.close(parent)
    return written.decode()


COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]|\x1b\[[0-9;]*38;|\x1b\[[0-9;]*4[0-8]")


@pytest.mark.slow
def test_colours_are_for_a_terminal_and_for_who_wants_them(tmp_path: Path) -> None:
    words = ("doctor", "--home", str(tmp_path / "none"))
    assert COLOUR.search(on_a_terminal(*words))
    assert not COLOUR.search(on_a_terminal(*words, NO_COLOR="1"))
    assert "\x1b" not in program(*words).stdout


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--help"], ["rules", "--help"], ["games"], ["rules", "blackjack-v5"]])
def test_no_colour_reaches_a_pipe_or_who_does_not_want_any(words: list[str]) -> None:
    assert "\x1b" not in program(*words).stdout
    assert not COLOUR.search(on_a_terminal(*words, NO_COLOR="1"))


# --- exit statuses and the page about all of it --------------------------------------------------------------


def test_the_version_has_those_of_the_sheets() -> None:
    done = program("--version")
    assert done.returncode == 0
    assert all(f"{name} version {load(name).version}, hash {load(name).hash[:12]}" in done.stdout for name in SHIPPED)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["games"], 0),
        (["doctor", "--home", "{tmp}/file"], 1),
        (["settle", str(ROOT / "examples" / "records" / "overlooked-double.toml")], 1),
        (["rules", "no-such-sheet"], 2),
        (["restore", "none", "--home", "{tmp}/home"], 2),
        (["no-such-command"], 2),
    ],
)
def test_statuses_are_as_the_page_says(words: list[str], status: int, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = program(*(word.replace("{tmp}", str(tmp_path)) for word in words))
    assert done.returncode == status, done.stderr
    if status == 2:
        assert done.stderr.startswith("pitboss: ")
        assert done.stderr.count("\n") == 1
    assert re.search(rf"^\| {status} \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_page_has_every_command_in_a_line(words: tuple[str, ...]) -> None:
    assert re.search(rf"^\| `pitboss {' '.join(words)}( [^`]*)?` \|", PAGE, re.MULTILINE)


def test_the_page_has_every_variable_and_no_other() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "pitboss").rglob("*.py"))
    read = set(re.findall(r'"(PITBOSS_[A-Z_]+?)_?"', source)) - {"PITBOSS_LIMIT"}
    told = set(re.findall(r"^\| `(PITBOSS_[A-Z_]+)`", PAGE, re.MULTILINE))
    assert told == read
    assert "PITBOSS_LIMIT_" in PAGE
