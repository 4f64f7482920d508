"""Signed checkpoints: where every stream stood, chained and signed, so that nobody can rewrite the log up to there.

A checkpoint names the heads that have moved since the one before (or all of them) and a digest over all. It is
kept as a document of the kind ``checkpoint``; ``docs/audit.md`` has its form.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidSignature

from pitboss.errors import PitbossError
from pitboss.service.audit.findings import Audit, legible
from pitboss.service.audit.verify_bundle import code_of
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.gaming_days import UTC_DAYS
from pitboss.service.operations.backup_keys import FILES
from pitboss.service.operations.keys import Keys, KeyTrouble, public_key
from pitboss.store import GENESIS, Store
from pitboss.store.rows import Row, Rows

__all__ = [
    "KIND", "Checkpoints", "SignedHeads", "canonical", "digest", "keys_of", "last_checkpoint", "last_code",
    "short_code", "signing",
]  # fmt: skip

KIND: Final = "checkpoint"
EVERY_SECONDS: Final = 60.0

log = logging.getLogger(__name__)

Heads = dict[str, tuple[int, str]]


def canonical(value: Any) -> bytes:
    """JSON in the one form that is hashed and signed: keys in order, no spaces.

    >>> canonical({"b": 1, "a": [2]})
    b'{"a":[2],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(value: Any) -> str:
    return sha256(canonical(value)).hexdigest()


def short_code(checkpoint: JsonObject) -> str:
    """A checkpoint in a few signs, to be printed, shown or sent; whoever has kept it finds a log that was cut."""
    return code_of(checkpoint["number"], digest(checkpoint))


def key_of(number: int) -> str:
    """The key of a checkpoint; as text they sort as numbers do."""
    return f"{number:012d}"


def last_checkpoint(store: Store, *, after: int = 0) -> JsonObject | None:
    """The last checkpoint of a store: steps that double, then halve, since they are numbered without a gap."""

    def found(number: int) -> JsonObject | None:
        kept = store.get(KIND, key_of(number))
        return kept[0] if kept else None

    low, step = after, 1
    while found(low + step) is not None:
        low, step = low + step, step * 2
    while step > 1:
        step //= 2
        if found(low + step) is not None:
            low += step
    return found(low)


def last_code(store: Store) -> JsonObject | None:
    """The last checkpoint as a report prints it, if there is one; ``whole`` says that nothing was written since."""
    made = last_checkpoint(store)
    if made is None:
        return None
    whole = made["all"] == digest(store.heads())
    return {"number": made["number"], "at": made["at"], "code": short_code(made), "whole": whole}


def keys_of(store: Store, folder: Path) -> Keys:
    """The keys of a floor, made where it is new; where there is a log, none or another floor's are refused."""
    # In this order: a server that starts beside this one makes its keys before its first entry.
    if store.heads() and (missing := [name for name in FILES if not (folder / name).is_file()]):
        raise KeyTrouble(
            f"{folder} lacks {', '.join(missing)}, and this floor has a log: put its own keys there first, "
            "for new ones would open nothing that is sealed"
        )
    keys = Keys.kept_in(folder)
    first = store.get(KIND, key_of(1))
    if first is not None and first[0]["public_key"] != keys.public.hex():
        raise KeyTrouble(f"the keys in {folder} are another floor's: this one signs with {first[0]['public_key']}")
    return keys


