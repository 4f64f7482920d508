"""Several servers of one floor on one machine, on one port: `pitboss serve --workers 4`.

Each is a process of its own, forked from one that does nothing but look after them: it starts anew who dies, and ends
all of them when it is told to. They share the socket that people come in by; who leads which table is between them.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from pitboss.errors import PitbossError
from pitboss.web.logs import LogForm, start_log
from pitboss.web.serving import listening, serve
from pitboss.web.settings import Settings

__all__ = ["serve_workers"]

log = logging.getLogger(__name__)

STOPS: Final = (signal.SIGTERM, signal.SIGINT)
PAUSES: Final = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Seconds before a server that died starts anew; the last one is for those that die again and again."""
STEADY_SECONDS: Final = 30.0
"""A server that lived this long has not died at its start."""


def serve_workers(
    settings: Settings, count: int, *, started: Callable[[str], None] = print, log_form: LogForm = "text"
) -> None:
    """Serve by several processes until this one is told to stop; raises where the first of them cannot start."""
    if not hasattr(os, "fork"):
        raise PitbossError("several servers at one port need a system that can fork: start them one by one")
    start_log(log_form)
    _Workers(settings, count, started, log_form).run()


class _Workers:
    """The servers, by the numbers of their processes."""

    def __init__(self, settings: Settings, count: int, started: Callable[[str], None], log_form: LogForm) -> None:
        self._settings, self._count, self._started, self._log_form = settings, count, started, log_form
        self._listener = listening(settings)
        self._there: dict[int, int] = {}
        self._began: dict[int, float] = {}
        self._deaths = [0] * count
        self._stopping = 0
        """The signal by which all were told to stop."""
        self._alive, self._held = os.pipe()

    def run(self) -> None:
        for number in STOPS:
            signal.signal(number, self._stop)
        self._first()
        for worker in range(1, self._count):
            self._start(worker, lambda address: None)
        while self._there:
            self._bury()
        self._listener.close()
        sys.exit(128 + self._stopping)

    def _first(self) -> None:
        """Start the first, which makes what is missing; the others come when it is open."""
        opened, tell = os.pipe()

        def started(address: str) -> None:
            self._started(address)
            os.write(tell, b"open")

        self._start(0, started)
        os.close(tell)
        with os.fdopen(opened, "rb") as pipe:
            is_open = pipe.read(4)
        if not is_open and not self._stopping:
            _, status = os.wait()
            sys.exit(os.waitstatus_to_exitcode(status) or 1)

    def _start(self, worker: int, started: Callable[[str], None]) -> None:
        """Fork a server; who is told to stop meanwhile hears it when the new one is among those to be told."""
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        if not self._stopping:
            pid = os.fork()
            if pid == 0:
                self._serve(worker, started)
            self._there[pid], self._began[pid] = worker, time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def _serve(self, worker: int, started: Callable[[str], None]) -> None:
        """Be a server; the end of this function is the end of the process."""
        status = 0
        try:
            for number in STOPS:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            os.close(self._held)
            threading.Thread(target=self._end_with_parent, daemon=True).start()
            settings = replace(
                self._settings, worker=worker, figures_ahead=self._settings.figures_ahead and not worker
            )  # fmt: skip
            serve(settings, listener=self._listener, started=started, log_form=self._log_form)
        except PitbossError as error:
            print(f"pitboss: {error}", file=sys.stderr)
            status = 2
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
        except BaseException:
            log.exception("a server failed")
            status = 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _end_with_parent(self) -> None:
        """Nobody would end a server whose parent was killed."""
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self, number: int, frame: object) -> None:
        self._stopping = number
        for pid in list(self._there):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def _bury(self) -> None:
        """Wait until a server ends, and start it anew unless all are to end."""
        pid, status = os.wait()
        worker = self._there.pop(pid, None)
        if worker is None or self._stopping:
            return
        lived = time.monotonic() - self._began.pop(pid)
        self._deaths[worker] = 0 if lived > STEADY_SECONDS else self._deaths[worker] + 1
        log.warning("server %d ended (%s) and is started anew", worker, os.waitstatus_to_exitcode(status))
        self._pause(PAUSES[min(self._deaths[worker], len(PAUSES)) - 1] if self._deaths[worker] else 0.0)
        self._start(worker, lambda address: None)

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._stopping and time.monotonic() < until:
            time.sleep(0.05)
