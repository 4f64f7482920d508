"""Check an evidence bundle of a Pitboss floor; this one file needs only Python 3.9 or later, nothing of Pitboss.

    python3 verify.py BUNDLE            a bundle, as a zip or as the folder it was unpacked to
    python3 verify.py BUNDLE --key KEY  the floor's public key (64 hex digits), as you have it from elsewhere
    python3 verify.py BUNDLE --checkpoint CODE  a checkpoint's code that was shown or sent before; may be given again

Exit status 0: everything holds. 1: something does not; the first bad row is named, then the others. 2: the bundle
cannot be read. Without ``--key`` the signatures are checked only against the key that the bundle itself names.

What is checked:

- the manifest's signature, and the hash of every file in it;
- every stream: versions without a gap, each entry with its hash and the hash of the one before;
- every checkpoint: its signature, the hash of the one before, and that it signs the entries in the bundle;
- the money: the postings of each entry add up to nothing, and all of them together give the balances; what a round
  moved is what its events say, a retraction moves the last entry back, and at the cage what was asked for is moved;
- the rounds of a table are numbered without a gap, and each begins in the shoe where the one before it ended;
- the house: nobody approved a change of their own; where the house's decisions are in the bundle from the first on,
  every table opened on a sheet and a placard that were approved, and every meter was changed as two people decided;
- the sheets: each is kept under the hash of its whole text, and every table in the bundle names one that is there;
- every finished round: each card that was opened leads to the root shown at its shuffle and is the face that the
  table saw in that place, every face that the table saw is opened, and the hand record has the same cards, amounts and
  sheet; where real cards were declared, the table saw no others than those.

Whether each round was settled by the rules of its sheet takes Pitboss: ``pitboss audit bundle BUNDLE`` checks all of
the above and settles every round again.
"""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256, sha512
from typing import Any
from urllib.parse import quote

__all__ = ["FORMAT", "Bundle", "Unreadable", "code_of", "faults", "main", "round_file", "stream_file"]

FORMAT = "pitboss-evidence-1"
GENESIS = "0" * 64
CODE_DIGITS = 20
HOUSE = "house"
SHEET = "sheet:"
UNSEEN = "??"
LIMITS = ("table.minimum", "table.maximum")
FIELDS = (
    "stream", "version", "at", "actor", "role", "client", "command", "events", "postings", "sealed", "engine",
    "schema", "previous",
)  # fmt: skip
"""What the hash of an entry is taken over, in this order."""
UNLISTED = {"manifest.json", "manifest.sig"}
FIRST_ENGINE = "0.1.0"
"""Its bundles opened no card of a round in which one had left the shoe otherwise than by being dealt."""
OUT_OF_ORDER = {"CardsReshuffled"}
"""After this the cards of a round do not lie in the order that was promised, and none need be opened."""
OUT_OF_ORDER_FIRST = OUT_OF_ORDER | {"CardBurned", "CardExposed", "CardMoved", "IrregularityDeclared"}


class Unreadable(Exception):
    """The bundle is not in the format; says where."""


def stream_file(stream: str) -> str:
    return f"streams/{quote(stream, safe='')}.jsonl"


def round_file(stream: str, number: int, kind: str) -> str:
    """Where the openings or the record of a round are."""
    ending = "toml" if kind == "record" else "openings.json"
    return f"rounds/{quote(stream.partition(':')[2], safe='')}/{number}.{ending}"


def canonical(value: Any) -> bytes:
    """JSON in the one form that is hashed and signed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _text_hash(content: dict[str, Any]) -> str:
    """The hash of a sheet's text, with everything it extends and what is set on it."""
    texts = [[text["name"], text["text"], text["shipped"]] for text in content["texts"]]
    form = json.dumps([texts, content["sets"]], separators=(",", ":"), ensure_ascii=True)
    return sha256(form.encode()).hexdigest()


# --- the bundle ---------------------------------------------------------------------------------------------


class Bundle:
    """The files of a bundle, in a zip or in a folder."""

    def __init__(self, path: str) -> None:
        self._folder = path if os.path.isdir(path) else ""
        try:
            self._zip = None if self._folder else zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile) as trouble:
            raise Unreadable(f"{path}: {trouble}") from trouble

    def close(self) -> None:
        if self._zip is not None:
            self._zip.close()

    def names(self) -> list[str]:
        if self._zip is not None:
            return sorted(self._zip.namelist())
        found = []
        for folder, _, files in os.walk(self._folder):
            inside = os.path.relpath(folder, self._folder)
            found += [os.path.normpath(os.path.join(inside, name)).replace(os.sep, "/") for name in files]
        return sorted(found)

    def read(self, name: str) -> bytes:
        """A whole file; one that is not there, or is damaged, cannot be read."""
        try:
            if self._zip is not None:
                return self._zip.read(name)
            with open(os.path.join(self._folder, *name.split("/")), "rb") as file:
                return file.read()
        except Exception as trouble:  # a damaged zip fails in many ways
            raise Unreadable(f"{name} cannot be read: {trouble}") from trouble

    def lines(self, name: str) -> Iterator[bytes]:
        return iter(self.read(name).splitlines())


# --- Ed25519 (RFC 8032), verification only --------------------------------------------------------------------

_P = 2**255 - 19
_Q = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)

