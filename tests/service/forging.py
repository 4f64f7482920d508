"""A house that forges its own evidence: whatever it changes, it makes chain, balances and signatures fit again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from pitboss.service.audit import verify_bundle
from pitboss.service.audit.verify_bundle import GENESIS, canonical, sha256, stream_file
from pitboss.service.operations.keys import Keys

__all__ = ["Entries", "forged"]

Entries = list[dict[str, Any]]


def forged(members: dict[str, bytes], keys: Keys, stream: str, edit: Callable[[Entries], Entries]) -> dict[str, bytes]:
    """A bundle with a stream edited, and everything that the house can make fit made to fit."""
    made = dict(members)
    entries = edit([json.loads(line) for line in made[stream_file(stream)].splitlines()])
    hashes = _chained(entries)
    made[stream_file(stream)] = b"".join(_line(entry) + b"\n" for entry in entries)
    _sign_checkpoints(made, keys, stream, hashes)
    _balance(made)
    manifest = json.loads(made["manifest.json"])
    manifest["streams"][stream]["last"] = len(entries)
    rounds = manifest["streams"][stream]["rounds"]
    manifest["streams"][stream]["rounds"] = {
        number: span for number, span in rounds.items() if span[1] <= len(entries) and _member(made, stream, number)
    }
    listed = {name: octets for name, octets in made.items() if name not in verify_bundle.UNLISTED}
    manifest["files"] = {name: sha256(octets).hexdigest() for name, octets in sorted(listed.items())}
    made["manifest.json"] = canonical(manifest)
    made["manifest.sig"] = keys.sign(made["manifest.json"]).hex().encode()
    return made


def _member(made: dict[str, bytes], stream: str, number: str) -> bool:
    return verify_bundle.round_file(stream, int(number), "record") in made


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def _chained(entries: Entries) -> dict[int, str]:
    previous, hashes = GENESIS, {}
    for version, entry in enumerate(entries, 1):
        entry.update(version=version, previous=previous)
        entry["hash"] = previous = hashes[version] = verify_bundle._entry_hash(entry)
    return hashes


def _sign_checkpoints(made: dict[str, bytes], keys: Keys, stream: str, hashes: dict[int, str]) -> None:
    previous, heads, lines = GENESIS, {}, []  # type: str, dict[str, list[Any]], list[bytes]
    for line in made["checkpoints.jsonl"].splitlines():
        facts = json.loads(line)
        if stream in facts["heads"]:
            version = min(facts["heads"][stream][0], len(hashes))
            facts["heads"][stream] = [version, hashes[version]]
        heads.update(facts["heads"])
        facts.update(previous=previous, all=sha256(canonical(heads)).hexdigest())
        signed = {name: value for name, value in facts.items() if name != "signature"}
        facts["signature"] = keys.sign(canonical(signed)).hex()
        previous = sha256(canonical(facts)).hexdigest()
        lines.append(canonical(facts))
    made["checkpoints.jsonl"] = b"".join(line + b"\n" for line in lines)


def _balance(made: dict[str, bytes]) -> None:
    sums: Counter[str] = Counter()
    for name, octets in made.items():
        if name.startswith("streams/"):
            for line in octets.splitlines():
                for account, cents, _ in json.loads(json.loads(line)["postings"]):
                    sums[account] += cents
    after = {account: cents for account, cents in sorted(sums.items()) if cents}
    made["balances.json"] = canonical({"before": {}, "after": after})
