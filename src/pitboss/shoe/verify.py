"""Check opened cards against a commitment; this one file needs only Python, nothing of Pitboss.

    python verify.py openings.json
    python verify.py openings.json --root ROOT --cut CUT

Exit status 0: every opened card is as promised. 1: something is not. 2: the file cannot be read.
Give ``--root`` and ``--cut`` as you wrote them down yourself, at the shuffle and at the cut; without them the
file is only checked against what it says of itself.

The file is JSON::

    {"format": "pitboss-openings-1",
     "cards": 312,                     cards in the brick
     "root": "64 hex digits",          shown before the cut
     "cut": 118,                       cards that were moved from the front to the back
     "openings": [
       {"slot": 0,                     place in the shoe, 0 = the first card out
        "position": 118,               place in the committed order = (slot + cut) mod cards
        "card": "As",                  rank 2-9 T J Q K A, suit c d h s
        "nonce": "32 hex digits",
        "path": ["64 hex digits", ..]  siblings from the leaf upwards
       }, ..]}

leaf = SHA-256(00, position in 4 bytes big-endian, card text, nonce); node = SHA-256(01, left, right); root =
SHA-256(02, cards in 4 bytes big-endian, top node). The last of an odd number of nodes goes up a level
unchanged and has no sibling there. Other keys are ignored.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from typing import Any

__all__ = ["Unreadable", "faults", "looked_at", "main", "told"]


class Unreadable(Exception):
    """The record is not in the format; says where."""


def faults(record: Any, *, root: str | None = None, cut: int | None = None) -> list[str]:
    """Everything in a record that does not hold; an empty list means that all of it does."""
    fields = _table(record, "the record")
    if fields.get("format") != "pitboss-openings-1":
        raise Unreadable('"format" is not "pitboss-openings-1"')
    cards, stated_cut = _number(fields, "cards", "the record"), _number(fields, "cut", "the record")
    stated_root = _hex(fields.get("root"), 32, "the root")
    openings = fields.get("openings")
    if not isinstance(openings, list) or not openings:
        raise Unreadable('"openings" is not a list with at least one card')
    wrong = []
    if root is not None and root.lower() != stated_root.hex():
        wrong.append("the root is not the one that was shown")
    if cut is not None and cut != stated_cut:
        wrong.append(f"the cut is {stated_cut}, not {cut}")
    if stated_cut > cards:
        wrong.append(f"the cut {stated_cut} is outside the brick")
    seen: set[int] = set()
    for number, opening in enumerate(openings, 1):
        wrong += _faults_of_one(opening, f"opening {number}", cards, stated_cut, stated_root, seen)
    return wrong


def _faults_of_one(opening: Any, place: str, cards: int, cut: int, root: bytes, seen: set[int]) -> list[str]:
    fields = _table(opening, place)
    slot, position = _number(fields, "slot", place), _number(fields, "position", place)
    card, nonce = _card(fields, place), _hex(fields.get("nonce"), 16, f"the nonce of {place}")
    path = fields.get("path")
    if not isinstance(path, list):
        raise Unreadable(f'{place}: "path" is not a list')
    siblings = [_hex(item, 32, f"the path of {place}") for item in path]
    if max(slot, position) >= cards:
        return [f"{place}: outside the brick of {cards} cards"]
    wrong = []
    if slot in seen:
        wrong.append(f"{place}: slot {slot} is opened twice")
    seen.add(slot)
    if position != (slot + cut) % cards:
        wrong.append(f"{place}: slot {slot} with the cut at {cut} is position {(slot + cut) % cards}, not {position}")
    leaf = sha256(b"\x00" + position.to_bytes(4, "big") + card.encode() + nonce).digest()
    if _root_from(leaf, position, cards, siblings) != root:
        wrong.append(f"{place}: {card} at position {position} was not promised under this root")
    return wrong


def _root_from(leaf: bytes, at: int, cards: int, siblings: list[bytes]) -> bytes | None:
    """The root that a leaf leads to, or None where the path has too few or too many steps."""
    node, width, rest = leaf, cards, iter(siblings)
    while width > 1:
        if at ^ 1 < width:
            sibling = next(rest, None)
            if sibling is None:
                return None
            node = sha256(b"\x01" + (sibling + node if at & 1 else node + sibling)).digest()
        at, width = at // 2, (width + 1) // 2
    return sha256(b"\x02" + cards.to_bytes(4, "big") + node).digest() if next(rest, None) is None else None


def _table(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f"{place} is not an object")
    return value


def _number(fields: dict[str, Any], key: str, place: str) -> int:
    value = fields.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**32:
        raise Unreadable(f'{place}: "{key}" is not a whole number from 0 up')
    return value


def _card(fields: dict[str, Any], place: str) -> str:
    card = fields.get("card")
    if not isinstance(card, str) or len(card) != 2 or card[0] not in "23456789TJQKA" or card[1] not in "cdhs":
        raise Unreadable(f'{place}: "card" is not a card such as "As"')
    return card


def _hex(value: Any, size: int, place: str) -> bytes:
    digits = value.lower() if isinstance(value, str) else ""
    if len(digits) != 2 * size or not set(digits) <= set("0123456789abcdef"):
        raise Unreadable(f"{place} is not {2 * size} hex digits")
    return bytes.fromhex(digits)


def _arguments(words: list[str]) -> tuple[str, str | None, int | None]:
    """Path, root and cut from the command line."""
    path, root, cut = "", None, None
    rest = iter(words)
    for word in rest:
        if word == "--root":
            root = next(rest, "")
        elif word == "--cut":
            text = next(rest, "")
            if not (text.isascii() and text.isdigit()):
                raise Unreadable("the given cut is not a whole number")
            cut = int(text)
        elif path or word.startswith("-"):
            raise Unreadable(f"cannot understand {word!r}; usage: verify.py openings.json [--root ROOT] [--cut CUT]")
        else:
            path = word
    if not path:
        raise Unreadable("usage: verify.py openings.json [--root ROOT] [--cut CUT]")
    return path, root, cut


def _say(line: str, *, wrong: bool = False) -> None:
    """One line, whatever stands in the file: texts of others are quoted where they are named."""
    print(f"verify: {line}", file=sys.stderr if wrong else sys.stdout)


def looked_at(path: str, *, root: str | None = None, cut: int | None = None) -> tuple[dict[str, Any], list[str]]:
    """What a file of openings says, and everything in it that is not as promised."""
    given = None if root is None else _hex(root, 32, "the given root").hex()
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        return record, faults(record, root=given, cut=cut)
    except (OSError, ValueError, RecursionError) as trouble:
        raise Unreadable(str(trouble)) from None


def main(words: list[str] | None = None) -> int:
    """Check the file that a command line names and say so in one line."""
    try:
        path, root, cut = _arguments(sys.argv[1:] if words is None else words)
    except Unreadable as trouble:
        _say(f"cannot check: {trouble}", wrong=True)
        return 2
    return told(path, root=root, cut=cut)


def told(path: str, *, root: str | None = None, cut: int | None = None) -> int:
    """Check one file and say so in one line."""
    try:
        record, wrong = looked_at(path, root=root, cut=cut)
    except Unreadable as trouble:
        _say(f"cannot check: {trouble}", wrong=True)
        return 2
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        _say(f"NOT as promised: {wrong[0]}{more}", wrong=True)
        return 1
    shown = "the root and cut you gave" if root is not None and cut is not None else f"root {record['root']}"
    _say(f"{len(record['openings'])} cards are as promised under {shown}, cut at {record['cut']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