Point = tuple[int, int, int, int]


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: Point) -> Point:
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        number >>= 1
    return total


def _same(one: Point, other: Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 and (one[1] * other[2] - other[1] * one[2]) % _P == 0


def _point(octets: bytes) -> Point | None:
    """The point that 32 bytes stand for, if any."""
    number = int.from_bytes(octets, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


_BASE = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))


def signed_by(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether a signature of a text holds under a public key."""
    if len(key) != 32 or len(signature) != 64:
        return False
    signer, nonce = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if signer is None or nonce is None or _BASE is None or scalar >= _Q:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + text).digest(), "little") % _Q
    return _same(_times(scalar, _BASE), _sum(nonce, _times(challenge, signer)))


# --- checking -------------------------------------------------------------------------------------------------


def code_of(number: int, digest: str) -> str:
    """A checkpoint in a few signs, to be printed, shown or sent: its number and the beginning of its hash."""
    return f"{number}-{digest[:CODE_DIGITS]}"


def faults(bundle: Bundle, key: str | None = None, seen: tuple[str, ...] = ()) -> list[str]:
    """Everything in a bundle that does not hold, rows before whole files; an empty list means that all of it does."""
    return Check(bundle, key, seen).all()


class Check:
    """One bundle on its way through all checks."""

    def __init__(self, bundle: Bundle, key: str | None, seen: tuple[str, ...] = ()) -> None:
        self.bundle, self.key, self.seen_outside = bundle, key, seen
        self.wrong: list[str] = []
        self.entries = self.rounds = self.cards = self.checkpoints = 0
        self.sums: dict[str, int] = {}
        self.codes: dict[int, str] = {}
        self.hashes: dict[str, dict[int, str]] = {}
        self.approved: dict[str, list[str]] = {}
        self.texts: dict[str, str] = {}
        self.raised: dict[str, list[Any]] = {}
        try:
            self.manifest = _table(json.loads(bundle.read("manifest.json").decode()))
            if self.manifest["format"] != FORMAT:
                raise Unreadable(f'manifest.json: "format" is not "{FORMAT}"')
            self.public = bytes.fromhex(self.manifest["public_key"])
        except (ValueError, KeyError, TypeError) as trouble:
            raise Unreadable(f"manifest.json: {_said(trouble)}") from trouble

    def all(self) -> list[str]:
        """Rows first, so that what is named first is as small as can be; then whole files, then the signature."""
        self.wanted_checkpoints = self._checkpoint_heads()
        for stream, span in sorted(self._part("streams").items(), key=lambda item: item[0] != HOUSE):
            self._guard(stream_file(stream), lambda stream=stream, span=span: Stream(self, stream, span).check())
        self._guard("checkpoints.jsonl", self._check_checkpoints)
        self._guard("--checkpoint", self._check_seen)
        self._guard("balances.json", self._check_balances)
        self._check_files()
        self._guard("manifest.sig", self._check_signature)
        return self.wrong

    def _guard(self, place: str, check: Any) -> None:
        """Do a check; what it stumbles over is a fault of the file at hand."""
        try:
            check()
        except Unreadable as trouble:
            self.wrong.append(str(trouble))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as trouble:
            self.wrong.append(f"{place}: cannot be read: {_said(trouble)}")

    def _part(self, name: str) -> dict[str, Any]:
        part = self.manifest.get(name)
        if not isinstance(part, dict):
            raise Unreadable(f'manifest.json: "{name}" is not there')
        return part

    def settled_otherwise(self, round_: Round, record: str) -> list[str]:
        """Where a round was not settled by the rules: for ``pitboss audit bundle`` to say, this script knows none."""
        return []

    @property
    def has_house_log(self) -> bool:
        """Whether the house's decisions are here from the first on; of a whole log they must be."""
        span = self._part("streams").get(HOUSE)
        return self.manifest["complete"] is True if span is None else span["first"] == 1

    def _checkpoint_heads(self) -> dict[str, list[int]]:
        """The versions that checkpoints name, so that only their hashes are kept."""
        named: dict[str, list[int]] = {}
        try:
            for line in self.bundle.lines("checkpoints.jsonl"):
                for stream, (version, _) in json.loads(line.decode())["heads"].items():
                    named.setdefault(stream, []).append(version)
        except (Unreadable, ValueError, KeyError, TypeError, AttributeError):
            pass  # said when the checkpoints are checked
        return named

    # checkpoints

    def _check_checkpoints(self) -> None:
        heads: dict[str, list[Any]] = {}
        previous = GENESIS
        for number, line in enumerate(self.bundle.lines("checkpoints.jsonl"), 1):
            place = f"checkpoint {number}"
            try:
                facts = _table(json.loads(line.decode()))
                self._check_checkpoint(place, number, line, facts, previous)
                heads.update(facts["heads"])
                if sha256(canonical(heads)).hexdigest() != facts["all"]:
                    self.wrong.append(f"{place}: its digest is not that of all heads")
                previous = sha256(canonical(facts)).hexdigest()
                self.codes[number] = code_of(number, previous)
            except (ValueError, KeyError, TypeError, AttributeError) as trouble:
                self.wrong.append(f"{place}: cannot be read: {_said(trouble)}")
            self.checkpoints += 1

    def _check_checkpoint(self, place: str, number: int, line: bytes, facts: dict[str, Any], previous: str) -> None:
        if canonical(facts) != line:
            self.wrong.append(f"{place}: is not in the form it was signed in")
        if facts["number"] != number:
            self.wrong.append(f"{place}: is number {facts['number']}")
        if facts["previous"] != previous:
            self.wrong.append(f"{place}: does not follow the one before it")
        signed = {name: value for name, value in facts.items() if name != "signature"}
        if bytes.fromhex(facts["public_key"]) != self.public:
            self.wrong.append(f"{place}: is signed with another key")
        elif not signed_by(self.public, _octets(facts["signature"]), canonical(signed)):
            self.wrong.append(f"{place}: the signature does not hold")
        for stream, (version, hash_) in facts["heads"].items():
            self._check_head(place, stream, version, hash_)

    def _check_head(self, place: str, stream: str, version: int, hash_: str) -> None:
        """A checkpoint signs the entry that is in the bundle, if it is in its part of the log."""
        span = self._part("streams").get(stream)
        if span is None:
            if self.manifest["complete"]:
                self.wrong.append(f"{place}: signs {stream}, which is not in the bundle")
            return
        if span["first"] <= version <= span["last"]:
            if self.hashes.get(stream, {}).get(version) != hash_:
                self.wrong.append(f"{place}: signs another entry as {stream} {version}")
        elif self.manifest["complete"]:
            self.wrong.append(f"{place}: signs {stream} {version}, which is not in the bundle")

    def _check_seen(self) -> None:
        """What was shown or sent outside is in the bundle still: a log that was cut, or made anew, is found by it."""
        for code in self.seen_outside:
            number = int(code.partition("-")[0])
            if self.codes.get(number) != code.lower():
                what = "is not in the bundle" if number not in self.codes else "was another when its code was shown"
                self.wrong.append(f"checkpoint {number}: {what}")

    # money

    def _check_balances(self) -> None:
        kept = _table(json.loads(self.bundle.read("balances.json").decode()))
        before, after = _table(kept["before"]), _table(kept["after"])
        if self.manifest["complete"] and before:
            self.wrong.append("balances.json: a whole log begins with nothing")
        for account in sorted({*before, *after, *self.sums}):
            have = before.get(account, 0) + self.sums.get(account, 0)
            if have != after.get(account, 0):
                told = after.get(account, 0)
                self.wrong.append(f"balances.json: {account} is {told} cents; the log gives {have}")
            if self.manifest["complete"] and account.startswith("player:") and have < 0:
                self.wrong.append(f"balances.json: {account} is below nothing")

    # files

    def _check_files(self) -> None:
        listed = self._part("files")
        names = self.bundle.names()
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.wrong.append(f"{name}: is there more than once")
        for name in names:
            if name not in listed and name not in UNLISTED:
                self.wrong.append(f"{name}: is not in the manifest")
        for name, digest in listed.items():
            try:
                if sha256(self.bundle.read(name)).hexdigest() != digest:
                    self.wrong.append(f"{name}: is not the file that was signed")
            except Unreadable as trouble:
                self.wrong.append(str(trouble))

    def _check_signature(self) -> None:
        if self.key is not None and self.key.lower() != self.public.hex():
            self.wrong.append("manifest.json: the key in it is not the one you gave")
        if self.bundle.read("public_key.txt").decode().strip() != self.public.hex():
            self.wrong.append("public_key.txt: is not the key in the manifest")
        signature = _octets(self.bundle.read("manifest.sig").decode().rstrip("\n"))
        if not signed_by(self.public, signature, self.bundle.read("manifest.json")):
            self.wrong.append("manifest.json: the signature does not hold")


# --- one stream -------------------------------------------------------------------------------------------------


class Stream:
    """One stream's part of the log: chain, money, and of a table its rounds."""

    def __init__(self, check: Check, name: str, span: dict[str, Any]) -> None:
        self.check_, self.name, self.span = check, name, span
        self.named = set(check.wanted_checkpoints.get(name, ()))
        self.roots: dict[str, str] = {}
        self.cut = 0
        self.round: Round | None = None
        self.number: int | None = 0 if span["first"] == 1 else None
        """Of the last round; None as long as none was seen."""
        self.slot: int | None = None
        """Where the next card of the shoe is; None where that is not known."""
        self.before: tuple[Any, ...] = None, 0, self.number, None
        """The round, the cut, the number and the slot before the last entry: what a retraction goes back to."""
        self.sheets = {name[len(SHEET) :] for name in check._part("streams") if name.startswith(SHEET)}
        """The hashes of the sheets that a table may have been opened on: its own, once that is heard."""
        self.limits: set[tuple[int, int]] = set()
        """The least and the most of a main bet, as they were told here."""
        self.books = Books(name)
        self.seen: list[int] = []

    def _fault(self, version: Any, what: str) -> None:
        self.check_.wrong.append(f"{self.name} {version}: {what}")

    def check(self) -> None:
        version, before = self.span["first"] - 1, {GENESIS} if self.span["first"] == 1 else set()
        for line in self.check_.bundle.lines(stream_file(self.name)):
            version += 1
            try:
                entry = _table(json.loads(line.decode()))
                if json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() != line:
                    self._fault(version, "is not in the form it was written in")
                before = self._check_entry(entry, version, before)
                self._check_postings(entry, version)
                now = deepcopy(self.round), self.cut, self.number, self.slot
                self._hear_command(entry)
                for event in json.loads(entry["events"]):
                    self._hear_house(_table(event), entry, version)
                    self._hear(_table(event), version)
                for what in self.books.faults(entry):
                    self._fault(version, what)
                self.before = now
                self._end_round(version)
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as trouble:
                self._fault(version, f"cannot be read: {_said(trouble)}")
                before = set()
            self.check_.entries += 1
        if version != self.span["last"]:
            self._fault(version + 1, "is missing")
        for number in self.span["rounds"]:
            if int(number) not in self.seen:
                self._fault(f"round {number}", "is not in the log")

    def _check_entry(self, entry: dict[str, Any], version: int, before: set[str]) -> set[str]:
        """The place of an entry and its hash; returns what the next one may have for the hash before it."""
        real = _entry_hash(entry)
        if (entry["stream"], entry["version"]) != (self.name, version):
            self._fault(version, f"is said to be {entry['stream']} {entry['version']}")
        if real != entry["hash"]:
            self._fault(version, "was changed: its hash does not fit")
        if before and entry["previous"] not in before:
            self._fault(version, "does not follow the entry before it")
        if version in self.named:
            self.check_.hashes.setdefault(self.name, {})[version] = entry["hash"]
        return {real, entry["hash"]}

    def _check_postings(self, entry: dict[str, Any], version: int) -> None:
        total = 0
        for account, cents, _ in json.loads(entry["postings"]):
            if not isinstance(cents, int):
                raise ValueError("an amount is not a whole number of cents")
            total += cents
            self.check_.sums[account] = self.check_.sums.get(account, 0) + cents
        if total:
            self._fault(version, "makes or loses money")

    # the house

    def _hear_house(self, event: dict[str, Any], entry: dict[str, Any], version: int) -> None:
        """What two people have decided, and whether tables and link have kept to it."""
        kind, check = event["type"], self.check_
        if self.name == HOUSE:
            approver = event["by"] if kind == "ChangeApproved" else event.get("approved_by")
            if approver is not None and approver == event["proposed_by"]:
                self._fault(version, f"{approver} approves a change of their own")
            if kind == "SheetApproved":
                check.approved[event["proposal"]] = [event["sheet"], event["after"], event["placard"]]
                check.texts[event["proposal"]] = event.get("text", "")
            elif kind == "MeterChangeApplied":
                check.raised[event["proposal"]] = [event["meter"], event["before"], event["after"]]
        elif kind == "SheetKept":
            if self.name != SHEET + _text_hash(json.loads(entry["command"])["content"]):
                self._fault(version, "is not the sheet that its name is the hash of")
        elif check.has_house_log and kind in ("TableOpened", "MeterRaised", "MeterLowered"):
            self._check_decided(event, json.loads(entry["command"]), version)

    def _check_decided(self, event: dict[str, Any], command: dict[str, Any], version: int) -> None:
        if event["type"] == "TableOpened":
            told = [command["sheet"], command["sheet_hash"], command.get("placard")]
            approval, text = command.get("approval", ""), command.get("text", "")
            if self.check_.approved.get(approval) != told or self.check_.texts.get(approval, "") not in ("", text):
                self._fault(version, "opens a table on a sheet that the house had not approved")
            elif text and SHEET + text not in self.check_._part("streams"):
                self._fault(version, "opens a table on a sheet that is not in the bundle")
        elif self.check_.raised.get(event["proposal"]) != [event["meter"], event["before"], event["after"]]:
            self._fault(version, "changes a meter otherwise than two people of the house have decided")

    # rounds

    def _hear(self, event: dict[str, Any], version: int) -> None:
        """Follow roots, cuts and rounds by what the table saw."""
        kind = event["type"]
        if kind == "Shoe":
            self._hear_shoe(event)
        elif kind == "RoundStarted":
            first = self.check_.manifest.get("engine") == FIRST_ENGINE
            excuses = OUT_OF_ORDER_FIRST if first else OUT_OF_ORDER
            if self.round is not None and self.round.over:  # one that the bundle has no record of
                self._follow_on(self.round, version)
            self.round = Round(event["number"], event["slot"], event.get("deck") or "shoe", excuses)
            self._check_number(self.round, version)
        elif kind == "LimitsChanged":
            self.limits |= {tuple(event["before"]), tuple(event["after"])}
        elif kind == "EntryRetracted":
            self.round, self.cut, self.number, self.slot = self.before
        elif self.round is not None:
            self.round.hear(event)

    def _check_number(self, round_: Round, version: int) -> None:
        """A round follows the one before it by its number."""
        if self.number is not None and round_.number != self.number + 1:
            self._fault(version, f"begins round {round_.number} after round {self.number}")
        self.number = round_.number

    def _follow_on(self, round_: Round, version: int) -> None:
        """A round from a shoe follows what was dealt and burned before its first card, and the next one follows it."""
        promised = round_.deck == "shoe" and "shoe" in self.roots  # real cards are not, and lie as they are told
        if promised and self.slot is not None and round_.slot != self.slot:
            self._fault(version, f"begins at card {round_.slot} of the shoe, where card {self.slot} comes next")
        self.slot = round_.next_slot

    def _hear_command(self, entry: dict[str, Any]) -> None:
        """The sheet of a table is what it was opened on, the face of a real card what the dealer declared."""
        if '"OpenTable"' in entry["command"]:
            text = json.loads(entry["command"]).get("text", "")
            self.sheets = {text} if text else set()
        if self.round is not None and '"CardIs"' in entry["command"]:
            self.round.told.append(json.loads(entry["command"])["action"]["card"])

    def _end_round(self, version: int) -> None:
        """Once the last entry of a round was heard, its cards can be checked."""
        round_ = self.round
        if round_ is not None and round_.over and version == self.span["rounds"].get(str(round_.number), [0, 0])[1]:
            self._round_over(round_)
            self._follow_on(round_, version)
            self.round = None

    def _hear_shoe(self, event: dict[str, Any]) -> None:
        if event["name"] == "commitment_shown":
            self.roots[event.get("deck") or "shoe"] = event["root"]
            self.cut, self.slot = 0, None
        elif event["name"] == "shoe_loaded":
            self.slot = 0
        elif event["name"] == "burn" and (self.round is None or event["slot"] == self.slot):  # or once bets are down
            self.slot = event["slot"] + 1
        elif event["name"] == "extra_burn" and self.round is None and self.slot is not None:
            self.slot += event["cards"]
        elif event["name"] == "cards_cut":
            self.cut = event["at"]

    def _round_over(self, round_: Round) -> None:
        number = round_.number
        self.seen.append(number)
        self.check_.rounds += 1
        opened: dict[int, str] = {}
        cut = self.cut if round_.deck == "shoe" else 0
        name = round_file(self.name, number, "openings")
        if name in self.check_._part("files"):
            try:
                opened = _opened(self.check_.bundle.read(name), self.roots.get(round_.deck, ""), cut)
                for what in round_.faults(opened):
                    self._fault(f"round {number}", what)
            except Unreadable as trouble:
                self._fault(f"round {number}", f"its openings: {trouble}")
            except (ValueError, KeyError, TypeError, AttributeError) as trouble:
                self._fault(f"round {number}", f"its openings cannot be read: {_said(trouble)}")
        elif round_.told:
            for what in round_.undeclared():
                self._fault(f"round {number}", what)
        elif any(round_.faces.values()) and not round_.out_of_order:
            self._fault(f"round {number}", "no card of it is opened")
        self.check_.cards += len(opened)
        self._check_record(round_, opened)

    def _check_record(self, round_: Round, opened: dict[int, str]) -> None:
        place = f"round {round_.number}"
        try:
            text = self.check_.bundle.read(round_file(self.name, round_.number, "record")).decode()
        except (Unreadable, ValueError) as trouble:
            self._fault(place, f"its record: {trouble}")
            return
        found = re.search(r'^cards = "([^"]*)"', text, re.MULTILINE)
        cards = found.group(1).split() if found else []
        told = {round_.slot + at: card for at, card in enumerate(cards) if card != UNSEEN}
        if opened and told != opened:
            self._fault(place, "its record has other cards than were opened")
        try:
            paid = round_.paid_otherwise(text)
        except ValueError as trouble:
            paid = [f"its record: {trouble}"]
        for what in paid:
            self._fault(place, what)
        if round_.told and sorted(told.values()) != sorted(round_.told):
            self._fault(place, "its record has other cards than were declared")
        if self.sheets and not self._on_own_sheet(text):
            self._fault(place, "its record is of another sheet than the table was opened on")
        for what in self.check_.settled_otherwise(round_, text):
            self._fault(place, what)

    def _on_own_sheet(self, record: str) -> bool:
        """Whether a record is of the table's sheet, with its own limits or with others that were told."""
        found = re.search(r'^sheet_text = "([^"]*)"$', record, re.MULTILINE)
        text = found.group(1) if found else ""
        if text in self.sheets:
            return True
        low, high = (re.search(rf'^set = .*"{path}=(\d+)\.(\d\d)"', record, re.MULTILINE) for path in LIMITS)
        if low is None or high is None:
            return False
        limits = tuple(100 * int(one.group(1)) + int(one.group(2)) for one in (low, high))
        return self._were_told(limits) and any(text == self._with_limits(sheet, limits) for sheet in self.sheets)

    def _were_told(self, limits: tuple[int, ...]) -> bool:
        """Whether the table had these limits, or the widest of several; where its log begins later, it may have."""
        lows, highs = {low for low, _ in self.limits}, {high for _, high in self.limits}
        return self.span["first"] != 1 or (limits[0] in lows and limits[1] in highs)

    def _with_limits(self, sheet: str, limits: tuple[int, ...]) -> str:
        """The hash of a sheet that the bundle keeps, with these limits set on it; empty where it does not keep it."""
        if SHEET + sheet not in self.check_._part("streams"):
            return ""
        kept = json.loads(next(self.check_.bundle.lines(stream_file(SHEET + sheet))))
        content = json.loads(kept["command"])["content"]
        low, high = (f"{cents // 100}.{cents % 100:02d}" for cents in limits)
        own = [one for one in content["sets"] if one.partition("=")[0].strip() not in LIMITS]
        return _text_hash({**content, "sets": [*own, f"table.minimum={low}", f"table.maximum={high}"]})


class Round:
    """What the table saw of one round's cards: which slot went where, and the faces in each place."""

    def __init__(self, number: int, slot: int, deck: str, excuses: set[str]) -> None:
        self.number, self.slot, self.deck, self.excuses = number, slot, deck, excuses
        self.places: list[str] = []
        """Where each card went, in the order in which they left the shoe."""
        self.faces: dict[str, list[str]] = {}
        """The faces that were seen in a place."""
        self.told: list[str] = []
        """The faces that the dealer declared, where the cards were real."""
        self.paid: dict[tuple[int, str], int] = {}
        """What each wager came to, by box and name."""
        self.staked: dict[tuple[int, str], int] = {}
        """What of each wager lay there when it was settled."""
        self.lying: list[str] = []
        """Cards that lie exposed until they are dealt or burned."""
        self.out_of_order = self.over = self.hole_seen = False

    @property
    def next_slot(self) -> int | None:
        """Where the round after it begins; None where its cards do not tell."""
        return None if self.out_of_order or self.told else self.slot + len(self.places)

    def _show(self, place: str, cards: list[str]) -> None:
        self.faces.setdefault(place, []).extend(card for card in cards if card != UNSEEN)

    def _out(self, card: str, place: str) -> None:
        """A card has left the shoe for a place."""
        self.places.append(place)
        self._show(place, [card])

    def _was_lying(self, card: str) -> bool:
        """Whether a card that is dealt or burned had left the shoe before; one that is put face down counts, too."""
        if card in self.lying:
            self.lying.remove(card)
            return True
        return card == UNSEEN and bool(self.lying) and bool(self.lying.pop(0))

    def hear(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        self.over |= kind == "RoundEnded"
        self.out_of_order |= kind in self.excuses and event.get("why") != "board"
        if kind in ("WagerSettled", "SettlementReversed"):
            wager = event["spot"], event["wager"]
            sign = 1 if kind == "WagerSettled" else -1
            self.paid[wager] = self.paid.get(wager, 0) + sign * event["pays"]
            self.staked[wager] = self.staked.get(wager, 0) + sign * event["stake"]
        elif kind in ("CardExposed", "CardDealt", "CardBurned", "CardsDiscarded"):
            self._hear_card(kind, event)
        elif kind in ("HoleTurned", "HoleExposed"):
            # one that was dealt face up by mistake was seen in its own place
            if "the hole card" in self.places and not self.hole_seen and not self.faces.get("the hole card"):
                self._show("the hole card", [event["card"]])
        elif kind == "BoardCardDealt":
            self.places.append("the board")
        elif kind == "PacketDealt":
            self.places += [f"hand {event['spot']}"] * len(event["cards"])
        elif kind in ("FlopTurned", "TurnRiverTurned"):
            self._show("the board", event["cards"])
        elif kind in ("DealerShown", "HandExposed"):
            self._show(f"hand {event.get('spot', 0)}", event["cards"])

    def _hear_card(self, kind: str, event: dict[str, Any]) -> None:
        """A card that leaves the shoe, or one that had left it before and finds its place."""
        if kind == "CardExposed":
            self.lying.append(event["card"])
            self._out(event["card"], f"card {len(self.places) + 1}")
        elif kind == "CardsDiscarded":
            self.lying = [card for card in self.lying if card not in event["cards"]]
        elif kind == "CardBurned":
            if event.get("why") == "board":
                self.places.append("the burn cards")
            else:
                self._was_lying(event["card"])
        else:
            hole = event["spot"] == 0 and event["card"] == UNSEEN
            if self._was_lying(event["card"]):
                self.hole_seen |= hole
            else:
                self._out(event["card"], "the hole card" if hole else f"card {len(self.places) + 1}")

    def paid_otherwise(self, record: str) -> list[str]:
        """Wagers for which the record has another amount than the table saw paid."""
        told = _paid_in(record)
        wagers = sorted({*told, *(wager for wager, cents in self.paid.items() if cents)})
        return [
            f"its record has {told.get(wager, 0)} cents for {wager[1]} of box {wager[0]}; the table saw "
            f"{self.paid.get(wager, 0)}"
            for wager in wagers
            if told.get(wager, 0) != self.paid.get(wager, 0)
        ]

    def undeclared(self) -> list[str]:
        """Faces that the table saw and nobody declared."""
        left = list(self.told)
        wrong = []
        for place, faces in self.faces.items():
            for card in faces:
                if card in left:
                    left.remove(card)
                else:
                    wrong.append(f"{card} at {place} was seen and never declared")
        return wrong

    def faults(self, opened: dict[int, str]) -> list[str]:
        """Opened cards that the table did not see there, and faces that were not opened."""
        wrong = []
        left = {place: list(faces) for place, faces in self.faces.items()}
        for slot, card in sorted(opened.items()):
            at = slot - self.slot
            place = self.places[at] if 0 <= at < len(self.places) else ""
            if card in left.get(place, ()):
                left[place].remove(card)
            else:
                wrong.append(f"{card} is opened in slot {slot}, and the table saw no such card there")
        for place, faces in left.items():
            if faces:
                wrong.append(f"{faces[0]} at {place} was seen and is not opened")
        return wrong


def _paid_in(record: str) -> dict[tuple[int, str], int]:
    """What a hand record says was paid, by box and wager, in cents; of several hands together."""
    found: dict[tuple[int, str], int] = {}
    for block in record.split("[[spot]]")[1:]:
        box = re.search(r"^box = (\d+)$", block, re.MULTILINE)
        for name, prefix in (("paid", ""), ("paid_tokes", "toke:")):
            line = re.search(rf"^{name} = \{{(.*)\}}$", block, re.MULTILINE)
            for wager, amounts in re.findall(r'(\w+) = (\[[^\]]*\]|"[^"]*")', line.group(1) if line and box else ""):
                cents = sum(_cents(amount) for amount in re.findall(r'"([^"]*)"', amounts))
                found[int(box.group(1)), prefix + wager] = cents  # type: ignore[union-attr]
    return found


def _cents(amount: str) -> int:
    whole = re.match(r"(-?)(\d+)\.(\d\d)\Z", amount)
    if whole is None:
        raise ValueError("an amount is not written in dollars and cents")
    return int(whole.group(1) + whole.group(2) + whole.group(3))


class Books:
    """What the events of a table, or the command at the cage, say that was moved; held against the postings."""

    def __init__(self, stream: str) -> None:
        self.kind, _, self.name = stream.partition(":")
        self.owners: dict[int, str] = {}
        self.last: dict[str, int] = {}
        """What the last entry moved in all."""

    def faults(self, entry: dict[str, Any]) -> list[str]:
        """What does not fit between the postings of an entry and what happened in it."""
        lines = json.loads(entry["postings"])
        posted: dict[str, dict[str, int]] = {}
        for account, cents, why in lines:
            part = posted.setdefault(why if why in MOVES or why == "EntryRetracted" else "", {})
            part[account] = part.get(account, 0) + cents
        wrong = []
        if self.kind == "table":
            wrong = self._table_faults(entry, posted)
        elif self.kind == "person":
            wrong = self._cage_faults(json.loads(entry["command"]), posted.get("", {}))
        self.last = {}
        for account, cents, _ in lines:
            self.last[account] = self.last.get(account, 0) + cents
        return wrong

    def _table_faults(self, entry: dict[str, Any], posted: dict[str, dict[str, int]]) -> list[str]:
        told: dict[str, dict[str, int]] = {}
        for event in json.loads(entry["events"]):
            if event["type"] == "BetPlaced":
                self.owners[event["spot"]] = event["player"]
            if event["type"] in MOVES:
                part = told.setdefault(event["type"], {})
                for account, cents in MOVES[event["type"]](self, event):
                    part[account] = part.get(account, 0) + cents
            elif event["type"] == "EntryRetracted":
                told["EntryRetracted"] = {account: -cents for account, cents in self.last.items()}
        wrong = [
            f"its postings for {why} are not what happened"
            for why in sorted({*told, *posted} - {""})
            if _moved(told.get(why, {})) != _moved(posted.get(why, {}))
        ]
        if _moved(posted.get("", {})) and json.loads(entry["command"])["type"] not in BESIDE_THE_ROUND:
            wrong.append("moves money that nothing in it accounts for")
        return wrong

    def _cage_faults(self, command: dict[str, Any], posted: dict[str, int]) -> list[str]:
        kind = command["type"]
        cents = command.get("cents", 0)
        wanted = {"Hello": command.get("chips", 0), "BuyIn": cents, "CashOut": -cents}.get(kind, 0)
        told = {f"player:{self.name}": wanted, "cage": -wanted}
        return [] if _moved(told) == _moved(posted) else [f"its postings are not what {kind} asked for"]

    # what each event moves

    def _player(self, event: dict[str, Any]) -> str:
        return f"player:{self.owners.get(event['spot'], '')}"

    def staked(self, event: dict[str, Any]) -> list[tuple[str, int]]:
        cents = event["cents"] - event.get("before", 0)
        return [(self._player(event), -cents), (f"layout:{self.name}", cents)]

    def taken_back(self, event: dict[str, Any]) -> list[tuple[str, int]]:
        return [(self._player(event), event["cents"]), (f"layout:{self.name}", -event["cents"])]

    def settled(self, event: dict[str, Any]) -> list[tuple[str, int]]:
        stake, pays, to = event["stake"], event["pays"], self._player(event)
        if event["result"] == "stays":
            to = f"layout:{self.name}"
        elif event.get("owner") == "dealers" and event["result"] not in ("push", "void"):
            to = f"tokes:{self.name}"
        return [(f"layout:{self.name}", -stake), (to, stake + pays), (f"tray:{self.name}", -pays)]

    def reversed(self, event: dict[str, Any]) -> list[tuple[str, int]]:
        return [(account, -cents) for account, cents in self.settled(event)]

    def kept(self, event: dict[str, Any]) -> list[tuple[str, int]]:
        return [(f"tray:{self.name}", -event["cents"]), (f"player:{event['player']}", event["cents"])]


MOVES: dict[str, Any] = {
    **dict.fromkeys(
        ("BetPlaced", "BetChanged", "TokePlaced", "InsuranceBet", "HandDoubled", "HandSplit", "PlayBetMade"),
        Books.staked,
    ),
    "BetTakenBack": Books.taken_back,
    "WagerSettled": Books.settled,
    "SettlementReversed": Books.reversed,
    "PayoutKept": Books.kept,
}
"""The events of a table that move money, and how."""
BESIDE_THE_ROUND = {
    "OpenTable", "VisitorBuysIn", "UnseatVisitor", "CountTray", "PullDrop", "CountTokes", "ConfirmFill", "DeclarePaid",
    "Reverse", "PayAgain", "Jackpot",
}  # fmt: skip
"""Commands that move money otherwise."""


def _moved(sums: dict[str, int]) -> dict[str, int]:
    return {account: cents for account, cents in sums.items() if cents}


def _entry_hash(entry: dict[str, Any]) -> str:
    digest = sha256()
    for name in FIELDS:
        octets = _octets(entry[name]) if name == "sealed" else str(entry[name]).encode()
        digest.update(f"{name} {len(octets)}\n".encode())
        digest.update(octets)
    return digest.hexdigest()


# --- opened cards -----------------------------------------------------------------------------------------------


def _opened(octets: bytes, root: str, cut: int) -> dict[int, str]:
    """The cards of a record of openings by slot, each proven against the root that was shown and the cut."""
    record = _table(json.loads(octets.decode()))
    cards = record["cards"]
    if record["format"] != "pitboss-openings-1":
        raise Unreadable("the format is another")
    if record["root"] != root:
        raise Unreadable("the root is not the one that was shown at the shuffle")
    if record["cut"] != cut:
        raise Unreadable(f"the cut is {record['cut']}, and the table saw it at {cut}")
    found: dict[int, str] = {}
    for opening in record["openings"]:
        slot, position, card = opening["slot"], opening["position"], opening["card"]
        if slot in found:
            raise Unreadable(f"slot {slot} is opened twice")
        if not 0 <= slot < cards or position != (slot + cut) % cards:
            raise Unreadable(f"slot {slot} is not position {position}")
        leaf = sha256(b"\x00" + position.to_bytes(4, "big") + card.encode() + bytes.fromhex(opening["nonce"])).digest()
        if _root_from(leaf, position, cards, [bytes.fromhex(step) for step in opening["path"]]) != root:
            raise Unreadable(f"{card} in slot {slot} was not promised under the root")
        found[slot] = card
    return found


def _root_from(leaf: bytes, at: int, cards: int, siblings: list[bytes]) -> str:
    """The root that a leaf leads to; empty where the path has too few or too many steps."""
    node, width, rest = leaf, cards, list(siblings)
    while width > 1:
        if at ^ 1 < width:
            if not rest:
                return ""
            beside = rest.pop(0)
            node = sha256(b"\x01" + (beside + node if at & 1 else node + beside)).digest()
        at, width = at // 2, (width + 1) // 2
    return "" if rest else sha256(b"\x02" + cards.to_bytes(4, "big") + node).hexdigest()


# --- the command ------------------------------------------------------------------------------------------------


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("is not an object")
    return value


def _octets(digits: str) -> bytes:
    """Bytes from hex digits, in the one form they are written in."""
    octets = bytes.fromhex(digits)
    if octets.hex() != digits:
        raise ValueError("hex digits in another form")
    return octets


def _said(trouble: Exception) -> str:
    return f"{type(trouble).__name__} {trouble}" if isinstance(trouble, KeyError) else str(trouble)


def _arguments(words: list[str]) -> tuple[str, str | None, tuple[str, ...]]:
    usage = "usage: verify.py BUNDLE [--key KEY] [--checkpoint CODE ...]"
    path, key, seen, rest = "", None, [], list(words)
    while rest:
        word = rest.pop(0)
        if word == "--key" and rest:
            key = rest.pop(0)
            if not re.match(r"[0-9a-fA-F]{64}\Z", key):
                raise Unreadable("a public key has 64 hex digits")
        elif word in ("--checkpoint", "--seen") and rest:
            seen.append(rest.pop(0))
            if not re.match(r"[1-9][0-9]{0,11}-[0-9a-fA-F]{20}\Z", seen[-1]):
                raise Unreadable("a checkpoint's code is its number, a hyphen and 20 hex digits")
        elif path or word.startswith("-"):
            raise Unreadable(usage)
        else:
            path = word
    if not path:
        raise Unreadable(usage)
    return path, key, tuple(seen)


def _say(line: str, *, wrong: bool = False) -> None:
    """One line, whatever stands in the file: what cannot be printed is shown escaped."""
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    print(f"verify: {shown}", file=sys.stderr if wrong else sys.stdout)


def main(words: list[str] | None = None) -> int:
    """Check one bundle, and say what was checked and what does not hold."""
    try:
        path, key, seen = _arguments(sys.argv[1:] if words is None else words)
        bundle = Bundle(path)
        try:
            check = Check(bundle, key, seen)
            wrong = check.all()
        finally:
            bundle.close()
    except (Unreadable, RecursionError) as trouble:
        _say(f"cannot check: {trouble}", wrong=True)
        return 2
    for what in wrong[:20]:
        _say(f"NOT as it should be: {what}", wrong=True)
    if wrong:
        _say(f"{len(wrong)} in all", wrong=True)
        return 1
    log = f"{check.entries} entries, {check.rounds} rounds"
    _say(f"all of it holds: {log}, {check.cards} opened cards, {check.checkpoints} checkpoints")
    _say(f"signed with {check.public.hex()}{'' if key else ' (compare it, or give --key)'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
