"""Checkpoints that leave the house: their codes are written to a file or posted to an address that the house names.

A thread of its own does it, since a disk far away or a server that does not answer may take any time: neither a table
nor the next signature waits for it. What could not be brought is tried again, the oldest first. How far it has come
stands in the store, for `pitboss doctor` and for the next start.
"""

from __future__ import annotations

import base64
import http.client
import json
import logging
import os
import threading
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from pitboss.errors import PitbossError
from pitboss.service.audit.checkpoints import KIND as CHECKPOINT
from pitboss.service.audit.checkpoints import key_of, short_code
from pitboss.service.floor.event_json import JsonObject
from pitboss.store import Store

__all__ = ["KEY", "KIND", "Courier"]

KIND: Final = "delivery"
"""The kind of document: how far the checkpoints of this floor have come at their destination."""
KEY: Final = "outside"
AGAIN_SECONDS: Final = 30.0
"""Until a destination that failed is tried again."""
PATIENCE: Final = 5.0
"""Seconds in which an address has to answer, and that a closing server waits for the last code."""
MOST_WAITING: Final = 1000
"""Codes that wait; where there are more, the oldest are left out, since each later one vouches for all before it."""

log = logging.getLogger(__name__)


class Courier:
    """Brings the codes of checkpoints to one destination, in their order; two servers may both bring one at a time."""

    def __init__(
        self,
        store: Store,
        to: str,
        *,
        clock: Callable[[], int],
        again: float = AGAIN_SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        self._store, self._to, self._clock, self._again, self._patience = store, to, clock, again, patience
        found = store.get(KIND, KEY)
        fresh = {"to": shown(to), "number": 0, "at": 0, "trouble": "", "since": 0}
        self._state: dict[str, Any] = found[0] if found and found[0]["to"] == fresh["to"] else fresh
        self._waiting: deque[JsonObject] = deque(maxlen=MOST_WAITING)
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="pitboss-courier", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why the last code could not be brought; empty where nothing is known to be wrong."""
        return str(self._state["trouble"])

    def bring(self, checkpoint: JsonObject) -> None:
        """Take a checkpoint along; returns at once."""
        with self._changed:
            last = self._waiting[-1]["number"] if self._waiting else self._state["number"]
            if checkpoint["number"] > last:
                self._waiting.append(checkpoint)
                self._changed.notify_all()

    def close(self) -> None:
        """Bring what waits, once more, and end; a destination that does not answer is not waited for any longer."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(self._patience)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                first = self._waiting[0]
            if self._brought(first):
                with self._changed:
                    if self._waiting and self._waiting[0] is first:
                        self._waiting.popleft()
                continue
            with self._changed:
                if self._closing:
                    return
                self._changed.wait_for(lambda: self._closing, timeout=self._again)

    def _brought(self, checkpoint: JsonObject) -> bool:
        """Bring a checkpoint, and before it those that an earlier start or another server on this store could not."""
        number = checkpoint["number"]
        while (last := self._last(number - 1)) < number:
            if not self._brought_one(self._kept(last + 1, checkpoint)):
                return False
        return True

    def _brought_one(self, checkpoint: JsonObject) -> bool:
        try:
            if "://" in self._to:
                _post(self._to, checkpoint, self._patience)
            else:
                _append(Path(self._to), checkpoint)
        except (OSError, ValueError, http.client.HTTPException) as error:
            self._note(trouble=_line(error), missed=checkpoint["number"])
            return False
        self._note(trouble="", missed=0, number=checkpoint["number"], at=checkpoint["at"])
        return True

    def _last(self, least: int) -> int:
        """The last checkpoint that is there, whoever has brought it; ``least`` where nobody has brought one yet."""
        self._state["number"] = max(self._state["number"], least - MOST_WAITING)
        try:
            found = self._store.get(KIND, KEY)
            if found is not None and found[0]["to"] == self._state["to"]:
                self._state["number"] = max(self._state["number"], found[0]["number"])
            else:
                self._state["number"] = max(self._state["number"], least)
                self._store.put(KIND, KEY, self._state, expected=found[1] if found is not None else 0)
        except PitbossError:  # then it is brought, maybe twice
            return max(int(self._state["number"]), least)
        return int(self._state["number"])

    def _kept(self, number: int, later: JsonObject) -> JsonObject:
        """A checkpoint by its number; the later one, which vouches for it, where it cannot be had."""
        try:
            found = self._store.get(CHECKPOINT, key_of(number)) if number < later["number"] else None
        except PitbossError:
            found = None
        return later if found is None else found[0]

    def _note(self, *, trouble: str, missed: int, **facts: int) -> None:
        """Remember how far it has come, and tell it once when that begins or ceases to fail."""
        before = self.trouble
        since = 0 if not trouble else self._state.get("since") or self._clock()
        self._state = {**self._state, "trouble": trouble, "since": since, **facts}
        if trouble and not before:
            log.warning("the code of checkpoint %s did not get to %s: %s", missed, self._state["to"], trouble)
        elif before and not trouble:
            log.info("checkpoints get to %s again", self._state["to"])
        try:
            self._store.put(KIND, KEY, self._state)
        except PitbossError as error:
            log.warning("how far checkpoints have got is not in the store: %s", error)


def shown(to: str) -> str:
    """A destination without what may be secret in it: who signs in there, and what is asked for."""
    if "://" not in to:
        return to
    found = urlsplit(to)
    return urlunsplit((found.scheme, _place(found), found.path, "", ""))


def _place(found: SplitResult) -> str:
    return found.netloc.rpartition("@")[2]


def _append(path: Path, checkpoint: JsonObject) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{checkpoint['at']} {short_code(checkpoint)}\n")
        file.flush()
        os.fsync(file.fileno())


def _post(to: str, checkpoint: JsonObject, patience: float) -> None:
    found = urlsplit(to)
    told = {name: checkpoint[name] for name in ("number", "at", "public_key")} | {"code": short_code(checkpoint)}
    request = urllib.request.Request(
        urlunsplit((found.scheme, _place(found), found.path or "/", found.query, "")),
        data=json.dumps(told, sort_keys=True).encode(),
        headers={"Content-Type": "application/json", "User-Agent": "pitboss"},
        method="POST",
    )
    if found.username is not None:
        who = base64.b64encode(f"{unquote(found.username)}:{unquote(found.password or '')}".encode()).decode()
        request.add_header("Authorization", f"Basic {who}")
    with urllib.request.build_opener(_NoRedirects).open(request, timeout=patience):
        pass


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A code goes where the house said, and nowhere else."""

    def redirect_request(self, *given: Any, **named: Any) -> None:
        return None


def _line(error: BaseException) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"it answers {error.code}"
    reason = getattr(error, "reason", None) or error
    said = str(getattr(reason, "strerror", None) or reason) or type(reason).__name__
    return said.splitlines()[0][:200]
