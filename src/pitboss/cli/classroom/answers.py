"""Answers as they are typed: a letter, numbers, an amount, chips."""

from __future__ import annotations

import re

from pitboss.errors import NotationError
from pitboss.money import cents_text, parse_cents
from pitboss.school.questions import Given, Part
from pitboss.school.steps import read_step

__all__ = ["EXPECTED", "read_answer"]

EXPECTED = {
    "choice": "the letter of one answer",
    "several": "the numbers of all that hold, such as 1 3 (- for none)",
    "order": "all numbers in their order, such as 3 1 2",
    "settle": "pay 26.50 (or 26.50), take, take 5, or push",
    "amount": "an amount such as 26.50",
    "number": "a whole number such as -3",
    "chips": "the chips one by one, such as 25 1 .50 or 2x25 1 (- for none)",
    "line": "the number of a line (0: none)",
    "step": (
        "a step: bets, deal 3 (3.2 for its second hand, deal for the dealer), burn, call WORDS, peek, turn, turn 3, "
        "check 3, pat 3, pay 3 26.50, take 3, push 3, leave 3, muck 3, lammer 3, press, coin, tell 3, supervisor; "
        "to a guest allow, refuse or wait"
    ),
}
_SHORT = {"t": "take", "p": "push", "k": "take"}


def read_answer(part: Part, typed: str) -> Given:
    """Return what was typed as an answer to a part; raises NotationError with what is expected."""
    words = typed.replace(",", " ").lower().split()
    found = _READERS[part.kind](part, words)
    if found is None:
        raise NotationError("cannot read that", text=typed, expected=EXPECTED[part.kind])
    return found


def _choice(part: Part, words: list[str]) -> Given | None:
    ids = [option.id for option in part.options]
    if len(words) != 1:
        return None
    if words[0].isdigit() and 0 < int(words[0]) <= len(ids):
        return (ids[int(words[0]) - 1],)
    return (words[0],) if words[0] in ids else None


def _numbered(part: Part, words: list[str]) -> Given | None:
    if words == ["-"]:
        return ()
    if not words or not all(word.isdigit() and 0 < int(word) <= len(part.options) for word in words):
        return None
    return tuple(part.options[int(word) - 1].id for word in words)


def _settle(part: Part, words: list[str]) -> Given | None:
    words = [_SHORT.get(words[0], words[0]), *words[1:]] if words else []
    match words:
        case ["push"] | ["take"]:
            return tuple(words)
        case ["pay" | "take" as verb, said]:
            return verb, cents_text(parse_cents(said))
        case [said] if re.match(r"[$.\d]", said):
            return "pay", cents_text(parse_cents(said))
    return None


def _amount(part: Part, words: list[str]) -> Given | None:
    return (cents_text(parse_cents(words[0])),) if len(words) == 1 else None


def _number(part: Part, words: list[str]) -> Given | None:
    return (words[0],) if len(words) == 1 and re.fullmatch(r"[+-]?\d{1,4}", words[0]) else None


def _chips(part: Part, words: list[str]) -> Given | None:
    if words == ["-"]:
        return ()
    laid: list[str] = []
    for word in words:
        count, times, chip = word.rpartition("x")
        if times and not (count.isdigit() and int(count) < 1000):
            return None
        laid += [cents_text(parse_cents(chip))] * (int(count) if times else 1)
    return tuple(laid) or None


def _step(part: Part, words: list[str]) -> Given | None:
    return (read_step(words).text,) if words else None


_READERS = {
    "choice": _choice,
    "several": _numbered,
    "order": _numbered,
    "settle": _settle,
    "amount": _amount,
    "number": _number,
    "line": _number,
    "chips": _chips,
    "step": _step,
}
