"""A promise about every card of a shoe, made before the cut and opened card by card.

The format is defined in ``docs/shuffles.md``; :mod:`pitboss.shoe.verify` checks it and needs nothing from
here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.shoe.chance import Chance

__all__ = ["FORMAT", "Commitment", "Opening", "commit", "openings_json"]

FORMAT: Final = "pitboss-openings-1"
_NONCE: Final = 16


@dataclass(frozen=True, slots=True)
class Opening:
    """One card opened: its place in the committed order, its face, its nonce and the path to the root."""

    position: int
    card: str
    nonce: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Commitment:
    """The secret side of the promise; only ``root`` and ``cards`` may be shown before the cards are dealt."""

    order: tuple[Card, ...]
    nonces: tuple[bytes, ...]
    levels: tuple[tuple[bytes, ...], ...]

    @property
    def root(self) -> str:
        """The root binds the number of cards, too: with another number the cut would wrap at another card."""
        return sha256(b"\x02" + self.cards.to_bytes(4, "big") + self.levels[-1][0]).hexdigest()

    @property
    def cards(self) -> int:
        return len(self.order)

    def __repr__(self) -> str:
        return f"Commitment({self.cards} cards, root {self.root})"

    def check_open(self, position: int) -> None:
        if not 0 <= position < self.cards:
            raise IllegalAction("commitment.no_position", position=position, cards=self.cards)

    def can_open(self, position: int) -> bool:
        return 0 <= position < self.cards

    def open(self, position: int) -> Opening:
        """What proves the card at a committed position, and nothing about any other."""
        self.check_open(position)
        path = []
        at = position
        for level in self.levels[:-1]:
            if (beside := at ^ 1) < len(level):
                path.append(level[beside].hex())
            at //= 2
        return Opening(position, self.order[position].text, self.nonces[position].hex(), tuple(path))

    def open_dealt(self, slot: int, *, cut: int) -> Opening:
        """The opening of the card in a slot of the shoe, after the brick was cut at ``cut``."""
        return self.open((slot + cut) % self.cards)


def commit(order: Sequence[Card], chance: Chance) -> Commitment:
    """Commit to every position of an order, with a fresh nonce each."""
    assert order
    octets = chance.octets(_NONCE * len(order))
    nonces = tuple(octets[at : at + _NONCE] for at in range(0, len(octets), _NONCE))
    level = tuple(
        sha256(b"\x00" + at.to_bytes(4, "big") + card.text.encode() + nonce).digest()
        for at, (card, nonce) in enumerate(zip(order, nonces, strict=True))
    )
    levels = [level]
    while len(level) > 1:
        level = _above(level)
        levels.append(level)
    return Commitment(tuple(order), nonces, tuple(levels))


def _above(level: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """The next level: pairs are hashed; the last of an odd number is taken up as it is, never doubled."""
    pairs = zip(level[::2], level[1::2], strict=False)
    return tuple(sha256(b"\x01" + left + right).digest() for left, right in pairs) + level[len(level) & ~1 :]


def openings_json(commitment: Commitment, slots: Iterable[int], *, cut: int) -> str:
    """A record of dealt cards that a stranger can check with ``verify.py`` alone."""
    openings = [(slot, commitment.open_dealt(slot, cut=cut)) for slot in slots]
    rows = [
        {"slot": slot, "position": o.position, "card": o.card, "nonce": o.nonce, "path": list(o.path)}
        for slot, o in openings
    ]
    record = {
        "format": FORMAT,
        "cards": commitment.cards,
        "root": commitment.root,
        "cut": cut,
        "openings": rows,
    }
    return json.dumps(record, indent=1)