class Checkpoints:
    """Signs where the streams of a store stand; several processes may do so, each number is given once."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        *,
        clock: Callable[[], int],
        let_out: Callable[[JsonObject], None] = lambda made: None,
    ) -> None:
        """``let_out`` is handed every new checkpoint, so that its code leaves the house; it never waits."""
        self._store, self._keys, self.clock, self.let_out = store, keys, clock, let_out
        self._lock = threading.Lock()
        self._signed: tuple[int, Heads] = (0, {})
        """The last checkpoint made here, and all heads it covers."""

    def sign(self) -> JsonObject | None:
        """A new checkpoint; None where no stream has moved since the last one."""
        with self._lock:
            while True:
                last = self._latest()
                heads = self._store.heads()
                if not heads or (last is not None and last["all"] == digest(heads)):
                    return None
                made = self._made(last, heads)
                if self._store.put(KIND, key_of(made["number"]), made, expected=0) > 0:
                    self._signed = made["number"], heads
                    self.let_out(made)
                    return made

    def latest(self) -> JsonObject | None:
        """The last checkpoint, by whichever process."""
        with self._lock:
            return self._latest()

    def _latest(self) -> JsonObject | None:
        return last_checkpoint(self._store, after=self._signed[0])

    def _made(self, last: Mapping[str, Any] | None, heads: Heads) -> JsonObject:
        number = last["number"] if last is not None else 0
        before = self._signed[1] if self._signed[0] == number else {}
        facts = {
            "number": number + 1,
            "at": self.clock(),
            "heads": {name: list(head) for name, head in heads.items() if before.get(name) != head},
            "all": digest(heads),
            "previous": digest(last) if last is not None else GENESIS,
            "public_key": self._keys.public.hex(),
        }
        facts["signature"] = self._keys.sign(canonical(facts)).hex()
        return dict(sorted(facts.items()))


@asynccontextmanager
async def signing(
    checkpoints: Checkpoints, *, day_of: Callable[[int], str] = UTC_DAYS.day_of, every: float = EVERY_SECONDS
) -> AsyncIterator[None]:
    """Sign when a floor opens, so that its key is known, then from time to time, and once more when it closes.

    What was signed before this start leaves the house, too; at the end of a gaming day, and when the floor closes, the
    log of the server tells the code, for whoever keeps it on paper.
    """
    await _sign(checkpoints)
    task = asyncio.create_task(_again_and_again(checkpoints, day_of, every))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        if (code := await _sign(checkpoints)) is not None:
            log.info("the floor closes, at checkpoint %s", code)


async def _again_and_again(checkpoints: Checkpoints, day_of: Callable[[int], str], every: float) -> None:
    day, code = "", None
    while True:
        try:
            today = day_of(checkpoints.clock())
        except PitbossError as error:  # the store is away: it is told at a later look
            log.warning("the gaming day cannot be told: %s", error)
        else:
            if code is not None and day not in ("", today):
                log.info("gaming day %s is over, at checkpoint %s", day, code)
            day = today if code is not None else day or today
        await asyncio.sleep(every)
        code = await _sign(checkpoints)


async def _sign(checkpoints: Checkpoints) -> str | None:
    """Sign, and return the last code; where the store is away, the next checkpoint covers what this one would have."""
    try:
        return await asyncio.to_thread(_signed, checkpoints)
    except PitbossError as error:
        log.warning("no checkpoint could be signed: %s", error)
        return None


def _signed(checkpoints: Checkpoints) -> str | None:
    if (made := checkpoints.sign()) is None and (made := checkpoints.latest()) is not None:
        checkpoints.let_out(made)  # which an earlier start may have failed to do
    return short_code(made) if made is not None else None


class SignedHeads:
    """Goes through the checkpoints of a store and holds them against each other and against the entries."""

    def __init__(self, rows: Rows, keys: Keys, audit: Audit) -> None:
        self._rows, self._keys, self._audit = rows, keys, audit
        self._previous, self._number = GENESIS, 0
        self._codes: dict[int, str] = {}
        self.heads: Heads = {}

    def check(self, seen: Sequence[str] = ()) -> None:
        """Check every checkpoint, and that those whose codes have left the house are still what they were."""
        for row in self._rows.walk("documents", ("kind", "key")):
            if row["kind"] == KIND:
                self._check_row(row)
            elif '"heads":' in row["value"] and '"signature":' in row["value"]:
                self._found(row, f"is a checkpoint kept as {legible(row['kind'])}")
        for code in seen:
            number = int(code.partition("-")[0])
            if self._codes.get(number) != code.lower():
                what = "was another when its code was shown" if number in self._codes else "was shown and is gone"
                self._audit.found("documents", f"{KIND} {key_of(number)}", number, what)
        signed = {name: version for name, (version, _) in self.heads.items()}
        last = {row["stream"]: row["version"] for row in self._rows.walk("streams", ("stream",))}
        self._audit.unsigned = sum(max(version - signed.get(name, 0), 0) for name, version in last.items())

    def _found(self, row: Row, what: str) -> None:
        number = int(row["key"]) if row["key"].isdecimal() else 0
        self._audit.found("documents", f"{KIND} {row['key']}", number, what)

    def _check_row(self, row: Row) -> None:
        self._audit.checkpoints += 1
        try:
            facts = json.loads(row["value"])
            if row["key"] != key_of(facts["number"]):
                self._found(row, f"is number {facts['number']}")
                return
            self._check_gap(facts["number"])
            faults = [*self._place_faults(row, facts), *self._signature_faults(facts), *self._head_faults(facts)]
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            self._number += 1
            self._found(row, f"cannot be read: {type(error).__name__}: {error}")
            return
        for what in faults:
            self._found(row, what)
        self._number, self._previous = facts["number"], digest(facts)
        self._codes[self._number] = code_of(self._number, self._previous)

    def _check_gap(self, number: int) -> None:
        if number > self._number + 1:
            missing = self._number + 1
            self._audit.found("documents", f"{KIND} {key_of(missing)}", missing, f"is missing: {number} comes next")

    def _place_faults(self, row: Row, facts: JsonObject) -> list[str]:
        wrong = []
        if canonical(facts).decode() != row["value"]:
            wrong.append("is not in the form it was signed in")
        if facts["number"] == self._number + 1 and facts["previous"] != self._previous:
            wrong.append("does not follow the checkpoint before it")
        if row["version"] != 1:
            wrong.append(f"was written {row['version']} times")
        return wrong

    def _signature_faults(self, facts: JsonObject) -> list[str]:
        if facts["public_key"] != self._keys.public.hex():
            return ["is signed with a key that is not this floor's"]
        signed = {name: value for name, value in facts.items() if name != "signature"}
        signature = bytes.fromhex(facts["signature"])
        try:
            public_key(self._keys.public).verify(signature, canonical(signed))
        except InvalidSignature:
            return ["the signature does not hold"]
        return [] if signature.hex() == facts["signature"] else ["the signature is written in another form"]

    def _head_faults(self, facts: JsonObject) -> list[str]:
        wrong = []
        for name, (version, hash_) in facts["heads"].items():
            self.heads[name] = version, hash_
            found = [row["hash"] for row in self._rows.walk("entries", ("version",), stream=name, version=version)]
            if not found:
                wrong.append(f"signs {name} {version}, which the log does not have")
            elif found != [hash_]:
                wrong.append(f"signs another entry as {name} {version}")
        if digest(self.heads) != facts["all"]:
            wrong.append("its digest is not that of all heads")
        return wrong
