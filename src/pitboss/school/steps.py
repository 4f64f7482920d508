"""A dealer's steps as a trainee names them: a verb, a spot with its hand, an amount, or the words of a call.

>>> read_step(("Deal", "3.2"))
Step(verb='deal', spot=3, hand=1, cents=0, words='')
>>> read_step(("pay", "3", "$26.50")).text, read_step(("say", "Insurance", "open!")).text
('pay 3 26.50', 'call insurance open')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.errors import NotationError
from pitboss.games import events as e
from pitboss.money import cents_text, parse_cents

__all__ = ["STEP_VERBS", "Step", "read_step", "step_of"]

STEP_VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "bets": ("close", "nomorebets"),
    "deal": ("card", "hit"),
    "burn": (),
    "call": ("say",),
    "peek": ("look",),
    "turn": ("open", "flip", "expose"),
    "check": ("verify",),
    "pat": (),
    "pay": (),
    "take": ("collect",),
    "push": ("return",),
    "leave": ("stay",),
    "muck": ("rack", "discard"),
    "lammer": (),
    "press": ("key",),
    "coin": ("lock",),
    "tell": ("notify",),
    "supervisor": ("floor",),
    "allow": ("yes",),
    "refuse": ("no",),
    "wait": (),
}
"""What a dealer does, and other words for it."""
_VERB: Final = {word: verb for verb, others in STEP_VERBS.items() for word in (verb, *others)}
_PAID: Final = ("pay", "take")


class Step(Struct, frozen=True):
    """A step as a dealer names it; spot 0 is the dealer's own, or nobody's."""

    verb: str
    spot: int = 0
    hand: int = 0
    cents: int = 0
    words: str = ""

    @property
    def text(self) -> str:
        """How it is typed."""
        if self.words:
            return f"{self.verb} {self.words}"
        place = f"{self.spot}.{self.hand + 1}" if self.hand else str(self.spot)
        parts = [self.verb] + [place] * bool(self.spot) + [cents_text(self.cents)] * bool(self.cents)
        return " ".join(parts)


def read_step(said: Sequence[str]) -> Step:
    """Return the step that these words name; raises NotationError where they name none."""
    verb, *rest = " ".join(said).lower().split() or [""]
    if verb == "no" and rest[:2] == ["more", "bets"]:
        return Step("bets")
    if verb not in _VERB:
        raise NotationError("no dealer does that", text=verb, expected=", ".join(STEP_VERBS))
    verb = _VERB[verb]
    if verb == "call":
        return Step("call", words=_plain(" ".join(rest)))
    spot, hand = _place(rest[0]) if rest else (0, 0)
    cents = parse_cents(rest[1]) if verb in _PAID and len(rest) > 1 else 0
    return Step(verb, spot, hand, cents)


def _place(word: str) -> tuple[int, int]:
    """A spot, and which hand of it: 3, or 3.2 for its second hand; dealer, board."""
    if word in ("dealer", "board", "stub", "bets"):
        return 0, 0
    found = re.fullmatch(r"(\d{1,2})(?:\.(\d))?", word)
    if found is None:
        raise NotationError("cannot read a spot", text=word, expected="a number such as 3, 3.2 for its second hand")
    return int(found[1]), int(found[2] or 1) - 1


def _plain(words: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", words.lower()))


EVENTS: Final[Mapping[type[Any], str]] = {
    e.BetsLocked: "bets",
    e.CardDealt: "deal",
    e.PacketDealt: "deal",
    e.BoardCardDealt: "deal",
    e.CardBurned: "burn",
    e.Peeked: "peek",
    e.HoleTurned: "turn",
    e.DoubleCardTurned: "turn",
    e.FlopTurned: "turn",
    e.TurnRiverTurned: "turn",
    e.DealerShown: "turn",
    e.HandExposed: "turn",
    e.HandVerified: "check",
    e.PushMarked: "pat",
    e.CardsDiscarded: "muck",
    e.StubDiscarded: "muck",
    e.LammerPlaced: "lammer",
    e.LammerCollected: "lammer",
    e.KeyPressed: "press",
    e.ProgressiveLocked: "coin",
    e.SupervisorNotified: "tell",
    e.SupervisorCalled: "supervisor",
}
"""What the dealer does, by the event that it brings; the others are told."""


def step_of(event: e.Event) -> Step | None:
    """Return the step of the dealer that an event is; None where it is nobody's, or somebody else's."""
    if isinstance(event, e.Called):
        return Step("call", words=_plain(event.text))
    if isinstance(event, e.WagerSettled):
        return _settled(event)
    verb = EVENTS.get(type(event))
    if verb is None:
        return None
    hand = getattr(event, "hand", 0)
    return Step(verb, getattr(event, "spot", 0), hand if isinstance(hand, int) else 0)


def _settled(done: e.WagerSettled) -> Step:
    if done.result == "stays":
        return Step("leave", done.spot, done.hand)
    if not done.pays:
        return Step("push", done.spot, done.hand)
    cents = done.pays if done.pays > 0 else 0 if done.pays == -done.stake else -done.pays
    return Step("pay" if done.pays > 0 else "take", done.spot, done.hand, cents)
